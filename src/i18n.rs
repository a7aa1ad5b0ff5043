//! Words by language: those of the pages, and those by which authors' text is understood.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail};
use icu_plurals::{PluralCategory, PluralRules};
use serde::Deserialize;

use crate::words::Phrases;

/// One language, from `i18n/TAG.toml` of the theme.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Language {
    /// Language tag: the file's stem.
    #[serde(skip)]
    pub tag: String,
    /// The language's name in itself.
    pub name: String,
    /// `ltr` or `rtl`.
    pub dir: String,
    /// Number words from one on.
    pub numbers: Vec<String>,
    /// What stands between the whole and the fraction of a number.
    #[serde(default = "point")]
    pub decimal: String,
    /// How lists are joined.
    pub list: ListPatterns,
    /// How dates are written.
    pub date: DatePatterns,
    /// Words by which authors' text is understood.
    pub parser: ParserWords,
    /// Lists of words and phrases that rules of the linter look for, by name.
    #[serde(default)]
    pub lint: BTreeMap<String, Phrases>,
    /// Words of the pages, by key.
    pub ui: BTreeMap<String, String>,
    /// Counted things, by key and plural category.
    pub plural: BTreeMap<String, BTreeMap<String, String>>,
    /// Words that scripts show, by page and key: each table reaches its page whole.
    #[serde(default)]
    pub scripts: BTreeMap<String, BTreeMap<String, ScriptWord>>,
}

/// A word that a script shows.
#[derive(Debug, Clone, Deserialize, PartialEq, Eq)]
#[serde(untagged)]
pub enum ScriptWord {
    /// A word or a sentence.
    Text(String),
    /// A counted thing, by plural category.
    Counted(BTreeMap<String, String>),
}

fn words_of_a_letter() -> Vec<String> {
    vec!["a".to_owned(), "i".to_owned()]
}

fn point() -> String {
    ".".to_owned()
}

/// How a list is joined, in the shape of CLDR's list patterns.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListPatterns {
    /// Two entries.
    pub pair: String,
    /// The beginning and the middle of a longer list.
    pub middle: String,
    /// The last two of a longer list.
    pub end: String,
}

/// How dates are written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatePatterns {
    /// Names of the twelve months.
    pub months: Vec<String>,
    /// Month with year.
    pub month_year: String,
    /// Day with month and year.
    pub full: String,
}

/// Words by which authors' text is understood; compared case-folded.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParserWords {
    /// Headings of the explanation.
    pub explanation: Vec<String>,
    /// Headings of the trap.
    pub trap: Vec<String>,
    /// Headings of a hint.
    pub hint: Vec<String>,
    /// Headings of the sources.
    pub references: Vec<String>,
    /// Labels of the part of a rationale that says why learners pick the choice.
    pub tempting: Vec<String>,
    /// Labels of the part that says when it would be right.
    pub right_when: Vec<String>,
    /// Cues with a number `{n}`.
    pub select_count: Vec<String>,
    /// Questions that hold the number: "which {n} of the following"; one that ends with it needs
    /// the number in capitals.
    #[serde(default)]
    pub ask_count: Vec<String>,
    /// Orders and questions that hold the number where several choices are the key; after one that
    /// ends with it a plural noun must stand.
    #[serde(default)]
    pub ask_several: Vec<String>,
    /// How plural nouns end.
    #[serde(default)]
    pub plural_endings: Vec<String>,
    /// Plural nouns of which a number is an amount: "two days after".
    #[serde(default)]
    pub measures: Vec<String>,
    /// Cues without a number.
    pub select_all: Vec<String>,
    /// Words before the letter of a choice.
    pub keywords: Vec<String>,
    /// Words between letters.
    pub connectives: Vec<String>,
    /// Words between keyword and letter.
    pub copulas: Vec<String>,
    /// Verb forms before which a lone `A` is a letter.
    pub verbs: Vec<String>,
    /// Letters that are words by themselves, as "a" and "I" are.
    #[serde(default = "words_of_a_letter")]
    pub letter_words: Vec<String>,
    /// Words that a letter before them belongs to: "B cells", "C major".
    #[serde(default)]
    pub letter_nouns: Vec<String>,
    /// Words between the ends of a range: "A to C".
    #[serde(default)]
    pub letter_ranges: Vec<String>,
    /// Choices that are pinned without asking.
    pub fixed: Vec<String>,
    /// Texts of the choice of a `true-false` question that says the statement holds.
    #[serde(rename = "true")]
    pub true_words: Vec<String>,
    /// Texts of the other choice.
    #[serde(rename = "false")]
    pub false_words: Vec<String>,
}

