//! Functional interfaces (JLS 9.8) and their function types (JLS 9.9).

use std::rc::Rc;
use std::sync::Arc;

use java_types::Access;

use super::{ClassId, Contents, Kind, Method, Ty, TyList, Types, VariableId, Wildcard};

/// The function type of a functional interface type.
#[derive(Debug, Clone)]
pub(crate) struct FunctionType {
    /// The method that is implemented.
    pub(crate) method: Rc<Method>,
    /// The parameterization that it was taken from, without wildcards.
    pub(crate) interface: Ty,
    /// Types of its parameters.
    pub(crate) formals: TyList,
    /// `void` or the type of its result.
    pub(crate) result: Ty,
}

impl Types<'_> {
    /// The function type of a type, if it is a functional interface type, for a lambda or method
    /// reference: of a type with wildcards, the one of its parameterization without (JLS 9.9).
    pub(crate) fn function_type(&self, ty: Ty) -> Option<FunctionType> {
        let interface = self.functional_part(ty)?;
        let interface = self.without_wildcards(interface);
        let method = self.functional_method(self.class_of(interface)?)?;
        let (formals, result) = self.member_signature(&method, interface);
        Some(FunctionType {
            method,
            interface,
            formals,
            result,
        })
    }

    /// The type itself, or the member of an intersection that is a functional interface.
    fn functional_part(&self, ty: Ty) -> Option<Ty> {
        match self.kind(ty) {
            Kind::Class(..) => Some(ty),
            Kind::Intersection(members) => {
                let functional = |&&member: &&Ty| {
                    self.class_of(member)
                        .is_some_and(|c| self.functional_method(c).is_some())
                };
                members.iter().find(functional).copied()
            }
            Kind::Captured(_) | Kind::Variable(_) => None,
            _ => None,
        }
    }

    /// Internal names of the members of an intersection beside `interface`, which a functional
    /// object implements, too.
    pub(crate) fn markers(&self, ty: Ty, interface: &str) -> Vec<Arc<str>> {
        let Kind::Intersection(members) = self.kind(ty) else {
            return Vec::new();
        };
        let names = members
            .iter()
            .filter_map(|&member| self.internal_name(member));
        names.filter(|name| &**name != interface).collect()
    }

    /// The parameterization of an interface type in which bounds stand for the wildcards (JLS 9.9).
    pub(crate) fn without_wildcards(&self, ty: Ty) -> Ty {
        let Kind::Class(class, arguments) = self.kind(ty) else {
            return ty;
        };
        let parameters = self.class_data(class).parameters.clone();

        if parameters.len() != arguments.len() {
            return ty;
        }

        let arguments: TyList = parameters
            .iter()
            .zip(arguments.iter())
            .map(|(&parameter, &argument)| match self.kind(argument) {
                Kind::Wildcard(wildcard) => self.bound_instead(parameter, wildcard, &parameters),
                _ => argument,
            })
            .collect();

        self.intern(Kind::Class(class, arguments))
    }

    fn bound_instead(
        &self,
        parameter: VariableId,
        wildcard: Wildcard,
        parameters: &[VariableId],
    ) -> Ty {
        let declared = self.bounds_of(self.intern(Kind::Variable(parameter)));
        let names_another = |&bound: &Ty| {
            self.has(bound, Contents::VARIABLE) && {
                let replaced =
                    self.substitute(bound, parameters, &vec![Ty::UNKNOWN; parameters.len()]);
                replaced != bound
            }
        };
        let dependent = declared.iter().any(names_another);

        match wildcard {
            Wildcard::Super(bound) => bound,
            Wildcard::Extends(bound) if dependent => bound,
            Wildcard::Unbounded if dependent => self.known().object,
            Wildcard::Extends(bound) => self.intersection(&[&[bound], &declared[..]].concat()),
            Wildcard::Unbounded => self.intersection(&declared),
        }
    }

    /// The method that a functional interface leaves to be implemented; `None` for other classes.
    pub(crate) fn functional_method(&self, class: ClassId) -> Option<Rc<Method>> {
        if let Some(known) = self.functions.borrow().get(&class) {
            return known.clone();
        }
        let method = self.find_functional_method(class);
        self.functions.borrow_mut().insert(class, method.clone());
        method
    }

    fn find_functional_method(&self, class: ClassId) -> Option<Rc<Method>> {
        if !self.class_data(class).is_interface() {
            return None;
        }

        let mut candidates: Vec<Rc<Method>> = Vec::new();
        for interface in self.superinterfaces(class) {
            for name in self.declared_method_names(interface) {
                let methods = self.members(class, &name);
                let wanted = methods
                    .iter()
                    .filter(|m| m.class == interface && self.is_left_to_implement(m));
                candidates.extend(wanted.cloned());
            }
        }

        let first = candidates.first()?.clone();
        let this = self.this_type(class);
        let alike = |other: &Rc<Method>| {
            other.name == first.name
                && (self.is_subsignature(&first, other, this)
                    || self.is_subsignature(other, &first, this))
        };
        let most_specific = |method: &&Rc<Method>| {
            candidates.iter().all(|other| {
                self.returns_subtype(method, other, this)
                    && self.is_subsignature(method, other, this)
            })
        };

        candidates.iter().all(alike).then(|| {
            candidates
                .iter()
                .find(most_specific)
                .cloned()
                .unwrap_or(first)
        })
    }

    fn returns_subtype(&self, method: &Method, other: &Method, site: Ty) -> bool {
        let (_, result) = self.member_signature(method, site);
        let (_, other) = self.member_signature(other, site);
        result == other || self.is_subtype(result, other)
    }

    /// Abstract, and no public method of `Object` (JLS 9.8).
    fn is_left_to_implement(&self, method: &Rc<Method>) -> bool {
        let object = self.known_class(self.known().object);
        let in_object = || {
            let of_object = self.declared_methods(object, &method.name);
            of_object.iter().any(|m| {
                m.access.has(Access::PUBLIC)
                    && self.erased_formals(m) == self.erased_formals(method)
            })
        };
        method.access.is_abstract() && method.class != object && !in_object()
    }

    fn erased_formals(&self, method: &Method) -> Vec<Ty> {
        method
            .formals
            .iter()
            .map(|&formal| self.erasure(formal))
            .collect()
    }
}
