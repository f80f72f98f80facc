//! Complete deterministic automata whose states hold categories.

mod minimal;
mod suffixes;

use std::collections::{BTreeSet, VecDeque};
use std::fmt::Write;
use std::hash::Hash;

use index_vec::{IndexVec, define_index_type};
use rustc_hash::FxHashMap;

use super::{Alphabet, Category, SymbolId};

/// More states than this no machine has.
pub(super) const MAX_STATES: usize = 10_000;

define_index_type! {
    /// A state of a machine.
    pub struct MachineStateId = u32;
    DISPLAY_FORMAT = "q{}";
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct State {
    next: IndexVec<SymbolId, MachineStateId>,
    holds: BTreeSet<Category>,
}

/// A complete deterministic automaton over the symbols `0..n`.
///
/// The categories of a state hold after an event that led into it. The initial state is not tested
/// before the first event: what it holds counts only where an event leads back into it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Machine {
    symbols: usize,
    initial: MachineStateId,
    states: IndexVec<MachineStateId, State>,
    categories: BTreeSet<Category>,
}

/// The machine would have more than [`MAX_STATES`] states.
#[derive(Debug, Clone, Copy)]
pub(super) struct TooManyStates;

impl Machine {
    /// The machine of all that is reached from `start` by `step`, numbered breadth first.
    ///
    /// # Errors
    /// `step` refuses, or there are too many states.
    pub(super) fn explore<K: Clone + Eq + Hash, E: From<TooManyStates>>(
        symbols: usize,
        categories: BTreeSet<Category>,
        start: K,
        mut step: impl FnMut(&K, SymbolId) -> Result<K, E>,
        holds: impl Fn(&K) -> BTreeSet<Category>,
    ) -> Result<Machine, E> {
        let initial = MachineStateId::from_raw(0);
        let mut ids: FxHashMap<K, MachineStateId> =
            FxHashMap::from_iter([(start.clone(), initial)]);
        let mut open = VecDeque::from([start]);
        let mut states = IndexVec::new();

        while let Some(key) = open.pop_front() {
            let mut next = IndexVec::with_capacity(symbols);
            for symbol in (0..symbols).map(SymbolId::from) {
                let target = step(&key, symbol)?;
                let fresh = MachineStateId::from(ids.len());
                next.push(*ids.entry(target).or_insert_with_key(|target| {
                    open.push_back(target.clone());
                    fresh
                }));
            }
            if ids.len() > MAX_STATES {
                return Err(TooManyStates.into());
            }
            states.push(State {
                next,
                holds: holds(&key),
            });
        }

        Ok(Machine {
            symbols,
            initial,
            states,
            categories,
        })
    }

    /// How many symbols the alphabet has.
    pub fn symbol_count(&self) -> usize {
        self.symbols
    }

    /// All symbols in order.
    pub fn symbols(&self) -> impl Iterator<Item = SymbolId> + use<> {
        (0..self.symbols).map(SymbolId::from)
    }

    /// All states in order.
    pub fn states(&self) -> impl Iterator<Item = MachineStateId> + use<> {
        self.states.indices()
    }

    /// Returns the state in which every run starts.
    pub fn initial(&self) -> MachineStateId {
        self.initial
    }

    /// The state after `symbol` in `state`.
    pub fn step(&self, state: MachineStateId, symbol: SymbolId) -> MachineStateId {
        self.states[state].next[symbol]
    }

    /// The state after a word.
    pub fn run(&self, word: impl IntoIterator<Item = SymbolId>) -> MachineStateId {
        word.into_iter()
            .fold(self.initial, |state, symbol| self.step(state, symbol))
    }

    /// The categories that hold after an event that leads into `state`.
    pub fn held(&self, state: MachineStateId) -> &BTreeSet<Category> {
        &self.states[state].holds
    }

    /// Returns whether a category holds after an event that leads into `state`.
    pub fn holds(&self, state: MachineStateId, category: &Category) -> bool {
        self.states[state].holds.contains(category)
    }

    /// The categories that a handler may ask for, whether or not they ever hold.
    pub fn categories(&self) -> &BTreeSet<Category> {
        &self.categories
    }

    /// For each state whether no event or some events lead from it into one of those that `wanted`
    /// says. O(states * symbols).
    pub fn leads_to(
        &self,
        wanted: impl Fn(MachineStateId) -> bool,
    ) -> IndexVec<MachineStateId, bool> {
        let mut sources: IndexVec<MachineStateId, Vec<MachineStateId>> =
            self.states.iter().map(|_| Vec::new()).collect();
        for (id, state) in self.states.iter_enumerated() {
            state.next.iter().for_each(|&next| sources[next].push(id));
        }

        let mut leads: IndexVec<MachineStateId, bool> = self.states().map(wanted).collect();
        let mut open: Vec<MachineStateId> = self.states().filter(|&state| leads[state]).collect();
        while let Some(state) = open.pop() {
            for &source in &sources[state] {
                if !leads[source] {
                    leads[source] = true;
                    open.push(source);
                }
            }
        }

        leads
    }

    /// Lets `category` hold in addition where `holds` says so.
    pub(super) fn mark(&mut self, category: &Category, holds: impl Fn(MachineStateId) -> bool) {
        for (id, state) in self.states.iter_mut_enumerated() {
            if holds(id) {
                state.holds.insert(category.clone());
            }
        }
    }

    /// The machine as text, a line for each state: `q1: open -> q2, close -> q0 {match}`.
    pub fn dump(&self, alphabet: &Alphabet) -> String {
        let mut text = String::new();
        for (id, state) in self.states.iter_enumerated() {
            let moves = state
                .next
                .iter_enumerated()
                .map(|(symbol, next)| format!("{} -> {next}", alphabet.name(symbol)));
            let moves: Vec<String> = moves.collect();
            let held: Vec<&str> = state.holds.iter().map(Category::name).collect();
            let _ = writeln!(text, "{id}: {} {{{}}}", moves.join(", "), held.join(", "));
        }
        text
    }
}
