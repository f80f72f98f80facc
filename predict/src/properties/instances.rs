//! Parametric slicing: the instances of a property in a trace, and the events of each (Meredith and
//! Roşu, "Runtime verification with the RV system", section 3.1).
//!
//! The *slice* of an instance has the occurrences whose bindings are less informative than its own, or
//! equal. Under slicing the instances are the joins of bindings that agree. Elsewhere an instance is made by an
//! event that binds all parameters.
//!
//! Only instances that can violate the property are made: a *necessary* event of a property occurs in
//! each word that leads to a bad state, so the instance is a join of one binding of each.

use std::collections::{BTreeMap, BTreeSet};

use date::ids::{ContextId, EventId, StateId};
use date::model::{Creation, Specification, StateKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::monitor::Unit;
use super::occurrences::{Key, Occurrence, Occurrences};

/// The most instances of a unit.
const INSTANCES: usize = 1_000_000;

/// A key for each parameter of a chain of contexts, from the innermost context outwards.
pub(crate) type Binding = Vec<Option<Key>>;

/// An instance.
#[derive(Debug)]
pub(crate) struct Instance {
    pub binding: Binding,
    /// The positions of its occurrences, ascending, and their numbers.
    pub slice: Vec<(u32, u32)>,
}

/// The occurrences of a unit by their bindings.
#[derive(Debug)]
pub(crate) struct Slices<'o> {
    specification: &'o Specification,
    unit: &'o Unit,
    occurrences: &'o Occurrences,
    chain: Vec<ContextId>,
    /// The bindings of each kind of bound parameters.
    masks: FxHashMap<u64, FxHashSet<Binding>>,
    by_binding: FxHashMap<Binding, Vec<(u32, u32)>>,
    /// The bindings with the numbers of their occurrences.
    of_event: FxHashMap<EventId, BTreeSet<Binding>>,
    /// Each instance counts, and not each violation alone.
    each: bool,
    /// There are more instances than are made.
    pub cut: bool,
}

/// The set of bound parameters.
fn mask(binding: &[Option<Key>]) -> u64 {
    let places = binding.iter().enumerate();
    let bound = places.filter(|(_, key)| key.is_some());
    bound.fold(0, |mask, (place, _)| mask | 1 << place)
}

/// A binding with the parameters of a set alone.
fn project(binding: &[Option<Key>], mask: u64) -> Binding {
    let places = binding.iter().enumerate();
    let kept = places.map(|(place, &key)| key.filter(|_| mask & 1 << place != 0));
    kept.collect()
}

/// The join of two bindings that agree.
fn join(first: &[Option<Key>], second: &[Option<Key>]) -> Binding {
    let pairs = first.iter().zip(second);
    pairs.map(|(&first, &second)| first.or(second)).collect()
}

impl<'o> Slices<'o> {
    /// Sorts the occurrences that a unit sees. O(occurrences).
    pub fn new(
        specification: &'o Specification,
        unit: &'o Unit,
        occurrences: &'o Occurrences,
        each: bool,
    ) -> Self {
        let mut slices = Slices {
            specification,
            unit,
            occurrences,
            chain: specification.chain(unit.context).collect(),
            masks: FxHashMap::default(),
            by_binding: FxHashMap::default(),
            of_event: FxHashMap::default(),
            each,
            cut: false,
        };
        let texts = occurrences.texts.iter();
        let bindings: Vec<Option<Binding>> = texts.map(|text| slices.binding(text)).collect();
        for &(position, number) in &occurrences.positions {
            let Some(binding) = &bindings[number as usize] else {
                continue;
            };
            let event = occurrences.texts[number as usize].event;
            slices
                .of_event
                .entry(event)
                .or_default()
                .insert(binding.clone());
            let of_mask = slices.masks.entry(mask(binding)).or_default();
            of_mask.insert(binding.clone());
            let list = slices.by_binding.entry(binding.clone()).or_default();
            list.push((position, number));
        }
        slices
    }

    /// The binding of an occurrence that the unit sees. None of one that it does not see.
    fn binding(&self, occurrence: &Occurrence) -> Option<Binding> {
        let told = occurrence.property;
        if told.is_some_and(|property| !self.unit.properties.contains(&property)) {
            return None;
        }
        let event = &self.specification.events[occurrence.event];
        if !self.chain.contains(&event.context) || !self.matters(occurrence.event) {
            return None;
        }
        let mut binding = Vec::new();
        for context in &self.chain {
            let parameters = self.specification.contexts[*context].parameters.len();
            match occurrence.keys.get(context) {
                Some(keys) => binding.extend(keys.iter().copied()),
                None => binding.extend(std::iter::repeat_n(None, parameters)),
            }
        }
        let is_null = |key: &Option<Key>| {
            key.is_some_and(|key| self.occurrences.names[key as usize] == "null")
        };
        (!binding.iter().any(is_null)).then_some(binding)
    }

