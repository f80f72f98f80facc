//! From residuals to decisions.

use std::collections::BTreeSet;

use index_vec::IndexVec;

use super::decision::{Decision, Reduction, Removal, Residual};
use super::finished::{Finished, groups};
use super::flow::Effects;
use super::hearing::Hearing;
use super::idle_loops::idle_loops;
use super::no_ops::NoOps;
use super::pinned::{GeneratorSet, pinned};
use super::residuals::{residual0, residual1, residual2, used};
use crate::algebra::{StaticDate, SubDate, TransitionSet, reduce};
use crate::data::{Alphabet, Data, Unfolding};
use crate::graph::{Abstraction, Letter};
use crate::ids::{EventId, GeneratorId, TransitionId};

/// Computes the residuals up to `through` and what they silence.
///
/// - After residual0 a generator is silent when no event of its letter labels a remaining
///   transition.
/// - After residual1 it is silent when for *every* object it may concern no event of its letter is
///   in the alphabet of that object's residual1.
/// - After residual2 the remaining property is the program-wide one, never a union of per-object
///   ones. A generator is silent when its events are not in its alphabet, or when none of the
///   objects that it may concern can make a report or an external action any more (`Finished`).
/// - Then no-ops (`NoOps`) are silent, in rounds. From the second round on they hold only
///   together with those before, so the no-ops of objects linked by common generators become a
///   group. At last transitions go that lead from a state to itself and do nothing.
///
/// What is [`pinned`] is kept, the generators `always` above all.
///
/// A program that opens its sessions and never sends needs no monitor:
///
/// ```
/// use date::graph::{Abstraction, EventGraph, Letter};
/// use date::ids::GeneratorId;
/// use date::residual::{Reduction, optimize};
///
/// let session = "
/// foreach:
///   - parameters: [Session s]
///     events:
///       open: call Session.open() target s
///       send: call Session.send() target s
///     properties:
///       lifecycle:
///         states: {fresh: initial, live: , early: bad}
///         transitions:
///           - fresh -> live: open
///           - fresh -> early: send
/// ";
/// let specification = languages::read("session.yaml", session).unwrap();
/// let property = &specification.properties[0];
/// let judgement = date::judgement::judge(&specification, property, &|_| false);
///
/// let open = property.date.transitions[date::ids::TransitionId::from_raw(0)].event;
/// let generator = GeneratorId::from_raw(0);
/// let program = Abstraction {
///     generators: [Letter::new([open])].into_iter().collect(),
///     graphs: vec![EventGraph::unordered("the session".to_owned(), [generator])],
///     ..Abstraction::default()
/// };
///
/// let residual = optimize(&judgement.date, &program, &[], Reduction::LAST);
/// assert!(residual.removed_by.iter().all(Option::is_some));
/// assert!(residual.decisions[generator].silenced_by.is_some());
/// ```
pub fn optimize(
    date: &StaticDate,
    program: &Abstraction,
    always: &[GeneratorId],
    through: Reduction,
) -> Residual {
    optimize_over_data(date, program, None, always, through)
}

/// As [`optimize`]; with [`Reduction::Nop`], residual2 also decides conditions over `data`, the
/// variables of the property that `date` stands for.
pub fn optimize_over_data(
    date: &StaticDate,
    program: &Abstraction,
    data: Option<&Data<'_>>,
    always: &[GeneratorId],
    through: Reduction,
) -> Residual {
    let mut optimizer = Optimizer::new(date, program, always);
    optimizer.absent_events();
    if through >= Reduction::Residual1 {
        optimizer.absent_events_of_objects();
    }
    if through >= Reduction::Residual2 {
        // Up to residual2 conditions are taken as in the paper: possible, unless they are
        // constants.
        optimizer.unusable_transitions(data.filter(|_| through >= Reduction::Nop));
    }
    if through >= Reduction::Nop {
        optimizer.generators_without_effect();
        optimizer.transitions_without_effect();
    }
    optimizer.finish()
}

