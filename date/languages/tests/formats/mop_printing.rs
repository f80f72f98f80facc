//! Specifications of JavaMOP, printed and read again: the same property.

use date::model::Specification;
use languages::{mop, yaml};

use crate::fixtures::{self, read, shown};
use test_support::Random;

const PARAMETERS: [&[&str]; 3] = [&[], &["T t"], &["T t", "U u"]];
const CALLS: [&str; 12] = [
    "call(* T+.m(..))",
    "call(boolean T.m(int, String))",
    "(call(* T.m()) || call(* U.n*(..)))",
    "execution(void U+.run())",
    "call(T.new(Object...))",
    "call(* *.m(.., *))",
    "call(public synchronized * T.m(..))",
    "set(!volatile int T.f)",
    "get(int T.f)",
    "set(* T+.f*)",
    "handler(E+)",
    "(handler(E) || handler(java.io.*))",
];
const TESTS: [&str; 9] = [
    "",
    " && if(Flags.on())",
    " && condition(this.count < 3)",
    " && threadName(\"main\")",
    " && this(Caller)",
    " && within(app..*)",
    " && !within(V+)",
    " && cflow(call(synchronized * *.*(..)) || execution(* V+.run(int)) && target(W) && args(int))",
    " && !cflowbelow(staticinitialization(V)) && cflow(call(V.new()))",
];
const BODIES: [&str; 4] = ["", "", "count++;", "if (count > 2) { count = 0; }"];
const HANDLERS: [&str; 3] = ["", " __RESET;", " System.out.println(\"x\"); Log.add(1);"];

/// An event that binds some of the parameters.
fn event(random: &mut Random, name: usize, parameters: &[&str]) -> String {
    if random.chance(8) {
        let (phase, pointcut) = random.pick(&[
            ("before", "startThread"),
            ("after", "endThread"),
            ("before", "endProgram"),
        ]);
        return format!(
            "  event e{name} {phase}() : {pointcut}() {{ {} }}\n",
            random.pick(&BODIES)
        );
    }
    let call = random.pick(&CALLS);
    let is_creation = call.contains("new") || call.contains("handler");
    let mut bound = Vec::new();
    let mut pointcut = call.to_owned();
    let mut exit = String::new();
    if let Some(first) = parameters
        .first()
        .filter(|_| !is_creation && random.chance(80))
    {
        bound.push((*first).to_owned());
        pointcut += " && target(t)";
        if random.chance(25) {
            pointcut += " && !target(V)";
        }
    }
    let phase = random.pick(&["before", "after", "after"]);
    match parameters.get(1).filter(|_| random.chance(60)) {
        Some(second) if phase == "after" => {
            exit = format!(" {}({second})", random.pick(&["returning", "throwing"]))
        }
        Some(second) => {
            bound.push((*second).to_owned());
            pointcut += " && args(u, ..)";
        }
        None => {}
    }
    pointcut += random.pick(&TESTS);
    format!(
        "  event e{name} {phase}({}){exit} : {pointcut} {{ {} }}\n",
        bound.join(", "),
        random.pick(&BODIES)
    )
}

/// A formula over the events, and what is handled.
fn formula(random: &mut Random, events: usize) -> String {
    let names: Vec<String> = (0..events).map(|event| format!("e{event}")).collect();
    let mut name = || names[random.below(events)].clone();
    let (a, b, c) = (name(), name(), name());
    let (formula, category) = match random.below(7) {
        0 => (format!("ere : {a} ({b} | {c})* {a}"), "match"),
        1 => (format!("ere : ({a}* {b}) {c}+"), "fail"),
        2 => (format!("ltl : []({a} => o ({b} or {c}))"), "violation"),
        3 => (format!("ptltl : {a} -> <*> ({b} and (*) {c})"), "violation"),
        4 => (
            format!("fsm : s [ {a} -> t ] t [ default s {b} -> u ] u [ ] alias bad = u"),
            "bad",
        ),
        5 => (
            format!("fsm : s [ {a} -> t default s ] t [ {b} -> t ]"),
            "fail",
        ),
        _ => (format!("cfg : S -> S {a} {b} | {c}"), "match"),
    };
    let handler = random.pick(&HANDLERS);
    format!("  {formula}\n  @{category} {{ System.err.println(__LOC);{handler} }}\n")
}

fn specification(random: &mut Random) -> String {
    let parameters = random.pick(&PARAMETERS);
    let events = 1 + random.below(4);
    let mut text = String::from("import java.util.*;\n");
    text += &format!("S({}) {{\n  int count = 0;\n", parameters.join(", "));
    for name in 0..events {
        text += &event(random, name, parameters);
    }
    text + &formula(random, events) + "}\n"
}

/// The specification as data. The order in which events list their variables means nothing.
fn content(specification: &Specification) -> serde_json::Value {
    let mut specification = specification.clone();
    specification
        .events
        .iter_mut()
        .for_each(|event| event.parameters.sort_by(|a, b| a.name.cmp(&b.name)));
    fixtures::content(&specification)
}

/// Whether a generated specification is one and can be said; then it is the same after printing.
fn survives(seed: u64) -> bool {
    let text = specification(&mut Random::new(seed));
    let Ok(original) = read("p.mop", &text) else {
        return false;
    };
    let Ok(printed) = mop::print(&original) else {
        return false;
    };
    let again = read("p.mop", &printed)
        .unwrap_or_else(|findings| panic!("{text}\n{printed}\n{}", shown(&findings)));
    assert_eq!(
        content(&again),
        content(&original),
        "{text}\n{printed}\n{}",
        yaml::print(&original)
    );
    let twice =
        mop::print(&again).unwrap_or_else(|findings| panic!("{printed}\n{}", shown(&findings)));
    assert_eq!(twice, printed);
    true
}

#[test]
fn generated_specifications_are_the_same_after_printing() {
    let survivors = (0..400).filter(|seed| survives(*seed)).count();
    assert!(survivors > 200, "{survivors} of 400");
}

#[test]
#[ignore = "a campaign: cargo test -p languages --test formats -- --ignored"]
fn five_thousand_generated_specifications_are_the_same_after_printing() {
    let survivors = (1_000..).filter(|seed| survives(*seed)).take(5_000).count();
    assert_eq!(survivors, 5_000);
}
