//! The product pushed through an event graph.

use std::collections::{BTreeMap, BTreeSet};

use super::product::{Heard, Product};
use super::reading::{Assumptions, Reading};
use crate::code::NameKind;
use crate::data::Alphabet;
use crate::graph::{Abstraction, Certainty, ENTRY, Edge, EventGraph, Occurrence, Step};
use crate::ids::{EventId, GeneratorId, NodeId, ProcedureId};
use crate::model::{Creation, Property, Specification};

/// Why a result is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The object whose traces show it.
    pub subject: String,
    /// The generator at which the sides may part; `None` when the property is beyond the checker.
    pub generator: Option<GeneratorId>,
    /// The possible difference.
    pub reason: String,
}

/// Decides whether `residual` without the `silenced` generators gives the reports and external
/// actions of `original` on every word of every graph of `program`. Both properties belong to
/// `specification` and number their states alike by name only. O(procedures * states^2 * edges *
/// states^2) product states per graph.
pub fn check(
    specification: &Specification,
    original: &Property,
    residual: &Property,
    program: &Abstraction,
    silenced: &[GeneratorId],
    assumptions: &Assumptions,
) -> Result<(), Refusal> {
    // Nothing was removed, so both sides are one monitor.
    if original.date == residual.date && silenced.is_empty() {
        return Ok(());
    }

    let alphabet = Alphabet::new(&program.generators, &assumptions.arguments);
    let plain = Reading::both([original, residual], assumptions, &alphabet);
    let births = births(specification, original, program);
    let told = || Reading::over_data(specification, [original, residual], assumptions, &alphabet);
    let over_data = if assumptions.over_data { told() } else { None };
    let created_unheard = is_created_unheard(specification, original, &births);
    let sets_clocks = sets_clocks(original);

    program.graphs.iter().try_for_each(|graph| {
        let run = |sides: &[Reading; 2]| {
            let sides = sides.each_ref();
            Run {
                sides,
                births: &births,
                sets_clocks,
                created_unheard,
                program,
                alphabet: &alphabet,
                graph,
                silenced,
            }
            .check()
        };
        // What is known of the variables is not always the same of both, though the variables are:
        // the one may hear a condition hold that the other does not. So either reading may be the
        // better one, and each is right.
        let refused = |refusal: Refusal| over_data.as_ref().map_or(Err(refusal), run);
        run(&plain).or_else(refused)
    })
}

fn sets_clocks(property: &Property) -> bool {
    let actions = property
        .date
        .transitions
        .iter()
        .flat_map(|transition| &transition.action);
    let mut codes = actions.chain(property.date.states.iter().flat_map(|state| &state.entry));
    codes.any(|code| {
        code.names
            .iter()
            .any(|used| matches!(used.name.kind, NameKind::Clock(_)))
    })
}

/// The events that make instances.
enum Births {
    /// These events and no others.
    Of(Vec<EventId>),
    /// All events of the property's context; others reach instances that are there.
    OfContext,
    /// It does not matter when there is an instance: whatever reaches one makes one, or it has
    /// always been there.
    Any,
}

/// When there is an instance matters as long as something reaches those that are there and makes
/// none.
fn births(specification: &Specification, property: &Property, program: &Abstraction) -> Births {
    let makes_none = |generator: GeneratorId| !program.creating.contains(&generator);
    match &specification.contexts[property.context].creation {
        Creation::Listed(events) => Births::Of(events.clone()),
        Creation::AnyEvent | Creation::Slicing if program.creating.is_empty() => Births::Any,
        Creation::AnyEvent | Creation::Slicing if program.generators.indices().any(makes_none) => {
            Births::OfContext
        }
        Creation::AnyEvent | Creation::Slicing => Births::Any,
    }
}

/// Returns whether an event may create an instance at a place where `property` hears nothing, so
/// that no graph tells of it. The name under which something creates may be heard elsewhere: what
/// counts is each event that is raised by itself. O(events^2).
fn is_created_unheard(specification: &Specification, property: &Property, births: &Births) -> bool {
    let raised = specification
        .events
        .iter_enumerated()
        .filter(|(_, event)| !event.alternatives.is_empty());
    raised
        .map(|(event, _)| (event, specification.letter(event)))
        .any(|(event, letter)| {
            let is_any_of = |events: &[EventId]| letter.iter().any(|event| events.contains(event));
            let creates = match births {
                Births::Of(events) => is_any_of(events),
                Births::OfContext => specification.events[event].context == property.context,
                Births::Any => false,
            };
            creates && !is_any_of(&property.alphabet)
        })
}

struct Run<'a> {
    sides: [&'a Reading; 2],
    births: &'a Births,
    /// True if code of the property sets clocks: then those of both sides are alike as long as the
    /// variables are.
    sets_clocks: bool,
    /// True if something that no generator of the graphs is heard for may create a missing
    /// instance, for both sides.
    created_unheard: bool,
    program: &'a Abstraction,
    alphabet: &'a Alphabet,
    graph: &'a EventGraph,
    silenced: &'a [GeneratorId],
}

/// A procedure entered in a product state.
type Activation = (ProcedureId, Product);

/// The activations found so far, with their states, exits and waiting callers.
#[derive(Default)]
struct Explored {
    /// Product states at the nodes of each activation.
    seen: BTreeMap<Activation, BTreeSet<(NodeId, Product)>>,
    /// Exits that an activation reaches, by position.
    exits: BTreeMap<Activation, BTreeSet<(usize, Product)>>,
    /// The calls that wait for an activation: the caller's activation and where its exits lead.
    waiting: BTreeMap<Activation, BTreeSet<(Activation, usize)>>,
    pending: Vec<(Activation, NodeId, Product)>,
}

