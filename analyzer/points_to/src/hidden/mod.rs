//! Hidden control flow: what reflection, method handles, proxies, service loaders and serialization
//! may make, call and change in the classes of the sources.
//!
//! - [`seeds`] says where `Class` objects come into the program and which calls do without,
//!   [`flow`] follows them, [`rules`] knows what methods of the library do with them, [`texts`]
//!   which names are constants.
//! - [`crate::effect`] says what may happen, [`crate::classes`] which classes and members that
//!   concerns.
//!
//! Only methods that run do anything: which do, the call graph says, and what reflection reaches
//! runs, too. So [`Reflection::look`] is asked again whenever the call graph has grown, and what it
//! says grows with it.
//!
//! What it does not see: code of the JDK that finds the class of an object by `getClass()` and uses
//! its members without a rule that says so, and code without sources that has names of classes from
//! elsewhere. Results rest on assumptions that say so. Libraries other than the JDK that get
//! objects, and readers of annotations, are dealt with in [`crate::exposure`].

mod flow;
mod index;
mod literals;
mod log;
mod lookups;
mod names;
mod narrowing;
mod origins;
mod outside;
mod rules;
mod seeds;
mod streams;
mod text;
mod texts;
mod token;

use std::collections::BTreeSet;

use indexmap::IndexSet;
use ir::{MethodId, Program};
use rustc_hash::FxBuildHasher;

pub use log::{LogEntry, LogKind, ReflectionLog};
pub use rules::listing;

use crate::carried::{Carried, Deposit};
use crate::classes::Classes;
use crate::dispatch::Dispatch;
use crate::effect::{Effect, Moment, Reached};
use crate::openness::{Opening, Origin};
use crate::roots::Roots;
use flow::{Cause, Flow};
use index::Index;
use outside::Outside;
pub use outside::{Calls, Running};
use token::Token;

/// The effects of hidden control flow, with their reasons.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hidden {
    /// Classes and members that code outside the sources may make, call and change.
    pub reached: Reached,
    /// The part of it that is reached without [`Hidden::openings`].
    pub resolved: Reached,
    /// The places that widen it to more than one class or to any use, in order.
    pub openings: Vec<Opening>,
    /// The places that use one class or member which the program names, in order: no more is
    /// reached than that.
    pub named: Vec<Opening>,
}

/// The search for hidden control flow in a program, as far as methods are known to run.
pub(crate) struct Reflection<'a> {
    index: Index<'a>,
    log: Option<&'a ReflectionLog>,
    given: &'a [Effect],
    openings: Vec<Opening>,
    reached: Reached,
    causes: BTreeSet<Cause>,
    /// The values that calls have put into containers, by number.
    marks: IndexSet<Token, FxBuildHasher>,
    deposits: BTreeSet<Deposit>,
}

impl<'a> Reflection<'a> {
    /// Before any method runs. `openings` are those known before ([`crate::openings`]); `given` is
    /// what code outside the sources does anyway. Calls that `log` names reach what it says and
    /// nothing else. O(statements).
    pub fn new(
        program: &'a Program,
        dispatch: &'a Dispatch<'a>,
        openings: &'a [Opening],
        given: &'a [Effect],
        log: Option<&'a ReflectionLog>,
    ) -> Self {
        let reached = if openings.iter().any(Opening::is_everything) {
            Reached::everything(program)
        } else {
            Reached::of(
                program,
                dispatch,
                outside(given.iter().chain(effects(openings))),
            )
        };
        let openings = openings.to_vec();
        Reflection {
            index: Index::new(program, dispatch),
            log,
            given,
            openings,
            reached,
            causes: BTreeSet::new(),
            marks: IndexSet::default(),
            deposits: BTreeSet::new(),
        }
    }

