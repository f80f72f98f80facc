//! Random pairs of a DATE and a program's object traces.

use std::collections::BTreeSet;

use date::algebra::SubDate;
use date::checker::{Assumptions, Refusal, check};
use date::data::Data;
use date::graph::{Abstraction, Certainty, Edge, EventGraph, Letter, Occurrence, Procedure, Step};
use date::ids::{ContextId, EventId, GeneratorId, NodeId, ProcedureId};
use date::model::{Context, Creation, Property, Specification, Variable};
use date::residual::{Reduction, Residual, optimize_over_data};

use crate::concrete::{Action, Arrow, ConcreteDate, Condition, Heard};
use test_support::Random;

/// The traces of one object.
pub type Traces = Vec<Vec<Occurrence>>;

#[derive(Debug)]
pub struct Pair {
    pub seed: u64,
    pub date: ConcreteDate,
    /// The traces of each object; none where graphs are not made from traces.
    pub objects: Vec<Traces>,
    pub program: Abstraction,
}

impl Pair {
    pub fn generate(seed: u64) -> Self {
        let mut objects: Vec<Traces> = Vec::new();
        let pair = Pair::over(seed, |random, generators| {
            objects = (0..1 + random.below(3))
                .map(|_| traces(random, generators))
                .collect();
            objects
                .iter()
                .enumerate()
                .map(|(index, traces)| graph(index, traces))
                .collect()
        });
        Pair { objects, ..pair }
    }

    /// A random DATE, and random letters for as many generators as `graphs` is told.
    fn over(seed: u64, graphs: impl FnOnce(&mut Random, usize) -> Vec<EventGraph>) -> Self {
        let mut random = Random::new(seed);
        let events = 1 + random.below(EVENTS);
        let date = date(&mut random, events);
        let generators = 1 + random.below(6);
        let letters = (0..generators)
            .map(|_| letter(&mut random, events))
            .collect();
        let graphs = graphs(&mut random, generators);
        let program = Abstraction {
            generators: letters,
            graphs,
            ..Abstraction::default()
        };
        Pair {
            seed,
            date,
            objects: Vec::new(),
            program,
        }
    }

    /// A DATE, and one object with traces of events that surely concern it; each event has a
    /// generator of its own.
    pub fn of_traces(date: ConcreteDate, traces: &[&[u32]]) -> Self {
        let count = date
            .arrows
            .iter()
            .map(|arrow| arrow.event + 1)
            .max()
            .unwrap_or_default();
        Pair::of_objects(date, 0..count, &[traces])
    }

    /// A DATE, a generator for each of `events`, and the traces of each object: generators that
    /// surely concern it.
    pub fn of_objects(
        date: ConcreteDate,
        events: impl IntoIterator<Item = u32>,
        objects: &[&[&[u32]]],
    ) -> Self {
        let letters = events
            .into_iter()
            .map(|event| Letter::new([EventId::from_raw(event)]));
        let sure = |&id: &u32| Occurrence {
            generator: GeneratorId::from_raw(id),
            certainty: Certainty::Sure,
        };
        let traces = |traces: &&[&[u32]]| {
            traces
                .iter()
                .map(|trace| trace.iter().map(sure).collect())
                .collect()
        };
        let objects: Vec<Traces> = objects.iter().map(traces).collect();
        let mut program = Abstraction {
            generators: letters.collect(),
            ..Abstraction::default()
        };
        program.graphs = objects
            .iter()
            .enumerate()
            .map(|(index, traces)| graph(index, traces))
            .collect();
        Pair {
            seed: 0,
            date,
            objects,
            program,
        }
    }

    /// A pair whose instances may be released, and may be reached by events that make none.
    pub fn with_lives(seed: u64) -> Self {
        let mut pair = Pair::generate(seed);
        let mut random = Random::new(!seed);
        if random.chance(40) {
            pair.date.releasing = pair
                .date
                .bad
                .iter()
                .map(|bad| !bad && random.chance(40))
                .collect();
        }
        let mut letters = |share| -> Vec<Letter> {
            let count = if random.chance(share) {
                1 + random.below(2)
            } else {
                0
            };
            (0..count).map(|_| letter(&mut random, EVENTS)).collect()
        };
        let (outer, unprompted) = (letters(30), letters(60));
        let own = pair.program.generators.indices();
        let outer: Vec<GeneratorId> = outer
            .into_iter()
            .map(|letter| pair.program.generators.push(letter))
            .collect();
        pair.program.add_background(&outer);
        pair.program.add_unprompted(unprompted);
        pair.program.creating = own.collect();
        pair
    }