impl Explored {
    fn reach(&mut self, activation: Activation, node: NodeId, state: Product) {
        if self
            .seen
            .entry(activation)
            .or_default()
            .insert((node, state))
        {
            self.pending.push((activation, node, state));
        }
    }
}

impl Run<'_> {
    fn check(&self) -> Result<(), Refusal> {
        // If only some events make instances, there is none before the first of them.
        let start = match self.births {
            Births::Of(_) | Births::OfContext => Product {
                original: None,
                residual: None,
                variables_agree: true,
            },
            Births::Any => self.born(),
        };
        let mut explored = Explored::default();

        for &entry in &self.graph.entries {
            explored.reach((entry, start), ENTRY, start);
        }

        while let Some((activation, node, state)) = explored.pending.pop() {
            self.visit(&mut explored, activation, node, state)?;
        }

        Ok(())
    }

    fn born(&self) -> Product {
        let [original, residual] = self.sides.map(|side| Some(side.initial));
        Product {
            original,
            residual,
            variables_agree: true,
        }
    }

    fn visit(
        &self,
        explored: &mut Explored,
        activation: Activation,
        node: NodeId,
        state: Product,
    ) -> Result<(), Refusal> {
        // An event that the property does not hear may make the instance, for both sides at once.
        if self.created_unheard && state.original.is_none() && state.residual.is_none() {
            explored.reach(
                activation,
                node,
                Product {
                    variables_agree: state.variables_agree,
                    ..self.born()
                },
            );
        }

        for &occurrence in &self.graph.background {
            for next in self.hear(occurrence, state)? {
                explored.reach(activation, node, next);
            }
        }

        let body = &self.graph.procedures[activation.0];
        for (position, _) in body
            .exits
            .iter()
            .enumerate()
            .filter(|(_, exit)| **exit == node)
        {
            self.leave(explored, activation, position, state);
        }

        for (index, edge) in body
            .edges
            .iter()
            .enumerate()
            .filter(|(_, edge)| edge.from == node)
        {
            self.follow(explored, activation, index, edge, state)?;
        }
        Ok(())
    }

    fn follow(
        &self,
        explored: &mut Explored,
        activation: Activation,
        index: usize,
        edge: &Edge,
        state: Product,
    ) -> Result<(), Refusal> {
        match &edge.step {
            Step::Silent(target) => explored.reach(activation, *target, state),
            Step::Event(occurrence, target) => {
                for next in self.hear(*occurrence, state)? {
                    explored.reach(activation, *target, next);
                }
            }
            Step::Call { callee, returns } => {
                let called = (*callee, state);
                explored
                    .waiting
                    .entry(called)
                    .or_default()
                    .insert((activation, index));
                explored.reach(called, ENTRY, state);
                // Exits that are found later come back to this call by `leave`.
                for (position, after) in explored.exits.get(&called).cloned().unwrap_or_default() {
                    if let Some(Some(target)) = returns.get(position) {
                        explored.reach(activation, *target, after);
                    }
                }
            }
        }
        Ok(())
    }

    fn leave(
        &self,
        explored: &mut Explored,
        activation: Activation,
        position: usize,
        state: Product,
    ) {
        // The exit is known, so the waiting callers have gone on from it.
        if !explored
            .exits
            .entry(activation)
            .or_default()
            .insert((position, state))
        {
            return;
        }

        for (caller, index) in explored
            .waiting
            .get(&activation)
            .cloned()
            .unwrap_or_default()
        {
            if let Step::Call { returns, .. } = &self.graph.procedures[caller.0].edges[index].step
                && let Some(Some(target)) = returns.get(position)
            {
                explored.reach(caller, *target, state);
            }
        }
    }

    /// All product states after an occurrence.
    fn hear(&self, occurrence: Occurrence, state: Product) -> Result<Vec<Product>, Refusal> {
        let generator = occurrence.generator;
        let mut after = Vec::new();
        for &by in self.hearers(generator, state) {
            let heard = Heard {
                letter: &self.alphabet.letters[generator],
                by,
                creates: self.creates(generator),
                some_are_unborn: !matches!(self.births, Births::Any),
            };
            let next = state.after(self.sides, &heard).map_err(|reason| Refusal {
                subject: self.graph.subject.clone(),
                generator: Some(generator),
                reason,
            })?;
            after.extend(next);
        }

        // The event may be about another object.
        if occurrence.certainty == Certainty::Maybe {
            after.push(state);
        }

        Ok(after)
    }

    /// Returns the sides that may hear the generator: both, or the original alone if it is
    /// silenced. Where clocks may differ, timeouts come to each side at its own time.
    fn hearers(&self, generator: GeneratorId, state: Product) -> &'static [[bool; 2]] {
        let is_unprompted = self.program.unprompted.contains(&generator);
        match (
            self.silenced.contains(&generator),
            is_unprompted && self.sets_clocks && !state.variables_agree,
        ) {
            (true, _) => &[[true, false]],
            (false, false) => &[[true, true]],
            (false, true) => &[[true, true], [true, false], [false, true]],
        }
    }

    fn creates(&self, generator: GeneratorId) -> bool {
        let letter = &self.program.generators[generator];
        match self.births {
            Births::Of(events) => events.iter().any(|&event| letter.contains(event)),
            Births::OfContext => self.program.creating.contains(&generator),
            Births::Any => false,
        }
    }
}
