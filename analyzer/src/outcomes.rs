//! Generators told apart by the branch that the program takes at once.
//!
//! An event that binds the result of a call, `asked: call Iterator+.hasNext() returning (boolean more)`, tells conditions
//! nothing, as the value is not known where it occurs. Where the program does nothing but branch on that result, however,
//! each way on knows it: the occurrence moves from the call to both branches, and on each of them it is that of another
//! generator, one with a constant argument. They are variants of one program point, so what is decided for one of them is
//! decided for all.

use std::collections::{BTreeMap, BTreeSet};

use date::code::{JavaType, Primitive, Value};
use date::data::Arguments;
use date::graph::{Abstraction, Letter, Occurrence};
use date::ids::GeneratorId;
use date::model::{Property, Specification};
use date::residual::{Decision, Residual};
use index_vec::IndexVec;
use ir::{BlockId, Body, CallSiteId, Program, StatementKind, Terminator};

use crate::events::{Notification, Sites, answer, rewritten};

/// The variants of a generator.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Variants {
    /// The event variable that holds the result.
    variable: String,
    /// Where it is false, and where it is true.
    of: [GeneratorId; 2],
}

/// Which generators have variants.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcomes {
    variants: BTreeMap<GeneratorId, Variants>,
}

impl Outcomes {
    /// Adds the variants of all generators whose event binds a truth value that a call gives and that a condition of the
    /// property names. `letters` has a letter for each of the notifications, and gets one for each variant. O(notifications
    /// * size of the code).
    pub fn new(
        (program, sites): (&Program, &Sites),
        (specification, property): (&Specification, &Property),
        notifications: &IndexVec<GeneratorId, Notification>,
        letters: &mut IndexVec<GeneratorId, Letter>,
    ) -> Self {
        let conditions: Vec<&str> =
            property.date.transitions.iter().filter_map(|t| t.condition.as_ref()).map(|code| &*code.text).collect();
        let mut outcomes = Outcomes::default();
        if conditions.is_empty() {
            return outcomes;
        }
        let rewritten = rewritten(specification);
        for (generator, notification) in notifications.iter_enumerated() {
            let Some(variable) = answer(program, sites, (specification, &rewritten), notification) else { continue };
            if conditions.iter().any(|condition| condition.contains(&variable)) {
                let letter = letters[generator].clone();
                let of = [letters.push(letter.clone()), letters.push(letter)];
                outcomes.variants.insert(generator, Variants { variable, of });
            }
        }
        outcomes
    }

    /// What is known of the variables of a generator's variants: `arguments` gets one entry for each, by id. `of` gives what
    /// is known besides.
    pub fn add_arguments(&self, arguments: &mut IndexVec<GeneratorId, Arguments>) {
        for (&generator, Variants { variable, of }) in &self.variants {
            for (&variant, value) in of.iter().zip([false, true]) {
                debug_assert_eq!(arguments.len(), variant.index(), "variants follow the notifications in order");
                let known = (JavaType::Primitive(Primitive::Boolean), Value::Bool(value));
                let mut own = arguments[generator].clone();
                own.insert(variable.clone(), known);
                arguments.push(own);
            }
        }
    }

    /// These generators and their variants.
    pub fn with_variants(&self, generators: &[GeneratorId]) -> Vec<GeneratorId> {
        let variants = generators.iter().filter_map(|generator| self.variants.get(generator));
        generators.iter().copied().chain(variants.flat_map(|variants| variants.of)).collect()
    }

    /// The generator that something is a variant of, or itself. O(generators).
    pub fn origin(&self, generator: GeneratorId) -> GeneratorId {
        let of = self.variants.iter().find(|(_, variants)| variants.of.contains(&generator));
        of.map_or(generator, |(&origin, _)| origin)
    }

    /// An occurrence where its event's result is known.
    pub fn known(&self, occurrence: Occurrence, result: bool) -> Occurrence {
        let variant = self.variants.get(&occurrence.generator).map(|variants| variants.of[usize::from(result)]);
        Occurrence { generator: variant.unwrap_or(occurrence.generator), ..occurrence }
    }

