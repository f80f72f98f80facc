//! Runs of real programs against their call graphs and points-to sets: what happened must have been
//! foreseen.

mod analysed;
mod base;
mod comparison;
mod processes;
mod recorder;
mod recording;
mod reflection;
mod static_calls;
mod subject;
#[cfg(test)]
mod tests;

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use ir::{CallSiteId, Program as Lowered};
use java_compiled::{ClassFiles, Pairs, pair};
use jvm::jdk::Jdk;
use points_to::models::Models;

use base::BaseRecall;
use comparison::{MissingEdge, Recall, compare};
use recorder::record;
use recording::{Recording, SiteNumber};
use reflection::{Reflected, Used};
use static_calls::StaticCalls;

pub use analysed::{Analysed, analysed};
pub use base::HEAD as BASE_HEAD;
pub use processes::{define, finished, javac};
pub use recorder::weaving_jdk;
pub use reflection::read as read_reflected;
pub use static_calls::calls_in;
pub use subject::{DRIVER, Subject, java_files};

/// How far the analysis is compared.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// True if only those classes are open that the run shows reflection to use.
    pub closed: bool,
    /// True if the program is to be run; what was recorded before counts otherwise.
    pub again: bool,
    /// True if calls inside `java.base` are recorded, too, and compared with its class files.
    pub base: bool,
    /// Missing pairs to show.
    pub shown: usize,
}

/// The result of the comparison of one program.
#[derive(Debug)]
pub struct Row {
    pub program: String,
    pub recall: Recall,
    /// Classes that code outside the sources may use at will, those that it makes by their
    /// constructors alone, and all.
    pub opened: (usize, usize, usize),
    /// The run without the recorder and with it, if it ran.
    pub ran: Option<(f64, f64)>,
    /// The analysis.
    pub seconds: f64,
    /// The calls inside `java.base`, if they were recorded.
    pub base: Option<BaseRecall>,
    /// The remarks on the program, line by line.
    pub details: Vec<String>,
}

/// Runs a program under the recorder and compares the run with the analysis.
///
/// # Errors
/// The program does not compile, run or lower, or the recorder changes what it prints.
pub fn recall(subject: &Subject, jdk: &Jdk, weaving: &Jdk, settings: Settings) -> Result<Row> {
    let run = if settings.again {
        record(subject, jdk, weaving, settings.base)?
    } else {
        recorder::recorded(subject)?
    };
    let program = subject.lower(jdk)?;
    let pairs = pair(&program, &ClassFiles::read(&class_files(&run.classes)?)?);
    let models = subject.models(&program, jdk)?;
    let test = Test {
        program: &program,
        models: &models,
        recording: &run.recording,
        pairs: &pairs,
    };

    let (analysed, recall, reflected) = if settings.closed {
        test.closed()?
    } else {
        test.open()?
    };

    if settings.closed {
        reflection::write(subject, &program, reflected.keys())?;
    }

    let mut details: Vec<String> = reflected
        .iter()
        .map(|(&used, &site)| test.opening(used, site))
        .collect();
    details.extend(test.missing(&recall, settings.shown));
    let base = if settings.base {
        Some(base::compare(subject, jdk, &run.recording)?)
    } else {
        None
    };
    details.extend(base.iter().flat_map(|base| base.details(settings.shown)));
    Ok(Row {
        base,
        program: subject.name.clone(),
        details,
        opened: (
            analysed.roots.opened.len(),
            analysed.roots.constructed.len(),
            program.classes.len(),
        ),
        ran: run.seconds,
        seconds: analysed.seconds,
        recall,
    })
}

fn class_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let path = entry.context("class files")?.into_path();
        if path
            .extension()
            .is_some_and(|extension| extension == "class")
        {
            found.push(path);
        }
    }
    Ok(found)
}

/// A run and the program that ran.
struct Test<'a> {
    program: &'a Lowered,
    models: &'a Models,
    recording: &'a Recording,
    pairs: &'a Pairs,
}

