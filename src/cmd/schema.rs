//! `schema`: JSON Schemas for editors.

use std::process::ExitCode;

use anyhow::Context as _;

use crate::cli::{Schema, SchemaOf};
use crate::cmd::terminal::Terminal;
use crate::output::json;
use crate::schema;

/// Prints a JSON Schema.
///
/// # Errors
///
/// See `cmd::run`.
pub fn run(args: &Schema, terminal: &Terminal) -> anyhow::Result<ExitCode> {
    let name = match args.of {
        SchemaOf::Site => "site",
        SchemaOf::Question => "question",
        SchemaOf::Exam => "exam",
        SchemaOf::Author => "author",
        SchemaOf::Lesson => "lesson",
        SchemaOf::Page => "page",
        SchemaOf::Lint => {
            terminal.print(json::SCHEMA)?;
            return Ok(ExitCode::SUCCESS);
        }
    };
    let subject = schema::subject(name).with_context(|| format!("no schema of `{name}`"))?;
    let text = serde_json::to_string_pretty(&schema::json_schema(subject))?;
    terminal.print(&format!("{text}\n"))?;
    Ok(ExitCode::SUCCESS)
}
