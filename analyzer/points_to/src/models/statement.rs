//! The statements of a model, about terms.

use java_types::Spelling;
use std::fmt;
use std::sync::Arc;

use super::{KindId, PartId};

/// The model of one library method: its actions on the objects that it is given.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Model {
    /// The names of the locals, by number. A local is a variable of one call of the method.
    pub locals: Vec<Arc<str>>,
    /// In file order, which has no meaning: all of them hold.
    pub statements: Vec<Statement>,
}

/// One thing that a method may do, any number of times.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Statement {
    /// `x = new kind`, or another article: an object that the library makes.
    New {
        /// The result or a local; never with a part.
        target: Term,
        /// The kind of the new object.
        kind: KindId,
        /// The receivers of one and the same object.
        article: Article,
    },
    /// `from -> to`: what the one may be, the other may be.
    Flow {
        /// Source.
        from: Term,
        /// Target.
        to: Term,
    },
    /// `receiver.name(arguments) -> result`: the method is called on whatever the receiver may be,
    /// in any order with the other calls of the model.
    Call {
        /// On what.
        receiver: Term,
        /// Which method.
        selector: Selector,
        /// `None` stands for `null` or a primitive value.
        arguments: Vec<Option<Term>>,
        /// The place for the result, if it has one.
        result: Option<Term>,
        /// Not during the call on the calling thread, but at any time from now on, on any thread.
        later: bool,
    },
}

/// Which calls get the same object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Article {
    /// `new`: each gets another one, told from others by the call and the place of the statement.
    /// The solver relies on that for objects of single use alone.
    New,
    /// `fresh`: each gets another one, and the solver relies on that, whatever its kind: whoever has
    /// such a thing has it from that call.
    Fresh,
    /// `its`: all calls on one receiver get what belongs to it, such as a view; whoever has such a
    /// thing has it from one of these calls.
    Its,
    /// `the`: any calls may, one for the whole program. That one may stand for many at run time,
    /// too.
    The,
}

/// The method of a call in a model.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Selector {
    /// Its name. With the number of arguments it stands for every overload. [`Selector::ANY`] is of
    /// no method.
    pub name: Arc<str>,
    /// The number of arguments.
    pub arity: usize,
    /// `(type) receiver`: what the receiver surely is. What is claimed of all objects of the
    /// library with that type holds for receivers of which nothing else is known.
    pub of: Option<Arc<str>>,
}

impl Selector {
    /// The name that stands for whatever an `equals` of unknown code may ask; each parameter gets
    /// the one argument.
    pub const ANY: &str = "*";

    /// Returns whether it is that one.
    pub fn is_any(&self) -> bool {
        &*self.name == Self::ANY
    }
}

/// A place that holds references.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term {
    /// The start.
    pub base: Base,
    /// The part of the objects there that is meant; `None` for the objects themselves.
    pub part: Option<PartId>,
}

/// The start of a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Base {
    /// The receiver, or the object that a constructor makes.
    This,
    /// An argument, from 0.
    Argument(usize),
    /// The result of the method.
    Result,
    /// A local of the model.
    Local(usize),
    /// An object of the library that holds nothing of the program: a string, a number, a lock.
    Library,
    /// All that has escaped to the library; what goes there escapes.
    Escaped,
}

impl Article {
    /// As models write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Article::New => "new",
            Article::Fresh => "fresh",
            Article::Its => "its",
            Article::The => "the",
        }
    }
}

impl Base {
    /// The term without a part.
    pub fn term(self) -> Term {
        Term {
            base: self,
            part: None,
        }
    }
}

