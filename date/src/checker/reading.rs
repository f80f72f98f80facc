//! Automata as the checker reads them.

use index_vec::IndexVec;

use crate::code::{Assigned, Body, Code, Expr, Literal, Name, NameKind, Stmt};
use crate::ids::{ContextId, EventId, StateId};
use crate::model::{Observability, Property, StateKind};

/// What the checker is told and does not find out itself.
#[derive(Debug, Clone, Default)]
pub struct Assumptions {
    /// Texts of conditions whose evaluation writes program state or does I/O.
    pub impure_conditions: Vec<String>,
    /// Names of monitoring variables that something besides the property itself reads or writes.
    pub shared_variables: Vec<String>,
}

/// How a condition is answered.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Question {
    /// Always the same.
    Known(bool),
    /// The demon decides, by text; `reads` tells whether the text reads monitoring variables.
    Asked {
        /// The condition's text.
        text: String,
        /// Whether it reads monitoring variables.
        reads: bool,
        /// Whether being asked is seen by the user.
        seen: bool,
    },
}

/// What a piece of code does when it runs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Deed {
    /// Its text.
    pub text: String,
    /// Whether the user sees it.
    pub external: bool,
    /// Whether it reads monitoring variables.
    pub reads: bool,
    /// Whether it may write monitoring variables.
    pub writes: bool,
}

/// A transition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Arrow {
    pub event: EventId,
    pub question: Question,
    pub deeds: Vec<Deed>,
    pub to: StateId,
    /// Name of the bad state that is reported.
    pub report: Option<String>,
}

/// A property, ready for the product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    pub(super) initial: StateId,
    pub(super) arrows: IndexVec<StateId, Vec<Arrow>>,
    /// Some state releases its instance.
    pub(super) releases: bool,
}

impl Reading {
    /// Reads `property`.
    pub fn new(property: &Property, assumptions: &Assumptions) -> Self {
        let date = &property.date;
        let reader = Reader {
            context: property.context,
            waived: property.observable == Observability::VerdictOnly,
            assumptions,
        };
        let mut arrows: IndexVec<StateId, Vec<Arrow>> = date.states.iter().map(|_| Vec::new()).collect();
        for transition in &date.transitions {
            let target = &date.states[transition.to];
            let deeds = transition.action.iter().chain(&target.entry).map(|code| reader.deed(code));
            arrows[transition.from].push(Arrow {
                event: transition.event,
                question: reader.question(transition.condition.as_ref()),
                deeds: deeds.collect(),
                to: transition.to,
                report: (target.kind == StateKind::Bad).then(|| target.name.clone()),
            });
        }
        let releases = property.releases && date.states.iter().any(|s| s.kind == StateKind::Accepting);
        Reading { initial: date.initial, arrows, releases }
    }
}

struct Reader<'a> {
    context: ContextId,
    waived: bool,
    assumptions: &'a Assumptions,
}

impl Reader<'_> {
    fn question(&self, condition: Option<&Code>) -> Question {
        let Some(code) = condition else { return Question::Known(true) };
        if let Body::Expr(Expr::Literal(Literal::Bool(value))) = code.body {
            return Question::Known(value);
        }
        Question::Asked {
            text: code.text.clone(),
            reads: self.reads(code),
            seen: !self.waived && self.assumptions.impure_conditions.contains(&code.text),
        }
    }

    fn deed(&self, code: &Code) -> Deed {
        let external = match &code.body {
            Body::Expr(expr) => !self.is_own_write(expr),
            Body::Stmts(stmts) => !stmts.iter().all(|s| matches!(s, Stmt::Expr(expr) if self.is_own_write(expr))),
        };
        Deed {
            text: code.text.clone(),
            external: external && !self.waived,
            reads: self.reads(code),
            writes: self.reads(code),
        }
    }

    /// Whether the text names a monitoring variable at all.
    fn reads(&self, code: &Code) -> bool {
        code.names
            .iter()
            .any(|used| !matches!(used.name.kind, NameKind::Local | NameKind::EventVariable | NameKind::Parameter(_)))
    }

    /// An assignment of a quiet value to a variable that is the property's own.
    fn is_own_write(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Assign { target: Assigned::Name(name), value, .. } => self.is_own(name) && is_quiet(value),
            Expr::Increment { target: Assigned::Name(name), .. } => self.is_own(name),
            _ => false,
        }
    }

    fn is_own(&self, name: &Name) -> bool {
        name.kind == NameKind::Variable(self.context) && !self.assumptions.shared_variables.contains(&name.text)
    }
}

/// Built from literals, names, fields and operators alone.
fn is_quiet(expr: &Expr) -> bool {
    match expr {
        Expr::Literal(_) | Expr::Name(_) => true,
        Expr::Field { object, .. } => is_quiet(object),
        Expr::Unary { operand, .. } | Expr::Cast { operand, .. } | Expr::InstanceOf { operand, .. } => {
            is_quiet(operand)
        }
        Expr::Binary { left, right, .. } => is_quiet(left) && is_quiet(right),
        Expr::Conditional { test, then, otherwise } => is_quiet(test) && is_quiet(then) && is_quiet(otherwise),
        _ => false,
    }
}
