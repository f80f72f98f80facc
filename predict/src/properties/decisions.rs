//! The decisions on the instances of properties: which violations a correct reordering of the trace shows.
//!
//! The passes follow each other as the head of [`super`] lists them. A later pass decides only the violations
//! that the earlier ones have left. One budget bounds the steps of an instance, and another one those of all
//! instances together.

mod linear;
mod reports;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use date::ids::StateId;
use date::model::Specification;
use rustc_hash::FxHashMap;

use super::Findings;
use super::exact::{Bounds, Exact, Outcome};
use super::instances::{Instance, Slices};
use super::monitor::{Monitor, Unit};
use super::occurrences::Occurrences;
use super::orders::{Edge, Lanes, Needs, States};
use super::patterns::Patterns;
use crate::budget::Budget;
use crate::causality::Causality;
use crate::equivalence::Things;
use crate::ideal::{Goal, Ideal};
use crate::index::Index;
use crate::prediction::Settings;
use crate::reordering::Reorderings;
use crate::report::{Method, Witness};
use crate::search::{Answer, Search};
use crate::trace::LineId;

/// The candidates that are tried for one violation of one instance and order.
const ATTEMPTS: usize = 4;

/// A violation by its property, state and line; and its instance, where each is reported.
type Target = (usize, StateId, LineId, Option<String>);

/// The search for violations of the properties of a file.
pub(super) struct Properties<'p, 'f> {
    index: &'p Index<'p>,
    specification: &'p Specification,
    settings: &'p Settings,
    occurrences: &'p Occurrences,
    /// The positions of the property events.
    events: Vec<usize>,
    /// The order of sliced causality, and the one that all equivalent runs have.
    causality: OnceCell<Causality>,
    equivalence: OnceCell<Causality>,
    things: Things<'p>,
    reorderings: Reorderings<'p>,
    search: Search<'p>,
    /// The steps that all instances together may still take.
    left: u64,
    found: BTreeSet<Target>,
    /// The targets that a search has given up.
    open: BTreeSet<Target>,
    /// For each property the number of instances of which nothing is known.
    cut: BTreeMap<usize, usize>,
    findings: &'f mut Findings,
}

/// An instance at work.
struct Case<'c, 's> {
    unit: &'s Unit,
    patterns: Option<&'c Patterns>,
    instance: &'c Instance,
    slices: &'c Slices<'c>,
    name: String,
}

impl<'p, 'f> Properties<'p, 'f> {
    /// The search at its begin.
    pub fn new(
        index: &'p Index<'p>,
        specification: &'p Specification,
        settings: &'p Settings,
        occurrences: &'p Occurrences,
        findings: &'f mut Findings,
    ) -> Self {
        let events: Vec<usize> = occurrences
            .positions
            .iter()
            .map(|&(position, _)| position as usize)
            .collect();
        Properties {
            index,
            specification,
            settings,
            occurrences,
            events,
            causality: OnceCell::new(),
            equivalence: OnceCell::new(),
            things: Things::new(index.observation),
            reorderings: Reorderings::new(index.observation),
            search: Search::new(index, settings.states_before_saturation),
            left: settings.steps,
            found: BTreeSet::new(),
            open: BTreeSet::new(),
            cut: BTreeMap::new(),
            findings,
        }
    }

    pub fn finish(self) {
        let open = self.open.difference(&self.found).count();
        self.findings.undecided += open + self.cut.values().sum::<usize>();
    }

    pub fn unit(&mut self, unit: &Unit) {
        let mut slices = Slices::new(
            self.specification,
            unit,
            self.occurrences,
            self.settings.each_instance,
        );
        let instances = slices.instances();
        if slices.cut {
            self.give_up(unit);
        }
        let longest = self.settings.pattern;
        let patterns = Patterns::new(self.specification, unit, self.occurrences, longest);
        // Instances without data share one monitor for each set of bound parameters.
        let mut monitors: FxHashMap<u64, Monitor<'_>> = FxHashMap::default();
        for instance in &instances {
            let case = Case {
                unit,
                patterns: patterns.as_ref(),
                instance,
                slices: &slices,
                name: slices.name(&instance.binding),
            };
            let decided = if unit.data {
                let mut monitor = self.monitor(&case);
                self.instance(&case, &mut monitor)
            } else {
                let bound = slices.bound(&instance.binding);
                let monitor = monitors.entry(bound).or_insert_with(|| self.monitor(&case));
                self.instance(&case, monitor)
            };
            if decided.is_err() {
                self.give_up(unit);
            }
        }
    }

