//! The results of a plan for a code scanning service: violations that are certain, possible ones,
//! and parts that the analysis could not follow.

use std::collections::BTreeMap;

use plan::{
    Assumption, Generator, Plan, PropertyRow, Site, SourcePlace, Verdict, Witness, WitnessStep,
};

use super::document::{CodeFlow, FlowStep, Location, ThreadFlow};
use super::places::Places;
use super::rules::of_property;
use super::{Finding, fingerprints};
use crate::lookup::{is_bad, message_of, model_of};

/// The code of properties that every execution violates.
const VIOLATED: &str = "violated";

/// The code of places where a report may be made.
pub const POSSIBLE: &str = "possible-violation";

/// Certain violations at the severity of their properties, what could not be followed as warnings,
/// possible violations as notes, those first that the analysis knows most of.
pub fn of_plan(plan: &Plan) -> Vec<Finding> {
    let places = Places::new(plan);
    let violated = plan
        .properties
        .iter()
        .filter(|property| property.verdict == Verdict::Violated);
    let violated = violated.map(|property| certain(&places, property));
    let not_followed = plan
        .assumptions
        .iter()
        .filter_map(|assumption| not_followed(&places, assumption));
    violated
        .chain(not_followed)
        .chain(possible(&places))
        .collect()
}

/// The message of a property behind a sentence about it, as reports have it.
fn with_message(plan: &Plan, property: &str, sentence: String) -> String {
    match message_of(plan, property) {
        Some(message) => format!("{sentence}: {message}"),
        None => sentence,
    }
}

fn certain(places: &Places<'_>, property: &PropertyRow) -> Finding {
    let name = &property.name;
    let text = format!("every execution violates the property `{name}`");
    let text = with_message(places.plan, name, text);
    let model = model_of(places.plan, name).map(|model| model.property);
    let (span, severity) = model
        .map(|model| (model.span, model.severity))
        .unwrap_or_default();
    let place = places.location(&property.file, span.line, 0);
    Finding {
        rank: Some(100.0),
        ..Finding::new(&of_property(name), severity.word(), text, place).classified(VIOLATED)
    }
}

/// An assumption about a place.
fn not_followed(places: &Places<'_>, assumption: &Assumption) -> Option<Finding> {
    let plan = places.plan;
    let file = assumption.file.as_deref()?;
    let is_source = plan.sources.iter().any(|source| source.path == file);
    let of_property = plan.properties.iter().any(|property| property.file == file);
    if !is_source && !of_property {
        return None;
    }
    let place = places.location(file, assumption.line.unwrap_or_default(), 0);
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
fn possible(places: &Places<'_>) -> Vec<Finding> {
    let plan = places.plan;
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
    let found = ways.into_iter().map(|(report, way)| {
        may_be_reported(places, report, way, generators.get(&report).copied())
    });
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
    places: &Places<'_>,
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
    let text = with_message(places.plan, property, text);

    Finding {
        rank: Some(rank(way)),
        partial_fingerprints: fingerprints(&fingerprint(report, generator)),
        code_flows: vec![CodeFlow {
            thread_flows: [ThreadFlow {
                locations: flow(places, way),
            }],
        }],
        ..Finding::new(
            &of_property(property),
            "note",
            text,
            places.location(file, line, column),
        )
        .classified(POSSIBLE)
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
    [property, event, file, &inside].join("\0")
}

/// The steps of a way that have a place.
fn flow(places: &Places<'_>, witness: &Witness) -> Vec<FlowStep> {
    let plan = places.plan;
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
        let location = places.location(&place.file, place.line, place.column);
        FlowStep {
            location: Location {
                message: Some(text.into()),
                ..location
            },
        }
    });

    told.collect()
}
