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
use super::guard::{Entry, Idle, append_guarded, append_leave};
use super::lookup::{Lookup, lookups};
use super::matching::append_tests;
use super::names::{START_METHOD, idle_method, table_of};
use super::notification::{Notification, parameters};
use super::silencing::{append_hearing, comes_late};
use super::step::append_property;
use super::wanted::place_bound;
use super::writer::JavaWriter;

/// Appends the class of a context's automata.
///
/// # Errors
/// None that a specification without code could have.
pub fn append_class(
    java: &mut JavaWriter,
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

    let head = format!("static final class {class} extends residua.runtime.{parent}");
    java.block(head, |java| {
        java.line(format_args!(
            "private {class}(java.lang.Object key) {{ super(key); }}"
        ));
        append_deliveries(java, subject, context, deliveries);
        append_hearing(java, subject, context, deliveries);
        subject
            .properties_of(context)
            .try_for_each(|(number, _)| append_property(java, subject, number, deliveries))
    })
}

/// Appends the table of a context, to the class of the global one.
pub fn append_table(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    context: ContextId,
    deliveries: &Deliveries,
) {
    let carrier = carriers_of(subject, context, deliveries);
    let (field, class) = (table_of(context), subject.class_of(context));
    let head = format!(
        "final residua.runtime.AutomatonTable {field} = new residua.runtime.AutomatonTable({}, {carrier})",
        subject.has_finalizers
    );
    java.block_with_end(head, "};", |java| {
        java.line(format_args!(
            "protected residua.runtime.Automaton make(java.lang.Object key) {{ return new {class}(key); }}"
        ));
    });
}

/// Appends the methods of the n-th notification: one for a thread that is alone, one for several,
/// and, for occurrences that are counted, one with the lock.
pub fn append_notification(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    number: usize,
    notification: &Notification,
    deliveries: &Deliveries,
) {
    let Some(key) = key_of(subject, notification) else {
        return;
    };
    let entry = Entry::of(subject, number, notification);
    if notification.values[key].primitive.is_none() {
        let keyed = Keyed {
            subject,
            notification,
            entry,
            key,
        };
        return keyed.append(java, deliveries);
    }

    // A number that names an instance is an object there.
    let mut boxed = notification.clone();
    boxed.values[key].primitive = None;
    java.line(format_args!(
        "{} {{ {} }}",
        entry.head(),
        entry.call("$boxed")
    ));
    let keyed = Keyed {
        subject,
        notification: &boxed,
        entry: Entry {
            method: format!("{}$boxed", entry.method),
            parameters: parameters(&boxed.values),
            ..entry
        },
        key,
    };
    keyed.append(java, deliveries);
}

/// The place of the value that names the instance.
fn key_of(subject: &Subject<'_>, notification: &Notification) -> Option<usize> {
    let event = &subject.specification.events[notification.event];
    let trigger = &event.alternatives[notification.alternative].trigger;
    let parameter = subject.specification.contexts[event.context]
        .parameters
        .first()?;
    place_bound(trigger, &notification.values, &parameter.name)
}

/// A notification that an object names the instance of.
struct Keyed<'k> {
    subject: &'k Subject<'k>,
    notification: &'k Notification,
    /// The method that woven code calls.
    entry: Entry,
    /// The place of the value that names the instance.
    key: usize,
}

