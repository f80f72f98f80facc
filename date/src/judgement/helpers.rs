//! Helper methods of a specification, and the code that may call them.

use std::collections::BTreeSet;

use crate::code::{Body, Code, Expr};
use crate::model::Specification;

/// Words that stand in methods which only compute.
const KEYWORDS: [&str; 9] = ["static", "private", "public", "final", "return", "if", "else", "true", "false"];

/// The types of the values that they compute with.
const PRIMITIVES: [&str; 8] = ["boolean", "byte", "char", "double", "float", "int", "long", "short"];

/// Signs that they have: nothing is assigned, and no member of anything is reached.
const SIGNS: &str = "(){},;+-*/%<>=!&|^~?:";

/// The helper methods of a specification, unless all of them surely compute with nothing but primitive parameters.
pub(super) fn unknown(specification: &Specification) -> Option<&Code> {
    specification.methods.as_ref().filter(|methods| !only_compute(&methods.text))
}

/// Whether code may call a method by its name alone, as helper methods are called.
pub(super) fn may_call(code: &Code) -> bool {
    match &code.body {
        Body::Expr(expr) => calls_plainly(expr),
        Body::Stmts(_) => code.text.contains('('),
    }
}

fn calls_plainly(expr: &Expr) -> bool {
    match expr {
        Expr::Opaque(text) => text != "this",
        Expr::Call { receiver: None, .. } => true,
        _ => expr.parts().into_iter().any(calls_plainly),
    }
}

/// Whether every name is a method or parameter of primitive type that is declared here, and nothing is written.
fn only_compute(text: &str) -> bool {
    let tokens = tokens(text);
    let is_type = |token: &&str| PRIMITIVES.contains(token);
    let declared: BTreeSet<&str> = tokens.windows(2).filter(|pair| is_type(&pair[0])).map(|pair| pair[1]).collect();
    let writes = |pair: &[&str]| matches!(pair, ["+", "+"] | ["-", "-"]);
    let assigns = |three: &[&str]| three[1] == "=" && three[2] != "=" && !matches!(three[0], "=" | "<" | ">" | "!");
    let is_known = |token: &&str| match token.chars().next() {
        Some(first) if first.is_ascii_digit() => true,
        Some(first) if is_of_word(first) => {
            KEYWORDS.contains(token) || PRIMITIVES.contains(token) || declared.contains(*token)
        }
        _ => SIGNS.contains(*token),
    };
    tokens.iter().all(is_known)
        && !tokens.windows(2).any(writes)
        && !tokens.windows(3).any(assigns)
        && !shifts_into(&tokens)
}

/// `<<=`, `>>=` and their like.
fn shifts_into(tokens: &[&str]) -> bool {
    tokens.windows(3).any(|three| matches!(three, ["<", "<", "="] | [">", ">", "="]))
}

/// Words, numbers and single signs.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_number = first.is_ascii_digit();
        let goes_on = |c: char| is_of_word(c) || is_number && c == '.';
        let length =
            if is_of_word(first) { rest.find(|c| !goes_on(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    tokens
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

#[cfg(test)]
mod tests {
    use super::only_compute;

    #[test]
    fn methods_over_primitive_parameters_only_compute() {
        assert!(only_compute("static boolean big(int n) { return n >= 3 && n != 7; }"));
        assert!(only_compute(
            "int twice(int n) { return 2 * n; } boolean huge(double d) { return twice((int) d) > 1.5; }"
        ));
    }

    #[test]
    fn methods_that_reach_anything_else_may_do_anything() {
        for text in [
            "boolean big(int n) { return n > limit; }",
            "int n; boolean next(int m) { n = m; return true; }",
            "int n; int next() { return n++; }",
            "boolean open(Session s) { return s.isOpen(); }",
            "boolean show(int n) { System.out.println(n); return true; }",
            "int n; int next(int m) { return n += m; }",
            "int n; int next(int m) { return n <<= m; }",
            "boolean is(String s) { return s == \"a\"; }",
            "int f(int n) { return new int[] { n }[0]; }",
            "int f(int n) { while (true) { } }",
        ] {
            assert!(!only_compute(text), "{text}");
        }
    }
}
