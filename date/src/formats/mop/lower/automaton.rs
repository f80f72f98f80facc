//! Formulas as automata of a property.

use std::collections::BTreeSet;

use super::code::{Names, append};
use super::events::Lowered;
use super::{Lowering, distinct, identifier};
use crate::code::Excerpt;
use crate::diagnostic::{Diagnostic, nearest};
use crate::formats::draft::{DraftProperty, DraftState, DraftTransition, Word};
use crate::formats::mop::syntax::{Handler, Property};
use crate::logics::{Alphabet, Category, Logic, Machine, MachineStateId, translate};
use crate::model::{Observability, StateKind};

/// A state of the automaton.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    /// No event that makes instances has come.
    Unborn,
    /// A state of the machine in which no handler runs.
    Quiet(MachineStateId),
    /// One that an event has led into, so that these handlers run. What comes then is as from the state, or from the
    /// beginning where a handler resets.
    Handled(BTreeSet<Category>, MachineStateId),
}

impl Node {
    fn state(&self, machine: &Machine) -> MachineStateId {
        match self {
            Node::Unborn => machine.initial(),
            Node::Quiet(state) | Node::Handled(_, state) => *state,
        }
    }
}

/// A handler, lowered.
struct Reaction {
    category: Category,
    code: Excerpt,
    resets: bool,
}

impl Lowering<'_> {
    /// The properties of the specification.
    pub fn properties(&self, events: &[Lowered], names: &Names) -> Result<Vec<DraftProperty>, Diagnostic> {
        if self.spec.properties.is_empty() {
            return Ok(vec![self.watching(events)]);
        }
        let spec = identifier(&self.spec.name);
        let wanted = self.spec.properties.iter().map(|property| match &property.name {
            Some(name) => format!("{spec}_{}", identifier(name)),
            None => spec.clone(),
        });
        let called = distinct(wanted);
        let lowered = self.spec.properties.iter().zip(called);
        lowered.map(|(property, name)| self.property(property, name, events, names)).collect()
    }

    fn property(
        &self,
        property: &Property,
        name: String,
        events: &[Lowered],
        names: &Names,
    ) -> Result<DraftProperty, Diagnostic> {
        let Some(logic) = Logic::named(&property.logic.text) else {
            let known = Logic::NAMES.map(|(name, _)| name);
            let message = format!("there is no logic `{}` here", property.logic.text);
            let error = self.source.error(property.logic.place.range(), "mop-unsupported", message);
            return Err(match nearest(&property.logic.text, known) {
                Some(near) => error.with_help(format!("did you mean `{near}`?")),
                None => error.with_help(format!("known: {}", known.join(", "))),
            });
        };
        // In the order in which the specification declares them.
        let alphabet = Alphabet::new(self.spec.events.iter().map(|event| event.name.text.clone()));
        let translated = translate(logic, &property.formula.text, &alphabet).map_err(|error| {
            let start = property.formula.place.start;
            let range = start + error.range.start..start + error.range.end;
            let finding = self.source.error(range, "formula", error.message);
            match error.help {
                Some(help) => finding.with_help(help),
                None => finding,
            }
        })?;
        if !translated.is_exact {
            return Err(self.unsupported(property.formula.place.range(), "a grammar that is not regular"));
        }
        let mut reactions = Vec::new();
        for handler in &property.handlers {
            reactions.push(self.reaction(handler, &translated.machine, names)?);
        }
        let handled: BTreeSet<Category> = reactions.iter().map(|reaction| reaction.category.clone()).collect();
        let machine = match logic {
            Logic::Ltl => translated.machine.reporting_once(&handled),
            _ => translated.machine.minimal(&handled),
        };
        let unrolled = Unrolled { machine: &machine, alphabet: &alphabet, reactions: &reactions, events };
        Ok(unrolled.property(name, property))
    }

    fn reaction(&self, handler: &Handler, machine: &Machine, names: &Names) -> Result<Reaction, Diagnostic> {
        let category = Category::new(&handler.category.text);
        if !machine.categories().contains(&category) {
            let known: Vec<&str> = machine.categories().iter().map(Category::name).collect();
            let message = format!("the formula has no category `{}`", handler.category.text);
            let error = self.source.error(handler.category.place.range(), "unknown-category", message);
            return Err(match nearest(&handler.category.text, known.iter().copied()) {
                Some(near) => error.with_help(format!("did you mean `@{near}`?")),
                None => error.with_help(format!("known here: {}", known.join(", "))),
            });
        }
        let body = self.body(&handler.body, None, names)?;
        Ok(Reaction { category, code: body.java, resets: body.resets })
    }

    /// The property of a specification without formulas: its events are what it reports, each time, unless their bodies decide.
    fn watching(&self, events: &[Lowered]) -> DraftProperty {
        let place = self.spec.name.place.range();
        let word = |text: &str| Word { text: text.to_owned(), range: place.clone() };
        let mut transitions = Vec::new();
        for from in ["watching", "reported"] {
            let written = events.iter().zip(self.firing_order());
            // An empty body says nothing.
            for (event, written) in written.filter(|(_, index)| !self.spec.events[*index].body.text.is_empty()) {
                transitions.push(DraftTransition {
                    from: word(from),
                    to: word("reported"),
                    event: event.draft.name.clone(),
                    condition: event.condition.clone(),
                    action: None,
                    range: self.spec.events[written].place.range(),
                });
            }
        }
        let state = |name: &str, kind, initial| DraftState { name: word(name), kind, initial, entry: None };
        DraftProperty {
            name: word(&identifier(&self.spec.name)),
            states: vec![state("watching", StateKind::Normal, true), state("reported", StateKind::Bad, false)],
            transitions,
            alphabet: Vec::new(),
            observable: Observability::All,
            releases: false,
        }
    }
}

