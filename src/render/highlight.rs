//! Code → HTML with a short class for each kind of word, by syntect.

mod classes;
mod languages;
mod memory;

use std::sync::{Arc, OnceLock};

use syntect::parsing::{ParseState, ScopeStack, SyntaxReference, SyntaxSet};
use syntect::util::LinesWithEndings;

use super::escape::push_text;
use classes::{Class, Classes};
use memory::Memory;

/// Longest code that is highlighted, in bytes; longer code is shown plain.
const MAX_CODE: usize = 64 * 1024;
/// Longest line that is highlighted: patterns may take time that grows faster than a line.
const MAX_LINE: usize = 2 * 1024;

/// Highlights code. The syntaxes are loaded when the first code asks for one.
#[derive(Default)]
pub struct Highlighter {
    loaded: OnceLock<Loaded>,
    memory: Memory,
}

struct Loaded {
    syntaxes: SyntaxSet,
    classes: Classes,
}

impl Highlighter {
    /// Appends code as HTML; plain in a language that is not known.
    pub fn push(&self, out: &mut String, language: &str, code: &str) {
        let bounded = code.len() <= MAX_CODE && code.lines().all(|it| it.len() <= MAX_LINE);
        if !bounded || languages::is_plain(language) {
            push_text(out, code);
            return;
        }
        let highlighted = self.memory.get_or_make(language, code, || self.make(language, code));
        match highlighted {
            Some(html) => out.push_str(&html),
            None => push_text(out, code),
        }
    }

    fn make(&self, language: &str, code: &str) -> Option<Arc<str>> {
        let loaded = self.loaded.get_or_init(|| Loaded {
            syntaxes: two_face::syntax::extra_newlines(),
            classes: Classes::new(),
        });
        let syntax = languages::syntax(&loaded.syntaxes, language)?;
        highlight(loaded, syntax, code).map(Arc::from)
    }
}

/// Returns the style sheet of the classes, for light and dark.
pub fn style_sheet() -> String {
    classes::style_sheet()
}

/// Returns code as HTML; `None` where a syntax is at fault.
fn highlight(loaded: &Loaded, syntax: &SyntaxReference, code: &str) -> Option<String> {
    let mut state = ParseState::new(syntax);
    let mut stack = ScopeStack::new();
    let mut spans = Spans { out: String::with_capacity(code.len() * 2), open: None };
    for line in LinesWithEndings::from(code) {
        let mut done = 0;
        for (at, op) in state.parse_line(line, &loaded.syntaxes).ok()? {
            // Scopes mostly come and go several at a time.
            if at > done {
                spans.push(&loaded.classes, &stack, line.get(done..at)?);
                done = at;
            }
            stack.apply(&op).ok()?;
        }
        spans.push(&loaded.classes, &stack, line.get(done..)?);
    }
    spans.close();
    Some(spans.out)
}

/// Runs of text with a class, joined as far as they go.
struct Spans {
    out: String,
    open: Option<Class>,
}

impl Spans {
    fn push(&mut self, classes: &Classes, stack: &ScopeStack, text: &str) {
        // White space has no colour: it goes on with what it follows.
        if text.trim().is_empty() {
            self.out.push_str(text);
            return;
        }
        let class = classes.of(stack.as_slice());
        if class != self.open {
            self.close();
            if let Some(class) = class {
                self.out.push_str("<span class=\"");
                self.out.push_str(class.name());
                self.out.push_str("\">");
                self.open = Some(class);
            }
        }
        push_text(&mut self.out, text);
    }

