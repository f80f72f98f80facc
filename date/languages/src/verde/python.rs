//! The Python of blocks as Java: expressions over the values of the event and the environment,
//! assignments to the environment, and guards that return. Whole numbers become `long`; what Java
//! computes otherwise (`/`, chained comparisons) is an error.

mod expression;

use std::collections::BTreeMap;
use std::ops::Range;

use expression::Java;

use super::parse::Block;
use super::tokens::{Kind, Token};
use date::code::{JavaType, Primitive};
use text::{Diagnostic, Source};

/// The type of a value, as far as it matters to operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ty {
    /// A whole number; whether Java computes with it in 64 bits.
    Whole(bool),
    Real,
    Truth,
    Text,
    Null,
    /// A number, truth value or character as an object, or a character: Java's operators do not do
    /// with it what Python's do.
    Boxed,
    /// Another object.
    Object,
    /// The value of Java code: javac knows its type.
    Open,
    /// An event's value whose type is not written.
    Unwritten,
}

impl Ty {
    /// The type of a value that is written with this Java type.
    pub fn of(written: Option<&str>) -> Self {
        let Some(written) = written else {
            return Ty::Unwritten;
        };
        match JavaType::of(written) {
            JavaType::Primitive(Primitive::Byte | Primitive::Short | Primitive::Int) => {
                Ty::Whole(false)
            }
            JavaType::Primitive(Primitive::Long) => Ty::Whole(true),
            JavaType::Primitive(Primitive::Float | Primitive::Double) => Ty::Real,
            JavaType::Primitive(Primitive::Boolean) => Ty::Truth,
            JavaType::Primitive(Primitive::Char) | JavaType::Boxed(_) => Ty::Boxed,
            JavaType::Text => Ty::Text,
            JavaType::Null | JavaType::Recognizer | JavaType::Reference => Ty::Object,
        }
    }

    /// The Java type of a variable that holds such values; `None` if it is not known.
    pub fn of_variable(self) -> Option<&'static str> {
        match self {
            Ty::Whole(_) => Some("long"),
            Ty::Real => Some("double"),
            Ty::Truth => Some("boolean"),
            Ty::Text => Some("String"),
            Ty::Null | Ty::Boxed | Ty::Object | Ty::Open | Ty::Unwritten => None,
        }
    }

    fn is_number(self) -> bool {
        matches!(self, Ty::Whole(_) | Ty::Real | Ty::Open)
    }

    fn is_truth(self) -> bool {
        matches!(self, Ty::Truth | Ty::Open)
    }
}

/// The names that a block sees.
pub(super) struct Names<'n> {
    /// The values of the event: what they are called in Java, and their types.
    pub values: BTreeMap<String, (String, Ty)>,
    /// The variables of the environment that have a value.
    pub variables: &'n mut BTreeMap<String, Ty>,
}

/// A way through a guard.
pub(super) struct Path {
    /// When it is taken; always, if there is nothing.
    pub condition: Option<String>,
    /// True if the guard succeeds.
    pub succeeds: bool,
}

/// One assignment.
pub(super) struct Assignment {
    pub variable: String,
    pub range: Range<usize>,
    /// The value that is assigned, without what `+=` adds it to.
    pub value: String,
    pub statement: String,
}

/// Returns what a guard returns, as paths that exclude each other: those that return `None` are
/// left out.
///
/// # Errors
/// Text that is no guard.
pub(super) fn guard(
    block: &Block<'_>,
    names: &mut Names<'_>,
    source: &Source<'_>,
) -> Result<Vec<Path>, Diagnostic> {
    Reader::new(block, names, source).guard()
}

/// The assignments of a block, in order. What they assign is known from there on.
///
/// # Errors
/// Text that is no assignment.
pub(super) fn assignments(
    block: &Block<'_>,
    names: &mut Names<'_>,
    source: &Source<'_>,
) -> Result<Vec<Assignment>, Diagnostic> {
    Reader::new(block, names, source).assignments()
}

/// Returns whether a block says nothing.
pub(super) fn is_empty(block: &Block<'_>) -> bool {
    block.tokens.iter().all(|token| token.kind == Kind::Line)
}

