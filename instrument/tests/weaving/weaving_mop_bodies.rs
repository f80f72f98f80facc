//! Bodies and handlers of JavaMOP that reset and return, woven and run.

use crate::support::{Fixture, reports};

/// The words after which the handlers of a specification run, of all words that are given; each is
/// of an object of its own, and its letters are the calls of `a` and `b`. With the names of the
/// properties and states where there are several.
fn handled(specification: &str, words: &[&str]) -> Vec<String> {
    let calls: String = words
        .iter()
        .map(|word| {
            let calls: String = word
                .chars()
                .map(|letter| format!(" m.{letter}();"))
                .collect();
            format!("        {{ Main m = new Main();{calls} System.err.println(\"# {word}\"); }}\n")
        })
        .collect();
    let text = format!(
        "
//- s.mop
{specification}
//- Main.java
public class Main {{
    void a() {{}}
    void b() {{}}
    public static void main(String[] args) {{
{calls}    }}
}}
"
    );
    let fixture = Fixture::new(&text, &[]);
    fixture.weave(true);
    let mut seen: Vec<String> = Vec::new();
    let mut told = Vec::new();
    for line in reports(&fixture.run("out", &[])) {
        match line.strip_prefix("# ") {
            Some(word) => told.extend(seen.drain(..).map(|report| format!("{word}: {report}"))),
            None => seen.push(line.split(" by ").next().unwrap_or_default().to_owned()),
        }
    }
    told
}

fn specification(body: &str, rest: &str) -> String {
    format!(
        "S(Main m) {{ int n = 0;
event a before(Main m) : call(* Main.a()) && target(m) && condition(n < 9) {{ {body} }}
event b before(Main m) : call(* Main.b()) && target(m) {{}}
{rest} }}"
    )
}

const MATCH: &str = "ere : a a b @match { System.err.println(\"found\"); }";

#[test]
fn a_body_that_resets_goes_on_with_its_event() {
    let bodies = [
        "n++; if (n == 3) { __RESET; }",
        "n++; if (n == 3) __RESET;",
        "for (int i = 0; i < 2; i++) { if (n == 2 && i == 1) { __RESET; } } n++;",
        "switch (++n) { case 3: __RESET; break; default: break; }",
        "n++; if (n < 3) { if (n > 5) { __RESET; } } else if (n == 3) { __RESET; }",
    ];
    for body in bodies {
        let found = handled(
            &specification(body, MATCH),
            &["aab", "ab", "aaab", "aaaab", "aaaaab"],
        );
        assert_eq!(found, ["aab: S in match", "aaaab: S in match"], "{body}");
    }
}

#[test]
fn a_body_that_resets_and_returns_leaves_the_automaton_at_its_beginning() {
    for body in [
        "n++; if (n == 3) { __RESET; return; }",
        "n++; if (n != 3) {} else { __RESET; return; }",
    ] {
        let found = handled(
            &specification(body, MATCH),
            &["aab", "aaab", "aaaab", "aaaaab", "aaaaaab"],
        );
        assert_eq!(found, ["aab: S in match", "aaaaab: S in match"], "{body}");
    }
    // What comes before it may keep it from being reached.
    let found = handled(
        &specification("n++; if (n < 3) return; __RESET;", MATCH),
        &["aab", "aaab", "aaaab", "b"],
    );
    assert_eq!(found, [""; 0]);
}

#[test]
fn a_condition_is_asked_before_the_body_runs_and_only_then() {
    let body = "n = n + 4; if (n == 8) { __RESET; }";
    // `n` is 0, 4, 8 and 12 before the `a`s; the second resets, the third is taken, the fourth is
    // no event.
    assert_eq!(
        handled(&specification(body, MATCH), &["aaaab", "aab", "aaab"]),
        ["aaaab: S in match", "aaab: S in match"]
    );
}

