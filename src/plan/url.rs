//! Where each page stands: the rules of FORMAT 1 in one place.
//!
//! A *path* is what follows the base path, letters of any script as they are: `mle/scaling/` for a
//! page in a folder of its own, `404.html` for a file. An address in a page is the base path with
//! the path percent-encoded.

use crate::bank::link::{self, CONTENT};
use crate::bank::model::{Bank, Difficulty, ExamId, LessonId, QuestionId, TagId};

/// Most questions on one page of a list.
pub const PER_PAGE: usize = 200;

/// Path of the index of tags.
pub const TAGS: &str = "tags/";
/// Path of the index of vendors.
pub const VENDORS: &str = "vendors/";
/// Path of the index of authors.
pub const AUTHORS: &str = "authors/";
/// Path of the learner's settings.
pub const SETTINGS: &str = "settings/";

/// Returns the name of the file that holds the page of a path.
pub fn output_name(path: &str) -> String {
    if path.is_empty() || path.ends_with('/') {
        format!("{path}index.html")
    } else {
        path.to_owned()
    }
}

/// Returns the path of an exam's page.
pub fn exam(bank: &Bank, exam: ExamId) -> String {
    folder(&bank.exams[exam].slug)
}

/// Returns the path of what learners do with an exam: `practice`, `mock`, `review`, `progress`.
pub fn study(bank: &Bank, exam: ExamId, mode: &str) -> String {
    format!("{}/{mode}/", bank.exams[exam].slug)
}

/// Returns the path of the index of an exam's questions, or of one of its parts, from 1.
pub fn index(bank: &Bank, exam: ExamId, part: usize) -> String {
    let slug = &bank.exams[exam].slug;
    if part == 0 { format!("{slug}/bank.json") } else { format!("{slug}/bank-{part}.json") }
}

/// Returns the path of the keys of an exam's questions.
pub fn keys(bank: &Bank, exam: ExamId) -> String {
    format!("{}/keys.json", bank.exams[exam].slug)
}

/// Returns the path of a topic's first page.
pub fn topic(bank: &Bank, exam: ExamId, topic: usize) -> String {
    let exam = &bank.exams[exam];
    format!("{}/{}/", exam.slug, exam.topics[topic].id)
}

/// Returns the path of a question's page.
pub fn question(bank: &Bank, question: QuestionId) -> String {
    let question = &bank.questions[question];
    let exam = &bank.exams[question.exam];
    format!("{}/{}/{}/", exam.slug, exam.topics[question.topic].id, question.slug)
}

/// Returns the path of a lesson's page.
pub fn lesson(bank: &Bank, lesson: LessonId) -> String {
    let lesson = &bank.lessons[lesson];
    let slug = lesson.prose.slug.rsplit('/').next().unwrap_or_default();
    format!("{}/lessons/{slug}/", bank.exams[lesson.exam].slug)
}

/// Returns the path of the first page of an exam's questions of one difficulty.
pub fn difficulty(bank: &Bank, exam: ExamId, difficulty: Difficulty) -> String {
    format!("{}/difficulty/{}/", bank.exams[exam].slug, difficulty.name())
}

/// Returns the path of a tag's first page.
pub fn tag(bank: &Bank, tag: TagId) -> String {
    format!("{TAGS}{}/", bank.tags[tag].slug)
}

/// Returns the path of an author's first page.
pub fn author(bank: &Bank, author: usize) -> String {
    format!("{AUTHORS}{}/", bank.authors[author].id)
}

/// Returns the path of a vendor's page.
pub fn vendor(slug: &str) -> String {
    format!("{VENDORS}{slug}/")
}

/// Returns the path of a later page of a list, numbered from 1.
pub fn numbered(first: &str, page: usize) -> String {
    if page <= 1 { first.to_owned() } else { format!("{first}page/{page}/") }
}

/// Returns the path of a folder's page; that of the root is empty.
pub fn folder(slug: &str) -> String {
    if slug.is_empty() { String::new() } else { format!("{slug}/") }
}

/// Returns the path of an alias: a file if it ends like one, a folder otherwise.
pub fn alias(written: &str) -> String {
    let trimmed = written.trim().trim_matches('/');
    match trimmed.strip_suffix("index.html") {
        Some(rest) if rest.is_empty() || rest.ends_with('/') => rest.to_owned(),
        _ if trimmed.to_lowercase().ends_with(".html") => trimmed.to_owned(),
        _ => folder(trimmed),
    }
}

/// Returns the path of an asset, which mirrors where it stands.
pub fn asset(path: &str) -> &str {
    path.strip_prefix(CONTENT).unwrap_or(path)
}

/// Returns the address of a path below a base path.
pub fn address(base_path: &str, path: &str) -> String {
    format!("{base_path}{}", link::encode(path))
}

/// Returns an address as `site.toml` writes it: a path of the site gets the base path.
pub fn configured(base_path: &str, written: &str) -> String {
    let path = match written.strip_prefix('/') {
        Some(rest) if !rest.starts_with('/') => rest,
        _ => return written.to_owned(),
    };
    // Query and escapes stay; only what no address may hold is escaped.
    let mut res = base_path.to_owned();
    for c in path.chars() {
        if c.is_ascii_graphic() {
            res.push(c);
        } else {
            res.push_str(&component(c.encode_utf8(&mut [0; 4])));
        }
    }
    res
}

/// Returns a text escaped for a part of a query: nothing in it can end the part.
pub fn component(text: &str) -> String {
    link::encode(text).replace('/', "%2F")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_names() {
        for (path, expected) in [
            ("", "index.html"),
            ("mle/", "mle/index.html"),
            ("größe/سؤال/", "größe/سؤال/index.html"),
            ("404.html", "404.html"),
            ("_headers", "_headers"),
        ] {
            assert_eq!(output_name(path), expected);
        }
    }

    #[test]
    fn addresses_are_encoded_and_carry_the_base_path() {
        for (base, path, expected) in [
            ("/", "", "/"),
            ("/bank/", "mle/scaling/", "/bank/mle/scaling/"),
            ("/", "größe/", "/gr%C3%B6%C3%9Fe/"),
            ("/", "mle/my figure.svg", "/mle/my%20figure.svg"),
        ] {
            assert_eq!(address(base, path), expected);
        }
        for (written, expected) in [
            ("/about/", "/bank/about/"),
            ("/about/?a=1#b%20c", "/bank/about/?a=1#b%20c"),
            ("/größe/", "/bank/gr%C3%B6%C3%9Fe/"),
            ("https://a.org/x", "https://a.org/x"),
            ("//a.org/x", "//a.org/x"),
        ] {
            assert_eq!(configured("/bank/", written), expected);
        }
        assert_eq!(component("a/b?&#é"), "a%2Fb%3F%26%23%C3%A9");
    }

    #[test]
    fn aliases() {
        for (written, expected) in [
            ("/old/path/", "old/path/"),
            ("old/path", "old/path/"),
            ("old/q1.html", "old/q1.html"),
            ("old/index.html", "old/"),
            ("old/xindex.html", "old/xindex.html"),
            ("index.html", ""),
        ] {
            assert_eq!(alias(written), expected, "{written}");
        }
    }

    #[test]
    fn later_pages() {
        assert_eq!(numbered("mle/scaling/", 1), "mle/scaling/");
        assert_eq!(numbered("mle/scaling/", 2), "mle/scaling/page/2/");
    }
}
