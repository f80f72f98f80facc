//! The way of a delivery from an instance to its properties, and to the instances inside it.

use date::ids::ContextId;

use super::Subject;
use super::delivery::Deliveries;
use super::java::JavaText;
use super::names::{step_method, table_of};

/// Appends how each delivery reaches the properties of a context and, through it, those of inner
/// ones.
pub fn append_deliveries(
    java: &mut JavaText,
    subject: &Subject<'_>,
    context: ContextId,
    deliveries: &Deliveries,
) {
    let passed = subject.passed();
    for delivery in deliveries.concerning(subject, context) {
        let method = deliveries.method(delivery);
        java.line(format_args!("    void {method}({}) {{", passed.parameters));
        for property in delivery.listeners(subject, context) {
            java.line(format_args!(
                "        {}({});",
                step_method(property, delivery.event),
                passed.arguments
            ));
        }
        for inner in subject
            .inner_contexts(context)
            .filter(|&inner| delivery.concerns(subject, inner))
        {
            let class = subject.class_of(inner);
            java.line(format_args!(
                "        for (residua.runtime.Instance inner : {}.all()) {{",
                table_of(inner)
            ));
            java.line(format_args!(
                "            if (!inner.isInstanceForgotten()) (({class}) inner).{method}(at);"
            ));
            java.line("        }");
        }
        java.line("    }");
    }
}
