//! The preview's memory: after every edit its site is that of a cold build, byte for byte.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use studyhall::check;
use studyhall::cmd::bank::{self, Options};
use studyhall::cmd::watch::change::Change;
use studyhall::cmd::watch::lint::Background;
use studyhall::cmd::watch::memory::Memory;
use studyhall::cmd::watch::snapshot::{Answer, Preview, Snapshot};
use studyhall::plan::Plan;
use studyhall::render::Renderer;
use studyhall::render::site::{Site, Skin};
use studyhall::report::Look;
use tempfile::TempDir;

const LOOK: Look = Look { colour: false, width: 90 };

/// Files by path from the bank's root.
type Files = BTreeMap<String, Vec<u8>>;

/// A bank on disk that is edited.
struct Folder {
    root: TempDir,
    files: Files,
}

impl Folder {
    fn new(files: &[(&str, &str)]) -> Self {
        let root = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
        let mut res = Self { root, files: Files::new() };
        let files = files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()));
        res.become_these(files.collect());
        res
    }

    fn path(&self) -> PathBuf {
        self.root.path().canonicalize().unwrap()
    }

    /// Brings the disk to a state, and returns what changed.
    fn become_these(&mut self, files: Files) -> Change {
        let root = self.path();
        let mut changed = BTreeSet::new();
        for (path, bytes) in &files {
            if self.files.get(path) == Some(bytes) {
                continue;
            }
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, bytes).unwrap();
            changed.insert(path);
        }
        for path in self.files.keys().filter(|it| !files.contains_key(*it)) {
            fs::remove_file(root.join(path)).unwrap();
        }
        let is_same = files.keys().eq(self.files.keys());
        self.files = files;
        if is_same { Change::Files(changed) } else { Change::All }
    }

    /// Writes one file and returns what changed.
    fn put(&mut self, path: &str, text: &str) -> Change {
        let mut files = self.files.clone();
        files.insert(path.to_owned(), text.as_bytes().to_vec());
        self.become_these(files)
    }
}

/// What a cold build would write, or the rules and places of what keeps it from that.
fn cold(root: &Path) -> Result<Files, Vec<String>> {
    let program = |it: &dyn std::fmt::Display| vec![it.to_string()];
    let loaded = match bank::load(root, &Options::default(), LOOK) {
        Ok(it) => it,
        Err(error) => {
            return Err(match error.downcast_ref::<bank::Unusable>() {
                Some(it) => it.faults.iter().map(|it| it.message.clone()).collect(),
                None => program(&format!("{error:#}")),
            });
        }
    };
    let (bank, mut found) = bank::read(&loaded, false);
    let (plan, faults) = Plan::new(&bank, &loaded.config, &loaded.languages);
    found.extend(faults);
    bank::settle(&loaded, &mut found);
    found.retain(check::is_publish);
    if !found.is_empty() {
        return Err(found.iter().map(|it| it.message.clone()).collect());
    }
    let skin = Skin::new(&loaded.sources.theme).map_err(|it| vec![it.message])?;
    let renderer = Renderer::new(loaded.config.raw_html);
    let site =
        Site::new(&bank, &plan, &loaded.config, &loaded.languages, &skin, &renderer).unwrap();
    let mut res = Files::new();
    for (at, page) in plan.pages().iter().enumerate() {
        res.insert(page.output_name(), site.page(at).unwrap().into_bytes());
    }
    for it in plan.assets(&bank) {
        let bytes = fs::read(&loaded.sources.assets[it.source].disk).unwrap();
        res.insert(it.output_name.to_owned(), bytes);
    }
    for it in &skin.statics.files {
        res.insert(it.output_name.clone(), it.bytes.to_vec());
    }
    Ok(res)
}

/// Everything that a preview would serve.
fn served(site: &Preview) -> Files {
    let bytes = |name: &str| match site.answer(name).unwrap().unwrap() {
        Answer::Text(text) => text.into_bytes(),
        Answer::Bytes(bytes) => bytes,
        Answer::File(disk) => fs::read(disk).unwrap(),
    };
    site.output_names().map(|name| (name.clone(), bytes(&name))).collect()
}

