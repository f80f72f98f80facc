//! The class of a context's instances: variables, clocks, states, tables of inner contexts, and
//! deliveries.

use date::ids::ContextId;
use date::model::{Clock, StateKind};
use text::Diagnostic;

use super::Subject;
use super::automata;
use super::clocks;
use super::delivery::Deliveries;
use super::distribution::append_deliveries;
use super::forgetting::{append_forgetting, one_of};
use super::methods;
use super::names::{entry_method, key_getter, key_slot, state_field, table_of};
use super::reach::may_be_weak;
use super::rewrite::Setting;
use super::silencing::append_hearing;
use super::step::append_property;
use super::tables::append_table;
use super::user_code::UserCode;
use super::waiting::Waiting;
use super::writer::JavaWriter;

/// Appends the members that every instance class has, and the classes of inner contexts.
///
/// # Errors
/// Names in user code that stand for nothing.
pub fn append_members(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    context: ContextId,
    deliveries: &Deliveries,
) -> Result<(), Diagnostic> {
    append_constructor(java, subject, context, deliveries);
    append_keys(java, subject, context);
    append_variables(java, subject, context)?;
    clocks::append_clocks(java, subject, context, deliveries)?;
    append_life(java, subject, context);
    append_forgetting(java, subject, context);

    if !subject.has_automata_alone {
        append_deliveries(java, subject, context, deliveries);
    }
    if let Some(waiting) = Waiting::of(subject, context) {
        waiting.append_matters_through(java);
    }
    append_hearing(java, subject, context, deliveries);
    for (number, _) in subject.properties_of(context) {
        append_property(java, subject, number, deliveries)?;
    }

    methods::append_methods(java, subject, context);
    subject
        .inner_contexts(context)
        .try_for_each(|inner| append_inner(java, subject, inner, deliveries))
}

fn append_inner(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    context: ContextId,
    deliveries: &Deliveries,
) -> Result<(), Diagnostic> {
    if subject.has_automata_alone {
        return automata::append_class(java, subject, context, deliveries);
    }
    let class = subject.class_of(context);
    let head = format!("final class {class} extends residua.runtime.Instance");
    java.block(head, |java| {
        append_members(java, subject, context, deliveries)
    })
}

fn append_constructor(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    context: ContextId,
    deliveries: &Deliveries,
) {
    let inner: Vec<ContextId> = subject.inner_contexts(context).collect();
    inner
        .iter()
        .for_each(|&id| append_table(java, subject, id, deliveries));
    java.line(format_args!("private {}() {{}}", subject.class_of(context)));
    append_parts(java, subject, context, &inner);
}

/// Appends how the clocks of an instance, and the instances inside it, retire with it.
fn append_parts(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    context: ContextId,
    inner: &[ContextId],
) {
    let class = subject.class_of(context);
    let clocks = subject.specification.contexts[context].clocks.iter();
    let clocks = clocks.map(|clock| format!("retireClock({class}.this.{});", clock.name));
    let inner = inner.iter();
    let inner = inner.map(|&id| format!("retireInner({});", table_of(id)));
    let parts: Vec<String> = clocks.chain(inner).collect();
    if !parts.is_empty() {
        java.line(format_args!(
            "protected void retireParts() {{ {} }}",
            parts.join(" ")
        ));
    }
}

/// Appends the methods that code calls for the keys. The object that a finalizer reaches is known
/// to nothing but the event that brings it along.
fn append_keys(java: &mut JavaWriter, subject: &Subject<'_>, context: ContextId) {
    let parameters = &subject.specification.contexts[context].parameters;
    for (i, parameter) in parameters.iter().enumerate() {
        let (ty, getter) = (&parameter.ty, key_getter(&parameter.name));
        let is_brought = subject.has_finalizers
            && !subject.takes_loop_iterators()
            && may_be_weak(subject, context, i);

        let present = if is_brought {
            let slot = key_slot(context, &parameter.name);
            format!(", {}.{slot}", subject.monitor)
        } else {
            String::new()
        };
        java.generated(parameter.span, |java| {
            java.line(format_args!(
                "@SuppressWarnings(\"unchecked\") final {ty} {getter}() {{ return ({ty}) keyAt({i}{present}); }}"
            ));
        });
    }
}

