//! A model while its statements are added, and the values of a call in it.

use ir::MethodRef;

use super::super::{Base, Model, Statement, Term};

/// A model that grows.
#[derive(Debug, Clone, Default)]
pub(super) struct Draft {
    pub locals: usize,
    pub statements: Vec<Statement>,
    /// True if a description of a method stands for its body: it does not say what the method makes of a
    /// class by reflection.
    pub is_described: bool,
    /// True if it makes a text of a value that is none: the text may be the name of a class.
    pub names: bool,
    /// True if code of which nothing is known gets texts.
    pub hands_out_texts: bool,
    /// The methods on the way to the body that is followed.
    pub callers: Vec<MethodRef>,
}

impl Draft {
    /// The model, when all statements are there.
    pub fn model(self) -> Model {
        Model {
            locals: (0..self.locals).map(|at| format!("v{at}").into()).collect(),
            statements: self.statements,
        }
    }

    /// Returns whether a class that the method gets may be used by reflection.
    pub fn may_reflect(&self) -> bool {
        self.is_described || self.names && self.hands_out_texts
    }

    /// A new local.
    pub fn local(&mut self) -> Term {
        self.locals += 1;
        Base::Local(self.locals - 1).term()
    }

    /// The one may be all that the other may be.
    pub fn flow(&mut self, from: Term, to: Term) {
        if from != to {
            self.statements.push(Statement::Flow { from, to });
        }
    }
}

/// The values of a call: the receiver, if it has one, and the arguments, with `None` for null and
/// for primitive values; and the place for the result.
pub(super) struct Values {
    pub this: Option<Term>,
    pub arguments: Vec<Option<Term>>,
    pub result: Option<Term>,
}

impl Values {
    /// The receiver and the arguments that are references.
    pub fn given(&self) -> impl Iterator<Item = Term> {
        let arguments = self.arguments.iter().copied();
        self.this.into_iter().chain(arguments.flatten())
    }
}
