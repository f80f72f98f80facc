//! `T+`: LARVA heeds it where it is written first in an EVENTS block.

use std::collections::BTreeSet;

use super::alternatives::{Collection, Target, Written};
use super::cursor::Cursor;
use super::written::WrittenEvent;
use crate::draft::Word;

/// Tells of each `T+` that LARVA takes for `T`, and makes it one if LARVA is followed. Where a type
/// does not say whose methods are called, the `+` means nothing.
pub(super) fn heed_the_first(events: &mut [WrittenEvent], cursor: &Cursor<'_>) {
    let called: BTreeSet<String> = events
        .iter()
        .flat_map(|event| called(&event.collection))
        .collect();
    let mut met = BTreeSet::new();
    let mut heed = |ty: &mut Word| {
        let Some(plain) = ty.text.strip_suffix('+').map(str::to_owned) else {
            return;
        };
        if met.insert(plain.clone()) {
            return;
        }
        let does = format!(
            "takes it for `{plain}`: it heeds the first `{plain}+` of an EVENTS block alone"
        );
        let message = format!("`{plain}+` is written again");
        if cursor.larva.differs(
            ty.range.clone(),
            "lrv-subtypes",
            message,
            &does,
            "subtypes are meant here",
        ) {
            ty.text = plain;
        }
    };

    for event in events {
        for parameter in event
            .parameters
            .iter_mut()
            .filter(|parameter| called.contains(&parameter.name.text))
        {
            parameter.ty.iter_mut().for_each(&mut heed);
        }
        in_collection(&mut event.collection, &mut heed);
    }
}

/// The variables whose methods are called, each written without a type there.
fn called(collection: &Collection) -> Vec<String> {
    let names = collection
        .alternatives
        .iter()
        .flat_map(|alternative| match alternative {
            Written::Collection(inner) => called(inner),
            Written::Call(call) => match &call.target {
                Target::Name(name) => vec![name.text.clone()],
                Target::Any | Target::Typed { .. } | Target::Type(_) => Vec::new(),
            },
            Written::Event(_) | Written::Timeout { .. } | Written::Receive { .. } => Vec::new(),
        });
    names.collect()
}

fn in_collection(collection: &mut Collection, heed: &mut dyn FnMut(&mut Word)) {
    for alternative in &mut collection.alternatives {
        match alternative {
            Written::Collection(inner) => in_collection(inner, heed),
            Written::Call(call) => match &mut call.target {
                Target::Typed { ty, .. } | Target::Type(ty) => heed(ty),
                Target::Any | Target::Name(_) => {}
            },
            Written::Event(_) | Written::Timeout { .. } | Written::Receive { .. } => {}
        }
    }
}
