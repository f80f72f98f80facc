//! Properties that are woven as written since the plan does not cover the class files.
//!
//! A residual has lost the transitions that no call of the analysed sources takes. Where a class
//! file has a call that the plan does not know, the residual says nothing of it; so the whole
//! property is woven as it was written, with all its sites. The same holds for properties that
//! share something with it.

use java_types::Spelling;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use date::model::{Alternative, Specification, Trigger};

use super::decide::{ClassDecisions, Join};
use super::pairing::Verdict;
use super::program::{Program, ProgramClass};
use super::sharing::with_sharers;
use super::{Notice, Task, WeaveRequest, WovenAsWritten};
use jvm::inserted::is_accessor_name;
use plan::{Decision, Model, Plan};

/// The specifications that are woven: those that the task asks for, with the original of each
/// property that `written` names.
pub(super) fn models<'a>(
    request: &WeaveRequest<'a>,
    written: &BTreeSet<String>,
) -> Vec<Cow<'a, Specification>> {
    let each = request.plan.models.iter().map(|model| match request.task {
        Task::Full => Cow::Borrowed(&model.original),
        Task::Residual | Task::Hide => mixed(model, written),
    });
    each.collect()
}

fn mixed<'a>(model: &'a Model, written: &BTreeSet<String>) -> Cow<'a, Specification> {
    let mut residual = Cow::Borrowed(&model.residual);
    for (number, mapping) in model.mapping.iter().enumerate() {
        if written.contains(&mapping.property) {
            residual.to_mut().properties[number] = model.original.properties[number].clone();
        }
    }
    residual
}

/// The properties that are woven as written, by name, with the notice about each.
pub(super) fn properties_as_written(
    plan: &Plan,
    program: &Program<'_>,
    decisions: &[ClassDecisions<'_>],
) -> BTreeMap<String, Notice> {
    let mut unknown = unknown_sites(program, decisions);
    accessed_from_elsewhere(plan, program, &mut unknown);
    let mut written = BTreeMap::new();

    for model in &plan.models {
        let chosen = numbers(model, |property| unknown.contains_key(property));
        for number in &chosen {
            let together = with_sharers(&model.original, &[*number].into());
            if !together
                .iter()
                .any(|&property| is_reduced(plan, model, property))
            {
                continue;
            }
            let name = &model.mapping[*number].property;
            written.insert(name.clone(), unknown[name.as_str()].notice(name));
            for &other in together.iter().filter(|other| !chosen.contains(other)) {
                let with = &model.mapping[other].property;
                let shares = || Notice::WovenAsWrittenWith {
                    property: with.clone(),
                    other: name.clone(),
                };
                written.entry(with.clone()).or_insert_with(shares);
            }
        }
    }

    written
}

/// The properties of which anything was removed.
pub(super) fn reduced(plan: &Plan) -> BTreeSet<String> {
    let each = plan
        .models
        .iter()
        .flat_map(|model| model.mapping.iter().enumerate().map(move |of| (model, of)));
    let reduced = each.filter(|(model, (number, _))| is_reduced(plan, model, *number));
    reduced
        .map(|(_, (_, mapping))| mapping.property.clone())
        .collect()
}

fn numbers(model: &Model, is_one: impl Fn(&str) -> bool) -> BTreeSet<usize> {
    model
        .mapping
        .iter()
        .enumerate()
        .filter(|(_, mapping)| is_one(&mapping.property))
        .map(|(n, _)| n)
        .collect()
}

/// Returns whether anything of a property was removed: a state, a transition, or a monitored call.
fn is_reduced(plan: &Plan, model: &Model, number: usize) -> bool {
    let name = &model.mapping[number].property;
    let is_silenced = || {
        plan.generators
            .iter()
            .any(|row| row.property == *name && row.decision == Decision::Silence)
    };
    model.original.properties[number] != model.residual.properties[number] || is_silenced()
}

/// The sites of one property that the plan does not know.
struct UnknownSites<'p> {
    class: &'p ProgramClass<'p>,
    first: Join,
    count: usize,
    /// The first class with one of which the analysis has not read the source.
    unread: Option<&'p ProgramClass<'p>>,
}

