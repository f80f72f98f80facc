//! Finds instances by their keys and their parents, without a look at all of them.
//!
//! The reference goes without it: it searches all instances, and so is the oracle of what is found
//! here.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::instances::{Instance, InstanceId};
use super::keys::{Node, hash, is_certain};
use date::code::Value;
use date::ids::{ContextId, StateId};
use date::model::Parameter;

/// The instances that are alive.
#[derive(Debug, Clone, Default)]
pub(super) struct Index {
    /// All of them.
    pub alive: BTreeSet<InstanceId>,
    /// By their context and their parent.
    within: HashMap<(ContextId, InstanceId), BTreeSet<InstanceId>>,
    /// By their context and parent, the number of a parameter, and its key; a parameter that slicing leaves open
    /// has a place of its own.
    keyed: HashMap<u64, BTreeSet<InstanceId>>,
    /// Released during the current event.
    pub released: Vec<InstanceId>,
    /// How many are in a state, by the number of the property.
    pub states: BTreeMap<(usize, StateId), usize>,
}

impl Index {
    /// Adds an instance.
    pub fn add(&mut self, id: InstanceId, instance: &Instance, parameters: &[Parameter]) {
        self.alive.insert(id);
        for (&property, &state) in &instance.states {
            *self.states.entry((property, state)).or_default() += 1;
        }
        if let Some(parent) = instance.parent {
            let within = self.within.entry((instance.context, parent));
            within.or_default().insert(id);
            for place in places(instance, parent, parameters) {
                self.keyed.entry(place).or_default().insert(id);
            }
        }
    }

    /// Removes an instance.
    pub fn remove(&mut self, id: InstanceId, instance: &Instance, parameters: &[Parameter]) {
        self.alive.remove(&id);
        for (&property, &state) in &instance.states {
            self.leave(property, state);
        }
        let Some(parent) = instance.parent else {
            return;
        };
        let key = (instance.context, parent);
        if let Some(within) = self.within.get_mut(&key) {
            within.remove(&id);
            if within.is_empty() {
                self.within.remove(&key);
            }
        }
        for place in places(instance, parent, parameters) {
            if let Some(found) = self.keyed.get_mut(&place) {
                found.remove(&id);
                if found.is_empty() {
                    self.keyed.remove(&place);
                }
            }
        }
    }

    /// Moves an instance from one state of a property to another one.
    pub fn moves(&mut self, property: usize, from: Option<StateId>, to: StateId) {
        if let Some(from) = from {
            self.leave(property, from);
        }
        *self.states.entry((property, to)).or_default() += 1;
    }

    fn leave(&mut self, property: usize, state: StateId) {
        if let Some(count) = self.states.get_mut(&(property, state)) {
            *count -= 1;
            if *count == 0 {
                self.states.remove(&(property, state));
            }
        }
    }

    /// The instances of a context directly in `parent`, in the order of their creation.
    pub fn within(&self, context: ContextId, parent: InstanceId) -> Vec<InstanceId> {
        let found = self.within.get(&(context, parent));
        found.into_iter().flatten().copied().collect()
    }

    /// The same without some that agree with no binding as `wanted`. What is left out has another key for sure, and
    /// so has it in the parameter in which it is compared first or in one of which that is always known.
    pub fn agreeing(
        &self,
        context: ContextId,
        parent: InstanceId,
        wanted: &[Option<Value>],
        parameters: &[Parameter],
    ) -> Vec<InstanceId> {
        let bound = parameters.iter().zip(wanted).enumerate();
        let mut bound = bound
            .filter_map(|(number, (parameter, value))| Some((number, parameter, value.as_ref()?)));
        let Some(first) = bound.next() else {
            return self.within(context, parent);
        };
        let mut choices = vec![first];
        choices.extend(bound);
        let is_known =
            |&(_, parameter, value): &(usize, &Parameter, &Value)| is_certain(parameter, value);
        if !choices.iter().all(is_known) {
            choices.truncate(1);
        }
        let found = choices.into_iter().map(|(number, parameter, value)| {
            let nodes = Node::all(parameter.identity, value);
            let places = nodes.map(|node| place(context, parent, number, &Some(node)));
            let places = places.chain([place(context, parent, number, &None)]);
            places
                .filter_map(|place| self.keyed.get(&place))
                .collect::<Vec<_>>()
        });
        let size =
            |found: &Vec<&BTreeSet<InstanceId>>| found.iter().map(|ids| ids.len()).sum::<usize>();
        let least = found.min_by_key(size).unwrap_or_default();
        let mut ids: Vec<InstanceId> = least.into_iter().flatten().copied().collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }
}

/// The places of an instance among the keys.
fn places<'i>(
    instance: &'i Instance,
    parent: InstanceId,
    parameters: &'i [Parameter],
) -> impl Iterator<Item = u64> + 'i {
    let keys = parameters.iter().zip(&instance.keys).enumerate();
    keys.flat_map(move |(number, (parameter, key))| {
        let nodes: Vec<Option<Node<'_>>> = match key {
            None => vec![None],
            Some(value) => Node::all(parameter.identity, value).map(Some).collect(),
        };
        let places = nodes.into_iter();
        places.map(move |node| place(instance.context, parent, number, &node))
    })
}

fn place(context: ContextId, parent: InstanceId, number: usize, node: &Option<Node<'_>>) -> u64 {
    hash(&(context.index(), parent.index(), number, node))
}