    /// Ends the run, white space at its end left outside.
    fn close(&mut self) {
        if self.open.take().is_some() {
            let kept = self.out.trim_end().len();
            self.out.insert_str(kept, "</span>");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn highlighted(language: &str, code: &str) -> String {
        let mut out = String::new();
        Highlighter::default().push(&mut out, language, code);
        out
    }

    #[test]
    fn words_have_short_classes_and_runs_are_joined() {
        assert_eq!(
            highlighted("py", "def f(x):\n    # a < b\n    # c\n    return \"s\\n\" + 1\n"),
            "<span class=\"k\">def</span> <span class=\"f\">f</span>(x):\n    \
             <span class=\"c\"># a &lt; b\n    # c</span>\n    <span class=\"k\">return</span> \
             <span class=\"s\">\"s</span><span class=\"l\">\\n</span><span class=\"s\">\"</span> \
             + <span class=\"l\">1</span>\n"
        );
        assert_eq!(
            highlighted("json", "{\"a\": \"b\"}"),
            "{<span class=\"a\">\"a\"</span>: <span class=\"s\">\"b\"</span>}"
        );
        assert_eq!(
            highlighted("python", "f'{x} a'"),
            "<span class=\"k\">f</span><span class=\"s\">'</span>{x}<span class=\"s\"> a'</span>"
        );
    }

    #[test]
    fn each_language_has_words_with_a_class() {
        for (languages, code, expected) in [
            ("python py Python py3", "def f(): return 'a'", "<span class=\"k\">def</span>"),
            ("rust rs", "fn main() {}", "<span class=\"k\">fn</span>"),
            ("java", "public class A {}", "<span class=\"k\">public class</span>"),
            ("javascript js mjs jsx node", "const a = 'b';", "<span class=\"s\">'b'</span>"),
            ("typescript ts tsx", "const a: string = 'b';", "<span class=\"s\">'b'</span>"),
            ("c h", "return \"a\";", "<span class=\"s\">\"a\"</span>"),
            ("cpp c++ cxx hpp", "return \"a\";", "<span class=\"s\">\"a\"</span>"),
            ("cs c# csharp", "var a = \"b\";", "<span class=\"s\">\"b\"</span>"),
            ("go golang", "func f() {}", "<span class=\"k\">func</span>"),
            ("kotlin kt kts", "fun f() = \"a\"", "<span class=\"s\">\"a\"</span>"),
            ("swift", "let a = \"b\"", "<span class=\"s\">\"b\"</span>"),
            ("sql postgresql mysql tsql bigquery", "SELECT 'a'", "<span class=\"k\">SELECT</span>"),
            ("yaml yml", "a: 'b'", "<span class=\"s\">'b'</span>"),
            ("toml", "a = 'b'", "<span class=\"s\">'b'</span>"),
            ("json jsonc json5 jsonl", "[\"a\"]", "<span class=\"s\">\"a\"</span>"),
            ("hcl terraform tf tfvars", "a = \"b\"", "<span class=\"s\">\"b\"</span>"),
            ("dockerfile docker Containerfile", "FROM a", "<span class=\"k\">FROM</span>"),
            (
                "bash sh shell console zsh shellsession",
                "if a; then b; fi",
                "<span class=\"k\">if</span>",
            ),
            ("powershell ps1 pwsh", "if ($a) { 'b' }", "<span class=\"s\">'b'</span>"),
            ("html", "<p title=\"a\">b</p>", "<span class=\"s\">\"a\"</span>"),
            ("css", "a { content: 'b' }", "<span class=\"s\">'b'</span>"),
            ("xml svg", "<a b=\"c\"/>", "<span class=\"s\">\"c\"</span>"),
            ("diff patch", "-a\n+b\n", "<span class=\"d\">-a</span>\n<span class=\"i\">+b</span>"),
            ("ruby rb", "puts 'a'", "<span class=\"s\">'a'</span>"),
            ("php", "<?php echo 'a';", "<span class=\"s\">'a'</span>"),
            ("scala", "val a = \"b\"", "<span class=\"s\">\"b\"</span>"),
            ("r", "a <- 'b'", "<span class=\"s\">'b'</span>"),
            ("lua", "local a = 'b'", "<span class=\"s\">'b'</span>"),
            ("graphql", "query a { b }", "<span class=\"k\">query</span>"),
            ("proto protobuf", "message A {}", "<span class=\"k\">message</span>"),
            ("groovy jenkinsfile gradle", "def a = 'b'", "<span class=\"s\">'b'</span>"),
            ("makefile make", "a: b\n\techo 'c'", "<span class=\"s\">'c'</span>"),
            ("ini", "; a\n[b]", "<span class=\"c\">; a</span>"),
        ] {
            for language in languages.split(' ') {
                let html = highlighted(language, code);
                assert!(html.contains(expected), "{language}: {html}");
            }
        }
    }

    #[test]
    fn the_text_is_the_code_whatever_it_is() {
        for (language, code) in [
            ("", "a <b>"),
            ("text", "a <b>"),
            ("no-such", "a <b>"),
            ("python", ""),
            ("python", "\n\n  \n"),
            ("python", "\"\"\"never closed <\n\n"),
            ("html", "<script>alert('</script>')"),
            ("rust", "\u{202e}é 'a \" \\"),
        ] {
            let html = highlighted(language, code);
            let mut text = html.replace("</span>", "");
            while let Some(at) = text.find("<span class=\"") {
                text.replace_range(at..at + "<span class=\"k\">".len(), "");
            }
            let mut expected = String::new();
            push_text(&mut expected, code);
            assert_eq!(text, expected, "{language}");
        }
    }

    #[test]
    fn what_is_remembered_is_what_is_made() {
        let highlighter = Highlighter::default();
        let (mut first, mut second) = (String::new(), String::new());
        highlighter.push(&mut first, "rust", "let a = 1;");
        highlighter.push(&mut second, "python", "let a = 1;");
        assert_ne!(first, second);
        let mut again = String::new();
        highlighter.push(&mut again, "rust", "let a = 1;");
        assert_eq!(first, again);
    }

    #[test]
    fn long_code_and_long_lines_stay_plain() {
        let line = "\"a\" ".repeat(1000);
        assert!(!highlighted("python", &line).contains("<span"));
        let code = "\"a\"\n".repeat(20_000);
        assert!(!highlighted("python", &code).contains("<span"));
    }
}
