//! Builds that are killed, or that run out of room.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use rayon::prelude::*;
use studyhall::write::Writer;

/// Tells a child process where to build.
const ROOT: &str = "STUDYHALL_TEST_INTERRUPT";
const N_FILES: usize = 300;

/// Returns the names of a version: some are in every version, some in every second.
fn names(version: usize) -> Vec<String> {
    let page = |at: usize| match at % 3 {
        0 => format!("pages/{at}/index.html"),
        1 => format!("pages/{at}/v{}/index.html", version % 2),
        _ => format!("assets/hash{}/{at}.js", version % 5),
    };
    (0..N_FILES).map(page).collect()
}

/// Returns what a file holds in a version; the length differs, the last line ends it.
fn text(name: &str, version: usize) -> String {
    // Assets are named by what they hold.
    let version = if name.starts_with("assets/") { 0 } else { version % 7 };
    format!("{name} {version}\n{}end\n", "line\n".repeat(500 + version * 1500))
}

fn build(root: &Path, version: usize) -> anyhow::Result<()> {
    let mut writer = Writer::open(root, Path::new("public"))?;
    let names = names(version);
    writer.begin(names.clone())?;
    names
        .par_iter()
        .try_for_each(|name| writer.put(name, text(name, version).as_bytes()).map(drop))?;
    writer.finish(&version.to_string())?;
    Ok(())
}

/// Returns the files below a folder, without what is the writer's own.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut res = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                res.push(path);
            }
        }
    }
    res.retain(|path| !path.components().any(|it| it.as_os_str() == ".studyhall"));
    res.retain(|path| !path.ends_with(".nojekyll"));
    res.sort();
    res
}

/// Asserts that every published file is whole, of whichever version.
fn check_whole(output: &Path) {
    for path in files(output) {
        let name = path.strip_prefix(output).unwrap().to_str().unwrap();
        let found = fs::read_to_string(&path).unwrap();
        let is_whole = (0..7).any(|version| text(name, version) == found);
        assert!(is_whole, "`{name}` is half-written: {} bytes", found.len());
    }
}

/// Asserts that the output is that of a version, and nothing else but older assets.
fn check_complete(root: &Path, version: usize) {
    let output = root.join("public");
    let mut expected: Vec<PathBuf> = names(version).iter().map(|it| output.join(it)).collect();
    expected.sort();
    let assets = output.join("assets");
    let is_older = |path: &PathBuf| {
        path.starts_with(&assets) && !path.starts_with(assets.join(format!("hash{}", version % 5)))
    };
    let mut found = files(&output);
    found.retain(|path| !is_older(path));
    assert_eq!(found, expected);
    for name in names(version) {
        assert_eq!(fs::read_to_string(output.join(&name)).unwrap(), text(&name, version));
    }
    if assets.is_dir() {
        assert!(fs::read_dir(assets).unwrap().count() <= 3, "three generations are kept");
    }
    let temporary = fs::read_dir(output.join(".studyhall/tmp")).unwrap().count();
    assert_eq!(temporary, 0, "no temporary file stays");
    let writer = Writer::open(root, Path::new("public")).unwrap();
    assert!(writer.is_current(&version.to_string()));
}

/// Returns a command that runs [`as_child`] in a process of its own.
fn child(root: &Path) -> Command {
    let mut res = Command::new(env::current_exe().unwrap());
    res.args(["--exact", "interrupt::as_child", "--nocapture"]).env(ROOT, root);
    res.stdout(Stdio::null()).stderr(Stdio::piped());
    res
}

/// Does nothing by itself: the other tests run it in processes of their own.
#[test]
fn as_child() {
    let Some(root) = env::var_os(ROOT) else { return };
    let root = Path::new(&root);
    fs::write(root.join("started"), "").unwrap();
    // Whoever started it stops it long before; if they cannot, it ends.
    for version in 0..200 {
        build(root, version).unwrap();
    }
    panic!("nobody stopped it");
}

/// Makes a bank in memory where that is possible: nothing here is about what a disk keeps when
/// the power fails, and waiting for a disk would take most of the time.
fn bank() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    let in_memory = tempfile::tempdir_in(memory);
    let root = in_memory.or_else(|_| tempfile::tempdir()).unwrap();
    fs::create_dir(root.path().join("content")).unwrap();
    root
}

/// Waits until the child has begun to build.
fn wait_for_start(root: &Path, child: &mut Child) {
    let started = root.join("started");
    for _ in 0..60_000 {
        if started.exists() {
            fs::remove_file(started).unwrap();
            return;
        }
        assert_eq!(child.try_wait().unwrap(), None, "the child ended before it began");
        thread::sleep(Duration::from_micros(200));
    }
    panic!("the child did not begin to build");
}

