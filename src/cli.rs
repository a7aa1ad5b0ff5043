//! The command line: what may be written on it, and nothing else.

mod outputs;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::diagnostic::Level;
pub use outputs::{LintFormat, Outputs};

/// Turns a folder of Markdown questions into a study site.
#[derive(Debug, Parser)]
#[command(
    name = "studyhall",
    version,
    about = "Turns a folder of Markdown questions into a study site",
    long_about = "Turns a folder of Markdown questions into a study site: a page for each question with a reason for \
every option, topic indexes, exam pages, lessons.\n\n\
A bank is a folder with `content/` (the questions) and, if you like, `site.toml` (settings) and `themes/` (your own look).",
    after_long_help = "First steps:\n  studyhall init my-bank      start a small bank that builds\n  \
cd my-bank\n  studyhall new rust/errors/the-question-mark\n  studyhall watch --open     see it in the browser while you write\n  \
studyhall build            write the site to public/\n\n\
Exit codes: 0 done, 1 the content has faults, 2 the command could not do its work."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Folder of the bank
    #[arg(long, global = true, value_name = "DIR", default_value = ".")]
    pub root: PathBuf,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: When,
}

/// When to do something that depends on the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Also in a pipe.
    Always,
    /// Not at all.
    Never,
}

/// A command.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Start a bank: a small one that builds clean, with settings for editors, formatters and CI
    Init(Init),
    /// Write a new question to fill in
    New(New),
    /// Move or rename a question: its id, its address and the links to it follow
    Mv(Mv),
    /// Build the site
    Build(Build),
    /// Serve the site and keep the browser in step while you write
    Watch(Watch),
    /// Check the bank: keys, references, the writing of the questions, accessibility, freshness
    Lint(Lint),
    /// Show what changed since a revision, by what it means: keys, wording, ids, values
    Diff(Diff),
    /// Print the manual of a rule of the linter: what it flags and why, with examples
    Explain(Explain),
    /// List the rules of the linter
    Rules(Rules),
    /// Count questions by exam, topic, difficulty, type and author; show how the blueprint is covered
    Stats(Stats),
    /// Print the JSON Schema of site.toml or of a kind of front matter, for editors
    Schema(Schema),
    /// Print completions for a shell
    Completions(Completions),
}

/// `init`.
#[derive(Debug, Args)]
#[command(
    after_help = "Writes site.toml, one exam with four questions that show the format, a lesson, an author and a page;\n\
settings that keep Prettier and markdownlint from changing what learners' progress hangs on;\n\
.gitignore, .gitattributes, and a workflow that publishes on GitHub Pages.\n\
A folder that has any of these files is left as it is.\n\n\
Example:\n  studyhall init my-bank"
)]
pub struct Init {
    /// Folder to make; the current one if absent
    #[arg(value_name = "DIR")]
    pub folder: Option<PathBuf>,
}

/// `new`.
#[derive(Debug, Args)]
#[command(
    after_help = "The file has a free id, the topic's objectives to choose from, the author if there is one only, today's date,\n\
`status: draft`, and a body to fill in, with the headings of the exam's language.\n\n\
Examples:\n  studyhall new rust/errors/the-question-mark\n  \
studyhall new rust/errors/the-question-mark/index   in a folder of its own, with room for pictures"
)]
pub struct New {
    /// Where: folder of the exam, topic, name of the file
    #[arg(value_name = "EXAM/TOPIC/NAME")]
    pub place: String,
}

/// `mv`.
#[derive(Debug, Args)]
#[command(
    after_help = "Learners' history and published addresses follow: a new id leaves the old one in `former_ids`, a new address\n\
the old one in `aliases`. A question keeps its id where that is written in its front matter.\n\
Links to the question are mended, and so are its own. Pictures and files beside it that nothing else uses go\n\
with it; a question with a folder of its own takes all of it.\n\
Nothing is written unless the bank would then be as sound as before.\n\n\
Examples:\n  studyhall mv rust/errors/old-name rust/errors/new-name\n  \
studyhall mv rust/errors/panics rust/ownership      to another topic, under its name"
)]
pub struct Mv {
    /// The question: EXAM/TOPIC/NAME, its id or the file's path
    #[arg(value_name = "OLD")]
    pub old: String,
    /// Where it goes: EXAM/TOPIC/NAME, EXAM/TOPIC or the file's path
    #[arg(value_name = "NEW")]
    pub new: String,
}

