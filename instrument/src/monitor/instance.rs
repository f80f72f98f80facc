//! The class of a context's instances: variables, clocks, states, tables of inner contexts, and
//! deliveries.

use date::ids::ContextId;
use date::model::{Property, Variable};
use text::Diagnostic;

use super::Subject;
use super::automata;
use super::clocks;
use super::delivery::Deliveries;
use super::distribution::append_deliveries;
use super::forgetting::{append_forgetting, one_of};
use super::java::JavaText;
use super::methods;
use super::names::{THROWABLE, entry_method, key_getter, key_slot, state_field, table_of};
use super::reach::may_be_weak;
use super::rewrite::{self, Setting};
use super::silencing::append_hearing;
use super::step::append_property;
use super::tables::append_table;
use super::user_code::fault_name;
use super::waiting::Waiting;

/// Appends the members that every instance class has, and the classes of inner contexts.
///
/// # Errors
/// Names in user code that stand for nothing.
pub fn append_members(
    java: &mut JavaText,
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
    java: &mut JavaText,
    subject: &Subject<'_>,
    context: ContextId,
    deliveries: &Deliveries,
) -> Result<(), Diagnostic> {
    if subject.has_automata_alone {
        return automata::append_class(java, subject, context, deliveries);
    }
    let class = subject.class_of(context);
    java.line(format_args!(
        "    final class {class} extends residua.runtime.Instance {{"
    ));
    append_members(java, subject, context, deliveries)?;
    java.line("    }");
    Ok(())
}

fn append_constructor(
    java: &mut JavaText,
    subject: &Subject<'_>,
    context: ContextId,
    deliveries: &Deliveries,
) {
    let inner: Vec<ContextId> = subject.inner_contexts(context).collect();
    inner
        .iter()
        .for_each(|&id| append_table(java, subject, id, deliveries));
    java.line(format_args!(
        "    private {}() {{}}",
        subject.class_of(context)
    ));
    let own_clocks = subject.specification.contexts[context].clocks.iter();
    let clocks = own_clocks.map(|clock| {
        format!(
            "retireClock({}.this.{});",
            subject.class_of(context),
            clock.name
        )
    });
    let parts: Vec<String> = clocks
        .chain(
            inner
                .iter()
                .map(|&id| format!("retireInner({});", table_of(id))),
        )
        .collect();
    if !parts.is_empty() {
        java.line(format_args!(
            "    protected void retireParts() {{ {} }}",
            parts.join(" ")
        ));
    }
}

/// What code calls for the keys. What finalizers reach is known to nothing but the event that
/// brings it along.
fn append_keys(java: &mut JavaText, subject: &Subject<'_>, context: ContextId) {
    for (i, parameter) in subject.specification.contexts[context]
        .parameters
        .iter()
        .enumerate()
    {
        let (ty, getter) = (&parameter.ty, key_getter(&parameter.name));
        let is_brought = subject.has_finalizers
            && !subject.takes_loop_iterators()
            && may_be_weak(subject, context, i);
        let present = match is_brought {
            true => format!(
                ", {}.{}",
                subject.monitor,
                key_slot(context, &parameter.name)
            ),
            false => String::new(),
        };
        java.line(format_args!(
            "    @SuppressWarnings(\"unchecked\") final {ty} {getter}() {{ return ({ty}) keyAt({i}{present}); }}"
        ));
    }
}

fn append_variables(
    java: &mut JavaText,
    subject: &Subject<'_>,
    context: ContextId,
) -> Result<(), Diagnostic> {
    for (i, variable) in subject.specification.contexts[context]
        .variables
        .iter()
        .enumerate()
    {
        java.line(format_args!("    {} {};", variable.ty, variable.name));
        append_initial(java, subject, context, i, variable)?;
    }
    Ok(())
}

