//! The passes whose steps are linear in the events: patterns, and runs cut into slices.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use date::ids::StateId;
use rustc_hash::FxHashMap;

use super::{ATTEMPTS, Case, Properties, Target};
use crate::budget::Budget;
use crate::equivalence::Placing;
use crate::properties::monitor::{Monitor, Violations};
use crate::properties::orders::{Lanes, Needs};
use crate::properties::patterns::{self, Pattern, Place, Shown, Tuples};
use crate::properties::sliced::Slicing;
use crate::report::Method;

/// The cut runs that are tried for one violation of one instance.
const CUTS: usize = 16;

/// The tuples that are tried for one violation of one instance.
const TUPLES: usize = 16;

/// A tuple whose equivalent run shows a violation at its last event.
struct Hit {
    shown: (usize, StateId),
    events: Vec<usize>,
    placing: Placing,
}

impl Properties<'_, '_> {
    /// Reports violations that an equivalent run shows, and gives all that patterns leave possible. None if
    /// they may be any.
    pub(super) fn patterns(
        &mut self,
        case: &Case<'_, '_>,
        (lanes, needs): (&Lanes, &Needs),
        monitor: &mut Monitor<'_>,
        budget: &mut Budget,
    ) -> Result<Option<BTreeSet<Target>>, String> {
        let Some(patterns) = case.patterns else {
            return Ok(None);
        };
        let tracks = patterns.tracks(lanes);
        let most = self.settings.pattern_steps;
        let (shown, all) = self.spend(budget, most, |this, budget| {
            this.possible(lanes, &Tuples::new(patterns, &tracks, needs), budget)
        })?;
        let name = self.settings.each_instance.then(|| case.name.clone());
        let target = |&(property, state, line): &Shown| (property, state, line, name.clone());
        let left = shown
            .iter()
            .filter(|shown| !self.found.contains(&target(shown)));
        let left: FxHashMap<Shown, usize> = left.map(|&shown| (shown, TUPLES)).collect();
        let possible: BTreeSet<Target> = shown.iter().map(target).collect();
        if !left.is_empty() {
            let needs = self.equivalence().needs(&lanes.threads, &lanes.events);
            let left = RefCell::new(left);
            let hits = self.spend(budget, most, |this, budget| {
                let tuples = Tuples::new(patterns, &tracks, &needs);
                this.hits(lanes, &tuples, &left, monitor, budget)
            })?;
            self.reorder(case, &hits, budget)?;
        }
        if self.settings.slices > 0 && !possible.is_subset(&self.found) {
            let left = shown.iter();
            let left = left.filter(|shown| !self.found.contains(&target(shown)));
            let left = RefCell::new(left.map(|&shown| (shown, ATTEMPTS)).collect());
            let cuts = self.spend(budget, most, |this, budget| {
                this.last_tuples(lanes, &Tuples::new(patterns, &tracks, needs), &left, budget)
            })?;
            self.directed(case, &cuts, monitor, budget)?;
        }
        Ok(all.then_some(possible))
    }

    /// Some tuples of an order for each violation that is left.
    fn last_tuples(
        &self,
        lanes: &Lanes,
        tuples: &Tuples<'_>,
        left: &RefCell<FxHashMap<Shown, usize>>,
        budget: &mut Budget,
    ) -> Result<Vec<Vec<usize>>, String> {
        let wanted = |pattern: &Pattern, last: Place| {
            let shown = self.shown(lanes, pattern, last);
            left.borrow().get(&shown).is_some_and(|&left| left > 0)
        };
        let mut cuts = Vec::new();
        let mut found = |pattern: &Pattern, tuple: &[Place], _: &mut Budget| {
            let mut left = left.borrow_mut();
            let left = left.get_mut(&self.shown(lanes, pattern, tuple[tuple.len() - 1]));
            left.into_iter().for_each(|left| *left -= 1);
            cuts.push(tuple.iter().map(|&place| position(lanes, place)).collect());
            Ok(())
        };
        tuples.visit(budget, &wanted, &mut found)?;
        Ok(cuts)
    }

    /// The violations of which an order leaves a tuple. False if there may be more.
    fn possible(
        &self,
        lanes: &Lanes,
        tuples: &Tuples<'_>,
        budget: &mut Budget,
    ) -> Result<(BTreeSet<Shown>, bool), String> {
        let shown = RefCell::new(BTreeSet::new());
        let wanted = |pattern: &Pattern, last: Place| {
            let last = self.shown(lanes, pattern, last);
            !shown.borrow().contains(&last)
        };
        let mut found = |pattern: &Pattern, tuple: &[Place], _: &mut Budget| {
            let last = self.shown(lanes, pattern, tuple[tuple.len() - 1]);
            shown.borrow_mut().insert(last);
            Ok(())
        };
        let all = tuples.visit(budget, &wanted, &mut found)?;
        Ok((shown.into_inner(), all))
    }

