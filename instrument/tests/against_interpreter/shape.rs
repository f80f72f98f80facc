//! Random specifications as data.

use test_support::Random;

/// The type of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyType {
    /// Objects of class `K`, compared by identity.
    Identity,
    /// Objects of class `E`, compared by `equals`.
    Equals,
    /// Numbers that Java boxes anew each time.
    Int,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Creation {
    Any,
    Listed(Vec<usize>),
    Slicing,
}

#[derive(Debug)]
pub struct Context {
    pub parent: Option<usize>,
    pub keys: Vec<KeyType>,
    pub creation: Creation,
    pub initial: &'static str,
    pub properties: Vec<Property>,
}

/// A key of a context, by numbers.
pub type Key = (usize, usize);

#[derive(Debug)]
pub struct Event {
    pub context: usize,
    /// What its call binds; the flag says that a `where` does.
    pub keys: Vec<(Key, bool)>,
    pub filter: Option<&'static str>,
    /// Whether it asks that its thread is in the course of a call of `in`, or that it is not.
    pub is_inside: Option<bool>,
    pub raised_by: Raised,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Raised {
    Call,
    /// What is sent on the channel `c` of the global context.
    Message,
    /// The events that it lists.
    Members(Vec<usize>),
}

#[derive(Debug)]
pub struct Property {
    pub states: Vec<State>,
    pub transitions: Vec<Transition>,
    pub releases: bool,
    /// Whether the alphabet is all events that can be named, whether transitions name them or not.
    pub listens_to_all: bool,
}

#[derive(Debug)]
pub struct State {
    pub kind: &'static str,
    pub entry: Option<&'static str>,
}

#[derive(Debug)]
pub struct Transition {
    pub from: usize,
    pub to: usize,
    /// `None` for `*`.
    pub event: Option<usize>,
    pub condition: Option<&'static str>,
    pub action: Option<&'static str>,
}

#[derive(Debug)]
pub struct Shape {
    /// Whether the automata have no code, so that nothing but the order within an event tells when
    /// instances are made.
    pub plain: bool,
    /// Whether the global context has a channel `c`.
    pub channel: bool,
    pub contexts: Vec<Context>,
    pub events: Vec<Event>,
}

/// `x` is the variable of the property's context, `g` that of the global one, `n` what the event
/// binds.
const CONDITIONS: [&str; 8] = [
    "x > 1",
    "x == 2",
    "n > 1",
    "n % 2 == 0",
    "x <= g",
    "10 / x > 2",
    "g % 3 != 0 && n >= 0",
    "x != n || g > 4",
];
const ACTIONS: [&str; 7] = [
    "x++;",
    "x = 0;",
    "g = g + n;",
    "Log.emit(x);",
    "x = n; Log.emit(x + g);",
    "g++; x--;",
    "if (n > 0) { x = x + n; }",
];
const ENTRIES: [&str; 4] = [
    "x++;",
    "Log.emit(x);",
    "g = g + 1;",
    "Log.emit(100 + g); x = x + 2;",
];
const INITIAL: [&str; 3] = ["0", "2", "g + 1"];

impl Shape {
    pub fn generate(random: &mut Random) -> Self {
        let mut contexts = vec![context(random, None, 0)];
        let channel = random.chance(40);
        let mut shape = Shape {
            plain: false,
            channel,
            contexts: Vec::new(),
            events: Vec::new(),
        };
        for _ in 0..1 + random.below(2) {
            let parent = contexts
                .iter()
                .rposition(|c| c.creation != Creation::Slicing)
                .filter(|_| random.chance(60));
            let keys = 1 + random.below(2);
            contexts.push(context(random, Some(parent.unwrap_or(0)), keys));
        }
        shape.contexts = contexts;
        for id in 0..shape.contexts.len() {
            shape.add_events(random, id);
        }
        for id in 0..shape.contexts.len() {
            shape.list_creation(random, id);
            let visible = shape.visible(id);
            let is_sliced = shape.contexts[id].creation == Creation::Slicing;
            let releases = id > 0 && random.chance(if is_sliced { 15 } else { 40 });
            let fewest = usize::from(id > 0);
            let properties =
                (0..fewest + random.below(2)).map(|_| shape.property(random, &visible, releases));
            shape.contexts[id].properties = properties.collect();
        }
        shape
    }

