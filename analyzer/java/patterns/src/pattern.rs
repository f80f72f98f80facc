//! A pattern with its types resolved, and what it says of a call or a body.

use std::sync::Arc;

use date::model::{
    ArgumentPattern, Arguments, Binding, JoinPoint, Member, MemberPattern, Moment, PointPattern,
    When,
};

use super::answers::{and, or};
use super::conformance::{Conformance, conform, conform_result};
use super::declared::Declared;
use super::declaring::{Declaring, glob_matches};
use super::modifiers::Modifiers;
use super::{Call, CallKind, Execution, FieldAccess, Handler, PointMatch, Test, signature};
use crate::type_names::{MissingType, TypeName, TypeNames};
use java_types::Access;
use java_types::class_info::MethodInfo;
use java_types::descriptor::{MethodDescriptor, Type};
use java_types::hierarchy::{Answer, Hierarchy, Resolved};

const CONSTRUCTOR: &str = "<init>";
const INITIALIZER: &str = "<clinit>";

/// A pattern of a property, ready to be asked about many points.
#[derive(Debug, Clone, PartialEq)]
pub struct Pattern {
    pub(super) join: JoinPoint,
    pub(super) members: Vec<Wanted>,
    pub(super) target: Option<TypeName>,
    arguments: Arguments,
    /// Types wanted of the arguments, in the order in which they are written; `None` for any.
    argument_types: Vec<Option<TypeName>>,
    caller: Option<TypeName>,
    moment: When,
    /// Classes that the code is in, or is not.
    within: Vec<(Declaring, bool)>,
    outcome: Outcome,
}

/// Members that are meant.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Wanted {
    pub(super) declaring: Declaring,
    pub(super) name: Member,
    pub(super) declared: Declared,
    modifiers: Modifiers,
}

/// The way in which the point has to end.
#[derive(Debug, Clone, PartialEq)]
enum Outcome {
    Any,
    Result(TypeName),
    Exception(TypeName),
}

/// The three parts of a point that can be bound statically.
struct Parts {
    /// Type of the receiver; `None` in static methods.
    target: Option<Type>,
    /// Type of the calling object or receiver; `None` in static code.
    caller: Option<Type>,
    /// Type of the result; `None` for `void`.
    result: Option<Type>,
    arguments: Vec<Type>,
}

impl Pattern {
    /// Resolves the types of `pattern`. A binding without a type binds anything and tests nothing.
    pub fn new(pattern: &PointPattern, names: TypeNames<'_>) -> Self {
        let bound = |binding: &Option<Binding>| {
            binding
                .as_ref()
                .and_then(|b| b.ty.as_deref())
                .map(|t| names.resolve(t))
        };
        let argument = |argument: &ArgumentPattern| match argument {
            ArgumentPattern::Any => None,
            ArgumentPattern::Typed(ty) => Some(names.resolve(ty)),
            ArgumentPattern::Bound(binding) => binding.ty.as_deref().map(|ty| names.resolve(ty)),
        };

        let outcome = match &pattern.moment {
            Moment::Before => None,
            Moment::Returning(binding) => bound(binding).map(Outcome::Result),
            Moment::Throwing(binding) => bound(binding).map(Outcome::Exception),
        };
        Pattern {
            join: pattern.join,
            members: pattern
                .members
                .iter()
                .map(|member| Wanted::new(member, names))
                .collect(),
            target: pattern.target_type().map(|ty| names.resolve(ty)),
            arguments: pattern.arguments.clone(),
            argument_types: pattern
                .arguments
                .iter()
                .map(|(_, pattern)| argument(pattern))
                .collect(),
            caller: bound(&pattern.caller),
            moment: pattern.moment.when(),
            within: pattern
                .within
                .iter()
                .map(|within| (Declaring::new(&within.class, names), within.holds))
                .collect(),
            outcome: outcome.unwrap_or(Outcome::Any),
        }
    }

