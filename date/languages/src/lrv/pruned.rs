//! A script without what a residual has lost, all else as its author wrote it.

use std::ops::Range;

use super::print::content;
use super::{Beside, Fidelity};
use date::model::{Property, Specification, State};
use text::Span;

/// The script `text`, from which `original` was read with this fidelity, as one that says what
/// `residual` does. Transitions that are gone become comments where they have their lines to
/// themselves; states that are gone are left out. `None` where that does not give the residual:
/// transitions that are written nowhere (those of invariants), texts that another file is part of.
pub fn pruned(
    text: &str,
    fidelity: Fidelity,
    original: &Specification,
    residual: &Specification,
    beside: Beside<'_>,
) -> Option<String> {
    let mut removed: Vec<Removed> = Vec::new();
    for (before, after) in original.properties.iter().zip(&residual.properties) {
        removed.extend(transitions(before, after).into_iter().map(|range| Removed {
            range,
            is_line: true,
        }));
        removed.extend(
            states(text, before, after)?
                .into_iter()
                .map(|range| Removed {
                    range,
                    is_line: false,
                }),
        );
    }

    removed.sort_by_key(|removed| std::cmp::Reverse(removed.range.start));
    let mut script = text.to_owned();
    removed
        .iter()
        .for_each(|removed| removed.apply(&mut script));
    let reading = super::read("script.lrv", &script, fidelity, beside).ok()?;

    (content(&reading.specification) == content(residual)).then_some(script)
}

/// A part of a script that goes.
struct Removed {
    range: Range<usize>,
    /// True if it stays as a comment if nothing else is in its lines.
    is_line: bool,
}

impl Removed {
    fn apply(&self, script: &mut String) {
        let start = script[..self.range.start]
            .rfind('\n')
            .map_or(0, |at| at + 1);
        let end = script[self.range.end..]
            .find('\n')
            .map_or(script.len(), |at| self.range.end + at);
        let after = script[self.range.end..end].trim_start();
        let alone = script[start..self.range.start].trim().is_empty()
            && (after.is_empty() || after.starts_with("%%"));

        if self.is_line && alone {
            let lines: Vec<String> = script[start..end].split('\n').map(commented).collect();
            script.replace_range(start..end, &lines.join("\n"));
        } else {
            script.replace_range(self.range.clone(), "");
        }
    }
}

/// A line as a comment, with its indentation.
fn commented(line: &str) -> String {
    let content = line.trim_start();
    format!("{}%% {content}", &line[..line.len() - content.len()])
}

/// The places of the transitions that are gone.
fn transitions(before: &Property, after: &Property) -> Vec<Range<usize>> {
    let kept: Vec<Span> = after
        .date
        .transitions
        .iter()
        .map(|transition| transition.span)
        .collect();
    let spans = before
        .date
        .transitions
        .iter()
        .map(|transition| transition.span);

    let mut gone: Vec<Range<usize>> = spans
        .filter(|span| !kept.contains(span))
        .map(range)
        .collect();
    gone.sort_by_key(|range| range.start);
    gone.dedup();

    gone
}

/// The places of the states that are gone, with their entry code.
fn states(text: &str, before: &Property, after: &Property) -> Option<Vec<Range<usize>>> {
    let is_gone = |state: &&State| after.date.state_named(&state.name).is_none();
    before
        .date
        .states
        .iter()
        .filter(is_gone)
        .map(|state| state_range(text, state))
        .collect()
}

fn state_range(text: &str, state: &State) -> Option<Range<usize>> {
    let name = range(state.span);
    let code_end = state
        .entry
        .as_ref()
        .map_or(name.end, |entry| entry.span.end as usize);
    let has_block = text.get(name.end..)?.trim_start().starts_with('{');
    if has_block {
        text.get(code_end..)?
            .find('}')
            .map(|close| name.start..code_end + close + 1)
    } else {
        Some(name)
    }
}

fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}