    /// Counts an instance of which nothing is known.
    fn give_up(&mut self, unit: &Unit) {
        for &property in &unit.properties {
            *self.cut.entry(property).or_default() += 1;
        }
    }

    fn monitor<'m>(&self, case: &Case<'_, 'm>) -> Monitor<'m>
    where
        'p: 'm,
    {
        let keys = case.slices.keys(&case.instance.binding);
        let bound = case.slices.bound(&case.instance.binding);
        let bound = case.slices.is_sliced().then_some(bound);
        Monitor::new(
            self.specification,
            case.unit,
            self.occurrences,
            &keys,
            bound,
        )
    }

    /// Decides an instance.
    ///
    /// # Errors
    /// If code of the property depends on something that is not recorded.
    fn instance(&mut self, case: &Case<'_, '_>, monitor: &mut Monitor<'_>) -> Result<(), String> {
        self.observed(case, monitor)?;
        let observation = self.index.observation;
        let slice = &case.instance.slice;
        let thread = |&(position, _): &(u32, u32)| observation.thread(position as usize);
        let first = slice.first().map(&thread);
        if slice.iter().all(|event| Some(thread(event)) == first) {
            // The events of one thread have one order.
            return Ok(());
        }

        let lanes = Lanes::new(self.index, slice);
        let mut budget = self.budget();
        let needs = self.needs(&lanes);
        if lanes.are_ordered(&needs) {
            return Ok(());
        }
        let possible = self.patterns(case, (&lanes, &needs), monitor, &mut budget)?;
        if self.has_found(possible.as_ref()) {
            return Ok(());
        }
        let states = self.states(&lanes, &needs, monitor, &mut budget)?;
        let wanted = self.wanted(case, &lanes, &states, possible);
        if self.has_found(wanted.as_ref()) {
            return Ok(());
        }
        for slices in 1..=self.settings.slices {
            self.sliced(case, slices, monitor, &mut budget)?;
            if self.has_found(wanted.as_ref()) {
                return Ok(());
            }
        }
        let by_causality = self.causality().needs(&lanes.threads, &lanes.events);
        let likely = self.states(&lanes, &by_causality, monitor, &mut budget)?;
        self.attempts(case, &lanes, &likely, &mut budget)?;
        self.attempts(case, &lanes, &states, &mut budget)?;
        self.decide(case, &lanes, &states, wanted.as_ref(), monitor, &mut budget)
    }

    /// The order of sliced causality.
    fn causality(&self) -> &Causality {
        let observation = self.index.observation;
        let new = || Causality::new(observation, &self.events);
        self.causality.get_or_init(new)
    }

    /// The order that all equivalent runs have.
    fn equivalence(&self) -> &Causality {
        let observation = self.index.observation;
        let new = || Causality::of_equivalence(&self.things, observation, &self.events);
        self.equivalence.get_or_init(new)
    }

    /// Checks whether all violations that there may be are found. None may be any.
    fn has_found(&self, wanted: Option<&BTreeSet<Target>>) -> bool {
        wanted.is_some_and(|wanted| wanted.is_subset(&self.found))
    }

    /// The violations that search states and patterns leave possible. None if they may be any.
    fn wanted(
        &self,
        case: &Case<'_, '_>,
        lanes: &Lanes,
        states: &States,
        possible: Option<BTreeSet<Target>>,
    ) -> Option<BTreeSet<Target>> {
        if states.cut {
            return possible;
        }
        let mut shown = self.targets(case, lanes, states);
        if let Some(possible) = possible {
            shown.retain(|target| possible.contains(target));
        }
        Some(shown)
    }

    /// The budget of the next instance.
    fn budget(&self) -> Budget {
        Budget(self.settings.steps_per_candidate.min(self.left))
    }

    /// Lets a pass take steps from the budget of an instance, and from the one of all.
    fn spend<T>(
        &mut self,
        budget: &mut Budget,
        most: u64,
        pass: impl FnOnce(&mut Self, &mut Budget) -> T,
    ) -> T {
        let most = budget.0.min(most);
        let mut own = Budget(most);
        let result = pass(self, &mut own);
        let taken = most - own.0;
        budget.take(taken);
        self.left = self.left.saturating_sub(taken);
        result
    }

