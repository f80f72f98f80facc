//! The counts of a report.

use std::collections::{BTreeMap, BTreeSet};

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

/// Returns the ids of the rows of the classes that no site was found for. Rows of other classes are
/// another weaving's: a plan may be for several folders.
fn rows_without_site(request: &WeaveRequest<'_>, decisions: &[ClassDecisions<'_>]) -> Vec<String> {
    let mut asked: BTreeMap<&str, bool> = BTreeMap::new();
    for (id, placed) in decisions.iter().flat_map(|class| &class.placed) {
        *asked.entry(id).or_default() |= *placed != Placed::Nowhere;
    }
    let rows = request.plan.generators.iter().map(|row| row.id.as_str());
    rows.filter(|id| asked.get(id) == Some(&false))
        .map(str::to_owned)
        .collect()
}
