//! The tables in which an instance holds those of the contexts inside its own.

use date::ids::ContextId;

use super::Subject;
use super::automata;
use super::carriers::carriers_of;
use super::delivery::{Deliveries, is_listed};
use super::forgetting::matters_without;
use super::lookup::{is_compared_by_equals, is_keyed};
use super::names::table_of;
use super::reach::may_be_weak;
use super::waiting::Waiting;
use super::writer::JavaWriter;

/// Appends the table of a context, to the class of its parent.
pub fn append_table(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    context: ContextId,
    deliveries: &Deliveries,
) {
    if subject.has_automata_alone {
        automata::append_table(java, subject, context, deliveries);
        return;
    }
    let parameters = &subject.specification.contexts[context].parameters;
    let (field, class) = (table_of(context), subject.class_of(context));
    let made = new_table(subject, context, deliveries);
    let kind = made.kind;

    let head = format!(
        "final residua.runtime.{kind} {field} = new residua.runtime.{kind}({})",
        made.arguments
    );
    java.block_with_end(head, "};", |java| {
        java.line(format_args!(
            "protected residua.runtime.Instance make() {{ return new {class}(); }}"
        ));
        let outlived =
            bits((0..parameters.len()).map(|i| matters_without(subject, context, i) != "false"));
        java.line(format_args!(
            "protected boolean mayOutlive(int position) {{ return ({outlived}L >> position & 1) != 0; }}"
        ));
        if let Some(waiting) = Waiting::of(subject, context) {
            waiting.append_to_table(java, deliveries);
        }
    });
}

/// The creation of a table.
struct NewTable {
    /// Its class, in the package of the runtime.
    kind: &'static str,
    /// Java expressions, separated by commas.
    arguments: String,
}

fn new_table(subject: &Subject<'_>, context: ContextId, deliveries: &Deliveries) -> NewTable {
    let carriers = carriers_of(subject, context, deliveries);
    let parameters = &subject.specification.contexts[context].parameters;
    let by_equals = bits(parameters.iter().map(is_compared_by_equals));
    let weak = bits((0..parameters.len()).map(|i| may_be_weak(subject, context, i)));
    let (arity, lasts) = (parameters.len(), subject.has_finalizers);

    if is_keyed(subject, context) {
        let listed = is_listed(subject, context, deliveries);
        let (by_equals, weak) = (by_equals != 0, weak != 0);
        NewTable {
            kind: "KeyedTable",
            arguments: format!("{by_equals}, {weak}, {lasts}, {listed}, {carriers}"),
        }
    } else {
        let carriers = format!("new residua.runtime.LateCarrier[] {{{carriers}}}");
        NewTable {
            kind: "BindingTable",
            arguments: format!("{arity}, {by_equals}L, {weak}L, {lasts}, {carriers}"),
        }
    }
}

/// The number whose n-th bit is the n-th truth value.
fn bits(truths: impl Iterator<Item = bool>) -> u64 {
    truths
        .enumerate()
        .filter(|&(_, truth)| truth)
        .map(|(i, _)| 1 << i)
        .sum()
}