fn was_killed(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt as _;
    status.signal() == Some(9)
}

#[test]
fn a_killed_build_leaves_only_whole_files_and_the_next_repairs_the_rest() {
    let root = bank();
    let root = root.path();
    let mut n_unfinished = 0;
    let mut random: u64 = 0x9e37_79b9_7f4a_7c15;
    for round in 0..100 {
        let mut child = child(root).spawn().unwrap();
        wait_for_start(root, &mut child);
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        thread::sleep(Duration::from_micros((random >> 33) % 40_000));
        child.kill().unwrap();
        assert!(was_killed(child.wait().unwrap()), "the child failed by itself");

        check_whole(&root.join("public"));
        let manifest = fs::read_to_string(root.join("public/.studyhall/manifest.json"));
        n_unfinished += usize::from(manifest.is_ok_and(|it| it.contains(r#""finished":false"#)));
        // Sometimes the next build is killed, too.
        if round % 3 != 0 {
            build(root, round).unwrap();
            check_complete(root, round);
        }
    }
    assert!(n_unfinished >= 20, "only {n_unfinished} of 100 builds were killed on their way");
}

/// A file system of 1 MiB, unmounted in the end.
struct Small<'p>(&'p Path);

impl<'p> Small<'p> {
    /// Returns nothing where mounting is not permitted.
    fn mount(path: &'p Path) -> Option<Self> {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=1m", "tmpfs"]).arg(path).stderr(Stdio::null());
        mount.status().is_ok_and(|it| it.success()).then_some(Self(path))
    }
}

impl Drop for Small<'_> {
    fn drop(&mut self) {
        Command::new("umount").arg(self.0).status().ok();
    }
}

#[test]
fn a_full_disk_leaves_only_whole_files_and_the_next_build_repairs_the_rest() {
    let root = bank();
    let root = root.path();
    let output = root.join("public");
    fs::create_dir(&output).unwrap();
    let Some(small) = Small::mount(&output) else {
        // Without the right to mount, the limit on the length of a file stands in for the disk.
        check_limited(root);
        return;
    };
    for version in 0..10 {
        let error = format!("{:#}", build(root, version).unwrap_err());
        assert!(error.contains("No space left"), "{error}");
        check_whole(&output);
    }
    drop(small);
    // What was on the small disk, on a large one.
    build(root, 1).unwrap();
    check_complete(root, 1);

    // A disk that is filled by another.
    fs::remove_dir_all(&output).unwrap();
    fs::create_dir(&output).unwrap();
    let _small = Small::mount(&output).expect("it was permitted before");
    let put = |text: &str| -> anyhow::Result<()> {
        let mut writer = Writer::open(root, Path::new("public"))?;
        writer.begin(vec!["a".into()])?;
        writer.put("a", text.as_bytes())?;
        writer.finish("")?;
        Ok(())
    };
    put(&"1".repeat(100_000)).unwrap();
    let filler = output.join(".git");
    fs::write(&filler, vec![0; 800_000]).unwrap();
    put(&"2".repeat(300_000)).unwrap_err();
    assert_eq!(fs::read_to_string(output.join("a")).unwrap(), "1".repeat(100_000));
    fs::remove_file(filler).unwrap();
    put(&"2".repeat(300_000)).unwrap();
    assert_eq!(fs::read_to_string(output.join("a")).unwrap(), "2".repeat(300_000));
}

#[test]
fn a_limit_on_files_leaves_only_whole_files_and_the_next_build_repairs_the_rest() {
    let root = bank();
    check_limited(root.path());
}

/// Builds where no file may be longer than a few blocks.
fn check_limited(root: &Path) {
    // The first versions fit, later ones do not; the signal would only kill, which is tried above.
    let mut limited = Command::new("sh");
    limited.args(["-c", r#"trap '' XFSZ; ulimit -f 40 || exit 97; exec "$0" "$@""#]);
    let child = child(root);
    limited.arg(child.get_program()).args(child.get_args()).env(ROOT, root);
    let output = limited.stdout(Stdio::null()).output().expect("a shell can be run");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_ne!(output.status.code(), Some(97), "no limit can be set here: {message}");
    assert!(message.contains("File too large"), "the limit was not met: {message}");
    check_whole(&root.join("public"));
    build(root, 3).unwrap();
    check_complete(root, 3);
}
