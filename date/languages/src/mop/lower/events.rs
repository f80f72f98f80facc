//! Events: their alternatives, and what is asked of an instance that hears them.

use std::collections::BTreeSet;

use super::Lowering;
use super::code::{Restart, Whose};
use super::connections::Parameters;
use super::names::Names;
use super::pointcut::all;
use super::statements::{may_reset, only_prints, returns};
use crate::draft::{DraftAlternative, DraftEvent, Word};
use crate::java::Excerpt;
use crate::mop::finalizers::end_of;
use crate::mop::syntax::{
    Event, EventModifier, Exit, JavaText, Name, Parameter, Phase, Pointcut, PointcutKind,
};
use crate::mop::threads::{OUTERMOST, bodies};
use date::model::{Binding, EventParameter, JoinPoint, Moment, PointPattern, Trigger};
use text::{Diagnostic, nearest};

/// An event, lowered.
#[derive(Clone)]
pub(super) struct Lowered {
    pub draft: DraftEvent,
    /// Its name in formulas; events of one name are one symbol.
    pub symbol: String,
    /// The parameters of the specification that it binds.
    pub binds: Parameters,
    /// True if it may make an instance.
    pub creates: bool,
    /// `condition(..)`.
    pub asked: Option<Excerpt>,
    /// The condition on an instance, perhaps asked by a body that runs then: where it fails, the
    /// event is none to it.
    pub condition: Option<Excerpt>,
    /// True if the condition runs the body, which therefore is asked in every state.
    pub acts: bool,
    /// The code that runs when it happens.
    pub body: Option<Excerpt>,
    /// The cases in which the body takes the automaton back to its beginning.
    pub resets: Resets,
}

/// The cases in which the body of an event resets the automaton, before the automaton
/// takes the event.
#[derive(Clone)]
pub(super) enum Resets {
    /// It does not.
    Never,
    /// It does.
    Always,
    /// In some cases.
    Perhaps(Restart),
}

/// The parts of an event's pointcut that JavaMOP takes out of it.
#[derive(Default)]
struct Extras<'a> {
    condition: Option<&'a JavaText>,
    thread: Option<&'a Name>,
    thread_name: Option<&'a JavaText>,
    end_of_program: bool,
    start_of_thread: bool,
    end_of_thread: bool,
    end_of_object: Option<&'a Parameter>,
}