struct Reader<'r, 'n> {
    block: &'r Block<'r>,
    names: &'r mut Names<'n>,
    source: &'r Source<'r>,
    at: usize,
    /// How many parentheses are open: lines do not end there.
    open: usize,
}

impl<'r, 'n> Reader<'r, 'n> {
    fn new(block: &'r Block<'r>, names: &'r mut Names<'n>, source: &'r Source<'r>) -> Self {
        Reader {
            block,
            names,
            source,
            at: 0,
            open: 0,
        }
    }

    fn peek(&mut self) -> Option<&'r Token> {
        let tokens: &'r [Token] = self.block.tokens;
        while self.open > 0
            && tokens
                .get(self.at)
                .is_some_and(|token| token.kind == Kind::Line)
        {
            self.at += 1;
        }
        tokens.get(self.at)
    }

    fn accept(&mut self, text: &str) -> bool {
        let found = self.peek().is_some_and(|token| token.is(text));
        self.at += usize::from(found);
        found
    }

    fn unsupported(
        &self,
        range: Range<usize>,
        message: impl Into<String>,
        help: &str,
    ) -> Diagnostic {
        self.source
            .error(range, "verde-unsupported", message)
            .with_help(help)
    }

    fn expected(&mut self, what: &str) -> Diagnostic {
        let end = self.block.range.end;
        let (found, range) = match self.peek() {
            Some(token) if token.kind == Kind::Line => {
                ("the end of the line".to_owned(), token.range.clone())
            }
            Some(token) => (format!("`{}`", token.text), token.range.clone()),
            None => ("the end of the block".to_owned(), end..end),
        };
        self.source.error(
            range,
            "verde-syntax",
            format!("expected {what}, found {found}"),
        )
    }

    /// Moves over the ends of statements.
    fn skip_ends(&mut self) {
        let tokens: &[Token] = self.block.tokens;
        while tokens
            .get(self.at)
            .is_some_and(|token| token.kind == Kind::Line || token.is(";"))
        {
            self.at += 1;
        }
    }

    fn end_of_statement(&mut self) -> Result<(), Diagnostic> {
        match self.peek() {
            Some(token) if token.kind != Kind::Line && !token.is(";") => {
                Err(self.expected("the end of the statement"))
            }
            _ => Ok(()),
        }
    }

    fn assignments(mut self) -> Result<Vec<Assignment>, Diagnostic> {
        let mut assignments = Vec::new();
        loop {
            self.skip_ends();
            let Some(token) = self.peek() else {
                return Ok(assignments);
            };
            if !self.accept("pass") {
                let assignment = self.assignment(token)?;
                assignments.push(assignment);
            }
            self.end_of_statement()?;
        }
    }

    fn assignment(&mut self, first: &Token) -> Result<Assignment, Diagnostic> {
        const OPERATORS: [&str; 6] = ["=", "+=", "-=", "*=", "//=", "%="];
        let operator = self
            .block
            .tokens
            .get(self.at + 1)
            .filter(|_| first.kind == Kind::Word);
        let Some(operator) =
            operator.and_then(|token| OPERATORS.into_iter().find(|operator| token.is(operator)))
        else {
            let help = "a block assigns to variables; for all else give the transition a guard, or let an action call a Java method";
            return Err(self.unsupported(
                first.range.clone(),
                "this statement of Python is not supported",
                help,
            ));
        };

        let (variable, range) = (first.text.clone(), first.range.clone());
        if self.names.values.contains_key(&variable) {
            let message = format!("`{variable}` is a value of the event, and no variable");
            return Err(self.unsupported(
                range,
                message,
                "give the value or the variable another name",
            ));
        }
        if operator != "=" {
            // The old value is read as in any expression.
            self.names_value(first)?;
        }

        self.at += 2;
        let value = match operator.strip_suffix('=') {
            None | Some("") => self.expression()?,
            Some(computes) => self.computed(first, computes)?,
        };
        self.keep(&variable, value.ty, range.clone())?;
        let statement = format!("{variable} = {};", value.text);

        Ok(Assignment {
            variable,
            range,
            value: value.text,
            statement,
        })
    }

    /// Notes the type of a variable, which is that of what is assigned first.
    fn keep(&mut self, variable: &str, ty: Ty, range: Range<usize>) -> Result<(), Diagnostic> {
        let known = self
            .names
            .variables
            .get(variable)
            .copied()
            .and_then(Ty::of_variable);
        let message = match (known, ty.of_variable()) {
            (None, Some(_)) => {
                let ty = if matches!(ty, Ty::Whole(_)) {
                    Ty::Whole(true)
                } else {
                    ty
                };
                self.names.variables.insert(variable.to_owned(), ty);
                return Ok(());
            }
            (Some(known), Some(new)) if known == new || (known, new) == ("double", "long") => {
                return Ok(());
            }
            (Some(_), None) if ty == Ty::Open => return Ok(()),
            (Some("String"), None) if ty == Ty::Null => return Ok(()),
            (Some(known), _) => {
                format!("`{variable}` is a variable of the type {known}, and this is none")
            }
            (None, None) => format!("the type of `{variable}` is not known"),
        };

        let help = "a variable holds numbers, truth values or text: let its first value show which, and keep to that";
        Err(self.unsupported(range, message, help))
    }

    fn guard(mut self) -> Result<Vec<Path>, Diagnostic> {
        let mut paths = Vec::new();
        let mut before: Vec<Java> = Vec::new();
        loop {
            self.skip_ends();
            let Some(first) = self.peek() else {
                return Ok(paths);
            };
            if self.accept("if") || (!before.is_empty() && self.accept("elif")) {
                let condition = self.truth()?;
                self.suite()?;
                let negated = condition.negated();
                before.push(condition);
                self.returned(&before, &mut paths)?;
                before.pop();
                before.push(negated);
            } else if !before.is_empty() && self.accept("else") {
                self.suite()?;
                self.returned(&before, &mut paths)?;
                return self.ended(paths);
            } else if first.is("return") {
                self.returned(&before, &mut paths)?;
                return self.ended(paths);
            } else {
                let help = "a guard is `return` with a condition or `None`, after `if` with a `return` each";
                return Err(self.unsupported(first.range.clone(), "this is no guard", help));
            }
        }
    }

    fn suite(&mut self) -> Result<(), Diagnostic> {
        if !self.accept(":") {
            return Err(self.expected("`:`"));
        }
        self.skip_ends();
        Ok(())
    }

    fn ended(&mut self, paths: Vec<Path>) -> Result<Vec<Path>, Diagnostic> {
        self.skip_ends();
        match self.peek() {
            None => Ok(paths),
            Some(_) => Err(self.expected("the end of the guard")),
        }
    }

    /// `return` with what the guard is on a path.
    fn returned(&mut self, path: &[Java], paths: &mut Vec<Path>) -> Result<(), Diagnostic> {
        if !self.accept("return") {
            return Err(self.expected("`return`"));
        }

        let next = self.peek();
        let ends = |token: &Token| token.kind == Kind::Line || token.is(";");
        let is_alone = self.block.tokens.get(self.at + 1).is_none_or(ends);
        match next.filter(|_| is_alone).map(|token| token.text.as_str()) {
            None if next.is_none_or(ends) => return Ok(()),
            Some("None") => self.at += 1,
            Some(word @ ("True" | "False")) => {
                self.at += 1;
                paths.push(Path {
                    condition: all(path.iter()),
                    succeeds: word == "True",
                });
            }
            _ => {
                let value = self.truth()?;
                for (part, succeeds) in [(&value, true), (&value.negated(), false)] {
                    paths.push(Path {
                        condition: all(path.iter().chain([part])),
                        succeeds,
                    });
                }
            }
        }

        self.end_of_statement()
    }
}

/// Joins conditions: all must hold; nothing where there are none.
fn all<'j>(conditions: impl Iterator<Item = &'j Java>) -> Option<String> {
    let conditions: Vec<&Java> = conditions.collect();
    match conditions[..] {
        [] => None,
        [only] => Some(only.text.clone()),
        _ => Some(
            conditions
                .iter()
                .map(|condition| condition.operand())
                .collect::<Vec<String>>()
                .join(" && "),
        ),
    }
}
