#!/usr/bin/env python3
"""Writes a made-up question bank to measure with: the same questions for Study Hall or for Hugo.

    benches/corpus.py 10000 /dev/shm/bank
    benches/corpus.py 10000 /dev/shm/site --dialect hugo

The same arguments give the same bytes, whatever the number of processes. The text means nothing,
but is as long, as varied and as marked up as that of certification questions:

- EXAMS exams, each of 12 topics with 3 objectives and a lesson; questions are dealt out in turn;
- a stem of 30 to 60 words, five options with a reason of 35 to 60 words each, an explanation of
  90 to 140 that names the options by letter, a trap; 30 % have three right options;
- a fifth holds a block of code, some a table or a formula, and 2 % nearly repeat another question;
- words are as frequent as in a language (Zipf's law over 30,000 of them).
"""

import argparse
import json
import random
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, product
from pathlib import Path

TOPICS = 12
OBJECTIVES = 3
LETTERS = "ABCDE"
DIFFICULTIES = ("easy", "medium", "hard")
TAGS = ("availability", "capacity", "governance", "migration", "observability", "testing")
N_WORDS = 30_000
# Of one question in this many only a few words differ from an earlier one.
REPEATED = 50

# The most frequent words, the first the most.
FREQUENT = """
the a of to and in is for that it with as on be by or an are which from when not this can must each
its one after before into only more than if then so will all they has at but both over under while
where how because without every same other first last less most their between until since still
service request instance account access policy data key version record table column row value type
function module package test error result state change update backup restore copy archive object
container image volume host port address gateway proxy endpoint client server user group permission
region zone rule limit quota threshold interval schedule job task step stage build source target
index search filter query join view trigger transaction lock snapshot replica leader follower quorum
message topic consumer producer offset retry timeout deadline window stream batch shard bucket layer
cache memory disk processor thread process signal handle pointer reference lifetime scope closure
trait generic iterator collection vector string byte encoding checksum certificate token secret
""".split()

SNIPPETS = {
    "python": """\
def collect_{n}(rows, limit={n}):
    seen = set()
    for row in rows:
        if row.key in seen or len(seen) >= limit:
            continue  # already counted
        seen.add(row.key)
    return sorted(seen)
""",
    "rust": """\
/// Returns the longest of {n} names.
fn longest_{n}<'a>(names: &[&'a str]) -> Option<&'a str> {{
    names.iter().copied().max_by_key(|name| name.len() + {n})
}}
""",
    "sql": """\
SELECT owner, SUM(amount) AS total_{n}
FROM invoices
WHERE paid = FALSE AND amount > {n}
GROUP BY owner
ORDER BY total_{n} DESC;
""",
    "bash": """\
for host in $(cat hosts-{n}.txt); do
  ssh "$host" "systemctl restart worker@{n}" || echo "failed: $host"
done
""",
}


@dataclass
class Option:
    text: str
    reason: str
    is_key: bool


@dataclass
class Question:
    number: int
    exam: str
    topic: int
    position: int
    objective: int
    difficulty: str
    tags: list[str]
    reviewed: str
    stem: str
    block: str
    options: list[Option]
    explanation: str
    trap: str

    @property
    def slug(self):
        return f"item-{self.number:06}"

    @property
    def keys(self):
        return [LETTERS[at] for at, option in enumerate(self.options) if option.is_key]


@lru_cache
def vocabulary():
    """Returns the words, the most frequent first, and their frequencies added up."""
    syllables = ["".join(it) for it in product("bdfgklmnprstvz", "aeiou", ("", "n", "r", "s"))]
    source = random.Random("vocabulary")
    words = dict.fromkeys(FREQUENT)
    while len(words) < N_WORDS:
        words["".join(source.choices(syllables, k=source.randint(2, 4)))] = None
    return list(words), list(accumulate(1 / (rank + 2) for rank in range(N_WORDS)))


def pick(source, n):
    words, frequencies = vocabulary()
    return source.choices(words, cum_weights=frequencies, k=n)


def sentence(source, n, end="."):
    return " ".join(pick(source, n)).capitalize() + end


def text(source, shortest, longest):
    """Returns sentences with so many words in all."""
    left = source.randint(shortest, longest)
    res = []
    while left > 0:
        n = left if left < 20 else source.randint(8, 16)
        res.append(sentence(source, n))
        left -= n
    return " ".join(res)


