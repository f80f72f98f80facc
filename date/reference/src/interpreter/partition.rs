//! Which lines of a trace need nothing of each other: those of objects that no line brings together.
//!
//! An instance is made for objects, and only lines with one of its objects concern it. So two lines belong to
//! one *component* if they have an object in common, directly or through other lines. Each component
//! has a run of its own. That holds only where instances share nothing else, which
//! [`Partition::of`] checks.

use super::keys::{Node, hash};
use super::occurrence::Occurrence;
use date::code::{Code, Effects, NameKind, Types};
use date::ids::{ContextId, EventId};
use date::model::{Alternative, Creation, Identity, Specification, Trigger};

/// How the lines of a trace are cut into components.
#[derive(Debug)]
pub(super) struct Partition<'s> {
    specification: &'s Specification,
    /// For each context with slicing the number of a parameter that all its events bind.
    common: Vec<Option<usize>>,
    /// Lines may bring several objects together.
    pub joins: bool,
}

/// The component of the global instance.
pub(super) const GLOBAL: u64 = 0;

/// A check that may say why there is one component only.
type Checked<T> = Result<T, String>;

impl<'s> Partition<'s> {
    /// The partition for a specification.
    ///
    /// # Errors
    /// Why all its instances belong together, in half a sentence.
    pub fn of(specification: &'s Specification) -> Checked<Self> {
        let contexts = &specification.contexts;
        if contexts.len() < 2 {
            return Err("all its monitors are global".to_owned());
        }
        if !contexts[ContextId::from_raw(0)].variables.is_empty() {
            return Err("its objects share global variables".to_owned());
        }
        for context in contexts {
            if let Some(clock) = context.clocks.first() {
                return Err(format!("the clock `{}` orders its objects", clock.name));
            }
            if let Some(channel) = context.channels.first() {
                let name = &channel.name;
                return Err(format!("the channel `{name}` connects its objects"));
            }
        }
        let mut partition = Partition {
            specification,
            common: vec![None; contexts.len()],
            joins: false,
        };
        partition.check_events()?;
        partition.check_slicing()?;
        partition.check_code()?;
        Ok(partition)
    }

    fn check_events(&mut self) -> Checked<()> {
        for (id, event) in self.specification.events.iter_enumerated() {
            let name = &event.name;
            if event.context.index() == 0 {
                let letter = self.specification.letter(id);
                let mut inner = self.specification.properties.iter();
                let hears = inner.any(|property| {
                    let mut transitions = property.date.transitions.iter();
                    property.context.index() > 0 && transitions.any(|t| letter.contains(&t.event))
                });
                if hears {
                    return Err(format!("`{name}` concerns all objects"));
                }
            }
            for alternative in &event.alternatives {
                match alternative.trigger {
                    Trigger::Point(_) => {}
                    Trigger::Timeout { .. } | Trigger::Receive { .. } | Trigger::EndOfProgram => {
                        return Err(format!("`{name}` concerns all objects"));
                    }
                }
                let bound = self.bound(event.context, alternative);
                if event.context.index() > 0 && bound.is_empty() {
                    return Err(format!("`{name}` binds none of its objects"));
                }
                let by_equals = |&(context, number): &(ContextId, usize)| {
                    let parameter = &self.specification.contexts[context].parameters[number];
                    parameter.identity == Identity::Equals
                };
                self.joins |= bound.len() > 1 || bound.iter().any(by_equals);
            }
        }
        Ok(())
    }

    /// The parameters that an alternative binds, each with its context.
    fn bound(&self, context: ContextId, alternative: &Alternative) -> Vec<(ContextId, usize)> {
        let bindings = alternative.trigger.bindings();
        let bound = bindings
            .iter()
            .filter_map(|binding| self.parameter(context, &binding.name));
        bound.collect()
    }

    /// The parameter that a name stands for in a context.
    fn parameter(&self, context: ContextId, name: &str) -> Option<(ContextId, usize)> {
        self.specification.chain(context).find_map(|id| {
            let mut parameters = self.specification.contexts[id].parameters.iter();
            Some((id, parameters.position(|parameter| parameter.name == name)?))
        })
    }