fn assert_same(snapshot: &Snapshot, root: &Path, before: Option<&Arc<Preview>>, when: &str) {
    match cold(root) {
        Ok(expected) => {
            assert!(snapshot.faults.is_empty(), "{when}: {:?}", snapshot.faults);
            let found = served(snapshot.site.as_ref().unwrap());
            let names = |of: &Files| of.keys().cloned().collect::<Vec<String>>();
            assert_eq!(names(&found), names(&expected), "{when}");
            for (name, bytes) in &expected {
                assert!(found[name] == *bytes, "{when}: `{name}` differs");
            }
        }
        Err(expected) => {
            let found: Vec<&str> = snapshot.faults.iter().map(|it| it.message.as_str()).collect();
            // Of a text of several lines the first is the message.
            let expected: Vec<&str> =
                expected.iter().map(|it| it.lines().next().unwrap_or_default()).collect();
            assert_eq!(found, expected, "{when}");
            let kept = match (before, &snapshot.site) {
                (Some(before), Some(now)) => Arc::ptr_eq(before, now),
                (before, now) => before.is_none() && now.is_none(),
            };
            assert!(kept, "{when}: the last good site stays");
        }
    }
}

const TOPICS: [&str; 3] = ["content/mle/scaling", "content/mle/serving", "content/aws/basics"];
const MLE: &str = "---\ntitle: ML\ntopics: [{id: scaling, objectives: [{id: o, title: O}]}, {id: serving}]\n---\nText.\n";
const AWS: &str = "---\ntitle: AWS\ntopics: [{id: basics}]\n---\n";
const SITE: &str = "title = \"Bank\"\nbase_url = \"https://example.org/\"\n";
const SVG: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"2\"/>";
const PICTURE: &str = "content/mle/pic.svg";
const PAGE: &str = include_str!("../../themes/default/templates/page.html");

/// A question: each digit of `seed` decides one thing about it.
fn question(seed: usize) -> String {
    let digit = |at: u32| seed / 7_usize.pow(at) % 7;
    let tags = ["", "tags: [GPU]", "tags: [cost, GPU]", "tags: [cost]"][digit(0) % 4];
    let author = ["", "author: ada", "reviewer: ada\nauthor: desk", ""][digit(1) % 4];
    let field = [
        "",
        "aliases: [/old/here/]",
        "lang: de",
        "status: draft",
        "see: [intro]",
        "slug: other",
        "difficulty: hard",
    ][digit(2)];
    let text = [
        "",
        "[see](/mle/lessons/intro.md)",
        "![a line](/mle/pic.svg)",
        "<b>bold</b>",
        "`code`",
        "\n\n```python\nprint(1)\n```",
        "$x^2$",
    ][digit(3)];
    format!(
        "---\n{tags}\n{author}\n{field}\n---\n\nWhich of these is {seed}? {text}\n\n- [x] The number {seed}\n- [ ] Another one\n\n## Explanation\n\nBecause it is.\n"
    )
}

/// Texts with a fault each.
const BROKEN: [&str; 6] = [
    "---\ntags: [\n---\n\nWhich?\n\n- [x] A\n- [ ] B\n",
    "---\nauthor: nobody\n---\n\nWhich?\n\n- [x] A\n- [ ] B\n",
    "---\nvariant_of: mle/gone\n---\n\nWhich?\n\n- [x] A\n- [ ] B\n",
    "Which?\n\n- [ ] A\n- [ ] B\n",
    "Which? [gone](gone.md)\n\n- [x] A\n- [ ] B\n",
    "---\nid: mle/twice\ntags: [gpu]\n---\n\nWhich?\n\n- [x] A\n- [ ] B\n",
];

fn start() -> Folder {
    Folder::new(&[
        ("site.toml", SITE),
        ("content/_index.md", "# Home\n\nHello.\n"),
        ("content/about.md", "About [us](/mle/).\n"),
        ("content/mle/_index.md", MLE),
        ("content/aws/_index.md", AWS),
        ("content/authors/ada.md", "---\nname: Ada\n---\nWrites.\n"),
        ("content/authors/desk.md", "---\nname: Desk\n---\n"),
        (
            "content/mle/lessons/intro.md",
            "---\ntopic: scaling\nauthor: ada\n---\n# Intro\n\nText.\n",
        ),
        (PICTURE, SVG),
        ("content/mle/scaling/a.md", &question(1)),
        ("content/mle/scaling/b.md", &question(58)),
        ("content/mle/serving/c.md", &question(345)),
        ("content/aws/basics/d.md", &question(700)),
    ])
}

