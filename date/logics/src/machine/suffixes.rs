//! Every suffix of a word, by one machine.

use std::collections::BTreeSet;

use super::{Machine, MachineStateId, TooManyStates};
use crate::{Category, SymbolId};

/// The states that the runs in progress are in, and what holds after the last symbol.
type Runs = (BTreeSet<MachineStateId>, BTreeSet<Category>);

impl Machine {
    /// A machine that begins a run of this one at each symbol that `begins` one and goes on with
    /// all of them. A category holds where it holds in one of them; a run in which a `handled` one
    /// holds is over. Runs in one state are one run.
    ///
    /// `None` if it would have too many states: there are 2^states sets.
    pub fn suffixes(
        &self,
        begins: impl Fn(SymbolId) -> bool,
        handled: &BTreeSet<Category>,
    ) -> Option<Machine> {
        let step = |(running, _): &Runs, symbol: SymbolId| {
            let begun = begins(symbol).then_some(self.initial);
            let next: BTreeSet<MachineStateId> = running
                .iter()
                .copied()
                .chain(begun)
                .map(|state| self.step(state, symbol))
                .collect();
            let is_over = |state: &MachineStateId| !self.held(*state).is_disjoint(handled);
            let (over, going_on): (BTreeSet<_>, BTreeSet<_>) = next.into_iter().partition(is_over);
            let held = over
                .into_iter()
                .flat_map(|state| self.held(state))
                .filter(|held| handled.contains(*held));
            Ok::<Runs, TooManyStates>((going_on, held.cloned().collect()))
        };

        let start = (BTreeSet::new(), BTreeSet::new());
        Machine::explore(self.symbols, handled.clone(), start, step, |(_, held)| {
            held.clone()
        })
        .ok()
    }
}
