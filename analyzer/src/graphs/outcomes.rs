//! Generators told apart by the branch that the program takes at once.
//!
//! An event that binds the result of a call, `asked: call Iterator+.hasNext() returning (boolean
//! more)`, tells conditions nothing, as the value is not known where it occurs. Where the program
//! does nothing but branch on that result, however, each way on knows it: the occurrence moves from
//! the call to both branches, and on each of them it is that of another generator, one with a
//! constant argument. They are variants of one program point, so what is decided for one of them is
//! decided for all.

use std::collections::{BTreeMap, BTreeSet};

use date::code::{JavaType, Primitive, Value};
use date::data::Arguments;
use date::graph::{Abstraction, Letter, Occurrence};
use date::ids::GeneratorId;
use date::model::Property;
use date::residual::{Decision, Residual, kept};
use index_vec::IndexVec;
use ir::{BlockId, Body, CallSiteId, Program, StatementKind, Terminator};
use petgraph::unionfind::UnionFind;

use crate::graphs::events::{EventVariables, Notification, answer};

/// Which generators have variants.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// For each generator that has some those where the result is false, and where it is true.
    variants: BTreeMap<GeneratorId, [GeneratorId; 2]>,
    /// The generator of each variant.
    origins: BTreeMap<GeneratorId, GeneratorId>,
}

/// The tables of all generators that get a row for each variant.
pub struct Generators<'g> {
    /// The letter of each.
    pub letters: &'g mut IndexVec<GeneratorId, Letter>,
    /// The known values of the variables of each.
    pub arguments: &'g mut IndexVec<GeneratorId, Arguments>,
}

impl Outcomes {
    /// Adds the variants of all generators whose event binds a truth value that a call gives and
    /// that a condition of the property names. `letters` has a letter for each of the
    /// notifications, and gets one for each variant; `arguments` has what is known of the variables
    /// of each, and gets that of each variant. O(notifications * size of the code).
    pub fn add(
        &mut self,
        variables: &EventVariables<'_>,
        property: &Property,
        notifications: &IndexVec<GeneratorId, Notification>,
        generators: Generators<'_>,
    ) {
        let Generators { letters, arguments } = generators;
        let conditions = property
            .date
            .transitions
            .iter()
            .filter_map(|transition| transition.condition.as_ref());
        let conditions: Vec<&str> = conditions.map(|code| &*code.text).collect();

        for (generator, notification) in notifications.iter_enumerated() {
            let Some(variable) = answer(variables, notification) else {
                continue;
            };
            if conditions
                .iter()
                .any(|condition| condition.contains(&variable))
            {
                let of = [false, true].map(|value| {
                    let known = (JavaType::Primitive(Primitive::Boolean), Value::Bool(value));
                    let own = arguments[generator]
                        .iter()
                        .map(|(name, value)| (name.clone(), value.clone()));
                    arguments.push(own.chain([(variable.clone(), known)]).collect());
                    letters.push(letters[generator].clone())
                });
                self.origins.extend(of.map(|variant| (variant, generator)));
                self.variants.insert(generator, of);
            }
        }
    }

    /// These generators and their variants.
    pub fn with_variants(&self, generators: &[GeneratorId]) -> Vec<GeneratorId> {
        let variants = generators
            .iter()
            .filter_map(|generator| self.variants.get(generator));
        generators
            .iter()
            .copied()
            .chain(variants.flatten().copied())
            .collect()
    }

    /// The generator that something is a variant of, or itself.
    pub fn origin(&self, generator: GeneratorId) -> GeneratorId {
        self.origins.get(&generator).copied().unwrap_or(generator)
    }

    /// The variant of a generator where the result is false; itself if it has none.
    pub fn no(&self, generator: GeneratorId) -> GeneratorId {
        self.variants
            .get(&generator)
            .map_or(generator, |&[no, _]| no)
    }

    /// An occurrence where its event's result is known.
    pub fn known(&self, occurrence: Occurrence, result: bool) -> Occurrence {
        let variant = self
            .variants
            .get(&occurrence.generator)
            .map(|variants| variants[usize::from(result)]);
        Occurrence {
            generator: variant.unwrap_or(occurrence.generator),
            ..occurrence
        }
    }

    /// Returns whether one of the generators has variants.
    pub fn has_any(&self, generators: &[GeneratorId]) -> bool {
        generators
            .iter()
            .any(|generator| self.variants.contains_key(generator))
    }

