//! What runs in CI: the action's steps, the workflow of `init`, GitLab's job and the hooks, each as
//! a script with the variables that the service sets.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use studyhall::parse::yaml;
use studyhall::source::{Source, Span};
use studyhall::value::{Data, Table};

use crate::git::Repository;

/// Reads a YAML file of the project.
fn table(path: &Path) -> Table {
    let text = fs::read_to_string(path).unwrap();
    let mut out = Vec::new();
    let source = Source::new(path.to_str().unwrap(), &text);
    let res = yaml::parse(&source, Span::new(0, text.len()), &mut out);
    assert_eq!(out, [], "{}", path.display());
    res
}

fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A runner: its files, and the values of the expressions that steps use.
struct Runner<'r> {
    repository: &'r Repository,
    folder: tempfile::TempDir,
    values: BTreeMap<String, String>,
}

impl<'r> Runner<'r> {
    fn new(repository: &'r Repository, values: &[(&str, &str)]) -> Self {
        let values = values.iter().map(|(name, it)| ((*name).to_owned(), (*it).to_owned()));
        Self { repository, folder: tempfile::tempdir().unwrap(), values: values.collect() }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn summary(&self) -> String {
        fs::read_to_string(self.file("summary.md")).unwrap_or_default()
    }

    /// Runs a step that is a script, unless its condition says no; returns its output.
    fn step(&mut self, step: &Table) -> Option<Output> {
        let script = step.text("run")?.0.to_owned();
        if step.text("if").is_some_and(|(it, _)| !self.holds(it)) {
            return None;
        }
        let output_file = self.file("output.txt");
        fs::write(&output_file, "").unwrap();
        let mut command = script_in(&self.repository.root(), &script);
        for entry in step.table("env").iter().flat_map(|it| &it.entries) {
            command.env(&entry.key, self.filled(entry.value.text().unwrap()));
        }
        let output = command
            .env("GITHUB_OUTPUT", &output_file)
            .env("GITHUB_STEP_SUMMARY", self.file("summary.md"))
            .env("GITHUB_ACTIONS", "true")
            .env("GITHUB_WORKSPACE", self.repository.root())
            .env("GITHUB_ACTION_PATH", env!("CARGO_MANIFEST_DIR"))
            .env("RUNNER_TEMP", self.folder.path())
            .output()
            .unwrap();
        if let Some((id, _)) = step.text("id") {
            for line in fs::read_to_string(&output_file).unwrap().lines() {
                let (name, value) = line.split_once('=').unwrap();
                self.values.insert(format!("steps.{id}.outputs.{name}"), value.to_owned());
            }
        }
        Some(output)
    }

    /// Returns whether a condition `NAME != 'TEXT'` or `NAME == 'TEXT'` holds.
    fn holds(&self, condition: &str) -> bool {
        let words: Vec<&str> = condition.split(' ').collect();
        let [name, sign, text] = words.as_slice() else { panic!("{condition}") };
        (self.values[*name] == text.trim_matches('\'')) == (*sign == "==")
    }

    /// Returns a text with its expressions replaced.
    fn filled(&self, text: &str) -> String {
        let mut res = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("${{") {
            let (name, after) = after.split_once("}}").unwrap();
            res.push_str(before);
            res.push_str(&self.values[name.trim()]);
            rest = after;
        }
        res + rest
    }
}

/// Returns a script as the services run it, with this build of the program on the path.
fn script_in(folder: &Path, script: &str) -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_studyhall")).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    let mut res = Command::new("bash");
    res.args(["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", program.display()))
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("SOURCE_DATE_EPOCH", "1790000000")
        .env_remove("GITHUB_STEP_SUMMARY");
    res
}

fn steps(table: &Table) -> Vec<&Table> {
    let steps = table.list("steps").iter().filter_map(|it| match &it.data {
        Data::Table(it) => Some(it),
        _ => None,
    });
    steps.collect()
}

/// Runs the action and returns the runner with the output of the last step that ran.
fn run_action<'r>(it: &'r Repository, values: &[(&str, &str)]) -> (Runner<'r>, Output, String) {
    let action = table(&project("action.yml"));
    let mut runner = Runner::new(it, &[]);
    let inputs = action.table("inputs").unwrap();
    for entry in &inputs.entries {
        let Data::Table(input) = &entry.value.data else { panic!("{}", entry.key) };
        assert!(input.text("description").is_some(), "{}", entry.key);
        let default = input.text("default").map_or("", |it| it.0);
        let default = if default.starts_with("${{") { "" } else { default };
        runner.values.insert(format!("inputs.{}", entry.key), default.to_owned());
    }
    for (name, value) in values {
        let name = format!("inputs.{name}");
        assert!(runner.values.insert(name, (*value).to_owned()).is_some());
    }
    let (mut last, mut log) = (None, String::new());
    for step in steps(action.table("runs").unwrap()) {
        let Some(output) = runner.step(step) else { continue };
        log.push_str(&String::from_utf8_lossy(&output.stdout));
        log.push_str(&String::from_utf8_lossy(&output.stderr));
        let failed = !output.status.success();
        last = Some(output);
        if failed {
            break;
        }
    }
    (runner, last.unwrap(), log)
}

/// A repository whose last commit makes another answer right and takes a key away.
fn pull_request() -> Repository {
    let it = Repository::ground();
    it.replace("content/e/a/sky.md", "- [x] Blue\n- [ ] Green", "- [ ] Blue\n- [x] Green");
    it.commit("second");
    it
}

