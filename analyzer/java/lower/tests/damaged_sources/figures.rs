//! The results of mutants, in numbers that can be added.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use ir::Program;

/// Figures of some mutants.
#[derive(Debug, Default, PartialEq)]
pub struct Figures {
    /// Mutants.
    pub files: u64,
    /// The longest that the mutants of one program took.
    pub slowest: Duration,
    /// How often something came of them: methods, calls, diagnostics by code, gaps by reason.
    pub counts: BTreeMap<String, u64>,
}

impl Figures {
    /// Counts what is in a program.
    pub fn add(&mut self, program: &Program) {
        self.count("methods".to_owned(), program.methods.len() as u64);
        self.count("calls".to_owned(), program.calls.len() as u64);
        for gap in &program.gaps {
            self.count(format!("gap: {}", without_quotes(&gap.reason)), 1);
        }
        for diagnostic in &program.diagnostics {
            self.count(format!("diagnostic: {}", diagnostic.code), 1);
        }
    }

    /// Adds those of other mutants.
    pub fn merge(&mut self, other: Figures) {
        self.files += other.files;
        self.slowest = self.slowest.max(other.slowest);
        other
            .counts
            .into_iter()
            .for_each(|(kind, count)| self.count(kind, count));
    }

    fn count(&mut self, kind: String, count: u64) {
        *self.counts.entry(kind).or_default() += count;
    }

    /// Reads the output of [`fmt::Display`], other lines left out.
    pub fn read(text: &str) -> Figures {
        let mut figures = Figures::default();
        for (kind, number) in text
            .lines()
            .filter_map(|line| line.strip_prefix("figure\t")?.split_once('\t'))
        {
            let number = number.parse().expect("a number");
            match kind {
                "files" => figures.files = number,
                "slowest" => figures.slowest = Duration::from_millis(number),
                _ => figures.count(kind.to_owned(), number),
            }
        }
        figures
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "figure\tfiles\t{}", self.files)?;
        writeln!(f, "figure\tslowest\t{}", self.slowest.as_millis())?;
        self.counts
            .iter()
            .try_for_each(|(kind, count)| writeln!(f, "figure\t{kind}\t{count}"))
    }
}

/// A reason with each name that it quotes replaced.
fn without_quotes(reason: &str) -> String {
    let parts = reason.split('`').enumerate();
    let text: String = parts
        .map(|(place, part)| if place % 2 == 0 { part } else { "`..`" })
        .collect();
    text.replace(|c: char| c.is_ascii_digit() || c.is_control(), "")
}