    /// The type names that mean nothing, in the order members, target, arguments, caller, outcome,
    /// within. A pattern with one of them matches by name.
    pub fn missing_types(&self) -> Vec<&MissingType> {
        let members = self.members.iter().flat_map(|member| {
            member
                .declaring
                .name()
                .into_iter()
                .chain(member.declared.names())
        });
        let outcome = match &self.outcome {
            Outcome::Any => None,
            Outcome::Result(name) | Outcome::Exception(name) => Some(name),
        };

        let arguments = self.argument_types.iter().flatten();
        let within = self.within.iter().filter_map(|(class, _)| class.name());
        let names = members
            .chain(&self.target)
            .chain(arguments)
            .chain(&self.caller)
            .chain(outcome)
            .chain(within);

        names.filter_map(TypeName::missing).collect()
    }

    /// Returns what its members are, for people.
    pub fn members_are(&self) -> &'static str {
        match self.join {
            JoinPoint::Get | JoinPoint::Set => "field",
            JoinPoint::Element => "array",
            JoinPoint::Initialization => "class",
            JoinPoint::Handling if self.is_of_exceptions() => "class",
            JoinPoint::Call | JoinPoint::Execution | JoinPoint::Handling => "method",
        }
    }

    /// Returns what the pattern says of a call; `None`: it never matches. Call patterns alone match
    /// calls.
    pub fn call(&self, hierarchy: &Hierarchy, call: &Call<'_>) -> Option<PointMatch> {
        let creation = call.kind == CallKind::New;
        let named: Vec<&Wanted> = self.named(call.name).collect();
        if self.join != JoinPoint::Call
            || named.is_empty()
            || (call.name == CONSTRUCTOR) != creation
        {
            return None;
        }
        let Ok(descriptor) = MethodDescriptor::parse(call.descriptor) else {
            return Some(by_name_alone());
        };

        if !self.has_arity(descriptor.parameters.len()) || is_made_by_compiler(hierarchy, call) {
            return None;
        }

        let access = || callee_access(hierarchy, call);
        let has_callee = |wanted: &&Wanted| {
            let has_modifiers = || wanted.modifiers.fit(access);
            and(
                wanted
                    .declaring
                    .has_callee(hierarchy, call, &wanted.declared),
                has_modifiers,
            )
        };

        let member = and(self.stands_in(hierarchy, call.within), || {
            named.iter().map(has_callee).fold(Answer::No, or)
        });
        if member == Answer::No {
            return None;
        }

        let owner = Type::of_class_constant(call.owner).unwrap_or_else(|_| Type::object());
        let parts = Parts {
            target: (call.kind != CallKind::Static).then(|| owner.clone()),
            caller: call.caller.map(Type::class),
            result: if creation {
                Some(owner)
            } else {
                descriptor.result
            },
            arguments: descriptor.parameters,
        };

        self.tests(hierarchy, &parts, creation, member)
    }

    /// Returns what the pattern says of a body; `None`: it never matches. Call patterns match no
    /// bodies; a handling pattern matches the bodies whose catch blocks it means.
    pub fn execution(&self, hierarchy: &Hierarchy, body: &Execution<'_>) -> Option<PointMatch> {
        let bodiless = body.access.is_abstract() || body.access.has(Access::NATIVE);
        let named: Vec<&Wanted> = self.named(body.name).collect();
        let has_body = matches!(self.join, JoinPoint::Execution | JoinPoint::Handling);
        if !has_body || bodiless || named.is_empty() {
            return None;
        }
        if is_synthetic(body.name, body.access) {
            return None;
        }

        let Ok(descriptor) = MethodDescriptor::parse(body.descriptor) else {
            return Some(by_name_alone());
        };
        let has_body = |wanted: &&Wanted| {
            let has_modifiers = || wanted.modifiers.fit(|| Some(body.access));
            and(
                wanted.declaring.has_body(hierarchy, body, &wanted.declared),
                has_modifiers,
            )
        };

        let member = and(self.stands_in(hierarchy, body.class), || {
            named.iter().map(has_body).fold(Answer::No, or)
        });
        if member == Answer::No || !self.has_arity(descriptor.parameters.len()) {
            return None;
        }

        let constructor = body.name == CONSTRUCTOR;
        let this = (!body.access.is_static()).then(|| Type::class(body.class));
        let parts = Parts {
            target: this.clone(),
            result: if constructor {
                this.clone()
            } else {
                descriptor.result
            },
            caller: this,
            arguments: descriptor.parameters,
        };

        self.tests(hierarchy, &parts, constructor, member)
    }

    /// Returns what the pattern says of a read or write of a field; `None`: it never matches.
    /// Patterns of accesses alone match.
    pub fn access(&self, hierarchy: &Hierarchy, access: &FieldAccess<'_>) -> Option<PointMatch> {
        let named: Vec<&Wanted> = self.named(access.name).collect();
        let arity = signature(access.join, Type::object()).parameters.len();
        if self.join != access.join || named.is_empty() || !self.has_arity(arity) {
            return None;
        }

        if access.join == JoinPoint::Element {
            return self.element(hierarchy, access);
        }

        let resolved = hierarchy
            .resolve_field(access.owner, access.name, access.descriptor)
            .found();
        let flags = resolved.map(|field| field.info().access);

        if flags.is_some_and(|flags| flags.has(Access::SYNTHETIC)) {
            return None;
        }

        let has_field = |wanted: &&Wanted| {
            let has_modifiers = || wanted.modifiers.fit(|| flags);
            and(
                wanted
                    .declaring
                    .has_field(hierarchy, access, &wanted.declared),
                has_modifiers,
            )
        };
        let member = and(self.stands_in(hierarchy, access.within), || {
            named.iter().map(has_field).fold(Answer::No, or)
        });

        if member == Answer::No {
            return None;
        }

        let Some(ty) = access
            .descriptor
            .and_then(|descriptor| Type::parse(descriptor).ok())
        else {
            return Some(by_name_alone());
        };
        let owner = Type::class(access.owner);
        let MethodDescriptor { parameters, result } = signature(access.join, ty);
        let parts = Parts {
            target: (!access.is_static).then_some(owner),
            caller: access.caller.map(Type::class),
            result,
            arguments: parameters,
        };

        self.tests(hierarchy, &parts, false, member)
    }

    /// Returns what the pattern says of a read of an element. The array is tested as a target is.
    /// Before the read it may be `null`, which is no array.
    fn element(&self, hierarchy: &Hierarchy, access: &FieldAccess<'_>) -> Option<PointMatch> {
        let wanted = self.members.first()?.declaring.name()?;
        let stands = self.stands_in(hierarchy, access.within);
        let of = match (wanted, &self.target) {
            (TypeName::Known(wanted), Some(TypeName::Known(target))) => {
                hierarchy.is_subtype(target, wanted)
            }
            _ => Answer::Unknown,
        };
        let member = and(stands, || of);
        if member == Answer::No {
            return None;
        }

        let Ok(Type::Array(value)) = Type::parse(access.owner) else {
            return Some(by_name_alone());
        };
        let array = Type::Array(value.clone());
        let MethodDescriptor { parameters, result } = signature(access.join, (*value).clone());
        let parts = Parts {
            target: Some(array.clone()),
            caller: access.caller.map(Type::class),
            result,
            arguments: parameters,
        };

        let mut found = self.tests(hierarchy, &parts, false, member)?;
        if found.target == Test::Always && self.moment == When::Before {
            found.target = Test::InstanceOf(array);
        }
        Some(found)
    }

    /// Returns what the pattern says of the initialization of a class or interface, by internal
    /// name; `None`: it never matches. The class itself is what counts, not what it inherits
    /// (pointcuts, section 6): `T+` is for subtypes. Patterns of initializations alone match.
    pub fn initialization(&self, hierarchy: &Hierarchy, class: &str) -> Option<PointMatch> {
        if self.join != JoinPoint::Initialization || !self.has_arity(1) {
            return None;
        }

        let names = |wanted: &Wanted| wanted.declaring.names(hierarchy, class);
        let member = and(self.stands_in(hierarchy, class), || {
            self.members.iter().map(names).fold(Answer::No, or)
        });
        let parts = Parts {
            target: None,
            caller: None,
            result: None,
            arguments: vec![Type::class("java/lang/Class")],
        };

        (member != Answer::No)
            .then(|| self.tests(hierarchy, &parts, false, member))
            .flatten()
    }

    /// Returns what the pattern says of a catch block, whatever method it stands in; `None`: it
    /// never matches. Patterns of catch blocks for a type alone match, by the types that are
    /// written; what is caught is tested like any argument.
    pub fn handler(&self, hierarchy: &Hierarchy, handler: &Handler<'_>) -> Option<PointMatch> {
        if !self.is_of_exceptions() || !self.has_arity(1) {
            return None;
        }

        let names = |wanted: &Wanted| {
            let names = handler
                .caught
                .iter()
                .map(|caught| wanted.declaring.names(hierarchy, caught));
            names.fold(Answer::No, or)
        };
        let stands = self.stands_in(hierarchy, handler.within);
        let member = and(stands, || {
            self.members.iter().map(names).fold(Answer::No, or)
        });

        let caught = match handler.caught {
            [caught] => Type::Class(caught.clone()),
            _ => Type::class("java/lang/Throwable"),
        };
        let parts = Parts {
            target: None,
            caller: handler.caller.map(Type::class),
            result: None,
            arguments: vec![caught],
        };

        (member != Answer::No)
            .then(|| self.tests(hierarchy, &parts, false, member))
            .flatten()
    }

    /// Returns whether it is of catch blocks by what they catch, in any method; other patterns of
    /// catch blocks name the method around them.
    pub fn is_of_exceptions(&self) -> bool {
        self.join == JoinPoint::Handling
            && self
                .members
                .iter()
                .all(|wanted| wanted.name == Member::Handler)
    }

    /// Returns whether code of a class stands where it has to.
    fn stands_in(&self, hierarchy: &Hierarchy, class: &str) -> Answer {
        let stands = |(wanted, holds): &(Declaring, bool)| {
            let found = around(class)
                .map(|class| wanted.names(hierarchy, class))
                .fold(Answer::No, or);
            if *holds { found } else { not(found) }
        };
        self.within
            .iter()
            .map(stands)
            .fold(Answer::Yes, |all, one| and(all, || one))
    }

    /// Returns whether a call of which only name and number of arguments are known (varargs not
    /// packed) may match.
    pub fn may_match_unresolved(&self, name: &str, arguments: usize) -> bool {
        // A method of variable arity packs any number into one array; constructors have parameters
        // that nobody writes.
        let arity = self.argument_types.len() <= arguments + 1;
        self.may_match_named(name) && (arity || name == CONSTRUCTOR)
    }

    /// Returns whether a call of which only the name is known may match.
    pub fn may_match_named(&self, name: &str) -> bool {
        self.join == JoinPoint::Call && self.may_mean(name)
    }

    /// Returns whether a member of this name may be meant, whatever is done with it.
    pub fn may_mean(&self, name: &str) -> bool {
        self.named(name).next().is_some()
    }

    fn tests(
        &self,
        hierarchy: &Hierarchy,
        parts: &Parts,
        constructor: bool,
        member: Answer,
    ) -> Option<PointMatch> {
        let target = match &self.target {
            // A constructor's new object is bound by its result, never as target.
            Some(_) if constructor => unbound(),
            wanted => object(hierarchy, parts.target.as_ref(), wanted.as_ref())?,
        };
        let caller = object(hierarchy, parts.caller.as_ref(), self.caller.as_ref())?;
        let result = match &self.outcome {
            Outcome::Any => unbound(),
            Outcome::Result(wanted) => conform_result(hierarchy, parts.result.as_ref(), wanted)?,
            Outcome::Exception(wanted) => {
                conform(hierarchy, &Type::class("java/lang/Throwable"), wanted)?
            }
        };

        let arguments = self.argument_tests(hierarchy, &parts.arguments)?;
        let uncertain = [&target, &caller, &result]
            .into_iter()
            .chain(&arguments)
            .any(|c| c.uncertain);
        Some(PointMatch {
            target: target.test,
            arguments: arguments.into_iter().map(|c| c.test).collect(),
            caller: caller.test,
            result: result.test,
            uncertain: uncertain || member == Answer::Unknown,
        })
    }

    /// The tests of the arguments, as many as there are parameters.
    fn argument_tests(
        &self,
        hierarchy: &Hierarchy,
        parameters: &[Type],
    ) -> Option<Vec<Conformance>> {
        let mut tests = vec![unbound(); parameters.len()];
        for ((position, _), wanted) in self.arguments.iter().zip(&self.argument_types) {
            let (Some(wanted), Some(at)) = (wanted, position.index(parameters.len())) else {
                continue;
            };
            tests[at] = conform(hierarchy, &parameters[at], wanted)?;
        }
        Some(tests)
    }

    /// The members meant whose name may be this one.
    pub(super) fn named(&self, name: &str) -> impl Iterator<Item = &Wanted> {
        self.members
            .iter()
            .filter(move |wanted| wanted.has_name(name))
    }

    pub(super) fn has_arity(&self, parameters: usize) -> bool {
        self.arguments.takes(parameters)
    }

    /// Returns whether the tests of arguments and receiver leave anything of this method to match.
    pub(super) fn takes(
        &self,
        hierarchy: &Hierarchy,
        class: &Arc<str>,
        method: &MethodInfo,
    ) -> bool {
        let Ok(descriptor) = MethodDescriptor::parse(&method.descriptor) else {
            return true;
        };
        let receiver = (!method.access.is_static()).then(|| Type::Class(class.clone()));
        self.has_arity(descriptor.parameters.len())
            && self
                .argument_tests(hierarchy, &descriptor.parameters)
                .is_some()
            && (method.is_constructor()
                || object(hierarchy, receiver.as_ref(), self.target.as_ref()).is_some())
    }
}

