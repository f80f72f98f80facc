//! Case labels and patterns that the grammar cannot read.

use std::ops::Range;

use super::edit::{Edit, With};
use super::tokens::Tokens;

/// The name of the record pattern that holds the patterns of a label with several. It is inserted,
/// so it has no place in the text.
const HOLDER: &str = "$(";

/// Type arguments that stand for none. They have no place in the text either.
const NO_ARGUMENTS: &str = "<$>";

/// Edits for the label whose `case` is at `index`: a record pattern around several patterns,
/// parentheses around what is no parameter, and what is to be mended inside. Gives the index of the
/// `when` of its guard, if there is one.
pub(super) fn case_label(tokens: &Tokens, index: usize, edits: &mut Vec<Edit>) -> Option<usize> {
    let label = label_at(tokens, index);
    let guard = (tokens.text(label.end) == "when").then_some(label.end);
    let elements = elements(tokens, &label);
    let before_body = guard.map_or_else(
        || elements.last().cloned(),
        |when| Some(when + 1..label_at(tokens, when).end),
    );
    edits.extend(
        before_body
            .into_iter()
            .flat_map(|part| no_parameter(tokens, &part)),
    );

    if !elements.iter().all(|element| is_pattern(tokens, element)) {
        return guard;
    }

    for element in &elements {
        mend(tokens, element.clone(), edits);
    }

    if let (Some(first), Some(last)) = (
        elements.first(),
        elements.last().filter(|_| elements.len() > 1),
    ) {
        edits.push(Edit::insert(tokens.start(first.start), HOLDER));
        edits.push(Edit::insert(tokens.end(last.end - 1), ")"));
    }

    guard
}

/// Edits that put `part`, a constant or a guard, into parentheses twice if the grammar could take
/// its end for the parameter of a lambda expression: behind it comes the `->` of a rule, whose body
/// may have another. `default` behind other labels gets another name, as parentheses hold no
/// keyword.
fn no_parameter(tokens: &Tokens, part: &Range<usize>) -> Vec<Edit> {
    let Some(last) = part.end.checked_sub(1).filter(|&last| last >= part.start) else {
        return Vec::new();
    };
    let is_name = tokens.is_word(last) && !matches!(tokens.text(last), "null" | "true" | "false");
    let is_expression = tokens.before(part.start) == "when" || !is_pattern(tokens, part);
    let is_rule = tokens.text(part.end) == "->" && tokens.text(part.end + 1) != "{";

    if !is_rule || !is_expression || !is_name && tokens.text(last) != ")" {
        return Vec::new();
    }

    let mut edits = vec![
        Edit::insert(tokens.start(part.start), "(("),
        Edit::insert(tokens.end(last), "))"),
    ];

    if tokens.text(last) == "default" {
        edits.push(Edit {
            part: tokens.end(last) - 1..tokens.end(last),
            with: With::Fill(b'_'),
        });
    }

    edits
}

/// Edits for the record pattern behind the `instanceof` at `index`, if there is one.
pub(super) fn instance_pattern(tokens: &Tokens, index: usize, edits: &mut Vec<Edit>) {
    let mut at = index + 1;
    loop {
        at = match tokens.text(at) {
            // The grammar wants `final` first.
            "final" => {
                edits.extend(
                    (at > index + 1)
                        .then(|| Edit::blank(tokens.start(index + 1)..tokens.end(at - 1))),
                );
                at + 1
            }
            "@" => match tokens.annotation_end(at) {
                Some(end) => end,
                None => return,
            },
            _ => break,
        };
    }

    while tokens.is_word(at) && tokens.text(at + 1) == "." {
        at += 2;
    }

    at += 1;
    if tokens.text(at) == "<" {
        at = tokens.type_arguments_end(at).unwrap_or(at);
    }
    if let Some(close) = tokens.partner(at).filter(|_| tokens.text(at) == "(") {
        mend(tokens, index + 1..close, edits);
    }
}

/// Returns whether a pattern can end with the token at `index`: a parenthesis, or a name behind a
/// type.
fn ends_pattern(tokens: &Tokens, index: usize) -> bool {
    let typed = || {
        let ty = index.wrapping_sub(1);
        matches!(tokens.text(ty), ">" | "]") || tokens.is_word(ty) && tokens.text(ty) != "case"
    };
    tokens.text(index) == ")" || tokens.is_word(index) && typed()
}

/// The tokens between the `case` at `index` and its `->`, `:` or guard.
fn label_at(tokens: &Tokens, index: usize) -> Range<usize> {
    let start = index + 1;
    let mut end = start;
    let mut questions = 0;

    while end < tokens.len() {
        match tokens.text(end) {
            "->" | ";" | "{" | "}" | ")" | "]" | "case" => break,
            ":" if questions == 0 => break,
            ":" => questions -= 1,
            "?" if !matches!(tokens.before(end), "<" | ",") => questions += 1,
            "(" | "[" => end = tokens.partner(end).unwrap_or(end),
            "when" if ends_pattern(tokens, end - 1) && end > start => break,
            _ => {}
        }
        end += 1;
    }

    start..end
}

/// The parts of a label between its commas.
fn elements(tokens: &Tokens, label: &Range<usize>) -> Vec<Range<usize>> {
    let mut elements = Vec::new();
    let mut start = label.start;
    let mut at = label.start;

    while at < label.end {
        match tokens.text(at) {
            "(" | "[" => at = tokens.partner(at).unwrap_or(at),
            "@" => at = tokens.annotation_end(at).unwrap_or(at + 1) - 1,
            "<" => at = tokens.type_arguments_end(at).unwrap_or(at + 1) - 1,
            "," => {
                elements.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }

    elements.push(start..label.end);
    elements
}

/// Returns whether a part of a label is a pattern and not a constant. Constants have no call, no
/// two names in a row, no modifiers.
fn is_pattern(tokens: &Tokens, element: &Range<usize>) -> bool {
    let Some(last) = element
        .end
        .checked_sub(1)
        .filter(|&last| last > element.start)
    else {
        return false;
    };
    let record = || {
        let open = tokens.partner(last).unwrap_or(element.start);
        open > element.start && (tokens.is_word(open - 1) || tokens.before(open) == ">")
    };

    match tokens.text(last) {
        ")" => record() && tokens.text(element.start) != "(",
        _ => ends_pattern(tokens, last),
    }
}

/// Edits for what the grammar does not know among the tokens of a pattern: `final`, annotations,
/// and qualified names of record types, which it takes only with type arguments; without components
/// it takes any for a call.
fn mend(tokens: &Tokens, part: Range<usize>, edits: &mut Vec<Edit>) {
    let mut at = part.start;
    while at < part.end {
        let end = match tokens.text(at) {
            "final" => at + 1,
            _ => tokens.annotation_end(at).unwrap_or(at),
        };
        if end > at {
            edits.push(Edit::blank(tokens.start(at)..tokens.end(end - 1)));
        } else if tokens.is_word(at)
            && tokens.text(at + 1) == "("
            && (tokens.before(at) == "." || tokens.text(at + 2) == ")")
        {
            edits.push(Edit::insert(tokens.end(at), NO_ARGUMENTS));
        }
        at = end.max(at + 1);
    }
}
