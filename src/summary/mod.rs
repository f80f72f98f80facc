//! The summary of an analysis on stdout, for people or as JSON.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use plan::{Plan, PropertyRow, Reduction, Removal, Totals, Verdict};
use serde::Serialize;
use text::Diagnostic;

use crate::wording::analyze::{self, OpenEverything};
use crate::wording::{reduction, shares, verdict};

/// So many properties are told one by one; of more, only those that are monitored.
pub const EACH: usize = 12;

/// The results and outputs of an analysis.
#[derive(Debug, Serialize)]
pub struct Summary<'a> {
    /// Program and version that made it.
    tool: &'a plan::Tool,
    properties: Vec<PropertySummary<'a>>,
    /// The sentences about satisfied properties.
    #[serde(skip)]
    satisfied: String,
    /// Number of assumptions; the plan lists them.
    assumptions: usize,
    /// Why properties are not optimized, and how many.
    #[serde(skip)]
    as_written: BTreeMap<&'a str, usize>,
    /// The reason why every class is open, if there is one.
    #[serde(skip)]
    open: Option<String>,
    diagnostics: &'a [Diagnostic],
    /// The files that were written.
    written: &'a [String],
}

/// Returns what the user is told where parts of the sources open every class: the first of them,
/// how many there are, and what to do.
fn open_by_gaps(plan: &Plan) -> Option<String> {
    let reason = |text: &str| {
        text.strip_prefix("every class ")?
            .split_once(": ")
            .map(|(_, reason)| reason.to_owned())
    };
    let mut places = plan.assumptions.iter().filter_map(|one| {
        let (file, line) = (one.file.as_ref()?, one.line?);
        (one.id == "open-class").then(|| Some((reason(&one.text)?, file, line)))?
    });
    let (reason, file, line) = places.next()?;

    Some(analyze::open_everything(OpenEverything {
        reason: &reason,
        file,
        line,
        more: places.count(),
    }))
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
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
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
        let properties = properties.collect();
        let reasons = plan
            .assumptions
            .iter()
            .filter_map(|one| Some(one.text.split_once(analyzer::AS_WRITTEN)?.1));

        let mut as_written = BTreeMap::new();
        reasons.for_each(|reason| *as_written.entry(reason).or_default() += 1);
        let satisfied = analyze::cannot_be_violated(&plan.entries);
        Summary {
            tool: &plan.tool,
            properties,
            satisfied,
            assumptions: plan.assumptions.len(),
            as_written,
            open: open_by_gaps(plan),
            diagnostics,
            written,
        }
    }

    /// The summary as one JSON object.
    pub fn json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// The summary for people. Diagnostics are left out: they have been told on stderr.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let (short, long): (Vec<_>, Vec<_>) = self
            .properties
            .iter()
            .partition(|property| self.is_short(property));
        long.iter()
            .for_each(|property| property.describe(&self.satisfied, &mut text));

        if !short.is_empty() {
            let generators: u64 = short
                .iter()
                .map(|property| property.generators.generators)
                .sum();
            let said = analyze::silenced_properties(short.len(), &self.satisfied, generators);
            let _ = writeln!(text, "{said}");
        }

        for (reason, count) in &self.as_written {
            let _ = writeln!(text, "{}", analyze::as_written(*count, reason));
        }

        if let Some(open) = &self.open {
            let _ = writeln!(text, "{open}");
        }

        let _ = writeln!(text, "{}", analyze::assumptions(self.assumptions));
        self.tell_written(&mut text);

        text
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

impl PropertySummary<'_> {
    fn describe(&self, satisfied: &str, text: &mut String) {
        let verdict = if self.verdict == Verdict::Satisfied {
            satisfied
        } else {
            verdict(self.verdict)
        };
        let _ = writeln!(text, "{} ({}): {verdict}", self.name, self.file);
        let (t, g) = (&self.transitions, &self.generators);
        let removed = [
            (reduction(Reduction::Residual0), t.residual0),
            (reduction(Reduction::Residual1), t.residual1),
            (reduction(Reduction::Residual2), t.residual2),
            (reduction(Reduction::Nop), t.nop),
        ];

        let _ = writeln!(
            text,
            "  transitions {:>10}: {}",
            t.transitions,
            shares(&removed, t.kept)
        );
        let silenced = [
            (reduction(Reduction::Residual0), g.residual0 as usize),
            (reduction(Reduction::Residual1), g.residual1 as usize),
            (reduction(Reduction::Residual2), g.residual2 as usize),
            (reduction(Reduction::Nop), g.nop as usize),
        ];

        let _ = writeln!(
            text,
            "  monitored calls {:>6}: {}",
            g.generators,
            shares(&silenced, g.kept as usize)
        );
    }
}

impl TransitionCounts {
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
