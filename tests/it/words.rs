//! The words of the theme's languages.

use std::collections::BTreeSet;

use icu_locale_core::Locale;
use icu_plurals::{PluralCategory, PluralRules};

use crate::reading::LANGUAGES;

/// Returns the plural categories of a language's whole numbers, as CLDR has them.
fn categories(tag: &str) -> BTreeSet<&'static str> {
    let locale: Locale = tag.parse().unwrap();
    let rules = PluralRules::try_new_cardinal(locale.into()).unwrap();
    let name = |it| match it {
        PluralCategory::Zero => "zero",
        PluralCategory::One => "one",
        PluralCategory::Two => "two",
        PluralCategory::Few => "few",
        PluralCategory::Many => "many",
        PluralCategory::Other => "other",
    };
    rules.categories().map(name).collect()
}

#[test]
fn counted_things_have_the_plural_forms_of_their_language() {
    for language in LANGUAGES.all() {
        let expected = categories(&language.tag);
        for (key, forms) in &language.plural {
            let found: BTreeSet<&str> = forms.keys().map(String::as_str).collect();
            assert_eq!(found, expected, "{}: {key}", language.tag);
        }
    }
}

#[test]
fn a_form_says_how_many_by_number_or_by_word() {
    for language in LANGUAGES.all() {
        for (key, forms) in &language.plural {
            for (category, form) in forms {
                // Zero, one and two may have words of their own; in Arabic the others never do.
                let is_word = matches!(category.as_str(), "zero" | "one" | "two");
                assert!(is_word || form.contains("{n}"), "{}: {key}.{category}", language.tag);
            }
        }
    }
}
