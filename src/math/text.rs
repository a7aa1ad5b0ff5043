//! A formula as a line of plain text, for titles and descriptions: `2^{20}` is 2²⁰.

use pulldown_latex::Storage;
use pulldown_latex::event::{
    Content, DelimiterType, Event, Font, Grouping, ScriptPosition, ScriptType, StateChange, Visual,
};

/// Returns a formula as people write it in a line of text; one that has no such form (a matrix, say)
/// as its TeX.
pub fn text(tex: &str) -> String {
    let spaced = super::spaced(tex);
    let storage = Storage::new();
    let read = super::events(&spaced, &storage).ok();
    let text = read.and_then(|events| Reader { events: &events, at: 0 }.sequence());
    let text = text.unwrap_or_else(|| tex.to_owned());
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What stands beside a piece with a space between, and what does not.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A letter, a number, a group.
    Ordinary,
    /// A function or a sum.
    Operator,
    Binary,
    Relation,
    Open,
    Close,
    Punctuation,
}

/// The text of an element.
struct Piece {
    text: String,
    kind: Kind,
}

impl Piece {
    fn new(text: impl Into<String>, kind: Kind) -> Self {
        Self { text: text.into(), kind }
    }

    /// Returns the text as one thing beside a sign such as `/`.
    fn whole(&self) -> String {
        let text = self.text.trim();
        let is_one = text.chars().all(|it| !it.is_whitespace() && !"/√^_".contains(it));
        if is_one { text.to_owned() } else { format!("({text})") }
    }
}

/// Reads events in order; depths are bounded by what `math` accepts.
struct Reader<'e> {
    events: &'e [Event<'e>],
    at: usize,
}

impl<'e> Reader<'e> {
    fn next(&mut self) -> Option<&'e Event<'e>> {
        let event = self.events.get(self.at)?;
        self.at += 1;
        Some(event)
    }

    /// Returns the text up to the end of a group or of all.
    fn sequence(&mut self) -> Option<String> {
        let mut res = String::new();
        let mut before = None;
        let mut font = None;
        while let Some(event) = self.events.get(self.at) {
            match event {
                Event::End => break,
                Event::StateChange(change) => {
                    self.at += 1;
                    if let StateChange::Font(it) = change {
                        font = *it;
                    }
                    continue;
                }
                Event::Space { width, .. } => {
                    self.at += 1;
                    if width.is_some_and(|it| it.value > 0.0) {
                        res.push(' ');
                    }
                    continue;
                }
                _ => {}
            }
            let mut piece = self.element()?;
            if font == Some(Font::DoubleStruck) {
                piece.text = piece.text.chars().map(double_struck).collect();
            }
            let operand = matches!(before, Some(Kind::Ordinary | Kind::Close));
            let text = &piece.text;
            match piece.kind {
                Kind::Binary if operand => res.push_str(&format!(" {text} ")),
                Kind::Relation => res.push_str(&format!(" {text} ")),
                Kind::Punctuation => res.push_str(&format!("{text} ")),
                Kind::Operator if operand => res.push_str(&format!(" {text}")),
                Kind::Ordinary if before == Some(Kind::Operator) => {
                    res.push_str(&format!(" {text}"));
                }
                _ => res.push_str(text),
            }
            before = Some(piece.kind);
        }
        Some(res.trim().to_owned())
    }

    /// Returns the text of the next element; nothing if it has none in a line.
    fn element(&mut self) -> Option<Piece> {
        match self.next()? {
            Event::Content(content) => Some(of_content(*content)),
            Event::Begin(Grouping::Normal) => self.group().map(|it| Piece::new(it, Kind::Ordinary)),
            Event::Begin(Grouping::LeftRight(open, close)) => {
                let inner = self.group()?;
                let side = |it: &Option<char>| it.map(String::from).unwrap_or_default();
                Some(Piece::new(format!("{}{inner}{}", side(open), side(close)), Kind::Ordinary))
            }
            Event::Visual(visual) => self.visual(*visual),
            Event::Script { ty, position } => self.script(*ty, *position),
            Event::Space { .. } => Some(Piece::new(" ", Kind::Ordinary)),
            Event::StateChange(_) => Some(Piece::new("", Kind::Ordinary)),
            Event::Begin(_) | Event::End | Event::EnvironmentFlow(_) => None,
        }
    }

