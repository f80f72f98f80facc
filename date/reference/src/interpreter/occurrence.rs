//! The meaning of a trace's lines for a specification: the alternative that each raises, and the
//! values that it brings along.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::evaluation::without_blanks;
use super::matching::{is_bindable, results};
use crate::trace::{Happening, Line, Recorded, Subject, Trace};
use date::code::{Types, Value};
use date::ids::{ContextId, EventId};
use date::model::{Alternative, Creation, Event, Specification, Trigger};
use serde::{Deserialize, Serialize};
use text::{Diagnostic, Source, nearest};

/// A line, resolved.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Planned {
    Event(Occurrence),
    Nothing,
    End,
}

/// An occurrence of an event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Occurrence {
    pub event: EventId,
    /// Number of the alternative that raises it.
    pub alternative: usize,
    /// The recorded values of names.
    pub values: BTreeMap<String, Value>,
    /// The recorded values of terms, which are without white space.
    pub terms: Vec<(String, Result<Value, String>)>,
}

impl Occurrence {
    pub fn alternative<'s>(&self, specification: &'s Specification) -> &'s Alternative {
        &specification.events[self.event].alternatives[self.alternative]
    }
}

/// Resolves the lines of a trace.
///
/// # Errors
/// All lines that do not fit the specification.
pub(super) fn plan(
    specification: &Specification,
    trace: &Trace,
) -> Result<Vec<Planned>, Vec<Diagnostic>> {
    let source = Source::new(&trace.file, &trace.text);
    let planner = Planner::new(specification, &source);
    let mut planned = Vec::new();
    let mut findings = Vec::new();

    for line in &trace.lines {
        if planned.last() == Some(&Planned::End) {
            findings.push(planner.after_end(line));
            break;
        }
        match planner.line(line) {
            Ok(meaning) => planned.push(meaning),
            Err(finding) => findings.push(finding),
        }
    }

    if findings.is_empty() {
        Ok(planned)
    } else {
        Err(findings)
    }
}

/// Resolves lines.
pub(super) struct Planner<'a> {
    specification: &'a Specification,
    source: &'a Source<'a>,
    names: Arc<Names>,
}

/// The names that a line may and must record, for each alternative of each event.
pub(super) type Names = Vec<Vec<[Vec<String>; 2]>>;

impl<'a> Planner<'a> {
    pub fn new(specification: &'a Specification, source: &'a Source<'a>) -> Self {
        let mut planner = Planner {
            specification,
            source,
            names: Arc::default(),
        };
        let events = specification.events.iter_enumerated();
        let names = events
            .map(|(id, event)| {
                let alternatives = event.alternatives.iter();
                let names =
                    alternatives.map(|a| [planner.names_of(id, a), planner.needed_of(id, a)]);
                names.collect()
            })
            .collect();
        planner.names = Arc::new(names);
        planner
    }

    /// The names, for another planner of the specification.
    pub fn table(&self) -> Arc<Names> {
        self.names.clone()
    }

    /// A planner with the names of another one of the specification.
    pub fn with_names(
        specification: &'a Specification,
        source: &'a Source<'a>,
        names: Arc<Names>,
    ) -> Self {
        Planner {
            specification,
            source,
            names,
        }
    }

    /// The names of an alternative: those that a line may record, and those that it must.
    fn known(&self, event: EventId, alternative: &Alternative) -> &[Vec<String>; 2] {
        let mut all = self.specification.events[event].alternatives.iter();
        let number = all.position(|known| std::ptr::eq(known, alternative));
        &self.names[event.index()][number.expect("an alternative of the event")]
    }

    fn names(&self, event: EventId, alternative: &Alternative) -> &[String] {
        &self.known(event, alternative)[0]
    }

    fn needed(&self, event: EventId, alternative: &Alternative) -> &[String] {
        &self.known(event, alternative)[1]
    }

    fn error(&self, line: &Line, message: String, help: &str) -> Diagnostic {
        self.source
            .error_at(line.span, "trace-event", message)
            .with_help(help)
    }

    /// The finding about a line behind the end of the program.
    pub fn after_end(&self, line: &Line) -> Diagnostic {
        let message = "the program has ended before".to_owned();
        self.error(line, message, "`!end` is the last line")
    }

    pub fn line(&self, line: &Line) -> Result<Planned, Diagnostic> {
        match &line.happening {
            Happening::Nothing => Ok(Planned::Nothing),
            Happening::End => Ok(Planned::End),
            Happening::Event {
                name,
                alternative,
                recorded,
            } => self
                .occurrence(line, name, *alternative, recorded)
                .map(Planned::Event),
        }
    }