    fn states(
        &mut self,
        lanes: &Lanes,
        needs: &Needs,
        monitor: &mut Monitor<'_>,
        budget: &mut Budget,
    ) -> Result<States, String> {
        let most = self.settings.search_states;
        self.spend(budget, most, |this, budget| {
            States::new(lanes, needs, monitor, this.occurrences, budget)
        })
    }

    /// The target of a violation by an event.
    fn target(&self, case: &Case<'_, '_>, violation: (usize, StateId), event: usize) -> Target {
        let line = self.index.observation.trace.events[event].line;
        let name = self.settings.each_instance.then(|| case.name.clone());
        (violation.0, violation.1, line, name)
    }

    /// Reports the violations that the run itself shows.
    fn observed(&mut self, case: &Case<'_, '_>, monitor: &mut Monitor<'_>) -> Result<(), String> {
        let mut state = monitor.start()?;
        for &(position, occurrence) in &case.instance.slice {
            let text = &self.occurrences.texts[occurrence as usize];
            let step = monitor.step(state, occurrence, text)?;
            state = step.after;
            for &violation in step.violations.iter() {
                let target = self.target(case, violation, position as usize);
                if !self.found.contains(&target) {
                    let witness: Vec<usize> = (0..=position as usize).collect();
                    self.report(case, &target, witness, Method::Run)?;
                }
            }
        }
        Ok(())
    }

    /// For each event the events of each lane that come before it in every correct reordering.
    fn needs(&self, lanes: &Lanes) -> Needs {
        let lane = |events: &Vec<(u32, u32)>| {
            let need = |&(position, _): &(u32, u32)| {
                let upto = self.before(position as usize);
                let mut counts = lanes.counts(self.index, &upto);
                let thread = self.index.observation.thread(position as usize);
                let own = lanes.threads.iter().position(|&known| known == thread);
                // The own events before it come first by themselves.
                if let Some(own) = own {
                    counts[own] = 0;
                }
                counts
            };
            events.iter().map(need).collect()
        };
        lanes.events.iter().map(lane).collect()
    }

    /// The number of events of each thread that an event cannot be without.
    fn before(&self, event: usize) -> Vec<u32> {
        let observation = self.index.observation;
        let (thread, local) = observation.place(event);
        let nothing = || vec![0; observation.trace.threads()];
        if observation.values {
            // A read may see another write of the same value.
            let spawn = self.index.spawn.as_ref();
            let clock = spawn.and_then(|spawn| spawn.at(thread, local + 1));
            return clock.map_or_else(nothing, <[u32]>::to_vec);
        }
        let ideal = Ideal::new(self.index, &whole(&[event]));
        ideal.map_or_else(nothing, |ideal| ideal.upto)
    }

    /// Tries candidates of search states.
    fn attempts(
        &mut self,
        case: &Case<'_, '_>,
        lanes: &Lanes,
        states: &States,
        budget: &mut Budget,
    ) -> Result<(), String> {
        let mut tried: BTreeMap<Target, usize> = BTreeMap::new();
        for (number, edge) in states.edges.iter().enumerate() {
            for &violation in edge.violations.iter() {
                if budget.0 == 0 {
                    return Ok(());
                }
                let event = event_of(lanes, states, edge);
                let target = self.target(case, violation, event);
                let attempts = tried.entry(target.clone()).or_default();
                if self.found.contains(&target) || *attempts >= ATTEMPTS {
                    continue;
                }
                *attempts += 1;
                let path = states.path(lanes, number);
                let goal = match path[..] {
                    [only] => {
                        let (thread, local) = self.index.observation.place(only);
                        Goal {
                            stops: vec![(thread, local + 1)],
                            ..Goal::default()
                        }
                    }
                    _ => Goal {
                        orders: path.windows(2).map(|pair| (pair[0], pair[1])).collect(),
                        ..Goal::default()
                    },
                };
                let most = self.settings.steps_per_attempt;
                let answer = self.spend(budget, most, |this, budget| {
                    this.search.answer(&goal, budget)
                });
                if let Answer::Witness(Witness { events, .. }) = answer {
                    self.report(case, &target, events, Method::Search)?;
                }
            }
        }
        Ok(())
    }

