//! The instances of all contexts.

use std::collections::BTreeMap;
use std::ops;

use index_vec::{IndexVec, define_index_type};

use super::clock::Clock;
use super::index::Index;
use super::run::{FinalInstance, Seen};
use super::{Interpreter, Judged, Stored};
use date::code::{JavaType, Value};
use date::ids::{ContextId, StateId};
use date::model::Parameter;

define_index_type! {
    /// An instance; ids follow the order of creation.
    pub(super) struct InstanceId = u32;
    DISPLAY_FORMAT = "i{}";
}

/// The instance of the global context, the first that is made.
pub(super) const GLOBAL: InstanceId = InstanceId::from_raw_unchecked(0);

/// One instance of a context.
#[derive(Debug, Clone)]
pub(super) struct Instance {
    pub context: ContextId,
    /// The instance of the parent context that it lies in.
    pub parent: Option<InstanceId>,
    /// One for each parameter; `None` where slicing leaves it open.
    pub keys: Vec<Option<Value>>,
    pub variables: BTreeMap<String, Stored>,
    pub clocks: BTreeMap<String, Clock>,
    /// By number of the property.
    pub states: BTreeMap<usize, StateId>,
    /// Not yet released.
    pub alive: bool,
    /// The line of the trace that made it.
    pub line: u32,
}

/// All instances ever made. With an index, those that were released during an earlier event are gone.
#[derive(Debug, Clone, Default)]
pub(super) struct Instances {
    all: IndexVec<InstanceId, Option<Box<Instance>>>,
    index: Option<Index>,
}

impl ops::Index<InstanceId> for Instances {
    type Output = Instance;

    fn index(&self, id: InstanceId) -> &Instance {
        self.all[id].as_ref().expect("it is there during the event")
    }
}

impl ops::IndexMut<InstanceId> for Instances {
    fn index_mut(&mut self, id: InstanceId) -> &mut Instance {
        self.all[id].as_mut().expect("it is there during the event")
    }
}

impl Instances {
    /// No instances yet. They are found by an index.
    pub fn indexed() -> Self {
        Instances {
            all: IndexVec::new(),
            index: Some(Index::default()),
        }
    }

    /// Returns the instances that are alive, in the order of their creation.
    pub fn alive(&self) -> Vec<InstanceId> {
        match &self.index {
            Some(index) => index.alive.iter().copied().collect(),
            None => {
                let all = self.all.iter_enumerated();
                let alive = all.filter(|(_, instance)| instance.as_ref().is_some_and(|i| i.alive));
                alive.map(|(id, _)| id).collect()
            }
        }
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns the live instances of a context directly in `parent`, in the order of their
    /// creation.
    pub fn within(&self, context: ContextId, parent: InstanceId) -> Vec<InstanceId> {
        if let Some(index) = &self.index {
            return index.within(context, parent);
        }
        let is_inner =
            |id: &InstanceId| self[*id].context == context && self[*id].parent == Some(parent);
        self.alive().into_iter().filter(is_inner).collect()
    }

    /// The same. With an index, some of those are missing that do not agree with the keys.
    pub fn agreeing(
        &self,
        context: ContextId,
        parent: InstanceId,
        wanted: &[Option<Value>],
        parameters: &[Parameter],
    ) -> Vec<InstanceId> {
        match &self.index {
            Some(index) => index.agreeing(context, parent, wanted, parameters),
            None => self.within(context, parent),
        }
    }

    /// Adds an instance of a context with these parameters.
    pub fn add(&mut self, instance: Instance, parameters: &[Parameter]) -> InstanceId {
        let id = self.all.next_idx();
        if instance.alive
            && let Some(index) = &mut self.index
        {
            index.add(id, &instance, parameters);
        }
        self.all.push(Some(Box::new(instance)))
    }

    /// Moves an instance to a state.
    pub fn moves(&mut self, id: InstanceId, property: usize, state: StateId) {
        let before = self[id].states.insert(property, state);
        // One that was released stands nowhere any more.
        if self[id].alive
            && let Some(index) = &mut self.index
        {
            index.moves(property, before, state);
        }
    }

    /// Notes that an instance is released, whose context has these parameters.
    pub fn release(&mut self, id: InstanceId, parameters: &[Parameter]) {
        self[id].alive = false;
        if let Some(index) = &mut self.index {
            let instance = self.all[id].as_ref().expect("it is there during the event");
            index.remove(id, instance, parameters);
            index.released.push(id);
        }
    }

    /// Forgets what was released during the latest event.
    pub fn sweep(&mut self) {
        if let Some(index) = &mut self.index {
            for id in index.released.drain(..) {
                self.all[id] = None;
            }
        }
    }

    /// The states in which instances are, with the number of the property; none without an index.
    pub fn states(&self) -> impl Iterator<Item = (usize, StateId)> + '_ {
        let states = self.index.iter().flat_map(|index| index.states.keys());
        states.copied()
    }
}

