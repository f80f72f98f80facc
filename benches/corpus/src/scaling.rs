//! The cost of the residual step: against the size of programs, the states and parameters of a
//! property, and the number of properties.

use std::fmt;
use std::time::Instant;

use analyzer::optimize_on;
use anyhow::{Result, anyhow};
use date::model::Specification;
use ir::Program as Lowered;
use jvm::jdk::Jdk;

use crate::classic::request;
use crate::recall::{Analysed, Subject, analysed, read_reflected};

/// Columns of [`Row`].
pub const HEAD: &str =
    "| what grows | to | program | generators | silenced | s |\n|---|---|---|---|---|---|";

/// The states that a property is given.
const STATES: [usize; 6] = [2, 4, 8, 16, 32, 64];

/// So many properties are optimized in one run.
const PROPERTIES: [usize; 8] = [1, 2, 5, 10, 20, 40, 80, 160];

/// The quantity that grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Growing {
    /// Lines of the program, with one property of one parameter and three states.
    Lines,
    /// States of a property of iterators.
    States,
    /// Parameters of a property: an iterator; its collection; its map; its entries.
    Parameters,
    /// Properties in one run.
    Properties,
}

impl Growing {
    /// All of them.
    pub const ALL: [Growing; 4] = [
        Growing::Lines,
        Growing::States,
        Growing::Parameters,
        Growing::Properties,
    ];
}

impl fmt::Display for Growing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Growing::Lines => "lines",
            Growing::States => "states",
            Growing::Parameters => "parameters",
            Growing::Properties => "properties",
        })
    }
}

/// One measurement.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The quantity that grows.
    pub growing: Growing,
    /// How far it has grown.
    pub size: usize,
    /// The program.
    pub program: String,
    /// Places that raise events.
    pub generators: usize,
    /// The silenced ones of these places.
    pub silenced: usize,
    /// Seconds of the residual step.
    pub seconds: f64,
}

/// A program that has been solved.
struct Solved {
    name: String,
    program: Lowered,
    analysed: Analysed,
}

/// Measures one program: `has_next` against its `lines`; the other three as well if `all` says so.
///
/// # Errors
/// The program was not fetched, or not run under `recall --closed`.
pub fn measure(
    subject: &Subject,
    jdk: &Jdk,
    lines: usize,
    has_next: &Specification,
    all: bool,
) -> Result<Vec<Row>> {
    let program = subject.lower(jdk)?;
    let open = read_reflected(subject, &program)?;
    let analysed = analysed(&program, &subject.models(&program, jdk)?, Some(&open))?;
    let solved = Solved {
        name: subject.name.clone(),
        program,
        analysed,
    };
    let mut rows = vec![solved.row(Growing::Lines, lines, vec![has_next.clone()])];

    if !all {
        return Ok(rows);
    }

    for states in STATES {
        rows.push(solved.row(
            Growing::States,
            states,
            vec![read(&calls_in_a_row(states))?],
        ));
    }

    for (index, property) in OF_SEVERAL.iter().enumerate() {
        rows.push(solved.row(Growing::Parameters, index + 1, vec![read(property)?]));
    }

    for count in PROPERTIES {
        let each = (0..count).map(|number| {
            read(
                &OF_SEVERAL[number % OF_SEVERAL.len()]
                    .replace("changed", &format!("changed{number}")),
            )
        });
        rows.push(solved.row(Growing::Properties, count, each.collect::<Result<_>>()?));
    }

    Ok(rows)
}

impl Solved {
    fn row(&self, growing: Growing, size: usize, specifications: Vec<Specification>) -> Row {
        let request = request(specifications, false);
        let began = Instant::now();
        let optimized = optimize_on(
            &self.program,
            &self.analysed.roots.entries,
            &self.analysed.points_to,
            &request,
        );
        let seconds = began.elapsed().as_secs_f64();
        let rows = || {
            optimized
                .iter()
                .flat_map(|file| &file.properties)
                .flat_map(|property| &property.generators)
        };

        Row {
            growing,
            size,
            program: self.name.clone(),
            generators: rows().count(),
            silenced: rows().filter(|row| row.silenced_by.is_some()).count(),
            seconds,
        }
    }
}