struct Optimizer<'a> {
    date: &'a StaticDate,
    program: &'a Abstraction,
    always: &'a [GeneratorId],
    /// The generators that must be heard as long as this much of the property remains.
    pinned: GeneratorSet,
    remaining: SubDate,
    removed_by: IndexVec<TransitionId, Option<Removal>>,
    by_data: TransitionSet,
    decisions: IndexVec<GeneratorId, Option<Decision>>,
    /// For each graph the generators it mentions.
    mentioned: Vec<Vec<GeneratorId>>,
    /// For each generator the graphs that mention it: the objects it may concern.
    concerned: IndexVec<GeneratorId, Vec<usize>>,
}

impl<'a> Optimizer<'a> {
    fn new(date: &'a StaticDate, program: &'a Abstraction, always: &'a [GeneratorId]) -> Self {
        let mentioned: Vec<Vec<GeneratorId>> = program
            .graphs
            .iter()
            .map(|graph| graph.generators())
            .collect();
        let mut concerned: IndexVec<GeneratorId, Vec<usize>> =
            program.generators.iter().map(|_| Vec::new()).collect();

        for (graph, generators) in mentioned.iter().enumerate() {
            for &generator in generators {
                concerned[generator].push(graph);
            }
        }

        let remaining = SubDate::all(date.states, date.transitions.len());
        Optimizer {
            date,
            program,
            always,
            pinned: pinned(date, &remaining, program, always),
            remaining,
            removed_by: date.transitions.iter().map(|_| None).collect(),
            by_data: TransitionSet::empty(date.transitions.len()),
            decisions: program.generators.iter().map(|_| None).collect(),
            mentioned,
            concerned,
        }
    }

    fn absent_events(&mut self) {
        let residual = residual0(self.date, &self.date.whole(), self.program);
        self.narrow(residual, Removal::Residual0);
        for generator in self.program.generators.indices() {
            if self.concerned[generator].is_empty() {
                self.silence(
                    generator,
                    Reduction::Residual0,
                    "no entry point reaches it with an object that it could concern",
                );
            }
        }
        self.silence_outside_alphabet(Reduction::Residual0);
    }

    fn absent_events_of_objects(&mut self) {
        let graphs = self.program.graphs.iter();
        let parts: Vec<SubDate> = graphs
            .map(|g| residual1(self.date, &self.remaining, self.program, g))
            .collect();
        let alphabets: Vec<Vec<EventId>> =
            parts.iter().map(|part| part.alphabet(self.date)).collect();
        // The property of the program is the union of its objects' residuals (paper, definition
        // 3.6).
        let left = parts.into_iter().reduce(|union, part| union.union(&part));
        left.into_iter()
            .for_each(|union| self.narrow(union, Removal::Residual1));

        // The alphabet of each object counts here, not that of the union: an event of the union may
        // matter to other objects only.
        for generator in self.program.generators.indices() {
            let letter = &self.program.generators[generator];
            if self.concerned[generator]
                .iter()
                .all(|&graph| disjoint(letter, &alphabets[graph]))
            {
                let why =
                    "for every object it may concern, no transition on it can lead to a report";
                self.silence(generator, Reduction::Residual1, why);
            }
        }

        self.silence_outside_alphabet(Reduction::Residual1);
    }

