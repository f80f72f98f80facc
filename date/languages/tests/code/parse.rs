use date::code::{Assigned, Body, Code, Effects, Expr, Literal, Name, NameKind, Stmt};
use date::ids::ContextId;

use crate::fixture::{action, condition, shown, types};

/// The rewritten uses of a piece of Java: text of the use, then what it names.
fn uses(code: &Code) -> Vec<String> {
    code.names
        .iter()
        .map(|used| {
            format!(
                "{} = {}",
                &code.text[used.start as usize..used.end as usize],
                shown(&used.name)
            )
        })
        .collect()
}

fn expr(text: &str) -> Expr {
    match condition(text).unwrap().body {
        Body::Expr(expr) => expr,
        Body::Stmts(_) => panic!("a condition is an expression"),
    }
}

fn stmts(text: &str) -> Vec<Stmt> {
    match action(text).unwrap().body {
        Body::Stmts(stmts) => stmts,
        Body::Expr(_) => panic!("an action is a sequence of statements"),
    }
}

#[test]
fn names_are_searched_innermost_out() {
    let code = condition("sent + open + n > u.limit(s, a)").unwrap();
    assert_eq!(
        uses(&code),
        [
            "sent = sent variable of x1",
            "open = open variable of x0",
            "n = n event",
            "u = u key of x2",
            "s = s key of x1",
            "a = a key of x2"
        ]
    );
}

#[test]
fn an_event_variable_with_the_name_of_a_parameter_is_the_parameter() {
    assert_eq!(uses(&condition("a == null").unwrap()), ["a = a key of x2"]);
}

#[test]
fn qualifiers_choose_the_context() {
    let code = condition("::sent + s::sent + u,a::boxed + ::u,a::flag").unwrap();
    assert_eq!(
        uses(&code),
        [
            "::sent = sent variable of x0",
            "s::sent = sent variable of x1",
            "u,a::boxed = boxed variable of x2",
            "::u,a::flag = flag variable of x2"
        ]
    );
}

#[test]
fn qualifiers_among_arguments_are_told_from_separate_arguments() {
    let code = action("f(::open, s::sent, u , a::boxed);").unwrap();
    assert_eq!(
        uses(&code),
        [
            "::open = open variable of x0",
            "s::sent = sent variable of x1",
            "u , a::boxed = boxed variable of x2"
        ]
    );
}

#[test]
fn method_references_are_no_qualifiers() {
    let code =
        action("list.forEach(u::greet); list.forEach(String::length); f(this::run, g()::h);")
            .unwrap();
    assert_eq!(uses(&code), ["u = u key of x2"]);
}

#[test]
fn qualifiers_inside_strings_and_comments_are_text() {
    assert_eq!(
        uses(&action("log(\"a \\\" ::open\"); /* s::sent */ // ::open").unwrap()),
        Vec::<String>::new()
    );
}

#[test]
fn locals_and_lambda_parameters_hide_names_inside_their_scope_only() {
    let code = action(
        "{ int sent = open; sent++; } sent++; xs.forEach(n -> f(n, open)); n = (int n, x) -> n;",
    );
    assert!(code.is_err(), "mixed lambda parameters are no Java");
    let code = action(
        "{ int sent = open; sent++; } sent++; xs.forEach(n -> f(n, open)); g((n, u) -> n + u); n = 1;",
    );
    assert_eq!(
        uses(&code.unwrap()),
        [
            "open = open variable of x0",
            "sent = sent variable of x1",
            "open = open variable of x0",
            "n = n event"
        ]
    );
}

#[test]
fn declarations_of_every_kind_hide_names() {
    let text = "for (int n = 0; n < 1; n++) { f(n); } for (String u : us) { f(u); } \
                try (R s = open()) { f(s); } catch (E n) { f(n); } \
                new T() { int open = 1; int m(int n) { return open + n + sent; } }; \
                switch (x) { case n: f(flag); }";
    assert_eq!(
        uses(&action(text).unwrap()),
        ["sent = sent variable of x1", "flag = flag variable of x2"]
    );
}

#[test]
fn names_after_dots_and_of_methods_are_not_variables() {
    assert_eq!(
        uses(&condition("x.sent + x.n.m() + n() + x.u(y -> y.flag)").unwrap()),
        Vec::<String>::new()
    );
}

#[test]
fn names_inside_opaque_terms_are_found() {
    let code = condition("switch (sent) { case 1 -> n; default -> open; } == 2").unwrap();
    assert_eq!(
        uses(&code),
        [
            "sent = sent variable of x1",
            "n = n event",
            "open = open variable of x0"
        ]
    );
}

#[test]
fn a_pattern_variable_must_not_hide_a_name_of_the_specification() {
    let error = condition("x instanceof Session s && s.open()").unwrap_err();
    assert_eq!(
        (error.code.as_str(), error.span.column),
        ("hidden-name", 22)
    );
    assert!(condition("x instanceof Session t && t.open()").is_ok());
}

#[test]
fn understood_expressions_are_typed_terms() {
    let Expr::Binary { left, .. } = expr("risk(u) > 0.5") else {
        panic!("a comparison")
    };
    let argument = Expr::Name(Name::new("u", NameKind::Parameter(ContextId::from(2))));
    assert_eq!(
        *left,
        Expr::Call {
            receiver: None,
            method: "risk".into(),
            arguments: vec![argument]
        }
    );
    assert!(matches!(expr("(Session) x"), Expr::Cast { ty, .. } if ty == "Session"));
    assert!(
        matches!(expr("x instanceof java.util.List"), Expr::InstanceOf { ty, .. } if ty == "java.util.List")
    );
}

