//! Reports that every execution makes: properties that are *violated*.
//!
//! An execution begins with a `main`. It refutes the claim if it ends without a report, in whatever
//! way, or if it goes on for ever without one. So all ways from each beginning are walked,
//! statement by statement, with what is surely known of locals; each must come to an event that
//! surely concerns an object whose monitor, in whichever state it may be, surely takes a transition
//! into a bad state. A way that comes back to where it was has found a loop without a report.
//!
//! What is not known ends the walk, and the answer is no:
//! - a call of the library, unless it is known to return ([`library`]);
//! - a call whose callees are not known, and recursion;
//! - an exception that leaves the method it is raised in;
//! - static initializers of other classes than the one of `main` and its superclasses;
//! - an initializer of a class of a library that is not of the JDK.
//!
//! A written call that compilers also insert may not be heard in the woven program, so its event
//! proves nothing ([`heard`]).
//!
//! Nothing else runs meanwhile: no call that could start a thread is walked over, finalizers of the
//! sources and monitor code that does more than print rule the answer out. That leaves what befalls
//! the virtual machine from outside or everywhere, which is the assumption
//! `virtual-machine-errors`.

mod calls;
mod classes;
mod config;
mod events;
mod heard;
mod library;
mod monitors;
mod statements;
mod walk;

use date::judgement::Judgement;
use date::model::Specification;
use ir::Program;

use crate::graphs::abstraction::{DeclaredProperty, PropertyView};
use crate::graphs::events::{Notification, chain};
use crate::graphs::tracking::Disorder;
use crate::graphs::world::World;
use walk::Walk;

/// Returns whether every execution makes a report of a property. `all` are the specifications that
/// the program is monitored with. Walks at most a fixed number of statements, so the cost does not
/// depend on the program.
pub fn is_violated(
    world: &World<'_>,
    all: &[Specification],
    declared: DeclaredProperty<'_>,
    view: &PropertyView,
    judgement: &Judgement,
) -> bool {
    let DeclaredProperty {
        specification,
        property,
    } = declared;
    let contexts = chain(specification, property.context);
    let parameters: Vec<_> = contexts
        .iter()
        .flat_map(|&c| &specification.contexts[c].parameters)
        .collect();
    // Two objects are never one instance.
    let are_apart = !view.disorders.contains(&Some(Disorder::Equality));
    // Nothing happens but what the walk comes by.
    let is_walked = |notification: &Notification| notification.place.is_of_calls();
    let is_prompted = view.notifications.iter().all(is_walked)
        && judgement.unprompted.is_empty()
        && judgement.outer.is_empty()
        && judgement.date.releasing.is_empty();

    let is_followed = parameters.len() <= 1 && are_apart && is_prompted;
    let is_alone = || !has_finalizers(world.program) && all.iter().all(monitors::only_print);
    if world.beginnings.is_empty() || !is_followed || !is_alone() {
        return false;
    }

    let walk =
        |&main| Walk::new(world, view, &judgement.date, parameters.len() == 1).always_reports(main);
    world.beginnings.iter().all(walk)
}

/// Returns whether an object of the sources runs code when it is no longer used.
fn has_finalizers(program: &Program) -> bool {
    program
        .methods
        .iter()
        .any(|method| &*method.name == "finalize" && method.body.is_some())
}