    /// Tuples of an order that all equivalent runs have, on which a monitor shows violations that are left.
    fn hits(
        &self,
        lanes: &Lanes,
        tuples: &Tuples<'_>,
        left: &RefCell<FxHashMap<Shown, usize>>,
        monitor: &mut Monitor<'_>,
        budget: &mut Budget,
    ) -> Result<Vec<Hit>, String> {
        let wanted = |pattern: &Pattern, last: Place| {
            let shown = self.shown(lanes, pattern, last);
            left.borrow().get(&shown).is_some_and(|&left| left > 0)
        };
        let mut hits = Vec::new();
        let mut found = |pattern: &Pattern, tuple: &[Place], budget: &mut Budget| {
            let length: usize = lanes.events.iter().map(Vec::len).sum();
            if !budget.take(length as u64) {
                return Ok(());
            }
            let order = (lanes, tuples.needs);
            let placings = patterns::shows(monitor, self.occurrences, order, pattern, tuple)?;
            let shown = self.shown(lanes, pattern, tuple[tuple.len() - 1]);
            let cost = if placings.is_empty() {
                1
            } else {
                TUPLES / ATTEMPTS
            };
            left.borrow_mut()
                .entry(shown)
                .and_modify(|left| *left = left.saturating_sub(cost));
            hits.extend(placings.into_iter().map(|placing| Hit {
                shown: (pattern.property, pattern.state),
                events: tuple.iter().map(|&place| position(lanes, place)).collect(),
                placing,
            }));
            Ok(())
        };
        tuples.visit(budget, &wanted, &mut found)?;
        Ok(hits)
    }

    /// Reports violations in the equivalent runs that tuples have.
    fn reorder(
        &mut self,
        case: &Case<'_, '_>,
        hits: &[Hit],
        budget: &mut Budget,
    ) -> Result<(), String> {
        for hit in hits {
            let target = self.target(case, hit.shown, hit.events[hit.events.len() - 1]);
            if self.found.contains(&target) {
                continue;
            }
            let witness = self.things.linearized(&hit.events, hit.placing);
            if !budget.take(witness.len() as u64 / 4) {
                return Ok(());
            }
            self.report(case, &target, witness, Method::Patterns)?;
        }
        Ok(())
    }

    /// The violation of a pattern by its last event.
    fn shown(&self, lanes: &Lanes, pattern: &Pattern, last: Place) -> Shown {
        let event = position(lanes, last);
        let line = self.index.observation.trace.events[event].line;
        (pattern.property, pattern.state, line)
    }

    /// Reports violations in runs that are cut into some delayed slices and one before them.
    pub(super) fn sliced(
        &mut self,
        case: &Case<'_, '_>,
        slices: usize,
        monitor: &mut Monitor<'_>,
        budget: &mut Budget,
    ) -> Result<(), String> {
        // Stretches of two slices leave something to the searches.
        let most = if slices == 1 { budget.0 } else { budget.0 / 4 };
        self.cut(case, monitor, (most, budget), &mut |slicing, budget| {
            slicing.run(slices, budget)
        })
    }

    /// Reports violations in runs that are cut at the events of tuples.
    fn directed(
        &mut self,
        case: &Case<'_, '_>,
        tuples: &[Vec<usize>],
        monitor: &mut Monitor<'_>,
        budget: &mut Budget,
    ) -> Result<(), String> {
        let most = budget.0 / 4;
        self.cut(case, monitor, (most, budget), &mut |slicing, budget| {
            let mut tuples = tuples.iter();
            tuples.try_for_each(|tuple| slicing.directed(tuple, budget))
        })
    }

    /// Reports violations in runs that a search has cut.
    fn cut(
        &mut self,
        case: &Case<'_, '_>,
        monitor: &mut Monitor<'_>,
        (most, budget): (u64, &mut Budget),
        search: &mut dyn FnMut(&mut Slicing<'_, '_>, &mut Budget) -> Result<(), String>,
    ) -> Result<(), String> {
        let cuts = self.spend(budget, most, |this, budget| {
            let mut attempts: BTreeMap<Target, usize> = BTreeMap::new();
            let mut wanted = |event: usize, violations: &Violations| {
                let mut violations = violations.iter();
                violations.any(|&violation| {
                    let target = this.target(case, violation, event);
                    let attempts = attempts.entry(target.clone()).or_default();
                    *attempts += 1;
                    !this.found.contains(&target) && *attempts <= CUTS
                })
            };
            let tables = (this.index, this.occurrences);
            let stretch = this.settings.stretch;
            let mut slicing = Slicing::new(tables, case.instance, monitor, stretch, &mut wanted)?;
            search(&mut slicing, budget)?;
            Ok::<_, String>(slicing.cuts)
        })?;
        for cut in cuts {
            let Some(&event) = cut.witness.last() else {
                continue;
            };
            for &violation in cut.violations.iter() {
                let target = self.target(case, violation, event);
                // A section that is open at the cut may hold up the delayed events.
                if !self.found.contains(&target) {
                    self.try_report(case, &target, cut.witness.clone(), Method::Sliced)?;
                }
            }
        }
        Ok(())
    }
}

/// The position of an event of an instance.
fn position(lanes: &Lanes, (lane, number): Place) -> usize {
    lanes.events[lane][number].0 as usize
}
