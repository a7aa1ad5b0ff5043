//! `build` as a program: what stays on disk when it fails, is repeated, or is killed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Instant;

/// Files of a folder, by path below it.
type Files = BTreeMap<String, Vec<u8>>;

/// Returns the files below a folder, but for what is the writer's own.
fn files(folder: &Path) -> Files {
    let own = |path: &Path| path.starts_with(".studyhall") || path == Path::new(".nojekyll");
    all_files(folder).into_iter().filter(|(name, _)| !own(Path::new(name))).collect()
}

fn all_files(folder: &Path) -> Files {
    let mut res = Files::new();
    for entry in walkdir::WalkDir::new(folder) {
        let entry = entry.unwrap();
        if entry.file_type().is_file() {
            let name = entry.path().strip_prefix(folder).unwrap().to_str().unwrap();
            res.insert(name.to_owned(), fs::read(entry.path()).unwrap());
        }
    }
    res
}

/// Asserts that two folders hold the same; a page of bytes would tell nobody anything.
fn assert_same(found: &Files, expected: &Files, when: &str) {
    let names = |of: &Files| of.keys().cloned().collect::<Vec<String>>();
    assert_eq!(names(found), names(expected), "{when}: the names");
    for (name, bytes) in expected {
        assert!(found[name] == *bytes, "{when}: `{name}` differs");
    }
}

/// Copies a folder of the project.
fn copy(from: &str, to: &Path) {
    for (name, bytes) in all_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(from)) {
        put(to, &name, &bytes);
    }
}

fn put(folder: &Path, name: &str, bytes: &[u8]) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

/// Returns an empty folder, in memory where that is possible.
fn empty() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

fn command(root: &Path, args: &[&str]) -> Command {
    let mut res = Command::new(env!("CARGO_BIN_EXE_studyhall"));
    res.arg("--root").arg(root).arg("build").args(args);
    res.env("SOURCE_DATE_EPOCH", "1790000000").env("NO_COLOR", "1");
    res
}

fn run(root: &Path, args: &[&str]) -> Output {
    command(root, args).output().unwrap()
}

/// Builds what must build and returns the site.
fn build(root: &Path, args: &[&str]) -> Files {
    let output = run(root, args);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    files(&root.join("public"))
}

/// Returns what a build of the bank as it is now, from nothing, publishes.
fn cold(root: &Path, args: &[&str]) -> Files {
    let folder = empty();
    for (name, bytes) in all_files(root) {
        if !name.starts_with("public/") {
            put(folder.path(), &name, &bytes);
        }
    }
    build(folder.path(), args)
}

#[test]
fn the_number_of_threads_and_earlier_builds_leave_no_trace() {
    for bank in ["tests/site/mixed", ""] {
        let (one, four) = (empty(), empty());
        for root in [one.path(), four.path()] {
            if bank.is_empty() {
                copy("content", &root.join("content"));
                fs::copy(
                    Path::new(env!("CARGO_MANIFEST_DIR")).join("site.toml"),
                    root.join("site.toml"),
                )
                .unwrap();
            } else {
                copy(bank, root);
            }
        }
        let expected = build(one.path(), &["--jobs", "1"]);
        assert_same(&build(four.path(), &["--jobs", "4"]), &expected, "four threads");

        // An edit that changes a page, one that changes every page, one that adds and removes.
        let root = four.path();
        let sources: Files =
            all_files(root).into_iter().filter(|(name, _)| !name.starts_with("public/")).collect();
        let is_question = |name: &&String| {
            let is_deep = name.matches('/').count() == 3 && name.ends_with(".md");
            is_deep && !name.ends_with("_index.md") && !name.contains("/lessons/")
        };
        let question = sources.keys().find(is_question).unwrap();
        let mut edited = sources[question].clone();
        edited.extend(b"\n## References\n\n- <https://example.org/edited>\n");
        let settings = String::from_utf8(sources["site.toml"].clone()).unwrap();
        let settings = settings.replacen("title = \"", "title = \"Edited ", 1);
        for (name, bytes) in [(question.as_str(), edited), ("site.toml", settings.into_bytes())] {
            put(root, name, &bytes);
            let found = build(root, &[]);
            assert!(found != expected, "the edit of `{name}` shows");
            assert_same(&found, &cold(root, &[]), "after an edit");
            put(root, name, &sources[name]);
            assert_same(&build(root, &[]), &expected, "after its undo");
        }
        let moved = question.replace(".md", "-moved.md");
        fs::rename(root.join(question), root.join(&moved)).unwrap();
        assert_same(&build(root, &[]), &cold(root, &[]), "after a move");
        fs::rename(root.join(&moved), root.join(question)).unwrap();
        assert_same(&build(root, &[]), &expected, "after its undo");
    }
}