/// A machine whose handlers' effects are states.
struct Unrolled<'u> {
    machine: &'u Machine,
    alphabet: &'u Alphabet,
    reactions: &'u [Reaction],
    events: &'u [Lowered],
}

impl Unrolled<'_> {
    fn property(&self, name: String, written: &Property) -> DraftProperty {
        let nodes = self.nodes();
        let names = self.names(&nodes);
        let word = |text: &str| Word { text: text.to_owned(), range: written.place.range() };
        let name_of = |node: &Node| {
            let at = nodes.iter().position(|other| other == node).unwrap_or_default();
            word(&names[at])
        };
        let state = |(at, node): (usize, &Node)| DraftState {
            name: word(&names[at]),
            kind: if matches!(node, Node::Handled(..)) { StateKind::Bad } else { StateKind::Normal },
            initial: at == 0,
            entry: self.code(node),
        };
        let transitions = nodes.iter().flat_map(|node| {
            self.taken(node).into_iter().map(|(event, to, is_conditional)| DraftTransition {
                from: name_of(node),
                to: name_of(&to),
                event: event.draft.name.clone(),
                condition: event.condition.clone().filter(|_| is_conditional),
                action: event.body.clone().filter(|_| is_conditional),
                range: written.place.range(),
            })
        });
        DraftProperty {
            name: Word { text: name, range: written.logic.place.range() },
            states: nodes.iter().enumerate().map(state).collect(),
            transitions: transitions.collect(),
            alphabet: self.events.iter().map(|event| event.draft.name.clone()).collect(),
            observable: Observability::All,
            releases: false,
        }
    }

    /// All that is reached, the first one the initial one.
    fn nodes(&self) -> Vec<Node> {
        let start = match self.events.iter().all(|event| event.creates) {
            true => Node::Quiet(self.machine.initial()),
            false => Node::Unborn,
        };
        let mut nodes = vec![start];
        let mut next = 0;
        while let Some(node) = nodes.get(next).cloned() {
            next += 1;
            for (_, to, _) in self.taken(&node) {
                if !nodes.contains(&to) {
                    nodes.push(to);
                }
            }
        }
        nodes
    }

    /// The transitions that are written for a state, in order; whether each has the event's condition and body. Without one
    /// nothing happens: events that change nothing have none.
    fn taken(&self, node: &Node) -> Vec<(&Lowered, Node, bool)> {
        let mut taken = Vec::new();
        for event in self.events {
            if *node == Node::Unborn && !event.creates {
                continue;
            }
            let to = self.after(node, event);
            let changes = to != *node || matches!(to, Node::Handled(..)) || event.body.is_some() || event.acts;
            if changes {
                taken.push((event, to, true));
            }
            // An instance is made before the condition is asked.
            if *node == Node::Unborn && event.condition.is_some() {
                taken.push((event, Node::Quiet(self.machine.initial()), false));
            }
        }
        taken
    }

    fn after(&self, node: &Node, event: &Lowered) -> Node {
        let from = if event.resets { self.machine.initial() } else { node.state(self.machine) };
        let Some(symbol) = self.alphabet.symbol(&event.symbol) else { return node.clone() };
        let state = self.machine.step(from, symbol);
        let running = self.reactions.iter().filter(|reaction| self.machine.holds(state, &reaction.category));
        let (mut handled, mut resets) = (BTreeSet::new(), false);
        for reaction in running {
            handled.insert(reaction.category.clone());
            resets |= reaction.resets;
        }
        match handled.is_empty() {
            true => Node::Quiet(state),
            false => Node::Handled(handled, if resets { self.machine.initial() } else { state }),
        }
    }

    /// What the handlers of a state do besides printing.
    fn code(&self, node: &Node) -> Option<Excerpt> {
        let Node::Handled(handled, _) = node else { return None };
        let mut code: Option<Excerpt> = None;
        let reactions = self.reactions.iter().filter(|reaction| handled.contains(&reaction.category));
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
            Node::Handled(handled, _) => handled.iter().map(Category::name).collect::<Vec<&str>>().join("_"),
        });
        distinct(wanted.map(|name| name.replace(['-', '.'], "_")))
    }
}
