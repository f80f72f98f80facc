//! Patterns matched to the calls and bodies of the program.

use std::collections::{BTreeMap, BTreeSet};

use date::ids::{ContextId, EventId};
use date::model::{Alternative, JoinPoint, Moment, PointPattern, Specification, Trigger, When};
use ir::{
    Body, CallKind, CallSite, CallSiteId, CallSyntax, Class, ClassId, Gap, Hides, Method, MethodId,
    MethodKind, MethodRef, PointId, Program, StatementKind, Target,
};
use java_patterns::type_names::{Imports, TypeName, TypeNames};
use java_patterns::{
    Call, CallKind as Instruction, Execution, FieldAccess, Pattern, PointMatch, boxes,
};
use java_types::descriptor::Type;
use java_types::hierarchy::Answer;
use text::Diagnostic;

use super::bindings::{Bound, EventAlternative, bound_by, chain, only_copies};
use super::notification::{Notification, Place, Source};
use super::warnings::{self, findings_of_names};
use super::{Access, AccessId, Sites, member_of, type_of};

/// The array types whose elements one instruction reads, as descriptors.
const BYTES: &str = "[B";
const BOOLEANS: &str = "[Z";

/// All places of one specification.
#[derive(Debug, Default)]
pub struct Matches {
    /// By place, then in the order in which they are notified: events and alternatives as declared.
    pub notifications: Vec<Notification>,
    /// For each context the erased type of its only parameter (its ancestors' included), where it
    /// is known.
    pub parameter_types: BTreeMap<ContextId, Option<Type>>,
    /// The alternatives of events of which all `where`s are followed wherever they run: they do
    /// nothing but copy names and read fields.
    pub followed: BTreeSet<(EventId, usize)>,
    /// The position in [`Program::gaps`] of the first that may hide such a place, or one that a
    /// pattern asks whether the program is in its course.
    pub hidden: Option<usize>,
    /// True if a pattern means reads of elements, which code may have that is not known.
    pub reads_elements: bool,
    /// Types that mean nothing (errors), and patterns that no method anywhere could match
    /// (warnings).
    pub diagnostics: Vec<Diagnostic>,
}

/// Finds every place that a specification's patterns match. `sites` are those of the program.
/// O(patterns * (calls + methods + accesses)).
pub fn notifications(program: &Program, sites: &Sites, specification: &Specification) -> Matches {
    let brought = Imports::of(specification);
    let names = TypeNames::new(&program.hierarchy, &brought);
    let mut matches = Matches {
        parameter_types: parameter_types(specification, names),
        diagnostics: findings_of_names(specification, &program.hierarchy),
        ..Matches::default()
    };

    for (event, declared) in specification.events.iter_enumerated() {
        for (index, alternative) in declared.alternatives.iter().enumerate() {
            let Trigger::Point(written) = &alternative.trigger else {
                continue;
            };
            let pattern = Pattern::new(written, names);
            matches.hidden = matches.hidden.or_else(|| hidden(program, &pattern));
            matches.reads_elements |= written.join == JoinPoint::Element;
            // A gap may also hide the places that a control-flow test names.
            for point in written.flows.iter().flat_map(|test| &test.flow.points) {
                let pattern = Pattern::new(point, names);
                matches.hidden = matches.hidden.or_else(|| hidden(program, &pattern));
            }
            let of = EventAlternative {
                specification,
                event: declared,
                alternative,
            };
            let bound = bound_by(program, names, of, written);
            let matcher = Matcher {
                program,
                sites,
                specification,
                event,
                index,
                alternative,
                written,
                pattern,
                bound,
            };
            let places = matcher.places();
            // Of the moments of one event each has the same to say.
            let unheard = warnings::of_finalizers(specification, alternative, written)
                .filter(|_| places.is_empty());
            matches
                .diagnostics
                .extend(unheard.filter(|warning| !matches.diagnostics.contains(warning)));
            if matcher.follows_wheres(&places) {
                matches.followed.insert((event, index));
            }
            matches.notifications.extend(places);
        }
    }

    matches
        .notifications
        .sort_by_key(|n| (n.place, n.event, n.alternative));
    matches
}

