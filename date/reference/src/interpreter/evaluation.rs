//! Runs the pieces of code in a specification. What throws is noted (semantics, section 1:
//! observable).

use super::environment::Frame;
use super::instances::InstanceId;
use super::run::Seen;
use super::site::{End, Site};
use super::{Interpreter, Judged, Unknown};
use date::code::eval::{Failure, Flow, evaluate, execute};
use date::code::{Body, Code, JavaType, Value};
use date::model::Variable;

impl Interpreter<'_> {
    /// Returns whether a condition holds; one that throws does not.
    pub(super) fn condition(&mut self, site: &mut Site, code: &Code) -> Judged<bool> {
        let value = match (self.recorded(&code.text), &code.body) {
            (Some(recorded), _) => recorded.map_err(Failure::Exception),
            (None, Body::Expr(expr)) => evaluate(
                expr,
                &mut Frame {
                    interpreter: self,
                    site,
                },
            ),
            (None, Body::Stmts(_)) => Err(Failure::Undetermined(format!(
                "`{}` is no expression",
                code.text
            ))),
        };
        match value.and_then(|value| Ok(value.boolean()?)) {
            Ok(holds) => Ok(holds),
            Err(failure) => self.note(site, code, failure).map(|()| false),
        }
    }

    /// Runs an action, entry code or `where`.
    pub(super) fn statements(&mut self, site: &mut Site, code: &Code) -> Judged<End> {
        let ended = match &code.body {
            Body::Stmts(statements) => execute(
                statements,
                &mut Frame {
                    interpreter: self,
                    site,
                },
            ),
            Body::Expr(expr) => evaluate(
                expr,
                &mut Frame {
                    interpreter: self,
                    site,
                },
            )
            .map(|_| Flow::Through),
        };
        match ended {
            Ok(Flow::Through) => Ok(End::Through),
            Ok(Flow::Return) => Ok(End::Return),
            Err(failure) => self.note(site, code, failure).map(|()| End::Thrown),
        }
    }

    /// Gives a variable its initial value. One that is not known matters only when it is read.
    pub(super) fn initialize(&mut self, id: InstanceId, variable: &Variable) -> Judged<()> {
        let Some(code) = &variable.initial else {
            return Ok(());
        };
        let Body::Expr(expr) = &code.body else {
            return Ok(());
        };
        let mut site = Site::of_instance(self.instances[id].context, id, None);
        site.acts = false;
        let value = evaluate(
            expr,
            &mut Frame {
                interpreter: self,
                site: &mut site,
            },
        );

        let stored =
            match value.and_then(|value| Ok(value.assigned_to(JavaType::of(&variable.ty))?)) {
                Ok(value) => Ok(value),
                Err(Failure::Undetermined(reason)) => Err(format!(
                    "the initial value of `{}`: {reason}",
                    variable.name
                )),
                Err(thrown) => return self.note(&site, code, thrown),
            };
        self.instances[id]
            .variables
            .insert(variable.name.clone(), stored);

        Ok(())
    }

    /// Notes an exception; what is not determined ends the run.
    fn note(&mut self, site: &Site, code: &Code, failure: Failure) -> Judged<()> {
        match failure {
            Failure::Undetermined(reason) => Err(Unknown(reason)),
            Failure::Exception(exception) => {
                self.observe(
                    site.instance,
                    Seen::Threw {
                        code: code.text.clone(),
                        exception,
                    },
                );
                Ok(())
            }
        }
    }

    /// Returns what the current line records of a term.
    pub(super) fn recorded(&self, text: &str) -> Option<Result<Value, String>> {
        let wanted = without_blanks(text);
        self.terms
            .iter()
            .find(|(term, _)| *term == wanted)
            .map(|(_, value)| value.clone())
    }
}

/// Terms are compared without white space.
pub(super) fn without_blanks(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}
