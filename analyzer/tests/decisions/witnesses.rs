//! Ways to what the user sees that kept generators come with.

use std::collections::BTreeSet;

use analyzer::{Analysis, GeneratorRow, Optimized, Witness};
use date::model::{Property, StateKind};
use date::residual::Reduction;

use crate::residuals::OPEN_READ_CLOSE;
use crate::support::analyze;

/// Whether each witness is what it claims to be: each step a transition of the residual property
/// from the state in which the one before has left it, the last one to be seen, and one of them
/// that of the row's generator. Kept rows have one, or say why not.
pub fn replay(analysis: &Analysis) {
    for specification in &analysis.specifications {
        for (index, result) in specification.properties.iter().enumerate() {
            for row in &result.generators {
                let is_told =
                    row.silenced_by.is_some() || result.frozen.is_some() || says_why_not(row);
                match &row.witness {
                    None => assert!(is_told, "neither a witness nor a reason: {row:#?}"),
                    Some(witness) => replay_one(specification, index, row, witness),
                }
            }
        }
    }
}

fn says_why_not(row: &GeneratorRow) -> bool {
    [
        "skipping it could cause a false report",
        "it is kept whatever follows",
    ]
    .iter()
    .any(|why| row.why.starts_with(why))
}

fn replay_one(specification: &Optimized, index: usize, row: &GeneratorRow, witness: &Witness) {
    assert_eq!(row.silenced_by, None, "silenced with a witness: {row:#?}");
    let original = &specification.original.properties[index].date;
    let residual = &specification.residual.properties[index];
    let mut state = residual.date.initial;
    let mut is_seen = false;
    for step in &witness.steps {
        let [from, to] = [step.from, step.to].map(|state| &original.states[state].name);
        assert_eq!(&residual.date.states[state].name, from, "{row:#?}");
        let fits = |t: &&date::model::Transition| {
            t.from == state && t.event == step.event && &residual.date.states[t.to].name == to
        };
        let taken = residual
            .date
            .transitions
            .iter()
            .filter(fits)
            .collect::<Vec<_>>();
        assert!(
            !taken.is_empty(),
            "no transition of the residual: {step:?} of {row:#?}"
        );
        is_seen = taken
            .iter()
            .any(|transition| may_be_seen(residual, transition));
        state = taken[0].to;
    }
    assert!(is_seen, "nothing is seen at the end: {row:#?}");
    let passed = witness
        .steps
        .iter()
        .any(|step| step.place == Some((row.file, row.span)));
    assert!(passed, "the generator takes no step: {row:#?}");
}

fn may_be_seen(property: &Property, transition: &date::model::Transition) -> bool {
    let target = &property.date.states[transition.to];
    let runs =
        transition.action.is_some() || target.entry.is_some() || transition.condition.is_some();
    target.kind == StateKind::Bad || runs
}

/// `LINE EVENT: WAY` for each kept generator; the way is its steps, `FROM -EVENT LINE-> TO`, where
/// the order is not known with a question mark.
fn ways(case: &str) -> BTreeSet<String> {
    let analysis = analyze(case, Reduction::Nop);
    let specification = &analysis.specifications[0];
    let date = &specification.original.properties[0].date;
    let way = |row: &GeneratorRow| {
        let witness = row.witness.as_ref()?;
        let steps = witness.steps.iter().map(|step| {
            let [from, to] = [step.from, step.to].map(|state| &date.states[state].name);
            format!(
                "{from} -{} {}-> {to}",
                specification.original.events[step.event].name,
                step.place.map_or(0, |(_, span)| span.line)
            )
        });
        let order = if witness.is_ordered { "" } else { "?" };
        Some(steps.collect::<Vec<_>>().join(", ") + order)
    };
    let rows = specification.properties[0]
        .generators
        .iter()
        .filter(|row| row.silenced_by.is_none());
    let told = rows.map(|row| {
        let event = &specification.original.events[row.event].name;
        format!(
            "{} {event}: {}",
            row.span.line,
            way(row).unwrap_or_else(|| row.why.clone())
        )
    });
    told.collect()
}