impl Test<'_> {
    /// The classes are open that the sources say reflection may use.
    fn open(&self) -> Result<(Analysed, Recall, Reflected)> {
        let analysed = analysed(self.program, self.models, None)?;
        let recall = self.compare(&analysed);
        Ok((analysed, recall, Reflected::new()))
    }

    /// Open is what the run shows reflection to use: each round adds that whose lack explains what
    /// is missing, until there is nothing.
    fn closed(&self) -> Result<(Analysed, Recall, Reflected)> {
        let mut reflected = reflection::called(self.recording, self.pairs);
        loop {
            let used = reflected.keys().copied().collect();
            let analysed = analysed(self.program, self.models, Some(&used))?;
            let recall = self.compare(&analysed);
            let mut found = reflection::reflected(self.program, self.recording, &recall);
            found.extend(reflection::extended(self.program, &reflected, &recall));
            found.retain(|used, _| !reflected.contains_key(used));
            if found.is_empty() {
                return Ok((analysed, recall, reflected));
            }
            reflected.extend(found);
        }
    }

    fn compare(&self, analysed: &Analysed) -> Recall {
        let calls = StaticCalls::new(
            self.program,
            &analysed.points_to,
            &analysed.roots.entries,
            self.pairs,
        );
        compare(self.program, self.recording, self.pairs, &calls)
    }

    fn opening(&self, used: Used, site: Option<SiteNumber>) -> String {
        let by = site.map_or_else(
            || "the virtual machine, which loads it by name".to_owned(),
            |site| self.recorded(site),
        );
        format!("opened: {}, used by {by}", used.name(self.program))
    }

    fn missing(&self, recall: &Recall, shown: usize) -> Vec<String> {
        let unmapped = recall
            .unmapped
            .iter()
            .map(|name| format!("not mapped: {name}"));
        let edges = recall.missing_edges.iter().map(|edge| self.edge(edge));
        let pairs = recall
            .missing_pairs
            .iter()
            .take(shown)
            .map(|&(first, second)| {
                format!(
                    "missing alias: the receivers of {} and {}",
                    self.site(first),
                    self.site(second)
                )
            });

        unmapped.chain(edges).chain(pairs).collect()
    }

    fn edge(&self, edge: &MissingEdge) -> String {
        let method = &self.program.methods[edge.method];
        let class = &self.program.classes[method.class].name;
        let caller = edge.caller.map_or_else(
            || "the virtual machine".to_owned(),
            |site| self.recorded(site),
        );
        let seen = if edge.reachable {
            ""
        } else {
            ", which is not reachable"
        };

        format!(
            "missing edge: {caller} runs {class}.{}{}{seen}",
            method.name, method.descriptor
        )
    }

    fn recorded(&self, number: u32) -> String {
        self.recording.sites[&number].to_string()
    }

    fn site(&self, site: CallSiteId) -> String {
        let call = &self.program.calls[site];
        let point = &self.program.points[call.point];
        format!(
            "{}:{} ({})",
            self.program.files[point.file].path, point.span.line, call.target
        )
    }
}

/// Checks that nothing is missing, and that little could not be compared.
///
/// # Errors
/// Says what is not so.
pub fn hold(rows: &[Row]) -> Result<()> {
    for row in rows {
        let Row {
            program, recall, ..
        } = row;
        let (edges, pairs) = (recall.missing_edges.len(), recall.missing_pairs.len());
        ensure!(edges == 0, "{program}: {edges} edges are missing");
        ensure!(pairs == 0, "{program}: {pairs} aliases are missing");
        let unmapped =
            recall.unmapped.len() as f64 / (recall.executed + recall.sites).max(1) as f64;
        ensure!(
            unmapped < 0.01,
            "{program}: {:.1} % of methods and calls could not be compared",
            100.0 * unmapped
        );
        let in_base = row.base.as_ref().map_or(0, |base| base.missing.len());
        ensure!(
            in_base == 0,
            "{program}: {in_base} edges of `java.base` are missing"
        );
    }

    Ok(())
}

/// The head of a table of rows.
pub const HEAD: &str = "| program | methods executed | edges | static edges among them | missing | sites with objects | alias pairs | missing | not mapped | open + made classes | run s | recorded s | analysis s |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|";

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row {
            program,
            recall,
            opened,
            ran,
            seconds,
            ..
        } = self;
        let (edges, pairs) = (recall.missing_edges.len(), recall.missing_pairs.len());
        write!(
            f,
            "| {program} | {} | {} | {} ",
            recall.executed, recall.edges, recall.static_edges
        )?;
        write!(
            f,
            "| {edges} | {} | {} | {pairs} | {} ",
            recall.sites,
            recall.pairs,
            recall.unmapped.len()
        )?;
        write!(f, "| {} + {} of {} ", opened.0, opened.1, opened.2)?;

        match ran {
            Some((plain, recorded)) => write!(f, "| {plain:.1} | {recorded:.1} | {seconds:.1} |"),
            None => write!(f, "| – | – | {seconds:.1} |"),
        }
    }
}
