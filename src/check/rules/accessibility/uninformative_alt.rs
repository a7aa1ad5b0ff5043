//! A picture whose alternative text says nothing of what is to be seen.

use crate::check::paper::{Image, images, papers};
use crate::check::{Context, Report};
use crate::i18n::Language;
use crate::words::{Phrases, Words};

/// Reports alternative texts that are a file's name, or only say that there is a picture.
pub(crate) fn check(context: Context<'_>, report: &mut Report<'_>) {
    for paper in papers(context.bank) {
        let known = context.languages.knows(paper.lang);
        let language = known.then(|| context.languages.of(paper.lang));
        let tree = &paper.document.body;
        for image in images(tree, 0..tree.len()) {
            let message = if is_file_name(&image) {
                "this alternative text is the name of a file"
            } else if says_nothing(&image.alt, language) {
                "this alternative text says that there is a picture, but not of what"
            } else {
                continue;
            };
            let finding = report.finding(paper.document.place(image.alt_span), message);
            report.push(finding.help("say what is to be seen, as far as the question may tell it"));
        }
    }
}

const TYPES: [&str; 9] = ["png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "bmp", "tiff"];

/// What cameras and programs begin the names of their files with.
const MADE: [&str; 9] =
    ["img", "dsc", "dscn", "dscf", "pxl", "screenshot", "screencast", "unnamed", "download"];

fn is_file_name(image: &Image) -> bool {
    let alt = image.alt.trim();
    if alt.contains(char::is_whitespace) {
        return false;
    }
    let ends = |it: &str| alt.to_ascii_lowercase().ends_with(&format!(".{it}"));
    if TYPES.iter().any(|it| ends(it)) {
        return true;
    }
    let first = alt.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let numbered = alt.len() > first.len() && !alt[first.len()..].contains(char::is_alphabetic);
    if numbered && MADE.iter().any(|it| first.eq_ignore_ascii_case(it)) {
        return true;
    }
    let file = image.destination.rsplit('/').next().unwrap_or_default();
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    // `router` can be a description, `net_v2` is none.
    alt == stem && alt.contains('_')
}

/// Returns whether a text is made of words such as "image", "figure" and of their attributes.
fn says_nothing(alt: &str, language: Option<&Language>) -> bool {
    let list = |name: &str| language.and_then(|it| it.lint.get(name));
    let Some((pictures, fillers)) = list("picture_words").zip(list("picture_attributes")) else {
        return false;
    };
    let alt = parted(alt);
    let words = Words::of(&alt);
    let is = |phrases: &Phrases, at: usize| phrases.at(&words, at) == Some(1);
    let names = (0..words.len()).any(|at| is(pictures, at));
    let plain = |at: usize| {
        let word = words.get(at).map_or("", |it| it.lower);
        let short = word.chars().count() == 1 || word.bytes().all(|it| it.is_ascii_digit());
        short || is(pictures, at) || is(fillers, at)
    };
    names && (0..words.len()).all(plain)
}

/// Returns a text with a space between letters and digits and for each underscore: `fig2_old`.
fn parted(text: &str) -> String {
    let mut res = String::with_capacity(text.len() + 2);
    let mut before = ' ';
    for c in text.chars() {
        let (digit, letter) = (c.is_ascii_digit(), c.is_alphabetic());
        if digit && before.is_alphabetic() || letter && before.is_ascii_digit() {
            res.push(' ');
        }
        res.push(if c == '_' { ' ' } else { c });
        before = c;
    }
    res
}
