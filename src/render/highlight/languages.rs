//! Names that authors give to languages.

use syntect::parsing::{SyntaxReference, SyntaxSet};

/// Names that no syntax has for itself, or that it has for another language, with the name of
/// the syntax.
const ALIASES: &[(&str, &str)] = &[
    ("bigquery", "SQL"),
    ("console", "Bourne Again Shell (bash)"),
    ("containerfile", "Dockerfile"),
    ("csharp", "C#"),
    ("docker", "Dockerfile"),
    ("fs", "F#"),
    ("fsharp", "F#"),
    ("golang", "Go"),
    ("gradle", "Groovy"),
    ("h", "C"),
    ("javascript", "JavaScript"),
    ("jenkinsfile", "Groovy"),
    ("js", "JavaScript"),
    ("json5", "JSON"),
    ("jsonc", "JSON"),
    ("jsonl", "JSON"),
    ("mjs", "JavaScript"),
    ("mysql", "SQL"),
    ("node", "JavaScript"),
    ("plsql", "SQL"),
    ("postgres", "SQL"),
    ("postgresql", "SQL"),
    ("pwsh", "PowerShell"),
    ("py3", "Python"),
    ("python3", "Python"),
    ("shell", "Bourne Again Shell (bash)"),
    ("shellsession", "Bourne Again Shell (bash)"),
    ("svg", "XML"),
    ("tfvars", "Terraform"),
    ("tsql", "SQL"),
];

/// Returns whether a language is none: its code is shown as it is.
pub(super) fn is_plain(language: &str) -> bool {
    ["", "text", "txt", "plain", "plaintext", "none", "output"]
        .iter()
        .any(|it| language.eq_ignore_ascii_case(it))
}

/// Returns the syntax of a language.
pub(super) fn syntax<'s>(syntaxes: &'s SyntaxSet, language: &str) -> Option<&'s SyntaxReference> {
    let lower = language.to_ascii_lowercase();
    match ALIASES.binary_search_by_key(&lower.as_str(), |(alias, _)| alias) {
        Ok(at) => syntaxes.find_syntax_by_name(ALIASES[at].1),
        Err(_) => syntaxes.find_syntax_by_token(&lower),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aliases_are_sorted_and_lead_to_a_syntax() {
        assert!(ALIASES.is_sorted());
        let syntaxes = two_face::syntax::extra_newlines();
        for (alias, name) in ALIASES {
            assert!(syntax(&syntaxes, alias).is_some(), "{alias}: {name}");
        }
    }
}