const BANK: &str = "tests/cmd/build.in/sound";
const QUESTION: &str = "content/demo/first/sum.md";

/// Makes the key of a question an ordinary choice.
fn break_question(root: &Path) {
    let path = root.join(QUESTION);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("- [x]"));
    fs::write(path, text.replace("- [x]", "- [ ]")).unwrap();
}

#[test]
fn a_fault_leaves_the_last_site_as_it_was() {
    let root = empty();
    let root = root.path();
    copy(BANK, root);
    build(root, &[]);
    let before = all_files(&root.join("public"));
    break_question(root);
    for args in [&[][..], &["--drafts"], &["--base-url", "https://example.org/a/"], &["--quiet"]] {
        let output = run(root, args);
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&output.stderr).contains("error[missing-key]"));
        assert_same(&all_files(&root.join("public")), &before, "after a fault");
    }

    // So do settings and templates that cannot be used.
    copy(BANK, root);
    let broken =
        [("site.toml", "title ="), ("themes/default/templates/page.html", "{{ page.title")];
    for (name, text) in broken {
        let sound = fs::read(root.join(name)).ok();
        put(root, name, text.as_bytes());
        assert_eq!(run(root, &[]).status.code(), Some(2), "{name}");
        assert_same(&all_files(&root.join("public")), &before, name);
        match sound {
            Some(bytes) => put(root, name, &bytes),
            None => fs::remove_file(root.join(name)).unwrap(),
        }
    }
}

