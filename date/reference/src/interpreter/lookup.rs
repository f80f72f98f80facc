//! Which instances an occurrence concerns, and which it makes (semantics, section 1: instances).

use super::instances::{GLOBAL, InstanceId};
use super::keys::{Keys, is_same_key};
use super::{Interpreter, Judged, Unknown};
use date::code::Value;
use date::ids::{ContextId, EventId};
use date::model::Creation;

impl Interpreter<'_> {
    /// The instances of the event's context that an occurrence with these keys concerns, in the
    /// order of their creation, after those that it makes have been made.
    pub(super) fn concerned(&mut self, event: EventId, keys: &Keys) -> Judged<Vec<InstanceId>> {
        // A parameter that is bound to null names no instance.
        if keys.values().any(|key| *key == Value::Null) {
            return Ok(Vec::new());
        }

        let own = self.specification.events[event].context;
        let mut inwards: Vec<ContextId> = self.specification.chain(own).collect();
        // The outermost context is the global one, which has one instance.
        inwards.pop();
        inwards.reverse();
        let mut concerned = vec![GLOBAL];
        let mut creates = true;

        for (level, &context) in inwards.iter().enumerate() {
            let wanted = self.wanted(context, keys);
            let sliced = self.is_sliced(context);
            if sliced && context != own {
                return Err(Unknown(
                    "contexts inside one that is sliced have no semantics".to_owned(),
                ));
            }
            // If a level is left open, no instance is made inside of those that are found.
            creates &= sliced || wanted.iter().all(Option::is_some);
            let allowed = creates && self.may_all_create(&inwards[level..], event, keys);
            let mut found = Vec::new();
            for outer in concerned {
                found.extend(if sliced {
                    self.slice(context, outer, &wanted, allowed)?
                } else {
                    self.agreeing_or_new(context, outer, &wanted, allowed)?
                });
            }
            concerned = found;
        }

        Ok(concerned)
    }

    /// The values that the keys give the parameters of a context.
    fn wanted(&self, context: ContextId, keys: &Keys) -> Vec<Option<Value>> {
        let parameters = self.specification.contexts[context].parameters.iter();
        parameters
            .map(|parameter| keys.get(&(context, parameter.name.clone())).cloned())
            .collect()
    }

    fn is_sliced(&self, context: ContextId) -> bool {
        self.specification.contexts[context].creation == Creation::Slicing
    }

    /// An ancestor is made only together with the instance that the event names.
    fn may_all_create(&self, inwards: &[ContextId], event: EventId, keys: &Keys) -> bool {
        let letter = self.specification.letter(event);
        inwards.iter().all(
            |&context| match &self.specification.contexts[context].creation {
                Creation::Slicing => true,
                Creation::AnyEvent => self.wanted(context, keys).iter().all(Option::is_some),
                Creation::Listed(listed) => {
                    let whole = self.wanted(context, keys).iter().all(Option::is_some);
                    whole && letter.iter().any(|event| listed.contains(event))
                }
            },
        )
    }

    fn agreeing_or_new(
        &mut self,
        context: ContextId,
        outer: InstanceId,
        wanted: &[Option<Value>],
        creates: bool,
    ) -> Judged<Vec<InstanceId>> {
        let mut found = Vec::new();
        let parameters = &self.specification.contexts[context].parameters;
        for id in self.instances.agreeing(context, outer, wanted, parameters) {
            if self.agree(context, &self.instances[id].keys, wanted)? {
                found.push(id);
            }
        }
        if found.is_empty() && creates {
            found.push(self.create(context, Some(outer), wanted.to_vec())?);
        }
        Ok(found)
    }

    /// Returns whether no parameter that both bind is bound to different keys.
    pub(super) fn agree(
        &self,
        context: ContextId,
        a: &[Option<Value>],
        b: &[Option<Value>],
    ) -> Judged<bool> {
        for ((parameter, a), b) in self.specification.contexts[context]
            .parameters
            .iter()
            .zip(a)
            .zip(b)
        {
            if let (Some(a), Some(b)) = (a, b)
                && !is_same_key(parameter, a, b)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
