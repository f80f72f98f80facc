//! Which objects are instances of which types, as far as the trace says.

use std::collections::BTreeMap;

use crate::trace::Trace;
use date::code::{JavaType, Value};

/// The classes of a trace.
#[derive(Clone)]
pub(super) struct Classes {
    supertypes: BTreeMap<String, Vec<String>>,
}

impl Classes {
    pub fn of(trace: &Trace) -> Self {
        let declared = trace
            .classes
            .iter()
            .map(|class| (class.name.clone(), class.supertypes.clone()));
        Classes {
            supertypes: declared.collect(),
        }
    }

    /// Returns whether `value instanceof ty` holds; `None` where the trace does not say.
    pub fn conforms(&self, value: &Value, ty: &str) -> Option<bool> {
        let ty = ty.split('<').next().unwrap_or(ty).trim();
        match value {
            Value::Null => Some(false),
            _ if is_same(ty, "java.lang.Object") => Some(true),
            Value::Str(_) => match JavaType::of(ty) {
                JavaType::Text => Some(true),
                JavaType::Reference => None,
                _ => Some(false),
            },
            Value::Object(object) => self.is_subtype(&object.class, ty),
            primitive => JavaType::of(ty)
                .unboxed()
                .map(|wanted| primitive.primitive() == Some(wanted)),
        }
    }

    /// No, if all supertypes of `class` are declared and none of them is `ty`.
    fn is_subtype(&self, class: &str, ty: &str) -> Option<bool> {
        let mut reached = vec![class];
        let mut next = 0;
        let mut complete = true;

        while let Some(&class) = reached.get(next) {
            next += 1;
            if is_same(class, ty) {
                return Some(true);
            }
            match self.declared(class) {
                Some(supertypes) => {
                    let new = supertypes
                        .iter()
                        .map(String::as_str)
                        .filter(|name| !reached.contains(name));
                    let new: Vec<&str> = new.collect();
                    reached.extend(new);
                }
                // A class that the trace does not declare may have any supertypes.
                None => complete &= is_same(class, "java.lang.Object"),
            }
        }

        complete.then_some(false)
    }

    fn declared(&self, class: &str) -> Option<&Vec<String>> {
        let mut known = self.supertypes.iter();
        known
            .find(|(name, _)| is_same(name, class))
            .map(|(_, supertypes)| supertypes)
    }
}

/// Returns whether two names can mean one class: they are equal, or one of them is simple and the
/// last part of the other.
fn is_same(a: &str, b: &str) -> bool {
    let is_end = |long: &str, short: &str| {
        long.strip_suffix(short)
            .is_some_and(|rest| rest.ends_with('.'))
    };
    a == b || (!a.contains('.') && is_end(b, a)) || (!b.contains('.') && is_end(a, b))
}
