//! What the independent checker must refuse.

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
    let mut named = specification.events.iter_enumerated().filter(|(_, event)| event.name == name);
    named.next().expect("the event is declared").0
}

/// The property says nothing about `watch`, so no generator of its graphs raises it.
#[test]
fn what_nobody_hears_may_still_create() {
    let specification = date::formats::read("doors.yaml", WATCHED).expect("the property is well-formed");
    let property = &specification.properties[0];
    let pass = GeneratorId::from(0);
    let program = Abstraction {
        generators: [Letter::new([event(&specification, "pass")])].into_iter().collect(),
        unprompted: Vec::new(),
        graphs: vec![EventGraph::unordered("a door".to_owned(), [pass])],
    };
    let assumptions = Assumptions {
        impure_conditions: Vec::new(),
        shared_variables: Vec::new(),
        over_data: false,
        arguments: [Default::default()].into_iter().collect(),
    };
    let checked = check(&specification, property, property, &program, &[pass], &assumptions);
    assert!(checked.is_err(), "the report of a door that was watched is lost");
}
