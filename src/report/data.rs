//! The data of a report's script: the generators with their reasons and witnesses, and the lines of
//! source around them. Tables go by columns and texts by number, so that a hundred thousand
//! generators stay small.

use std::borrow::Cow;
use std::collections::BTreeMap;

use date::model::StateKind;
use indexmap::IndexSet;
use plan::{Generator, Plan, PropertyRow, Reduction, Witness};
use serde::Serialize;

use super::excerpts::Excerpts;
use crate::causes::Remedied;
use crate::lookup::{message_of, model_of};
use crate::wording::{moment, order, reduction};

/// The steps in the order of their numbers, which the style sheet and the filters know, too.
const STEPS: [Reduction; 4] = [
    Reduction::Residual0,
    Reduction::Residual1,
    Reduction::Residual2,
    Reduction::Nop,
];

/// The value for a missing number.
const NONE: i64 = -1;

#[derive(Serialize)]
struct Tables<'a> {
    strings: Vec<Cow<'a, str>>,
    kinds: Vec<&'static str>,
    moments: Vec<&'static str>,
    /// Numbered from 1: 0 is for what is kept.
    steps: Vec<&'static str>,
    properties: Vec<Property<'a>>,
    files: Vec<File>,
    causes: Vec<CauseOfRows<'a>>,
    generators: Columns,
    /// The first number says whether the order is one that the program may have, then come the
    /// objects and the order in words, the others are steps.
    witnesses: Vec<Vec<i64>>,
    witness_steps: Vec<[i64; 6]>,
}

#[derive(Serialize)]
struct Property<'a> {
    name: &'a str,
    /// The message of its reports, or nothing.
    message: &'a str,
    states: Vec<&'a str>,
    /// States that make a report when they are entered.
    bad: Vec<usize>,
}

/// A thing that keeps calls monitored.
#[derive(Serialize)]
struct CauseOfRows<'a> {
    what: &'a str,
    remedy: &'a str,
    /// The number of its rows that no other thing concerns.
    alone: u64,
    /// The rows that it concerns: each as its distance from the one before, and from 0.
    rows: Vec<usize>,
}

/// A source by the numbers of its texts.
#[derive(Serialize)]
struct File {
    root: usize,
    path: usize,
    /// Lines of the source; 0 if it is not at hand.
    lines: usize,
}

/// One entry for each generator in each list.
#[derive(Default, Serialize)]
struct Columns {
    property: Vec<usize>,
    event: Vec<usize>,
    file: Vec<usize>,
    line: Vec<u32>,
    column: Vec<u32>,
    class: Vec<usize>,
    enclosing: Vec<usize>,
    callee: Vec<usize>,
    kind: Vec<usize>,
    moment: Vec<usize>,
    step: Vec<usize>,
    group: Vec<i64>,
    why: Vec<usize>,
    witness: Vec<i64>,
}

/// The data of a page.
#[derive(Debug)]
pub struct Data {
    /// The tables as JSON.
    pub tables: String,
    /// For each file, in the order of the tables, a line of JSON: its chunks of text. They are
    /// parsed when their file is opened.
    pub excerpts: String,
}

/// The data as JSON in which nothing ends a script element or looks like markup.
pub fn data(plan: &Plan, causes: &[Remedied<'_>], excerpts: &Excerpts<'_>) -> Data {
    let mut build = Build::new(plan);
    let columns = build.columns();
    let witness_steps = build.witness_steps();
    let files = build.files(excerpts);
    let tables = Tables {
        kinds: build.kinds.into_iter().collect(),
        moments: build.moments.into_iter().collect(),
        steps: build.steps.into_iter().collect(),
        properties: plan
            .properties
            .iter()
            .map(|row| property(plan, row))
            .collect(),
        files,
        causes: causes.iter().map(cause).collect(),
        generators: columns,
        witnesses: build.witnesses.into_iter().collect(),
        witness_steps,
        strings: build.strings.into_iter().collect(),
    };

    let lines: Vec<String> = build
        .paths
        .iter()
        .map(|path| json(&excerpts.of(path)))
        .collect();
    Data {
        tables: json(&tables),
        excerpts: lines.join("\n"),
    }
}

fn json(value: &impl Serialize) -> String {
    harmless(&serde_json::to_string(value).expect("texts and numbers are always JSON"))
}

/// JSON with each character that means something to HTML or to old scripts as an escape. All of
/// them can only stand in texts.
fn harmless(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for character in json.chars() {
        match character {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                text.push_str(&format!("\\u{:04x}", u32::from(character)));
            }
            other => text.push(other),
        }
    }
    text
}

fn cause<'a>(cause: &'a Remedied<'_>) -> CauseOfRows<'a> {
    let before = std::iter::once(0).chain(cause.rows.iter().copied());
    CauseOfRows {
        what: &cause.what,
        remedy: &cause.remedy,
        alone: cause.alone,
        rows: cause
            .rows
            .iter()
            .zip(before)
            .map(|(row, before)| row - before)
            .collect(),
    }
}

