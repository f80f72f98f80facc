//! LARVA's METHODS: members that the classes of contexts get as they are written.

use std::collections::BTreeSet;

use date::ids::ContextId;
use date::model::{Context, Specification};

use super::Subject;
use super::writer::JavaWriter;

/// Appends the METHODS of the specification to the class of a context, where they belong there.
///
/// LARVA pastes them into the class of every context, so that they may use its variables. Classes
/// of inner contexts see the members of outer ones here, so members that use global names alone
/// stand in the global class once; members that use names of an inner context stand in the classes
/// that see all of these.
pub fn append_methods(java: &mut JavaWriter, subject: &Subject<'_>, context: ContextId) {
    let Some(methods) = &subject.specification.methods else {
        return;
    };
    let words = words(&methods.text);
    let used = used_contexts(subject.specification, &words);
    let belongs = if used.is_empty() {
        context.index() == 0
    } else {
        let visible: BTreeSet<&str> = outwards(subject.specification, context)
            .flat_map(|id| names(&subject.specification.contexts[id]))
            .collect();
        let inner_names = used
            .iter()
            .flat_map(|&id| names(&subject.specification.contexts[id]));
        inner_names
            .filter(|name| words.contains(name))
            .all(|name| visible.contains(name))
    };

    if belongs {
        java.copied(&methods.text, methods.span);
        java.end("");
    }
}

/// The inner contexts among whose names one of the words is.
fn used_contexts(specification: &Specification, words: &BTreeSet<&str>) -> BTreeSet<ContextId> {
    let global: BTreeSet<&str> = specification
        .contexts
        .first()
        .into_iter()
        .flat_map(names)
        .collect();
    let inner = specification.contexts.iter_enumerated().skip(1);
    let uses = |context: &Context| {
        names(context).any(|name| words.contains(name) && !global.contains(name))
    };
    inner
        .filter(|(_, context)| uses(context))
        .map(|(id, _)| id)
        .collect()
}

fn names(context: &Context) -> impl Iterator<Item = &str> {
    let variables = context
        .variables
        .iter()
        .map(|variable| variable.name.as_str());
    variables.chain(context.clocks.iter().map(|clock| clock.name.as_str()))
}

fn outwards(specification: &Specification, context: ContextId) -> impl Iterator<Item = ContextId> {
    std::iter::successors(Some(context), |&id| specification.contexts[id].parent)
}

fn words(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'))
        .filter(|word| !word.is_empty())
        .collect()
}