/// `build`.
#[derive(Debug, Args)]
#[command(
    after_help = "A build with a fault in the content publishes nothing, leaves the last site as it was and exits 1.\n\n\
Examples:\n  studyhall build\n  studyhall build --base-url https://example.org/bank/ --output dist\n  studyhall build --drafts --keep-going"
)]
pub struct Build {
    /// Folder to write to [default: `output` of site.toml, else public]
    #[arg(long, short, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Address the site will stand at, instead of that of site.toml
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    /// Build drafts too
    #[arg(long)]
    pub drafts: bool,
    /// Leave out what is broken instead of publishing nothing; still exits 1
    #[arg(long)]
    pub keep_going: bool,
    /// Threads [default: one for each processor]
    #[arg(long, short, value_name = "N")]
    pub jobs: Option<std::num::NonZeroUsize>,
    /// Print nothing but findings
    #[arg(long, short)]
    pub quiet: bool,
}

/// `watch`.
#[derive(Debug, Args)]
#[command(
    after_help = "Serves what `build` would write, from memory; the output folder stays as it is. Open tabs\n\
follow each saved file and keep their place, ticked choices and open breakdowns. A fault takes\n\
nothing down: the last good page stays, the fault is shown beside it and in the terminal until\n\
it is mended. Question pages show, to you alone, where the file is, with a link that opens your\n\
editor, and the revision.\n\n\
Only this machine can connect unless `--host` says otherwise. Ctrl-C ends it, with exit code 0.\n\n\
Examples:\n  studyhall watch --open\n  studyhall watch --drafts --port 8000\n  \
studyhall watch --editor 'idea://open?file={path}&line={line}'\n  \
studyhall watch --host 0.0.0.0 --poll      in a container, or on a network drive"
)]
pub struct Watch {
    /// Port, or the next free one if it is taken
    #[arg(long, value_name = "PORT", default_value_t = 4000)]
    pub port: u16,
    /// Address to serve at; 0.0.0.0 lets other machines connect
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    pub host: String,
    /// Open the site in the browser
    #[arg(long)]
    pub open: bool,
    /// Show drafts too
    #[arg(long)]
    pub drafts: bool,
    /// Read all files every second, where the system tells of no changes: containers, network drives
    #[arg(long)]
    pub poll: bool,
    /// Address that opens a file in your editor [default: that of Visual Studio Code]
    #[arg(long, value_name = "URL")]
    pub editor: Option<String>,
}

/// `lint`.
#[derive(Debug, Args)]
#[command(after_help = "Levels and settings of rules stand in `[lint]` of site.toml.\n\
Rules that look at the whole bank see all of it, whatever files are named.\n\
What keeps a question from being published is reported with --changed-since too, and stands in no baseline.\n\n\
Exit codes: 0 no finding at the level of `--fail-on`, 1 at least one,\n\
2 the command could not do its work, 3 nothing to lint.\n\n\
Examples:\n  studyhall lint\n  studyhall lint content/rust/errors --fail-on warn\n  \
studyhall lint --format full --format sarif --output lint.sarif\n  \
studyhall lint --changed-since origin/main\n  studyhall lint --fix\n  studyhall lint --diff --unsafe-fixes\n  \
studyhall lint --write-baseline lint-baseline.json\n  studyhall lint --baseline lint-baseline.json")]
pub struct Lint {
    /// Files and folders whose findings are shown [default: the whole bank]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// How to print, and where
    #[command(flatten)]
    pub outputs: Outputs,
    /// Show notes too, instead of counting them
    #[arg(long)]
    pub notes: bool,
    /// Least level of a finding that makes the command fail
    #[arg(long, value_name = "LEVEL", default_value = "deny")]
    pub fail_on: FailOn,
    /// Succeed where there is nothing to lint
    #[arg(long)]
    pub allow_empty: bool,
    /// Day by which reviews are judged, YYYY-MM-DD [default: `SOURCE_DATE_EPOCH`, else the clock]
    #[arg(long, value_name = "DATE")]
    pub today: Option<String>,
    /// Check drafts too
    #[arg(long)]
    pub drafts: bool,
    /// Report only what touches a question that changed since a revision, and what the change does
    #[arg(long, value_name = "REVISION")]
    pub changed_since: Option<String>,
    /// Make the safe fixes in the files: they keep every id, choice and revision
    #[arg(long)]
    pub fix: bool,
    /// Make the other fixes too: look at them, they may change what learners read
    #[arg(long)]
    pub unsafe_fixes: bool,
    /// Show what fixes would change and write nothing; exits 1 if they would
    #[arg(long, conflicts_with_all = ["format", "output"])]
    pub diff: bool,
    /// Leave out the findings that a file names
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write such a file of all findings that can wait
    #[arg(long, value_name = "FILE", conflicts_with_all = ["paths", "changed_since", "baseline", "fix", "unsafe_fixes", "diff"])]
    pub write_baseline: Option<PathBuf>,
    /// Take out of the file what is found no longer
    #[arg(long, requires = "baseline", conflicts_with_all = ["paths", "changed_since", "fix", "unsafe_fixes", "diff"])]
    pub prune_baseline: bool,
}

