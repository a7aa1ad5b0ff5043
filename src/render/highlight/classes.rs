//! The classes of words: which of a syntax's scopes have which, and their colours.

use std::collections::BTreeMap;

use syntect::parsing::Scope;

/// A kind of word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// A keyword.
    Keyword,
    /// A string.
    String,
    /// A comment.
    Comment,
    /// A number or another constant.
    Literal,
    /// A name of a function.
    Function,
    /// A name of a type.
    Type,
    /// A key, an attribute, an annotation.
    Attribute,
    /// A tag of HTML or XML.
    Tag,
    /// A variable that is marked as one (`$a`).
    Variable,
    /// A heading of a text or of a difference.
    Heading,
    /// What was deleted.
    Deleted,
    /// What was inserted.
    Inserted,
}

/// Each class with its name and its colours on light and on dark ground.
///
/// The colours keep 4.5 to 1 against grounds from white to #ececf1 and from black to #2a2d34.
const PALETTE: [(Class, &str, &str, &str); 12] = [
    (Class::Keyword, "k", "#a3195b", "#f692b4"),
    (Class::String, "s", "#0b5f2e", "#9bd69b"),
    (Class::Comment, "c", "#555b66", "#a8b0bd"),
    (Class::Literal, "l", "#8a3d00", "#f2b27a"),
    (Class::Function, "f", "#1a4fb4", "#8fbcff"),
    (Class::Type, "t", "#006170", "#74d3dd"),
    (Class::Attribute, "a", "#6d3fb0", "#cbb0f7"),
    (Class::Tag, "g", "#1a4fb4", "#8fbcff"),
    (Class::Variable, "v", "#6d3fb0", "#cbb0f7"),
    (Class::Heading, "h", "#1a4fb4", "#8fbcff"),
    (Class::Deleted, "d", "#a11a1a", "#ffa198"),
    (Class::Inserted, "i", "#0b5f2e", "#9bd69b"),
];

impl Class {
    /// Returns the name that stands in pages.
    pub(super) fn name(self) -> &'static str {
        PALETTE.iter().find(|it| it.0 == self).map_or("", |it| it.1)
    }
}

/// Scopes and their classes; of several that begin a scope the longest counts. A scope without a
/// class stops the search: what stands in it has no colour, whatever it stands in.
const SCOPES: &[(&str, Option<Class>)] = &[
    ("comment", Some(Class::Comment)),
    ("constant", Some(Class::Literal)),
    ("entity.name", Some(Class::Type)),
    ("entity.name.enum.tag-digest", None),
    ("entity.name.function", Some(Class::Function)),
    ("entity.name.label", Some(Class::Attribute)),
    ("entity.name.section", Some(Class::Heading)),
    ("entity.name.tag", Some(Class::Tag)),
    ("entity.name.tag.yaml", Some(Class::Attribute)),
    ("entity.name.tag.toml", Some(Class::Attribute)),
    ("entity.other.attribute-name", Some(Class::Attribute)),
    ("entity.other.inherited-class", Some(Class::Type)),
    ("keyword", Some(Class::Keyword)),
    ("keyword.operator", None),
    ("keyword.operator.logical.python", Some(Class::Keyword)),
    ("keyword.operator.word", Some(Class::Keyword)),
    ("markup.deleted", Some(Class::Deleted)),
    ("markup.heading", Some(Class::Heading)),
    ("markup.inserted", Some(Class::Inserted)),
    ("meta.annotation", Some(Class::Attribute)),
    ("meta.diff.header", Some(Class::Heading)),
    ("meta.diff.range", Some(Class::Heading)),
    ("meta.group.expansion", Some(Class::Variable)),
    ("meta.interpolation", None),
    ("source", None),
    ("storage", Some(Class::Keyword)),
    ("storage.type.primitive", Some(Class::Type)),
    ("string", Some(Class::String)),
    ("support", Some(Class::Function)),
    ("support.class", Some(Class::Type)),
    ("support.constant", Some(Class::Literal)),
    ("support.type", Some(Class::Type)),
    ("support.type.property-name", Some(Class::Attribute)),
    ("support.variable", Some(Class::Variable)),
    ("variable.annotation", Some(Class::Attribute)),
    ("variable.function", Some(Class::Function)),
    ("variable.language", Some(Class::Literal)),
    ("variable.language.star", None),
];

/// Scopes whose strings are keys.
const KEYS: &[&str] = &["meta.mapping.key"];

/// Finds the class of a stack of scopes.
pub(super) struct Classes {
    scopes: Vec<(Scope, Option<Class>)>,
    keys: Vec<Scope>,
}

impl Classes {
    pub(super) fn new() -> Self {
        let mut scopes: Vec<(Scope, Option<Class>)> =
            SCOPES.iter().filter_map(|(it, class)| Some((Scope::new(it).ok()?, *class))).collect();
        scopes.sort_by_key(|(scope, _)| std::cmp::Reverse(scope.len()));
        let keys = KEYS.iter().filter_map(|it| Scope::new(it).ok()).collect();
        Self { scopes, keys }
    }

    /// Returns the class of what stands in these scopes, the innermost last.
    pub(super) fn of(&self, stack: &[Scope]) -> Option<Class> {
        for (at, scope) in stack.iter().enumerate().rev() {
            let found = self.scopes.iter().find(|(it, _)| it.is_prefix_of(*scope));
            let Some((_, class)) = found else { continue };
            let key = *class == Some(Class::String)
                && stack[..at].last().is_some_and(|it| self.is_key(*it));
            return if key { Some(Class::Attribute) } else { *class };
        }
        None
    }

    fn is_key(&self, scope: Scope) -> bool {
        self.keys.iter().any(|it| it.is_prefix_of(scope))
    }
}

/// Returns the style sheet; it follows `color-scheme`, as the theme does.
pub(super) fn style_sheet() -> String {
    let mut names: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
    for (_, name, light, dark) in PALETTE {
        names.entry((light, dark)).or_default().push(format!(".code .{name}"));
    }
    let mut res = String::new();
    for ((light, dark), names) in names {
        res.push_str(&format!("{}{{color:light-dark({light},{dark})}}\n", names.join(",")));
    }
    res.push_str(".code .c{font-style:italic}\n");
    res
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance by WCAG 2.2.
    fn luminance(colour: &str) -> f64 {
        let channel = |at: usize| {
            let it = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if it <= 0.04045 { it / 12.92 } else { ((it + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn colours_can_be_read() {
        for (class, _, light, dark) in PALETTE {
            for (colour, ground) in
                [(light, "#ffffff"), (light, "#ececf1"), (dark, "#000000"), (dark, "#2a2d34")]
            {
                let contrast = contrast(colour, ground);
                assert!(contrast >= 4.5, "{class:?} on {ground}: {contrast:.2}");
            }
        }
    }

    #[test]
    fn names_are_short_and_differ() {
        let mut names: Vec<&str> = PALETTE.iter().map(|it| it.1).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), PALETTE.len());
        assert!(names.iter().all(|it| it.len() == 1));
        let sheet = style_sheet();
        assert!(sheet.contains("\n.code .k{color:light-dark(#a3195b,#f692b4)}\n"), "{sheet}");
        assert!(
            sheet.contains(".code .s,.code .i{color:light-dark(#0b5f2e,#9bd69b)}\n"),
            "{sheet}"
        );
        for name in names {
            assert!(sheet.contains(&format!(".code .{name}")), "{name}");
        }
    }
}
