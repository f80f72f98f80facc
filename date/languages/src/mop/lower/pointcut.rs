//! Pointcuts as patterns of program points: alternatives of conjunctions, each with one pattern of
//! members, and with tests of values that a pattern cannot say in the filter.

use std::ops::Range;

use super::Lowering;
use super::alternatives::{Literal, are_disjoint, merge};
use super::code::append;
use super::names::Names;
use super::scope::Scope;
use crate::java::Excerpt;
use crate::mop::syntax::{
    ArgumentPattern as WrittenArgument, JavaText, Phase, Pointcut, PointcutKind,
    TypePattern as WrittenType,
};
use date::model::{
    ArgumentPattern, Arguments, Binding, FlowTest, JoinPoint, Member, MemberPattern, Moment,
    ParameterPattern, PointPattern, Within,
};
use text::Diagnostic;

/// The parts of one conjunction.
pub(super) struct Conjunction {
    pub join: Option<(JoinPoint, MemberPattern)>,
    pub target: Option<Binding>,
    pub caller: Option<Binding>,
    pub arguments: Option<Arguments>,
    pub within: Vec<Within>,
    pub flows: Vec<FlowTest>,
    pub tests: Vec<String>,
    pub conditions: Vec<Excerpt>,
    /// The number of variables that are bound to test it.
    made: usize,
}

