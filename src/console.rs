//! What people are told beside the results, on stderr: findings, which phase is under way, and what phases took.

use std::fmt::Display;
use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use date::diagnostic::{Diagnostic, Severity};

use crate::memory;
use crate::render;

/// Stderr, as far as the user wants to hear of it. Copies speak of one run.
#[derive(Debug, Clone, Copy)]
pub struct Console {
    quiet: bool,
    /// Whether phases are told when they begin.
    phases: bool,
    /// The phases of the run, if what they took is to be told; they live as long as the program.
    measured: Option<&'static Mutex<Phases>>,
}

/// What has been measured of a run.
#[derive(Debug)]
struct Phases {
    begun: Instant,
    /// The one that is under way.
    current: Option<(String, Instant)>,
}

impl Console {
    /// Stderr; only errors are told if `quiet`. On a terminal phases are told when they begin; if `verbose`, anywhere when they
    /// end, with what they took.
    pub fn on_stderr(quiet: bool, verbose: bool) -> Self {
        let measured = (verbose && !quiet).then(|| {
            let phases = Phases { begun: Instant::now(), current: None };
            &*Box::leak(Box::new(Mutex::new(phases)))
        });
        Console { quiet, phases: !quiet && !verbose && std::io::stderr().is_terminal(), measured }
    }

    /// Says that a phase begins, and so the one before has ended.
    pub fn phase(self, what: impl Display) {
        if self.phases {
            anstream::eprintln!("residua: {what}");
        }
        if let Some(phases) = self.measured {
            let mut phases = phases.lock().unwrap_or_else(PoisonError::into_inner);
            phases.end();
            phases.current = Some((what.to_string(), Instant::now()));
        }
    }

    /// Says that the work is done: what the last phase took, and all of them.
    pub fn done(self) {
        if let Some(phases) = self.measured {
            let mut phases = phases.lock().unwrap_or_else(PoisonError::into_inner);
            phases.end();
            tell("in all", phases.begun.elapsed(), memory::peak());
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

impl Phases {
    fn end(&mut self) {
        if let Some((what, begun)) = self.current.take() {
            tell(&what, begun.elapsed(), memory::peak());
        }
    }
}

fn tell(what: &str, took: Duration, mebibytes: Option<u64>) {
    let memory = mebibytes.map(|mebibytes| format!(", {mebibytes} MiB at most so far")).unwrap_or_default();
    anstream::eprintln!("residua: {what}: {:.2} s{memory}", took.as_secs_f64());
}
