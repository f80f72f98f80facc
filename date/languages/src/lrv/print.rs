//! From a specification to a LARVA script.
//!
//! What LARVA's language cannot say is refused with its place. What is written is read again and
//! compared, so that a script that means something else is never given.

mod canonical;
mod events;
mod inexpressible;

use std::fmt::Write;

use crate::{Fidelity, yaml};
use date::code::Code;
use date::ids::ContextId;
use date::model::{Context, Property, Specification, State, StateKind, Transition};
use text::{Diagnostic, Span};

pub(super) use canonical::canonical;

/// The text where a pattern binds a parameter of a context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keys {
    /// The parameter itself: reading gives the same specification. LARVA takes it, and makes code
    /// of it that does not compile.
    Bound,
    /// A variable that `where` assigns to the parameter, as LARVA wants it.
    Assigned,
}

/// The script of a specification, as its language is documented; it is not given where it means
/// something else to a reader of this `fidelity`. O(size).
///
/// # Errors
/// Everything that LARVA's language cannot say, with its place in the file that the specification
/// was read from.
pub fn print(
    specification: &Specification,
    keys: Keys,
    fidelity: Fidelity,
) -> Result<String, Vec<Diagnostic>> {
    let found = inexpressible::all(specification);
    if !found.is_empty() {
        return Err(found);
    }

    let text = Printer {
        specification,
        keys,
    }
    .script();

    if is_same(specification, &text, keys, fidelity) {
        Ok(text)
    } else {
        let message = "what LARVA would read is not what this file says";
        Err(vec![inexpressible::error(
            specification,
            Span::default(),
            message,
            "names may be words of LARVA's",
        )])
    }
}

/// Returns whether reading a script gives the specification; where keys are assigned, whether it
/// can be read, in the same way by both readers if it is for both.
fn is_same(specification: &Specification, script: &str, keys: Keys, fidelity: Fidelity) -> bool {
    let content_by = |fidelity| {
        let reading = super::read("script.lrv", script, fidelity, &|_| Err(String::new())).ok();
        reading.map(|reading| content(&reading.specification))
    };
    let Some(read) = content_by(Fidelity::Documented) else {
        return false;
    };
    let is_for_both =
        fidelity == Fidelity::Documented || content_by(fidelity).is_some_and(|other| other == read);
    is_for_both && (keys == Keys::Assigned || read == content(specification))
}

/// All that a specification says, places aside.
pub(super) fn content(specification: &Specification) -> String {
    yaml::print(&canonical(specification))
}

struct Printer<'a> {
    specification: &'a Specification,
    keys: Keys,
}

/// Lines, indented by two blanks for each level.
#[derive(Default)]
struct Lines {
    text: String,
    level: usize,
}

impl Lines {
    fn line(&mut self, text: impl std::fmt::Display) {
        let _ = writeln!(self.text, "{:1$}{text}", "", 2 * self.level);
    }

    fn block(&mut self, head: &str, content: impl FnOnce(&mut Lines)) {
        self.line(format_args!("{head} {{"));
        self.level += 1;
        content(self);
        self.level -= 1;
        self.line("}");
    }
}

