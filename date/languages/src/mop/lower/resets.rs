//! `__RESET`: what takes the automaton of a formula back to its beginning. A handler does that to
//! its own formula, the body of an event to all.
//!
//! A formula begins anew at once where its own handler resets, or the body that runs in its step.
//! What else resets it sets a variable, which its transitions ask and clear.

use super::code::Restart;
use super::events::{Lowered, Resets};
use super::statements::{may_reset, mentions_reset};
use super::{Lowering, identifier};
use crate::draft::{DraftVariable, Word};
use crate::java::Excerpt;
use crate::mop::syntax::{Modifier, Property};
use text::Diagnostic;

/// The flag of an automaton that is reset elsewhere than in its own step.
pub(super) struct ResetFlag {
    /// The variable that says so.
    pub name: Word,
    /// True if other formulas or bodies set it, so that it may be set in any state.
    pub anywhere: bool,
}

impl ResetFlag {
    /// The variable.
    pub fn variable(&self) -> DraftVariable {
        DraftVariable {
            name: self.name.clone(),
            ty: "boolean".to_owned(),
            initial: None,
        }
    }

    /// Tests that it is set.
    pub fn is_set(&self) -> Excerpt {
        self.java(self.name.text.clone())
    }

    /// The statement that clears it.
    pub fn cleared(&self) -> Excerpt {
        self.java(format!("{} = false;", self.name.text))
    }

    fn java(&self, text: String) -> Excerpt {
        let mut java = Excerpt::empty(self.name.range.start);
        java.push(&text, self.name.range.clone());
        java
    }
}

impl Lowering<'_> {
    /// Returns what is put for `__RESET` in code that resets the formulas at these positions:
    /// assignments, which may be one expression.
    pub(super) fn set_flags(&self, positions: impl IntoIterator<Item = usize>) -> String {
        positions
            .into_iter()
            .map(|position| format!("{} = ", self.flag_name(position)))
            .collect::<String>()
            + "true"
    }

    fn flag_name(&self, position: usize) -> String {
        match self.spec.properties.len() {
            0 | 1 => format!("reset_{}", identifier(&self.spec.name)),
            _ => format!("reset_{}", self.property_names()[position]),
        }
    }

    /// The positions of the formulas that a handler of one takes back: its own. JavaMOP takes back
    /// all of an instance.
    pub(super) fn reset_by_handler(&self, position: usize) -> Vec<usize> {
        if self.resets_all() {
            (0..self.spec.properties.len()).collect()
        } else {
            vec![position]
        }
    }

    /// Returns whether a handler of another formula may take this one back.
    fn is_reset_by_others(&self, position: usize) -> bool {
        let others = self
            .spec
            .properties
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != position);
        let mut handlers = others.flat_map(|(_, property)| &property.handlers);
        self.resets_all() && handlers.any(|handler| mentions_reset(&handler.body.text))
    }

    /// The variable that says that a formula has been reset, if something else may do that than its
    /// own step.
    ///
    /// # Errors
    /// Resets that may happen, where there is not one automaton to be reset.
    pub(super) fn reset_flag(&self, position: usize) -> Result<Option<ResetFlag>, Diagnostic> {
        let properties = &self.spec.properties;
        let place = properties[position].place.range();
        let is_last = position + 1 == properties.len();
        let by_bodies = !is_last
            && self
                .spec
                .events
                .iter()
                .any(|event| mentions_reset(&event.body.text));
        let anywhere = by_bodies || self.is_reset_by_others(position);

        let own = &properties[position].handlers;
        if !anywhere && !own.iter().any(|handler| may_reset(&handler.body.text)) {
            return Ok(None);
        }
        if self.spec.modifiers.contains(&Modifier::Suffix) {
            return Err(self
                .unsupported(place, RESETS_OF_SUFFIXES)
                .with_help(SUFFIXES_HELP));
        }

        Ok(Some(ResetFlag {
            name: Word {
                text: self.flag_name(position),
                range: place,
            },
            anywhere,
        }))
    }

    /// The variables of events whose bodies reset the automaton in some cases.
    ///
    /// # Errors
    /// There is not one automaton to be reset.
    pub(super) fn restart_variables(
        &self,
        property: &Property,
        events: &[Lowered],
    ) -> Result<Vec<DraftVariable>, Diagnostic> {
        let restarts = |event: &Lowered| match &event.resets {
            Resets::Perhaps(restart) => Some(restart.clone()),
            Resets::Never | Resets::Always => None,
        };
        let Some(Restart { restarted, moved }) = events.iter().find_map(restarts) else {
            return Ok(Vec::new());
        };

        if self.spec.modifiers.contains(&Modifier::Suffix) {
            return Err(self
                .unsupported(property.place.range(), RESETS_OF_SUFFIXES)
                .with_help(SUFFIXES_HELP));
        }

        let variable = |name: Excerpt| DraftVariable {
            name: Word {
                text: name.text().to_owned(),
                range: name.extent(),
            },
            ty: "boolean".to_owned(),
            initial: None,
        };

        Ok(vec![variable(restarted), variable(moved)])
    }
}

const RESETS_OF_SUFFIXES: &str = "`__RESET` within another statement, or in the body of an event with several formulas, under `suffix`";
const SUFFIXES_HELP: &str = "each suffix would have its own monitor to reset, in which the code runs: write `__RESET;` by itself, with one formula";
