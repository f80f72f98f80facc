//! The static side of the monitors: notifications, channels, the end of the program, and what all
//! instances share.

use std::collections::BTreeSet;

use date::ids::{ContextId, EventId};
use date::model::{Severity, Trigger};
use text::Diagnostic;

use super::automata;
use super::control_flow::{FlowPoint, append_flows};
use super::delivery::{Deliveries, Delivery, Internal, internals};
use super::guard::{Idle, append_guarded, append_written_out};
use super::instance::table_of;
use super::java::{JavaText, quoted};
use super::lookup::{Lookup, chain, full, is_keyed, lookups};
use super::matching::{Counters, append_codes, append_match, wanted};
use super::notification::{Conversion, Notification, PassedValue, Position};
use super::rewrite::{channel_field, key_slot};
use super::silencing::{append_switches, comes_late, idle_method, reaches};
use super::types::{default_value, is_primitive};
use super::{START_METHOD, Subject, THROWABLE};

/// The counters of a specification: one for each property and each event with occurrences of its
/// own that it is notified of.
pub fn counters(subject: &Subject<'_>) -> Counters {
    let events = subject.specification.events.iter_enumerated();
    let events = events
        .filter(|(_, event)| !event.alternatives.is_empty())
        .map(|(id, _)| id);
    let pairs = events.flat_map(|event| {
        subject
            .notified(event)
            .iter()
            .map(move |&property| (property, event))
    });
    let ordered: BTreeSet<_> = pairs.collect();
    ordered.into_iter().zip(0..).collect()
}

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

fn append_counters(java: &mut JavaText, subject: &Subject<'_>) {
    let label = |&(property, event): &(usize, EventId)| {
        let event = &subject.specification.events[event].name;
        quoted(&format!("{}\t{event}", subject.property_names[property]))
    };
    let labels: Vec<String> = counters(subject).keys().map(label).collect();
    java.line(format_args!(
        "    static final long[] r$counts = residua.runtime.Counters.register({}, new java.lang.String[] {{{}}});",
        subject.order,
        labels.join(", ")
    ));
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

fn append_channel(java: &mut JavaText, subject: &Subject<'_>, context: ContextId, name: &str) {
    let monitor = &subject.monitor;
    let field = channel_field(context, name);
    java.line(format_args!(
        "    static final residua.runtime.Channel {field} = new residua.runtime.Channel() {{"
    ));
    java.line(format_args!(
        "        protected void receive(java.lang.Object value) {{ {monitor}.{}(value); }}",
        receive_method(context, name)
    ));
    java.line("    };");
}

fn receive_method(context: ContextId, name: &str) -> String {
    format!("r$receive{}_{name}", context.index())
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

/// What messages call the event of a notification.
pub fn event_name(subject: &Subject<'_>, notification: &Notification) -> String {
    let event = &subject.specification.events[notification.event];
    format!(
        "event {} at {}:{}",
        event.name, subject.specification.file, event.span.line
    )
}

/// Appends the counting of an event for the properties that are told.
pub fn append_counting(
    java: &mut JavaText,
    subject: &Subject<'_>,
    event: EventId,
    properties: &BTreeSet<usize>,
) {
    for (property, counter) in counters(subject) {
        if properties.contains(&property.0) && property.1 == event {
            let (monitor, order) = (&subject.monitor, subject.order);
            java.line(format_args!("        {monitor}.r$counts[{counter}]++;"));
            java.line(format_args!(
                "        if (residua.runtime.Counters.BY_PLACE) \
                 residua.runtime.Counters.count({order}, {counter}, residua.runtime.Gate.at());"
            ));
        }
    }
}

/// The name of the static method of the n-th notification.
pub fn notification_method(number: usize) -> String {
    format!("r$notify{number}")
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

/// Appends the search for the instances of an event, outermost context first, and the delivery to
/// each. Where the event has the `switch` of its delivery, it is noted if none hears it.
fn append_lookup(
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
    for &context in &chain(subject, event.context) {
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

fn of_trigger(subject: &Subject<'_>, matches: impl Fn(&Trigger) -> bool) -> Vec<Internal> {
    let trigger =
        |i: &Internal| &subject.specification.events[i.event].alternatives[i.alternative].trigger;
    internals(subject)
        .into_iter()
        .filter(|internal| matches(trigger(internal)))
        .collect()
}

/// The methods that raise events of channels and of the end of the program.
fn append_internals(
    java: &mut JavaText,
    subject: &Subject<'_>,
    deliveries: &Deliveries,
) -> Result<(), Diagnostic> {
    let ends = of_trigger(subject, |trigger| matches!(trigger, Trigger::EndOfProgram));
    append_raising(java, subject, "r$end", "", &ends, deliveries)?;
    for (id, context) in subject.specification.contexts.iter_enumerated() {
        for channel in &context.channels {
            let mut received = of_trigger(
                subject,
                |trigger| matches!(trigger, Trigger::Receive { channel: named, .. } if *named == channel.name),
            );
            received.retain(|i| {
                owner_of(
                    subject,
                    subject.specification.events[i.event].context,
                    &channel.name,
                ) == Some(id)
            });
            let method = receive_method(id, &channel.name);
            append_raising(
                java,
                subject,
                &method,
                "java.lang.Object p0",
                &received,
                deliveries,
            )?;
        }
    }
    Ok(())
}

/// The context whose channel a name means in `context`.
fn owner_of(subject: &Subject<'_>, context: ContextId, channel: &str) -> Option<ContextId> {
    let contexts = &subject.specification.contexts;
    std::iter::successors(Some(context), |&id| contexts[id].parent).find(|&id| {
        contexts[id]
            .channels
            .iter()
            .any(|declared| declared.name == channel)
    })
}

/// A method that raises alternatives one after the other; what one throws does not keep the next
/// from being raised.
fn append_raising(
    java: &mut JavaText,
    subject: &Subject<'_>,
    method: &str,
    parameter: &str,
    raised: &[Internal],
    deliveries: &Deliveries,
) -> Result<(), Diagnostic> {
    let argument = parameter.split(' ').nth(1).unwrap_or_default();
    java.line(format_args!("    static void {method}({parameter}) {{"));
    for n in 0..raised.len() {
        java.line(format_args!(
            "        try {{ {method}${n}({argument}); }} catch ({THROWABLE} thrown) \
             {{ residua.runtime.Faults.tell(\"{method}\", thrown); }}"
        ));
    }
    java.line("    }");
    for (n, &internal) in raised.iter().enumerate() {
        let delivery = Delivery::complete(subject, internal.event);
        let event = &subject.specification.events[internal.event];
        let is_typed = matches!(
            &event.alternatives[internal.alternative].trigger,
            Trigger::Receive { value: Some(binding), .. } if binding.ty.is_some()
        );
        let value = PassedValue {
            position: Position::Value,
            primitive: None,
            conversion: Conversion::Tested,
        };
        java.line("    @SuppressWarnings(\"unchecked\")");
        java.line(format_args!(
            "    private static void {method}${n}({parameter}) throws {THROWABLE} {{"
        ));
        java.line("        java.lang.String at = residua.runtime.Gate.at();");
        append_match(
            java,
            subject,
            internal,
            &delivery.properties,
            &is_typed.then_some(value).into_iter().collect::<Vec<_>>(),
        )?;
        append_lookup(java, subject, internal, (&delivery, None), deliveries);
        java.line("    }");
    }
    Ok(())
}