    /// The program-wide residual2, and what it silences. `data` tells the values of the property's
    /// variables apart: then the transitions that no run uses are sought once more in the automaton
    /// unfolded by them. Only what is left in the end says which objects are finished, since that
    /// is what hears some of their events and not others.
    fn unusable_transitions(&mut self, data: Option<&Data<'_>>) {
        let letters = &self.program.generators;
        let residual = residual2(self.date, &self.remaining, letters, &self.program.graphs);
        self.narrow(residual, Removal::Residual2);
        // Events are told apart by the constants that the program passes, for the unfolding alone.
        let alphabet = Alphabet::new(
            letters,
            data.map_or(&IndexVec::new(), |data| &data.arguments),
        );

        if let Some(unfolding) = self.unfolding(data, &alphabet) {
            self.drop_unused_copies(&unfolding, &alphabet.letters);
        }

        self.silence_outside_alphabet(Reduction::Residual2);
        let remaining = self.remaining.clone();
        // Unfolded anew: with the dropped transitions, values and copies of states may have gone.
        match self.unfolding(data, &alphabet) {
            Some(unfolding) => {
                let date = unfolding.static_date(self.date);
                let everything = SubDate::all(date.states, date.transitions.len());
                self.silence_idle(&everything.alphabet(&date), &alphabet.letters);
                let why = "with the values that the property's variables can have, this program can lead none of the objects \
                           it may concern to a report";
                self.silence_finished(&Effects::new(&date, &everything, &alphabet.letters), why);
            }
            None => {
                let why =
                    "none of the objects it may concern can be led to a report by this program";
                self.silence_finished(&Effects::new(self.date, &remaining, letters), why);
            }
        }
    }

    /// Silences the generators that move no object, whatever state it is in: with the values that
    /// they pass no condition holds. The unfolding has this `alphabet` and these `letters`. Objects
    /// that have only such generators in common are not linked.
    fn silence_idle(&mut self, alphabet: &[EventId], letters: &IndexVec<GeneratorId, Letter>) {
        let is_idle = |&generator: &GeneratorId| {
            !self.is_pinned(generator) && disjoint(&letters[generator], alphabet)
        };
        let idle: Vec<GeneratorId> = letters.indices().filter(is_idle).collect();
        let why = "with the values that it passes, no condition of a transition on it holds";
        for &generator in &idle {
            self.silence(generator, Reduction::Residual2, why);
            self.concerned[generator].clear();
        }
        for mentioned in &mut self.mentioned {
            mentioned.retain(|generator| idle.binary_search(generator).is_err());
        }
    }

    /// Unfolds the part of the property that is left; `None` if that decides nothing.
    fn unfolding(&self, data: Option<&Data<'_>>, alphabet: &Alphabet) -> Option<Unfolding> {
        data?.unfolding(alphabet, &|id| self.remaining.transitions[id.index()])
    }

    /// A transition goes when no copy of it is used: its condition never holds where it is asked.
    /// One that is used stays even where no report can follow, as long as its state has copies
    /// where one can: without it, transitions that are declared later would be tried in its place.
    fn drop_unused_copies(
        &mut self,
        unfolding: &Unfolding,
        letters: &IndexVec<GeneratorId, Letter>,
    ) {
        let date = unfolding.static_date(self.date);
        let everything = SubDate::all(date.states, date.transitions.len());
        let used = used(&date, &everything, letters, &self.program.graphs);
        let residual = reduce(
            self.date,
            &self
                .remaining
                .clone()
                .restrict_transitions(&unfolding.folded(&used)),
        );

        for id in self
            .remaining
            .transition_ids()
            .filter(|id| !residual.transitions[id.index()])
        {
            self.by_data.insert(id.index());
        }
        self.narrow(residual, Removal::Residual2);
    }

    fn silence_finished(&mut self, effects: &Effects<'_>, why: &str) {
        let is_pinned = |generator| self.is_pinned(generator);
        let finished = Finished::new(
            effects,
            &self.program.graphs,
            &self.mentioned,
            &self.concerned,
            is_pinned,
        );
        let (one_by_one, together) = (finished.one_by_one(), finished.together());

        for generator in one_by_one {
            self.silence(generator, Reduction::Residual2, why);
        }

        for (generator, group) in together {
            self.silence_in_group(generator, Reduction::Residual2, Some(group), why);
        }
    }

