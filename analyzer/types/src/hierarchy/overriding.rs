//! Generic overriding: a class may declare a method of a supertype under another erasure (JLS
//! 8.4.2, 8.4.8.1).

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Answer, Hierarchy};
use crate::Access;
use crate::class_info::{ClassInfo, MethodInfo};
use crate::descriptor::{MethodDescriptor, Type};
use crate::signature::{
    ClassSignature, ClassType, GenericType, MethodSignature, TypeArgument, TypeParameter,
};

/// Erased types of type variables; `None` where it is not known.
type Environment = FxHashMap<Arc<str>, Option<Type>>;

/// An instance method, as a subtype has it.
#[derive(Debug, Clone, Copy)]
pub struct InheritedMethod<'a> {
    /// The subtype.
    pub below: &'a str,
    /// The name.
    pub name: &'a str,
    /// The erased parameters.
    pub parameters: &'a [Type],
}

impl Hierarchy {
    /// Returns whether `class` has an instance method called `name` that fits, declared or
    /// inherited. A method with these erased `parameters` in `below`, a subtype, is that method or
    /// overrides it. Interfaces do not inherit the members of `Object`. Return types play no part.
    /// O(methods of that name in the supertypes of `class`).
    pub fn has_member(&self, class: &str, below: &str, name: &str, parameters: &[Type]) -> Answer {
        let Some(info) = self.class(class) else {
            return Answer::Unknown;
        };
        let supertypes = self.supertypes(class);
        let mut classes = supertypes.names().iter().filter_map(|s| self.class(s));
        let inherits = |above: &ClassInfo| !info.is_interface() || above.is_interface();
        let declares = |above: Arc<ClassInfo>| {
            let mut methods = above.methods_named(name).filter(|m| !m.access.is_static());
            methods.any(|m| {
                let visible = above.name == info.name || !m.access.is_private();
                visible && self.has_parameters(below, &above, m, parameters)
            })
        };

        match (
            classes.any(|above| inherits(&above) && declares(above)),
            supertypes.complete(),
        ) {
            (true, _) => Answer::Yes,
            (false, true) => Answer::No,
            (false, false) => Answer::Unknown,
        }
    }

    /// [`Hierarchy::has_member`] for a method that `fits`, which is given the class that declares
    /// it and the declaration. Of methods that override one another the lowest is asked; those that
    /// compilers made are not.
    pub fn has_member_with(
        &self,
        class: &str,
        method: InheritedMethod<'_>,
        fits: impl Fn(&ClassInfo, &MethodInfo) -> Answer,
    ) -> Answer {
        let InheritedMethod {
            below,
            name,
            parameters,
        } = method;
        let Some(info) = self.class(class) else {
            return Answer::Unknown;
        };
        let supertypes = self.supertypes(class);
        let inherits = |above: &ClassInfo| !info.is_interface() || above.is_interface();
        let classes = supertypes
            .names()
            .iter()
            .filter_map(|s| self.class(s))
            .filter(|above| inherits(above));

        let mut declaring: Vec<(Arc<ClassInfo>, Answer)> = Vec::new();
        for above in classes {
            if declaring
                .iter()
                .any(|(lower, _)| self.is_subclass(&lower.name, &above.name) == Answer::Yes)
            {
                continue;
            }
            let is_own = above.name == info.name;
            let mut methods = above.methods_named(name).filter(|m| {
                let excluded = m.access.is_static() || m.access.has(Access::SYNTHETIC);
                !excluded
                    && (is_own || !m.access.is_private())
                    && self.has_parameters(below, &above, m, parameters)
            });
            if let Some(method) = methods.next() {
                let answer = fits(&above, method);
                declaring.push((above.clone(), answer));
            }
        }

        let is_any = |answer: Answer| declaring.iter().any(|(_, given)| *given == answer);
        if is_any(Answer::Yes) {
            return Answer::Yes;
        }

        if supertypes.complete() && !is_any(Answer::Unknown) {
            Answer::No
        } else {
            Answer::Unknown
        }
    }

    /// Returns whether the parameters of `method`, which `class` declares, are these, as declared
    /// or as seen from `below`.
    fn has_parameters(
        &self,
        below: &str,
        class: &ClassInfo,
        method: &MethodInfo,
        parameters: &[Type],
    ) -> bool {
        let Ok(declared) = MethodDescriptor::parse(&method.descriptor) else {
            return false;
        };
        if declared.parameters == parameters {
            return true;
        }
        declared.parameters.len() == parameters.len()
            && self
                .seen_parameters(below, class, method)
                .is_some_and(|seen| agree(&seen, parameters))
    }

