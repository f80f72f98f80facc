//! The class of a context's instances: variables, clocks, states, tables of inner contexts, and
//! deliveries.

use std::collections::BTreeSet;

use date::ids::{ContextId, EventId};
use date::model::{Creation, Identity, Parameter, Property, Trigger, Variable};
use text::{Diagnostic, Span};

use super::automata;
use super::carriers::carriers_of;
use super::clocks;
use super::delivery::{Deliveries, Delivery};
use super::java::JavaText;
use super::lookup::{Lookup, is_keyed, is_sliced, lookups, open_parameter, surely_binds};
use super::methods;
use super::reach::{inner_may_act_without, may_act, may_be_weak};
use super::rewrite::{self, Setting, key_getter, key_slot};
use super::silencing::append_hearing;
use super::step::{self, append_property, entry_method, fault_name, releases, state_field};
use super::types::is_primitive;
use super::waiting::Waiting;
use super::{Subject, THROWABLE};

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
        append_property(
            java,
            subject,
            number,
            &stepped_events(subject, number, context, deliveries),
            deliveries,
        )?;
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

/// The events for which a property needs a step: those of deliveries that tell it.
pub fn stepped_events(
    subject: &Subject<'_>,
    number: usize,
    context: ContextId,
    deliveries: &Deliveries,
) -> BTreeSet<EventId> {
    let concerning = deliveries.concerning(subject, context).into_iter();
    concerning
        .filter(|d| d.listeners(subject, context).any(|p| p == number))
        .map(|d| d.event)
        .collect()
}

fn table_field(context: ContextId) -> String {
    format!("r$table{}", context.index())
}

/// The table of an inner context, as the code of its parent's class names it.
pub fn table_of(context: ContextId) -> String {
    table_field(context)
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
                .map(|&id| format!("retireInner({});", table_field(id))),
        )
        .collect();
    if !parts.is_empty() {
        java.line(format_args!(
            "    protected void retireParts() {{ {} }}",
            parts.join(" ")
        ));
    }
}

fn append_table(
    java: &mut JavaText,
    subject: &Subject<'_>,
    context: ContextId,
    deliveries: &Deliveries,
) {
    if subject.has_automata_alone {
        automata::append_table(java, subject, context, deliveries);
        return;
    }
    let carriers = carriers_of(subject, context, deliveries);
    let parameters = &subject.specification.contexts[context].parameters;
    let by_equals = bits(parameters.iter().map(is_compared_by_equals));
    let weak = bits((0..parameters.len()).map(|i| may_be_weak(subject, context, i)));
    let (field, arity, class) = (
        table_field(context),
        parameters.len(),
        subject.class_of(context),
    );
    let lasts = subject.has_finalizers;
    let (kind, arguments) = match is_keyed(subject, context) {
        true => {
            let listed = is_listed(subject, context, deliveries);
            (
                "KeyedTable",
                format!(
                    "{}, {}, {lasts}, {listed}, {carriers}",
                    by_equals != 0,
                    weak != 0
                ),
            )
        }
        false => {
            let carriers = format!("new residua.runtime.LateCarrier[] {{{carriers}}}");
            (
                "BindingTable",
                format!("{arity}, {by_equals}L, {weak}L, {lasts}, {carriers}"),
            )
        }
    };
    java.line(format_args!(
        "    final residua.runtime.{kind} {field} = new residua.runtime.{kind}({arguments}) {{"
    ));
    java.line(format_args!(
        "        protected residua.runtime.Instance make() {{ return new {class}(); }}"
    ));
    let outlived =
        bits((0..parameters.len()).map(|i| matters_without(subject, context, i) != "false"));
    java.line(format_args!(
        "        protected boolean mayOutlive(int position) {{ return ({outlived}L >> position & 1) != 0; }}"
    ));
    if let Some(waiting) = Waiting::of(subject, context) {
        waiting.append_to_table(java, deliveries);
    }
    java.line("    };");
}

/// Whether some event reaches instances of a context with one parameter without its key: events of
/// outer contexts, events that leave the key open, and the release of an outer instance.
pub fn is_listed(subject: &Subject<'_>, context: ContextId, deliveries: &Deliveries) -> bool {
    let lies_in_another = subject.specification.contexts[context]
        .parent
        .is_some_and(|parent| parent.index() != 0);
    let heard = deliveries.concerning(subject, context);
    let from_outside = |delivery: &&Delivery| {
        let outermost = subject.specification.events[delivery.event].context;
        !subject.contexts_within(context).contains(&outermost)
    };
    let events = subject.specification.events.iter_enumerated();
    let mut alternatives =
        events.flat_map(|(id, event)| event.alternatives.iter().map(move |a| (id, a)));
    let is_open = |&(of, lookup): &(ContextId, Lookup)| {
        of == context && matches!(lookup, Lookup::Agreeing(_))
    };
    lies_in_another
        || heard.iter().any(from_outside)
        || alternatives
            .any(|(id, alternative)| lookups(subject, id, alternative).iter().any(is_open))
}

/// A primitive's box has no identity that the program sees: its value is compared, as `equals` of
/// its wrapper does.
pub fn is_compared_by_equals(parameter: &Parameter) -> bool {
    parameter.identity == Identity::Equals || is_primitive(&parameter.ty)
}

