//! What templates see: plain data, every URL and every word made, HTML already written.
//!
//! Fields named or described as HTML are safe to put into a page as they are; all others are text.

mod study;

use serde::Serialize;

pub use study::{HomeStudy, StudyView};

/// A link with its text.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct LinkView {
    /// Address, with the base path.
    pub url: String,
    /// Text.
    pub label: String,
}

/// What every page of one language knows about the site.
#[derive(Debug, Clone, Serialize)]
pub struct SiteView {
    /// The site's title.
    pub title: String,
    /// The site's description.
    pub description: String,
    /// Home page's address.
    pub home_url: String,
    /// The base path, with slashes at both ends: `/` or `/bank/`.
    pub base_path: String,
    /// Address of the folder of static files, with the base path and a slash at the end.
    pub assets_url: String,
    /// Who publishes it.
    pub organisation: Option<String>,
    /// Licence of the content, as written.
    pub license: Option<String>,
    /// Address of a well-known licence.
    pub license_url: Option<String>,
    /// A sentence at the foot of each page.
    pub disclaimer: Option<String>,
    /// The site's menu: what `site.toml` lists, or the indexes that exist.
    pub menu: Vec<LinkView>,
    /// Content-Security-Policy for the meta element.
    pub csp: String,
    /// Name under which learners' progress is stored.
    pub site_id: String,
    /// Earlier such names, a list in JSON.
    pub former_site_ids: String,
    /// The learner's settings; absent where there is nothing to study.
    pub settings: Option<LinkView>,
}

/// What every page says of itself.
#[derive(Debug, Clone, Serialize)]
pub struct HeadView {
    /// Page kind: `question`, `topic`, …, also the body's class.
    pub kind: &'static str,
    /// Text of the `title` element.
    pub title: String,
    /// Description for search engines, without answers.
    pub description: String,
    /// Language tag of the page.
    pub lang: String,
    /// `ltr` or `rtl`.
    pub dir: &'static str,
    /// Absolute canonical address; absent on 404.
    pub canonical: Option<String>,
    /// Open Graph type: `website`, `article` or `profile`.
    pub og_type: &'static str,
    /// Open Graph locale, as `en` or `de`.
    pub og_locale: String,
    /// JSON-LD, `<` escaped; goes into a script element of type `application/ld+json`.
    pub json_ld: Option<String>,
    /// Whether search engines are asked to pass over it.
    pub noindex: bool,
    /// Whether the page has blocks of code or aligned formulas, which `highlight.css` is for; known
    /// once its parts are rendered.
    pub highlight: bool,
    /// From home to the parent of this page.
    pub breadcrumbs: Vec<LinkView>,
    /// The page's own name in the breadcrumbs.
    pub crumb: String,
    /// What learners can do with the page's exam, or with the only one: practice, mock exam, today,
    /// progress.
    pub study: Vec<LinkView>,
}

/// A question in a list.
#[derive(Debug, Clone, Serialize)]
pub struct QuestionRow {
    /// Id, for the learner's state later.
    pub id: String,
    /// Address.
    pub url: String,
    /// Title.
    pub title: String,
    /// `easy`, `medium`, `hard`.
    pub difficulty: Option<&'static str>,
    /// Word for the difficulty.
    pub difficulty_label: Option<String>,
    /// `single`, `multiple`, `true-false`.
    pub kind: &'static str,
    /// Word for the type.
    pub kind_label: String,
    /// Objective's title.
    pub objective: Option<String>,
    /// Language and direction where they differ from the page's.
    pub lang: Option<String>,
    /// Direction, present with `lang`.
    pub dir: Option<&'static str>,
    /// Whether it is retired.
    pub retired: bool,
    /// Whether it is a draft.
    pub draft: bool,
}

/// Questions under a heading.
#[derive(Debug, Clone, Serialize)]
pub struct QuestionGroup {
    /// Heading and where it leads; absent for the only group.
    pub link: Option<LinkView>,
    /// The questions.
    pub questions: Vec<QuestionRow>,
}

/// An author on a card.
#[derive(Debug, Clone, Serialize)]
pub struct AuthorCard {
    /// Name.
    pub name: String,
    /// Address of the author's page here.
    pub url: String,
    /// Up to two letters to show instead of a picture.
    pub initials: String,
    /// Address of the picture.
    pub picture: Option<String>,
    /// Credentials.
    pub credentials: Option<String>,
    /// Role.
    pub role: Option<String>,
    /// Organisation.
    pub organisation: Option<String>,
}

