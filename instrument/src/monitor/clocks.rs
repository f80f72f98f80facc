//! Clocks of a context and the timeouts they raise.

use std::collections::BTreeMap;

use date::ids::ContextId;
use date::model::Trigger;
use text::Diagnostic;

use super::Subject;
use super::delivery::{Deliveries, Delivery, Internal, internals};
use super::java::JavaText;
use super::matching::append_match;

/// Timeouts of one clock: the alternatives to raise, by when.
type Timeouts = BTreeMap<When, Vec<Internal>>;

/// When a timeout comes, in the order in which those of one moment come; times in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum When {
    /// As an action has registered it.
    Registered,
    At(u64),
    Every(u64),
}

/// Appends the clocks of a context and `onTimeout`.
///
/// # Errors
/// Names in user code that stand for nothing.
pub fn append_clocks(
    java: &mut JavaText,
    subject: &Subject<'_>,
    context: ContextId,
    deliveries: &Deliveries,
) -> Result<(), Diagnostic> {
    let clocks = &subject.specification.contexts[context].clocks;
    let timeouts: Vec<Timeouts> = clocks
        .iter()
        .map(|clock| timeouts_of(subject, context, &clock.name))
        .collect();
    for (number, clock) in clocks.iter().enumerate() {
        let ages: String = timeouts[number]
            .keys()
            .filter_map(at)
            .map(|age| format!(", {age}L"))
            .collect();
        let periods: Vec<String> = timeouts[number]
            .keys()
            .filter_map(every)
            .map(|age| format!("{age}L"))
            .collect();
        let every = if periods.is_empty() {
            String::new()
        } else {
            format!(".every({})", periods.join(", "))
        };
        let name = &clock.name;
        java.line(format_args!(
            "    final residua.runtime.Clock {name} = new residua.runtime.Clock(this, {number}{ages}){every};"
        ));
    }
    java.line("    protected void onTimeout(int clock, int timeout) {");
    for (number, timeouts) in timeouts.iter().enumerate() {
        // Ages in order have the numbers 0, 1, .., and periods those after them; what was
        // registered by an action has -1.
        let registered = timeouts
            .get(&When::Registered)
            .into_iter()
            .map(|raised| (-1, raised));
        let fixed = timeouts
            .iter()
            .filter(|(when, _)| **when != When::Registered);
        let fixed = fixed.zip(0..).map(|((_, raised), n)| (n, raised));
        for (timeout, raised) in registered.chain(fixed) {
            // What one of them releases hears none of the others.
            let calls = raised
                .iter()
                .map(|&internal| format!("if (!isInstanceForgotten()) {}();", method(internal)));
            let calls: Vec<String> = calls.collect();
            let calls = calls.join(" ");
            java.line(format_args!(
                "        if (clock == {number} && timeout == {timeout}) {{ {calls} }}"
            ));
        }
    }
    java.line("    }");
    let raised = timeouts.iter().flat_map(BTreeMap::values).flatten();
    raised
        .into_iter()
        .try_for_each(|&internal| append_raise(java, subject, context, internal, deliveries))
}

fn at(when: &When) -> Option<u64> {
    if let When::At(age) = when {
        Some(*age)
    } else {
        None
    }
}

fn every(when: &When) -> Option<u64> {
    if let When::Every(age) = when {
        Some(*age)
    } else {
        None
    }
}

fn method(internal: Internal) -> String {
    format!(
        "r$timeout{}_{}",
        internal.event.index(),
        internal.alternative
    )
}

/// A timeout concerns the instance whose clock it is, and everything inside it.
fn append_raise(
    java: &mut JavaText,
    subject: &Subject<'_>,
    context: ContextId,
    internal: Internal,
    deliveries: &Deliveries,
) -> Result<(), Diagnostic> {
    let delivery = Delivery::complete(subject, internal.event);
    java.line(format_args!("    private void {}() {{", method(internal)));
    append_match(java, subject, internal, &delivery.properties, &[])?;
    if delivery.concerns(subject, context) {
        java.line(format_args!(
            "        {}(residua.runtime.Gate.at());",
            deliveries.method(&delivery)
        ));
    }
    java.line("    }");
    Ok(())
}

fn timeouts_of(subject: &Subject<'_>, context: ContextId, clock: &str) -> Timeouts {
    let mut timeouts = Timeouts::new();
    for internal in internals(subject) {
        let event = &subject.specification.events[internal.event];
        let Trigger::Timeout {
            clock: named,
            after_ms,
            repeats,
        } = &event.alternatives[internal.alternative].trigger
        else {
            continue;
        };
        if named == clock && owner_of(subject, event.context, clock) == Some(context) {
            let when = after_ms.map_or(
                When::Registered,
                if *repeats { When::Every } else { When::At },
            );
            timeouts.entry(when).or_default().push(internal);
        }
    }
    timeouts
}

/// The context whose clock a name means in `context`.
fn owner_of(subject: &Subject<'_>, context: ContextId, clock: &str) -> Option<ContextId> {
    let contexts = &subject.specification.contexts;
    std::iter::successors(Some(context), |&id| contexts[id].parent).find(|&id| {
        contexts[id]
            .clocks
            .iter()
            .any(|declared| declared.name == clock)
    })
}
