//! Named pointcuts of JavaMOP: they say what they say written out, and no declaration takes long or
//! much.

use languages::yaml;

use crate::fixtures::{read, shown};

/// A specification with these declarations, and an event of a pointcut.
fn specification(declarations: &str, pointcut: &str) -> String {
    format!(
        "S(T t) {{ {declarations}\nevent a before(T t, int n, Object o) : {pointcut} {{}}\nere : a @match {{ }} }}"
    )
}

fn lowered(text: &str) -> String {
    yaml::print(
        &read("p.mop", text).unwrap_or_else(|findings| panic!("{text}\n{}", shown(&findings))),
    )
}

fn refused(text: &str) -> String {
    shown(&read("p.mop", text).expect_err(text))
}

#[test]
fn a_use_says_what_the_pointcut_says_written_out() {
    let cases = [
        (
            "pointcut p(T x) : call(* T.a()) && target(x);",
            "p(t)",
            "call(* T.a()) && target(t)",
        ),
        (
            "pointcut p(T n) : target(n); pointcut q() : call(* T.a());",
            "q() && p(t)",
            "call(* T.a()) && target(t)",
        ),
        (
            "pointcut p(int t, T n) : call(* T.a(int)) && args(t) && target(n) && if(t > 3 && n.t != t);",
            "p(n, t)",
            "call(* T.a(int)) && args(n) && target(t) && if(n > 3 && t.t != n)",
        ),
        (
            "pointcut p(T x) : this(x) && within(a..*); pointcut q(T y, Object o) : p(y) && args(.., o);",
            "call(* *.m(..)) && q(t, o)",
            "call(* *.m(..)) && this(t) && within(a..*) && args(.., o)",
        ),
        (
            "pointcut p(T x) : (call(* T.a()) || call(* T.b()) && !within(U)) && target(x);",
            "(p(t) || execution(* T.c()) && target(t))",
            "((call(* T.a()) || call(* T.b()) && !within(U)) && target(t) || execution(* T.c()) && target(t))",
        ),
        (
            "pointcut inside() : within(U) || within(V);",
            "call(* T.a()) && target(t) && !inside()",
            "call(* T.a()) && target(t) && !(within(U) || within(V))",
        ),
        (
            "pointcut p(U u, V[] v) : call(* T.a(..)) && target(u) && args(v, ..);",
            "p(U, *)",
            "call(* T.a(..)) && target(U) && args(V[], ..)",
        ),
        (
            "pointcut flow() : call(* T.b(..)); pointcut below() : cflowbelow(flow());",
            "call(* T.a()) && target(t) && below() && !cflow(flow())",
            "call(* T.a()) && target(t) && cflowbelow(call(* T.b(..))) && !cflow(call(* T.b(..)))",
        ),
        (
            "pointcut p() : call(* T.a());",
            "p() && target(t) && thread(o) && condition(n > 3)",
            "call(* T.a()) && target(t) && thread(o) && condition(n > 3)",
        ),
        (
            "pointcut p() : staticinitialization(T+);",
            "p()",
            "staticinitialization(T+)",
        ),
    ];
    for (declarations, used, written) in cases {
        assert_eq!(
            lowered(&specification(declarations, used)),
            lowered(&specification("", written)),
            "{used}"
        );
    }
}

#[test]
fn the_class_that_is_initialized_is_known_behind_a_name() {
    let event = |pointcut: &str| {
        let body = "if (__STATICSIG.getDeclaringType() == null) { System.err.println(__LOC); }";
        format!(
            "S() {{ pointcut made() : staticinitialization(T+);\nevent a before() : {pointcut} {{ {body} }} }}"
        )
    };
    assert_eq!(
        lowered(&event("made()")),
        lowered(&event("staticinitialization(T+)"))
    );
}

#[test]
fn findings_are_about_the_place_in_the_declaration() {
    let text = specification(
        "\n  int n = 0; pointcut p(T x) :\n    call(* T.a()) && target(x) && args(String) &&\n    args(x*);\n  int m;",
        "p(t)",
    );
    assert_eq!(
        refused(&text),
        "4:5: a second `args(..)` is not supported yet"
    );
    let member = specification(
        "\n int \u{e9}t\u{e9} = 1; pointcut q() : call(* T.a()); { help(); }",
        "q()",
    );
    assert_eq!(
        refused(&member),
        "2:45: a declaration that is no field and no method is not supported yet"
    );
}

#[test]
fn few_lines_that_say_very_much_are_refused_soon() {
    let doubling = |operator: &str| {
        let first = "pointcut p0() : within(U); ".to_owned();
        (1..60).fold(first, |all, n| {
            all + &format!("pointcut p{n}() : p{m}() {operator} p{m}(); ", m = n - 1)
        })
    };
    let text = specification(&doubling("&&"), "call(* T.a()) && target(t) && p59()");
    assert!(
        refused(&text).contains("this pointcut has more than 1000 parts"),
        "{}",
        refused(&text)
    );
    let text = specification(&doubling("||"), "call(* T.a()) && target(t) && p59()");
    assert!(
        refused(&text).contains("this pointcut has more than 64 alternatives"),
        "{}",
        refused(&text)
    );
    let chain = |length: usize| {
        let uses = (1..length)
            .map(|n| format!("pointcut p{n}() : !!p{}(); ", n - 1))
            .collect::<String>();
        specification(
            &format!("pointcut p0() : call(* T.a()); {uses}"),
            &format!("p{}() && target(t)", length - 1),
        )
    };
    assert_eq!(
        lowered(&chain(60)),
        lowered(&specification("", "call(* T.a()) && target(t)"))
    );
    for length in [300, 20_000] {
        assert!(
            refused(&chain(length)).contains("pointcuts are nested more than 256 levels deep here")
        );
    }
    let backwards: String = (0..20_000)
        .map(|n| format!("pointcut p{n}() : p{}(); ", n + 1))
        .collect();
    let text = specification(
        &format!("{backwards}pointcut p20000() : call(* T.a());"),
        "target(t) && p0()",
    );
    assert!(refused(&text).contains("pointcuts are nested more than 256 levels deep here"));
}
