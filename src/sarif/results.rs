//! The results of a plan for a code scanning service: violations that are certain, possible ones,
//! and parts that the analysis could not follow.

use std::collections::BTreeMap;

use plan::{
    Assumption, Generator, Plan, PropertyRow, Site, SourcePlace, Verdict, Witness, WitnessStep,
    sha256,
};

use super::Finding;
use super::document::{CodeFlow, FlowStep, Location, ThreadFlow};
use crate::lookup::{is_bad, model_of, rooted};

/// The rule of properties that every execution violates.
pub const VIOLATED: &str = "violated";

/// The rule of places where a report may be made.
pub const POSSIBLE: &str = "possible-violation";

/// The fingerprint that this version makes.
const FINGERPRINT: &str = "residua/v1";

/// Certain violations at the severity of their properties, what could not be followed as warnings,
/// possible violations as notes, those first that the analysis knows most of.
pub fn of_plan(plan: &Plan) -> Vec<Finding> {
    let violated = plan
        .properties
        .iter()
        .filter(|property| property.verdict == Verdict::Violated);
    let violated = violated.map(|property| certain(plan, property));
    let not_followed = plan
        .assumptions
        .iter()
        .filter_map(|assumption| not_followed(plan, assumption));
    violated.chain(not_followed).chain(possible(plan)).collect()
}

fn certain(plan: &Plan, property: &PropertyRow) -> Finding {
    let text = format!("every execution violates the property `{}`", property.name);
    let model = model_of(plan, &property.name).map(|model| model.property);
    let (span, severity) = model
        .map(|model| (model.span, model.severity))
        .unwrap_or_default();
    let place = Location::new(&property.file, span.line, 0);
    Finding {
        rank: Some(100.0),
        ..Finding::new(VIOLATED, severity.word(), text, place)
    }
}

/// An assumption about a place.
fn not_followed(plan: &Plan, assumption: &Assumption) -> Option<Finding> {
    let file = assumption.file.as_deref()?;
    let is_source = plan.sources.iter().any(|source| source.path == file);
    let of_property = plan.properties.iter().any(|property| property.file == file);
    if !is_source && !of_property {
        return None;
    }
    let place = Location::new(&rooted(plan, file), assumption.line.unwrap_or_default(), 0);
    Some(Finding::new(
        &assumption.id,
        "warning",
        assumption.text.clone(),
        place,
    ))
}

/// A place where a report may be made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Report<'a> {
    /// The property.
    property: &'a str,
    /// The event that makes it.
    event: &'a str,
    /// The file.
    file: &'a str,
    /// The line.
    line: u32,
    /// The column.
    column: u32,
}

/// For each place at which a report may be made the way there that says most: one in the order of
/// the program before one of which nothing is known of the order, then the shortest.
fn possible(plan: &Plan) -> Vec<Finding> {
    let mut ways: BTreeMap<Report<'_>, &Witness> = BTreeMap::new();
    for generator in &plan.generators {
        let Some((witness, end, place)) = end_of(plan, generator) else {
            continue;
        };
        if !is_bad(plan, &generator.property, &end.to) {
            continue;
        }
        let report = Report {
            property: &generator.property,
            event: &end.event,
            file: &place.file,
            line: place.line,
            column: place.column,
        };
        let best = ways.entry(report).or_insert(witness);
        if merit(witness) > merit(best) {
            *best = witness;
        }
    }

    let generators: BTreeMap<Report<'_>, &Generator> =
        plan.generators.iter().map(|row| (at(row), row)).collect();
    let found = ways
        .into_iter()
        .map(|(report, way)| may_be_reported(plan, report, way, generators.get(&report).copied()));
    let mut found: Vec<Finding> = found.collect();
    found.sort_by(|one, other| {
        other
            .rank
            .partial_cmp(&one.rank)
            .unwrap_or(std::cmp::Ordering::Equal)
    });

    found
}

fn at(generator: &Generator) -> Report<'_> {
    Report {
        property: &generator.property,
        event: &generator.event,
        file: &generator.site.file,
        line: generator.site.line,
        column: generator.site.column,
    }
}

/// The last step of the way of a generator, and its place.
fn end_of<'a>(
    plan: &'a Plan,
    generator: &'a Generator,
) -> Option<(&'a Witness, &'a WitnessStep, &'a SourcePlace)> {
    let witness = generator.witness.as_ref()?;
    let end = plan.witness_steps.get(*witness.steps.last()?)?;
    Some((witness, end, end.place.as_ref()?))
}

/// Returns what makes a way say more than another.
fn merit(witness: &Witness) -> (bool, std::cmp::Reverse<usize>) {
    (witness.ordered, std::cmp::Reverse(witness.steps.len()))
}

/// Between 50 and 90 for ways in the order of the program, below that for others; the shorter the
/// higher.
fn rank(witness: &Witness) -> f64 {
    let share = 40.0 / witness.steps.len().max(1) as f64;
    let rank = if witness.ordered { 50.0 + share } else { share };
    (rank * 10.0).round() / 10.0
}

fn may_be_reported(
    plan: &Plan,
    report: Report<'_>,
    way: &Witness,
    generator: Option<&Generator>,
) -> Finding {
    let Report {
        property,
        event,
        file,
        line,
        column,
    } = report;
    let order = if way.ordered {
        ""
    } else {
        "; whether the events come in this order is not known"
    };
    let text =
        format!("`{event}` may violate `{property}` here, as far as the analysis knows{order}");

    Finding {
        rank: Some(rank(way)),
        partial_fingerprints: BTreeMap::from([(FINGERPRINT, fingerprint(report, generator))]),
        code_flows: vec![CodeFlow {
            thread_flows: [ThreadFlow {
                locations: flow(plan, way),
            }],
        }],
        ..Finding::new(
            POSSIBLE,
            "note",
            text,
            Location::new(&rooted(plan, file), line, column),
        )
    }
}

/// Stays when lines move: what happens, and in which file and method.
fn fingerprint(report: Report<'_>, generator: Option<&Generator>) -> String {
    let Report {
        property,
        event,
        file,
        ..
    } = report;
    let inside = generator.map_or_else(String::new, |generator| {
        let Site {
            class,
            enclosing,
            callee,
            ordinal,
            ..
        } = &generator.site;
        format!("{class}\0{enclosing}\0{callee}\0{ordinal}")
    });
    sha256([property, event, file, &inside].join("\0").as_bytes())
}

/// The steps of a way that have a place.
fn flow(plan: &Plan, witness: &Witness) -> Vec<FlowStep> {
    let steps = witness
        .steps
        .iter()
        .filter_map(|&step| plan.witness_steps.get(step));
    let located = steps.filter_map(|step| step.place.as_ref().map(|place| (step, place)));
    let told = located.map(|(step, place)| {
        let text = format!(
            "`{}` leads from `{}` to `{}`",
            step.event, step.from, step.to
        );
        let location = Location::new(&rooted(plan, &place.file), place.line, place.column);
        FlowStep {
            location: Location {
                message: Some(text.into()),
                ..location
            },
        }
    });

    told.collect()
}
