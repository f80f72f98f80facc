//! The check that a plan agrees with itself: every name is known, every id in range.

use std::collections::BTreeSet;

use date::code::{Code, NameKind};
use date::model::{Creation, Date, Specification};
use text::nearest;

use crate::{Decision, Generator, Model, Plan, PropertyRow, Witness, WitnessStep};

/// The first thing in a plan that contradicts another.
pub(super) struct Contradiction {
    /// A string of the plan near which to look.
    pub at: String,
    pub message: String,
    pub help: Option<String>,
}

impl Contradiction {
    fn new(at: &str, message: impl Into<String>) -> Self {
        Contradiction {
            at: at.to_owned(),
            message: message.into(),
            help: None,
        }
    }
}

type Check = Result<(), Contradiction>;

pub(super) fn first_contradiction(plan: &Plan) -> Option<Contradiction> {
    check(plan).err()
}

fn check(plan: &Plan) -> Check {
    let properties = unique(plan.properties.iter().map(|p| p.name.as_str()), "property")?;
    unique(
        plan.generators.iter().map(|g| g.id.as_str()),
        "monitored call",
    )?;
    plan.generators
        .iter()
        .try_for_each(|g| check_generator(g, &properties))?;
    plan.generators
        .iter()
        .try_for_each(|g| check_witness(g, plan))?;
    plan.totals
        .keys()
        .try_for_each(|name| known_property(name, &properties))?;
    plan.models
        .iter()
        .try_for_each(|model| check_model(model, &properties))?;

    unique(
        plan.models
            .iter()
            .flat_map(|m| &m.mapping)
            .map(|m| m.property.as_str()),
        "mapping",
    )
    .map(drop)
}

fn unique<'a>(
    names: impl Iterator<Item = &'a str>,
    what: &str,
) -> Result<BTreeSet<&'a str>, Contradiction> {
    let mut seen = BTreeSet::new();
    for name in names {
        if !seen.insert(name) {
            return Err(Contradiction::new(
                name,
                format!("two {what} rows are called `{name}`"),
            ));
        }
    }
    Ok(seen)
}

fn known_property(name: &str, properties: &BTreeSet<&str>) -> Check {
    if properties.contains(name) {
        return Ok(());
    }
    let mut contradiction =
        Contradiction::new(name, format!("no property of the plan is called `{name}`"));
    contradiction.help = nearest(name, properties.iter().copied())
        .map(|candidate| format!("the nearest name is `{candidate}`"));
    Err(contradiction)
}

fn check_generator(generator: &Generator, properties: &BTreeSet<&str>) -> Check {
    known_property(&generator.property, properties)?;
    if (generator.decision == Decision::Silence) != generator.by.is_some() {
        let message =
            "a monitored call names the step that silenced it exactly when it is silenced";
        return Err(Contradiction::new(&generator.id, message));
    }
    if generator.group.is_some() && generator.decision == Decision::Keep {
        return Err(Contradiction::new(
            &generator.id,
            "a monitored call that is kept belongs to a group of silenced ones",
        ));
    }
    Ok(())
}

/// A witness is a way through transitions of the residual.
fn check_witness(generator: &Generator, plan: &Plan) -> Check {
    let Some(witness) = &generator.witness else {
        return Ok(());
    };
    let property = plan
        .properties
        .iter()
        .find(|property| property.name == generator.property);
    if generator.decision == Decision::Keep
        && property.is_some_and(|property| is_way(plan, witness, property))
    {
        return Ok(());
    }
    let message = "the witness of a monitored call is no way through transitions that remain";
    Err(Contradiction::new(&generator.id, message))
}

fn is_way(plan: &Plan, witness: &Witness, property: &PropertyRow) -> bool {
    let steps: Option<Vec<&WitnessStep>> = witness
        .steps
        .iter()
        .map(|&step| plan.witness_steps.get(step))
        .collect();
    let Some(steps) = steps.filter(|steps| !steps.is_empty()) else {
        return false;
    };
    let remains = |step: &&WitnessStep| {
        let mut rows = property
            .transitions
            .iter()
            .filter(|row| row.removed_by.is_none());
        rows.any(|row| row.from == step.from && row.event == step.event && row.to == step.to)
    };

    let is_cut = |before: usize| {
        witness
            .left_out
            .iter()
            .any(|left_out| left_out.before == before)
    };
    let mut pairs = steps.windows(2).enumerate();

    steps.iter().all(remains)
        && pairs.all(|(at, pair)| is_cut(at + 1) || pair[0].to == pair[1].from)
}

