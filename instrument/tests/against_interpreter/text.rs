//! A specification as YAML, and a sequence of its events as a Java driver and as a recorded trace.

use std::collections::BTreeSet;

use crate::shape::{
    Context, Creation, Event, Key, KeyType, Property, Raised, Shape, State, Transition,
};
use test_support::Random;

/// Who expands `*`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stars {
    /// Who reads the text.
    Written,
    /// The text has none.
    Expanded,
}

/// One specification with one sequence of events, by number.
pub struct Case {
    pub number: usize,
    pub shape: Shape,
    pub sequence: Vec<Occurrence>,
}

pub struct Occurrence {
    event: usize,
    /// For each key of the event which of a few values it has; `None` for null.
    keys: Vec<Option<usize>>,
    n: i32,
    /// How many calls of `in` are around it.
    depth: usize,
}

impl Case {
    pub fn generate(seed: u64, number: usize) -> Self {
        let random = &mut Random::new(seed);
        let shape = Shape::generate(random);
        Case::of(random, shape, number)
    }

    /// One of automata without code.
    pub fn plain(seed: u64, number: usize) -> Self {
        let random = &mut Random::new(seed);
        let shape = Shape::plain(random);
        Case::of(random, shape, number)
    }

    fn of(random: &mut Random, shape: Shape, number: usize) -> Self {
        let events = 0..shape.events.len();
        let raised: Vec<usize> = events
            .filter(|&e| shape.events[e].raised_by == Raised::Call)
            .collect();
        let sequence = (0..40)
            .map(|_| occurrence(random, &shape, &raised))
            .collect();
        Case {
            number,
            shape,
            sequence,
        }
    }

    /// The name of the driver and of the property file.
    pub fn name(&self) -> String {
        format!("S{}", self.number)
    }

    /// The driver: a method for each event, and the sequence, one call a line from
    /// [`Case::first_line`] on.
    pub fn driver(&self) -> String {
        let mut text = format!("public class {} {{\n", self.name());
        for (number, event) in self.shape.events.iter().enumerate() {
            let keys = event
                .keys
                .iter()
                .map(|&(key, _)| format!("{} k{}_{}, ", self.java_type(key), key.0, key.1));
            text.push_str(&format!(
                "    static void e{number}({}int n) {{}}\n",
                keys.collect::<String>()
            ));
        }
        text.push_str(
            "    static void in(Runnable within) { within.run(); }\n    static void run() {\n",
        );
        for occurrence in &self.sequence {
            let event = &self.shape.events[occurrence.event];
            let keys = event.keys.iter().zip(&occurrence.keys);
            let keys = keys.map(|(&(key, _), value)| format!("{}, ", self.java_value(key, *value)));
            let Occurrence {
                event, n, depth, ..
            } = occurrence;
            let said = if self.shape.plain {
                "System.err.println(\"#event\"); "
            } else {
                ""
            };
            let (begin, end) = ("in(() -> ".repeat(*depth), ")".repeat(*depth));
            text.push_str(&format!(
                "        {said}{begin}e{event}({}{n}){end};\n",
                keys.collect::<String>()
            ));
        }
        text + "    }\n}\n"
    }

    fn first_line(&self) -> usize {
        self.shape.events.len() + 4
    }

    /// The same sequence for the interpreter.
    pub fn trace(&self) -> String {
        let lines = self.sequence.iter().zip(self.first_line()..).map(|(occurrence, line)| {
            let event = &self.shape.events[occurrence.event];
            let keys = event.keys.iter().zip(&occurrence.keys);
            let keys = keys.map(|(&(key, by_where), value)| {
                format!(" {}={}", argument(key, by_where), self.traced_value(key, *value))
            });
            let (keys, name, Occurrence { event, n, depth, .. }) = (keys.collect::<String>(), self.name(), occurrence);
            let inside = *depth > 0;
            format!("e{event}{keys} n={n} `cflow(call {name}.in(..))`={inside} at {name}.java:{line}\n")
        });
        lines.collect()
    }

    fn key_type(&self, (context, key): Key) -> KeyType {
        self.shape.contexts[context].keys[key]
    }

