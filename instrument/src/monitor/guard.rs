//! The frame of monitor code in the methods that others call: one thread at a time runs it, and
//! nothing leaves it.

use text::Diagnostic;

use super::Subject;
use super::delivery::{Deliveries, Delivery};
use super::java::quoted;
use super::names::{THROWABLE, notification_method, switch_field};
use super::notification::{Notification, arguments, parameters};
use super::writer::JavaWriter;

/// Tests of whether an event has nothing to do, which any thread may make without a lock.
#[derive(Debug, Clone, Default)]
pub struct Idle {
    /// The field of its switch, if it has one.
    pub switch: Option<String>,
    /// A test, which costs less than to begin to run monitor code.
    pub test: Option<String>,
}

impl Idle {
    /// Of the delivery of an event.
    pub fn of(delivery: &Delivery, deliveries: &Deliveries, test: Option<String>) -> Self {
        Idle {
            switch: deliveries.switched(delivery).map(switch_field),
            test,
        }
    }

    /// Appends the question of whether the event is switched off.
    pub fn append_switch(&self, java: &mut JavaWriter) {
        if let Some(switch) = &self.switch {
            java.line(format_args!("if ({switch}.isOff()) return;"));
        }
    }

    /// Appends the test. An event that is idle very often goes on, to be switched off.
    fn append_test(&self, java: &mut JavaWriter) {
        match (&self.test, &self.switch) {
            (Some(test), Some(switch)) => {
                java.line(format_args!("if ({test} && !{switch}.tires()) return;"));
            }
            (Some(test), None) => java.line(format_args!("if ({test}) return;")),
            (None, _) => {}
        }
    }
}

/// A generated method that woven code calls, with the place of the event as its last argument.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its name.
    pub method: String,
    /// The declarations of its parameters before the place, each with a comma behind it.
    pub parameters: String,
    /// The names of these parameters, each with a comma behind it.
    pub arguments: String,
    /// The name of its event in messages, as a Java literal.
    pub event: String,
}

impl Entry {
    /// Makes the entry of the n-th notification.
    pub fn of(subject: &Subject<'_>, number: usize, notification: &Notification) -> Self {
        Entry {
            method: notification_method(number),
            parameters: parameters(&notification.values),
            arguments: arguments(&notification.values),
            event: quoted(&event_name(subject, notification)),
        }
    }

    /// The head of the method.
    pub fn head(&self) -> String {
        format!("public {}", self.static_head(""))
    }

    /// The head of a private method with the same parameters: its name goes on with `suffix`.
    pub fn private_head(&self, suffix: &str) -> String {
        format!("private {}", self.static_head(suffix))
    }

    fn static_head(&self, suffix: &str) -> String {
        let Entry {
            method, parameters, ..
        } = self;
        format!("static void {method}{suffix}({parameters}java.lang.String at)")
    }

    /// The call of such a method, with the same arguments.
    pub fn call(&self, suffix: &str) -> String {
        let Entry {
            method, arguments, ..
        } = self;
        format!("{method}{suffix}({arguments}at);")
    }

    /// Appends the field that names the event in messages, and gives the clause that catches faults
    /// of the method: they are told and go no further.
    ///
    /// If a method fails for want of memory, a literal could not be made any more (JVMS 5.4.3), so
    /// the field is filled when the class is initialized. A constant would be copied to where it is
    /// used.
    fn append_fault(&self, java: &mut JavaWriter) -> String {
        let Entry { method, event, .. } = self;
        java.line(format_args!(
            "private static final java.lang.String {method}$what = {event}.toString();"
        ));
        format!(
            "catch ({THROWABLE} thrown) {{ residua.runtime.Faults.tell({method}$what, thrown); }}"
        )
    }
}

/// Appends the end of a method that woven code calls: it hands over reports, which may throw there.
pub fn append_leave(java: &mut JavaWriter) {
    java.line("if (residua.runtime.Reports.areWaiting()) residua.runtime.Reports.leave();");
}

/// Appends a method whose body runs as monitor code, unless this thread runs monitor code already;
/// nothing leaves it. As long as one thread alone raises events it takes no lock; the code for
/// others stands apart, so that the first stays small: a method that takes the lock, or the one
/// named by `shared`. Gives the clause that catches faults of the method, for that one.
pub fn append_guarded(
    java: &mut JavaWriter,
    entry: &Entry,
    idle: &Idle,
    body: &str,
    shared: &str,
) -> String {
    let caught = entry.append_fault(java);
    java.block(entry.head(), |java| {
        idle.append_switch(java);
        java.line("boolean entered = false;");
        java.block("try", |java| {
            idle.append_test(java);
            java.line("entered = residua.runtime.Gate.enter(at);");
            java.line(format_args!("if (entered) {body}"));
        });
        append_leaving(java, &caught);

        let shared = entry.call(&format!("${shared}"));
        java.line(format_args!("if (!entered) {shared}"));
        append_leave(java);
    });
    java.block(entry.private_head("$locked"), |java| {
        // Monitor code raises no events.
        java.line("if (residua.runtime.Gate.isInside()) return;");
        append_locked(java, &caught, |java| java.line(body));
    });
    caught
}

/// Appends the end of a `try` in which a thread that is alone runs monitor code.
fn append_leaving(java: &mut JavaWriter, caught: &str) {
    java.line(caught);
    java.line("finally { if (entered) residua.runtime.Gate.leave(); }");
}

/// Appends a body that runs under the lock, as the last of its method.
fn append_locked<R>(
    java: &mut JavaWriter,
    caught: &str,
    append_body: impl FnOnce(&mut JavaWriter) -> R,
) -> R {
    java.block("synchronized (residua.runtime.Gate.LOCK)", |java| {
        java.line("if (!residua.runtime.Gate.open(at)) return;");
        let appended = java.block("try", append_body);
        java.line(caught);
        java.line("finally { residua.runtime.Gate.close(); }");
        appended
    })
}

/// Appends the same for a body that ends by returning, written out twice in a private method: for
/// the thread that is alone, and with the lock. So that method is too long to be inlined by HotSpot
/// (325 bytes). That is wanted of what occurs once in a loop and takes long: a copy of it for each
/// loop would take the just-in-time compiler more time than the calls take.
///
/// # Errors
/// Errors of the body.
pub fn append_written_out(
    java: &mut JavaWriter,
    entry: &Entry,
    append_body: impl Fn(&mut JavaWriter) -> Result<(), Diagnostic>,
) -> Result<(), Diagnostic> {
    let caught = entry.append_fault(java);
    java.block(entry.head(), |java| {
        java.line(entry.call("$long"));
        append_leave(java);
    });
    java.line("@SuppressWarnings(\"unchecked\")");
    java.block(entry.private_head("$long"), |java| {
        java.line("boolean entered = false;");
        java.block("try", |java| {
            java.line("entered = residua.runtime.Gate.enter(at);");
            java.block("if (entered)", &append_body)
        })?;
        append_leaving(java, &caught);

        java.line("if (entered || residua.runtime.Gate.isInside()) return;");
        append_locked(java, &caught, append_body)
    })
}

/// The name of a notification's event in messages.
fn event_name(subject: &Subject<'_>, notification: &Notification) -> String {
    let event = &subject.specification.events[notification.event];
    format!(
        "event {} at {}:{}",
        event.name, subject.specification.file, event.span.line
    )
}