/// The first gap with places that the pattern may mean, by position.
fn hidden(program: &Program, pattern: &Pattern) -> Option<usize> {
    let may_match = |gap: &Gap| match &gap.hides {
        Hides::Method(name) => pattern.may_match_named(name),
        Hides::Versions { members, .. } => members.iter().any(|name| pattern.may_mean(name)),
        _ => false,
    };
    program.gaps.iter().position(may_match)
}

fn parameter_types(
    specification: &Specification,
    names: TypeNames<'_>,
) -> BTreeMap<ContextId, Option<Type>> {
    let only_type = |context: ContextId| {
        let contexts = chain(specification, context);
        let mut parameters = contexts
            .iter()
            .flat_map(|&c| &specification.contexts[c].parameters);
        let (parameter, None) = (parameters.next()?, parameters.next()) else {
            return None;
        };
        match names.resolve(&parameter.ty) {
            TypeName::Known(ty) => Some(ty),
            TypeName::Missing(_) => None,
        }
    };
    specification
        .contexts
        .indices()
        .map(|context| (context, only_type(context)))
        .collect()
}

struct Matcher<'a> {
    program: &'a Program,
    sites: &'a Sites,
    specification: &'a Specification,
    event: EventId,
    index: usize,
    alternative: &'a Alternative,
    written: &'a PointPattern,
    pattern: Pattern,
    bound: Bound,
}