impl ParserWords {
    /// Brings all words to lower case, the form in which they are compared.
    fn fold(&mut self) {
        let lists = [
            &mut self.explanation,
            &mut self.trap,
            &mut self.hint,
            &mut self.references,
            &mut self.tempting,
            &mut self.right_when,
            &mut self.select_count,
            &mut self.ask_count,
            &mut self.ask_several,
            &mut self.plural_endings,
            &mut self.measures,
            &mut self.select_all,
            &mut self.keywords,
            &mut self.connectives,
            &mut self.copulas,
            &mut self.verbs,
            &mut self.letter_words,
            &mut self.letter_nouns,
            &mut self.letter_ranges,
            &mut self.fixed,
            &mut self.true_words,
            &mut self.false_words,
        ];
        for word in lists.into_iter().flatten() {
            *word = word.to_lowercase();
        }
    }
}

impl Language {
    /// Reads one file.
    ///
    /// # Errors
    ///
    /// A file that is no TOML of this shape, or lacks months.
    pub fn read(tag: &str, text: &str) -> Result<Self> {
        let mut language: Self =
            toml::from_str(text).with_context(|| format!("could not read i18n/{tag}.toml"))?;
        tag.clone_into(&mut language.tag);
        language.parser.fold();
        if language.date.months.len() != 12 {
            bail!(
                "i18n/{tag}.toml: `date.months` must have 12 entries, found {}",
                language.date.months.len()
            );
        }
        Ok(language)
    }

    /// Returns the direction as templates need it.
    pub fn direction(&self) -> &'static str {
        if self.dir == "rtl" { "rtl" } else { "ltr" }
    }

    /// Returns a word of the pages; an unknown key comes back as it is, so that it is seen.
    pub fn word<'w>(&'w self, key: &'w str) -> &'w str {
        self.ui.get(key).map_or(key, String::as_str)
    }

    /// Returns a sentence of the pages with its places filled in.
    pub fn sentence(&self, key: &str, values: &[(&str, &str)]) -> String {
        fill(self.word(key), values)
    }

    /// Returns the words for the scripts of a page: those that all such pages share (`study`), and
    /// the page's own.
    pub fn script_words(&self, page: &str) -> BTreeMap<&str, &ScriptWord> {
        let tables = ["study", page].into_iter().filter_map(|it| self.scripts.get(it));
        tables.flatten().map(|(key, word)| (key.as_str(), word)).collect()
    }

    /// Returns "28 questions" for a key of `[plural]`.
    pub fn counted(&self, key: &str, n: usize) -> String {
        let forms = self.plural.get(key);
        let category = match self.rules().map(|it| it.category_for(n)) {
            Some(PluralCategory::Zero) => "zero",
            Some(PluralCategory::One) => "one",
            Some(PluralCategory::Two) => "two",
            Some(PluralCategory::Few) => "few",
            Some(PluralCategory::Many) => "many",
            Some(PluralCategory::Other) | None => "other",
        };
        let form = forms.and_then(|it| it.get(category).or_else(|| it.get("other")));
        fill(form.map_or(key, String::as_str), &[("n", &n.to_string())])
    }

    fn rules(&self) -> Option<PluralRules> {
        let locale: icu_locale_core::Locale = self.tag.parse().ok()?;
        PluralRules::try_new_cardinal(locale.into()).ok()
    }

    /// Returns the number word of a small number, or its digits.
    pub fn number_word(&self, n: usize) -> String {
        match n.checked_sub(1).and_then(|at| self.numbers.get(at)) {
            Some(word) => word.clone(),
            None => n.to_string(),
        }
    }

    /// Returns a number for people: at most two decimals, the language's separator.
    pub fn decimal(&self, number: f64) -> String {
        let text = format!("{number:.2}");
        text.trim_end_matches('0').trim_end_matches('.').replace('.', &self.decimal)
    }

    /// Returns "September 2026" of a date `2026-09-14` that was checked.
    pub fn month(&self, date: &str) -> String {
        let (year, month) = (date.get(..4).unwrap_or_default(), self.month_name(date));
        fill(&self.date.month_year, &[("month", month), ("year", year)])
    }

    /// Returns "14 September 2026" of a date `2026-09-14` that was checked.
    pub fn day(&self, date: &str) -> String {
        let day = date.get(8..10).unwrap_or_default().trim_start_matches('0');
        let year = date.get(..4).unwrap_or_default();
        fill(&self.date.full, &[("day", day), ("month", self.month_name(date)), ("year", year)])
    }

    fn month_name(&self, date: &str) -> &str {
        let number: usize = date.get(5..7).and_then(|it| it.parse().ok()).unwrap_or(1);
        self.date.months.get(number.saturating_sub(1)).map_or("", String::as_str)
    }

    /// Returns the entries of a list joined as the language does.
    pub fn list(&self, entries: &[String]) -> String {
        match entries {
            [] => String::new(),
            [one] => one.clone(),
            [first, second] => join(&self.list.pair, first, second),
            [first, middle @ .., last] => {
                let begun =
                    middle.iter().fold(first.clone(), |res, it| join(&self.list.middle, &res, it));
                join(&self.list.end, &begun, last)
            }
        }
    }
}

