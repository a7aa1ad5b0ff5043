//! All rules, listed by hand: by group in the order of the reference, then by name.

use crate::check::{Fixes, Rule, Run, Stage};
use crate::diagnostic::Level;

mod accessibility {
    pub(super) mod alt_reveals_key;
    pub(super) mod sensory_reference;
    pub(super) mod skipped_heading_level;
    pub(super) mod table_without_header;
    pub(super) mod uninformative_alt;
}
mod bank {
    pub(super) mod blueprint_coverage;
    pub(super) mod conflicting_keys;
    pub(super) mod difficulty_balance;
    pub(super) mod duplicate_question;
    pub(super) mod inter_question_cue;
    pub(super) mod key_position_bias;
    pub(super) mod longest_key_rate;
    pub(super) mod mock_exam_unsatisfiable;
    pub(super) mod near_duplicate;
    pub(super) mod thin_topic;
}
mod change {
    pub(super) mod id_changed;
    pub(super) mod key_changed;
    pub(super) mod question_removed;
    pub(super) mod url_lost;
    pub(super) mod wording_changed;
}
mod key {
    pub(super) mod confusable_choices;
    pub(super) mod every_choice_keyed;
    pub(super) mod explanation_contradicts_key;
    pub(super) mod letter_in_choice;
    pub(super) mod missing_explanation;
    pub(super) mod missing_rationale;
    pub(super) mod selection_cue_missing;
    pub(super) mod suspicious_math;
    pub(super) mod unbound_choice_letter;
    pub(super) mod unreferable_position;
}
mod language {
    pub(super) mod doubled_word;
    pub(super) mod duplicate_title;
    pub(super) mod inconsistent_numbers;
    pub(super) mod long_stem;
    pub(super) mod placeholder_text;
    pub(super) mod uneven_choice_punctuation;
}
mod freshness {
    pub(super) mod expired;
    pub(super) mod missing_reference;
    pub(super) mod outdated_blueprint;
    pub(super) mod relative_time;
    pub(super) mod review_overdue;
}
#[path = "rules/front-matter"]
mod front_matter {
    pub(super) mod missing_field;
}
mod reference {
    pub(super) mod broken_anchor;
    pub(super) mod missing_site_id;
}

#[path = "rules/item-writing"]
mod item_writing {
    pub(super) mod absolute_term_in_distractor;
    pub(super) mod all_of_the_above;
    pub(super) mod article_cue;
    pub(super) mod blank_inside_stem;
    pub(super) mod combined_choices;
    pub(super) mod conspicuous_key;
    pub(super) mod double_negative;
    pub(super) mod filler_choice;
    pub(super) mod longest_key;
    pub(super) mod negative_stem;
    pub(super) mod none_of_the_above;
    pub(super) mod several_flaws;
    pub(super) mod stem_word_only_in_key;
    pub(super) mod true_false_choices;
    pub(super) mod two_choices;
    pub(super) mod unemphasised_negative;
    pub(super) mod unfocused_stem;
    pub(super) mod unordered_numbers;
    pub(super) mod vague_frequency;
}

macro_rules! rule {
    ($group:literal, $name:literal, $level:ident, $stage:ident, $fix:ident, $run:expr) => {
        rule!($group, $name, $level, $stage, $fix, $run, &[])
    };
    ($group:literal, $name:literal, $level:ident, $stage:ident, $fix:ident, $run:expr, $settings:expr) => {
        Rule {
            name: $name,
            group: $group,
            level: Level::$level,
            stage: Stage::$stage,
            fix: Fixes::$fix,
            manual: include_str!(concat!("rules/", $group, "/", $name, ".md")),
            settings: $settings,
            run: $run,
        }
    };
}

