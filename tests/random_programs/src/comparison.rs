//! Full monitoring against optimized monitoring of one run.

use analyzer::Optimized;
use date::interpreter::{Observation, Seen, interpret_told};
use date::model::{Observability, Specification};
use date::trace::{Line, Trace};

use crate::hooks::Hook;
use crate::trace::{Heard, trace};

/// What a user sees of a run: the number of what was heard, the instance, and the report or action.
pub type Shown = Vec<(u32, String, Seen)>;

/// What came of a comparison.
#[derive(Debug)]
pub struct Compared {
    /// Under full monitoring.
    pub full: Shown,
    /// With the residual, and without what is silent.
    pub optimized: Shown,
    /// Lines that are not told to every property.
    pub silenced: usize,
}

impl Compared {
    /// Whether a user sees the same.
    pub fn agrees(&self) -> bool {
        self.full == self.optimized
    }
}

/// Judges what was heard twice; `None` where the interpreter cannot judge it.
pub fn compare(optimized: &Optimized, residual: &Specification, heard: &Heard<'_, '_>) -> Option<Compared> {
    let all = trace(heard.iter().map(|(line, _)| line.clone()).collect());
    let full = shown(&optimized.original, &all, &|_, _| true)?;
    let left = heard.iter().filter(|(_, hook)| hook.told.is_empty() || hook.told != hook.silent);
    let left: Vec<&(Line, &Hook<'_>)> = left.collect();
    let is_told = |line: usize, property: usize| !left[line].1.silent.contains(&property);
    let lines = trace(left.iter().map(|(line, _)| line.clone()).collect());
    let optimized = shown(residual, &lines, &is_told)?;
    let silenced = heard.iter().filter(|(_, hook)| !hook.silent.is_empty()).count();
    Some(Compared { full, optimized, silenced })
}

/// Actions count unless the user has waived them.
fn shown(specification: &Specification, trace: &Trace, is_told: &dyn Fn(usize, usize) -> bool) -> Option<Shown> {
    let run = interpret_told(specification, trace, is_told).unwrap_or_else(|findings| panic!("{findings:#?}"));
    let waived = specification.properties.iter().any(|property| property.observable == Observability::VerdictOnly);
    let is_seen = |observation: &Observation| match observation.seen {
        Seen::Reported(_) => true,
        Seen::Called { .. } => !waived,
        Seen::Created | Seen::Released | Seen::Fired { .. } | Seen::Threw { .. } => false,
    };
    let seen = run.observations.into_iter().filter(is_seen);
    run.undecided.is_none().then(|| seen.map(|o| (o.line, o.instance, o.seen)).collect())
}
