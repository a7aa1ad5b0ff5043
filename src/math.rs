//! TeX → MathML, in bounded time and stack.

mod text;

use std::borrow::Cow;

use pulldown_latex::config::{DisplayMode, RenderConfig};
use pulldown_latex::event::{Content, EnvironmentFlow, Event, StateChange};
use pulldown_latex::{Parser, ParserError, Storage, push_mathml};
pub use text::text;

/// Longest formula that is read, in bytes.
pub const MAX_LENGTH: usize = 8 * 1024;
/// Deepest nesting of groups that is read.
pub const MAX_DEPTH: usize = 64;
/// Longest run of commands that take each other as arguments (`\hat\hat\hat x`).
const MAX_RUN: usize = 64;

/// Rules for the classes in the MathML: columns of aligned equations, matrices and cases, whose
/// cells MathML Core would centre.
pub const STYLE_SHEET: &str = "\
.menv-alignlike > mtr > mtd:nth-child(odd), .menv-cells-right > mtr > mtd, .menv-multline > mtr > mtd:last-child { text-align: right; text-align: -webkit-right; text-align: -moz-right; }
.menv-alignlike > mtr > mtd:nth-child(even), .menv-cells-left > mtr > mtd, .menv-multline > mtr > mtd:first-child, mtd.cell-left { text-align: left; }
mtd.cell-right { text-align: right; }
.menv-alignlike > mtr > mtd { padding-inline: 0; }
.menv-align > mtr > mtd:nth-child(2n+3) { padding-left: 1em; }
.menv-cases > mtr > mtd { padding-inline: 0 1em; }
.menv-arraylike { border-collapse: collapse; }
.menv-left-solid { border-left: .06em solid; }
.menv-right-solid { border-right: .06em solid; }
.menv-left-dashed { border-left: .06em dashed; }
.menv-right-dashed { border-right: .06em dashed; }
.menv-hline { border-top: .06em solid; }
.menv-hdashline { border-top: .06em dashed; }
";

/// Says what is wrong with a formula.
///
/// # Errors
///
/// A formula that is no TeX as far as it is known here, or too long or too deep; the text is a
/// line for people.
pub fn check(tex: &str) -> Result<(), String> {
    let storage = Storage::new();
    events(&spaced(tex), &storage).map(|_| ())
}

/// Returns the MathML of a formula.
///
/// # Errors
///
/// As `check`.
pub fn mathml(tex: &str, display: bool) -> Result<String, String> {
    let storage = Storage::new();
    let tex = spaced(tex);
    let events = events(&tex, &storage)?;
    let mut res = String::with_capacity(tex.len() * 8 + 64);
    let display_mode = if display { DisplayMode::Block } else { DisplayMode::Inline };
    let config = RenderConfig { display_mode, ..RenderConfig::default() };
    let events = events.into_iter().filter_map(plain).map(Ok::<_, ParserError>);
    push_mathml(&mut res, events, config).map_err(|it| it.to_string())?;
    for (sign, stand_in, entity) in SIGNS {
        debug_assert!(!stand_in.is_ascii(), "{sign} needs one");
        if res.contains(stand_in) {
            res = res.replace(stand_in, entity);
        }
    }
    Ok(res)
}

/// Returns a formula with blanks for all white space: the parser panics at some that is not ASCII.
fn spaced(tex: &str) -> Cow<'_, str> {
    let other = |it: char| it.is_whitespace() && !it.is_ascii();
    if tex.contains(other) { Cow::Owned(tex.replace(other, " ")) } else { Cow::Borrowed(tex) }
}

fn events<'s>(tex: &'s str, storage: &'s Storage) -> Result<Vec<Event<'s>>, String> {
    bounded(tex)?;
    Parser::new(tex, storage).collect::<Result<_, _>>().map_err(|it| {
        // Its text goes on with a drawing of the place.
        let text = it.to_string();
        let line = text.lines().next().unwrap_or_default();
        line.strip_prefix("parsing error: ").unwrap_or(line).to_owned()
    })
}