    /// The erased parameters of a method whose class is generic, as seen from a subtype of the
    /// class, each `None` where it is not known; `None` where nothing is generic about them.
    pub fn seen_parameters(
        &self,
        below: &str,
        class: &ClassInfo,
        method: &MethodInfo,
    ) -> Option<Vec<Option<Type>>> {
        let signature = MethodSignature::parse(method.signature.as_ref()?).ok()?;
        let mut environment = self.environment(below, &class.name)?;
        bind_parameters(&mut environment, &signature.type_parameters);
        Some(
            signature
                .parameters
                .iter()
                .map(|ty| erase(ty, &environment))
                .collect(),
        )
    }

    /// Returns the types for the type variables of `above` in `below`; `None` where `above` is no
    /// known supertype.
    fn environment(&self, below: &str, above: &str) -> Option<Environment> {
        let mut environment = Environment::default();
        let class = self.class(below)?;
        if let Some(signature) = parse(&class) {
            bind_parameters(&mut environment, &signature.type_parameters);
        }

        let mut seen = FxHashSet::default();
        let mut queue = VecDeque::from([(class, environment)]);
        while let Some((class, environment)) = queue.pop_front() {
            if &*class.name == above {
                return Some(environment);
            }
            if seen.insert(class.name.clone()) {
                queue.extend(self.supertype_environments(&class, &environment));
            }
        }

        None
    }

    /// The direct supertypes of a class with what their type variables stand for.
    fn supertype_environments(
        &self,
        class: &ClassInfo,
        environment: &Environment,
    ) -> Vec<(Arc<ClassInfo>, Environment)> {
        let known =
            |(name, environment): (Arc<str>, Environment)| Some((self.class(&name)?, environment));
        match parse(class) {
            Some(signature) => {
                let types = std::iter::once(&signature.superclass).chain(&signature.interfaces);
                types
                    .filter_map(|ty| known((ty.binary_name(), self.arguments(ty, environment))))
                    .collect()
            }
            // Not generic: its supertypes have no arguments, or are raw.
            None => class
                .direct_supertypes()
                .filter_map(|name| known((name.clone(), self.raw(name))))
                .collect(),
        }
    }

    /// The type variables of a class type and of the classes around it, bound to their arguments.
    fn arguments(&self, ty: &ClassType, environment: &Environment) -> Environment {
        let mut bound = Environment::default();
        let mut name = String::new();
        for part in &ty.parts {
            name = if name.is_empty() {
                part.name.to_string()
            } else {
                format!("{name}${}", part.name)
            };
            let Some(signature) = self.class(&name).as_deref().and_then(parse) else {
                continue;
            };
            bind_parameters(&mut bound, &signature.type_parameters);
            for (parameter, argument) in signature.type_parameters.iter().zip(&part.arguments) {
                bound.insert(
                    parameter.name.clone(),
                    erase_argument(argument, environment),
                );
            }
        }

        bound
    }

    /// The type variables of a class bound to their erasures.
    fn raw(&self, class: &str) -> Environment {
        let mut bound = Environment::default();
        if let Some(signature) = self.class(class).as_deref().and_then(parse) {
            bind_parameters(&mut bound, &signature.type_parameters);
        }
        bound
    }
}

fn parse(class: &ClassInfo) -> Option<ClassSignature> {
    ClassSignature::parse(class.signature.as_ref()?).ok()
}

/// Binds each parameter to the erasure of its leftmost bound (JLS 4.6). A bound may name a
/// parameter declared before.
fn bind_parameters(environment: &mut Environment, parameters: &[TypeParameter]) {
    for parameter in parameters {
        let bound = parameter
            .class_bound
            .iter()
            .chain(&parameter.interface_bounds)
            .next();
        let erased = bound.map_or_else(|| Some(Type::object()), |bound| erase(bound, environment));
        environment.insert(parameter.name.clone(), erased);
    }
}

fn erase_argument(argument: &TypeArgument, environment: &Environment) -> Option<Type> {
    match argument {
        TypeArgument::Exact(ty) => erase(ty, environment),
        _ => None,
    }
}

fn erase(ty: &GenericType, environment: &Environment) -> Option<Type> {
    match ty {
        GenericType::Primitive(p) => Some(Type::Primitive(*p)),
        GenericType::Class(class) => Some(Type::Class(class.binary_name())),
        GenericType::Variable(name) => environment.get(name).cloned().flatten(),
        GenericType::Array(element) => erase(element, environment).map(Type::array),
    }
}

/// A type that is not known (a variable of an enclosing method) agrees with any reference.
fn agree(seen: &[Option<Type>], parameters: &[Type]) -> bool {
    seen.len() == parameters.len()
        && seen
            .iter()
            .zip(parameters)
            .all(|(seen, wanted)| match seen {
                Some(ty) => ty == wanted,
                None => wanted.is_reference(),
            })
}
