//! The tree of sources: what no compiler checks.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Most lines of a source file.
const MAX_LINES: usize = 600;

/// Files in which `Serialize` may be derived or named: what leaves the program as data.
const SERIALIZES: [&str; 7] = [
    "src/cmd/stats",
    "src/diagnostic.rs",
    "src/plan",
    "src/render/theme.rs",
    "src/report",
    "src/search",
    "src/write/manifest.rs",
];

/// Words whose template is still to come; take a word out when it has come.
const WAITING: &[&str] = &[];

/// Returns the text files below a folder of the project, by path.
pub(crate) fn sources(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut res = Vec::new();
    for entry in walkdir::WalkDir::new(root.join(folder)).sort_by_file_name() {
        let entry = entry.unwrap();
        let hidden = entry.file_name().to_str().unwrap().starts_with('.');
        if hidden || !entry.file_type().is_file() {
            continue;
        }
        let path = entry.path().strip_prefix(root).unwrap().to_str().unwrap().to_owned();
        if let Ok(text) = fs::read_to_string(entry.path()) {
            res.push((path, text));
        }
    }
    assert!(!res.is_empty(), "nothing in {folder}");
    res
}

fn rust(folder: &str) -> Vec<(String, String)> {
    sources(folder).into_iter().filter(|(path, _)| path.ends_with(".rs")).collect()
}

/// Returns a Rust source without its tests, which stand last, and without comments.
pub(crate) fn without_tests(text: &str) -> String {
    let end = text
        .find("\n#[cfg(test)]\n#[")
        .or(text.find("\n#[cfg(test)]\nmod tests {"))
        .unwrap_or(text.len());
    let code = |it: &&str| !it.trim_start().starts_with("//");
    text[..end].lines().filter(code).map(|it| format!("{it}\n")).collect()
}

/// Returns the names that follow `lead`, each as long as it is a word.
fn words_after<'t>(text: &'t str, lead: &str) -> Vec<&'t str> {
    let word = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
    text.match_indices(lead)
        .map(|(at, _)| {
            let rest = &text[at + lead.len()..];
            &rest[..rest.find(word).unwrap_or(rest.len())]
        })
        .filter(|it| !it.is_empty())
        .collect()
}

