//! Fields of tasks that only the task itself accesses.
//!
//! A task is an object with a body that a thread runs: `run` of a `Runnable`, `call` of a `Callable`.
//! Its *chain* are the methods that run on it only because its body has called them, on `this`, and
//! so on. A field is *confined* if all accesses of it, of this object, are of `this` in the chain, or
//! of `this` in a constructor that hands it on to nobody. If one thread alone runs the body of each
//! such object, then one thread accesses the field, and the constructor before.
//!
//! Recorded programs check this assumption: a second thread that runs the body of an object ends the
//! recording.

use std::collections::BTreeSet;
use std::sync::Arc;

use ir::{AllocationKind, CallSiteId, FieldId, MethodId};
use java_types::descriptor::Type;
use points_to::{Object, ObjectId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::receiver::Position;
use super::{Access, World};

/// The bodies of tasks: interface or class, method, begin of the descriptor.
const BODIES: [(&str, &str, &str); 2] = [
    ("java/lang/Runnable", "run", "()V"),
    ("java/util/concurrent/Callable", "call", "()"),
];

/// Methods of the library that run a task again and again, each time on any thread of a pool.
const PERIODIC: [&str; 2] = ["scheduleAtFixedRate", "scheduleWithFixedDelay"];

/// The confined fields.
pub struct Confined {
    /// By the task, as an abstract object.
    pub fields: FxHashSet<(ObjectId, FieldId)>,
    /// Those of them that only the body, and methods that it calls, have written, and so the thread
    /// that runs it: the thread that has made the task may know a value of the constructor.
    pub own: FxHashSet<(ObjectId, FieldId)>,
    /// The bodies of these tasks.
    pub bodies: BTreeSet<MethodId>,
}

impl Confined {
    /// Finds them. O(tasks × (calls + accesses of their fields)).
    pub fn new(world: World<'_>) -> Self {
        let World {
            program,
            points_to,
            accesses,
            ..
        } = world;
        let mut found = Confined {
            fields: FxHashSet::default(),
            own: FxHashSet::default(),
            bodies: BTreeSet::new(),
        };
        let tasks = Tasks::new(world);
        for task in points_to.identified() {
            let Some(class) = tasks.class_of(task) else {
                continue;
            };
            let chain = tasks.chain(task, true);
            let of_body = tasks.chain(task, false);
            let fields = program.fields.iter_enumerated().filter(|(_, field)| {
                let is_static = java_types::Access(field.access).is_static();
                !is_static && tasks.may_be_in(&class, &program.classes[field.class].name)
            });
            let fields = fields
                .map(|(id, _)| id)
                .filter(|&field| accesses.are_all_of(program, field))
                .filter(|&field| {
                    let mut accesses = accesses.of(field);
                    accesses.all(|access| tasks.is_own(access, task, &chain))
                });
            for field in fields {
                let mut writes = accesses.of(field).filter(|access| access.writes);
                let is_written_by_body = writes.all(|access| {
                    !access.may_be_of(points_to, task) || of_body.contains(&access.method)
                });
                found.fields.insert((task, field));
                found
                    .own
                    .extend(is_written_by_body.then_some((task, field)));
                let bodies = chain.iter().filter(|&&method| tasks.is_body(method));
                found.bodies.extend(bodies);
            }
        }
        found
    }
}

/// The tasks of a program, and who calls their methods.
struct Tasks<'w> {
    world: World<'w>,
    callers: FxHashMap<MethodId, Vec<CallSiteId>>,
    /// Methods that others call than the program's own calls: the library, and whoever has a function
    /// object.
    called_back: FxHashSet<MethodId>,
    /// The calls that may have a task run again and again.
    periodic: Vec<CallSiteId>,
}

