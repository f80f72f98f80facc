//! Specifications whose instances are automata and nothing else, each found by one object. They are
//! the keys of their objects themselves, and several threads may move them at the same time, as
//! long as each is locked (`residua.runtime.AutomatonTable`).

use date::ids::ContextId;
use text::Diagnostic;

use super::Subject;
use super::carriers::carriers_of;
use super::counting::append_counting;
use super::delivery::{Deliveries, Delivery};
use super::distribution::append_deliveries;
use super::guard::{Idle, append_guarded, event_name};
use super::java::{JavaText, quoted};
use super::lookup::{Lookup, lookups};
use super::matching::append_tests;
use super::names::{START_METHOD, idle_method, notification_method, table_of};
use super::notification::Notification;
use super::silencing::{append_hearing, comes_late};
use super::step::append_property;
use super::wanted::{Wanted, wanted};

/// Appends the class of a context's automata.
///
/// # Errors
/// None that a specification without code could have.
pub fn append_class(
    java: &mut JavaText,
    subject: &Subject<'_>,
    context: ContextId,
    deliveries: &Deliveries,
) -> Result<(), Diagnostic> {
    let class = subject.class_of(context);
    let parent = if subject.has_finalizers {
        "LastingAutomaton"
    } else {
        "Automaton"
    };
    java.line(format_args!(
        "    static final class {class} extends residua.runtime.{parent} {{"
    ));
    java.line(format_args!(
        "    private {class}(java.lang.Object key) {{ super(key); }}"
    ));
    append_deliveries(java, subject, context, deliveries);
    append_hearing(java, subject, context, deliveries);
    for (number, _) in subject.properties_of(context) {
        append_property(java, subject, number, deliveries)?;
    }
    java.line("    }");
    Ok(())
}

/// Appends the table of a context, to the class of the global one.
pub fn append_table(
    java: &mut JavaText,
    subject: &Subject<'_>,
    context: ContextId,
    deliveries: &Deliveries,
) {
    let carrier = carriers_of(subject, context, deliveries);
    let (field, class) = (table_of(context), subject.class_of(context));
    java.line(format_args!(
        "    final residua.runtime.AutomatonTable {field} = new residua.runtime.AutomatonTable({}, {carrier}) {{",
        subject.has_finalizers
    ));
    java.line(format_args!(
        "        protected residua.runtime.Automaton make(java.lang.Object key) {{ return new {class}(key); }}"
    ));
    java.line("    };");
}

/// Appends the methods of the n-th notification: one for a thread that is alone, one for several,
/// and, for occurrences that are counted, one with the lock.
pub fn append_notification(
    java: &mut JavaText,
    subject: &Subject<'_>,
    number: usize,
    notification: &Notification,
    (parameters, arguments): (&str, &str),
    deliveries: &Deliveries,
) {
    let event = &subject.specification.events[notification.event];
    let alternative = &event.alternatives[notification.alternative];
    let wanted: Vec<_> = notification
        .values
        .iter()
        .map(|v| wanted(&alternative.trigger, v.position))
        .collect();
    let parameter = subject.specification.contexts[event.context]
        .parameters
        .first();
    let is_key = |wanted: &Option<Wanted<'_>>| {
        wanted.is_some_and(|w| w.name == parameter.map(|p| p.name.as_str()))
    };
    // Where a pattern names the parameter twice, the last value counts.
    let Some(key) = wanted.iter().rposition(is_key) else {
        return;
    };
    let method = notification_method(number);
    if notification.values[key].primitive.is_none() {
        return append_methods(
            java,
            subject,
            (&method, notification, key),
            (parameters, arguments),
            deliveries,
        );
    }
    // A number that names an instance is an object there.
    let mut boxed = notification.clone();
    boxed.values[key].primitive = None;
    let objects: String = boxed
        .values
        .iter()
        .enumerate()
        .map(|(i, v)| format!("{}, ", v.parameter(i)))
        .collect();
    let entered = format!("{method}$boxed");
    java.line(format_args!(
        "    public static void {method}({parameters}java.lang.String at) {{ {entered}({arguments}at); }}"
    ));
    append_methods(
        java,
        subject,
        (&entered, &boxed, key),
        (&objects, arguments),
        deliveries,
    );
}

