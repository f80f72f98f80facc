//! How results of one program relate: a more precise setting says nothing that a less precise one
//! does not, and nothing gets lost when entry points are added.

use std::fmt;

use anyhow::{Result, ensure};
use ir::{MethodId, MethodKind, Program};
use jvm::jdk::Jdk;
use points_to::models::Models;
use points_to::{
    Answers, CallGraph, Dispatch, Entries, Precision, Start, aliases_looked_at, beyond,
    beyond_types, entries, openings, solve,
};

use crate::recall::{DRIVER, Subject};

/// Other calls that each call is paired with.
const PARTNERS: usize = 20;

/// Methods that become entry points beside the `main` methods of the program.
const ADDED: usize = 10;

/// Columns of [`Row`].
pub const HEAD: &str = "\
| program | methods | reachable | call edges | pairs on one object, of those looked at | entry points added | edges then | beyond | lost | otherwise |
|---|---|---|---|---|---|---|---|---|---|";

/// The results of the comparison for one program. Figures are of [`Precision::ALL`], in that order.
#[derive(Debug, Clone)]
pub struct Row {
    /// The program.
    pub program: String,
    /// Methods with bodies.
    pub methods: usize,
    /// Methods that may run.
    pub reachable: [usize; 3],
    /// Pairs of a call and a method of the sources.
    pub edges: [usize; 3],
    /// Pairs of calls on one object.
    pub aliases: [usize; 3],
    /// Entry points that were added.
    pub added: usize,
    /// Call edges with them.
    pub edges_then: [usize; 3],
    /// The facts that a more precise setting gives and the less precise one before it does not.
    /// Shared objects of allocations are compared with the facts that types give.
    pub beyond: Vec<String>,
    /// The facts that are lost with more entry points.
    pub lost: Vec<String>,
    /// The differences where all roots are known from the start. They are found without models:
    /// with them, it is also a matter of order whether a container is asked before it has escaped.
    pub otherwise: Vec<String>,
}

/// Compares the settings, with the driver's entry point and with more of them.
pub fn compare(subject: &Subject, jdk: &Jdk) -> Result<Row> {
    let program = subject.lower(jdk)?;
    let (dispatch, models) = (Dispatch::new(&program), Models::jdk());
    let driven = entries(&program, &[format!("{DRIVER}.main")])?;
    let more = with_more(&program, &driven);
    let answers = |entries: &Entries| {
        let start = start(&program, entries);
        Precision::ALL.map(|precision| precision.answers(&program, &dispatch, &start, &models))
    };
    let told = |inner: &Answers, outer: &Answers| -> Vec<String> {
        let found = beyond(&program, inner, outer, PARTNERS);
        found
            .iter()
            .map(|found| found.told(&program).to_string())
            .collect()
    };

    let (before, after) = (answers(&driven), answers(&more));
    let known = known_from_the_start(&program, &dispatch, &start(&program, &driven), &before[1]);
    let settings = before.windows(2).chain(after.windows(2));
    let types = beyond_types(&program, &before[2], PARTNERS);
    let types = types.iter().map(|found| found.told(&program).to_string());
    Ok(Row {
        program: subject.name.clone(),
        methods: program
            .methods
            .iter()
            .filter(|method| method.body.is_some())
            .count(),
        reachable: before
            .each_ref()
            .map(|answers| answers.calls.reachable.len()),
        edges: before.each_ref().map(edges),
        aliases: before
            .each_ref()
            .map(|answers| aliases_looked_at(&program, answers, PARTNERS)),
        added: more.methods.len() - driven.methods.len(),
        edges_then: after.each_ref().map(edges),
        beyond: settings
            .flat_map(|pair| told(&pair[1], &pair[0]))
            .chain(types)
            .collect(),
        lost: Precision::ALL
            .iter()
            .zip(before.iter().zip(&after))
            .flat_map(|(precision, (before, after))| {
                labelled(&format!("{precision:?}"), told(before, after))
            })
            .collect(),
        otherwise: [
            labelled("only on the way", told(&before[1], &known)),
            labelled("only from the start", told(&known, &before[1])),
        ]
        .concat(),
    })
}

fn start(program: &Program, entries: &Entries) -> Start<'static> {
    Start {
        entries: entries.mains(),
        given: entries.uses(program),
        openings: openings(program, false),
        ..Start::default()
    }
}

/// The same entry points, all other `main` methods, and methods from all over the program.
fn with_more(program: &Program, entries: &Entries) -> Entries {
    let declared = |id: &MethodId| {
        let method = &program.methods[*id];
        method.kind == MethodKind::Declared
            && method.body.is_some()
            && !entries.methods.contains(id)
    };
    let declared: Vec<MethodId> = program.methods.indices().filter(declared).collect();
    let mains = declared
        .iter()
        .copied()
        .filter(|&id| &*program.methods[id].name == "main");

    let others = declared
        .iter()
        .copied()
        .step_by((declared.len() / ADDED).max(1));
    Entries::new(
        program,
        entries
            .methods
            .iter()
            .copied()
            .chain(mains)
            .chain(others)
            .collect(),
        false,
    )
}

/// The answers where everything that was found out on the way is known from the start.
fn known_from_the_start(
    program: &Program,
    dispatch: &Dispatch<'_>,
    start: &Start<'_>,
    found: &Answers,
) -> Answers {
    let points_to = solve(
        program,
        dispatch,
        &found.hidden.reached.roots(&start.entries),
        &Models::none(),
    );
    Answers {
        calls: CallGraph::of(&points_to),
        hidden: found.hidden.clone(),
        points_to: Some(points_to),
    }
}

fn labelled(label: &str, lines: Vec<String>) -> Vec<String> {
    lines
        .into_iter()
        .map(|line| format!("{label}: {line}"))
        .collect()
}

fn edges(answers: &Answers) -> usize {
    answers.calls.edges().count()
}

/// Checks that everything relates as it must.
///
/// # Errors
/// Says what does not.
pub fn hold(row: &Row) -> Result<()> {
    let all = [
        ("beyond", &row.beyond),
        ("lost", &row.lost),
        ("otherwise", &row.otherwise),
    ];
    let told = all
        .iter()
        .filter(|(_, found)| !found.is_empty())
        .map(|(what, found)| {
            let shown: Vec<&str> = found.iter().take(20).map(String::as_str).collect();
            format!("{} {what}:\n{}", found.len(), shown.join("\n"))
        });

    let told: Vec<String> = told.collect();
    ensure!(told.is_empty(), "{}: {}", row.program, told.join("\n"));
    Ok(())
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let three = |figures: &[usize; 3]| figures.map(|figure| figure.to_string()).join(" / ");
        write!(
            f,
            "| {} | {} | {} ",
            self.program,
            self.methods,
            three(&self.reachable)
        )?;
        write!(
            f,
            "| {} | {} | {} ",
            three(&self.edges),
            three(&self.aliases),
            self.added
        )?;
        write!(f, "| {} | {} ", three(&self.edges_then), self.beyond.len())?;

        write!(f, "| {} | {} |", self.lost.len(), self.otherwise.len())
    }
}
