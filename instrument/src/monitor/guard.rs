//! What stands around monitor code in the methods that others call: one thread at a time runs it,
//! and nothing leaves it.

use text::Diagnostic;

use super::Subject;
use super::delivery::{Deliveries, Delivery};
use super::java::JavaText;
use super::names::{THROWABLE, switch_field};
use super::notification::Notification;

/// Where an event has nothing to do, as any thread may ask without a lock.
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
    pub fn append_switch(&self, java: &mut JavaText) {
        if let Some(switch) = &self.switch {
            java.line(format_args!("        if ({switch}.isOff()) return;"));
        }
    }

    /// Who is idle very often goes on, to be switched off.
    fn append_test(&self, java: &mut JavaText) {
        match (&self.test, &self.switch) {
            (Some(test), Some(switch)) => {
                java.line(format_args!(
                    "            if ({test} && !{switch}.tires()) return;"
                ));
            }
            (Some(test), None) => java.line(format_args!("            if ({test}) return;")),
            (None, _) => {}
        }
    }
}

/// A method whose body runs as monitor code, unless this thread runs monitor code already; nothing
/// leaves it. As long as one thread alone raises events it takes no lock; the code for others
/// stands apart, so that the first stays small: a method that takes the lock, or the one named by
/// `shared`. Gives what catches faults of the method, for that one.
pub fn append_guarded(
    java: &mut JavaText,
    method: &str,
    (parameters, arguments): (&str, &str),
    idle: &Idle,
    body: &str,
    what: &str,
    shared: &str,
) -> String {
    let told = append_fault(java, method, what);
    java.line(format_args!(
        "    public static void {method}({parameters}java.lang.String at) {{"
    ));
    idle.append_switch(java);
    java.line("        boolean entered = false;");
    java.line("        try {");
    idle.append_test(java);
    java.line("            entered = residua.runtime.Gate.enter(at);");
    java.line(format_args!("            if (entered) {body}"));
    java.line("        }");
    java.line(format_args!("        {told}"));
    java.line("        finally { if (entered) residua.runtime.Gate.leave(); }");
    java.line(format_args!(
        "        if (!entered) {method}${shared}({arguments}at);"
    ));
    java.line("        if (residua.runtime.Reports.FAILS) residua.runtime.Reports.fail();");
    java.line("    }");
    java.line(format_args!(
        "    private static void {method}$locked({parameters}java.lang.String at) {{"
    ));
    java.line("        if (residua.runtime.Gate.isInside()) return;");
    append_opening(java);
    java.line(format_args!("                {body}"));
    append_closing(java, &told);
    told
}

/// Gives what catches faults of a method: they are told, by a field that is appended, and go no
/// further. Where a method fails for want of memory a literal could not be made any more (JVMS
/// 5.4.3), so the field is filled when the class is initialized; a constant would be copied to
/// where it is used.
fn append_fault(java: &mut JavaText, method: &str, what: &str) -> String {
    java.line(format_args!(
        "    private static final java.lang.String {method}$what = {what}.toString();"
    ));
    format!("catch ({THROWABLE} thrown) {{ residua.runtime.Faults.tell({method}$what, thrown); }}")
}

/// What stands before a body that runs under the lock, as the last of its method.
fn append_opening(java: &mut JavaText) {
    java.line("        synchronized (residua.runtime.Gate.LOCK) {");
    java.line("            if (!residua.runtime.Gate.open(at)) return;");
    java.line("            try {");
}

/// What stands behind it.
fn append_closing(java: &mut JavaText, told: &str) {
    java.line("            }");
    java.line(format_args!("            {told}"));
    java.line("            finally { residua.runtime.Gate.close(); }");
    java.line("        }");
    java.line("    }");
}

/// The same for a body that ends by returning, written out twice in a private method: for the
/// thread that is alone, and with the lock. So that method is too long to be inlined by HotSpot
/// (325 bytes). That is wanted of what occurs once in a loop and takes long: a copy of it for each
/// loop would take the just-in-time compiler more time than the calls take.
///
/// # Errors
/// Those of the body.
pub fn append_written_out(
    java: &mut JavaText,
    method: &str,
    (parameters, arguments): (&str, &str),
    what: &str,
    append_body: impl Fn(&mut JavaText) -> Result<(), Diagnostic>,
) -> Result<(), Diagnostic> {
    let told = append_fault(java, method, what);
    java.line(format_args!(
        "    public static void {method}({parameters}java.lang.String at) {{"
    ));
    java.line(format_args!("        {method}$long({arguments}at);"));
    java.line("        if (residua.runtime.Reports.FAILS) residua.runtime.Reports.fail();");
    java.line("    }");
    java.line("    @SuppressWarnings(\"unchecked\")");
    java.line(format_args!(
        "    private static void {method}$long({parameters}java.lang.String at) {{"
    ));
    java.line("        boolean entered = false;");
    java.line("        try {");
    java.line("            entered = residua.runtime.Gate.enter(at);");
    java.line("            if (entered) {");
    append_body(java)?;
    java.line("            }");
    java.line("        }");
    java.line(format_args!("        {told}"));
    java.line("        finally { if (entered) residua.runtime.Gate.leave(); }");
    java.line("        if (entered || residua.runtime.Gate.isInside()) return;");
    append_opening(java);
    append_body(java)?;
    append_closing(java, &told);
    Ok(())
}

/// What messages call the event of a notification.
pub fn event_name(subject: &Subject<'_>, notification: &Notification) -> String {
    let event = &subject.specification.events[notification.event];
    format!(
        "event {} at {}:{}",
        event.name, subject.specification.file, event.span.line
    )
}
