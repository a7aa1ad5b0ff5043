//! Transcripts of the commands: `tests/cmd/*.md`, each in the folder `.in` beside it, which must
//! look like the folder `.out` afterwards.
//!
//! `TRYCMD=overwrite cargo test --test it cmd` writes them anew.

#[test]
fn transcripts() {
    trycmd::TestCases::new()
        .env("SOURCE_DATE_EPOCH", "1790000000")
        .env("COLUMNS", "100")
        .env("NO_COLOR", "1")
        .case("tests/cmd/*.md");
}
