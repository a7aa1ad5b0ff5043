//! `--format FORMAT --output FILE`, in pairs: which formats a run prints and writes.

use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{
    Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches, ValueEnum, value_parser,
};

/// How `lint` shows what it found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LintFormat {
    /// Source, place, help and fix of each finding, for people.
    Full,
    /// A line for each finding.
    Concise,
    /// One JSON object; `studyhall schema lint` prints its schema.
    Json,
    /// A JSON object on each line.
    Jsonl,
    /// GitHub's annotations, and the job summary.
    Github,
    /// GitLab's code quality report.
    Gitlab,
    /// SARIF 2.1.0.
    Sarif,
    /// JUnit's XML.
    Junit,
    /// The format of reviewdog.
    Rdjson,
}

/// Formats, each with the file it is written to; one at most without a file, for the standard
/// output stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outputs {
    /// In the order written.
    pub pairs: Vec<(LintFormat, Option<PathBuf>)>,
}

impl Args for Outputs {
    fn augment_args(command: Command) -> Command {
        let format = Arg::new("format")
            .long("format")
            .value_name("FORMAT")
            .action(ArgAction::Append)
            .value_parser(value_parser!(LintFormat))
            .help("How to print [default: full]; repeatable, each with its --output");
        let output = Arg::new("output")
            .long("output")
            .value_name("FILE")
            .action(ArgAction::Append)
            .value_parser(value_parser!(PathBuf))
            .help("File for the --format before it, instead of the standard output");
        command.arg(format).arg(output)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Outputs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let places = |name| matches.indices_of(name).into_iter().flatten();
        let formats = matches.get_many::<LintFormat>("format").into_iter().flatten();
        let files = matches.get_many::<PathBuf>("output").into_iter().flatten();
        let formats = places("format").zip(formats.map(|it| Word::Format(*it)));
        // A hyphen is the standard output, as everywhere.
        let files = places("output").zip(files.map(|it| match it.to_str() {
            Some("-") => Word::Printed,
            _ => Word::File(it.clone()),
        }));
        let mut words: Vec<(usize, Word)> = formats.chain(files).collect();
        words.sort_by_key(|(at, _)| *at);
        pair(words.into_iter().map(|(_, it)| it))
            .map_err(|message| Error::raw(ErrorKind::ArgumentConflict, message))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

enum Word {
    Format(LintFormat),
    File(PathBuf),
    Printed,
}

/// Gives each file to the format before it.
fn pair(words: impl Iterator<Item = Word>) -> Result<Outputs, &'static str> {
    let mut pairs: Vec<(LintFormat, Option<PathBuf>)> = Vec::new();
    let mut lone = None;
    for word in words {
        match (word, pairs.last_mut()) {
            (Word::Format(_), _) if lone.is_some() => {
                return Err("`--output` goes after the `--format` it is for");
            }
            (Word::Format(format), _) => pairs.push((format, None)),
            (Word::Printed, _) => {}
            (Word::File(file), Some((_, place @ None))) => *place = Some(file),
            (Word::File(file), None) if lone.is_none() => lone = Some(file),
            (Word::File(_), _) => return Err("each `--output` needs a `--format` of its own"),
        }
    }
    if pairs.is_empty() {
        pairs.push((LintFormat::Full, lone));
    }
    if pairs.iter().filter(|(_, file)| file.is_none()).count() > 1 {
        return Err(
            "only one `--format` can go to the standard output; name files with `--output`",
        );
    }
    Ok(Outputs { pairs })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        outputs: Outputs,
    }

    fn read(words: &[&str]) -> Result<Vec<(LintFormat, Option<PathBuf>)>, String> {
        let all = std::iter::once(&"lint").chain(words);
        Line::try_parse_from(all).map(|it| it.outputs.pairs).map_err(|it| it.to_string())
    }

    #[test]
    fn each_file_is_for_the_format_before_it() {
        use LintFormat::{Full, Json, Sarif};
        let file = |name: &str| Some(PathBuf::from(name));
        for (words, expected) in [
            (&[][..], vec![(Full, None)]),
            (&["--output", "a"], vec![(Full, file("a"))]),
            (&["--format", "json", "--output", "-"], vec![(Json, None)]),
            (
                &["--format", "full", "--format", "sarif", "--output", "a"],
                vec![(Full, None), (Sarif, file("a"))],
            ),
            (
                &["--format", "sarif", "--output", "a", "--format=json", "--output=b"],
                vec![(Sarif, file("a")), (Json, file("b"))],
            ),
        ] {
            assert_eq!(read(words), Ok(expected), "{words:?}");
        }
        for (words, part) in [
            (&["--format", "full", "--format", "json"][..], "only one `--format`"),
            (&["--output", "a", "--format", "json"], "goes after"),
            (&["--format", "json", "--output", "a", "--output", "b"], "of its own"),
            (&["--format", "xml"], "invalid value 'xml'"),
        ] {
            assert!(read(words).unwrap_err().contains(part), "{words:?}");
        }
    }
}