    fn group(&mut self) -> Option<String> {
        let res = self.sequence()?;
        matches!(self.next(), Some(Event::End)).then_some(res)
    }

    fn visual(&mut self, visual: Visual) -> Option<Piece> {
        let first = self.element()?;
        let text = match visual {
            Visual::SquareRoot => format!("√{}", first.whole()),
            Visual::Root => {
                format!("{}√{}", scripted(&self.element()?.text, &RAISED)?, first.whole())
            }
            Visual::Fraction(_) => format!("{}/{}", first.whole(), self.element()?.whole()),
            Visual::Negation => {
                return Some(Piece::new(format!("{}\u{338}", first.text), first.kind));
            }
        };
        Some(Piece::new(text, Kind::Ordinary))
    }

    fn script(&mut self, ty: ScriptType, position: ScriptPosition) -> Option<Piece> {
        let base = self.element()?;
        let lowered = match ty {
            ScriptType::Superscript => None,
            _ => Some(self.element()?),
        };
        let raised = match ty {
            ScriptType::Subscript => None,
            _ => Some(self.element()?),
        };
        let mut text = base.text;
        if position == ScriptPosition::AboveBelow && base.kind == Kind::Ordinary {
            // An accent: one letter and a sign above it.
            let accent = raised.filter(|_| lowered.is_none())?;
            let mark = ACCENTS.iter().find(|it| accent.text.starts_with(it.0))?.1;
            text.push(mark);
            return (text.chars().count() == 2).then(|| Piece::new(text, Kind::Ordinary));
        }
        for (script, table, sign) in [(lowered, &LOWERED[..], '_'), (raised, &RAISED[..], '^')] {
            let Some(script) = script else { continue };
            match scripted(&script.text, table) {
                Some(it) => text.push_str(&it),
                None => text.push_str(&format!("{sign}{}", script.whole())),
            }
        }
        Some(Piece::new(text, base.kind))
    }
}

fn of_content(content: Content<'_>) -> Piece {
    match content {
        Content::Text(it) => Piece::new(it, Kind::Ordinary),
        Content::Number(it) => Piece::new(it, Kind::Ordinary),
        Content::Function(it) => Piece::new(it, Kind::Operator),
        Content::Ordinary { content, .. } => Piece::new(content, Kind::Ordinary),
        Content::LargeOp { content, .. } => Piece::new(content, Kind::Operator),
        Content::BinaryOp { content: '/', .. } => Piece::new('/', Kind::Ordinary),
        Content::BinaryOp { content, .. } => Piece::new(content, Kind::Binary),
        Content::Relation { content, .. } => {
            let mut bytes = [0; 8];
            let text = String::from_utf8_lossy(content.encode_utf8_to_buf(&mut bytes));
            Piece::new(text, Kind::Relation)
        }
        Content::Delimiter { content, ty, .. } => match ty {
            DelimiterType::Open => Piece::new(content, Kind::Open),
            DelimiterType::Close => Piece::new(content, Kind::Close),
            DelimiterType::Fence => Piece::new(content, Kind::Ordinary),
        },
        Content::Punctuation(it) => Piece::new(it, Kind::Punctuation),
    }
}

/// Returns a text in raised or lowered characters, if all have such a form.
fn scripted(text: &str, table: &[(char, char)]) -> Option<String> {
    let form = |c: char| table.iter().find(|it| it.0 == c).map(|it| it.1);
    let chars = text.chars().filter(|it| !it.is_whitespace());
    chars.map(form).collect::<Option<String>>().filter(|it| !it.is_empty())
}

fn double_struck(c: char) -> char {
    let letters = [('C', 'ℂ'), ('N', 'ℕ'), ('P', 'ℙ'), ('Q', 'ℚ'), ('R', 'ℝ'), ('Z', 'ℤ')];
    letters.iter().find(|it| it.0 == c).map_or(c, |it| it.1)
}

/// Signs above a letter, and what puts them there.
const ACCENTS: [(char, char); 8] = [
    ('^', '\u{302}'),
    ('ˆ', '\u{302}'),
    ('~', '\u{303}'),
    ('˜', '\u{303}'),
    ('‾', '\u{304}'),
    ('¯', '\u{304}'),
    ('˙', '\u{307}'),
    ('→', '\u{20d7}'),
];