#[test]
fn keep_going_leaves_out_what_is_broken_and_links_to_it() {
    let root = empty();
    let root = root.path();
    copy(BANK, root);
    let page = "demo/first/product/index.html";
    let text = |site: &Files| String::from_utf8(site[page].clone()).unwrap();
    let sound = build(root, &[]);
    assert!(text(&sound).contains(r#"<a href="/demo/first/sum/">the question on sums</a>"#));

    break_question(root);
    let output = run(root, &["--keep-going"]);
    assert_eq!(output.status.code(), Some(1));
    let site = files(&root.join("public"));
    assert!(!site.contains_key("demo/first/sum/index.html"), "the broken question is left out");
    assert!(text(&site).contains("as in the question on sums."), "the link is plain text");
    for (name, bytes) in &site {
        let page = String::from_utf8_lossy(bytes);
        assert!(!page.contains("/demo/first/sum/"), "`{name}` leads to the broken question");
    }
    // It is not taken for the finished build of a sound bank.
    let again = run(root, &["--keep-going"]);
    assert_eq!(again.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&again.stderr).contains("error[missing-key]"));
}

#[test]
fn every_link_stands_below_the_path_of_base_url() {
    let root = empty();
    copy(BANK, root.path());
    let site = build(root.path(), &["--base-url", "https://example.com/a/b"]);
    let mut links = 0;
    for (name, bytes) in site.iter().filter(|(name, _)| name.ends_with(".html")) {
        let page = String::from_utf8_lossy(bytes);
        for mark in [r#" href="/"#, r#" src="/"#] {
            for (at, _) in page.match_indices(mark) {
                let target = &page[at + mark.len() - 1..];
                assert!(target.starts_with("/a/b/"), "`{name}`: {}", &target[..40]);
                links += 1;
            }
        }
        assert!(!page.contains("https://example.org/"), "`{name}` has the old address");
    }
    assert!(links > 20, "only {links} links were seen");
}

#[test]
fn the_colours_of_code_are_linked_where_there_is_code() {
    let root = empty();
    copy("tests/site/mixed", root.path());
    let tables = "---\ntitle: Tables\n---\n\n$$\\begin{matrix} a & b \\end{matrix}$$\n";
    put(root.path(), "content/tables.md", tables.as_bytes());
    put(root.path(), "content/line.md", b"---\ntitle: Line\n---\n\n`a` and $a^2$\n");
    let site = build(root.path(), &[]);
    let mut linked = Vec::new();
    for (name, bytes) in site.iter().filter(|(name, _)| name.ends_with(".html")) {
        let page = String::from_utf8_lossy(bytes);
        let needed = page.contains("<pre class=\"code\"") || page.contains("<mtable class=\"menv");
        assert_eq!(page.contains("/highlight.css\""), needed, "{name}");
        if needed {
            linked.push(name.as_str());
        }
    }
    for (name, expected) in [
        ("arabic/one/code/index.html", true),
        ("demo/first/blocks/index.html", true),
        ("tables/index.html", true),
        ("line/index.html", false),
        ("demo/first/german/index.html", false),
    ] {
        assert_eq!(linked.contains(&name), expected, "{name}");
    }
}

const N_QUESTIONS: usize = 100;

/// Writes one of two versions of a bank: they share pages, differ in others, and each has pages
/// that the other has not.
fn write_version(root: &Path, version: usize) {
    let topic = root.join("content/demo/first");
    if topic.is_dir() {
        fs::remove_dir_all(&topic).unwrap();
    }
    let name = ["One", "The other"][version];
    put(root, "site.toml", b"title = \"Demo\"\nbase_url = \"https://example.org/\"\n");
    let exam = format!(
        "---\ntitle: {name} exam\ntopics:\n  - {{id: first, title: First}}\n---\n\nThe exam.\n"
    );
    put(root, "content/demo/_index.md", exam.as_bytes());
    for at in 0..N_QUESTIONS {
        let file = if at % 3 == 0 { format!("q{at}-{version}.md") } else { format!("q{at}.md") };
        // The lengths differ, too, so that a mixture of both cannot look like either.
        let text = if at % 3 == 1 { name.repeat(1 + version * 2000) } else { "Count.".into() };
        let question = format!(
            "What is {at} + 1?\n\n- [x] {}\n\n  > One more.\n\n- [ ] {at}\n\n  > The same.\n\n\
             ## Explanation\n\n{text}\n",
            at + 1
        );
        put(&topic, &file, question.as_bytes());
    }
}

/// Asserts that every published file is whole, of whichever version.
fn check_whole(output: &Path, versions: &[Files; 2]) {
    if !output.is_dir() {
        return;
    }
    for (name, bytes) in files(output) {
        let is_whole = versions.iter().any(|it| it.get(&name) == Some(&bytes));
        assert!(is_whole, "`{name}` is of neither version: {} bytes", bytes.len());
    }
}

/// Returns whether the last build that began to write ended.
fn is_finished(output: &Path) -> bool {
    let manifest = fs::read_to_string(output.join(".studyhall/manifest.json")).unwrap();
    manifest.contains(r#""finished":true"#)
}

#[test]
fn a_killed_build_publishes_only_whole_files_and_the_next_equals_a_cold_one() {
    let root = empty();
    let root = root.path();
    let output = root.join("public");
    let versions = [0, 1].map(|version| {
        write_version(root, version);
        cold(root, &[])
    });
    assert!(versions[0] != versions[1]);
    // How long a build takes that has to write one version over the other, on this machine.
    write_version(root, 0);
    build(root, &[]);
    write_version(root, 1);
    let start = Instant::now();
    build(root, &[]);
    let mut usual = start.elapsed();

    let mut was_finished = true;
    let mut n_unfinished = 0;
    let mut random: u64 = 0x9e37_79b9_7f4a_7c15;
    for round in 0..100 {
        let version = round % 2;
        write_version(root, version);
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let part = u32::try_from(random >> 54).unwrap();
        let mut build_command = command(root, &[]);
        let mut child = build_command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(usual * part / 1024);
        child.kill().unwrap();
        // It was killed, or it was quicker.
        assert!(matches!(child.wait().unwrap().code(), None | Some(0)), "the build failed");

        check_whole(&output, &versions);
        let is_finished = is_finished(&output);
        n_unfinished += usize::from(was_finished && !is_finished);
        was_finished = is_finished;
        // Often the next build is killed, too.
        if round % 3 == 0 {
            let start = Instant::now();
            let built = build(root, &[]);
            // The machine may have become quicker or slower meanwhile.
            usual = start.elapsed();
            assert_same(&built, &versions[version], "after a kill");
            let temporary = fs::read_dir(output.join(".studyhall/tmp")).unwrap().count();
            assert_eq!(temporary, 0, "no temporary file stays");
            was_finished = true;
        }
    }
    // One that is killed over an unfinished site is not told from one that did not come so far.
    assert!(n_unfinished >= 5, "only {n_unfinished} builds were killed while they wrote");
}

#[test]
fn the_readme_shows_the_transcript_that_is_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let (_, rest) = readme.split_once("   ```text\n").unwrap();
    let (block, _) = rest.split_once("   ```\n").unwrap();
    let block: String =
        block.split_inclusive('\n').map(|it| it.strip_prefix("   ").unwrap_or(it)).collect();
    let transcript = fs::read_to_string(root.join("tests/cmd/readme.md")).unwrap();
    assert!(transcript.contains(&block), "tests/cmd/readme.md lacks\n{block}");

    // The question is README's, but for the number.
    let (_, rest) = readme.split_once("   ```markdown question\n").unwrap();
    let (question, _) = rest.split_once("   ```\n").unwrap();
    let question: String =
        question.split_inclusive('\n').map(|it| it.strip_prefix("   ").unwrap_or(it)).collect();
    let name = "tests/cmd/readme.in/my-bank/content/git/branches/a-detached-head.md";
    let built = fs::read_to_string(root.join(name)).unwrap();
    assert_eq!(built, question.replace("(Select TWO)", "(Select THREE)"));
}

#[test]
fn a_topic_that_is_short_in_a_mock_exam_is_told() {
    let folder = empty();
    let exam = |mock: &str| {
        format!(
            "---\ntitle: T\n{mock}topics: [{{id: one, weight: 50}}, {{id: two, weight: 50}}]\n---\n"
        )
    };
    let question = |n: u32| format!("Question {n}?\n\n- [x] right {n}\n- [ ] wrong {n}\n");
    for (path, n) in [("one/a", 1), ("one/b", 2), ("one/c", 3), ("two/a", 4)] {
        put(folder.path(), &format!("content/t/{path}{n}.md"), question(n).as_bytes());
    }
    let told = |mock: &str| {
        put(folder.path(), "content/t/_index.md", exam(mock).as_bytes());
        let output = run(folder.path(), &[]);
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stderr).unwrap()
    };
    let warning = "warning: the mock exam of `t` needs 2 questions of `two`, but one of forms 1 to 10 has only 1; other topics fill its place";
    let text = told("mock: {questions: 4}\n");
    assert!(text.contains(warning), "{text}");
    assert!(!text.contains("of `one`"), "{text}");
    // Half of two is one; and an exam that says nothing takes what there is.
    for mock in ["mock: {questions: 2}\n", "", "mock: {minutes: 30}\n"] {
        assert!(!told(mock).contains("mock exam"), "{mock}");
    }
}
