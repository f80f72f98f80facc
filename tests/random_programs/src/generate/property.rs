//! Properties, as YAML: random automata over random events, and some that people use.

use super::choice::Choice;
use super::triggers::{Subject, Trigger};
use crate::tree::Tree;

/// A property file of `seed`, for a program of the package. `number` tells its properties from
/// those of other files.
pub fn property(seed: u64, package: &str, number: usize) -> Tree {
    let choice = &mut Choice::new(seed);
    let mut parts =
        vec![Tree::line(format!("imports: [\"{package}.*\", \"java.util.*\"]")).fixed()];
    if choice.percent(12) {
        parts.extend(known(choice, number));
    } else {
        let subject = SUBJECTS[choice.weighted(&SUBJECTS.map(|(_, weight)| weight))].0;
        parts.extend(
            Writer {
                choice,
                number,
                properties: 0,
                events: 0,
            }
            .context(subject),
        );
    }
    Tree::group(parts)
}

const SUBJECTS: [(Subject, usize); 9] = [
    (Subject::Resource, 36),
    (Subject::Pair, 8),
    (Subject::Nothing, 8),
    (Subject::Key, 8),
    (Subject::Iterator, 10),
    (Subject::Iteration, 10),
    (Subject::View, 4),
    (Subject::Held, 6),
    (Subject::Listed, 6),
];

/// An event that no program point raises.
#[derive(Debug, Clone, Copy)]
struct Unprompted {
    /// The declaration of what raises it.
    holder: Option<&'static str>,
    /// The event `message`, if the properties of this context hear it.
    event: Option<(&'static str, bool)>,
    /// The use that an action may make of the holder.
    action: Option<&'static str>,
}

const CHANNEL: Unprompted = Unprompted {
    holder: Some("channels: [line]"),
    event: Some(("message: receive line (int n)", true)),
    action: Some("line.send(x);"),
};
const CLOCK: Unprompted = Unprompted {
    holder: Some("clocks: [idle]"),
    event: Some(("message: timeout idle 4ms", false)),
    action: Some("idle.reset();"),
};
const END: Unprompted = Unprompted {
    holder: None,
    event: Some(("message: end", false)),
    action: None,
};
const NONE: Unprompted = Unprompted {
    holder: None,
    event: None,
    action: None,
};

const CONDITIONS: [&str; 7] = ["x < 2", "x > 0", "flag", "!flag", "true", "false", "x == 1"];
const ACTIONS: [&str; 7] = [
    "x++;",
    "x = 0;",
    "flag = !flag;",
    "x = x + 1; flag = true;",
    "Log.note(x);",
    "x++;",
    "flag = true;",
];

/// The name of an event, and whether it binds `n`.
type Event = (String, bool);

struct Writer<'c> {
    choice: &'c mut Choice,
    number: usize,
    properties: usize,
    events: usize,
}

