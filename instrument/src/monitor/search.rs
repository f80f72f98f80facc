//! The search for the instances that an event concerns.

use date::ids::ContextId;

use super::Subject;
use super::delivery::{Deliveries, Delivery, Internal};
use super::java::JavaText;
use super::lookup::{Lookup, full, is_keyed, lookups};
use super::names::{idle_method, key_slot, table_of};
use super::silencing::{comes_late, reaches};
use super::types::is_primitive;

/// Appends the search for the instances of an event, outermost context first, and the delivery to
/// each. Where the event has the `switch` of its delivery, it is noted if none hears it.
pub fn append_lookup(
    java: &mut JavaText,
    subject: &Subject<'_>,
    internal: Internal,
    (delivery, switch): (&Delivery, Option<usize>),
    deliveries: &Deliveries,
) {
    let event = &subject.specification.events[internal.event];
    let steps = lookups(
        subject,
        internal.event,
        &event.alternatives[internal.alternative],
    );
    // Entry code of an instance that is made may raise events of a channel, which overwrite the
    // slots.
    for &context in &subject.chain(event.context) {
        for (i, parameter) in subject.specification.contexts[context]
            .parameters
            .iter()
            .enumerate()
        {
            let slot = key_slot(context, &parameter.name);
            java.line(format_args!(
                "        java.lang.Object {} = {slot};",
                key_local(context, i)
            ));
        }
    }
    append_null_tests(java, subject, &steps);
    if switch.is_some() {
        java.line("        boolean heard = false;");
    }
    let mut outer = "x0".to_owned();
    for &(context, lookup) in &steps {
        append_level(
            java,
            subject,
            context,
            lookup,
            (&outer, delivery, deliveries),
        );
        outer = format!("x{}", context.index());
    }
    if let Some(number) = switch {
        java.line(format_args!(
            "        heard |= {outer}.instanceHears({number});"
        ));
    }
    if delivery.concerns(subject, event.context) {
        java.line(format_args!(
            "        {outer}.{}(at);",
            deliveries.method(delivery)
        ));
    }
    java.line(format_args!("        {}", "}".repeat(steps.len())));
    if let Some(number) = switch {
        java.line(format_args!(
            "        if (!heard) {}();",
            idle_method(number)
        ));
    }
}

/// A parameter that is bound to null names no instance: there is nothing to deliver to, and nothing
/// to make.
fn append_null_tests(java: &mut JavaText, subject: &Subject<'_>, steps: &[(ContextId, Lookup)]) {
    for &(context, lookup) in steps {
        let bound = match lookup {
            Lookup::One { .. } => full(subject, context),
            Lookup::Agreeing(bound) | Lookup::Slice { bound, .. } => bound,
        };
        let parameters = subject.specification.contexts[context]
            .parameters
            .iter()
            .enumerate();
        let objects = parameters.filter(|(i, p)| bound >> i & 1 != 0 && !is_primitive(&p.ty));
        for (i, _) in objects {
            java.line(format_args!(
                "        if ({} == null) return;",
                key_local(context, i)
            ));
        }
    }
}

/// The local variable that holds the n-th key of a context.
fn key_local(context: ContextId, n: usize) -> String {
    format!("k{}_{n}", context.index())
}

/// Opens a block that runs for each instance found, as `x<context>`: below an outer instance, for
/// the n-th delivery.
fn append_level(
    java: &mut JavaText,
    subject: &Subject<'_>,
    context: ContextId,
    lookup: Lookup,
    (outer, delivery, deliveries): (&str, &Delivery, &Deliveries),
) {
    let (n, class) = (context.index(), subject.qualified_class_of(context));
    let table = format!("{outer}.{}", table_of(context));
    let keys = (0..subject.specification.contexts[context].parameters.len())
        .map(|i| key_local(context, i));
    let keys = keys.collect::<Vec<_>>().join(", ");
    let found = match lookup {
        Lookup::One { creates } => {
            let search = match creates && !comes_late(subject, context, delivery, deliveries) {
                true => "obtain",
                false => "find",
            };
            java.line(format_args!(
                "        {class} x{n} = ({class}) {table}.{search}({keys});"
            ));
            java.line(format_args!("        if (x{n} != null) {{"));
            return;
        }
        Lookup::Agreeing(_) if is_keyed(subject, context) => format!("{table}.all()"),
        Lookup::Agreeing(bound) => format!("{table}.matching({bound}L, {keys})"),
        Lookup::Slice { bound, .. } if reaches(subject, context, bound, delivery) => {
            let position = bound.trailing_zeros() as usize;
            let key = key_local(context, position);
            format!(
                "{table}.reached({}, {position}, {key})",
                deliveries.number(delivery)
            )
        }
        Lookup::Slice { bound, creates } => {
            format!(
                "{table}.slice({bound}L, {creates}, {}, {keys})",
                deliveries.number(delivery)
            )
        }
    };
    java.line(format_args!(
        "        for (residua.runtime.Instance i{n} : {found}) {{"
    ));
    java.line(format_args!("        if (i{n} == null) break;"));
    java.line(format_args!(
        "        if (i{n}.isInstanceForgotten()) continue;"
    ));
    java.line(format_args!("        {class} x{n} = ({class}) i{n};"));
}