#[test]
fn the_action_tells_what_changed_and_marks_findings() {
    let it = pull_request();
    let base = it.git(&["rev-parse", "first"]);
    let (runner, last, log) =
        run_action(&it, &[("since", base.trim()), ("changed-only", "true"), ("fail-on", "warn")]);
    assert_eq!(last.status.code(), Some(1), "{log}");
    assert!(log.contains("::warning file=content/e/a/sky.md,line="), "{log}");
    assert!(log.contains("key-changed"), "{log}");
    let summary = runner.summary();
    assert!(summary.contains("### Re-keyed: another answer is right"), "{summary}");
    assert_eq!(runner.values["steps.lint.outputs.exit-code"], "1");
    let sarif = fs::read_to_string(&runner.values["steps.lint.outputs.sarif"]).unwrap();
    let sarif: serde_json::Value = serde_json::from_str(&sarif).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    assert!(!sarif["runs"][0]["results"].as_array().unwrap().is_empty());
}

#[test]
fn the_action_passes_where_nothing_is_found() {
    let it = pull_request();
    let (runner, last, log) = run_action(&it, &[]);
    assert_eq!(last.status.code(), Some(0), "{log}");
    assert!(!runner.summary().contains("Questions changed"), "{}", runner.summary());
}

#[test]
fn the_action_fails_where_the_linter_cannot_work() {
    let it = pull_request();
    it.replace("site.toml", "title", "titel");
    let (_, last, log) = run_action(&it, &[]);
    assert_eq!(last.status.code(), Some(2), "{log}");
}

#[test]
fn the_action_fetches_the_base_of_a_shallow_clone() {
    let it = pull_request();
    it.git(&["config", "uploadpack.allowAnySHA1InWant", "true"]);
    let base = it.git(&["rev-parse", "first"]);
    let clone = Repository::new("clone");
    let (from, to) = (format!("file://{}", it.root().display()), clone.root());
    fs::remove_dir_all(&to).unwrap();
    clone.git(&["clone", "--quiet", "--depth=1", &from, to.to_str().unwrap()]);
    let (runner, last, log) = run_action(&clone, &[("since", base.trim())]);
    assert_eq!(last.status.code(), Some(0), "{log}");
    assert!(runner.summary().contains("e/sky"), "{}", runner.summary());
}

/// The steps of the workflow that `init` writes, as a pull request runs them.
#[test]
fn the_workflow_of_init_lints_and_tells_what_changed() {
    let it = Repository::new("bank");
    fs::remove_dir(it.root()).unwrap();
    it.git(&["-C", ".", "version"]);
    let made = crate::git::studyhall(it.root().parent().unwrap(), &["init", "bank"]);
    assert!(made.status.success());
    it.commit("first");
    let question = "content/git/snapshots/staged-then-edited.md";
    it.replace(question, "[x]", "[-]");
    it.replace(question, "[ ]", "[x]");
    let workflow = table(&it.root().join(".github/workflows/study-hall.yml"));
    let job = workflow.table("jobs").unwrap().table("build").unwrap();
    let base = it.git(&["rev-parse", "first"]);
    let values = [
        ("github.event_name", "pull_request"),
        ("github.event.pull_request.base.sha", base.trim()),
    ];
    let mut runner = Runner::new(&it, &values);
    let all = steps(job);
    let checkout = all[0].table("with").unwrap();
    assert_eq!(checkout.number("fetch-depth"), Some(0.0), "the base must be there");
    let mut ran = Vec::new();
    for step in all {
        let name = step.text("name").map_or("", |it| it.0);
        if matches!(name, "Tell what changed" | "Lint") {
            let output = runner.step(step).unwrap();
            ran.push((name.to_owned(), output.status.code()));
        }
    }
    // Every `[ ]` has become a key in a question of type `single`.
    assert_eq!(ran, [("Tell what changed".to_owned(), Some(0)), ("Lint".to_owned(), Some(1))]);
    assert!(runner.summary().contains("staged-then-edited"), "{}", runner.summary());
}

#[test]
fn the_job_for_gitlab_writes_a_code_quality_report() {
    let it = pull_request();
    let file = table(&project("ci/gitlab.yml"));
    let job = file.table("studyhall").unwrap();
    let scripts = job.texts("script").map(|it| it.0);
    let script: Vec<&str> = scripts.collect();
    let mut command = script_in(&it.root(), &script.join("\n"));
    for entry in &file.table("variables").unwrap().entries {
        command.env(&entry.key, entry.value.text().unwrap());
    }
    let base = it.git(&["rev-parse", "first"]);
    let output = command.env("CI_MERGE_REQUEST_DIFF_BASE_SHA", base.trim()).output().unwrap();
    let log = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{log}{}", String::from_utf8_lossy(&output.stderr));
    assert!(log.contains("Re-keyed"), "{log}");
    let artifacts = job.table("artifacts").unwrap();
    for path in artifacts.texts("paths").map(|it| it.0) {
        assert!(it.root().join(path).is_file(), "{path}");
    }
    let report = artifacts.table("reports").unwrap().text("codequality").unwrap().0;
    let report = fs::read_to_string(it.root().join(report)).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert!(report.is_array());
}

#[test]
fn the_hooks_run() {
    let it = pull_request();
    let text = fs::read_to_string(project(".pre-commit-hooks.yaml")).unwrap();
    let entries: Vec<&str> = text.lines().filter_map(|it| it.strip_prefix("  entry: ")).collect();
    assert_eq!(entries.len(), 2);
    for entry in entries {
        let output = script_in(&it.root(), entry).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}
