//! JUnit's XML, as Ant writes it: a suite for each file with findings, a case for each finding.

use std::collections::BTreeMap;

use quick_xml::escape::escape;

use crate::output::{Finding, Findings};
use crate::report::{level_name, visible};

/// A suite must have a property.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Returns findings as test results; those at a level that makes the command fail are failures.
///
/// A bank without findings is one suite with one case that passed, so that a service sees that
/// something was tested.
pub fn text(findings: &Findings<'_>) -> String {
    let mut files: BTreeMap<&str, Vec<&Finding<'_>>> = BTreeMap::new();
    for it in &findings.all {
        files.entry(&it.of.place.path).or_default().push(it);
    }
    let mut res = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    for (id, (path, found)) in files.iter().enumerate() {
        let path = format!("{}{path}", findings.run.prefix);
        let cases: Vec<String> = found.iter().map(|it| case(&path, it, findings)).collect();
        let failures = found.iter().filter(|it| it.of.level >= findings.run.fail_on).count();
        res.push_str(&suite(id, &path, &cases, failures, findings.run.today));
    }
    if files.is_empty() {
        let name = format!("{} files without findings", findings.run.files);
        let case = format!("    <testcase name=\"{name}\" classname=\"studyhall\" time=\"0\"/>\n");
        res.push_str(&suite(0, "studyhall", &[case], 0, findings.run.today));
    }
    res.push_str("</testsuites>\n");
    res
}

/// Returns a suite; it tells the day of the run, since the time of day says nothing of the bank.
fn suite(id: usize, name: &str, cases: &[String], failures: usize, today: &str) -> String {
    format!(
        "  <testsuite name=\"{}\" package=\"studyhall\" id=\"{id}\" timestamp=\"{today}T00:00:00\" hostname=\"localhost\" \
         tests=\"{}\" failures=\"{failures}\" errors=\"0\" time=\"0\">\n    <properties>\n      <property name=\"studyhall\" value=\"{VERSION}\"/>\n    </properties>\n{}    \
         <system-out/>\n    <system-err/>\n  </testsuite>\n",
        xml(name),
        cases.len(),
        cases.concat()
    )
}

fn case(path: &str, it: &Finding<'_>, findings: &Findings<'_>) -> String {
    let place = match it.region {
        Some(it) => format!("{path}:{}:{}", it.start.line, it.start.column),
        None => path.to_owned(),
    };
    let class = it.question.unwrap_or(path);
    let name = format!("{} {place}", it.of.rule);
    let head =
        format!("    <testcase name=\"{}\" classname=\"{}\" time=\"0\"", xml(&name), xml(class));
    if it.of.level < findings.run.fail_on {
        return format!("{head}/>\n");
    }
    let mut body =
        format!("{place}: {} [{}] {}", level_name(it.of.level), it.of.rule, it.of.message);
    if let Some(help) = &it.of.help {
        body.push_str(&format!("\nhelp: {help}"));
    }
    let body: Vec<String> = body.lines().map(xml).collect();
    format!(
        "{head}>\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n    </testcase>\n",
        it.of.level.name(),
        xml(&it.of.message),
        body.join("\n")
    )
}

/// Escapes a text, and shows what XML cannot hold.
fn xml(text: &str) -> String {
    escape(visible(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")).into_owned()
}