impl Lowering<'_> {
    /// The event at a position of the specification.
    pub fn event(&self, index: usize, names: &Names) -> Result<Lowered, Diagnostic> {
        let event = &self.spec.events[index];
        let (extras, rest) = self.extras(&event.pointcut)?;
        let alternatives = if extras.end_of_program {
            self.end_of_program(&event.pointcut, &rest)?
        } else {
            self.alternatives(index, &extras, &rest, names)?
        };
        let parameter = |formal: &Parameter| EventParameter {
            name: names.variable(index, &formal.name.text),
            ty: Some(formal.ty.text.clone()),
        };

        let decides = self.spec.properties.is_empty() && !only_prints(&event.body.text);
        let asked = extras
            .condition
            .map(|condition| self.expression(condition, index, names))
            .transpose()?;
        let restart = (!decides && may_reset(&event.body.text)).then(|| self.restart(index));
        let ran = match restart {
            Some(_) => Some(self.restarting(&event.body, index, asked.as_ref(), names)?),
            None if decides => Some(self.reporting(&event.body, index, names)?),
            None if returns(&event.body.text) => Some(self.moving(&event.body, index, names)?),
            None => None,
        };

        let body = match ran {
            None => Some(self.body(&event.body, Whose::Event(index), names)?),
            Some(_) => None,
        };
        let acts = ran.is_some();
        let condition = match restart {
            Some(_) => ran,
            None => all(&asked.iter().cloned().chain(ran).collect::<Vec<Excerpt>>()),
        };
        let has_creators = self
            .spec
            .events
            .iter()
            .any(|event| event.modifiers.contains(&EventModifier::Creation));

        Ok(Lowered {
            draft: DraftEvent {
                name: Word {
                    text: names.events[index].clone(),
                    range: event.name.place.range(),
                },
                parameters: event.formals().map(parameter).collect(),
                alternatives,
                members: Vec::new(),
            },
            symbol: event.name.text.clone(),
            binds: self.bound_by(event),
            creates: !has_creators || event.modifiers.contains(&EventModifier::Creation),
            acts,
            asked,
            condition,
            resets: match restart {
                Some(restart) => Resets::Perhaps(restart),
                None if body.as_ref().is_some_and(|body| body.resets) => Resets::Always,
                None => Resets::Never,
            },
            body: body
                .map(|body| body.java)
                .filter(|java| !java.text().is_empty()),
        })
    }

    fn bound_by(&self, event: &Event) -> Parameters {
        let is_bound = |parameter: &Parameter| {
            event
                .formals()
                .any(|formal| formal.name.text == parameter.name.text)
        };
        let parameters = self.spec.parameters.iter().enumerate();
        parameters
            .filter(|(_, parameter)| is_bound(parameter))
            .map(|(position, _)| position)
            .collect()
    }

    fn extras<'p>(
        &self,
        pointcut: &'p Pointcut,
    ) -> Result<(Extras<'p>, Vec<&'p Pointcut>), Diagnostic> {
        let mut extras = Extras::default();
        let mut rest = Vec::new();
        for part in pointcut.conjuncts() {
            let twice = match &part.kind {
                PointcutKind::Condition(condition) => extras.condition.replace(condition).is_some(),
                PointcutKind::Thread(thread) => extras.thread.replace(thread).is_some(),
                PointcutKind::ThreadName(name) => extras.thread_name.replace(name).is_some(),
                PointcutKind::EndProgram => std::mem::replace(&mut extras.end_of_program, true),
                PointcutKind::StartThread => std::mem::replace(&mut extras.start_of_thread, true),
                PointcutKind::EndThread => std::mem::replace(&mut extras.end_of_thread, true),
                PointcutKind::EndObject(object) => extras.end_of_object.replace(object).is_some(),
                _ => {
                    rest.push(part);
                    false
                }
            };
            if twice {
                return Err(self.source.error(
                    part.place.range(),
                    "mop-syntax",
                    "this is written twice",
                ));
            }
        }

        let of_threads = extras.start_of_thread || extras.end_of_thread;
        let moments = [
            extras.end_of_program,
            of_threads,
            extras.end_of_object.is_some(),
        ];

        if moments.into_iter().filter(|is_said| *is_said).count() > 1 {
            let message = "an event is of the end of the program, of a thread, or of an object";
            let error = self
                .source
                .error(pointcut.place.range(), "mop-syntax", message);
            return Err(
                error.with_help("write an event for each of them; two of one name are one symbol")
            );
        }

        Ok((extras, rest))
    }

    fn end_of_program(
        &self,
        pointcut: &Pointcut,
        rest: &[&Pointcut],
    ) -> Result<Vec<DraftAlternative>, Diagnostic> {
        if let Some(other) = rest.first() {
            return Err(self.unsupported(
                other.place.range(),
                "`endProgram()` together with another pointcut",
            ));
        }
        let range = pointcut.place.range();
        Ok(vec![DraftAlternative {
            trigger: Trigger::EndOfProgram,
            filter: None,
            wheres: Vec::new(),
            range,
        }])
    }

    fn alternatives(
        &self,
        index: usize,
        extras: &Extras<'_>,
        rest: &[&Pointcut],
        names: &Names,
    ) -> Result<Vec<DraftAlternative>, Diagnostic> {
        let event = &self.spec.events[index];
        let mut wheres = Vec::new();
        let mut filters = Vec::new();
        if let Some(thread) = extras.thread {
            let mut code = Excerpt::empty(thread.place.start);
            let variable = names.variable(index, &thread.text);
            code.push(
                &format!("{variable} = Thread.currentThread();"),
                thread.place.range(),
            );
            wheres.push(code);
        }
        if let Some(thread) = self.own_thread() {
            let place = event.name.place.range();
            let mut code = Excerpt::empty(place.start);
            code.push(&format!("{thread} = Thread.currentThread();"), place);
            wheres.push(code);
        }
        if let Some(name) = extras.thread_name {
            let mut code = Excerpt::empty(name.place.start);
            code.push(
                &format!("Thread.currentThread().getName().equals({})", name.text),
                name.place.range(),
            );
            filters.push(code);
        }

        let points = match (
            extras.start_of_thread || extras.end_of_thread,
            extras.end_of_object,
        ) {
            (true, _) => self.threads(index, extras, rest, filters)?,
            (false, Some(object)) => vec![(
                self.end_of_object(index, object, rest, names)?,
                all(&filters),
            )],
            (false, None) => self.points(index, rest, filters, names)?,
        };

        let moments = match extras.end_of_object {
            Some(_) => vec![Moment::Returning(None), Moment::Throwing(None)],
            None => self.moments(&event.phase, index, names),
        };
        let mut alternatives = Vec::new();

        for (point, filter) in points {
            for moment in moments.clone() {
                // What ends an access by an exception is not followed: a null object, or a class
                // that is not there.
                if point.join.is_access() && matches!(moment, Moment::Throwing(_)) {
                    continue;
                }
                let gives_nothing =
                    matches!(point.join, JoinPoint::Set | JoinPoint::Initialization);
                if gives_nothing && matches!(moment, Moment::Returning(Some(_))) {
                    let place = event.pointcut.place.range();
                    return Err(self.source.error(
                        place,
                        "mop-unsupported",
                        "what returns nothing here has no value to bind",
                    ));
                }
                let mut point = point.clone();
                point.moment = moment;
                alternatives.push(DraftAlternative {
                    trigger: Trigger::Point(point),
                    filter: filter.clone(),
                    wheres: wheres.clone(),
                    range: event.pointcut.place.range(),
                });
            }
        }

        Ok(alternatives)
    }

    /// The bodies that a thread begins or ends with.
    fn threads(
        &self,
        index: usize,
        extras: &Extras<'_>,
        rest: &[&Pointcut],
        mut filters: Vec<Excerpt>,
    ) -> Result<Vec<(PointPattern, Option<Excerpt>)>, Diagnostic> {
        let event = &self.spec.events[index];
        let (name, when) = if extras.start_of_thread {
            ("startThread", "before")
        } else {
            ("endThread", "after")
        };

        if let Some(other) = rest.first() {
            let what = format!("`{name}()` together with another pointcut");
            return Err(self.unsupported(other.place.range(), &what));
        }

        let fits = match &event.phase {
            Phase::Before => extras.start_of_thread && !extras.end_of_thread,
            Phase::After {
                returning,
                throwing,
            } => {
                extras.end_of_thread
                    && !extras.start_of_thread
                    && returning.is_none()
                    && throwing.is_none()
            }
            Phase::Around(_) => false,
        };

        let place = event.pointcut.place.range();
        if !fits {
            let error = self.source.error(
                place,
                "mop-syntax",
                format!("`{name}()` is another moment than this"),
            );
            return Err(error.with_help(format!(
                "write `event {} {when}(..) : {name}()`",
                event.name.text
            )));
        }

        let mut outermost = Excerpt::empty(place.start);
        outermost.push(OUTERMOST, place);
        filters.insert(0, outermost);
        Ok(vec![(bodies(), all(&filters))])
    }

    /// The body that finalizes an object. The original tool runs the event behind it, whatever its
    /// phase.
    fn end_of_object(
        &self,
        index: usize,
        object: &Parameter,
        rest: &[&Pointcut],
        names: &Names,
    ) -> Result<PointPattern, Diagnostic> {
        let event = &self.spec.events[index];
        if let Some(other) = rest.first() {
            let what = "`endObject(..)` together with another pointcut";
            return Err(self.unsupported(other.place.range(), what));
        }
        if !matches!(
            event.phase,
            Phase::Before
                | Phase::After {
                    returning: None,
                    throwing: None
                }
        ) {
            let place = event.pointcut.place.range();
            let error = self.source.error(
                place,
                "mop-syntax",
                "`endObject(..)` is another moment than this",
            );
            return Err(error.with_help(format!(
                "write `event {} after(..) : endObject(..)`",
                event.name.text
            )));
        }

        let Parameter { ty, name } = object;
        if !event
            .parameters
            .iter()
            .any(|parameter| parameter.name == *name)
        {
            let message = format!(
                "`{name}` is no parameter of the event `{}`",
                event.name.text
            );
            let error = self.source.error(name.place.range(), "mop-syntax", message);
            let near = nearest(
                &name.text,
                event
                    .parameters
                    .iter()
                    .map(|parameter| &*parameter.name.text),
            );
            return Err(error.with_help(match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("write `event {} after({ty} {name})`", event.name.text),
            }));
        }

        Ok(end_of(Binding {
            name: names.variable(index, &name.text),
            ty: Some(ty.text.clone()),
        }))
    }

    /// When, with what is bound then.
    fn moments(&self, phase: &Phase, index: usize, names: &Names) -> Vec<Moment> {
        let bound = |exit: &Exit| {
            exit.value.as_ref().map(|value| Binding {
                name: names.variable(index, &value.name.text),
                ty: Some(value.ty.text.clone()),
            })
        };
        match phase {
            Phase::Before | Phase::Around(_) => vec![Moment::Before],
            Phase::After {
                returning: None,
                throwing: None,
            } => vec![Moment::Returning(None), Moment::Throwing(None)],
            Phase::After {
                returning,
                throwing,
            } => {
                let returning = returning.iter().map(|exit| Moment::Returning(bound(exit)));
                let throwing = throwing.iter().map(|exit| Moment::Throwing(bound(exit)));
                returning.chain(throwing).collect()
            }
        }
    }
}

/// The variables that an alternative binds.
pub(super) fn bound(alternative: &DraftAlternative) -> BTreeSet<String> {
    let pattern = alternative
        .trigger
        .bindings()
        .into_iter()
        .map(|binding| binding.name.clone());
    let computed = alternative
        .wheres
        .iter()
        .filter_map(|code| code.text().split(" = ").next().map(str::to_owned));
    pattern.chain(computed).collect()
}
