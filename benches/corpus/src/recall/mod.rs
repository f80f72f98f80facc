//! Runs of real programs against their call graphs and points-to sets: what happened must have been foreseen.

mod comparison;
mod recorder;
mod recording;
mod static_calls;
mod subject;
#[cfg(test)]
mod tests;

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use ir::{CallSiteId, Program as Lowered};
use javac_oracle::{ClassFiles, pair};
use jvm::jdk::Jdk;
use points_to::{Dispatch, Opening, PointsTo, Roots, entries, hidden, openings, solve};

use comparison::{MissingEdge, Recall, compare};
use recorder::record;
use recording::Recording;
use static_calls::{StaticCalls, assumption};

pub use recorder::weaving_jdk;
pub use subject::{DRIVER, Subject};

/// How far the analysis is compared.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Whether no class is taken to be open: what reflection does is then an assumption.
    pub closed: bool,
    /// Whether to run the program; what was recorded before counts otherwise.
    pub again: bool,
    /// Missing pairs to show.
    pub shown: usize,
}

/// What the comparison of one program comes to.
#[derive(Debug)]
pub struct Row {
    pub program: String,
    pub recall: Recall,
    /// Classes that code outside the sources may use at will, and all classes.
    pub opened: (usize, usize),
    /// Missing edges, and missing pairs, that no assumption covers.
    pub uncovered: (usize, usize),
    /// Without the recorder, with it, and the analysis.
    pub seconds: (f64, f64, f64),
    /// What to say of the program, line by line.
    pub details: Vec<String>,
}

/// What the analysis says of a program, from its driver's `main`.
#[derive(Debug)]
pub struct Analysed {
    pub roots: Roots,
    pub openings: Vec<Opening>,
    pub points_to: PointsTo,
    /// Seconds that the analysis took.
    pub seconds: f64,
}

/// Analyses a program with its driver; with `closed` what opens classes is left out.
///
/// # Errors
/// There is no driver in it.
pub fn analysed(program: &Lowered, closed: bool) -> Result<Analysed> {
    let start = Instant::now();
    let dispatch = Dispatch::new(program);
    let entries = entries(program, &[format!("{DRIVER}.main")])?.methods;
    let hidden = hidden(program, &dispatch, openings(program, false), &[]);
    let roots = if closed { hidden.resolved.roots(entries) } else { hidden.reached.roots(entries) };
    let points_to = solve(program, &dispatch, &roots);
    let openings = hidden.openings;
    Ok(Analysed { roots, openings, points_to, seconds: start.elapsed().as_secs_f64() })
}

/// Runs a program under the recorder and compares the run with the analysis.
///
/// # Errors
/// The program does not compile, run or lower, or the recorder changes what it prints.
pub fn recall(subject: &Subject, jdk: &Jdk, weaving: &Jdk, settings: Settings) -> Result<Row> {
    let run = if settings.again { record(subject, jdk, weaving)? } else { recorder::recorded(subject)? };
    let program = subject.lower(jdk)?;
    let analysed = analysed(&program, settings.closed)?;
    let pairs = pair(&program, &ClassFiles::read(&class_files(&run.classes)?)?);
    let calls = StaticCalls::new(&program, &analysed.points_to, &analysed.roots.entries, &pairs);
    let recall = compare(&program, &run.recording, &pairs, &calls);
    let openings = if settings.closed { analysed.openings.as_slice() } else { &[] };
    let report = Report { program: &program, recording: &run.recording, openings };
    Ok(Row {
        program: subject.name.clone(),
        uncovered: report.uncovered(&recall),
        details: report.lines(&recall, settings.shown),
        opened: (analysed.roots.opened.len(), program.classes.len()),
        seconds: (run.seconds.0, run.seconds.1, analysed.seconds),
        recall,
    })
}

fn class_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let path = entry.context("class files")?.into_path();
        if path.extension().is_some_and(|extension| extension == "class") {
            found.push(path);
        }
    }
    Ok(found)
}

/// Says what is missing.
struct Report<'a> {
    program: &'a Lowered,
    recording: &'a Recording,
    openings: &'a [Opening],
}

