//! The payment system, its properties and the experiment of the paper (section 4, figure 6).
//!
//! [`demo`] needs nothing but a JDK: it writes the program, compiles it, analyses it with each
//! residual in turn, weaves the variants, runs them for several numbers of users and checks that
//! all that are monitored report the same.

mod build;
pub mod columns;
mod experiment;
mod objections;
mod plot;
pub mod process;
mod remainder;
mod row;
mod run;
mod sources;
mod table;
mod variant;

use std::path::PathBuf;

pub use build::{Built, build, plan};
pub use experiment::Outcome;
pub use remainder::Remainder;
pub use row::Row;
pub use run::{Load, Measured, run};
pub use sources::{JavaFile, MAIN, PROGRAM, PROPERTY, PROPERTY_FILE};
pub use variant::Variant;

/// What the demo is to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Demo {
    /// Folder for everything that it makes; created if missing.
    pub out: PathBuf,
    /// Numbers of users.
    pub users: Vec<u32>,
    /// Seed of the load.
    pub seed: u64,
    /// Users who pay without being activated: as many reports.
    pub rogues: u32,
    /// Runs of each variant for each number of users; the fastest counts.
    pub rounds: u32,
}

/// What may go wrong.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// A file could not be read or written.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// The JDK could not be used.
    #[error("{0}")]
    Jdk(String),
    /// A program could not be started.
    #[error("{} could not be started: {error}", program.display())]
    Start {
        /// `java` or `javac`.
        program: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// `javac` or a variant failed.
    #[error("{} failed:\n{messages}", classes.display())]
    Failed {
        /// The classes that were compiled or run.
        classes: PathBuf,
        /// What it said.
        messages: String,
    },
    /// The analysis or weaving failed.
    #[error("{0}")]
    Residua(String),
    /// A variant counted its events in a form that is not known.
    #[error("{}: not a count of events: `{line}`", file.display())]
    Counts {
        /// The file with the counts.
        file: PathBuf,
        /// The line.
        line: String,
    },
}

/// Runs the experiment; `progress` is told what is being done. The table and the plot are for
/// [`render_table`] and [`render_plot`]; what is not as promised stands in [`Outcome::objections`].
///
/// # Errors
/// Something cannot be written, compiled, analysed, woven or run.
pub fn demo(options: &Demo, progress: &mut dyn FnMut(&str)) -> Result<Outcome, DemoError> {
    let built = build::build(options, progress)?;
    experiment::measure(&built, options, progress)
}

/// The paper's table as text: time, memory, exact events, reports, and what each residual removes.
pub fn render_table(outcome: &Outcome) -> String {
    table::render(outcome)
}

/// The paper's plot as SVG.
pub fn render_plot(outcome: &Outcome) -> String {
    plot::render(outcome)
}
