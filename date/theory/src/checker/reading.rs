//! Automata as the checker reads them.

use std::collections::BTreeSet;

use index_vec::IndexVec;

use crate::code::{Assigned, Body, Code, Expr, Literal, Name, NameKind, Stmt, Truth};
use crate::data::{Alphabet, Arguments, Tracked, Unfolding};
use crate::ids::{EventId, GeneratorId, StateId};
use crate::model::{Observability, Property, Specification, StateKind, Transition};

/// Facts that the checker is given and does not find out itself.
#[derive(Debug, Clone, Default)]
pub struct Assumptions {
    /// Texts of conditions whose evaluation writes program state or does I/O.
    pub impure_conditions: Vec<String>,
    /// Names of monitoring variables and clocks that something besides the property itself reads,
    /// writes or hears.
    pub shared_variables: Vec<String>,
    /// True if [`crate::data`] is asked what conditions say where the variables' values are known;
    /// what it says is believed.
    pub over_data: bool,
    /// The known event variables of each generator.
    pub arguments: IndexVec<GeneratorId, Arguments>,
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
        /// True if it reads monitoring variables.
        reads: bool,
        /// True if being asked is seen by the user.
        seen: bool,
    },
}

/// The effects of a piece of code.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Deed {
    /// Its text.
    pub text: String,
    /// True if the user sees it.
    pub external: bool,
    /// True if it reads monitoring variables.
    pub reads: bool,
    /// True if it may write monitoring variables.
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

/// A property, ready for the product. Its events are those of an [`Alphabet`]; its states may be
/// copies of the property's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    pub(super) initial: StateId,
    pub(super) arrows: IndexVec<StateId, Vec<Arrow>>,
    /// The states that release their instance.
    pub(super) releasing: BTreeSet<StateId>,
}

impl Reading {
    /// Reads the original and the residual of a property.
    pub fn both(
        properties: [&Property; 2],
        assumptions: &Assumptions,
        alphabet: &Alphabet,
    ) -> [Self; 2] {
        properties.map(|property| Reading::plain(property, assumptions, alphabet))
    }

    /// Reads the original and the residual of a property of `specification`, unfolded by variables,
    /// which are told apart alike in both; `None` if that decides nothing.
    pub fn over_data(
        specification: &Specification,
        [original, residual]: [&Property; 2],
        assumptions: &Assumptions,
        alphabet: &Alphabet,
    ) -> Option<[Self; 2]> {
        let unfolding = |property: &Property, tracked: Tracked| {
            Unfolding::of(
                specification,
                property,
                tracked,
                &assumptions.impure_conditions,
                alphabet,
                &|_| true,
            )
        };

        let first = unfolding(
            original,
            Tracked::of(specification, original, &assumptions.shared_variables),
        )?;
        // Both sides follow the same variables, so that their states can be compared.
        let second = unfolding(residual, first.tracked.clone());
        Some(
            [(original, Some(first)), (residual, second)].map(|(property, unfolding)| {
                match unfolding {
                    Some(unfolding) => Reading::unfolded(property, assumptions, &unfolding),
                    None => Reading::plain(property, assumptions, alphabet),
                }
            }),
        )
    }

    fn plain(property: &Property, assumptions: &Assumptions, alphabet: &Alphabet) -> Self {
        let reader = Reader::new(property, assumptions);
        let date = &property.date;
        let mut arrows: IndexVec<StateId, Vec<Arrow>> =
            date.states.iter().map(|_| Vec::new()).collect();

        for transition in &date.transitions {
            // Events of the alphabet differ in known arguments, which this reading does not use.
            for (event, _) in alphabet
                .events
                .iter_enumerated()
                .filter(|(_, told)| told.0 == transition.event)
            {
                arrows[transition.from].push(Arrow {
                    event,
                    ..reader.arrow(transition)
                });
            }
        }

        let releasing = date
            .states
            .indices()
            .filter(|&state| releases(property, state))
            .collect();
        Reading {
            initial: date.initial,
            arrows,
            releasing,
        }
    }

