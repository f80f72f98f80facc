//! The static side of the monitors: notifications, and what all instances share.

use date::ids::ContextId;
use date::model::{
    Alternative, Context, Event, Explanation, Parameter, Severity, Specification, Trigger,
};
use text::{Diagnostic, Span};

use super::Subject;
use super::automata;
use super::bindings::bindings;
use super::control_flow::{FlowPoint, append_flows};
use super::counting::append_counters;
use super::delivery::{Deliveries, Delivery, Internal, internals};
use super::guard::{Entry, Idle, append_guarded, append_written_out};
use super::java::quoted;
use super::lookup::{Lookup, lookups};
use super::matching::{append_codes, append_match};
use super::names::{START_METHOD, THROWABLE, key_slot, table_of};
use super::notification::Notification;
use super::raising::{append_channel, append_internals, of_trigger};
use super::search::Search;
use super::silencing::{append_switches, reaches};
use super::types::default_value;
use super::variables::EventVariable;
use super::wanted::place_bound;
use super::writer::JavaWriter;

/// Appends the static members of the monitors.
///
/// # Errors
/// Names in user code that stand for nothing.
pub fn append_statics(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    notifications: &[Notification],
    flows: &[FlowPoint],
    deliveries: &Deliveries,
    handler: Option<&str>,
) -> Result<(), Diagnostic> {
    append_descriptions(java, subject);
    append_counters(java, subject);
    append_shared_fields(java, subject);
    append_global(java, subject, handler);
    append_switches(java, deliveries);
    append_flows(java, subject, flows);

    for (number, notification) in notifications.iter().enumerate() {
        let event = &subject.specification.events[notification.event];
        let cause = event.alternatives[notification.alternative].span;
        java.generated(cause, |java| {
            append_notification(java, subject, number, notification, deliveries)
        })?;
    }

    append_internals(java, subject, deliveries)?;
    let points = notifications.iter().map(|n| Internal {
        event: n.event,
        alternative: n.alternative,
    });
    append_codes(java, subject, &points.chain(internals(subject)).collect())
}

/// Appends the severities and the explanations of properties, before anything can be reported.
fn append_descriptions(java: &mut JavaWriter, subject: &Subject<'_>) {
    let properties = subject.specification.properties.iter();
    let described = properties
        .zip(subject.property_names)
        .filter(|(property, _)| {
            property.severity != Severity::default() || !property.explanation.is_empty()
        });
    for (property, name) in described {
        let Explanation { message, help } = &property.explanation;
        let [name, severity] = [name.as_str(), property.severity.word()].map(quoted);
        let [message, help] =
            [message, help].map(|text| text.as_deref().map_or("null".to_owned(), quoted));
        java.line(format_args!(
            "static {{ residua.runtime.Reports.describe({name}, {severity}, {message}, {help}); }}"
        ));
    }
}

fn append_shared_fields(java: &mut JavaWriter, subject: &Subject<'_>) {
    if subject.has_automata_alone {
        return;
    }
    for EventVariable { field, ty } in subject.variables.fields() {
        java.generated(place_of_type(subject.specification, &ty), |java| {
            java.line(format_args!("static {ty} {field};"));
        });
    }
    for (id, context) in subject.specification.contexts.iter_enumerated() {
        if !subject.takes_loop_iterators() {
            append_slots(java, id, context);
        }
        for channel in &context.channels {
            append_channel(java, subject, id, &channel.name);
        }
    }
}

/// Gives the place of the first event with a variable of a type.
fn place_of_type(specification: &Specification, ty: &str) -> Span {
    let declares = |event: &Event| {
        let mut parameters = event.parameters.iter();
        parameters.any(|parameter| parameter.ty.as_deref() == Some(ty))
    };
    let binds = |alternative: &&Alternative| {
        let mut bindings = bindings(&alternative.trigger).into_iter();
        bindings.any(|binding| binding.ty.as_deref() == Some(ty))
    };

    let place = |event: &Event| {
        let binding = event.alternatives.iter().find(binds);
        let binding = binding.map(|alternative| alternative.span);
        binding.or(declares(event).then_some(event.span))
    };
    let mut events = specification.events.iter();
    events.find_map(place).unwrap_or_default()
}

/// Appends the fields that hold the keys of a context while its instance is looked up.
fn append_slots(java: &mut JavaWriter, id: ContextId, context: &Context) {
    for parameter in &context.parameters {
        let Parameter { name, ty, span, .. } = parameter;
        let (slot, default) = (key_slot(id, name), default_value(ty));
        java.generated(*span, |java| {
            java.line(format_args!("static {ty} {slot} = {default};"));
        });
    }
}

