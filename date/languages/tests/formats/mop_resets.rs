//! `__RESET` in bodies and handlers, with several formulas, against a monitor that follows the
//! words.

use std::collections::BTreeSet;

use reference::interpreter::Report;

use crate::fixtures::{reports, shown};
use crate::mop_formulas::Formula;
use languages::{Fidelity, read_with};
use test_support::Random;

const ROUNDS: u64 = 600;

/// What a body or a handler does. `m` is the number of the event.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Code {
    Nothing,
    Resets,
    ResetsIf,
}

impl Code {
    fn text(self) -> &'static str {
        match self {
            Code::Nothing => "",
            Code::Resets => "__RESET;",
            Code::ResetsIf => "if (m > 0) { __RESET; }",
        }
    }

    fn resets(self, m: usize) -> bool {
        self == Code::Resets || m > 0 && self == Code::ResetsIf
    }
}

/// The events.
const EVENTS: [&str; 3] = ["a", "b", "c"];

/// The body of each event, and the formulas, each with its handler.
#[derive(Debug)]
struct Script {
    bodies: [Code; 3],
    formulas: Vec<(Formula, Code)>,
    fidelity: Fidelity,
}

impl Script {
    fn random(random: &mut Random) -> Self {
        // The interpreter does not run the body of an event that resets in some cases.
        let bodies = [0; 3].map(|_| {
            if random.chance(15) {
                Code::Resets
            } else {
                Code::Nothing
            }
        });
        let handlers = [0; 3].map(|_| random.pick(&[Code::Nothing, Code::Resets, Code::ResetsIf]));
        let count = 1 + random.below(3);
        let fidelity = random.pick(&[Fidelity::Documented, Fidelity::Original]);
        Script {
            bodies,
            fidelity,
            formulas: handlers.map(|code| (Formula::random(random), code))[..count].to_vec(),
        }
    }

    /// What is asked of events. JavaMOP asks it in one property alone, and runs handlers again
    /// where it does not hold.
    fn condition(&self) -> &'static str {
        if self.fidelity == Fidelity::Documented {
            " && condition(n != 2)"
        } else {
            ""
        }
    }

    fn text(&self) -> String {
        let mut text = "S(T t) {\nint m = 0;\n".to_owned();
        for (name, body) in EVENTS.iter().zip(self.bodies) {
            let point = format!(
                "call(* T.{name}(int)) && target(t) && args(n){}",
                self.condition()
            );
            text += &format!(
                "event {name} before(T t, int n) : {point} {{ m = n; {} }}\n",
                body.text()
            );
        }
        for (formula, handler) in &self.formulas {
            text += &format!(
                "{}\n@match {{ {} }}\n",
                formula.text(&EVENTS.map(str::to_owned)),
                handler.text()
            );
        }
        text + "}"
    }

    /// The lines at which a formula matches, with its position.
    fn expected(&self, steps: &[(usize, usize)]) -> Vec<String> {
        let last = self.formulas.len() - 1;
        let mut words = vec![Vec::new(); self.formulas.len()];
        let (mut m, mut expected) = (0, Vec::new());
        let is_event = |n: usize| n != 2 || self.fidelity == Fidelity::Original;
        for (line, (event, n)) in steps.iter().enumerate().filter(|(_, (_, n))| is_event(*n)) {
            for (position, (formula, handler)) in self.formulas.iter().enumerate() {
                if position == last {
                    m = *n;
                    if self.bodies[*event].resets(m) {
                        words.fill(Vec::new());
                    }
                }
                words[position].push(*event);
                if formula.matches(&words[position]) {
                    expected.push(format!("{} {position}", line + 1));
                    match self.fidelity {
                        _ if !handler.resets(m) => {}
                        Fidelity::Documented => words[position].clear(),
                        Fidelity::Original => words.fill(Vec::new()),
                    }
                }
            }
        }
        expected
    }
}

/// The line, and the position of the formula.
fn line_and_position(report: &Report) -> String {
    let position = report
        .property
        .strip_prefix("S_")
        .map_or(1, |number| number.parse::<usize>().expect("a number"));
    format!("{} {}", report.place.trim_start_matches("t:"), position - 1)
}

#[test]
fn resets_take_formulas_back() {
    let mut with_resets = BTreeSet::new();
    for seed in 0..ROUNDS {
        let random = &mut Random::new(seed);
        let script = Script::random(random);
        let steps: Vec<(usize, usize)> = (0..12)
            .map(|_| (random.below(3), random.below(3)))
            .collect();
        let trace: String = steps
            .iter()
            .map(|(e, n)| format!("{} t=T@1 n={n}\n", EVENTS[*e]))
            .collect();
        let text = script.text();
        let alone = |_: &str| Err(String::new());
        let reading = read_with("p.mop", &text, script.fidelity, &alone)
            .unwrap_or_else(|found| panic!("{}", shown(&found)));
        let found: Vec<String> = reports(&reading.specification, &trace)
            .iter()
            .map(line_and_position)
            .collect();
        assert_eq!(
            found,
            script.expected(&steps),
            "seed {seed}\n{text}\n{trace}"
        );
        if text.contains("__RESET") && !found.is_empty() {
            with_resets.insert((script.formulas.len(), script.fidelity == Fidelity::Original));
        }
    }
    assert_eq!(with_resets.len(), 6, "{with_resets:?}");
}
