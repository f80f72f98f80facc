//! The modifiers `connected` and `full-binding` against what they say, asked of each slice by
//! itself.

use std::collections::{BTreeMap, BTreeSet};

use crate::fixtures::{read, reported, shown};
use crate::mop_formulas::Formula;
use test_support::Random;

const ROUNDS: u64 = 600;

/// Parameters by position, with the objects.
type Binding = BTreeMap<usize, usize>;

#[derive(Debug)]
struct Event {
    binds: BTreeSet<usize>,
    creates: bool,
    /// Whether it is none where its number is not positive.
    asks: bool,
    /// Whether its body resets the automaton.
    resets: bool,
}

#[derive(Debug)]
struct Script {
    parameters: usize,
    events: Vec<Event>,
    formula: Formula,
    is_full: bool,
    /// Whether the handler resets the automaton.
    resets: bool,
}

/// An event of a trace: which one, what it binds, and whether its condition holds.
#[derive(Debug)]
struct Step {
    event: usize,
    binding: Binding,
    holds: bool,
}

fn script(random: &mut Random) -> Script {
    let parameters = 2 + random.below(3);
    let has_creators = random.chance(40);
    let mut events: Vec<Event> = Vec::new();
    for _ in 0..2 + random.below(3) {
        let mut binds: BTreeSet<usize> = (0..parameters).filter(|_| random.chance(45)).collect();
        binds.insert(random.below(parameters));
        let (asks, resets) = (random.chance(20), random.chance(10));
        events.push(Event {
            binds,
            creates: !has_creators || random.chance(50),
            asks,
            resets,
        });
    }
    events[0].creates = true;
    let formula = Formula::random(random);
    Script {
        parameters,
        events,
        formula,
        is_full: random.chance(20),
        resets: random.chance(30),
    }
}

impl Script {
    fn text(&self) -> String {
        let of = |binds: &BTreeSet<usize>| {
            binds
                .iter()
                .map(|p| format!("P{p} p{p}"))
                .collect::<Vec<String>>()
                .join(", ")
        };
        let has_creators = self.events.iter().any(|event| !event.creates);
        let mut text = String::from(if self.is_full {
            "connected full-binding S("
        } else {
            "connected S("
        });
        text += &format!("{}) {{\n", of(&(0..self.parameters).collect()));
        for (at, event) in self.events.iter().enumerate() {
            let types = event
                .binds
                .iter()
                .map(|p| format!("P{p}"))
                .collect::<Vec<String>>()
                .join(", ");
            let names = event
                .binds
                .iter()
                .map(|p| format!("p{p}"))
                .collect::<Vec<String>>()
                .join(", ");
            let word = if has_creators && event.creates {
                "creation "
            } else {
                ""
            };
            let condition = if event.asks {
                " && condition(n > 0)"
            } else {
                ""
            };
            let body = if event.resets { "__RESET;" } else { "" };
            let formals = of(&event.binds);
            text += &format!(
                "{word}event e{at} before({formals}, int n) : call(* T.e{at}({types}, int)) && "
            );
            text += &format!("args({names}, n){condition} {{ {body} }}\n");
        }
        let events: Vec<String> = (0..self.events.len()).map(|at| format!("e{at}")).collect();
        let formula = self.formula.text(&events);
        text + &format!(
            "{formula}\n@match {{ {} }}\n}}",
            if self.resets { "__RESET;" } else { "" }
        )
    }

    fn steps(&self, random: &mut Random) -> Vec<Step> {
        let step = |_| {
            let event = random.below(self.events.len());
            let binding = self.events[event]
                .binds
                .iter()
                .map(|p| (*p, random.below(2) + 1))
                .collect();
            Step {
                event,
                binding,
                holds: random.chance(70),
            }
        };
        (0..10).map(step).collect()
    }

    fn trace(&self, steps: &[Step]) -> String {
        let line = |step: &Step| {
            let bound: Vec<String> = step
                .binding
                .iter()
                .map(|(p, object)| format!("p{p}=P{p}@{object}"))
                .collect();
            format!(
                "e{} {} n={}\n",
                step.event,
                bound.join(" "),
                u8::from(step.holds)
            )
        };
        steps.iter().map(line).collect()
    }

    /// Whether an event that creates leaves a parameter unbound: otherwise nothing is asked of an
    /// instance.
    fn is_general(&self) -> bool {
        self.events
            .iter()
            .any(|event| event.creates && event.binds.len() < self.parameters)
    }

    /// The numbers of the steps at which the handler runs for an instance, or for the one that it
    /// goes on from: before it has been made, that is the largest one which says nothing else.
    fn handled(&self, steps: &[Step], instance: &Binding) -> Vec<usize> {
        let (mut word, mut edges, mut handled) = (Vec::new(), Vec::new(), Vec::new());
        let (mut is_created, mut bound) = (false, Binding::new());
        for (at, step) in steps
            .iter()
            .enumerate()
            .filter(|(_, step)| is_part(&step.binding, instance))
        {
            let event = &self.events[step.event];
            bound.extend(&step.binding);
            is_created |= event.creates;
            if !is_created || event.asks && !step.holds {
                continue;
            }
            if event.resets {
                (word, edges) = (Vec::new(), Vec::new());
            }
            word.push(step.event);
            edges.push(&event.binds);
            let asked = !self.is_general() || is_connected(&edges, &bound);
            let is_bound = !self.is_full || bound.len() == self.parameters;
            if self.formula.matches(&word) && asked && is_bound {
                handled.push(at);
                if self.resets {
                    (word, edges) = (Vec::new(), Vec::new());
                }
            }
        }
        handled
    }

