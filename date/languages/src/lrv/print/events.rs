//! Events of a script.

use std::collections::{BTreeMap, BTreeSet};

use super::{Keys, Printer};
use crate::lrv::events::unnamed;
use date::code::{Code, Name, NameKind};
use date::model::{
    Alternative, ArgumentPattern, Binding, Event, EventParameter, JoinPoint, Member, Moment,
    PointPattern, Trigger, TypePattern,
};

/// The variables that stand for keys in the patterns of an event.
type Renamed = BTreeMap<String, String>;

/// An alternative as text.
#[derive(PartialEq)]
struct Printed {
    pattern: String,
    filter: Option<String>,
    wheres: Vec<String>,
}

impl Printed {
    fn is_plain(&self) -> bool {
        self.filter.is_none() && self.wheres.is_empty()
    }

    /// `{pattern} filter {..} where {..}`, in braces again for each further `where`.
    fn collection(&self, content: &str) -> String {
        let mut text = format!("{{{content}}}");
        if let Some(filter) = &self.filter {
            text += &format!(" filter {{{filter}}}");
        }
        for (number, code) in self.wheres.iter().enumerate() {
            text = if number == 0 {
                text
            } else {
                format!("{{{text}}}")
            };
            text += &format!(" where {{{code}}}");
        }
        text
    }
}

impl Printer<'_> {
    /// `name(parameters) = collection`.
    pub(super) fn event(&self, event: &Event) -> String {
        let renamed = self.renamed(event);
        let header = declared(event)
            .iter()
            .map(|p| parameter(p, &renamed))
            .collect::<Vec<_>>()
            .join(", ");
        format!(
            "{}({header}) = {}",
            event.name,
            self.collection(event, &renamed)
        )
    }

    fn collection(&self, event: &Event, renamed: &Renamed) -> String {
        let printed: Vec<Printed> = event
            .alternatives
            .iter()
            .map(|a| self.alternative(a, renamed))
            .collect();
        let members = event
            .members
            .iter()
            .map(|&member| self.specification.events[member].name.clone());
        let alike = |first: &Printed| {
            printed
                .iter()
                .all(|p| p.filter == first.filter && p.wheres == first.wheres)
        };

        match printed.first() {
            Some(first) if event.members.is_empty() && alike(first) => {
                let patterns: Vec<&str> = printed.iter().map(|p| p.pattern.as_str()).collect();
                first.collection(&patterns.join(" | "))
            }
            _ => {
                let each = printed.iter().map(|p| {
                    if p.is_plain() {
                        p.pattern.clone()
                    } else {
                        p.collection(&p.pattern)
                    }
                });
                format!(
                    "{{{}}}",
                    each.chain(members).collect::<Vec<_>>().join(" | ")
                )
            }
        }
    }

    /// New names for the keys that patterns of the event bind.
    fn renamed(&self, event: &Event) -> Renamed {
        if self.keys == Keys::Bound {
            return Renamed::new();
        }

        let contexts = &self.specification.contexts;
        let chain: Vec<_> = self.specification.chain(event.context).collect();
        let keys: BTreeSet<&str> = chain
            .iter()
            .flat_map(|&id| &contexts[id].parameters)
            .map(|p| p.name.as_str())
            .collect();
        let bound = event
            .alternatives
            .iter()
            .flat_map(|a| a.trigger.bindings())
            .map(|b| &b.name);

        let bound: BTreeSet<&String> = bound.filter(|name| keys.contains(name.as_str())).collect();
        bound
            .into_iter()
            .map(|name| (name.clone(), self.fresh(name)))
            .collect()
    }

    /// The name with the first number that makes it a new one in this file.
    fn fresh(&self, name: &str) -> String {
        let parameters = self.specification.contexts.iter().flat_map(|context| {
            let variables = context.variables.iter().map(|variable| &variable.name);
            context
                .parameters
                .iter()
                .map(|parameter| &parameter.name)
                .chain(variables)
        });
        let bound = self
            .specification
            .events
            .iter()
            .flat_map(|event| &event.parameters)
            .map(|p| &p.name);

        let taken: BTreeSet<&String> = parameters.chain(bound).collect();
        let numbered = (1..).map(|number: usize| format!("{name}{number}"));
        numbered
            .into_iter()
            .find(|candidate| !taken.contains(candidate))
            .unwrap_or_default()
    }

    fn alternative(&self, alternative: &Alternative, renamed: &Renamed) -> Printed {
        let bound = alternative.trigger.bindings();
        let assigned = bound
            .iter()
            .filter_map(|b| Some(format!("{} = {};", b.name, renamed.get(&b.name)?)));
        let assigned = assigned.collect::<Vec<_>>().join(" ");
        let mut wheres: Vec<String> = alternative
            .wheres
            .iter()
            .map(|code| code.text.clone())
            .collect();
        match wheres.first_mut() {
            _ if assigned.is_empty() => {}
            Some(first) => *first = format!("{assigned} {first}"),
            None => wheres.push(assigned),
        }

        Printed {
            pattern: trigger(&alternative.trigger, renamed),
            filter: alternative
                .filter
                .as_ref()
                .map(|code| with_names(code, renamed)),
            wheres: wheres.iter().map(|code| super::closed(code)).collect(),
        }
    }
}