    /// A generator as an instance hears it.
    pub fn heard(&self, position: usize, generator: GeneratorId) -> Heard<'_> {
        let Abstraction {
            generators,
            creating,
            ..
        } = &self.program;
        Heard {
            position,
            letter: &generators[generator],
            creates: creating.is_empty() || creating.contains(&generator),
        }
    }

    /// A word into which some of what comes at any time is put.
    pub fn with_what_comes_at_any_time(
        &self,
        word: &[GeneratorId],
        number: u64,
    ) -> Vec<GeneratorId> {
        let mut word = word.to_vec();
        let reaching = self
            .program
            .generators
            .indices()
            .skip(self.program.creating.len())
            .collect::<Vec<_>>();
        let mut random = Random::new(self.seed ^ number << 16);
        let count = if self.program.creating.is_empty() || reaching.is_empty() {
            0
        } else {
            random.below(4)
        };
        for _ in 0..count {
            let at = random.below(word.len() + 1);
            word.insert(at, reaching[random.below(reaching.len())]);
        }
        word
    }

    /// A pair whose graphs have loops, procedures that call each other, several exits, and a
    /// background.
    pub fn with_graphs(seed: u64) -> Self {
        Pair::over(seed, |random, generators| {
            (0..1 + random.below(2))
                .map(|_| calling_graph(random, generators))
                .collect()
        })
    }

    /// The independent checker's opinion of a result.
    pub fn check(&self, residual: &Residual) -> Result<(), Refusal> {
        let silenced: Vec<GeneratorId> = residual
            .decisions
            .iter_enumerated()
            .filter(|(_, decision)| decision.silenced_by.is_some())
            .map(|(id, _)| id)
            .collect();
        let original = self.property();
        let remaining = self.date.property(&residual.remaining);
        let believing = Assumptions {
            over_data: true,
            ..Assumptions::default()
        };
        check(
            &specification(),
            &original,
            &remaining,
            &self.program,
            &silenced,
            &believing,
        )
    }

    fn property(&self) -> Property {
        self.date
            .property(&SubDate::all(self.date.states, self.date.arrows.len()))
    }

    /// Reduces the pair as the product does, conditions over data included.
    pub fn optimized(&self, through: Reduction) -> Residual {
        self.optimized_with(&[], through)
    }

    /// The same where these generators must be heard.
    pub fn optimized_with(&self, pinned: &[GeneratorId], through: Reduction) -> Residual {
        let (specification, property) = (specification(), self.property());
        let data = Data {
            specification: &specification,
            property: &property,
            shared_variables: &[],
            impure_conditions: &[],
            arguments: Default::default(),
        };
        optimize_over_data(
            &self.date.static_date(),
            &self.program,
            Some(&data),
            pinned,
            through,
        )
    }
}

/// As many events as a pair has at most.
const EVENTS: usize = 3;

fn specification() -> Specification {
    let context = |parent| Context {
        parent,
        parameters: Vec::new(),
        creation: Creation::AnyEvent,
        variables: vec![Variable {
            name: "x".to_owned(),
            ty: "int".to_owned(),
            initial: None,
            span: Default::default(),
        }],
        clocks: Vec::new(),
        channels: Vec::new(),
        span: Default::default(),
    };
    Specification {
        name: "random".to_owned(),
        file: "random.yaml".to_owned(),
        imports: Vec::new(),
        import_places: Default::default(),
        package: None,
        hears_references: true,
        contexts: [context(None), context(Some(ContextId::from_raw(0)))]
            .into_iter()
            .collect(),
        events: Default::default(),
        properties: Vec::new(),
        methods: None,
    }
}

fn date(random: &mut Random, events: usize) -> ConcreteDate {
    let states = 2 + random.below(3);
    let arrow = |random: &mut Random| Arrow {
        from: random.below(states),
        event: random.below(events) as u32,
        condition: condition(random),
        action: random.pick(&[
            Action::Skip,
            Action::Skip,
            Action::Skip,
            Action::Increment,
            Action::Reset,
            Action::Emit,
        ]),
        to: random.below(states),
    };
    let arrows = (0..1 + random.below(8)).map(|_| arrow(random)).collect();
    let emits = random.chance(30);
    let bad = (0..states).map(|_| random.chance(30)).collect();
    let mut date = ConcreteDate {
        states,
        bad,
        releasing: vec![false; states],
        arrows,
    };
    for arrow in date
        .arrows
        .iter_mut()
        .filter(|arrow| !emits && arrow.action == Action::Emit)
    {
        arrow.action = Action::Skip;
    }
    date
}

