//! The reference interpreter against the oracle: two readings of the semantics that share no code.
//! A pair is written as a property in YAML, its words as recorded traces.

use date::algebra::SubDate;
use date::code::Value;
use date::graph::{Certainty, Occurrence};
use date::ids::GeneratorId;
use date::judgement::residual_property;
use date::model::Specification;
use date::residual::Residual;
use reference::interpreter::{Observation, Seen as Observed, follow, interpret};

use crate::concrete::{Action, Arrow, Condition, Seen};
use crate::generate::Pair;
use test_support::Random;

/// One event `g<n>` for each generator, listed by the events `e<n>` of its letter.
fn yaml(pair: &Pair) -> String {
    let generators = pair.program.generators.indices();
    let points: String = generators
        .map(|id| format!("      {id}: call T.{id}() target o\n"))
        .collect();
    let states = (0..pair.date.states).map(|state| {
        let words = [(state == 0, "initial"), (pair.date.bad[state], "bad")];
        let words: Vec<&str> = words
            .into_iter()
            .filter(|(is, _)| *is)
            .map(|(_, word)| word)
            .collect();
        format!("q{state}: {}", words.join(" "))
    });
    let states = states.collect::<Vec<_>>().join(", ");
    let letters: String = (0..3).map(|event| listing(pair, event)).collect();
    let transitions: String = pair.date.arrows.iter().map(transition).collect();
    format!(
        "foreach:\n  - parameters: [T o]\n    variables: [int x]\n    events:\n{points}{letters}    properties:\n      \
         p:\n        states: {{{states}}}\n        transitions:\n{transitions}"
    )
}

fn listing(pair: &Pair, event: u32) -> String {
    let raising = pair.program.generators.iter_enumerated();
    let raising =
        raising.filter(|(_, letter)| letter.contains(date::ids::EventId::from_raw(event)));
    let members: String = raising.map(|(id, _)| format!(", {id}")).collect();
    format!("      e{event}: {{any-of: [call T.never{event}() target o{members}]}}\n")
}

fn transition(arrow: &Arrow) -> String {
    let condition = match arrow.condition {
        Condition::True => String::new(),
        Condition::False => ", when: false".to_owned(),
        Condition::AtLeast(bound) => format!(", when: x >= {bound}"),
        Condition::Equals(value) => format!(", when: x == {value}"),
        Condition::Opaque => ", when: Program.ask()".to_owned(),
    };
    let action = match arrow.action {
        Action::Skip => "",
        Action::Increment => ", do: x++;",
        Action::Reset => ", do: x = 0;",
        Action::Emit => ", do: Program.emit(x);",
    };
    format!(
        "          - {{q{} -> q{}: e{}{condition}{action}}}\n",
        arrow.from, arrow.to, arrow.event
    )
}

/// One way in which a trace of an object can be, with the answers of the program.
struct Word<'a> {
    pair: &'a Pair,
    heard: Vec<(usize, GeneratorId)>,
    answers: u64,
}

impl Word<'_> {
    fn answer(&self, position: usize) -> bool {
        Random::new(self.pair.seed ^ self.answers << 32 ^ (position as u64) << 40).chance(50)
    }

    fn without(&self, silenced: impl Fn(GeneratorId) -> bool) -> Word<'_> {
        let heard = self
            .heard
            .iter()
            .copied()
            .filter(|(_, generator)| !silenced(*generator))
            .collect();
        Word {
            pair: self.pair,
            heard,
            answers: self.answers,
        }
    }

    /// The word as a recorded trace; its n-th position is the place `P:n`.
    fn trace(&self) -> String {
        let line = |&(position, generator): &(usize, GeneratorId)| {
            format!(
                "{generator} o=T@1 `Program.ask()`={} at P:{position}\n",
                self.answer(position)
            )
        };
        self.heard.iter().map(line).collect()
    }

    /// Returns the observations of the interpreter.
    fn interpreted(&self, specification: &Specification) -> Vec<Seen> {
        let trace = reference::trace::read("random", &self.trace()).expect("a trace");
        let run = interpret(specification, &trace).expect("a trace of the property");
        assert_eq!(run.undecided, None);
        assert_eq!(follow(specification, &trace).as_ref(), Ok(&run));
        run.observations.iter().filter_map(seen).collect()
    }

    fn by_oracle(&self) -> Vec<Seen> {
        let date = &self.pair.date;
        let everything = SubDate::all(date.states, date.arrows.len());
        let heard = self
            .heard
            .iter()
            .map(|&(position, generator)| self.pair.heard(position, generator));
        date.run(&everything, heard, |position| self.answer(position))
    }
}

