//! Fields of tasks that only the task itself accesses.
//!
//! A task is an object with a body that a thread runs: `run` of a `Runnable`, `call` of a `Callable`.
//! Its *chain* are the methods that run on it only because its body has called them, on `this`, and
//! so on. A field is *confined* if all accesses of it, of this object, are of `this` in the chain, or
//! of `this` in a constructor that hands it on to nobody. If one thread alone runs the body of each
//! such object, then one thread accesses the field, and the constructor before.
//!
//! Recorded programs check what this assumes: a second thread that runs the body of an object ends
//! the recording.

use std::collections::BTreeSet;
use std::sync::Arc;

use ir::{AllocationKind, CallSiteId, FieldId, MethodId, Program};
use points_to::{Object, ObjectId, PointsTo};
use rustc_hash::{FxHashMap, FxHashSet};

use super::receiver::{Position, Receivers};
use super::{Access, Accesses};

/// The bodies of tasks: interface or class, method, begin of the descriptor.
const BODIES: [(&str, &str, &str); 2] = [
    ("java/lang/Runnable", "run", "()V"),
    ("java/util/concurrent/Callable", "call", "()"),
];

/// The confined fields.
pub struct Confined {
    /// By the task, as an abstract object.
    pub fields: FxHashSet<(ObjectId, FieldId)>,
    /// Those of them whose values only the body and what it calls have put there, and so the thread
    /// that runs it: a value of the constructor may be known to the thread that has made the task.
    pub own: FxHashSet<(ObjectId, FieldId)>,
    /// Internal names of the classes whose objects these are.
    pub tasks: BTreeSet<Arc<str>>,
}

impl Confined {
    /// Finds them. O(tasks × (calls + accesses)).
    pub fn new(
        program: &Program,
        points_to: &PointsTo,
        receivers: &Receivers<'_>,
        accesses: &Accesses<'_>,
    ) -> Self {
        let mut found = Confined {
            fields: FxHashSet::default(),
            own: FxHashSet::default(),
            tasks: BTreeSet::new(),
        };
        let mut callers: FxHashMap<MethodId, Vec<CallSiteId>> = FxHashMap::default();
        for (&site, targets) in &points_to.targets {
            for method in targets.iter().filter_map(|callee| callee.method()) {
                callers.entry(method).or_default().push(site);
            }
        }
        let world = World {
            program,
            points_to,
            receivers,
            callers: &callers,
        };
        for task in points_to.identified() {
            let Some(class) = world.class_of_task(task) else {
                continue;
            };
            let chain = world.chain(task, true);
            let of_body = world.chain(task, false);
            let fields = program.fields.iter_enumerated().filter(|(_, field)| {
                let is_static = java_types::Access(field.access).is_static();
                !is_static && world.is_in(&class, &program.classes[field.class].name)
            });
            let fields: Vec<FieldId> = fields
                .map(|(id, _)| id)
                .filter(|&field| accesses.are_all_of(program, field))
                .filter(|&field| {
                    let mut accesses = accesses.of(field);
                    accesses.all(|access| world.is_own(access, task, &chain))
                })
                .collect();
            let is_written_by_body = |field: FieldId| {
                let mut writes = accesses.of(field).filter(|access| access.writes);
                writes.all(|access| {
                    !access.may_be_of(points_to, task) || of_body.contains(&access.method)
                })
            };
            let own = fields.iter().filter(|&&field| is_written_by_body(field));
            found.own.extend(own.map(|&field| (task, field)));
            if !fields.is_empty() {
                found.tasks.insert(class);
                found
                    .fields
                    .extend(fields.into_iter().map(|field| (task, field)));
            }
        }
        found
    }
}

#[derive(Clone, Copy)]
struct World<'w> {
    program: &'w Program,
    points_to: &'w PointsTo,
    receivers: &'w Receivers<'w>,
    callers: &'w FxHashMap<MethodId, Vec<CallSiteId>>,
}

