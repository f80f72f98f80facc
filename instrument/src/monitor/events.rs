//! The static side of the monitors: notifications, and what all instances share.

use date::ids::ContextId;
use date::model::{Severity, Trigger};
use text::Diagnostic;

use super::Subject;
use super::automata;
use super::control_flow::{FlowPoint, append_flows};
use super::counting::append_counters;
use super::delivery::{Deliveries, Delivery, Internal, internals};
use super::guard::{Idle, append_guarded, append_written_out, event_name};
use super::java::{JavaText, quoted};
use super::lookup::{Lookup, lookups};
use super::matching::{append_codes, append_match};
use super::names::{START_METHOD, THROWABLE, key_slot, notification_method, table_of};
use super::notification::{Notification, PassedValue};
use super::raising::{append_channel, append_internals, of_trigger};
use super::search::append_lookup;
use super::silencing::{append_switches, reaches};
use super::types::default_value;
use super::wanted::wanted;

/// Appends the static members of the monitors.
///
/// # Errors
/// Names in user code that stand for nothing.
pub fn append_statics(
    java: &mut JavaText,
    subject: &Subject<'_>,
    (notifications, flows): (&[Notification], &[FlowPoint]),
    deliveries: &Deliveries,
    handler: Option<&str>,
) -> Result<(), Diagnostic> {
    append_severities(java, subject);
    append_counters(java, subject);
    append_shared_fields(java, subject);
    append_global(java, subject, handler);
    append_switches(java, deliveries);
    append_flows(java, subject, flows);
    for (number, notification) in notifications.iter().enumerate() {
        append_notification(java, subject, number, notification, deliveries)?;
    }
    append_internals(java, subject, deliveries)?;
    let points = notifications.iter().map(|n| Internal {
        event: n.event,
        alternative: n.alternative,
    });
    append_codes(java, subject, &points.chain(internals(subject)).collect())
}

/// Tells the severities of properties before anything can be reported.
fn append_severities(java: &mut JavaText, subject: &Subject<'_>) {
    let rated = subject
        .specification
        .properties
        .iter()
        .zip(subject.property_names);
    for (property, name) in rated.filter(|(property, _)| property.severity != Severity::default()) {
        let [name, severity] = [name.as_str(), property.severity.word()].map(quoted);
        java.line(format_args!(
            "    static {{ residua.runtime.Reports.rate({name}, {severity}); }}"
        ));
    }
}

fn append_shared_fields(java: &mut JavaText, subject: &Subject<'_>) {
    if subject.has_automata_alone {
        return;
    }
    for variable in subject.variables.fields() {
        java.line(format_args!(
            "    static {} {};",
            variable.ty, variable.field
        ));
    }
    for (id, context) in subject.specification.contexts.iter_enumerated() {
        let read = if subject.takes_loop_iterators() {
            &[][..]
        } else {
            &context.parameters
        };
        for parameter in read {
            let slot = key_slot(id, &parameter.name);
            java.line(format_args!(
                "    static {} {slot} = {};",
                parameter.ty,
                default_value(&parameter.ty)
            ));
        }
        for channel in &context.channels {
            append_channel(java, subject, id, &channel.name);
        }
    }
}

/// The global instance is made at the first event, or when the program starts where that can be
/// seen.
fn append_global(java: &mut JavaText, subject: &Subject<'_>, handler: Option<&str>) {
    let monitor = &subject.monitor;
    let ends = !of_trigger(subject, |trigger| matches!(trigger, Trigger::EndOfProgram)).is_empty();
    java.line(format_args!("    private static {monitor} r$instance;"));
    java.block(format_args!("    static {monitor} r$global() {{"), "    }", |java| {
        java.line("        if (r$instance == null) {");
        java.line(format_args!("            r$instance = new {monitor}();"));
        if let Some(class) = handler {
            java.line(format_args!("            residua.runtime.Reports.handleBy(new {class}());"));
        }
        if ends {
            let order = subject.order;
            java.line(format_args!("            residua.runtime.Shutdown.atEnd({order}, new java.lang.Runnable() {{"));
            java.line("                public void run() { r$end(); }");
            java.line("            });");
        }
        java.line("            r$instance.beginInstance();");
        java.line("        }");
        java.line("        return r$instance;");
    });
    append_guarded(
        java,
        START_METHOD,
        ("", ""),
        &Idle::default(),
        "r$global();",
        &quoted("the start of the program"),
        "locked",
    );
}

