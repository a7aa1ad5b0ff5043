//! How a form is drawn; `docs/study.md` says it in words, `tests/forms.json` holds its vectors.

use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest as _, Sha256};

use crate::draw::apportion::apportion;

/// A question that may be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Its id.
    pub id: String,
    /// Position of its topic.
    pub topic: usize,
    /// Its group: a form takes one of a group at most.
    pub group: Option<u32>,
    /// Its scenario, whose questions stay together.
    pub scenario: Option<u32>,
}

/// What a form is drawn from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pool {
    /// Questions in the bank's order.
    pub candidates: Vec<Candidate>,
    /// Weight of each topic in thousandths.
    pub weights: Vec<u32>,
    /// Questions of a form.
    pub size: u32,
}

/// A drawn form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Form {
    /// Positions of its questions in the pool, in the order of the form.
    pub questions: Vec<usize>,
    /// Questions of each topic.
    pub counts: Vec<u32>,
    /// Topics that got fewer questions than their share.
    pub short: Vec<Short>,
    /// Questions that an earlier form has.
    pub repeated: usize,
}

/// A topic with too few questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Short {
    /// Position of the topic.
    pub topic: usize,
    /// Its share of the form.
    pub wanted: u32,
    /// What it got.
    pub drawn: u32,
}

/// Place of a question in a form: its key, then its id.
type Order<'p> = ([u8; 8], &'p str);

/// Questions that are drawn together: a scenario's, or one.
struct Block<'p> {
    members: Vec<usize>,
    rank: u32,
    order: Order<'p>,
}

/// Returns what questions are ordered by: the first 8 bytes of SHA-256 over `studyhall/form/1`, NUL,
/// the seed, NUL, the id.
fn key(seed: &str, id: &str) -> [u8; 8] {
    let mut sha = Sha256::new();
    for part in ["studyhall/form/1\0", seed, "\0", id] {
        sha.update(part);
    }
    let mut res = [0; 8];
    res.copy_from_slice(&sha.finalize()[..8]);
    res
}

impl Pool {
    /// Draws a form. Of two questions the one of the lower `rank` is preferred, whatever its key.
    pub fn draw(&self, seed: &str, rank: impl Fn(usize) -> u32) -> Form {
        let blocks = self.blocks(seed, rank);
        let wanted = self.shares();
        let mut draft = Draft {
            candidates: &self.candidates,
            counts: vec![0; self.weights.len()],
            groups: BTreeSet::new(),
            is_taken: vec![false; blocks.len()],
        };
        let mut seats = wanted.clone();
        loop {
            let before = draft.drawn();
            for (at, block) in blocks.iter().enumerate() {
                draft.take(at, block, &mut seats);
            }
            let left = self.size - draft.drawn();
            if left == 0 || draft.drawn() == before {
                break;
            }
            // What a short topic leaves is shared out among those that have something left.
            let open = draft.open(&blocks);
            let weights = self.weights.iter().enumerate();
            let weights: Vec<u32> =
                weights.map(|(at, it)| if open.contains(&at) { *it } else { 0 }).collect();
            seats = Self::apportion(&weights, left);
        }
        let shortage = |(topic, (wanted, drawn)): (usize, (&u32, &u32))| {
            (drawn < wanted).then_some(Short { topic, wanted: *wanted, drawn: *drawn })
        };
        let short = wanted.iter().zip(&draft.counts).enumerate().filter_map(shortage).collect();
        let taken = blocks.iter().zip(&draft.is_taken).filter(|(_, taken)| **taken);
        let mut taken: Vec<&Block<'_>> = taken.map(|(block, _)| block).collect();
        taken.sort_by_key(|it| it.order);
        let questions = taken.into_iter().flat_map(|it| it.members.iter().copied()).collect();
        Form { questions, counts: draft.counts, short, repeated: 0 }
    }

    /// Draws forms 1 to `n` of an exam: each prefers what fewer forms before it have.
    pub fn numbered(&self, exam: &str, n: usize) -> Vec<Form> {
        let mut uses = vec![0_u32; self.candidates.len()];
        let draw = |number: usize| {
            let mut form = self.draw(&format!("{exam}/{number}"), |it| uses[it]);
            form.repeated = form.questions.iter().filter(|it| uses[**it] > 0).count();
            for it in &form.questions {
                uses[*it] += 1;
            }
            form
        };
        (1..=n).map(draw).collect()
    }

