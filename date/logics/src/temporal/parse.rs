//! The text of temporal formulas:
//!
//! ```text
//! ltl    = or [("U" | "~U" | "R" | "S" | "~S" | "=>" | "->" | "<=>" | "<->") or]
//! ptltl  = implies (("<->" | "<=>") implies)*           implies = or [("->" | "=>" | "implies") or]
//! or     = xor (("or" | "||" | "\/") xor)*              xor     = and (("xor" | "^" | "++") and)*
//! and    = since (("and" | "&&" | "/\") since)*         since   = unary ("S" unary)*         (since is unary in ltl)
//! unary  = ("not" | "!" | PREFIX) unary | "true" | "false" | EVENT | "(" formula ")"
//! PREFIX = "(*)" | "<*>" | "[*]" and in ltl "[]" | "<>" | "o" | "~o" | "~(*)"
//! ```
//! Where the tools that came before group without parentheses in ways that surprise, or in
//! different ways, parentheses are required.

use super::{Formula, Node, Part};
use crate::tokens::Tokens;
use crate::{Alphabet, FormulaError};

/// Which operators there are, and how they bind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// Future and past; `S` binds as loosely as `=>`.
    Ltl,
    /// Past only; `S` binds tighter than `and`.
    Ptltl,
}

const MARKS: [&str; 16] = [
    "(*)", "<*>", "[*]", "[]", "<>", "=>", "->", "<=>", "<->", "||", "&&", "/\\", "\\/", "++",
    "~(*)", "||",
];
const IMPLIES: [&str; 3] = ["->", "=>", "implies"];
const IFF: [&str; 2] = ["<->", "<=>"];
const LOWEST: [&str; 9] = ["U", "R", "S", "->", "=>", "implies", "<->", "<=>", "~"];

/// Parses a formula.
///
/// # Errors
/// Syntax; events that do not exist.
pub(crate) fn parse(
    text: &str,
    alphabet: &Alphabet,
    dialect: Dialect,
) -> Result<Formula, FormulaError> {
    let tokens = Tokens::new(text, &MARKS);
    let mut parser = Parser {
        tokens,
        alphabet,
        dialect,
        formula: Formula::default(),
    };
    let root = parser.formula()?;
    parser.tokens.end("an operator or the end of the formula")?;
    parser.formula.root = root;
    Ok(parser.formula)
}

struct Parser<'a> {
    tokens: Tokens<'a>,
    alphabet: &'a Alphabet,
    dialect: Dialect,
    formula: Formula,
}

