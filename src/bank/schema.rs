//! What may stand in front matter, by kind of document.

use crate::fields::{Field, Kind};

const KIND: Field = Field {
    name: "kind",
    kind: Kind::OneOf(&["question", "lesson", "page", "scenario"]),
    default: "by the file's place",
    doc: "What the file is, where its place does not say it.",
};
const LANG: Field = Field {
    name: "lang",
    kind: Kind::Text,
    default: "the exam's, then the site's",
    doc: "Language tag of the text; sets its direction, its words and the keywords it is read by.",
};
const SLUG: Field = Field {
    name: "slug",
    kind: Kind::Text,
    default: "made from the file's name",
    doc: "Last part of the page's address.",
};
const ALIASES: Field = Field {
    name: "aliases",
    kind: Kind::List(&Kind::Text),
    default: "none",
    doc: "Old paths of the site that redirect here.",
};
const REVIEWED: Field = Field {
    name: "reviewed",
    kind: Kind::Date,
    default: "nothing",
    doc: "Day of the last review.",
};
const TAGS: Field = Field {
    name: "tags",
    kind: Kind::List(&Kind::Text),
    default: "none",
    doc: "Indexes that cut across topics.",
};
const TITLE: Field = Field {
    name: "title",
    kind: Kind::Text,
    default: "the leading `# Title`, else the file's name",
    doc: "Title of the page.",
};
const DESCRIPTION: Field = Field {
    name: "description",
    kind: Kind::Text,
    default: "nothing",
    doc: "One sentence for search engines.",
};

const CITATION: &[Field] = &[
    Field { name: "title", kind: Kind::Text, default: "the address", doc: "Title of the source." },
    Field { name: "url", kind: Kind::Url, default: "", doc: "Address of the source." },
];

const REFERENCES: Field = Field {
    name: "references",
    kind: Kind::List(&Kind::Either(&[Kind::Table(CITATION), Kind::Url])),
    default: "none",
    doc: "Sources: addresses, or tables of `title` and `url`.",
};

const LINT: &[Field] = &[Field {
    name: "allow",
    kind: Kind::Map(&Kind::Text),
    default: "nothing",
    doc: "Rules that are allowed in this file, each with the reason.",
}];