    /// An event matters if a property sees it, or if it may make the instance before one that does not.
    /// Events that no property sees make further instances as well, which report the same.
    fn matters(&self, event: EventId) -> bool {
        let letter = self.specification.letter(event);
        let sees = |&property: &usize| {
            let alphabet = &self.specification.properties[property].alphabet;
            alphabet.iter().any(|own| letter.contains(own))
        };
        let is_own = self.specification.events[event].context == self.unit.context;
        let makes = self.each || !self.is_sliced_alone();
        self.unit.properties.iter().any(sees) || is_own && makes
    }

    /// Checks whether each event that the unit sees makes the instance.
    fn is_sliced_alone(&self) -> bool {
        let sliced = self.specification.contexts[self.unit.context].creation == Creation::Slicing;
        let mut seen = self.unit.properties.iter().flat_map(|&property| {
            super::support::seen(self.specification, &self.specification.properties[property])
        });
        sliced && seen.all(|event| self.specification.events[event].context == self.unit.context)
    }

    /// The instances that may violate a property.
    pub fn instances(&mut self) -> Vec<Instance> {
        let mut bindings = BTreeSet::new();
        for &property in &self.unit.properties {
            if let Some(necessary) = necessary(self.specification, property) {
                bindings.extend(self.bindings(&necessary));
            }
        }
        let instances = bindings.into_iter().map(|binding| Instance {
            slice: self.slice(&binding),
            binding,
        });
        let instances: Vec<Instance> = instances.collect();
        let exists = |instance: &Instance| !instance.slice.is_empty() && self.is_defined(instance);
        instances.into_iter().filter(exists).collect()
    }

    /// Checks whether the events of an instance bind all its parameters.
    fn is_defined(&self, instance: &Instance) -> bool {
        let own = self.specification.contexts[self.unit.context]
            .parameters
            .len();
        let bound = instance.slice.iter().fold(0, |bound, &(_, number)| {
            let keys = &self.occurrences.texts[number as usize].keys;
            bound | keys.get(&self.unit.context).map_or(0, |keys| mask(keys))
        });
        bound == mask(&instance.binding[..own])
    }

    /// The occurrences with a binding that is less informative, in the order of the trace.
    fn slice(&self, binding: &[Option<Key>]) -> Vec<(u32, u32)> {
        let own = mask(binding);
        let less = self.masks.keys().filter(|&&mask| mask & !own == 0);
        let lists = less.filter_map(|&mask| self.by_binding.get(&project(binding, mask)));
        let mut slice: Vec<(u32, u32)> = lists.flatten().copied().collect();
        slice.sort_unstable();
        slice
    }

    /// The bindings of instances that have all necessary events.
    fn bindings(&mut self, necessary: &[EventId]) -> BTreeSet<Binding> {
        let own = &self.specification.contexts[self.unit.context];
        let width: usize = self
            .chain
            .iter()
            .map(|&context| self.specification.contexts[context].parameters.len())
            .sum();
        if width == 0 {
            return BTreeSet::from([Vec::new()]);
        }
        let joined = self.joined(necessary, width);
        if own.creation == Creation::Slicing {
            return self.closed(joined);
        }
        // Elsewhere an instance is made by one event that binds everything.
        let full = u64::MAX >> (64 - width);
        let made = self.masks.get(&full).into_iter().flatten();
        let tables = necessary.iter().map(|&event| {
            let table = self.of_letter(event);
            let masks: BTreeSet<u64> = table.iter().map(|binding| mask(binding)).collect();
            (table, masks)
        });
        let tables: Vec<(BTreeSet<Binding>, BTreeSet<u64>)> = tables.collect();
        let agrees = |binding: &&Binding| {
            tables.iter().all(|(table, masks)| {
                let mut less = masks.iter().map(|&mask| project(binding, mask));
                less.any(|less| table.contains(&less))
            })
        };
        let fits = made.filter(agrees).cloned();
        fits.collect()
    }

    /// The bindings of the occurrences that have an event in their letter.
    fn of_letter(&self, event: EventId) -> BTreeSet<Binding> {
        let letters = self.of_event.iter();
        let heard =
            letters.filter(|&(&raised, _)| self.specification.letter(raised).contains(&event));
        heard
            .flat_map(|(_, bindings)| bindings.iter().cloned())
            .collect()
    }

