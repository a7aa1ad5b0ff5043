//! TeX → MathML, in bounded time and stack.

use pulldown_latex::config::{DisplayMode, RenderConfig};
use pulldown_latex::event::{EnvironmentFlow, Event, StateChange};
use pulldown_latex::{Parser, ParserError, Storage, push_mathml};

/// Longest formula that is read, in bytes.
pub const MAX_LENGTH: usize = 8 * 1024;
/// Deepest nesting of groups that is read.
pub const MAX_DEPTH: usize = 64;
/// Longest run of commands that take each other as arguments (`\hat\hat\hat x`).
const MAX_RUN: usize = 64;

/// Says what is wrong with a formula.
///
/// # Errors
///
/// A formula that is no TeX as far as it is known here, or too long or too deep; the text is a
/// line for people.
pub fn check(tex: &str) -> Result<(), String> {
    let storage = Storage::new();
    events(tex, &storage).map(|_| ())
}

/// Returns the MathML of a formula.
///
/// # Errors
///
/// As `check`.
pub fn mathml(tex: &str, display: bool) -> Result<String, String> {
    let storage = Storage::new();
    let events = events(tex, &storage)?;
    let mut res = String::with_capacity(tex.len() * 8 + 64);
    let display_mode = if display { DisplayMode::Block } else { DisplayMode::Inline };
    let config = RenderConfig { display_mode, ..RenderConfig::default() };
    let events = events.into_iter().filter_map(plain).map(Ok::<_, ParserError>);
    push_mathml(&mut res, events, config).map_err(|it| it.to_string())?;
    Ok(res)
}

fn events<'s>(tex: &'s str, storage: &'s Storage) -> Result<Vec<Event<'s>>, String> {
    bounded(tex)?;
    Parser::new(tex, storage).collect::<Result<_, _>>().map_err(|it| {
        // Its text goes on with a drawing of the place.
        let text = it.to_string();
        let line = text.lines().next().unwrap_or_default();
        line.strip_prefix("parsing error: ").unwrap_or(line).to_owned()
    })
}

/// Refuses what could make the parser recurse too deep or expand without end.
fn bounded(tex: &str) -> Result<(), String> {
    if tex.len() > MAX_LENGTH {
        return Err(format!("a formula of {} bytes; at most {MAX_LENGTH} are read", tex.len()));
    }
    let mut depth: usize = 0;
    let mut run = 0;
    let mut rest = tex;
    while let Some(first) = rest.chars().next() {
        rest = &rest[first.len_utf8()..];
        match first {
            '\\' => {
                let name = command(rest);
                rest = &rest[name.len()..];
                run += 1;
                match name {
                    "begin" | "left" => depth += 1,
                    "end" | "right" => depth = depth.saturating_sub(1),
                    _ if MACROS.contains(&name) => {
                        return Err(format!("`\\{name}`: own commands cannot be defined"));
                    }
                    _ => {}
                }
            }
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if first.is_whitespace() => {}
            _ => run = 0,
        }
        if depth > MAX_DEPTH {
            return Err(format!("groups nested more than {MAX_DEPTH} deep"));
        }
        if run > MAX_RUN {
            return Err(format!("more than {MAX_RUN} commands in a row"));
        }
    }
    Ok(())
}

/// Commands that define others; a formula is read on its own, so they would serve little and
/// could make a short text long.
const MACROS: &[&str] = &[
    "def",
    "gdef",
    "edef",
    "xdef",
    "let",
    "futurelet",
    "newcommand",
    "renewcommand",
    "providecommand",
    "DeclareMathOperator",
];

/// Returns the name of the command that begins a text: letters, or one other character.
fn command(text: &str) -> &str {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    if letters > 0 {
        return &text[..letters];
    }
    text.chars().next().map_or("", |it| &text[..it.len_utf8()])
}

/// Returns the event without what the renderer would write as `style=`, which the site's
/// Content-Security-Policy forbids.
fn plain(event: Event<'_>) -> Option<Event<'_>> {
    match event {
        Event::StateChange(StateChange::Color(_)) => None,
        Event::Space { width, height, depth } => {
            // Without a width the renderer writes half a tag.
            let mut width = width.or_else(|| height.or(depth).map(zero))?;
            width.value = width.value.max(0.0);
            Some(Event::Space { width: Some(width), height, depth })
        }
        Event::EnvironmentFlow(EnvironmentFlow::NewLine { horizontal_lines, .. }) => {
            let spacing = None;
            Some(Event::EnvironmentFlow(EnvironmentFlow::NewLine { spacing, horizontal_lines }))
        }
        other => Some(other),
    }
}

fn zero(mut like: pulldown_latex::event::Dimension) -> pulldown_latex::event::Dimension {
    like.value = 0.0;
    like
}