    /// Whether one of the generators has variants.
    pub fn has_any(&self, generators: &[GeneratorId]) -> bool {
        generators.iter().any(|generator| self.variants.contains_key(generator))
    }

    /// The best of what was found for a generator and its variants, for each generator that stands for a program point.
    pub fn best<T>(
        &self,
        mut found: IndexVec<GeneratorId, Option<T>>,
        is_better: impl Fn(&T, &T) -> bool,
    ) -> IndexVec<GeneratorId, Option<T>> {
        for (&generator, Variants { of, .. }) in &self.variants {
            for &variant in of {
                let other = found[variant].take();
                let best = &mut found[generator];
                match (&best, &other) {
                    (Some(known), Some(new)) if !is_better(new, known) => {}
                    (_, None) => {}
                    _ => *best = other,
                }
            }
        }
        found
    }

    /// Decides one thing for a generator and its variants: it is silent where all are that some object is concerned by, and
    /// in a group where one of them is. Groups of which a member is heard after all are heard. O(rounds * generators).
    pub fn unite(&self, outcome: &mut Residual, program: &Abstraction) {
        let mentioned: BTreeSet<GeneratorId> = program.graphs.iter().flat_map(|graph| graph.generators()).collect();
        let families = self.variants.iter().map(|(&generator, Variants { of, .. })| {
            let deciding: Vec<GeneratorId> =
                [generator, of[0], of[1]].into_iter().filter(|member| mentioned.contains(member)).collect();
            (if deciding.is_empty() { vec![generator] } else { deciding }, [generator, of[0], of[1]])
        });
        let families: Vec<_> = families.collect();
        while families.iter().any(|(deciding, all)| keep_together(outcome, deciding, all)) {}
        for (deciding, all) in &families {
            silence_together(outcome, deciding, all);
        }
    }
}

/// Keeps a family of which a member is kept, with all groups of its members; whether that changed anything.
fn keep_together(outcome: &mut Residual, deciding: &[GeneratorId], all: &[GeneratorId]) -> bool {
    let kept =
        deciding.iter().map(|&member| &outcome.decisions[member]).find(|decision| decision.silenced_by.is_none());
    let Some(kept) = kept.cloned() else { return false };
    let groups: BTreeSet<u32> = all.iter().filter_map(|&member| outcome.decisions[member].group).collect();
    let is_family = |id: GeneratorId| all.contains(&id);
    let mut changed = false;
    for (id, decision) in outcome.decisions.iter_mut_enumerated() {
        let goes = is_family(id) || decision.group.is_some_and(|group| groups.contains(&group));
        if goes && decision.silenced_by.is_some() {
            *decision = Decision { group: None, ..kept.clone() };
            changed = true;
        }
    }
    changed
}

/// Silences a family all of whose deciding members are silent, by the last of their steps, and makes their groups one.
fn silence_together(outcome: &mut Residual, deciding: &[GeneratorId], all: &[GeneratorId]) {
    let decisions = deciding.iter().map(|&member| &outcome.decisions[member]);
    let Some(last) = decisions.max_by_key(|decision| decision.silenced_by).cloned() else { return };
    let groups: BTreeSet<u32> = deciding.iter().filter_map(|&member| outcome.decisions[member].group).collect();
    let group = groups.first().copied();
    for decision in outcome.decisions.iter_mut().filter(|d| d.group.is_some_and(|g| groups.contains(&g))) {
        decision.group = group;
    }
    for &member in all {
        outcome.decisions[member] = Decision { group, ..last.clone() };
    }
}

/// The blocks to which a body goes on behind a call, when its result is false and when it is true: if it does nothing but
/// branch on it. O(1).
pub fn branches(
    program: &Program,
    body: &Body,
    (block, index): (BlockId, usize),
    site: CallSiteId,
) -> Option<[BlockId; 2]> {
    let at = &body.blocks[block];
    let is_last = index + 1 == at.statements.len()
        && matches!(at.statements[index].kind, StatementKind::Call(other) if other == site);
    match at.terminator {
        Terminator::Branch { condition, then, otherwise }
            if is_last && program.calls[site].result == Some(condition) =>
        {
            Some([otherwise, then])
        }
        _ => None,
    }
}