fn join(pattern: &str, first: &str, second: &str) -> String {
    fill(pattern, &[("0", first), ("1", second)])
}

/// Fills `{name}` places of a pattern; what is filled in is not looked at again.
pub fn fill(pattern: &str, values: &[(&str, &str)]) -> String {
    let mut res = String::with_capacity(pattern.len() + 16);
    let mut rest = pattern;
    while let Some(open) = rest.find('{') {
        res.push_str(&rest[..open]);
        rest = &rest[open..];
        let found = values.iter().find_map(|(name, value)| {
            let after = rest[1..].strip_prefix(name)?.strip_prefix('}')?;
            Some((*value, after))
        });
        if let Some((value, after)) = found {
            res.push_str(value);
            rest = after;
        } else {
            res.push('{');
            rest = &rest[1..];
        }
    }
    res.push_str(rest);
    res
}

/// All languages of a theme.
#[derive(Debug)]
pub struct Languages {
    languages: Vec<Language>,
    default: usize,
}

impl Languages {
    /// Returns the languages with that of the site as default.
    ///
    /// # Errors
    ///
    /// When the site's language, or its part before the first `-`, has no file.
    pub fn new(mut languages: Vec<Language>, default: &str) -> Result<Self> {
        languages.sort_by(|a, b| a.tag.cmp(&b.tag));
        let Some(default) = position(&languages, default) else {
            let known: Vec<&str> = languages.iter().map(|it| it.tag.as_str()).collect();
            bail!(
                "no words for the language `{default}`: the theme has {}; add `i18n/{default}.toml` to it",
                known.join(", ")
            );
        };
        Ok(Self { languages, default })
    }

    /// Returns the words of a language tag: its own, its main language's, or the site's.
    pub fn of(&self, tag: &str) -> &Language {
        &self.languages[position(&self.languages, tag).unwrap_or(self.default)]
    }

    /// Returns whether a tag has words of its own.
    pub fn knows(&self, tag: &str) -> bool {
        position(&self.languages, tag).is_some()
    }

    /// Returns all languages, by tag.
    pub fn all(&self) -> &[Language] {
        &self.languages
    }

    /// Returns the direction of a language tag, known to the theme or not.
    pub fn direction(&self, tag: &str) -> &'static str {
        if let Some(at) = position(&self.languages, tag) {
            return self.languages[at].direction();
        }
        let main = tag.split('-').next().unwrap_or_default().to_lowercase();
        // Languages that CLDR writes from right to left.
        const RTL: [&str; 12] =
            ["ar", "arc", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "ug", "ur", "yi"];
        if RTL.contains(&main.as_str()) { "rtl" } else { "ltr" }
    }
}

fn position(languages: &[Language], tag: &str) -> Option<usize> {
    let whole = languages.iter().position(|it| it.tag.eq_ignore_ascii_case(tag));
    let main = tag.split('-').next().unwrap_or_default();
    whole.or_else(|| languages.iter().position(|it| it.tag.eq_ignore_ascii_case(main)))
}