fn condition(random: &mut Random) -> Condition {
    match random.below(10) {
        0..=5 => Condition::True,
        6 => Condition::False,
        7 => Condition::AtLeast(1 + random.below(2) as i32),
        8 => Condition::Equals(random.below(2) as i32),
        _ => Condition::Opaque,
    }
}

fn letter(random: &mut Random, events: usize) -> Letter {
    let first = random.below(events);
    let second = if random.chance(25) {
        random.below(events)
    } else {
        first
    };
    Letter::new([EventId::from(first), EventId::from(second)])
}

fn occurrence(random: &mut Random, generators: usize, maybes: bool) -> Occurrence {
    Occurrence {
        generator: GeneratorId::from(random.below(generators)),
        certainty: if maybes && random.chance(30) {
            Certainty::Maybe
        } else {
            Certainty::Sure
        },
    }
}

/// Any edges between the nodes of up to three procedures.
fn calling_graph(random: &mut Random, generators: usize) -> EventGraph {
    if random.chance(10) {
        let heard = (0..1 + random.below(3)).map(|_| GeneratorId::from(random.below(generators)));
        return EventGraph::unordered(
            "objects without order".to_owned(),
            heard.collect::<BTreeSet<_>>(),
        );
    }
    let maybes = random.chance(40);
    let shapes: Vec<(u32, Vec<NodeId>)> = (0..1 + random.below(3))
        .map(|_| {
            let nodes = 2 + random.below(4);
            let exits = (0..random.below(3)).map(|_| NodeId::from(random.below(nodes)));
            (nodes as u32, exits.collect())
        })
        .collect();
    let procedure = |random: &mut Random, index: usize| {
        let (nodes, exits) = shapes[index].clone();
        let node = |random: &mut Random| NodeId::from(random.below(nodes as usize));
        let step = |random: &mut Random| match random.below(10) {
            0 => Step::Silent(node(random)),
            1..=6 => Step::Event(occurrence(random, generators, maybes), node(random)),
            _ => {
                let callee = random.below(shapes.len());
                let returns = shapes[callee]
                    .1
                    .iter()
                    .map(|_| random.chance(80).then(|| node(random)));
                Step::Call {
                    callee: ProcedureId::from(callee),
                    returns: returns.collect(),
                }
            }
        };
        let edges = (0..nodes as usize + random.below(5)).map(|_| Edge {
            from: node(random),
            step: step(random),
        });
        Procedure {
            name: format!("p{index}"),
            nodes,
            exits,
            edges: edges.collect(),
        }
    };
    let procedures = (0..shapes.len())
        .map(|index| procedure(random, index))
        .collect();
    let background = if random.chance(20) {
        vec![occurrence(random, generators, true)]
    } else {
        Vec::new()
    };
    EventGraph {
        subject: "object".to_owned(),
        procedures,
        entries: vec![ProcedureId::from_raw(0)],
        background,
    }
}

fn traces(random: &mut Random, generators: usize) -> Traces {
    let maybes = random.chance(40);
    let trace = |random: &mut Random| {
        (0..random.below(6))
            .map(|_| occurrence(random, generators, maybes))
            .collect()
    };
    (0..1 + random.below(2)).map(|_| trace(random)).collect()
}

/// The graph whose words are the prefixes of the traces.
fn graph(index: usize, traces: &Traces) -> EventGraph {
    let mut procedure = Procedure {
        name: "main".to_owned(),
        nodes: 1,
        exits: Vec::new(),
        edges: Vec::new(),
    };
    for trace in traces {
        let mut from = NodeId::from_raw(0);
        for &occurrence in trace {
            let to = NodeId::from_raw(procedure.nodes);
            procedure.nodes += 1;
            procedure.edges.push(Edge {
                from,
                step: Step::Event(occurrence, to),
            });
            from = to;
        }
    }
    EventGraph {
        subject: format!("object {index}"),
        procedures: [procedure].into_iter().collect(),
        entries: vec![ProcedureId::from_raw(0)],
        background: Vec::new(),
    }
}
