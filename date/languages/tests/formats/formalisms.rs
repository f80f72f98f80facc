//! One property in five formalisms (Meredith and Rosu, "Runtime Verification with the RV System",
//! figures 2 to 4), and grammars that no automaton is exact about.

use std::collections::BTreeMap;

use date::model::{Date, Specification, StateKind};
use languages::yaml;
use reference::interpreter::interpret;

use crate::fixtures::{content, read, shown};
use test_support::Random;

fn specification(text: &str) -> Specification {
    read("p.mop", text).unwrap_or_else(|findings| panic!("{text}\n{}", shown(&findings)))
}

/// The lines at which a property reports, each with the instance.
type Reports = Vec<(u32, String)>;

fn reports(specification: &Specification, trace: &str) -> BTreeMap<String, Reports> {
    let trace = reference::trace::read("t", trace)
        .unwrap_or_else(|findings| panic!("{}", shown(&findings)));
    let run =
        interpret(specification, &trace).unwrap_or_else(|findings| panic!("{}", shown(&findings)));
    assert_eq!(run.undecided, None);
    let mut found: BTreeMap<String, Reports> = specification
        .properties
        .iter()
        .map(|property| (property.name.clone(), Vec::new()))
        .collect();
    for observation in &run.observations {
        if let reference::interpreter::Seen::Reported(report) = &observation.seen {
            let instance = observation.instance.clone();
            found
                .get_mut(&report.property)
                .expect("a property")
                .push((observation.line, instance));
        }
    }
    found
}

