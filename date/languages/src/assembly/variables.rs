//! Event variables. All events of one context share one name space: a variable has one type there,
//! and giving it once, in an event's parameter list or in a pattern, types every use (LARVA; the
//! other formats follow). A variable with the name of a parameter of the context or an ancestor
//! *is* that parameter and has its type.

use std::collections::BTreeMap;

use super::Assembly;
use crate::draft::Word;
use date::ids::{ContextId, EventId};
use date::model::{Binding, Event, EventParameter, Trigger, TypePattern};

/// Types by variable.
type Types = BTreeMap<String, String>;

/// A type of a variable that differs from the one it has elsewhere.
#[derive(PartialEq)]
struct Clash {
    event: EventId,
    name: String,
    ty: String,
}

impl Assembly<'_> {
    pub(super) fn type_variables(&mut self) {
        for id in self.contexts.indices() {
            let (written, _) = self.types_of_block(id);
            let events: Vec<EventId> = self.events_of(id);
            events
                .iter()
                .for_each(|&event| type_targets(&mut self.events[event], &written));
            let (types, clashes) = self.types_of_block(id);
            events
                .iter()
                .for_each(|&event| type_event(&mut self.events[event], &types));
            clashes
                .iter()
                .for_each(|clash| self.report_clash(clash, &types));
            let visible = self.visible_variables(id);
            self.variables.push(visible);
        }
    }

    fn report_clash(&mut self, clash: &Clash, types: &Types) {
        let Clash { event, name, ty } = clash;
        let message = format!(
            "`{name}` has the type {ty} here and {} elsewhere in this context",
            types[name]
        );
        self.report(&self.word_of(*event), "variable-type", message);
    }

    fn events_of(&self, id: ContextId) -> Vec<EventId> {
        self.events
            .iter_enumerated()
            .filter(|(_, event)| event.context == id)
            .map(|(event, _)| event)
            .collect()
    }

    /// Every variable of the context's events that has a type, with the first type; and where it
    /// gets another.
    fn types_of_block(&self, id: ContextId) -> (Types, Vec<Clash>) {
        let chain = self.chain(id);
        let keys = chain
            .iter()
            .rev()
            .flat_map(|id| &self.contexts[*id].parameters);
        let mut types: Types = keys.map(|p| (p.name.clone(), p.ty.clone())).collect();
        let mut clashes: Vec<Clash> = Vec::new();

        for event in self.events_of(id) {
            for (name, ty) in written_types(&self.events[event]) {
                match types.get(&name) {
                    Some(known) if *known != ty => {
                        // What a parameter list and patterns say alike is told once.
                        let clash = Clash { event, name, ty };
                        if !clashes.contains(&clash) {
                            clashes.push(clash);
                        }
                    }
                    Some(_) => {}
                    None => _ = types.insert(name, ty),
                }
            }
        }

        (types, clashes)
    }

    pub(super) fn word_of(&self, event: EventId) -> Word {
        let event = &self.events[event];
        Word {
            text: event.name.clone(),
            range: event.span.start as usize..event.span.end as usize,
        }
    }

    /// The variables of the events of the context and its ancestors.
    fn visible_variables(&self, id: ContextId) -> Vec<String> {
        let chain = self.chain(id);
        let events = self
            .events
            .iter()
            .filter(|event| chain.contains(&event.context));
        events
            .flat_map(|event| event.parameters.iter().map(|p| p.name.clone()))
            .collect()
    }
}

fn written_types(event: &Event) -> Vec<(String, String)> {
    let parameters = event
        .parameters
        .iter()
        .map(|p| (p.name.clone(), p.ty.clone()));
    let bindings = event
        .alternatives
        .iter()
        .flat_map(|a| a.trigger.bindings())
        .map(|b| (b.name.clone(), b.ty.clone()));
    parameters
        .chain(bindings)
        .filter_map(|(name, ty)| Some((name, ty?)))
        .collect()
}

/// A receiver whose variable has no type anywhere has the declaring type of the pattern's first
/// member.
fn type_targets(event: &mut Event, types: &Types) {
    for alternative in &mut event.alternatives {
        let Trigger::Point(point) = &mut alternative.trigger else {
            continue;
        };
        let declaring = match &point.members[0].declaring {
            TypePattern::Exact(ty) | TypePattern::Subtypes(ty) => ty,
            TypePattern::Any => continue,
        };
        if let Some(target) = point
            .target
            .as_mut()
            .filter(|target| !types.contains_key(&target.name))
        {
            target.ty.get_or_insert_with(|| declaring.clone());
        }
    }
}

/// Types what is untyped, and lists every bound variable among the event's parameters.
fn type_event(event: &mut Event, types: &Types) {
    for binding in event
        .alternatives
        .iter_mut()
        .flat_map(|alternative| alternative.trigger.bindings_mut())
    {
        binding.ty = binding
            .ty
            .take()
            .or_else(|| types.get(&binding.name).cloned());
    }

    for parameter in &mut event.parameters {
        parameter.ty = parameter
            .ty
            .take()
            .or_else(|| types.get(&parameter.name).cloned());
    }

    let bound: Vec<Binding> = event
        .alternatives
        .iter()
        .flat_map(|a| a.trigger.bindings())
        .cloned()
        .collect();

    for Binding { name, ty } in bound {
        if event.parameters.iter().all(|p| p.name != name) {
            event.parameters.push(EventParameter { name, ty });
        }
    }
}
