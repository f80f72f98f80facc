//! Extended regular expressions:
//!
//! ```text
//! or      = and ("|" and)*
//! and     = concat ("&" concat)*
//! concat  = not not*
//! not     = "~" not | postfix
//! postfix = (EVENT | "epsilon" | "empty" | "(" or ")") ["*" | "+"] | EVENT "^" DIGIT
//! ```
//! `~` is the complement over all events of the alphabet. A word is matched as a whole. Categories:
//! `match`, where the word so far is in the language, and `fail`, where no continuation is.

mod expression;
mod javamop;

use super::machine::TooManyStates;
use super::tokens::Tokens;
use super::{Alphabet, Category, FormulaError, Machine, SymbolId};
use expression::{Expression, ExpressionId, Expressions};

/// The machine of an expression, by derivatives (Brzozowski 1964; Owens, Reppy, Turon 2009). Its
/// categories are `match` and `fail`.
///
/// # Errors
/// Syntax; events that do not exist; an automaton that is too large.
pub fn machine(text: &str, alphabet: &Alphabet) -> Result<Machine, FormulaError> {
    machine_by(text, alphabet, Laws::Similarity)
}

/// The same with derivatives simplified by these laws, and with `fail` as who goes by them sees it.
///
/// # Errors
/// As [`machine`].
pub fn machine_by(text: &str, alphabet: &Alphabet, laws: Laws) -> Result<Machine, FormulaError> {
    let mut parser = Parser {
        tokens: Tokens::new(text, &[]),
        alphabet,
        expressions: Expressions::new(laws),
    };
    let root = parser.or()?;
    parser.tokens.end("an operator or the end of the formula")?;
    let explored = explore(root, parser.expressions, alphabet, laws);
    explored.map_err(|TooManyStates| FormulaError::too_large(text.len()))
}

fn explore(
    root: ExpressionId,
    expressions: Expressions,
    alphabet: &Alphabet,
    laws: Laws,
) -> Result<Machine, TooManyStates> {
    let matching = Category::new("match");
    let failing = Category::new("fail");
    // Derivatives add to the expressions while their nullability is asked for.
    let expressions = std::cell::RefCell::new(expressions);
    let step = |&expression: &ExpressionId, symbol: SymbolId| {
        let mut expressions = expressions.borrow_mut();
        let derivative = expressions.derivative(expression, symbol);
        if expressions.is_exhausted() {
            Err(TooManyStates)
        } else {
            Ok(derivative)
        }
    };

    let holds = |&expression: &ExpressionId| {
        let expressions = expressions.borrow();
        let matches = expressions
            .is_nullable(expression)
            .then(|| matching.clone());
        let fails =
            (laws == Laws::JavaMop && expressions.is_empty(expression)).then(|| failing.clone());
        matches.into_iter().chain(fails).collect()
    };
    let categories = [matching.clone(), failing.clone()].into();

    let mut machine = Machine::explore(alphabet.len(), categories, root, step, holds)?;
    if laws == Laws::Similarity {
        let may_match = machine.leads_to(|state| machine.holds(state, &matching));
        machine.mark(&failing, |state| !may_match[state]);
    }

    Ok(machine)
}

/// How expressions are simplified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Laws {
    /// Up to similarity (Owens, Reppy, Turon 2009). A word has failed where no continuation is in
    /// the language.
    Similarity,
    /// As JavaMOP does, which knows less of complements and intersections. A word has failed where
    /// its derivative is `empty`.
    JavaMop,
}

struct Parser<'a> {
    tokens: Tokens<'a>,
    alphabet: &'a Alphabet,
    expressions: Expressions,
}

impl Parser<'_> {
    fn or(&mut self) -> Result<ExpressionId, FormulaError> {
        let mut parts = vec![self.and()?];
        while self.tokens.accept("|") {
            parts.push(self.and()?);
        }
        Ok(self.expressions.or(parts))
    }

    fn and(&mut self) -> Result<ExpressionId, FormulaError> {
        let mut parts = vec![self.concat()?];
        while self.tokens.accept("&") {
            parts.push(self.concat()?);
        }
        Ok(self.expressions.and(parts))
    }

    fn concat(&mut self) -> Result<ExpressionId, FormulaError> {
        let mut parts = vec![self.not()?];
        while matches!(self.tokens.peek(), "~" | "(") || self.tokens.at_word() {
            parts.push(self.not()?);
        }
        let last = self.expressions.add(Expression::Epsilon);
        let concat = parts
            .into_iter()
            .rev()
            .fold(last, |rest, part| self.expressions.concat(part, rest));
        if self.expressions.is_exhausted() {
            Err(FormulaError::too_large(self.tokens.len()))
        } else {
            Ok(concat)
        }
    }

    fn not(&mut self) -> Result<ExpressionId, FormulaError> {
        if !self.tokens.accept("~") {
            return self.postfix();
        }
        self.tokens.enter()?;
        let inner = self.not()?;
        self.tokens.leave();
        Ok(self.expressions.not(inner))
    }

    fn postfix(&mut self) -> Result<ExpressionId, FormulaError> {
        let is_symbol = self.tokens.at_word() && !matches!(self.tokens.peek(), "epsilon" | "empty");
        let atom = self.atom()?;
        if is_symbol && self.tokens.accept("^") {
            return self.power(atom);
        }
        if self.tokens.accept("*") {
            return Ok(self.expressions.star(atom));
        }
        if self.tokens.accept("+") {
            let star = self.expressions.star(atom);
            return Ok(self.expressions.concat(atom, star));
        }
        Ok(atom)
    }

    fn power(&mut self, atom: ExpressionId) -> Result<ExpressionId, FormulaError> {
        let digit = self.tokens.peek();
        let count: usize = digit.parse().map_err(|_| self.tokens.expected("a digit"))?;
        self.tokens.advance();
        let epsilon = self.expressions.add(Expression::Epsilon);
        Ok((0..count).fold(epsilon, |rest, _| self.expressions.concat(atom, rest)))
    }

    fn atom(&mut self) -> Result<ExpressionId, FormulaError> {
        if self.tokens.accept("epsilon") {
            return Ok(self.expressions.add(Expression::Epsilon));
        }
        if self.tokens.accept("empty") {
            return Ok(self.expressions.add(Expression::Empty));
        }
        if self.tokens.accept("(") {
            self.tokens.enter()?;
            let inner = self.or()?;
            self.tokens.leave();
            self.tokens.expect(")")?;
            return Ok(inner);
        }

        let event = self
            .tokens
            .word("an event, `epsilon`, `empty`, `~` or `(`")?;
        let symbol = self.alphabet.resolve(event.text, event.range)?;
        Ok(self.expressions.add(Expression::Symbol(symbol)))
    }
}
