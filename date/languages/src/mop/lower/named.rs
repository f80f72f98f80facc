//! Named pointcuts, and what an event that uses one gives for their parameters.

use std::collections::BTreeMap;

use super::Lowering;
use super::alternatives::Literal;
use super::scope::{Argument, Scope};
use crate::mop::syntax::parse::PRIMITIVES;
use crate::mop::syntax::{
    ArgumentPattern, Name, NamedPointcut, Parameter, Pointcut, PointcutKind, TypePattern,
};
use text::{Diagnostic, nearest};

/// How deeply pointcuts may be nested, in themselves and by their names: recursive descent stays
/// within a small stack.
const MAX_DEPTH: usize = 256;

/// The depths of nested pointcuts so far.
#[derive(Default)]
struct Nesting<'s> {
    /// The names of those around, from the outermost on.
    users: Vec<&'s str>,
    /// The levels of those that are known, by their names.
    heights: BTreeMap<&'s str, usize>,
}

impl Lowering<'_> {
    /// Checks what is declared, and that whatever is used is declared.
    pub(super) fn check_pointcuts(&self) -> Result<(), Diagnostic> {
        let pointcuts = &self.spec.pointcuts;
        for (
            at,
            NamedPointcut {
                name,
                pointcut,
                place,
                ..
            },
        ) in pointcuts.iter().enumerate()
        {
            let message = "JavaMOP reads no declarations of pointcuts, as AspectJ has them";
            self.javamop
                .only_here(place.range(), "mop-pointcut", message)?;
            if pointcuts[..at].iter().any(|earlier| earlier.name == *name) {
                return Err(self.wrong(name, format!("the pointcut `{name}` is declared twice")));
            }
            self.check_is_woven(pointcut)?;
            self.check_uses(pointcut)?;
        }

        for event in &self.spec.events {
            self.check_uses(&event.pointcut)?;
        }

        let mut nesting = Nesting::default();
        let all = pointcuts.iter().map(|declared| &declared.pointcut);
        for pointcut in all.chain(self.spec.events.iter().map(|event| &event.pointcut)) {
            self.height(pointcut, 0, &mut nesting)?;
        }

        Ok(())
    }

    fn wrong(&self, name: &Name, message: String) -> Diagnostic {
        self.source
            .error(name.place.range(), "mop-pointcut", message)
    }

    /// Refuses a named pointcut that uses JavaMOP's own pointcuts, which are about one event.
    fn check_is_woven(&self, pointcut: &Pointcut) -> Result<(), Diagnostic> {
        if !pointcut.is_of_event() {
            return pointcut
                .parts()
                .iter()
                .try_for_each(|part| self.check_is_woven(part));
        }
        let text = &self.source.text[pointcut.place.range()];
        let word = text.split(['(', ' ']).next().unwrap_or(text);
        let message =
            format!("`{word}` in a named pointcut: it is JavaMOP's, and said of one event");
        let error = self
            .source
            .error(pointcut.place.range(), "mop-pointcut", message);
        Err(error.with_help("write it in the pointcut of the event, joined by `&&`"))
    }

    /// The pointcut of a name.
    fn pointcut_of(&self, name: &Name) -> Option<&NamedPointcut> {
        self.spec
            .pointcuts
            .iter()
            .find(|declared| declared.name == *name)
    }

    fn check_uses(&self, pointcut: &Pointcut) -> Result<(), Diagnostic> {
        let PointcutKind::Named { name, arguments } = &pointcut.kind else {
            return pointcut
                .parts()
                .iter()
                .try_for_each(|part| self.check_uses(part));
        };
        let Some(declared) = self.pointcut_of(name) else {
            return Err(self.unknown(name));
        };
        let wanted = declared.parameters.len();

        if arguments.len() != wanted || arguments.contains(&ArgumentPattern::Any) {
            let message = if arguments.contains(&ArgumentPattern::Any) {
                format!("`..` does not say what stands for the parameters of `{name}`")
            } else {
                format!(
                    "parameters of the pointcut `{name}`: {wanted}; given here: {}",
                    arguments.len()
                )
            };
            let parameters: Vec<String> = declared
                .parameters
                .iter()
                .map(Parameter::to_string)
                .collect();
            let error = self
                .source
                .error(pointcut.place.range(), "mop-pointcut", message);
            return Err(error.with_help(format!(
                "it is declared as `{name}({})`",
                parameters.join(", ")
            )));
        }

        Ok(())
    }

    fn unknown(&self, name: &Name) -> Diagnostic {
        let message = format!("there is no pointcut `{name}`");
        let error = self
            .source
            .error(name.place.range(), "unknown-pointcut", message);
        let declared = self
            .spec
            .pointcuts
            .iter()
            .map(|declared| &*declared.name.text);

        match nearest(&name.text, declared.chain(PRIMITIVES)) {
            Some(near) => error.with_help(format!("did you mean `{near}`?")),
            None if name.text.contains('.') => {
                error.with_help("pointcuts of other aspects are not read: declare it here")
            }
            None => error.with_help(format!(
                "declare it before the events: `pointcut {name}(..) : ..;`"
            )),
        }
    }

    /// How many levels a pointcut has, those of the ones that it uses among them. `depth`: how many
    /// are around it.
    ///
    /// # Errors
    /// There is no end of them, or they are too many.
    fn height<'s>(
        &'s self,
        pointcut: &'s Pointcut,
        depth: usize,
        nesting: &mut Nesting<'s>,
    ) -> Result<usize, Diagnostic> {
        let too_deep = || {
            let message = format!("pointcuts are nested more than {MAX_DEPTH} levels deep here");
            self.source
                .error(pointcut.place.range(), "mop-pointcut", message)
        };

        if depth > MAX_DEPTH {
            return Err(too_deep());
        }

        let mut height = 0;
        match &pointcut.kind {
            PointcutKind::Named { name, .. } => {
                let Some(declared) = self.pointcut_of(name) else {
                    return Ok(1);
                };
                if let Some(at) = nesting.users.iter().position(|user| *user == name.text) {
                    return Err(self.endless(name, &nesting.users[at + 1..]));
                }
                height = match nesting.heights.get(&*name.text) {
                    Some(known) => *known,
                    None => {
                        nesting.users.push(&name.text);
                        let found = self.height(&declared.pointcut, depth + 1, nesting)?;
                        nesting.users.pop();
                        nesting.heights.insert(&name.text, found);
                        found
                    }
                };
            }
            _ => {
                for part in pointcut.parts() {
                    height = height.max(self.height(part, depth + 1, nesting)?);
                }
            }
        }

        if depth + height < MAX_DEPTH {
            Ok(height + 1)
        } else {
            Err(too_deep())
        }
    }

    fn endless(&self, name: &Name, between: &[&str]) -> Diagnostic {
        let others: Vec<String> = between.iter().map(|user| format!("`{user}`")).collect();
        let way = if others.is_empty() {
            String::new()
        } else {
            format!(" by {}", others.join(" and "))
        };
        self.wrong(
            name,
            format!("the pointcut `{name}` uses itself{way}, which has no end"),
        )
    }

    /// The parts of a pointcut that must all hold, those of named pointcuts too.
    pub(super) fn conjuncts<'s>(&'s self, pointcut: &'s Pointcut) -> Vec<&'s Pointcut> {
        let parts = pointcut.conjuncts().into_iter();
        let within = parts.map(|part| match &part.kind {
            PointcutKind::Named { name, .. } => self
                .pointcut_of(name)
                .map_or(vec![part], |declared| self.conjuncts(&declared.pointcut)),
            _ => vec![part],
        });
        within.flatten().collect()
    }

    /// Returns what the use of a named pointcut stands for, with something given for each
    /// parameter.
    pub(super) fn used<'p>(
        &'p self,
        name: &Name,
        arguments: &[ArgumentPattern],
        holds: bool,
        scope: &Scope<'p>,
    ) -> Result<Literal<'p>, Diagnostic> {
        let declared = self.pointcut_of(name).ok_or_else(|| self.unknown(name))?;
        let given = arguments.iter().filter_map(|argument| match argument {
            ArgumentPattern::One(ty) => Some(ty),
            ArgumentPattern::Any => None,
        });
        let given = declared
            .parameters
            .iter()
            .zip(given)
            .map(|(parameter, ty)| self.given(scope, parameter, ty));

        let scope = scope.within(declared, given.collect::<Result<_, _>>()?);
        Ok(Literal {
            pointcut: &declared.pointcut,
            holds,
            scope,
        })
    }

    /// Returns what is given for a parameter. Its type is tested in any case, so that of a variable
    /// has to be the same.
    fn given(
        &self,
        scope: &Scope<'_>,
        parameter: &Parameter,
        ty: &TypePattern,
    ) -> Result<Argument, Diagnostic> {
        let wanted = &parameter.ty.text;
        let (found, argument) = match self.variable(scope, ty) {
            Some(binding) => (binding.ty.clone(), Argument::Variable(binding)),
            None => (self.tested(scope, ty)?, Argument::Type(wanted.clone())),
        };

        if found.as_ref().is_none_or(|found| found == wanted) {
            return Ok(argument);
        }

        let (text, found) = (ty.to_string(), found.unwrap_or_default());
        let message = match argument {
            Argument::Variable(_) => {
                format!("`{text}` is of type `{found}`, and what is bound to it of type `{wanted}`")
            }
            Argument::Type(_) => {
                format!(
                    "`{text}` is no variable, and not the type `{wanted}` of `{}`",
                    parameter.name
                )
            }
        };

        let error = self.source.error(ty.place.range(), "mop-pointcut", message);
        Err(match nearest(&text, self.variables(scope)) {
            Some(near) if near != text => error.with_help(format!("did you mean `{near}`?")),
            _ => error.with_help(format!(
                "give a variable of type `{wanted}`, or `*` for any value"
            )),
        })
    }
}
