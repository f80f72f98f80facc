//! Clocks of a context and the timeouts they raise.

use std::collections::BTreeMap;

use date::ids::ContextId;
use date::model::{Context, Trigger};
use text::Diagnostic;

use super::Subject;
use super::delivery::{Deliveries, Delivery, Internal, internals};
use super::matching::append_match;
use super::owner::owner_of;
use super::writer::JavaWriter;

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
    java: &mut JavaWriter,
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
        append_clock(java, number, &clock.name, &timeouts[number]);
    }
    java.block("protected void onTimeout(int clock, int timeout)", |java| {
        for (number, timeouts) in timeouts.iter().enumerate() {
            append_timeouts(java, number, timeouts);
        }
    });
    let raised = timeouts.iter().flat_map(BTreeMap::values).flatten();
    raised
        .into_iter()
        .try_for_each(|&internal| append_raise(java, subject, context, internal, deliveries))
}

/// Appends the field of the n-th clock.
fn append_clock(java: &mut JavaWriter, n: usize, name: &str, timeouts: &Timeouts) {
    let ages = timeouts.keys().filter_map(at);
    let ages: String = ages.map(|age| format!(", {age}L")).collect();
    let periods = timeouts.keys().filter_map(every);
    let periods: Vec<String> = periods.map(|age| format!("{age}L")).collect();
    let every = if periods.is_empty() {
        String::new()
    } else {
        format!(".every({})", periods.join(", "))
    };
    java.line(format_args!(
        "final residua.runtime.Clock {name} = new residua.runtime.Clock(this, {n}{ages}){every};"
    ));
}

/// Appends what the timeouts of the n-th clock raise. Ages in order have the numbers 0, 1, .., and
/// periods those after them; what was registered by an action has -1.
fn append_timeouts(java: &mut JavaWriter, n: usize, timeouts: &Timeouts) {
    let registered = timeouts.get(&When::Registered).into_iter();
    let registered = registered.map(|raised| (-1, raised));
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
        java.line(format_args!(
            "if (clock == {n} && timeout == {timeout}) {{ {} }}",
            calls.join(" ")
        ));
    }
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
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    context: ContextId,
    internal: Internal,
    deliveries: &Deliveries,
) -> Result<(), Diagnostic> {
    let delivery = Delivery::complete(subject, internal.event);
    let head = format!("private void {}()", method(internal));
    java.block(head, |java| {
        append_match(java, subject, internal, &delivery.properties, &[])?;
        if delivery.concerns(subject, context) {
            let method = deliveries.method(&delivery);
            java.line(format_args!("{method}(residua.runtime.Gate.at());"));
        }
        Ok(())
    })
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

        if named == clock && is_of(subject, event.context, clock, context) {
            let when = after_ms.map_or(
                When::Registered,
                if *repeats { When::Every } else { When::At },
            );
            timeouts.entry(when).or_default().push(internal);
        }
    }
    timeouts
}

/// Says whether the name of a clock in `inner` means the clock of `owner`.
fn is_of(subject: &Subject<'_>, inner: ContextId, name: &str, owner: ContextId) -> bool {
    let declares = |context: &Context| context.clocks.iter().any(|clock| clock.name == name);
    owner_of(subject, inner, declares) == Some(owner)
}