    /// Silences the generators without effect. A silenced generator may be heard or not: nothing
    /// depends on it.
    fn generators_without_effect(&mut self) {
        let heard = |decision: &Option<Decision>| match decision {
            Some(_) => Hearing::Perhaps,
            None => Hearing::Always,
        };
        let mut hearing: IndexVec<GeneratorId, Hearing> =
            self.decisions.iter().map(heard).collect();
        let mut rounds = Vec::new();
        let Some(no_ops) = NoOps::new(self.date, &self.remaining, self.program) else {
            return;
        };

        loop {
            let round = no_ops.round(&hearing, |id| self.is_pinned(id));
            if round.is_empty() {
                break;
            }
            // Later rounds rest on this one: its generators count as silent from now on.
            round
                .iter()
                .for_each(|&generator| hearing[generator] = Hearing::Never);
            rounds.push(round);
        }

        let groups = groups(
            self.program.generators.len(),
            self.mentioned.iter().map(|mentioned| &mentioned[..]),
        );
        let group = |generator: GeneratorId| groups[generator];
        // If no later round found anything, each no-op may be monitored without harm and needs no
        // group.
        let later: BTreeSet<usize> = rounds
            .iter()
            .skip(1)
            .flatten()
            .map(|&generator| group(generator))
            .collect();

        for generator in rounds.into_iter().flatten() {
            let why =
                "whatever state it finds, the same can follow as from the state that it leads to";
            let group = group(generator);
            self.silence_in_group(
                generator,
                Reduction::Nop,
                later.contains(&group).then_some(group as u32),
                why,
            );
        }
    }

    /// Drops the transitions that lead nowhere. What raises nothing but their events moves no
    /// monitor, so it may be heard or not.
    fn transitions_without_effect(&mut self) {
        let idle = idle_loops(self.date, &self.remaining, self.program.generators.iter());
        let mut residual = self.remaining.clone();
        residual.transitions = residual.transitions - &idle;
        self.narrow(residual, Removal::Nop);
        self.silence_outside_alphabet(Reduction::Nop);
    }

    fn narrow(&mut self, residual: SubDate, by: Removal) {
        for id in self
            .remaining
            .transition_ids()
            .filter(|id| !residual.transitions[id.index()])
        {
            self.removed_by[id].get_or_insert(by);
        }
        // Creating generators stay pinned only while something else reaches the remaining property.
        self.pinned = pinned(self.date, &residual, self.program, self.always);
        self.remaining = residual;
    }

    fn silence_outside_alphabet(&mut self, by: Reduction) {
        let alphabet = self.remaining.alphabet(self.date);
        for generator in self.program.generators.indices() {
            if disjoint(&self.program.generators[generator], &alphabet) {
                self.silence(
                    generator,
                    by,
                    "no transition of the remaining property listens to it",
                );
            }
        }
    }

    fn silence(&mut self, generator: GeneratorId, by: Reduction, why: &str) {
        self.silence_in_group(generator, by, None, why);
    }

    fn silence_in_group(
        &mut self,
        generator: GeneratorId,
        by: Reduction,
        group: Option<u32>,
        why: &str,
    ) {
        if !self.is_pinned(generator) {
            let silent = || Decision {
                silenced_by: Some(by),
                group,
                why: why.to_owned(),
            };
            // The first step that silences a generator is its reason.
            self.decisions[generator].get_or_insert_with(silent);
        }
    }

    fn is_pinned(&self, generator: GeneratorId) -> bool {
        self.pinned[generator.index()]
    }

    fn finish(self) -> Residual {
        let decisions = self
            .decisions
            .into_iter()
            .map(|decision| decision.unwrap_or_else(kept))
            .collect();
        Residual {
            remaining: self.remaining,
            removed_by: self.removed_by,
            by_data: self.by_data,
            decisions,
        }
    }
}

fn disjoint(letter: &Letter, alphabet: &[EventId]) -> bool {
    !alphabet.iter().any(|&event| letter.contains(event))
}

/// Returns the default decision: keep, since nothing rules out that the generator matters.
pub fn kept() -> Decision {
    Decision {
        silenced_by: None,
        group: None,
        why: "it may take part in a report or an external action".to_owned(),
    }
}
