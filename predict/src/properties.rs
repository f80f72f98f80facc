//! Properties: violations that a correct reordering of the trace shows.
//!
//! A property is the automaton that monitors follow, for each instance of its parameters. A *violation* is a
//! property, the bad state that an event enters, and the line of the event. For example, a run closes
//! a session behind its last use, and the thread that closes it could as well have come first.
//!
//! Each instance is decided by itself, from the occurrences of its slice:
//!
//! 1. The run itself may show the violation.
//!    If the order that every correct reordering has leaves no two events open, nothing else does.
//! 2. Each way to a bad state is a pattern of events. A violation is excluded if no events have the order of a
//!    pattern in any correct reordering. Of the others an equivalent run may show it, or a run that is cut at the
//!    events of the pattern. It does not matter how far apart they are.
//! 3. Search states over the property events, in the order that every correct reordering has, give
//!    candidates. A violation that none of them shows is excluded.
//! 4. Stretches of the run are cut in two, so that some events come later, and then in three.
//! 5. Search states in the order of sliced causality give likely candidates. The search for a goal makes
//!    a reordering of each, or not. Then the others follow.
//! 6. The exact search decides the rest, as far as its budget goes.
//!
//! The steps of passes 1, 2 and 4 are linear in the length of the run. Once all violations that may be are found, the
//! later passes do nothing.
//!
//! Every report has a witness that the definition of correct reorderings has played, and on which a
//! fresh monitor has shown the violation.

mod decisions;
mod exact;
mod instances;
mod monitor;
mod occurrences;
mod orders;
mod patterns;
mod recognizers;
mod sliced;
mod support;

use date::model::Specification;
use serde::{Deserialize, Serialize};
use text::Span;

use crate::index::Index;
use crate::prediction::Settings;
use crate::report::Report;

use decisions::Properties;
use occurrences::{Occurrence, Occurrences};

/// A property that is not predicted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unpredictable {
    /// The file of the property.
    pub file: String,
    /// The property.
    pub property: String,
    /// The place of the property in its file.
    pub span: Span,
    /// The reason in half a sentence.
    pub reason: String,
}

/// The results of all properties.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    pub reports: Vec<Report>,
    /// Violations that are neither reported nor excluded.
    pub undecided: usize,
    /// Witnesses that the definition has refused.
    pub refused: usize,
    pub unpredictable: Vec<Unpredictable>,
    /// Property events that name a property file, but none of its events.
    pub unknown: Vec<String>,
}

/// Finds the violations of the properties of a file.
pub(crate) fn find(
    index: &Index<'_>,
    specification: &Specification,
    settings: &Settings,
    findings: &mut Findings,
) {
    let occurrences = Occurrences::new(index.observation, specification);
    let mut predicted = Vec::new();
    for (number, property) in specification.properties.iter().enumerate() {
        let seen = support::seen(specification, property);
        let matters = |text: &&Occurrence| {
            let is_own = specification.events[text.event].context == property.context;
            let is_for_it = text.property.is_none_or(|only| only == number);
            is_for_it && (is_own || seen.contains(&text.event))
        };
        let mut texts = occurrences.texts.iter().filter(matters);
        let ambiguous = texts.find_map(|text| text.ambiguous.as_ref());
        let checked = support::check(specification, property).and_then(|()| match ambiguous {
            Some(name) => Err(format!(
                "`{name}` is compared by identity, and the run has only its value"
            )),
            None => Ok(()),
        });
        match checked {
            Ok(()) => predicted.push(number),
            Err(reason) => findings.unpredictable.push(Unpredictable {
                file: specification.file.clone(),
                property: property.name.clone(),
                span: property.span,
                reason,
            }),
        }
    }
    findings.unknown.extend(occurrences.unknown.iter().cloned());
    if occurrences.positions.is_empty() {
        return;
    }

    let mut search = Properties::new(index, specification, settings, &occurrences, findings);
    for unit in monitor::units(specification, &predicted) {
        search.unit(&unit);
    }
    search.finish();
}
