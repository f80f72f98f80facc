//! The fields in which objects carry their keys, and the parameters that can have one
//! (`residua.runtime.Carrier`).

use std::collections::BTreeMap;

use date::ids::ContextId;
use date::model::{Identity, Parameter, Specification};

use super::plain::is_outermost;
use super::types::is_primitive;

/// A field that carries the keys of one parameter.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CarryingField {
    /// Internal name of the class that has it.
    pub class: String,
    /// Its name.
    pub name: String,
}

impl CarryingField {
    /// Internal name of the `residua.runtime.Carrier` that reaches the field; a class beside the
    /// one that has it.
    pub fn carrier(&self) -> String {
        format!("{}{}", self.class, self.carrier_suffix())
    }

    /// The part of that name behind the name of the class.
    pub fn carrier_suffix(&self) -> String {
        format!("${}", self.name)
    }
}

/// The parameters whose keys are carried, by context and place in it.
pub type Carriers = BTreeMap<(ContextId, usize), CarryingField>;

/// The parameters whose keys a field could carry: those that are compared by identity, of contexts
/// directly inside the global one. Of contexts further inside there are several tables, and an
/// object may have a key in each.
pub fn carriable(
    specification: &Specification,
) -> impl Iterator<Item = ((ContextId, usize), &Parameter)> {
    let contexts = specification.contexts.iter_enumerated();
    let in_the_global_one = contexts.filter(|(_, context)| is_outermost(context));
    let parameters = in_the_global_one.flat_map(|(id, context)| {
        context
            .parameters
            .iter()
            .enumerate()
            .map(move |(place, p)| ((id, place), p))
    });
    parameters.filter(|(_, p)| p.identity == Identity::Identity && !is_primitive(&p.ty))
}
