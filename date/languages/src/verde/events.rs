//! Events: the transitions of a file that name one method or field, at one of its moments, hear one
//! event.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::parse::{Event, Happening, Role, Transition, Value, Written};
use super::tokens::{Kind, Token};
use crate::draft::{DraftAlternative, DraftEvent, Word};
use date::model::{
    ArgumentPattern, Arguments, Binding, JoinPoint, Member, MemberPattern, Moment, PointPattern,
    Trigger, TypePattern,
};
use text::{Diagnostic, Source};

/// A value of an event: the variable that it is bound to, and its type if one is written.
#[derive(Debug, Clone)]
pub(super) struct Bound {
    pub name: String,
    pub ty: Option<String>,
    /// True if it is a slice parameter.
    pub is_slice: bool,
}

/// An event with all the values that any transition names.
pub(super) struct Heard<'w> {
    /// As it is written in the first place.
    first: &'w Event,
    name: String,
    pub values: BTreeMap<Role, Bound>,
}

/// The events of a file.
pub(super) struct Events<'w> {
    pub all: Vec<Heard<'w>>,
    slices: BTreeSet<&'w str>,
}

/// Returns what tells events apart.
fn key(event: &Event) -> (bool, Happening, &str, &str) {
    (event.is_after, event.what, &event.class, &event.member)
}

impl<'w> Events<'w> {
    /// The events of a file, in the order in which it names them.
    ///
    /// # Errors
    /// Values that a Java event does not have; transitions that do not agree about an event.
    pub fn of(written: &'w Written<'_>, source: &Source<'_>) -> Result<Self, Diagnostic> {
        let slices = written
            .slices
            .iter()
            .map(|slice| slice.name.text.as_str())
            .collect();
        let mut events = Events {
            all: Vec::new(),
            slices,
        };
        let mut taken: BTreeSet<String> = events
            .slices
            .iter()
            .map(|slice| (*slice).to_owned())
            .collect();
        taken.extend(assigned(written).map(|token| token.text.clone()));

        for Transition { event, .. } in written.states.iter().flat_map(|state| &state.transitions) {
            check(event, source)?;
            events.add(event, &mut taken, source)?;
        }

        Ok(events)
    }

    /// The event that a transition hears.
    pub fn heard(&self, event: &Event) -> &Heard<'w> {
        let found = self.all.iter().find(|heard| key(heard.first) == key(event));
        found.expect("each transition's event is one of the file's")
    }

    fn add(
        &mut self,
        event: &'w Event,
        taken: &mut BTreeSet<String>,
        source: &Source<'_>,
    ) -> Result<(), Diagnostic> {
        let number = self
            .all
            .iter()
            .position(|heard| key(heard.first) == key(event))
            .unwrap_or(self.all.len());

        if number == self.all.len() {
            let name = self.name(event);
            self.all.push(Heard {
                first: event,
                name,
                values: BTreeMap::new(),
            });
        }

        let sliced = |event: &Event| -> BTreeMap<Role, String> {
            let values = event
                .values
                .iter()
                .filter(|value| self.slices.contains(value.name.name.text.as_str()));
            values
                .map(|value| (value.role, value.name.name.text.clone()))
                .collect()
        };
        let heard = &self.all[number];

        if sliced(heard.first) != sliced(event) || heard.first.is_static != event.is_static {
            let line = source.span(heard.first.range.clone()).line;
            let message = format!(
                "`{}.{}` is not bound as in line {line}",
                event.class, event.member
            );
            let help =
                "all transitions on one event bind the same slice parameters to the same values";
            return Err(source
                .error(event.range.clone(), "verde-event", message)
                .with_help(help));
        }

        for value in &event.values {
            let is_slice = self.slices.contains(value.name.name.text.as_str());
            self.all[number].bind(value, is_slice, taken, source)?;
        }

        Ok(())
    }

    /// A name that says what happens, and when.
    fn name(&self, event: &Event) -> String {
        let phase = if event.is_after { "after" } else { "before" };
        let what = match event.what {
            Happening::Call => "",
            Happening::Read => "_read",
            Happening::Write => "_write",
        };
        let wanted = format!("{phase}{what}_{}", event.member);
        let same = |heard: &&Heard<'_>| {
            heard.name == wanted || heard.name.starts_with(&format!("{wanted}__"))
        };
        match self.all.iter().filter(same).count() {
            0 => wanted,
            others => format!("{wanted}__{}", others + 1),
        }
    }

    /// The slice parameters that an event binds.
    pub fn binds(&self, heard: &Heard<'_>) -> usize {
        heard
            .values
            .values()
            .filter(|bound| self.slices.contains(bound.name.as_str()))
            .count()
    }

    /// A type of a slice parameter that an event tells.
    pub fn type_of_slice(&self, slice: &str) -> Option<String> {
        let bound = self.all.iter().flat_map(|heard| {
            heard
                .values
                .iter()
                .map(move |(role, bound)| (heard, role, bound))
        });
        let own: Vec<_> = bound.filter(|(_, _, bound)| bound.name == slice).collect();
        let written = own.iter().find_map(|(_, _, bound)| bound.ty.clone());
        let of_object = || own.iter().find(|(_, role, _)| **role == Role::Object);
        written.or_else(|| of_object().map(|(heard, _, _)| heard.first.class.clone()))
    }
}

