//! Specifications in YAML, with everything that the language has, printed and read again: the same
//! specification.

use std::collections::BTreeSet;

use languages::yaml;

use crate::fixtures::{content, read, shown};
use test_support::Random;

/// What raises events; `N` is the number of the event, `C` that of its context.
const TRIGGERS: [&str; 21] = [
    "call T.m(..)",
    "call T+.m* | U.n(*, T vN)",
    "call *.m(int vN, ..)",
    "call T.m declared int(int, String...)(.., T vN)",
    "call T.m declared (..)(*)",
    "execution T+.m(int vN)",
    "execution T.m(* vN, String)",
    "call Thread+.start()",
    "execution Runnable+.run()",
    "new T+(int vN)",
    "call new T(..)",
    "handling catch E+ | F (E vN)",
    "initialization T+ | U (Class vN)",
    "get T.f | U+.g",
    "get T.f declared int",
    "set T+.f(int vN)",
    "timeout cC 30s",
    "timeout cC every 250ms",
    "timeout cC dynamic",
    "receive lC (int vN)",
    "end",
];

/// What may stand behind a trigger on a program point.
const CLAUSES: [&str; 7] = [
    "within T",
    "within !U+ within !V",
    "target T qN",
    "caller U wN",
    "returning",
    "returning (int rN)",
    "throwing (E xN)",
];

const CODE: [&str; 6] = [
    "xC++;",
    "xC = 0; yC = null;",
    "if (xC > 2) { xC = 0; } else { Log.add(1); }",
    "cC.reset();",
    "lC.send(xC);",
    "Log.add(\\\"a: # 'b'\\\\n\\\");",
];

/// Each of them stands in some specification that survives.
const CONSTRUCTS: [&str; 43] = [
    "imports:",
    "methods:",
    "method-references: ignored",
    "variables:",
    "clocks:",
    "channels:",
    "events:",
    "foreach:",
    "parameters:",
    "by equals",
    "creation: slicing",
    "creation: [",
    "declared",
    "handling",
    "handling catch",
    "initialization",
    "get T",
    "set T",
    "timeout",
    "every",
    "dynamic",
    "receive",
    ": end",
    "within !",
    "target",
    "caller",
    "returning",
    "throwing",
    "filter:",
    "where:",
    ".owner;",
    ".getOwner();",
    "any-of:",
    "accepting",
    "bad",
    "entry:",
    "observable: verdict-only",
    "severity: warning",
    "message: ",
    "help: ",
    "releases: \"true\"",
    "when:",
    "do:",
];

struct Writer {
    random: Random,
    text: String,
    events: usize,
    contexts: usize,
    properties: usize,
}

impl Writer {
    fn line(&mut self, indent: usize, text: &str) {
        self.text += &format!("{:indent$}{text}\n", "");
    }

    fn specification(seed: u64) -> String {
        let mut writer = Writer {
            random: Random::new(seed),
            text: String::new(),
            events: 0,
            contexts: 0,
            properties: 0,
        };
        if writer.random.chance(40) {
            writer.line(0, "imports: [java.util.*, static app.Limits.MAX]");
        }
        if writer.random.chance(20) {
            writer.line(0, "methods: \"static int twice(int n) { return 2 * n; }\"");
        }
        if writer.random.chance(20) {
            writer.line(0, "method-references: ignored");
        }
        writer.context(0, &[]);
        writer.text
    }