#[track_caller]
fn check_ways(case: &str, expected: &[&str]) {
    assert_eq!(
        ways(case),
        expected.iter().map(|&way| way.to_owned()).collect()
    );
}

fn doors(body: &str) -> String {
    format!(
        "{OPEN_READ_CLOSE}//- Main.java
class Main {{
    public static void main(String[] args) {{
        Door door = new Door();
{body}
    }}
}}"
    )
}

#[test]
fn shortest_way_through_each_generator_is_shown() {
    let way = "closed -open 4-> opened, opened -close 5-> closed, closed -pass 6-> bad";
    check_ways(
        &doors(
            "        door.open();
        if (args.length > 0) door.close();
        door.pass();

        if (args.length > 2) door.close();
        door.pass();",
        ),
        &[
            &format!("4 open: {way}"),
            &format!("5 close: {way}"),
            &format!("6 pass: {way}"),
            "8 close: closed -open 4-> opened, opened -close 8-> closed, closed -pass 9-> bad",
            "9 pass: closed -open 4-> opened, opened -close 8-> closed, closed -pass 9-> bad",
        ],
    );
}

#[test]
fn generator_that_keeps_from_a_report_says_so() {
    check_ways(
        &doors(
            "        if (args.length > 0) door.open();
        door.pass();",
        ),
        &[
            "4 open: skipping it could cause a false report later",
            "5 pass: closed -pass 5-> bad",
        ],
    );
}

/// The first call of `close` is the nearer one, but nothing is reported behind it.
#[test]
fn ways_lead_through_calls_and_back_to_the_same_caller() {
    let way = "closed -open 5-> opened, opened -close 2-> closed, closed -pass 11-> bad";
    check_ways(
        &format!(
            "{OPEN_READ_CLOSE}//- Main.java
class Main {{
    static void close(Door door) {{ door.close(); }}
    public static void main(String[] args) {{
        Door door = new Door();
        door.open();
        if (args.length > 0) {{
            close(door);
            return;
        }}
        if (args.length > 1) close(door);
        door.pass();
    }}
}}"
        ),
        &[
            &format!("2 close: {way}"),
            &format!("5 open: {way}"),
            &format!("11 pass: {way}"),
        ],
    );
}

#[test]
fn silent_generators_have_no_part_in_it() {
    check_ways(
        &doors(
            "        door.pass();
        door.open();
        door.close();",
        ),
        &["4 pass: closed -pass 4-> bad"],
    );
}

/// Two threads share the door: the steps are places.
#[test]
fn what_comes_in_no_order_is_told_so() {
    check_ways(
        &format!(
            "{OPEN_READ_CLOSE}//- Main.java
class Main {{
    static Door door = new Door();
    public static void main(String[] args) {{
        Runnable task = () -> {{
            door.open();
            door.close();
        }};
        new Thread(task).start();
        new Thread(task).start();
        door.pass();
    }}
}}"
        ),
        &[
            "10 pass: closed -pass 10-> bad?",
            "5 open: closed -open 5-> opened, opened -close 6-> closed, closed -pass 10-> bad?",
            "6 close: closed -open 5-> opened, opened -close 6-> closed, closed -pass 10-> bad?",
        ],
    );
}

#[test]
fn properties_that_are_monitored_as_written_have_none() {
    let computing = "    VARIABLES { int n = Door.count(); }\n    EVENTS {";
    let analysis = analyze(
        &doors("        door.pass();").replace("    EVENTS {", computing),
        Reduction::Nop,
    );
    let result = &analysis.specifications[0].properties[0];
    assert!(result.frozen.is_some() && result.generators.len() == 1);
    assert_eq!(result.generators[0].witness, None);
}