fn append_notification(
    java: &mut JavaText,
    subject: &Subject<'_>,
    number: usize,
    notification: &Notification,
    deliveries: &Deliveries,
) -> Result<(), Diagnostic> {
    let method = notification_method(number);
    let parameters: Vec<String> = notification
        .values
        .iter()
        .enumerate()
        .map(|(i, v)| v.parameter(i))
        .collect();
    let arguments: Vec<String> = (0..notification.values.len())
        .map(|i| format!("p{i}"))
        .collect();
    let parameters: String = parameters
        .iter()
        .map(|parameter| format!("{parameter}, "))
        .collect();
    let arguments: String = arguments
        .iter()
        .map(|argument| format!("{argument}, "))
        .collect();
    let passing = (parameters.as_str(), arguments.as_str());
    if subject.has_automata_alone {
        automata::append_notification(java, subject, number, notification, passing, deliveries);
        return Ok(());
    }
    let what = quoted(&event_name(subject, notification));
    let delivery = Delivery {
        event: notification.event,
        properties: notification.properties.clone(),
    };
    let internal = Internal {
        event: notification.event,
        alternative: notification.alternative,
    };
    let append_body = |java: &mut JavaText| {
        append_match(
            java,
            subject,
            internal,
            &notification.properties,
            &notification.values,
        )?;
        append_lookup(
            java,
            subject,
            internal,
            (&delivery, deliveries.switched(&delivery)),
            deliveries,
        );
        Ok(())
    };
    if may_make_slices(subject, notification, &delivery) {
        return append_written_out(java, &method, passing, &what, append_body);
    }
    let idle = Idle::of(
        &delivery,
        deliveries,
        idle(subject, notification, deliveries),
    );
    append_guarded(
        java,
        &method,
        passing,
        &idle,
        &format!("{method}$({arguments}at);"),
        &what,
        "locked",
    );
    java.line("    @SuppressWarnings(\"unchecked\")");
    java.line(format_args!(
        "    private static void {method}$({parameters}java.lang.String at) throws {THROWABLE} {{"
    ));
    append_body(java)?;
    java.line("    }");
    Ok(())
}

/// Whether an event may make instances by slicing, of properties without code.
fn may_make_slices(
    subject: &Subject<'_>,
    notification: &Notification,
    delivery: &Delivery,
) -> bool {
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
    let delivery = Delivery {
        event: notification.event,
        properties: notification.properties.clone(),
    };
    let found = lookups(subject, notification.event, alternative);
    let &[(context, Lookup::Slice { bound, .. })] = &found[..] else {
        return None;
    };
    if !subject.has_slices_alone || !reaches(subject, context, bound, &delivery) {
        return None;
    }
    let position = bound.trailing_zeros() as usize;
    let name = subject.specification.contexts[context].parameters[position]
        .name
        .as_str();
    let named = |value: &PassedValue| {
        wanted(&alternative.trigger, value.position).and_then(|wanted| wanted.name)
    };
    // Where a pattern names the parameter twice, the last value counts.
    let key = notification
        .values
        .iter()
        .rposition(|value| named(value) == Some(name))?;
    let (table, number) = (table_of(context), deliveries.number(&delivery));
    Some(format!(
        "r$instance != null && r$instance.{table}.isIdle({number}, {position}, p{key})"
    ))
}