    /// The program.
    pub fn program(&self) -> &'a Program {
        self.index.program
    }

    /// Which methods calls select.
    pub fn dispatch(&self) -> &'a Dispatch<'a> {
        self.index.dispatch
    }

    /// Adds what is open for other reasons than reflection.
    pub fn open(&mut self, openings: &[Opening]) {
        let new: Vec<Opening> = openings
            .iter()
            .filter(|opening| !self.openings.contains(opening))
            .cloned()
            .collect();
        let reached = self.reached_by(outside(effects(&new)));
        self.reached.include(&reached);
        self.openings.extend(new);
    }

    /// Returns what is reached as far as is known.
    pub fn reached(&self) -> &Reached {
        &self.reached
    }

    /// Adds what these methods reach that was not known; says whether there is any. What is called
    /// from outside gets values that are not known, and hands out values that are: with more
    /// methods that run more is reached, never less. O(statements of methods that run), and for
    /// each `Class` object of theirs the places that it comes to.
    pub fn look(&mut self, running: Running<'_>, calls: &Calls<'_>, carried: &Carried) -> bool {
        if self.openings.iter().any(Opening::is_everything) {
            return false;
        }

        let outside_now = Outside {
            running,
            calls,
            reached: &self.reached,
            carried,
            log: self.log,
        };
        let mut flow = Flow::new(&self.index, &outside_now);
        seeds::sow(&self.index, &outside_now, &mut flow);
        flow.come_out(&self.marks, &self.deposits);
        let (causes, put) = flow.run();
        for (site, position, token) in put {
            let (mark, _) = self.marks.insert_full(token);
            self.deposits.insert(Deposit {
                site,
                position,
                mark,
            });
        }
        let new = causes
            .iter()
            .filter(|cause| !self.causes.contains(cause))
            .map(|cause| (&cause.effect, cause.moment()));

        let given = outside(self.given.iter().chain(effects(&self.openings)));
        let mut next = self.reached_by(given.chain(new));
        next.include(&self.reached);
        self.causes = causes;
        let grown = next != self.reached;
        self.reached = next;
        grown
    }

    /// The calls that put values into containers, as far as is known.
    pub fn deposits(&self) -> &BTreeSet<Deposit> {
        &self.deposits
    }

    /// The result, when nothing new is reached.
    pub fn finish(self) -> Hidden {
        let followed = self
            .causes
            .iter()
            .filter(|cause| !widens(&cause.effect))
            .map(|cause| (&cause.effect, cause.moment()));
        let resolved = self.reached_by(outside(self.given).chain(followed));
        let (widening, named): (Vec<&Cause>, Vec<&Cause>) =
            self.causes.iter().partition(|cause| widens(&cause.effect));
        let openings = ordered(self.index.program, self.openings.clone(), &widening);
        let named = ordered(self.index.program, Vec::new(), &named);

        Hidden {
            reached: self.reached,
            resolved,
            openings,
            named,
        }
    }

    fn reached_by<'e>(&self, effects: impl IntoIterator<Item = (&'e Effect, Moment)>) -> Reached {
        Reached::of(self.index.program, self.index.dispatch, effects)
    }
}

impl Reached {
    /// The roots of the call graph if execution begins in one of `entries`.
    pub fn roots(&self, entries: &[MethodId]) -> Roots {
        Roots {
            entries: entries.to_vec(),
            anytime: self.invoked.iter().copied().collect(),
            during: self.during.clone(),
            escaping: Vec::new(),
            changed: Vec::new(),
            rewritten: BTreeSet::new(),
            escaping_fields: Vec::new(),
            opened: self.opened.clone(),
            made: self.made.clone(),
            constructed: self.constructed.clone(),
            fields: self.fields.clone(),
            properties: Vec::new(),
        }
    }
}

/// Code outside the sources has its effects at any time.
fn outside<'e>(
    effects: impl IntoIterator<Item = &'e Effect>,
) -> impl Iterator<Item = (&'e Effect, Moment)> {
    effects.into_iter().map(|effect| (effect, Moment::AnyTime))
}

fn effects(openings: &[Opening]) -> impl Iterator<Item = &Effect> {
    openings.iter().map(|opening| &opening.effect)
}

fn ordered(program: &Program, mut openings: Vec<Opening>, causes: &[&Cause]) -> Vec<Opening> {
    openings.extend(causes.iter().map(|cause| opening(program, cause)));
    openings.sort();
    openings.dedup();
    openings
}

/// Returns whether the effect is more than the use of one member or constructor that the program
/// names.
fn widens(effect: &Effect) -> bool {
    let all = effect.classes().is_some_and(Classes::is_all);
    matches!(effect, Effect::Use(_)) || all && !matches!(effect, Effect::Invoke(_, Some(_), _))
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
    Opening {
        effect: cause.effect.clone(),
        place: Some(place),
        reason: cause.reason.clone(),
        origin: Origin::Reflection,
    }
}
