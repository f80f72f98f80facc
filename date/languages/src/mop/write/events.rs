//! Events and their pointcuts.

use std::collections::BTreeSet;

use super::{Said, Writer, text_of};
use crate::mop::threads::{OUTERMOST, bodies};
use date::code::{Code, exclusive};
use date::ids::{ContextId, EventId};
use date::model::{
    Alternative, ArgumentPattern, Binding, Context, Event, FlowTest, JoinPoint, Member,
    MemberPattern, ModifierPattern, Moment, ParameterPattern, PointPattern, Property, Transition,
    Trigger, TypePattern, Within,
};

/// An event under one condition: a symbol of the formulas.
pub(super) struct Guarded<'a> {
    event: EventId,
    /// Its name.
    pub name: String,
    condition: &'a Option<Code>,
    action: &'a Option<Code>,
}

impl Guarded<'_> {
    /// Returns whether a transition is taken when it happens.
    pub fn is_of(&self, transition: &Transition) -> bool {
        transition.event == self.event && text_of(&transition.condition) == text_of(self.condition)
    }
}

/// The events of a context, one for each condition that transitions ask of it.
pub(super) fn guards<'a>(
    writer: &'a Writer<'_>,
    id: ContextId,
    properties: &[&'a Property],
) -> Said<Vec<Guarded<'a>>> {
    let mut guards: Vec<Guarded<'a>> = Vec::new();
    for (event, declared) in writer
        .specification
        .events
        .iter_enumerated()
        .filter(|(_, event)| event.context == id)
    {
        let transitions = |property: &&'a Property| {
            property
                .date
                .transitions
                .iter()
                .filter(move |t| t.event == event)
        };
        let all: Vec<&Transition> = properties.iter().flat_map(transitions).collect();
        let mut conditions: Vec<&Option<Code>> = Vec::new();
        for transition in &all {
            if !conditions
                .iter()
                .any(|known| text_of(known) == text_of(&transition.condition))
            {
                conditions.push(&transition.condition);
            }
        }
        let action = action(writer, declared, event, properties)?;
        if conditions.len() > 1 && (action.is_some() || !are_exclusive(&conditions)) {
            let what = format!(
                "that `{}` is asked different conditions, which may hold together,",
                declared.name
            );
            return writer.refuse(declared.span, &what);
        }
        if conditions.is_empty() && !writer.is_residual {
            conditions.push(&None);
        }
        for (at, condition) in conditions.into_iter().enumerate() {
            let own = writer.event_name(declared);
            let name = if at == 0 {
                own.to_owned()
            } else {
                format!("{own}_{}", at + 1)
            };
            guards.push(Guarded {
                event,
                name,
                condition,
                action,
            });
        }
    }

    Ok(guards)
}

fn are_exclusive(conditions: &[&Option<Code>]) -> bool {
    conditions.iter().enumerate().all(|(at, one)| {
        conditions[..at].iter().all(|other| match (one, other) {
            (Some(one), Some(other)) => exclusive(one, other),
            _ => false,
        })
    })
}

/// Returns what the event does in every state of the last property: the body of an event has no
/// state.
fn action<'a>(
    writer: &Writer<'_>,
    declared: &Event,
    event: EventId,
    properties: &[&'a Property],
) -> Said<&'a Option<Code>> {
    let Some((last, others)) = properties.split_last() else {
        return Ok(&None);
    };
    let of = |property: &&'a Property| -> Vec<&'a Transition> {
        property
            .date
            .transitions
            .iter()
            .filter(|transition| transition.event == event)
            .collect()
    };

    let transitions = of(last);
    let first = transitions
        .first()
        .map_or(&None, |transition| &transition.action);
    let is_same = transitions
        .iter()
        .all(|transition| text_of(&transition.action) == text_of(first));
    let states: BTreeSet<_> = transitions
        .iter()
        .map(|transition| transition.from)
        .collect();

    let everywhere = states.len() == last.date.states.len() || first.is_none();
    let elsewhere = others
        .iter()
        .flat_map(of)
        .any(|transition| transition.action.is_some());

    if is_same && everywhere && !elsewhere {
        Ok(first)
    } else {
        writer.refuse(
            declared.span,
            &format!(
                "that `{}` does something in some states only",
                declared.name
            ),
        )
    }
}