impl Keyed<'_> {
    fn append(&self, java: &mut JavaWriter, deliveries: &Deliveries) {
        let entered = Entry {
            method: format!("{}$any", self.entry.method),
            ..self.entry.clone()
        };
        let body = self.entry.call("$");
        let caught = append_guarded(java, &entered, &Idle::default(), &body, "apart");
        self.append_apart(java, &entered, &caught);

        let delivery = Delivery::of(self.notification);
        let idle = Idle::of(&delivery, deliveries, None);
        self.append_entry(java, &entered, &caught, &idle);

        let search = Search::of(self.subject, self.notification, self.key, deliveries);
        self.append_of_loop(java, &search);
        self.append_alone(java, &search);
        self.append_among_others(java, &search);
    }

    /// Appends the method for a thread that is not alone.
    fn append_apart(&self, java: &mut JavaWriter, entered: &Entry, caught: &str) {
        java.block(entered.private_head("$apart"), |java| {
            java.line(format_args!(
                "if (residua.runtime.Counters.ON) {{ {} return; }}",
                entered.call("$locked")
            ));
            java.line("if (!residua.runtime.Gate.pass()) return;");
            java.line(format_args!("try {{ {} }}", self.entry.call("$apart$")));
            java.line(caught);
        });
    }

    /// Appends the method that woven code calls. Nothing but the thread of a loop gets to an
    /// automaton that its iterator holds, and that thread does not run monitor code: it would have
    /// no `residua.runtime.LoopIterator` then.
    fn append_entry(&self, java: &mut JavaWriter, entered: &Entry, caught: &str, idle: &Idle) {
        let key = self.key;
        java.block(self.entry.head(), |java| {
            idle.append_switch(java);
            java.line(format_args!(
                "if (!(p{key} instanceof residua.runtime.LoopIterator) || residua.runtime.Counters.ON) {{ \
                 {} return; }}",
                entered.call("")
            ));
            java.line(format_args!("try {{ {} }}", self.entry.call("$loop")));
            java.line(caught);
            append_leave(java);
        });
    }

    /// Appends the method for the thread of a loop whose iterator holds the automaton.
    fn append_of_loop(&self, java: &mut JavaWriter, search: &Search) {
        java.block(self.entry.private_head("$loop"), |java| {
            self.append_tests(java);
            self.append_global(java);
            search.append(java);
        });
    }

    /// Appends the method for the thread that is alone.
    fn append_alone(&self, java: &mut JavaWriter, search: &Search) {
        let Notification {
            event, properties, ..
        } = self.notification;
        java.block(self.entry.private_head("$"), |java| {
            self.append_tests(java);
            java.line(format_args!("{} x0 = r$global();", self.subject.monitor));
            append_counting(java, self.subject, *event, properties);
            self.append_null_test(java);
            search.append_asking(java);
        });
    }

    /// Appends the method that locks the automaton alone.
    fn append_among_others(&self, java: &mut JavaWriter, search: &Search) {
        java.block(self.entry.private_head("$apart$"), |java| {
            self.append_tests(java);
            self.append_null_test(java);
            self.append_global(java);
            search.append_shared(java);
        });
    }

    fn append_tests(&self, java: &mut JavaWriter) {
        let event = &self.subject.specification.events[self.notification.event];
        let trigger = &event.alternatives[self.notification.alternative].trigger;
        append_tests(java, self.subject, trigger, &self.notification.values);
    }

    fn append_null_test(&self, java: &mut JavaWriter) {
        java.line(format_args!("if (p{} == null) return;", self.key));
    }

    /// Appends the global instance, which is made if it is not there.
    fn append_global(&self, java: &mut JavaWriter) {
        java.line(format_args!("if (r$instance == null) {START_METHOD}(at);"));
        java.line(format_args!("{} x0 = r$instance;", self.subject.monitor));
    }
}

/// The search for the automaton of a notification, and the delivery to it.
struct Search {
    /// The class of the automaton.
    class: String,
    /// The method of the table that finds it.
    search: String,
    /// The place of the value that names it.
    key: usize,
    /// The method of the automaton that is called, if the event changes something in it.
    delivery: Option<String>,
    /// The number of the delivery, if it has a switch.
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
        let delivery = Delivery::of(notification);

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

    /// Appends the search by the thread that is alone, which notes if the event does nothing.
    fn append_asking(&self, java: &mut JavaWriter) {
        let Some(switch) = self.switch else {
            return self.append(java);
        };
        let idle = idle_method(switch);
        let Some(method) = &self.delivery else {
            return java.line(format_args!("{idle}();"));
        };
        self.append_found(java, "");
        java.line(format_args!(
            "if (found == null || !found.instanceHears({switch})) {idle}();"
        ));
        java.line(format_args!("else found.{method}(at, p{});", self.key));
    }

    fn append(&self, java: &mut JavaWriter) {
        self.append_found(java, "");
        if let Some(method) = &self.delivery {
            let key = self.key;
            java.line(format_args!(
                "if (found != null) found.{method}(at, p{key});"
            ));
        }
    }

    /// Appends the same for a thread among several.
    fn append_shared(&self, java: &mut JavaWriter) {
        self.append_found(java, "Shared");
        if let Some(method) = &self.delivery {
            let key = self.key;
            java.line(format_args!(
                "if (found != null) synchronized (found) {{ found.{method}(at, p{key}); }}"
            ));
        }
    }

    /// Appends the automaton that a method of the table finds; `suffix` ends the method's name.
    fn append_found(&self, java: &mut JavaWriter, suffix: &str) {
        let Search {
            class, search, key, ..
        } = self;
        java.line(format_args!(
            "{class} found = ({class}) {search}{suffix}(p{key});"
        ));
    }
}