impl<'w> Tasks<'w> {
    fn new(world: World<'w>) -> Self {
        let points_to = world.points_to;
        let mut callers: FxHashMap<MethodId, Vec<CallSiteId>> = FxHashMap::default();
        for (&site, targets) in &points_to.targets {
            for method in targets.iter().filter_map(|callee| callee.method()) {
                callers.entry(method).or_default().push(site);
            }
        }
        let allocations = world.program.allocations.iter();
        let functions = allocations.filter_map(|allocation| match allocation.kind {
            AllocationKind::Functional { body, .. } => Some(body),
            _ => None,
        });
        let calls = world.program.calls.iter_enumerated();
        let calls = calls.filter(|(_, call)| {
            let mut named = call.target.named().iter();
            named.any(|callee| PERIODIC.contains(&&*callee.name))
        });
        let by_library = points_to.anytime.iter();
        let by_library = by_library.chain(points_to.during.values().flatten());
        Tasks {
            world,
            callers,
            called_back: by_library.copied().chain(functions).collect(),
            periodic: calls.map(|(site, _)| site).collect(),
        }
    }

    /// The class of an object, if it is a task that has its fields to itself.
    fn class_of(&self, object: ObjectId) -> Option<Arc<str>> {
        let World {
            program, points_to, ..
        } = self.world;
        let Object::Allocated(site) = points_to.object(object) else {
            return None;
        };
        let Type::Class(class) = &program.allocations[site].ty else {
            return None;
        };
        let mut bodies = BODIES.iter();
        let is_task = program.hierarchy.is_source(class)
            && bodies.any(|(above, ..)| self.may_be_in(class, above))
            // A copy has the values of the fields without an access, on any thread.
            && !self.may_be_in(class, "java/lang/Cloneable")
            && !self.is_periodic(object)
            && points_to.holder(object) == object
            && !points_to.is_holder_of_others(object);
        is_task.then(|| class.clone())
    }

    /// Returns whether several threads may run a task one after the other.
    fn is_periodic(&self, task: ObjectId) -> bool {
        let World {
            program, points_to, ..
        } = self.world;
        self.periodic.iter().any(|&site| {
            let call = &program.calls[site];
            let mut arguments = call.arguments.iter();
            arguments.any(|&local| points_to.may_hold(call.method, local, task))
        })
    }

    /// A class that only may be below another one counts as one: the recorder checks the bodies.
    fn may_be_in(&self, class: &str, above: &str) -> bool {
        self.world.program.hierarchy.is_subclass(class, above).may()
    }

    fn is_body(&self, method: MethodId) -> bool {
        let program = self.world.program;
        let method = &program.methods[method];
        let class = &program.classes[method.class].name;
        BODIES.iter().any(|&(above, name, descriptor)| {
            &*method.name == name
                && method.descriptor.starts_with(descriptor)
                && self.may_be_in(class, above)
        })
    }

    /// The methods that run on a task because its body has called them, or, where constructors count, a
    /// constructor has: the greatest set.
    fn chain(&self, task: ObjectId, with_constructors: bool) -> FxHashSet<MethodId> {
        let World {
            program,
            points_to,
            receivers,
            ..
        } = self.world;
        let runs_on = |method: &MethodId| {
            let this = receivers.this(*method);
            &*program.methods[*method].name != "<init>"
                && this.is_some_and(|this| points_to.may_hold(*method, this, task))
        };
        let reachable = points_to.reachable.iter().copied();
        let mut chain: FxHashSet<MethodId> = reachable.filter(runs_on).collect();
        loop {
            let before = chain.len();
            let stays = |method: &MethodId| {
                self.is_body(*method)
                    || !self.called_back.contains(method)
                        && self.is_called_by(*method, task, &chain, with_constructors)
            };
            chain = chain.iter().copied().filter(stays).collect();
            if chain.len() == before {
                return chain;
            }
        }
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
            let call = &self.world.program.calls[site];
            // A call without a receiver that the analysis knows is no call on `this`.
            call.receiver.is_some_and(|receiver| {
                !self.world.points_to.may_hold(call.method, receiver, task)
                    || self.world.receivers.is_this(call.method, receiver)
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
            Some(position) => self.world.receivers.is_before_leaks(method, position),
            None => !self.world.receivers.leaks(method),
        };
        chain.contains(&method)
            || &*self.world.program.methods[method].name == "<init>" && is_before()
    }

    /// Returns whether an access is the task's own, or one of another object.
    fn is_own(&self, access: &Access<'_>, task: ObjectId, chain: &FxHashSet<MethodId>) -> bool {
        !access.may_be_of(self.world.points_to, task)
            || access
                .base_local()
                .is_some_and(|base| self.world.receivers.is_this(access.method, base))
                && self.is_own_code(access.method, Some(access.position), chain)
    }
}