fn seen(observation: &Observation) -> Option<Seen> {
    let position = || observation.place.strip_prefix("P:")?.parse().ok();
    match &observation.seen {
        Observed::Reported(report) => Some(Seen::Report {
            position: position()?,
            state: report.state.strip_prefix('q')?.parse().ok()?,
            event: report.event.strip_prefix('e')?.parse().ok()?,
        }),
        Observed::Called { operands, .. } => match operands.as_slice() {
            [Value::Int(x)] => Some(Seen::Action {
                position: position()?,
                x: *x,
            }),
            _ => None,
        },
        _ => None,
    }
}

/// A few of the words of a pair: of each trace the one that leaves out nothing, and a random one.
fn words(pair: &Pair) -> Vec<Word<'_>> {
    let mut random = Random::new(pair.seed ^ 0x77);
    let mut words = Vec::new();
    for trace in pair.objects.iter().flatten() {
        for leaves_out in [false, true] {
            let mut hears = |occurrence: &Occurrence| {
                occurrence.certainty == Certainty::Sure || !leaves_out || random.chance(50)
            };
            let heard = trace
                .iter()
                .enumerate()
                .filter(|(_, o)| hears(o))
                .map(|(i, o)| (i, o.generator));
            words.push(Word {
                pair,
                heard: heard.collect(),
                answers: u64::from(leaves_out),
            });
        }
    }
    words
}

fn specification(pair: &Pair) -> Specification {
    languages::read("random.yaml", &yaml(pair))
        .unwrap_or_else(|findings| panic!("{findings:#?}\n{}", yaml(pair)))
}

/// How many words were compared, in how many something was seen, and the seeds of pairs where
/// readings differ.
#[derive(Debug, Default)]
pub struct Comparison {
    pub words: usize,
    pub telling: usize,
    pub different: Vec<u64>,
}

impl Comparison {
    fn add(&mut self, seed: u64, one: &[Seen], other: &[Seen]) {
        self.words += 1;
        self.telling += usize::from(!one.is_empty());
        if one != other && self.different.last() != Some(&seed) {
            self.different.push(seed);
        }
    }
}

/// Interpreter against oracle, on the original properties.
pub fn against_oracle(seeds: std::ops::Range<u64>) -> Comparison {
    let mut comparison = Comparison::default();
    for pair in seeds.map(Pair::generate) {
        let specification = specification(&pair);
        for word in words(&pair) {
            comparison.add(
                pair.seed,
                &word.by_oracle(),
                &word.interpreted(&specification),
            );
        }
    }
    comparison
}

/// Original against residual with the silenced lines left out, both interpreted.
pub fn against_residual(
    seeds: std::ops::Range<u64>,
    optimizer: impl Fn(&Pair) -> Residual,
) -> Comparison {
    let mut comparison = Comparison::default();
    for pair in seeds.map(Pair::generate) {
        let original = specification(&pair);
        let residual = optimizer(&pair);
        let mut pruned = original.clone();
        pruned.properties[0] = residual_property(&original.properties[0], &residual.remaining);
        for word in words(&pair) {
            let heard =
                word.without(|generator| residual.decisions[generator].silenced_by.is_some());
            comparison.add(
                pair.seed,
                &word.interpreted(&original),
                &heard.interpreted(&pruned),
            );
        }
    }
    comparison
}
