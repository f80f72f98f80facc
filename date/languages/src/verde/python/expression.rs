//! Expressions.

use super::{Reader, Ty};
use crate::verde::tokens::{Kind, Token};
use text::{Diagnostic, nearest};

/// How deeply parentheses may be nested.
const MOST_OPEN: usize = 100;

/// A Java expression.
pub(super) struct Java {
    pub text: String,
    pub ty: Ty,
    /// True if it stands as an operand without parentheses.
    binds: bool,
}

impl Java {
    fn atom(text: impl Into<String>, ty: Ty) -> Self {
        Java {
            text: text.into(),
            ty,
            binds: true,
        }
    }

    fn compound(text: String, ty: Ty) -> Self {
        Java {
            text,
            ty,
            binds: false,
        }
    }

    /// As a part of a larger expression.
    pub fn operand(&self) -> String {
        if self.binds {
            self.text.clone()
        } else {
            format!("({})", self.text)
        }
    }

    /// Negates the condition.
    pub fn negated(&self) -> Java {
        Java::atom(format!("!{}", self.operand()), Ty::Truth)
    }

    /// As an operand that Java computes with in 64 bits.
    fn wide(&self) -> String {
        match self.ty {
            Ty::Whole(false) => format!("(long) {}", self.operand()),
            _ => self.operand(),
        }
    }
}

const COMPARISONS: [&str; 6] = ["==", "!=", "<=", ">=", "<", ">"];

impl Reader<'_, '_> {
    /// A condition.
    pub(super) fn truth(&mut self) -> Result<Java, Diagnostic> {
        let start = self.at;
        let value = self.expression()?;
        self.wanted(value, Ty::is_truth, "a condition", start)
    }

    fn wanted(
        &self,
        value: Java,
        fits: fn(Ty) -> bool,
        what: &str,
        start: usize,
    ) -> Result<Java, Diagnostic> {
        if fits(value.ty) {
            return Ok(value);
        }
        let range = self.place(start);
        let message = format!("`{}` is not {what}", &self.source.text[range.clone()]);
        let help = match value.ty {
            Ty::Unwritten => "write its type behind its name in the event, as in `n : int`",
            _ => "compare it, or write the type that it has behind its name in the event",
        };
        Err(self.unsupported(range, message, help))
    }

    /// From a token to the one before this.
    fn place(&self, start: usize) -> std::ops::Range<usize> {
        let tokens = self.block.tokens;
        let last = self
            .at
            .saturating_sub(1)
            .max(start)
            .min(tokens.len().saturating_sub(1));
        tokens.get(start).map_or(self.block.range.clone(), |first| {
            first.range.start..tokens[last].range.end
        })
    }

    /// An expression.
    pub(super) fn expression(&mut self) -> Result<Java, Diagnostic> {
        let value = self.either()?;
        match self.peek().filter(|token| token.is("if")) {
            Some(token) => {
                let help = "a guard writes `if CONDITION: return ..`; a block stands on a transition with a guard";
                Err(self.unsupported(
                    token.range.clone(),
                    "a conditional expression is not supported",
                    help,
                ))
            }
            None => Ok(value),
        }
    }

    fn either(&mut self) -> Result<Java, Diagnostic> {
        self.joined("or", "||", Self::both)
    }

    fn both(&mut self) -> Result<Java, Diagnostic> {
        self.joined("and", "&&", Self::inverse)
    }

    fn joined(
        &mut self,
        word: &str,
        java: &str,
        part: fn(&mut Self) -> Result<Java, Diagnostic>,
    ) -> Result<Java, Diagnostic> {
        let start = self.at;
        let mut value = part(self)?;
        while self.peek().is_some_and(|token| token.is(word)) {
            let left = self
                .wanted(value, Ty::is_truth, "a condition", start)?
                .operand();
            self.at += 1;
            let start = self.at;
            let right = part(self)?;
            let right = self
                .wanted(right, Ty::is_truth, "a condition", start)?
                .operand();
            value = Java::compound(format!("{left} {java} {right}"), Ty::Truth);
        }

        Ok(value)
    }

