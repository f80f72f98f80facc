//! The results for small programs, and the queries on them: aliases, callers, how far objects get,
//! and why.

mod calls;
mod chains;
mod containers;
mod escaped;
mod extents;
mod factories;
mod parameters;
mod support;
mod threads;
mod unseen;
mod views;

use ir::{AllocationKind, Target};
use points_to::{Object, ObjectId};
use support::Solved;

/// The object of the n-th allocation of a type, by its name in Java.
fn made(solved: &Solved, ty: &str, n: usize) -> ObjectId {
    let mut sites = solved.program.allocations.iter_enumerated();
    let fits = |site: &ir::AllocationSite| {
        site.ty.java_name() == ty && !matches!(site.kind, AllocationKind::Functional { .. })
    };
    ObjectId::of(
        sites
            .by_ref()
            .filter(|(_, site)| fits(site))
            .nth(n)
            .unwrap_or_else(|| panic!("no `new {ty}`"))
            .0,
    )
}

/// The object that the first call of a library method makes.
fn given_by(solved: &Solved, name: &str) -> ObjectId {
    let is_call = |object: Object| match object {
        Object::Made {
            site: Some(site), ..
        } => {
            matches!(&solved.program.calls[site].target, Target::Resolved(callee) if &*callee.name == name)
        }
        _ => false,
    };
    let mut objects = solved.points_to.identified();
    objects
        .find(|&object| is_call(solved.points_to.object(object)))
        .expect("an object of the call")
}
