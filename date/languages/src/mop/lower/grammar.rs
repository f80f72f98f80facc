//! Grammars that are not regular: the states are those of a regular approximation, and a variable
//! holds a recognizer, which decides between what the approximation leaves open.

use std::collections::BTreeSet;
use std::ops::Range;

use index_vec::IndexVec;

use super::demand::Runs;
use super::pointcut::{all, negated};
use crate::draft::{DraftVariable, Word};
use crate::java::Excerpt;
use date::code::Recognition;
use logics::{Category, Machine, MachineStateId};

/// The judge of a word.
pub(super) struct Follower {
    /// The variable that holds the recognizer.
    variable: String,
    grammar: String,
    /// The place of the formula.
    place: Range<usize>,
    handled: BTreeSet<Category>,
    /// The states of the approximation from which something handled may still come.
    is_live: IndexVec<MachineStateId, bool>,
}

/// An event, as the recognizer reads it.
#[derive(Clone, Copy)]
pub(super) struct ReadEvent<'a> {
    /// Its symbol.
    pub symbol: &'a str,
    /// True if the word begins with it.
    pub from_start: bool,
}

/// A possible outcome of an event.
pub(super) struct Outcome {
    /// The categories that hold then, of those that are handled.
    pub handled: BTreeSet<Category>,
    /// The question to the recognizer that decides it.
    pub test: Option<Excerpt>,
}

impl Outcome {
    /// The only one.
    pub fn certain(handled: BTreeSet<Category>) -> Vec<Outcome> {
        vec![Outcome {
            handled,
            test: None,
        }]
    }

    /// The same where handlers run only in some instances. `separately`: each test excludes the
    /// others.
    pub fn where_run(self, runs: &Runs, separately: bool) -> Vec<Outcome> {
        let also = |more: Option<Excerpt>| {
            all(&self
                .test
                .iter()
                .cloned()
                .chain(more)
                .collect::<Vec<Excerpt>>())
        };
        let unhandled = |test| Outcome {
            handled: BTreeSet::new(),
            test,
        };

        match runs {
            _ if self.handled.is_empty() => vec![self],
            Runs::Always => vec![self],
            Runs::Never => vec![unhandled(self.test)],
            Runs::Where(bound) => {
                let elsewhere = also(separately.then(|| negated(bound)));
                vec![
                    Outcome {
                        test: also(Some(bound.clone())),
                        handled: self.handled.clone(),
                    },
                    unhandled(elsewhere),
                ]
            }
        }
    }
}

impl Follower {
    /// The follower of a property's grammar, with the machine that it works on: an approximation in
    /// which words that may match and such as surely fail are told apart if that is handled.
    pub fn new(
        property: &str,
        grammar: String,
        place: Range<usize>,
        approximation: &Machine,
        handled: &BTreeSet<Category>,
    ) -> (Self, Machine) {
        let [matching, failing, going_on] = ["match", "fail", "nonfail"].map(Category::new);
        let mut told_apart = BTreeSet::new();
        told_apart.extend(handled.contains(&matching).then(|| matching.clone()));
        let asks_failing = handled.contains(&failing) || handled.contains(&going_on);
        told_apart.extend(asks_failing.then(|| failing.clone()));
        let machine = approximation.minimal(&told_apart);
        let may_report = |state| {
            handled.contains(&failing)
                || handled.contains(&going_on) && !machine.holds(state, &failing)
                || machine.holds(state, &matching)
        };

        let is_live = machine.leads_to(may_report);
        let handled = handled.clone();
        (
            Follower {
                variable: format!("parsed_{property}"),
                grammar,
                place,
                handled,
                is_live,
            },
            machine,
        )
    }

    /// The variable.
    pub fn variable(&self) -> DraftVariable {
        DraftVariable {
            name: Word {
                text: self.variable.clone(),
                range: self.place.clone(),
            },
            ty: Recognition::CLASS.to_owned(),
            initial: Some(self.java(&format!("{}.of(\"{}\")", Recognition::CLASS, self.grammar))),
        }
    }

    /// Returns whether something that is handled may still come, or hold, from a state of the
    /// approximation on.
    pub fn may_report(&self, state: MachineStateId) -> bool {
        self.is_live[state]
    }

    /// Returns what may come of an event that leads the approximation into `to`, in the order in
    /// which it is asked for. `separately`: each test excludes the others.
    pub fn outcomes(
        &self,
        machine: &Machine,
        to: MachineStateId,
        read: ReadEvent<'_>,
        separately: bool,
    ) -> Vec<Outcome> {
        let ReadEvent { symbol, from_start } = read;
        let held = |names: &[&str]| -> BTreeSet<Category> {
            names
                .iter()
                .map(|name| Category::new(name))
                .filter(|category| self.handled.contains(category))
                .collect()
        };

        if machine.holds(to, &Category::new("fail")) {
            return Outcome::certain(held(&["fail"]));
        }

        let receiver = if from_start {
            format!("{}.restarted()", self.variable)
        } else {
            self.variable.clone()
        };
        let mut asked: Vec<(BTreeSet<Category>, String)> = Vec::new();

        if machine.holds(to, &Category::new("match")) {
            asked.push((
                held(&["match", "nonfail"]),
                format!("{receiver}.matches(\"{symbol}\")"),
            ));
        }
        if held(&["fail"]) != held(&["nonfail"]) {
            asked.push((held(&["fail"]), format!("{receiver}.fails(\"{symbol}\")")));
        }

        let none: Vec<String> = asked.iter().map(|(_, test)| format!("!{test}")).collect();
        let rest = Outcome {
            handled: held(&["nonfail"]),
            test: (separately && !none.is_empty()).then(|| self.java(&none.join(" && "))),
        };
        let asked = asked.into_iter().map(|(handled, test)| Outcome {
            handled,
            test: Some(self.java(&test)),
        });

        asked.chain([rest]).collect()
    }

    /// The statement by which the recognizer goes on; none if it does not matter any more.
    /// `resets`: what comes next is the beginning.
    pub fn step(&self, to: MachineStateId, read: ReadEvent<'_>, resets: bool) -> Option<Excerpt> {
        let ReadEvent { symbol, from_start } = read;
        let variable = &self.variable;
        let next = match (from_start, resets) {
            (_, true) => "restarted()".to_owned(),
            (true, false) => format!("restarted().after(\"{symbol}\")"),
            (false, false) => format!("after(\"{symbol}\")"),
        };
        self.is_live[to].then(|| self.java(&format!("{variable} = {variable}.{next};")))
    }

    fn java(&self, text: &str) -> Excerpt {
        let mut java = Excerpt::empty(self.place.start);
        java.push(text, self.place.clone());
        java
    }
}