/// The variables that blocks assign.
fn assigned<'t>(written: &Written<'t>) -> impl Iterator<Item = &'t Token> {
    let outcomes = written.states.iter().flat_map(|state| &state.transitions);
    let outcomes =
        outcomes.flat_map(|transition| [Some(&transition.success), transition.failure.as_ref()]);
    let blocks = outcomes
        .flatten()
        .filter_map(|outcome| outcome.code.as_ref())
        .chain(&written.initialization);
    let pairs = blocks.flat_map(|block| block.tokens.iter().zip(block.tokens.iter().skip(1)));
    let pairs: Vec<(&Token, &Token)> = pairs.collect();
    let is_assignment = |(name, operator): &(&Token, &Token)| {
        name.kind == Kind::Word
            && operator.text.ends_with('=')
            && !["==", "!=", "<=", ">="].contains(&operator.text.as_str())
    };

    pairs
        .into_iter()
        .filter(is_assignment)
        .map(|(name, _)| name)
}

/// Returns whether an event has the values that it names.
fn check(event: &Event, source: &Source<'_>) -> Result<(), Diagnostic> {
    let makes = event.what == Happening::Call && event.member == "new";
    for Value { role, name } in &event.values {
        let refusal = match (event.what, role) {
            (Happening::Call, Role::Result) if makes => {
                Some("what a constructor makes is its object, the first value")
            }
            (Happening::Call, Role::Result) if !event.is_after => {
                Some("only an `after` event has what is returned")
            }
            (Happening::Call, Role::Object) if makes && !event.is_after => {
                Some("there is no object before it is made: write `_`, or an `after` event")
            }
            (Happening::Read | Happening::Write, Role::Argument(_)) => Some(
                "a field has its object and `ret`; a static one is written `static Type.field`",
            ),
            (Happening::Read, Role::Result) if !event.is_after => {
                Some("only an `after` event has what is read")
            }
            (Happening::Write, Role::Result) if !event.is_after => {
                Some("what a field held before is not known; an `after` event has what is written")
            }
            _ => None,
        };
        if let Some(help) = refusal {
            let message = format!("this event has no value for `{}`", name.name.text);
            return Err(source
                .error(name.name.range.clone(), "verde-unsupported", message)
                .with_help(help));
        }
    }

    if makes && event.is_static {
        Err(source.error(
            event.range.clone(),
            "verde-event",
            "a constructor is not static",
        ))
    } else {
        Ok(())
    }
}

