//! The automaton of a machine: what handlers, bodies and conditions do to it becomes states and
//! transitions.

use std::collections::BTreeSet;

use index_vec::IndexVec;

use super::code::{Restart, append};
use super::connections::Blocks;
use super::demand::Demand;
use super::distinct;
use super::events::{Lowered, Resets};
use super::grammar::{Follower, Outcome, ReadEvent};
use super::pointcut::{all, negated};
use super::resets::ResetFlag;
use crate::draft::{DraftProperty, DraftState, DraftTransition, Word};
use crate::java::Excerpt;
use crate::mop::syntax::Property;
use date::model::{Explanation, Observability, Severity, StateKind};
use logics::{Alphabet, Category, Machine, MachineStateId};

/// More states than these no automaton has that tells apart what events have connected.
const MOST_CONNECTED: usize = 1_000;

/// The position that the events of a slice have led to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Position {
    state: MachineStateId,
    /// The parameters that they have connected, as far as that is asked for.
    connected: Blocks,
}

/// The point at which the machine reads an event.
struct Origin {
    /// The position that earlier events have led to.
    position: Position,
    /// True if the word begins with the event.
    from_start: bool,
}

/// A state of the automaton.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    /// No event that makes instances has come.
    Unborn,
    /// A state of the machine in which no handler runs.
    Quiet(Position),
    /// One that an event has led into, so that these handlers run. What comes then is as from the
    /// state, or from the beginning where a handler resets.
    Handled(BTreeSet<Category>, Position),
}

/// A handler, lowered.
pub(super) struct Reaction {
    pub category: Category,
    pub code: Excerpt,
    pub resets: bool,
    /// True if its code sets the [`ResetFlag`] of its property, and so resets in some cases.
    pub may_reset: bool,
}

/// A machine whose handlers' effects are states.
pub(super) struct Unrolled<'u> {
    pub machine: &'u Machine,
    pub alphabet: &'u Alphabet,
    pub reactions: &'u [Reaction],
    pub events: &'u [Lowered],
    /// The judge where the machine is an approximation.
    pub follower: Option<Follower>,
    /// The states from which an event may lead to a handler. What is connected matters in no
    /// others.
    pub live: IndexVec<MachineStateId, bool>,
    /// The demands of its handlers.
    pub demand: Demand<'u>,
    /// True if handlers run again at events whose conditions do not hold.
    pub repeats: bool,
    /// The flag that another step sets when it resets the automaton, if one may.
    pub reset_flag: Option<ResetFlag>,
}

/// A transition to be written.
struct Taken<'u> {
    event: &'u Lowered,
    to: Node,
    condition: Option<Excerpt>,
    action: Option<Excerpt>,
}