    /// The joins of one binding of each necessary event, as a database joins tables.
    fn joined(&mut self, necessary: &[EventId], width: usize) -> BTreeSet<Binding> {
        if necessary.is_empty() {
            let all = self.masks.values().flatten();
            return all.cloned().collect();
        }
        let mut tables: Vec<BTreeSet<Binding>> = necessary
            .iter()
            .map(|&event| self.of_letter(event))
            .collect();
        let mut joined: BTreeSet<Binding> = BTreeSet::from([vec![None; width]]);
        let mut bound = 0;
        while !tables.is_empty() {
            // First the table that shares most parameters, of these the smallest.
            let place = (0..tables.len()).max_by_key(|&place| {
                let masks = tables[place].iter().map(|binding| mask(binding));
                let shared = masks.fold(0, |all, mask| all | mask) & bound;
                (shared.count_ones(), std::cmp::Reverse(tables[place].len()))
            });
            let Some(place) = place else { break };
            let table = tables.swap_remove(place);
            bound |= table.iter().fold(0, |all, binding| all | mask(binding));
            joined = self.join_all(&joined, &table);
        }
        joined
    }

    fn join_all(
        &mut self,
        joined: &BTreeSet<Binding>,
        table: &BTreeSet<Binding>,
    ) -> BTreeSet<Binding> {
        let mut by_mask: BTreeMap<u64, Vec<&Binding>> = BTreeMap::new();
        for binding in table {
            by_mask.entry(mask(binding)).or_default().push(binding);
        }
        let mut indexes: FxHashMap<(u64, u64), FxHashMap<Binding, Vec<&Binding>>> =
            FxHashMap::default();
        let mut all = BTreeSet::new();
        for known in joined {
            for (&kind, bindings) in &by_mask {
                let shared = kind & mask(known);
                let index = indexes.entry((kind, shared)).or_insert_with(|| {
                    let mut index: FxHashMap<Binding, Vec<&Binding>> = FxHashMap::default();
                    for &binding in bindings {
                        let key = project(binding, shared);
                        index.entry(key).or_default().push(binding);
                    }
                    index
                });
                for binding in index.get(&project(known, shared)).into_iter().flatten() {
                    if all.len() >= INSTANCES {
                        self.cut = true;
                        return all;
                    }
                    all.insert(join(known, binding));
                }
            }
        }
        all
    }

    /// Adds the joins with the bindings of all other events.
    fn closed(&mut self, joined: BTreeSet<Binding>) -> BTreeSet<Binding> {
        let table: BTreeSet<Binding> = self.masks.values().flatten().cloned().collect();
        let full = table.iter().fold(0, |all, binding| all | mask(binding));
        let mut all = joined.clone();
        let mut fresh = joined;
        loop {
            fresh.retain(|binding| mask(binding) != full);
            let larger = self.join_all(&fresh, &table);
            fresh = larger.difference(&all).cloned().collect();
            if fresh.is_empty() || self.cut {
                return all;
            }
            all.extend(fresh.iter().cloned());
        }
    }

    /// The keys of an instance for each context.
    pub fn keys(&self, binding: &[Option<Key>]) -> FxHashMap<ContextId, Vec<Option<Key>>> {
        let mut rest = binding.iter().copied();
        let keys = self.chain.iter().map(|&context| {
            let parameters = self.specification.contexts[context].parameters.len();
            (context, rest.by_ref().take(parameters).collect())
        });
        keys.collect()
    }

    /// The name of an instance as reports of monitors have it: the keys, outermost first.
    pub fn name(&self, binding: &[Option<Key>]) -> String {
        let keys = self.keys(binding);
        let outwards = self.chain.iter().rev();
        let keys = outwards.flat_map(|context| &keys[context]);
        let names = keys.map(|key| match key {
            Some(key) => self.occurrences.names[*key as usize].clone(),
            None => "-".to_owned(),
        });
        let names: Vec<String> = names.collect();
        if names.is_empty() {
            return "global".to_owned();
        }
        names.join(", ")
    }

    /// The parameters of the own context that an instance binds.
    pub fn bound(&self, binding: &[Option<Key>]) -> u64 {
        let own = self.specification.contexts[self.unit.context]
            .parameters
            .len();
        mask(&binding[..own])
    }

    /// Checks whether the context of the unit is sliced.
    pub fn is_sliced(&self) -> bool {
        self.specification.contexts[self.unit.context].creation == Creation::Slicing
    }
}

/// The events without which no word leads to a bad state. None if no word does.
fn necessary(specification: &Specification, property: usize) -> Option<Vec<EventId>> {
    let property = &specification.properties[property];
    let reaches_bad = |without: Option<EventId>| {
        let mut reached = FxHashSet::from_iter([property.date.initial]);
        let mut open: Vec<StateId> = vec![property.date.initial];
        while let Some(state) = open.pop() {
            for (_, transition) in property.date.outgoing(state) {
                if Some(transition.event) == without {
                    continue;
                }
                if property.date.states[transition.to].kind == StateKind::Bad {
                    return true;
                }
                if reached.insert(transition.to) {
                    open.push(transition.to);
                }
            }
        }
        false
    };
    let needs = |&event: &EventId| !reaches_bad(Some(event));
    reaches_bad(None).then(|| property.alphabet.iter().copied().filter(needs).collect())
}
