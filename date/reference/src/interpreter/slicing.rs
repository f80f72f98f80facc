//! Parametric slicing: the instance of a binding has gone through the events whose bindings are
//! less or equally informative (Meredith and Rosu, "Runtime verification with the RV system",
//! section 3.1).
//!
//! An event with the binding b defines b and the join of b with every defined binding that agrees
//! with it. A binding that becomes defined starts from the largest defined one that is less
//! informative, or anew where there is none. Then the event goes to every instance whose binding is
//! at least as informative as b.

use super::instances::InstanceId;
use super::{Interpreter, Judged, Unknown};
use date::code::Value;
use date::ids::ContextId;

/// A value for each parameter, or none.
type Binding = Vec<Option<Value>>;

impl Interpreter<'_> {
    /// The instances that hear an event with this binding. `creates`: the event may define a
    /// binding from nothing.
    pub(super) fn slice(
        &mut self,
        context: ContextId,
        outer: InstanceId,
        event: &[Option<Value>],
        creates: bool,
    ) -> Judged<Vec<InstanceId>> {
        // Each new binding starts from what there was before the event.
        let parameters = &self.specification.contexts[context].parameters;
        let defining = self.to_define(context, outer, event)?;
        let before: Vec<Vec<InstanceId>> = defining
            .iter()
            .map(|binding| self.instances.agreeing(context, outer, binding, parameters))
            .collect();
        for (binding, before) in defining.into_iter().zip(before) {
            match self.largest_less(context, &before, &binding)? {
                Some(origin) => _ = self.create_from(origin, binding),
                None if creates => _ = self.create(context, Some(outer), binding)?,
                None => {}
            }
        }

        let mut hearing = Vec::new();
        for id in self.instances.agreeing(context, outer, event, parameters) {
            if self.extends(context, &self.instances[id].keys, event)? {
                hearing.push(id);
            }
        }

        Ok(hearing)
    }

    /// The joins of the event's binding with the defined ones that agree with it, and itself, so
    /// far as they are new.
    fn to_define(
        &self,
        context: ContextId,
        outer: InstanceId,
        event: &[Option<Value>],
    ) -> Judged<Vec<Binding>> {
        let parameters = &self.specification.contexts[context].parameters;
        let mut candidates: Vec<Binding> = Vec::new();
        for id in self.instances.agreeing(context, outer, event, parameters) {
            let keys = &self.instances[id].keys;
            if self.agree(context, keys, event)? {
                candidates.push(
                    keys.iter()
                        .zip(event)
                        .map(|(a, b)| a.clone().or_else(|| b.clone()))
                        .collect(),
                );
            }
        }

        // Joins are in the order of the instances that they extend. The event's binding is last.
        candidates.push(event.to_vec());
        let mut new: Vec<Binding> = Vec::new();

        for candidate in candidates {
            let mut seen = false;
            for id in self
                .instances
                .agreeing(context, outer, &candidate, parameters)
            {
                seen |= self.is_same(context, &self.instances[id].keys, &candidate)?;
            }
            for binding in &new {
                seen |= self.is_same(context, binding, &candidate)?;
            }
            if !seen {
                new.push(candidate);
            }
        }

        Ok(new)
    }

    /// The largest of the defined bindings that are less informative. Joins are defined along with
    /// what they join, so that one of them extends all others.
    fn largest_less(
        &self,
        context: ContextId,
        defined: &[InstanceId],
        binding: &[Option<Value>],
    ) -> Judged<Option<InstanceId>> {
        let mut largest: Option<InstanceId> = None;
        let size = |id: InstanceId| self.instances[id].keys.iter().flatten().count();
        for &id in defined {
            if self.extends(context, binding, &self.instances[id].keys)?
                && largest.is_none_or(|l| size(l) < size(id))
            {
                largest = Some(id);
            }
        }

        for &id in defined {
            // An instance that was released may be missing among the joins, and then none extends
            // all others.
            let Some(largest) = largest else { break };
            let less = self.extends(context, binding, &self.instances[id].keys)?;
            if less
                && !self.extends(
                    context,
                    &self.instances[largest].keys,
                    &self.instances[id].keys,
                )?
            {
                return Err(Unknown(
                    "an instance was released that others are joined through".to_owned(),
                ));
            }
        }

        Ok(largest)
    }

    /// Returns whether `more` binds all that `less` binds, to the same keys.
    fn extends(
        &self,
        context: ContextId,
        more: &[Option<Value>],
        less: &[Option<Value>],
    ) -> Judged<bool> {
        let covers = more
            .iter()
            .zip(less)
            .all(|(more, less)| more.is_some() || less.is_none());
        Ok(covers && self.agree(context, more, less)?)
    }

    fn is_same(
        &self,
        context: ContextId,
        a: &[Option<Value>],
        b: &[Option<Value>],
    ) -> Judged<bool> {
        Ok(self.extends(context, a, b)? && self.extends(context, b, a)?)
    }
}