/// Refuses what could make the parser recurse too deep or expand without end.
fn bounded(tex: &str) -> Result<(), String> {
    if tex.len() > MAX_LENGTH {
        return Err(format!("a formula of {} bytes; at most {MAX_LENGTH} are read", tex.len()));
    }
    let mut depth: usize = 0;
    let mut run = 0;
    let mut rest = tex;
    while let Some(first) = rest.chars().next() {
        rest = &rest[first.len_utf8()..];
        match first {
            '\\' => {
                let name = command(rest);
                rest = &rest[name.len()..];
                run += 1;
                match name {
                    "begin" | "left" => depth += 1,
                    "end" | "right" => depth = depth.saturating_sub(1),
                    // The parser panics at what is no number after it.
                    "char" => return Err("`\\char`: write the character".to_owned()),
                    _ if MACROS.contains(&name) => {
                        return Err(format!("`\\{name}`: own commands cannot be defined"));
                    }
                    _ => {}
                }
            }
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if first.is_whitespace() => {}
            _ => run = 0,
        }
        if depth > MAX_DEPTH {
            return Err(format!("groups nested more than {MAX_DEPTH} deep"));
        }
        if run > MAX_RUN {
            return Err(format!("more than {MAX_RUN} commands in a row"));
        }
    }
    Ok(())
}

/// Commands that define others; a formula is read on its own, so they would serve little and
/// could make a short text long.
const MACROS: &[&str] = &[
    "def",
    "gdef",
    "edef",
    "xdef",
    "let",
    "futurelet",
    "newcommand",
    "renewcommand",
    "providecommand",
    "DeclareMathOperator",
];

/// Returns the name of the command that begins a text: letters, or one other character.
fn command(text: &str) -> &str {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    if letters > 0 {
        return &text[..letters];
    }
    text.chars().next().map_or("", |it| &text[..it.len_utf8()])
}

/// Signs of markup, which the renderer writes as they are, each with what stands for it until the
/// markup is written, and its entity. In a text a stand-in would become the sign: no harm.
const SIGNS: [(char, char, &str); 3] =
    [('<', '\u{10fff0}', "&lt;"), ('>', '\u{10fff1}', "&gt;"), ('&', '\u{10fff2}', "&amp;")];

fn stand_in(sign: char) -> char {
    SIGNS.iter().find(|it| it.0 == sign).map_or(sign, |it| it.1)
}