const EVENTS: &str = "import java.util.*;
UnsafeMapIterator(Map m, Collection c, Iterator i) {
  creation event create_coll after(Map m) returning(Collection c) :
    (call(* Map.values()) || call(* Map.keySet())) && target(m) {}
  event create_iter after(Collection c) returning(Iterator i) : call(* Collection+.iterator()) && target(c) {}
  event use_iter before(Iterator i) : call(* Iterator+.next()) && target(i) {}
  event update_map after(Map m) :
    (call(* Map.put*(..)) || call(* Map.remove*(..)) || call(* Map.clear())) && target(m) {}
";

const FORMULAS: [&str; 5] = [
    "fsm : start [ create_coll -> s1 ] s1 [ update_map -> s1, create_iter -> s2 ]
      s2 [ use_iter -> s2, update_map -> s3 ] s3 [ update_map -> s3, use_iter -> end ] end [ ] @end { __RESET; }",
    "ere : create_coll update_map* create_iter use_iter* update_map+ use_iter @match { __RESET; }",
    "cfg : S -> create_coll Updates create_iter Nexts update_map Updates use_iter,
      Nexts -> Nexts use_iter | epsilon, Updates -> Updates update_map | epsilon @match { __RESET; }",
    "ftltl : <>(create_coll and <>(create_iter and <>(update_map and <> use_iter))) @validation { __RESET; }",
    "ptltl : use_iter -> ((<*>(create_iter and (<*> create_coll))) -> ((not update_map) S create_iter))
      @violation { __RESET; }",
];

fn figure_2(formulas: [&str; 5]) -> Specification {
    specification(&format!("{EVENTS}{}\n}}", formulas.join("\n")))
}

#[test]
fn the_formalisms_of_figure_2_report_what_figure_4_says() {
    let figure_3 = "create_coll m=Map@1 c=Coll@1
create_coll m=Map@1 c=Coll@2
create_iter c=Coll@1 i=Iter@1
create_iter c=Coll@1 i=Iter@2
use_iter i=Iter@1
create_iter c=Coll@2 i=Iter@3
update_map m=Map@1
use_iter i=Iter@2
create_coll m=Map@2 c=Coll@3
create_iter c=Coll@3 i=Iter@4
use_iter i=Iter@4
";
    let found = reports(&figure_2(FORMULAS), figure_3);
    assert_eq!(found.len(), 5);
    for (property, reports) in found {
        assert_eq!(
            reports,
            [(8, "Map@1, Coll@1, Iter@2".to_owned())],
            "{property}"
        );
    }
}

/// A trace in which each collection and iterator is made once, before it is used, as in any
/// program.
fn random_trace(random: &mut Random) -> String {
    let (mut collections, mut iterators) = (0, 0);
    let mut trace = String::new();
    for _ in 0..6 + random.below(18) {
        let map = 1 + random.below(2);
        trace += &match random.below(7) {
            0 => {
                collections += 1;
                format!("create_coll m=Map@{map} c=Coll@{collections}\n")
            }
            1 | 2 if collections > 0 => {
                iterators += 1;
                format!(
                    "create_iter c=Coll@{} i=Iter@{iterators}\n",
                    1 + random.below(collections)
                )
            }
            3 | 4 => format!("update_map m=Map@{map}\n"),
            _ if iterators > 0 => format!("use_iter i=Iter@{}\n", 1 + random.below(iterators)),
            _ => String::new(),
        };
    }
    trace
}

/// How many reports the formalisms agree on over so many random traces; or a trace on which they do
/// not.
fn agreed(specification: &Specification, traces: u64) -> Result<usize, String> {
    let mut count = 0;
    for seed in 0..traces {
        let trace = random_trace(&mut Random::new(seed));
        let found = reports(specification, &trace);
        let first = found.values().next().expect("five properties");
        if found.values().any(|reports| reports != first) {
            return Err(format!("seed {seed}:\n{trace}{found:#?}"));
        }
        count += first.len();
    }
    Ok(count)
}

#[test]
fn the_formalisms_agree_on_random_parametric_traces() {
    let reports =
        agreed(&figure_2(FORMULAS), 300).unwrap_or_else(|difference| panic!("{difference}"));
    assert!(reports > 60, "{reports} reports");
}

#[test]
#[ignore = "a campaign"]
fn the_formalisms_agree_on_ten_thousand_random_parametric_traces() {
    let reports =
        agreed(&figure_2(FORMULAS), 10_000).unwrap_or_else(|difference| panic!("{difference}"));
    println!("10000 traces, {reports} reports by each");
    assert!(reports > 3_000, "{reports} reports");
}

#[test]
fn a_formula_that_says_something_else_is_noticed() {
    let changed = [
        (
            0,
            "use_iter -> s2, update_map -> s3",
            "use_iter -> s2, update_map -> s2",
        ),
        (1, "update_map+ use_iter", "update_map use_iter"),
        (2, "update_map Updates use_iter", "Updates use_iter"),
        (
            3,
            "(update_map and <> use_iter)",
            "(update_map and <> update_map)",
        ),
        (
            4,
            "((not update_map) S create_iter)",
            "((not use_iter) S create_iter)",
        ),
    ];
    for (at, text, instead) in changed {
        let mut formulas = FORMULAS.map(str::to_owned);
        assert!(formulas[at].contains(text));
        formulas[at] = formulas[at].replace(text, instead);
        let formulas = formulas.each_ref().map(String::as_str);
        assert!(
            agreed(&figure_2(formulas), 300).is_err(),
            "{}",
            formulas[at]
        );
    }
}

/// The automaton of a property without names.
fn shape(date: &Date) -> (Vec<StateKind>, Vec<(usize, usize, usize)>) {
    let kinds = date.states.iter().map(|state| state.kind).collect();
    let rows = date
        .transitions
        .iter()
        .map(|t| (t.from.index(), t.event.index(), t.to.index()));
    let mut rows: Vec<(usize, usize, usize)> = rows.collect();
    rows.sort();
    assert!(
        date.transitions
            .iter()
            .all(|t| t.condition.is_none() && t.action.is_none())
    );
    (kinds, rows)
}

/// Equal automata have equal residuals over every program.
#[test]
fn regular_formulas_of_one_meaning_are_one_automaton() {
    let text = "S(T t) {
  event make before(T t) : call(* T.make()) && target(t) {}
  event use before(T t) : call(* T.use()) && target(t) {}
  event change before(T t) : call(* T.change()) && target(t) {}
  fsm : start [ make -> made ] made [ use -> made change -> changed ] changed [ change -> changed use -> end ] end [ ]
  @end { }
  ere : make use* change+ use
  @match { }
  cfg : S -> make Uses change Changes use, Uses -> Uses use | epsilon, Changes -> Changes change | epsilon
  @match { }
  ltl : not (make and o (use U (change and o (change U use))))
  @violation { }
  ptltl : not (use and (*) (change S (change and (*) (use S (make and not (*) true)))))
  @violation { }
}";
    let specification = specification(text);
    let shapes: Vec<_> = specification
        .properties
        .iter()
        .map(|property| shape(&property.date))
        .collect();
    assert_eq!(shapes.len(), 5);
    assert_eq!(
        shapes[0]
            .0
            .iter()
            .filter(|kind| **kind == StateKind::Bad)
            .count(),
        1
    );
    for shape in &shapes {
        assert_eq!(*shape, shapes[0]);
    }
}

