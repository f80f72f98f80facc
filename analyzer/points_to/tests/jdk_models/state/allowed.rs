//! The happenings that the models allow: callbacks, and all of them as one number.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use points_to::models::{Base, Statement};

use super::{Activation, Node, Object, Permission, State, address};
use crate::trace::{Callback, Value};

impl<'a> State<'a> {
    /// A number for all that the models allow: what has escaped, what parts hold, what may be
    /// called with what, and what may come back. Solutions with the same number differ in nothing
    /// that a scenario could show.
    pub fn allowed(&mut self) -> u64 {
        let mut shown: BTreeSet<String> = BTreeSet::new();
        for (node, set) in &self.sets {
            let key = match *node {
                Node::Escaped => String::from("escaped"),
                Node::Part(object, part) => format!("{} {part:?}", self.identity(object)),
                Node::Of(at, Base::Result) => {
                    let Activation { model, step, .. } = self.activations[at];
                    format!("{step} {}", address(model))
                }
                Node::Of(..) => continue,
            };
            shown.extend(
                set.iter()
                    .map(|&object| format!("{key} {}", self.identity(object))),
            );
        }
        for at in 0..self.permissions.len() {
            let Permission {
                activation,
                receiver,
                arguments,
                later,
                statement,
                ..
            } = self.permissions[at].clone();
            let Activation { model, step, .. } = self.activations[activation];
            let Statement::Call { selector, .. } = &model.statements[statement] else {
                continue;
            };
            let name = &selector.name;
            for (position, argument) in arguments.iter().enumerate() {
                let objects =
                    argument.map_or_else(BTreeSet::new, |term| self.read(activation, term));
                let key = format!("{step} {receiver} {name} {later} {position}");
                shown.extend(
                    objects
                        .iter()
                        .map(|&object| format!("{key} {}", self.identity(object))),
                );
            }
            shown.insert(format!(
                "{step} {receiver} {name} {later} {}",
                arguments.len()
            ));
        }
        let mut hasher = DefaultHasher::new();
        shown.hash(&mut hasher);
        hasher.finish()
    }

    /// The same for an object in every solution of a scenario.
    fn identity(&self, object: Object) -> String {
        match object {
            Object::Its { owner, kind } => {
                format!("its {kind:?} of {}", self.identity(self.owners[owner]))
            }
            other => format!("{other:?}"),
        }
    }

    /// Returns whether an object may be called after all steps.
    pub fn is_due(&self, id: u32) -> bool {
        self.permissions
            .iter()
            .any(|permission| permission.later && permission.receiver == id)
    }

    /// Returns whether a callback is among those that the models allow; its result arrives where
    /// they say.
    pub fn permits(&mut self, step: usize, callback: &Callback) -> bool {
        let mut found = self.escaped().contains(&Object::Seen(callback.receiver));
        if let (true, Some(value)) = (found, callback.result) {
            // Whoever has called it has the result.
            self.escape(self.objects(value));
        }
        let meant = self
            .permissions_for
            .get(&(callback.receiver, callback.method.as_str()))
            .cloned();
        for at in meant.unwrap_or_default() {
            let permission = self.permissions[at].clone();
            let since = self.activations[permission.activation].step;
            let in_time = if permission.later {
                since <= step
            } else {
                since == step && callback.during
            };
            let counted = permission.arguments.len() == callback.arguments.len();
            if in_time && counted && self.passes(&permission, &callback.arguments) {
                found = true;
                self.at_work.insert((
                    address(self.model(permission.activation)),
                    permission.statement,
                ));
                if let (Some(result), Some(value)) = (permission.result, callback.result) {
                    let objects = self.objects(value);
                    self.write(permission.activation, result, &objects);
                }
            }
        }
        found
    }

    fn passes(&mut self, permission: &Permission<'a>, given: &[Value]) -> bool {
        permission
            .arguments
            .iter()
            .zip(given)
            .all(|(argument, &value)| match argument {
                Some(term) => {
                    let allowed = self.read(permission.activation, *term);
                    let escaped = allowed.contains(&Object::Plain);
                    self.admit(value, &allowed) || escaped && self.is_harmless(value)
                }
                None => !matches!(value, Value::Object(_)),
            })
    }

    /// Returns whether a value is no object of the program, where the models say no more than that.
    fn is_harmless(&self, value: Value) -> bool {
        matches!(value, Value::Object(id) if !self.scenario.objects[&id].program && !self.known.contains_key(&id))
    }
}