    fn occurrence(
        &self,
        line: &Line,
        name: &str,
        alternative: Option<usize>,
        recorded: &[Recorded],
    ) -> Result<Occurrence, Diagnostic> {
        let events: Vec<EventId> = self
            .specification
            .events
            .iter_enumerated()
            .filter(|(_, e)| e.name == name)
            .map(|(id, _)| id)
            .collect();
        let event = match events.as_slice() {
            [] => return Err(self.unknown_event(line, name)),
            [event] => *event,
            events => self.event_with(events, recorded),
        };

        let (values, terms) = self.recorded(line, recorded)?;
        let alternative = match alternative {
            Some(number) => self.numbered(line, event, number)?,
            None => self.fitting(line, event, &values)?,
        };
        self.check_names(line, event, alternative, &values)?;

        Ok(Occurrence {
            event,
            alternative,
            values,
            terms,
        })
    }

    fn unknown_event(&self, line: &Line, name: &str) -> Diagnostic {
        let known = self
            .specification
            .events
            .iter()
            .map(|event| event.name.as_str());
        let help = match nearest(name, known.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the events are {}", known.collect::<Vec<_>>().join(", ")),
        };
        self.error(line, format!("there is no event `{name}`"), &help)
    }

    /// Of events of one name in several contexts, the first that binds all recorded names.
    fn event_with(&self, events: &[EventId], recorded: &[Recorded]) -> EventId {
        let binds = |event: EventId| {
            let alternatives = &self.specification.events[event].alternatives;
            let names: Vec<&String> = alternatives
                .iter()
                .flat_map(|a| self.names(event, a))
                .collect();
            recorded
                .iter()
                .all(|r| !matches!(&r.subject, Subject::Name(name) if !names.contains(&name)))
        };
        events
            .iter()
            .copied()
            .find(|&event| binds(event))
            .unwrap_or(events[0])
    }

    #[expect(clippy::type_complexity, reason = "the two halves of an occurrence")]
    fn recorded(
        &self,
        line: &Line,
        recorded: &[Recorded],
    ) -> Result<
        (
            BTreeMap<String, Value>,
            Vec<(String, Result<Value, String>)>,
        ),
        Diagnostic,
    > {
        let (mut values, mut terms) = (BTreeMap::new(), Vec::new());
        for Recorded {
            subject,
            value,
            span,
        } in recorded
        {
            match (subject, value) {
                (Subject::Term(java), value) => terms.push((without_blanks(java), value.clone())),
                (Subject::Name(name), Ok(value)) => {
                    if values.insert(name.clone(), value.clone()).is_some() {
                        let line = Line {
                            span: *span,
                            ..line.clone()
                        };
                        return Err(self.error(
                            &line,
                            format!("`{name}` has two values"),
                            "write it once",
                        ));
                    }
                }
                (Subject::Name(name), Err(_)) => {
                    let help = "only a term in back quotes can throw";
                    return Err(self.error(
                        &Line {
                            span: *span,
                            ..line.clone()
                        },
                        format!("`{name}` has no value"),
                        help,
                    ));
                }
            }
        }

        Ok((values, terms))
    }

    fn numbered(&self, line: &Line, event: EventId, number: usize) -> Result<usize, Diagnostic> {
        let event = &self.specification.events[event];
        let alternative = event.alternatives.get(number);
        match alternative.map(|alternative| may_be_recorded(&alternative.trigger)) {
            Some(true) => Ok(number),
            Some(false) => Err(self.own_event(line, event)),
            None => {
                let message = format!("`{}` has no alternative {}", event.name, number + 1);
                let help = format!("it has {}, counted from 1", event.alternatives.len());
                Err(self.error(line, message, &help))
            }
        }
    }

    fn own_event(&self, line: &Line, event: &Event) -> Diagnostic {
        let message = format!("`{}` is raised by the monitors themselves", event.name);
        let help = "what is sent on channels follows from the actions, and the end of the program is `!end`";
        self.error(line, message, help)
    }

    /// The alternative that binds the recorded names. Alternatives between which it makes no
    /// difference are one.
    fn fitting(
        &self,
        line: &Line,
        id: EventId,
        values: &BTreeMap<String, Value>,
    ) -> Result<usize, Diagnostic> {
        let event = &self.specification.events[id];
        let recordable: Vec<(usize, &Alternative)> = event
            .alternatives
            .iter()
            .enumerate()
            .filter(|(_, a)| may_be_recorded(&a.trigger))
            .collect();
        let Some(&(first, _)) = recordable.first() else {
            return Err(self.not_raised(line, event));
        };

        let fits: Vec<(usize, &Alternative)> = recordable
            .into_iter()
            .filter(|(_, a)| self.missing(id, a, values).is_none())
            .collect();
        // If none fits, the misfit of the first is reported.
        let Some(&(chosen, like)) = fits.first() else {
            return Ok(first);
        };
        let differs = |a: &Alternative| {
            let texts = |a: &Alternative| -> Vec<String> {
                a.filter
                    .iter()
                    .chain(&a.wheres)
                    .map(|code| code.text.clone())
                    .collect()
            };
            texts(a) != texts(like)
                || a.trigger.flows() != like.trigger.flows()
                || self.names(id, a) != self.names(id, like)
        };

        if fits.iter().any(|(_, alternative)| differs(alternative)) {
            let message = format!("several alternatives of `{}` fit this line", event.name);
            let help = format!("say which one it is: `{}#{}`", event.name, chosen + 1);
            return Err(self.error(line, message, &help));
        }

        Ok(chosen)
    }

