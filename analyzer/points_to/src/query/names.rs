//! How methods, locals, fields and objects are called in chains.

use ir::{
    AllocationKind, CallSiteId, FieldId, LocalId, MethodId, MethodKind, MethodRef, Program, Target,
};
use java_types::Spelling;

use super::step::{Place, place_of_call};
use crate::node::{Novelty, Object, ObjectId};
use crate::result::PointsTo;

/// `app.Main.main`, in backquotes; what has no name of its own is described.
pub fn method_name(program: &Program, method: MethodId) -> String {
    let declared = &program.methods[method];
    let class = program.classes[declared.class].name.to_readable();
    match declared.kind {
        MethodKind::StaticInitializer => format!("the static initializer of `{class}`"),
        MethodKind::InstanceInitializer => format!("the initializers of the objects of `{class}`"),
        MethodKind::Lambda => format!("the lambda in `{class}`"),
        MethodKind::MethodReference => format!("the method reference in `{class}`"),
        MethodKind::Declared | MethodKind::Implicit if &*declared.name == "<init>" => {
            format!("the constructor of `{class}`")
        }
        MethodKind::Declared | MethodKind::Implicit => format!("`{class}.{}`", declared.name),
    }
}

/// The method that a call names, in backquotes.
pub fn callee_name(program: &Program, site: CallSiteId) -> String {
    let call = &program.calls[site];
    let named = |callee: &MethodRef| {
        let owner = callee.owner.to_readable();
        match &*callee.name {
            "<init>" => format!("`new {owner}`"),
            name => format!("`{owner}.{name}`"),
        }
    };
    match &call.target {
        Target::Resolved(callee) => named(callee),
        Target::Candidates(callees) => callees.first().map_or_else(|| "a method".to_owned(), named),
        Target::Unresolved { name, .. } => format!("`{name}`"),
    }
}

/// The name of a local in the source, in backquotes; `this` for a receiver.
pub fn local_name(program: &Program, method: MethodId, local: LocalId) -> Option<String> {
    let body = program.methods[method].body.as_ref()?;
    body.locals
        .get(local)?
        .name
        .as_ref()
        .map(|name| format!("`{name}`"))
}

pub(super) fn field_name(program: &Program, field: FieldId) -> String {
    let declared = &program.fields[field];
    format!(
        "`{}.{}`",
        program.classes[declared.class].name.to_readable(),
        declared.name
    )
}

/// Returns what an abstract object stands for, and where it is made if that is in the sources: "the
/// `app.Session`".
pub fn object_name(
    program: &Program,
    points_to: &PointsTo,
    object: ObjectId,
) -> (String, Option<Place>) {
    match points_to.object(object) {
        Object::Library | Object::Escaped => ("an object of the library".to_owned(), None),
        Object::Constructed(class) => {
            let class = program.classes[class].name.to_readable();
            (format!("a `{class}` that reflection makes"), None)
        }
        Object::Made {
            novelty: Novelty::Of(whole),
            ..
        } => {
            let (name, place) = object_name(program, points_to, whole);
            (format!("what belongs to {name}"), place)
        }
        Object::Made { site: None, .. } => {
            ("an object that the library makes once".to_owned(), None)
        }
        Object::Made {
            site: Some(site), ..
        } => (
            format!("what {} makes", callee_name(program, site)),
            Some(place_of_call(program, site)),
        ),
        Object::Allocated(allocation) => {
            let site = &program.allocations[allocation];
            let file = program.classes[program.methods[site.method].class].file;
            let ty = site.ty.java_name().replace('$', ".");
            let text = match &site.kind {
                AllocationKind::Instance => format!("the `{ty}`"),
                AllocationKind::Array => format!("the array `{ty}`"),
                AllocationKind::Functional { body, .. } => method_name(program, *body),
            };
            (text, Some((file, site.span)))
        }
    }
}
