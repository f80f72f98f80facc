//! The carriers that the tables of monitors use.

use date::ids::ContextId;
use java_types::Spelling;

use super::Subject;
use super::carrying::CarryingField;
use super::delivery::Deliveries;
use super::java::quoted;
use super::notification::Notification;

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
                let name = quoted(&field.carrier().to_binary());
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
