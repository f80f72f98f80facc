//! The assumptions that are about nothing in the program that may be changed.

use std::collections::{BTreeMap, BTreeSet};

use plan::{Assumption, Plan};

use super::{Place, place};

/// Assumptions of one text, with all their places.
#[derive(Debug)]
pub struct General<'a> {
    /// Their code.
    pub id: &'a str,
    /// One sentence.
    pub text: &'a str,
    /// Where they are, in order; none where they are about the whole program.
    pub places: BTreeSet<Place<'a>>,
}

/// The assumptions of `plan` without a cause, by code and text. O(assumptions), with logarithms.
pub fn general(plan: &Plan) -> Vec<General<'_>> {
    let mut found: BTreeMap<(&str, &str), BTreeSet<Place<'_>>> = BTreeMap::new();
    let without_cause = plan.assumptions.iter().filter(|one| one.cause.is_none());
    for assumption in without_cause {
        let Assumption { id, text, .. } = assumption;
        let places = found.entry((id, text)).or_default();
        places.extend(place(assumption));
    }

    found
        .into_iter()
        .map(|((id, text), places)| General { id, text, places })
        .collect()
}