    /// What is reported, in order: each instance is there from the step on by which all of it has
    /// been bound.
    fn expected(&self, steps: &[Step]) -> BTreeSet<String> {
        let mut expected = BTreeSet::new();
        for (instance, made) in instances(steps) {
            let shown: Vec<String> = (0..self.parameters)
                .map(|p| {
                    instance
                        .get(&p)
                        .map_or("-".to_owned(), |object| format!("P{p}@{object}"))
                })
                .collect();
            for at in self
                .handled(steps, &instance)
                .into_iter()
                .filter(|at| *at >= made)
            {
                expected.insert(format!("{} ({})", at + 1, shown.join(", ")));
            }
        }
        expected
    }
}

/// Whether a binding says nothing that another one does not say.
fn is_part(part: &Binding, whole: &Binding) -> bool {
    part.iter()
        .all(|(parameter, object)| whole.get(parameter) == Some(object))
}

/// Whether each two parameters that an instance binds are joined by a path of edges.
fn is_connected(edges: &[&BTreeSet<usize>], instance: &Binding) -> bool {
    let Some(first) = instance.keys().next() else {
        return true;
    };
    let mut reached = BTreeSet::from([*first]);
    for _ in 0..instance.len() {
        for edge in edges {
            if !edge.is_disjoint(&reached) {
                reached.extend(edge.iter());
            }
        }
    }
    instance.keys().all(|parameter| reached.contains(parameter))
}

/// The bindings of the steps and all that they can be joined to, with the number of the step that
/// made each.
fn instances(steps: &[Step]) -> Vec<(Binding, usize)> {
    let mut instances: Vec<(Binding, usize)> = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let agree = |other: &Binding| {
            step.binding
                .iter()
                .all(|(p, object)| other.get(p).is_none_or(|o| o == object))
        };
        let others = instances
            .iter()
            .map(|(other, _)| other)
            .filter(|other| agree(other));
        let joined = others.map(|other| {
            other
                .iter()
                .chain(&step.binding)
                .map(|(p, object)| (*p, *object))
                .collect()
        });
        for binding in joined
            .chain([step.binding.clone()])
            .collect::<Vec<Binding>>()
        {
            if instances.iter().all(|(known, _)| *known != binding) {
                instances.push((binding, at));
            }
        }
    }
    instances
}

/// `t:3 match_2 (P0@1, -)` as `3 (P0@1, -)`.
fn without_state(report: &str) -> String {
    let (place, rest) = report.split_once(' ').expect("a state");
    let (_, instance) = rest.split_once(' ').expect("an instance");
    format!("{} {instance}", place.trim_start_matches("t:"))
}

#[test]
fn handlers_run_where_the_hypergraph_of_the_slice_is_connected() {
    let (mut handled, mut held_back) = (0, 0);
    for seed in 0..ROUNDS {
        let random = &mut Random::new(seed);
        let script = script(random);
        let steps = script.steps(random);
        let (text, trace) = (script.text(), script.trace(&steps));
        let found: BTreeSet<String> = reported("p.mop", &text, &trace)
            .iter()
            .map(|line| without_state(line))
            .collect();
        assert_eq!(
            found,
            script.expected(&steps),
            "seed {seed}\n{text}\n{trace}"
        );
        let unasked = reported("p.mop", &text.replacen("connected ", "", 1), &trace);
        handled += found.len();
        held_back += usize::from(unasked.len() > found.len());
    }
    // Both happen.
    assert!(
        handled > 400 && held_back > 80,
        "{handled} handled, held back in {held_back} rounds"
    );
}

#[test]
fn too_many_connections_are_refused() {
    let formals: Vec<String> = (0..9).map(|p| format!("P{p} p{p}")).collect();
    let mut text = format!("connected S({}) {{\n", formals.join(", "));
    for p in 0..8 {
        let q = p + 1;
        text += &format!(
            "event e{p} before(P{p} p{p}, P{q} p{q}) : call(* T.e{p}(P{p}, P{q})) && args(p{p}, p{q}) {{}}\n"
        );
    }
    text += "event last before(P0 p0, P5 p5) : call(* T.last(P0, P5)) && args(p0, p5) {}\nere : (e0|e1|e2|e3|e4|e5|e6|e7|last)* last last last last last @match {}\n}";
    let found = shown(&read("p.mop", &text).expect_err(&text));
    assert!(
        found.starts_with("11:7: what the events connect takes too many states with this formula"),
        "{found}"
    );
}
