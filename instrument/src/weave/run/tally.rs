//! The counts of a report.

use std::collections::BTreeSet;

use crate::weave::decide::{ClassDecisions, Decided};
use crate::weave::pairing::Placed;
use crate::weave::{Task, WeaveReport, WeaveRequest};

/// Counts the decisions for the report, and the rows of the plan without a site.
pub fn count(
    request: &WeaveRequest<'_>,
    decisions: &[ClassDecisions<'_>],
    written: &BTreeSet<String>,
    report: &mut WeaveReport,
) {
    for property in &request.plan.properties {
        report.properties.entry(property.name.clone()).or_default();
    }
    for Decided {
        property, verdict, ..
    } in decisions.iter().flat_map(|class| &class.verdicts)
    {
        let ignores_plan = request.task == Task::Full || written.contains(property);
        report
            .properties
            .entry(property.clone())
            .or_default()
            .add(*verdict, ignores_plan);
    }
    report.rows_without_site = rows_without_site(request, decisions);
}

/// Returns the ids of the rows that no site was found for.
fn rows_without_site(request: &WeaveRequest<'_>, decisions: &[ClassDecisions<'_>]) -> Vec<String> {
    let placed = decisions
        .iter()
        .flat_map(|class| &class.placed)
        .filter(|(_, placed)| **placed != Placed::Nowhere);
    let placed: BTreeSet<&str> = placed.map(|(id, _)| *id).collect();
    let rows = request.plan.generators.iter().map(|row| row.id.as_str());
    rows.filter(|id| !placed.contains(id))
        .map(str::to_owned)
        .collect()
}