    /// A context; `outer` are the parameters around it.
    fn context(&mut self, indent: usize, outer: &[String]) {
        let number = self.contexts;
        self.contexts += 1;
        let mut parameters = outer.to_vec();
        let first = self.events;
        if number > 0 {
            let own: Vec<String> = (0..1 + self.random.below(2))
                .map(|n| format!("p{number}_{n}"))
                .collect();
            let declared: Vec<String> = own
                .iter()
                .map(|name| {
                    format!(
                        "T {name}{}",
                        self.random.pick(&["", " by equals", " by identity"])
                    )
                })
                .collect();
            self.line(
                indent - 2,
                &format!("- parameters: [{}]", declared.join(", ")),
            );
            let creation = self.random.pick(&["", "any-event", "slicing", "[FIRST]"]);
            if !creation.is_empty() {
                self.line(
                    indent,
                    &format!(
                        "creation: {}",
                        creation.replace("FIRST", &format!("e{first}"))
                    ),
                );
            }
            parameters.extend(own);
        }
        self.line(
            indent,
            &format!("variables: [int x{number} = 1, \"java.util.Map<String, T> y{number}\"]"),
        );
        self.line(indent, &format!("clocks: [c{number}]"));
        self.line(indent, &format!("channels: [l{number}]"));
        self.line(indent, "events:");
        for _ in 0..1 + self.random.below(4) {
            self.event(indent + 2, number, &parameters, first);
        }
        self.line(indent, "properties:");
        for _ in 0..1 + self.random.below(2) {
            self.property(indent + 2, number, first);
        }
        if self.contexts < 4 && self.random.chance(60) {
            self.line(indent, "foreach:");
            self.context(indent + 4, &parameters);
        }
    }

    fn event(&mut self, indent: usize, context: usize, parameters: &[String], first: usize) {
        let number = self.events;
        self.events += 1;
        let one = self.alternative(context, number, parameters);
        let text = match self.random.below(10) {
            0 if number > first => format!("{{any-of: [{one}, e{first}]}}"),
            1 | 2 => format!(
                "{{any-of: [{one}, {}]}}",
                self.alternative(context, number, parameters)
            ),
            _ => one,
        };
        self.line(indent, &format!("e{number}: {text}"));
    }

    /// A trigger, alone or with a filter and what computes parameters.
    fn alternative(&mut self, context: usize, number: usize, parameters: &[String]) -> String {
        let mut trigger = self.random.pick(&TRIGGERS).to_owned();
        let is_point = !["timeout", "receive", "end"]
            .iter()
            .any(|word| trigger.starts_with(word));
        let mut bound = BTreeSet::new();
        if is_point {
            for _ in 0..self.random.below(3) {
                let clause = self.random.pick(&CLAUSES);
                let is_plain = ["call", "execution", "new"]
                    .iter()
                    .any(|word| trigger.starts_with(word));
                if !is_plain && !clause.starts_with("within") {
                    continue;
                }
                if bound.insert(clause.split(' ').next())
                    && !(clause == "returning" && trigger.contains("returning"))
                {
                    trigger += &format!(" {clause}");
                }
            }
        }
        let parameter = parameters.last().cloned();
        if let Some(name) = parameter
            .as_ref()
            .filter(|_| is_point && !trigger.contains("target"))
        {
            trigger += &self
                .random
                .pick(&["", " target NAME"])
                .replace("NAME", name);
        }
        let mut keys = Vec::new();
        if trigger.contains("int vN") && self.random.chance(40) {
            keys.push("filter: vN > 0".to_owned());
        }
        if let Some(name) = parameter.filter(|_| trigger.contains("T qN")) {
            let code = self.random.pick(&[
                "P = qN.owner;",
                "P = qN.getOwner();",
                "P = Registry.find(qN);",
                "P = qN;",
            ]);
            keys.push(format!("where: \"{}\"", code.replace('P', &name)));
        }
        let text = if keys.is_empty() && self.random.chance(70) {
            format!("\"{trigger}\"")
        } else {
            format!(
                "{{on: \"{trigger}\"{}}}",
                keys.iter()
                    .map(|key| format!(", {key}"))
                    .collect::<String>()
            )
        };
        numbered(&text, context).replace('N', &number.to_string())
    }