impl Lowering<'_> {
    /// The patterns of a conjunction of pointcuts, each with its filter, which begins with these.
    pub fn points(
        &self,
        event: usize,
        conjuncts: &[&Pointcut],
        filters: Vec<Excerpt>,
        names: &Names,
    ) -> Result<Vec<(PointPattern, Option<Excerpt>)>, Diagnostic> {
        let mut alternatives: Vec<Vec<Literal<'_>>> = vec![Vec::new()];
        for pointcut in conjuncts {
            let scope = Scope::of(event, names);
            let parts = self.alternatives_of(Literal {
                pointcut,
                holds: true,
                scope,
            })?;
            alternatives = self.combined(&alternatives, &parts, pointcut)?;
        }

        let place = self.spec.events[event].pointcut.place.range();
        let mut points: Vec<(PointPattern, Option<Excerpt>)> = Vec::new();
        for literals in alternatives {
            let Some(conjunction) = self.conjunction(&literals)? else {
                continue;
            };
            let mut filters = filters.clone();
            filters.extend(conjunction.conditions.iter().cloned());
            filters.extend(conjunction.tests.iter().map(|test| {
                let mut code = Excerpt::empty(place.start);
                code.push(test, place.clone());
                code
            }));
            merge(
                &mut points,
                self.point(conjunction, place.clone())?,
                all(&filters),
            );
        }

        let pairs = points
            .iter()
            .enumerate()
            .flat_map(|(i, (one, _))| points[..i].iter().map(move |(other, _)| (one, other)));
        match pairs
            .filter(|(one, other)| !are_disjoint(one, other))
            .count()
        {
            0 => Ok(points),
            _ => Err(self.unsupported(
                place,
                "`||` between pointcuts that may match the same program point but bind or test different things",
            )),
        }
    }

    /// The pattern of a conjunction, before its join point.
    pub(super) fn point(
        &self,
        said: Conjunction,
        place: Range<usize>,
    ) -> Result<PointPattern, Diagnostic> {
        let Some((join, member)) = said.join.clone() else {
            return Err(self.unsupported(
                place,
                "a pointcut without `call(..)`, `execution(..)` or the like",
            ));
        };

        if !has_what_it_binds(join, &said) {
            let message = "this binds or tests what such a program point does not have";
            let help = "a field that is set, a catch block and an initialization have one argument, and the latter two no target";
            return Err(self
                .source
                .error(place, "mop-unsupported", message)
                .with_help(help));
        }

        Ok(PointPattern {
            join,
            moment: Moment::Before,
            members: vec![member],
            target: said.target,
            arguments: said.arguments.unwrap_or_else(Arguments::any),
            caller: said.caller,
            within: said.within,
            flows: said.flows,
        })
    }

    /// Returns what the literals say together; `None` where they exclude each other.
    pub(super) fn conjunction(
        &self,
        literals: &[Literal<'_>],
    ) -> Result<Option<Conjunction>, Diagnostic> {
        let mut said = Conjunction {
            join: None,
            target: None,
            caller: None,
            arguments: None,
            within: Vec::new(),
            flows: Vec::new(),
            tests: Vec::new(),
            conditions: Vec::new(),
            made: 0,
        };

        let (holding, excluded): (Vec<&Literal<'_>>, Vec<&Literal<'_>>) =
            literals.iter().partition(|literal| literal.holds);
        // What binds comes before what tests.
        let is_test = |literal: &&Literal<'_>| match &literal.pointcut.kind {
            PointcutKind::Target(ty) | PointcutKind::This(ty) => {
                self.variable(&literal.scope, ty).is_none()
            }
            _ => false,
        };
        let (tests, binding): (Vec<&Literal<'_>>, Vec<&Literal<'_>>) =
            holding.into_iter().partition(is_test);

        for literal in binding.into_iter().chain(tests) {
            self.add(literal, &mut said)?;
        }

        for literal in excluded {
            if !self.exclude(literal, &mut said)? {
                return Ok(None);
            }
        }

        Ok(Some(said))
    }

    fn add(&self, literal: &Literal<'_>, said: &mut Conjunction) -> Result<(), Diagnostic> {
        let Literal {
            pointcut: part,
            scope,
            ..
        } = literal;
        let (event, range) = (scope.event, part.place.range());
        match &part.kind {
            PointcutKind::Call(signature) => self.join(JoinPoint::Call, signature, said)?,
            PointcutKind::Execution(signature) => {
                self.join(JoinPoint::Execution, signature, said)?
            }
            PointcutKind::Get(field) => self.access(JoinPoint::Get, field, said)?,
            PointcutKind::Set(field) => self.access(JoinPoint::Set, field, said)?,
            PointcutKind::StaticInitialization(ty) => {
                let member = MemberPattern::new(self.type_pattern(ty)?, Member::Initializer);
                self.join_of(JoinPoint::Initialization, member, range, said)?;
                if self.spec.events[event].body.text.contains("__STATICSIG")
                    && self.is_initialization(event)
                {
                    let class = Binding {
                        name: scope.names.initialized(event),
                        ty: Some("Class".to_owned()),
                    };
                    said.arguments = Some(Arguments::exactly(vec![ArgumentPattern::Bound(class)]));
                }
            }
            PointcutKind::Handler(ty) => {
                if matches!(self.spec.events[event].phase, Phase::After { .. }) {
                    let message = "there is nothing after a `handler(..)`, as in AspectJ";
                    let error = self.source.error(range, "mop-unsupported", message);
                    return Err(error.with_help("write the event `before`"));
                }
                self.join_of(
                    JoinPoint::Handling,
                    MemberPattern::new(self.type_pattern(ty)?, Member::Handler),
                    range,
                    said,
                )?;
            }
            PointcutKind::Target(ty) => self.object(literal, ty, said, |said| &mut said.target)?,
            PointcutKind::This(ty) => self.object(literal, ty, said, |said| &mut said.caller)?,
            PointcutKind::Args(list) => {
                if said.arguments.is_some() {
                    return Err(self.unsupported(range, "a second `args(..)`"));
                }
                said.arguments = Some(self.arguments(scope, list)?);
            }
            PointcutKind::Within(ty) => said.within.push(Within {
                class: self.type_pattern(ty)?,
                holds: true,
            }),
            PointcutKind::If(test) => said.conditions.push(self.test(scope, test, true)?),
            PointcutKind::Cflow(_) | PointcutKind::CflowBelow(_) => self.add_flow(literal, said)?,
            _ => return Err(self.no_pattern(part)),
        }

        Ok(())
    }

    fn no_pattern(&self, part: &Pointcut) -> Diagnostic {
        let text = &self.source.text[part.place.range()];
        let name = text.split(['(', ' ']).next().unwrap_or(text);
        let error = self.unsupported(part.place.range(), &format!("`{name}` here"));
        match &part.kind {
            PointcutKind::ThreadBlocked(thread) => {
                let asked = format!(
                    "ask for its state, `condition({thread}.getState() == Thread.State.BLOCKED)`"
                );
                self.steering(
                    part,
                    "`threadBlocked` is of unit tests of concurrency",
                    &asked,
                )
            }
            PointcutKind::CountCond(_) => {
                let asked = "count in a field, and ask for it with `condition(..)`";
                self.steering(
                    part,
                    "`countCond` counts the threads that unit tests of concurrency hold up",
                    asked,
                )
            }
            _ if part.is_of_event() => {
                let message = format!("`{name}` within another part of a pointcut");
                let error = self.source.error(part.place.range(), "mop-syntax", message);
                error.with_help("it is said of the whole event: join it to the other parts by `&&`")
            }
            _ => error,
        }
    }

    /// Reports a pointcut of specifications that say how threads are to go on.
    fn steering(&self, part: &Pointcut, what: &str, instead: &str) -> Diagnostic {
        let message = format!("{what}, which steer the program: it is not supported");
        let error = self
            .source
            .error(part.place.range(), "mop-unsupported", message);
        error.with_help(format!(
            "monitors of residua never change what the program does: {instead}"
        ))
    }

    /// Adds that a part does not hold; false if that cannot be.
    fn exclude(&self, literal: &Literal<'_>, said: &mut Conjunction) -> Result<bool, Diagnostic> {
        let Literal {
            pointcut: part,
            scope,
            ..
        } = literal;
        let range = part.place.range();
        match &part.kind {
            PointcutKind::If(test) => said.conditions.push(self.test(scope, test, false)?),
            PointcutKind::Cflow(_) | PointcutKind::CflowBelow(_) => self.add_flow(literal, said)?,
            PointcutKind::Within(ty) => said.within.push(Within {
                class: self.type_pattern(ty)?,
                holds: false,
            }),
            PointcutKind::Target(ty) => {
                let is_made = |(join, member): &(JoinPoint, MemberPattern)| {
                    *join == JoinPoint::Call && member.name == Member::Constructor
                };
                if said.join.as_ref().is_some_and(is_made) {
                    // What is to be made is no target; to the body of a constructor it is.
                    return Ok(true);
                }
                let Some(Binding { name, .. }) = &said.target else {
                    let error =
                        self.unsupported(range, "`!target(..)` of calls that may have no target");
                    return Err(error.with_help(
                        "write `target(T) && !target(..)`: a call of a static method has none",
                    ));
                };
                let Some(ty) = self.tested(scope, ty)? else {
                    return Ok(false);
                };
                let test = format!("!({name} instanceof {ty})");
                said.tests.push(test);
            }
            PointcutKind::Args(list) => return self.exclude_arguments(scope, list, part, said),
            _ => return Err(self.no_pattern(part)),
        }

        Ok(true)
    }

    /// Arguments that are not all of these types: a test of each that could be something else.
    fn exclude_arguments(
        &self,
        scope: &Scope<'_>,
        excluded: &[WrittenArgument],
        part: &Pointcut,
        said: &mut Conjunction,
    ) -> Result<bool, Diagnostic> {
        let of_signature = || {
            let parameters = said
                .join
                .as_ref()
                .and_then(|(_, member)| member.signature.parameters.as_ref())?;
            let is_one =
                |parameter: &ParameterPattern| matches!(parameter, ParameterPattern::One(_));
            parameters
                .iter()
                .all(is_one)
                .then(|| Arguments::exactly(vec![ArgumentPattern::Any; parameters.len()]))
        };

        let known = said
            .arguments
            .clone()
            .or_else(of_signature)
            .filter(|arguments| arguments.rest.is_none());
        let Some(mut arguments) = known else {
            return Err(
                self.unsupported(part.place.range(), "`!args(..)` of any number of arguments")
            );
        };

        if excluded.contains(&WrittenArgument::Any) {
            return Err(
                self.unsupported(part.place.range(), "`!args(..)` of any number of arguments")
            );
        }
        if excluded.len() != arguments.first.len() {
            return Ok(true);
        }

        let mut tests = Vec::new();
        for (argument, excluded) in arguments.first.iter_mut().zip(excluded) {
            let WrittenArgument::One(ty) = excluded else {
                continue;
            };
            let Some(excluded) = self.tested(scope, ty)? else {
                continue;
            };
            let name = match argument {
                ArgumentPattern::Bound(binding) => binding.name.clone(),
                ArgumentPattern::Any | ArgumentPattern::Typed(_) => {
                    said.made += 1;
                    let name = format!("argument{}_{}", said.made, scope.names.events[scope.event]);
                    let ty = match argument {
                        ArgumentPattern::Typed(ty) => ty.clone(),
                        _ => "Object".to_owned(),
                    };
                    *argument = ArgumentPattern::Bound(Binding {
                        name: name.clone(),
                        ty: Some(ty),
                    });
                    name
                }
            };
            tests.push(format!("{name} instanceof {excluded}"));
        }

        said.arguments = Some(arguments);
        if tests.is_empty() {
            return Ok(false);
        }

        said.tests.push(format!("!({})", tests.join(" && ")));
        Ok(true)
    }

    /// Adds the kind of point that a conjunction is about.
    pub(super) fn join_of(
        &self,
        join: JoinPoint,
        member: MemberPattern,
        range: Range<usize>,
        said: &mut Conjunction,
    ) -> Result<(), Diagnostic> {
        match said.join.replace((join, member)) {
            None => Ok(()),
            Some(_) => {
                Err(self.unsupported(range, "a second `call(..)`, `execution(..)` or the like"))
            }
        }
    }

    /// `target(..)` or `this(..)`: binds a variable, or tests what another one has bound.
    fn object(
        &self,
        literal: &Literal<'_>,
        ty: &WrittenType,
        said: &mut Conjunction,
        place: impl Fn(&mut Conjunction) -> &mut Option<Binding>,
    ) -> Result<(), Diagnostic> {
        let Literal {
            pointcut: part,
            scope,
            ..
        } = literal;
        if let Some(binding) = self.variable(scope, ty) {
            return match place(said).replace(binding) {
                None => Ok(()),
                Some(_) => {
                    Err(self
                        .unsupported(part.place.range(), "a second variable for the same object"))
                }
            };
        }

        match (self.tested(scope, ty)?, place(said).clone()) {
            (Some(ty), Some(bound)) => said.tests.push(format!("{} instanceof {ty}", bound.name)),
            // Whatever has such an object.
            (None, Some(_)) => {}
            (ty, None) => {
                said.made += 1;
                let name = format!("object{}_{}", said.made, scope.names.events[scope.event]);
                let ty = ty.unwrap_or_else(|| "java.lang.Object".to_owned());
                *place(said) = Some(Binding { name, ty: Some(ty) });
            }
        }

        Ok(())
    }

    fn arguments(
        &self,
        scope: &Scope<'_>,
        list: &[WrittenArgument],
    ) -> Result<Arguments, Diagnostic> {
        let mut arguments = Arguments::exactly(Vec::new());
        for argument in list {
            let pattern = match argument {
                WrittenArgument::Any if arguments.rest.is_none() => {
                    arguments.rest = Some(Vec::new());
                    continue;
                }
                WrittenArgument::Any => {
                    let place = self.spec.events[scope.event].pointcut.place.range();
                    return Err(self.unsupported(place, "a second `..` in `args(..)`"));
                }
                WrittenArgument::One(ty) => match self.variable(scope, ty) {
                    Some(binding) => ArgumentPattern::Bound(binding),
                    None => self
                        .tested(scope, ty)?
                        .map_or(ArgumentPattern::Any, ArgumentPattern::Typed),
                },
            };
            arguments
                .rest
                .as_mut()
                .unwrap_or(&mut arguments.first)
                .push(pattern);
        }

        Ok(arguments)
    }

    fn test(&self, scope: &Scope<'_>, test: &JavaText, holds: bool) -> Result<Excerpt, Diagnostic> {
        let java = self.expression(test, scope.event, &self.names_of_code(scope, test)?)?;
        Ok(if holds { java } else { negated(&java) })
    }
}

