//! Which phase is under way, told on stderr where people look at it.

use std::io::IsTerminal;

/// Tells the phases of a command, if stderr is a terminal.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    visible: bool,
}

impl Progress {
    /// Looks at stderr.
    pub fn on_stderr() -> Self {
        Progress { visible: std::io::stderr().is_terminal() }
    }

    /// Says that a phase begins.
    pub fn phase(self, what: impl std::fmt::Display) {
        if self.visible {
            anstream::eprintln!("residua: {what}");
        }
    }
}
