//! Markers: the comments in a fixture that say what is expected.

use text::Severity;

use crate::facts::Group;

/// The expectations in the markers of one line.
#[derive(Debug, Default, PartialEq)]
pub struct Expected {
    /// The line, from 1 in its file.
    pub line: usize,
    /// The facts in order; `None` where no marker speaks of facts.
    pub facts: Option<Vec<String>>,
    /// The arrows of methods.
    pub flows: Vec<ExpectedFlow>,
    /// Parts of the reasons of gaps.
    pub gaps: Vec<String>,
    /// Parts of diagnostics.
    pub diagnostics: Vec<(Severity, String)>,
}

/// The expectation in the markers of the control flow in one method.
#[derive(Debug, Default, PartialEq)]
pub struct ExpectedFlow {
    /// The method's name where it is written.
    pub method: Option<String>,
    /// The arrows, as text.
    pub arrows: Vec<String>,
}

/// The markers in a text, by line.
///
/// # Errors
/// The line of a marker that is not well formed, and why.
pub fn expected(text: &str) -> Result<Vec<Expected>, (usize, String)> {
    let mut all: Vec<Expected> = Vec::new();
    let mut pending = Expected::default();
    for (number, line) in lines(text).into_iter().enumerate() {
        let at = number + 1;
        let (code, marker) = line
            .rsplit_once("//~")
            .map_or((line, None), |(code, marker)| (code, Some(marker.trim())));
        if let Some(marker) = marker {
            add(&mut pending, marker).map_err(|reason| (at, reason))?;
        }
        if marker.is_none() || !code.trim().is_empty() {
            let found = std::mem::take(&mut pending);
            if found != Expected::default() {
                all.push(Expected { line: at, ..found });
            }
        }
    }
    if pending == Expected::default() {
        Ok(all)
    } else {
        Err((
            lines(text).len(),
            "a marker without a line that it speaks of".to_owned(),
        ))
    }
}

/// The lines of a text (JLS 3.4: LF, CR or both end one).
fn lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.split('\n').collect();
    if lines.len() > 1 {
        lines
            .iter_mut()
            .for_each(|line| *line = line.strip_suffix('\r').unwrap_or(line));
    }
    lines
        .into_iter()
        .flat_map(|line| line.split('\r'))
        .collect()
}

/// Adds what a marker says.
fn add(expected: &mut Expected, marker: &str) -> Result<(), String> {
    let (word, rest) = marker.split_once(' ').unwrap_or((marker, ""));
    let severity = match word {
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        "note" => Severity::Note,
        "gap" => {
            expected.gaps.push(some(rest)?);
            return Ok(());
        }
        "flow" => return add_flow(expected, rest),
        // A directive behind the first line, as in a file that begins with a byte order mark.
        "javac" => return Ok(()),
        _ => return add_facts(expected, marker),
    };
    expected.diagnostics.push((severity, some(rest)?));
    Ok(())
}

fn some(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("a text is missing".to_owned()),
        text => Ok(text.to_owned()),
    }
}

fn add_facts(expected: &mut Expected, marker: &str) -> Result<(), String> {
    let facts = expected.facts.get_or_insert_default();
    if marker == "none" {
        return Ok(());
    }
    for fact in split(marker) {
        if Group::of(fact).is_none() {
            return Err(format!("`{fact}` is no kind of fact"));
        }
        facts.push(fact.to_owned());
    }
    Ok(())
}

/// The facts between commas; commas in strings and in descriptors (which no space follows) separate
/// nothing.
fn split(marker: &str) -> Vec<&str> {
    let (mut facts, mut start, mut quoted, mut escaped) = (Vec::new(), 0, false, false);
    for (at, c) in marker.char_indices() {
        match c {
            '"' if !escaped => quoted = !quoted,
            ',' if !quoted && marker[at + 1..].starts_with(' ') => {
                facts.push(&marker[start..at]);
                start = at + 1;
            }
            _ => {}
        }
        escaped = c == '\\' && !escaped;
    }
    facts.push(&marker[start..]);
    facts.into_iter().map(str::trim).collect()
}

fn add_flow(expected: &mut Expected, rest: &str) -> Result<(), String> {
    let (method, arrows) = match rest.strip_prefix("in ") {
        Some(named) => {
            let (method, arrows) = named
                .split_once(": ")
                .ok_or("`flow in NAME: ..` lacks the colon")?;
            (Some(method.to_owned()), arrows)
        }
        None => (None, rest),
    };
    let arrows: Vec<String> = arrows
        .split(';')
        .map(str::trim)
        .filter(|arrow| !arrow.is_empty())
        .map(str::to_owned)
        .collect();
    if let Some(arrow) = arrows
        .iter()
        .find(|arrow| !arrow.contains(" -> ") && !arrow.contains(" ! "))
    {
        return Err(format!("`{arrow}` has neither `->` nor `!`"));
    }
    match expected.flows.iter_mut().find(|flow| flow.method == method) {
        Some(flow) => flow.arrows.extend(arrows),
        None => expected.flows.push(ExpectedFlow { method, arrows }),
    }
    Ok(())
}

#[test]
fn a_marker_alone_on_a_line_speaks_of_the_next() {
    let all =
        expected("//~ call A.f()V static\n//~ call A.g()V static\nf(); g();\nh(); //~ none\n")
            .unwrap();
    let facts: Vec<(usize, usize)> = all
        .iter()
        .map(|e| (e.line, e.facts.as_ref().map_or(9, Vec::len)))
        .collect();
    assert_eq!(facts, [(3, 2), (4, 0)]);
}

#[test]
fn strings_hold_commas() {
    assert_eq!(
        split(r#"const "a, \", b", call A.f(I)V static"#),
        [r#"const "a, \", b""#, "call A.f(I)V static"]
    );
}

#[test]
fn ill_formed_markers_are_refused() {
    for marker in [
        "calls A.f()V",
        "flow a",
        "flow in f a -> b",
        "gap",
        "warning ",
    ] {
        assert!(
            expected(&format!("f(); //~ {marker}\n")).is_err(),
            "{marker}"
        );
    }
    assert!(expected("f();\n//~ none").is_err());
}