impl Unrolled<'_> {
    /// The property; `None` if it would have too many states.
    pub fn property(&self, name: String, written: &Property) -> Option<DraftProperty> {
        let nodes = self.nodes()?;
        let names = self.names(&nodes);
        let word = |text: &str| Word {
            text: text.to_owned(),
            range: written.place.range(),
        };
        let name_of = |node: &Node| {
            let at = nodes
                .iter()
                .position(|other| other == node)
                .unwrap_or_default();
            word(&names[at])
        };

        let state = |(at, node): (usize, &Node)| DraftState {
            name: word(&names[at]),
            kind: if matches!(node, Node::Handled(..)) {
                StateKind::Bad
            } else {
                StateKind::Normal
            },
            initial: at == 0,
            entry: self.code(node),
        };

        let transitions = nodes.iter().flat_map(|node| {
            self.taken(node).into_iter().map(|taken| DraftTransition {
                from: name_of(node),
                to: name_of(&taken.to),
                event: taken.event.draft.name.clone(),
                condition: taken.condition,
                action: taken.action,
                range: written.place.range(),
            })
        });

        Some(DraftProperty {
            name: Word {
                text: name,
                range: written.logic.place.range(),
            },
            states: nodes.iter().enumerate().map(state).collect(),
            transitions: transitions.collect(),
            alphabet: self
                .events
                .iter()
                .map(|event| event.draft.name.clone())
                .collect(),
            observable: Observability::All,
            severity: Severity::default(),
            explanation: Explanation::default(),
            releases: false,
        })
    }

    /// All that is reached, the first one the initial one.
    fn nodes(&self) -> Option<Vec<Node>> {
        let start = if self.events.iter().all(|event| event.creates) {
            Node::Quiet(self.beginning())
        } else {
            Node::Unborn
        };
        let mut nodes = vec![start];
        let mut next = 0;

        while let Some(node) = nodes.get(next).cloned() {
            if self.demand.is_about_connections() && nodes.len() > MOST_CONNECTED {
                return None;
            }
            next += 1;
            for Taken { to, .. } in self.taken(&node) {
                if !nodes.contains(&to) {
                    nodes.push(to);
                }
            }
        }

        Some(nodes)
    }

    /// Returns where every slice begins, and every one that has been reset: nothing is connected.
    fn beginning(&self) -> Position {
        Position {
            state: self.machine.initial(),
            connected: Blocks::default(),
        }
    }

    /// Returns the origin of an event that follows others.
    fn going_on(&self, node: &Node) -> Origin {
        Origin {
            position: self.position(node),
            from_start: false,
        }
    }

    /// Returns the origin of an event with which the word begins anew.
    fn starting(&self) -> Origin {
        Origin {
            position: self.beginning(),
            from_start: true,
        }
    }

    fn position(&self, node: &Node) -> Position {
        match node {
            Node::Unborn => self.beginning(),
            Node::Quiet(position) | Node::Handled(_, position) => position.clone(),
        }
    }

    /// The transitions that are written for a state, in order. Without one nothing happens: events
    /// that change nothing have none.
    fn taken(&self, node: &Node) -> Vec<Taken<'_>> {
        let mut taken = Vec::new();
        for event in self.events {
            if *node == Node::Unborn && !event.creates {
                continue;
            }
            taken.extend(self.after(node, event));
            if self.repeats && event.condition.is_some() && self.stays(node) {
                let condition = self.flag_at(node).map(|flag| negated(&flag.is_set()));
                taken.push(Taken {
                    event,
                    to: node.clone(),
                    condition,
                    action: None,
                });
            }
            // An instance is made before the condition is asked.
            if *node == Node::Unborn && event.condition.is_some() {
                let to = Node::Quiet(self.beginning());
                taken.push(Taken {
                    event,
                    to,
                    condition: None,
                    action: None,
                });
            }
        }

        taken
    }

    /// Returns whether a state is handled and no handler resets it or may.
    fn stays(&self, node: &Node) -> bool {
        let Node::Handled(handled, _) = node else {
            return false;
        };
        let leaves = |reaction: &Reaction| reaction.resets || reaction.may_reset;
        !self
            .reactions
            .iter()
            .any(|reaction| leaves(reaction) && handled.contains(&reaction.category))
    }

    /// Returns what an event may lead to, in the order in which it is decided. Where something may
    /// have reset the automaton, it is decided for both cases.
    fn after<'u>(&'u self, node: &Node, event: &'u Lowered) -> Vec<Taken<'u>> {
        let Some(flag) = self.flag_at(node) else {
            return self.leading(Some(node), self.going_on(node), event);
        };
        // What clears the variable is a transition in any case.
        let reset = self
            .leading(None, self.starting(), event)
            .into_iter()
            .map(|taken| Taken {
                condition: all(&[flag.is_set()]
                    .into_iter()
                    .chain(taken.condition)
                    .collect::<Vec<Excerpt>>()),
                action: following(&Some(flag.cleared()), taken.action),
                ..taken
            });

        let unset = negated(&flag.is_set());
        let others = self
            .leading(Some(node), self.going_on(node), event)
            .into_iter()
            .map(|taken| Taken {
                condition: all(&[unset.clone()]
                    .into_iter()
                    .chain(taken.condition)
                    .collect::<Vec<Excerpt>>()),
                ..taken
            });

        reset.chain(others).collect()
    }

    /// Returns what may say in a state that the automaton has been reset.
    fn flag_at(&self, node: &Node) -> Option<&ResetFlag> {
        self.reset_flag
            .as_ref()
            .filter(|flag| flag.anywhere || self.may_be_reset(node))
    }

    fn may_be_reset(&self, node: &Node) -> bool {
        let Node::Handled(handled, _) = node else {
            return false;
        };
        self.reactions
            .iter()
            .any(|reaction| reaction.may_reset && handled.contains(&reaction.category))
    }

    /// The same from a state of the machine. Where the body of the event may have reset the
    /// automaton, it has run once the first transition has been asked for, which is taken if it
    /// has; where it has returned after that, the automaton is at its beginning.
    fn leading<'u>(
        &'u self,
        node: Option<&Node>,
        going_on: Origin,
        event: &'u Lowered,
    ) -> Vec<Taken<'u>> {
        match &event.resets {
            Resets::Never => self.steps(node, going_on, event, &event.condition),
            Resets::Always => self.steps(node, self.starting(), event, &event.condition),
            Resets::Perhaps(Restart { restarted, moved }) => {
                let mut taken = self.steps(node, self.starting(), event, &event.condition);
                let from_start = |follower: &Follower| {
                    let read = ReadEvent {
                        symbol: &event.symbol,
                        from_start: true,
                    };
                    follower.step(self.machine.initial(), read, true)
                };
                let action = self.follower.as_ref().and_then(from_start);
                let to = Node::Quiet(self.beginning());
                taken.push(Taken {
                    event,
                    to,
                    condition: Some(restarted.clone()),
                    action,
                });
                taken.extend(self.steps(node, going_on, event, &Some(moved.clone())));
                taken
            }
        }
    }

    /// The transitions for one step of the machine, under a condition; without those that would
    /// leave `node` as it is.
    fn steps<'u>(
        &'u self,
        node: Option<&Node>,
        origin: Origin,
        event: &'u Lowered,
        condition: &Option<Excerpt>,
    ) -> Vec<Taken<'u>> {
        let Origin {
            position: from,
            from_start,
        } = origin;
        let read = ReadEvent {
            symbol: &event.symbol,
            from_start,
        };
        let Some(symbol) = self.alphabet.symbol(&event.symbol) else {
            return Vec::new();
        };
        let state = self.machine.step(from.state, symbol);
        let connected = self.demand.connected(&from.connected, &event.binds);
        let mut taken = Vec::new();

        for Outcome { handled, test } in self.outcomes(state, read, &connected, event) {
            let is_asked = test.is_some();
            let resets = self
                .reactions
                .iter()
                .any(|reaction| reaction.resets && handled.contains(&reaction.category));
            let going_on = if resets {
                self.beginning()
            } else if self.live[state] {
                Position {
                    state,
                    connected: connected.clone(),
                }
            } else {
                Position {
                    state,
                    connected: Blocks::default(),
                }
            };
            let step = self.follower.as_ref();
            let step = step.and_then(|follower| follower.step(going_on.state, read, resets));
            let to = if handled.is_empty() {
                Node::Quiet(going_on)
            } else {
                Node::Handled(handled, going_on)
            };
            let acts = event.body.is_some() || event.acts || step.is_some();
            if Some(&to) != node || matches!(to, Node::Handled(..)) || acts || is_asked {
                let tests: Vec<Excerpt> = test.into_iter().chain(condition.clone()).collect();
                taken.push(Taken {
                    event,
                    to,
                    condition: all(&tests),
                    action: following(&event.body, step),
                });
            }
        }

        taken
    }

    /// Returns what may come of an event that leads into a state of the machine and has left these
    /// parameters connected, in the order in which it is asked for.
    fn outcomes(
        &self,
        state: MachineStateId,
        read: ReadEvent<'_>,
        connected: &Blocks,
        event: &Lowered,
    ) -> Vec<Outcome> {
        let held = self.machine.held(state).iter();
        let handled = held.filter(|held| {
            self.reactions
                .iter()
                .any(|reaction| reaction.category == **held)
        });
        let outcomes = match &self.follower {
            None => Outcome::certain(handled.cloned().collect()),
            Some(follower) => follower.outcomes(self.machine, state, read, event.acts),
        };

        let runs = self.demand.runs(connected, &event.binds);
        outcomes
            .into_iter()
            .flat_map(|outcome| outcome.where_run(&runs, event.acts))
            .collect()
    }

    /// Returns what the handlers of a state do besides printing.
    fn code(&self, node: &Node) -> Option<Excerpt> {
        let Node::Handled(handled, _) = node else {
            return None;
        };
        let mut code: Option<Excerpt> = None;
        let reactions = self
            .reactions
            .iter()
            .filter(|reaction| handled.contains(&reaction.category));

        for reaction in reactions.filter(|reaction| !reaction.code.text().is_empty()) {
            match &mut code {
                Some(code) => append(code, &reaction.code),
                None => code = Some(reaction.code.clone()),
            }
        }

        code
    }

    /// `start`, `s1`, .., and the categories that are handled.
    fn names(&self, nodes: &[Node]) -> Vec<String> {
        let wanted = nodes.iter().enumerate().map(|(at, node)| match node {
            _ if at == 0 => "start".to_owned(),
            Node::Unborn | Node::Quiet(_) => format!("s{at}"),
            Node::Handled(handled, _) => handled
                .iter()
                .map(Category::name)
                .collect::<Vec<&str>>()
                .join("_"),
        });
        distinct(wanted.map(|name| name.replace(['-', '.'], "_")))
    }
}

/// The states from which an event may lead to a handler.
pub(super) fn live(
    machine: &Machine,
    reactions: &[Reaction],
    follower: Option<&Follower>,
) -> IndexVec<MachineStateId, bool> {
    let is_handled = |category: &Category| {
        reactions
            .iter()
            .any(|reaction| reaction.category == *category)
    };
    let leads = machine.leads_to(|state| match follower {
        Some(follower) => follower.may_report(state),
        None => machine.held(state).iter().any(is_handled),
    });
    let goes_on = |state| {
        machine
            .symbols()
            .any(|symbol| leads[machine.step(state, symbol)])
    };

    machine.states().map(goes_on).collect()
}

/// Statements after others.
fn following(first: &Option<Excerpt>, then: Option<Excerpt>) -> Option<Excerpt> {
    match (first, then) {
        (Some(first), Some(then)) => {
            let mut both = first.clone();
            let end = then.extent().start;
            both.push(" ", end..end);
            append(&mut both, &then);
            Some(both)
        }
        (first, then) => first.clone().or(then),
    }
}