    fn unfolded(property: &Property, assumptions: &Assumptions, unfolding: &Unfolding) -> Self {
        let reader = Reader::new(property, assumptions);
        let mut arrows: IndexVec<StateId, Vec<Arrow>> =
            unfolding.states.iter().map(|_| Vec::new()).collect();

        for unfolded in &unfolding.transitions {
            let arrow = reader.arrow(&property.date.transitions[unfolded.origin]);
            // An unfolding has no transitions whose conditions are false.
            let question = if unfolded.guard == Truth::True {
                Question::Known(true)
            } else {
                arrow.question
            };
            arrows[unfolded.from].push(Arrow {
                event: unfolded.event,
                to: unfolded.to,
                question,
                ..arrow
            });
        }

        let copies = unfolding.states.iter_enumerated();
        let releasing = copies
            .filter(|&(_, &(state, _))| releases(property, state))
            .map(|(copy, _)| copy)
            .collect();
        Reading {
            initial: StateId::from_raw(0),
            arrows,
            releasing,
        }
    }
}

fn releases(property: &Property, state: StateId) -> bool {
    property.releases && property.date.states[state].kind == StateKind::Accepting
}

struct Reader<'a> {
    property: &'a Property,
    waived: bool,
    assumptions: &'a Assumptions,
}

impl<'a> Reader<'a> {
    fn new(property: &'a Property, assumptions: &'a Assumptions) -> Self {
        let waived = property.observable == Observability::VerdictOnly;
        Reader {
            property,
            waived,
            assumptions,
        }
    }

    fn arrow(&self, transition: &Transition) -> Arrow {
        let target = &self.property.date.states[transition.to];
        let deeds = transition
            .action
            .iter()
            .chain(&target.entry)
            .map(|code| self.deed(code));
        Arrow {
            event: transition.event,
            question: self.question(transition.condition.as_ref()),
            deeds: deeds.collect(),
            to: transition.to,
            report: (target.kind == StateKind::Bad).then(|| target.name.clone()),
        }
    }

    fn question(&self, condition: Option<&Code>) -> Question {
        let Some(code) = condition else {
            return Question::Known(true);
        };
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
            Body::Stmts(stmts) => !stmts
                .iter()
                .all(|s| matches!(s, Stmt::Expr(expr) if self.is_own_write(expr))),
        };
        // Code that names a variable at all is taken to write it.
        Deed {
            text: code.text.clone(),
            external: external && !self.waived,
            reads: self.reads(code),
            writes: self.reads(code),
        }
    }

    /// Returns whether the text names a monitoring variable at all.
    fn reads(&self, code: &Code) -> bool {
        code.names.iter().any(|used| {
            !matches!(
                used.name.kind,
                NameKind::Local | NameKind::EventVariable | NameKind::Parameter(_)
            )
        })
    }

    /// An assignment of a quiet value to a variable that is the property's own, or a call on a
    /// clock of its own.
    fn is_own_write(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Assign {
                target: Assigned::Name(name),
                value,
                ..
            } => self.is_own(name) && is_quiet(value),
            Expr::Increment {
                target: Assigned::Name(name),
                ..
            } => self.is_own(name),
            Expr::Call {
                receiver: Some(clock),
                arguments,
                ..
            } => {
                let is_own = matches!(&**clock, Expr::Name(name) if self.is_own_clock(name));
                is_own && arguments.iter().all(is_quiet)
            }
            _ => false,
        }
    }

    fn is_own(&self, name: &Name) -> bool {
        name.kind == NameKind::Variable(self.property.context) && !self.is_shared(name)
    }

    fn is_own_clock(&self, name: &Name) -> bool {
        name.kind == NameKind::Clock(self.property.context) && !self.is_shared(name)
    }

    fn is_shared(&self, name: &Name) -> bool {
        self.assumptions.shared_variables.contains(&name.text)
    }
}

/// Built from literals, names, fields and operators alone.
fn is_quiet(expr: &Expr) -> bool {
    match expr {
        Expr::Literal(_) | Expr::Name(_) => true,
        Expr::Field { object, .. } => is_quiet(object),
        Expr::Unary { operand, .. }
        | Expr::Cast { operand, .. }
        | Expr::InstanceOf { operand, .. } => is_quiet(operand),
        Expr::Binary { left, right, .. } => is_quiet(left) && is_quiet(right),
        Expr::Conditional {
            test,
            then,
            otherwise,
        } => is_quiet(test) && is_quiet(then) && is_quiet(otherwise),
        _ => false,
    }
}