/// Returns whether join points of a kind have what is bound and tested.
fn has_what_it_binds(join: JoinPoint, said: &Conjunction) -> bool {
    let count = match join {
        JoinPoint::Call | JoinPoint::Execution => return true,
        JoinPoint::Get => 0,
        _ => 1,
    };
    let has_target = join.is_access() || said.target.is_none();
    let has_caller = join != JoinPoint::Initialization || said.caller.is_none();
    has_target
        && has_caller
        && said
            .arguments
            .as_ref()
            .is_none_or(|arguments| arguments.takes(count))
}

/// Negates a test.
pub(super) fn negated(test: &Excerpt) -> Excerpt {
    let place = test.extent();
    let mut negated = Excerpt::empty(place.start);
    negated.push("!(", place.start..place.start);
    append(&mut negated, test);
    negated.push(")", place.end..place.end);
    negated
}

/// Joins tests: all of them must hold.
pub(super) fn all(tests: &[Excerpt]) -> Option<Excerpt> {
    let (first, others) = tests.split_first()?;
    if others.is_empty() {
        return Some(first.clone());
    }
    let start = first.place(0..first.text().len()).start;
    let mut together = Excerpt::empty(start);
    for (i, test) in tests.iter().enumerate() {
        let place = test.place(0..test.text().len());
        together.push(if i == 0 { "(" } else { " && (" }, place.start..place.start);
        append(&mut together, test);
        together.push(")", place.end..place.end);
    }
    Some(together)
}
