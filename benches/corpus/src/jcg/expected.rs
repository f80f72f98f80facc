//! The annotations of JCG's cases: the calls that a call graph must have.

use std::collections::BTreeMap;

/// A call that a call graph must have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expected {
    /// True if other code may be between the annotated method and the one that it calls.
    pub is_indirect: bool,
    /// The name of the method that is called.
    pub name: String,
    /// The line of the call.
    pub line: Option<u32>,
    /// The classes whose method is called, by internal name.
    pub targets: Vec<String>,
    /// The classes whose method is not called.
    pub prohibited: Vec<String>,
    /// The types of the parameters as written, if they are given.
    pub parameters: Option<Vec<String>>,
    /// The last line of the annotation.
    pub until: u32,
}

/// The annotations in a text, in order.
pub fn expected_in(text: &str) -> Vec<Expected> {
    let mut found = Vec::new();
    for (word, is_indirect) in [("@DirectCall", false), ("@IndirectCall", true)] {
        for (at, _) in text.match_indices(word) {
            let rest = &text[at + word.len()..];
            let Some(elements) = rest.trim_start().strip_prefix('(').and_then(in_parentheses)
            else {
                continue;
            };
            let end = elements.as_ptr() as usize - text.as_ptr() as usize + elements.len();
            let until = 1 + text[..end].matches('\n').count() as u32;
            found.extend(expected(&without_line_breaks(elements), is_indirect, until));
        }
    }
    found.sort_by_key(|expected| expected.until);
    found
}

fn expected(elements: &str, is_indirect: bool, until: u32) -> Option<Expected> {
    let elements: BTreeMap<&str, &str> = split(elements)
        .into_iter()
        .filter_map(|element| element.split_once('='))
        .map(|(key, value)| (key.trim(), value.trim()))
        .collect();
    let classes = |key: &str| -> Vec<String> {
        let values = elements.get(key).map_or(Vec::new(), |value| list(value));
        values
            .into_iter()
            .map(|text| {
                let text = text.trim_matches('"');
                text.strip_prefix('L')
                    .and_then(|text| text.strip_suffix(';'))
                    .unwrap_or(text)
                    .to_owned()
            })
            .collect()
    };
    Some(Expected {
        is_indirect,
        name: elements.get("name")?.trim_matches('"').to_owned(),
        line: elements.get("line").and_then(|line| line.parse().ok()),
        targets: classes("resolvedTargets"),
        prohibited: classes("prohibitedTargets"),
        parameters: elements.get("parameterTypes").map(|value| {
            let types = list(value).into_iter();
            types
                .map(|text| text.trim_end_matches(".class").to_owned())
                .collect()
        }),
        until,
    })
}

/// The text up to the parenthesis that closes.
fn in_parentheses(text: &str) -> Option<&str> {
    let (mut depth, mut quoted) = (0, false);
    for (at, character) in text.char_indices() {
        match character {
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted && depth == 0 => return Some(&text[..at]),
            ')' if !quoted => depth -= 1,
            _ => {}
        }
    }
    None
}

fn without_line_breaks(text: &str) -> String {
    text.replace(['\n', '\r', '\t'], " ")
}

/// The parts between the commas that are in no braces and no text.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut begin, mut depth, mut quoted) = (Vec::new(), 0, 0, false);
    for (at, character) in text.char_indices() {
        match character {
            '"' => quoted = !quoted,
            '{' if !quoted => depth += 1,
            '}' if !quoted => depth -= 1,
            ',' if !quoted && depth == 0 => {
                parts.push(&text[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[begin..]);
    parts
}

/// One value, or those in braces.
fn list(value: &str) -> Vec<&str> {
    let inside = value
        .strip_prefix('{')
        .and_then(|value| value.strip_suffix('}'));
    let values = split(inside.unwrap_or(value)).into_iter();
    values
        .map(str::trim)
        .filter(|value| !value.is_empty())
        .collect()
}
