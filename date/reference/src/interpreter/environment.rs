//! The variables and calls of code in the interpreter.

use super::instances::InstanceId;
use super::run::Seen;
use super::site::Site;
use super::{Interpreter, Stored, Unknown};
use date::code::eval::{Environment, Failure, Term};
use date::code::{Expr, JavaType, Name, NameKind, Object, Value};
use date::ids::ContextId;

/// A piece of code at work.
pub(super) struct Frame<'f, 'a> {
    pub interpreter: &'f mut Interpreter<'a>,
    pub site: &'f mut Site,
}

/// Stands around the text of a string conversion that is not recorded: its content is not known.
const UNREAD: [char; 2] = ['\u{2039}', '\u{203a}'];

impl From<Unknown> for Failure {
    fn from(unknown: Unknown) -> Self {
        Failure::Undetermined(unknown.0)
    }
}

fn undetermined<T>(reason: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::Undetermined(reason.into()))
}

impl Environment for Frame<'_, '_> {
    fn read(&mut self, name: &Name) -> Result<Value, Failure> {
        let stored = match name.kind {
            NameKind::EventVariable => self.event_variable(&name.text),
            NameKind::Parameter(context) => Ok(self.key(context, &name.text)),
            NameKind::Variable(context) => {
                let holder = self.holder(context, &name.text)?;
                let variables = &self.interpreter.instances[holder].variables;
                variables
                    .get(&name.text)
                    .cloned()
                    .unwrap_or_else(|| Err(format!("`{}` is not known", name.text)))
            }
            _ => Err(format!("`{}` is not a value", name.text)),
        };
        stored.map_err(Failure::Undetermined)
    }

    fn write(&mut self, name: &Name, value: Value) -> Result<(), Failure> {
        match (name.kind, &mut self.site.keys) {
            (NameKind::EventVariable, _) => {
                let context = self.declaring(&name.text);
                self.interpreter
                    .event_variables
                    .insert((context, name.text.clone()), Ok(value));
            }
            (NameKind::Parameter(context), Some(keys)) => {
                _ = keys.insert((context, name.text.clone()), value)
            }
            (NameKind::Variable(context), _) => {
                let holder = self.holder(context, &name.text)?;
                self.interpreter.instances[holder]
                    .variables
                    .insert(name.text.clone(), Ok(value));
            }
            _ => return undetermined(format!("`{}` cannot be assigned", name.text)),
        }
        Ok(())
    }

    fn type_of(&self, name: &Name) -> Option<JavaType> {
        self.interpreter.types[self.site.context].of_name(name)
    }

    fn term(&mut self, term: &Term<'_>) -> Result<Value, Failure> {
        // A recorded value goes before all that could be computed.
        if let Some(recorded) = self.interpreter.recorded(&term.expr.to_string()) {
            self.call(term);
            return recorded.map_err(Failure::Exception);
        }
        if let Some(value) = self.interpreter.recognition(term)? {
            return Ok(value);
        }

        match term.expr {
            Expr::Call {
                receiver,
                method,
                arguments,
            } => self.unrecorded_call(term, receiver.as_deref(), method, arguments),
            Expr::New { ty, .. } => Ok(self.fresh(ty)),
            Expr::InstanceOf { ty, .. } => self.conforms(term, ty).map(Value::Bool),
            Expr::Cast { ty, .. } => {
                if self.conforms(term, ty)? {
                    Ok(term.operands.first().cloned().unwrap_or(Value::Null))
                } else {
                    Err(Failure::Exception(
                        "java.lang.ClassCastException".to_owned(),
                    ))
                }
            }
            Expr::Assign { .. } | Expr::Increment { .. } if !term.value_needed => {
                self.call(term);
                Ok(Value::Null)
            }
            expr => undetermined(format!("what `{expr}` gives is not recorded")),
        }
    }
}

impl Frame<'_, '_> {
    /// The context whose events declare the variable: that of the event at hand, else the
    /// innermost.
    fn declaring(&self, name: &str) -> ContextId {
        let specification = self.interpreter.specification;
        let declares = |context: &ContextId| {
            let mut events = specification
                .events
                .iter()
                .filter(|event| event.context == *context);
            events.any(|event| {
                event
                    .parameters
                    .iter()
                    .any(|parameter| parameter.name == name)
            })
        };

        let own = self
            .site
            .event
            .map(|event| specification.events[event].context);
        let found = own
            .into_iter()
            .chain(specification.chain(self.site.context))
            .find(declares);

        found.unwrap_or(self.site.context)
    }

    /// Before anything is bound a variable has Java's default value.
    fn event_variable(&self, name: &str) -> Stored {
        let context = self.declaring(name);
        let bound = self
            .interpreter
            .event_variables
            .get(&(context, name.to_owned()))
            .cloned();
        bound.unwrap_or_else(|| {
            let name = Name::new(name, NameKind::EventVariable);
            let ty = self.interpreter.types[context].of_name(&name);
            ty.map(Value::default_of)
                .ok_or_else(|| format!("nothing has bound `{}`", name.text))
        })
    }

