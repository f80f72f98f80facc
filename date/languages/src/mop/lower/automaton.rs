//! Formulas as automata of a property.

use std::collections::BTreeSet;

use super::code::{Rewritten, Whose};
use super::deviations::{Formula, holds_any};
use super::events::Lowered;
use super::grammar::Follower;
use super::names::Names;
use super::resets::ResetFlag;
use super::statements::may_reset;
use super::unrolled::{Reaction, Unrolled, live};
use super::{Lowering, distinct, identifier};
use crate::draft::{DraftProperty, DraftState, DraftTransition, DraftVariable, Word};
use crate::mop::syntax::{Event, EventModifier, Handler, Modifier, Property};
use date::model::{Explanation, Observability, Severity, StateKind};
use logics::cfg::Grammar;
use logics::{Alphabet, Category, FormulaError, Logic, Machine, Translation, translate};
use text::{Diagnostic, nearest};

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
        let (mut lowered, mut variables) = (Vec::new(), Vec::new());
        let asked = self.of_earlier_properties(events);
        for (at, name) in self.property_names().into_iter().enumerate() {
            let is_last = at + 1 == self.spec.properties.len();
            let (property, more) =
                self.property(at, name, if is_last { events } else { &asked }, names)?;
            lowered.push(property);
            variables.extend(more);
        }
        Ok((lowered, variables))
    }

    /// Returns what the properties are called: after their specification, each differently.
    pub(super) fn property_names(&self) -> Vec<String> {
        let spec = identifier(&self.spec.name);
        let wanted = self
            .spec
            .properties
            .iter()
            .map(|property| match &property.name {
                Some(name) => format!("{spec}_{}", identifier(name)),
                None => spec.clone(),
            });
        distinct(wanted)
    }

    fn property(
        &self,
        position: usize,
        name: String,
        events: &[Lowered],
        names: &Names,
    ) -> Result<(DraftProperty, Vec<DraftVariable>), Diagnostic> {
        let property = &self.spec.properties[position];
        let Some(logic) = Logic::named(&property.logic.text) else {
            let known = Logic::NAMES.map(|(name, _)| name);
            let message = format!("there is no logic `{}` here", property.logic.text);
            let error = self
                .source
                .error(property.logic.place.range(), "mop-unsupported", message);
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
            reactions.push(self.reaction(position, handler, &translated.machine, names)?);
        }

        let handled: BTreeSet<Category> = reactions
            .iter()
            .map(|reaction| reaction.category.clone())
            .collect();
        let formula = Formula { property, logic };
        let translated = self.as_translated_by_javamop(formula, translated, &alphabet, &handled);
        let (follower, machine) = match (translated.is_exact, logic) {
            _ if self.spec.modifiers.contains(&Modifier::Suffix) => (
                None,
                self.suffixes(property, &translated, &alphabet, &handled)?,
            ),
            (false, _) => {
                let grammar = Grammar::parse(&property.formula.text, &alphabet)
                    .map_err(wrong)?
                    .text(&alphabet);
                let place = property.formula.place.range();
                let (follower, machine) =
                    Follower::new(&name, grammar, place, &translated.machine, &handled);
                (Some(follower), machine)
            }
            (true, Logic::Ltl) => (None, translated.machine.reporting_once(&handled)),
            (true, _) => (None, translated.machine.minimal(&handled)),
        };

        let reset_flag = self.reset_flag(position)?;
        let restarts = self.restart_variables(property, events)?;
        let flag = reset_flag.as_ref().map(ResetFlag::variable);
        let variables = follower
            .as_ref()
            .map(Follower::variable)
            .into_iter()
            .chain(flag)
            .chain(restarts)
            .collect();

        let is_suffix = self.spec.modifiers.contains(&Modifier::Suffix);
        let staying: BTreeSet<&Category> = reactions
            .iter()
            .filter(|r| !r.resets)
            .map(|r| &r.category)
            .collect();
        let repeats = self.repeats_handlers(events, !is_suffix && holds_any(&machine, &staying));
        let unrolled = Unrolled {
            machine: &machine,
            alphabet: &alphabet,
            reactions: &reactions,
            events,
            live: live(&machine, &reactions, follower.as_ref()),
            follower,
            demand: self.demand(events),
            repeats,
            reset_flag,
        };

        let unrolled = unrolled.property(name, property).ok_or_else(|| {
            let message =
                "what the events connect takes too many states with this formula".to_owned();
            self.source
                .error(property.formula.place.range(), "formula", message)
        })?;

        Ok((unrolled, variables))
    }

    /// Returns the machine that follows each suffix of the trace that begins with a creation event.
    fn suffixes(
        &self,
        property: &Property,
        translated: &Translation,
        alphabet: &Alphabet,
        handled: &BTreeSet<Category>,
    ) -> Result<Machine, Diagnostic> {
        if !translated.is_exact {
            return Err(self.unsupported(
                property.formula.place.range(),
                "a grammar that is not regular, for every suffix,",
            ));
        }

        let events = &self.spec.events;
        let is_creation = |event: &Event| event.modifiers.contains(&EventModifier::Creation);
        let begins = |symbol| {
            let mut named = events
                .iter()
                .filter(|event| event.name.text == alphabet.name(symbol));
            !events.iter().any(is_creation) || named.any(is_creation)
        };
        let machine = translated
            .machine
            .minimal(handled)
            .suffixes(begins, handled);

        let machine = machine.ok_or_else(|| {
            let message = "the suffixes of this formula take too many states".to_owned();
            self.source
                .error(property.formula.place.range(), "formula", message)
        })?;
        Ok(machine.minimal(handled))
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

    fn reaction(
        &self,
        position: usize,
        handler: &Handler,
        machine: &Machine,
        names: &Names,
    ) -> Result<Reaction, Diagnostic> {
        let category = Category::new(&handler.category.text);
        if !machine.categories().contains(&category) {
            let known: Vec<&str> = machine.categories().iter().map(Category::name).collect();
            let message = format!("the formula has no category `{}`", handler.category.text);
            let error =
                self.source
                    .error(handler.category.place.range(), "unknown-category", message);
            return Err(
                match nearest(&handler.category.text, known.iter().copied()) {
                    Some(near) => error.with_help(format!("did you mean `@{near}`?")),
                    None => error.with_help(format!("known here: {}", known.join(", "))),
                },
            );
        }

        let Rewritten {
            java: mut code,
            resets,
        } = self.body(&handler.body, Whose::Formula(position), names)?;
        let mut others = self.reset_by_handler(position);
        others.retain(|other| *other != position);

        if resets && !others.is_empty() {
            let end = handler.body.place.end;
            code.push(&format!(" {};", self.set_flags(others)), end..end);
            code = code.trimmed();
        }

        Ok(Reaction {
            category,
            code,
            resets,
            may_reset: may_reset(&handler.body.text),
        })
    }

    /// The property of a specification without formulas: its events are what it reports, each time,
    /// unless their bodies decide.
    fn watching(&self, events: &[Lowered]) -> DraftProperty {
        let place = self.spec.name.place.range();
        let word = |text: &str| Word {
            text: text.to_owned(),
            range: place.clone(),
        };
        let mut transitions = Vec::new();

        for from in ["watching", "reported"] {
            let written = events.iter().zip(self.firing_order());
            // An empty body says nothing.
            for (event, written) in
                written.filter(|(_, index)| !self.spec.events[*index].body.text.is_empty())
            {
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

        let state = |name: &str, kind, initial| DraftState {
            name: word(name),
            kind,
            initial,
            entry: None,
        };

        DraftProperty {
            name: word(&identifier(&self.spec.name)),
            states: vec![
                state("watching", StateKind::Normal, true),
                state("reported", StateKind::Bad, false),
            ],
            transitions,
            alphabet: Vec::new(),
            observable: Observability::All,
            severity: Severity::default(),
            explanation: Explanation::default(),
            releases: false,
        }
    }
}
