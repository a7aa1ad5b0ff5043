//! Study Hall turns a folder of Markdown questions into a study site.
//!
//! ```text
//! disk ─load─▶ Sources ─parse─▶ Documents ─bank─▶ Bank ─check─▶ Diagnostics
//!                                              └─plan─▶ Pages ─render─▶ Outputs ─write─▶ disk
//! ```
//!
//! Each module names only modules listed before it.

pub mod source;
pub mod diagnostic;
pub mod report;
pub mod value;
pub mod fields;
pub mod math;
pub mod raw_html;
pub mod svg;
pub mod parse;
pub mod words;
pub mod i18n;
pub mod config;
pub mod edit;
pub mod load;
pub mod bank;
pub mod draw;
pub mod check;
pub mod output;
pub mod plan;
pub mod render;
pub mod write;
pub mod schema;
pub mod reference;
pub mod cli;
pub mod cmd;
