//! Formulas as automata of a property.

use std::collections::BTreeSet;

use super::code::{Names, Restart, append};
use super::deviations::holds_any;
use super::events::{Lowered, Resets};
use super::grammar::{Follower, Outcome};
use super::pointcut::{all, negated};
use super::{Lowering, distinct, identifier};
use crate::code::Excerpt;
use crate::diagnostic::{Diagnostic, nearest};
use crate::formats::draft::{DraftProperty, DraftState, DraftTransition, DraftVariable, Word};
use crate::formats::mop::syntax::{Event, EventModifier, Handler, Modifier, Property};
use crate::logics::cfg::Grammar;
use crate::logics::{Alphabet, Category, FormulaError, Logic, Machine, MachineStateId, Translation, translate};
use crate::model::{Observability, Severity, StateKind};

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
    /// Whether its code sets [`Lowering::reset_flag`], and so resets in some cases.
    may_reset: bool,
}

impl Lowering<'_> {
    /// The properties of the specification, and the variables that they need.
    pub fn properties(
        &self,
        events: &[Lowered],
        names: &Names,
    ) -> Result<(Vec<DraftProperty>, Vec<DraftVariable>), Diagnostic> {
        if self.spec.properties.is_empty() {
            return Ok((vec![self.watching(events)], Vec::new()));
        }
        let spec = identifier(&self.spec.name);
        let wanted = self.spec.properties.iter().map(|property| match &property.name {
            Some(name) => format!("{spec}_{}", identifier(name)),
            None => spec.clone(),
        });
        let called = distinct(wanted);
        let (mut lowered, mut variables) = (Vec::new(), Vec::new());
        let asked = self.of_earlier_properties(events)?;
        for (at, (property, name)) in self.spec.properties.iter().zip(called).enumerate() {
            let is_last = at + 1 == self.spec.properties.len();
            let (property, more) = self.property(property, name, if is_last { events } else { &asked }, names)?;
            lowered.push(property);
            variables.extend(more);
        }
        Ok((lowered, variables))
    }

    fn property(
        &self,
        property: &Property,
        name: String,
        events: &[Lowered],
        names: &Names,
    ) -> Result<(DraftProperty, Vec<DraftVariable>), Diagnostic> {
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
        let wrong = |error| self.wrong_formula(property, error);
        let translated = translate(logic, &property.formula.text, &alphabet).map_err(wrong)?;
        let mut reactions = Vec::new();
        for handler in &property.handlers {
            reactions.push(self.reaction(handler, &translated.machine, names)?);
        }
        let handled: BTreeSet<Category> = reactions.iter().map(|reaction| reaction.category.clone()).collect();
        let translated = self.as_translated_by_javamop((property, logic), translated, &alphabet, &handled);
        let (follower, machine) = match (translated.is_exact, logic) {
            _ if self.spec.modifiers.contains(&Modifier::Suffix) => {
                (None, self.suffixes(property, &translated, &alphabet, &handled)?)
            }
            (false, _) => {
                let grammar = Grammar::parse(&property.formula.text, &alphabet).map_err(wrong)?.text(&alphabet);
                let grammar = (grammar, property.formula.place.range());
                let (follower, machine) = Follower::new(&name, grammar, &translated.machine, &handled);
                (Some(follower), machine)
            }
            (true, Logic::Ltl) => (None, translated.machine.reporting_once(&handled)),
            (true, _) => (None, translated.machine.minimal(&handled)),
        };
        let flag = self.reset_variable(property, &reactions)?;
        let restarts = self.restart_variables(property, events)?;
        if (flag.is_some() || !restarts.is_empty()) && follower.is_some() {
            let what = "`__RESET` within another statement, with a grammar that is not regular,";
            return Err(self.unsupported(property.place.range(), what));
        }
        let reset_flag = flag.as_ref().map(|flag| flag.name.clone());
        let variables = follower.as_ref().map(Follower::variable).into_iter().chain(flag).chain(restarts).collect();
        let needs_all = self.spec.modifiers.contains(&Modifier::FullBinding);
        let bound = needs_all.then(|| self.all_bound()).flatten();
        let is_suffix = self.spec.modifiers.contains(&Modifier::Suffix);
        let staying: BTreeSet<&Category> = reactions.iter().filter(|r| !r.resets).map(|r| &r.category).collect();
        let repeats = self.repeats_handlers(events, !is_suffix && holds_any(&machine, &staying));
        let unrolled = Unrolled {
            machine: &machine,
            alphabet: &alphabet,
            reactions: &reactions,
            events,
            follower,
            bound,
            repeats,
            reset_flag,
        };
        Ok((unrolled.property(name, property), variables))
    }

    /// The machine that follows every suffix which an event that creates begins.
    fn suffixes(
        &self,
        property: &Property,
        translated: &Translation,
        alphabet: &Alphabet,
        handled: &BTreeSet<Category>,
    ) -> Result<Machine, Diagnostic> {
        if !translated.is_exact {
            return Err(
                self.unsupported(property.formula.place.range(), "a grammar that is not regular, for every suffix,")
            );
        }
        let events = &self.spec.events;
        let is_creation = |event: &Event| event.modifiers.contains(&EventModifier::Creation);
        let begins = |symbol| {
            let mut named = events.iter().filter(|event| event.name.text == alphabet.name(symbol));
            !events.iter().any(is_creation) || named.any(is_creation)
        };
        let machine = translated.machine.minimal(handled).suffixes(begins, handled);
        let machine = machine.ok_or_else(|| {
            let message = "the suffixes of this formula take too many states".to_owned();
            self.source.error(property.formula.place.range(), "formula", message)
        })?;
        Ok(machine.minimal(handled))
    }

    /// That an instance binds all parameters; nothing where there are none.
    fn all_bound(&self) -> Option<Excerpt> {
        let tests = self.spec.parameters.iter().map(|parameter| {
            let mut test = Excerpt::empty(parameter.name.place.range().start);
            test.push(&format!("{} != null", parameter.name.text), parameter.name.place.range());
            test
        });
        all(&tests.collect::<Vec<Excerpt>>())
    }

    fn wrong_formula(&self, property: &Property, error: FormulaError) -> Diagnostic {
        let start = property.formula.place.start;
        let range = start + error.range.start..start + error.range.end;
        let finding = self.source.error(range, "formula", error.message);
        match error.help {
            Some(help) => finding.with_help(help),
            None => finding,
        }
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
        let may_reset = body.java.text().contains(&self.reset_flag());
        Ok(Reaction { category, code: body.java, resets: body.resets, may_reset })
    }

    /// The variable that says whether a handler has reset the automaton, if that depends on the case.
    fn reset_variable(&self, property: &Property, reactions: &[Reaction]) -> Result<Option<DraftVariable>, Diagnostic> {
        if !reactions.iter().any(|reaction| reaction.may_reset) {
            return Ok(None);
        }
        let place = property.place.range();
        if !self.has_one_automaton() {
            return Err(self.unsupported(place, RESETS_OF_SEVERAL));
        }
        let name = Word { text: self.reset_flag(), range: place };
        Ok(Some(DraftVariable { name, ty: "boolean".to_owned(), initial: None }))
    }

    /// The variables of events whose bodies reset the automaton in some cases.
    fn restart_variables(&self, property: &Property, events: &[Lowered]) -> Result<Vec<DraftVariable>, Diagnostic> {
        let restarts = |event: &Lowered| match &event.resets {
            Resets::Perhaps(restart) => Some(restart.clone()),
            Resets::Never | Resets::Always => None,
        };
        let Some(Restart { restarted, moved }) = events.iter().find_map(restarts) else { return Ok(Vec::new()) };
        if !self.has_one_automaton() {
            return Err(self.unsupported(property.place.range(), RESETS_OF_SEVERAL));
        }
        let variable = |name: Excerpt| DraftVariable {
            name: Word { text: name.text().to_owned(), range: name.extent() },
            ty: "boolean".to_owned(),
            initial: None,
        };
        Ok(vec![variable(restarted), variable(moved)])
    }

    /// Whether there is one automaton to be reset, and not one for each formula or suffix.
    fn has_one_automaton(&self) -> bool {
        self.spec.properties.len() == 1 && !self.spec.modifiers.contains(&Modifier::Suffix)
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
            severity: Severity::default(),
            releases: false,
        }
    }
}