    fn not_raised(&self, line: &Line, event: &Event) -> Diagnostic {
        if !event.alternatives.is_empty() {
            return self.own_event(line, event);
        }

        let members: Vec<&str> = event
            .members
            .iter()
            .map(|&member| self.specification.events[member].name.as_str())
            .collect();
        let message = format!(
            "`{}` only happens along with the events that it lists",
            event.name
        );

        self.error(
            line,
            message,
            &format!("name one of {}", members.join(", ")),
        )
    }

    fn check_names(
        &self,
        line: &Line,
        event: EventId,
        alternative: usize,
        values: &BTreeMap<String, Value>,
    ) -> Result<(), Diagnostic> {
        let declared = &self.specification.events[event];
        match self.missing(event, &declared.alternatives[alternative], values) {
            None => Ok(()),
            Some(Misfit::Unbound(name)) => {
                let message = format!(
                    "the line does not say which `{name}` `{}` concerns",
                    declared.name
                );
                Err(self.error(line, message, &format!("for example `{name}=Object@1`")))
            }
            Some(Misfit::Foreign(name)) => {
                let names = self.names(event, &declared.alternatives[alternative]);
                let help = match nearest(&name, names.iter().map(String::as_str)) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("it binds {}", names.join(", ")),
                };
                Err(self.error(
                    line,
                    format!("`{}` binds no `{name}`", declared.name),
                    &help,
                ))
            }
        }
    }

    /// Returns what keeps an alternative from fitting the recorded names.
    fn missing(
        &self,
        event: EventId,
        alternative: &Alternative,
        values: &BTreeMap<String, Value>,
    ) -> Option<Misfit> {
        let names = self.names(event, alternative);
        let foreign = values
            .keys()
            .find(|name| !names.contains(name))
            .map(|name| Misfit::Foreign(name.clone()));
        let unbound = self
            .needed(event, alternative)
            .iter()
            .find(|name| !values.contains_key(*name))
            .cloned();
        foreign.or_else(|| unbound.map(Misfit::Unbound))
    }

    /// Returns what a line may record: what the trigger and the `where`s bind; at a timeout the
    /// keys of the clock's instance.
    fn names_of(&self, event: EventId, alternative: &Alternative) -> Vec<String> {
        let context = self.specification.events[event].context;
        let types = Types::of(self.specification, context);
        let bound = alternative
            .trigger
            .bindings()
            .into_iter()
            .map(|binding| binding.name.clone());
        let computed = alternative
            .wheres
            .iter()
            .flat_map(|code| results(code, &types));

        let computed = computed.filter(is_bindable).map(|name| name.text);
        let mut names: Vec<String> = bound
            .chain(computed)
            .chain(self.clock_keys(context, alternative))
            .collect();
        names.sort();
        names.dedup();

        names
    }

    /// Returns what a line must record: the parameters of contexts that the trigger binds, and
    /// whose clock has timed out.
    fn needed_of(&self, event: EventId, alternative: &Alternative) -> Vec<String> {
        let context = self.specification.events[event].context;
        let keys = self.keys(context);
        let bound = alternative
            .trigger
            .bindings()
            .into_iter()
            .map(|binding| binding.name.clone());
        let mut needed: Vec<String> = bound.filter(|name| keys.contains(name)).collect();
        if self.specification.contexts[context].creation != Creation::Slicing {
            needed.extend(self.clock_keys(context, alternative));
        }
        needed
    }

    /// The parameters of a context and its ancestors.
    fn keys(&self, context: ContextId) -> Vec<String> {
        let parameters = self
            .specification
            .chain(context)
            .flat_map(|id| &self.specification.contexts[id].parameters);
        parameters.map(|parameter| parameter.name.clone()).collect()
    }

    /// The keys that tell whose clock has timed out; slicing may leave some of them open.
    fn clock_keys(&self, context: ContextId, alternative: &Alternative) -> Vec<String> {
        let Trigger::Timeout { clock, .. } = &alternative.trigger else {
            return Vec::new();
        };
        let contexts = &self.specification.contexts;
        let declares = |id: &ContextId| {
            contexts[*id]
                .clocks
                .iter()
                .any(|declared| declared.name == *clock)
        };
        let owner = self.specification.chain(context).find(declares);
        owner.map_or(Vec::new(), |owner| self.keys(owner))
    }
}

/// Why an alternative does not fit the recorded names.
enum Misfit {
    /// It does not bind this name.
    Foreign(String),
    /// It binds this parameter, and the line does not tell it.
    Unbound(String),
}

fn may_be_recorded(trigger: &Trigger) -> bool {
    matches!(trigger, Trigger::Point(_) | Trigger::Timeout { .. })
}
