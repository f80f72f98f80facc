//! Properties whose verdict depends on recorded events alone.
//!
//! A property is refused if its monitor asks for more than the run has recorded: a condition that
//! calls the program anew, a clock, a channel. Code that only prints is allowed, since no state depends
//! on it.

use std::collections::BTreeSet;

use date::code::{Assigned, Body, Code, Expr, Name, NameKind, Recognition, Stmt, Types};
use date::ids::{ContextId, EventId};
use date::model::{Creation, Property, Specification, StateKind, Trigger};

/// Why a property cannot be predicted, in half a sentence.
pub(crate) type Reason = String;

/// Checks that the verdict of a property depends on recorded events alone. O(specification).
///
/// # Errors
/// The first reason against it.
pub(crate) fn check(specification: &Specification, property: &Property) -> Result<(), Reason> {
    let checks = [contexts, events, code, shared_variables];
    checks
        .iter()
        .try_for_each(|check| check(specification, property))
}

/// The contexts must make their instances from the events of the property alone.
fn contexts(specification: &Specification, property: &Property) -> Result<(), Reason> {
    let chain: Vec<ContextId> = specification.chain(property.context).collect();
    let outer = &chain[1..];
    let is_sliced =
        |&context: &ContextId| specification.contexts[context].creation == Creation::Slicing;
    if outer.iter().any(is_sliced) {
        return Err("its context lies in one that is sliced".to_owned());
    }
    let listed = |&context: &ContextId| {
        matches!(
            specification.contexts[context].creation,
            Creation::Listed(_)
        )
    };
    let nested = outer.len() > 1;
    if nested && (is_sliced(&chain[0]) || outer.iter().any(listed)) {
        return Err("events of outer contexts decide which instances there are".to_owned());
    }
    let releases = |&context: &ContextId| releases(specification, context);
    if outer.iter().any(releases) {
        return Err("an outer instance may be released".to_owned());
    }
    if is_sliced(&chain[0]) && releases(&chain[0]) {
        return Err("a sliced instance may be released".to_owned());
    }
    Ok(())
}

/// Checks whether an accepting state releases instances of a context.
pub(crate) fn releases(specification: &Specification, context: ContextId) -> bool {
    let mut own = specification
        .properties
        .iter()
        .filter(|property| property.context == context);
    let accepts = |property: &Property| {
        let mut states = property.date.states.iter();
        states.any(|state| state.kind == StateKind::Accepting)
    };
    let all = own
        .clone()
        .all(|property| property.releases && accepts(property));
    all && own.next().is_some() && specification.contexts[context].parent.is_some()
}

/// The events whose occurrences the property sees.
pub(crate) fn seen(specification: &Specification, property: &Property) -> Vec<EventId> {
    let sees = |&event: &EventId| {
        let letter = specification.letter(event);
        property.alphabet.iter().any(|own| letter.contains(own))
    };
    specification.events.indices().filter(sees).collect()
}

/// The events must be program points, and occur by what they bind alone.
fn events(specification: &Specification, property: &Property) -> Result<(), Reason> {
    for event in seen(specification, property) {
        let event = &specification.events[event];
        for alternative in &event.alternatives {
            let name = &event.name;
            match alternative.trigger {
                Trigger::Point(_) => {}
                Trigger::Timeout { .. } => {
                    return Err(format!("its event `{name}` waits for a time"));
                }
                Trigger::Receive { .. } => {
                    return Err(format!("its event `{name}` comes from a channel"));
                }
                Trigger::EndOfProgram => {
                    return Err(format!("its event `{name}` is the end of the program"));
                }
            }
            let pure = Pure {
                variables: None,
                prints: false,
            };
            for code in alternative.filter.iter().chain(&alternative.wheres) {
                pure.code(code)
                    .map_err(|term| asks("the event", name, &term))?;
            }
        }
    }
    Ok(())
}

fn asks(owner: &str, name: &str, term: &str) -> Reason {
    format!("{owner} `{name}` asks the program anew: `{term}`")
}

/// Conditions and actions must be about recorded values and variables of their own instance.
fn code(specification: &Specification, property: &Property) -> Result<(), Reason> {
    let code = Pure {
        variables: Some(property.context),
        prints: true,
    };
    let condition = Pure {
        prints: false,
        ..code
    };
    let states = &property.date.states;
    for transition in &property.date.transitions {
        let name = &specification.events[transition.event].name;
        if let Some(asked) = &transition.condition {
            condition
                .code(asked)
                .map_err(|term| asks("the condition on", name, &term))?;
        }
        if let Some(action) = &transition.action {
            code.code(action)
                .map_err(|term| asks("the action on", name, &term))?;
        }
    }
    for state in states {
        if let Some(entry) = &state.entry {
            code.code(entry)
                .map_err(|term| asks("the entry of", &state.name, &term))?;
        }
    }
    if !reads_data(specification, property) {
        return Ok(());
    }
    for variable in &specification.contexts[property.context].variables {
        if let Some(initial) = &variable.initial {
            condition
                .code(initial)
                .map_err(|term| asks("the initial value of", &variable.name, &term))?;
        }
    }
    Ok(())
}

/// Checks whether code of a property is about variables, parameters or values.
pub(crate) fn reads_data(specification: &Specification, property: &Property) -> bool {
    let types = Types::of(specification, property.context);
    property.date.codes().any(|code| {
        let effects = date::code::Effects::of(code, &types);
        !effects.reads.is_empty() || !effects.writes.is_empty()
    })
}