impl Writer<'_> {
    fn context(&mut self, subject: Subject) -> Vec<Tree> {
        let (whole, part) = subject.triggers();
        let slices = subject.is_tuple() && self.choice.percent(75);
        // Without slicing every event says which instance it concerns.
        let part = if slices || !subject.is_tuple() {
            part
        } else {
            Vec::new()
        };
        let mut events = Vec::new();
        let declared = self.events(&whole, &part, &mut events);
        let unprompted = if self.choice.percent(15) {
            *self.choice.pick(&[CHANNEL, CLOCK, END])
        } else {
            NONE
        };
        if subject == Subject::Nothing {
            return self.body(declared, &events, unprompted, Vec::new());
        }
        let is_channel = unprompted.holder == CHANNEL.holder;
        let around = if is_channel {
            self.sender()
        } else {
            Vec::new()
        };
        let unprompted = if is_channel {
            Unprompted {
                holder: None,
                action: None,
                ..CHANNEL
            }
        } else {
            unprompted
        };
        let mut parts =
            vec![Tree::line(format!("-   parameters: [{}]", subject.parameters())).fixed()];
        parts.extend(self.creation(subject, slices, &events));
        let inner = match subject {
            Subject::Held => self.inner(&events),
            _ => Vec::new(),
        };
        parts.extend(self.body(declared, &events, unprompted, inner));
        around
            .into_iter()
            .chain([Tree::key("foreach:", vec![item(parts)])])
            .collect()
    }

    /// Writes the part that sends to those inside.
    fn sender(&mut self) -> Vec<Tree> {
        let (whole, _) = Subject::Nothing.triggers();
        let mut events = Vec::new();
        let declared = self.events(&whole, &[], &mut events);
        self.body(
            declared,
            &events,
            Unprompted {
                event: None,
                ..CHANNEL
            },
            Vec::new(),
        )
    }

    /// A context inside a holder's.
    fn inner(&mut self, outer: &[Event]) -> Vec<Tree> {
        let (whole, part) = Subject::inner_triggers();
        let mut events = Vec::new();
        let declared = self.events(&whole, &part, &mut events);
        if self.choice.percent(30) {
            events.extend(outer.iter().cloned());
        }
        let mut parts = vec![Tree::line("-   parameters: [Res r]").fixed()];
        parts.extend(self.body(declared, &events, NONE, Vec::new()));
        vec![Tree::key("foreach:", vec![item(parts)])]
    }

    fn creation(&mut self, subject: Subject, slices: bool, events: &[Event]) -> Option<Tree> {
        if slices || (subject != Subject::Held && !subject.is_tuple() && self.choice.percent(8)) {
            return Some(Tree::line("creation: slicing"));
        }
        self.choice
            .percent(15)
            .then(|| Tree::line(format!("creation: [{}]", events[0].0)))
    }

    /// Variables, events, properties, and the contexts inside.
    fn body(
        &mut self,
        mut declared: Vec<Tree>,
        events: &[Event],
        unprompted: Unprompted,
        inner: Vec<Tree>,
    ) -> Vec<Tree> {
        let mut events = events.to_vec();
        let (x, flag) = (self.choice.below(2), self.choice.percent(50));
        let mut parts = vec![Tree::line(format!(
            "variables: [int x = {x}, boolean flag = {flag}]"
        ))];
        parts.extend(unprompted.holder.map(Tree::line));
        if let Some((event, binds)) = unprompted.event {
            declared.push(Tree::line(event));
            events.push(("message".to_owned(), binds));
        }
        parts.push(Tree::key("events:", declared));
        let count = if self.choice.percent(18) { 2 } else { 1 };
        let properties = (0..count)
            .map(|_| self.automaton(&events, unprompted))
            .collect();
        parts.push(Tree::key("properties:", properties));
        parts.extend(inner);
        parts
    }

    fn events(
        &mut self,
        whole: &[Trigger],
        part: &[Trigger],
        events: &mut Vec<Event>,
    ) -> Vec<Tree> {
        let count = 2 + self.choice.below(3);
        let mut declared = Vec::new();
        for number in 0..count {
            let name = format!("e{}", self.events);
            self.events += 1;
            let from = if number == 0 || part.is_empty() || self.choice.percent(15) {
                whole
            } else {
                part
            };
            let (trigger, binds) = *self.choice.pick(from);
            let (more, more_binds) = *self.choice.pick(from);
            let (one, other) = (written(trigger), written(more));
            let (binds, text) = match self.choice.below(20) {
                0 if number > 0 => (false, format!("{{any-of: [{one}, {}]}}", events[0].0)),
                1 | 2 if more != trigger => {
                    (binds && more_binds, format!("{{any-of: [{one}, {other}]}}"))
                }
                3..10 if binds => {
                    let filter = *self.choice.pick(&["n > 1", "n == 0", "n < 3"]);
                    (binds, format!("{{on: \"{trigger}\", filter: {filter}}}"))
                }
                _ => (binds, one),
            };
            declared.push(Tree::line(format!("{name}: {text}")));
            events.push((name, binds));
        }
        declared
    }

    fn automaton(&mut self, events: &[Event], unprompted: Unprompted) -> Tree {
        let count = 2 + self.choice.below(3);
        let releases = self.choice.percent(6);
        let states = (0..count)
            .map(|state| self.state(state, count, releases))
            .collect();
        let transitions = (0..count + self.choice.below(4))
            .map(|n| self.transition(n, count, events, unprompted))
            .collect();
        let name = format!("P{}_{}", self.number, self.properties);
        self.properties += 1;
        let mut parts = Vec::new();
        if releases {
            parts.push(Tree::line("releases: true"));
        }
        if self.choice.percent(8) {
            parts.push(Tree::line("observable: verdict-only"));
        }
        parts.push(Tree::key("states:", states));
        parts.push(Tree::key("transitions:", transitions));
        Tree::key(format!("{name}:"), parts)
    }

    /// The first is initial, the last bad.
    fn state(&mut self, state: usize, count: usize, releases: bool) -> Tree {
        let kind = match state {
            _ if state + 1 == count => "bad",
            _ if self.choice.percent(12) => "bad",
            _ if self.choice.percent(if releases { 60 } else { 8 }) => "accepting",
            _ => "",
        };
        let is = format!("{} {kind}", if state == 0 { "initial" } else { "" });
        let is = if is.trim().is_empty() {
            "normal"
        } else {
            is.trim()
        };
        if self.choice.percent(6) {
            let entry = *self.choice.pick(&ACTIONS);
            return Tree::line(format!("q{state}: {{is: {is}, entry: {entry}}}"));
        }
        Tree::line(format!("q{state}: {is}"))
    }

    /// The first ones lead from each state to the next.
    fn transition(
        &mut self,
        number: usize,
        count: usize,
        events: &[Event],
        unprompted: Unprompted,
    ) -> Tree {
        let chained = number + 1 < count && self.choice.percent(85);
        let from = if chained {
            number
        } else {
            self.choice.below(count)
        };
        let to = if chained {
            number + 1
        } else {
            self.choice.below(count)
        };
        let (event, binds) = self.choice.pick(events).clone();
        // Others read what an event has left.
        let binds = binds || events.iter().any(|(_, binds)| *binds) && self.choice.percent(4);
        let event = if self.choice.percent(8) {
            "'*'".to_owned()
        } else {
            event
        };
        let mut parts = Vec::new();
        if self.choice.percent(30) {
            let condition = if binds && event != "'*'" && self.choice.percent(50) {
                *self.choice.pick(&["n > 1", "n == x", "n < 3 && flag"])
            } else {
                *self.choice.pick(&CONDITIONS)
            };
            parts.push(Tree::line(format!("when: \"{condition}\"")));
        }
        if self.choice.percent(30) {
            let own = unprompted
                .action
                .filter(|_| event != "message" && self.choice.percent(40));
            let action = if let Some(own) = own {
                own
            } else if binds && event != "'*'" && self.choice.percent(30) {
                *self.choice.pick(&[
                    "x = n;",
                    "x += n;",
                    "if (n > 2) { x = n; } else { flag = true; }",
                    "n = x;",
                    "n++; x = n;",
                ])
            } else {
                *self.choice.pick(&ACTIONS)
            };
            parts.push(Tree::line(format!("do: \"{action}\"")));
        }
        Tree::key(format!("-   q{from} -> q{to}: {event}"), parts)
    }
}

