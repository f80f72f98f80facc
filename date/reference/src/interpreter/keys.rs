//! Keys: the values that parameters are bound to, and when two of them name one instance.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

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

/// Returns whether it is always known if a value and another one are the same key.
pub(super) fn is_certain(parameter: &Parameter, value: &Value) -> bool {
    parameter.identity == Identity::Equals
        || matches!(value, Value::Object(_))
        || matches!(JavaType::of(&parameter.ty), JavaType::Primitive(_))
}

/// The part of a value that keys with it have in common. Numbers that are equal in some type are one.
#[derive(Hash)]
pub(super) enum Node<'v> {
    Object(&'v str, u64),
    Equal(u64),
    Text(&'v str),
    Number(u32),
    Other,
}

impl<'v> Node<'v> {
    /// The nodes of a value: two values that may be one key have one in common.
    pub fn all(identity: Identity, value: &'v Value) -> impl Iterator<Item = Node<'v>> {
        let equal = match (identity, value) {
            (Identity::Equals, Value::Object(object)) => object.equality_class.map(Node::Equal),
            _ => None,
        };
        std::iter::once(Node::of(value)).chain(equal)
    }

    fn of(value: &'v Value) -> Node<'v> {
        let number = |number: f32| Node::Number((number + 0.0).to_bits());
        match value {
            Value::Object(object) => Node::Object(&object.class, object.id),
            Value::Str(text) => Node::Text(text),
            Value::Byte(byte) => number(f32::from(*byte)),
            Value::Short(short) => number(f32::from(*short)),
            Value::Char(unit) => number(f32::from(*unit)),
            Value::Int(int) => number(*int as f32),
            Value::Long(long) => number(*long as f32),
            Value::Float(float) => number(*float),
            Value::Double(double) => number(*double as f32),
            Value::Null | Value::Bool(_) => Node::Other,
        }
    }
}

/// A number that is the same in every process. Different things may have one.
pub(super) fn hash(node: &impl Hash) -> u64 {
    let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
    node.hash(&mut hasher);
    hasher.finish().max(1)
}

struct Fnv(u64);

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        // The last bits decide the worker.
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ (mixed >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
