//! The bindings of events: the parameters of their context, and the variables that code reads.

use std::collections::BTreeSet;

use super::Findings;
use date::code::{Code, Effects, Name, NameKind, Types};
use date::ids::{ContextId, EventId};
use date::model::{Alternative, Creation, Event, Parameter, Property, Specification, Trigger};

pub(super) fn check(specification: &Specification, findings: &mut Findings<'_>) {
    for (id, event) in specification.events.iter_enumerated() {
        let types = Types::of(specification, event.context);
        for alternative in &event.alternatives {
            check_keys(specification, event, alternative, &types, findings);
            check_order(event, alternative, &types, findings);
        }
        check_hiding(specification, id, findings);
    }
    for id in specification.contexts.indices() {
        check_creation(specification, id, findings);
    }
    for property in &specification.properties {
        check_property(specification, property, findings);
    }
}

/// An event at a program point names its instance: it binds, by pattern or `where`, all parameters
/// of its context and the ancestors (under slicing, some). Timeouts, messages and the end of the
/// program concern all instances.
fn check_keys(
    specification: &Specification,
    event: &Event,
    alternative: &Alternative,
    types: &Types,
    findings: &mut Findings<'_>,
) {
    if !matches!(alternative.trigger, Trigger::Point(_)) {
        return;
    }

    let bound = bound(alternative, types);
    for id in specification.chain(event.context) {
        let context = &specification.contexts[id];
        let unbound = context
            .parameters
            .iter()
            .filter(|parameter| !bound.contains(&parameter.name));
        for parameter in unbound.filter(|_| context.creation != Creation::Slicing) {
            let message = format!(
                "`{}` does not say which `{}` it concerns",
                event.name, parameter.name
            );
            let help = format!(
                "bind `{0}` in the pattern, or compute it: `where: {0} = ..;`",
                parameter.name
            );
            findings.error(alternative.span, "unbound-parameter", message, &help);
        }
    }
}

/// An event of an outer context reaches all instances: a variable of it that is called like a
/// parameter chooses none.
fn check_hiding(specification: &Specification, id: EventId, findings: &mut Findings<'_>) {
    let event = &specification.events[id];
    let bindings = event
        .alternatives
        .iter()
        .flat_map(|alternative| alternative.trigger.bindings());
    let bound: BTreeSet<&str> = bindings.map(|binding| binding.name.as_str()).collect();
    let letter = specification.letter(id);
    let hears = |property: &&Property| property.alphabet.iter().any(|heard| letter.contains(heard));
    let contexts = specification
        .properties
        .iter()
        .filter(hears)
        .map(|property| property.context);

    let inner = contexts.flat_map(|context| {
        specification
            .chain(context)
            .take_while(|&id| id != event.context)
    });
    let mut parameters = inner.flat_map(|id| &specification.contexts[id].parameters);
    if let Some(Parameter { name, .. }) =
        parameters.find(|parameter| bound.contains(parameter.name.as_str()))
    {
        let message = format!(
            "`{}` reaches the instances of every `{name}`: it is an event of an outer context",
            event.name
        );
        let help = format!(
            "to reach only the instances of its own `{name}`, declare the event in the context of `{name}`"
        );
        findings.warning(event.span, "outer-event", message, &help);
    }
}

/// Instances are made by events of their context or of one inside it; without them its properties
/// never begin.
fn check_creation(specification: &Specification, id: ContextId, findings: &mut Findings<'_>) {
    let context = &specification.contexts[id];
    if context.parent.is_none()
        || !specification
            .properties
            .iter()
            .any(|property| property.context == id)
    {
        return;
    }
    let is_point = |alternative: &Alternative| matches!(alternative.trigger, Trigger::Point(_));
    let names = |event: &Event| specification.chain(event.context).any(|outer| outer == id);

    if !specification
        .events
        .iter()
        .any(|event| names(event) && event.alternatives.iter().any(is_point))
    {
        let names: Vec<String> = context
            .parameters
            .iter()
            .map(|parameter| format!("`{}`", parameter.name))
            .collect();
        let message = format!(
            "no event makes an instance for {}: what is declared here never begins",
            names.join(", ")
        );
        let help = "events that say which object they concern are declared in this context";
        findings.warning(context.span, "no-instance", message, help);
    }
}

/// Returns what a trigger and its `where`s bind.
fn bound(alternative: &Alternative, types: &Types) -> BTreeSet<String> {
    let mut bound: BTreeSet<String> = alternative
        .trigger
        .bindings()
        .iter()
        .map(|b| b.name.clone())
        .collect();

    for code in &alternative.wheres {
        bound.extend(
            Effects::of(code, types)
                .writes
                .iter()
                .filter(|name| is_bindable(name))
                .map(|n| n.text.clone()),
        );
    }

    bound
}

fn is_bindable(name: &Name) -> bool {
    matches!(name.kind, NameKind::EventVariable | NameKind::Parameter(_))
}

/// `filter` reads what the pattern binds, each `where` also what those before it compute.
fn check_order(
    event: &Event,
    alternative: &Alternative,
    types: &Types,
    findings: &mut Findings<'_>,
) {
    let mut bound: BTreeSet<String> = alternative
        .trigger
        .bindings()
        .iter()
        .map(|b| b.name.clone())
        .collect();
    for code in alternative.filter.iter().chain(&alternative.wheres) {
        let effects = Effects::of(code, types);
        for name in
            read_variables(&effects).filter(|name| is_bindable(name) && !bound.contains(&name.text))
        {
            if !effects.writes.contains(name) {
                let message = format!(
                    "`{}` is not bound where `{}` reads it",
                    name.text, event.name
                );
                findings.warning(
                    code.span,
                    "stale-variable",
                    message,
                    "it holds what an earlier event left, or nothing",
                );
            }
        }
        bound.extend(effects.writes.iter().map(|name| name.text.clone()));
    }
}

fn read_variables<'e>(effects: &'e Effects<'_>) -> impl Iterator<Item = &'e Name> {
    effects.reads.iter()
}

/// Code of a transition reads variables of its event, entry code those of every event that enters
/// the state.
fn check_property(specification: &Specification, property: &Property, findings: &mut Findings<'_>) {
    let types = Types::of(specification, property.context);
    for transition in &property.date.transitions {
        let entry = &property.date.states[transition.to].entry;
        for code in transition
            .condition
            .iter()
            .chain(&transition.action)
            .chain(entry)
        {
            check_read(specification, transition.event, code, &types, findings);
        }
    }
}

fn check_read(
    specification: &Specification,
    event: EventId,
    code: &Code,
    types: &Types,
    findings: &mut Findings<'_>,
) {
    let effects = Effects::of(code, types);
    for name in read_variables(&effects).filter(|name| name.kind == NameKind::EventVariable) {
        let sources = sources(specification, event);
        let binding = sources
            .iter()
            .filter(|alternative| bound(alternative, types).contains(&name.text))
            .count();
        if binding < sources.len() {
            let always = if binding > 0 { "always " } else { "" };
            let event = &specification.events[event].name;
            let message = format!(
                "`{}` is not {always}bound by the event `{event}` here",
                name.text
            );
            findings.warning(
                code.span,
                "stale-variable",
                message,
                "it holds what an earlier event left, of any instance",
            );
        }
    }
}

/// The alternatives of an event and of those that it lists.
fn sources(specification: &Specification, event: EventId) -> Vec<&Alternative> {
    let raising = specification
        .events
        .indices()
        .filter(|&id| specification.letter(id).contains(&event));
    raising
        .flat_map(|id| &specification.events[id].alternatives)
        .collect()
}