/// The number whose n-th bit is the n-th truth value.
pub fn bits(truths: impl Iterator<Item = bool>) -> u64 {
    truths
        .enumerate()
        .filter(|&(_, truth)| truth)
        .map(|(i, _)| 1 << i)
        .sum()
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
        Some(_) => format!("{enclosing}.{}", table_field(context)),
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
        .any(|(_, property)| releases(subject, property))
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

/// A Java expression: whether an `int` field has one of these values.
fn one_of(field: &str, values: impl Iterator<Item = usize>) -> String {
    let tests: Vec<String> = values.map(|value| format!("{field} == {value}")).collect();
    if tests.is_empty() {
        "false".to_owned()
    } else {
        format!("({})", tests.join(" || "))
    }
}

fn append_forgetting(java: &mut JavaText, subject: &Subject<'_>, context: ContextId) {
    let finished = if may_finish(subject, context) {
        format!("!({})", acting(subject, context, |_| true))
    } else {
        "false".to_owned()
    };
    java.line(format_args!(
        "    protected boolean isInstanceFinished() {{ return {finished}; }}"
    ));
    java.block(
        "    protected boolean instanceMattersWithout(int parameter) {",
        "    }",
        |java| {
            java.line("        switch (parameter) {");
            for i in 0..subject.specification.contexts[context].parameters.len() {
                java.line(format_args!(
                    "            case {i}: return {};",
                    matters_without(subject, context, i)
                ));
            }
            java.line("            default: return true;");
            java.line("        }");
        },
    );
}

/// A Java expression: whether events that do not bind a parameter could make a report or run an
/// action.
fn matters_without(subject: &Subject<'_>, context: ContextId, parameter: usize) -> String {
    let name = &subject.specification.contexts[context].parameters[parameter].name;
    match inner_may_act_without(subject, context, name) {
        true => "true".to_owned(),
        false => acting(subject, context, |event| {
            !surely_binds(subject, event, context, name)
        }),
    }
}

/// Whether instances can be finished for good: where release starts them anew, or inner ones hang
/// on them, they cannot.
fn may_finish(subject: &Subject<'_>, context: ContextId) -> bool {
    let starts_anew = subject
        .properties_of(context)
        .any(|(_, property)| releases(subject, property));
    is_sliced(subject, context) && !starts_anew && subject.inner_contexts(context).next().is_none()
}

/// A Java expression: whether a property is in a state from which it may act by events for which
/// `occurs` holds.
fn acting(subject: &Subject<'_>, context: ContextId, occurs: impl Fn(EventId) -> bool) -> String {
    let tests: Vec<String> = subject
        .properties_of(context)
        .map(|(number, property)| {
            let acts = may_act(&property.date, &occurs);
            one_of(
                &state_field(number),
                acts.into_iter()
                    .enumerate()
                    .filter(|(_, acts)| *acts)
                    .map(|(i, _)| i),
            )
        })
        .filter(|test| test != "false")
        .collect();
    if tests.is_empty() {
        "false".to_owned()
    } else {
        tests.join(" || ")
    }
}

/// Appends how each delivery reaches the properties of a context and, through it, those of inner
/// ones.
pub fn append_deliveries(
    java: &mut JavaText,
    subject: &Subject<'_>,
    context: ContextId,
    deliveries: &Deliveries,
) {
    let passed = subject.passed();
    for delivery in deliveries.concerning(subject, context) {
        let method = deliveries.method(delivery);
        java.line(format_args!("    void {method}({}) {{", passed.parameters));
        for property in delivery.listeners(subject, context) {
            java.line(format_args!(
                "        {}({});",
                step::step_method(property, delivery.event),
                passed.arguments
            ));
        }
        for inner in subject
            .inner_contexts(context)
            .filter(|&inner| delivery.concerns(subject, inner))
        {
            let class = subject.class_of(inner);
            java.line(format_args!(
                "        for (residua.runtime.Instance inner : {}.all()) {{",
                table_field(inner)
            ));
            java.line(format_args!(
                "            if (!inner.isInstanceForgotten()) (({class}) inner).{method}(at);"
            ));
            java.line("        }");
        }
        java.line("    }");
    }
}

/// What the generator cannot express.
///
/// # Errors
/// More parameters than a set of them can be written, a context inside a sliced one, or one whose
/// listed events create and one of whose events does not say which instance it concerns.
pub fn check(subject: &Subject<'_>) -> Result<(), Diagnostic> {
    for (id, context) in subject.specification.contexts.iter_enumerated() {
        let refuse = |span: Span, message: &str| {
            Err(Diagnostic::error(
                &subject.specification.file,
                span,
                "unsupported-context",
                message,
            ))
        };
        if context.parameters.len() > 60 {
            return refuse(context.span, "a context has at most 60 parameters");
        }
        let outer = context
            .parent
            .filter(|&parent| parent.index() != 0 && is_sliced(subject, parent));
        if outer.is_some() {
            return refuse(
                context.span,
                "a context inside one whose instances come about by slicing cannot be monitored",
            );
        }
        if id.index() == 0
            && context.creation != Creation::AnyEvent
            && !context.parameters.is_empty()
        {
            return refuse(context.span, "the global context has no parameters");
        }
    }
    check_listed(subject)
}

/// Where listed events create, each event at a program point names one instance; which ones an
/// event without some of the keys would concern, and make, is what slicing says.
fn check_listed(subject: &Subject<'_>) -> Result<(), Diagnostic> {
    for (id, event) in subject.specification.events.iter_enumerated() {
        let listed = matches!(
            subject.specification.contexts[event.context].creation,
            Creation::Listed(_)
        );
        let points = event
            .alternatives
            .iter()
            .filter(|a| listed && matches!(a.trigger, Trigger::Point(_)));
        for alternative in points {
            let Some(open) = open_parameter(subject, id, alternative) else {
                continue;
            };
            let message = format!("`{}` does not say which `{open}` it concerns", event.name);
            let help = format!(
                "bind `{open}` in the pattern, compute it (`where: {open} = ..;`), or write `creation: slicing`"
            );
            let file = &subject.specification.file;
            return Err(
                Diagnostic::error(file, alternative.span, "unbound-parameter", message)
                    .with_help(help),
            );
        }
    }
    Ok(())
}