    /// The key of the instance, or as bound so far; null where there is none.
    fn key(&self, context: ContextId, name: &str) -> Value {
        if let Some(keys) = &self.site.keys {
            return keys
                .get(&(context, name.to_owned()))
                .cloned()
                .unwrap_or(Value::Null);
        }

        let instance =
            &self.interpreter.instances[self.interpreter.enclosing(self.site.instance, context)];
        let parameters = &self.interpreter.specification.contexts[context].parameters;
        let position = parameters
            .iter()
            .position(|parameter| parameter.name == name);

        position
            .and_then(|at| instance.keys.get(at).cloned().flatten())
            .unwrap_or(Value::Null)
    }

    /// The instance that holds what is declared in `context`.
    pub(super) fn holder(&self, context: ContextId, name: &str) -> Result<InstanceId, Failure> {
        if self.site.keys.is_some() && context.index() > 0 {
            return undetermined(format!(
                "`{name}` belongs to an instance that has not been looked up yet"
            ));
        }
        Ok(self.interpreter.enclosing(self.site.instance, context))
    }

    /// Notes what the user sees of an action; a conversion to text is nothing of its own.
    fn call(&mut self, term: &Term<'_>) {
        let does = match term.expr {
            Expr::Call {
                method, arguments, ..
            } => method != "toString" || !arguments.is_empty(),
            Expr::New { .. } | Expr::Assign { .. } | Expr::Increment { .. } => true,
            _ => false,
        };
        if self.site.acts && does {
            let seen = Seen::Called {
                text: term.expr.to_string(),
                operands: term.operands.clone(),
            };
            self.interpreter.observe(self.site.instance, seen);
        }
    }

    fn unrecorded_call(
        &mut self,
        term: &Term<'_>,
        receiver: Option<&Expr>,
        method: &str,
        arguments: &[Expr],
    ) -> Result<Value, Failure> {
        match (receiver, method, term.operands.as_slice()) {
            (
                Some(Expr::Name(Name {
                    text,
                    kind: NameKind::Clock(context),
                })),
                _,
                operands,
            ) => self.clock_call(*context, text, method, operands),
            (
                Some(Expr::Name(Name {
                    text,
                    kind: NameKind::Channel(context),
                })),
                "send",
                operands,
            ) => {
                self.interpreter.send(*context, text, operands.first())?;
                Ok(Value::Null)
            }
            (Some(_), "equals", [a, b]) if arguments.len() == 1 => self.are_equal(term, a, b),
            // A text that is not recorded is marked, and `are_equal` refuses to compare it.
            (Some(_), "toString", [_]) => Ok(Value::Str(format!(
                "{}{}{}",
                UNREAD[0], term.expr, UNREAD[1]
            ))),
            (None, ..) if self.interpreter.specification.methods.is_some() => {
                undetermined(format!(
                    "what the method called by `{}` does is not recorded",
                    term.expr
                ))
            }
            _ if term.value_needed => {
                undetermined(format!("what `{}` gives is not recorded", term.expr))
            }
            _ => {
                self.call(term);
                Ok(Value::Null)
            }
        }
    }

    fn clock_call(
        &mut self,
        context: ContextId,
        name: &str,
        method: &str,
        operands: &[Value],
    ) -> Result<Value, Failure> {
        let holder = self.holder(context, name)?;
        let Interpreter {
            clocks, instances, ..
        } = &mut *self.interpreter;
        match instances[holder].clocks.get_mut(name) {
            Some(clock) => clock.call(clocks, name, method, operands),
            None => undetermined(format!("the clock `{name}` has not started")),
        }
    }

    /// `equals` of objects, strings and boxed numbers as the trace tells them apart.
    fn are_equal(&self, term: &Term<'_>, a: &Value, b: &Value) -> Result<Value, Failure> {
        let unread = |value: &Value| matches!(value, Value::Str(text) if text.contains(UNREAD));
        if unread(a) || unread(b) {
            return undetermined(format!(
                "what `{}` gives depends on a text that is not recorded",
                term.expr
            ));
        }
        Ok(Value::Bool(match (a, b) {
            (Value::Object(a), Value::Object(b)) => {
                let equal = a.equality_class.is_some() && a.equality_class == b.equality_class;
                equal || (&a.class, a.id) == (&b.class, b.id)
            }
            _ => a == b,
        }))
    }

    /// An object that is no other one.
    fn fresh(&mut self, ty: &str) -> Value {
        let class = ty.split('<').next().unwrap_or(ty).trim().to_owned();
        let id = u64::MAX - self.interpreter.fresh;
        self.interpreter.fresh += 1;
        Value::Object(Object {
            class,
            id,
            equality_class: None,
        })
    }

    fn conforms(&self, term: &Term<'_>, ty: &str) -> Result<bool, Failure> {
        let value = term.operands.first().unwrap_or(&Value::Null);
        let known = self.interpreter.classes.conforms(value, ty);
        known.map_or_else(
            || undetermined(format!("whether {value} is a {ty} is not recorded")),
            Ok,
        )
    }
}
