//! The messages to people beside the results, on stderr: findings, the phase under way and its
//! progress, and the time of each phase.

use std::fmt::Display;
use std::io::IsTerminal;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use text::{Diagnostic, Severity};

use crate::memory;
use crate::render;

/// On a terminal shorter phases leave no line behind, so that small projects do not get a page of
/// them.
const WORTH_TELLING: Duration = Duration::from_millis(500);

/// How often a bar moves that does not know how far it is.
const TICK: Duration = Duration::from_millis(100);

/// Stderr, as far as the user wants to hear of it. Copies speak of one run.
#[derive(Debug, Clone, Copy)]
pub struct Console {
    told: Told,
    /// True if the next step is named after the results.
    guides: bool,
    /// Lives as long as the program.
    run: &'static Mutex<Run>,
}

/// The amount of output about phases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Told {
    /// Nothing, and of findings only errors.
    Nothing,
    /// A line when one begins.
    Beginnings,
    /// A line when one ends, with what it took.
    Ends,
    /// A bar while one is under way, then what it took.
    Bars,
}

#[derive(Debug)]
struct Run {
    begun: Instant,
    current: Option<Phase>,
}

#[derive(Debug)]
struct Phase {
    what: String,
    begun: Instant,
    bar: Option<ProgressBar>,
}

impl Console {
    /// Stderr; only errors are told if `quiet`. Phases are told by a bar on a terminal and by a
    /// line when they begin elsewhere; if `verbose`, by a line when they end, with what they took.
    /// The next step is named if it `guides`, and is not quiet.
    pub fn on_stderr(quiet: bool, verbose: bool, guides: bool) -> Self {
        let is_dumb = || std::env::var_os("TERM").is_none_or(|terminal| terminal == "dumb");
        let told = match () {
            () if quiet => Told::Nothing,
            () if verbose => Told::Ends,
            () if std::io::stderr().is_terminal() && !is_dumb() => Told::Bars,
            () => Told::Beginnings,
        };
        Console {
            told,
            guides,
            run: Box::leak(Box::new(Mutex::new(Run {
                begun: Instant::now(),
                current: None,
            }))),
        }
    }

    /// Says that a phase begins, and so the one before has ended.
    pub fn phase(self, what: impl Display) {
        self.begin(what.to_string(), None);
    }

    /// Says that of a phase of `of` steps so many are done; it begins when the first of them is
    /// told.
    pub fn steps(self, what: &str, done: usize, of: usize) {
        let is_current = |phase: &Phase| phase.what == what;
        if !self.run().current.as_ref().is_some_and(is_current) {
            self.begin(what.to_owned(), Some(of));
        }
        if let Some(bar) = self
            .run()
            .current
            .as_ref()
            .and_then(|phase| phase.bar.as_ref())
        {
            bar.set_position(done as u64);
        }
    }

    fn begin(self, what: String, of: Option<usize>) {
        self.end();
        if self.told == Told::Beginnings {
            anstream::eprintln!("residua: {what}");
        }
        let bar = (self.told == Told::Bars).then(|| bar(&what, of));
        self.run().current = Some(Phase {
            what,
            begun: Instant::now(),
            bar,
        });
    }

    /// Says that the phase has ended, before results or findings are told.
    pub fn end(self) {
        let Some(phase) = self.run().current.take() else {
            return;
        };
        phase.bar.iter().for_each(ProgressBar::finish_and_clear);
        self.took(&phase.what, phase.begun.elapsed());
    }

    /// Says that the work is done: what the last phase took, and all of them.
    pub fn done(self) {
        self.end();
        let took = self.run().begun.elapsed();
        self.took("in all", took);
    }

    /// Takes the bar away, and tells nothing more of it.
    pub fn clear(self) {
        self.run()
            .current
            .take()
            .iter()
            .flat_map(|phase| &phase.bar)
            .for_each(ProgressBar::finish_and_clear);
    }

    fn took(self, what: &str, took: Duration) {
        if self.told == Told::Ends || self.told == Told::Bars && took >= WORTH_TELLING {
            let memory =
                memory::peak().map(|mebibytes| format!(", {mebibytes} MiB at most so far"));
            anstream::eprintln!(
                "residua: {what}: {:.2} s{}",
                took.as_secs_f64(),
                memory.unwrap_or_default()
            );
        }
    }

    fn run(self) -> MutexGuard<'static, Run> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether the user wants to read everything.
    pub fn is_verbose(self) -> bool {
        self.told == Told::Ends
    }

    /// Names the next step, after the results.
    pub fn next(self, step: impl Display) {
        self.end();
        if self.guides && self.told != Told::Nothing {
            anstream::eprintln!("next: {step}");
        }
    }

    /// Tells findings, in their order.
    ///
    /// # Errors
    /// Stderr cannot be written.
    pub fn findings(self, findings: &[Diagnostic]) -> std::io::Result<()> {
        let is_quiet = self.told == Told::Nothing;
        let told = findings
            .iter()
            .filter(|finding| !is_quiet || finding.severity == Severity::Error);
        self.end();
        render::to_stderr(told)
    }
}

/// A bar for a phase, which knows how far it is if the number of steps is known. It has no colours.
fn bar(what: &str, of: Option<usize>) -> ProgressBar {
    let (bar, template) = match of {
        Some(of) => (
            ProgressBar::new(of as u64),
            "residua: {msg} [{bar:30}] {pos}/{len}, {elapsed}",
        ),
        None => (
            ProgressBar::new_spinner(),
            "residua: {msg} {spinner} {elapsed}",
        ),
    };

    let style = ProgressStyle::with_template(template).expect("the template is one of indicatif's");
    bar.set_style(style.progress_chars("=> ").tick_chars("|/-\\ "));
    bar.set_message(what.to_owned());
    bar.enable_steady_tick(TICK);
    bar
}
