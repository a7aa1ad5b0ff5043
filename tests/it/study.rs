//! What scripts load: small enough, and the same whatever made it.

use std::fs;
use std::io::Write as _;
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;

/// Bytes that the index of 1,000 questions may have, compressed as hosts do.
const BUDGET: usize = 30_000;

/// Words of which names of files are made.
const WORDS: &str = "access account alert archive autoscale backup batch bucket budget cache canary \
    certificate checkpoint cluster column container cost dashboard deadlock deploy disk drift \
    encryption endpoint export failover feature filter firewall gateway gradient group image index \
    ingest join key label latency leak limit load log message metric migration model monitor \
    network node object offset partition pipeline policy pool port probe proxy query queue quota \
    recovery region replica retry role rollback route schema secret shard snapshot stream subnet \
    table tag throttle token topic trace traffic training trigger tunnel upgrade validation vector \
    version volume window workload zone";

/// Numbers that look random, and are the same each time.
struct Numbers(u32);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as usize % n
    }
}

/// Writes an exam of 12 topics with three objectives each, as large certifications have.
fn bank(root: &std::path::Path, n: usize) {
    let mut exam =
        String::from("---\ntitle: Large exam\ncode: LARGE\nmock: {questions: 60}\ntopics:\n");
    for topic in 0..12 {
        let weight = if topic < 4 { 9 } else { 8 };
        exam.push_str(&format!(
            "  - {{id: topic-{topic}, title: Topic number {topic}, weight: {weight}, objectives: ["
        ));
        for it in 0..3 {
            exam.push_str(&format!(
                "{{id: o{topic}-{it}, title: Explain part {it} of topic {topic}}}, "
            ));
        }
        exam.push_str("]}\n");
    }
    let folder = root.join("content/large");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("_index.md"), exam + "---\n").unwrap();
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let mut numbers = Numbers(7);
    for at in 0..n {
        let topic = at % 12;
        let word = |numbers: &mut Numbers| words[numbers.below(words.len())];
        let name: Vec<&str> = (0..3 + numbers.below(3)).map(|_| word(&mut numbers)).collect();
        let tags: Vec<&str> =
            (0..numbers.below(4)).map(|at| words[at * 7 + numbers.below(5)]).collect();
        let objective = format!("o{topic}-{}", numbers.below(3));
        let difficulty = ["easy", "medium", "hard"][numbers.below(3)];
        let second = if numbers.below(5) == 0 { "x" } else { " " };
        let text = format!(
            "---\ndifficulty: {difficulty}\nobjective: {objective}\ntags: [{}]\n---\n\nQuestion {at}, what holds?\n\n\
             - [x] right {at}\n- [{second}] other {at}\n- [ ] third {at}\n- [ ] last {at}\n",
            tags.join(", ")
        );
        let folder = folder.join(format!("topic-{topic}"));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(format!("{}-{at}.md", name.join("-"))), text).unwrap();
    }
}

#[test]
fn the_index_of_a_thousand_questions_keeps_to_its_budget() {
    let folder = tempfile::tempdir().unwrap();
    bank(folder.path(), 1000);
    let output = Command::new(env!("CARGO_BIN_EXE_studyhall"))
        .args(["build", "--quiet", "--root"])
        .arg(folder.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let index = fs::read(folder.path().join("public/large/bank.json")).unwrap();
    let read: serde_json::Value = serde_json::from_slice(&index).unwrap();
    assert_eq!(read["slug"].as_array().unwrap().len(), 1000);
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(6));
    encoder.write_all(&index).unwrap();
    let size = encoder.finish().unwrap().len();
    println!("bank.json of 1,000 questions: {} bytes, {size} gzipped", index.len());
    assert!(size <= BUDGET, "{size} bytes gzipped");
}
