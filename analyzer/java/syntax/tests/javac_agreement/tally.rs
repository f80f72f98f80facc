//! The counts of agreement and disagreement.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::constructs::{Constructs, constructs};

/// Files compared, and how many of which construct.
#[derive(Default)]
pub struct Tally {
    files: usize,
    broken: usize,
    damaged: usize,
    lines: usize,
    bytes: usize,
    counts: BTreeMap<String, usize>,
    time: Duration,
    differing: Vec<String>,
}

impl Tally {
    /// Files that javac rejects count apart: damage is expected there, but not demanded (javac's
    /// parser also rejects what a later phase could).
    pub fn compare(&mut self, file: &Path, javac: Option<&Constructs>) {
        let bytes = std::fs::read(file).expect("readable");
        let start = Instant::now();
        let unit = java_syntax::parse_bytes(&bytes);
        self.time += start.elapsed();
        self.files += 1;
        self.bytes += bytes.len();
        self.lines += bytes.iter().filter(|&&b| b == b'\n').count();
        let Some(javac) = javac else {
            self.broken += 1;
            return;
        };
        if let Some(damage) = unit.damage.first() {
            self.damaged += 1;
            let (at, message) = (damage.error, &damage.message);
            self.differing.push(format!(
                "{}:{}:{}: {message}",
                file.display(),
                at.line,
                at.column
            ));
            return;
        }
        let ours = constructs(&unit, &String::from_utf8_lossy(&bytes));
        for construct in &ours {
            let kind = construct.split(' ').next().unwrap_or_default();
            *self.counts.entry(kind.to_owned()).or_default() += 1;
        }
        if &ours != javac {
            self.differing
                .push(format!("{}: {}", file.display(), difference(&ours, javac)));
        }
    }

    /// Files that javac accepts.
    pub fn accepted(&self) -> usize {
        self.files - self.broken
    }

    /// Fails with the first files that differ.
    pub fn assert_agreement(&self) {
        let shown = self
            .differing
            .iter()
            .take(8)
            .cloned()
            .collect::<Vec<_>>()
            .join("\n");
        assert!(
            self.differing.is_empty(),
            "{} of {} files differ:\n{shown}",
            self.differing.len(),
            self.files
        );
    }

    /// Counts for people.
    pub fn summary(&self) -> String {
        let seconds = self.time.as_secs_f64();
        let mut text = format!(
            "{} files ({} that javac rejects, {} with damage), {} lines, {:.2} MB in {seconds:.2} s: {:.0} lines/s, {:.1} MB/s\n",
            self.files,
            self.broken,
            self.damaged,
            self.lines,
            self.bytes as f64 / 1e6,
            self.lines as f64 / seconds,
            self.bytes as f64 / 1e6 / seconds,
        );
        for (kind, count) in &self.counts {
            let _ = write!(text, "{kind} {count}  ");
        }
        text
    }
}

fn difference(ours: &[String], javac: &[String]) -> String {
    let only = |these: &[String], those: &[String]| {
        let count = |all: &[String], one: &String| all.iter().filter(|other| *other == one).count();
        let extra = these
            .iter()
            .filter(|one| count(these, one) > count(those, one));
        extra.take(4).cloned().collect::<Vec<_>>().join(", ")
    };
    format!(
        "only ours: [{}], only javac's: [{}]",
        only(ours, javac),
        only(javac, ours)
    )
}
