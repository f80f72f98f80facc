//! The meanings of names in a pointcut: the variables of its event; in a named pointcut, the
//! arguments for its parameters.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::Lowering;
use super::names::Names;
use crate::mop::syntax::{JavaText, NamedPointcut, TypePattern};
use date::code::lexical::{Lexeme, lexemes};
use date::model::Binding;
use text::Diagnostic;

/// The names of a pointcut.
#[derive(Clone)]
pub(super) struct Scope<'a> {
    /// The position of the event.
    pub event: usize,
    pub names: &'a Names,
    /// The arguments for the parameters of a named pointcut; none in the pointcut of the
    /// event itself.
    given: Option<Rc<Given<'a>>>,
}

struct Given<'a> {
    pointcut: &'a NamedPointcut,
    parameters: BTreeMap<&'a str, Argument>,
}

/// The argument for a parameter of a named pointcut.
#[derive(Clone)]
pub(super) enum Argument {
    /// A variable of the event.
    Variable(Binding),
    /// A value of this type, which nothing holds.
    Type(String),
}

impl<'a> Scope<'a> {
    /// The names of the pointcut of an event.
    pub fn of(event: usize, names: &'a Names) -> Self {
        Scope {
            event,
            names,
            given: None,
        }
    }

    /// The names of a named pointcut that the same event uses.
    pub fn within(&self, pointcut: &'a NamedPointcut, arguments: Vec<Argument>) -> Self {
        let parameters = pointcut
            .parameters
            .iter()
            .map(|parameter| &*parameter.name.text)
            .zip(arguments)
            .collect();
        Scope {
            given: Some(Rc::new(Given {
                pointcut,
                parameters,
            })),
            ..self.clone()
        }
    }
}

impl Lowering<'_> {
    /// Returns what an identifier stands for that is no type.
    fn argument(&self, scope: &Scope<'_>, name: &str) -> Option<Argument> {
        let Some(given) = &scope.given else {
            let formal = self.spec.events[scope.event]
                .formals()
                .find(|formal| formal.name.text == name)?;
            let name = scope.names.variable(scope.event, name);
            return Some(Argument::Variable(Binding {
                name,
                ty: Some(formal.ty.text.clone()),
            }));
        };
        given.parameters.get(name).cloned()
    }

    /// The variable that a pattern is.
    pub(super) fn variable(&self, scope: &Scope<'_>, ty: &TypePattern) -> Option<Binding> {
        match self.argument(scope, ty.identifier()?)? {
            Argument::Variable(binding) => Some(binding),
            Argument::Type(_) => None,
        }
    }

    /// The names of the variables that a pattern can be.
    pub(super) fn variables<'s>(&'s self, scope: &'s Scope<'_>) -> Vec<&'s str> {
        match &scope.given {
            None => self.spec.events[scope.event]
                .formals()
                .map(|formal| &*formal.name.text)
                .collect(),
            Some(given) => given.parameters.keys().copied().collect(),
        }
    }

    /// The type that a value is tested against; `None` for `*`.
    pub(super) fn tested(
        &self,
        scope: &Scope<'_>,
        ty: &TypePattern,
    ) -> Result<Option<String>, Diagnostic> {
        if ty.is_any() {
            return Ok(None);
        }

        let Some(name) = ty.identifier() else {
            return self.class(ty).map(Some);
        };
        match self.argument(scope, name) {
            Some(Argument::Type(ty)) => Ok(Some(ty)),
            Some(Argument::Variable(_)) => {
                let message =
                    format!("`{name}` is a variable, which is bound to nothing under `!`");
                let error = self
                    .source
                    .error(ty.place.range(), "mop-unsupported", message);
                Err(error.with_help("write its type"))
            }
            None => {
                self.check_foreign(scope, name, ty.place.range())?;
                self.class(ty).map(Some)
            }
        }
    }

    /// An error where a name in a named pointcut is a variable of the event alone.
    fn check_foreign(
        &self,
        scope: &Scope<'_>,
        name: &str,
        range: std::ops::Range<usize>,
    ) -> Result<(), Diagnostic> {
        let Some(given) = &scope.given else {
            return Ok(());
        };
        let Some(formal) = self.spec.events[scope.event]
            .formals()
            .find(|formal| formal.name.text == name)
        else {
            return Ok(());
        };
        let NamedPointcut { name: pointcut, .. } = given.pointcut;

        let message = format!(
            "`{name}` is a variable of the event `{}` and none of the pointcut `{pointcut}`",
            self.event_name(scope)
        );
        let error = self.source.error(range, "mop-pointcut", message);
        Err(error.with_help(format!(
            "declare it as a parameter, `{pointcut}({} {name})`, and give it there",
            formal.ty
        )))
    }

    fn event_name(&self, scope: &Scope<'_>) -> &str {
        &self.spec.events[scope.event].name.text
    }

    /// Returns what code in a pointcut calls its variables.
    ///
    /// # Errors
    /// It reads what nothing is bound to.
    pub(super) fn names_of_code(
        &self,
        scope: &Scope<'_>,
        code: &JavaText,
    ) -> Result<Names, Diagnostic> {
        let Some(given) = &scope.given else {
            return Ok(scope.names.clone());
        };
        let mut after_dot = false;

        for (kind, range) in lexemes(&code.text) {
            let (word, place) = (
                &code.text[range.clone()],
                code.place.start + range.start..code.place.start + range.end,
            );
            if kind == Lexeme::Word && !after_dot {
                match given.parameters.get(word) {
                    Some(Argument::Variable(_)) => {}
                    Some(Argument::Type(ty)) => return Err(self.unbound(scope, word, place, ty)),
                    None => self.check_foreign(scope, word, place)?,
                }
            }
            after_dot = if matches!(kind, Lexeme::Space | Lexeme::Comment) {
                after_dot
            } else {
                word == "."
            };
        }

        let variables = given
            .parameters
            .iter()
            .filter_map(|(name, argument)| match argument {
                Argument::Variable(binding) => Some(((*name).to_owned(), binding.name.clone())),
                Argument::Type(_) => None,
            });

        Ok(scope.names.with_variables(scope.event, variables.collect()))
    }

    fn unbound(
        &self,
        scope: &Scope<'_>,
        name: &str,
        place: std::ops::Range<usize>,
        ty: &str,
    ) -> Diagnostic {
        let message = format!(
            "`{name}` is bound to nothing: `{}` gives a type for it",
            self.event_name(scope)
        );
        let error = self.source.error(place, "mop-pointcut", message);
        error.with_help(format!("give a variable of the event there, `{ty} {name}`"))
    }
}
