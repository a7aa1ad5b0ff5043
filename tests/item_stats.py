"""Works out what tests/it/item_stats.rs expects, by the definitions of docs/item-stats.md alone.

The learners are those of the Rust test: forty, each stronger than the one before, at 24 questions.
"""

import math

LEARNERS, QUESTIONS = 40, 24


def answer(learner, question):
    """Returns the position of the chosen choice; 0 is the key, None an answer looked at."""
    if (learner, question) == (5, 3):
        return None
    value = (learner * 37 + question * 101 + learner * question * 17) % 100
    knows = value < (97 if question == 0 else 5 + 12 * learner // 5)
    wrong = 1 + (learner + question) % (2 if question == 2 else 3)
    if question == 1:
        return 1 if knows else 0
    return 0 if knows else wrong


def correlation(x, y):
    mx, my = sum(x) / len(x), sum(y) / len(y)
    cov = sum((a - mx) * (b - my) for a, b in zip(x, y))
    return 100 * cov / math.sqrt(sum((a - mx) ** 2 for a in x) * sum((b - my) ** 2 for b in y))


def wilson(p, n, z=1.96):
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return centre - half, centre + half


def median(values):
    return sorted(values)[(len(values) - 1) // 2]


chosen = {(l, q): answer(l, q) for l in range(LEARNERS) for q in range(QUESTIONS)}
score = {key: float(it == 0) for key, it in chosen.items() if it is not None}
for q in (0, 1, 2, 3, 12):
    who = [l for l in range(LEARNERS) if (l, q) in score]
    pool = range(12, QUESTIONS) if q >= 12 else range(QUESTIONS)
    rest = []
    for l in who:
        others = [score[l, o] for o in pool if o != q and (l, o) in score]
        rest.append(sum(others) / len(others))
    marks = [score[l, q] for l in who]
    p = sum(marks) / len(marks)
    picks = [sum(chosen[l, q] == c for l in who) for c in range(4)]
    by_choice = []
    for c in range(4):
        took = [float(chosen[l, q] == c) for l in who]
        by_choice.append(None if len(set(took)) == 1 else round(correlation(took, rest), 3))
    seconds = median([10 + (l * 7 + q) % 50 for l in who])
    low, high = wilson(p, len(who))
    print(q, len(who), round(p, 4), round(low, 4), round(high, 4), round(correlation(marks, rest), 3), seconds, picks, by_choice)
