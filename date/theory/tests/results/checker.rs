//! Results that the independent checker must refuse.

use date::checker::{Assumptions, check};
use date::graph::{Abstraction, EventGraph, Letter};
use date::ids::{EventId, GeneratorId};
use date::model::Specification;

/// Passing a door is bad, if it is being watched at all.
const WATCHED: &str = "imports: [app.Door]
foreach:
  - parameters: [Door d]
    creation: [watch]
    events:
      watch: call Door.watch() target d
      pass: call Door.pass() target d
    properties:
      doors:
        states: {unpassed: initial, passed: bad}
        transitions:
          - unpassed -> passed: pass
";

fn event(specification: &Specification, name: &str) -> EventId {
    let mut named = specification
        .events
        .iter_enumerated()
        .filter(|(_, event)| event.name == name);
    named.next().expect("the event is declared").0
}

/// Returns whether the checker lets the only call of `pass` be silent in a program of one door. The
/// program raises these events in any order; `elsewhere` is heard of others.
fn lets_passing_be_silent(text: &str, on_the_door: &[&str], elsewhere: &[&str]) -> bool {
    let specification = languages::read("doors.yaml", text).expect("the property is well-formed");
    let property = &specification.properties[0];
    let names = on_the_door.iter().chain(elsewhere);
    let letters = names.map(|name| Letter::new(specification.letter(event(&specification, name))));
    let program = Abstraction {
        generators: letters.collect(),
        graphs: vec![EventGraph::unordered(
            "a door".to_owned(),
            (0..on_the_door.len()).map(GeneratorId::from),
        )],
        ..Abstraction::default()
    };
    let assumptions = Assumptions {
        impure_conditions: Vec::new(),
        shared_variables: Vec::new(),
        over_data: false,
        arguments: program
            .generators
            .iter()
            .map(|_| Default::default())
            .collect(),
    };
    let pass = on_the_door
        .iter()
        .position(|&name| name == "pass")
        .expect("the door is passed");
    check(
        &specification,
        property,
        property,
        &program,
        &[GeneratorId::from(pass)],
        &assumptions,
    )
    .is_ok()
}

/// The property says nothing about `watch`, so no generator of its graphs raises it.
#[test]
fn what_nobody_hears_may_still_create() {
    assert!(
        !lets_passing_be_silent(WATCHED, &["pass"], &[]),
        "the report of a door that was watched is lost"
    );
}

/// Peeking is heard and watches, too; a call of `watch` is raised by itself, and nobody hears it.
#[test]
fn what_is_heard_under_one_name_may_create_unheard() {
    let watched = WATCHED
        .replace(
            "watch: call Door.watch() target d",
            "watch: {any-of: [call Door.watch() target d, peek]}",
        )
        .replace(
            "      pass:",
            "      peek: call Door.peek() target d\n      pass:",
        )
        .replace(
            "          - unpassed",
            "          - passed -> passed: peek\n          - unpassed",
        );
    assert!(
        !lets_passing_be_silent(&watched, &["pass"], &["peek"]),
        "the report of a door that was watched is lost"
    );
}

/// A creating event is heard wherever it happens, and it does not happen to the door.
#[test]
fn what_is_heard_creates_in_the_graphs_alone() {
    let heard = WATCHED.replace(
        "          - unpassed",
        "          - unpassed -> unpassed: watch\n          - unpassed",
    );
    assert!(
        lets_passing_be_silent(&heard, &["pass"], &["watch"]),
        "nobody watches the door"
    );
    assert!(
        !lets_passing_be_silent(&heard, &["pass", "watch"], &[]),
        "the report of a door that was watched is lost"
    );
}

const TIMED: &str = "imports: [app.Door]
foreach:
  - parameters: [Door d]
    clocks: [idle]
    events:
      open: call Door.open() target d
      pass: call Door.pass() target d
      late: timeout idle 5s
    properties:
      doors:
        states: {open: initial, passed: , forgotten: bad}
        transitions:
          - open -> passed: open
          - passed -> passed: pass
          - passed -> forgotten: late
";

/// Returns whether passing may be silent for a door that is opened and passed, in any order, while
/// time passes.
fn lets_passing_be_silent_in_time(text: &str) -> bool {
    let specification = languages::read("doors.yaml", text).expect("the property is well-formed");
    let property = &specification.properties[0];
    let letter = |name: &str| Letter::new([event(&specification, name)]);
    let [opening, passing] = [0, 1].map(GeneratorId::from_raw);
    let mut program = Abstraction {
        generators: [letter("open"), letter("pass")].into_iter().collect(),
        creating: vec![opening, passing],
        graphs: vec![EventGraph::unordered(
            "a door".to_owned(),
            [opening, passing],
        )],
        ..Abstraction::default()
    };
    program.add_unprompted([letter("late")]);
    check(
        &specification,
        property,
        property,
        &program,
        &[passing],
        &Assumptions::default(),
    )
    .is_ok()
}

/// Passing moves nothing, and opening makes the instance; but who has set the clock hears it later.
#[test]
fn clocks_that_are_set_differ() {
    let opened = TIMED.replace(
        "          - passed -> passed",
        "          - open -> open: pass\n          - passed -> passed",
    );
    let listed = opened.replace("    clocks:", "    creation: [open]\n    clocks:");
    assert!(lets_passing_be_silent_in_time(&listed));
    let set = listed.replace(
        "passed: pass\n",
        "passed: pass\n            do: idle.reset();\n",
    );
    assert!(
        !lets_passing_be_silent_in_time(&set),
        "the clock of the residual is late"
    );
}

/// A door that was passed first is there when the time is up.
#[test]
fn instances_that_are_made_later_hear_less() {
    let always = TIMED.replace("- passed -> forgotten: late", "- open -> forgotten: late");
    assert!(!lets_passing_be_silent_in_time(&always), "a report is lost");
}