/// Over `open`, `close` and `other`, the last of which no grammar mentions: what it is in, after
/// each event of a word.
fn nested(handler: &str) -> Specification {
    specification(&format!(
        "Nested(T t) {{
  event open before(T t) : call(* T.open()) && target(t) {{}}
  event close before(T t) : call(* T.close()) && target(t) {{}}
  event other before(T t) : call(* T.other()) && target(t) {{}}
  cfg : S -> S open S close | epsilon
  {handler}
}}"
    ))
}

/// All words over the three events of up to `length`.
fn words(length: u32) -> impl Iterator<Item = Vec<&'static str>> {
    (1..=length).flat_map(|length| {
        (0..3usize.pow(length)).map(move |code| {
            (0..length)
                .map(|at| ["open", "close", "other"][code / 3usize.pow(at) % 3])
                .collect()
        })
    })
}

/// The lines after which a word is balanced, and those after which it can be balanced no more, by
/// counting. What is balanced or, if `fails`, cannot be begins anew where there is a reset.
fn counted(word: &[&str], fails: bool, resets: bool) -> Vec<u32> {
    let (mut depth, mut failed) = (0i32, false);
    let mut lines = Vec::new();
    for (line, event) in (1..).zip(word) {
        depth += match *event {
            "open" => 1,
            "close" => -1,
            _ => 0,
        };
        failed |= depth < 0 || *event == "other";
        if failed == fails && (failed || depth == 0) {
            lines.push(line);
            if resets {
                (depth, failed) = (0, false);
            }
        }
    }
    lines
}

#[test]
fn a_grammar_that_is_not_regular_is_followed_exactly() {
    for (category, fails) in [("match", false), ("fail", true)] {
        for resets in [false, true] {
            let reset = if resets { "__RESET;" } else { "" };
            let specification = nested(&format!("@{category} {{ {reset} }}"));
            for word in words(6) {
                let trace: String = word
                    .iter()
                    .map(|event| format!("{event} t=T@1\n"))
                    .collect();
                let found = reports(&specification, &trace)
                    .remove("Nested")
                    .expect("the property");
                let lines: Vec<u32> = found.into_iter().map(|(line, _)| line).collect();
                assert_eq!(
                    lines,
                    counted(&word, fails, resets),
                    "@{category} {reset} after {word:?}"
                );
            }
        }
    }
}

#[test]
fn a_property_with_a_grammar_is_judged_like_any_other_and_survives_as_yaml() {
    let specification = nested("@match { }");
    let judged = date::judgement::judge(&specification, &specification.properties[0], &|_| false);
    assert_eq!(judged.frozen, None);
    let printed = yaml::print(&specification);
    let again = read("p.yaml", &printed)
        .unwrap_or_else(|findings| panic!("{printed}\n{}", shown(&findings)));
    assert_eq!(content(&again), content(&specification), "{printed}");
    assert!(
        printed.contains("residua.runtime.Recognizer.of(\"N0 -> N0 open N0 close | epsilon\")"),
        "{printed}"
    );
}

#[test]
fn conditions_and_bodies_of_events_go_with_a_grammar() {
    let specification = specification(
        "Nested(T t) {
  int calls = 0;
  event open before(T t) : call(* T.open(boolean)) && target(t) { calls = calls + 1; }
  event close before(T t, int times) : call(* T.close(int)) && target(t) && args(times) && condition(times > calls) {}
  event reset before(T t) : call(* T.reset()) && target(t) { __RESET; }
  cfg : S -> open S close | epsilon
  @fail { }
}",
    );
    let (open, close) = ("open t=T@1", "close t=T@1 times=9");
    let check = |lines: &[&str], expected: &[u32]| {
        let found = reports(&specification, &lines.join("\n"))
            .remove("Nested")
            .expect("the property");
        assert_eq!(
            found
                .into_iter()
                .map(|(line, _)| line)
                .collect::<Vec<u32>>(),
            expected,
            "{lines:?}"
        );
    };
    check(&[open, open, close, close], &[]);
    check(&[open, close, close], &[3]);
    // A condition that does not hold makes the event none; it sees what bodies have done.
    check(&[open, close, "close t=T@1 times=1", open], &[4]);
    check(&[open, close, "close t=T@1 times=2"], &[3]);
    // `reset` is an event like any other: nothing begins with it.
    check(&[open, open, "reset t=T@1"], &[3]);
}