impl World<'_> {
    /// The class of an object, if it is a task that has its fields to itself.
    fn class_of_task(&self, object: ObjectId) -> Option<Arc<str>> {
        let Object::Allocated(site) = self.points_to.object(object) else {
            return None;
        };
        let java_types::descriptor::Type::Class(class) = &self.program.allocations[site].ty else {
            return None;
        };
        let mut bodies = BODIES.iter();
        let is_task = self.program.hierarchy.is_source(class)
            && bodies.any(|(above, ..)| self.is_in(class, above))
            // A copy has the values of the fields without an access, on any thread.
            && !self.is_in(class, "java/lang/Cloneable")
            && self.points_to.holder(object) == object
            && !self.points_to.is_holder_of_others(object);
        is_task.then(|| class.clone())
    }

    fn is_in(&self, class: &str, above: &str) -> bool {
        class == above || self.program.hierarchy.is_subclass(class, above).may()
    }

    fn is_body(&self, method: MethodId) -> bool {
        let method = &self.program.methods[method];
        let class = &self.program.classes[method.class].name;
        BODIES.iter().any(|&(above, name, descriptor)| {
            &*method.name == name
                && method.descriptor.starts_with(descriptor)
                && self.is_in(class, above)
        })
    }

    /// The methods that run on a task because its body has called them, or, where constructors count, a
    /// constructor has: the greatest set.
    fn chain(&self, task: ObjectId, with_constructors: bool) -> FxHashSet<MethodId> {
        let runs_on = |method: &MethodId| {
            let this = self.receivers.this(*method);
            &*self.program.methods[*method].name != "<init>"
                && this.is_some_and(|this| self.points_to.may_hold(*method, this, task))
        };
        let reachable = self.points_to.reachable.iter().copied();
        let called_back: FxHashSet<MethodId> = self
            .points_to
            .anytime
            .iter()
            .chain(self.points_to.during.values().flatten())
            .copied()
            .chain(self.bodies_of_functions())
            .collect();
        let mut chain: FxHashSet<MethodId> = reachable.filter(runs_on).collect();
        loop {
            let before = chain.len();
            let stays = |method: &MethodId| {
                self.is_body(*method)
                    || !called_back.contains(method) && {
                        self.is_called_by(*method, task, &chain, with_constructors)
                    }
            };
            chain = chain.iter().copied().filter(stays).collect();
            if chain.len() == before {
                return chain;
            }
        }
    }

    /// The bodies of lambdas. Whoever has the function object runs them, on the task that it has
    /// captured.
    fn bodies_of_functions(&self) -> impl Iterator<Item = MethodId> {
        let allocations = self.program.allocations.iter();
        allocations.filter_map(|allocation| match allocation.kind {
            AllocationKind::Functional { body, .. } => Some(body),
            _ => None,
        })
    }

    /// Returns whether only the chain calls a method on a task, and constructors of it.
    fn is_called_by(
        &self,
        method: MethodId,
        task: ObjectId,
        chain: &FxHashSet<MethodId>,
        with_constructors: bool,
    ) -> bool {
        let sites = self.callers.get(&method).map_or(&[][..], Vec::as_slice);
        sites.iter().all(|&site| {
            let call = &self.program.calls[site];
            // A call without a receiver that the analysis knows is no call on `this`.
            call.receiver.is_some_and(|receiver| {
                !self.points_to.may_hold(call.method, receiver, task)
                    || self.receivers.is_this(call.method, receiver)
                        && (chain.contains(&call.method)
                            || with_constructors && self.is_own_code(call.method, None, chain))
            })
        })
    }

    /// Returns whether code that runs on `this` is of the chain, or of a constructor before anybody
    /// else has the object. A place that is not known may be anywhere.
    fn is_own_code(
        &self,
        method: MethodId,
        position: Option<Position>,
        chain: &FxHashSet<MethodId>,
    ) -> bool {
        let is_before = || match position {
            Some(position) => self.receivers.is_before_leaks(method, position),
            None => !self.receivers.leaks(method),
        };
        chain.contains(&method) || &*self.program.methods[method].name == "<init>" && is_before()
    }

    /// Returns whether an access is the task's own, or one of another object.
    fn is_own(&self, access: &Access<'_>, task: ObjectId, chain: &FxHashSet<MethodId>) -> bool {
        !access.may_be_of(self.points_to, task)
            || access
                .base_local()
                .is_some_and(|base| self.receivers.is_this(access.method, base))
                && self.is_own_code(access.method, Some(access.position), chain)
    }
}