    /// Decides the violations that are left.
    fn decide(
        &mut self,
        case: &Case<'_, '_>,
        lanes: &Lanes,
        states: &States,
        wanted: Option<&BTreeSet<Target>>,
        monitor: &mut Monitor<'_>,
        budget: &mut Budget,
    ) -> Result<(), String> {
        if self.has_found(wanted) {
            return Ok(());
        }
        let left = wanted.into_iter().flatten();
        let left: BTreeSet<Target> = left
            .filter(|target| !self.found.contains(target))
            .cloned()
            .collect();
        let any = wanted.is_none();
        let leads_there = |edge: &Edge| {
            edge.violations.iter().any(|&violation| {
                let event = event_of(lanes, states, edge);
                left.contains(&self.target(case, violation, event))
            })
        };
        let leads = states.leading_to(&leads_there);
        let bounds = self.bounds(lanes, states, &leads, &leads_there);

        // The paths are played again behind the search, which holds the tables.
        let mut paths: Vec<(Target, Vec<usize>)> = Vec::new();
        let mut shown: BTreeSet<Target> = BTreeSet::new();
        let most = self.settings.exact_steps;
        let outcome = self.spend(budget, most, |this, budget| {
            let size: u64 = bounds.upto.iter().map(|&length| u64::from(length)).sum();
            if !budget.take(size) {
                return Ok(Outcome::Cut);
            }
            let mut visit = |events: &[usize], violations: &[(usize, StateId)]| {
                for &violation in violations {
                    let target = this.target(case, violation, events[events.len() - 1]);
                    if !this.found.contains(&target) && shown.insert(target.clone()) {
                        paths.push((target, events.to_vec()));
                    }
                }
                any || !left.is_subset(&shown)
            };
            let tables = (this.index, &this.reorderings);
            let mut exact = Exact::new(tables, this.occurrences, lanes, states, monitor, bounds);
            exact.run(&leads, budget, &mut visit)
        })?;
        for (target, path) in paths {
            if !self.found.contains(&target) {
                self.report(case, &target, path, Method::States)?;
            }
        }
        if outcome == Outcome::Cut {
            self.open.extend(left);
            if any {
                self.give_up(case.unit);
            }
        }
        Ok(())
    }

    /// The violations that search states show.
    fn targets(&self, case: &Case<'_, '_>, lanes: &Lanes, states: &States) -> BTreeSet<Target> {
        let edges = states.edges.iter().flat_map(|edge| {
            let violations = edge.violations.iter();
            violations.map(move |&violation| (violation, event_of(lanes, states, edge)))
        });
        let targets = edges.map(|(violation, event)| self.target(case, violation, event));
        targets.collect()
    }

    /// The part of the trace that wanted violations may need.
    fn bounds(
        &self,
        lanes: &Lanes,
        states: &States,
        leads: &[bool],
        wanted: &dyn Fn(&Edge) -> bool,
    ) -> Bounds {
        let observation = self.index.observation;
        let threads = 0..observation.trace.threads();
        let lengths: Vec<u32> = threads.map(|thread| observation.length(thread)).collect();
        let all = Bounds {
            upto: lengths.clone(),
            sure: lengths,
        };
        // An attempt to get a lock fails if an event beyond the bounds holds it.
        let fails = self
            .index
            .failures
            .iter()
            .any(|failures| !failures.is_empty());
        if observation.values || states.cut || fails {
            return all;
        }
        let useful = states
            .edges
            .iter()
            .filter(|edge| wanted(edge) || leads[edge.to]);
        let events: BTreeSet<usize> = useful.map(|edge| event_of(lanes, states, edge)).collect();
        let goal = whole(&events.into_iter().collect::<Vec<usize>>());
        let Some(mut ideal) = Ideal::new(self.index, &goal) else {
            return all;
        };
        // A section that begins within the bounds ends there, so that others may follow it.
        loop {
            let mut open = (0..ideal.upto.len()).flat_map(|thread| {
                let acquires = self.search.open_acquires(thread, ideal.upto[thread]);
                acquires.into_iter().filter_map(|(acquire, _)| {
                    let release = observation.partner[acquire];
                    (release != crate::observation::NONE).then_some(release as usize)
                })
            });
            let Some(release) = open.next() else { break };
            drop(open);
            let Some(larger) = ideal.with(self.index, &goal, release) else {
                return all;
            };
            ideal = larger;
        }
        Bounds {
            upto: ideal.upto,
            sure: ideal.sure,
        }
    }
}

/// The goal that some events happen.
fn whole(events: &[usize]) -> Goal {
    Goal {
        orders: events.iter().map(|&event| (event, event)).collect(),
        ..Goal::default()
    }
}

/// The event of an edge.
fn event_of(lanes: &Lanes, states: &States, edge: &Edge) -> usize {
    let count = states.all[edge.from].0[edge.lane];
    lanes.events[edge.lane][count as usize].0 as usize
}