/// Appends the global instance. It is made at the first event, or when the program starts where
/// that can be seen.
fn append_global(java: &mut JavaWriter, subject: &Subject<'_>, handler: Option<&str>) {
    let monitor = &subject.monitor;
    java.line(format_args!("private static {monitor} r$instance;"));
    java.block(format_args!("static {monitor} r$global()"), |java| {
        java.block("if (r$instance == null)", |java| {
            // The field is set before the instance begins, since entry code may raise events that
            // need it.
            java.line(format_args!("r$instance = new {monitor}();"));
            if let Some(class) = handler {
                java.line(format_args!(
                    "residua.runtime.Reports.handleBy(new {class}());"
                ));
            }
            append_shutdown(java, subject);
            java.line("r$instance.beginInstance();");
        });
        java.line("return r$instance;");
    });

    let entry = Entry {
        method: START_METHOD.to_owned(),
        parameters: String::new(),
        arguments: String::new(),
        event: quoted("the start of the program"),
    };
    append_guarded(java, &entry, &Idle::default(), "r$global();", "locked");
}

/// Appends the registration for the end of the program, if an event is raised there.
fn append_shutdown(java: &mut JavaWriter, subject: &Subject<'_>) {
    if of_trigger(subject, |trigger| matches!(trigger, Trigger::EndOfProgram)).is_empty() {
        return;
    }
    let head = format!(
        "residua.runtime.Shutdown.atEnd({}, new java.lang.Runnable()",
        subject.order
    );
    java.block_with_end(head, "});", |java| {
        java.line("public void run() { r$end(); }");
    });
}

fn append_notification(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    number: usize,
    notification: &Notification,
    deliveries: &Deliveries,
) -> Result<(), Diagnostic> {
    if subject.has_automata_alone {
        automata::append_notification(java, subject, number, notification, deliveries);
        return Ok(());
    }
    let entry = Entry::of(subject, number, notification);
    let append_body = |java: &mut JavaWriter| append_body(java, subject, notification, deliveries);
    // Such an event takes long, and its code is not to be inlined.
    if may_make_slices(subject, notification) {
        return append_written_out(java, &entry, append_body);
    }

    let test = idle(subject, notification, deliveries);
    let idle = Idle::of(&Delivery::of(notification), deliveries, test);
    append_guarded(java, &entry, &idle, &entry.call("$"), "locked");
    java.line("@SuppressWarnings(\"unchecked\")");
    let head = format!("{} throws {THROWABLE}", entry.private_head("$"));
    java.block(head, append_body)
}

/// Appends the match of a notification's event, and its delivery.
fn append_body(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    notification: &Notification,
    deliveries: &Deliveries,
) -> Result<(), Diagnostic> {
    let Notification {
        properties, values, ..
    } = notification;
    let internal = Internal {
        event: notification.event,
        alternative: notification.alternative,
    };
    let delivery = &Delivery::of(notification);

    append_match(java, subject, internal, properties, values)?;
    let search = Search {
        subject,
        internal,
        delivery,
        switch: deliveries.switched(delivery),
        deliveries,
    };
    search.append(java);
    Ok(())
}

/// Says whether an event may make instances by slicing, of properties without code.
fn may_make_slices(subject: &Subject<'_>, notification: &Notification) -> bool {
    let delivery = &Delivery::of(notification);
    let event = &subject.specification.events[notification.event];
    let found = lookups(
        subject,
        notification.event,
        &event.alternatives[notification.alternative],
    );
    let makes = |&(context, lookup): &(ContextId, Lookup)| match lookup {
        Lookup::Slice { bound, .. } => !reaches(subject, context, bound, delivery),
        Lookup::One { .. } | Lookup::Agreeing(_) => false,
    };
    subject.has_slices_alone && found.iter().any(makes)
}

/// A test of whether an event that makes no instance does nothing to those of the one parameter
/// that it binds; for most events of a program that keeps the rules it holds, and it costs less
/// than to begin to run monitor code.
fn idle(
    subject: &Subject<'_>,
    notification: &Notification,
    deliveries: &Deliveries,
) -> Option<String> {
    let event = &subject.specification.events[notification.event];
    let alternative = &event.alternatives[notification.alternative];
    let delivery = Delivery::of(notification);
    let found = lookups(subject, notification.event, alternative);
    let &[(context, Lookup::Slice { bound, .. })] = &found[..] else {
        return None;
    };
    if !subject.has_slices_alone || !reaches(subject, context, bound, &delivery) {
        return None;
    }

    let position = bound.trailing_zeros() as usize;
    let name = &subject.specification.contexts[context].parameters[position].name;
    let key = place_bound(&alternative.trigger, &notification.values, name)?;
    let (table, number) = (table_of(context), deliveries.number(&delivery));
    Some(format!(
        "r$instance != null && r$instance.{table}.isIdle({number}, {position}, p{key})"
    ))
}