    fn inverse(&mut self) -> Result<Java, Diagnostic> {
        let mut negations = 0;
        while self.accept("not") {
            negations += 1;
        }
        let start = self.at;
        let mut value = self.comparison()?;
        if negations > 0 {
            value = self.wanted(value, Ty::is_truth, "a condition", start)?;
        }
        if negations % 2 == 1 {
            value = value.negated();
        }
        Ok(value)
    }

    fn comparison(&mut self) -> Result<Java, Diagnostic> {
        let start = self.at;
        let left = self.sum()?;
        let Some(operator) = self.comparing() else {
            return Ok(left);
        };
        let right = self.sum()?;
        let place = self.place(start);

        if self.comparing().is_some() {
            return Err(self.unsupported(
                place,
                "a chain of comparisons is not supported",
                "join them by `and`",
            ));
        }

        let text = match (operator, left.ty, right.ty) {
            ("<" | "<=" | ">" | ">=", one, other) if one.is_number() && other.is_number() => {
                format!("{} {operator} {}", left.operand(), right.operand())
            }
            ("==" | "!=", Ty::Text, Ty::Text | Ty::Open | Ty::Object)
            | ("==" | "!=", Ty::Open | Ty::Object, Ty::Text) => {
                let not = if operator == "==" { "" } else { "!" };
                format!(
                    "{not}java.util.Objects.equals({}, {})",
                    left.text, right.text
                )
            }
            // Of values that may be numbers or text Java would compare the objects that hold them.
            ("==" | "!=", Ty::Unwritten, other) | ("==" | "!=", other, Ty::Unwritten)
                if !matches!(other, Ty::Null | Ty::Object) =>
            {
                let help = "write its type behind its name in the event, as in `n : int`";
                return Err(self.unsupported(
                    place,
                    "what this compares depends on a type that is not written",
                    help,
                ));
            }
            ("==" | "!=" | "is" | "is not", one, other) if can_be_equal(one, other) => {
                let sign = if matches!(operator, "==" | "is") {
                    "=="
                } else {
                    "!="
                };
                format!("{} {sign} {}", left.operand(), right.operand())
            }
            _ => {
                let help = "numbers are compared with numbers, objects with objects and `None`; a type is written behind the name of a value, as in `n : int`";
                return Err(self.unsupported(place, "these cannot be compared", help));
            }
        };

        Ok(Java::compound(text, Ty::Truth))
    }