    /// Automata without code, sliced over two to four parameters.
    pub fn plain(random: &mut Random) -> Self {
        let bare = |parent, keys, creation| Context {
            parent,
            keys,
            creation,
            initial: "0",
            properties: Vec::new(),
        };
        let count = 2 + random.below(3);
        let keys = (0..count)
            .map(|_| random.pick(&[KeyType::Identity, KeyType::Identity, KeyType::Equals]))
            .collect();
        let (global, sliced) = (
            bare(None, Vec::new(), Creation::Any),
            bare(Some(0), keys, Creation::Slicing),
        );
        let mut shape = Shape {
            plain: true,
            channel: false,
            contexts: vec![global, sliced],
            events: Vec::new(),
        };
        for _ in 0..3 + random.below(4) {
            let keys = shape
                .bound(random, 1)
                .into_iter()
                .map(|(key, _)| (key, false))
                .collect();
            let is_inside = random.chance(15).then(|| random.chance(50));
            shape.events.push(Event {
                context: 1,
                keys,
                filter: None,
                is_inside,
                raised_by: Raised::Call,
            });
        }
        let visible = shape.visible(1);
        let properties = (0..1 + random.below(2)).map(|_| shape.plain_property(random, &visible));
        shape.contexts[1].properties = properties.collect();
        shape
    }

    /// A way to a bad state over events that bind all keys together, and a few ways beside it.
    fn plain_property(&self, random: &mut Random, events: &[usize]) -> Property {
        let mut way = vec![random.pick(events)];
        while way.len() < 5 && (way.len() < 2 || random.chance(85)) && !self.bind_all(&way) {
            way.push(random.pick(events));
        }
        let count = way.len() + 1;
        let kind = |state| if state + 1 == count { "bad" } else { "" };
        let plain = |from, to, event| Transition {
            from,
            to,
            event: Some(event),
            condition: None,
            action: None,
        };
        let mut transitions: Vec<Transition> = way
            .iter()
            .enumerate()
            .map(|(state, &event)| plain(state, state + 1, event))
            .collect();
        for _ in 0..random.below(4) {
            let to = if random.chance(15) { count } else { count - 1 };
            transitions.push(plain(
                random.below(count),
                random.below(to),
                random.pick(events),
            ));
        }
        Property {
            states: (0..count)
                .map(|state| State {
                    kind: kind(state),
                    entry: None,
                })
                .collect(),
            transitions,
            releases: false,
            listens_to_all: random.chance(50),
        }
    }

    fn bind_all(&self, events: &[usize]) -> bool {
        let bound: Vec<Key> = events
            .iter()
            .flat_map(|&event| &self.events[event].keys)
            .map(|(key, _)| *key)
            .collect();
        (0..self.contexts[1].keys.len()).all(|key| bound.contains(&(1, key)))
    }

    /// The context and its ancestors, innermost first.
    pub fn chain(&self, context: usize) -> Vec<usize> {
        std::iter::successors(Some(context), |&id| self.contexts[id].parent).collect()
    }

    /// The events that properties of a context can name.
    pub fn visible(&self, context: usize) -> Vec<usize> {
        let chain = self.chain(context);
        (0..self.events.len())
            .filter(|&event| chain.contains(&self.events[event].context))
            .collect()
    }

