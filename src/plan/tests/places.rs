//! Where pages stand, and what keeps them from standing there.

use super::{EXAM, Fixture, question};
use crate::plan::Content;

#[test]
fn every_page_of_a_small_bank() {
    let site = Fixture::new(&format!(
        "{EXAM}{}{}
//- content/about.md
---
aliases: [/info/]
---
# About
//- content/authors/desk.md
---
name: The desk
---
//- content/mle/lessons/data.md
---
title: Data
topic: scaling
---
Text.
",
        question(
            "mle/scaling/q1",
            "tags: [C++]\ndifficulty: hard\nauthor: desk\naliases: [old/q.html]",
            "One?"
        ),
        question("mle/serving/größe", "slug: Größe", "Two?"),
    ));
    assert_eq!(site.findings(), [] as [&str; 0]);
    assert_eq!(
        site.paths(),
        [
            "",
            "mle/",
            "mle/scaling/",
            "mle/serving/",
            "mle/scaling/q1/",
            "mle/serving/größe/",
            "mle/lessons/data/",
            "mle/difficulty/hard/",
            "mle/practice/",
            "mle/mock/",
            "mle/review/",
            "mle/progress/",
            "mle/bank.json",
            "mle/keys.json",
            "tags/",
            "tags/cplusplus/",
            "vendors/",
            "vendors/example-co/",
            "authors/",
            "authors/desk/",
            "about/",
            "settings/",
            "404.html",
            "_headers",
            "_redirects",
            "info/",
            "old/q.html",
        ]
    );
    let of = |source: &str| site.plan.page_of(source).map(|it| site.plan.pages()[it].path());
    assert_eq!(of("content/mle/scaling/q1.md"), Some("mle/scaling/q1/"));
    assert_eq!(of("content/mle/_index.md"), Some("mle/"));
    assert_eq!(of("content/authors/desk.md"), Some("authors/desk/"));
    assert_eq!(of("content/about.md"), Some("about/"));
    // Each page can be made.
    for path in site.paths() {
        site.page(path);
    }
}

#[test]
fn an_empty_bank_has_a_home_page() {
    let site = Fixture::new("");
    assert_eq!(site.paths(), ["", "404.html", "_headers"]);
    assert_eq!(site.get("", "empty"), "true");
}