    fn comparing(&mut self) -> Option<&'static str> {
        if self.accept("is") {
            return Some(if self.accept("not") { "is not" } else { "is" });
        }
        COMPARISONS
            .into_iter()
            .find(|operator| self.accept(operator))
    }

    fn sum(&mut self) -> Result<Java, Diagnostic> {
        self.computing(&["+", "-"], Self::product)
    }

    fn product(&mut self) -> Result<Java, Diagnostic> {
        self.computing(&["*", "//", "%", "/", "**"], Self::signed)
    }

    fn computing(
        &mut self,
        operators: &[&'static str],
        part: fn(&mut Self) -> Result<Java, Diagnostic>,
    ) -> Result<Java, Diagnostic> {
        let start = self.at;
        let mut value = part(self)?;
        while let Some(operator) = operators.iter().find(|operator| self.accept(operator)) {
            let right = part(self)?;
            value = self.operation(&value, operator, &right, start)?;
        }
        Ok(value)
    }

    fn operation(
        &self,
        left: &Java,
        operator: &str,
        right: &Java,
        start: usize,
    ) -> Result<Java, Diagnostic> {
        let whole = |java: &Java| matches!(java.ty, Ty::Whole(_) | Ty::Open);
        let ty = match (left.ty, right.ty) {
            (Ty::Text, Ty::Text) if operator == "+" => Ty::Text,
            (one, other) if !one.is_number() || !other.is_number() => {
                let help = "only numbers are computed with, and only text is joined to text; a type is written behind the name of a value, as in `n : int`";
                return Err(self.unsupported(self.place(start), "this cannot be computed", help));
            }
            (Ty::Real, _) | (_, Ty::Real) => Ty::Real,
            // What is left is as small as the divisor, and Java may give it as an `int`.
            (Ty::Whole(_), Ty::Whole(false)) if operator == "%" => Ty::Whole(false),
            (Ty::Whole(_), Ty::Whole(_)) => Ty::Whole(true),
            _ => Ty::Open,
        };

        // Of an operand whose type javac alone knows it is not known whether it makes Java compute
        // in 64 bits.
        let is_wide = [left, right]
            .iter()
            .any(|java| matches!(java.ty, Ty::Whole(true) | Ty::Real | Ty::Text));
        let left_operand = if is_wide { left.operand() } else { left.wide() };

        match operator {
            "+" | "-" | "*" => {
                let right_operand = if is_wide || left.ty == right.ty {
                    right.operand()
                } else {
                    right.wide()
                };
                Ok(Java::compound(
                    format!("{left_operand} {operator} {right_operand}"),
                    ty,
                ))
            }
            "//" | "%" if whole(left) && whole(right) => {
                let method = if operator == "%" {
                    "floorMod"
                } else {
                    "floorDiv"
                };
                Ok(Java::atom(
                    format!("Math.{method}({left_operand}, {})", right.text),
                    ty,
                ))
            }
            _ => {
                let message = format!("`{operator}` of these numbers is not the same in Java");
                let help = "whole numbers are divided by `//` and `%`";
                Err(self.unsupported(self.place(start), message, help))
            }
        }
    }

    /// The value of `variable OPERATOR= expression`.
    pub(super) fn computed(
        &mut self,
        variable: &Token,
        operator: &str,
    ) -> Result<Java, Diagnostic> {
        let start = self.at;
        let old = self.names_value(variable)?;
        let by = self.expression()?;
        self.operation(&old, operator, &by, start)
    }

    fn signed(&mut self) -> Result<Java, Diagnostic> {
        let start = self.at;
        let mut is_negative = false;
        while let Some(token) = self.peek().filter(|token| token.is("-") || token.is("+")) {
            is_negative ^= token.is("-");
            self.at += 1;
        }

        let value = self.member()?;
        if !is_negative {
            return Ok(value);
        }

        let value = self.wanted(value, Ty::is_number, "a number", start)?;
        if value.binds && value.text.starts_with(|c: char| c.is_ascii_digit()) {
            Ok(Java::compound(format!("-{}", value.text), value.ty))
        } else if value.ty == Ty::Whole(false) {
            let text = format!("-({})", value.wide());
            Ok(Java::compound(text, Ty::Whole(true)))
        } else {
            Ok(Java::compound(format!("-{}", value.operand()), value.ty))
        }
    }

    /// Parses a value and the members after it: its fields and methods are Java's.
    fn member(&mut self) -> Result<Java, Diagnostic> {
        let mut value = self.atom()?;
        while self.accept(".") {
            let Some(name) = self.peek().filter(|token| token.kind == Kind::Word) else {
                return Err(self.expected("a field or method"));
            };
            self.at += 1;
            let arguments = if self.accept("(") {
                format!("({})", self.arguments()?)
            } else {
                String::new()
            };
            value = Java::atom(
                format!("{}.{}{arguments}", value.operand(), name.text),
                Ty::Open,
            );
        }

        Ok(value)
    }

    fn arguments(&mut self) -> Result<String, Diagnostic> {
        let mut arguments = Vec::new();
        self.nest()?;
        while !self.accept(")") {
            arguments.push(self.expression()?.text);
            if !self.accept(",") && !self.peek().is_some_and(|token| token.is(")")) {
                return Err(self.expected("`,` or `)`"));
            }
        }
        self.open -= 1;
        Ok(arguments.join(", "))
    }

    fn nest(&mut self) -> Result<(), Diagnostic> {
        self.open += 1;
        if self.open > MOST_OPEN {
            Err(self.expected(&format!(
                "at most {MOST_OPEN} parentheses within each other"
            )))
        } else {
            Ok(())
        }
    }

    fn atom(&mut self) -> Result<Java, Diagnostic> {
        let Some(token) = self.peek() else {
            return Err(self.expected("an expression"));
        };
        if self.accept("(") {
            self.nest()?;
            let value = self.expression()?;
            if !self.accept(")") {
                return Err(self.expected("`)`"));
            }
            self.open -= 1;
            return Ok(value);
        }

        let value = match (token.kind, token.text.as_str()) {
            (Kind::Number, _) => self.number(token)?,
            (Kind::Text, text) => Java::atom(self.quoted(token, text)?, Ty::Text),
            (Kind::Word, "True") => Java::atom("true", Ty::Truth),
            (Kind::Word, "False") => Java::atom("false", Ty::Truth),
            (Kind::Word, "None") => Java::atom("null", Ty::Null),
            (Kind::Word, _) => self.names_value(token)?,
            _ => return Err(self.expected("an expression")),
        };
        self.at += 1;

        Ok(value)
    }

    fn number(&self, token: &Token) -> Result<Java, Diagnostic> {
        let text = token.text.replace('_', "");
        if let Ok(number) = text.parse::<i64>() {
            let suffix = if number > i32::MAX.into() { "L" } else { "" };
            return Ok(Java::atom(
                format!("{number}{suffix}"),
                Ty::Whole(!suffix.is_empty()),
            ));
        }

        let is_real = text.contains('.') && text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        match text
            .parse::<f64>()
            .ok()
            .filter(|number| is_real && number.is_finite())
        {
            Some(number) => Ok(Java::atom(format!("{number:?}"), Ty::Real)),
            None => {
                let help = "numbers are decimal, whole ones below 2^63, with or without a fraction";
                Err(self.unsupported(
                    token.range.clone(),
                    format!("`{}` is no number here", token.text),
                    help,
                ))
            }
        }
    }

    /// A string as Java writes it.
    fn quoted(&self, token: &Token, text: &str) -> Result<String, Diagnostic> {
        let mut java = String::from("\"");
        let mut content = text[1..text.len() - 1].chars();
        while let Some(c) = content.next() {
            match (c, if c == '\\' { content.next() } else { None }) {
                ('\\', Some(escaped @ ('n' | 't' | 'r' | '\\' | '\'' | '"'))) => {
                    java.extend(['\\', escaped])
                }
                ('\\', _) => {
                    let help = r#"of escapes there are \n, \t, \r, \\, \' and \""#;
                    return Err(self.unsupported(
                        token.range.clone(),
                        "an escape that is not supported",
                        help,
                    ));
                }
                ('"', _) => java += "\\\"",
                (c, _) => java.push(c),
            }
        }

        Ok(java + "\"")
    }

    /// Returns what a name stands for.
    pub(super) fn names_value(&self, token: &Token) -> Result<Java, Diagnostic> {
        if let Some((java, ty)) = self.names.values.get(&token.text) {
            return Ok(Java::atom(java, *ty));
        }
        if let Some(ty) = self.names.variables.get(&token.text) {
            return Ok(Java::atom(&token.text, *ty));
        }

        let known: Vec<&str> = self
            .names
            .values
            .keys()
            .chain(self.names.variables.keys())
            .map(String::as_str)
            .collect();
        let message = format!("there is no value `{}` here", token.text);
        let error = self
            .source
            .error(token.range.clone(), "unknown-value", message);

        Err(match nearest(&token.text, known.iter().copied()) {
            Some(near) => error.with_help(format!("did you mean `{near}`?")),
            None if known.is_empty() => {
                error.with_help("the event names no values, and nothing before assigns variables")
            }
            None => error.with_help(format!("known here: {}", known.join(", "))),
        })
    }
}

/// Returns whether values of such types can be equal: values whose types are not known may be equal
/// to any object.
fn can_be_equal(one: Ty, other: Ty) -> bool {
    if one == Ty::Boxed || other == Ty::Boxed {
        return one == Ty::Null || other == Ty::Null;
    }
    let is_reference = |ty: Ty| {
        matches!(
            ty,
            Ty::Object | Ty::Null | Ty::Text | Ty::Unwritten | Ty::Open
        )
    };
    let both = |fits: fn(Ty) -> bool| fits(one) && fits(other);
    both(Ty::is_number) || both(Ty::is_truth) || (is_reference(one) && is_reference(other))
}
