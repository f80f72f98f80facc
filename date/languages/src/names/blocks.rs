//! Names in transitions, formulas, dependency declarations, and lists of events.

use std::collections::BTreeSet;
use std::ops::Range;

use date::ids::{ContextId, EventId};

use super::{Names, Symbol, range};

pub(super) fn find(names: &mut Names<'_>, file: &str) {
    let extension = file.rsplit_once('.').map_or("", |(_, extension)| extension);
    match extension {
        "yaml" | "yml" => {
            arrows(names);
            listed(names);
        }
        "lrv" => {
            arrows(names);
            members(names);
        }
        "mop" => formulas(names),
        "aj" => dependencies(names),
        "verde" => of_verde(names),
        _ => {}
    }
}

/// Transitions as `from -> to: event` and `from -> to [event \ condition \ action]`.
fn arrows(names: &mut Names<'_>) {
    for (number, property) in names.specification.properties.iter().enumerate() {
        let places: BTreeSet<(usize, usize)> = property
            .date
            .transitions
            .iter()
            .map(|transition| (transition.span.start as usize, transition.span.end as usize))
            .collect();
        for (start, end) in places {
            let words = outside_code(names, number, start..end);
            let (mut states, mut words) = (0, words.into_iter());
            let mut arrow = 0;
            for word in words.by_ref() {
                let is_behind_arrow = names.before(word.start).ends_with("->");
                if states == 0 || is_behind_arrow && arrow == 0 {
                    states += 1;
                    arrow += usize::from(is_behind_arrow);
                    state(names, number, word);
                } else {
                    event(names, Some(number), word);
                }
            }
        }
    }
}

/// The words of a part of a property that are no part of its conditions and actions.
fn outside_code(names: &Names<'_>, property: usize, part: Range<usize>) -> Vec<Range<usize>> {
    let transitions = &names.specification.properties[property].date.transitions;
    let codes = transitions
        .iter()
        .flat_map(|transition| transition.condition.iter().chain(&transition.action));
    let codes: Vec<Range<usize>> = codes.map(|code| range(code.span)).collect();
    let is_code = |word: &Range<usize>| {
        codes
            .iter()
            .any(|code| code.start <= word.start && word.end <= code.end)
    };
    let mut words = names.words(part);
    words.retain(|word| !is_code(word));
    words
}

fn state(names: &mut Names<'_>, property: usize, word: Range<usize>) {
    let name = names.text[word.clone()].to_owned();
    let states = &names.specification.properties[property].date.states;
    if states.iter().any(|state| state.name == name) {
        names.add(word, Symbol::State { property, name }, false);
    }
}

fn event(names: &mut Names<'_>, property: Option<usize>, word: Range<usize>) {
    if let Some(id) = names.event_named(property, &names.text[word.clone()]) {
        names.add(word, Symbol::Event(id), false);
    }
}

/// Events in lists of YAML: `any-of: [open, close]`, `creation: [open]`, `alphabet: [open]`.
fn listed(names: &mut Names<'_>) {
    const LISTS: [&str; 3] = ["any-of", "creation", "alphabet"];
    let text = names.text;
    for key in LISTS {
        for (at, _) in text.match_indices(key) {
            let end = at + key.len();
            let is_key = text[end..].starts_with(':')
                && !text[..at]
                    .ends_with(|last: char| last.is_alphanumeric() || "-_'\"".contains(last));
            if !is_key || is_comment(text, at) {
                continue;
            }
            for entry in entries(text, end + 1) {
                event(names, None, entry);
            }
        }
    }
}

/// Returns whether a place lies in a comment of YAML, as far as its line tells.
fn is_comment(text: &str, at: usize) -> bool {
    let line = text[..at].rsplit('\n').next().unwrap_or_default();
    line.starts_with('#') || line.contains(" #")
}

/// The entries of the list behind a key that are one word, in brackets or a line each.
fn entries(text: &str, at: usize) -> Vec<Range<usize>> {
    let rest = &text[at..];
    let begin = at + rest.len() - rest.trim_start_matches(' ').len();
    let mut found = Vec::new();
    let mut add = |part: Range<usize>| {
        let written = &text[part.clone()];
        let word = written.trim();
        let is_word = !word.is_empty()
            && word
                .chars()
                .all(|c| c.is_alphanumeric() || c == '_' || c == '$');
        if is_word {
            let start = part.start + written.len() - written.trim_start().len();
            found.push(start..start + word.len());
        }
    };
    if text[begin..].starts_with('[') {
        let (mut depth, mut start) = (0, begin + 1);
        for (offset, character) in text[begin..].char_indices() {
            let here = begin + offset;
            match character {
                '[' | '{' | '(' => depth += 1,
                ']' | '}' | ')' if depth == 1 => {
                    add(start..here);
                    break;
                }
                ']' | '}' | ')' => depth -= 1,
                ',' if depth == 1 => {
                    add(start..here);
                    start = here + 1;
                }
                _ => {}
            }
        }
        return found;
    }
    // A sequence in lines, which may stand as far to the left as its key.
    let mut start = begin
        + text[begin..]
            .find('\n')
            .map_or(text.len() - begin, |end| end + 1);
    for line in text[start.min(text.len())..].split_inclusive('\n') {
        let entry = line.trim_start();
        if let Some(word) = entry.strip_prefix("- ") {
            let from = start + line.len() - word.len();
            let written = word.split(" #").next().unwrap_or_default();
            add(from..from + written.len());
        } else if !entry.trim().is_empty() && !entry.starts_with('#') {
            break;
        }
        start += line.len();
    }
    found
}

