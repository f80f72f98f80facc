//! The paper's examples: figures 1, 3 and 5 with the programs that the paper (or its figure 4) runs
//! them on.

use date::checker::{Assumptions, check};
use date::graph::{Abstraction, Certainty, Edge, EventGraph, Letter, Occurrence, Procedure, Step};
use date::ids::{GeneratorId, NodeId, ProcedureId};
use date::judgement::{judge, residual_property};
use date::model::Specification;
use date::residual::{Reduction, Removal, Residual, optimize};

/// A program over the events of one specification: one generator for each (object, event).
struct Program<'a> {
    specification: &'a Specification,
    generators: Vec<(String, String)>,
    graphs: Vec<EventGraph>,
}

impl<'a> Program<'a> {
    fn new(specification: &'a Specification) -> Self {
        Program {
            specification,
            generators: Vec::new(),
            graphs: Vec::new(),
        }
    }

    /// An object whose events follow the edges (from, event, to) of a graph that starts at node 0.
    /// `s4.close` is the event `close` at a place of its own.
    fn object(mut self, name: &str, nodes: u32, edges: &[(u32, &str, u32)]) -> Self {
        let edges: Vec<Edge> = edges
            .iter()
            .map(|&(from, event, to)| self.edge(name, from, event, to))
            .collect();
        let procedure = Procedure {
            name: name.to_owned(),
            nodes,
            exits: Vec::new(),
            edges,
        };
        self.graphs.push(EventGraph {
            subject: name.to_owned(),
            procedures: [procedure].into_iter().collect(),
            entries: vec![ProcedureId::from_raw(0)],
            background: Vec::new(),
        });
        self
    }

    fn edge(&mut self, name: &str, from: u32, event: &str, to: u32) -> Edge {
        let key = (name.to_owned(), event.to_owned());
        let known = self
            .generators
            .iter()
            .position(|generator| *generator == key);
        let index = known.unwrap_or_else(|| {
            self.generators.push(key);
            self.generators.len() - 1
        });
        let occurrence = Occurrence {
            generator: GeneratorId::from(index),
            certainty: Certainty::Sure,
        };
        Edge {
            from: NodeId::from_raw(from),
            step: Step::Event(occurrence, NodeId::from_raw(to)),
        }
    }

    fn abstraction(&self) -> Abstraction {
        let letter = |(_, label): &(String, String)| {
            let event = label.rsplit('.').next().unwrap_or(label);
            Letter::new([self
                .specification
                .events
                .position(|e| e.name == event)
                .expect("the event is declared")])
        };
        Abstraction {
            generators: self.generators.iter().map(letter).collect(),
            graphs: self.graphs.clone(),
            ..Abstraction::default()
        }
    }

    /// Optimizes the only property; the checker has to agree.
    fn optimize(&self, through: Reduction) -> Outcome<'_> {
        let property = &self.specification.properties[0];
        let judgement = judge(self.specification, property, &|_| false);
        assert_eq!(judgement.frozen, None);
        let program = self.abstraction();
        let residual = optimize(&judgement.date, &program, &[], through);
        let silenced = residual
            .decisions
            .iter_enumerated()
            .filter(|(_, d)| d.silenced_by.is_some())
            .map(|(id, _)| id);
        let silenced: Vec<GeneratorId> = silenced.collect();
        let left = residual_property(property, &residual.remaining);
        check(
            self.specification,
            property,
            &left,
            &program,
            &silenced,
            &Assumptions::default(),
        )
        .expect("it is right");
        Outcome {
            program: self,
            residual,
        }
    }
}

struct Outcome<'a> {
    program: &'a Program<'a>,
    residual: Residual,
}

impl Outcome<'_> {
    /// `FROM EVENT TO` of each transition that `step` has removed.
    fn removed_by(&self, step: Removal) -> Vec<String> {
        let specification = self.program.specification;
        let date = &specification.properties[0].date;
        let removed = date
            .transitions
            .iter_enumerated()
            .filter(|(id, _)| self.residual.removed_by[*id] == Some(step));
        let named = removed.map(|(_, t)| {
            let [from, to] = [t.from, t.to].map(|state| &date.states[state].name);
            format!("{from} {} {to}", specification.events[t.event].name)
        });
        named.collect()
    }

    /// `OBJECT EVENT` of each generator that is kept.
    fn kept(&self) -> Vec<String> {
        let kept = self
            .residual
            .decisions
            .iter_enumerated()
            .filter(|(_, decision)| decision.silenced_by.is_none());
        kept.map(|(id, _)| self.name(id)).collect()
    }

    /// `OBJECT EVENT` of each generator that `step` has silenced.
    fn silenced_by(&self, step: Reduction) -> Vec<String> {
        let silenced = self
            .residual
            .decisions
            .iter_enumerated()
            .filter(|(_, d)| d.silenced_by == Some(step));
        silenced.map(|(id, _)| self.name(id)).collect()
    }

    fn name(&self, id: GeneratorId) -> String {
        let (object, event) = &self.program.generators[id.index()];
        format!("{object} {event}")
    }
}

