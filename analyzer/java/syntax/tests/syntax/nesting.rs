//! No nesting overflows a stack: 50,000 levels are read on a thread with a small one, or told as
//! damage.

use java_syntax::ast::{ExprKind, Unit};
use java_syntax::parse;

const LEVELS: usize = 50_000;

/// Parses on a stack as small as that of a worker thread, and drops the tree there.
fn parse_on_small_stack<T: Send>(text: &str, look: impl FnOnce(&Unit) -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(1 << 20)
            .spawn_scoped(scope, || look(&parse(text)));
        thread.expect("a thread").join().expect("no overflow")
    })
}

fn nested(before: &str, core: &str, after: &str) -> String {
    [&before.repeat(LEVELS), core, &after.repeat(LEVELS)].concat()
}

fn in_method(code: &str) -> String {
    format!("class A {{ void f() {{ {code} }} }}")
}

/// Checks that `code` is read as a whole, with so many expressions and statements in a method.
#[track_caller]
fn check(code: &str, exprs: usize, stmts: usize) {
    let counts = parse_on_small_stack(&in_method(code), |unit| {
        (
            unit.damage.first().map(|damage| damage.message.clone()),
            unit.exprs.len(),
            unit.stmts.len(),
        )
    });
    // One more statement is the body of the method.
    assert_eq!(counts, (None, exprs, stmts + 1));
}

#[test]
fn deep_expressions_are_read() {
    check(&format!("x = {};", nested("(", "1", ")")), 3, 1);
    check(&format!("{};", nested("f(", "1", ")")), LEVELS + 1, 1);
    check(&format!("x{};", ".f()".repeat(LEVELS)), LEVELS + 1, 1);
    check(&format!("x = a{};", ".b".repeat(LEVELS)), LEVELS + 3, 1);
    check(
        &format!("x = {};", nested("a[", "1", "]")),
        2 * LEVELS + 3,
        1,
    );
    check(&format!("x = {};", nested("- ", "1", "")), LEVELS + 3, 1);
    check(
        &format!("x = {};", nested("(int) ", "1", "")),
        LEVELS + 3,
        1,
    );
    check(&format!("{};", nested("a = ", "1", "")), 2 * LEVELS + 1, 1);
    check(
        &format!("x = {};", nested("a ? b : ", "1", "")),
        3 * LEVELS + 3,
        1,
    );
    check(
        &format!("x = 1{};", " + 1 - 1".repeat(LEVELS)),
        4 * LEVELS + 3,
        1,
    );
}

#[test]
fn a_chain_of_one_operator_is_one_expression() {
    check(
        &format!("x = \"a\"{};", " + \"b\"".repeat(LEVELS)),
        LEVELS + 4,
        1,
    );
    let text = in_method(&format!("x = 1{};", " + 1".repeat(LEVELS)));
    let operands = parse_on_small_stack(&text, |unit| {
        let operands = unit.exprs.iter().filter_map(|expr| match &expr.kind {
            ExprKind::Binary { operands, .. } => Some(operands.len()),
            _ => None,
        });
        operands.collect::<Vec<_>>()
    });
    assert_eq!(operands, [LEVELS + 1]);
}

#[test]
fn deep_statements_are_read() {
    check(&nested("{", "", "}"), 0, LEVELS);
    check(
        &nested("if (a) b(); else ", "{}", ""),
        2 * LEVELS,
        2 * LEVELS + 1,
    );
    check(&nested("if (a) ", ";", ""), LEVELS, LEVELS + 1);
    check(&nested("a: ", ";", ""), 0, LEVELS + 1);
    check(&nested("try { ", "", "} finally { }"), 0, 3 * LEVELS);
    check(
        &nested("switch (a) { case 1: ", "", "}"),
        2 * LEVELS,
        LEVELS,
    );
}

#[test]
fn deep_lambdas_and_classes_are_read() {
    check(&format!("x = {};", nested("a -> ", "1", "")), LEVELS + 3, 1);
    check(
        &format!("x = {};", nested("() -> { return ", "1", "; }")),
        LEVELS + 3,
        2 * LEVELS + 1,
    );
    check(
        &format!("x = {};", nested("new A() { int x = ", "1", "; }")),
        LEVELS + 3,
        1,
    );
    let types = parse_on_small_stack(&nested("class A {", "", "}"), |unit| unit.type_decls.len());
    assert_eq!(types, LEVELS);
}

#[test]
fn deep_types_and_patterns_are_damage() {
    let cases = [
        (
            format!("{} x;", nested("A<", "B", ">")),
            "the type is nested too deeply",
        ),
        (
            format!("int{} x;", "[]".repeat(LEVELS)),
            "an array has at most 255 dimensions",
        ),
        (
            format!("if (x instanceof {}) ;", nested("R(", "R()", ")")),
            "the pattern is nested too deeply",
        ),
    ];
    for (code, expected) in cases {
        let messages = parse_on_small_stack(&in_method(&code), |unit| {
            unit.damage
                .iter()
                .map(|damage| damage.message.clone())
                .collect::<Vec<_>>()
        });
        assert_eq!(messages, [expected]);
    }
}

#[test]
fn deeper_code_than_any_is_damage_of_its_member() {
    let code = "- ".repeat(210_000);
    let text = format!("class A {{ void f() {{ x = {code}1; }} void g() {{ }} }}");
    let (messages, members) = parse_on_small_stack(&text, |unit| {
        let messages: Vec<_> = unit
            .damage
            .iter()
            .map(|damage| damage.message.clone())
            .collect();
        (messages, unit.type_decls[unit.types[0]].members.len())
    });
    assert_eq!(
        (messages, members),
        (vec!["nested more than 200000 levels deep".to_owned()], 2)
    );
}

#[test]
fn deep_rubbish_is_damage() {
    for rubbish in [
        "(",
        ")",
        "[",
        "{",
        "}",
        "\"\n",
        "@",
        "a ",
        "case a, b ",
        "new a { ",
        "public ",
        "(a) = ",
        "<",
        "x ? ",
    ] {
        let text = in_method(&rubbish.repeat(5_000));
        let damage = parse_on_small_stack(&text, |unit| unit.damage.len());
        assert!(damage > 0, "{rubbish:?}");
    }
}