/// Returns the words of the theme that a template uses, through `words` or a name set to it.
fn words_of(template: &str) -> BTreeSet<&str> {
    let mut res: BTreeSet<&str> = words_after(template, "words.").into_iter().collect();
    for (at, _) in template.match_indices("set ") {
        let Some((name, value)) = template[at + 4..].split_once(" = ") else { continue };
        let is_words = value.starts_with("words ") || value.starts_with("view.words ");
        if is_words && name.bytes().all(|it| it.is_ascii_lowercase()) {
            let lead = format!("{name}.");
            let alone = |at: usize| {
                !template[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.')
            };
            for (at, _) in template.match_indices(&lead).filter(|(at, _)| alone(*at)) {
                let end = at + lead.len();
                let word = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
                let rest = &template[end..];
                res.insert(&rest[..rest.find(word).unwrap_or(rest.len())]);
            }
        }
    }
    res
}

#[track_caller]
fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn a_module_names_only_earlier_ones() {
    let lib = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).unwrap();
    let order: Vec<&str> =
        lib.lines().filter_map(|it| it.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert!(order.len() > 10, "{order:?}");
    let mut faults = Vec::new();
    for (path, text) in rust("src") {
        let inner = path.strip_prefix("src/").unwrap();
        let module = inner.split(['/', '.']).next().unwrap();
        // What stands outside the library (`main.rs`) may name all of it.
        let Some(own) = order.iter().position(|it| *it == module) else { continue };
        if path.ends_with("/tests.rs") {
            continue;
        }
        let text = without_tests(&text);
        let mut named = words_after(&text, "crate::");
        for (at, _) in text.match_indices("crate::{") {
            let group = text[at + 8..].split(';').next().unwrap();
            named.extend(group.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')));
        }
        for name in named {
            if order.iter().position(|it| *it == name).is_some_and(|at| at > own) {
                faults.push(format!("{path} names `{name}`, which comes after `{module}`"));
            }
        }
    }
    faults.dedup();
    assert_none(&faults);
}

#[test]
fn no_file_is_too_long() {
    let all = ["src", "tests", "benches"].iter().filter(|it| Path::new(it).exists());
    let long = all.flat_map(|it| rust(it)).filter(|(_, text)| text.lines().count() > MAX_LINES);
    let faults: Vec<String> =
        long.map(|(path, text)| format!("{path} has {} lines", text.lines().count())).collect();
    assert_none(&faults);
}

#[test]
fn every_file_says_what_it_is() {
    let all = ["src", "tests"].iter().flat_map(|it| rust(it));
    let faults: Vec<String> = all
        .filter(|(_, text)| !text.starts_with("//! "))
        .map(|(path, _)| format!("{path} does not begin with `//!` and a sentence"))
        .collect();
    assert_none(&faults);
}

/// Everything between backticks in the architecture that looks like a path is one.
#[test]
fn the_architecture_names_what_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let Ok(text) = fs::read_to_string(root.join("ARCHITECTURE.md")) else { return };
    let mut faults = Vec::new();
    for name in text.split('`').skip(1).step_by(2) {
        let is_path = name.contains('/') || name.ends_with(".rs");
        let is_pattern = name.contains(['*', '{', '<', ' ', ':']) || name.contains("NAME");
        let rooted =
            ["", "src/", "themes/default/"].iter().any(|it| root.join(it).join(name).exists());
        // URLs of pages begin with a slash, and upper-case parts are placeholders.
        let placeholder = name.starts_with('/')
            || name.split(['/', '.']).any(|it| !it.is_empty() && it == it.to_uppercase());
        if is_path && !is_pattern && !placeholder && !rooted {
            faults.push(format!("ARCHITECTURE.md names `{name}`, which does not exist"));
        }
    }
    assert_none(&faults);
}

/// Templates get views: a model type that can be serialised would end up in one.
#[test]
fn only_what_leaves_the_program_is_serialised() {
    let faults: Vec<String> = rust("src")
        .into_iter()
        .filter(|(path, _)| !SERIALIZES.iter().any(|it| path.starts_with(it)))
        .filter(|(_, text)| {
            let code = without_tests(text);
            code.split(|c: char| !c.is_alphanumeric()).any(|it| it == "Serialize")
        })
        .map(|(path, _)| format!("{path} names `Serialize`"))
        .collect();
    assert_none(&faults);
}

/// The site's Content-Security-Policy forbids them.
#[test]
fn templates_hold_no_inline_styles_or_handlers() {
    let mut faults = Vec::new();
    for (path, text) in sources("themes/default/templates") {
        for (number, line) in text.lines().enumerate() {
            let handler = line.match_indices(" on").any(|(at, _)| {
                let name = line[at + 1..].split('=').next().unwrap();
                line[at..].contains('=') && name.bytes().all(|it| it.is_ascii_lowercase())
            });
            if line.contains("style=") || line.contains("<style") || handler {
                faults.push(format!("{path}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    assert_none(&faults);
}

/// Returns the keys of the tables `ui` and `plural` of each language, each with its table.
fn words() -> BTreeMap<String, BTreeSet<String>> {
    let mut res = BTreeMap::new();
    for (path, text) in sources("themes/default/i18n") {
        let table: toml::Table = toml::from_str(&text).unwrap();
        let mut keys = BTreeSet::new();
        collect(&table, "", &mut keys);
        res.insert(path, keys);
    }
    res
}

fn collect(table: &toml::Table, prefix: &str, keys: &mut BTreeSet<String>) {
    for (key, value) in table {
        let name = format!("{prefix}{key}");
        match value {
            // Each language has the plural forms that it needs.
            toml::Value::Table(inner) if prefix != "plural." && prefix.matches('.').count() < 2 => {
                collect(inner, &format!("{name}."), keys);
            }
            // The decimal sign has a default.
            _ if name == "decimal" => {}
            // Rules without a list are silent in that language.
            toml::Value::Array(_) if prefix == "lint." => {}
            _ => {
                keys.insert(name);
            }
        }
    }
}

#[test]
fn every_language_has_the_same_words() {
    let languages = words();
    let english = &languages["themes/default/i18n/en.toml"];
    let mut faults = Vec::new();
    for (path, keys) in &languages {
        faults.extend(english.difference(keys).map(|it| format!("{path} lacks `{it}`")));
        faults.extend(keys.difference(english).map(|it| format!("only {path} has `{it}`")));
    }
    assert_none(&faults);
}

#[test]
fn every_word_of_a_template_exists() {
    let languages = words();
    let english = &languages["themes/default/i18n/en.toml"];
    let mut faults = Vec::new();
    for (path, text) in sources("themes/default/templates") {
        for word in words_of(&text) {
            if !english.contains(&format!("ui.{word}")) {
                faults.push(format!("{path} uses `words.{word}`, which no language has"));
            }
        }
    }
    assert_none(&faults);
}

#[test]
fn every_list_of_the_linter_is_used() {
    let rules: String = rust("src/check").into_iter().map(|(_, text)| text).collect();
    let mut faults = Vec::new();
    for (path, text) in sources("themes/default/i18n") {
        let table: toml::Table = toml::from_str(&text).unwrap();
        let lists = table.get("lint").and_then(toml::Value::as_table).unwrap().keys();
        let unused = lists.filter(|it| !rules.contains(&format!("\"{it}\"")));
        faults.extend(unused.map(|it| format!("no rule asks for `lint.{it}` of {path}")));
    }
    assert_none(&faults);
}

#[test]
fn every_word_is_used() {
    let languages = words();
    let code: String = rust("src").into_iter().map(|(_, text)| text).collect();
    let templates = sources("themes/default/templates");
    let shown: BTreeSet<&str> = templates.iter().flat_map(|(_, text)| words_of(text)).collect();
    let mut faults = Vec::new();
    for key in &languages["themes/default/i18n/en.toml"] {
        let Some((table @ ("ui" | "plural"), word)) = key.split_once('.') else { continue };
        let in_code = code.contains(&format!("\"{word}\""))
            // `kind_key` makes these words from names of types.
            || code.contains(&format!("\"{}\"", word.replace('_', "-")));
        let used = in_code || table == "ui" && shown.contains(word);
        if !used && !WAITING.contains(&word) {
            faults.push(format!("`{key}` is used nowhere"));
        }
        if used && WAITING.contains(&word) {
            println!("`{word}` is used now: take it out of WAITING");
        }
    }
    assert_none(&faults);
}