    /// The best of what was found for a generator and its variants, for each generator that stands
    /// for a program point.
    pub fn best<T>(
        &self,
        mut found: IndexVec<GeneratorId, Option<T>>,
        is_better: impl Fn(&T, &T) -> bool,
    ) -> IndexVec<GeneratorId, Option<T>> {
        for (&generator, of) in &self.variants {
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

    /// Decides one thing for a generator and its variants: it is silent where all are that some
    /// object is concerned by, and in a group where one of them is. Groups of which a member is
    /// heard after all are heard. O(generators * groups that are heard after all).
    pub fn unite(&self, outcome: &mut Residual, program: &Abstraction) {
        let mentioned: BTreeSet<GeneratorId> = program
            .graphs
            .iter()
            .flat_map(|graph| graph.generators())
            .collect();
        let families = self
            .variants
            .iter()
            .map(|(&generator, variants)| Family::new(generator, variants, &mentioned));
        let (heard, silent) = heard_and_silent(families.collect(), &outcome.decisions);

        let broken: BTreeSet<u32> = heard
            .iter()
            .flat_map(|family| family.groups(&outcome.decisions))
            .collect();
        let is_broken =
            |decision: &Decision| decision.group.is_some_and(|group| broken.contains(&group));
        outcome
            .decisions
            .iter_mut()
            .filter(|decision| is_broken(decision))
            .for_each(|decision| *decision = kept());

        for generator in heard.iter().flat_map(|family| family.all) {
            outcome.decisions[generator] = kept();
        }

        join_groups(&silent, outcome);
        for Family { deciding, all } in silent {
            let decisions = deciding.iter().map(|&member| &outcome.decisions[member]);
            let Some(last) = decisions
                .clone()
                .max_by_key(|decision| decision.silenced_by)
            else {
                continue;
            };
            let group = decisions.filter_map(|decision| decision.group).next();
            let decision = Decision {
                group,
                ..last.clone()
            };
            all.into_iter()
                .for_each(|member| outcome.decisions[member] = decision.clone());
        }
    }
}

/// A generator and its variants.
struct Family {
    /// The members that some object is concerned by; if there are none, the generator.
    deciding: Vec<GeneratorId>,
    all: [GeneratorId; 3],
}

impl Family {
    fn new(
        generator: GeneratorId,
        &[no, yes]: &[GeneratorId; 2],
        mentioned: &BTreeSet<GeneratorId>,
    ) -> Self {
        let all = [generator, no, yes];
        let deciding: Vec<GeneratorId> = all
            .into_iter()
            .filter(|member| mentioned.contains(member))
            .collect();
        Family {
            deciding: if deciding.is_empty() {
                vec![generator]
            } else {
                deciding
            },
            all,
        }
    }

    fn groups(&self, decisions: &IndexVec<GeneratorId, Decision>) -> Vec<u32> {
        self.all
            .iter()
            .filter_map(|&member| decisions[member].group)
            .collect()
    }
}

/// The families of which a member is heard, or silent only in a group of which a member is heard
/// after all; and the others.
fn heard_and_silent(
    families: Vec<Family>,
    decisions: &IndexVec<GeneratorId, Decision>,
) -> (Vec<Family>, Vec<Family>) {
    let (mut heard, mut silent) = (Vec::new(), families);
    let mut broken: BTreeSet<u32> = BTreeSet::new();
    loop {
        let is_heard = |&member: &GeneratorId| {
            let decision = &decisions[member];
            decision.silenced_by.is_none()
                || decision.group.is_some_and(|group| broken.contains(&group))
        };
        let (more, left): (Vec<Family>, Vec<Family>) = silent
            .into_iter()
            .partition(|family| family.deciding.iter().any(is_heard));
        silent = left;
        if more.is_empty() {
            return (heard, silent);
        }
        broken.extend(more.iter().flat_map(|family| family.groups(decisions)));
        heard.extend(more);
    }
}

/// Makes the groups of each family one.
fn join_groups(families: &[Family], outcome: &mut Residual) {
    let most = outcome
        .decisions
        .iter()
        .filter_map(|decision| decision.group)
        .max();
    let mut joined = UnionFind::<u32>::new(most.map_or(0, |most| most as usize + 1));

    for family in families {
        let groups = family.groups(&outcome.decisions);
        for pair in groups.windows(2) {
            joined.union(pair[0], pair[1]);
        }
    }

    for group in outcome
        .decisions
        .iter_mut()
        .filter_map(|decision| decision.group.as_mut())
    {
        *group = joined.find(*group);
    }
}

/// The blocks to which a body goes on behind a call, when its result is false and when it is true:
/// if it does nothing but branch on it. O(1).
pub fn branches(
    program: &Program,
    body: &Body,
    block: BlockId,
    index: usize,
    site: CallSiteId,
) -> Option<[BlockId; 2]> {
    let at = &body.blocks[block];
    let is_last = index + 1 == at.statements.len()
        && matches!(at.statements[index].kind, StatementKind::Call(other) if other == site);
    match at.terminator {
        Terminator::Branch {
            condition,
            then,
            otherwise,
        } if is_last && program.calls[site].result == Some(condition) => Some([otherwise, then]),
        _ => None,
    }
}
