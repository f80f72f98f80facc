//! Helper methods of a specification, and the code that may call them.

use std::collections::BTreeSet;

use crate::code::lexical::{is_word_character, lexemes};
use crate::code::{Body, Code, Expr};
use crate::model::Specification;

/// Words that stand in methods which only compute.
const KEYWORDS: [&str; 11] = [
    "static",
    "private",
    "protected",
    "public",
    "final",
    "return",
    "if",
    "else",
    "true",
    "false",
    "null",
];

/// The primitive types of values that they compute with.
const PRIMITIVES: [&str; 8] = [
    "boolean", "byte", "char", "double", "float", "int", "long", "short",
];

/// The classes of `java.lang` whose objects are values, too: nothing can be written into them.
const VALUES: [&str; 9] = [
    "Boolean",
    "Byte",
    "Character",
    "Double",
    "Float",
    "Integer",
    "Long",
    "Short",
    "String",
];

/// The classes of `java.lang` with nothing but static methods that compute.
const COMPUTERS: [&str; 2] = ["Math", "StrictMath"];

/// Methods of these classes that take and give values of these types alone, and do nothing else.
const METHODS: [&str; 64] = [
    "abs",
    "addExact",
    "booleanValue",
    "ceil",
    "charAt",
    "charValue",
    "codePointAt",
    "compare",
    "compareTo",
    "compareToIgnoreCase",
    "concat",
    "contains",
    "doubleValue",
    "endsWith",
    "equals",
    "equalsIgnoreCase",
    "floor",
    "floorDiv",
    "floorMod",
    "getNumericValue",
    "hashCode",
    "indexOf",
    "intValue",
    "isAlphabetic",
    "isBlank",
    "isDigit",
    "isEmpty",
    "isFinite",
    "isInfinite",
    "isLetter",
    "isLetterOrDigit",
    "isLowerCase",
    "isNaN",
    "isUpperCase",
    "isWhitespace",
    "lastIndexOf",
    "length",
    "longValue",
    "matches",
    "max",
    "min",
    "multiplyExact",
    "negateExact",
    "parseBoolean",
    "parseDouble",
    "parseInt",
    "parseLong",
    "pow",
    "repeat",
    "replace",
    "replaceAll",
    "replaceFirst",
    "round",
    "signum",
    "sqrt",
    "startsWith",
    "strip",
    "substring",
    "subtractExact",
    "toLowerCase",
    "toString",
    "toUpperCase",
    "trim",
    "valueOf",
];

/// Signs that they have. A dot stands in numbers and before a method of [`METHODS`].
const SIGNS: &str = "(){},;+-*/%<>=!&|^~?:.";

/// The helper methods of a specification, unless all of them surely compute with nothing but
/// values.
pub(super) fn unknown(specification: &Specification) -> Option<&Code> {
    let methods = specification.methods.as_ref();
    methods.filter(|methods| !only_compute(&methods.text, &hidden_names(specification)))
}