/// Fields of a question.
pub const QUESTION: &[Field] = &[
    Field {
        name: "id",
        kind: Kind::LongId,
        default: "`EXAM/SLUG`",
        doc: "Name under which learners' progress is stored, unique in the bank. Moving a file between topics keeps it.",
    },
    Field {
        name: "former_ids",
        kind: Kind::List(&Kind::LongId),
        default: "none",
        doc: "Earlier ids: learners' history follows.",
    },
    KIND,
    Field {
        name: "type",
        kind: Kind::OneOf(&[
            "single",
            "multiple",
            "true-false",
            "numeric",
            "text",
            "order",
            "match",
            "cloze",
        ]),
        default: "`single` for one key, `multiple` for several",
        doc: "What the learner is asked to give.",
    },
    Field {
        name: "title",
        kind: Kind::Text,
        default: "the stem's first full sentence, cut at about 70 characters",
        doc: "Title of the question.",
    },
    LANG,
    Field {
        name: "topic",
        kind: Kind::Text,
        default: "the folder",
        doc: "Topic of the exam's blueprint.",
    },
    Field {
        name: "objective",
        kind: Kind::Text,
        default: "nothing",
        doc: "Objective of the exam's blueprint.",
    },
    Field {
        name: "difficulty",
        kind: Kind::OneOf(&["easy", "medium", "hard"]),
        default: "nothing",
        doc: "How hard the question is.",
    },
    TAGS,
    Field {
        name: "author",
        kind: Kind::Text,
        default: "nothing",
        doc: "Id of the author who wrote it.",
    },
    Field {
        name: "reviewer",
        kind: Kind::Text,
        default: "nothing",
        doc: "Id of the author who reviewed it.",
    },
    REVIEWED,
    Field {
        name: "expires",
        kind: Kind::Date,
        default: "nothing",
        doc: "Day from which the question should not be trusted.",
    },
    Field {
        name: "blueprint",
        kind: Kind::Text,
        default: "nothing",
        doc: "Version of the exam guide the question was checked against.",
    },
    Field {
        name: "status",
        kind: Kind::OneOf(&["draft", "published", "retired"]),
        default: "`published`",
        doc: "Drafts are built only with `--drafts`; retired questions keep a page marked retired, and leave practice and mock exams.",
    },
    Field {
        name: "scenario",
        kind: Kind::Text,
        default: "nothing",
        doc: "Id of a scenario shown above the stem.",
    },
    Field {
        name: "see",
        kind: Kind::List(&Kind::Text),
        default: "none",
        doc: "Lessons that go deeper, by id or path; the lesson links back.",
    },
    REFERENCES,
    Field {
        name: "shuffle",
        kind: Kind::Bool,
        default: "`true` for single and multiple, but `false` where the choices are numbers, quantities, dates or versions in order, or where a choice names another",
        doc: "Whether the page shuffles the choices.",
    },
    Field {
        name: "pin",
        kind: Kind::List(&Kind::Text),
        default: "\"all of the above\" and \"none of the above\"",
        doc: "Letters of choices that keep their place.",
    },
    Field {
        name: "scoring",
        kind: Kind::OneOf(&["all-or-nothing", "net", "per-choice"]),
        default: "as `site.toml` says",
        doc: "Scoring rule for several keys.",
    },
    Field {
        name: "variant_of",
        kind: Kind::LongId,
        default: "nothing",
        doc: "Id of the question this one is a deliberate near-duplicate of.",
    },
    Field {
        name: "enemies",
        kind: Kind::List(&Kind::LongId),
        default: "none",
        doc: "Ids of questions that never share a mock exam with this one.",
    },
    Field {
        name: "letters",
        kind: Kind::OneOf(&["bound", "literal"]),
        default: "`bound`",
        doc: "`literal` turns references to choices off for this question.",
    },
    Field {
        name: "answer",
        kind: Kind::Bool,
        default: "nothing",
        doc: "Key of a `true-false` question that has no list.",
    },
    SLUG,
    ALIASES,
    Field {
        name: "lint",
        kind: Kind::Table(LINT),
        default: "nothing",
        doc: "Findings that are allowed in this file.",
    },
];

const OBJECTIVE: &[Field] = &[
    Field {
        name: "id",
        kind: Kind::Id,
        default: "",
        doc: "Id of the objective, unique in the exam.",
    },
    Field {
        name: "title",
        kind: Kind::Text,
        default: "the id",
        doc: "What a candidate must be able to do.",
    },
];

const TOPIC: &[Field] = &[
    Field {
        name: "id",
        kind: Kind::Id,
        default: "",
        doc: "Id of the topic: the name of its folder and part of the address.",
    },
    Field { name: "title", kind: Kind::Text, default: "the id", doc: "Title of the topic." },
    Field {
        name: "weight",
        kind: Kind::Number { min: 0.0, max: 100.0 },
        default: "all topics weigh the same",
        doc: "Share of the exam in percent. All topics have one and they sum to 100, or none has.",
    },
    Field {
        name: "objectives",
        kind: Kind::List(&Kind::Table(OBJECTIVE)),
        default: "none",
        doc: "What a candidate must be able to do.",
    },
];

const BLUEPRINT: &[Field] = &[
    Field {
        name: "version",
        kind: Kind::Text,
        default: "nothing",
        doc: "Version of the official exam guide.",
    },
    Field {
        name: "url",
        kind: Kind::Url,
        default: "nothing",
        doc: "Address of the official exam guide.",
    },
];

