//! Parameters whose objects carry their keys, in fields that weaving adds to classes of the program
//! (`residua.runtime.Carrier`).

use std::collections::BTreeMap;

use date::ids::ContextId;
use date::model::{Identity, Parameter, Specification};

use super::Subject;
use super::delivery::Deliveries;
use super::java::quoted;
use super::notification::Notification;
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

    /// What that name has behind the name of the class.
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
    let in_the_global_one =
        contexts.filter(|(_, context)| context.parent.is_some_and(|parent| parent.index() == 0));
    let parameters = in_the_global_one.flat_map(|(id, context)| {
        context
            .parameters
            .iter()
            .enumerate()
            .map(move |(place, p)| ((id, place), p))
    });
    parameters.filter(|(_, p)| p.identity == Identity::Identity && !is_primitive(&p.ty))
}

/// The fields that the monitors of a specification use, given what they are notified of.
pub fn fields_in_use<'s>(
    subject: &'s Subject<'_>,
    notifications: &[Notification],
) -> Vec<&'s CarryingField> {
    let deliveries = Deliveries::of(subject, notifications);
    let used = subject
        .carriers
        .iter()
        .filter(|((context, _), _)| is_used(subject, *context, &deliveries));
    used.map(|(_, field)| field).collect()
}

fn is_used(subject: &Subject<'_>, context: ContextId, deliveries: &Deliveries) -> bool {
    !deliveries.concerning(subject, context).is_empty()
}

/// Java expressions, separated by commas: for each parameter of a context the carrier that its
/// table is passed.
pub fn carriers_of(subject: &Subject<'_>, context: ContextId, deliveries: &Deliveries) -> String {
    let is_used = is_used(subject, context, deliveries);
    let carrier = |place| {
        let field = subject.carriers.get(&(context, place)).filter(|_| is_used);
        field.map_or_else(
            || "null".to_owned(),
            |field| {
                let name = quoted(&field.carrier().replace('/', "."));
                format!(
                    "new residua.runtime.LateCarrier({name}, {}.class)",
                    subject.monitor
                )
            },
        )
    };
    let places = 0..subject.specification.contexts[context].parameters.len();
    places.map(carrier).collect::<Vec<_>>().join(", ")
}
