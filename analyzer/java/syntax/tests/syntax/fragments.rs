//! Pieces of Java are accepted as a whole, with their nodes as they are written, or refused.

use java_syntax::ast::Literal;
use java_syntax::fragment::{Field, Form, Fragment, Kind, Node, Refusal};

#[track_caller]
fn parsed(text: &str, form: Form) -> Fragment {
    Fragment::parse(text, form).expect("a fragment")
}

#[track_caller]
fn refused(text: &str, form: Form) -> Refusal {
    Fragment::parse(text, form).expect_err("no fragment")
}

fn texts<'f>(nodes: &[Node<'f>]) -> Vec<&'f str> {
    nodes.iter().map(|node| node.text()).collect()
}

#[test]
fn text_that_balances_with_its_surroundings_is_refused() {
    for (text, form) in [
        ("a); evil(b", Form::Expression),
        ("} void evil() {", Form::Statements),
        ("} class Evil {", Form::Members),
    ] {
        assert_eq!(refused(text, form).range, 0..text.len(), "{text}");
    }
}

#[test]
fn refusals_have_the_place_in_the_text() {
    let refusal = refused("int x = ; f();", Form::Statements);
    assert_eq!(refusal.message, "not a sequence of Java statements");
    assert!(refusal.range.start >= 4 && refusal.range.end <= 9);
    assert_eq!(refused("foo(", Form::Expression).range, 4..4);
}

#[test]
fn text_that_nests_too_deeply_is_refused() {
    let nested = |depth| format!("{}1{}", "(".repeat(depth), ")".repeat(depth));
    parsed(&nested(190), Form::Expression);
    let refusal = refused(&nested(20_000), Form::Expression);
    assert_eq!(refusal.message, "nested too deeply");
}

#[test]
fn last_comment_ends_with_the_text() {
    let fragment = parsed("f() // g", Form::Expression);
    assert_eq!(texts(&fragment.root().children()), ["f()"]);
}

#[test]
fn parentheses_are_nodes() {
    let fragment = parsed("(/* c */ x)++", Form::Expression);
    let [update] = fragment.root().children()[..] else {
        panic!("one expression")
    };
    assert!(update.has_token("++") && !update.has_token("--"));
    let [target] = update.children()[..] else {
        panic!("one operand")
    };
    assert_eq!(
        (target.kind(), target.range()),
        (Kind::Parenthesized, 0..11)
    );
    assert_eq!(texts(&target.children()), ["x"]);
}

#[test]
fn variables_of_one_declaration_are_parts_of_it() {
    let fragment = parsed("static int é = 1, b[];", Form::Members);
    let [field] = fragment.root().children()[..] else {
        panic!("one field")
    };
    assert_eq!(field.kind(), Kind::FieldDeclaration);
    assert_eq!(texts(&field.fields(Field::Declarator)), ["é = 1", "b[]"]);
}

#[test]
fn empty_statement_is_a_token() {
    let fragment = parsed("while (x) ;", Form::Statements);
    let [repeat] = fragment.root().children()[..] else {
        panic!("one statement")
    };
    let body = repeat.field(Field::Body).expect("a body");
    assert!(body.is_token() && body.kind() == Kind::Other);
}

#[test]
fn literals_have_their_value() {
    let value = |text| {
        let fragment = parsed(text, Form::Expression);
        fragment.root().children()[0].literal()
    };
    assert_eq!(value("null"), Some(Literal::Null));
    assert_eq!(value("0x1L"), Some(Literal::Long(1)));
    assert_eq!(value(r#""\u0041\t""#), Some(Literal::Str("A\t".into())));
    assert_eq!(value("x"), None);
    assert_eq!(value("4294967296"), None);
}