/// A trigger with its `where`, if it has one.
fn written(trigger: &str) -> String {
    match trigger.split_once(" where ") {
        Some((on, code)) => format!("{{on: \"{on}\", where: \"{code}\"}}"),
        None => format!("\"{trigger}\""),
    }
}

/// The first part is a list's item (`- key: ..`), the others are keys of the same item.
fn item(parts: Vec<Tree>) -> Tree {
    let mut parts = parts.into_iter();
    let head = parts.next().map_or_else(String::new, |first| first.head);
    Tree::key(head, parts.collect()).fixed()
}

/// Properties that people use.
fn known(choice: &mut Choice, number: usize) -> Vec<Tree> {
    let text = *choice.pick(&KNOWN);
    let text = text
        .replace("ASKED", ASKED)
        .replace("NAME", &format!("P{number}_0"));
    let mut lines = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .peekable();
    nested(&mut lines, 0)
}

/// Lines by their indentation.
fn nested<'a>(
    lines: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>,
    indent: usize,
) -> Vec<Tree> {
    let mut trees = Vec::new();
    while let Some(line) = lines.next_if(|line| indentation(line) >= indent) {
        let below = lines.peek().map_or(0, |next| indentation(next));
        let body = if below > indentation(line) {
            nested(lines, below)
        } else {
            Vec::new()
        };
        trees.push(Tree::key(line.trim(), body));
    }
    trees
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The beginning of properties about what iterators answer.
const ASKED: &str = "foreach:
    -   parameters: [Iterator i]
        variables: [boolean flag = false]
        events:
            asked: call Iterator+.hasNext() target i returning (boolean more)
            next: call Iterator+.next() target i
        properties:";

const KNOWN: [&str; 7] = [
    "
ASKED
            NAME:
                states:
                    unknown: initial
                    known:
                    unasked: bad
                transitions:
                    -   unknown -> known: asked
                        when: more
                    -   known -> unknown: next
                    -   unknown -> unasked: next
                    -   unasked -> known: asked
                        when: more
                    -   unasked -> unasked: next
",
    "
ASKED
            NAME:
                states:
                    open: initial
                    full:
                    empty:
                    late: bad
                transitions:
                    -   open -> empty: asked
                        when: \"!more && !flag\"
                    -   open -> full: asked
                    -   full -> open: next
                        do: flag = !flag;
                    -   full -> empty: asked
                        when: \"!more\"
                    -   empty -> late: next
                    -   open -> late: next
                        when: flag
",
    "
ASKED
            NAME:
                states:
                    one: initial
                    two:
                    error: bad
                transitions:
                    -   one -> two: asked
                        when: more
                        do: more = false;
                    -   two -> error: asked
                        when: more
                    -   two -> one: next
                    -   one -> error: next
",
    "
events:
    asked: call Iterator+.hasNext() returning (boolean more)
    next: call Iterator+.next()
properties:
    NAME:
        states:
            unknown: initial
            known:
            unasked: bad
        transitions:
            -   unknown -> known: asked
                when: more
            -   known -> unknown: asked
                when: \"!more\"
            -   known -> unknown: next
            -   unknown -> unasked: next
",
    "
foreach:
    -   parameters: [Iterator i]
        events:
            hasNext: call Iterator+.hasNext() target i
            next: call Iterator+.next() target i
        properties:
            NAME:
                states:
                    unsafe: initial
                    safe:
                    error: bad
                transitions:
                    -   unsafe -> safe: hasNext
                    -   unsafe -> error: next
                    -   safe -> unsafe: next
                    -   error -> safe: hasNext
                    -   error -> error: next
",
    "
foreach:
    -   parameters: [Collection c, Iterator i]
        creation: slicing
        events:
            create: call Collection+.iterator() target c returning (i)
            use: call Iterator+.next() target i
            update: {any-of: [call Collection+.add(*) target c returning, call Collection+.clear() target c returning]}
        properties:
            NAME:
                states:
                    start: initial
                    fresh:
                    stale:
                    error: bad
                transitions:
                    -   start -> fresh: create
                    -   fresh -> stale: update
                    -   stale -> error: use
",
    "
foreach:
    -   parameters: [Res r]
        variables: [int used = 0]
        events:
            open: call Res+.open() target r returning
            use: call Res+.use(int n) target r
            close: call Res+.close() target r returning
        properties:
            NAME:
                states:
                    closed: initial
                    opened:
                    early: bad
                    late: bad
                transitions:
                    -   closed -> opened: open
                        do: used = 0;
                    -   closed -> early: use
                    -   opened -> late: use
                        when: used >= 2
                    -   opened -> opened: use
                        do: used++;
                    -   opened -> closed: close
",
];