fn fixture(name: &str) -> Specification {
    let path = format!("{}/../fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the fixture is there");
    languages::read(name, &text).unwrap_or_else(|findings| panic!("{findings:#?}"))
}

/// The users of figure 4: bronze ones never pay; the others pay when they are not on the blacklist.
fn payment_system(specification: &Specification) -> Program<'_> {
    let paying = [
        (0, "createdUser", 1),
        (1, "activate", 2),
        (2, "activate", 2),
        (2, "pay", 2),
        (2, "blacklist", 3),
        (3, "whitelist", 2),
    ];
    Program::new(specification)
        .object(
            "bronze",
            3,
            &[
                (0, "createdUser", 1),
                (1, "activate", 1),
                (1, "blacklist", 2),
                (2, "blacklist", 2),
                (2, "whitelist", 2),
            ],
        )
        .object("silver", 4, &paying)
        .object("gold", 4, &paying)
}

#[test]
fn figure_5_loses_exactly_the_transfers_to_the_first_residual() {
    for name in ["figure5-payments.yaml", "figure5-payments.lrv"] {
        let specification = fixture(name);
        let program = payment_system(&specification);
        let outcome = program.optimize(Reduction::Residual0);
        assert_eq!(
            outcome.removed_by(Removal::Residual0),
            ["qe transfer qf", "qg transfer qh"]
        );
        assert_eq!(outcome.silenced_by(Reduction::Residual0), [""; 0]);
    }
}

#[test]
fn figure_5_falls_silent_for_bronze_users_with_the_second_residual() {
    let specification = fixture("figure5-payments.yaml");
    let program = payment_system(&specification);
    let outcome = program.optimize(Reduction::Residual1);
    let bronze = [
        "bronze createdUser",
        "bronze activate",
        "bronze blacklist",
        "bronze whitelist",
    ];
    assert_eq!(outcome.silenced_by(Reduction::Residual1), bronze);
    assert_eq!(outcome.removed_by(Removal::Residual1), [""; 0]);
}

#[test]
fn figure_5_keeps_created_user_activate_and_pay_after_the_third_residual() {
    let specification = fixture("figure5-payments.yaml");
    let program = payment_system(&specification);
    let outcome = program.optimize(Reduction::Residual2);
    let kept = [
        "silver createdUser",
        "silver activate",
        "silver pay",
        "gold createdUser",
        "gold activate",
        "gold pay",
    ];
    assert_eq!(outcome.kept(), kept);
    let left = residual_property(&specification.properties[0], &outcome.residual.remaining);
    let states: Vec<&str> = left
        .date
        .states
        .iter()
        .map(|state| state.name.as_str())
        .collect();
    assert_eq!(states, ["qa", "qb", "qc", "qd"]);
}

#[test]
fn figure_3_loses_the_whitelist_transitions_out_of_q1() {
    for name in ["figure3-greylist.yaml", "figure3-greylist.lrv"] {
        let specification = fixture(name);
        let program = Program::new(&specification).object(
            "user",
            3,
            &[(0, "whiteList", 1), (1, "greyList", 2), (2, "transfer", 2)],
        );
        let outcome = program.optimize(Reduction::Residual2);
        let removed = outcome.removed_by(Removal::Residual2);
        let whitelists: Vec<&String> = removed
            .iter()
            .filter(|row| row.starts_with("q1 whiteList"))
            .collect();
        assert_eq!(whitelists, ["q1 whiteList q0", "q1 whiteList q3"]);
        assert_eq!(
            outcome.kept(),
            [""; 0],
            "nothing is left that could be reported"
        );
    }
}

/// The paper, after definition 3.4: q2 and q4 are good entry points, q5 is useless.
#[test]
fn figure_3_keeps_its_good_entry_points_and_loses_the_useless_state() {
    let specification = fixture("figure3-greylist.yaml");
    let everything = [
        (0, "greyList", 0),
        (0, "whiteList", 0),
        (0, "transfer", 0),
        (0, "permanentlyDisabled", 0),
    ];
    let program = Program::new(&specification).object("user", 1, &everything);
    let outcome = program.optimize(Reduction::Residual0);
    let left = residual_property(&specification.properties[0], &outcome.residual.remaining);
    let states: Vec<&str> = left
        .date
        .states
        .iter()
        .map(|state| state.name.as_str())
        .collect();
    assert_eq!(states, ["q0", "q1", "q2", "q3", "q4"]);
}

