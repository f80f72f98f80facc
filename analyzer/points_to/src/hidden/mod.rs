//! Hidden control flow: what reflection, method handles, proxies, service loaders and serialization may make, call and
//! change in the classes of the sources.
//!
//! - [`seeds`] says where `Class` objects come into the program and which calls do without, [`flow`] follows them,
//!   [`rules`] knows what methods of the library do with them, [`texts`] which names are constants.
//! - [`effect`] says what may happen, [`classes`] which classes and members that concerns.
//!
//! What is called from outside gets values that are not known, and hands out values that are: so what is reached decides
//! what is known, and the other way round. The question is asked again until nothing new is reached.
//!
//! What it does not see: code without sources that finds the class of an object by `getClass()` and uses its members,
//! that reads annotations, or that has names of classes from elsewhere. Results rest on assumptions that say so.

mod classes;
mod effect;
mod flow;
mod index;
mod log;
mod outside;
mod rules;
mod seeds;
mod texts;
mod token;

use std::collections::BTreeSet;

use ir::{MethodId, Program};

pub use classes::Classes;
pub use effect::{Effect, Reached};
pub use log::{LogEntry, LogKind, ReflectionLog};

use crate::dispatch::Dispatch;
use crate::openness::Opening;
use crate::solver::Roots;
use flow::{Cause, Flow};
use index::Index;
use outside::Outside;

/// What hidden control flow reaches, and why.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hidden {
    /// What code outside the sources may make, call and change.
    pub reached: Reached,
    /// The part of it that is reached without [`Hidden::openings`].
    pub resolved: Reached,
    /// The places that widen it to more than one class or to any use, in order.
    pub openings: Vec<Opening>,
}

/// What hidden control flow may reach in `program`. `openings` are those known before ([`crate::openings`]); `given` is
/// what code outside the sources does anyway: it calls entry points other than `main`, and what monitors name. Calls that
/// `log` names reach what it says and nothing else.
/// O(statements), and for each `Class` object of the sources the places that it comes to.
pub fn hidden(
    program: &Program,
    dispatch: &Dispatch<'_>,
    openings: Vec<Opening>,
    given: &[Effect],
    log: Option<&ReflectionLog>,
) -> Hidden {
    if openings.iter().any(Opening::is_everything) {
        let resolved = Reached::of(program, dispatch, given);
        return Hidden { reached: Reached::everything(program), resolved, openings };
    }
    let index = Index::new(program, dispatch);
    let called = outside::callbacks(program, dispatch);
    let mut reached = Reached::of(program, dispatch, given);
    loop {
        let causes = causes(&index, &Outside { called: &called, reached: &reached, log });
        let effects = causes.iter().map(|cause| &cause.effect);
        let mut next = Reached::of(program, dispatch, given.iter().chain(effects.clone()));
        next.include(&reached);
        if next == reached {
            let resolved = given.iter().chain(effects.filter(|effect| !widens(effect)));
            let resolved = Reached::of(program, dispatch, resolved);
            return Hidden { reached, resolved, openings: all_openings(program, openings, &causes) };
        }
        reached = next;
    }
}

impl Reached {
    /// The roots of the call graph if execution begins in one of `entries`.
    pub fn roots(&self, entries: Vec<MethodId>) -> Roots {
        Roots {
            entries,
            anytime: self.invoked.iter().copied().collect(),
            escaping: Vec::new(),
            opened: self.opened.clone(),
            made: self.made.clone(),
            fields: self.fields.clone(),
        }
    }
}

fn causes(index: &Index<'_>, outside: &Outside<'_>) -> BTreeSet<Cause> {
    let mut flow = Flow::new(index, outside);
    seeds::sow(index, outside, &mut flow);
    flow.run()
}

fn all_openings(program: &Program, mut openings: Vec<Opening>, causes: &BTreeSet<Cause>) -> Vec<Opening> {
    openings.extend(causes.iter().filter(|cause| widens(&cause.effect)).map(|cause| opening(program, cause)));
    openings.sort();
    openings.dedup();
    openings
}

/// Whether the effect is more than the use of one member or constructor that the program names.
fn widens(effect: &Effect) -> bool {
    let all = effect.classes().is_some_and(Classes::is_all);
    matches!(effect, Effect::Use(_)) || all && !matches!(effect, Effect::Invoke(_, Some(_)))
}

fn opening(program: &Program, cause: &Cause) -> Opening {
    let place = match cause.site {
        Some(site) => {
            let point = &program.points[program.calls[site].point];
            (point.file, point.span)
        }
        None => {
            let method = &program.methods[cause.method];
            (program.classes[method.class].file, method.span)
        }
    };
    Opening { effect: cause.effect.clone(), place: Some(place), reason: cause.reason.clone() }
}
