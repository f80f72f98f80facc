//! Minimal machines, equivalence.
//!
//! Nothing is tested before the first event, so a run starts in a fresh state: the initial one
//! without its categories. It is merged with a state that holds no handled category and goes on
//! alike, if there is one.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use index_vec::IndexVec;
use rustc_hash::FxHashMap;

use super::{Machine, MachineStateId, State};
use crate::{Category, SymbolId};

impl Machine {
    /// The smallest machine in which the same `handled` categories hold after every word of one
    /// event or more. Other categories are dropped. Its initial state holds none; states are
    /// numbered breadth first, so that machines of the same meaning have equal minimal machines.
    ///
    /// Moore's partition refinement; O(states^2 * symbols) at worst, a few rounds of O(states *
    /// symbols) in practice.
    pub fn minimal(&self, handled: &BTreeSet<Category>) -> Machine {
        let fresh = self.with_fresh_start(handled);
        fresh.quotient(&fresh.classes())
    }

    /// A minimal machine in which, after a `handled` category has held, none ever holds again:
    /// monitors that are done with their first report, as those of ltl's `violation` are.
    pub fn reporting_once(&self, handled: &BTreeSet<Category>) -> Machine {
        let mut once = self.with_fresh_start(handled);
        let done = MachineStateId::from(once.states.len());
        for state in once
            .states
            .iter_mut()
            .filter(|state| !state.holds.is_empty())
        {
            state.next.iter_mut().for_each(|next| *next = done);
        }
        once.states.push(State {
            next: once.symbols().map(|_| done).collect(),
            holds: BTreeSet::new(),
        });
        once.minimal(handled)
    }

    /// A shortest word of one event or more after which different `handled` categories hold here
    /// and in `other`; none if the machines are equivalent. O(pairs of states * symbols).
    ///
    /// # Panics
    /// The machines are over alphabets of different sizes.
    pub fn difference(
        &self,
        other: &Machine,
        handled: &BTreeSet<Category>,
    ) -> Option<Vec<SymbolId>> {
        assert_eq!(
            self.symbols, other.symbols,
            "machines over different alphabets"
        );
        let start = (self.initial, other.initial);
        let mut before: FxHashMap<(MachineStateId, MachineStateId), Option<_>> =
            FxHashMap::from_iter([(start, None)]);
        let mut open = VecDeque::from([start]);

        while let Some(pair) = open.pop_front() {
            for symbol in self.symbols() {
                let next = (self.step(pair.0, symbol), other.step(pair.1, symbol));
                let held = |machine: &Machine, state| asked(machine.held(state), handled);
                if held(self, next.0) != held(other, next.1) {
                    let earlier = std::iter::successors(before[&pair], |(pair, _)| before[pair]);
                    let mut word: Vec<SymbolId> = earlier.map(|(_, symbol)| symbol).collect();
                    word.reverse();
                    word.push(symbol);
                    return Some(word);
                }
                before.entry(next).or_insert_with(|| {
                    open.push_back(next);
                    Some((pair, symbol))
                });
            }
        }

        None
    }

    /// Returns whether the same `handled` categories hold here and in `other` after every word of
    /// one event or more.
    ///
    /// # Panics
    /// The machines are over alphabets of different sizes.
    pub fn is_equivalent(&self, other: &Machine, handled: &BTreeSet<Category>) -> bool {
        self.difference(other, handled).is_none()
    }

    /// Returns the reachable part from a fresh initial state, with the handled categories only.
    fn with_fresh_start(&self, handled: &BTreeSet<Category>) -> Machine {
        let fresh = MachineStateId::from(self.states.len());
        let mut machine = Machine {
            symbols: self.symbols,
            initial: fresh,
            categories: handled.clone(),
            states: self
                .states
                .iter()
                .map(|s| State {
                    next: s.next.clone(),
                    holds: asked(&s.holds, handled),
                })
                .collect(),
        };
        machine.states.push(State {
            next: self.states[self.initial].next.clone(),
            holds: BTreeSet::new(),
        });

        let identity: IndexVec<MachineStateId, MachineStateId> = machine.states().collect();
        machine.quotient(&identity)
    }

    /// For each state the number of its class: two states are in one class if the same holds in
    /// them now and after every word.
    fn classes(&self) -> IndexVec<MachineStateId, MachineStateId> {
        let mut numbers: BTreeMap<&BTreeSet<Category>, MachineStateId> = BTreeMap::new();
        let mut classes: IndexVec<MachineStateId, MachineStateId> =
            IndexVec::with_capacity(self.states.len());

        for state in &self.states {
            let fresh = MachineStateId::from(numbers.len());
            classes.push(*numbers.entry(&state.holds).or_insert(fresh));
        }

        let mut count = numbers.len();
        loop {
            let (refined, refined_count) = self.refine(&classes);
            if refined_count == count {
                return classes;
            }
            (classes, count) = (refined, refined_count);
        }
    }

    /// Splits classes by the classes that their states go to.
    fn refine(
        &self,
        classes: &IndexVec<MachineStateId, MachineStateId>,
    ) -> (IndexVec<MachineStateId, MachineStateId>, usize) {
        let mut numbers: FxHashMap<Vec<MachineStateId>, MachineStateId> = FxHashMap::default();
        let mut refined = IndexVec::with_capacity(self.states.len());
        for (id, state) in self.states.iter_enumerated() {
            let behaviour = std::iter::once(classes[id])
                .chain(state.next.iter().map(|&next| classes[next]))
                .collect();
            let fresh = MachineStateId::from(numbers.len());
            refined.push(*numbers.entry(behaviour).or_insert(fresh));
        }
        (refined, numbers.len())
    }

    /// The machine of the classes that can be reached, numbered breadth first. States of one class
    /// go to the same classes and hold the same.
    fn quotient(&self, classes: &IndexVec<MachineStateId, MachineStateId>) -> Machine {
        let start = MachineStateId::from_raw(0);
        let mut ids = FxHashMap::from_iter([(classes[self.initial], start)]);
        let mut open = VecDeque::from([self.initial]);
        let mut states = IndexVec::new();

        while let Some(representative) = open.pop_front() {
            let state = &self.states[representative];
            let next = state.next.iter().map(|&next| {
                let fresh = MachineStateId::from(ids.len());
                *ids.entry(classes[next]).or_insert_with(|| {
                    open.push_back(next);
                    fresh
                })
            });
            states.push(State {
                next: next.collect(),
                holds: state.holds.clone(),
            });
        }

        Machine {
            symbols: self.symbols,
            initial: start,
            states,
            categories: self.categories.clone(),
        }
    }
}

fn asked(holds: &BTreeSet<Category>, handled: &BTreeSet<Category>) -> BTreeSet<Category> {
    holds.intersection(handled).cloned().collect()
}