def reworded(source, it):
    """Returns a text with one word in twenty exchanged."""
    words = it.split(" ")
    for at in source.sample(range(1, len(words)), max(1, len(words) // 20)):
        words[at] = pick(source, 1)[0] + ("." if words[at].endswith(".") else "")
    return " ".join(words)


def block(source, share_of_code):
    """Returns what stands between stem and options, mostly nothing."""
    dice = source.random()
    n = source.randint(2, 999)
    if dice < share_of_code:
        language = source.choice(list(SNIPPETS))
        return f"```{language}\n{SNIPPETS[language].format(n=n)}```\n"
    if dice < share_of_code + 0.03:
        rows = [f"| {pick(source, 1)[0]} | {source.randint(1, 500)} ms | {n} |" for _ in range(4)]
        return "\n".join(["| setting | latency | instances |", "|:--|--:|--:|", *rows, ""])
    if dice < share_of_code + 0.05:
        return f"Cost grows as $C(n) = \\frac{{n^2}}{{{n}}} + \\sum_{{k=1}}^{{n}} \\sqrt{{k}}$.\n"
    return ""


def question(number, seed, exams, share_of_code):
    repeats = number % REPEATED == REPEATED - 1 and number >= exams
    # The one before it in its exam, where questions are dealt out in turn.
    original = number - exams if repeats else number
    source = random.Random(f"{seed}/{original}")
    keys = source.sample(range(5), 3) if source.random() < 0.3 else [source.randrange(5)]
    letters = [LETTERS[at] for at in sorted(keys)]
    because = (
        f"Option {letters[0]} is correct because it meets every condition. "
        if len(letters) == 1
        else f"Options {letters[0]}, {letters[1]} and {letters[2]} are correct because only together they suffice. "
    )
    res = Question(
        number=number,
        exam=f"exam-{number % exams:03}",
        topic=number // exams % TOPICS,
        position=number // exams // TOPICS,
        objective=source.randrange(OBJECTIVES),
        difficulty=source.choice(DIFFICULTIES),
        tags=sorted(source.sample(TAGS, 2)),
        reviewed=f"2026-{source.randint(1, 10):02}-{source.randint(1, 28):02}",
        stem=text(source, 30, 60).removesuffix(".") + "?",
        block=block(source, share_of_code),
        options=[
            Option(sentence(source, source.randint(6, 14)), text(source, 35, 60), at in keys)
            for at in range(5)
        ],
        explanation=because + text(source, 90, 140),
        trap=text(source, 20, 35),
    )
    if repeats:
        source = random.Random(f"{seed}/{number}/repeated")
        res.stem = reworded(source, res.stem)
        res.options = [Option(reworded(source, it.text), it.reason, it.is_key) for it in res.options]
    return res


def write(path, content):
    try:
        path.write_text(content, encoding="utf-8")
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")


class Native:
    """Writes a bank as FORMAT.md has it."""

    def site(self, folder, exams):
        settings = [
            'title = "Bench bank"',
            'base_url = "https://example.org/"',
            'language = "en"',
            'site_id = "bench"',
            'description = "Questions to measure with"',
            'organisation = "Bench"',
            'license = "CC-BY-4.0"',
            'edit_url = "https://example.org/edit/{path}"',
            'report_url = "https://example.org/report?title={id}&body={report}"',
        ]
        write(folder / "site.toml", "\n".join([*settings, ""]))
        write(folder / "content/_index.md", "---\ntitle: Bench bank\n---\n\nQuestions to measure with.\n")
        write(
            folder / "content/authors/desk.md",
            "---\nname: Question desk\nrole: Writes and reviews\norganisation: Bench\n---\n\nThe desk.\n",
        )

    def exam(self, folder, exam, introduction):
        head = [
            f"title: Certified in {exam}",
            f"code: {exam.upper()}",
            "vendor: Bench",
            "blueprint: {version: 2026-01}",
            "mock: {questions: 50, minutes: 90}",
            "topics:",
        ]
        for topic in range(TOPICS):
            head += [f"  - id: topic-{topic:02}", f"    title: Topic {topic}"]
            # Four of 10 % and eight of 7.5 %.
            head += [f"    weight: {10 if topic < 4 else 7.5}", "    objectives:"]
            for objective in range(OBJECTIVES):
                head.append(f"      - {{id: o-{topic:02}-{objective}, title: Objective {topic}.{objective}}}")
        body = ["---", *head, "---", "", introduction, ""]
        write(folder / f"content/{exam}/_index.md", "\n".join(body))

    def lesson(self, folder, exam, topic, body):
        head = f"---\ntitle: Lesson on topic {topic}\ntopic: topic-{topic:02}\nauthor: desk\n---\n"
        write(folder / f"content/{exam}/lessons/topic-{topic:02}.md", f"{head}\n{body}\n")

    def question(self, folder, it):
        lines = [
            "---",
            f"id: {it.exam}/{it.slug}",
            f"difficulty: {it.difficulty}",
            f"objective: o-{it.topic:02}-{it.objective}",
            f"tags: [{', '.join(it.tags)}]",
            "author: desk",
            f"reviewed: {it.reviewed}",
            "blueprint: 2026-01",
            f"see: [topic-{it.topic:02}]",
            "---",
            "",
            it.stem + (" (Select THREE)" if len(it.keys) > 1 else ""),
            "",
        ]
        if it.block:
            lines.append(it.block)
        for option in it.options:
            lines += [f"- [{'x' if option.is_key else ' '}] {option.text}", "", f"  > {option.reason}", ""]
        lines += ["## Explanation", "", it.explanation, "", "## Trap", "", it.trap, ""]
        write(folder / f"content/{it.exam}/topic-{it.topic:02}/{it.slug}.md", "\n".join(lines))


class Hugo:
    """Writes the same questions for Hugo and the layouts in hugo/."""

    def site(self, folder, exams):
        write(folder / "content/_index.md", "---\ntitle: Bench bank\n---\n\nQuestions to measure with.\n")
        write(
            folder / "content/authors/desk/_index.md",
            "---\ntitle: Question desk\nrole: Writes and reviews\norganisation: Bench\n---\n\nThe desk.\n",
        )
        for exam, difficulty in product(exams, DIFFICULTIES):
            write(
                folder / f"content/levels/{exam}-{difficulty}/_index.md",
                f"---\ntitle: 'Certified in {exam}: {difficulty}'\n---\n",
            )

    def exam(self, folder, exam, introduction):
        topics = [
            {
                "title": f"Topic {topic}",
                "url": f"/{exam}/topic-{topic:02}/",
                "weight": 10 if topic < 4 else 7.5,
                "objectives": [f"Objective {topic}.{it}" for it in range(OBJECTIVES)],
            }
            for topic in range(TOPICS)
        ]
        head = {
            "title": f"Certified in {exam}",
            "code": exam.upper(),
            "vendors": ["Bench"],
            "topics": topics,
            "layout": "exam",
        }
        write(folder / f"content/{exam}/_index.md", f"{json.dumps(head)}\n\n{introduction}\n")
        for topic in range(TOPICS):
            head = {"title": f"Topic {topic}", "exam": exam, "topic": topics[topic], "layout": "topic", "weight": topic + 1}
            write(folder / f"content/{exam}/topic-{topic:02}/_index.md", f"{json.dumps(head)}\n")

    def lesson(self, folder, exam, topic, body):
        head = {"title": f"Lesson on topic {topic}", "layout": "lesson", "weight": topic + 1, "topic": f"topic-{topic:02}"}
        write(folder / f"content/{exam}/lessons/topic-{topic:02}.md", f"{json.dumps(head)}\n\n{body}\n")

    def question(self, folder, it):
        def quoted(name, value, indent=""):
            return f"{indent}{name}: {json.dumps(value, ensure_ascii=False)}"

        # As `question_title` of Study Hall: the code and the stem's beginning.
        title = it.stem.split(". ")[0]
        title = title if len(title) <= 70 else title[:70].rsplit(" ", 1)[0] + "…"
        lines = [
            "---",
            quoted("title", f"{it.exam.upper()} practice question: {title}"),
            f"id: {it.exam}/{it.slug}",
            f"weight: {it.position + 1}",
            f"difficulty: {it.difficulty}",
            f"levels: [{it.exam}-{it.difficulty}]",
            f"objective: Objective {it.topic}.{it.objective}",
            f"objectives: [o-{it.topic:02}-{it.objective}]",
            f"tags: [{', '.join(it.tags)}]",
            "authors: [desk]",
            f"reviewed: {it.reviewed}",
            f"topic: topic-{it.topic:02}",
            f"multiple: {json.dumps(len(it.keys) > 1)}",
            quoted("explanation", it.explanation),
            quoted("trap", it.trap),
            "options:",
        ]
        for letter, option in zip(LETTERS, it.options):
            lines.append(f"  - letter: {letter}")
            lines.append(quoted("text", option.text, "    "))
            lines.append(quoted("reason", option.reason, "    "))
            lines.append(f"    key: {json.dumps(option.is_key)}")
        lines += ["---", "", it.stem, "", it.block]
        write(folder / f"content/{it.exam}/topic-{it.topic:02}/{it.slug}.md", "\n".join(lines))


DIALECTS = {"native": Native, "hugo": Hugo}


def write_questions(args, exams, numbers):
    dialect = DIALECTS[args.dialect]()
    for number in numbers:
        dialect.question(args.folder, question(number, args.seed, exams, args.code))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions", type=int)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--dialect", choices=DIALECTS, default="native")
    parser.add_argument("--exams", type=int, help="number of exams [one for each 1,000 questions, at most 50]")
    parser.add_argument("--code", type=float, default=0.2, help="share of questions with a block of code [0.2]")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    n_exams = args.exams or max(1, min(50, args.questions // 1000))
    exams = [f"exam-{it:03}" for it in range(n_exams)]
    dialect = DIALECTS[args.dialect]()
    dialect.site(args.folder, exams)
    for exam in exams:
        source = random.Random(f"{args.seed}/{exam}")
        dialect.exam(args.folder, exam, text(source, 30, 50))
        for topic in range(TOPICS):
            parts = [f"## Part {it}\n\n{text(source, 80, 120)}" for it in range(1, 4)]
            dialect.lesson(args.folder, exam, topic, "\n\n".join(parts))
    # Threads of questions, so that each process has the same to do.
    n_chunks = 16
    with ProcessPoolExecutor() as pool:
        chunks = [range(it, args.questions, n_chunks) for it in range(n_chunks)]
        for done in [pool.submit(write_questions, args, n_exams, it) for it in chunks]:
            done.result()


if __name__ == "__main__":
    main()