impl Wanted {
    fn new(member: &MemberPattern, names: TypeNames<'_>) -> Self {
        Wanted {
            declaring: Declaring::new(&member.declaring, names),
            name: member.name.clone(),
            declared: Declared::new(&member.signature, names),
            modifiers: Modifiers::new(&member.signature.modifiers),
        }
    }

    /// Returns whether a field with such flags can be meant.
    pub(super) fn may_have(&self, access: Access) -> bool {
        self.modifiers.fit(|| Some(access)) != Answer::No
    }

    pub(super) fn has_name(&self, name: &str) -> bool {
        match &self.name {
            Member::Constructor => name == CONSTRUCTOR,
            Member::Initializer => name == INITIALIZER,
            // No method: where they stand does not matter.
            Member::Handler => false,
            // Code may read elements, whatever names stand in it.
            Member::Element => true,
            Member::Field(pattern) => glob_matches(pattern, name),
            Member::Method(pattern) => !name.starts_with('<') && glob_matches(pattern, name),
        }
    }
}

/// The flags of the method that a call finds, which are those that AspectJ asks for; `None` where
/// that is not known.
fn callee_access(hierarchy: &Hierarchy, call: &Call<'_>) -> Option<Access> {
    match hierarchy.resolve_method(call.owner, call.name, call.descriptor) {
        Resolved::Found(method) => Some(method.info().access),
        Resolved::Absent | Resolved::Unknown => None,
    }
}