    fn property(&mut self, indent: usize, context: usize, first: usize) {
        let number = self.properties;
        self.properties += 1;
        self.line(indent, &format!("r{number}:"));
        let severity =
            self.random
                .pick(&["severity: warning", "severity: note", "severity: error"]);
        let explanation = [
            "message: 'close: it, then read'",
            "help: \"do this,\\nor that\"",
        ];
        let options = ["observable: verdict-only", severity, "releases: true"];
        for option in options.into_iter().chain(explanation) {
            if self.random.chance(20) {
                self.line(indent + 2, option);
            }
        }
        if self.random.chance(15) {
            self.line(indent + 2, &format!("alphabet: [e{first}]"));
        }
        self.line(indent + 2, "states:");
        let count = 2 + self.random.below(3);
        for state in 0..count {
            let is = self.random.pick(&["", "", "bad", "accepting"]);
            let is = if state == 0 {
                format!("initial {is}")
            } else {
                is.to_owned()
            };
            let entry = self.random.chance(15).then(|| self.code(context));
            let text = match entry {
                Some(code) if is.is_empty() => format!("s{state}: {{entry: \"{code}\"}}"),
                Some(code) => format!("s{state}: {{is: {}, entry: \"{code}\"}}", is.trim()),
                None => format!("s{state}: {}", is.trim()),
            };
            self.line(indent + 4, text.trim_end());
        }
        self.line(indent + 2, "transitions:");
        for _ in 0..1 + self.random.below(5) {
            self.transition(indent + 4, context, count, first);
        }
    }

    fn transition(&mut self, indent: usize, context: usize, states: usize, first: usize) {
        let [from, to] = [0; 2].map(|_| self.random.below(states));
        let mut event = || first + self.random.below(self.events - first);
        let [one, other] = [event(), event()];
        let events = match self.random.below(8) {
            0 => "'*'".to_owned(),
            1 if one != other => format!("[e{one}, e{other}]"),
            _ => format!("e{one}"),
        };
        self.line(indent, &format!("- s{from} -> s{to}: {events}"));
        if self.random.chance(30) {
            let condition = self.random.pick(&[
                "xC > 2",
                "yC != null && !yC.isEmpty()",
                "true",
                "cC.current() > 5",
            ]);
            self.line(
                indent + 2,
                &format!("when: \"{}\"", numbered(condition, context)),
            );
        }
        if self.random.chance(40) {
            let action = self.code(context);
            self.line(indent + 2, &format!("do: \"{action}\""));
        }
    }

    fn code(&mut self, context: usize) -> String {
        numbered(self.random.pick(&CODE), context)
    }
}

/// Text with the number of a context in the names that end in `C`.
fn numbered(text: &str, context: usize) -> String {
    ["xC", "yC", "cC", "lC"]
        .iter()
        .fold(text.to_owned(), |text, name| {
            text.replace(name, &format!("{}{context}", &name[..1]))
        })
}

/// A generated specification as it is printed, if it is one: then it is the same after printing.
fn printed(seed: u64) -> Option<String> {
    let text = Writer::specification(seed);
    let original = read("p.yaml", &text).ok()?;
    let printed = yaml::print(&original);
    let again = read("p.yaml", &printed)
        .unwrap_or_else(|findings| panic!("{text}\n{printed}\n{}", shown(&findings)));
    assert_eq!(content(&again), content(&original), "{text}\n{printed}");
    assert_eq!(yaml::print(&again), printed);
    Some(printed)
}

#[test]
fn generated_specifications_have_all_that_the_language_has_and_are_the_same_after_printing() {
    let survivors: Vec<String> = (0..300).filter_map(printed).collect();
    assert!(survivors.len() > 150, "{} of 300", survivors.len());
    let missing: Vec<&&str> = CONSTRUCTS
        .iter()
        .filter(|construct| !survivors.iter().any(|text| text.contains(**construct)))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
#[ignore = "a campaign: cargo test -p languages --test formats -- --ignored"]
fn five_thousand_generated_yaml_specifications_are_the_same_after_printing() {
    let survivors = (1_000..).filter_map(printed).take(5_000).count();
    assert_eq!(survivors, 5_000);
}
