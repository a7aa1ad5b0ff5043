// Plausible logs: a learner who gets better, with good and bad topics, days off, guesses and mock exams. Always the
// same for the same seed.

import { readBank } from "../../themes/default/scripts/study/bank.js";
import { seeded, uuidOf } from "./study_log.js";

const DAY = 86_400_000;

/**
 * @param {object} files
 * @param {any} files.bank what `bank.json` holds
 * @param {any} files.keys what `keys.json` holds
 * @param {{ now: number, days: number, perDay: number, seed?: number, mocks?: number, confidence?: boolean, zone?: number }}
 *   how `perDay` is about how many questions a day of study has
 * @returns {any[]} events, oldest first
 */
export function history(files, { now, days, perDay, seed = 1, mocks = 0, confidence = true, zone = 0 }) {
  const bank = readBank(files.bank);
  const random = seeded(seed);
  const ability = bank.topics.map(() => 0.35 + 0.35 * random());
  // Each question has a wrong choice that tempts, or none that tempts more than others.
  const tempts = bank.entries.map(() => random());
  const seen = new Map();
  const events = [];
  let number = 0;
  const event = (time, fields) => {
    const made = { v: 1, uuid: uuidOf(++number), device: uuidOf(0xd1), time, zone, ...fields };
    events.push(made);
    return made;
  };

  const answer = (entry) => {
    const { choices, key } = files.keys.keys[entry.id];
    const times = seen.get(entry.id) ?? 0;
    seen.set(entry.id, times + 1);
    const hard = { easy: 0.15, medium: 0, hard: -0.15, "": 0 }[entry.difficulty];
    const knows = random() < Math.min(0.97, ability[entry.topic] + hard + 0.14 * times);
    const others = choices.filter((id) => !key.includes(id));
    const guess = () => (tempts[entry.index] < 0.6 ? others[0] : others[Math.floor(random() * others.length)]);
    const chosen = knows ? [...key] : [...key.slice(1), guess()].filter(Boolean);
    const order = [...choices].sort(() => random() - 0.5);
    const ms = Math.round((25 + 70 * random() + 40 * (1 - ability[entry.topic])) * 1000 * (times ? 0.6 : 1));
    const felt = random() < (knows ? 0.7 : 0.25) ? "sure" : random() < 0.6 ? "unsure" : "guess";
    const revealed = !knows && random() < 0.08;
    return {
      question: entry.id,
      revision: entry.revision,
      chosen: revealed ? [] : chosen,
      order,
      verdict: revealed ? "revealed" : knows ? "right" : key.length > 1 ? "partly" : "wrong",
      score: knows ? 1 : 0,
      ms,
      confidence: confidence && !revealed ? felt : null,
    };
  };
  const pick = () => bank.entries[Math.floor(random() * bank.entries.length)];

  for (let back = days - 1; back >= 0; back--) {
    // Weekends off now and then, and one long break.
    if (back && (random() < 0.2 || (days > 40 && back > days * 0.45 && back < days * 0.55))) continue;
    let time = now - back * DAY - 2 * 3_600_000;
    const count = Math.max(1, Math.round(perDay * (0.4 + 1.2 * random())));
    for (let at = 0; at < count; at++) {
      const { question, ...rest } = answer(pick());
      time += rest.ms + 4000;
      event(time, {
        kind: "attempt",
        question,
        ...rest,
        hints: random() < 0.06 ? 1 : 0,
        mode: random() < 0.5 ? "today" : "practice",
        form: null,
      });
    }
    ability.forEach((value, topic) => (ability[topic] = value + (0.92 - value) * 0.02));
    const every = Math.max(1, Math.floor(days / (mocks + 1)));
    if (mocks && back && back % every === 0) sit(time + 600_000);
  }

  /** A mock exam: without order, since only its counts matter here. */
  function sit(start) {
    const n = Math.min(bank.mock?.questions ?? 20, bank.entries.length);
    const ids = [...bank.entries]
      .sort(() => random() - 0.5)
      .slice(0, n)
      .map(({ id }) => id);
    const sitting = event(start, {
      kind: "exam-started",
      exam: bank.exam,
      form: { number: random() < 0.5 ? 1 : null, seed: "1", ids, counts: [] },
      minutes: 30,
      factor: 1,
      passMark: bank.passMark,
      scoring: bank.scoring,
      deadline: start + 1_800_000,
      revisions: ids.map((id) => bank.byId.get(id).revision),
    });
    let time = start;
    for (const id of ids) {
      const { question, revision, chosen, order, ms, verdict, score } = answer(bank.byId.get(id));
      time += Math.min(ms, 80_000);
      if (!chosen.length) continue;
      event(time, {
        kind: "exam-answered",
        sitting: sitting.uuid,
        question,
        revision,
        chosen,
        order,
        ms: Math.min(ms, 80_000),
        flagged: false,
        verdict,
        score,
      });
    }
    event(time + 1000, { kind: "exam-submitted", sitting: sitting.uuid, timedOut: false });
  }
  return events;
}