impl Heard<'_> {
    pub fn word(&self) -> Word {
        Word {
            text: self.name.clone(),
            range: self.first.range.clone(),
        }
    }

    fn bind(
        &mut self,
        value: &Value,
        is_slice: bool,
        taken: &mut BTreeSet<String>,
        source: &Source<'_>,
    ) -> Result<(), Diagnostic> {
        let (name, ty) = (&value.name.name, &value.name.ty);
        let bound = self.values.entry(value.role).or_insert_with(|| {
            let candidates = (1..).map(|n| {
                if n == 1 {
                    name.text.clone()
                } else {
                    format!("{}_{n}", name.text)
                }
            });
            let free = || {
                candidates
                    .into_iter()
                    .find(|name| taken.insert(name.clone()))
            };
            let name = if is_slice { None } else { free() };
            Bound {
                name: name.unwrap_or_else(|| value.name.name.text.clone()),
                ty: None,
                is_slice,
            }
        });

        match (&bound.ty, ty) {
            (Some(known), Some(ty)) if known != ty => {
                let message = format!("`{}` has the type {ty} here and {known} before", name.text);
                Err(source.error(name.range.clone(), "verde-event", message))
            }
            _ => {
                bound.ty = bound.ty.take().or_else(|| ty.clone());
                Ok(())
            }
        }
    }

    /// The event of the draft.
    pub fn draft(&self) -> DraftEvent {
        let range: Range<usize> = self.first.range.clone();
        let trigger = Trigger::Point(self.pattern());
        let alternative = DraftAlternative {
            trigger,
            filter: None,
            wheres: Vec::new(),
            range,
        };
        DraftEvent {
            name: self.word(),
            parameters: Vec::new(),
            alternatives: vec![alternative],
            members: Vec::new(),
        }
    }

    /// Returns what binds a value. Where no type is known from elsewhere, it may be anything.
    fn binding(&self, role: Role) -> Option<Binding> {
        let Bound { name, ty, is_slice } = self.values.get(&role)?;
        let is_typed = *is_slice || role == Role::Object;
        let anything = || Some("Object".to_owned()).filter(|_| !is_typed);
        Some(Binding {
            name: name.clone(),
            ty: ty.clone().or_else(anything),
        })
    }

    fn pattern(&self) -> PointPattern {
        let Event {
            is_after,
            what,
            class,
            member,
            ..
        } = self.first;
        let makes = *what == Happening::Call && member == "new";
        let (join, name) = match what {
            Happening::Call if makes => (JoinPoint::Execution, Member::Constructor),
            Happening::Call => (JoinPoint::Execution, Member::Method(member.clone())),
            Happening::Read => (JoinPoint::Get, Member::Field(member.clone())),
            Happening::Write => (JoinPoint::Set, Member::Field(member.clone())),
        };

        let result = match what {
            Happening::Call if makes => self.binding(Role::Object).map(|made| Binding {
                ty: made.ty.or_else(|| Some(class.clone())),
                name: made.name,
            }),
            Happening::Write => None,
            Happening::Call | Happening::Read => self.binding(Role::Result),
        };

        PointPattern {
            join,
            moment: if *is_after {
                Moment::Returning(result)
            } else {
                Moment::Before
            },
            members: vec![MemberPattern::new(TypePattern::Exact(class.clone()), name)],
            target: if makes {
                None
            } else {
                self.binding(Role::Object)
            },
            arguments: self.arguments(),
            caller: None,
            within: Vec::new(),
            flows: Vec::new(),
        }
    }

    /// The arguments up to the last one that is named; any may follow.
    fn arguments(&self) -> Arguments {
        if self.first.what == Happening::Write {
            let written = self
                .binding(Role::Result)
                .map(|value| vec![ArgumentPattern::Bound(value)]);
            return written.map_or_else(Arguments::any, Arguments::exactly);
        }

        let last = self.values.keys().filter_map(|role| match role {
            Role::Argument(at) => Some(*at),
            Role::Object | Role::Result => None,
        });
        let count = last.max().map_or(0, |last| last + 1);
        let pattern = |at| {
            self.binding(Role::Argument(at))
                .map_or(ArgumentPattern::Any, ArgumentPattern::Bound)
        };

        Arguments {
            first: (0..count).map(pattern).collect(),
            rest: Some(Vec::new()),
        }
    }
}