fn read(text: &str) -> Result<Specification> {
    languages::read("scaling.yaml", text).map_err(|findings| anyhow!("{findings:?}"))
}

/// So many states, from each to the next by a call of an iterator: the last one is bad.
fn calls_in_a_row(states: usize) -> String {
    let named: Vec<String> = (0..states)
        .map(|state| match state {
            0 => "s0: initial".to_owned(),
            _ if state + 1 == states => format!("s{state}: bad"),
            _ => format!("s{state}: "),
        })
        .collect();
    let event = |state: usize| {
        if state.is_multiple_of(3) {
            "has_next"
        } else {
            "next"
        }
    };

    let transitions: String = (1..states)
        .map(|state| format!("          - s{} -> s{state}: {}\n", state - 1, event(state)))
        .collect();
    format!(
        "imports: [java.util.Iterator]\nforeach:\n  - parameters: [Iterator i]\n    events:\n      \
         has_next: call Iterator+.hasNext() target i\n      next: call Iterator+.next() target i\n    properties:\n      \
         row:\n        states: {{{}}}\n        transitions:\n{transitions}",
        named.join(", ")
    )
}

/// Properties of one to four parameters, about what is used after it has changed.
const OF_SEVERAL: [&str; 4] = [
    "imports: [java.util.Iterator]
foreach:
  - parameters: [Iterator i]
    events:
      change: call Iterator+.remove() target i
      use: call Iterator+.next() target i
    properties:
      changed:
        states: {fresh: initial, stale: , error: bad}
        transitions:
          - fresh -> stale: change
          - stale -> error: change
          - stale -> fresh: use
",
    "imports: [java.util.Collection, java.util.Iterator]
foreach:
  - parameters: [Collection c, Iterator i]
    creation: slicing
    events:
      iterate: call Collection+.iterator() target c returning (i)
      change: call Collection+.add*(..) target c returning
      use: call Iterator+.next() target i
    properties:
      changed:
        states: {fresh: initial, iterating: , stale: , error: bad}
        transitions:
          - fresh -> iterating: iterate
          - iterating -> stale: change
          - stale -> error: use
",
    "imports: [java.util.Collection, java.util.Iterator, java.util.Map]
foreach:
  - parameters: [Map m, Collection c, Iterator i]
    creation: slicing
    events:
      view: call Map+.entrySet() target m returning (c)
      iterate: call Collection+.iterator() target c returning (i)
      change: call Map+.put*(..) target m returning
      use: call Iterator+.next() target i
    properties:
      changed:
        states: {fresh: initial, viewed: , iterating: , stale: , error: bad}
        transitions:
          - fresh -> viewed: view
          - viewed -> iterating: iterate
          - iterating -> stale: change
          - stale -> error: use
",
    "imports: [java.util.Collection, java.util.Iterator, java.util.Map]
foreach:
  - parameters: [Map m, Collection c, Iterator i, Map.Entry e]
    creation: slicing
    events:
      view: call Map+.entrySet() target m returning (c)
      iterate: call Collection+.iterator() target c returning (i)
      step: call Iterator+.next() target i returning (e)
      change: call Map+.put*(..) target m returning
      use: call Map.Entry+.getValue() target e
    properties:
      changed:
        states: {fresh: initial, viewed: , iterating: , inside: , stale: , error: bad}
        transitions:
          - fresh -> viewed: view
          - viewed -> iterating: iterate
          - iterating -> inside: step
          - inside -> stale: change
          - stale -> error: use
",
];

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row {
            growing,
            size,
            program,
            generators,
            silenced,
            seconds,
        } = self;
        write!(
            f,
            "| {growing} | {size} | {program} | {generators} | {silenced} | {seconds:.2} |"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{OF_SEVERAL, STATES, calls_in_a_row, read};

    #[test]
    fn properties_have_what_grows() {
        for states in STATES {
            let property = read(&calls_in_a_row(states)).expect("a property");
            assert_eq!(property.properties[0].date.states.len(), states);
        }
        for (index, text) in OF_SEVERAL.iter().enumerate() {
            let property = read(text).expect("a property");
            assert_eq!(property.contexts.raw[1].parameters.len(), index + 1);
        }
    }
}
