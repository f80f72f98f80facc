//! The errors of formulas.

use std::ops::Range;

use text::nearest;

/// Why a formula cannot be used. Offsets are bytes of the formula's text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct FormulaError {
    /// The part that is wrong; empty at the end of the text.
    pub range: Range<usize>,
    /// One sentence: what is wrong.
    pub message: String,
    /// The expected thing, the nearest name, or the remedy.
    pub help: Option<String>,
}

impl FormulaError {
    pub(super) fn new(range: Range<usize>, message: impl Into<String>) -> Self {
        FormulaError {
            range,
            message: message.into(),
            help: None,
        }
    }

    pub(super) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// A name that nothing has; `kind` says what it should name.
    pub(super) fn unknown<'a>(
        kind: &str,
        name: &str,
        range: Range<usize>,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        let error = Self::new(range, format!("there is no {kind} `{name}`"));
        match nearest(name, known.iter().copied()) {
            Some(near) => error.with_help(format!("did you mean `{near}`?")),
            None if known.is_empty() => error,
            None => error.with_help(format!("one of: {}", known.join(", "))),
        }
    }

    /// The automaton of a formula of `len` bytes would be too large.
    pub(super) fn too_large(len: usize) -> Self {
        Self::new(0..len, "the automaton of this formula is too large")
            .with_help(format!("at most {} states", super::machine::MAX_STATES))
    }
}
