//! What libraries without models call back when they are handed objects.

use std::collections::BTreeSet;

use ir::{CallSite, CallSiteId, MethodId, StatementKind, Target};
use points_to::{Node, Object, ObjectId};
use roaring::RoaringBitmap;

use super::effects::Scene;
use crate::graphs::tracking::Methods;

/// The methods that run if these do, and those by which libraries that they call may call back the
/// objects that they are given: `toString` of what is made a text. What models call back is among
/// what runs anyway. `None` if a library may come to objects that it has got elsewhere: then anything
/// may run that runs at any time. O(statements + sizes of the points-to sets).
///
/// It ends as soon as a method runs that `is_enough` accepts, with what is known then.
pub(super) fn running(
    scene: Scene<'_>,
    begun: BTreeSet<MethodId>,
    is_enough: impl Fn(MethodId) -> bool,
) -> Option<Methods> {
    let mut run = scene.relevance.called_from(begun);
    let mut pending: Vec<MethodId> = run.iter().collect();
    let mut given = RoaringBitmap::new();

    while !pending.iter().any(|&method| is_enough(method)) {
        let mut handed = Handed::default();
        pending.iter().for_each(|&method| handed.add(scene, method));
        let held = scene
            .contents()
            .reached_from(scene.points_to, handed.objects - &given);
        let fresh = held - &given;
        given |= &fresh;
        let leads_anywhere =
            handed.is_unresolved || handed.asks && given.contains(ObjectId::LIBRARY.raw());
        if leads_anywhere && !scene.points_to.anytime.is_empty() {
            return None;
        }

        let objects = fresh.iter().map(ObjectId::from_raw);
        let called = objects.flat_map(|object| callbacks_of(scene, object));
        let called: BTreeSet<MethodId> = called.filter(|&method| !run.contains(method)).collect();
        let more = scene.relevance.called_from(called);
        pending = more
            .iter()
            .filter(|&method| !run.contains(method))
            .collect();
        if pending.is_empty() {
            break;
        }
        run.include(&more);
    }
    Some(run)
}

/// What methods hand to libraries without a model.
#[derive(Default)]
struct Handed {
    objects: RoaringBitmap,
    /// True if a library may ask them for what it has got elsewhere: an object of the library may
    /// hold it.
    asks: bool,
    /// True if nobody knows which method a call runs.
    is_unresolved: bool,
}

impl Handed {
    fn add(&mut self, scene: Scene<'_>, method: MethodId) {
        let Scene {
            program, points_to, ..
        } = scene;
        let is_code = program.classes[program.methods[method].class].is_of_properties;
        for site in calls(scene, method) {
            let call = &program.calls[site];
            for local in call.operands() {
                self.objects |= &*points_to.objects(Node::Local(method, local));
            }
            // What code itself asks of a library its property says.
            if !is_code {
                self.asks |= !is_of_value(call);
                self.is_unresolved |= call.target.named().is_empty();
            }
        }
    }
}

/// The calls of a method that hand objects to a library without a model.
fn calls(scene: Scene<'_>, method: MethodId) -> Vec<CallSiteId> {
    let statements = scene.program.methods[method].statements();
    let sites = statements.filter_map(|statement| match statement.kind {
        StatementKind::Call(site) => Some(site),
        _ => None,
    });
    let is_meant = |site: &CallSiteId| {
        scene.points_to.unmodelled.contains(site)
            && !asks_nothing(&scene.program.calls[*site].target)
    };
    sites.filter(is_meant).collect()
}

/// Methods of the JDK that take objects and call nothing of them: each has no other body than one of
/// the virtual machine, or compares references.
const ASKING_NOTHING: [(&str, &str); 7] = [
    ("java/lang/Thread", "holdsLock"),
    ("java/lang/System", "identityHashCode"),
    ("java/lang/Object", "getClass"),
    ("java/lang/Object", "<init>"),
    ("java/util/Objects", "isNull"),
    ("java/util/Objects", "nonNull"),
    ("java/util/Objects", "requireNonNull"),
];

/// Returns whether a call is one of a method of the JDK that asks nothing of what it is given, but
/// for a function that is given, too.
fn asks_nothing(target: &Target) -> bool {
    let Target::Resolved(callee) = target else {
        return false;
    };
    ASKING_NOTHING.contains(&(&*callee.owner, &*callee.name))
        && !callee.descriptor.contains("Supplier")
}

/// The methods that a library may call on an object: those that override its own, and the body of a
/// function.
fn callbacks_of(scene: Scene<'_>, object: ObjectId) -> Vec<MethodId> {
    let Scene {
        program,
        dispatch,
        points_to,
        ..
    } = scene;
    let class = match points_to.object(object) {
        Object::Allocated(site) => program.allocations[site].ty.class_name(),
        Object::Constructed(class) => Some(&program.classes[class].name),
        Object::Library | Object::Made { .. } | Object::Escaped => None,
    };
    let own = class
        .filter(|class| dispatch.class(class).is_some())
        .map_or_else(Vec::new, |class| dispatch.callbacks(class).to_vec());
    own.into_iter()
        .chain(points_to.function(program, object))
        .collect()
}

/// Returns whether a call is one of a value, which holds no objects of the program.
fn is_of_value(call: &CallSite) -> bool {
    let Target::Resolved(callee) = &call.target else {
        return false;
    };
    let mut packages = ["java/time/", "java/math/"].iter();
    VALUES.contains(&&*callee.owner) || packages.any(|package| callee.owner.starts_with(package))
}

/// Final classes of the JDK whose objects hold no objects of programs.
const VALUES: [&str; 14] = [
    "java/lang/String",
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Short",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Float",
    "java/lang/Double",
    "java/lang/Math",
    "java/util/UUID",
    "java/util/regex/Pattern",
    "java/util/regex/Matcher",
    "java/util/Locale",
];