/// Events that another one of a LARVA script stands for: `use() = {send | close}`.
fn members(names: &mut Names<'_>) {
    for event in &names.specification.events {
        if event.members.is_empty() {
            continue;
        }
        let start = range(event.span).end;
        let Some(open) = names.text[start..].find('{').map(|at| start + at) else {
            continue;
        };
        let end = names.text[open..]
            .find('}')
            .map_or(names.text.len(), |at| open + at);
        let parts: Vec<Range<usize>> = event
            .alternatives
            .iter()
            .map(|one| range(one.span))
            .collect();
        for word in names.words(open..end) {
            let name = &names.text[word.clone()];
            let is_trigger = parts
                .iter()
                .any(|part| part.start <= word.start && word.end <= part.end);
            let member = event
                .members
                .iter()
                .find(|&&id| names.event(id).name == name);
            if let Some(&id) = member.filter(|_| !is_trigger) {
                names.add(word, Symbol::Event(id), false);
            }
        }
    }
}

/// The formulas of a JavaMOP specification, up to their handlers: events anywhere, and the states of
/// `fsm`.
fn formulas(names: &mut Names<'_>) {
    for (number, property) in names.specification.properties.iter().enumerate() {
        // The states have the place of the formula that they are made of.
        let states = property.date.states.iter();
        let end = states.map(|state| state.span.end).max();
        let whole = property.span.start as usize..end.unwrap_or_default() as usize;
        let text = names.text.get(whole.clone()).unwrap_or_default();
        let formula = text.split('@').next().unwrap_or_default();
        let is_machine = formula.starts_with("fsm");
        let part = whole.start..whole.start + formula.len();
        let mut alias = 0;
        for word in names.words(part).into_iter().skip(1) {
            if !is_machine {
                event(names, Some(number), word);
                continue;
            }
            let name = &names.text[word.clone()];
            if name == "alias" {
                alias = 1;
            } else if alias == 1 {
                alias = 2;
            } else if name != "default"
                && (alias == 2
                    || names.next_character(word.end) == Some('[')
                    || names.before(word.start).ends_with("->")
                    || last_word(names.before(word.start)) == "default")
            {
                let declares = names.next_character(word.end) == Some('[');
                let symbol = Symbol::State {
                    property: number,
                    name: name.to_owned(),
                };
                names.add(word, symbol, declares);
            } else if name != "default" {
                event(names, Some(number), word);
            }
        }
    }
}

fn last_word(text: &str) -> &str {
    let start = text.rfind(|last: char| !last.is_alphanumeric() && last != '_');
    &text[start.map_or(0, |at| at + 1)..]
}

/// A dependency declaration of Clara: symbols with their variables, then `state: symbol -> state`.
fn dependencies(names: &mut Names<'_>) {
    for (number, property) in names.specification.properties.iter().enumerate() {
        let start = range(property.span).start;
        let text = names.text;
        let Some(end) = text[start..].find('}').map(|end| start + end) else {
            continue;
        };
        for word in names.words(start..end) {
            let name = &text[word.clone()];
            let next = names.next_character(word.end);
            let before = names.before(word.start);
            if matches!(name, "initial" | "final") && next != Some(':') {
                continue;
            }
            let is_arrow = next == Some('-');
            if before.ends_with("->") || next == Some(':') {
                let symbol = Symbol::State {
                    property: number,
                    name: name.to_owned(),
                };
                names.add(word, symbol, next == Some(':'));
            } else if next == Some('(') || is_arrow {
                event(names, Some(number), word);
            } else if matches!(next, Some(',' | ')'))
                && text[start..word.start].matches('(').count()
                    > text[start..word.start].matches(')').count()
            {
                let context = property.context;
                let parameters = &names.specification.contexts[context].parameters;
                if parameters.iter().any(|parameter| parameter.name == name) {
                    names.add(
                        word,
                        Symbol::Declared {
                            context,
                            name: name.to_owned(),
                        },
                        false,
                    );
                }
            }
        }
    }
}

/// The states at which transitions of Verde end, the last word of `success` and `failure`, and the
/// variables in its code, which is not Java.
fn of_verde(names: &mut Names<'_>) {
    for (number, property) in names.specification.properties.iter().enumerate() {
        let transitions = property.date.transitions.iter();
        let places: BTreeSet<(usize, usize, EventId)> = transitions
            .map(|transition| {
                let place = range(transition.span);
                (place.start, place.end, transition.event)
            })
            .collect();
        for (start, end, event) in places {
            for word in names.words(start..end) {
                let rest = names.text[word.end..end].trim_start();
                let is_last =
                    rest == "}" || rest.starts_with("failure") || rest.starts_with("success");
                if is_last {
                    state(names, number, word);
                } else {
                    variable(names, property.context, event, word);
                }
            }
        }
    }
}

/// A word of a transition of Verde, if it is a parameter, a variable of the property, or one that
/// the event binds.
fn variable(names: &mut Names<'_>, context: ContextId, event: EventId, word: Range<usize>) {
    let name = names.text[word.clone()].to_owned();
    let is_member = names.before(word.start).ends_with('.');
    let is_called = matches!(names.next_character(word.end), Some('(' | '.'));
    if is_member || is_called {
        return;
    }

    let declared = &names.specification.contexts[context];
    let mut parameters = declared.parameters.iter().map(|one| &one.name);
    let mut variables = declared.variables.iter().map(|one| &one.name);
    let mut bound = names.event(event).alternatives.iter().flat_map(|one| {
        let bindings = one.trigger.bindings().into_iter();
        bindings.map(|binding| &binding.name)
    });
    if parameters.any(|known| *known == name) {
        names.add(word, Symbol::Declared { context, name }, false);
    } else if bound.any(|known| *known == name) {
        names.add(word, Symbol::Bound { event, name }, false);
    } else if variables.any(|known| *known == name) {
        names.add(word, Symbol::Declared { context, name }, false);
    }
}
