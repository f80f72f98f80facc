//! Names that nothing uses.

use std::collections::BTreeSet;

use super::Findings;
use date::code::{Code, Effects, Name, NameKind, Types};
use date::ids::{ContextId, EventId};
use date::model::{Creation, Specification, Trigger};

pub(super) fn check(specification: &Specification, findings: &mut Findings<'_>) {
    check_events(specification, findings);
    let used = used_names(specification);
    let in_methods = |name: &str| {
        specification
            .methods
            .as_ref()
            .is_some_and(|methods| mentions(&methods.text, name))
    };

    for (id, context) in specification.contexts.iter_enumerated() {
        for variable in context
            .variables
            .iter()
            .filter(|variable| !in_methods(&variable.name))
        {
            if !used.contains(&Name::new(&variable.name, NameKind::Variable(id))) {
                let message = format!("the variable `{}` is never read", variable.name);
                findings.warning(variable.span, "unused-variable", message, "");
            }
        }
        for clock in &context.clocks {
            let read = used.contains(&Name::new(&clock.name, NameKind::Clock(id)));
            if !read && !in_trigger(specification, id, &clock.name) {
                findings.warning(
                    clock.span,
                    "unused-clock",
                    format!("no event waits for the clock `{}`", clock.name),
                    "",
                );
            }
        }
        for channel in context
            .channels
            .iter()
            .filter(|channel| !in_trigger(specification, id, &channel.name))
        {
            let message = format!("no event receives from the channel `{}`", channel.name);
            findings.warning(channel.span, "unused-channel", message, "");
        }
    }
}

/// Events that no transition names and no other used event lists. Where any event creates instances
/// they have that effect left.
fn check_events(specification: &Specification, findings: &mut Findings<'_>) {
    let named: BTreeSet<EventId> = specification
        .properties
        .iter()
        .flat_map(|p| p.alphabet.iter().copied())
        .collect();
    for (id, event) in specification.events.iter_enumerated() {
        let used = specification
            .letter(id)
            .iter()
            .any(|outer| named.contains(outer));
        let creation = &specification.contexts[event.context].creation;
        let creates = matches!(creation, Creation::Listed(events) if events.contains(&id));
        if !used && !creates {
            let help = match creation {
                Creation::AnyEvent if event.context.index() > 0 => {
                    "it still makes an instance when it occurs"
                }
                _ => "",
            };
            findings.warning(
                event.span,
                "unused-event",
                format!("no property uses the event `{}`", event.name),
                help,
            );
        }
    }
}

/// Returns whether an event of the context or of one inside it waits for the clock or channel; an
/// inner one of that name hides it.
fn in_trigger(specification: &Specification, context: ContextId, name: &str) -> bool {
    specification.events.iter().any(|event| {
        let declares = |id: &ContextId| {
            let context = &specification.contexts[*id];
            context.clocks.iter().any(|c| c.name == name)
                || context.channels.iter().any(|c| c.name == name)
        };
        let waits = event
            .alternatives
            .iter()
            .any(|alternative| match &alternative.trigger {
                Trigger::Timeout { clock, .. } => clock == name,
                Trigger::Receive { channel, .. } => channel == name,
                Trigger::Point(_) | Trigger::EndOfProgram => false,
            });
        waits && specification.chain(event.context).find(declares) == Some(context)
    })
}

/// The names that any code reads.
fn used_names(specification: &Specification) -> BTreeSet<Name> {
    let mut used = BTreeSet::new();
    let mut read = |code: &Code, context: ContextId| {
        used.extend(Effects::of(code, &Types::of(specification, context)).reads);
    };

    for (id, context) in specification.contexts.iter_enumerated() {
        context
            .variables
            .iter()
            .flat_map(|variable| &variable.initial)
            .for_each(|code| read(code, id));
    }

    for event in &specification.events {
        let codes = event
            .alternatives
            .iter()
            .flat_map(|a| a.filter.iter().chain(&a.wheres));
        codes.for_each(|code| read(code, event.context));
    }

    for property in &specification.properties {
        property
            .date
            .codes()
            .for_each(|code| read(code, property.context));
    }

    used
}

/// Returns whether `name` stands in `text` as a word.
fn mentions(text: &str, name: &str) -> bool {
    text.split(|c| !date::code::lexical::is_word_character(c))
        .any(|word| word == name)
}