/// An exam on a card.
#[derive(Debug, Clone, Serialize)]
pub struct ExamCard {
    /// Title.
    pub title: String,
    /// Code.
    pub code: Option<String>,
    /// Address.
    pub url: String,
    /// "28 questions".
    pub questions: String,
    /// "6 topics".
    pub topics: String,
    /// "Last reviewed in November 2026".
    pub reviewed: Option<String>,
    /// Practice and today; empty where there is no question.
    pub study: Vec<LinkView>,
    /// Language and direction where they differ from the page's.
    pub lang: Option<String>,
    /// Direction, present with `lang`.
    pub dir: Option<&'static str>,
}

/// Exams of one vendor; `link` is absent for those that name none.
#[derive(Debug, Clone, Serialize)]
pub struct VendorGroup {
    /// Vendor and its page.
    pub link: Option<LinkView>,
    /// Its exams.
    pub exams: Vec<ExamCard>,
}

/// Template `home.html`.
#[derive(Debug, Clone, Serialize)]
pub struct HomeView {
    /// Heading.
    pub title: String,
    /// Introduction, HTML.
    pub body: String,
    /// "81 questions in 3 exams".
    pub summary: String,
    /// Exams by vendor.
    pub vendors: Vec<VendorGroup>,
    /// Whether there is no exam yet.
    pub empty: bool,
    /// What the script that shows what is to do today needs; absent where there is nothing to study.
    pub study: Option<HomeStudy>,
}

/// A row of a blueprint table.
#[derive(Debug, Clone, Serialize)]
pub struct TopicRow {
    /// Title.
    pub title: String,
    /// Address.
    pub url: String,
    /// Weight in percent, written for people: `12.5 %`.
    pub weight: Option<String>,
    /// Weight as a number, for `<meter>`.
    pub weight_number: Option<f64>,
    /// How many questions.
    pub questions: usize,
    /// Titles of its objectives.
    pub objectives: Vec<String>,
}

/// Template `exam.html`.
#[derive(Debug, Clone, Serialize)]
pub struct ExamView {
    /// Title.
    pub title: String,
    /// Code.
    pub code: Option<String>,
    /// Vendor and its page.
    pub vendor: Option<LinkView>,
    /// The exam's own page.
    pub url: Option<String>,
    /// Introduction, HTML.
    pub body: String,
    /// "28 questions".
    pub questions: String,
    /// "Pass mark 70 %".
    pub pass_mark: Option<String>,
    /// "Mock exam: 20 questions in 30 minutes"; absent where there is no question.
    pub mock: Option<String>,
    /// Blueprint's version with its address, if any.
    pub blueprint_version: Option<String>,
    /// Blueprint's address.
    pub blueprint_url: Option<String>,
    /// Whether the topics have weights.
    pub weighted: bool,
    /// The blueprint.
    pub topics: Vec<TopicRow>,
    /// Questions by difficulty, with counts in the label: "Easy (9)".
    pub difficulties: Vec<LinkView>,
    /// Lessons.
    pub lessons: Vec<LinkView>,
    /// Authors and reviewers of its questions.
    pub authors: Vec<AuthorCard>,
    /// "November 2026".
    pub last_review: Option<String>,
    /// First question, for "start with the first question"; absent if there is none.
    pub first_question: Option<String>,
    /// What the script that shows what is to do today needs; absent where there is nothing to study.
    pub study: Option<HomeStudy>,
    /// Language of the content where it differs from the page's.
    pub lang: Option<String>,
    /// Direction, present with `lang`.
    pub dir: Option<&'static str>,
}

/// A choice to filter a list by.
#[derive(Debug, Clone, Serialize)]
pub struct FilterView {
    /// Value, as in the rows.
    pub value: &'static str,
    /// Word with count: "Hard (3)".
    pub label: String,
}

/// Template `topic.html`.
#[derive(Debug, Clone, Serialize)]
pub struct TopicView {
    /// Title.
    pub title: String,
    /// Exam.
    pub exam: LinkView,
    /// Introduction, HTML.
    pub body: String,
    /// "5 questions", "15 % of the exam".
    pub facts: Vec<String>,
    /// Titles of its objectives.
    pub objectives: Vec<String>,
    /// Difficulties that occur, if more than one.
    pub difficulties: Vec<FilterView>,
    /// Types that occur, if more than one.
    pub kinds: Vec<FilterView>,
    /// Questions of this page.
    pub questions: Vec<QuestionRow>,
    /// Number of the first question on this page, from 1.
    pub first: usize,
    /// Practice of this topic; absent where there is no question.
    pub practice: Option<LinkView>,
    /// Lessons of the topic.
    pub lessons: Vec<LinkView>,
    /// Page before this one.
    pub previous_page: Option<LinkView>,
    /// Page after this one.
    pub next_page: Option<LinkView>,
    /// Topic before this one in the blueprint.
    pub previous: Option<LinkView>,
    /// Topic after this one.
    pub next: Option<LinkView>,
    /// Language of the content where it differs from the page's.
    pub lang: Option<String>,
    /// Direction, present with `lang`.
    pub dir: Option<&'static str>,
}

