//! `cflow(..)` and `cflowbelow(..)` of JavaMOP, and what they are in the language of properties.

use date::model::Specification;
use languages::{mop, yaml};

use crate::fixtures::{content, read, reported, shown};

fn specification(name: &str, text: &str) -> Specification {
    read(name, text).unwrap_or_else(|findings| panic!("{text}\n{}", shown(&findings)))
}

/// `a` and `b` of an object, `a` under a condition.
fn guarded(condition: &str) -> String {
    format!(
        "import java.io.*;
S(T t) {{
event a before(T t) : call(* T.a()) && target(t) && {condition} {{}}
event b before(T t) : call(* T.b()) && target(t) {{}}
ere : a b @match {{ }} }}"
    )
}

/// What raises `a` under a condition. It is the same when it is printed and read again, in both
/// languages.
fn lowered(condition: &str) -> String {
    let original = specification("p.mop", &guarded(condition));
    let printed = yaml::print(&original);
    assert_eq!(
        content(&specification("p.yaml", &printed)),
        content(&original),
        "{printed}"
    );
    let again = mop::print(&original).unwrap_or_else(|findings| panic!("{}", shown(&findings)));
    assert_eq!(
        content(&specification("p.mop", &again)),
        content(&original),
        "{again}"
    );
    let line = printed
        .lines()
        .find_map(|line| line.trim().strip_prefix("a: "))
        .unwrap_or_default();
    line.trim_matches('"').to_owned()
}

#[test]
fn control_flows_are_clauses_of_a_pattern() {
    let cases = [
        ("cflow(call(* U.in(..)))", "cflow(call U.in(..))"),
        ("!cflow(call(* U.in(..)))", "!cflow(call U.in(..))"),
        (
            "cflowbelow(execution(U.new(int)))",
            "cflowbelow(execution new U declared (int) (..))",
        ),
        (
            "cflow(call(* U.in(..)) || call(* V+.*(..)) && args(int, ..))",
            "cflow(call U.in(..) | call V+.*(int, ..))",
        ),
        (
            "cflow(execution(* U.in(..)) && this(V) && !within(W))",
            "cflow(execution U.in(..) caller V within !W)",
        ),
        (
            "cflow(call(* U.in(..)) && target(U))",
            "cflow(call U.in(..) target U)",
        ),
        (
            "!cflow(staticinitialization(U+)) && cflow(call(U.new()))",
            "cflow(new U declared () (..)) !cflow(initialization U+)",
        ),
        (
            "cflow(call(synchronized !static * *.*(..)))",
            "cflow(call *.* declared synchronized !static (..) (..))",
        ),
    ];
    for (condition, clauses) in cases {
        assert_eq!(
            lowered(condition),
            format!("call T.a declared () (..) target t {clauses}"),
            "{condition}"
        );
    }
}

#[test]
fn events_that_a_control_flow_tells_apart_are_alternatives_of_one() {
    let printed = yaml::print(&specification(
        "p.mop",
        &guarded("cflow(call(* U.in())) || call(* T.a()) && target(t) && !cflow(call(* U.in()))"),
    ));
    assert!(printed.contains("any-of"), "{printed}");
    let both = guarded("(cflow(call(* U.in())) || cflow(call(* V.in())))");
    let found = shown(&read("p.mop", &both).expect_err("two control flows at one point"));
    assert!(
        found.starts_with("3:23: `||` between pointcuts that may match the same"),
        "{found}"
    );
}

/// What a trace says of control flows is recorded at the event.
#[test]
fn a_trace_records_what_the_thread_is_in_the_course_of() {
    let line =
        |event: &str, inside: bool| format!("{event} t=T@1 `cflow(call U.in(..))`={inside}\n");
    let trace = |inside: bool| format!("{}b t=T@1\n", line("a", inside));
    for holds in [true, false] {
        let text = guarded(if holds {
            "cflow(call(* U.in(..)))"
        } else {
            "!cflow(call(* U.in(..)))"
        });
        assert_eq!(reported("p.mop", &text, &trace(holds)), ["t:2 match (T@1)"]);
        assert_eq!(reported("p.mop", &text, &trace(!holds)), [""; 0]);
    }
    let specification = specification("p.mop", &guarded("cflow(call(* U.in(..)))"));
    let silent = reference::trace::read("t", "a t=T@1\nb t=T@1\n")
        .unwrap_or_else(|findings| panic!("{}", shown(&findings)));
    let run = reference::interpreter::interpret(&specification, &silent).expect("the trace fits");
    let undecided = run
        .undecided
        .map_or(String::new(), |finding| finding.message);
    assert!(
        undecided.contains("whether the thread is in `cflow(call U.in(..))` is not recorded"),
        "{undecided}"
    );
}

#[test]
fn what_control_flows_cannot_say_is_named() {
    let cases = [
        (
            "cflow(call(* U.in(..)) && target(t))",
            "what is bound in `cflow(..)`, or has no course, is not supported yet",
        ),
        (
            "cflow(get(int U.f))",
            "what is bound in `cflow(..)`, or has no course, is not supported yet",
        ),
        (
            "cflow(cflow(call(* U.in())) && call(* U.on()))",
            "what is bound in `cflow(..)`, or has no course, is not",
        ),
        (
            "cflow(call(* U.in(..)) && if(On.now()))",
            "a condition within `cflow(..)`",
        ),
        (
            "cflow(call(* U.in(..)) && target(U) && !target(V))",
            "a condition within `cflow(..)`",
        ),
        (
            "cflow(within(U))",
            "a pointcut without `call(..)`, `execution(..)` or the like is not supported yet",
        ),
        (
            "cflow(condition(true) && call(* U.in(..)))",
            "`condition` within another part of a pointcut (it is said of the whole event: join it to the other parts by `&&`)",
        ),
    ];
    for (condition, expected) in cases {
        let found = shown(&read("p.mop", &guarded(condition)).expect_err(condition));
        assert!(
            found
                .split_once(": ")
                .is_some_and(|(_, text)| text.starts_with(expected)),
            "{condition}\n{found}"
        );
    }
    let event = |clause: &str| {
        format!("events:\n  a: call T.a() {clause}\nproperties:\n  p: {{states: {{s: initial}}}}\n")
    };
    let cases = [
        (
            "cflow (call U.in(int n))",
            "a control flow binds nothing: write the type alone",
        ),
        (
            "cflow (call U.in() target U u)",
            "a control flow binds nothing: write the type alone",
        ),
        (
            "cflow (call U.in() cflow (call V.in()))",
            "a control flow cannot have control flows of its own",
        ),
        (
            "cflow (get U.f)",
            "expected a program point that takes its course, found `get`",
        ),
        (
            "cflow (call U.in() returning)",
            "expected a program point that takes its course, found `call`",
        ),
        ("cflow (call U.in()", "expected `)` at the end of the line"),
        ("cflow call U.in()", "expected `(`, found `call`"),
        (
            "clow (call U.in())",
            "expected the end of the line or a clause, found `clow` (did you mean `cflow`?)",
        ),
        (
            "cflow (call U.in declared volatile (..) ())",
            "no method is `volatile`",
        ),
        ("cflow (call U.in(?))", "`?` is not a type"),
    ];
    for (clause, expected) in cases {
        let found = shown(&read("p.yaml", &event(clause)).expect_err(clause));
        let text = found.split_once(": ").map_or("", |(_, text)| text);
        assert!(text.starts_with(expected), "{clause}\n{found}");
    }
}