impl Parser<'_> {
    fn formula(&mut self) -> Result<Part, FormulaError> {
        match self.dialect {
            Dialect::Ltl => self.ltl(),
            Dialect::Ptltl => self.ptltl(),
        }
    }

    fn ltl(&mut self) -> Result<Part, FormulaError> {
        let left = self.or()?;
        let operator = self.tokens.peek();
        if !LOWEST.contains(&operator) {
            return Ok(left);
        }

        self.tokens.advance();
        let dual = match operator {
            "~" => Some(self.dual_operator()?),
            _ => None,
        };
        let right = self.or()?;
        self.not_again(operator)?;

        Ok(match dual.unwrap_or(operator) {
            "U" if dual.is_none() => self.formula.add(Node::Until(left, right)),
            "S" if dual.is_none() => self.formula.add(Node::Since(left, right)),
            "U" | "R" => self.formula.dual(Node::Until, left, right),
            "S" => self.formula.dual(Node::Since, left, right),
            implies if IMPLIES.contains(&implies) => self.formula.implies(left, right),
            _ => self.formula.iff(left, right),
        })
    }

    /// Reads an operator that has a dual, between two formulas.
    fn dual_operator(&mut self) -> Result<&'static str, FormulaError> {
        match ["U", "S"]
            .into_iter()
            .find(|operator| self.tokens.accept(operator))
        {
            Some(operator) => Ok(operator),
            None => Err(self.tokens.expected("`U` or `S`")),
        }
    }

    /// No second operator of the lowest level follows.
    fn not_again(&self, operator: &str) -> Result<(), FormulaError> {
        let next = self.tokens.peek();
        if !LOWEST.contains(&next) {
            return Ok(());
        }
        let message = format!("`{next}` after `{operator}` without parentheses");
        Err(FormulaError::new(self.tokens.range(), message)
            .with_help("put one of the two in parentheses"))
    }

    fn ptltl(&mut self) -> Result<Part, FormulaError> {
        let mut left = self.implies()?;
        while self.tokens.accept_any(&IFF) {
            let right = self.implies()?;
            left = self.formula.iff(left, right);
        }
        Ok(left)
    }

    fn implies(&mut self) -> Result<Part, FormulaError> {
        let left = self.or()?;
        let operator = self.tokens.peek();
        if !self.tokens.accept_any(&IMPLIES) {
            return Ok(left);
        }
        let right = self.or()?;
        if IMPLIES.contains(&self.tokens.peek()) {
            self.not_again(operator).map(|()| left)
        } else {
            Ok(self.formula.implies(left, right))
        }
    }

    fn or(&mut self) -> Result<Part, FormulaError> {
        let mut left = self.xor()?;
        while self.tokens.accept_any(&["or", "||", "\\/"]) {
            let right = self.xor()?;
            left = self.formula.add(Node::Or(left, right));
        }
        Ok(left)
    }

    fn xor(&mut self) -> Result<Part, FormulaError> {
        let mut left = self.and()?;
        while self.tokens.accept_any(&["xor", "^", "++"]) {
            let right = self.and()?;
            left = self.formula.xor(left, right);
        }
        Ok(left)
    }

    fn and(&mut self) -> Result<Part, FormulaError> {
        let mut left = self.since()?;
        while self.tokens.accept_any(&["and", "&&", "/\\"]) {
            let right = self.since()?;
            left = self.formula.add(Node::And(left, right));
        }
        Ok(left)
    }

    fn since(&mut self) -> Result<Part, FormulaError> {
        let mut left = self.unary()?;
        while self.dialect == Dialect::Ptltl && self.tokens.accept("S") {
            let right = self.unary()?;
            left = self.formula.add(Node::Since(left, right));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Part, FormulaError> {
        self.tokens.enter()?;
        let part = self.prefixed();
        self.tokens.leave();
        part
    }

    fn prefixed(&mut self) -> Result<Part, FormulaError> {
        if self.tokens.accept("(") {
            let inner = self.formula()?;
            self.tokens.expect(")")?;
            return Ok(inner);
        }
        if self.tokens.accept_any(&["not", "!"]) {
            let inner = self.unary()?;
            return Ok(self.formula.not(inner));
        }

        for (operator, combine) in PAST_PREFIXES {
            if self.tokens.accept(operator) {
                return self.operand(combine);
            }
        }

        if self.dialect == Dialect::Ltl {
            return self.future_prefixed();
        }

        self.atom()
    }

    fn future_prefixed(&mut self) -> Result<Part, FormulaError> {
        for (operator, combine) in FUTURE_PREFIXES {
            if self.tokens.accept(operator) {
                return self.operand(combine);
            }
        }
        if self.tokens.peek() == "~" && self.tokens.peek_second() == "o" {
            self.tokens.advance();
            self.tokens.advance();
            return self.operand(dual_next);
        }
        self.atom()
    }

    fn operand(&mut self, combine: Prefix) -> Result<Part, FormulaError> {
        let inner = self.unary()?;
        Ok(combine(&mut self.formula, inner))
    }

    fn atom(&mut self) -> Result<Part, FormulaError> {
        if self.tokens.accept("true") {
            return Ok(self.formula.add(Node::True));
        }
        if self.tokens.accept("false") {
            let truth = self.formula.add(Node::True);
            return Ok(self.formula.not(truth));
        }
        let what = "an event, `true`, `false`, `not`, a temporal operator or `(`";
        if is_operator(self.tokens.peek()) {
            return Err(self.tokens.expected(what));
        }
        let event = self.tokens.word(what)?;
        let symbol = self.alphabet.resolve(event.text, event.range)?;
        Ok(self.formula.add(Node::Symbol(symbol)))
    }
}

/// Returns whether a word can be no event because it stands between formulas.
fn is_operator(word: &str) -> bool {
    matches!(word, "U" | "R" | "S" | "and" | "or" | "xor" | "implies")
}

type Prefix = fn(&mut Formula, Part) -> Part;

const PAST_PREFIXES: [(&str, Prefix); 4] = [
    ("(*)", previously),
    ("~(*)", dual_previously),
    ("<*>", once),
    ("[*]", so_far),
];
const FUTURE_PREFIXES: [(&str, Prefix); 3] = [("[]", always), ("<>", eventually), ("o", next)];

fn previously(formula: &mut Formula, inner: Part) -> Part {
    formula.add(Node::Previously(inner))
}

fn dual_previously(formula: &mut Formula, inner: Part) -> Part {
    let inner = formula.not(inner);
    let before = previously(formula, inner);
    formula.not(before)
}

fn once(formula: &mut Formula, inner: Part) -> Part {
    let truth = formula.add(Node::True);
    formula.add(Node::Since(truth, inner))
}

fn so_far(formula: &mut Formula, inner: Part) -> Part {
    let inner = formula.not(inner);
    let once = once(formula, inner);
    formula.not(once)
}

fn next(formula: &mut Formula, inner: Part) -> Part {
    formula.add(Node::Next(inner))
}

/// Of an infinite sequence the dual of next is next.
fn dual_next(formula: &mut Formula, inner: Part) -> Part {
    let inner = formula.not(inner);
    let after = next(formula, inner);
    formula.not(after)
}

fn eventually(formula: &mut Formula, inner: Part) -> Part {
    let truth = formula.add(Node::True);
    formula.add(Node::Until(truth, inner))
}

fn always(formula: &mut Formula, inner: Part) -> Part {
    let inner = formula.not(inner);
    let eventually = eventually(formula, inner);
    formula.not(eventually)
}
