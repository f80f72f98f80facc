//! A case whose program is known by its class files: alone, and beside its sources.

use super::{Built, Case, report, seen, without};
use crate::share::Share;

/// The input of an analysis that reads class files.
#[derive(Debug, Clone, Copy)]
pub enum Input {
    /// Class files alone.
    Classes,
    /// Sources and class files.
    Both,
}

impl Case {
    /// Analyses, weaves and runs; nothing if a tool is not there. An error says how full and
    /// optimized monitoring differ, or which reports the case expects.
    pub fn run_compiled(&self, input: Input) -> Result<Option<Share>, String> {
        let Some(built) = self.built()? else {
            return Ok(None);
        };
        self.analysed_by(input, &built)?;
        let mut share = Share::of_case(self.reports.len());
        share.analyses.push(self.kept(&built.project, usize::MAX)?);
        let (full, optimized) = (self.woven(&built, "--full")?, self.woven(&built, "")?);
        if seen(&full) != seen(&optimized) {
            return Err(format!(
                "--- full\n{}--- optimized\n{}",
                seen(&full),
                seen(&optimized)
            ));
        }
        let mut reports: Vec<&str> = full.stderr.lines().filter_map(report).collect();
        let mut expected: Vec<&str> = self.reports.iter().map(String::as_str).collect();
        reports.sort_unstable();
        expected.sort_unstable();
        // Class files may raise other events than the sources: the case says why.
        if reports != expected && self.compiled.is_none() {
            return Err(format!("expected {expected:#?}\n--- both\n{}", seen(&full)));
        }
        Ok(Some(share))
    }

    fn analysed_by(&self, input: Input, built: &Built) -> Result<(), String> {
        let (source, own) = match input {
            Input::Classes => ("", without(&self.analyze, &["--classes", "--left-out"])),
            Input::Both => ("--source src", without(&self.analyze, &["--classes"])),
        };
        self.analysed(built, &format!("{source} --classes classes {own}"))
            .map(drop)
    }
}