impl Statement {
    /// The same statement with other terms: `place` gives each its own. `None` if it is about a term
    /// that has none.
    pub(super) fn placed(&self, place: &dyn Fn(Term) -> Option<Term>) -> Option<Self> {
        Some(match self {
            Statement::New {
                target,
                kind,
                article,
            } => Statement::New {
                target: place(*target)?,
                kind: *kind,
                article: *article,
            },
            Statement::Flow { from, to } => Statement::Flow {
                from: place(*from)?,
                to: place(*to)?,
            },
            Statement::Call {
                receiver,
                selector,
                arguments,
                result,
                later,
            } => Statement::Call {
                receiver: place(*receiver)?,
                selector: selector.clone(),
                arguments: arguments
                    .iter()
                    .map(|value| value.and_then(place))
                    .collect(),
                result: result.and_then(place),
                later: *later,
            },
        })
    }
}

impl Model {
    /// The types that it claims of receivers.
    pub(super) fn claimed(&self) -> impl Iterator<Item = &Arc<str>> {
        self.statements
            .iter()
            .filter_map(|statement| match statement {
                Statement::Call { selector, .. } => selector.of.as_ref(),
                Statement::New { .. } | Statement::Flow { .. } => None,
            })
    }

    /// Returns whether it uses what other code of libraries has.
    pub(crate) fn uses_escaped(&self) -> bool {
        self.statements.iter().any(|statement| match statement {
            Statement::Flow { from, .. } => from.base == Base::Escaped,
            Statement::Call { receiver, .. } => receiver.base == Base::Escaped,
            Statement::New { .. } => false,
        })
    }

    /// Returns whether something belongs to the receiver, so that receivers are told apart.
    pub fn gives_its_own(&self) -> bool {
        self.statements.iter().any(|statement| {
            matches!(
                statement,
                Statement::New {
                    article: Article::Its,
                    ..
                }
            )
        })
    }

    /// Returns whether anything arrives in the result itself.
    pub fn has_result(&self) -> bool {
        let result = Base::Result.term();
        self.statements.iter().any(|statement| match statement {
            Statement::New { target, .. } => *target == result,
            Statement::Flow { to, .. } => *to == result,
            Statement::Call { result: to, .. } => *to == Some(result),
        })
    }
}

/// Prints a model's parts as the file would: kinds and parts need their names.
pub(super) struct Shown<'a> {
    pub(super) model: &'a Model,
    pub(super) statement: &'a Statement,
    pub(super) models: &'a super::Models,
}

impl Shown<'_> {
    fn term(&self, term: &Term) -> String {
        let base = match term.base {
            Base::This => "this".to_owned(),
            Base::Argument(n) => (n + 1).to_string(),
            Base::Result => "result".to_owned(),
            Base::Local(n) => self
                .model
                .locals
                .get(n)
                .map_or_else(|| format!("local{n}"), |name| name.to_string()),
            Base::Library => "library".to_owned(),
            Base::Escaped => "escaped".to_owned(),
        };
        match term.part {
            Some(part) => format!("{base}.{}", self.models.part_name(part)),
            None => base,
        }
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.statement {
            Statement::New {
                target,
                kind,
                article,
            } => {
                let article = article.as_str();
                write!(
                    f,
                    "{} = {article} {}",
                    self.term(target),
                    self.models.kind(*kind).name
                )
            }
            Statement::Flow { from, to } => write!(f, "{} -> {}", self.term(from), self.term(to)),
            Statement::Call {
                receiver,
                selector,
                arguments,
                result,
                later,
            } => {
                let argument =
                    |a: &Option<Term>| a.as_ref().map_or("_".to_owned(), |term| self.term(term));
                let arguments: Vec<String> = arguments.iter().map(argument).collect();
                let when = if *later { "later " } else { "" };
                let of = selector
                    .of
                    .as_ref()
                    .map_or_else(String::new, |of| format!("({}) ", of.to_binary()));
                write!(
                    f,
                    "{when}{of}{}.{}({})",
                    self.term(receiver),
                    selector.name,
                    arguments.join(", ")
                )?;
                result
                    .as_ref()
                    .map_or(Ok(()), |to| write!(f, " -> {}", self.term(to)))
            }
        }
    }
}