fn property<'a>(plan: &'a Plan, row: &'a PropertyRow) -> Property<'a> {
    let states = model_of(plan, &row.name).map(|model| &model.property.date.states);
    let states = states.into_iter().flatten();
    let bad = states
        .clone()
        .enumerate()
        .filter(|(_, state)| state.kind == StateKind::Bad);
    Property {
        name: &row.name,
        message: message_of(plan, &row.name).unwrap_or_default(),
        bad: bad.map(|(index, _)| index).collect(),
        states: states.map(|s| &*s.name).collect(),
    }
}

/// Names, texts, files and witnesses get their numbers in the order in which they are met.
struct Build<'a> {
    plan: &'a Plan,
    strings: IndexSet<Cow<'a, str>>,
    paths: IndexSet<&'a str>,
    properties: BTreeMap<&'a str, usize>,
    witnesses: IndexSet<Vec<i64>>,
    kinds: IndexSet<&'static str>,
    moments: IndexSet<&'static str>,
    steps: IndexSet<&'static str>,
}

impl<'a> Build<'a> {
    fn new(plan: &'a Plan) -> Self {
        let properties = plan
            .properties
            .iter()
            .enumerate()
            .map(|(index, row)| (row.name.as_str(), index));
        Build {
            plan,
            strings: IndexSet::new(),
            paths: IndexSet::new(),
            properties: properties.collect(),
            witnesses: IndexSet::new(),
            kinds: IndexSet::new(),
            moments: IndexSet::new(),
            steps: STEPS.map(reduction).into_iter().collect(),
        }
    }

    fn string(&mut self, text: impl Into<Cow<'a, str>>) -> usize {
        self.strings.insert_full(text.into()).0
    }

    fn columns(&mut self) -> Columns {
        let mut columns = Columns::default();
        self.plan
            .generators
            .iter()
            .for_each(|generator| self.push(generator, &mut columns));
        columns
    }

    fn push(&mut self, generator: &'a Generator, columns: &mut Columns) {
        columns.property.push(
            self.properties
                .get(generator.property.as_str())
                .copied()
                .unwrap_or_default(),
        );
        columns.event.push(self.string(&generator.event));
        columns
            .file
            .push(self.paths.insert_full(&generator.site.file).0);
        columns.line.push(generator.site.line);
        columns.column.push(generator.site.column);
        columns
            .class
            .push(self.string(generator.site.class.binary()));
        columns
            .enclosing
            .push(self.string(generator.site.enclosing.as_str()));
        columns.callee.push(self.string(&generator.site.callee));
        columns
            .kind
            .push(self.kinds.insert_full(generator.site.kind.phrase()).0);
        columns
            .moment
            .push(self.moments.insert_full(moment(generator.when)).0);
        columns.step.push(
            generator
                .by
                .map_or(0, |step| 1 + self.steps.insert_full(reduction(step)).0),
        );
        columns.group.push(generator.group.map_or(NONE, i64::from));
        columns.why.push(self.string(&generator.why));

        columns.witness.push(
            generator
                .witness
                .as_ref()
                .map_or(NONE, |witness| self.witness(witness)),
        );
    }

    /// Returns whether the order is known, objects, order, then the steps; a negative number stands
    /// for so many that are left out.
    fn witness(&mut self, witness: &'a Witness) -> i64 {
        let head = [
            usize::from(witness.ordered),
            self.string(&witness.subject),
            self.string(order(witness)),
        ];
        let mut numbers: Vec<i64> = head
            .into_iter()
            .chain(witness.steps.iter().copied())
            .map(|n| n as i64)
            .collect();
        for left_out in witness.left_out.iter().rev() {
            numbers.insert(head.len() + left_out.before, -(left_out.steps as i64));
        }
        self.witnesses.insert_full(numbers).0 as i64
    }

    /// Event, states before and after, then file, line and column if there is a place.
    fn witness_steps(&mut self) -> Vec<[i64; 6]> {
        let plan = self.plan;
        let step = |step: &'a plan::WitnessStep| {
            let [event, from, to] =
                [&step.event, &step.from, &step.to].map(|text| self.string(text) as i64);
            let place = step.place.as_ref().map(|place| {
                [
                    self.paths.insert_full(&place.file).0 as i64,
                    i64::from(place.line),
                    i64::from(place.column),
                ]
            });
            let [file, line, column] = place.unwrap_or([NONE; 3]);
            [event, from, to, file, line, column]
        };

        plan.witness_steps.iter().map(step).collect()
    }

    fn files(&mut self, excerpts: &Excerpts<'_>) -> Vec<File> {
        let sources = self.plan.sources.iter().rev();
        let roots: BTreeMap<&str, &str> = sources
            .map(|source| (&*source.path, &*source.root))
            .collect();
        let paths: Vec<&str> = self.paths.iter().copied().collect();
        let file = |path| File {
            root: self.string(roots.get(path).copied().unwrap_or("")),
            path: self.string(path),
            lines: excerpts.length(path),
        };
        paths.into_iter().map(file).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn nothing_in_the_data_ends_or_begins_an_element() {
        let json = serde_json::to_string("</script><!-- & \u{2028}\u{2029}").unwrap();
        let text = harmless(&json);
        assert!(
            !text.contains(['<', '>', '&', '\u{2028}', '\u{2029}']),
            "{text}"
        );
        let read: String = serde_json::from_str(&text).unwrap();
        assert_eq!(read, "</script><!-- & \u{2028}\u{2029}");
    }
}