impl Printer<'_> {
    fn script(&self) -> String {
        let mut lines = Lines::default();
        if !self.specification.imports.is_empty() {
            lines.block("IMPORTS", |lines| {
                self.specification
                    .imports
                    .iter()
                    .for_each(|import| lines.line(format_args!("import {import};")));
            });
        }
        lines.block("GLOBAL", |lines| self.context(lines, ContextId::from(0)));
        if let Some(methods) = &self.specification.methods {
            lines.block("METHODS", |lines| lines.line(&methods.text));
        }
        lines.text
    }

    fn context(&self, lines: &mut Lines, id: ContextId) {
        let context = &self.specification.contexts[id];
        self.variables(lines, context);
        let events: Vec<_> = self
            .specification
            .events
            .iter()
            .filter(|event| event.context == id)
            .collect();

        if !events.is_empty() {
            lines.block("EVENTS", |lines| {
                events
                    .iter()
                    .for_each(|event| lines.line(self.event(event)))
            });
        }

        for property in self
            .specification
            .properties
            .iter()
            .filter(|property| property.context == id)
        {
            for line in property.explanation.lines() {
                lines.line(format_args!("%% {line}"));
            }
            lines.block(&format!("PROPERTY {}", property.name), |lines| {
                self.property(lines, property)
            });
        }

        for (inner, context) in self
            .specification
            .contexts
            .iter_enumerated()
            .filter(|(_, c)| c.parent == Some(id))
        {
            let parameters: Vec<String> = context
                .parameters
                .iter()
                .map(|p| format!("{} {}", p.ty, p.name))
                .collect();
            lines.block(&format!("FOREACH ({})", parameters.join(", ")), |lines| {
                self.context(lines, inner)
            });
        }
    }

    fn variables(&self, lines: &mut Lines, context: &Context) {
        if context.variables.is_empty() && context.clocks.is_empty() && context.channels.is_empty()
        {
            return;
        }
        lines.block("VARIABLES", |lines| {
            for variable in &context.variables {
                let initial = variable
                    .initial
                    .as_ref()
                    .map_or(String::new(), |code| format!(" = {}", code.text));
                lines.line(format_args!("{} {}{initial};", variable.ty, variable.name));
            }
            context
                .clocks
                .iter()
                .for_each(|clock| lines.line(format_args!("Clock {};", clock.name)));
            context
                .channels
                .iter()
                .for_each(|channel| lines.line(format_args!("Channel {};", channel.name)));
        });
    }

    fn property(&self, lines: &mut Lines, property: &Property) {
        let date = &property.date;
        let kinds = [
            ("ACCEPTING", StateKind::Accepting),
            ("BAD", StateKind::Bad),
            ("NORMAL", StateKind::Normal),
        ];
        lines.block("STATES", |lines| {
            for (group, kind) in kinds {
                let states = date.states.iter_enumerated();
                let states = states.filter(|(id, state)| state.kind == kind && *id != date.initial);
                write_group(lines, group, states.map(|(_, state)| state).collect());
            }
            write_group(lines, "STARTING", vec![&date.states[date.initial]]);
        });

        lines.block("TRANSITIONS", |lines| {
            date.transitions
                .iter()
                .for_each(|transition| lines.line(self.transition(property, transition)));
        });
    }

    fn transition(&self, property: &Property, transition: &Transition) -> String {
        let states = &property.date.states;
        let event = &self.specification.events[transition.event].name;
        let text = |code: &Option<Code>| code.as_ref().map(|code| code.text.clone());
        let label = match (text(&transition.condition), text(&transition.action)) {
            (None, None) => event.clone(),
            (Some(condition), None) => format!("{event} \\ {condition}"),
            (None, Some(action)) => format!("{event} \\\\ {action}"),
            (Some(condition), Some(action)) => format!("{event} \\ {condition} \\ {action}"),
        };

        format!(
            "{} -> {} [{}]",
            states[transition.from].name,
            states[transition.to].name,
            closed(&label)
        )
    }
}

/// Code before a bracket, which a comment at its end must not hide.
fn closed(code: &str) -> String {
    let last = code.rsplit('\n').next().unwrap_or(code);
    if last.contains("//") {
        format!("{code}\n")
    } else {
        code.to_owned()
    }
}

fn write_group(lines: &mut Lines, group: &str, states: Vec<&State>) {
    if states.is_empty() {
        return;
    }
    if states.iter().all(|state| state.entry.is_none()) {
        let names: Vec<&str> = states.iter().map(|state| state.name.as_str()).collect();
        lines.line(format_args!("{group} {{ {} }}", names.join(" ")));
        return;
    }

    lines.block(group, |lines| {
        for state in states {
            match &state.entry {
                None => lines.line(&state.name),
                Some(entry) => {
                    lines.line(format_args!("{} {{ {} }}", state.name, closed(&entry.text)))
                }
            }
        }
    });
}