/// The method that gives a variable its initial value; one that throws leaves Java's default.
fn append_initial(
    java: &mut JavaText,
    subject: &Subject<'_>,
    context: ContextId,
    number: usize,
    variable: &Variable,
) -> Result<(), Diagnostic> {
    let Some(code) = &variable.initial else {
        return Ok(());
    };
    let (ty, name) = (&variable.ty, &variable.name);
    let fault = fault_name(subject, "an initial value", code);
    java.line(format_args!("    private void r$initial{number}() {{"));
    java.line(format_args!(
        "        try {{ {}.this.{name} = r$initial{number}$(); }}",
        subject.class_of(context)
    ));
    java.line(format_args!(
        "        catch ({THROWABLE} thrown) {{ residua.runtime.Faults.tell({fault}, thrown); }}"
    ));
    java.line("    }");
    java.line(format_args!(
        "    private {ty} r$initial{number}$() throws {THROWABLE} {{ return "
    ));
    rewrite::append(java, subject, code, Setting::Instance(context, None))?;
    java.line("\n    ; }");
    Ok(())
}

/// Beginning and taking over: LARVA's order, variables, clocks, entry code of the initial states.
fn append_life(java: &mut JavaText, subject: &Subject<'_>, context: ContextId) {
    let declared = &subject.specification.contexts[context];
    let enclosing = declared.parent.map_or_else(
        || "null".to_owned(),
        |id| format!("{}.this", subject.class_of(id)),
    );
    java.line(format_args!(
        "    protected residua.runtime.Instance enclosingInstance() {{ return {enclosing}; }}"
    ));
    let table = match declared.parent {
        Some(_) => format!("{enclosing}.{}", table_of(context)),
        None => "null".to_owned(),
    };
    java.line(format_args!(
        "    protected residua.runtime.Table tableOfInstance() {{ return {table}; }}"
    ));
    java.block("    protected void beginInstance() {", "    }", |java| {
        let with_initial = declared
            .variables
            .iter()
            .enumerate()
            .filter(|(_, v)| v.initial.is_some());
        with_initial.for_each(|(i, _)| java.line(format_args!("        r$initial{i}();")));
        declared
            .clocks
            .iter()
            .for_each(|clock| java.line(format_args!("        {}.reset();", clock.name)));
        for (number, property) in subject.properties_of(context) {
            let initial = property.date.initial;
            if property.date.states[initial].entry.is_some() {
                java.line(format_args!("        {}();", entry_method(number, initial)));
            }
        }
    });
    append_copy(java, subject, context);
    if subject
        .properties_of(context)
        .any(|(_, property)| subject.releases(property))
    {
        append_accept(java, subject, context);
    }
}

fn append_copy(java: &mut JavaText, subject: &Subject<'_>, context: ContextId) {
    let declared = &subject.specification.contexts[context];
    let class = subject.class_of(context);
    java.block(
        "    protected void copyInstance(residua.runtime.Instance other) {",
        "    }",
        |java| {
            java.line(format_args!("        {class} from = ({class}) other;"));
            let variables = declared
                .variables
                .iter()
                .map(|variable| variable.name.clone());
            let states = subject
                .properties_of(context)
                .map(|(number, _)| state_field(number));
            for field in variables.chain(states) {
                java.line(format_args!("        {class}.this.{field} = from.{field};"));
            }
            for clock in &declared.clocks {
                java.line(format_args!(
                    "        {class}.this.{0}.copyFrom(from.{0});",
                    clock.name
                ));
            }
        },
    );
}

fn append_accept(java: &mut JavaText, subject: &Subject<'_>, context: ContextId) {
    let accepts = |(number, property): (usize, &Property)| {
        let date = &property.date;
        let accepting = date
            .states
            .iter_enumerated()
            .filter(|(_, s)| s.kind == date::model::StateKind::Accepting);
        one_of(&state_field(number), accepting.map(|(id, _)| id.index()))
    };
    let all: Vec<String> = subject.properties_of(context).map(accepts).collect();
    java.line(format_args!(
        "    private void r$accept() {{ if ({}) forgetInstance(); }}",
        all.join(" && ")
    ));
}
