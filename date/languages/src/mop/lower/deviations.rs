//! JavaMOP's deviations with formulas, conditions and handlers.

use std::collections::BTreeSet;

use super::Lowering;
use super::events::{Lowered, Resets};
use super::statements::mentions_reset;
use crate::mop::syntax::Property;
use logics::{Alphabet, Category, Logic, Machine, Translation, ere};

/// The formula of a property.
#[derive(Clone, Copy)]
pub(super) struct Formula<'a> {
    /// The property.
    pub property: &'a Property,
    /// The logic that its formula is written in.
    pub logic: Logic,
}

impl Lowering<'_> {
    /// The events as all properties but the last hear them: a body runs once, in the step of the
    /// last one, which is the only one that a `return` keeps from being taken. What it resets is no
    /// part of these. JavaMOP asks conditions there alone, too.
    pub(super) fn of_earlier_properties(&self, events: &[Lowered]) -> Vec<Lowered> {
        if self.spec.properties.len() < 2 {
            return events.to_vec();
        }

        let mut unguarded = false;
        for event in events.iter().filter(|event| event.asked.is_some()) {
            let message = format!(
                "the condition of `{}` in a specification of several properties",
                event.symbol
            );
            let does = "asks for it in the last property alone";
            let here = "all properties ask for it here";
            unguarded |= self.javamop.differs(
                event.draft.name.range.clone(),
                "mop-condition",
                message,
                does,
                here,
            );
        }

        let earlier = |event: &Lowered| {
            let condition = event.asked.clone().filter(|_| !unguarded);
            Lowered {
                condition,
                body: None,
                acts: false,
                resets: Resets::Never,
                ..event.clone()
            }
        };

        events.iter().map(earlier).collect()
    }

    /// The machine of a formula as JavaMOP makes it, if that is followed: its regular expressions
    /// have failed once they are `empty` to the letter, which may be events after no continuation
    /// is a match.
    pub(super) fn as_translated_by_javamop(
        &self,
        formula: Formula<'_>,
        translated: Translation,
        alphabet: &Alphabet,
        handled: &BTreeSet<Category>,
    ) -> Translation {
        let Formula { property, logic } = formula;
        if logic != Logic::Ere || !handled.contains(&Category::new("fail")) {
            return translated;
        }

        let derived = ere::machine_by(&property.formula.text, alphabet, ere::Laws::JavaMop);
        // What is too large for JavaMOP's laws is no machine of JavaMOP's, either.
        let Ok(machine) = derived else {
            return translated;
        };
        let Some(word) = translated.machine.difference(&machine, handled) else {
            return translated;
        };
        let word: Vec<&str> = word
            .into_iter()
            .map(|symbol| alphabet.name(symbol))
            .collect();

        let message = format!("after `{}` nothing can match any more", word.join(" "));
        let does = "does not see that before a later event";
        let here = "it has failed here";
        if self.javamop.differs(
            property.formula.place.range(),
            "mop-fail",
            message,
            does,
            here,
        ) {
            Translation {
                machine,
                ..translated
            }
        } else {
            translated
        }
    }

    /// Returns whether a handler that resets takes back all properties of its instance, as JavaMOP
    /// has it.
    pub(super) fn resets_all(&self) -> bool {
        if self.spec.properties.len() < 2 {
            return false;
        }

        let mut all = false;
        let handlers = self
            .spec
            .properties
            .iter()
            .flat_map(|property| &property.handlers);

        for handler in handlers.filter(|handler| mentions_reset(&handler.body.text)) {
            let message =
                "`__RESET` in a handler, in a specification of several properties".to_owned();
            let does = "takes all properties of the instance back to their beginnings";
            let here = "that of the handler alone goes back here";
            all |= self.javamop.differs(
                handler.category.place.range(),
                "mop-reset",
                message,
                does,
                here,
            );
        }

        all
    }

    /// Returns whether no handler of a `connected` specification runs where a parameter is bound,
    /// as JavaMOP has it: it takes parameters for unconnected as long as one is the first of those
    /// that are connected.
    pub(super) fn connects_nothing(&self) -> bool {
        let message =
            "`connected`, where an event that creates does not bind all parameters".to_owned();
        let does = "runs no handler for an instance that binds a parameter";
        let here = "handlers run here where events have connected what the instance binds";
        self.javamop.differs(
            self.spec.name.place.range(),
            "mop-connected",
            message,
            does,
            here,
        )
    }

    /// Returns whether handlers run again at an event that is none to the automaton, as JavaMOP has
    /// it: it tests what the event before has left. `may_repeat`: there is a state in which that
    /// can be seen.
    pub(super) fn repeats_handlers(&self, events: &[Lowered], may_repeat: bool) -> bool {
        let mut repeats = false;
        for event in events
            .iter()
            .filter(|event| may_repeat && event.condition.is_some())
        {
            let message = format!(
                "`{}` may come where its condition does not hold, or its body returns",
                event.symbol
            );
            let does = "runs the handlers of the event before again then";
            let here = "none run here";
            repeats |= self.javamop.differs(
                event.draft.name.range.clone(),
                "mop-handler",
                message,
                does,
                here,
            );
        }

        repeats
    }
}

/// Returns whether a machine has a state in which something is handled.
pub(super) fn holds_any(machine: &Machine, handled: &BTreeSet<&Category>) -> bool {
    machine.states().any(|state| {
        machine
            .held(state)
            .iter()
            .any(|held| handled.contains(held))
    })
}