fn append_methods(
    java: &mut JavaText,
    subject: &Subject<'_>,
    (method, notification, key): (&str, &Notification, usize),
    (parameters, arguments): (&str, &str),
    deliveries: &Deliveries,
) {
    let alternative =
        &subject.specification.events[notification.event].alternatives[notification.alternative];
    let wanted: Vec<_> = notification
        .values
        .iter()
        .map(|v| wanted(&alternative.trigger, v.position))
        .collect();
    let what = quoted(&event_name(subject, notification));
    let delivery = Delivery {
        event: notification.event,
        properties: notification.properties.clone(),
    };
    let idle = Idle::of(&delivery, deliveries, None);
    let entered = format!("{method}$any");
    let told = append_guarded(
        java,
        &entered,
        (parameters, arguments),
        &Idle::default(),
        &format!("{method}$({arguments}at);"),
        &what,
        "apart",
    );
    java.line(format_args!(
        "    private static void {entered}$apart({parameters}java.lang.String at) {{"
    ));
    java.line(format_args!(
        "        if (residua.runtime.Counters.ON) {{ {entered}$locked({arguments}at); return; }}"
    ));
    java.line("        if (!residua.runtime.Gate.pass()) return;");
    java.line(format_args!(
        "        try {{ {method}$apart$({arguments}at); }}"
    ));
    java.line(format_args!("        {told}"));
    java.line("    }");

    append_entry(
        java,
        (method, &entered),
        (parameters, arguments),
        key,
        &told,
        &idle,
    );
    java.line(format_args!(
        "    private static void {method}$loop({parameters}java.lang.String at) {{"
    ));
    append_tests(
        java,
        subject,
        &alternative.trigger,
        &notification.values,
        &wanted,
    );
    java.line(format_args!(
        "        if (r$instance == null) {START_METHOD}(at);"
    ));
    java.line(format_args!("        {} x0 = r$instance;", subject.monitor));
    Search::of(subject, notification, key, deliveries).append(java);
    java.line("    }");
    let search = Search::of(subject, notification, key, deliveries);
    java.line(format_args!(
        "    private static void {method}$({parameters}java.lang.String at) {{"
    ));
    append_tests(
        java,
        subject,
        &alternative.trigger,
        &notification.values,
        &wanted,
    );
    java.line(format_args!("        {} x0 = r$global();", subject.monitor));
    append_counting(java, subject, notification.event, &notification.properties);
    java.line(format_args!("        if (p{key} == null) return;"));
    search.append_asking(java);
    java.line("    }");

    java.line(format_args!(
        "    private static void {method}$apart$({parameters}java.lang.String at) {{"
    ));
    append_tests(
        java,
        subject,
        &alternative.trigger,
        &notification.values,
        &wanted,
    );
    java.line(format_args!("        if (p{key} == null) return;"));
    java.line(format_args!(
        "        if (r$instance == null) {START_METHOD}(at);"
    ));
    java.line(format_args!("        {} x0 = r$instance;", subject.monitor));
    search.append_shared(java);
    java.line("    }");
}

/// Appends the method that woven code calls. Nothing but the thread of a loop gets to an automaton
/// that its iterator holds, and that thread does not run monitor code: it would have no
/// `residua.runtime.LoopIterator` then.
fn append_entry(
    java: &mut JavaText,
    (method, entered): (&str, &str),
    (parameters, arguments): (&str, &str),
    key: usize,
    told: &str,
    idle: &Idle,
) {
    java.line(format_args!(
        "    public static void {method}({parameters}java.lang.String at) {{"
    ));
    idle.append_switch(java);
    java.line(format_args!(
        "        if (!(p{key} instanceof residua.runtime.LoopIterator) || residua.runtime.Counters.ON) {{ \
         {entered}({arguments}at); return; }}"
    ));
    java.line(format_args!(
        "        try {{ {method}$loop({arguments}at); }}"
    ));
    java.line(format_args!("        {told}"));
    java.line("        if (residua.runtime.Reports.FAILS) residua.runtime.Reports.fail();");
    java.line("    }");
}

/// How the automaton of a notification is found, and what it is told.
struct Search {
    class: String,
    search: String,
    key: usize,
    delivery: Option<String>,
    switch: Option<usize>,
}

impl Search {
    fn of(
        subject: &Subject<'_>,
        notification: &Notification,
        key: usize,
        deliveries: &Deliveries,
    ) -> Self {
        let event = &subject.specification.events[notification.event];
        let found = lookups(
            subject,
            notification.event,
            &event.alternatives[notification.alternative],
        );
        let delivery = Delivery {
            event: notification.event,
            properties: notification.properties.clone(),
        };
        let creates = found
            .iter()
            .any(|(_, lookup)| matches!(lookup, Lookup::One { creates: true }))
            && !comes_late(subject, event.context, &delivery, deliveries);
        let method = if creates { "obtain" } else { "find" };
        Search {
            class: subject.qualified_class_of(event.context),
            search: format!("x0.{}.{method}", table_of(event.context)),
            key,
            delivery: delivery
                .concerns(subject, event.context)
                .then(|| deliveries.method(&delivery)),
            switch: deliveries.switched(&delivery),
        }
    }

    /// The same by the thread that is alone, which notes if the event does nothing.
    fn append_asking(&self, java: &mut JavaText) {
        let Search {
            class,
            search,
            key,
            delivery,
            switch,
        } = self;
        let Some(switch) = *switch else {
            return self.append(java);
        };
        let idle = idle_method(switch);
        let Some(method) = delivery else {
            return java.line(format_args!("        {idle}();"));
        };
        java.line(format_args!(
            "        {class} found = ({class}) {search}(p{key});"
        ));
        java.line(format_args!(
            "        if (found == null || !found.instanceHears({switch})) {idle}();"
        ));
        java.line(format_args!("        else found.{method}(at, p{key});"));
    }

    fn append(&self, java: &mut JavaText) {
        let Search {
            class,
            search,
            key,
            delivery,
            ..
        } = self;
        java.line(format_args!(
            "        {class} found = ({class}) {search}(p{key});"
        ));
        if let Some(method) = delivery {
            java.line(format_args!(
                "        if (found != null) found.{method}(at, p{key});"
            ));
        }
    }

    fn append_shared(&self, java: &mut JavaText) {
        let Search {
            class,
            search,
            key,
            delivery,
            ..
        } = self;
        java.line(format_args!(
            "        {class} found = ({class}) {search}Shared(p{key});"
        ));
        if let Some(method) = delivery {
            java.line(format_args!(
                "        if (found != null) synchronized (found) {{ found.{method}(at, p{key}); }}"
            ));
        }
    }
}