/// A choice on a question page.
#[derive(Debug, Clone, Serialize)]
pub struct ChoiceView {
    /// Choice id.
    pub id: String,
    /// Letter in written order.
    pub letter: char,
    /// Whether it is a key.
    pub key: bool,
    /// Whether it keeps its place.
    pub pinned: bool,
    /// Whether it holds blocks (code, table) rather than a line of text.
    pub block: bool,
    /// The choice, HTML (a line, or blocks).
    pub content: String,
    /// Why right or wrong, HTML.
    pub rationale: String,
    /// Why learners pick it, HTML.
    pub tempting: String,
    /// When it would be right, HTML.
    pub right_when: String,
}

/// Template `question.html`.
#[derive(Debug, Clone, Serialize)]
pub struct QuestionView {
    /// Id.
    pub id: String,
    /// Earlier ids, with spaces between them.
    pub former_ids: String,
    /// Prefix of ids and control names: the id with `/` as `-`, after `q-`.
    pub anchor: String,
    /// `CONTENT.KEY`.
    pub revision: String,
    /// Address, with the base path.
    pub url: String,
    /// Heading, made by `question_title`.
    pub heading: String,
    /// Whether the heading says what the stem says, word for word: then it need not be seen.
    pub heading_repeats: bool,
    /// Language tag of the question.
    pub lang: String,
    /// `ltr` or `rtl`.
    pub dir: &'static str,
    /// Words of the question's language, the site's if the theme has none of it. Templates get
    /// them as `view.words`; they are shared by all questions, so serialising leaves them out.
    #[serde(skip)]
    pub words: tera::Value,
    /// Difficulty and its word and its index.
    pub difficulty: Option<&'static str>,
    /// Word for it and the index of that difficulty in the exam.
    pub difficulty_link: Option<LinkView>,
    /// `single`, `multiple`, `true-false`.
    pub kind: &'static str,
    /// Word for the type.
    pub kind_label: String,
    /// Whether it is retired.
    pub retired: bool,
    /// Whether it is a draft.
    pub draft: bool,
    /// Exam.
    pub exam: LinkView,
    /// Topic.
    pub topic: LinkView,
    /// Objective's title.
    pub objective: Option<String>,
    /// Stem, HTML.
    pub stem: String,
    /// "Select two", "Select all that apply"; absent for one key.
    pub cue: Option<String>,
    /// Number of keys; absent where it is not to be told.
    pub count: Option<usize>,
    /// What is said when one, two, … more are to be selected, a line for each.
    pub too_few: String,
    /// What is said when one, two, … too many are selected, a line for each.
    pub too_many: String,
    /// Whether several may be ticked.
    pub multiple: bool,
    /// Whether the page shuffles.
    pub shuffle: bool,
    /// Scoring rule's name.
    pub scoring: &'static str,
    /// The choices in written order.
    pub choices: Vec<ChoiceView>,
    /// Whether anything is said of a single choice.
    pub reasoned: bool,
    /// Letters of the key as a list in the question's language, each a reference, HTML.
    pub key_letters: String,
    /// Explanation, HTML.
    pub explanation: String,
    /// Trap, HTML, empty for none.
    pub trap: String,
    /// Whether the trap stands before the choices.
    pub trap_before: bool,
    /// Whether the breakdown is open from the start.
    pub reveal_always: bool,
    /// Hints, HTML.
    pub hints: Vec<String>,
    /// Sources.
    pub references: Vec<LinkView>,
    /// Text of the section on sources, HTML.
    pub references_text: String,
    /// Lessons that go deeper.
    pub lessons: Vec<LinkView>,
    /// Related questions.
    pub related: Vec<QuestionRow>,
    /// Question before this one in the topic.
    pub previous: Option<LinkView>,
    /// Question after this one in the topic.
    pub next: Option<LinkView>,
    /// "Question 3 of 5 in Serving"; absent for a retired question.
    pub position: Option<String>,
    /// Tags.
    pub tags: Vec<LinkView>,
    /// Author.
    pub author: Option<AuthorCard>,
    /// Reviewer, if another than the author.
    pub reviewer: Option<AuthorCard>,
    /// Day of the last review, `2026-09-14`.
    pub reviewed: Option<String>,
    /// "September 2026" in the question's language.
    pub reviewed_month: Option<String>,
    /// "Checked against the official blueprint 2026-09", where that is so.
    pub blueprint_checked: Option<String>,
    /// Heading of the next: "About these SH-MLE practice questions".
    pub about_heading: String,
    /// True sentences about the bank, then the site's own text, each a paragraph.
    pub about: Vec<String>,
    /// Links of the site's own about text.
    pub about_links: Vec<LinkView>,
    /// The closing line.
    pub closing: String,
    /// Address to suggest an edit.
    pub edit_url: Option<String>,
    /// Address to report a problem; `{report}` in it is for the browser to fill, already encoded.
    pub report_url: Option<String>,
}