impl Report<'_> {
    fn lines(&self, recall: &Recall, shown: usize) -> Vec<String> {
        let unmapped = recall.unmapped.iter().map(|name| format!("not mapped: {name}"));
        let edges = recall.missing_edges.iter().map(|edge| self.edge(edge));
        let pairs = recall.missing_pairs.iter().take(shown).map(|&(first, second)| {
            format!("missing alias: the receivers of {} and {}", self.site(first), self.site(second))
        });
        unmapped.chain(edges).chain(pairs).collect()
    }

    /// Missing edges and pairs that no assumption covers. Where reflection may make any object, it may hand on any.
    fn uncovered(&self, recall: &Recall) -> (usize, usize) {
        let edges = recall.missing_edges.iter().filter(|edge| self.assumption(edge).is_none()).count();
        let is_any = self.openings.iter().any(|opening| opening.class.is_none());
        (edges, if is_any { 0 } else { recall.missing_pairs.len() })
    }

    fn edge(&self, edge: &MissingEdge) -> String {
        let method = &self.program.methods[edge.method];
        let class = &self.program.classes[method.class].name;
        let caller = edge.caller.map_or_else(|| "the virtual machine".to_owned(), |site| self.recorded(site));
        let covered =
            self.assumption(edge).map_or_else(|| "nothing covers it".to_owned(), |opening| self.reason(opening));
        let seen = if edge.reachable { "" } else { ", which is not reachable" };
        format!("missing edge: {caller} runs {class}.{}{}{seen}: {covered}", method.name, method.descriptor)
    }

    fn recorded(&self, number: u32) -> String {
        let site = &self.recording.sites[&number];
        let name = &site.call.method;
        format!("{}.{}:{} ({} {})", name.class, name.method, site.line, site.instruction, site.callee)
    }

    fn site(&self, site: CallSiteId) -> String {
        let call = &self.program.calls[site];
        let point = &self.program.points[call.point];
        format!("{}:{} ({})", self.program.files[point.file].path, point.span.line, call.target)
    }

    fn reason(&self, opening: &Opening) -> String {
        let place = opening.place.map(|(file, span)| format!("{}:{}: ", self.program.files[file].path, span.line));
        format!("assumed away: {}{}", place.unwrap_or_default(), opening.reason)
    }

    fn assumption(&self, edge: &MissingEdge) -> Option<&Opening> {
        assumption(self.program, self.openings, edge.method)
    }
}

/// Whether nothing is missing but what assumptions cover, and what could not be compared is little.
///
/// # Errors
/// Says what is not so.
pub fn hold(rows: &[Row]) -> Result<()> {
    for Row { program, recall, uncovered, .. } in rows {
        let (edges, pairs) = uncovered;
        ensure!(*edges == 0, "{program}: {edges} edges are missing");
        ensure!(*pairs == 0, "{program}: {pairs} aliases are missing");
        let unmapped = recall.unmapped.len() as f64 / (recall.executed + recall.sites).max(1) as f64;
        ensure!(unmapped < 0.01, "{program}: {:.1} % of methods and calls could not be compared", 100.0 * unmapped);
    }
    Ok(())
}

/// The head of a table of rows.
pub const HEAD: &str = "| program | methods executed | edges | static edges among them | missing (assumed away) | sites with objects | alias pairs | missing (assumed away) | not mapped | open classes | run s | recorded s | analysis s |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|";

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { program, recall, opened, uncovered, seconds, .. } = self;
        let (edges, pairs) = (recall.missing_edges.len(), recall.missing_pairs.len());
        write!(f, "| {program} | {} | {} | {} ", recall.executed, recall.edges, recall.static_edges)?;
        write!(f, "| {edges} ({}) | {} | {} ", edges - uncovered.0, recall.sites, recall.pairs)?;
        write!(f, "| {pairs} ({}) | {} ", pairs - uncovered.1, recall.unmapped.len())?;
        write!(f, "| {} of {} | {:.1} | {:.1} | {:.1} |", opened.0, opened.1, seconds.0, seconds.1, seconds.2)
    }
}