    fn java_type(&self, key: Key) -> &'static str {
        match self.key_type(key) {
            KeyType::Identity => "K",
            KeyType::Equals => "E",
            KeyType::Int => "int",
        }
    }

    fn java_value(&self, key: Key, value: Option<usize>) -> String {
        match (self.key_type(key), value) {
            (KeyType::Int, value) => (value.unwrap_or(7) * 1000).to_string(),
            (_, None) => "null".to_owned(),
            (KeyType::Identity, Some(value)) => format!("K.ALL[{value}]"),
            (KeyType::Equals, Some(value)) => format!("E.ALL[{value}]"),
        }
    }

    /// Objects of class `E` are equal if their numbers are both even or both odd.
    fn traced_value(&self, key: Key, value: Option<usize>) -> String {
        match (self.key_type(key), value) {
            (KeyType::Int, _) | (_, None) => self.java_value(key, value),
            (KeyType::Identity, Some(value)) => format!("K@{value}"),
            (KeyType::Equals, Some(value)) => format!("E@{value}~{}", value % 2),
        }
    }

    pub fn yaml(&self, stars: Stars) -> String {
        let mut text = String::new();
        self.append_context(&mut text, 0, "", stars);
        text
    }

    fn append_context(&self, text: &mut String, id: usize, indent: &str, stars: Stars) {
        let context = &self.shape.contexts[id];
        if !self.shape.plain {
            text.push_str(&format!(
                "{indent}variables: ['int x{id} = {}']\n",
                rename(context.initial, id)
            ));
        }
        if id == 0 && self.shape.channel {
            text.push_str(&format!("{indent}channels: [c]\n"));
        }
        if self.shape.events.iter().any(|event| event.context == id) {
            text.push_str(&format!("{indent}events:\n"));
        }
        for (number, event) in self
            .shape
            .events
            .iter()
            .enumerate()
            .filter(|(_, event)| event.context == id)
        {
            text.push_str(&format!(
                "{indent}  e{number}: {}\n",
                self.event(number, event)
            ));
        }
        if !context.properties.is_empty() {
            text.push_str(&format!("{indent}properties:\n"));
        }
        for (number, property) in context.properties.iter().enumerate() {
            text.push_str(&format!("{indent}  P{}_{id}_{number}:\n", self.number));
            self.append_property(text, id, property, &format!("{indent}    "), stars);
        }
        let inner: Vec<usize> = (0..self.shape.contexts.len())
            .filter(|&inner| self.shape.contexts[inner].parent == Some(id))
            .collect();
        if !inner.is_empty() {
            text.push_str(&format!("{indent}foreach:\n"));
        }
        for inner in inner {
            text.push_str(&format!("{indent}  - {}\n", self.keys(inner)));
            text.push_str(&creation(&self.shape.contexts[inner], indent));
            self.append_context(text, inner, &format!("{indent}    "), stars);
        }
    }

    fn keys(&self, id: usize) -> String {
        let keys = (0..self.shape.contexts[id].keys.len()).map(|key| {
            let identity = if self.key_type((id, key)) == KeyType::Equals {
                " by equals"
            } else {
                ""
            };
            format!("{} k{id}_{key}{identity}", self.java_type((id, key)))
        });
        format!("parameters: [{}]", keys.collect::<Vec<_>>().join(", "))
    }

    fn event(&self, number: usize, event: &Event) -> String {
        if let Raised::Members(members) = &event.raised_by {
            return format!("{{any-of: [{}]}}", names(members));
        }
        let arguments = event
            .keys
            .iter()
            .map(|&(key, by_where)| {
                format!("{} {}, ", self.java_type(key), argument(key, by_where))
            })
            .collect::<String>();
        let filter = event
            .filter
            .map_or(String::new(), |filter| format!(", filter: '{filter}'"));
        let wheres = event.keys.iter().filter(|(_, by_where)| *by_where);
        let wheres =
            wheres.map(|&(key, _)| format!("k{}_{} = {};", key.0, key.1, argument(key, true)));
        let wheres = wheres.collect::<Vec<_>>().join(" ");
        let wheres = if wheres.is_empty() {
            String::new()
        } else {
            format!(", where: '{wheres}'")
        };
        let on = match event.raised_by {
            Raised::Message => "receive c(int n)".to_owned(),
            _ => {
                let (name, arguments) = (self.name(), format!("({arguments}int n)"));
                let flow = |inside: bool| {
                    format!(
                        " {}cflow(call {name}.in(..))",
                        if inside { "" } else { "!" }
                    )
                };
                format!(
                    "call {name}.e{number}{arguments}{}",
                    event.is_inside.map_or(String::new(), flow)
                )
            }
        };
        format!("{{on: '{on}'{filter}{wheres}}}")
    }

    fn append_property(
        &self,
        text: &mut String,
        id: usize,
        property: &Property,
        indent: &str,
        stars: Stars,
    ) {
        let visible = self.shape.visible(id);
        if property.listens_to_all {
            text.push_str(&format!("{indent}alphabet: [{}]\n", names(&visible)));
        }
        if property.releases {
            text.push_str(&format!("{indent}releases: true\n"));
        }
        text.push_str(&format!("{indent}states:\n"));
        for (number, state) in property.states.iter().enumerate() {
            text.push_str(&format!(
                "{indent}  q{number}: {}\n",
                state_text(state, number, id)
            ));
        }
        text.push_str(&format!("{indent}transitions:\n"));
        let alphabet: BTreeSet<usize> = if property.listens_to_all {
            visible.into_iter().collect()
        } else {
            property
                .transitions
                .iter()
                .filter_map(|t| t.event)
                .collect()
        };
        for transition in &property.transitions {
            for event in events(property, transition, &alphabet, stars) {
                text.push_str(&format!(
                    "{indent}  - {}\n",
                    transition_text(transition, &event, id)
                ));
            }
        }
    }
}

