//! How much of a case is monitored.

use std::fmt;

/// The generators of one plan.
#[derive(Debug, Clone, Copy, Default)]
pub struct Kept {
    /// The monitored generators.
    pub kept: u64,
    /// All.
    pub generators: u64,
}

/// How much is monitored, after each analysis of a case or of several cases.
#[derive(Debug, Default)]
pub struct Share {
    /// Cases counted.
    pub cases: usize,
    /// Reports that full and optimized monitoring make.
    pub reports: usize,
    /// The plan of each analysis.
    pub analyses: Vec<Kept>,
}

impl Share {
    /// A case with these reports.
    pub fn of_case(reports: usize) -> Share {
        Share {
            cases: 1,
            reports,
            analyses: Vec::new(),
        }
    }

    /// Adds the numbers of another case: its first analysis to the first one, and so on.
    pub fn add(&mut self, other: &Share) {
        self.cases += other.cases;
        self.reports += other.reports;
        self.analyses.resize(
            self.analyses.len().max(other.analyses.len()),
            Kept::default(),
        );
        for (sum, kept) in self.analyses.iter_mut().zip(&other.analyses) {
            sum.kept += kept.kept;
            sum.generators += kept.generators;
        }
    }
}

impl fmt::Display for Share {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} reports, kept", self.reports)?;
        self.analyses
            .iter()
            .try_for_each(|Kept { kept, generators }| write!(formatter, " {kept}/{generators}"))
    }
}
