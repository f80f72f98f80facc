//! The result of the comparison of one program and one property.

use std::fmt;

use anyhow::{Result, ensure};

use super::comparison::Agreement;

/// Columns of [`Row`].
pub const HEAD: &str = "\
| program | property | sites | left out | events, full | optimized | reports | outcome | plain s | full s | optimized s |
|---|---|---|---|---|---|---|---|---|---|---|";

/// One property on one program.
#[derive(Debug, Clone)]
pub struct Row {
    /// The program.
    pub program: String,
    /// The property.
    pub property: String,
    /// Places of the class files that raise its events.
    pub sites: u64,
    /// The places that the plan leaves out.
    pub left_out: u64,
    /// The counts, if the runs finished.
    pub figures: Option<Figures>,
    /// The outcome of the comparison.
    pub outcome: Outcome,
}

/// The counts of the last round.
#[derive(Debug, Clone)]
pub struct Figures {
    /// Events that monitors were told, fully and optimized.
    pub events: (u64, u64),
    /// Reports under full monitoring.
    pub reports: usize,
    /// Without monitors, fully and optimized; of all properties that were woven in together.
    pub seconds: (f64, f64, f64),
}

/// The outcome of the comparison of full and optimized monitoring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The same reports, in the same order, and the same output.
    Equal {
        /// How far order could be compared.
        agreement: Agreement,
        /// Rounds that it took to see it.
        rounds: usize,
    },
    /// A run did not finish.
    NotFinished(String),
    /// They differ, but so do two runs of the same variant.
    Unsteady(Vec<String>),
    /// They differ.
    Different(Vec<String>),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Equal {
                agreement,
                rounds: 1,
            } => write!(f, "equal, {agreement}"),
            Outcome::Equal { agreement, rounds } => {
                write!(f, "equal, {agreement} ({rounds} rounds)")
            }
            Outcome::NotFinished(reason) => write!(f, "not finished ({reason})"),
            Outcome::Unsteady(_) => f.write_str("unsteady"),
            Outcome::Different(_) => f.write_str("DIFFERENT"),
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row {
            program,
            property,
            sites,
            left_out,
            figures,
            outcome,
        } = self;
        write!(f, "| {program} | {property} | {sites} | {left_out} ")?;

        match figures {
            None => write!(f, "| – | – | – | {outcome} | – | – | – |"),
            Some(Figures {
                events,
                reports,
                seconds,
            }) => {
                write!(f, "| {} | {} | {reports} | {outcome} ", events.0, events.1)?;
                write!(
                    f,
                    "| {:.1} | {:.1} | {:.1} |",
                    seconds.0, seconds.1, seconds.2
                )
            }
        }
    }
}

impl Row {
    /// Returns the differences, line by line.
    pub fn differences(&self) -> &[String] {
        match &self.outcome {
            Outcome::Unsteady(lines) | Outcome::Different(lines) => lines,
            Outcome::Equal { .. } | Outcome::NotFinished(_) => &[],
        }
    }
}

/// All rows together.
pub fn summary(rows: &[Row]) -> String {
    let counted = |fits: fn(&Outcome) -> bool| rows.iter().filter(|row| fits(&row.outcome)).count();
    let figures = || rows.iter().filter_map(|row| row.figures.as_ref());
    let (full, optimized) = figures().fold((0, 0), |sum, row| {
        (sum.0 + row.events.0, sum.1 + row.events.1)
    });
    format!(
        "{} pairs of program and property: {} equal, {} of them with reports; {} not finished, {} unsteady, {} different. \
         {} reports; monitors were told {full} events fully and {optimized} optimized.",
        rows.len(),
        counted(|outcome| matches!(outcome, Outcome::Equal { .. })),
        rows.iter()
            .filter(|row| matches!(row.outcome, Outcome::Equal { .. }) && row.reports() > 0)
            .count(),
        counted(|outcome| matches!(outcome, Outcome::NotFinished(_))),
        counted(|outcome| matches!(outcome, Outcome::Unsteady(_))),
        counted(|outcome| matches!(outcome, Outcome::Different(_))),
        figures().map(|row| row.reports).sum::<usize>(),
    )
}

impl Row {
    fn reports(&self) -> usize {
        self.figures.as_ref().map_or(0, |figures| figures.reports)
    }
}

/// Checks that nothing differs.
///
/// # Errors
/// Says what does.
pub fn hold(rows: &[Row]) -> Result<()> {
    let different: Vec<String> = rows
        .iter()
        .filter(|row| matches!(row.outcome, Outcome::Different(_)))
        .map(|row| format!("{} {}", row.program, row.property))
        .collect();
    ensure!(
        different.is_empty(),
        "full and optimized monitoring differ: {}",
        different.join(", ")
    );
    Ok(())
}