/// Returns whether an event binds all parameters of its context, however it is raised.
pub(super) fn binds_all(event: &Event, context: &Context) -> bool {
    event.alternatives.iter().all(|alternative| {
        let bound = alternative.trigger.bindings();
        let by_thread = |name: &str| {
            alternative
                .wheres
                .iter()
                .any(|code| current_thread(code) == Some(name))
        };
        let is_bound =
            |name: &str| bound.iter().any(|binding| binding.name == name) || by_thread(name);
        context
            .parameters
            .iter()
            .all(|parameter| is_bound(&parameter.name))
    })
}

/// The variable of `t = Thread.currentThread();`.
fn current_thread(code: &Code) -> Option<&str> {
    code.text.strip_suffix(" = Thread.currentThread();")
}

/// The events in the order in which a reader puts them back into theirs: those before a join point
/// from the last to the first, but for those of one pointcut, to which conditions and threads do
/// not belong.
pub(super) fn text(writer: &Writer<'_>, guards: &[Guarded<'_>]) -> Said<String> {
    let (mut before, mut after): (Vec<Vec<(String, String)>>, Vec<String>) =
        (Vec::new(), Vec::new());
    for guard in guards {
        let event = &writer.specification.events[guard.event];
        let (phase, pointcut) = point(writer, event)?;
        let condition = guard
            .condition
            .as_ref()
            .map(|code| format!("condition({})", code.text));
        let body = guard
            .action
            .as_ref()
            .map(|code| format!(" {} ", code.text))
            .unwrap_or_default();
        let woven: Vec<&str> = pointcut
            .iter()
            .map(|part| &**part)
            .filter(|part| !part.starts_with("thread("))
            .collect();
        let advice = format!("{phase} {}", woven.join(" && "));
        let conjuncts: Vec<String> = pointcut.into_iter().chain(condition).collect();
        let text = format!(
            "    event {} {phase} :\n        {} {{{body}}}\n",
            guard.name,
            conjuncts.join(" && ")
        );
        if before
            .iter()
            .rev()
            .skip(1)
            .any(|group| group[0].0 == advice)
        {
            return writer.refuse(
                event.span,
                "that another event comes between two of one pointcut",
            );
        }
        match before.last_mut().filter(|group| group[0].0 == advice) {
            _ if !phase.starts_with("before") => after.push(text),
            Some(group) => group.push((advice, text)),
            None => before.push(vec![(advice, text)]),
        }
    }

    Ok(before
        .into_iter()
        .rev()
        .flatten()
        .map(|(_, text)| text)
        .chain(after)
        .collect())
}