/// No property of another context may write the variables.
fn shared_variables(specification: &Specification, property: &Property) -> Result<(), Reason> {
    let own = &specification.contexts[property.context].variables;
    let own: BTreeSet<&str> = own.iter().map(|variable| variable.name.as_str()).collect();
    for other in &specification.properties {
        if other.context == property.context {
            continue;
        }
        let types = Types::of(specification, other.context);
        for code in other.date.codes() {
            let effects = date::code::Effects::of(code, &types);
            let shared = effects
                .writes
                .iter()
                .find(|name| is_own(name, property.context, &own));
            if let Some(name) = shared {
                return Err(format!(
                    "`{}` of another context writes its variable `{}`",
                    other.name, name.text
                ));
            }
        }
    }
    Ok(())
}

fn is_own(name: &Name, context: ContextId, own: &BTreeSet<&str>) -> bool {
    name.kind == NameKind::Variable(context) && own.contains(&*name.text)
}

/// Code whose result depends on recorded values alone.
#[derive(Debug, Clone, Copy)]
struct Pure {
    /// The context whose variables it may use.
    variables: Option<ContextId>,
    /// It may call the program for nothing but an effect.
    prints: bool,
}

/// A check of code: the first term that is not allowed.
type Checked = Result<(), String>;

impl Pure {
    fn code(self, code: &Code) -> Checked {
        match &code.body {
            Body::Expr(expr) => self.expr(expr),
            Body::Stmts(statements) => {
                let mut called = false;
                self.statements(statements, &mut called)
            }
        }
    }

    /// Checks statements. A call may throw, and what follows it would not run: so no variable is written
    /// behind one.
    fn statements(self, statements: &[Stmt], called: &mut bool) -> Checked {
        for statement in statements {
            match statement {
                Stmt::Expr(call @ Expr::Call { .. }) if !is_recognition(call) => {
                    self.print(call)?;
                    *called = true;
                }
                Stmt::Expr(expr) => {
                    if *called {
                        return Err(expr.to_string());
                    }
                    self.expr(expr)?;
                }
                Stmt::Local { initial, .. } => {
                    initial.iter().try_for_each(|initial| self.expr(initial))?;
                }
                Stmt::If {
                    test,
                    then,
                    otherwise,
                } => {
                    self.expr(test)?;
                    let mut in_then = *called;
                    self.statements(then, &mut in_then)?;
                    self.statements(otherwise, called)?;
                    *called |= in_then;
                }
                Stmt::While { test, body } => {
                    self.expr(test)?;
                    self.statements(body, called)?;
                    self.statements(body, called)?;
                }
                Stmt::Block(statements) => self.statements(statements, called)?,
                Stmt::Return => {}
                Stmt::Opaque(text) => return Err(text.clone()),
            }
        }
        Ok(())
    }

    /// A call that is made for its effect alone.
    fn print(self, call: &Expr) -> Checked {
        let Expr::Call {
            receiver: Some(receiver),
            arguments,
            ..
        } = call
        else {
            return Err(call.to_string());
        };
        if !self.prints {
            return Err(call.to_string());
        }
        if !receiver.is_static_path() {
            quiet(receiver)?;
        }
        arguments.iter().try_for_each(quiet)
    }

    fn expr(self, expr: &Expr) -> Checked {
        let allowed = match expr {
            Expr::Literal(_) | Expr::Unary { .. } | Expr::Binary { .. } => true,
            Expr::Conditional { .. } => true,
            Expr::Name(name) => self.name(name),
            Expr::Call { .. } if Recognition::grammar(expr).is_some() => return Ok(()),
            Expr::Call {
                receiver: Some(_),
                method,
                arguments,
            } => is_recognition(expr) || method == "equals" && arguments.len() == 1,
            Expr::Assign { target, .. } | Expr::Increment { target, .. } => match target {
                Assigned::Name(name) => self.variables.is_some() && self.name(name),
                Assigned::Program(_) => false,
            },
            _ => false,
        };
        if !allowed {
            return Err(expr.to_string());
        }
        expr.parts()
            .into_iter()
            .try_for_each(|part| self.expr(part))
    }

    fn name(self, name: &Name) -> bool {
        match name.kind {
            NameKind::Local | NameKind::EventVariable | NameKind::Parameter(_) => true,
            NameKind::Variable(context) => self.variables == Some(context),
            _ => false,
        }
    }
}

/// Checks that an operand of a print changes nothing of the monitor.
fn quiet(expr: &Expr) -> Checked {
    let speaks = match expr {
        Expr::Assign { .. } | Expr::Increment { .. } | Expr::Opaque(_) => true,
        Expr::Call { receiver: None, .. } => true,
        Expr::Name(name) => matches!(name.kind, NameKind::Clock(_) | NameKind::Channel(_)),
        _ => false,
    };
    if speaks {
        return Err(expr.to_string());
    }
    expr.parts().into_iter().try_for_each(quiet)
}

/// Checks whether a statement only prints: it is a call for its effect.
pub(crate) fn prints(statement: &Stmt) -> bool {
    matches!(statement, Stmt::Expr(call @ Expr::Call { .. }) if !is_recognition(call))
}

/// Checks whether a call asks a recognizer of a grammar, which only computes.
fn is_recognition(call: &Expr) -> bool {
    match call {
        Expr::Call {
            receiver: Some(receiver),
            method,
            ..
        } => {
            let variable = matches!(&**receiver, Expr::Name(name) if matches!(name.kind, NameKind::Variable(_)))
                || is_recognition(receiver);
            variable && Recognition::of_method(method).is_some()
        }
        _ => false,
    }
}