fn unknown_sites<'p>(
    program: &'p Program<'_>,
    decisions: &'p [ClassDecisions<'_>],
) -> BTreeMap<&'p str, UnknownSites<'p>> {
    let mut unknown: BTreeMap<&str, UnknownSites<'_>> = BTreeMap::new();
    for (class, decisions) in program.classes.iter().zip(decisions) {
        let here = decisions
            .verdicts
            .iter()
            .filter(|decided| decided.verdict == Verdict::Unknown);
        let here: BTreeSet<(&str, Join)> = here
            .map(|decided| (decided.property.as_str(), decided.join))
            .collect();
        for (property, join) in here {
            let sites = unknown.entry(property).or_insert(UnknownSites {
                class,
                first: join,
                count: 0,
                unread: None,
            });
            sites.count += 1;
            sites.unread = sites
                .unread
                .or(Some(class).filter(|class| !class.is_analysed));
        }
    }

    unknown
}

/// Adds the members that an accessor uses for another class, for the properties that ask which
/// object or class uses them: the accessor is static, and stands in the class of the member.
fn accessed_from_elsewhere<'p>(
    plan: &'p Plan,
    program: &'p Program<'_>,
    unknown: &mut BTreeMap<&'p str, UnknownSites<'p>>,
) {
    let asking: BTreeSet<(&str, &str)> = plan.models.iter().flat_map(asks_who).collect();
    let rows = plan
        .generators
        .iter()
        .filter(|row| asking.contains(&(row.property.as_str(), row.event.as_str())));
    let rows: BTreeMap<&str, &str> = rows
        .map(|row| (row.site.callee.as_str(), row.property.as_str()))
        .collect();

    for class in program.classes.iter().filter(|_| !rows.is_empty()) {
        let accessors = class
            .sites
            .bodies
            .iter()
            .enumerate()
            .filter(|(_, b)| b.is_made && is_accessor_name(&b.name));
        for (b, body) in accessors {
            for (s, site) in body.sites.iter().enumerate() {
                if let Some(property) = rows.get(site.named.plan_name().as_str()) {
                    let first = Join::Site(b, s);
                    unknown
                        .entry(property)
                        .or_insert(UnknownSites {
                            class,
                            first,
                            count: 0,
                            unread: None,
                        })
                        .count += 1;
                }
            }
        }
    }
}

/// The events of a model that ask for the calling object or class, each with the properties that
/// listen to it.
fn asks_who(model: &Model) -> Vec<(&str, &str)> {
    let specification = &model.original;
    let asks = |alternative: &Alternative| match &alternative.trigger {
        Trigger::Point(point) => {
            point.caller.is_some() || !point.within.is_empty() || !point.flows.is_empty()
        }
        _ => false,
    };
    let events = specification
        .events
        .iter_enumerated()
        .filter(|(_, event)| event.alternatives.iter().any(asks));

    let events: Vec<_> = events.collect();
    let each = model
        .mapping
        .iter()
        .zip(&specification.properties)
        .flat_map(|(mapping, property)| {
            let of_property = events
                .iter()
                .filter(|(id, _)| property.alphabet.contains(id));
            of_property.map(|(_, event)| (mapping.property.as_str(), event.name.as_str()))
        });

    each.collect()
}

impl UnknownSites<'_> {
    fn notice(&self, property: &str) -> Notice {
        let sites = &self.class.sites;
        let line = match self.first {
            Join::Site(b, s) => sites.bodies[b].sites[s].line,
            Join::Body(b) => sites.bodies[b].first_line,
            Join::Handler(b, h) => sites.bodies[b].handlers[h].line,
        };
        let first = line.map_or_else(
            || sites.file.clone(),
            |line| format!("{}:{line}", sites.file),
        );

        Notice::WovenAsWritten(WovenAsWritten {
            property: property.to_owned(),
            places: self.count,
            first,
            class: dotted(self.class),
            unread: self.unread.map(dotted),
        })
    }
}

fn dotted(class: &ProgramClass<'_>) -> String {
    class.sites.class.to_binary()
}