fn append_variables(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    context: ContextId,
) -> Result<(), Diagnostic> {
    let variables = &subject.specification.contexts[context].variables;
    for (number, variable) in variables.iter().enumerate() {
        let (ty, name) = (&variable.ty, &variable.name);
        java.line(format_args!("{ty} {name};"));
        if let Some(code) = &variable.initial {
            let initial = UserCode {
                method: &initial_method(number),
                kind: "an initial value",
                code,
                setting: Setting::Instance(context, None),
            };
            let assigned = format!("{}.this.{name}", subject.class_of(context));
            initial.append_initial(java, subject, &assigned, ty)?;
        }
    }

    Ok(())
}

/// The method that gives the n-th variable its initial value.
fn initial_method(n: usize) -> String {
    format!("r$initial{n}")
}

/// Appends how an instance begins and takes over from another.
fn append_life(java: &mut JavaWriter, subject: &Subject<'_>, context: ContextId) {
    append_place(java, subject, context);
    append_beginning(java, subject, context);
    append_copy(java, subject, context);
    let mut properties = subject.properties_of(context);
    if properties.any(|(_, property)| subject.releases(property)) {
        append_accept(java, subject, context);
    }
}

/// Appends in which instance an instance is, and in which table of that.
fn append_place(java: &mut JavaWriter, subject: &Subject<'_>, context: ContextId) {
    let parent = subject.specification.contexts[context].parent;
    let enclosing = parent.map(|id| format!("{}.this", subject.class_of(id)));
    let table = enclosing
        .as_ref()
        .map(|enclosing| format!("{enclosing}.{}", table_of(context)));
    let [enclosing, table] = [enclosing, table].map(|part| part.unwrap_or("null".to_owned()));
    java.line(format_args!(
        "protected residua.runtime.Instance enclosingInstance() {{ return {enclosing}; }}"
    ));
    java.line(format_args!(
        "protected residua.runtime.Table tableOfInstance() {{ return {table}; }}"
    ));
}

/// Appends the beginning of an instance in LARVA's order: variables, clocks, entry code of the
/// initial states.
fn append_beginning(java: &mut JavaWriter, subject: &Subject<'_>, context: ContextId) {
    let declared = &subject.specification.contexts[context];
    java.block("protected void beginInstance()", |java| {
        for (number, variable) in declared.variables.iter().enumerate() {
            if variable.initial.is_some() {
                java.line(format_args!("{}();", initial_method(number)));
            }
        }

        for clock in &declared.clocks {
            java.line(format_args!("{}.reset();", clock.name));
        }

        for (number, property) in subject.properties_of(context) {
            let initial = property.date.initial;
            if property.date.states[initial].entry.is_some() {
                java.line(format_args!("{}();", entry_method(number, initial)));
            }
        }
    });
}

fn append_copy(java: &mut JavaWriter, subject: &Subject<'_>, context: ContextId) {
    let declared = &subject.specification.contexts[context];
    let class = subject.class_of(context);
    let head = "protected void copyInstance(residua.runtime.Instance other)";
    java.block(head, |java| {
        java.line(format_args!("{class} from = ({class}) other;"));
        let variables = declared.variables.iter();
        let variables = variables.map(|variable| variable.name.clone());
        let properties = subject.properties_of(context);
        let states = properties.map(|(number, _)| state_field(number));
        for field in variables.chain(states) {
            java.line(format_args!("{class}.this.{field} = from.{field};"));
        }

        for Clock { name, .. } in &declared.clocks {
            java.line(format_args!("{class}.this.{name}.copyFrom(from.{name});"));
        }
    });
}

fn append_accept(java: &mut JavaWriter, subject: &Subject<'_>, context: ContextId) {
    let properties = subject.properties_of(context);
    let accepts = properties.map(|(number, property)| {
        let states = property.date.states.iter_enumerated();
        let accepting = states.filter(|(_, state)| state.kind == StateKind::Accepting);
        one_of(&state_field(number), accepting.map(|(id, _)| id.index()))
    });
    let all: Vec<String> = accepts.collect();
    java.line(format_args!(
        "private void r$accept() {{ if ({}) forgetInstance(); }}",
        all.join(" && ")
    ));
}
