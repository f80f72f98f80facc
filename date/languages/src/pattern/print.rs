//! The text of a trigger.

use std::fmt::Write;

use super::duration::print_duration;
use super::known::{Known, NOTHING};
use date::model::{
    ArgumentPattern, Arguments, Binding, ControlFlow, FlowTest, JoinPoint, Member, MemberPattern,
    ModifierPattern, Moment, ParameterPattern, PointPattern, Signature, Trigger, TypePattern,
    Within,
};

/// The one-line text of a trigger; [`parse`](super::parse) reads it back, given the same known variables.
pub(crate) fn print(trigger: &Trigger, known: &Known) -> String {
    match trigger {
        Trigger::Point(point) => print_point(point, known),
        Trigger::Timeout {
            clock,
            after_ms,
            repeats,
        } => {
            let every = if *repeats { "every " } else { "" };
            format!(
                "timeout {clock} {every}{}",
                after_ms.map_or("dynamic".to_owned(), print_duration)
            )
        }
        Trigger::Receive { channel, value } => {
            format!("receive {channel}{}", print_optional(value.as_ref(), known))
        }
        Trigger::EndOfProgram => "end".to_owned(),
    }
}

fn print_point(point: &PointPattern, known: &Known) -> String {
    let mut text = match point.join {
        JoinPoint::Call if point.is_creation() => String::new(),
        join => format!("{} ", join.word()),
    };
    if point.members[0].name == Member::Handler {
        text += "catch ";
    }

    let members: Vec<String> = point.members.iter().map(print_member).collect();
    text += &members.join(" | ");
    let may_say_nothing = point.join.is_access() || point.members[0].name.is_of_type();

    if !may_say_nothing || !point.arguments.is_any() {
        text += &print_arguments(&point.arguments, known);
    }
    if let Some(target) = &point.target {
        let _ = write!(
            text,
            " target {}",
            print_target(target, &point.members[0].declaring, known)
        );
    }
    if let Some(caller) = &point.caller {
        let _ = write!(text, " caller {}", print_binding(caller, known));
    }

    match &point.moment {
        Moment::Before => {}
        Moment::Returning(binding) => {
            text += &format!(" returning{}", print_optional(binding.as_ref(), known))
        }
        Moment::Throwing(binding) => {
            text += &format!(" throwing{}", print_optional(binding.as_ref(), known))
        }
    }

    for Within { class, holds } in &point.within {
        let _ = write!(
            text,
            " within {}{}",
            if *holds { "" } else { "!" },
            print_type(class)
        );
    }

    print_flows(&mut text, &point.flows);
    text
}

/// The declaring type is implied, unless a known type is.
fn print_target(target: &Binding, declaring: &TypePattern, known: &Known) -> String {
    let implied = match declaring {
        TypePattern::Exact(ty) | TypePattern::Subtypes(ty) => Some(ty) == target.ty.as_ref(),
        TypePattern::Any => false,
    };
    let unknown = known.get(&target.name).is_none_or(Option::is_none) && !target.name.is_empty();
    if implied && unknown {
        target.name.clone()
    } else {
        print_binding(target, known)
    }
}

fn print_member(member: &MemberPattern) -> String {
    let declaring = print_type(&member.declaring);
    let mut text = match &member.name {
        Member::Method(name) | Member::Field(name) => format!("{declaring}.{name}"),
        Member::Constructor => format!("new {declaring}"),
        _ => declaring,
    };
    let Signature {
        result,
        parameters,
        modifiers,
    } = &member.signature;

    if member.signature == Signature::default() {
        return text;
    }

    let modifiers = print_modifiers(modifiers);
    if let Member::Field(_) = &member.name {
        let ty = result.as_ref().map_or("*".to_owned(), print_type);
        let _ = write!(text, " declared {modifiers}{ty}");
    } else {
        let result = result.as_ref().map_or(String::new(), print_type);
        let parameters = parameters.as_ref().map_or("..".to_owned(), |list| {
            list.iter()
                .map(print_parameter)
                .collect::<Vec<String>>()
                .join(", ")
        });
        let _ = write!(text, " declared {modifiers}{result}({parameters}) ");
    }

    text
}

/// Modifiers, with a space behind each.
fn print_modifiers(modifiers: &[ModifierPattern]) -> String {
    let print = |pattern: &ModifierPattern| {
        format!(
            "{}{} ",
            if pattern.holds { "" } else { "!" },
            pattern.modifier.word()
        )
    };
    modifiers.iter().map(print).collect()
}

/// The text of a control flow.
pub fn print_flow(flow: &ControlFlow) -> String {
    let points: Vec<String> = flow
        .points
        .iter()
        .map(|point| print_point(point, &NOTHING))
        .collect();
    format!(
        "{}({})",
        if flow.below { "cflowbelow" } else { "cflow" },
        points.join(" | ")
    )
}

/// Appends the clauses of control flows.
fn print_flows(text: &mut String, flows: &[FlowTest]) {
    for FlowTest { flow, holds } in flows {
        let _ = write!(
            text,
            " {}{}",
            if *holds { "" } else { "!" },
            print_flow(flow)
        );
    }
}

fn print_parameter(parameter: &ParameterPattern) -> String {
    match parameter {
        ParameterPattern::One(ty) => print_type(ty),
        ParameterPattern::Variable(ty) => print_type(ty) + "...",
        ParameterPattern::Any => "..".to_owned(),
    }
}

fn print_type(ty: &TypePattern) -> String {
    match ty {
        TypePattern::Any => "*".to_owned(),
        TypePattern::Exact(ty) => ty.clone(),
        TypePattern::Subtypes(ty) => format!("{ty}+"),
    }
}

fn print_arguments(arguments: &Arguments, known: &Known) -> String {
    let print = |list: &[ArgumentPattern]| {
        list.iter()
            .map(|argument| print_argument(argument, known))
            .collect()
    };
    let mut printed: Vec<String> = print(&arguments.first);
    if let Some(last) = &arguments.rest {
        printed.push("..".to_owned());
        printed.extend::<Vec<String>>(print(last));
    }
    format!("({})", printed.join(", "))
}

fn print_argument(argument: &ArgumentPattern, known: &Known) -> String {
    match argument {
        ArgumentPattern::Any => "*".to_owned(),
        ArgumentPattern::Typed(ty) => ty.clone(),
        ArgumentPattern::Bound(binding) => match &binding.ty {
            None if !known.contains_key(&binding.name) => format!("* {}", binding.name),
            _ => print_binding(binding, known),
        },
    }
}

fn print_optional(binding: Option<&Binding>, known: &Known) -> String {
    binding.map_or(String::new(), |binding| {
        format!(" ({})", print_binding(binding, known))
    })
}

fn print_binding(binding: &Binding, known: &Known) -> String {
    match &binding.ty {
        Some(ty) if binding.name.is_empty() => ty.clone(),
        Some(ty)
            if known
                .get(&binding.name)
                .is_none_or(|k| k.as_ref() != Some(ty)) =>
        {
            format!("{ty} {}", binding.name)
        }
        _ => binding.name.clone(),
    }
}