    /// Under slicing two events that bind different parameters make an instance for both. So all events of a
    /// context must bind one parameter.
    fn check_slicing(&mut self) -> Checked<()> {
        for (id, context) in self.specification.contexts.iter_enumerated() {
            if context.creation != Creation::Slicing {
                continue;
            }
            if context.parent.is_none_or(|parent| parent.index() > 0) {
                return Err("contexts inside one that is sliced belong together".to_owned());
            }
            let events = self.specification.events.iter();
            let own = events.filter(|event| event.context == id);
            let alternatives: Vec<&Alternative> =
                own.flat_map(|event| &event.alternatives).collect();
            let binds = |alternative: &Alternative, number| {
                self.bound(id, alternative).contains(&(id, number))
            };
            let mut numbers = 0..context.parameters.len();
            let common = numbers.find(|&number| alternatives.iter().all(|a| binds(a, number)));
            if common.is_none() {
                return Err("its events have no object in common".to_owned());
            }
            self.common[id.index()] = common;
        }
        Ok(())
    }

    /// Checks that no code sees what another object has left.
    fn check_code(&self) -> Checked<()> {
        for (id, event) in self.specification.events.iter_enumerated() {
            for alternative in &event.alternatives {
                let codes = alternative.filter.iter().chain(&alternative.wheres);
                for code in codes {
                    self.check(code, event.context, &[(id, alternative)])?;
                }
            }
        }
        for context in &self.specification.contexts {
            for code in context.variables.iter().filter_map(|v| v.initial.as_ref()) {
                self.check(code, ContextId::from_raw(0), &[])?;
            }
        }
        for property in &self.specification.properties {
            for code in property
                .date
                .states
                .iter()
                .filter_map(|state| state.entry.as_ref())
            {
                self.check(code, property.context, &[])?;
            }
            for transition in &property.date.transitions {
                let raising = self.raising(transition.event);
                let codes = transition.condition.iter().chain(&transition.action);
                for code in codes {
                    self.check(code, property.context, &raising)?;
                }
            }
        }
        Ok(())
    }

    /// The alternatives that raise an event, with their events.
    fn raising(&self, event: EventId) -> Vec<(EventId, &Alternative)> {
        let events = self.specification.events.iter_enumerated();
        let raising = events.filter(|&(id, _)| self.specification.letter(id).contains(&event));
        raising
            .flat_map(|(id, event)| event.alternatives.iter().map(move |a| (id, a)))
            .collect()
    }

    /// Code may read event variables that each of these alternatives binds anew, and write none.
    fn check(
        &self,
        code: &Code,
        context: ContextId,
        raising: &[(EventId, &Alternative)],
    ) -> Checked<()> {
        let types = Types::of(self.specification, context);
        let effects = Effects::of(code, &types);
        if effects.opaque {
            return Err(format!("`{}` may do anything", code.text.trim()));
        }
        for name in &effects.writes {
            if matches!(name.kind, NameKind::EventVariable | NameKind::Parameter(_)) {
                return Err(format!("`{}` is computed", name.text));
            }
        }
        let contexts: Vec<ContextId> = raising
            .iter()
            .map(|&(event, _)| self.specification.events[event].context)
            .collect();
        for name in &effects.reads {
            if name.kind != NameKind::EventVariable {
                continue;
            }
            let binds = |(_, alternative): &(EventId, &Alternative)| {
                let bindings = alternative.trigger.bindings();
                bindings.iter().any(|binding| binding.name == name.text)
            };
            let is_own = !raising.is_empty()
                && raising.iter().all(binds)
                && contexts.windows(2).all(|pair| pair[0] == pair[1]);
            if !is_own {
                return Err(format!("`{}` may be left by another event", name.text));
            }
        }
        Ok(())
    }

    /// The objects of an occurrence. None for one that concerns the global instance.
    pub fn nodes(&self, occurrence: &Occurrence, nodes: &mut Vec<u64>) {
        nodes.clear();
        let context = self.specification.events[occurrence.event].context;
        if context.index() == 0 {
            return nodes.push(GLOBAL);
        }
        for (name, value) in &occurrence.values {
            let Some((holder, number)) = self.parameter(context, name) else {
                continue;
            };
            if self.common[holder.index()].is_some_and(|common| common != number) {
                continue;
            }
            let identity = self.specification.contexts[holder].parameters[number].identity;
            let place = (holder.index(), number);
            nodes.extend(Node::all(identity, value).map(|node| hash(&(place, node))));
        }
    }
}
