//! Keys: the values that parameters are bound to, and when two of them name one instance.

use std::collections::BTreeMap;

use super::{Judged, Unknown};
use date::code::{JavaType, Value};
use date::ids::ContextId;
use date::model::{Identity, Parameter};

/// The values of the parameters that an occurrence binds.
pub(super) type Keys = BTreeMap<(ContextId, String), Value>;

/// Returns whether two values of a parameter are the same (semantics, section 1: instances).
pub(super) fn is_same_key(parameter: &Parameter, a: &Value, b: &Value) -> Judged<bool> {
    match (parameter.identity, a, b) {
        (_, Value::Object(a), Value::Object(b)) if (&a.class, a.id) == (&b.class, b.id) => Ok(true),
        (Identity::Identity, Value::Object(_), Value::Object(_)) => Ok(false),
        (Identity::Equals, Value::Object(a), Value::Object(b)) => {
            Ok(a.equality_class.is_some() && a.equality_class == b.equality_class)
        }
        _ if a != b => Ok(false),
        // Equal strings or boxed numbers may be one object or two, and the trace does not say
        // which.
        (Identity::Identity, ..)
            if !matches!(JavaType::of(&parameter.ty), JavaType::Primitive(_)) =>
        {
            let name = &parameter.name;
            Err(Unknown(format!(
                "`{a}` may be two objects of one value, and `{name}` is compared by identity"
            )))
        }
        _ => Ok(true),
    }
}
