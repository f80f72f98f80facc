//! Monitors as Java source: for one specification a class with a static method for each
//! notification, and inside it, for each context, a class whose instances hold variables and
//! states.
//!
//! User code is copied as it is written; only the names that belong to the specification are
//! rewritten. What it throws stays inside the method that holds it.

mod automata;
mod bindings;
mod carriers;
mod carrying;
mod check;
mod clocks;
mod control_flow;
mod counting;
mod delivery;
mod distribution;
mod events;
mod forgetting;
mod guard;
mod instance;
mod java;
mod letter;
mod lookup;
mod matching;
mod methods;
mod names;
mod notification;
mod owner;
mod place;
mod plain;
mod raising;
mod reach;
mod reading;
mod renaming;
mod rewrite;
mod search;
mod silencing;
mod start;
mod step;
mod subject;
mod tables;
mod types;
mod user_code;
mod variables;
mod waiting;
mod wanted;
mod writer;

use date::ids::ContextId;
use text::Diagnostic;

pub use carriers::fields_in_use;
pub use carrying::{Carriers, CarryingField, carriable};
pub use control_flow::{FlowPoint, Passage, passage_method};
pub use java::JavaText;
pub use names::{START_METHOD, notification_method};
pub use notification::{Conversion, Notification, PassedValue, Position};
pub use start::needs_start;
pub use subject::{Placement, Subject};

pub(crate) use bindings::bindings;
use delivery::Deliveries;
pub(crate) use wanted::first_alike;
use writer::JavaWriter;

/// The monitors of one specification.
#[derive(Debug, Clone)]
pub struct MonitorSource {
    /// Internal name of the class that holds the notification methods.
    pub class: String,
    /// The Java source of that class.
    pub java: JavaText,
}

impl MonitorSource {
    /// Path of the source file below a source root.
    pub fn path(&self) -> String {
        format!("{}.java", self.class)
    }
}

/// Generates the monitors of a specification; the n-th notification gets the method
/// [`notification_method`]`(n)`, with the descriptor [`Notification::descriptor`], and the n-th
/// point of a control flow those of [`passage_method`]. `handler` is the class of the violation
/// handler, the standard one if absent.
///
/// # Errors
/// Contexts that cannot be monitored, and names in user code that stand for nothing where it runs.
pub fn generate(
    subject: &Subject<'_>,
    notifications: &[Notification],
    flows: &[FlowPoint],
    handler: Option<&str>,
) -> Result<MonitorSource, Diagnostic> {
    check::check(subject)?;
    let deliveries = Deliveries::of(subject, notifications);
    let switches = silencing::switches(subject, notifications, &deliveries);
    let deliveries = deliveries.with_switches(switches);

    let mut java = JavaWriter::new();
    append_head(&mut java, subject);
    let head = format!(
        "public final class {} extends residua.runtime.Instance",
        subject.monitor
    );
    java.block(head, |java| {
        events::append_statics(java, subject, notifications, flows, &deliveries, handler)?;
        instance::append_members(java, subject, ContextId::new(0), &deliveries)
    })?;
    Ok(MonitorSource {
        class: subject.internal_name(),
        java: java.finish(),
    })
}

/// Appends the package and the imports.
fn append_head(java: &mut JavaWriter, subject: &Subject<'_>) {
    if let Some(package) = subject.package() {
        java.line(format_args!("package {package};"));
    }
    let Placement {
        imports,
        empty_imports,
        ..
    } = &subject.placement;

    let specification = subject.specification;
    let written = specification.imports.iter();
    for import in written.filter(|import| !empty_imports.contains(*import)) {
        java.begin("import ");
        java.replaced(import, specification.import_place(import));
        java.end(";");
    }
    for import in imports {
        java.line(format_args!("import {import};"));
    }
}