/// Least level of a finding that makes `lint` fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// Any finding.
    Note,
    /// What should be mended.
    Warn,
    /// What must be mended.
    Deny,
}

impl From<FailOn> for Level {
    fn from(it: FailOn) -> Self {
        match it {
            FailOn::Note => Self::Note,
            FailOn::Warn => Self::Warn,
            FailOn::Deny => Self::Deny,
        }
    }
}

/// `diff`.
#[derive(Debug, Args)]
#[command(
    after_help = "Compares the bank as it is on disk with what it was at a revision of its Git repository, question by question.\n\
What a formatter does to a file is no change; a key that is another is shown first.\n\
Questions are known by their ids, then by `former_ids`, then by what they say.\n\n\
The shape of the JSON is stable: fields may be added, none changes its meaning.\n\n\
Examples:\n  studyhall diff HEAD\n  studyhall diff origin/main --format markdown >> \"$GITHUB_STEP_SUMMARY\"\n  \
studyhall diff v1.2 --format json | jq -r '.questions[] | select(.key).id'"
)]
pub struct Diff {
    /// Branch, tag or commit
    #[arg(value_name = "REVISION")]
    pub revision: String,
    /// How to print
    #[arg(long, value_name = "FORMAT", default_value = "full")]
    pub format: DiffFormat,
}

/// How `diff` prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DiffFormat {
    /// Text for a terminal.
    Full,
    /// One JSON object.
    Json,
    /// A report for a review or a job summary.
    Markdown,
}

/// `explain`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  studyhall explain none-of-the-above")]
pub struct Explain {
    /// Name of the rule, as it stands in a finding
    #[arg(value_name = "RULE")]
    pub rule: String,
}

/// `rules`.
#[derive(Debug, Args)]
#[command(
    after_help = "Levels are those that hold unless `[lint.rules]` of site.toml says otherwise.\n\n\
Example, all rules that no setting can lower:\n  \
studyhall rules --format json | jq -r '.rules[] | select(.stage == \"publish\").name'"
)]
pub struct Rules {
    /// How to print
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub format: RulesFormat,
}

/// How `rules` prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RulesFormat {
    /// A table for people.
    Table,
    /// One JSON object.
    Json,
}

/// `stats`.
#[derive(Debug, Args)]
#[command(
    after_help = "`share` is a topic's part of the exam's questions, beside the `weight` that the blueprint gives it; topics and\n\
objectives without questions are named. Drafts and retired questions are counted apart.\n\n\
The shape of the JSON is stable: fields may be added, none changes its meaning.\n\n\
Example, topics without a question:\n  \
studyhall stats --format json | jq -r '.exams[].topics[] | select(.questions == 0).id'"
)]
pub struct Stats {
    /// How to print
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub format: StatsFormat,
    /// Count drafts too
    #[arg(long, conflicts_with = "forms")]
    pub drafts: bool,
    /// Print the questions of mock exams 1 to N instead, as the site draws them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub forms: Option<u16>,
    /// Only of this exam
    #[arg(long, value_name = "ID", requires = "forms")]
    pub exam: Option<String>,
}

/// How `stats` prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StatsFormat {
    /// Tables for people.
    Table,
    /// One JSON object.
    Json,
}

/// `schema`.
#[derive(Debug, Args)]
#[command(after_help = "Example, for editors that know TOML (Taplo, Even Better TOML, Tombi):\n  \
studyhall schema site > site.schema.json\nand, as the first line of site.toml:\n  #:schema ./site.schema.json")]
pub struct Schema {
    /// Of what
    #[arg(value_name = "OF", default_value = "site")]
    pub of: SchemaOf,
}

/// What a schema is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SchemaOf {
    /// site.toml.
    Site,
    /// Front matter of a question.
    Question,
    /// Front matter of an exam.
    Exam,
    /// Front matter of an author.
    Author,
    /// Front matter of a lesson.
    Lesson,
    /// Front matter of any other page.
    Page,
    /// What `lint --format json` prints.
    Lint,
}

/// `completions`.
#[derive(Debug, Args)]
pub struct Completions {
    /// Shell
    #[arg(value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}
