//! A pattern with its types resolved.

mod accesses;
mod classes;
mod methods;
mod place;
mod values;
mod wanted;

use std::sync::Arc;

use date::model::{
    ArgumentPattern, Arguments, Binding, JoinPoint, Member, Moment, PointPattern, When,
};

use super::declaring::Declaring;
use crate::type_names::{MissingType, TypeName, TypeNames};
use java_types::class_info::MethodInfo;
use java_types::descriptor::{MethodDescriptor, Type};
use java_types::hierarchy::Hierarchy;

use values::object;
pub(super) use wanted::Wanted;

const CONSTRUCTOR: &str = "<init>";

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

/// The way in which the point has to end.
#[derive(Debug, Clone, PartialEq)]
enum Outcome {
    Any,
    Result(TypeName),
    Exception(TypeName),
}

impl Pattern {
    /// Resolves the types of `pattern`. A binding without a type binds anything and tests nothing.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use date::model::Trigger;
    /// use java_patterns::type_names::{Imports, TypeNames};
    /// use java_patterns::{Call, CallKind, Pattern};
    /// use java_types::hierarchy::Hierarchy;
    /// use jvm::{classpath::ClassPath, jdk::Jdk};
    ///
    /// let property = "
    /// imports: [java.util.Iterator]
    /// events: {next: call Iterator+.next()}
    /// properties: {p: {states: {q: initial bad}, transitions: [q -> q: next]}}
    /// ";
    /// let specification = languages::read("p.yaml", property).unwrap();
    /// let Trigger::Point(next) = &specification.events[0].alternatives[0].trigger else { panic!() };
    ///
    /// let class_path = ClassPath::open(&[], &Jdk::from_environment().unwrap()).unwrap();
    /// let hierarchy = Hierarchy::new([], Arc::new(class_path));
    /// let imports = Imports::of(&specification);
    /// let pattern = Pattern::new(next, TypeNames::new(&hierarchy, &imports));
    ///
    /// let call = |owner| Call {
    ///     kind: CallKind::Virtual,
    ///     owner,
    ///     name: "next",
    ///     descriptor: "()Ljava/lang/String;",
    ///     caller: None,
    ///     within: "Main",
    /// };
    /// assert!(pattern.call(&hierarchy, &call("java/util/Scanner")).unwrap().is_definite());
    /// assert!(pattern.call(&hierarchy, &call("java/util/StringTokenizer")).is_none());
    /// ```
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

    /// Returns whether it is of catch blocks by what they catch, in any method; other patterns of
    /// catch blocks name the method around them.
    pub fn is_of_exceptions(&self) -> bool {
        self.join == JoinPoint::Handling
            && self
                .members
                .iter()
                .all(|wanted| wanted.name == Member::Handler)
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
