//! Programs whose threads run in every order, against what prediction says of one run.
//!
//! [`Threads`] does one deed of a thread at a time. [`random_run`] makes a run of it, and [`Observed`]
//! gives the trace that a recorder would leave. [`follow`] takes a trace and does its events with the
//! program, one by one: the events of a recorded run, or those of a witness with the report that it
//! leads to. [`explore`] goes through all orders.

mod comparison;
mod explore;
mod follow;

use predict::trace::{Recorder, Trace};

use crate::machine::{Deed, Happening, Lock, Progress, Threads, Value, Variable};

pub use comparison::{Figures, compare};
pub use explore::{Errors, Explored, Lines, explore};
pub use follow::{Divergence, Follower, follow, leads_to, number_of};

/// A deed of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observed {
    /// The deed, its thread and line.
    pub happening: Happening,
    /// True if the thread has decided since its deed before.
    pub decided: bool,
}

/// Runs a program in the order of a seed, for so many deeds at most. False if some threads are left that
/// wait for each other.
pub fn random_run(threads: &mut Threads<'_, '_>, seed: u64, most: usize) -> (Vec<Observed>, bool) {
    let mut choices = fastrand::Rng::with_seed(seed);
    let mut run = Vec::new();
    let mut waiting = 0;
    let mut at = 0;
    while run.len() < most {
        let alive: Vec<usize> = (0..threads.count())
            .filter(|&thread| !threads.has_ended(thread))
            .collect();
        if alive.is_empty() {
            return (run, true);
        }
        if !alive.contains(&at) || choices.u8(..3) == 0 {
            at = alive[choices.usize(..alive.len())];
        }
        match threads.advance(at) {
            Progress::Does(happening, decided) => {
                run.push(Observed { happening, decided });
                waiting = 0;
            }
            Progress::Ends(decided) => run.extend(decided.then(|| last_branch(at))),
            Progress::Waits => {
                waiting += 1;
                at = alive[choices.usize(..alive.len())];
            }
        }
        if waiting > 50 * alive.len() {
            return (run, false);
        }
    }
    (run, true)
}

/// The branches of a thread behind its last deed.
fn last_branch(thread: usize) -> Observed {
    Observed {
        happening: Happening {
            thread,
            deed: Deed::Branch,
            line: 0,
        },
        decided: true,
    }
}

/// The trace of a run.
///
/// # Panics
/// If the recorder refuses an event: no program does it.
pub fn trace(threads: &Threads<'_, '_>, run: &[Observed]) -> Trace {
    let mut recorder = Recorder::default();
    for Observed { happening, decided } in run {
        let thread = format!("T{}", happening.thread);
        let line = format!("Main.java:{}", happening.line);
        if *decided {
            let recorded = recorder.record(&thread, "branch", None, &line, None);
            recorded.expect("a branch");
        }
        let Some((word, target, value)) = words(threads, &happening.deed) else {
            continue;
        };
        recorder
            .record(&thread, word, Some(&target), &line, value.as_deref())
            .unwrap_or_else(|refusal| panic!("{happening:?}: {refusal}"));
    }
    recorder.finish()
}

/// The word, the target and the value that stand for a deed in a trace, if it is more than a branch.
fn words(threads: &Threads<'_, '_>, deed: &Deed) -> Option<(&'static str, String, Option<String>)> {
    let variable = |plain: &'static str, volatile: &'static str, variable: &Variable, value| {
        let word = if threads.is_volatile(*variable) {
            volatile
        } else {
            plain
        };
        (word, format!("{variable:?}"), Some(shown(value)))
    };
    let lock = |word, lock: &Lock| (word, format!("{lock:?}"), None);
    Some(match deed {
        Deed::Read(on, value) => variable("r", "vr", on, value),
        Deed::Write(on, value) => variable("w", "vw", on, value),
        Deed::Request(on) => lock("req", on),
        Deed::Acquire(on) => lock("acq", on),
        Deed::Release(on) => lock("rel", on),
        Deed::WaitRelease(on) => lock("wait_rel", on),
        Deed::WaitAcquire(on) => lock("wait_acq", on),
        Deed::NotifyAll(on) => lock("notify_all", on),
        Deed::Fork(thread) => ("fork", format!("T{thread}"), None),
        Deed::Join(thread) => ("join", format!("T{thread}"), None),
        Deed::Branch => return None,
    })
}

fn shown(value: &Value) -> String {
    match value {
        Value::Int(number) => number.to_string(),
        other => format!("{other:?}"),
    }
}