fn check_model(model: &Model, properties: &BTreeSet<&str>) -> Check {
    check_specification(&model.original)?;
    check_specification(&model.residual)?;
    let (original, residual) = (&model.original, &model.residual);
    let same_shape = original.contexts.len() == residual.contexts.len()
        && original.events.len() == residual.events.len()
        && original.properties.len() == residual.properties.len()
        && original.properties.len() == model.mapping.len();

    if !same_shape {
        let message =
            "the original, the residual and their mapping differ in contexts, events or properties";
        return Err(Contradiction::new(&original.name, message));
    }

    for (index, mapping) in model.mapping.iter().enumerate() {
        known_property(&mapping.property, properties)?;
        check_mapping(
            mapping,
            &original.properties[index].date,
            &residual.properties[index].date,
        )?;
    }

    Ok(())
}

fn check_mapping(mapping: &crate::PropertyMapping, original: &Date, residual: &Date) -> Check {
    let complete = mapping.states.len() == residual.states.len()
        && mapping.transitions.len() == residual.transitions.len();
    let in_range = mapping
        .states
        .iter()
        .all(|s| s.index() < original.states.len())
        && mapping
            .transitions
            .iter()
            .all(|t| t.index() < original.transitions.len());

    if complete && in_range {
        return Ok(());
    }

    let message = "the mapping does not give a state or transition of the original to each one of the residual";
    Err(Contradiction::new(&mapping.property, message))
}

fn check_specification(specification: &Specification) -> Check {
    let at = |what: &str| {
        Contradiction::new(
            &specification.name,
            format!("the model of this file has {what}"),
        )
    };
    let contexts_ordered = specification
        .contexts
        .iter_enumerated()
        .all(|(id, context)| match context.parent {
            None => id.index() == 0,
            Some(parent) => parent < id,
        });

    if specification.contexts.is_empty() || !contexts_ordered {
        return Err(at("a context that does not come after its parent"));
    }
    if !events_in_range(specification) {
        return Err(at("an event or context that does not exist"));
    }
    if let Some(property) = specification
        .properties
        .iter()
        .find(|p| !date_in_range(&p.date, specification))
    {
        let message =
            "the automaton of this property names a state or an event that does not exist";
        return Err(Contradiction::new(&property.name, message));
    }
    match codes(specification)
        .into_iter()
        .find(|code| !names_in_range(code, specification))
    {
        Some(code) => Err(Contradiction::new(
            &code.text,
            "the names of this code do not stand in its text",
        )),
        None => Ok(()),
    }
}

fn events_in_range(specification: &Specification) -> bool {
    let events = specification.events.len();
    let contexts = specification.contexts.len();
    let listed = specification
        .contexts
        .iter()
        .filter_map(|c| match &c.creation {
            Creation::Listed(events) => Some(events),
            _ => None,
        });
    let alphabets = specification.properties.iter().map(|p| &p.alphabet);

    let members = specification.events.iter().map(|e| &e.members);
    listed
        .chain(alphabets)
        .chain(members)
        .flatten()
        .all(|e| e.index() < events)
        && specification
            .events
            .iter()
            .all(|e| e.context.index() < contexts)
        && specification
            .properties
            .iter()
            .all(|p| p.context.index() < contexts)
}

fn date_in_range(date: &Date, specification: &Specification) -> bool {
    let state = |s: date::ids::StateId| s.index() < date.states.len();
    state(date.initial)
        && date
            .transitions
            .iter()
            .all(|t| state(t.from) && state(t.to) && t.event.index() < specification.events.len())
}

/// All pieces of user code of a specification.
pub fn codes(specification: &Specification) -> Vec<&Code> {
    let initial = specification
        .contexts
        .iter()
        .flat_map(|c| &c.variables)
        .filter_map(|v| v.initial.as_ref());
    let alternatives = specification.events.iter().flat_map(|e| &e.alternatives);
    let events = alternatives.flat_map(|a| a.filter.iter().chain(&a.wheres));
    let states = specification
        .properties
        .iter()
        .flat_map(|p| &p.date.states)
        .filter_map(|s| s.entry.as_ref());

    let transitions = specification
        .properties
        .iter()
        .flat_map(|p| &p.date.transitions);
    let transitions = transitions.flat_map(|t| t.condition.iter().chain(&t.action));
    initial
        .chain(events)
        .chain(states)
        .chain(transitions)
        .chain(&specification.methods)
        .collect()
}

fn names_in_range(code: &Code, specification: &Specification) -> bool {
    let mut end = 0;
    code.names.iter().all(|name| {
        let (start, stop) = (name.start as usize, name.end as usize);
        let fits = end <= start && code.text.get(start..stop).is_some();
        end = stop;
        fits && context_of(name.name.kind)
            .is_none_or(|context| context.index() < specification.contexts.len())
    })
}

fn context_of(kind: NameKind) -> Option<date::ids::ContextId> {
    match kind {
        NameKind::Parameter(c)
        | NameKind::Variable(c)
        | NameKind::Clock(c)
        | NameKind::Channel(c) => Some(c),
        NameKind::Local | NameKind::EventVariable | NameKind::CurrentThread | NameKind::Java => {
            None
        }
    }
}
