//! Spans are exact, and those of the text as it is written.

use java_syntax::ast::{ExprKind, Member, StmtKind, TypeRef, TypeRefKind, Unit};
use java_syntax::parse;
use text::Span;

/// The text of each span, with its line and column.
fn shown(text: &str, spans: impl IntoIterator<Item = Span>) -> Vec<String> {
    let show = |span: Span| {
        format!(
            "{}:{} {}",
            span.line,
            span.column,
            &text[span.start as usize..span.end as usize]
        )
    };
    spans.into_iter().map(show).collect()
}

fn calls(unit: &Unit) -> impl Iterator<Item = (Span, Span)> + '_ {
    unit.exprs.iter().filter_map(|expr| match &expr.kind {
        ExprKind::Call { name, .. } => Some((expr.span, name.span)),
        _ => None,
    })
}

#[test]
fn calls_span_their_receiver_and_name_their_method() {
    let text = "class A { int x = (a.b()\n  .c(1) + d()); }";
    let unit = parse(text);
    assert_eq!(
        shown(text, calls(&unit).map(|(whole, _)| whole)),
        ["1:20 a.b()", "1:20 a.b()\n  .c(1)", "2:11 d()"]
    );
    assert_eq!(
        shown(text, calls(&unit).map(|(_, name)| name)),
        ["1:22 b", "2:4 c", "2:11 d"]
    );
}

#[test]
fn columns_count_utf16_units_of_the_written_text() {
    let text = "class A { String s = \"\u{1F600}\u{e9}\"; /* \u{20ac} */ int x = f(); int \\u0079 = \\u0067();\n\tint z = h(); }";
    let unit = parse(text);
    let expected = ["1:45 f()", "1:63 \\u0067()", "2:10 h()"];
    assert_eq!(shown(text, calls(&unit).map(|(whole, _)| whole)), expected);
    let fields = unit.type_decls[unit.types[0]]
        .members
        .iter()
        .filter_map(|member| match member {
            Member::Field(field) => Some((field.name.text.to_string(), field.name.span)),
            _ => None,
        });
    let fields: Vec<_> = fields.collect();
    assert_eq!(fields[2].0, "y");
    assert_eq!(shown(text, [fields[2].1]), ["1:54 \\u0079"]);
}

#[test]
fn what_rewriting_adds_has_no_place() {
    let text = "class A { void f() { switch (a) { case p.R(_), S(var b) -> c(); } } }";
    let unit = parse(text);
    let switches = unit.stmts.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Switch(switch) => Some(switch),
        _ => None,
    });
    let cases: Vec<_> = switches.flat_map(|switch| &switch.cases).collect();
    assert_eq!(
        shown(text, cases.iter().map(|case| case.span)),
        ["1:35 case p.R(_), S(var b)"]
    );
    let patterns = cases[0].labels.iter().filter_map(|label| match label {
        java_syntax::ast::Label::Pattern(pattern) => Some(pattern.span),
        _ => None,
    });
    assert_eq!(shown(text, patterns), ["1:40 p.R(_)", "1:48 S(var b)"]);
    assert_eq!(
        shown(text, unit.vars.iter().map(|var| var.name.span)),
        ["1:54 b"]
    );
}

#[test]
fn types_span_their_arguments_and_dimensions() {
    let text = "class A { java.util.Map<K, V[]>[] m[], n; }";
    let unit = parse(text);
    let types: Vec<&TypeRef> = unit.type_decls[unit.types[0]]
        .members
        .iter()
        .filter_map(|member| match member {
            Member::Field(field) => Some(&field.ty),
            _ => None,
        })
        .collect();
    // Dimensions behind the name reach over it.
    assert_eq!(
        shown(text, types.iter().map(|ty| ty.span)),
        [
            "1:11 java.util.Map<K, V[]>[] m[]",
            "1:11 java.util.Map<K, V[]>[]"
        ]
    );
    let TypeRefKind::Array(element) = &types[1].kind else {
        panic!("an array")
    };
    assert_eq!(shown(text, [element.span]), ["1:11 java.util.Map<K, V[]>"]);
    let TypeRefKind::Named(parts) = &element.kind else {
        panic!("a class")
    };
    assert_eq!(
        shown(text, parts.iter().map(|(name, _)| name.span)),
        ["1:11 java", "1:16 util", "1:21 Map"]
    );
}

#[test]
fn creations_name_their_keyword_and_type() {
    let text = "class A { Object x = a . new /* */ B<C>(1) { int d; }; }";
    let unit = parse(text);
    let news = unit.exprs.iter().filter_map(|expr| match &expr.kind {
        ExprKind::New { ty, new_span, .. } => Some([expr.span, *new_span, ty.span]),
        _ => None,
    });
    let whole = "1:22 a . new /* */ B<C>(1) { int d; }";
    assert_eq!(
        shown(text, news.flatten()),
        [whole, "1:26 new", "1:36 B<C>"]
    );
    let anonymous = unit
        .type_decls
        .iter()
        .find(|decl| decl.name.text.is_empty())
        .expect("a body");
    assert_eq!(
        shown(text, [anonymous.span, anonymous.name.span]),
        ["1:44 { int d; }", "1:36 B<C>"]
    );
}

#[test]
fn declarations_span_their_modifiers_and_body() {
    let text =
        "@X public class A { /** doc */ private int f(int a) { return a; } @Y A() { super(); } }";
    let unit = parse(text);
    assert_eq!(
        shown(text, [unit.type_decls[unit.types[0]].span]),
        [format!("1:1 {text}")]
    );
    let methods = unit.type_decls[unit.types[0]]
        .members
        .iter()
        .filter_map(|member| match member {
            Member::Method(method) => Some([method.span, method.name.span]),
            _ => None,
        });
    let expected = [
        "1:32 private int f(int a) { return a; }",
        "1:44 f",
        "1:67 @Y A() { super(); }",
        "1:70 A",
    ];
    assert_eq!(shown(text, methods.flatten()), expected);
}

#[test]
fn statements_span_their_semicolon() {
    let text = "class A { void f() { int a = 1, b; a: for (;;) { break a; } } }";
    let unit = parse(text);
    let spans = unit
        .stmts
        .iter()
        .filter(|stmt| !matches!(stmt.kind, StmtKind::Block(_)))
        .map(|stmt| stmt.span);
    let expected = [
        "1:26 a = 1",
        "1:33 b",
        "1:50 break a;",
        "1:39 for (;;) { break a; }",
        "1:36 a: for (;;) { break a; }",
    ];
    assert_eq!(shown(text, spans), expected);
}

#[test]
fn a_long_line_costs_no_more_than_many_short_ones() {
    let line = "a(\"\u{e9}\"); ".repeat(40_000);
    let text = format!("class A {{ void f() {{ {line} }} }}");
    let unit = parse(&text);
    let last = unit
        .exprs
        .iter()
        .map(|expr| expr.span)
        .max_by_key(|span| span.start)
        .expect("expressions");
    assert_eq!((last.line, last.column), (1, 22 + 8 * 39_999 + 2));
}
