//! Single statements of the IR.

use ir::{
    AllocationKind, AllocationSite, ArithmeticKind, Constant, FieldRef, Hides, LocalId,
    StatementKind,
};
use java_types::descriptor::Type;
use text::Span;

use crate::body::BodyLowering;
use crate::calls::Invoke;
use crate::types;

impl BodyLowering<'_, '_> {
    /// A new local with a constant.
    pub(crate) fn constant(&mut self, value: Constant, ty: Type, span: Span) -> LocalId {
        let target = self.temporary(ty);
        self.graph
            .push(StatementKind::Constant { target, value }, span);
        target
    }

    /// A new local with an integer.
    pub(crate) fn integer(&mut self, value: i64, span: Span) -> LocalId {
        self.constant(Constant::Integer(value), types::INT, span)
    }

    /// A new local with an undetermined value of a primitive type.
    pub(crate) fn undetermined(&mut self, ty: Type, span: Span) -> LocalId {
        self.constant(Constant::Unknown, ty, span)
    }

    /// A new local with the result of an operator.
    pub(crate) fn compute(
        &mut self,
        kind: ArithmeticKind,
        operands: Vec<LocalId>,
        ty: Type,
        span: Span,
    ) -> LocalId {
        let target = self.temporary(ty);
        self.graph.push(
            StatementKind::Compute {
                target,
                kind,
                operands,
            },
            span,
        );
        target
    }

    /// Returns whether a reference is not null.
    pub(crate) fn is_not_null(&mut self, reference: LocalId, span: Span) -> LocalId {
        let null = self.constant(Constant::Null, self.type_of(reference), span);
        self.compute(
            ArithmeticKind::NotEqual,
            vec![reference, null],
            types::BOOLEAN,
            span,
        )
    }

    /// A new local with a field's value.
    pub(crate) fn load(
        &mut self,
        object: Option<LocalId>,
        field: FieldRef,
        ty: Type,
        span: Span,
    ) -> LocalId {
        let target = self.temporary(ty);
        self.graph.push(
            StatementKind::Load {
                target,
                object,
                field,
            },
            span,
        );
        target
    }

    /// Stores into a field.
    pub(crate) fn store(
        &mut self,
        object: Option<LocalId>,
        field: FieldRef,
        source: LocalId,
        span: Span,
    ) {
        self.graph.push(
            StatementKind::Store {
                object,
                field,
                source,
            },
            span,
        );
    }

    /// A new local with an element of an array.
    pub(crate) fn array_load(&mut self, array: LocalId, index: LocalId, span: Span) -> LocalId {
        let ty = types::element(&self.type_of(array)).unwrap_or_else(Type::object);
        let target = self.temporary(ty);
        self.graph.push(
            StatementKind::ArrayLoad {
                target,
                array,
                index,
            },
            span,
        );
        target
    }

    /// A new local with a new object, array or functional object of type `ty`.
    pub(crate) fn allocate(&mut self, kind: AllocationKind, ty: Type, span: Span) -> LocalId {
        let target = self.temporary(ty.clone());
        if self.graph.is_live() {
            let method = self.code.method;
            let site = self.unit.part.allocations.push(AllocationSite {
                method,
                kind,
                ty,
                span,
            });
            self.graph
                .push(StatementKind::Allocate { target, site }, span);
        }
        target
    }

    /// `target = source`. A temporary that the last statement assigned is not needed where nothing
    /// else can name it: that statement assigns the target itself.
    pub(crate) fn assign_fresh(&mut self, target: LocalId, source: LocalId, span: Span) {
        if !self.retarget(target, source) {
            self.assign(target, source, span);
        }
    }

    /// `target = source`.
    pub(crate) fn assign(&mut self, target: LocalId, source: LocalId, span: Span) {
        self.graph
            .push(StatementKind::Assign { target, source }, span);
    }

    /// Returns whether a local holds the reference that the last statement, a call, has given.
    pub(crate) fn is_given_by_call(&self, local: LocalId) -> bool {
        let last = self.graph.last().map(|statement| &statement.kind);
        matches!(last, Some(StatementKind::Call(site)) if self.unit.part.calls[*site].result == Some(local))
            && self.graph.locals[local].ty.is_reference()
    }

    /// Makes the last statement assign `target` instead of `source`, if `source` is the newest
    /// temporary and the statement keeps its meaning (an allocation runs its constructor first).
    fn retarget(&mut self, target: LocalId, source: LocalId) -> bool {
        let is_newest = source.index() + 1 == self.graph.locals.len()
            && self.graph.locals[source].name.is_none();
        if !is_newest || source == target {
            return false;
        }

        let Some(last) = self.graph.last_mut() else {
            return false;
        };
        let own = match &mut last.kind {
            StatementKind::Call(site) => match &mut self.unit.part.calls[*site].result {
                Some(result) => result,
                None => return false,
            },
            StatementKind::Constant { target, .. }
            | StatementKind::Assign { target, .. }
            | StatementKind::Cast { target, .. }
            | StatementKind::InstanceOf { target, .. }
            | StatementKind::Compute { target, .. }
            | StatementKind::Load { target, .. }
            | StatementKind::ArrayLoad { target, .. } => target,
            _ => return false,
        };

        if *own != source {
            return false;
        }

        *own = target;
        self.graph.locals.pop();
        true
    }

    /// A part that cannot be followed: it may do anything and throw, and has any value of type
    /// `ty`. Noted as a gap.
    pub(crate) fn unknown(&mut self, ty: Type, span: Span, reason: &str) -> LocalId {
        if !self.graph.is_live() {
            return self.temporary(ty);
        }
        self.unit.gap(self.code.class, span, reason);
        self.graph.push(StatementKind::Unknown, span);
        if !ty.is_reference() {
            return self.undetermined(ty, span);
        }
        self.invoke(Invoke::unknown_value(ty, span))
            .unwrap_or_else(|| unreachable!("the call has a result"))
    }

    /// A value that a type which is nowhere to be found brings, if it is a library's: any object
    /// that the library knows.
    pub(crate) fn missing(&mut self, ty: Type, span: Span, reason: &str) -> LocalId {
        self.missing_effect(Vec::new(), span, reason);
        if !ty.is_reference() {
            return self.undetermined(ty, span);
        }
        self.invoke(Invoke::unknown_value(ty, span))
            .unwrap_or_else(|| unreachable!("the call has a result"))
    }

    /// Hands values to a type that is nowhere to be found.
    pub(crate) fn missing_effect(&mut self, values: Vec<LocalId>, span: Span, reason: &str) {
        if self.graph.is_live() {
            self.unit.hole(self.code.class, span, reason);
        }
        let object = Type::object();
        self.invoke(Invoke {
            arguments: values,
            result: None,
            ..Invoke::unknown_value(object, span)
        });
    }

    /// Notes a part that is lowered as if the types that it depends on were a library's, and what
    /// else it may hide.
    pub(crate) fn hides(&mut self, hides: Hides, span: Span, reason: &str) {
        if self.graph.is_live() {
            self.unit
                .gap_that_hides(hides, self.code.class, span, reason);
        }
    }

    /// A part that cannot be followed and has no value.
    pub(crate) fn unknown_effect(&mut self, span: Span, reason: &str) {
        if self.graph.is_live() {
            self.unit.gap(self.code.class, span, reason);
            self.graph.push(StatementKind::Unknown, span);
        }
    }
}