const MOCK: &[Field] = &[
    Field {
        name: "questions",
        kind: Kind::Integer { min: 1, max: 1000 },
        default: "as many as there are, up to 60",
        doc: "Questions in a mock exam.",
    },
    Field {
        name: "minutes",
        kind: Kind::Integer { min: 1, max: 1440 },
        default: "1.5 for each question",
        doc: "Minutes of a mock exam.",
    },
];

/// Fields of an exam's `_index.md`.
pub const EXAM: &[Field] = &[
    TITLE,
    Field {
        name: "code",
        kind: Kind::Text,
        default: "nothing",
        doc: "Code of the exam, such as `PMLE`.",
    },
    Field { name: "id", kind: Kind::Id, default: "the folder's name", doc: "Id of the exam." },
    Field { name: "vendor", kind: Kind::Text, default: "nothing", doc: "Who sets the exam." },
    Field { name: "url", kind: Kind::Url, default: "nothing", doc: "The exam's own page." },
    LANG,
    DESCRIPTION,
    Field {
        name: "blueprint",
        kind: Kind::Table(BLUEPRINT),
        default: "nothing",
        doc: "The official exam guide.",
    },
    Field {
        name: "pass_mark",
        kind: Kind::Number { min: 0.0, max: 100.0 },
        default: "`70`",
        doc: "Percent needed to pass.",
    },
    Field { name: "mock", kind: Kind::Table(MOCK), default: "", doc: "The mock exam." },
    Field {
        name: "topics",
        kind: Kind::List(&Kind::Table(TOPIC)),
        default: "",
        doc: "The blueprint. Its presence makes the folder an exam.",
    },
    Field {
        name: "question_title",
        kind: Kind::Text,
        default: "as `site.toml` says",
        doc: "Pattern of question headings.",
    },
    ALIASES,
    Field {
        name: "lint",
        kind: Kind::Table(LINT),
        default: "nothing",
        doc: "Findings that are allowed in this file.",
    },
];

/// Fields of an author.
pub const AUTHOR: &[Field] = &[
    Field {
        name: "name",
        kind: Kind::Text,
        default: "the file's name",
        doc: "Name of the person or desk.",
    },
    Field {
        name: "credentials",
        kind: Kind::Text,
        default: "nothing",
        doc: "What they have earned.",
    },
    Field { name: "role", kind: Kind::Text, default: "nothing", doc: "What they do here." },
    Field { name: "organisation", kind: Kind::Text, default: "nothing", doc: "Where they work." },
    Field { name: "url", kind: Kind::Url, default: "nothing", doc: "Their own page." },
    Field {
        name: "picture",
        kind: Kind::Text,
        default: "initials",
        doc: "Path of a picture beside the file.",
    },
    KIND,
    LANG,
    ALIASES,
    Field {
        name: "lint",
        kind: Kind::Table(LINT),
        default: "nothing",
        doc: "Findings that are allowed in this file.",
    },
];

/// Fields of a lesson.
pub const LESSON: &[Field] = &[
    TITLE,
    DESCRIPTION,
    KIND,
    LANG,
    Field {
        name: "topic",
        kind: Kind::Text,
        default: "nothing",
        doc: "Topic of the exam's blueprint.",
    },
    Field { name: "author", kind: Kind::Text, default: "nothing", doc: "Id of the author." },
    REVIEWED,
    REFERENCES,
    TAGS,
    SLUG,
    ALIASES,
    Field {
        name: "lint",
        kind: Kind::Table(LINT),
        default: "nothing",
        doc: "Findings that are allowed in this file.",
    },
];

/// Fields of any other page: the home page, introductions of topics, plain pages.
pub const PAGE: &[Field] = &[
    TITLE,
    DESCRIPTION,
    KIND,
    LANG,
    SLUG,
    ALIASES,
    Field {
        name: "lint",
        kind: Kind::Table(LINT),
        default: "nothing",
        doc: "Findings that are allowed in this file.",
    },
];
