//! Markdown → HTML, end to end.

use super::Renderer;
use crate::bank::fragment::{Fragment, Mark, Marks};
use crate::bank::link::{self, Destination};
use crate::config::RawHtml;
use crate::parse::{self, Document};
use crate::plan::{Field, Href, Markup as _};
use crate::source::{Source, Span};

/// A field's settings in a test.
#[derive(Default)]
struct Asked<'a> {
    inline: bool,
    eager: bool,
    anchor: &'a str,
    shift: u8,
    escape: bool,
    /// Texts to hide, and texts that refer to the choices `aaaaaaaa`, `bbbbbbbb`.
    hide: &'a [&'a str],
    refer: &'a [(&'a str, u8)],
}

fn document(text: &str) -> Document {
    let (document, faults) = parse::parse(&Source::new("content/a.md", text));
    assert!(faults.is_empty(), "{faults:?}");
    document
}

fn links(destination: &str) -> Href {
    match link::resolve("content/a.md", destination) {
        Ok(Destination::External) => Href::Url { url: destination.to_owned(), size: None },
        Ok(Destination::Anchor(anchor)) => Href::Url { url: format!("#{anchor}"), size: None },
        Ok(Destination::File { path, .. }) if path.ends_with(".svg") => {
            Href::Url { url: format!("/base/{path}"), size: Some((30, 20)) }
        }
        Ok(Destination::File { path, .. }) => {
            Href::Url { url: format!("/base/{path}"), size: None }
        }
        Err(_) => Href::Nothing,
    }
}

fn html_of(text: &str, asked: &Asked<'_>) -> String {
    let document = document(text);
    let mut marks = Marks::default();
    let find = |it: &str| {
        let at = text.find(it).unwrap();
        Span::new(at, at + it.len())
    };
    for it in asked.hide {
        marks.add(find(it), Mark::Hide);
    }
    for (it, index) in asked.refer {
        marks.add(find(it), Mark::Choice(*index));
    }
    let field = Field {
        document: &document,
        fragment: &Fragment::of(0..document.body.len()),
        marks: &marks,
        choices: &["aaaaaaaa", "bbbbbbbb"],
        anchor: asked.anchor,
        heading_shift: asked.shift,
        inline: asked.inline,
        first_image_eager: asked.eager,
        table_label: "Table",
        code_label: "Code",
        links: &links,
    };
    let raw = if asked.escape { RawHtml::Escape } else { RawHtml::Sanitize };
    Renderer::new(raw).html(&field)
}

fn html(text: &str) -> String {
    html_of(text, &Asked::default())
}

#[test]
fn markdown_as_html() {
    for (text, expected) in [
        ("", ""),
        ("a < b & \"c\"", "<p>a &lt; b &amp; \"c\"</p>\n"),
        ("a\nb  \nc\\\nd", "<p>a\nb<br>\nc<br>\nd</p>\n"),
        (
            "*a* **b** ~~c~~ `d<`",
            "<p><em>a</em> <strong>b</strong> <del>c</del> <code dir=\"ltr\">d&lt;</code></p>\n",
        ),
        ("> a\n>\n> b", "<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>\n"),
        ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
        ("- a\n\n- b", "<ul>\n<li><p>a</p>\n</li>\n<li><p>b</p>\n</li>\n</ul>\n"),
        (
            "3. a\n4. b\n   - c",
            "<ol start=\"3\">\n<li>a</li>\n<li>b<ul>\n<li>c</li>\n</ul>\n</li>\n</ol>\n",
        ),
        ("1. a", "<ol>\n<li>a</li>\n</ol>\n"),
        ("0. a", "<ol start=\"0\">\n<li>a</li>\n</ol>\n"),
        ("a\n\n---\n\nb", "<p>a</p>\n<hr>\n<p>b</p>\n"),
        ("&amp; &eacute; \\*", "<p>&amp; é *</p>\n"),
        ("$5 and $6", "<p>$5 and $6</p>\n"),
        ("# A\n\n## A", "<h1 id=\"a\">A</h1>\n<h2 id=\"a-2\">A</h2>\n"),
        ("## A {#x}", "<h2 id=\"x\">A</h2>\n"),
        (
            "    a <\n    b",
            "<pre class=\"code\" dir=\"ltr\" tabindex=\"0\" role=\"group\" aria-label=\"Code\"><code>a &lt;\nb</code></pre>\n",
        ),
        (
            "```nothing-known x\na\n```",
            "<pre class=\"code\" dir=\"ltr\" tabindex=\"0\" role=\"group\" aria-label=\"Code\"><code class=\"language-nothing-known\">a\n</code></pre>\n",
        ),
    ] {
        assert_eq!(html(text), expected, "{text}");
    }
}
