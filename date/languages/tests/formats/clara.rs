//! Dependency declarations of Clara: what they become, and what is wrong with them.

use languages::yaml;

use crate::fixtures::{read, reported, shown};

pub const POOLS: &str = "package shop;
import java.util.*;

public aspect Pools {
  private int count = 0;

  dependent after get(Pool p) returning(Res r) : call(Res Pool.get(..)) && target(p) { count++; }
  dependent before drop(Pool p) : call(* Pool.dispose()) && target(p) { }
  dependent before use(Res used) : call(* Res.use(..)) && target(used) { System.err.println(\"used\"); }
  before(): call(* Pool.other()) { count--; }

  dependency {
    get(p, r), drop(p), use(r);
    initial fresh: get -> live;
    live: use -> live, drop -> gone;
    gone: drop -> gone, use -> hit;
    final hit: use -> hit;
  }
}
";

fn reports(text: &str, trace: &str) -> Vec<String> {
    reported("p.aj", text, trace)
}

fn refusal(text: &str) -> String {
    shown(&read("p.aj", text).expect_err(text))
}

#[test]
fn a_final_state_is_reported_each_time_for_each_binding() {
    let trace = "get p=Pool@1 r=Res@1
get p=Pool@1 r=Res@2
use r=Res@1
drop p=Pool@1
use r=Res@2
use r=Res@2
use r=Res@1
";
    let expected = [
        "t:5 at_hit (Pool@1, Res@2)",
        "t:6 at_hit (Pool@1, Res@2)",
        "t:7 at_hit (Pool@1, Res@1)",
    ];
    assert_eq!(reports(POOLS, trace), expected);
}

#[test]
fn a_symbol_without_an_edge_ends_the_matching() {
    // There is no edge for a second `get`.
    assert_eq!(
        reports(
            POOLS,
            "get p=P@1 r=R@1\nget p=P@1 r=R@1\ndrop p=P@1\nuse r=R@1\n"
        ),
        [""; 0]
    );
}

#[test]
fn the_advice_and_the_variables_become_events_and_parameters() {
    let specification =
        read("p.aj", POOLS).unwrap_or_else(|findings| panic!("{}", shown(&findings)));
    let printed = yaml::print(&specification);
    for line in [
        "parameters: [Pool p, Res r]",
        "creation: slicing",
        "use: call Res.use(..) target r",
        "get: call Pool.get declared Res(..) (..) target p returning (r)",
        "- shop.*",
    ] {
        assert!(printed.contains(line), "{line}\n{printed}");
    }
    assert!(!printed.contains("count"), "{printed}");
}

/// A machine over `a` and `b` of one object.
fn machine(dependency: &str) -> String {
    format!(
        "aspect A {{
  dependent before a(T t) : call(* T.a()) && target(t) {{ }}
  dependent before b(T t) : call(* T.b()) && target(t) {{ }}
  dependency {{ {dependency} }}
}}"
    )
}

fn lines(dependency: &str, word: &str) -> Vec<usize> {
    let trace: String = word
        .chars()
        .map(|event| format!("{event} t=T@1\n"))
        .collect();
    let found = reports(&machine(dependency), &trace);
    found
        .iter()
        .map(|report| {
            report[2..]
                .split(' ')
                .next()
                .unwrap_or_default()
                .parse()
                .expect("a line")
        })
        .collect()
}

#[test]
fn machines_may_be_nondeterministic_and_have_several_initial_states() {
    let suffix = "a, b; initial s: a -> s, b -> s, a -> t; t: b -> u; final u;";
    assert_eq!(lines(suffix, "abaabb"), [2, 5]);
    let several = "a, b; initial s: a -> u; initial t: b -> u; final u: a -> u;";
    assert_eq!(lines(several, "baab"), [1, 2, 3]);
    assert_eq!(lines("a, b; initial final s: a -> s;", "aaba"), [1, 2]);
}

#[test]
fn strong_advice_matters_once_all_of_it_has_executed() {
    assert_eq!(lines("strong a, b;", "aabab"), [3, 4, 5]);
    assert_eq!(lines("strong b; weak a;", "aab"), [3]);
    assert_eq!(lines("strong b; weak a;", "aaba"), [3, 4]);
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let cases = [
        (
            "a, b; initial s: c -> s; final t;",
            "4:33: there is no symbol `c` here (did you mean `a`?)",
        ),
        (
            "a, b; initial one: a -> onw; final two;",
            "4:40: there is no state `onw` here (did you mean `one`?)",
        ),
        ("a, b; s: a -> t; final t;", "4:22: no state is `initial`"),
        ("a, b; initial s: a -> t; t;", "4:30: no state is `final`"),
        (
            "a, b; initial s: a -> t; final t; u: a -> t;",
            "4:50: no initial state leads to `u`",
        ),
        (
            "a, b; initial s: a -> t, b -> u; final t; u;",
            "4:58: `u` leads to no final state",
        ),
        (
            "a, a; initial s: a -> t; final t;",
            "4:19: `a` is listed twice",
        ),
        (
            "a, bb; initial s: a -> t; final t;",
            "4:19: there is no dependent advice `bb` (did you mean `b`?)",
        ),
        (
            "a(t, u), b; initial s: a -> t; final t;",
            "4:16: `a` binds 1 variables, and 2 are named here",
        ),
        (
            "a, b; initial s a -> t; final t;",
            "4:32: expected `:` or `;`",
        ),
        ("strong a b;", "4:25: expected `,` or `;`"),
    ];
    for (dependency, expected) in cases {
        let found = refusal(&machine(dependency));
        assert!(
            found.starts_with(expected),
            "{dependency}\n{found}\nexpected {expected}"
        );
    }
    assert!(
        refusal("class A { }").contains("expected an aspect"),
        "{}",
        refusal("class A { }")
    );
    assert!(
        refusal("aspect A { }").contains("expected a `dependency { .. }`"),
        "{}",
        refusal("aspect A { }")
    );
}
