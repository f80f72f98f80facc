//! Reports of violations. A fresh monitor plays the witness and shows the violation, and the definition of
//! correct reorderings accepts the witness.

use super::{Case, Properties, Target};
use crate::properties::instances::Instance;
use crate::properties::monitor::{Monitor, Violations};
use crate::properties::occurrences::Occurrences;
use crate::report::{Kind, Method, Report, Violation, Witness};

impl Properties<'_, '_> {
    /// Reports a violation that a search has shown. A witness that the definition refuses is an error of the
    /// search.
    pub(super) fn report(
        &mut self,
        case: &Case<'_, '_>,
        target: &Target,
        witness: Vec<usize>,
        method: Method,
    ) -> Result<(), String> {
        let accepted = self.try_report(case, target, witness, method)?;
        self.findings.refused += usize::from(!accepted);
        Ok(())
    }

    /// Reports a violation if a fresh monitor shows it on the witness, and the witness is a correct
    /// reordering. False if it is none.
    pub(super) fn try_report(
        &mut self,
        case: &Case<'_, '_>,
        target: &Target,
        mut witness: Vec<usize>,
        method: Method,
    ) -> Result<bool, String> {
        let mut monitor = self.monitor(case);
        let played = play(&mut monitor, self.occurrences, case.instance, &witness)?;
        let shows = |step: &Played| {
            let mut violations = step.violations.iter();
            violations.any(|&violation| self.target(case, violation, step.event) == *target)
        };
        let Some(number) = played.iter().position(shows) else {
            return Ok(true);
        };
        let last = played[number].event;
        let place = witness.iter().position(|&event| event == last);
        witness.truncate(place.map_or(0, |place| place + 1));
        self.left = self.left.saturating_sub(witness.len() as u64 / 4);
        if self.reorderings.check(&witness).is_err() {
            return Ok(false);
        }
        let changes = played[..=number].iter();
        let changes = changes.filter(|step| step.changes || step.event == last);
        let events: Vec<usize> = changes.map(|step| step.event).collect();
        let violation = self.violation(case, target, last);
        let witness = Witness {
            method,
            events: witness,
        };
        let trace = self.index.observation.trace;
        let mut report = Report::new(trace, Kind::Property, &events, witness);
        report.violation = Some(violation);
        self.findings.reports.push(report);
        self.found.insert(target.clone());
        Ok(true)
    }

    fn violation(&self, case: &Case<'_, '_>, target: &Target, event: usize) -> Violation {
        let property = &self.specification.properties[target.0];
        let slice = &case.instance.slice;
        let own = slice
            .iter()
            .find(|&&(position, _)| position as usize == event);
        let name = own.map_or(String::new(), |&(_, occurrence)| {
            let event = self.occurrences.texts[occurrence as usize].event;
            self.specification.events[event].name.clone()
        });
        Violation {
            property: property.name.clone(),
            file: self.specification.file.clone(),
            state: property.date.states[target.1].name.clone(),
            event: name,
            line: self.index.observation.trace.line(event).to_owned(),
            instance: case.name.clone(),
            message: property.explanation.message.clone(),
        }
    }
}

/// A step of a monitor on a witness.
struct Played {
    event: usize,
    violations: Violations,
    changes: bool,
}

/// Runs a monitor on the events of an instance in a list of positions.
fn play(
    monitor: &mut Monitor<'_>,
    occurrences: &Occurrences,
    instance: &Instance,
    events: &[usize],
) -> Result<Vec<Played>, String> {
    let mut state = monitor.start()?;
    let mut played = Vec::new();
    for &event in events {
        let slice = &instance.slice;
        let Ok(place) = slice.binary_search_by_key(&(event as u32), |&(position, _)| position)
        else {
            continue;
        };
        let occurrence = slice[place].1;
        let text = &occurrences.texts[occurrence as usize];
        let step = monitor.step(state, occurrence, text)?;
        played.push(Played {
            event,
            changes: step.after != state,
            violations: step.violations,
        });
        state = step.after;
    }
    Ok(played)
}
