//! How precise call graphs and points-to sets are, beside what types alone say.

mod aliases;
mod class_hierarchy;
#[cfg(test)]
mod tests;

use std::fmt;

use anyhow::Result;
use jvm::jdk::Jdk;
use points_to::{Callee, Dispatch, PointsTo};

use crate::measured::peak_mebibytes;
use crate::recall::{Subject, analysed, read_reflected};
use aliases::{KINDS, Pairs, loops, pairs};
use class_hierarchy::class_hierarchy;

/// The figures of one program with its driver.
#[derive(Debug, Clone)]
pub struct Row {
    pub program: String,
    /// Methods with bodies.
    pub methods: usize,
    /// Classes that reflection may use.
    pub opened: usize,
    /// Methods that may run: by the class hierarchy, by the analysis.
    pub reachable: (usize, usize),
    /// Pairs of a call and a method: by the class hierarchy, by the analysis.
    pub edges: (usize, usize),
    /// For each of [`KINDS`].
    pub pairs: Vec<Pairs>,
    /// Enhanced for statements over collections, and those whose iterator is theirs alone.
    pub loops: (usize, usize),
    /// Seconds that the analysis took.
    pub seconds: f64,
    /// Peak of this process so far, in MiB.
    pub mebibytes: f64,
}

/// Analyses a program with its driver; with `closed` those classes are open to reflection that a run showed it to use.
pub fn measure(subject: &Subject, jdk: &Jdk, closed: bool) -> Result<Row> {
    let program = subject.lower(jdk)?;
    let open = if closed { Some(read_reflected(subject, &program)?) } else { None };
    let analysed = analysed(&program, open.as_ref())?;
    let mebibytes = peak_mebibytes()?;
    let points_to = &analysed.points_to;
    let hierarchy = class_hierarchy(&program, &Dispatch::new(&program), &analysed.roots);
    Ok(Row {
        program: subject.name.clone(),
        methods: program.methods.iter().filter(|method| method.body.is_some()).count(),
        opened: analysed.roots.opened.len(),
        reachable: (hierarchy.reachable.len(), points_to.reachable.len()),
        edges: (hierarchy.edges(), edges(points_to)),
        pairs: KINDS.iter().map(|(_, types)| pairs(&program, points_to, types)).collect(),
        loops: loops(&program, points_to),
        seconds: analysed.seconds,
        mebibytes,
    })
}

fn edges(points_to: &PointsTo) -> usize {
    let is_method = |callee: &&Callee| matches!(callee, Callee::Method(_));
    points_to.targets.values().map(|callees| callees.iter().filter(is_method).count()).sum()
}

/// The head of a table of rows. Figures of the class hierarchy, or of types, stand before those of the analysis.
pub fn head() -> String {
    let kinds: String = KINDS.iter().map(|(kind, _)| format!(" {kind}: calls | alias pairs |")).collect();
    let columns = "| program | methods | open classes | reachable | call edges | for-each loops | alone |";
    format!("{columns}{kinds} s | MiB |\n{}", "|---".repeat(9 + 2 * KINDS.len()) + "|")
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { program, methods, opened, reachable, edges, loops, .. } = self;
        write!(f, "| {program} | {methods} | {opened} | {} / {} ", reachable.0, reachable.1)?;
        write!(f, "| {} / {} | {} | {} ", edges.0, edges.1, loops.0, loops.1)?;
        for Pairs { sites, by_type, by_objects } in &self.pairs {
            write!(f, "| {sites} | {by_type} / {by_objects} ")?;
        }
        write!(f, "| {:.2} | {:.0} |", self.seconds, self.mebibytes)
    }
}