/// Clara would take the loop on transfer in q1 for a no-op; it counts.
#[test]
fn figure_3_keeps_the_loop_that_counts() {
    let specification = fixture("figure3-greylist.yaml");
    let program = Program::new(&specification).object(
        "user",
        3,
        &[(0, "greyList", 1), (1, "transfer", 1), (1, "whiteList", 2)],
    );
    let outcome = program.optimize(Reduction::Nop);
    assert_eq!(
        outcome.kept(),
        ["user greyList", "user transfer", "user whiteList"]
    );
}

/// The paper's section 2: a stream that is only opened and looked at can never violate figure 1.
#[test]
fn figure_1_falls_silent_for_a_stream_that_is_opened_and_looked_at() {
    let specification = fixture("figure1-streams.yaml");
    let program = Program::new(&specification)
        .object("looked", 1, &[(0, "open", 0), (0, "lookAhead", 0)])
        .object("written", 1, &[(0, "open", 0), (0, "write", 0)]);
    let outcome = program.optimize(Reduction::Residual1);
    assert_eq!(
        outcome.silenced_by(Reduction::Residual1),
        ["looked open", "looked lookAhead"]
    );
    assert_eq!(outcome.kept(), ["written open", "written write"]);
}

/// The paper's figure 2: after `s3.open` the stream is open whatever was before; closing and
/// opening it again leads nowhere else. Each of the two is a no-op only if the other is not heard
/// either. We find more: `s3.open` is none of the paper's, but no write follows that is heard, and
/// after `s8.close` a stream that was never opened is like a closed one.
#[test]
fn figure_2_falls_silent_where_the_stream_is_closed_and_opened_again() {
    let specification = fixture("figure1-streams.yaml");
    let edges = [
        (0, "s1.write", 0),
        (0, "s2.open", 0),
        (0, "s3.open", 1),
        (1, "s4.close", 2),
        (2, "s5.open", 3),
        (3, "s6.write", 3),
        (3, "s7.open", 3),
        (3, "s8.close", 4),
        (4, "s1.write", 4),
        (4, "s2.open", 4),
    ];
    let program = Program::new(&specification).object("stream", 5, &edges);
    let outcome = program.optimize(Reduction::Nop);
    let silenced = outcome.silenced_by(Reduction::Nop);
    assert_eq!(
        silenced,
        ["s3.open", "s4.close", "s5.open", "s6.write", "s7.open"].map(|at| format!("stream {at}"))
    );
    let group = |event: &str| {
        let (id, _) = program
            .generators
            .iter()
            .enumerate()
            .find(|(_, (_, label))| label == event)
            .expect("there");
        outcome.residual.decisions[GeneratorId::from(id)].group
    };
    assert!(group("s4.close").is_some() && group("s4.close") == group("s5.open"));
}

/// The paper's quick check: a program that never reads loses the states behind `read`.
#[test]
fn figure_1_loses_the_odd_reads_of_a_program_that_never_reads() {
    let specification = fixture("figure1-streams.yaml");
    let program = Program::new(&specification).object(
        "stream",
        1,
        &[(0, "open", 0), (0, "write", 0), (0, "close", 0)],
    );
    let outcome = program.optimize(Reduction::Residual0);
    let left = residual_property(&specification.properties[0], &outcome.residual.remaining);
    let states: Vec<&str> = left
        .date
        .states
        .iter()
        .map(|state| state.name.as_str())
        .collect();
    assert_eq!(states, ["qa", "qb", "qd"]);
}

/// Only the first loop has no effect. The second keeps the transition after it from being tried, the
/// next three change something or show it, the condition of one of them, and the last one reports.
#[test]
fn loops_without_effect_are_no_transitions_of_the_result() {
    let text = "
variables: [int knocks]
events:
  enter: call Door.enter()
  knock: call Door.knock()
  ring: call Door.ring()
  leave: call Door.leave()
properties:
  door:
    states: {out: initial, in: , gone: bad}
    transitions:
      - out -> out: knock
      - {out -> out: enter, when: knocks > 0}
      - out -> in: enter
      - {in -> in: knock, do: knocks++;}
      - {in -> in: ring, do: System.out.println(knocks);}
      - {in -> in: enter, when: knocks++ > 3}
      - in -> gone: leave
      - gone -> gone: leave
";
    let specification = languages::read("door.yaml", text).expect("it is valid");
    let program = Program::new(&specification).object(
        "door",
        3,
        &[
            (0, "knock", 0),
            (0, "enter", 1),
            (1, "knock", 1),
            (1, "enter", 1),
            (1, "ring", 1),
            (1, "leave", 0),
        ],
    );
    let outcome = program.optimize(Reduction::Nop);
    assert_eq!(outcome.removed_by(Removal::Nop), ["out knock out"]);
    let through_residual2 = program.optimize(Reduction::Residual2);
    assert_eq!(through_residual2.removed_by(Removal::Nop), [""; 0]);
}
