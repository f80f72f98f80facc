//! From types as written to types (JLS 4.3, 4.5, 4.8, 6.5.5).

use std::rc::Rc;
use std::sync::Arc;

use java_syntax::ast::{Ident, TypeArgument, TypeRef, TypeRefKind};
use text::Span;

use super::{ClassId, Kind, Ty, TyList, Types, VariableId, Wildcard};
use crate::names::{ParameterOwner, Place, TypeName};
use crate::scope::Entry;
use crate::unresolved::Unresolved;

/// A type and what of it could not be found.
#[derive(Debug, Clone)]
pub(crate) struct WrittenType {
    pub(crate) ty: Ty,
    pub(crate) unresolved: Vec<Unresolved>,
}

impl<'a> Types<'a> {
    /// The type that is written at a place. Types that cannot be found are classes of the most
    /// probable name about which nothing is known. The diamond gives the raw type.
    pub(crate) fn written(&self, place: Place, ty: &TypeRef) -> WrittenType {
        let mut unresolved = Vec::new();
        let ty = self.written_type(place, ty, &mut unresolved);
        WrittenType { ty, unresolved }
    }

    fn written_type(&self, place: Place, ty: &TypeRef, unresolved: &mut Vec<Unresolved>) -> Ty {
        match &ty.kind {
            TypeRefKind::Primitive(primitive) => Ty::primitive(*primitive),
            TypeRefKind::Array(component) => {
                let component = self.written_type(place, component, unresolved);
                self.array_of(component)
            }
            TypeRefKind::Intersection(members) => {
                let members: TyList = members
                    .iter()
                    .map(|m| self.written_type(place, m, unresolved))
                    .collect();
                self.intern(Kind::Intersection(members))
            }
            TypeRefKind::Named(parts) => self.written_name(place, ty.span, parts, unresolved),
        }
    }

    fn written_name(
        &self,
        place: Place,
        span: Span,
        parts: &[(Ident, Option<Vec<TypeArgument>>)],
        unresolved: &mut Vec<Unresolved>,
    ) -> Ty {
        let idents: Vec<&Ident> = parts.iter().map(|(ident, _)| ident).collect();
        let Some(found) = self.names.qualified(place, &idents) else {
            let name = idents
                .iter()
                .map(|ident| &*ident.text)
                .collect::<Vec<_>>()
                .join(".");
            let class = self.names.missing(place.unit, &idents);
            unresolved.push(Unresolved {
                span,
                name,
                class: class.clone(),
            });
            for argument in parts
                .iter()
                .filter_map(|(_, arguments)| arguments.as_ref())
                .flatten()
            {
                self.written_argument(place, argument, unresolved);
            }
            return self.class_type(self.class_id(&class), &[]);
        };

        let first = match &found.first {
            TypeName::Variable(owner, index) => {
                return self.named_variable(place.unit, *owner, *index);
            }
            TypeName::Class(class) => self.class_id(class),
        };
        let mut written = parts[found.package..].iter().map(|(_, arguments)| {
            let arguments = arguments.iter().flatten();
            arguments
                .map(|a| self.written_argument(place, a, unresolved))
                .collect::<Vec<Ty>>()
        });

        let outer = self.implied_outer(place, first);
        let mut ty = self.parameterized(first, outer, &written.next().unwrap_or_default());
        for (member, arguments) in found.members.iter().zip(written) {
            ty = self.member_type(ty, self.class_id(member), &arguments);
        }

        ty
    }

    /// `qualifier.Member<arguments>`; raw where arguments are missing.
    pub(crate) fn member_type(&self, qualifier: Ty, member: ClassId, arguments: &[Ty]) -> Ty {
        let outer = self
            .class_data(member)
            .outer
            .and_then(|outer| self.as_super(qualifier, outer));
        self.parameterized(member, outer, arguments)
    }

