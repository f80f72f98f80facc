//! The way of a delivery from an instance to its properties, and to the instances inside it.

use date::ids::ContextId;

use super::Subject;
use super::delivery::Deliveries;
use super::names::{step_method, table_of};
use super::writer::JavaWriter;

/// Appends a method for each delivery: it reaches the properties of a context and, through that,
/// those of inner ones.
pub fn append_deliveries(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    context: ContextId,
    deliveries: &Deliveries,
) {
    let passed = subject.passed();
    for delivery in deliveries.concerning(subject, context) {
        let method = deliveries.method(delivery);
        let head = format!("void {method}({})", passed.parameters);
        java.block(head, |java| {
            for property in delivery.listeners(subject, context) {
                let step = step_method(property, delivery.event);
                java.line(format_args!("{step}({});", passed.arguments));
            }

            let inner = subject.inner_contexts(context);
            for inner in inner.filter(|&inner| delivery.concerns(subject, inner)) {
                append_inner(java, subject, inner, &method);
            }
        });
    }
}

/// Appends the delivery to all instances of an inner context.
fn append_inner(java: &mut JavaWriter, subject: &Subject<'_>, inner: ContextId, method: &str) {
    let (class, table) = (subject.class_of(inner), table_of(inner));
    let head = format!("for (residua.runtime.Instance inner : {table}.all())");
    java.block(head, |java| {
        java.line(format_args!(
            "if (!inner.isInstanceForgotten()) (({class}) inner).{method}(at);"
        ));
    });
}