/// A field of the helper methods with a value that is no literal, or an initializer block: code that
/// runs when an instance is made, or when the first event is heard.
pub(super) fn initializer(specification: &Specification) -> Option<String> {
    let methods = unknown(specification)?;
    let tokens = tokens(&methods.text);
    let mut depth = 0_usize;
    for (index, &token) in tokens.iter().enumerate() {
        let before = index.checked_sub(1).map_or(";", |before| tokens[before]);
        match token {
            // A method's body follows its parameters, or the exceptions behind them.
            "{" if depth == 0 && matches!(before, ";" | "}" | "static") => {
                return Some(tokens[index..tokens.len().min(index + 3)].join(" "));
            }
            "=" if depth == 0 => {
                let value = &tokens[index + 1..];
                let value = value.strip_prefix(&["-"]).unwrap_or(value);
                let is_literal = |token: &str| {
                    let first = token.chars().next();
                    matches!(token, "true" | "false" | "null")
                        || first.is_some_and(|c| c.is_ascii_digit() || matches!(c, '"' | '\''))
                };
                let is_plain = matches!(value, [literal, ";", ..] if is_literal(literal));
                if !is_plain {
                    return Some(format!("{before} ="));
                }
            }
            "{" | "(" => depth += 1,
            "}" | ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// The simple names of `java.lang` that helper methods use for its classes. A class of the unnamed
/// package with one of these names would be meant instead where the monitor is in that package, too
/// (JLS 6.4.1).
///
/// ```
/// let text = "methods: |\n  static boolean far(int n) { return Math.abs(n) > 3; }\nproperties:\n  p: {states: {a: initial}}\n";
/// let specification = languages::read("p.yaml", text).expect("a specification");
/// assert_eq!(date::judgement::values_of_helpers(&specification), ["Math"]);
/// ```
pub fn values_of_helpers(specification: &Specification) -> Vec<&'static str> {
    let text = specification
        .methods
        .as_ref()
        .map_or("", |methods| methods.text.as_str());
    let tokens = tokens(text);
    VALUES
        .into_iter()
        .chain(COMPUTERS)
        .filter(|name| tokens.contains(name))
        .collect()
}

/// The simple names that imports give to other classes, which stand before those of `java.lang`
/// (JLS 6.4.1). The classes of the specification's own package do so, too: nobody knows them here,
/// so all names may be theirs.
fn hidden_names(specification: &Specification) -> BTreeSet<&str> {
    let imported = specification
        .imports
        .iter()
        .filter_map(|import| import.rsplit('.').next());
    let own = specification
        .package
        .iter()
        .flat_map(|_| VALUES.into_iter().chain(COMPUTERS));
    imported.chain(own).collect()
}

/// Says whether code may call a method by its name alone, as helper methods are called.
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

/// Says whether every name is a type of values, a method of such a type, or a method, parameter or
/// local variable of such a type that is declared here, and nothing is written after its
/// declaration. O(size).
fn only_compute(text: &str, hidden: &BTreeSet<&str>) -> bool {
    let tokens = tokens(text);
    let at = |index: usize| tokens.get(index).copied().unwrap_or_default();
    let is_type = |token: &str| {
        PRIMITIVES.contains(&token) || VALUES.contains(&token) && !hidden.contains(token)
    };
    let is_computer = |token: &str| COMPUTERS.contains(&token) && !hidden.contains(token);
    // The word behind a type is declared: a method, a parameter or a local variable.
    let declared: BTreeSet<&str> = tokens
        .windows(2)
        .filter(|pair| is_type(pair[0]))
        .map(|pair| pair[1])
        .collect();

    let is_call = |index: usize| at(index + 1) == "(";
    // A method is declared by a type before its name and a parenthesis behind it.
    let methods: BTreeSet<&str> = (1..tokens.len())
        .filter(|&index| is_call(index) && is_type(at(index - 1)))
        .map(at)
        .collect();
    let is_member = |index: usize| index > 0 && at(index - 1) == ".";
    let is_known = |(index, &token): (usize, &&str)| match token.chars().next() {
        Some('"' | '\'') => true,
        Some(first) if first.is_ascii_digit() => true,
        Some(first) if is_word_character(first) && is_member(index) => {
            METHODS.contains(&token) && at(index + 1) == "("
        }
        Some(first) if is_word_character(first) => {
            let is_declared = if is_call(index) {
                methods.contains(token)
            } else {
                declared.contains(token)
            };
            KEYWORDS.contains(&token) || is_type(token) || is_computer(token) || is_declared
        }
        _ => SIGNS.contains(token),
    };

    // Only declarations may assign: `int n = ..`, with the type two tokens before the sign.
    let assigns = |index: usize| at(index) == "=" && !compares(&tokens, index);
    let declares = |index: usize| index > 1 && is_type(at(index - 2));
    // An escape could end a quoted text (JLS 3.3).
    !text.contains("\\u")
        && tokens.iter().enumerate().all(is_known)
        && !tokens
            .windows(2)
            .any(|pair| matches!(pair, ["+", "+"] | ["-", "-"]))
        && (0..tokens.len()).all(|index| !assigns(index) || declares(index))
}

/// Says whether the sign `=` at this place is a part of `==`, `!=`, `<=` or `>=`, and not of `<<=`
/// and its like.
fn compares(tokens: &[&str], index: usize) -> bool {
    let before = |back: usize| index.checked_sub(back).map_or("", |at| tokens[at]);
    let is_next = tokens.get(index + 1) == Some(&"=");
    match before(1) {
        "=" | "!" => true,
        "<" | ">" => !matches!(before(2), "<" | ">"),
        _ => is_next,
    }
}

/// Words, numbers, quoted texts and single signs.
fn tokens(text: &str) -> Vec<&str> {
    lexemes(text)
        .filter(|(kind, _)| !kind.is_blank())
        .map(|(_, range)| &text[range])
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    fn only_compute(text: &str) -> bool {
        super::only_compute(text, &BTreeSet::new())
    }

    #[test]
    fn methods_over_values_only_compute() {
        for text in [
            "static boolean big(int n) { return n >= 3 && n != 7; }",
            "int twice(int n) { return 2 * n; } boolean huge(double d) { return twice((int) d) > 1.5; }",
            "boolean is(String s) { return s == \"a\" || s.startsWith(\"/secret\") && !s.isEmpty(); }",
            "int next(int n) { int m = n * 2; final String s = \"a\" + m; return s.length(); } // a comment",
            "boolean odd(Integer n) { return n != null && Math.floorMod(n.intValue(), 2) == 1; }",
            "static boolean digit(String s) { return Character.isDigit(s.substring(1).charAt(0)); }",
            "int shift(int n) { return n << 2 >> 1 >= 3 ? n : -n; }",
        ] {
            assert!(only_compute(text), "{text}");
        }
    }

    #[test]
    fn names_that_imports_give_away_are_unknown() {
        let text = "boolean is(String s) { return s.isEmpty(); }";
        assert!(!super::only_compute(text, &BTreeSet::from(["String"])));
        assert!(!super::only_compute(
            "int f(int n) { return Math.abs(n); }",
            &BTreeSet::from(["Math"])
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
            "int n; int next(int m) { return n >>>= m; }",
            "int n = 1; int next(int m) { return (n = m); }",
            "int n; int next(int m) { int k = n = m; return k; }",
            "boolean is(String s) { return s.intern() == \"a\"; }",
            "boolean is(Object o, String s) { return s.equals(o); }",
            "double f(int n) { return Math.random(); }",
            "int f(String s) { return \"\\u0022.length() + app.Main.evil() + \\u0022\".length(); }",
            "String f(String s) { return String.valueOf(app.Main.all); }",
            "int f(int n) { return new int[] { n }[0]; }",
            "int f(String... s) { return 1; }",
            "Comparator f(int n) { return String::compareTo; }",
            "int f(int n) { while (true) { } }",
            "boolean f(int forgetInstance) { forgetInstance(); return true; }",
        ] {
            assert!(!only_compute(text), "{text}");
        }
    }
}
