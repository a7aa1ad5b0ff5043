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

#[test]
fn tables_have_classes_and_can_be_scrolled_by_keyboard() {
    let text = "| a | b | c | d |\n|---|:--|:-:|--:|\n| 1 | 2 | 3 | *4* |\n| 5 | | | |\n\nx\n";
    assert_eq!(
        html(text),
        "<div class=\"table\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table>\n\
         <thead><tr><th scope=\"col\">a</th><th scope=\"col\" class=\"left\">b</th>\
         <th scope=\"col\" class=\"center\">c</th><th scope=\"col\" class=\"right\">d</th></tr></thead>\n\
         <tbody>\n<tr><td>1</td><td class=\"left\">2</td><td class=\"center\">3</td>\
         <td class=\"right\"><em>4</em></td></tr>\n\
         <tr><td>5</td><td class=\"left\"></td><td class=\"center\"></td><td class=\"right\"></td></tr>\n\
         </tbody></table></div>\n<p>x</p>\n"
    );
    assert_eq!(html("| a |\n|---|\n").matches("tbody").count(), 0);
}

#[test]
fn links_and_images_obey_the_rules() {
    for (text, expected) in [
        (
            "[a](b.md 'c \"d\"')",
            "<p><a href=\"/base/content/b.md\" title=\"c &quot;d&quot;\">a</a></p>\n",
        ),
        ("[a](https://a.org/?b&c)", "<p><a href=\"https://a.org/?b&amp;c\">a</a></p>\n"),
        ("[*a*](javascript:alert(1))", "<p><em>a</em></p>\n"),
        ("![a](../../x.svg)", "<p>a</p>\n"),
        (
            "![a *b* \"c\"](x.svg)",
            "<p><img src=\"/base/content/x.svg\" alt=\"a b &quot;c&quot;\" width=\"30\" height=\"20\" loading=\"lazy\" decoding=\"async\"></p>\n",
        ),
        (
            "![](x.svg \"decorative\")",
            "<p><img src=\"/base/content/x.svg\" alt=\"\" width=\"30\" height=\"20\" loading=\"lazy\" decoding=\"async\"></p>\n",
        ),
        (
            "[![a](x.png)](b.md)",
            "<p><a href=\"/base/content/b.md\"><img src=\"/base/content/x.png\" alt=\"a\" loading=\"lazy\" decoding=\"async\"></a></p>\n",
        ),
        ("[](b.md)", ""),
    ] {
        assert_eq!(html(text), expected, "{text}");
    }
    let two = html_of("![a](x.png) ![b](y.png)", &Asked { eager: true, ..Asked::default() });
    assert_eq!(
        two,
        "<p><img src=\"/base/content/x.png\" alt=\"a\" decoding=\"async\"> \
         <img src=\"/base/content/y.png\" alt=\"b\" loading=\"lazy\" decoding=\"async\"></p>\n"
    );
}

#[test]
fn headings_are_shifted_and_have_the_articles_prefix() {
    let asked = Asked { anchor: "q-a", shift: 2, ..Asked::default() };
    assert_eq!(
        html_of("# *Form*\n\n##### Form", &asked),
        "<h3 id=\"q-a--form\"><em>Form</em></h3>\n<h6 id=\"q-a--form-2\">Form</h6>\n"
    );
}