/// The phase of an event with what it binds, and its pointcut as parts that hold together.
fn point(writer: &Writer<'_>, event: &Event) -> Said<(String, Vec<String>)> {
    if !event.members.is_empty() {
        return writer.refuse(
            event.span,
            &format!("that other events are `{}`, too,", event.name),
        );
    }
    if let [
        Alternative {
            trigger: Trigger::EndOfProgram,
            filter: None,
            wheres,
            ..
        },
    ] = &event.alternatives[..]
        && wheres.is_empty()
    {
        return Ok((
            format!("before({})", parameters(writer, event, &[])?),
            vec!["endProgram()".to_owned()],
        ));
    }
    // By all but the moment, in order.
    let mut points: Vec<(String, Vec<&Moment>)> = Vec::new();
    let mut threads: BTreeSet<Vec<String>> = BTreeSet::new();

    for alternative in &event.alternatives {
        let Trigger::Point(point) = &alternative.trigger else {
            return writer.refuse(alternative.span, "an event that no call raises");
        };
        let filter = text_of(&alternative.filter);
        let parts = match thread(point).filter(|_| filter == Some(OUTERMOST)) {
            Some(extra) => vec![extra.to_owned()],
            None => {
                let parts = conjuncts(writer, event, point)?.into_iter();
                parts
                    .chain(filter.map(|code| format!("if({code})")))
                    .collect()
            }
        };
        let computed: Option<Vec<String>> = alternative
            .wheres
            .iter()
            .map(|code| current_thread(code).map(|name| format!("thread({name})")))
            .collect();
        let Some(computed) = computed else {
            return writer.refuse(alternative.span, "a computed variable");
        };
        threads.insert(computed);
        let text = parts.join(" && ");
        match points.iter_mut().find(|(known, _)| *known == text) {
            Some((_, moments)) => moments.push(&point.moment),
            None => points.push((text, vec![&point.moment])),
        }
    }

    let Some((_, moments)) = points.first() else {
        return writer.refuse(event.span, "an event that nothing raises");
    };
    if points.iter().any(|(_, others)| others != moments) || threads.len() != 1 {
        return writer.refuse(
            event.span,
            "alternatives that differ in when they happen or in what they compute",
        );
    }

    let phase = phase(writer, event, moments)?;
    let texts: Vec<String> = points.iter().map(|(text, _)| text.clone()).collect();
    let point = match texts.as_slice() {
        [point] => point.clone(),
        points => format!("({})", points.join(" || ")),
    };

    Ok((
        phase,
        [point]
            .into_iter()
            .chain(threads.into_iter().flatten())
            .collect(),
    ))
}

fn phase(writer: &Writer<'_>, event: &Event, moments: &[&Moment]) -> Said<String> {
    let exit = |word: &str, binding: &Option<Binding>| match binding {
        None => format!(" {word}()"),
        Some(Binding { name, ty }) => {
            format!(" {word}({} {name})", ty.as_deref().unwrap_or("Object"))
        }
    };
    let none = parameters(writer, event, &[])?;

    match moments {
        [Moment::Before] => Ok(format!("before({none})")),
        [Moment::Returning(None), Moment::Throwing(None)] => Ok(format!("after({none})")),
        [Moment::Returning(value)] => Ok(format!(
            "after({}){}",
            parameters(writer, event, &[value])?,
            exit("returning", value)
        )),
        [Moment::Throwing(value)] => Ok(format!(
            "after({}){}",
            parameters(writer, event, &[value])?,
            exit("throwing", value)
        )),
        _ => writer.refuse(event.span, &format!("when `{}` happens", event.name)),
    }
}

/// The parameters of an event without what it binds on exit.
fn parameters(writer: &Writer<'_>, event: &Event, exits: &[&Option<Binding>]) -> Said<String> {
    let is_exit = |name: &str| {
        exits
            .iter()
            .any(|exit| exit.as_ref().is_some_and(|binding| binding.name == name))
    };
    let mut list = Vec::new();

    for parameter in event
        .parameters
        .iter()
        .filter(|parameter| !is_exit(&parameter.name))
    {
        match &parameter.ty {
            Some(ty) => list.push(format!("{ty} {}", parameter.name)),
            None => {
                return writer.refuse(
                    event.span,
                    &format!("a variable `{}` without a type", parameter.name),
                );
            }
        }
    }

    Ok(list.join(", "))
}

/// Returns what JavaMOP calls the outermost body of a thread.
fn thread(point: &PointPattern) -> Option<&'static str> {
    let is_outermost = PointPattern {
        moment: Moment::Before,
        ..point.clone()
    } == bodies();
    is_outermost.then_some(if point.moment == Moment::Before {
        "startThread()"
    } else {
        "endThread()"
    })
}

fn conjuncts(writer: &Writer<'_>, event: &Event, point: &PointPattern) -> Said<Vec<String>> {
    if point.join == JoinPoint::Initialization {
        return writer.refuse(event.span, "an event where classes are initialized");
    }

    let mut parts = point_parts(writer, event, point)?;
    for FlowTest { flow, holds } in &point.flows {
        let points: Said<Vec<String>> = flow
            .points
            .iter()
            .map(|inner| Ok(point_parts(writer, event, inner)?.join(" && ")))
            .collect();
        let (negation, below) = (
            if *holds { "" } else { "!" },
            if flow.below { "below" } else { "" },
        );
        parts.push(format!("{negation}cflow{below}({})", points?.join(" || ")));
    }

    Ok(parts)
}