impl Interpreter<'_> {
    /// A new instance that has begun: variables, clocks, entry code of the initial states.
    pub(super) fn create(
        &mut self,
        context: ContextId,
        parent: Option<InstanceId>,
        keys: Vec<Option<Value>>,
    ) -> Judged<InstanceId> {
        let declared = &self.specification.contexts[context];
        let default = |ty: &str| Ok(Value::default_of(JavaType::of(ty)));
        let variables = declared
            .variables
            .iter()
            .map(|v| (v.name.clone(), default(&v.ty)))
            .collect();
        let states = self.properties_of(context).into_iter();
        let states = states
            .map(|number| (number, self.specification.properties[number].date.initial))
            .collect();

        let instance = Instance {
            context,
            parent,
            keys,
            variables,
            clocks: BTreeMap::new(),
            states,
            alive: true,
            line: self.line,
        };
        let id = self.instances.add(instance, &declared.parameters);
        self.observe(id, Seen::Created);

        // An instance begins in LARVA's order: variables, clocks, entry code.
        for variable in &declared.variables {
            self.initialize(id, variable)?;
        }

        for clock in &declared.clocks {
            let started = Clock::started(self.clocks.now);
            self.instances[id]
                .clocks
                .insert(clock.name.clone(), started);
        }

        for number in self.properties_of(context) {
            let initial = self.specification.properties[number].date.initial;
            self.enter(id, number, initial)?;
        }

        Ok(id)
    }

    /// A new instance that takes over what an existing one has gone through.
    pub(super) fn create_from(
        &mut self,
        origin: InstanceId,
        keys: Vec<Option<Value>>,
    ) -> InstanceId {
        let instance = Instance {
            keys,
            line: self.line,
            ..self.instances[origin].clone()
        };
        let parameters = &self.specification.contexts[instance.context].parameters;
        let id = self.instances.add(instance, parameters);
        self.observe(id, Seen::Created);
        id
    }

    /// Numbers of the properties of a context, in declaration order.
    pub(super) fn properties_of(&self, context: ContextId) -> Vec<usize> {
        let properties = self.specification.properties.iter().enumerate();
        properties
            .filter(|(_, property)| property.context == context)
            .map(|(number, _)| number)
            .collect()
    }

    /// Releases an instance and all inside it: the next event of its keys makes a fresh one.
    pub(super) fn release(&mut self, id: InstanceId) {
        self.observe(id, Seen::Released);
        let mut released = vec![id];
        while let Some(outer) = released.pop() {
            let context = self.instances[outer].context;
            let parameters = &self.specification.contexts[context].parameters;
            let contexts = self.specification.contexts.iter_enumerated();
            for (inner, _) in contexts.filter(|(_, inner)| inner.parent == Some(context)) {
                released.extend(self.instances.within(inner, outer));
            }
            self.instances.release(outer, parameters);
        }
    }

    /// The keys, outermost first: `Class@1`, `-` where slicing leaves a parameter open; `global`
    /// without any.
    pub(super) fn describe(&self, id: InstanceId) -> String {
        let mut outwards: Vec<InstanceId> =
            std::iter::successors(Some(id), |&id| self.instances[id].parent).collect();
        outwards.reverse();
        let keys = outwards.into_iter().flat_map(|id| &self.instances[id].keys);
        let keys: Vec<String> = keys
            .map(|key| key.as_ref().map_or("-".to_owned(), Value::to_string))
            .collect();
        if keys.is_empty() {
            "global".to_owned()
        } else {
            keys.join(", ")
        }
    }

    /// An instance at the end of the run.
    pub(super) fn final_instance(&self, id: InstanceId) -> FinalInstance {
        let instance = &self.instances[id];
        let variables = instance
            .variables
            .iter()
            .map(|(name, stored)| (name.clone(), stored.clone().ok()));
        FinalInstance {
            context: instance.context,
            name: self.describe(id),
            states: instance.states.clone(),
            variables: variables.collect(),
        }
    }
}
