//! A text that points at something by its colour, shape or place alone.

use std::ops::Range;

use crate::check::Report;
use crate::check::item::Item;
use crate::check::text::Kind as Piece;
use crate::parse::tree::Kind;
use crate::words::{Phrases, Words};

/// Reports references such as "the red line" and "the column on the right".
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let Some(lists) = Lists::of(item) else { return };
    let figure = has_figure(item);
    let alternatives = alternatives(item);
    for (_, text) in item.texts() {
        let words = text.words();
        let mut done = 0;
        for at in 0..words.len() {
            if at < done {
                continue;
            }
            let Some(found) = lists.find(words, at, figure, &alternatives) else { continue };
            done = found.end;
            let range = words.bytes(&found);
            if text.kind(range.start) == Piece::Alternative {
                continue;
            }
            let shown = &text.as_str()[range.clone()];
            let message = format!("`{shown}` can be found by seeing only");
            let finding = report.finding(item.place(text.span(range)), message);
            report.push(finding.help("name it by its label or its content as well"));
        }
    }
}

/// Lists of words of one language.
struct Lists<'l> {
    determiners: &'l Phrases,
    colours: &'l Phrases,
    shapes: &'l Phrases,
    sides: &'l Phrases,
    places: &'l Phrases,
    /// "Shown", which a place may follow.
    shown: &'l Phrases,
    /// "Shown in", which a colour may follow.
    shown_in: &'l Phrases,
    /// What may stand between a part and its colour: "in", "marked".
    in_colour: &'l Phrases,
    /// What a figure is made of: "line", "box".
    parts: &'l Phrases,
    /// What stands in a page as a whole: "diagram", "column".
    figures: &'l Phrases,
    /// What is clicked on: "button".
    controls: &'l Phrases,
    /// Words after a place that make it one of something else: "on the left of".
    of: &'l Phrases,
    /// What places are in: "window", "picture".
    frames: &'l Phrases,
}

impl<'l> Lists<'l> {
    fn of(item: &Item<'l>) -> Option<Self> {
        Some(Self {
            determiners: item.phrases("determiners")?,
            colours: item.phrases("colours")?,
            shapes: item.phrases("shapes")?,
            sides: item.phrases("sides")?,
            places: item.phrases("places")?,
            shown: item.phrases("shown")?,
            shown_in: item.phrases("shown_in")?,
            in_colour: item.phrases("in_colour")?,
            parts: item.phrases("parts_of_figures")?,
            figures: item.phrases("figures")?,
            controls: item.phrases("controls")?,
            of: item.phrases("place_of")?,
            frames: item.phrases("frames")?,
        })
    }

    /// Returns the words of a reference that begins at a word.
    fn find(
        &self,
        words: &Words,
        at: usize,
        figure: bool,
        alternatives: &Words,
    ) -> Option<Range<usize>> {
        if let Some(length) = self.shown_in.at(words, at).filter(|_| figure) {
            let colour = self.colours.at(words, at + length)?;
            let named = has(alternatives, words, at + length);
            return (!named).then_some(at..at + length + colour);
        }
        let place = self.shown.at(words, at).and_then(|it| self.places.at(words, at + it));
        if let Some(length) = place.filter(|_| figure && words.is_joined(at + 1)) {
            return Some(at..at + 1 + length);
        }
        if let Some(found) = self.placed(words, at) {
            return Some(found);
        }
        if let Some(found) = self.coloured(words, at, alternatives).filter(|_| figure) {
            return Some(found);
        }
        let start = at + self.determiners.at(words, at)?;
        // "The thick red line": one word may stand between.
        [start, start + 1]
            .into_iter()
            .find_map(|from| self.described(words, at, from, figure, alternatives))
    }

    /// Finds "the red line", "the left-hand diagram", "the round button".
    fn described(
        &self,
        words: &Words,
        at: usize,
        from: usize,
        figure: bool,
        alternatives: &Words,
    ) -> Option<Range<usize>> {
        let joined = |at: usize| words.is_joined(at);
        let thing = |after: usize, things: &[&Phrases]| {
            let length = things.iter().filter_map(|it| it.at(words, after)).max()?;
            joined(after).then_some(after + length)
        };
        if !(at + 1..=from).all(joined) {
            return None;
        }
        if let Some(length) = self.colours.at(words, from).filter(|_| figure) {
            let end = thing(from + length, &[self.parts, self.figures, self.controls])?;
            return (!has(alternatives, words, from)).then_some(at..end);
        }
        if let Some(length) = self.sides.at(words, from).filter(|_| figure) {
            // The left arrow and the right button are keys.
            return Some(at..thing(from + length, &[self.figures])?);
        }
        let length = self.shapes.at(words, from)?;
        Some(at..thing(from + length, &[self.figures, self.controls])?)
    }

    /// Finds "the bars in orange".
    fn coloured(&self, words: &Words, at: usize, alternatives: &Words) -> Option<Range<usize>> {
        let joined = |at: usize| words.is_joined(at).then_some(at);
        let after = joined(at + self.parts.at(words, at)?)?;
        let colour = joined(after + self.in_colour.at(words, after)?)?;
        let length = self.colours.at(words, colour)?;
        (!has(alternatives, words, colour)).then_some(at..colour + length)
    }

    /// Finds "the button at the bottom left", but not "the table on the left of the join".
    fn placed(&self, words: &Words, at: usize) -> Option<Range<usize>> {
        let thing = self.figures.at(words, at).or_else(|| self.controls.at(words, at))?;
        let after = at + thing;
        let end = after + self.places.at(words, after).filter(|_| words.is_joined(after))?;
        if self.of.at(words, end).is_some() && words.is_joined(end) {
            (end..end + 4).any(|it| self.frames.at(words, it).is_some()).then_some(at..end)
        } else {
            Some(at..end)
        }
    }
}

/// Returns whether a word of one text occurs in another.
fn has(words: &Words, of: &Words, at: usize) -> bool {
    of.get(at).is_some_and(|wanted| words.iter().any(|it| it.lower == wanted.lower))
}

/// Returns whether the question shows anything besides prose.
fn has_figure(item: &Item<'_>) -> bool {
    item.tree.nodes.iter().any(|it| {
        matches!(
            it.kind,
            Kind::Image(_) | Kind::Table(_) | Kind::CodeBlock { .. } | Kind::HtmlBlock
        )
    })
}

/// Returns the words of all alternative texts: what is told there is no matter of seeing only.
fn alternatives(item: &Item<'_>) -> Words {
    let images = crate::check::paper::images(item.tree, 0..item.tree.len());
    Words::of(&images.iter().map(|it| it.alt.as_str()).collect::<Vec<_>>().join("\n"))
}
