//! The findings of attribution about a unit, for the user.

use std::sync::Arc;

use text::{Severity, Span};

/// A finding about one unit; the caller knows the file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// Where.
    pub span: Span,
    /// How bad.
    pub severity: Severity,
    /// Stable: `unresolved-type`, `unresolved-call`, `ambiguous-call`, `unresolved-name`,
    /// `too-deep`.
    pub code: &'static str,
    /// One sentence: what is wrong.
    pub message: String,
    /// The nearest name, or what it costs.
    pub help: Option<String>,
    /// The most probable internal name of a type that is nowhere to be found.
    pub missing: Option<Arc<str>>,
}

impl Finding {
    /// Something that is handled conservatively.
    pub(crate) fn warning(span: Span, code: &'static str, message: String) -> Self {
        Finding {
            span,
            severity: Severity::Warning,
            code,
            message,
            help: None,
            missing: None,
        }
    }

    /// Adds the help text.
    pub(crate) fn with_help(mut self, help: Option<String>) -> Self {
        self.help = help;
        self
    }
}
