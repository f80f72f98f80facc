//! The types of the variables of one EVENTS block: a name has one type in all of it, wherever the
//! type is written.

use std::collections::{BTreeMap, BTreeSet};

use super::alternatives::{Argument, Call, Collection, Target, Typed, Upon, Written};
use super::cursor::Cursor;
use super::written::WrittenEvent;
use crate::draft::Word;
use crate::java::{Declaration, declarations_among};

/// Types by variable, with the `+` of patterns.
pub(super) type Types = BTreeMap<String, String>;

/// The types that are written in the block, the first where there are several: a clash is found by
/// the assembly. `keys` are the types of the parameters of the contexts around it.
pub(super) fn types(events: &[WrittenEvent], keys: Types, cursor: &Cursor<'_>) -> Types {
    let mut types = keys;
    let variables = variables(events);
    for event in events {
        event
            .parameters
            .iter()
            .for_each(|parameter| note(parameter, &mut types));
        in_collection(&event.collection, &mut |variable| {
            note(variable, &mut types)
        });
        in_wheres(&event.collection, &variables, cursor, &mut types);
    }
    types
}

/// The variables of a block: parameters of its events, and what their patterns bind.
pub(super) fn variables(events: &[WrittenEvent]) -> BTreeSet<String> {
    let mut variables = BTreeSet::new();
    for event in events {
        variables.extend(
            event
                .parameters
                .iter()
                .map(|parameter| parameter.name.text.clone()),
        );
        in_collection(&event.collection, &mut |variable| {
            _ = variables.insert(variable.name.text.clone())
        });
    }
    variables
}

/// The declarations in a `where` that are assignments to variables of events, with a type before
/// them.
pub(super) fn typed_assignments(code: &str, variables: &BTreeSet<String>) -> Vec<Declaration> {
    let declarations = declarations_among(code).into_iter();
    declarations
        .filter(|d| d.initial.is_some() && variables.contains(&code[d.name.clone()]))
        .collect()
}

fn in_wheres(
    collection: &Collection,
    variables: &BTreeSet<String>,
    cursor: &Cursor<'_>,
    types: &mut Types,
) {
    for alternative in &collection.alternatives {
        if let Written::Collection(inner) = alternative {
            in_wheres(inner, variables, cursor, types);
        }
    }
    if let Some(range) = &collection.where_code {
        let code = cursor.slice(range.clone());
        for declaration in typed_assignments(code, variables) {
            types
                .entry(code[declaration.name].to_owned())
                .or_insert(declaration.ty);
        }
    }
}

fn note(typed: &Typed, types: &mut Types) {
    if let Some(ty) = &typed.ty {
        types
            .entry(typed.name.text.clone())
            .or_insert_with(|| ty.text.clone());
    }
}

fn in_collection(collection: &Collection, each: &mut dyn FnMut(&Typed)) {
    for alternative in &collection.alternatives {
        match alternative {
            Written::Collection(inner) => in_collection(inner, each),
            Written::Call(call) => in_call(call, each),
            Written::Receive { value, .. } => value.iter().for_each(&mut *each),
            Written::Event(_) | Written::Timeout { .. } => {}
        }
    }
}

fn in_call(call: &Call, each: &mut dyn FnMut(&Typed)) {
    if let Target::Typed { ty, name } = &call.target {
        each(&Typed {
            ty: Some(ty.clone()),
            name: name.clone(),
        });
    }

    for argument in &call.arguments {
        if let Argument::Variable(variable) = argument {
            each(variable);
        }
    }

    if let Upon::Returning(Some(result)) | Upon::Throwing(Some(result)) = &call.upon {
        each(result);
    }

    call.within.iter().for_each(each);
}

/// A type without the `+` that makes it a pattern.
pub(super) fn plain(ty: &str) -> String {
    ty.trim_end_matches('+').to_owned()
}

/// The type of a variable as a run-time test: as written with it, or elsewhere in the block.
pub(super) fn type_of(written: Option<&Word>, name: &str, types: &Types) -> Option<String> {
    written
        .map(|ty| plain(&ty.text))
        .or_else(|| types.get(name).map(|ty| plain(ty)))
}
