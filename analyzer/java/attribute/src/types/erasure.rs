//! Type erasure (JLS 4.6) and descriptors (JVMS 4.3).

use std::sync::Arc;

use java_syntax::ast::Primitive;
use java_types::descriptor::{Primitive as Erased, Type};

use super::{Kind, Ty, Types};

impl Types<'_> {
    /// The erasure. Inference variables erase to `Object`; null and the unknown stay what they are.
    pub(crate) fn erasure(&self, ty: Ty) -> Ty {
        match self.kind(ty) {
            Kind::Class(_, arguments) if arguments.is_empty() => ty,
            Kind::Class(class, _) => self.class_type(class, &[]),
            Kind::Array(component) => self.array_of(self.erasure(component)),
            Kind::Variable(_) | Kind::Captured(_) => self.erasure_of_bound(ty),
            Kind::Intersection(members) => members.first().map_or(ty, |&first| self.erasure(first)),
            Kind::Inference(_) | Kind::Wildcard(_) => self.erasure(self.upper_bound(ty)),
            Kind::Primitive(_) | Kind::Null | Kind::Unknown => ty,
        }
    }

    /// The erasure of the leftmost bound; a variable that is its own bound erases to `Object`.
    fn erasure_of_bound(&self, variable: Ty) -> Ty {
        let mut ty = variable;
        for _ in 0..LONGEST_BOUND_CHAIN {
            ty = match self.kind(ty) {
                Kind::Variable(_) | Kind::Captured(_) => self.bounds_of(ty)[0],
                Kind::Intersection(members) if !members.is_empty() => members[0],
                _ => return self.erasure(ty),
            };
        }
        self.known().object
    }

    /// The erased type in the form of descriptors; `None` for `null`, `void` and the unknown.
    pub(crate) fn erased(&self, ty: Ty) -> Option<Type> {
        match self.kind(self.erasure(ty)) {
            Kind::Primitive(primitive) => erased_primitive(primitive).map(Type::Primitive),
            Kind::Class(class, _) => Some(Type::Class(self.class_name(class))),
            Kind::Array(component) => Some(Type::array(self.erased(component)?)),
            _ => None,
        }
    }

    /// The erased descriptor of a method (JVMS 4.3.3). The unknown appears as `Object`.
    pub(crate) fn method_descriptor(&self, formals: &[Ty], result: Ty) -> Arc<str> {
        let mut text = String::from("(");
        formals
            .iter()
            .for_each(|&formal| self.push_descriptor(formal, &mut text));
        text.push(')');
        self.push_descriptor(result, &mut text);
        text.into()
    }

    /// The internal name of the class or the descriptor of the array (JVMS 4.4.1) that a type
    /// erases to.
    pub(crate) fn internal_name(&self, ty: Ty) -> Option<Arc<str>> {
        let erased = self.erasure(ty);
        match self.kind(erased) {
            Kind::Class(class, _) => Some(self.class_name(class)),
            Kind::Array(_) => {
                let mut text = String::new();
                self.push_descriptor(erased, &mut text);
                Some(text.into())
            }
            _ => None,
        }
    }

    pub(super) fn push_descriptor(&self, ty: Ty, text: &mut String) {
        match self.kind(self.erasure(ty)) {
            Kind::Primitive(primitive) => {
                text.push(erased_primitive(primitive).map_or('V', Erased::descriptor))
            }
            Kind::Class(class, _) => {
                text.push('L');
                text.push_str(&self.class_name(class));
                text.push(';');
            }
            Kind::Array(component) => {
                text.push('[');
                self.push_descriptor(component, text);
            }
            _ => text.push_str("Ljava/lang/Object;"),
        }
    }
}

/// No program has a longer chain of type variables each bounded by the next.
const LONGEST_BOUND_CHAIN: usize = 1000;

fn erased_primitive(primitive: Primitive) -> Option<Erased> {
    match primitive {
        Primitive::Boolean => Some(Erased::Boolean),
        Primitive::Byte => Some(Erased::Byte),
        Primitive::Short => Some(Erased::Short),
        Primitive::Char => Some(Erased::Char),
        Primitive::Int => Some(Erased::Int),
        Primitive::Long => Some(Erased::Long),
        Primitive::Float => Some(Erased::Float),
        Primitive::Double => Some(Erased::Double),
        Primitive::Void => None,
    }
}
