//! Full monitoring against optimized monitoring of one run.

use analyzer::Optimized;
use date::model::{Creation, Observability, Specification};
use reference::interpreter::{Observation, Seen, interpret_told};
use reference::trace::{Happening, Line, Trace};
use text::Span;

use crate::hooks::Hook;
use crate::trace::{Heard, trace};

/// The observations of a user in a run: the number of the heard event, the instance, and the report
/// or action.
pub type Shown = Vec<(u32, String, Seen)>;

/// The result of a comparison.
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
    /// Returns whether a user sees the same.
    pub fn agrees(&self) -> bool {
        self.full == self.optimized
    }
}

/// Judges what was heard twice, and the end of the program if that was the end; `None` where the
/// interpreter cannot judge it.
pub fn compare(
    optimized: &Optimized,
    residual: &Specification,
    heard: &Heard<'_, '_>,
    is_end: bool,
) -> Option<Compared> {
    let end = Span {
        line: heard.len() as u32 + 1,
        ..Span::default()
    };
    let end = is_end.then(|| Line {
        span: end,
        ..silence(u64::from(end.line), Happening::End)
    });
    let all = heard
        .iter()
        .map(|(line, _)| line.clone())
        .chain(end.clone());
    let full = shown(&optimized.original, &trace(all.collect()), &|_, _| true)?;
    let is_heard = |hook: &Hook<'_>| hook.told.is_empty() || hook.told != hook.silent;
    // Time passes all the same.
    let left = heard.iter().map(|(line, hook)| {
        if is_heard(hook) {
            line.clone()
        } else {
            Line {
                span: line.span,
                ..silence(line.time.unwrap_or_default(), Happening::Nothing)
            }
        }
    });
    let is_told = |line: usize, property: usize| {
        heard
            .get(line)
            .is_none_or(|(_, hook)| !hook.silent.contains(&property))
    };
    let optimized = shown(residual, &trace(left.chain(end).collect()), &is_told)?;
    let silenced = heard
        .iter()
        .filter(|(_, hook)| !hook.silent.is_empty())
        .count();
    Some(Compared {
        full,
        optimized,
        silenced,
    })
}

fn silence(time: u64, happening: Happening) -> Line {
    Line {
        time: Some(time),
        passage: None,
        happening,
        place: None,
        thread: None,
        span: Span::default(),
    }
}

/// Actions count unless the user has waived them.
fn shown(
    specification: &Specification,
    trace: &Trace,
    is_told: &dyn Fn(usize, usize) -> bool,
) -> Option<Shown> {
    let run = interpret_told(specification, trace, is_told)
        .unwrap_or_else(|findings| panic!("{findings:#?}"));
    let waived = specification
        .properties
        .iter()
        .any(|property| property.observable == Observability::VerdictOnly);
    let is_seen = |observation: &Observation| match observation.seen {
        Seen::Reported(_) => true,
        Seen::Called { .. } => !waived,
        Seen::Created | Seen::Released | Seen::Fired { .. } | Seen::Threw { .. } => false,
    };
    let seen = run.observations.into_iter().filter(is_seen);
    let seen: Shown = seen.map(|o| (o.line, o.instance, o.seen)).collect();
    run.undecided
        .is_none()
        .then(|| in_any_order(specification, seen))
}

/// The reports that one event makes on several instances of a sliced context come in the order in
/// which these have been made, which is not part of the promise: here they come in the order of
/// their instances.
fn in_any_order(specification: &Specification, mut shown: Shown) -> Shown {
    let slices = |name: &str| {
        let context = specification
            .properties
            .iter()
            .find(|property| property.name == name)
            .map(|p| p.context);
        context.is_some_and(|context| specification.contexts[context].creation == Creation::Slicing)
    };
    let is_sliced =
        |seen: &Seen| matches!(seen, Seen::Reported(report) if slices(&report.property));
    let of_one_event = |a: &(u32, String, Seen), b: &(u32, String, Seen)| {
        let property = |seen: &Seen| match seen {
            Seen::Reported(report) => Some(report.property.clone()),
            _ => None,
        };
        a.0 == b.0 && is_sliced(&a.2) && property(&a.2) == property(&b.2)
    };
    for reports in shown.chunk_by_mut(of_one_event) {
        reports.sort_by(|a, b| a.1.cmp(&b.1));
    }
    shown
}