/// Template `lesson.html`.
#[derive(Debug, Clone, Serialize)]
pub struct LessonView {
    /// Title.
    pub title: String,
    /// Exam.
    pub exam: LinkView,
    /// Topic.
    pub topic: Option<LinkView>,
    /// Text, HTML.
    pub body: String,
    /// Headings of level 2 for a table of contents, `#id` and text; empty if fewer than three.
    pub contents: Vec<LinkView>,
    /// Author.
    pub author: Option<AuthorCard>,
    /// "September 2026".
    pub reviewed_month: Option<String>,
    /// `2026-09-14`.
    pub reviewed: Option<String>,
    /// Sources.
    pub references: Vec<LinkView>,
    /// Questions that link to it.
    pub questions: Vec<QuestionRow>,
    /// Tags.
    pub tags: Vec<LinkView>,
    /// Lesson before this one in the exam.
    pub previous: Option<LinkView>,
    /// Lesson after this one.
    pub next: Option<LinkView>,
    /// Address to suggest an edit.
    pub edit_url: Option<String>,
    /// Language of the content where it differs from the page's.
    pub lang: Option<String>,
    /// Direction, present with `lang`.
    pub dir: Option<&'static str>,
}

/// Template `list.html`: a tag, a vendor's page, a difficulty within an exam.
#[derive(Debug, Clone, Serialize)]
pub struct ListView {
    /// Heading.
    pub title: String,
    /// "12 questions", a line under the heading.
    pub summary: String,
    /// Exams (a vendor's page).
    pub exams: Vec<ExamCard>,
    /// Questions in groups.
    pub groups: Vec<QuestionGroup>,
    /// Lessons.
    pub lessons: Vec<LinkView>,
    /// Page before this one.
    pub previous_page: Option<LinkView>,
    /// Page after this one.
    pub next_page: Option<LinkView>,
}

/// Template `index.html`: all tags, vendors, authors.
#[derive(Debug, Clone, Serialize)]
pub struct IndexView {
    /// Heading.
    pub title: String,
    /// Entries with a line about each: "12 questions".
    pub entries: Vec<IndexEntry>,
}

/// An entry of an index.
#[derive(Debug, Clone, Serialize)]
pub struct IndexEntry {
    /// Address.
    pub url: String,
    /// Name.
    pub label: String,
    /// "12 questions".
    pub detail: String,
    /// An author's card.
    pub author: Option<AuthorCard>,
}

/// Template `author.html`.
#[derive(Debug, Clone, Serialize)]
pub struct AuthorView {
    /// The card.
    pub card: AuthorCard,
    /// The author's own page.
    pub url: Option<String>,
    /// Biography, HTML.
    pub body: String,
    /// "27 questions written", "3 reviewed".
    pub facts: Vec<String>,
    /// Questions written or reviewed, by exam.
    pub groups: Vec<QuestionGroup>,
    /// Lessons written.
    pub lessons: Vec<LinkView>,
    /// Page before this one.
    pub previous_page: Option<LinkView>,
    /// Page after this one.
    pub next_page: Option<LinkView>,
    /// Language of the content where it differs from the page's.
    pub lang: Option<String>,
    /// Direction, present with `lang`.
    pub dir: Option<&'static str>,
}

/// Template `page.html`.
#[derive(Debug, Clone, Serialize)]
pub struct ProseView {
    /// Heading.
    pub title: String,
    /// Text, HTML.
    pub body: String,
    /// Address to suggest an edit.
    pub edit_url: Option<String>,
    /// Language of the content where it differs from the page's.
    pub lang: Option<String>,
    /// Direction, present with `lang`.
    pub dir: Option<&'static str>,
}

/// Template `redirect.html`.
#[derive(Debug, Clone, Serialize)]
pub struct RedirectView {
    /// Address to go to, with the base path.
    pub target: String,
    /// The absolute canonical address of the target.
    pub canonical: String,
}

/// Template `not-found.html`.
#[derive(Debug, Clone, Serialize)]
pub struct NotFoundView {
    /// Heading.
    pub title: String,
}