/// Every rule.
#[rustfmt::skip]
pub static ALL: &[Rule] = &[
    rule!("source", "file-too-large", Deny, Publish, None, Run::Reading),
    rule!("source", "nesting-too-deep", Deny, Publish, None, Run::Reading),
    rule!("source", "not-utf8", Deny, Publish, None, Run::Reading),
    rule!("source", "symlink-loop", Deny, Publish, None, Run::Reading),
    rule!("front-matter", "ambiguous-scalar", Warn, Lint, Safe, Run::Reading),
    rule!("front-matter", "doubled-title", Deny, Publish, None, Run::Reading),
    rule!("front-matter", "duplicate-key", Deny, Publish, None, Run::Reading),
    rule!("front-matter", "front-matter-syntax", Deny, Publish, Safe, Run::Reading),
    rule!("front-matter", "invalid-id", Deny, Publish, None, Run::Reading),
    rule!("front-matter", "invalid-value", Deny, Publish, Unsafe, Run::Reading),
    rule!("front-matter", "missing-field", Deny, Lint, None, Run::Question(front_matter::missing_field::check)),
    rule!("front-matter", "unclosed-front-matter", Deny, Publish, None, Run::Reading),
    rule!("front-matter", "unknown-field", Warn, Lint, Unsafe, Run::Reading),
    rule!("front-matter", "wrong-type", Deny, Publish, None, Run::Reading),
    rule!("reference", "alias-collision", Deny, Publish, None, Run::Plan),
    rule!("reference", "broken-anchor", Deny, Lint, Unsafe, Run::Bank(reference::broken_anchor::check)),
    rule!("reference", "broken-link", Deny, Publish, Unsafe, Run::Reading),
    rule!("reference", "missing-asset", Deny, Publish, Unsafe, Run::Reading),
    rule!("reference", "missing-site-id", Warn, Lint, Safe, Run::Bank(reference::missing_site_id::check)),
    rule!("reference", "path-case-mismatch", Deny, Publish, Safe, Run::Reading),
    rule!("reference", "path-outside-bank", Deny, Publish, None, Run::Reading),
    rule!("reference", "question-outside-topic", Deny, Publish, None, Run::Reading),
    rule!("reference", "remote-image", Deny, Publish, None, Run::Reading),
    rule!("reference", "reserved-name", Deny, Publish, None, Run::Plan),
    rule!("reference", "tag-collision", Deny, Publish, None, Run::Reading),
    rule!("reference", "unknown-author", Deny, Publish, Unsafe, Run::Reading),
    rule!("reference", "unknown-lesson", Deny, Publish, Unsafe, Run::Reading),
    rule!("reference", "unknown-objective", Deny, Publish, Unsafe, Run::Reading),
    rule!("reference", "unknown-question", Deny, Publish, Unsafe, Run::Reading),
    rule!("reference", "unknown-topic", Deny, Publish, Unsafe, Run::Reading),
    rule!("reference", "unsafe-link", Deny, Publish, None, Run::Reading),
    rule!("reference", "unsafe-svg", Deny, Publish, None, Run::Reading),
    rule!("reference", "unused-asset", Note, Lint, None, Run::Reading),
    rule!("reference", "url-collision", Deny, Publish, None, Run::Plan),
    rule!("key", "confusable-choices", Warn, Lint, None, Run::Question(key::confusable_choices::check)),
    rule!("key", "content-after-rationale", Deny, Publish, None, Run::Reading),
    rule!("key", "duplicate-choice", Deny, Publish, None, Run::Reading),
    rule!("key", "empty-choice", Deny, Publish, None, Run::Reading),
    rule!("key", "every-choice-keyed", Warn, Lint, None, Run::Question(key::every_choice_keyed::check)),
    rule!("key", "explanation-contradicts-key", Warn, Lint, None, Run::Question(key::explanation_contradicts_key::check)),
    rule!("key", "fence-on-marker-line", Deny, Publish, Safe, Run::Reading),
    rule!("key", "invalid-math", Deny, Publish, None, Run::Reading),
    rule!("key", "letter-in-choice", Warn, Lint, Unsafe, Run::Question(key::letter_in_choice::check)),
    rule!("key", "malformed-choice-marker", Deny, Publish, Safe, Run::Reading),
    rule!("key", "missing-choices", Deny, Publish, None, Run::Reading),
    rule!("key", "missing-explanation", Warn, Lint, None, Run::Question(key::missing_explanation::check)),
    rule!("key", "missing-key", Deny, Publish, None, Run::Reading),
    rule!("key", "missing-rationale", Note, Lint, None, Run::Question(key::missing_rationale::check)),
    rule!("key", "mixed-choice-list", Deny, Publish, None, Run::Reading),
    rule!("key", "removed-html", Warn, Lint, None, Run::Reading),
    rule!("key", "selection-cue-mismatch", Deny, Publish, None, Run::Reading),
    rule!("key", "selection-cue-missing", Note, Lint, None, Run::Question(key::selection_cue_missing::check)),
    rule!("key", "several-keys-in-single", Deny, Publish, None, Run::Reading),
    rule!("key", "split-choice-list", Deny, Publish, Safe, Run::Reading),
    rule!("key", "stray-rationale", Deny, Publish, Safe, Run::Reading),
    rule!("key", "suspicious-math", Warn, Lint, None, Run::Question(key::suspicious_math::check)),
    rule!("key", "task-marker-residue", Deny, Publish, Safe, Run::Reading),
    rule!("key", "too-few-choices", Deny, Publish, None, Run::Reading),
    rule!("key", "too-many-choices", Deny, Publish, None, Run::Reading),
    rule!("key", "unbound-choice-letter", Warn, Lint, Safe, Run::Question(key::unbound_choice_letter::check)),
    rule!("key", "unknown-choice-reference", Deny, Publish, None, Run::Reading),
    rule!("key", "unknown-html-tag", Deny, Publish, Unsafe, Run::Reading),
    rule!("key", "unknown-section", Warn, Lint, Unsafe, Run::Reading),
    rule!("key", "unreferable-position", Warn, Lint, None, Run::Question(key::unreferable_position::check)),
    rule!("key", "wiki-embed", Deny, Publish, Safe, Run::Reading),
    rule!("item-writing", "absolute-term-in-distractor", Note, Lint, None, Run::Question(item_writing::absolute_term_in_distractor::check), item_writing::absolute_term_in_distractor::SETTINGS),
    rule!("item-writing", "all-of-the-above", Warn, Lint, None, Run::Question(item_writing::all_of_the_above::check)),
    rule!("item-writing", "article-cue", Warn, Lint, Unsafe, Run::Question(item_writing::article_cue::check)),
    rule!("item-writing", "blank-inside-stem", Note, Lint, None, Run::Question(item_writing::blank_inside_stem::check)),
    rule!("item-writing", "combined-choices", Warn, Lint, None, Run::Question(item_writing::combined_choices::check)),
    rule!("item-writing", "conspicuous-key", Warn, Lint, None, Run::Question(item_writing::conspicuous_key::check)),
    rule!("item-writing", "double-negative", Warn, Lint, None, Run::Question(item_writing::double_negative::check)),
    rule!("item-writing", "filler-choice", Warn, Lint, None, Run::Question(item_writing::filler_choice::check)),
    rule!("item-writing", "longest-key", Warn, Lint, None, Run::Question(item_writing::longest_key::check), item_writing::longest_key::SETTINGS),
    rule!("item-writing", "negative-stem", Note, Lint, None, Run::Question(item_writing::negative_stem::check)),
    rule!("item-writing", "none-of-the-above", Warn, Lint, None, Run::Question(item_writing::none_of_the_above::check)),
    rule!("item-writing", "several-flaws", Warn, Lint, None, Run::Question(item_writing::several_flaws::check)),
    rule!("item-writing", "stem-word-only-in-key", Note, Lint, None, Run::Question(item_writing::stem_word_only_in_key::check)),
    rule!("item-writing", "true-false-choices", Note, Lint, Unsafe, Run::Question(item_writing::true_false_choices::check)),
    rule!("item-writing", "two-choices", Note, Lint, None, Run::Question(item_writing::two_choices::check)),
    rule!("item-writing", "unemphasised-negative", Warn, Lint, Safe, Run::Question(item_writing::unemphasised_negative::check)),
    rule!("item-writing", "unfocused-stem", Note, Lint, None, Run::Question(item_writing::unfocused_stem::check)),
    rule!("item-writing", "unordered-numbers", Warn, Lint, Unsafe, Run::Question(item_writing::unordered_numbers::check)),
    rule!("item-writing", "vague-frequency", Allow, Lint, None, Run::Question(item_writing::vague_frequency::check)),
    rule!("language", "doubled-word", Warn, Lint, Unsafe, Run::Question(language::doubled_word::check)),
    rule!("language", "duplicate-title", Note, Lint, None, Run::Bank(language::duplicate_title::check)),
    rule!("language", "inconsistent-numbers", Note, Lint, None, Run::Question(language::inconsistent_numbers::check)),
    rule!("language", "long-stem", Note, Lint, None, Run::Question(language::long_stem::check), language::long_stem::SETTINGS),
    rule!("language", "placeholder-text", Deny, Lint, None, Run::Question(language::placeholder_text::check)),
    rule!("language", "uneven-choice-punctuation", Note, Lint, Unsafe, Run::Question(language::uneven_choice_punctuation::check)),
    rule!("accessibility", "alt-reveals-key", Warn, Lint, None, Run::Question(accessibility::alt_reveals_key::check)),
    rule!("accessibility", "missing-alt", Deny, Publish, None, Run::Reading),
    rule!("accessibility", "sensory-reference", Note, Lint, None, Run::Question(accessibility::sensory_reference::check)),
    rule!("accessibility", "skipped-heading-level", Warn, Lint, None, Run::Bank(accessibility::skipped_heading_level::check)),
    rule!("accessibility", "table-without-header", Warn, Lint, None, Run::Bank(accessibility::table_without_header::check)),
    rule!("accessibility", "uninformative-alt", Warn, Lint, None, Run::Bank(accessibility::uninformative_alt::check)),
    rule!("freshness", "expired", Warn, Lint, None, Run::Question(freshness::expired::check)),
    rule!("freshness", "missing-reference", Note, Lint, None, Run::Question(freshness::missing_reference::check)),
    rule!("freshness", "outdated-blueprint", Warn, Lint, None, Run::Question(freshness::outdated_blueprint::check)),
    rule!("freshness", "relative-time", Note, Lint, None, Run::Question(freshness::relative_time::check)),
    rule!("freshness", "review-overdue", Warn, Lint, None, Run::Bank(freshness::review_overdue::check)),
    rule!("bank", "blueprint-coverage", Warn, Lint, None, Run::Bank(bank::blueprint_coverage::check), bank::blueprint_coverage::SETTINGS),
    rule!("bank", "conflicting-keys", Deny, Lint, None, Run::Bank(bank::conflicting_keys::check)),
    rule!("bank", "difficulty-balance", Note, Lint, None, Run::Bank(bank::difficulty_balance::check), bank::difficulty_balance::SETTINGS),
    rule!("bank", "duplicate-id", Deny, Publish, None, Run::Reading),
    rule!("bank", "duplicate-question", Deny, Lint, None, Run::Bank(bank::duplicate_question::check)),
    rule!("bank", "inter-question-cue", Note, Lint, None, Run::Bank(bank::inter_question_cue::check)),
    rule!("bank", "key-position-bias", Warn, Lint, None, Run::Bank(bank::key_position_bias::check), bank::key_position_bias::SETTINGS),
    rule!("bank", "longest-key-rate", Warn, Lint, None, Run::Bank(bank::longest_key_rate::check), bank::longest_key_rate::SETTINGS),
    rule!("bank", "mock-exam-unsatisfiable", Warn, Lint, None, Run::Bank(bank::mock_exam_unsatisfiable::check)),
    rule!("bank", "near-duplicate", Warn, Lint, None, Run::Bank(bank::near_duplicate::check), bank::near_duplicate::SETTINGS),
    rule!("bank", "thin-topic", Note, Lint, None, Run::Bank(bank::thin_topic::check)),
    rule!("bank", "topic-weights", Deny, Publish, None, Run::Reading),
    rule!("change", "id-changed", Deny, Lint, None, Run::Change(change::id_changed::check)),
    rule!("change", "key-changed", Warn, Lint, None, Run::Change(change::key_changed::check)),
    rule!("change", "question-removed", Warn, Lint, None, Run::Change(change::question_removed::check)),
    rule!("change", "url-lost", Warn, Lint, Safe, Run::Change(change::url_lost::check)),
    rule!("change", "wording-changed", Note, Lint, None, Run::Change(change::wording_changed::check)),
    rule!("config", "stale-baseline", Note, Lint, None, Run::Settling),
    rule!("config", "unused-suppression", Warn, Lint, Safe, Run::Settling),
];