    /// Returns whether every form is sure to be full, whatever its seed: each topic has enough
    /// questions that nothing in another topic keeps out.
    pub fn has_enough(&self) -> bool {
        // A scenario may find too few seats for all of it.
        if self.candidates.iter().any(|it| it.scenario.is_some()) {
            return false;
        }
        let mut sure = vec![0; self.weights.len()];
        let mut topics: BTreeMap<u32, BTreeSet<usize>> = BTreeMap::new();
        for it in &self.candidates {
            match it.group {
                Some(group) => drop(topics.entry(group).or_default().insert(it.topic)),
                None => sure[it.topic] += 1,
            }
        }
        for topics in topics.values().filter(|it| it.len() == 1) {
            topics.iter().for_each(|it| sure[*it] += 1);
        }
        let wanted = self.shares();
        sure.iter().zip(wanted).all(|(sure, wanted)| *sure >= wanted)
    }

    /// Returns how many questions of each topic a form should have.
    pub fn shares(&self) -> Vec<u32> {
        Self::apportion(&self.weights, self.size)
    }

    fn apportion(weights: &[u32], seats: u32) -> Vec<u32> {
        apportion(&weights.iter().map(|it| u64::from(*it)).collect::<Vec<_>>(), seats)
    }

    /// Returns the blocks in the order in which they are looked at.
    fn blocks(&self, seed: &str, rank: impl Fn(usize) -> u32) -> Vec<Block<'_>> {
        let mut scenarios: BTreeMap<u32, usize> = BTreeMap::new();
        let mut res: Vec<Block<'_>> = Vec::new();
        for (at, it) in self.candidates.iter().enumerate() {
            let (rank, order) = (rank(at), (key(seed, &it.id), it.id.as_str()));
            let begun = it.scenario.and_then(|it| scenarios.get(&it));
            if let Some(block) = begun.map(|it| &mut res[*it]) {
                block.members.push(at);
                block.rank = block.rank.max(rank);
                block.order = block.order.min(order);
                continue;
            }
            if let Some(scenario) = it.scenario {
                scenarios.insert(scenario, res.len());
            }
            res.push(Block { members: vec![at], rank, order });
        }
        res.sort_by_key(|it| (it.rank, it.order));
        res
    }
}

/// A form while it is drawn.
struct Draft<'p> {
    candidates: &'p [Candidate],
    counts: Vec<u32>,
    groups: BTreeSet<u32>,
    is_taken: Vec<bool>,
}

impl Draft<'_> {
    fn drawn(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// Returns whether no question that is drawn, or of the block itself, keeps the block out.
    fn is_free(&self, at: usize, block: &Block<'_>) -> bool {
        let mut own = BTreeSet::new();
        let mut groups = block.members.iter().filter_map(|it| self.candidates[*it].group);
        !self.is_taken[at] && groups.all(|it| !self.groups.contains(&it) && own.insert(it))
    }

    /// Takes a block if it is free and there are seats for all of it.
    fn take(&mut self, at: usize, block: &Block<'_>, seats: &mut [u32]) {
        let topics = || block.members.iter().map(|it| self.candidates[*it].topic);
        let fits =
            topics().all(|one| topics().filter(|it| *it == one).count() <= seats[one] as usize);
        if !fits || !self.is_free(at, block) {
            return;
        }
        self.is_taken[at] = true;
        for it in block.members.iter().map(|it| &self.candidates[*it]) {
            seats[it.topic] -= 1;
            self.counts[it.topic] += 1;
            self.groups.extend(it.group);
        }
    }

    /// Returns the topics of all blocks that are still free.
    fn open(&self, blocks: &[Block<'_>]) -> BTreeSet<usize> {
        let free = blocks.iter().enumerate().filter(|(at, it)| self.is_free(*at, it));
        free.flat_map(|(_, it)| &it.members).map(|it| self.candidates[*it].topic).collect()
    }
}

#[cfg(test)]
mod tests;