/// Makes one edit of a kind; `a` and `b` decide what exactly.
fn edit(files: &mut Files, kind: usize, a: usize, b: usize) {
    let questions: Vec<String> = files
        .keys()
        .filter(|it| TOPICS.iter().any(|topic| it.starts_with(topic)) && !it.ends_with("_index.md"))
        .cloned()
        .collect();
    let one = questions.get(a % questions.len().max(1)).cloned();
    let mut put = |path: &str, text: &str| {
        files.insert(path.to_owned(), text.as_bytes().to_vec());
    };
    match (kind, one) {
        (0 | 1, Some(path)) => put(&path, &question(b)),
        (2, Some(path)) => put(&path, BROKEN[b % BROKEN.len()]),
        (3, _) => put(&format!("{}/q{}.md", TOPICS[a % 3], b % 5), &question(b)),
        (4, Some(path)) => {
            files.remove(&path);
        }
        // Renamed, or moved to another topic.
        (5, Some(path)) => {
            let text = files.remove(&path).unwrap_or_default();
            files.insert(format!("{}/m{}.md", TOPICS[b % 3], b % 4), text);
        }
        (6, _) => match b % 4 {
            0 => put("content/mle/lessons/intro.md", "---\nauthor: desk\n---\n# Intro\n\nOther.\n"),
            1 => put("content/mle/lessons/a-new.md", "---\ntags: [GPU]\n---\nNew.\n"),
            2 => drop(files.remove("content/mle/lessons/intro.md")),
            _ => drop(files.remove("content/mle/lessons/a-new.md")),
        },
        (7, _) => match b % 4 {
            0 => put("content/authors/ada.md", "---\nname: Ada L.\npicture: ../mle/pic.svg\n---\n"),
            1 => put("content/authors/aaa.md", "---\nname: First\n---\n"),
            2 => drop(files.remove("content/authors/desk.md")),
            _ => put("content/authors/desk.md", "---\nname: Desk\n---\n"),
        },
        (8, _) => match b % 6 {
            0 => put("content/mle/_index.md", MLE),
            1 => put("content/mle/_index.md", &MLE.replace("title: ML", "title: ML\nlang: de")),
            2 => put("content/mle/_index.md", &MLE.replace("title: ML", "title: ML\nid: other")),
            3 => put("content/mle/_index.md", &MLE.replace(", {id: serving}", "")),
            4 => put("content/aaa/_index.md", "---\ntopics: [{id: one}]\nvendor: V\n---\n"),
            _ => drop(files.remove("content/aws/_index.md")),
        },
        (9, _) => match b % 4 {
            0 => put(PICTURE, &SVG.replace('4', "8")),
            1 => put(PICTURE, "<svg xmlns=\"http://www.w3.org/2000/svg\"><script/></svg>"),
            2 => drop(files.remove(PICTURE)),
            _ => put(PICTURE, SVG),
        },
        (10, _) => {
            let page = "themes/default/templates/page.html";
            match b % 5 {
                0 => put(page, &format!("{PAGE}\n<!-- {a} -->")),
                1 => put(page, "x\n{% if %}"),
                2 => drop(files.remove(page)),
                3 => put("themes/default/static/style.css", "a { top: 0 }"),
                _ => drop(files.remove("themes/default/static/style.css")),
            }
        }
        (11, _) => put(
            "site.toml",
            &match b % 8 {
                0 => SITE.replace("Bank", "Other bank"),
                1 => format!("{SITE}language = \"de\"\n"),
                2 => format!("{SITE}[build]\nraw_html = \"escape\"\n"),
                3 => format!("{SITE}[study]\nscoring = \"net\"\n"),
                4 => SITE.replace("org/", "org/below/"),
                5 => format!("{SITE}titel = \"x\"\n"),
                6 => format!("{SITE}menu = [{{text = \"About\", url = \"/about/\"}}]\n"),
                _ => SITE.to_owned(),
            },
        ),
        // Mends what is broken.
        (12, _) => {
            for path in questions {
                put(&path, &question(path.len() * 3 + b));
            }
            put("site.toml", SITE);
            put(PICTURE, SVG);
            put("content/mle/_index.md", MLE);
            files.remove("themes/default/templates/page.html");
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(crate::properties::config(10))]

    #[test]
    fn after_every_edit_the_site_is_that_of_a_cold_build(
        edits in prop::collection::vec((0..14_usize, 0..100_usize, 0..3000_usize), 1..12),
    ) {
        let mut folder = start();
        let root = folder.path();
        let mut memory = Memory::new(root.clone(), Options::default());
        let mut last = memory.look(&Change::All);
        assert_same(&last, &root, None, "at first");
        for (at, (kind, a, b)) in edits.into_iter().enumerate() {
            let mut files = folder.files.clone();
            edit(&mut files, kind, a, b);
            let change = folder.become_these(files);
            let now = memory.look(&change);
            let when = format!("after edit {at}, {kind} {a} {b} ({change:?})");
            assert_same(&now, &root, last.site.as_ref(), &when);
            last = now;
        }
        if last.faults.is_empty() {
            assert_built(&root, last.site.as_ref().unwrap());
        }
    }
}

/// Asserts that the program builds the same.
fn assert_built(root: &Path, site: &Preview) {
    let output = tempfile::tempdir().unwrap();
    let done = Command::new(env!("CARGO_BIN_EXE_studyhall"))
        .arg("--root")
        .arg(root)
        .args(["build", "--quiet", "--output"])
        .arg(output.path())
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    for (name, bytes) in served(site) {
        assert!(fs::read(output.path().join(&name)).unwrap() == bytes, "`{name}` differs");
    }
}

#[test]
fn a_broken_template_leaves_the_last_site_until_it_is_mended() {
    let mut folder = start();
    let root = folder.path();
    let mut memory = Memory::new(root.clone(), Options::default());
    let page = "themes/default/templates/page.html";
    folder.put(page, PAGE);
    let good = memory.look(&Change::All);
    assert!(good.faults.is_empty(), "{:?}", good.faults);

    let change = folder.put(page, "x\n é{% if %}");
    let bad = memory.look(&change);
    let [fault] = &bad.faults[..] else { panic!("{:?}", bad.faults) };
    assert_eq!(fault.path.as_deref(), Some(page));
    assert_eq!((fault.line, fault.column), (2, 9));
    assert!(fault.text.contains("{% if %}"), "{}", fault.text);
    assert!(Arc::ptr_eq(bad.site.as_ref().unwrap(), good.site.as_ref().unwrap()));

    let change = folder.put(page, PAGE);
    let mended = memory.look(&change);
    assert_same(&mended, &root, None, "mended");
}

#[test]
fn a_broken_site_toml_is_told_by_place_and_no_edit_beside_it_is_lost() {
    let mut folder = start();
    let root = folder.path();
    let mut memory = Memory::new(root.clone(), Options::default());
    let good = memory.look(&Change::All);

    let change = folder.put("site.toml", "title = \"x\"\n\nlanguge = \"de\"\n");
    let bad = memory.look(&change);
    let [fault] = &bad.faults[..] else { panic!("{:?}", bad.faults) };
    assert_eq!(fault.path.as_deref(), Some("site.toml"));
    assert_eq!((fault.line, fault.column), (3, 1));
    assert!(fault.text.contains("did you mean `language`?"), "{}", fault.text);
    assert!(Arc::ptr_eq(bad.site.as_ref().unwrap(), good.site.as_ref().unwrap()));

    // Nothing can be loaded meanwhile.
    let change = folder.put("content/mle/scaling/a.md", &question(99));
    assert_eq!(memory.look(&change).faults.len(), 1);

    let change = folder.put("site.toml", SITE);
    assert_same(&memory.look(&change), &root, None, "mended");
}

#[test]
fn a_folder_that_is_gone_comes_back() {
    let folder = start();
    let root = folder.path();
    let mut memory = Memory::new(root.clone(), Options::default());
    let good = memory.look(&Change::All);
    fs::rename(root.join("content"), root.join("away")).unwrap();
    let bad = memory.look(&Change::All);
    assert!(bad.faults[0].message.starts_with("no folder `content`"), "{:?}", bad.faults);
    assert!(Arc::ptr_eq(bad.site.as_ref().unwrap(), good.site.as_ref().unwrap()));
    fs::rename(root.join("away"), root.join("content")).unwrap();
    assert_same(&memory.look(&Change::All), &root, None, "back");
}

#[test]
fn a_file_that_cannot_be_read_is_named_until_it_is_no_text_or_text_again() {
    let mut folder = start();
    let root = folder.path();
    let mut memory = Memory::new(root.clone(), Options::default());
    let good = memory.look(&Change::All);
    let path = root.join("content/mle/scaling/a.md");
    fs::write(&path, b"Which\xff?").unwrap();
    let bad = memory.look(&Change::Files(BTreeSet::from([path.clone()])));
    let [fault] = &bad.faults[..] else { panic!("{:?}", bad.faults) };
    assert_eq!(fault.rule, Some("not-utf8"));
    assert_eq!(fault.path.as_deref(), Some("content/mle/scaling/a.md"));
    assert!(Arc::ptr_eq(bad.site.as_ref().unwrap(), good.site.as_ref().unwrap()));
    // A folder in its place: whoever sees only the name change must not go wrong.
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    memory.look(&Change::Files(BTreeSet::from([path.clone()])));
    fs::remove_dir(&path).unwrap();
    folder.files.remove("content/mle/scaling/a.md");
    let change = folder.put("content/mle/scaling/a.md", &question(3));
    assert_same(&memory.look(&change), &root, None, "mended");
}

#[test]
fn authors_are_told_what_the_linter_finds_in_the_file_of_a_page() {
    let mut folder = start();
    let root = folder.path();
    let stem = "Which is not the case?\n\n- [x] The first\n- [ ] The second\n";
    let reason = "---\nlint: {allow: {unemphasised-negative: meant}}\n---\n\n";
    folder.put("content/mle/scaling/a.md", stem);
    folder.put("content/mle/scaling/b.md", &format!("{reason}{stem}"));
    let mut memory = Memory::new(root, Options::default());
    memory.set_today("2026-06-15");
    let now = memory.look(&Change::All);
    assert!(now.faults.is_empty(), "{:?}", now.faults);
    let site = now.site.as_ref().unwrap();
    let rules = |name: &str| {
        let about = site.about(&format!("mle/scaling/{name}/index.html")).unwrap();
        assert_eq!(about.path, format!("content/mle/scaling/{name}.md"));
        about.notes.iter().filter_map(|it| it.rule).collect::<BTreeSet<&str>>()
    };
    assert!(rules("a").contains("unemphasised-negative"), "{:?}", rules("a"));
    assert!(rules("a").contains("missing-explanation"), "{:?}", rules("a"));
    assert!(!rules("a").contains("duplicate-question"), "{:?}", rules("a"));
    // What is found by comparing all questions comes later.
    site.lint();
    assert!(rules("b").contains("duplicate-question"), "{:?}", rules("b"));
    assert!(site.about("404.html").is_none());
}

/// All rules run once for a snapshot, when the author pauses, and what they find is told of once.
#[test]
fn all_rules_run_in_a_pause() {
    let mut folder = start();
    let stem = "Which is the first?\n\n- [x] The first\n- [ ] The second\n";
    for name in ["a", "b"] {
        folder.put(&format!("content/mle/scaling/{name}.md"), stem);
    }
    let mut memory = Memory::new(folder.path(), Options::default());
    let mut background = Background::default();
    for change in [Change::All, Change::Files(BTreeSet::new())] {
        let now = memory.look(&change);
        let rules = || {
            let about = now.site.as_ref().unwrap().about("mle/scaling/b/index.html").unwrap();
            about.notes.iter().filter_map(|it| it.rule).collect::<BTreeSet<&str>>()
        };
        assert!(!rules().contains("duplicate-question"), "{:?}", rules());
        let end = Instant::now() + Duration::from_secs(60);
        while !background.pause(&now) {
            assert!(Instant::now() < end, "the run does not end");
            thread::sleep(Duration::from_millis(5));
        }
        assert!(rules().contains("duplicate-question"), "{:?}", rules());
        assert!(!background.pause(&now), "it is told once");
    }
}
