//! Random properties over variables of many types, and traces for them.

use date::code::{JavaType, Value};
use date::data::Arguments;
use date::ids::EventId;
use date::model::Specification;

use test_support::Random;

/// The numbers that `n` brings.
const NUMBERS: [i32; 5] = [-1, 0, 2, 5, 1000];

/// A property as text.
pub struct Case {
    seed: u64,
    yaml: String,
}

/// A recorded run, and which generator raises the event of each of its lines.
pub struct Trace {
    pub text: String,
    pub generators: Vec<usize>,
}

impl Case {
    pub fn generate(seed: u64) -> Self {
        let mut writer = Writer {
            random: Random::new(seed),
            event: 0,
        };
        Case {
            seed,
            yaml: writer.property(),
        }
    }

    pub fn yaml(&self) -> &str {
        &self.yaml
    }

    pub fn specification(&self) -> Specification {
        languages::read("random.yaml", &self.yaml)
            .unwrap_or_else(|findings| panic!("seed {}: {findings:#?}\n{}", self.seed, self.yaml))
    }

    /// Generators 0 and 1 raise `a` and `b`, the others `n`: of anything, or of one of [`NUMBERS`]
    /// each.
    pub fn raised(&self, specification: &Specification) -> Vec<(EventId, Arguments)> {
        let named = |name: &str| {
            specification
                .events
                .position(|event| event.name == name)
                .expect("an event")
        };
        let number =
            |n: i32| Arguments::from([("n".to_owned(), (JavaType::of("int"), Value::Int(n)))]);
        let anything = [
            ("a", Arguments::new()),
            ("b", Arguments::new()),
            ("n", Arguments::new()),
        ];
        let all = anything
            .into_iter()
            .chain(NUMBERS.map(|n| ("n", number(n))));
        all.map(|(name, arguments)| (named(name), arguments))
            .collect()
    }

    pub fn trace(&self, round: u64) -> Trace {
        let mut random = Random::new(self.seed ^ (round + 1) << 32);
        let mut trace = Trace {
            text: String::new(),
            generators: Vec::new(),
        };
        let often = random.below(3);
        for _ in 0..3 + random.below(25) {
            let kind = if random.chance(50) {
                often
            } else {
                random.below(3)
            };
            let which = random.below(NUMBERS.len());
            let (event, generator) = match kind {
                0 => ("a o=T@1".to_owned(), 0),
                1 => ("b o=T@1".to_owned(), 1),
                _ if random.chance(50) => (format!("n o=T@1 n={}", NUMBERS[which]), 2),
                _ => (format!("n o=T@1 n={}", NUMBERS[which]), 3 + which),
            };
            let text = random.pick(&["null", "\"\"", "\"x\""]);
            let line = format!(
                "{event} `Program.ask()`={} `Program.count()`={} `Program.name()`={text} `Program.go()`={}\n",
                random.pick(&["true", "false", "!java.lang.IllegalStateException"]),
                random.pick(&["0", "1", "3", "-7", "!java.lang.IllegalStateException"]),
                random.pick(&["null", "!java.lang.IllegalStateException"]),
            );
            trace.text.push_str(&line);
            trace.generators.push(generator);
        }
        trace
    }
}

struct Writer {
    random: Random,
    /// The event of the transition that is written: 2 binds `n`.
    event: usize,
}

impl Writer {
    fn property(&mut self) -> String {
        let states = 2 + self.random.below(3);
        let named: Vec<String> = (0..states).map(|state| self.state(state)).collect();
        let transitions: Vec<String> = (0..2 + self.random.below(8))
            .map(|_| self.transition(states))
            .collect();
        format!(
            "foreach:\n  - parameters: [T o]\n    variables: [int i = {}, int j, boolean f, long l = {}, byte b, \
             'String s = {}', Integer x]\n    events:\n      a: call T.a() target o\n      b: call T.b() target o\n      \
             n: call T.n(int n) target o\n    properties:\n      p:\n        states:\n{}        transitions:\n{}",
            self.random.pick(&[0, 1, -3]),
            self.random.pick(&["0", "4", "9223372036854775806L"]),
            self.random.pick(&["null", "\"x\"", "\"\""]),
            named.concat(),
            transitions.concat()
        )
    }

