//! Conversions that the context asks for (JLS chapter 5): boxing, unboxing, checked casts of
//! generic results.

use ir::{LocalId, StatementKind};
use java_attribute::Conversion;
use java_syntax::ast::ExprId;
use java_types::descriptor::{Primitive, Type};
use text::Span;

use crate::body::BodyLowering;
use crate::types;

impl BodyLowering<'_, '_> {
    /// The value of an expression after the conversion that attribution notes for it.
    pub(crate) fn converted(&mut self, id: ExprId, value: LocalId) -> LocalId {
        let span = self.tree().exprs[id].span;
        match self
            .facts()
            .exprs
            .get(id)
            .and_then(|facts| facts.conversion.clone())
        {
            None => value,
            Some(Conversion::Box(class)) => self.boxed(value, &class, span),
            Some(Conversion::Unbox(class, _)) => self.unboxed(value, &class, span),
            Some(Conversion::Cast(ty)) => self.cast(value, ty, span),
        }
    }

    /// The value as one of type `wanted`: boxed or unboxed where it has to be, otherwise as it is.
    /// Attribution notes conversions where they are; this also holds where it knew too little.
    pub(crate) fn coerced(&mut self, value: LocalId, wanted: &Type, span: Span) -> LocalId {
        match (self.type_of(value), wanted) {
            (Type::Primitive(own), Type::Class(_) | Type::Array(_)) => {
                self.boxed(value, own.wrapper(), span)
            }
            (own @ (Type::Class(_) | Type::Array(_)), Type::Primitive(wanted)) => {
                let wrapped = types::primitive(&own).unwrap_or(*wanted);
                self.unboxed(value, wrapped.wrapper(), span)
            }
            _ => value,
        }
    }

    /// An unboxed value where it was a wrapper, else the value.
    pub(crate) fn as_primitive(&mut self, value: LocalId, span: Span) -> LocalId {
        match types::primitive(&self.type_of(value)) {
            Some(primitive) => self.unboxed(value, primitive.wrapper(), span),
            None => value,
        }
    }

    /// `Wrapper.valueOf(value)`; the value as it is where the class is no wrapper or the value is
    /// boxed already.
    fn boxed(&mut self, value: LocalId, class: &str, span: Span) -> LocalId {
        match Primitive::from_wrapper(class) {
            Some(primitive) if !self.type_of(value).is_reference() => {
                let descriptor = format!("({})L{class};", primitive.descriptor());
                self.inserted_static(class, "valueOf", &descriptor, vec![value], span)
            }
            _ => value,
        }
    }

    /// `((Wrapper) value).xxxValue()`; the value as it is where the class is no wrapper or the
    /// value is primitive.
    fn unboxed(&mut self, value: LocalId, class: &str, span: Span) -> LocalId {
        match Primitive::from_wrapper(class) {
            Some(primitive) if self.type_of(value).is_reference() => {
                let value = self.cast(value, Type::class(class), span);
                let descriptor = format!("(){}", primitive.descriptor());
                let method = types::unwrapping_method(primitive);
                self.inserted_on(value, class, &method, &descriptor, Vec::new(), span)
                    .unwrap_or(value)
            }
            _ => value,
        }
    }

    /// `(ty) value`, unless it has that type.
    pub(crate) fn cast(&mut self, value: LocalId, ty: Type, span: Span) -> LocalId {
        if self.type_of(value) == ty {
            return value;
        }
        let target = self.temporary(ty.clone());
        self.graph.push(
            StatementKind::Cast {
                target,
                source: value,
                ty,
            },
            span,
        );
        target
    }
}
