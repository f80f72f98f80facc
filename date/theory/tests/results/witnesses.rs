//! Witnesses that are known beforehand.

use date::graph::{Abstraction, Certainty, Edge, EventGraph, Letter, Occurrence, Procedure, Step};
use date::ids::{GeneratorId, NodeId, ProcedureId};
use date::judgement::judge;
use date::residual::witnesses;

/// A book must not be torn once it has been stamped.
const BOOKS: &str = "imports: [app.Book]
foreach:
  - parameters: [Book b]
    events:
      lend: call Book.lend() target b
      back: call Book.back() target b
      stamp: call Book.stamp() target b
      tear: call Book.tear() target b
    properties:
      books:
        states: {here: initial, lent: , stamped: , torn: bad}
        transitions:
          - here -> lent: lend
          - lent -> here: back
          - here -> stamped: stamp
          - stamped -> torn: tear
";

/// The generators: one for each event.
const EVENTS: [&str; 4] = ["lend", "back", "stamp", "tear"];

fn edge(from: u32, event: &str, to: u32) -> Edge {
    let generator = EVENTS
        .iter()
        .position(|&known| known == event)
        .expect("the event is declared");
    let occurrence = Occurrence {
        generator: GeneratorId::from(generator),
        certainty: Certainty::Sure,
    };
    Edge {
        from: NodeId::from_raw(from),
        step: Step::Event(occurrence, NodeId::from_raw(to)),
    }
}

fn procedure(name: &str, nodes: u32, exits: &[u32], edges: Vec<Edge>) -> Procedure {
    let exits = exits.iter().copied().map(NodeId::from_raw).collect();
    Procedure {
        name: name.to_owned(),
        nodes,
        exits,
        edges,
    }
}

/// Two calls stamp a book that is here: one at once, and nothing comes of it; the other when it has
/// been lent and is back, and it is torn then.
#[test]
fn a_witness_leaves_a_method_for_its_own_caller() {
    let specification = languages::read("books.yaml", BOOKS).expect("the property is well-formed");
    let date = judge(&specification, &specification.properties[0], &|_| false).date;
    let letter = |name: &&str| {
        let events = &specification.events;
        Letter::new([events
            .position(|event| event.name == *name)
            .expect("the event is declared")])
    };
    let call = |from, to| {
        let returns = vec![Some(NodeId::from_raw(to))];
        Edge {
            from: NodeId::from_raw(from),
            step: Step::Call {
                callee: ProcedureId::from_raw(1),
                returns,
            },
        }
    };
    let lent = vec![
        call(0, 5),
        edge(0, "lend", 1),
        edge(1, "back", 2),
        call(2, 3),
        edge(3, "tear", 4),
    ];
    let procedures = vec![
        procedure("main", 6, &[4, 5], lent),
        procedure("stamped", 2, &[1], vec![edge(0, "stamp", 1)]),
    ];
    let program = Abstraction {
        generators: EVENTS.iter().map(letter).collect(),
        graphs: vec![EventGraph {
            subject: "a book".to_owned(),
            procedures: procedures.into_iter().collect(),
            entries: vec![ProcedureId::from_raw(0)],
            background: Vec::new(),
        }],
        ..Abstraction::default()
    };
    let found = witnesses(&date, &date.whole(), &program, |_| false);
    for (generator, event) in EVENTS.iter().enumerate() {
        let witness = found[GeneratorId::from(generator)].as_ref();
        let witness = witness.unwrap_or_else(|| panic!("{event} has a witness"));
        let taken: Vec<&str> = witness
            .taken
            .iter()
            .map(|taken| EVENTS[taken.generator.index()])
            .collect();
        assert_eq!(taken, EVENTS, "the witness of {event}");
        assert!(witness.is_ordered);
    }
}