    fn state(&mut self, state: usize) -> String {
        let kind = if state == 0 {
            "is: initial"
        } else {
            "is: normal"
        };
        // Code in the initial state would run when the instance is made.
        self.event = 0;
        let entry = if state > 0 && self.random.chance(25) {
            format!(", entry: '{}'", self.statement(2))
        } else {
            String::new()
        };
        format!("          q{state}: {{{kind}{entry}}}\n")
    }

    fn transition(&mut self, states: usize) -> String {
        self.event = self.random.below(3);
        let (from, to) = (self.random.below(states), self.random.below(states));
        let event = ["a", "b", "n"][self.event];
        let when = if self.random.chance(75) {
            format!(", when: '{}'", self.condition(3))
        } else {
            String::new()
        };
        let statements: String = (0..self.random.below(3))
            .map(|_| self.statement(2) + " ")
            .collect();
        let action = if statements.is_empty() {
            String::new()
        } else {
            format!(", do: '{}'", statements.trim())
        };
        format!("          - {{q{from} -> q{to}: {event}{when}{action}}}\n")
    }

    fn condition(&mut self, depth: usize) -> String {
        let whole = self.random.below(if depth == 0 { 7 } else { 12 });
        match whole {
            0 => "f".to_owned(),
            1 => "Program.ask()".to_owned(),
            2 => format!("s {} null", self.random.pick(&["==", "!="])),
            3 => format!("x {} null", self.random.pick(&["==", "!="])),
            4 => self.random.pick(&["true", "false", "x > 2"]).to_owned(),
            5..=8 => {
                let op = self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("{} {op} {}", self.number(1), self.number(depth.min(1)))
            }
            9 => format!("!({})", self.condition(depth - 1)),
            10 => format!(
                "({}) && ({})",
                self.condition(depth - 1),
                self.condition(depth - 1)
            ),
            _ => format!(
                "({}) || ({})",
                self.condition(depth - 1),
                self.condition(depth - 1)
            ),
        }
    }

    fn number(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 8 } else { 12 }) {
            0 | 1 => "i".to_owned(),
            2 => "j".to_owned(),
            3 => self.random.pick(&["l", "b", "Program.count()"]).to_owned(),
            4 if self.event == 2 => "n".to_owned(),
            4..=7 => self
                .random
                .pick(&["0", "1", "2", "5", "-1", "100", "2147483647", "-2147483648"])
                .to_owned(),
            8 => format!("-({})", self.number(depth - 1)),
            9 => format!("(int) ({})", self.number(depth - 1)),
            10 => format!(
                "({} ? {} : {})",
                self.condition(0),
                self.number(depth - 1),
                self.number(depth - 1)
            ),
            _ => {
                let op = self.random.pick(&["+", "-", "*", "/", "%"]);
                format!(
                    "({} {op} {})",
                    self.number(depth - 1),
                    self.number(depth - 1)
                )
            }
        }
    }

    fn statement(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 12 } else { 15 }) {
            0..=2 => self
                .random
                .pick(&["i++;", "j++;", "i--;", "l++;", "b++;", "++i;"])
                .to_owned(),
            3 | 4 => format!("i = (int) ({});", self.number(2)),
            5 => format!(
                "j {} (int) ({});",
                self.random.pick(&["+=", "-=", "*="]),
                self.number(1)
            ),
            6 => format!("l = {};", self.number(1)),
            7 => format!("f = {};", self.condition(1)),
            8 => format!(
                "s = {};",
                self.random.pick(&["null", "\"x\"", "Program.name()", "s"])
            ),
            9 => format!("x = {};", self.random.pick(&["null", "3", "i", "x"])),
            10 => format!("b += {};", self.number(0)),
            11 => self
                .random
                .pick(&[
                    "Program.go();",
                    "Program.go(); i = 1;",
                    "i = j = 2;",
                    "j = i++;",
                ])
                .to_owned(),
            12 => format!(
                "if ({}) {{ {} }}",
                self.condition(1),
                self.statement(depth - 1)
            ),
            13 => format!(
                "if ({}) {{ {} }} else {{ {} }}",
                self.condition(1),
                self.statement(depth - 1),
                self.statement(depth - 1)
            ),
            _ => format!(
                "int k = {}; while (k > 0) {{ k = k - 1; {} }}",
                self.random.pick(&["2", "i % 3"]),
                self.statement(0)
            ),
        }
    }
}