/// A class and those around it, by their binary names, which say what is nested in what (JLS 13.1).
fn around(class: &str) -> impl Iterator<Item = &str> {
    let outer = class.match_indices('$').map(|(at, _)| &class[..at]);
    outer
        .filter(|name| !name.is_empty() && !name.ends_with('/'))
        .chain([class])
}

fn not(answer: Answer) -> Answer {
    match answer {
        Answer::Yes => Answer::No,
        Answer::No => Answer::Yes,
        Answer::Unknown => Answer::Unknown,
    }
}

fn unbound() -> Conformance {
    Conformance::certain(Test::Always)
}

/// The test of a receiver or calling object; `None` where there is none to bind.
fn object(
    hierarchy: &Hierarchy,
    ty: Option<&Type>,
    wanted: Option<&TypeName>,
) -> Option<Conformance> {
    match wanted {
        None => Some(unbound()),
        Some(wanted) => conform(hierarchy, ty?, wanted),
    }
}

/// Of a damaged class nothing but the name is known.
fn by_name_alone() -> PointMatch {
    PointMatch {
        target: Test::Always,
        arguments: Vec::new(),
        caller: Test::Always,
        result: Test::Always,
        uncertain: true,
    }
}

/// Bridges and accessors, but not lambda bodies, which are source code.
fn is_synthetic(name: &str, access: Access) -> bool {
    access.has(Access::SYNTHETIC) && !name.starts_with("lambda$")
}

/// A call of an accessor that the compiler made for private members of nested classes (javac before
/// Java 11).
fn is_made_by_compiler(hierarchy: &Hierarchy, call: &Call<'_>) -> bool {
    let accessor = call.kind == CallKind::Static && call.name.starts_with("access$");
    accessor
        && match hierarchy.resolve_method(call.owner, call.name, call.descriptor) {
            Resolved::Found(method) => method.info().access.has(Access::SYNTHETIC),
            _ => false,
        }
}
