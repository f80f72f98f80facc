//! How precise call graphs and points-to sets are, beside what types alone say.

mod aliases;
mod origin;
#[cfg(test)]
mod tests;

use std::fmt;

use anyhow::{Result, ensure};
use ir::{CallSiteId, MethodId, Program};
use jvm::jdk::Jdk;
use points_to::{CallGraph, Callee, Dispatch, class_hierarchy};

use crate::measured::peak_mebibytes;
use crate::recall::{Subject, analysed, read_reflected};
use aliases::{KINDS, Loops, Pairs, Share, loops, pairs};

/// The figures of one program with its driver.
#[derive(Debug, Clone)]
pub struct Row {
    pub program: String,
    /// Methods with bodies.
    pub methods: usize,
    /// Classes that reflection may use.
    pub opened: usize,
    /// Classes that it may make objects of, apart from those.
    pub made: usize,
    /// Methods that may run: by the class hierarchy, by the analysis.
    pub reachable: (usize, usize),
    /// Pairs of a call and a method: by the class hierarchy, by the analysis.
    pub edges: (usize, usize),
    /// Pairs of a call and a method that the analysis has and the class hierarchy has not: there
    /// must be none.
    pub beyond: Vec<String>,
    /// For each of [`KINDS`].
    pub pairs: Vec<Pairs>,
    /// Enhanced for statements over collections.
    pub loops: Loops,
    /// Seconds that the analysis took.
    pub seconds: f64,
    /// Peak of this process so far, in MiB.
    pub mebibytes: f64,
}

/// Analyses a program with its driver; with `closed` those classes are open to reflection that a
/// run showed it to use.
pub fn measure(subject: &Subject, jdk: &Jdk, closed: bool) -> Result<Row> {
    let program = subject.lower(jdk)?;
    let open = if closed {
        Some(read_reflected(subject, &program)?)
    } else {
        None
    };
    let analysed = analysed(&program, &subject.models(&program, jdk)?, open.as_ref())?;
    let mebibytes = peak_mebibytes()?;
    let points_to = &analysed.points_to;
    let calls = CallGraph::of(points_to);

    let hierarchy = class_hierarchy(&program, &Dispatch::new(&program), &analysed.roots);
    Ok(Row {
        program: subject.name.clone(),
        methods: program
            .methods
            .iter()
            .filter(|method| method.body.is_some())
            .count(),
        opened: analysed.roots.opened.len(),
        made: analysed
            .roots
            .made
            .union(&analysed.roots.constructed)
            .count(),
        reachable: (hierarchy.reachable.len(), points_to.reachable.len()),
        edges: (hierarchy.edges().count(), calls.edges().count()),
        beyond: calls
            .edges()
            .filter(|&(site, method)| !hierarchy.has(site, Callee::Method(method)))
            .map(|(site, method)| told(&program, site, method))
            .collect(),
        pairs: KINDS
            .iter()
            .map(|(_, types)| pairs(&program, points_to, types))
            .collect(),
        loops: loops(&program, points_to),
        seconds: analysed.seconds,
        mebibytes,
    })
}

/// An edge, for people.
fn told(program: &Program, site: CallSiteId, method: MethodId) -> String {
    let call = &program.calls[site];
    let point = &program.points[call.point];
    let (file, callee) = (&program.files[point.file].path, &program.methods[method]);
    let class = &program.classes[callee.class].name;
    format!(
        "{file}:{}: {} runs {class}.{}{}",
        point.span.line, call.target, callee.name, callee.descriptor
    )
}

/// Checks that no more precise setting has edges that less precise ones lack.
///
/// # Errors
/// Says what has.
pub fn hold(row: &Row) -> Result<()> {
    ensure!(
        row.beyond.is_empty(),
        "{}: edges beyond the class hierarchy:\n{}",
        row.program,
        row.beyond.join("\n")
    );
    Ok(())
}

/// The head of a table of rows. Figures of the class hierarchy, or of types, stand before those of
/// the analysis; pairs that both have come last.
pub fn head() -> String {
    let kinds: String = KINDS
        .iter()
        .map(|(kind, _)| format!(" {kind}: calls | alias pairs |"))
        .collect();
    let columns = "| program | methods | open + made classes | reachable | call edges | for-each loops over own / got / given | alone | but for constants |";
    format!(
        "{columns}{kinds} s | MiB |\n{}",
        "|---".repeat(10 + 2 * KINDS.len()) + "|"
    )
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row {
            program,
            methods,
            opened,
            made,
            reachable,
            edges,
            loops,
            ..
        } = self;
        write!(
            f,
            "| {program} | {methods} | {opened} + {made} | {} / {} ",
            reachable.0, reachable.1
        )?;
        write!(f, "| {} / {} ", edges.0, edges.1)?;

        let Loops {
            own, got, given, ..
        } = loops;
        let counted = [
            |share: &Share| share.all,
            |share: &Share| share.alone,
            |share: &Share| share.alone_but_for_constants,
        ];

        for count in counted {
            write!(f, "| {} / {} / {} ", count(own), count(got), count(given))?;
        }

        for Pairs {
            sites,
            by_type,
            by_objects,
            by_both,
        } in &self.pairs
        {
            write!(f, "| {sites} | {by_type} / {by_objects} / {by_both} ")?;
        }
        write!(f, "| {:.2} | {:.0} |", self.seconds, self.mebibytes)
    }
}