const RESETS_OF_SEVERAL: &str = "`__RESET` within another statement, with several properties, or `suffix`,";

/// A machine whose handlers' effects are states.
struct Unrolled<'u> {
    machine: &'u Machine,
    alphabet: &'u Alphabet,
    reactions: &'u [Reaction],
    events: &'u [Lowered],
    /// What decides where the machine is an approximation.
    follower: Option<Follower>,
    /// What has to hold for a handler to run.
    bound: Option<Excerpt>,
    /// Whether handlers run again at events whose conditions do not hold.
    repeats: bool,
    /// The variable that says whether a handler has reset the automaton, if that depends on the case.
    reset_flag: Option<Word>,
}

/// A transition to be written.
struct Taken<'u> {
    event: &'u Lowered,
    to: Node,
    condition: Option<Excerpt>,
    action: Option<Excerpt>,
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
            self.taken(node).into_iter().map(|taken| DraftTransition {
                from: name_of(node),
                to: name_of(&taken.to),
                event: taken.event.draft.name.clone(),
                condition: taken.condition,
                action: taken.action,
                range: written.place.range(),
            })
        });
        DraftProperty {
            name: Word { text: name, range: written.logic.place.range() },
            states: nodes.iter().enumerate().map(state).collect(),
            transitions: transitions.collect(),
            alphabet: self.events.iter().map(|event| event.draft.name.clone()).collect(),
            observable: Observability::All,
            severity: Severity::default(),
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
            for Taken { to, .. } in self.taken(&node) {
                if !nodes.contains(&to) {
                    nodes.push(to);
                }
            }
        }
        nodes
    }

    /// The transitions that are written for a state, in order. Without one nothing happens: events that change nothing have
    /// none.
    fn taken(&self, node: &Node) -> Vec<Taken<'_>> {
        let mut taken = Vec::new();
        for event in self.events {
            if *node == Node::Unborn && !event.creates {
                continue;
            }
            taken.extend(self.after(node, event));
            if self.repeats && event.condition.is_some() && self.stays(node) {
                taken.push(Taken { event, to: node.clone(), condition: None, action: None });
            }
            // An instance is made before the condition is asked.
            if *node == Node::Unborn && event.condition.is_some() {
                let to = Node::Quiet(self.machine.initial());
                taken.push(Taken { event, to, condition: None, action: None });
            }
        }
        taken
    }

    /// Whether a state is handled and no handler resets it or may.
    fn stays(&self, node: &Node) -> bool {
        let Node::Handled(handled, _) = node else { return false };
        let leaves = |reaction: &Reaction| reaction.resets || reaction.may_reset;
        !self.reactions.iter().any(|reaction| leaves(reaction) && handled.contains(&reaction.category))
    }

    /// What an event may lead to, in the order in which it is decided. Where a handler may have reset the automaton, it is decided for
    /// both cases.
    fn after<'u>(&'u self, node: &Node, event: &'u Lowered) -> Vec<Taken<'u>> {
        let going_on = node.state(self.machine);
        let Some(flag) = self.reset_flag.as_ref().filter(|_| self.may_be_reset(node)) else {
            return self.leading(node, going_on, event);
        };
        let java = |text: String| {
            let mut java = Excerpt::empty(flag.range.start);
            java.push(&text, flag.range.clone());
            java
        };
        let (is_set, cleared) = (java(flag.text.clone()), java(format!("{} = false;", flag.text)));
        let cases = [(self.machine.initial(), is_set.clone(), Some(cleared)), (going_on, negated(&is_set), None)];
        let decided = cases.into_iter().flat_map(|(from, case, first)| {
            self.leading(node, from, event).into_iter().map(move |taken| Taken {
                condition: all(&[case.clone()].into_iter().chain(taken.condition).collect::<Vec<Excerpt>>()),
                action: following(&first, taken.action),
                ..taken
            })
        });
        decided.collect()
    }

    fn may_be_reset(&self, node: &Node) -> bool {
        let Node::Handled(handled, _) = node else { return false };
        self.reactions.iter().any(|reaction| reaction.may_reset && handled.contains(&reaction.category))
    }

    /// The same from a state of the machine. Where the body of the event may have reset the automaton, it has run once the first
    /// transition has been asked for, which is taken if it has; where it has returned after that, the automaton is at its beginning.
    fn leading<'u>(&'u self, node: &Node, going_on: MachineStateId, event: &'u Lowered) -> Vec<Taken<'u>> {
        let initial = self.machine.initial();
        match &event.resets {
            Resets::Never => self.steps(node, (going_on, false), event, &event.condition),
            Resets::Always => self.steps(node, (initial, true), event, &event.condition),
            Resets::Perhaps(Restart { restarted, moved }) => {
                let mut taken = self.steps(node, (initial, true), event, &event.condition);
                let to = Node::Quiet(initial);
                taken.push(Taken { event, to, condition: Some(restarted.clone()), action: None });
                taken.extend(self.steps(node, (going_on, false), event, &Some(moved.clone())));
                taken
            }
        }
    }

    /// The transitions for one step of the machine, under a condition. `from_start`: the word begins with the event.
    fn steps<'u>(
        &'u self,
        node: &Node,
        (from, from_start): (MachineStateId, bool),
        event: &'u Lowered,
        condition: &Option<Excerpt>,
    ) -> Vec<Taken<'u>> {
        let Some(symbol) = self.alphabet.symbol(&event.symbol) else { return Vec::new() };
        let state = self.machine.step(from, symbol);
        let held = self.machine.held(state).iter();
        let handled = held.filter(|held| self.reactions.iter().any(|reaction| reaction.category == **held));
        let outcomes = match &self.follower {
            None => Outcome::certain(handled.cloned().collect()),
            Some(follower) => follower.outcomes(self.machine, state, (&event.symbol, from_start), event.acts),
        };
        let outcomes = match &self.bound {
            None => outcomes,
            Some(bound) => outcomes.into_iter().flat_map(|outcome| outcome.where_bound(bound, event.acts)).collect(),
        };
        let mut taken = Vec::new();
        for Outcome { handled, test } in outcomes {
            let is_asked = test.is_some();
            let resets = self.reactions.iter().any(|reaction| reaction.resets && handled.contains(&reaction.category));
            let going_on = if resets { self.machine.initial() } else { state };
            let step = self.follower.as_ref();
            let step = step.and_then(|follower| follower.step(going_on, &event.symbol, (from_start, resets)));
            let to = match handled.is_empty() {
                true => Node::Quiet(going_on),
                false => Node::Handled(handled, going_on),
            };
            let acts = event.body.is_some() || event.acts || step.is_some();
            if to != *node || matches!(to, Node::Handled(..)) || acts || is_asked {
                let tests: Vec<Excerpt> = test.into_iter().chain(condition.clone()).collect();
                taken.push(Taken { event, to, condition: all(&tests), action: following(&event.body, step) });
            }
        }
        taken
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