impl Matcher<'_> {
    /// Returns whether the analysis follows the `where`s at each of the places, which must be all
    /// places of the alternative.
    fn follows_wheres(&self, places: &[Notification]) -> bool {
        let is_listed = !matches!(
            self.written.join,
            JoinPoint::Handling | JoinPoint::Initialization
        );
        let mut reads = places.iter().flat_map(|notification| &notification.reads);
        is_listed && self.bound.is_followed && reads.all(|read| read.of != Source::Computed)
    }

    fn places(&self) -> Vec<Notification> {
        match self.written.join {
            JoinPoint::Call => self.calls(),
            JoinPoint::Execution => self.executions(),
            JoinPoint::Handling => Vec::new(),
            JoinPoint::Initialization => self.initializations(),
            _ => self.accesses(),
        }
    }

    fn calls(&self) -> Vec<Notification> {
        let mut found: BTreeMap<PointId, Notification> = BTreeMap::new();
        for (site, call) in self.program.calls.iter_enumerated() {
            let syntax = self.program.points[call.point].syntax;
            // Calls by `super` and `this(..)` raise no call events, as in AspectJ. Nor do calls
            // that the compiler inserts.
            let raises = !matches!(
                syntax,
                CallSyntax::ConstructorInvocation
                    | CallSyntax::SuperInvocation
                    | CallSyntax::Inserted
            );
            // A `finally` block is lowered for each way into it, so one point may have several
            // calls.
            if raises && !self.is_boxing(call, syntax) && !found.contains_key(&call.point) {
                let mut notification = self
                    .call(call)
                    .map(|notification| self.heard(notification, syntax));
                if let Some(early) = &mut notification
                    && self.is_before_object(call, site)
                {
                    early.always &= self.written.caller.is_none();
                    early.compute(|source| source == Source::Caller);
                }
                found.extend(notification.map(|notification| (call.point, notification)));
            }
        }

        found.into_values().collect()
    }

    /// A written call that boxes or unboxes looks like an inserted one in a class file, and neither
    /// raises an event.
    fn is_boxing(&self, call: &CallSite, syntax: CallSyntax) -> bool {
        let is_one = |callee: &MethodRef| boxes(&callee.owner, &callee.name, &callee.descriptor);
        syntax != CallSyntax::MethodReference
            && matches!(&call.target, Target::Resolved(callee) if is_one(callee))
    }

    /// Returns whether a method reference matches by the class that declares its method, too:
    /// compilers name either that class or the one that is written.
    fn matches_as_declared(&self, call: &CallSite, callee: &MethodRef) -> bool {
        let hierarchy = &self.program.hierarchy;
        let Some(declared) = hierarchy
            .resolve_method(&callee.owner, &callee.name, &callee.descriptor)
            .found()
        else {
            return false;
        };
        let owner = declared.class.name.clone();
        let as_declared = MethodRef {
            owner,
            ..callee.clone()
        };
        self.matches(call, &as_declared)
            .is_some_and(|matched| matched.is_definite_on_objects())
    }

    /// A method reference that is not heard raises events nevertheless where a compiler makes a
    /// lambda expression of it.
    fn heard(&self, mut notification: Notification, syntax: CallSyntax) -> Notification {
        notification.always &=
            self.specification.hears_references || syntax != CallSyntax::MethodReference;
        notification
    }

    fn call(&self, call: &CallSite) -> Option<Notification> {
        let place = Place::Call(call.point);
        match &call.target {
            Target::Resolved(callee) => {
                let matched = self.matches(call, callee)?;
                let is_reference =
                    self.program.points[call.point].syntax == CallSyntax::MethodReference;
                let is_definite = matched.is_definite_on_objects()
                    && (!is_reference || self.matches_as_declared(call, callee));
                let notification = self.notification(
                    place,
                    is_definite,
                    matched.uncertain,
                    self.sees_caller(call.method),
                );
                Some(Notification {
                    may_lack_target: !matched.target.always_passes(),
                    ..notification
                })
            }
            // Any of the candidates may be the method that is called.
            Target::Candidates(callees) => callees
                .iter()
                .any(|callee| self.matches(call, callee).is_some())
                .then(|| self.guess(place, self.sees_caller(call.method))),
            Target::Unresolved { name, arity } => {
                let may_match = self.pattern.may_match_unresolved(name, *arity);
                may_match.then(|| self.guess(place, false))
            }
        }
    }

    fn matches(&self, call: &CallSite, callee: &MethodRef) -> Option<PointMatch> {
        let class = &self.program.classes[self.program.methods[call.method].class].name;
        let has_this = self.is_functional(call.method) || self.sees_caller(call.method);
        let instruction = Call {
            kind: instruction(call.kind, callee),
            owner: &callee.owner,
            name: &callee.name,
            descriptor: &callee.descriptor,
            caller: has_this.then_some(&**class),
            within: class,
        };
        self.pattern.call(&self.program.hierarchy, &instruction)
    }

    fn is_functional(&self, method: MethodId) -> bool {
        matches!(
            self.program.methods[method].kind,
            MethodKind::Lambda | MethodKind::MethodReference
        )
    }

    /// Returns whether the code has a receiver that is known. (A functional body may have captured
    /// one.)
    /// Returns whether the body of a method was read from a class file.
    fn is_compiled(&self, method: MethodId) -> bool {
        let class = &self.program.classes[self.program.methods[method].class];
        self.program.files[class.file].is_compiled
    }

    fn sees_caller(&self, method: MethodId) -> bool {
        !java_types::Access(self.program.methods[method].access).is_static()
            && !self.is_functional(method)
    }

    fn executions(&self) -> Vec<Notification> {
        let bodies = self
            .program
            .methods
            .iter_enumerated()
            .filter(|(_, m)| {
                matches!(m.kind, MethodKind::Declared | MethodKind::Implicit) && m.body.is_some()
            })
            .filter(|(_, m)| !self.is_made_for_enum(m))
            // Compilers write these into class files.
            .filter(|(_, m)| !java_types::Access(m.access).has(java_types::Access::SYNTHETIC));
        bodies
            .filter_map(|(id, method)| {
                let body = Execution {
                    class: &self.program.classes[method.class].name,
                    name: &method.name,
                    descriptor: &method.descriptor,
                    access: java_types::Access(method.access),
                };
                let matched = self.pattern.execution(&self.program.hierarchy, &body)?;
                // What the constructor above throws ends a body that has not begun.
                let is_definite =
                    matched.is_definite() && !(self.is_constructor(id) && self.is_of_exceptions());
                let mut notification =
                    self.notification(Place::Execution(id), is_definite, matched.uncertain, true);
                if notification.when != When::Before {
                    notification.compute(|source| self.is_overwritten(id, source));
                }
                Some(notification)
            })
            .collect()
    }

    /// `values` and `valueOf` of an enum, which tables behind a switch call as well.
    fn is_made_for_enum(&self, method: &Method) -> bool {
        let is_enum = self.program.classes[method.class]
            .info
            .access
            .has(java_types::Access::ENUM);
        is_enum
            && method.kind == MethodKind::Implicit
            && matches!(&*method.name, "values" | "valueOf")
    }

    fn is_of_exceptions(&self) -> bool {
        matches!(self.written.moment, Moment::Throwing(_))
    }

    /// Returns whether a body gives another value to what an event at its end binds: the value at
    /// its beginning.
    fn is_overwritten(&self, method: MethodId, source: Source) -> bool {
        let Source::Argument(position) = source else {
            return false;
        };
        let Some(body) = &self.program.methods[method].body else {
            return false;
        };
        let has_receiver = !java_types::Access(self.program.methods[method].access).is_static();
        let arguments = body
            .parameters
            .get(usize::from(has_receiver)..)
            .unwrap_or_default();

        // A parameter that is not found counts as overwritten.
        let Some(&local) = position
            .index(arguments.len())
            .and_then(|index| arguments.get(index))
        else {
            return true;
        };
        let statements = body.statements();
        let handlers = body.blocks.iter().flat_map(|block| &block.handlers);

        statements
            .filter_map(|statement| self.program.target(&statement.kind))
            .any(|target| target == local)
            || handlers
                .map(|handler| handler.exception)
                .any(|target| target == local)
    }

    /// Returns whether a call stands before the constructor call of the constructor that it is in:
    /// there is no object yet whose code it is. Calls are numbered in the order in which they are
    /// made.
    fn is_before_object(&self, call: &CallSite, site: CallSiteId) -> bool {
        let body = self.program.methods[call.method]
            .body
            .iter()
            .filter(|_| self.is_constructor(call.method));
        body.flat_map(Body::statements)
            .any(|statement| match statement.kind {
                StatementKind::Call(other) => {
                    let point = self.program.calls[other].point;
                    other > site
                        && self.program.points[point].syntax == CallSyntax::ConstructorInvocation
                }
                _ => false,
            })
    }

    fn accesses(&self) -> Vec<Notification> {
        let matched = |(id, access): (AccessId, &Access)| {
            let as_in_source = self.access(access, &access.field.owner);
            let ruled_out = as_in_source.is_none();
            let matched = as_in_source.or_else(|| self.as_instruction(access))?;
            // Nothing can be told of an object before the constructor above has returned, which the
            // body does not show.
            let is_initial = access.join == JoinPoint::Set && self.is_constructor(access.method);
            let is_early = self.is_constructor(access.method) && self.written.caller.is_some();
            // Some accesses in class files are their compiler's, and raise no event.
            let is_of_class_file = self.is_compiled(access.method);
            let is_definite = matched.is_definite_on_objects()
                && !is_initial
                && !is_early
                && !access.is_constant
                && !is_of_class_file;
            let sees_caller = self.sees_caller(access.method) && !is_early;
            let notification = self.notification(
                Place::Access(id),
                is_definite,
                matched.uncertain,
                sees_caller,
            );
            Some(Notification {
                may_lack_target: !matched.target.always_passes(),
                ruled_out: ruled_out && !matched.uncertain,
                ..notification
            })
        };
        self.sites.accesses.iter().filter_map(matched).collect()
    }

    /// Returns the match of an access by what the instruction alone tells of it. An instruction that
    /// reads an element of an array of objects does not tell of which class, and one instruction reads
    /// `byte[]` and `boolean[]`.
    fn as_instruction(&self, access: &Access) -> Option<PointMatch> {
        if access.join != JoinPoint::Element {
            return None;
        }
        let owner = member_of(self.program, access)?.owner;
        self.access(access, &owner)
            .or_else(|| self.access(access, BOOLEANS).filter(|_| *owner == *BYTES))
    }

    /// Returns the match of an access of a member of this owner.
    fn access(&self, access: &Access, owner: &str) -> Option<PointMatch> {
        let is_made = access.field.field.is_some_and(|field| {
            java_types::Access(self.program.fields[field].access).has(java_types::Access::SYNTHETIC)
        });
        if is_made || self.is_of_record(access.method) {
            return None;
        }

        let class = &self.program.classes[self.program.methods[access.method].class].name;
        let has_this = self.is_functional(access.method) || self.sees_caller(access.method);
        let descriptor = type_of(self.program, &access.field).map(|ty| ty.to_string());
        let instruction = FieldAccess {
            owner,
            name: &access.field.name,
            descriptor: descriptor.as_deref(),
            is_static: access.is_static,
            join: access.join,
            caller: has_this.then_some(&**class),
            within: class,
        };

        self.pattern.access(&self.program.hierarchy, &instruction)
    }

    /// Returns whether a method is one that a record has unwritten and that reads its fields by
    /// handles (`java.lang.runtime.ObjectMethods`).
    fn is_of_record(&self, method: MethodId) -> bool {
        let method = &self.program.methods[method];
        let is_one = matches!(&*method.name, "toString" | "hashCode" | "equals")
            && method.kind == MethodKind::Implicit;
        let class = &self.program.classes[method.class].name;
        is_one
            && self
                .program
                .hierarchy
                .is_subclass(class, "java/lang/Record")
                == Answer::Yes
    }

    fn is_constructor(&self, method: MethodId) -> bool {
        &*self.program.methods[method].name == "<init>"
    }

    /// Every class that matches may be initialized: also one that nothing seems to use may be by
    /// reflection, and one whose uses lie in code that never runs is kept at no cost.
    fn initializations(&self) -> Vec<Notification> {
        let matched = |(id, class): (ClassId, &Class)| {
            let matched = self
                .pattern
                .initialization(&self.program.hierarchy, &class.name)?;
            Some(self.notification(
                Place::Initialization(id),
                matched.is_definite(),
                matched.uncertain,
                false,
            ))
        };
        self.program
            .classes
            .iter_enumerated()
            .filter_map(matched)
            .collect()
    }

    /// A call of which the member is not known. Nor is what becomes of its arguments: some may be
    /// put into one array, and an outer instance may stand before them.
    fn guess(&self, place: Place, caller_known: bool) -> Notification {
        let mut guess = self.notification(place, false, true, caller_known);
        guess.compute(|source| matches!(source, Source::Argument(_)));
        guess
    }

    /// Returns whether an occurrence may be none after all: what the thread is in the course of is
    /// not followed.
    fn may_be_dropped(&self) -> bool {
        self.alternative.filter.is_some() || !self.written.flows.is_empty()
    }

    fn notification(
        &self,
        place: Place,
        definite: bool,
        unresolved: bool,
        caller_known: bool,
    ) -> Notification {
        let Bound { sources, reads, .. } = self.bound.clone();
        let mut notification = Notification {
            place,
            event: self.event,
            alternative: self.index,
            when: when(&self.written.moment),
            always: definite && !self.may_be_dropped() && only_copies(self.alternative),
            unresolved,
            may_lack_target: false,
            ruled_out: false,
            sources,
            reads,
        };
        notification.compute(|source| source == Source::Caller && !caller_known);
        notification
    }
}

fn when(moment: &Moment) -> When {
    match moment {
        Moment::Before => When::Before,
        Moment::Returning(_) => When::Returning,
        Moment::Throwing(_) => When::Throwing,
    }
}

fn instruction(kind: CallKind, callee: &MethodRef) -> Instruction {
    match kind {
        _ if &*callee.name == "<init>" => Instruction::New,
        CallKind::Static => Instruction::Static,
        CallKind::Special => Instruction::Special,
        CallKind::Virtual => Instruction::Virtual,
        CallKind::Interface => Instruction::Interface,
    }
}