#[test]
fn what_is_hidden_leaves_no_trace() {
    for (text, hide, expected) in [
        ("**Tempting:** it is.", &["**Tempting:**"] as &[&str], "<p>it is.</p>\n"),
        ("**Tempting:** it is.", &["Tempting:"], "<p>it is.</p>\n"),
        ("**Tempting:**\nit is.", &["**Tempting:**"], "<p>it is.</p>\n"),
        ("Which? (Select TWO)", &["(Select TWO)"], "<p>Which?</p>\n"),
        ("Which?  \n(Select TWO)", &["(Select TWO)"], "<p>Which?</p>\n"),
        (
            "Which?\n\n(Select TWO)\n\n`a`",
            &["(Select TWO)"],
            "<p>Which?</p>\n<p><code dir=\"ltr\">a</code></p>\n",
        ),
        ("*(Select TWO)*", &["(Select TWO)"], ""),
        ("- [x] a\n- [ ] b", &["[x] ", "[ ] "], "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
    ] {
        assert_eq!(html_of(text, &Asked { hide, ..Asked::default() }), expected, "{text}");
    }
}

#[test]
fn references_follow_the_choices() {
    let refer = &[("B", 1), ("C", 2)];
    assert_eq!(
        html_of("Option **B** & option C.", &Asked { refer, ..Asked::default() }),
        "<p>Option <strong><span class=\"choice-ref\" data-choice=\"bbbbbbbb\">B</span></strong> \
         &amp; option C.</p>\n"
    );
}

#[test]
fn a_line_of_text_has_no_paragraph() {
    let inline = |text: &str| html_of(text, &Asked { inline: true, ..Asked::default() });
    assert_eq!(inline("a *b*"), "a <em>b</em>");
    assert_eq!(inline("a\n\nb"), "a<br>b");
    assert_eq!(inline("$x$"), "<math display=\"inline\"><mi>x</mi></math>");
}

#[test]
fn formulas_are_mathml() {
    assert_eq!(
        html("$a<b$ is"),
        "<p><math display=\"inline\"><mi>a</mi><mo>&lt;</mo><mi>b</mi></math> is</p>\n"
    );
    assert!(
        html("$$\\frac{1}{2}$$")
            .starts_with("<div class=\"math\" tabindex=\"0\"><math display=\"block\"><mfrac>")
    );
    assert!(html("so $$x$$").starts_with("<p>so <math display=\"block\">"));
    assert_eq!(html("$\\nosuch<$"), "<p><code class=\"tex\" dir=\"ltr\">\\nosuch&lt;</code></p>\n");
}

#[test]
fn text_from_right_to_left_stays_as_it_is() {
    assert_eq!(
        html("## سؤال\n\nاستخدم `a-b` و $x$"),
        "<h2 id=\"سؤال\">سؤال</h2>\n<p>استخدم <code dir=\"ltr\">a-b</code> و \
         <math display=\"inline\"><mi>x</mi></math></p>\n"
    );
}

#[test]
fn the_authors_html_is_written_anew() {
    for (text, expected) in [
        ("a<br/>b <kbd>Q</kbd> H<sub>2</sub>", "<p>a<br>b <kbd>Q</kbd> H<sub>2</sub></p>\n"),
        (
            "<KBD CLASS=x ID=y onclick='z' title=\"a&quot;b\">Q</KBD>",
            "<p><kbd title=\"a&quot;b\">Q</kbd></p>\n",
        ),
        (
            "<details open>\n<summary>More &amp; more</summary>\n\n*a*\n\n</details>\n",
            "<details open=\"\"><summary>More &amp; more</summary>\n<p><em>a</em></p>\n</details>",
        ),
        ("<div style=\"position:fixed\">a</div>", "<div>a</div>"),
        ("a <span class=\"choice-ref\" data-choice=\"x\">B</span>", "<p>a <span>B</span></p>\n"),
        ("a <!-- b --> c", "<p>a  c</p>\n"),
        ("<!-- lint:allow x y -->\n\na", "<p>a</p>\n"),
        ("<a href=\"javascript:alert(1)\">a</a>", "<p><a>a</a></p>\n"),
        ("<a href=\"&#106;avascript:alert(1)\">a</a>", "<p><a>a</a></p>\n"),
        ("<a href=b.md>a</a>", "<p><a href=\"/base/content/b.md\">a</a></p>\n"),
        (
            "a <img src=x onerror=alert(1)>",
            "<p>a <img src=\"/base/content/x\" loading=\"lazy\" decoding=\"async\"></p>\n",
        ),
        ("a <img src=data:image/svg+xml,x>", "<p>a</p>\n"),
        // Our own items stand around the field: an author's item must not end them.
        ("<li>a</li>", "a"),
        ("a <li>b</li><dd>c</dd> d", "<p>a bc d</p>\n"),
        ("<ul>\n<li>a</li>\n</ul>", "<ul><li>a</li>\n</ul>"),
        ("<script>alert('</p>')</script>\n\na", "<p>a</p>\n"),
        ("<style>p { color: red }</style>\n\na", "<p>a</p>\n"),
        ("<iframe src=\"https://a.org\"></iframe>\n\na", "<p>a</p>\n"),
        ("<svg><script>alert(1)</script></svg>\n\na", "<p>a</p>\n"),
        ("<form><input name=a><button>b</button></form>\n\nx", "b\n<p>x</p>\n"),
        ("a <x-y>b</x-y>", "<p>a b</p>\n"),
    ] {
        assert_eq!(html(text), expected, "{text}");
    }
    let asked = Asked { escape: true, ..Asked::default() };
    assert_eq!(html_of("a<br>b", &asked), "<p>a&lt;br&gt;b</p>\n");
    assert_eq!(
        html_of("<div>\n<b>\n</div>", &asked),
        "<p>&lt;div&gt;\n&lt;b&gt;\n&lt;/div&gt;</p>\n"
    );
}

/// Checks that each tag is closed in its turn, as a browser would have it.
fn assert_balanced(html: &str, from: &str) {
    let mut open: Vec<&str> = Vec::new();
    for (at, _) in html.match_indices('<') {
        let tag = &html[at + 1..at + html[at..].find('>').unwrap()];
        let name = tag.trim_start_matches('/').split([' ', '\n']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{from}\n{html}");
        } else if !crate::raw_html::is_void(name) && !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{from}\n{html}");
}

/// Checks that no tag acts, whatever the values of its attributes spell.
fn assert_harmless(html: &str, from: &str) {
    for (at, _) in html.match_indices('<') {
        let tag = &html[at..at + html[at..].find('>').unwrap()];
        let names: String = tag.split('"').step_by(2).collect();
        for bad in ["<script", "<style", "<textarea", "<title", "<svg", "<form", " on", " style"] {
            assert!(!names.contains(bad), "{from}\n{html}");
        }
    }
}

#[test]
fn nothing_leaves_the_field() {
    for text in [
        "</div></article></main>",
        "a </p></li></ul></div> b",
        "<div><div><b>\n\na",
        "<div>\n\n</article>\n\n<p>\n\nb",
        "- <b>a\n- </b>c",
        "> <details>\n\n</details> *x </em> y*",
        "*a <b> c* </b> d",
        "[a <a href=b.md> b](c.md) </a>",
        "<table><tr><td>\n\n*a*\n\n</td></tr></table>",
        "| a |\n|---|\n| <td> </td></tr></table> |\n",
        "| a |\n|---|\n| <table><tr><td> |\n\nb",
        "<div\n\na",
        "<div title=\"\n\n\"> b",
        "a <b title='</p>'>b",
        "<textarea>\n\n</textarea> a",
        "<title>a",
        "<plaintext>a\n\nb",
        "<xmp>\n\n*a*\n\n</xmp>",
        "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\"></noscript>",
        "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
        "<svg></p><style><a title=\"</style><img src=x onerror=alert(1)>\">",
        "<!--><img src=x onerror=alert(1)>-->",
        "<!-- --!><img src=x onerror=alert(1)> -->",
        "<![CDATA[<img src=x onerror=alert(1)>]]>",
        "<?php <img src=x onerror=alert(1)> ?>",
        "<b a=\"`\" onclick=alert(1)>",
        "`</code>` ```</pre>```",
        "```\n</code></pre><script>\n```",
        "```\"><script>\n```",
        "# </h1><script>alert(1)</script>",
        "![\"><script>](x.svg \"\\\"><script>\")",
        "<ruby>a<rt>b<ruby>c",
        "<ol><li>a<li>b</ol>",
        "<pre>\n\n    code\n\n</pre>",
        "$\\operatorname{<img src=x onerror=alert(1)>}$",
        "$</math><script>$ $$\\text{</mtext><script>}$$",
    ] {
        for escape in [false, true] {
            for inline in [false, true] {
                let html = html_of(text, &Asked { escape, inline, ..Asked::default() });
                assert_balanced(&html, text);
                assert_harmless(&html, text);
            }
        }
    }
}

#[test]
fn many_open_tags_take_little_time() {
    let text = format!("{}\n\n{}", "<b>".repeat(50_000), "a <i> ".repeat(20_000));
    let html = html(&text);
    assert_balanced(&html, "many");
    assert!(html.len() < 1_000_000);
}