fn occurrence(random: &mut Random, shape: &Shape, raised: &[usize]) -> Occurrence {
    let event = random.pick(raised);
    let keys = shape.events[event]
        .keys
        .iter()
        .map(|_| (!random.chance(6)).then(|| random.below(4)));
    let (keys, n) = (keys.collect(), random.below(5) as i32 - 1);
    Occurrence {
        event,
        keys,
        n,
        depth: if random.chance(40) {
            1 + random.below(2)
        } else {
            0
        },
    }
}

/// The name of an argument of an event's call: that of the key, unless a `where` assigns it.
fn argument((context, key): Key, by_where: bool) -> String {
    let letter = if by_where { 'a' } else { 'k' };
    format!("{letter}{context}_{key}")
}

fn names(events: &[usize]) -> String {
    events
        .iter()
        .map(|event| format!("e{event}"))
        .collect::<Vec<_>>()
        .join(", ")
}

fn creation(context: &Context, indent: &str) -> String {
    match &context.creation {
        Creation::Any => String::new(),
        Creation::Listed(events) => format!("{indent}    creation: [{}]\n", names(events)),
        Creation::Slicing => format!("{indent}    creation: slicing\n"),
    }
}

fn state_text(state: &State, number: usize, context: usize) -> String {
    let initial = if number == 0 { "initial " } else { "" };
    let is = format!("{initial}{}", state.kind);
    let is = if is.trim().is_empty() {
        "normal"
    } else {
        is.trim()
    };
    let entry = state.entry.map_or(String::new(), |entry| {
        format!(", entry: '{}'", rename(entry, context))
    });
    format!("{{is: {is}{entry}}}")
}

/// The events of a transition: `*` is every event of the alphabet that no other transition of its
/// state names.
fn events(
    property: &Property,
    transition: &Transition,
    alphabet: &BTreeSet<usize>,
    stars: Stars,
) -> Vec<String> {
    match (transition.event, stars) {
        (Some(event), _) => vec![format!("e{event}")],
        (None, Stars::Written) => vec!["'*'".to_owned()],
        (None, Stars::Expanded) => {
            let of_state = property
                .transitions
                .iter()
                .filter(|other| other.from == transition.from);
            let named: BTreeSet<usize> = of_state.filter_map(|other| other.event).collect();
            alphabet
                .difference(&named)
                .map(|event| format!("e{event}"))
                .collect()
        }
    }
}

fn transition_text(transition: &Transition, event: &str, context: usize) -> String {
    let part = |key: &str, code: Option<&str>| {
        code.map_or(String::new(), |code| {
            format!(", {key}: '{}'", rename(code, context))
        })
    };
    let (condition, action) = (
        part("when", transition.condition),
        part("do", transition.action),
    );
    format!(
        "{{q{} -> q{}: {event}{condition}{action}}}",
        transition.from, transition.to
    )
}

/// `x` is the variable of the context, `g` that of the global one.
fn rename(code: &str, context: usize) -> String {
    let mut renamed = String::new();
    let mut before = ' ';
    let mut characters = code.chars().peekable();
    while let Some(c) = characters.next() {
        let is_word = !before.is_alphanumeric()
            && !characters.peek().is_some_and(|next| next.is_alphanumeric());
        match c {
            'x' if is_word => renamed.push_str(&format!("x{context}")),
            'g' if is_word => renamed.push_str("x0"),
            c => renamed.push(c),
        }
        before = c;
    }
    renamed
}