#[test]
fn links_lead_to_pages_and_assets_below_the_base_path() {
    let site = Fixture::new(&format!(
        "{EXAM}{}{}
//- site.toml
base_url = \"https://example.org/bank/\"
//- content/mle/scaling/my figure.png
png
//- content/mle/lessons/data.md
## Part one

[q](../scaling/q2.md#part) [self](#part-one) [exam](/mle/)
",
        question(
            "mle/scaling/q1",
            "title: A",
            "[lesson](../lessons/data.md#part-one) ![x](my%20figure.png) [out](https://a.org/?x=1)"
        ),
        question("mle/scaling/q2", "title: B", "## Part\n\nTwo?"),
    ));
    let lesson = site.get("mle/lessons/data/", "body");
    for it in ["/bank/mle/scaling/q2/#q-mle%3Aq2--part\"", "\"#part-one\"", "\"/bank/mle/\""] {
        assert!(lesson.contains(it), "{lesson}");
    }
    let stem = site.get("mle/scaling/q1/", "stem");
    for it in [
        "\"/bank/mle/lessons/data/#part-one\"",
        "\"/bank/mle/scaling/my%20figure.png\", size: Some((640, 480))",
        "\"https://a.org/?x=1\"",
    ] {
        assert!(stem.contains(it), "{stem}");
    }
    let assets: Vec<_> = site.plan.assets(&site.bank).map(|it| it.output_name).collect();
    assert_eq!(assets, ["mle/scaling/my figure.png"]);
}

#[test]
fn two_pages_with_one_url_are_found_whatever_their_case() {
    let site = Fixture::new(&format!(
        "{EXAM}{}{}
//- content/about.md
One.
//- content/other.md
---
slug: About
---
Two.
",
        question("mle/scaling/q1", "id: a/1\nslug: Größe", "One?"),
        question("mle/scaling/q2", "id: a/2\nslug: GRÖSSE", "Two?"),
    ));
    // ß and SS are no letters of one another in lower case.
    assert_eq!(site.findings(), ["url-collision content/other.md"]);
    assert!(site.found[0].message.contains("`content/about.md` and `content/other.md`"));
    assert_eq!(site.paths().iter().filter(|it| **it == "about/").count(), 1, "the later one goes");
    assert_eq!(site.plan.page_of("content/other.md"), None);
}

#[test]
fn aliases_that_are_taken() {
    let site = Fixture::new(&format!(
        "{EXAM}{}{}
//- content/mle/scaling/figure.png
png
//- content/about.md
---
aliases: [old, MLE/scaling/q1, x/index.html, _headers, assets/y, mle/scaling/figure.png, 404.html/z]
---
One. ![f](mle/scaling/figure.png)
",
        question("mle/scaling/q1", "aliases: [old/]", "One?"),
        question("mle/scaling/q2", "aliases: [x]", "Two?"),
    ));
    let mut found = site.findings();
    found.sort();
    assert_eq!(
        found,
        [
            "alias-collision content/about.md",
            "alias-collision content/about.md",
            "alias-collision content/about.md",
            "alias-collision content/mle/scaling/q1.md",
            "alias-collision content/mle/scaling/q2.md",
            "reserved-name content/about.md",
            "reserved-name content/about.md",
        ]
    );
    let redirects = site.plan.pages().iter().filter(|it| it.kind() == "redirect");
    let redirects: Vec<_> = redirects.map(|it| it.path()).collect();
    assert_eq!(redirects, ["old/", "x/"], "one of each is left");
    let Content::Text(text) = site.page("_redirects") else { panic!() };
    assert_eq!(text.lines().count(), 2);
    let taken = site.found.iter().find(|it| it.message.contains("MLE/scaling/q1"));
    let span = taken.unwrap().place.span;
    let text = &site.bank.pages[0].document.source.text;
    assert_eq!(&text[span.range()], "MLE/scaling/q1", "the finding points at the alias");
}

#[test]
fn names_that_the_site_keeps() {
    for (path, expected) in [
        ("tags", true),
        ("search", true),
        ("mle/practice", true),
        ("mle/more", false),
        ("practice", false),
        ("more/tags", false),
        ("assetsx", false),
    ] {
        let site =
            Fixture::new(&format!("{EXAM}//- content/{path}.md\n---\nkind: page\n---\nText.\n"));
        let found = site.findings().iter().any(|it| it.starts_with("reserved-name"));
        assert_eq!(found, expected, "{path}");
    }
    let in_topic = question("mle/scaling/page", "title: P", "One?");
    assert_eq!(
        Fixture::new(&format!("{EXAM}{in_topic}")).findings(),
        ["reserved-name content/mle/scaling/page.md"]
    );
}

#[test]
fn names_that_no_alias_can_have() {
    for (alias, found) in [
        // The site's own, today or in a later version, and the host's.
        ("/CNAME", true),
        ("cname/x.html", true),
        ("/robots.txt", true),
        ("/Sitemap.xml", true),
        ("/_headers", true),
        ("/_redirects", true),
        ("/.nojekyll", true),
        ("/.studyhall/manifest.json", true),
        ("/assets/x/", true),
        ("/search/", true),
        ("/tags", true),
        ("/mle/practice/", true),
        ("/MLE/Lessons", true),
        // Refused by Windows, or by every system.
        ("/a<b/", true),
        ("/a/b>.html", true),
        ("/a|b/", true),
        ("/a*/", true),
        ("/a\"b/", true),
        ("/x?page=2", true),
        ("/x#part", true),
        ("/a./b/", true),
        ("/a /b/", true),
        ("/CON/", true),
        ("/a/nul.html", true),
        ("/a/Lpt1.x/", true),
        ("/a//b/", true),
        // Near misses.
        ("/cnames/", false),
        ("/mle/robots.txt", false),
        ("/tags/old/", false),
        ("/authors/old/", false),
        ("/mle/lessons/old/", false),
        ("/mle/practice/old/", false),
        ("/practice/", false),
        ("/console/", false),
        ("/a b/ä/", false),
        ("/.html", true),
        ("/a/.b.html", false),
    ] {
        let front = format!("aliases: ['{alias}']");
        let site = Fixture::new(&format!("{EXAM}{}", question("mle/scaling/q1", &front, "One?")));
        let expected: &[&str] =
            if found { &["reserved-name content/mle/scaling/q1.md"] } else { &[] };
        assert_eq!(site.findings(), expected, "{alias}");
        if found {
            let text = &site.bank.questions[0].document.source.text;
            assert_eq!(text[site.found[0].place.span.range()].trim_matches('\''), alias);
        }
    }
}

#[test]
fn names_that_no_page_can_have() {
    for (files, source) in [
        (question("mle/scaling/q1", "slug: con", "One?"), "mle/scaling/q1.md"),
        (question("mle/scaling/q1", "slug: Lpt9", "One?"), "mle/scaling/q1.md"),
        (question("mle/scaling/q1", "tags: [AUX]", "One?"), "mle/scaling/q1.md"),
        ("//- content/cname.md\nText.\n".to_owned(), "cname.md"),
        ("//- content/x.md\n---\nslug: CNAME\n---\nText.\n".to_owned(), "x.md"),
        ("//- content/cname/_index.md\n---\ntopics: []\n---\n".to_owned(), "cname/_index.md"),
        (
            "//- content/CNAME/a.png\npng\n//- content/x.md\n![f](CNAME/a.png)\n".to_owned(),
            "CNAME/a.png",
        ),
        ("//- content/e/_index.md\n---\ntopics: [{id: a.}]\n---\n".to_owned(), "e/_index.md"),
    ] {
        let site = Fixture::new(&format!("{EXAM}{files}"));
        let expected = format!("reserved-name content/{source}");
        assert_eq!(site.findings(), [expected], "{files}");
    }
}

#[test]
fn more_than_two_hundred_questions_take_several_pages() {
    let files: String = (0..401)
        .map(|it| question(&format!("mle/scaling/q{it:03}"), "difficulty: easy\ntags: [t]", "One?"))
        .collect();
    let site = Fixture::new(&format!("{EXAM}{files}"));
    for list in ["mle/scaling/", "mle/difficulty/easy/", "tags/t/"] {
        let pages: Vec<_> = site
            .paths()
            .into_iter()
            .filter(|it| *it == list || it.starts_with(&format!("{list}page")))
            .collect();
        assert_eq!(pages, [list, &format!("{list}page/2/"), &format!("{list}page/3/")]);
    }
    let third = "mle/scaling/page/3/";
    assert_eq!(site.get(third, "first"), "401");
    assert_eq!(site.get(third, "questions.0.id"), "mle/q400");
    assert_eq!(site.get(third, "questions.1.id"), "");
    assert_eq!(site.get(third, "previous_page.url"), "/mle/scaling/page/2/");
    assert_eq!(site.get(third, "next_page"), "");
    assert_eq!(site.get("mle/scaling/page/2/", "previous_page.url"), "/mle/scaling/");
    assert_eq!(site.get("mle/scaling/", "next_page.label"), "Page 2");
    assert_eq!(
        site.filling(third).head.title,
        "Scaling: MLE practice questions, page 3 | Study Hall"
    );
    assert_eq!(site.get("tags/t/page/2/", "groups.0.link.label"), "Machine learning");
}

#[test]
fn an_author_has_what_was_written_before_what_was_reviewed() {
    let second = "//- content/zz/_index.md\n---\ntitle: Second\ntopics: [{id: t}]\n---\n";
    let site = Fixture::new(&format!(
        "{EXAM}{second}//- content/authors/a.md\n---\nname: A\n---\n//- content/authors/b.md\n---\nname: B\n---\n{}{}{}",
        question("mle/scaling/q1", "author: b\nreviewer: a", "One?"),
        question("mle/scaling/q2", "author: a\nreviewer: a", "Two?"),
        question("zz/t/q3", "author: a\nreviewer: b", "Three?"),
    ));
    let group = |at: usize| {
        ["link.label", "questions.0.id", "questions.1.id"]
            .map(|it| site.get("authors/a/", &format!("groups.{at}.{it}")))
    };
    assert_eq!(group(0), ["Machine learning", "mle/q2", ""]);
    assert_eq!(group(1), ["Second", "zz/q3", ""]);
    assert_eq!(group(2), ["Machine learning: reviewed", "mle/q1", ""]);
    let facts = [0, 1, 2].map(|it| site.get("authors/a/", &format!("facts.{it}")));
    assert_eq!(facts, ["2 questions written", "2 questions reviewed", ""]);
}

#[test]
fn hosts_get_headers_and_redirects() {
    let site = Fixture::new(&format!(
        "{EXAM}{}\n//- site.toml\nbase_url = \"https://example.org/bank/\"\n",
        question("mle/scaling/größe", "aliases: [alt/größe, old.html]", "One?")
    ));
    let Content::Text(headers) = site.page("_headers") else { panic!() };
    assert!(headers.starts_with("/bank/*\n  Content-Security-Policy: default-src 'none'; "));
    assert!(headers.contains("form-action 'none'; frame-ancestors 'self'\n"));
    assert!(
        headers
            .contains("\n/bank/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n")
    );
    let Content::Text(redirects) = site.page("_redirects") else { panic!() };
    let target = "/bank/mle/scaling/gr%C3%B6%C3%9Fe/ 301\n";
    assert_eq!(redirects, format!("/bank/alt/gr%C3%B6%C3%9Fe/ {target}/bank/old.html {target}"));
    assert_eq!(site.get("old.html", "target"), "/bank/mle/scaling/gr%C3%B6%C3%9Fe/");
    let head = site.filling("old.html").head;
    assert!(head.noindex);
    assert_eq!(head.canonical.unwrap(), "https://example.org/bank/mle/scaling/gr%C3%B6%C3%9Fe/");
}

#[test]
fn the_menu_lists_the_indexes_that_exist() {
    let menu = |files: &str, lang| {
        let site = Fixture::new(files);
        let view = site.plan.site(&site.bank, &site.config, &site.languages, lang, "assets/x/");
        view.menu.into_iter().map(|it| format!("{} {}", it.label, it.url)).collect::<Vec<_>>()
    };
    assert_eq!(menu("", "en"), [] as [&str; 0]);
    assert_eq!(menu(EXAM, "de"), ["Anbieter /vendors/"]);
    let written = "//- site.toml\nbase_url = \"https://a.org/b/\"\n[[menu]]\nlabel = \"X\"\nurl = \"/about/\"\n";
    assert_eq!(menu(&format!("{EXAM}{written}"), "en"), ["X /b/about/"]);
}

#[test]
fn links_of_the_settings_lead_to_pages() {
    let menu = |url: &str| {
        let site = format!("//- site.toml\n[[menu]]\nlabel = \"X\"\nurl = \"{url}\"\n");
        let page = "//- content/about.md\n---\ntitle: About\n---\nText.\n";
        Fixture::new(&format!("{EXAM}{page}{site}")).findings()
    };
    for url in ["/about/", "/about", "/", "/vendors/", "/mle/#part", "https://a.org/x", "//a.org/x"]
    {
        assert_eq!(menu(url), [] as [&str; 0], "{url}");
    }
    for url in ["/abuot/", "/mle/nothing/"] {
        assert_eq!(menu(url), ["broken-link site.toml"], "{url}");
    }
}

#[test]
fn addresses_that_no_file_can_have() {
    let long = "a".repeat(300);
    let deep = "a/".repeat(600);
    for field in [
        format!("aliases: ['/{long}/']"),
        format!("aliases: ['/{deep}']"),
        format!("tags: ['{}']", "ü".repeat(250)),
        format!("slug: {long}"),
    ] {
        let files = format!("{EXAM}{}", question("mle/scaling/q1", &field, "One?"));
        let found = Fixture::new(&files).findings();
        assert!(!found.is_empty() && found[0].starts_with("reserved-name"), "{field}: {found:?}");
    }
}