#[test]
fn what_has_no_term_is_opaque() {
    for text in [
        "x -> x",
        "Foo::bar",
        "new int[3]",
        "int.class",
        "this",
        "super.f()",
        "x instanceof Foo f",
    ] {
        assert_eq!(expr(text), Expr::Opaque(text.into()), "{text}");
    }
}

#[test]
fn statements_are_lowered() {
    assert!(matches!(
        &stmts("int i = 0, j;")[..],
        [
            Stmt::Local {
                initial: Some(_),
                ..
            },
            Stmt::Local { initial: None, .. }
        ]
    ));
    assert!(
        matches!(&stmts("if (flag) return; else { n = 1; }")[..], [Stmt::If { then, otherwise, .. }]
        if then == &[Stmt::Return] && otherwise.len() == 1)
    );
    assert!(
        matches!(&stmts("while (flag) { sent--; }")[..], [Stmt::While { body, .. }] if body.len() == 1)
    );
    assert!(matches!(&stmts("for (;;) {}")[..], [Stmt::Opaque(_)]));
    assert!(matches!(
        &stmts("x.f = 1; y[0]++;")[..],
        [
            Stmt::Expr(Expr::Assign {
                target: Assigned::Program(_),
                ..
            }),
            Stmt::Expr(Expr::Increment {
                target: Assigned::Program(_),
                postfix: true,
                ..
            }),
        ]
    ));
}

#[test]
fn a_missing_last_semicolon_is_added() {
    assert_eq!(action(" sent++ ").unwrap().text, "sent++;");
    assert_eq!(
        action("if (flag) { sent++; }").unwrap().text,
        "if (flag) { sent++; }"
    );
}

#[test]
fn text_that_closes_its_surroundings_is_refused() {
    for text in [
        "a); evil(); (b",
        "a)(b",
        "a; b",
        "",
        "}",
        "a b",
        "\"open",
        "1 +",
        "int x = 1",
    ] {
        assert!(
            condition(text).is_err_and(|e| e.message.contains("not a Java expression")),
            "{text}"
        );
    }
    for text in [
        "} void evil() {",
        "a();}{",
        "int",
        "x +;",
        "sent >= 3;",
        "n;",
    ] {
        assert!(action(text).is_err(), "{text}");
    }
}

#[test]
fn errors_are_placed_inside_the_text() {
    assert_eq!(condition("foo(").unwrap_err().span.column, 5);
    assert_eq!(condition("  a &&").unwrap_err().span.line, 1);
    let error = action("sent = 1;\n  sent == 2;").unwrap_err();
    assert_eq!((error.span.line, error.span.column), (2, 3));
    assert_eq!(error.source_line.as_deref(), Some("  sent == 2;"));
}

#[test]
fn an_unknown_global_name_is_an_error_with_the_nearest_name() {
    let error = condition("::opne > 1").unwrap_err();
    assert_eq!(
        (error.code.as_str(), error.help.as_deref()),
        ("unknown-variable", Some("did you mean `::open`?"))
    );
}

#[test]
fn deep_nesting_is_refused_instead_of_overflowing_the_stack() {
    let deep = format!("{}1{}", "(".repeat(20_000), ")".repeat(20_000));
    assert!(condition(&deep).is_err_and(|e| e.message.contains("deep")));
}

#[test]
fn the_canonical_text_of_an_expression_parses_to_the_same_expression() {
    for text in [
        "a-(b-c)*-d",
        "!(x&&y)||z?p:q?r:s",
        "(int)(x+1)>>>2L",
        "- -x",
        "f(a,\"q\\\"\\n\",'\\'')[i].g",
        "x=y+=z",
        "(x=1)+2",
        "new T(1.5f,1e-9)==null",
        "(a instanceof T)==b",
        "a.b.c.d(1).e",
        "x++ + ++y",
        "-2147483648",
        "(x ? y : z).w",
    ] {
        let parsed = expr(text);
        assert_eq!(
            expr(&parsed.to_string()),
            parsed,
            "{text} was printed as {parsed}"
        );
    }
}

#[test]
fn only_octal_and_hexadecimal_literals_reach_the_lowest_number() {
    let lowest = Expr::Literal(Literal::Int(i32::MIN));
    for text in ["020000000000", "0x80000000", "-2147483648"] {
        assert_eq!(expr(text), lowest, "{text}");
    }
    assert!(matches!(expr("2147483648"), Expr::Opaque(_)));
}

/// The grammar takes `(a.b) + c` for a cast and `-n++` for the increment of `-n`: nothing is
/// understood of them, and all that they name may be read and written.
#[test]
fn what_the_grammar_reads_otherwise_than_java_is_not_understood() {
    for text in [
        "(Integer.MAX_VALUE) + (-0.0)",
        "(u.count) - 1",
        "-sent++",
        "(int) sent++",
        "~sent--",
    ] {
        let code = condition(text).unwrap();
        let effects = Effects::of(&code, &types());
        let Body::Expr(expr) = &code.body else {
            unreachable!("a condition is an expression")
        };
        let is_sum = matches!(expr, Expr::Binary { .. });
        let is_right = matches!(expr, Expr::Unary { operand, .. } | Expr::Cast { operand, .. } if matches!(**operand, Expr::Increment { .. }));
        assert!(effects.opaque || is_sum || is_right, "{text}: {expr:?}");
    }
    let code = condition("(sent) + 1").unwrap();
    let effects = Effects::of(&code, &types());
    assert!(
        effects.reads.iter().any(|name| name.text == "sent"),
        "{effects:?}"
    );
}