/// Returns content that the renderer cannot take for markup.
fn safe(content: Content<'_>) -> Content<'_> {
    match content {
        // The renderer escapes text, and nothing else.
        Content::Function(name) | Content::Number(name) if name.contains(['<', '>', '&']) => {
            Content::Text(name)
        }
        Content::Text(_) | Content::Function(_) | Content::Number(_) => content,
        Content::Ordinary { content, stretchy } => {
            Content::Ordinary { content: stand_in(content), stretchy }
        }
        Content::LargeOp { content, small } => {
            Content::LargeOp { content: stand_in(content), small }
        }
        Content::BinaryOp { content, small } => {
            Content::BinaryOp { content: stand_in(content), small }
        }
        Content::Relation { content, small } => {
            let mut bytes = [0; 8];
            let text = content.encode_utf8_to_buf(&mut bytes);
            // No relation can be made here; punctuation is written alike.
            let sign = SIGNS.iter().find(|it| text == [it.0 as u8]);
            sign.map_or(Content::Relation { content, small }, |it| Content::Punctuation(it.1))
        }
        Content::Delimiter { content, size, ty } => {
            Content::Delimiter { content: stand_in(content), size, ty }
        }
        Content::Punctuation(content) => Content::Punctuation(stand_in(content)),
    }
}

/// Returns the event without what the renderer would write as `style=`, which the site's
/// Content-Security-Policy forbids.
fn plain(event: Event<'_>) -> Option<Event<'_>> {
    match event {
        Event::StateChange(StateChange::Color(_)) => None,
        Event::Content(content) => Some(Event::Content(safe(content))),
        Event::Space { width, height, depth } => {
            // Without a width the renderer writes half a tag.
            let mut width = width.or_else(|| height.or(depth).map(zero))?;
            width.value = width.value.max(0.0);
            Some(Event::Space { width: Some(width), height, depth })
        }
        Event::EnvironmentFlow(EnvironmentFlow::NewLine { horizontal_lines, .. }) => {
            let spacing = None;
            Some(Event::EnvironmentFlow(EnvironmentFlow::NewLine { spacing, horizontal_lines }))
        }
        other => Some(other),
    }
}

fn zero(mut like: pulldown_latex::event::Dimension) -> pulldown_latex::event::Dimension {
    like.value = 0.0;
    like
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas() {
        for (tex, expected) in [
            ("x", "<mi>x</mi>"),
            ("1.5", "<mn>1.5</mn>"),
            ("a < b", "<mi>a</mi><mo>&lt;</mo><mi>b</mi>"),
            ("a \\& b", "<mi>a</mi><mi>&amp;</mi><mi>b</mi>"),
            ("\\text{a<b&c}", "<mtext>a&lt;b&amp;c</mtext>"),
            ("\\operatorname{<b>}", "<mtext>&lt;b&gt;</mtext>"),
            ("\\frac12", "<mfrac><mn>1</mn><mn>2</mn></mfrac>"),
            ("\\color{red}x", "<mi>x</mi>"),
        ] {
            let expected = format!("<math display=\"inline\">{expected}</math>");
            assert_eq!(mathml(tex, false), Ok(expected), "{tex}");
        }
        for tex in [
            "a\\!b",
            "a\\hspace{-1em}b",
            "\\colorbox{red}{a}",
            "\\begin{matrix}a&b\\\\[1em]c&d\\end{matrix}",
            "\\left<a\\right>",
            "\\big<a\\big>",
            "\\bigl\\langle",
            "\\not<",
            "\\fbox{a}",
            "\\boxed{a}",
            "\\kern1em\u{2028}\\cfrac12",
            "\\rule{1em}{2em}",
        ] {
            for display in [false, true] {
                if let Ok(mathml) = mathml(tex, display) {
                    assert!(!mathml.contains(" style="), "{tex}: {mathml}");
                    assert!(!mathml.contains("<</"), "{tex}: {mathml}");
                }
            }
        }
    }

    #[test]
    fn faults_are_told_in_a_line() {
        for tex in [
            "\\nosuch",
            "{a",
            "a}",
            "\\frac{1}",
            "x^",
            "a & b",
            "\\begin{matrix}",
            "\\left(a",
            "\\def\\a{b}",
        ] {
            let fault = check(tex).unwrap_err();
            assert!(!fault.is_empty() && !fault.contains('\n'), "{tex}: {fault}");
            assert_eq!(mathml(tex, true), Err(fault), "{tex}");
        }
    }

    #[test]
    fn hostile_formulas_are_refused_in_time() {
        for piece in [
            "{",
            "\\hat",
            "\\hat ",
            "\\frac",
            "\\sqrt",
            "\\left(",
            "\\begin{matrix}",
            "\\sqrt[",
            "^{",
            "_",
            "^",
            "'",
            "\\not",
            "\\limits",
            "\\begin",
            "\\text{",
            "\\color{",
            "\\\\",
            "&",
            "%",
            "$",
            "\\mathbf",
            "\\bf",
            "-",
            "\\kern",
            "\\hspace",
            "\\substack{",
            "\\begin{array}{",
            "\\overbrace{",
            "\\char",
            "[",
            "#1",
        ] {
            for n in [1, 2, 60, 1_000, 20_000] {
                let tex = piece.repeat(n);
                assert_eq!(check(&tex).is_ok(), mathml(&tex, true).is_ok());
                assert!(text(&tex).len() <= 4 * tex.len() + 4);
                let closed = format!("{tex}x{}", "}".repeat(n));
                assert_eq!(check(&closed).is_ok(), mathml(&closed, true).is_ok());
            }
        }
    }
}