/// What can be raised. Of letters only those that fonts have.
const RAISED: [(char, char); 20] = [
    ('0', '⁰'),
    ('1', '¹'),
    ('2', '²'),
    ('3', '³'),
    ('4', '⁴'),
    ('5', '⁵'),
    ('6', '⁶'),
    ('7', '⁷'),
    ('8', '⁸'),
    ('9', '⁹'),
    ('+', '⁺'),
    ('-', '⁻'),
    ('−', '⁻'),
    ('=', '⁼'),
    ('(', '⁽'),
    (')', '⁾'),
    ('i', 'ⁱ'),
    ('n', 'ⁿ'),
    ('′', '′'),
    ('∘', '°'),
];

/// What can be lowered.
const LOWERED: [(char, char); 33] = [
    ('0', '₀'),
    ('1', '₁'),
    ('2', '₂'),
    ('3', '₃'),
    ('4', '₄'),
    ('5', '₅'),
    ('6', '₆'),
    ('7', '₇'),
    ('8', '₈'),
    ('9', '₉'),
    ('+', '₊'),
    ('-', '₋'),
    ('−', '₋'),
    ('=', '₌'),
    ('(', '₍'),
    (')', '₎'),
    ('a', 'ₐ'),
    ('e', 'ₑ'),
    ('h', 'ₕ'),
    ('i', 'ᵢ'),
    ('j', 'ⱼ'),
    ('k', 'ₖ'),
    ('l', 'ₗ'),
    ('m', 'ₘ'),
    ('n', 'ₙ'),
    ('o', 'ₒ'),
    ('p', 'ₚ'),
    ('r', 'ᵣ'),
    ('s', 'ₛ'),
    ('t', 'ₜ'),
    ('u', 'ᵤ'),
    ('v', 'ᵥ'),
    ('x', 'ₓ'),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simple_formulas_have_a_line() {
        for (tex, expected) in [
            ("2^{20}", "2²⁰"),
            ("2^20", "2²0"),
            ("x", "x"),
            ("10{,}000", "10,000"),
            ("1.5", "1.5"),
            ("x_i", "xᵢ"),
            ("x_i^2", "xᵢ²"),
            ("x_{t-1}", "xₜ₋₁"),
            ("W_{QK}", "W_QK"),
            ("e^{-x/2}", "e^(−x/2)"),
            ("a^b", "a^b"),
            ("f'(x)", "f′(x)"),
            ("O(n \\log n)", "O(n log n)"),
            ("P(y \\mid x) = 0.5", "P(y ∣ x) = 0.5"),
            ("a \\le b \\ne c", "a ≤ b ≠ c"),
            ("a \\times b + c", "a × b + c"),
            ("-1", "−1"),
            ("a=-1", "a = −1"),
            ("(-1, 2)", "(−1, 2)"),
            ("\\frac{1}{2}", "1/2"),
            ("\\frac{a+b}{c}", "(a + b)/c"),
            ("\\sqrt{2}", "√2"),
            ("\\sqrt{a+b}", "√(a + b)"),
            ("\\sqrt[3]{x}", "³√x"),
            ("\\sum_{i=1}^{n} x_i", "∑ᵢ₌₁ⁿ xᵢ"),
            ("\\max_k x", "maxₖ x"),
            ("\\mathrm{softmax}(x)", "softmax(x)"),
            ("\\text{a b}", "a b"),
            ("\\alpha\\,\\beta", "α β"),
            ("\\mathbb{R}^n", "ℝⁿ"),
            ("\\left(\\frac12\\right)", "(1/2)"),
            ("|x|", "|x|"),
            ("90^\\circ", "90°"),
            ("\\hat{y}", "y\u{302}"),
            ("\\bar{x}", "x\u{304}"),
            ("50\\%", "50%"),
            ("a < b", "a < b"),
        ] {
            assert_eq!(text(tex), expected, "{tex}");
        }
    }

    #[test]
    fn other_formulas_stay_tex() {
        for tex in [
            "\\begin{matrix}a&b\\end{matrix}",
            "\\nosuch",
            "\\widehat{abc}",
            "\\underbrace{a+b}_{2}",
            "{a",
        ] {
            assert_eq!(text(tex), tex);
        }
        assert_eq!(
            text("\\begin{cases} a \\\\\n b \\end{cases}"),
            "\\begin{cases} a \\\\ b \\end{cases}"
        );
    }
}
