//! Candidates become reports here, each checked by the definition of correct reorderings.

use std::collections::BTreeSet;

use crate::budget::Budget;
use crate::by_values;
use crate::ideal::Goal;
use crate::index::Index;
use crate::prediction::{Prediction, Settings};
use crate::properties::Findings;
use crate::reordering::{Refused, Reorderings, State};
use crate::report::{Kind, Method, Report, Witness};
use crate::search::{Answer, Search};
use crate::transactions::{Edge, events};

/// The searches of a trace, and the reports so far.
pub(crate) struct Verdicts<'i> {
    index: &'i Index<'i>,
    reorderings: Reorderings<'i>,
    search: Search<'i>,
    settings: &'i Settings,
    /// The steps that all candidates of a kind together may still take.
    left: u64,
    known: BTreeSet<(Kind, Vec<String>)>,
    prediction: Prediction,
}

impl<'i> Verdicts<'i> {
    pub fn new(index: &'i Index<'i>, settings: &'i Settings) -> Self {
        Verdicts {
            index,
            reorderings: Reorderings::new(index.observation),
            search: Search::new(index, settings.states_before_saturation),
            settings,
            left: settings.steps,
            known: BTreeSet::new(),
            prediction: Prediction::default(),
        }
    }

    /// The reports in their order, with those of properties.
    pub fn finish(mut self, findings: Findings) -> Prediction {
        self.prediction.undecided.properties += findings.undecided;
        self.prediction.refused += findings.refused;
        self.prediction.unpredictable = findings.unpredictable;
        self.prediction.unknown_events = findings.unknown;
        self.prediction.reports.extend(findings.reports);
        let reports = &mut self.prediction.reports;
        reports.sort_by(|first, second| first.order(second));
        self.prediction
    }

    /// Fills the budget for the next kind of reports.
    pub fn refill(&mut self) {
        self.left = self.settings.steps;
    }

    /// Takes steps from the budget of all candidates. False if it is empty.
    pub fn spend(&mut self, steps: u64) -> bool {
        self.left = self.left.saturating_sub(steps);
        self.left > 0
    }

    /// The budget of the next candidate.
    pub fn budget(&self) -> Budget {
        Budget(self.settings.steps_per_candidate.min(self.left))
    }

    /// Answers a goal about races or deadlocks. A witness stops before the last event of the goal.
    pub fn answer(&mut self, goal: &Goal, budget: &mut Budget) -> Answer {
        let before = budget.0;
        let mut answer = self.search.answer(goal, budget);
        if let (Answer::Witness(witness), Some(_)) = (&mut answer, goal.last) {
            witness.events.pop();
        }
        if self.index.observation.values && !matches!(answer, Answer::Witness(_)) {
            let shows = |state: &State| self.shows(goal, state);
            let observation = self.index.observation;
            let mut goal = goal.clone();
            if let Some((thread, local)) = goal.last.map(|last| observation.place(last)) {
                goal.stops.retain(|&(stopped, _)| stopped != thread);
                goal.stops.push((thread, local));
            }
            answer = by_values::answer(observation, &self.reorderings, &goal, &shows, budget);
        }
        self.left -= before - budget.0;
        answer
    }

    /// Checks whether the threads of a goal have stopped, and can go on with an access or ask for a lock.
    fn shows(&self, goal: &Goal, state: &State) -> bool {
        let last = goal.last.map(|last| self.index.observation.thread(last));
        goal.stops.iter().all(|&(thread, length)| {
            let next = self.reorderings.next_access(state, thread);
            if last == Some(thread) {
                let succeeds = next.is_some_and(|(_, access)| !access.may_fail);
                return state.length(thread) + 1 == length && succeeds;
            }
            let next = next.is_some();
            state.length(thread) == length
                && (next || self.reorderings.request(state, thread).is_some())
        })
    }

    /// Counts a candidate that the budget did not suffice for.
    pub fn undecided(&mut self, kind: Kind) {
        match kind {
            Kind::Race => self.prediction.undecided.races += 1,
            Kind::Deadlock => self.prediction.undecided.deadlocks += 1,
            Kind::Atomicity => self.prediction.undecided.atomicity += 1,
            Kind::Property => self.prediction.undecided.properties += 1,
        }
    }

    /// Reports a race.
    pub fn race(&mut self, pair: [usize; 2], witness: Witness) {
        let checked = self.reorderings.check_race(&witness.events, pair);
        self.report(Kind::Race, &pair, witness, checked);
    }

    /// Reports a deadlock.
    pub fn deadlock(&mut self, requests: &[usize], witness: Witness) {
        let checked = self.reorderings.check_deadlock(&witness.events, requests);
        self.report(Kind::Deadlock, requests, witness, checked);
    }

    /// Reports an atomicity violation.
    pub fn atomicity(&mut self, edges: &[Edge], witness: Witness) {
        let checked = self.reorderings.check_orders(&witness.events, edges);
        self.report(Kind::Atomicity, &events(edges), witness, checked);
    }

    /// The begin of the run up to the last access of some edges.
    pub fn begin_of_run(&self, edges: &[Edge]) -> Witness {
        let last = events(edges).last().map_or(0, |&last| last + 1);
        Witness {
            method: Method::Run,
            events: (0..last).collect(),
        }
    }

    /// Reports the deadlocks in which the run has ended.
    pub fn final_deadlocks(&mut self) {
        let whole: Vec<usize> = (0..self.index.observation.trace.events.len()).collect();
        let Ok(state) = self.reorderings.check(&whole) else {
            self.prediction.refused += 1;
            return;
        };
        for requests in self.reorderings.deadlocks(&state) {
            let witness = Witness {
                method: Method::Run,
                events: whole.clone(),
            };
            self.deadlock(&requests, witness);
        }
    }

    /// Adds a report if its witness has passed the check.
    fn report(
        &mut self,
        kind: Kind,
        events: &[usize],
        witness: Witness,
        checked: Result<(), Refused>,
    ) {
        self.spend(witness.events.len() as u64 / 4);
        if checked.is_err() {
            self.prediction.refused += 1;
            return;
        }
        let report = Report::new(self.index.observation.trace, kind, events, witness);
        if self.known.insert((kind, report.lines.clone())) {
            self.prediction.reports.push(report);
        }
    }
}