#[test]
fn handlers_that_reset_stand_beside_such_as_do_so_in_some_cases() {
    let rest = "ere : a b @match { __RESET; } @fail { if (n > 2) { __RESET; } }";
    let found = handled(
        &specification("n++;", rest),
        &["abab", "b", "bab", "aabab", "aaabab"],
    );
    let [matching, failing] = ["S in match", "S in fail"];
    let expected = |word: &str, states: &[&str]| -> Vec<String> {
        states.iter().map(|s| format!("{word}: {s}")).collect()
    };
    let all = [
        expected("abab", &[matching, matching]),
        expected("b", &[failing]),
        // `n` is too small to reset.
        expected("bab", &[failing, failing, failing]),
        // The second `a` fails; the `b` behind it, too; then the third resets as it fails.
        expected("aabab", &[failing, failing, failing, failing]),
        expected("aaabab", &[failing, failing, failing, matching]),
    ];
    assert_eq!(found, all.concat());
}

#[test]
fn a_handler_may_return_before_it_resets() {
    let rest = "ere : a b @match { if (n < 2) return; __RESET; }";
    // A `b` behind the first match keeps nothing matching; after a reset `ab` matches again.
    let found = handled(&specification("n++;", rest), &["abab", "ab"]);
    assert_eq!(found, ["abab: S in match", "ab: S in match"]);
    let at_once = rest.replace("n < 2", "n < 1");
    let found = handled(&specification("n++;", &at_once), &["abab"]);
    assert_eq!(found, ["abab: S in match", "abab: S in match"]);
}

#[test]
fn a_return_is_for_the_last_of_several_formulas() {
    let rest = "ere : a b @match { } ere : a b @match { }";
    let found = handled(
        &specification("n++; if (n == 1) return;", rest),
        &["ab", "aab"],
    );
    assert_eq!(found, ["ab: S in match", "aab: S_2 in match"]);
}

#[test]
fn a_reset_in_some_cases_takes_all_formulas_back() {
    let rest =
        "ere : a a b @match { System.err.println(); } ere : a b @match { System.err.println(); }";
    // The first formula has taken the third `a` when the body runs; the second one takes it from
    // its beginning.
    let found = handled(
        &specification("n++; if (n == 3) { __RESET; }", rest),
        &["aab", "aaab", "aaaaab"],
    );
    assert_eq!(
        found,
        [
            "aab: S in match",
            "aaab: S_2 in match",
            "aaaaab: S in match"
        ]
    );
    let found = handled(
        &specification("n++; if (n == 3) { __RESET; return; }", rest),
        &["aab", "aaab", "aaaab"],
    );
    assert_eq!(found, ["aab: S in match", "aaaab: S_2 in match"]);
    // A handler resets its own formula.
    let rest = "ere : a b @match { if (n > 0) { __RESET; } } ere : a b a b @match { System.err.println(); }";
    let found = handled(&specification("n++;", rest), &["abab"]);
    assert_eq!(
        found,
        ["abab: S in match", "abab: S in match", "abab: S_2 in match"]
    );
}

#[test]
fn a_grammar_is_followed_from_its_beginning() {
    let rest = "cfg : S -> a S b | a b @match { System.err.println(); }";
    let found = handled(
        &specification("n++; if (n == 3) { __RESET; }", rest),
        &["ab", "aabb", "aaab", "aaabb"],
    );
    assert_eq!(
        found,
        [
            "ab: S in match",
            "aabb: S in match",
            "aaab: S in match",
            "aaabb: S in match"
        ]
    );
    let found = handled(
        &specification("n++; if (n == 3) { __RESET; return; }", rest),
        &["aabb", "aaab", "aaaab"],
    );
    assert_eq!(found, ["aabb: S in match", "aaaab: S in match"]);
    let rest = "cfg : S -> a S b | a b @match { if (n > 1) { __RESET; } }";
    // After the first match nothing can match without a reset.
    assert_eq!(
        handled(&specification("n++;", rest), &["abab"]),
        ["abab: S in match"]
    );
    let found = handled(&specification("n++;", rest), &["aabbab"]);
    assert_eq!(found, ["aabbab: S in match", "aabbab: S in match"]);
}
