//! The summary of an analysis on stdout, for people or as JSON.

mod table;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use plan::{Decision, Plan, PropertyRow, Removal, Totals, Verdict};
use serde::Serialize;
use text::Diagnostic;

use crate::causes::{Remedied, causes, general, number_that_matter};
use crate::wording::analyze;
use table::{Rows, Together};

/// So many properties are told one by one; of more, only those that are monitored.
pub const EACH: usize = 12;

/// The results and outputs of an analysis.
#[derive(Debug, Serialize)]
pub struct Summary<'a> {
    /// Program and version that made it.
    tool: &'a plan::Tool,
    properties: Vec<PropertySummary<'a>>,
    /// The methods where execution begins; the plan lists them.
    #[serde(skip)]
    entries: &'a [String],
    /// The most frequent reason of kept calls, and how many have it.
    #[serde(skip)]
    reason: Option<(&'a str, u64)>,
    /// The things that keep calls monitored and that may be changed; those that concern most come first.
    causes: Vec<Remedied<'a>>,
    /// Number of assumptions; the plan lists them.
    assumptions: usize,
    /// The same for people: those that are about nothing that may be changed, each text once, as the
    /// report has them.
    #[serde(skip)]
    general: usize,
    diagnostics: &'a [Diagnostic],
    /// The files that were written.
    written: &'a [String],
}

/// One property in numbers.
#[derive(Debug, Serialize)]
struct PropertySummary<'a> {
    name: &'a str,
    file: &'a str,
    verdict: Verdict,
    transitions: TransitionCounts,
    generators: Totals,
}

/// How many transitions each step removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
struct TransitionCounts {
    transitions: usize,
    residual0: usize,
    residual1: usize,
    residual2: usize,
    nop: usize,
    kept: usize,
}

impl<'a> Summary<'a> {
    /// Counts what `plan` says.
    pub fn new(plan: &'a Plan, diagnostics: &'a [Diagnostic], written: &'a [String]) -> Self {
        let properties = plan.properties.iter().map(|property| PropertySummary {
            name: &property.name,
            file: &property.file,
            verdict: property.verdict,
            transitions: TransitionCounts::of(property),
            generators: plan.totals.get(&property.name).copied().unwrap_or_default(),
        });
        Summary {
            tool: &plan.tool,
            properties: properties.collect(),
            entries: &plan.entries,
            reason: most_frequent_reason(plan),
            causes: causes(plan),
            assumptions: plan.assumptions.len(),
            general: general(plan).len(),
            diagnostics,
            written,
        }
    }

    /// The summary as one JSON object.
    pub fn json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// The summary for people: a table with the properties that have most left first, then why calls
    /// stay, then what was written. Diagnostics are left out: they have been told on stderr.
    pub fn text(&self) -> String {
        let mut text = self.rows().text();
        let kept = self.kept();
        let proved = self
            .properties
            .iter()
            .filter(|one| one.verdict == Verdict::Satisfied);
        let proved = proved.count();

        let _ = writeln!(text);
        if proved > 0 {
            let said = analyze::proved(proved, self.properties.len(), self.entries);
            let _ = writeln!(text, "{said}");
        }
        if let Some((reason, count)) = self.reason {
            let _ = writeln!(text, "{}", analyze::reason(reason, count, kept));
        }
        if let Some(first) = self.causes.first().filter(|first| first.matters()) {
            let _ = writeln!(text, "{}", analyze::largest(first, kept));
            if !first.remedy.is_empty() {
                let _ = writeln!(text, "  {}", analyze::help(&first.remedy));
            }
        }

        let more = number_that_matter(&self.causes).saturating_sub(1);
        let _ = writeln!(text, "{}", analyze::assumptions(self.general, more));
        self.tell_written(&mut text);

        text
    }

    /// The number of kept monitored calls.
    fn kept(&self) -> u64 {
        self.properties.iter().map(|one| one.generators.kept).sum()
    }

    fn rows(&self) -> Rows<'_> {
        let (short, mut each): (Vec<_>, Vec<_>) = self
            .properties
            .iter()
            .partition(|property| self.is_short(property));
        each.sort_by_key(|property| {
            let Totals {
                kept, generators, ..
            } = property.generators;
            (
                property.verdict != Verdict::Violated,
                Reverse((kept, generators)),
            )
        });
        let others = short
            .iter()
            .fold(Together::default(), |all, property| all.and(property));
        Rows {
            each,
            others: (!short.is_empty()).then_some(others),
        }
    }

    /// Of many properties those that have nothing left are told together.
    fn is_short(&self, property: &PropertySummary<'_>) -> bool {
        let is_done = property.verdict == Verdict::Satisfied && property.generators.kept == 0;
        self.properties.len() > EACH && is_done
    }

    /// Each file; of many residual properties their number.
    fn tell_written(&self, text: &mut String) {
        let (residuals, others): (Vec<&String>, Vec<&String>) = self
            .written
            .iter()
            .partition(|file| self.properties.len() > EACH && file.contains(".residual."));

        for file in others {
            let _ = writeln!(text, "wrote {file}");
        }

        if let Some(first) = residuals.first() {
            let folder = Path::new(first).parent().unwrap_or(Path::new("")).display();
            let _ = writeln!(
                text,
                "wrote {} residual properties into {folder}",
                residuals.len()
            );
        }
    }
}

/// The reason that most kept calls have, the first of several in the order of their texts.
fn most_frequent_reason(plan: &Plan) -> Option<(&str, u64)> {
    let mut reasons: BTreeMap<&str, u64> = BTreeMap::new();
    for generator in &plan.generators {
        if generator.decision == Decision::Keep {
            *reasons.entry(&generator.why).or_default() += 1;
        }
    }
    let mut reasons: Vec<(&str, u64)> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, count)| Reverse(*count));
    reasons.first().copied()
}

impl TransitionCounts {
    /// Both together.
    fn and(self, other: Self) -> Self {
        TransitionCounts {
            transitions: self.transitions + other.transitions,
            residual0: self.residual0 + other.residual0,
            residual1: self.residual1 + other.residual1,
            residual2: self.residual2 + other.residual2,
            nop: self.nop + other.nop,
            kept: self.kept + other.kept,
        }
    }

    fn of(property: &PropertyRow) -> Self {
        let mut counts = TransitionCounts {
            transitions: property.transitions.len(),
            ..Default::default()
        };
        for transition in &property.transitions {
            *match transition.removed_by {
                None => &mut counts.kept,
                Some(Removal::Residual0) => &mut counts.residual0,
                Some(Removal::Residual1) => &mut counts.residual1,
                Some(Removal::Residual2) => &mut counts.residual2,
                Some(Removal::Nop) => &mut counts.nop,
            } += 1;
        }
        counts
    }
}
