//! Which types the annotations of a unit name.

use std::sync::Arc;

use java_syntax::ast::{Annotation, Ident, TypeDeclId, TypeRef};
use text::Span;

use crate::names::{Place, TypeName};
use crate::scope::Scope;
use crate::types::Types;

/// An annotation, resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnnotationUse {
    /// Internal binary name of the annotation type; the most probable one where it is nowhere to be
    /// found.
    pub annotation: Arc<str>,
    /// The innermost type declaration that it stands on or in; `None` on a package or module.
    pub declaration: Option<TypeDeclId>,
    /// Internal binary names of the classes whose literals are among its elements.
    pub classes: Vec<Arc<str>>,
    /// The texts of the string literals among its elements, as written.
    pub texts: Vec<Arc<str>>,
    /// All identifiers in it.
    pub names: Vec<Arc<str>>,
    /// The whole annotation.
    pub span: Span,
}

/// The annotations of a unit, in order of position.
pub(super) fn annotations(types: &Types, unit: usize) -> Vec<AnnotationUse> {
    let written = &types.names.sources.units[unit].annotations;
    written
        .iter()
        .map(|annotation| resolved(types, unit, annotation))
        .collect()
}

fn resolved(types: &Types, unit: usize, annotation: &Annotation) -> AnnotationUse {
    let sources = types.names.sources;
    let declaration = sources.units[unit].innermost_type(annotation.span);
    let scope = declaration.map_or(Scope::default(), |declaration| {
        sources.types[unit].body_scope(declaration)
    });
    let place = Place {
        unit,
        scope: &scope,
    };

    AnnotationUse {
        annotation: class_of(types, place, &annotation.name.iter().collect::<Vec<_>>()),
        declaration,
        classes: annotation
            .classes
            .iter()
            .filter_map(|ty| literal(types, place, ty))
            .collect(),
        texts: annotation.texts.clone(),
        names: annotation.names.clone(),
        span: annotation.span,
    }
}

fn class_of(types: &Types, place: Place, name: &[&Ident]) -> Arc<str> {
    let found = types.names.qualified(place, name);
    let class = found.and_then(|mut found| match (found.members.pop(), found.first) {
        (Some(member), _) => Some(member),
        (None, TypeName::Class(class)) => Some(class),
        (None, TypeName::Variable(..)) => None,
    });
    class.unwrap_or_else(|| types.names.missing(place.unit, name))
}

/// The class that a literal names; `None` for primitive types.
fn literal(types: &Types, place: Place, ty: &TypeRef) -> Option<Arc<str>> {
    match &ty.kind {
        java_syntax::ast::TypeRefKind::Array(element) => literal(types, place, element),
        _ => types.names.class_of(place, ty),
    }
}