    /// A class with its own arguments inside an outer instance's type; raw unless all its
    /// parameters get one.
    fn parameterized(&self, class: ClassId, outer: Option<Ty>, own: &[Ty]) -> Ty {
        let data = self.class_data(class);
        let inherited = data.parameters.len() - data.own_parameters;
        let outer = outer.map(|outer| self.arguments(outer)).unwrap_or_default();
        if own.len() != data.own_parameters || inherited != 0 && outer.len() != inherited {
            return self.class_type(class, &[]);
        }
        let outer = if inherited == 0 { &[][..] } else { &outer };
        self.class_type(class, &[outer, own].concat())
    }

    /// The type of the instance around which a simple name of an inner class implies: the enclosing
    /// class, or the supertype of one, that has the inner class as its member.
    fn implied_outer(&self, place: Place, class: ClassId) -> Option<Ty> {
        let data = self.class_data(class);
        if data.parameters.len() == data.own_parameters {
            return None;
        }
        let outer = data.outer?;
        place.scope.entries().find_map(|entry| match entry {
            Entry::Class(decl) => {
                let name: &Arc<str> = &self.names.sources.types[place.unit].names[*decl];
                self.as_super(self.this_type(self.class_id(name)), outer)
            }
            _ => None,
        })
    }

    /// The type arguments that are written at a type, those of all its parts in order; none of
    /// primitive types and arrays.
    pub(super) fn written_arguments(&self, place: Place, ty: &TypeRef) -> Vec<Ty> {
        let TypeRefKind::Named(parts) = &ty.kind else {
            return Vec::new();
        };
        let arguments = parts
            .iter()
            .filter_map(|(_, arguments)| arguments.as_ref())
            .flatten();
        arguments
            .map(|argument| self.written_argument(place, argument, &mut Vec::new()))
            .collect()
    }

    fn written_argument(
        &self,
        place: Place,
        argument: &TypeArgument,
        unresolved: &mut Vec<Unresolved>,
    ) -> Ty {
        let wildcard = match argument {
            TypeArgument::Type(ty) => return self.written_type(place, ty, unresolved),
            TypeArgument::Unbounded => Wildcard::Unbounded,
            TypeArgument::Extends(bound) => {
                Wildcard::Extends(self.written_type(place, bound, unresolved))
            }
            TypeArgument::Super(bound) => {
                Wildcard::Super(self.written_type(place, bound, unresolved))
            }
        };
        self.wildcard(wildcard)
    }

    /// A wildcard; `? extends Object` is `?`.
    pub(crate) fn wildcard(&self, wildcard: Wildcard) -> Ty {
        match wildcard {
            Wildcard::Extends(bound) if bound == self.known().object => {
                self.intern(Kind::Wildcard(Wildcard::Unbounded))
            }
            wildcard => self.intern(Kind::Wildcard(wildcard)),
        }
    }

    fn named_variable(&self, unit: usize, owner: ParameterOwner, index: usize) -> Ty {
        let variable = match owner {
            ParameterOwner::Class(decl) => {
                let data = self.class_data(self.source_class(unit, decl));
                data.parameters
                    .get(data.parameters.len() - data.own_parameters + index)
                    .copied()
            }
            ParameterOwner::Method(decl, member) => self
                .source_method_parameters(unit, decl, member)
                .get(index)
                .copied(),
        };
        variable.map_or(Ty::UNKNOWN, |variable| {
            self.intern(Kind::Variable(variable))
        })
    }

    /// The type of `this` in a class: its own parameters as arguments.
    pub(crate) fn this_type(&self, class: ClassId) -> Ty {
        let arguments = self.variable_types(&self.class_data(class).parameters);
        self.intern(Kind::Class(class, arguments))
    }

    /// Type variables as types.
    pub(crate) fn variable_types(&self, variables: &[VariableId]) -> TyList {
        variables
            .iter()
            .map(|&variable| self.intern(Kind::Variable(variable)))
            .collect()
    }

    /// The type arguments of a class type; empty for other types.
    pub(crate) fn arguments(&self, ty: Ty) -> TyList {
        match self.kind(ty) {
            Kind::Class(_, arguments) => arguments,
            _ => Rc::new([]),
        }
    }
}
