//! From a recorded occurrence to the keys of the instance that it concerns: bindings, `filter`,
//! `where`s.

use std::collections::BTreeMap;

use super::keys::Keys;
use super::site::{End, Site};
use super::{Interpreter, Judged, Unknown};
use date::code::{Code, Effects, JavaType, Name, NameKind, Value};
use date::ids::{ContextId, EventId};
use date::model::{Alternative, Binding, ControlFlow, Event, FlowTest};
use languages::print_flow;

impl Interpreter<'_> {
    /// Binds what the occurrence brings along and runs `filter` and `where`s; `None` where they
    /// drop it, in which case nothing has been bound.
    pub(super) fn matched(
        &mut self,
        event: EventId,
        alternative: usize,
        values: &BTreeMap<String, Value>,
    ) -> Judged<Option<Keys>> {
        let specification = self.specification;
        let declared = &specification.events[event];
        let alternative = &declared.alternatives[alternative];
        let before = self.event_variables.clone();
        let mut site = Site::of_match(event, declared.context);
        for binding in alternative.trigger.bindings() {
            self.bind(declared, binding, values, &mut site)?;
        }
        if self.passes(declared, alternative, values, &mut site)? {
            return Ok(Some(site.keys.unwrap_or_default()));
        }
        self.event_variables = before;
        Ok(None)
    }

    fn bind(
        &mut self,
        event: &Event,
        binding: &Binding,
        values: &BTreeMap<String, Value>,
        site: &mut Site,
    ) -> Judged<()> {
        let Some(value) = values.get(&binding.name) else {
            let name = (event.context, binding.name.clone());
            self.event_variables
                .insert(name, Err(format!("`{}` is not recorded", binding.name)));
            return Ok(());
        };
        let ty = binding
            .ty
            .as_deref()
            .map_or(JavaType::Reference, JavaType::of);

        let value = value.clone().assigned_to(ty).map_err(|_| {
            let ty = binding.ty.as_deref().unwrap_or_default();
            Unknown(format!(
                "`{}` has the type {ty}, and {value} has not",
                binding.name
            ))
        })?;
        self.store(event, &binding.name, value, site);

        Ok(())
    }

    /// A parameter of the event's contexts is bound as such, all else is an event variable.
    fn store(&mut self, event: &Event, name: &str, value: Value, site: &mut Site) {
        match self.holder(event.context, name) {
            Some(context) => {
                _ = site
                    .keys
                    .get_or_insert_default()
                    .insert((context, name.to_owned()), value)
            }
            None => {
                _ = self
                    .event_variables
                    .insert((event.context, name.to_owned()), Ok(value))
            }
        }
    }

    /// The context with a parameter of this name.
    fn holder(&self, context: ContextId, name: &str) -> Option<ContextId> {
        let contexts = &self.specification.contexts;
        self.specification
            .chain(context)
            .find(|&id| contexts[id].parameters.iter().any(|p| p.name == name))
    }

    fn passes(
        &mut self,
        event: &Event,
        alternative: &Alternative,
        values: &BTreeMap<String, Value>,
        site: &mut Site,
    ) -> Judged<bool> {
        for FlowTest { flow, holds } in alternative.trigger.flows() {
            if self.is_in(flow)? != *holds {
                return Ok(false);
            }
        }

        if let Some(filter) = &alternative.filter
            && !self.condition(site, filter)?
        {
            return Ok(false);
        }

        for code in &alternative.wheres {
            match self.recorded_results(event, alternative, code, values) {
                Some(results) => {
                    results
                        .into_iter()
                        .for_each(|(name, value)| self.store(event, &name, value, site));
                }
                // A `where` that returns early or throws drops the occurrence.
                None if self.statements(site, code)? != End::Through => return Ok(false),
                None => {}
            }
        }

        Ok(true)
    }

    /// Returns whether the thread is in a control flow, which the line records: what a trace says
    /// of join points are its events alone.
    fn is_in(&self, flow: &ControlFlow) -> Judged<bool> {
        let term = print_flow(flow);
        match self.recorded(&term) {
            Some(Ok(Value::Bool(is_in))) => Ok(is_in),
            _ => Err(Unknown(format!(
                "whether the thread is in `{term}` is not recorded"
            ))),
        }
    }

    /// Returns what a `where` computes, if the line records all of it.
    fn recorded_results(
        &self,
        event: &Event,
        alternative: &Alternative,
        code: &Code,
        values: &BTreeMap<String, Value>,
    ) -> Option<Vec<(String, Value)>> {
        let bound = alternative.trigger.bindings();
        let results = results(code, &self.types[event.context]);
        let recorded = results.iter().map(|name| {
            let computed =
                is_bindable(name) && bound.iter().all(|binding| binding.name != name.text);
            computed
                .then(|| Some((name.text.clone(), values.get(&name.text)?.clone())))
                .flatten()
        });
        let recorded: Option<Vec<_>> = recorded.collect();
        recorded.filter(|recorded| !recorded.is_empty())
    }
}

/// Returns what a `where` writes.
pub(super) fn results(code: &Code, types: &date::code::Types) -> Vec<Name> {
    Effects::of(code, types).writes.into_iter().collect()
}

/// Returns whether an event can bind the name.
pub(super) fn is_bindable(name: &Name) -> bool {
    matches!(name.kind, NameKind::EventVariable | NameKind::Parameter(_))
}
