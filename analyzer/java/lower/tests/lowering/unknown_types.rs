//! Expressions whose types are not known: what could happen in them is allowed for.

use crate::support::program;
use ir::{Program, StatementKind, Target, Terminator};

/// A program that uses a class that is nowhere to be found, as `Far`.
fn with_far(statements: &str) -> Program {
    let text = format!(
        "import far.away.Far;\nclass A {{ Object f; String s; int i; Integer boxed; void m(Object o) {{ {statements} }} }}"
    );
    let program = program(&text);
    assert_eq!(
        ir::verify(&program),
        Vec::<String>::new(),
        "{}",
        ir::print(&program)
    );
    program
}

/// How many calls of `String.valueOf(Object)` the program has.
fn conversions(program: &Program) -> usize {
    let is_conversion = |target: &Target| {
        target.to_string() == "java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String;"
    };
    program
        .calls
        .iter()
        .filter(|site| is_conversion(&site.target))
        .count()
}

/// Returns whether every conversion to a string stands in a block that a branch can pass by.
fn can_be_passed_by(program: &Program) -> bool {
    let bodies = program
        .methods
        .iter()
        .filter_map(|method| method.body.as_ref());
    let mut blocks = bodies.flat_map(|body| {
        body.blocks
            .iter_enumerated()
            .map(move |(id, block)| (body, id, block))
    });
    blocks.all(|(body, id, block)| {
        let converts = block
            .statements
            .iter()
            .any(|statement| match statement.kind {
                StatementKind::Call(site) => program.calls[site]
                    .target
                    .to_string()
                    .contains("String.valueOf(Ljava/lang/Object;)"),
                _ => false,
            });
        let branches = |block: &ir::Block| match block.terminator {
            Terminator::Branch {
                then, otherwise, ..
            } => then != otherwise && (then == id || otherwise == id),
            _ => false,
        };
        !converts || body.blocks.iter().any(branches)
    })
}

#[test]
fn a_sum_with_an_unknown_operand_may_be_a_concatenation() {
    for sum in [
        "Far.f() + o.hashCode()",
        "1 + Far.f()",
        "boxed + Far.f()",
        "Far.f() + Far.g()",
        "Far.F + i + i",
    ] {
        let program = with_far(&format!("Object r = {sum};"));
        assert!(conversions(&program) > 0, "{sum}: {}", ir::print(&program));
        assert!(can_be_passed_by(&program), "{sum}: {}", ir::print(&program));
    }
}

#[test]
fn an_unknown_operand_before_a_string_may_be_converted() {
    for sum in [
        "Far.f() + 1 + s",
        "1 + Far.f() + s",
        "s + Far.f()",
        "Far.f() + s",
    ] {
        let program = with_far(&format!("Object r = {sum};"));
        assert!(conversions(&program) > 0, "{sum}: {}", ir::print(&program));
        assert!(can_be_passed_by(&program), "{sum}: {}", ir::print(&program));
    }
}

#[test]
fn an_unknown_value_may_be_appended() {
    for statement in [
        "s += Far.f();",
        "f += Far.f();",
        "Far.F += o;",
        "Far.F += 1;",
    ] {
        let program = with_far(statement);
        assert!(
            conversions(&program) > 0,
            "{statement}: {}",
            ir::print(&program)
        );
        assert!(
            can_be_passed_by(&program),
            "{statement}: {}",
            ir::print(&program)
        );
    }
}

#[test]
fn known_objects_are_surely_converted_and_numbers_never() {
    let sure = with_far("Object r = s + o;");
    assert_eq!(conversions(&sure), 1);
    assert!(!can_be_passed_by(&sure), "{}", ir::print(&sure));
    for silent in [
        "i += Far.f();",
        "int r = i + 1;",
        "Object r = s + i + 'c' + null;",
        "int r = i - Far.f();",
    ] {
        assert_eq!(conversions(&with_far(silent)), 0, "{silent}");
    }
}

#[test]
fn jumps_and_ends_that_lead_nowhere_are_gaps() {
    for code in [
        "void m() { break; }",
        "void m() { while (true) { continue far; } }",
        "int m() { }",
    ] {
        assert_eq!(
            program(&format!("class A {{ {code} }}")).gaps.len(),
            1,
            "{code}"
        );
    }
}