    fn add_events(&mut self, random: &mut Random, context: usize) {
        let first = self.events.len();
        for _ in 0..1 + random.below(3) {
            let keys = self.bound(random, context);
            let filter = random
                .chance(20)
                .then(|| random.pick(&["n >= 0", "n != 1"]));
            let is_inside = random.chance(15).then(|| random.chance(50));
            self.events.push(Event {
                context,
                keys,
                filter,
                is_inside,
                raised_by: Raised::Call,
            });
        }
        if random.chance(40) {
            let members = (first..self.events.len())
                .filter(|_| random.chance(70))
                .collect::<Vec<_>>();
            if !members.is_empty() {
                self.events.push(Event {
                    context,
                    keys: Vec::new(),
                    filter: None,
                    is_inside: None,
                    raised_by: Raised::Members(members),
                });
            }
        }
        if self.channel && random.chance(50) {
            let filter = random.chance(20).then_some("n != 1");
            let (keys, raised_by) = (Vec::new(), Raised::Message);
            self.events.push(Event {
                context,
                keys,
                filter,
                is_inside: None,
                raised_by,
            });
        }
    }

    /// All keys of the contexts, and some of a sliced one.
    fn bound(&self, random: &mut Random, context: usize) -> Vec<(Key, bool)> {
        let mut bound = Vec::new();
        for id in self.chain(context) {
            for key in 0..self.contexts[id].keys.len() {
                if self.contexts[id].creation != Creation::Slicing || random.chance(60) {
                    bound.push(((id, key), random.chance(15)));
                }
            }
        }
        bound
    }

    fn list_creation(&mut self, random: &mut Random, context: usize) {
        if let Creation::Listed(listed) = &mut self.contexts[context].creation {
            let own = (0..self.events.len()).filter(|&event| self.events[event].context == context);
            listed.extend(own.filter(|_| random.chance(50)));
            if listed.is_empty() {
                self.contexts[context].creation = Creation::Any;
            }
        }
    }

    fn property(&self, random: &mut Random, events: &[usize], releases: bool) -> Property {
        let count = 2 + random.below(3);
        let kinds: &[&str] = if releases {
            &["", "bad", "accepting", "accepting"]
        } else {
            &["", "", "bad", "accepting"]
        };
        let state = |random: &mut Random| State {
            kind: random.pick(kinds),
            entry: random.chance(25).then(|| random.pick(&ENTRIES)),
        };
        let states = (0..count).map(|_| state(random)).collect();
        let transitions = (0..count + random.below(6))
            .map(|_| self.transition(random, count, events))
            .collect();
        Property {
            states,
            transitions,
            releases,
            listens_to_all: random.chance(50),
        }
    }

    /// What is received sends nothing, so that sending ends.
    fn transition(&self, random: &mut Random, states: usize, events: &[usize]) -> Transition {
        let event = (!random.chance(20)).then(|| random.pick(events));
        let may_send =
            self.channel && event.is_some_and(|event| self.events[event].raised_by == Raised::Call);
        Transition {
            from: random.below(states),
            to: random.below(states),
            event,
            condition: random.chance(40).then(|| random.pick(&CONDITIONS)),
            action: if may_send && random.chance(30) {
                Some("x++; c.send(x); Log.emit(x);")
            } else {
                random.chance(40).then(|| random.pick(&ACTIONS))
            },
        }
    }
}

fn context(random: &mut Random, parent: Option<usize>, keys: usize) -> Context {
    let creation = match (parent, random.below(10)) {
        (None, _) | (_, 0..4) => Creation::Any,
        (_, 4..6) => Creation::Listed(Vec::new()),
        _ => Creation::Slicing,
    };
    let keys = if creation == Creation::Slicing {
        keys + 1
    } else {
        keys
    };
    let keys = (0..keys).map(|_| {
        random.pick(&[
            KeyType::Identity,
            KeyType::Identity,
            KeyType::Equals,
            KeyType::Int,
        ])
    });
    let keys = if parent.is_none() {
        Vec::new()
    } else {
        keys.collect()
    };
    let initial = if parent.is_none() {
        "0"
    } else {
        random.pick(&INITIAL)
    };
    Context {
        parent,
        keys,
        creation,
        initial,
        properties: Vec::new(),
    }
}
