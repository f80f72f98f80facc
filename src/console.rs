//! What people are told beside the results, on stderr: findings, and on a terminal which phase is under way.

use std::io::IsTerminal;

use date::diagnostic::{Diagnostic, Severity};

use crate::render;

/// Stderr, as far as the user wants to hear of it.
#[derive(Debug, Clone, Copy)]
pub struct Console {
    quiet: bool,
    phases: bool,
}

impl Console {
    /// Stderr; only errors are told if `quiet`.
    pub fn on_stderr(quiet: bool) -> Self {
        Console { quiet, phases: !quiet && std::io::stderr().is_terminal() }
    }

    /// Says that a phase begins, if stderr is a terminal.
    pub fn phase(self, what: impl std::fmt::Display) {
        if self.phases {
            anstream::eprintln!("residua: {what}");
        }
    }

    /// Tells findings, in their order.
    ///
    /// # Errors
    /// Stderr cannot be written.
    pub fn findings(self, findings: &[Diagnostic]) -> std::io::Result<()> {
        let told = findings.iter().filter(|finding| !self.quiet || finding.severity == Severity::Error);
        render::to_stderr(told)
    }
}
