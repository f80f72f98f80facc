//! Clocks of a context and the timeouts they raise.

use std::collections::BTreeMap;

use date::diagnostic::Diagnostic;
use date::ids::ContextId;
use date::model::Trigger;

use super::Subject;
use super::delivery::{Deliveries, Delivery, Internal, internals};
use super::java::JavaText;
use super::matching::append_match;

/// Timeouts of one clock: the alternatives to raise by age in milliseconds; `None` for those registered by actions.
type Timeouts = BTreeMap<Option<u64>, Vec<Internal>>;

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
    let timeouts: Vec<Timeouts> = clocks.iter().map(|clock| timeouts_of(subject, context, &clock.name)).collect();
    for (number, clock) in clocks.iter().enumerate() {
        let ages: String = timeouts[number].keys().flatten().map(|age| format!(", {age}L")).collect();
        let name = &clock.name;
        java.line(format_args!(
            "    final residua.runtime.Clock {name} = new residua.runtime.Clock(this, {number}{ages});"
        ));
    }
    java.line("    protected void onTimeout(int clock, int timeout) {");
    for (number, timeouts) in timeouts.iter().enumerate() {
        // Ages in order have the numbers 0, 1, ..; what was registered by an action has -1.
        let registered = timeouts.get(&None).into_iter().map(|raised| (-1, raised));
        let fixed = timeouts.iter().filter(|(age, _)| age.is_some()).zip(0..).map(|((_, raised), n)| (n, raised));
        for (timeout, raised) in registered.chain(fixed) {
            // What one of them releases hears none of the others.
            let calls = raised.iter().map(|&internal| format!("if (!isInstanceForgotten()) {}();", method(internal)));
            let calls: Vec<String> = calls.collect();
            let calls = calls.join(" ");
            java.line(format_args!("        if (clock == {number} && timeout == {timeout}) {{ {calls} }}"));
        }
    }
    java.line("    }");
    let raised = timeouts.iter().flat_map(BTreeMap::values).flatten();
    raised.into_iter().try_for_each(|&internal| append_raise(java, subject, context, internal, deliveries))
}

fn method(internal: Internal) -> String {
    format!("r$timeout{}_{}", internal.event.index(), internal.alternative)
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
        java.line(format_args!("        {}(residua.runtime.Gate.at());", deliveries.method(&delivery)));
    }
    java.line("    }");
    Ok(())
}

fn timeouts_of(subject: &Subject<'_>, context: ContextId, clock: &str) -> Timeouts {
    let mut timeouts = Timeouts::new();
    for internal in internals(subject) {
        let event = &subject.specification.events[internal.event];
        let Trigger::Timeout { clock: named, after_ms } = &event.alternatives[internal.alternative].trigger else {
            continue;
        };
        if named == clock && owner_of(subject, event.context, clock) == Some(context) {
            timeouts.entry(*after_ms).or_default().push(internal);
        }
    }
    timeouts
}

/// The context whose clock a name means in `context`.
fn owner_of(subject: &Subject<'_>, context: ContextId, clock: &str) -> Option<ContextId> {
    let contexts = &subject.specification.contexts;
    std::iter::successors(Some(context), |&id| contexts[id].parent)
        .find(|&id| contexts[id].clocks.iter().any(|declared| declared.name == clock))
}