/// Code before a `where` has run sees what stands for the keys.
fn with_names(code: &Code, renamed: &Renamed) -> String {
    let (mut text, mut done) = (String::new(), 0);
    for used in &code.names {
        let is_key = matches!(
            used.name,
            Name {
                kind: NameKind::Parameter(_),
                ..
            }
        );
        if let Some(new) = renamed.get(&used.name.text).filter(|_| is_key) {
            text += &code.text[done..used.start as usize];
            text += new;
            done = used.end as usize;
        }
    }

    super::closed(&(text + &code.text[done..]))
}

/// The parameters that stand in the header of an event: as many as all its alternatives bind, and
/// at least as many as a reader would not find in the patterns.
fn declared(event: &Event) -> &[EventParameter] {
    let bound = |alternative: &Alternative, name: &str| {
        alternative
            .trigger
            .bindings()
            .iter()
            .any(|b| b.name == name)
    };
    let everywhere = |p: &EventParameter| event.alternatives.iter().all(|a| bound(a, &p.name));
    let usual = event
        .parameters
        .iter()
        .take_while(|p| everywhere(p))
        .count();

    let fits = |count: &usize| read_back(event, *count) == event.parameters;
    let counts = [usual].into_iter().chain(0..=event.parameters.len());
    &event.parameters[..counts
        .into_iter()
        .find(fits)
        .unwrap_or(event.parameters.len())]
}

/// The parameters that a reader gives an event with so many in its header.
fn read_back(event: &Event, count: usize) -> Vec<EventParameter> {
    let mut parameters = event.parameters[..count].to_vec();
    for Binding { name, ty } in event.alternatives.iter().flat_map(|a| a.trigger.bindings()) {
        if parameters.iter().all(|p| p.name != *name) {
            parameters.push(EventParameter {
                name: name.clone(),
                ty: ty.clone(),
            });
        }
    }
    parameters
}

fn parameter(parameter: &EventParameter, renamed: &Renamed) -> String {
    let name = renamed.get(&parameter.name).unwrap_or(&parameter.name);
    parameter
        .ty
        .as_ref()
        .map_or(name.clone(), |ty| format!("{ty} {name}"))
}

fn binding(binding: &Binding, renamed: &Renamed) -> String {
    parameter(
        &EventParameter {
            name: binding.name.clone(),
            ty: binding.ty.clone(),
        },
        renamed,
    )
}

fn trigger(trigger: &Trigger, renamed: &Renamed) -> String {
    match trigger {
        Trigger::Point(point) => point_text(point, renamed),
        Trigger::Timeout {
            clock,
            after_ms,
            repeats,
        } => {
            let every = if *repeats { "%" } else { "" };
            match after_ms {
                None => format!("{clock}@@"),
                Some(after) if after.is_multiple_of(1000) => {
                    format!("{clock}@{every}{}", after / 1000)
                }
                Some(after) => format!("{clock}@{every}l{after}"),
            }
        }
        Trigger::Receive { channel, value } => {
            format!(
                "{channel}.receive({})",
                value
                    .as_ref()
                    .map_or(String::new(), |value| binding(value, renamed))
            )
        }
        // Refused before anything is written.
        Trigger::EndOfProgram => String::new(),
    }
}

fn point_text(point: &PointPattern, renamed: &Renamed) -> String {
    let execution = if point.join == JoinPoint::Execution {
        "execution "
    } else {
        ""
    };
    let method = match &point.members[0].name {
        Member::Method(name) => name.as_str(),
        Member::Constructor => "new",
        // Refused before anything is written.
        _ => "",
    };

    let arguments: Vec<String> = point
        .arguments
        .first
        .iter()
        .map(|argument| match argument {
            ArgumentPattern::Any => "*".to_owned(),
            ArgumentPattern::Typed(ty) => format!("{ty} *"),
            ArgumentPattern::Bound(bound) => binding(bound, renamed),
        })
        .collect();

    let target = target(point, renamed);
    let mut text = format!("{execution}{target}.{method}({})", arguments.join(", "));
    let result = |bound: &Option<Binding>| {
        bound
            .as_ref()
            .map_or(String::new(), |bound| binding(bound, renamed))
    };
    match &point.moment {
        Moment::Before if point.join == JoinPoint::Handling => text += " uponHandling()",
        Moment::Before => {}
        Moment::Returning(bound) => text += &format!(" uponReturning({})", result(bound)),
        Moment::Throwing(bound) => text += &format!(" uponThrowing({})", result(bound)),
    }

    if let Some(caller) = &point.caller {
        text += &format!(" within ({})", binding(caller, renamed));
    }

    text
}

/// Returns what stands before the dot.
fn target(point: &PointPattern, renamed: &Renamed) -> String {
    let declaring = match &point.members[0].declaring {
        TypePattern::Any => return "*".to_owned(),
        TypePattern::Exact(ty) => ty.clone(),
        TypePattern::Subtypes(ty) => format!("{ty}+"),
    };
    match &point.target {
        Some(bound) if Some(&bound.name) != bound.ty.as_deref().map(unnamed).as_ref() => {
            format!(
                "{declaring} {}",
                renamed.get(&bound.name).unwrap_or(&bound.name)
            )
        }
        _ => format!("{declaring} *"),
    }
}
