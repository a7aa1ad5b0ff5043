#!/usr/bin/env python3
"""Vectors of mock forms, computed apart from the Rust code and from the scripts of the page.

Follows docs/study.md, "How a form is drawn". Each case of tests/forms.json has the topics' weights in
thousandths, the questions as [id, topic, group, scenario] (-1 for none), how many questions a form
has, and forms 1 to N of the exam `exam`: ids in order, questions per topic, how many were in an earlier
form, topics that got fewer than their share. `fresh` are forms with seeds of their own, which prefer
what is not among `seen`.

    python3 tests/forms.py          prints the vectors
    python3 tests/forms.py --write  writes them to tests/forms.json
"""

import fractions
import hashlib
import json
import pathlib
import random
import sys

HERE = pathlib.Path(__file__).parent


def apportion(weights, seats):
    """Hamilton's method with exact fractions; of equal remainders the earlier topic first."""
    if not sum(weights):
        return [0 for _ in weights]
    exact = [fractions.Fraction(it * seats, sum(weights)) for it in weights]
    res = [int(it) for it in exact]
    by_remainder = sorted(range(len(exact)), key=lambda it: (res[it] - exact[it], it))
    for at in by_remainder[: seats - sum(res)]:
        res[at] += 1
    return res


def key(seed, question):
    data = b"studyhall/form/1\0" + seed.encode() + b"\0" + question.encode()
    return hashlib.sha256(data).digest()[:8]


def draw(questions, weights, size, seed, rank):
    """Returns ids in order and the number of questions of each topic."""
    blocks = {}
    for at, it in enumerate(questions):
        blocks.setdefault(("scenario", it[3]) if it[3] >= 0 else ("question", at), []).append(it)
    order = lambda it: (key(seed, it[0]), it[0])
    blocks = sorted(blocks.values(), key=lambda block: (
        max(rank(it[0]) for it in block), min(order(it) for it in block)))
    taken, groups, counts = [], set(), [0 for _ in weights]

    def of_groups(block):
        return [it[2] for it in block if it[2] >= 0]

    def is_free(block):
        own = of_groups(block)
        return block not in taken and len(set(own)) == len(own) and not groups & set(own)

    seats = apportion(weights, size)
    while True:
        before = len(taken)
        for block in blocks:
            need = [sum(it[1] == at for it in block) for at in range(len(weights))]
            if is_free(block) and all(a <= b for a, b in zip(need, seats)):
                taken.append(block)
                groups |= set(of_groups(block))
                seats = [a - b for a, b in zip(seats, need)]
                counts = [a + b for a, b in zip(counts, need)]
        left = size - sum(counts)
        if left == 0 or len(taken) == before:
            break
        open_topics = {it[1] for block in blocks if is_free(block) for it in block}
        seats = apportion([it if at in open_topics else 0 for at, it in enumerate(weights)], left)
    taken.sort(key=lambda block: min(order(it) for it in block))
    return [it[0] for block in taken for it in block], counts


def told(ids, counts, wanted, earlier):
    short = [[at, want, got] for at, (want, got) in enumerate(zip(wanted, counts)) if got < want]
    return {"ids": ids, "counts": counts, "repeated": sum(it in earlier for it in ids), "short": short}


def case(name, weights, questions, size, forms=10, seen=(), seeds=()):
    wanted = apportion(weights, size)
    uses, res = {}, []
    for number in range(1, forms + 1):
        ids, counts = draw(questions, weights, size, f"exam/{number}", lambda it: uses.get(it, 0))
        res.append(told(ids, counts, wanted, uses))
        for it in ids:
            uses[it] = uses.get(it, 0) + 1
    fresh = []
    for seed in seeds:
        ids, counts = draw(questions, weights, size, seed, lambda it: int(it in seen))
        fresh.append({"seed": seed, **told(ids, counts, wanted, set(seen))})
    return {
        "name": name, "exam": "exam", "weights": weights, "size": size, "questions": questions,
        "forms": res, "seen": list(seen), "fresh": fresh,
    }


def plain(*per_topic):
    return [[f"exam/t{topic}-{at}", topic, -1, -1] for topic, n in enumerate(per_topic) for at in range(n)]


def random_case(number):
    rng = random.Random(f"forms {number}")
    topics = rng.randint(1, 6)
    cuts = sorted(rng.randint(0, 1000) for _ in range(topics - 1))
    weights = [b - a for a, b in zip([0, *cuts], [*cuts, 1000])]
    questions, scenarios = [], 0
    for topic in range(topics):
        for at in range(rng.randint(0, 25)):
            questions.append([f"exam/t{topic}-{at}", topic, -1, -1])
    for group in range(rng.randint(0, 5)):
        for it in rng.sample(questions, min(len(questions), rng.randint(2, 4))):
            it[2] = group
    if number % 3 == 0:
        for at in range(0, max(0, len(questions) - 3), 7):
            for it in questions[at : at + rng.randint(2, 3)]:
                it[3] = scenarios
            scenarios += 1
    seen = [it[0] for it in questions if rng.random() < 0.5]
    seeds = [f"{rng.getrandbits(64):016x}", "größe", ""]
    return case(f"random {number}", weights, questions, rng.randint(0, 30), 6, seen, seeds)


def cases():
    yield case("room for ten", [600, 400], plain(60, 40), 10)
    yield case("a topic is short", [500, 300, 200], plain(20, 2, 20), 10, 4)
    yield case("more asked than there is", [500, 500], plain(3, 4), 20, 2)
    yield case("a topic without weight", [1000, 0], plain(4, 4), 6, 2)
    yield case("nothing there", [1000], [], 5, 1)
    alike = plain(6, 6)
    for it in alike[:3] + alike[6:9]:
        it[2] = 0
    yield case("alike over two topics", [500, 500], alike, 6, 6)
    block = plain(8, 8)
    for it in block[2:5]:
        it[3] = 0
    for it in block[7:10]:
        it[3] = 1
    yield case("scenarios", [500, 500], block, 8, 4, ["exam/t0-2"], ["a", "b"])
    for number in range(12):
        yield random_case(number)


def main():
    lines = ",\n".join(json.dumps(it, ensure_ascii=False, separators=(",", ":")) for it in cases())
    text = f"[\n{lines}\n]\n"
    if "--write" in sys.argv[1:]:
        (HERE / "forms.json").write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
