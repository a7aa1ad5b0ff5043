//! Hostile texts: read or refused in bounded time.
//!
//! Time is that of the thread on the processor. The bound is generous, so that a slow machine passes,
//! and far below what quadratic time takes.

#![expect(
    clippy::print_stdout,
    clippy::too_many_lines,
    reason = "a table of texts with what they take"
)]

use std::time::Duration;

use crate::reading::question;

/// Returns the time that this thread has spent on a processor, whatever else the machine does.
fn cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(text.split(' ').next().unwrap().parse().unwrap())
}

/// Makes a text of a number of lines.
type Make = Box<dyn Fn(usize) -> String>;

const TAIL: &str = "\n\n- [x] One\n- [ ] Two\n";

/// Reads a text and one of a quarter of it; returns what took too long.
fn slow(name: &str, make: impl Fn(usize) -> String, n: usize) -> Option<String> {
    let time = |n: usize| {
        let text = make(n);
        let start = cpu();
        let (_, found) = question(&text);
        (cpu() - start, text.len(), found.len())
    };
    let (mut quarter, ..) = time(n / 4);
    let (mut whole, bytes, found) = time(n);
    if whole > Duration::from_secs(2) {
        // Something else may have been running.
        (quarter, whole) = (quarter.min(time(n / 4).0), whole.min(time(n).0));
    }
    let rate = whole.as_secs_f64() / quarter.as_secs_f64().max(1e-9);
    println!("{name}: {bytes} bytes, {whole:?}, {rate:.1} times a quarter, {found} findings");
    let allowed = Duration::from_secs(5) + Duration::from_micros(bytes as u64 * 20);
    let quadratic = whole > Duration::from_secs(3) && rate > 9.0;
    (whole > allowed || quadratic)
        .then(|| format!("{name}: {whole:?} for {bytes} bytes, {rate:.1}"))
}

#[test]
fn hostile_texts_take_bounded_time() {
    let repeat = |it: &'static str| move |n: usize| it.repeat(n);
    let mut failed: Vec<String> = Vec::new();
    for it in [
        "> ",
        "[",
        "![",
        "]",
        "- ",
        "* ",
        "1. ",
        "*",
        "**",
        "_",
        "~",
        "`",
        "` `` ",
        "$",
        "$$",
        "$a",
        "$ $$",
        "$x$ ",
        "$5 ",
        "<",
        "<a ",
        "<!--",
        "<!-- x -->",
        "<?",
        "<![CDATA[",
        "&",
        "&amp;",
        "\\",
        "[a](",
        "[a](b) ",
        "![a](b.png) ",
        "[^a]",
        "[a]: b\n",
        "|",
        "|-",
        "a|b\n-|-\n",
        "{",
        "{@A}",
        "{@Z}",
        "\\{@A}",
        "option A ",
        "options A, ",
        "answer: ",
        "A and ",
        "# a\n",
        "## Hint\n",
        "## Nope\n",
        "```\n",
        "a\n",
        "\n",
        "\r\n",
        "\t",
        " ",
        "a.b.",
        "a. ",
        "(((",
        "İ",
        "<b>",
        "<b>x</b> ",
        "<t>",
        "Vec<T> ",
        "<a href=\"x\">y</a>",
        "![[x]] ",
        "é",
        "*a **b ",
        "[[",
        "- [x] ",
        "x](y",
        "<a href=\"javascript:x\">",
        "**Tempting:** ",
        "(select two) ",
        "select two. ",
        "+++\n",
        "---\n",
        "[x] ",
        "\u{1}",
    ] {
        failed.extend(slow(&format!("{it:?}"), |n| it.repeat(n) + TAIL, 80_000 / it.len().max(2)));
        failed.extend(slow(
            &format!("in an explanation {it:?}"),
            |n| format!("Which?{TAIL}\n## Explanation\n\n{}\n", it.repeat(n)),
            80_000 / it.len().max(2),
        ));
    }
    let lines: [(&str, Make); 16] = [
        ("choices", Box::new(|n| (0..n).map(|it| format!("- [ ] choice {it}\n")).collect())),
        (
            "choices with rationales",
            Box::new(|n| {
                (0..n)
                    .map(|it| format!("- [ ] choice {it}\n  > **Tempting:** as option A\n"))
                    .collect()
            }),
        ),
        ("equal choices", Box::new(repeat("- [ ] same\n"))),
        (
            "choices that name choices",
            Box::new(|n| (0..n).map(|it| format!("- [ ] option A {it}\n")).collect()),
        ),
        ("choices split by quotes", Box::new(repeat("- [ ] x\n\n> q\n\n"))),
        ("choices with other bullets", Box::new(repeat("- [ ] x\n* [ ] y\n"))),
        ("block of html", Box::new(|n| format!("<div>\n{}</div>", "<t>\n".repeat(n)) + TAIL)),
        (
            "block of links",
            Box::new(|n| format!("<div>\n{}</div>", "<a href=\"x\">y</a>\n".repeat(n)) + TAIL),
        ),
        (
            "block of removed html",
            Box::new(|n| format!("<div>\n{}</div>", "<form>\n".repeat(n)) + TAIL),
        ),
        (
            "block of images",
            Box::new(|n| format!("<div>\n{}</div>", "<img src=\"x.png\">\n".repeat(n)) + TAIL),
        ),
        (
            "definitions and uses",
            Box::new(|n| {
                (0..n)
                    .map(|it| format!("[a{it}]\n\n[a{it}]: https://example.org/{it}\n\n"))
                    .collect::<String>()
                    + TAIL
            }),
        ),
        (
            "markers in nested lists",
            Box::new(|n| "- [x] a\n".to_owned() + &"  - [x] b\n".repeat(n) + TAIL),
        ),
        ("items with comments", Box::new(repeat("- <!-- x -->\n  [ ] a\n"))),
        ("hints", Box::new(|n| format!("Which?{TAIL}") + &"\n## Hint\n\noption B\n".repeat(n))),
        ("tasks residue", Box::new(repeat("- [ ] a ✅ 2026-11-02\n"))),
        ("fences on marker lines", Box::new(repeat("- [ ] ```\n  x\n"))),
    ];
    for (name, make) in lines {
        failed.extend(slow(name, make, 10_000));
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn files_at_the_limits_are_read_or_refused() {
    let mb = 1024 * 1024;
    let rules = |text: &str| -> Vec<&str> { question(text).1.iter().map(|it| it.rule).collect() };
    assert_eq!(rules(&"a\n".repeat(4 * mb + 1)), ["file-too-large"]);
    assert_eq!(rules(&"a".repeat(mb + 1)), ["file-too-large"]);
    assert_eq!(rules(&("> ".repeat(100_000) + TAIL)), ["nesting-too-deep"]);
    assert_eq!(rules(&("- ".repeat(66) + "a" + TAIL)), ["nesting-too-deep"]);
    assert_eq!(rules(&("- > ".repeat(40) + "a" + TAIL)), ["nesting-too-deep"]);
    let start = cpu();
    assert_eq!(rules(&("A word, option B, and $5.\n".repeat(300_000) + TAIL)), Vec::<&str>::new());
    assert!(cpu() - start < Duration::from_secs(60));
}
