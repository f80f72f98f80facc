//! The classes that code has to stand in, or must not.

use java_types::hierarchy::{Answer, Hierarchy};

use super::Pattern;
use crate::answers::{and, or};
use crate::declaring::Declaring;

impl Pattern {
    /// Returns whether code of a class stands where it has to.
    pub(super) fn stands_in(&self, hierarchy: &Hierarchy, class: &str) -> Answer {
        let stands = |(wanted, holds): &(Declaring, bool)| {
            let found = around(class)
                .map(|class| wanted.names(hierarchy, class))
                .fold(Answer::No, or);
            if *holds { found } else { not(found) }
        };
        self.within
            .iter()
            .map(stands)
            .fold(Answer::Yes, |all, one| and(all, || one))
    }
}

/// A class and those around it, by their binary names, which say what is nested in what (JLS 13.1).
fn around(class: &str) -> impl Iterator<Item = &str> {
    let outer = class.match_indices('$').map(|(at, _)| &class[..at]);
    outer
        .filter(|name| !name.is_empty() && !name.ends_with('/'))
        .chain([class])
}

fn not(answer: Answer) -> Answer {
    match answer {
        Answer::Yes => Answer::No,
        Answer::No => Answer::Yes,
        Answer::Unknown => Answer::Unknown,
    }
}