/// Returns what a pattern says without its control flows.
fn point_parts(writer: &Writer<'_>, event: &Event, point: &PointPattern) -> Said<Vec<String>> {
    let join = match point.join {
        JoinPoint::Call => "call",
        JoinPoint::Execution => "execution",
        JoinPoint::Get => "get",
        JoinPoint::Set => "set",
        JoinPoint::Initialization => "staticinitialization",
        JoinPoint::Handling
            if point
                .members
                .iter()
                .all(|member| member.name == Member::Handler) =>
        {
            "handler"
        }
        join => return writer.refuse(event.span, &format!("an event of {}", join.points())),
    };

    let members: Vec<String> = point
        .members
        .iter()
        .map(|member| format!("{join}({})", signature(member)))
        .collect();
    let mut parts = vec![match members.as_slice() {
        [member] => member.clone(),
        members => format!("({})", members.join(" || ")),
    }];
    parts.extend(
        point
            .target
            .iter()
            .map(|binding| format!("target({})", object(binding))),
    );
    parts.extend(
        point
            .caller
            .iter()
            .map(|binding| format!("this({})", object(binding))),
    );

    let within = |place: &Within| {
        format!(
            "{}within({})",
            if place.holds { "" } else { "!" },
            type_pattern(&place.class)
        )
    };
    parts.extend(point.within.iter().map(within));

    if !point.arguments.is_any() {
        let argument = |argument: &ArgumentPattern| match argument {
            ArgumentPattern::Any => "*".to_owned(),
            ArgumentPattern::Typed(ty) => ty.clone(),
            ArgumentPattern::Bound(binding) => binding.name.clone(),
        };
        let mut list: Vec<String> = point.arguments.first.iter().map(argument).collect();
        if let Some(last) = &point.arguments.rest {
            list.push("..".to_owned());
            list.extend(last.iter().map(argument));
        }
        parts.push(format!("args({})", list.join(", ")));
    }

    Ok(parts)
}

/// The variable that an object is bound to, or the type that it is asked for.
fn object(binding: &Binding) -> &str {
    match &binding.ty {
        Some(ty) if binding.name.is_empty() => ty,
        _ => &binding.name,
    }
}

fn type_pattern(pattern: &TypePattern) -> String {
    match pattern {
        TypePattern::Any => "*".to_owned(),
        TypePattern::Exact(name) => name.clone(),
        TypePattern::Subtypes(name) => format!("{name}+"),
    }
}

fn signature(member: &MemberPattern) -> String {
    let ty = type_pattern;
    let parameter = |parameter: &ParameterPattern| match parameter {
        ParameterPattern::Any => "..".to_owned(),
        ParameterPattern::One(pattern) => ty(pattern),
        ParameterPattern::Variable(pattern) => format!("{}...", ty(pattern)),
    };
    let parameters = match &member.signature.parameters {
        None => "..".to_owned(),
        Some(list) => list
            .iter()
            .map(parameter)
            .collect::<Vec<String>>()
            .join(", "),
    };

    let result = member.signature.result.as_ref().map_or("*".to_owned(), ty);
    let modifier = |of: &ModifierPattern| {
        format!("{}{} ", if of.holds { "" } else { "!" }, of.modifier.word())
    };
    let modifiers: String = member.signature.modifiers.iter().map(modifier).collect();
    let signature = match (&member.name, &member.declaring) {
        (Member::Field(name), TypePattern::Any) => format!("{result} {name}"),
        (Member::Field(name), declaring) => format!("{result} {}.{name}", ty(declaring)),
        (Member::Constructor, declaring) => format!("{}.new({parameters})", ty(declaring)),
        (Member::Method(name), TypePattern::Any) => format!("{result} {name}({parameters})"),
        (Member::Method(name), declaring) => {
            format!("{result} {}.{name}({parameters})", ty(declaring))
        }
        (_, declaring) => ty(declaring),
    };

    modifiers + &signature
}
