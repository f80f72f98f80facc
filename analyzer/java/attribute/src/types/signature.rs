//! Generic signatures (JVMS 4.7.9.1) of types, classes and methods.

use std::sync::Arc;

use java_types::Access;

use crate::names::Place;

use super::{CONSTRUCTOR, Class, ClassId, Kind, Method, Ty, Types, VariableId, Wildcard};

/// A supertype that is neither in the sources, on the class path nor in the JDK, as it is written.
struct MissingSupertype {
    class: ClassId,
    arguments: Vec<Ty>,
}

impl Types<'_> {
    /// The signature of a class; `None` where its erasure says all.
    pub(crate) fn class_signature(&self, class: &Class) -> Option<Arc<str>> {
        let data = self.class_data(class.id);
        let own = &data.parameters[data.parameters.len() - data.own_parameters..];
        let header = self.header(class.id);
        let supertypes: Vec<Ty> = std::iter::once(header.superclass.unwrap_or(self.known().object))
            .chain(header.interfaces.iter().copied())
            .collect();
        let missing = self.missing_supertypes(class.id);

        if own.is_empty()
            && missing.is_empty()
            && supertypes.iter().all(|&ty| self.erasure(ty) == ty)
        {
            return None;
        }
        let mut text = String::new();
        self.push_parameters(own, &mut text);

        for ty in supertypes {
            match missing
                .iter()
                .find(|missing| self.class_of(ty) == Some(missing.class))
            {
                Some(missing) => self.push_missing(missing, &mut text),
                None => self.push_signature(ty, &mut text),
            }
        }

        Some(text.into())
    }

    /// The supertypes of a class of the sources that are missing and are written with type
    /// arguments.
    fn missing_supertypes(&self, class: ClassId) -> Vec<MissingSupertype> {
        let Some((unit, decl)) = self.class_data(class).source() else {
            return Vec::new();
        };
        let scope = self.names.header_scope(unit, decl);
        let place = Place {
            unit,
            scope: &scope,
        };
        let decl = &self.names.sources.units[unit].type_decls[decl];
        let written = decl.extends.iter().chain(&decl.implements);

        let missing = written.filter_map(|ty| {
            let arguments = self.written_arguments(place, ty);
            let class = self
                .class_of(self.written(place, ty).ty)
                .filter(|_| !arguments.is_empty())?;
            self.class_data(class)
                .is_missing()
                .then_some(MissingSupertype { class, arguments })
        });

        missing.collect()
    }

    /// A class of which nothing is known takes no arguments as a [`Ty`]; those that are written are
    /// read at run time.
    fn push_missing(&self, missing: &MissingSupertype, text: &mut String) {
        text.push('L');
        text.push_str(&self.class_name(missing.class));
        text.push('<');
        missing
            .arguments
            .iter()
            .for_each(|&argument| self.push_signature(argument, text));
        text.push_str(">;");
    }

    /// The signature of a method; `None` where its descriptor says all.
    pub(crate) fn method_signature(&self, method: &Method) -> Option<Arc<str>> {
        let mut types = method
            .formals
            .iter()
            .chain([&method.result])
            .chain(&method.throws);
        let is_plain = method.parameters.is_empty() && types.all(|&ty| self.erasure(ty) == ty);

        if is_plain && !self.has_leading_parameters(method) {
            return None;
        }

        let mut text = String::new();
        self.push_parameters(&method.parameters, &mut text);
        text.push('(');
        method
            .formals
            .iter()
            .for_each(|&ty| self.push_signature(ty, &mut text));
        text.push(')');
        self.push_signature(method.result, &mut text);

        if method.throws.iter().any(|&ty| self.erasure(ty) != ty) {
            for &ty in &method.throws {
                text.push('^');
                self.push_signature(ty, &mut text);
            }
        }

        Some(text.into())
    }

    /// Returns whether the descriptor has an enum constant's name and ordinal, which the
    /// declaration does not have.
    fn has_leading_parameters(&self, method: &Method) -> bool {
        &*method.name == CONSTRUCTOR && self.class_data(method.class).access.has(Access::ENUM)
    }

    /// The signature of a field's type; `None` where its descriptor says all.
    pub(crate) fn type_signature(&self, ty: Ty) -> Option<Arc<str>> {
        (self.erasure(ty) != ty).then(|| {
            let mut text = String::new();
            self.push_signature(ty, &mut text);
            text.into()
        })
    }

    fn push_parameters(&self, parameters: &[VariableId], text: &mut String) {
        if parameters.is_empty() {
            return;
        }

        text.push('<');
        for &parameter in parameters {
            text.push_str(&self.variable(parameter).name);
            let bounds = self.bounds_of(self.intern(Kind::Variable(parameter)));
            let first_is_interface = self
                .class_of(bounds[0])
                .is_some_and(|class| self.class_data(class).is_interface());
            if first_is_interface {
                text.push(':');
            }
            for &bound in bounds.iter() {
                text.push(':');
                self.push_signature(bound, text);
            }
        }

        text.push('>');
    }

    fn push_signature(&self, ty: Ty, text: &mut String) {
        match self.kind(ty) {
            Kind::Variable(id) => {
                text.push('T');
                text.push_str(&self.variable(id).name);
                text.push(';');
            }
            Kind::Array(component) => {
                text.push('[');
                self.push_signature(component, text);
            }
            Kind::Class(..) => {
                text.push('L');
                self.push_class(ty, text);
                text.push(';');
            }
            Kind::Wildcard(Wildcard::Unbounded) => text.push('*'),
            Kind::Wildcard(Wildcard::Extends(bound)) => {
                text.push('+');
                self.push_signature(bound, text);
            }
            Kind::Wildcard(Wildcard::Super(bound)) => {
                text.push('-');
                self.push_signature(bound, text);
            }
            _ => self.push_descriptor(ty, text),
        }
    }

    /// `Outer<A>.Inner<B>`: outer arguments, if there are any, then the simple name and its own.
    fn push_class(&self, ty: Ty, text: &mut String) {
        let Kind::Class(class, arguments) = self.kind(ty) else {
            return;
        };
        let name = self.class_name(class);
        let data = self.class_data(class);
        let inherited = data.parameters.len() - data.own_parameters;
        let (outer_arguments, own) = arguments.split_at(inherited.min(arguments.len()));
        match data.outer {
            Some(outer) if !outer_arguments.is_empty() => {
                self.push_class(self.class_type(outer, outer_arguments), text);
                text.push('.');
                text.push_str(
                    name.strip_prefix(&*self.class_name(outer))
                        .map_or(&*name, |rest| rest.trim_start_matches('$')),
                );
            }
            _ => text.push_str(&name),
        }

        if !own.is_empty() {
            text.push('<');
            own.iter()
                .for_each(|&argument| self.push_signature(argument, text));
            text.push('>');
        }
    }
}
