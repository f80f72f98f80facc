//! Properties of Verde, the tool of interactive runtime verification (Jakse, Falcone, Mehaut and
//! Pouget, "Interactive runtime verification", section IV-B2), for Java programs instead of C ones.
//!
//! | Verde | property |
//! |---|---|
//! | slice parameters | parameters of a context, compared by identity |
//! | environment | variables of the context |
//! | event `before`, `after` of a function | execution of a method, at its entry or normal exit |
//! | `ValueRead`, `ValueWrite` | read and write of a field |
//! | `guard` | conditions: where it is true, where it is false; `None` is neither |
//! | non-accepting state | bad state, reported at each entry |
//! | action of a state or transition | a call of a Java method, on entry or in the action |
//!
//! What has no counterpart (locals, pointers, expressions that change, Python beyond expressions
//! and assignments) is an error that says what to do instead. The grammar stands in `parse`.

mod events;
mod parse;
mod python;
mod slices;
mod tokens;
mod translate;

use crate::assembly::assemble;
use date::code::exclusive;
use date::model::{Specification, Transition};
use text::{Diagnostic, Source};

/// Reads a property of Verde (`.verde`). `file` is its path as the user gave it.
///
/// # Errors
/// The first syntax error; else the first thing that has no counterpart, or what is wrong with
/// names and Java; else transitions of which Verde would take several at once.
pub fn read(file: &str, text: &str) -> Result<Specification, Vec<Diagnostic>> {
    let source = Source::new(file, text);
    let tokens = tokens::tokens(&source).map_err(|error| vec![error])?;
    let written = parse::parse(&tokens, &source).map_err(|error| vec![error])?;
    let draft = translate::draft(&written, &source).map_err(|error| vec![error])?;
    let specification = assemble(&draft, &source)?;
    let several = taken_together(&specification, &source);
    if several.is_empty() {
        Ok(specification)
    } else {
        Err(several)
    }
}

/// The transitions that may be enabled together with one before them: Verde takes all, a property
/// takes the first.
fn taken_together(specification: &Specification, source: &Source<'_>) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for property in &specification.properties {
        let transitions = property.date.transitions.as_raw_slice();
        for (at, later) in transitions.iter().enumerate() {
            let earlier = transitions[..at]
                .iter()
                .find(|earlier| may_meet(earlier, later));
            if let Some(earlier) = earlier {
                let state = &property.date.states[later.from].name;
                let line = earlier.span.line;
                let message = format!(
                    "in `{state}` this may be enabled together with line {line}, and Verde takes both"
                );
                let help =
                    "let the guard of each rule out the other, by comparisons of the same values";
                findings.push(
                    source
                        .error_at(later.span, "verde-nondeterminism", message)
                        .with_help(help),
                );
            }
        }
    }

    findings
}

fn may_meet(one: &Transition, other: &Transition) -> bool {
    let ruled_out = match (&one.condition, &other.condition) {
        (Some(one), Some(other)) => exclusive(one, other),
        _ => false,
    };
    one.from == other.from && one.event == other.event && !ruled_out
}
