//! Expressions (JLS chapter 15): the value of each, its parts evaluated from left to right.

use std::sync::Arc;

use ir::{AllocationKind, Constant, FieldRef, LocalId, StatementKind};
use java_syntax::ast::{self, Expr, ExprId, ExprKind, Literal, PatternKind, TypeRef, TypeRefKind};
use java_types::descriptor::{Primitive, Type};
use text::Span;

use crate::assignments::Incremented;
use crate::body::BodyLowering;
use crate::calls::Call;
use crate::types;

impl<'a> BodyLowering<'_, 'a> {
    /// The value of an expression after the conversion that its context asks for. It can be a
    /// variable's own local: see [`BodyLowering::operand`].
    pub(crate) fn expr(&mut self, id: ExprId) -> LocalId {
        let value = self.unconverted(id);
        self.converted(id, value)
    }

    /// The value of an expression that is used after the `later` ones are evaluated: as it is now.
    pub(crate) fn operand(&mut self, id: ExprId, later: &[ExprId]) -> LocalId {
        let value = self.expr(id);
        if later.iter().all(|&later| self.assigns_nothing(later)) {
            value
        } else {
            self.kept(value)
        }
    }

    /// Returns whether an expression surely assigns no variable; a cheap test.
    pub(crate) fn assigns_nothing(&self, id: ExprId) -> bool {
        matches!(
            self.tree().exprs[id].kind,
            ExprKind::Literal(_)
                | ExprKind::Name(_)
                | ExprKind::This(_)
                | ExprKind::ClassLiteral(_)
                | ExprKind::Lambda { .. }
        )
    }

    /// An expression whose value is not used.
    pub(crate) fn effect(&mut self, id: ExprId) {
        let Expr { kind, span } = &self.tree().exprs[id];
        match *kind {
            ExprKind::Call {
                qualifier,
                ref name,
                ref arguments,
                ..
            } => {
                let call = Call {
                    qualifier,
                    name,
                    arguments,
                };
                self.nested_or_gap(*span, |lowering| {
                    lowering.lower_call(id, call, false);
                });
            }
            ExprKind::Assign { target, op, value } => {
                self.nested_or_gap(*span, |lowering| {
                    lowering.lower_assignment(id, target, op, value, false);
                });
            }
            ExprKind::Increment {
                target, decrement, ..
            } => {
                self.nested_or_gap(*span, |lowering| {
                    lowering.lower_increment(id, target, decrement, None);
                });
            }
            _ => {
                self.unconverted(id);
            }
        }
    }

    fn nested_or_gap(&mut self, span: Span, lower: impl FnOnce(&mut Self)) {
        if self.graph.is_live() && self.nested(lower).is_none() {
            self.unknown_effect(span, "nested too deeply");
        }
    }

    /// The value of an expression as it is.
    pub(crate) fn unconverted(&mut self, id: ExprId) -> LocalId {
        let ty = self.static_type(id);
        if !self.graph.is_live() {
            return self.temporary(ty);
        }

        let span = self.tree().exprs[id].span;
        if let Some(constant) = self
            .facts()
            .exprs
            .get(id)
            .and_then(|facts| facts.constant.clone())
        {
            return self.constant(constant, ty, span);
        }
        match self.nested(|lowering| lowering.lower_kind(id, &ty, span)) {
            Some(value) => value,
            None => self.unknown(ty, span, "nested too deeply"),
        }
    }

    /// Erased type of an expression before its conversion; `Object` where it is not known.
    pub(crate) fn static_type(&self, id: ExprId) -> Type {
        self.facts()
            .exprs
            .get(id)
            .and_then(|facts| facts.ty.clone())
            .unwrap_or_else(Type::object)
    }

    /// Returns whether the type of an expression is not known: its value can be of any type,
    /// primitive ones included.
    pub(crate) fn is_unknown(&self, id: ExprId) -> bool {
        self.facts()
            .exprs
            .get(id)
            .is_none_or(|facts| facts.ty.is_none())
            && !matches!(self.tree().exprs[id].kind, ExprKind::Literal(_))
    }

    fn lower_kind(&mut self, id: ExprId, ty: &Type, span: Span) -> LocalId {
        match self.tree().exprs[id].kind {
            ExprKind::Literal(ref literal) => self.literal(literal, span),
            ExprKind::Name(ref name) => self.lower_name(id, None, &name.text, span),
            ExprKind::Select {
                qualifier,
                ref name,
            } => self.lower_name(id, Some(qualifier), &name.text, span),
            ExprKind::This(ref class) => self.lower_this(class.as_ref(), ty, span),
            ExprKind::ClassLiteral(ref class) => self.class_literal(class, span),
            ExprKind::Call {
                qualifier,
                ref name,
                ref arguments,
                ..
            } => {
                let result = self.lower_call(
                    id,
                    Call {
                        qualifier,
                        name,
                        arguments,
                    },
                    true,
                );
                result.unwrap_or_else(|| self.temporary(ty.clone()))
            }
            ExprKind::New {
                outer,
                ref arguments,
                body,
                new_span,
                ..
            } => self.lower_creation(id, outer, arguments, body, new_span),
            ExprKind::NewArray {
                ref ty,
                ref sizes,
                initial,
            } => self.new_array(id, ty, sizes, initial),
            ExprKind::ArrayInitializer(ref values) => self.array_of(values, ty, span),
            ExprKind::Index { array, index } => {
                let array = self.operand(array, &[index]);
                let index = self.expr(index);
                self.array_load(array, index, span)
            }
            ExprKind::Unary { op, operand } => self.lower_unary(id, op, operand, ty, span),
            ExprKind::Increment {
                target,
                decrement,
                postfix,
            } => {
                let wanted = if postfix {
                    Incremented::Old
                } else {
                    Incremented::New
                };
                self.lower_increment(id, target, decrement, Some(wanted))
            }
            ExprKind::Binary { op, ref operands } => self.lower_binary(op, operands, ty, span),
            ExprKind::Logical { .. } => self.truth(id, span),
            ExprKind::Conditional {
                test,
                then,
                otherwise,
            } => self.lower_conditional(test, then, otherwise, ty, span),
            ExprKind::Assign { target, op, value } => {
                self.lower_assignment(id, target, op, value, true)
            }
            ExprKind::InstanceOf {
                operand,
                ref pattern,
            } => match &pattern.kind {
                PatternKind::Type(class) => self.instance_test(operand, class, span),
                _ => self.truth(id, span),
            },
            ExprKind::Cast { operand, .. } => {
                let value = self.expr(operand);
                self.lower_cast(value, ty, span)
            }
            ExprKind::Lambda { .. } | ExprKind::MethodReference { .. } => {
                self.lower_functional(id, ty, span)
            }
            ExprKind::Switch(ref switch) => self.lower_switch_expression(switch, ty, span),
            ExprKind::Template {
                processor,
                ref embedded,
            } => self.lower_template(processor, embedded, ty, span),
            ExprKind::Type(_) | ExprKind::Super(_) => {
                self.unknown(ty.clone(), span, "a type where a value is expected")
            }
        }
    }

    fn literal(&mut self, literal: &Literal, span: Span) -> LocalId {
        let (value, ty) = match literal {
            Literal::Null => (Constant::Null, Type::object()),
            Literal::Bool(value) => (Constant::Bool(*value), types::BOOLEAN),
            Literal::Int(value) => (Constant::Integer((*value).into()), types::INT),
            Literal::Long(value) => (Constant::Integer(*value), Type::Primitive(Primitive::Long)),
            Literal::Float(value) => (
                Constant::Floating((*value).into()),
                Type::Primitive(Primitive::Float),
            ),
            Literal::Double(value) => (
                Constant::Floating(*value),
                Type::Primitive(Primitive::Double),
            ),
            Literal::Char(value) => (
                Constant::Integer((*value).into()),
                Type::Primitive(Primitive::Char),
            ),
            Literal::Str(text) => (Constant::Str(text.clone()), types::string()),
            Literal::StrUnits(_) => (Constant::Unknown, types::string()),
        };
        self.constant(value, ty, span)
    }

    /// A class literal (JLS 15.8.2). That of `void` is read from a field, as no type of the IR
    /// stands for it.
    fn class_literal(&mut self, class: &TypeRef, span: Span) -> LocalId {
        if class.kind == TypeRefKind::Primitive(ast::Primitive::Void) {
            let field = FieldRef {
                owner: Arc::from("java/lang/Void"),
                name: Arc::from("TYPE"),
                field: None,
            };
            return self.load(None, field, Type::class("java/lang/Class"), span);
        }
        let class = self
            .written(class)
            .map_or(Constant::Unknown, Constant::Class);
        self.constant(class, Type::class("java/lang/Class"), span)
    }

    fn instance_test(&mut self, operand: ExprId, class: &TypeRef, span: Span) -> LocalId {
        let source = self.expr(operand);
        let Some(ty) = self.written(class) else {
            return self.undetermined(types::BOOLEAN, span);
        };
        let target = self.temporary(types::BOOLEAN);
        self.graph
            .push(StatementKind::InstanceOf { target, source, ty }, span);
        target
    }

    /// A cast: of references, of primitives, or through a wrapper class (JLS 5.5).
    fn lower_cast(&mut self, value: LocalId, ty: &Type, span: Span) -> LocalId {
        if ty.is_reference() {
            let value = self.coerced(value, ty, span);
            return self.cast(value, ty.clone(), span);
        }
        let value = self.coerced(value, ty, span);
        self.cast(value, ty.clone(), span)
    }

    fn lower_conditional(
        &mut self,
        test: ExprId,
        then: ExprId,
        otherwise: ExprId,
        ty: &Type,
        span: Span,
    ) -> LocalId {
        let result = self.temporary(ty.clone());
        let (on_true, on_false, end) = (self.graph.block(), self.graph.block(), self.graph.block());
        self.choice(test, on_true, on_false);
        for (branch, value) in [(on_true, then), (on_false, otherwise)] {
            self.graph.start(branch);
            let value = self.expr(value);
            let value = self.coerced(value, ty, span);
            self.assign_fresh(result, value, span);
            self.graph.goto(end);
        }
        self.graph.start(end);
        result
    }

    /// An array creation: the sizes in order, then the array and those inside it.
    fn new_array(
        &mut self,
        id: ExprId,
        ty: &TypeRef,
        sizes: &'a [ExprId],
        initial: Option<ExprId>,
    ) -> LocalId {
        let ty = self.written(ty).unwrap_or_else(|| self.static_type(id));
        let span = self.tree().exprs[id].span;
        if let Some(initial) = initial {
            return self.initial_value(initial, &ty);
        }
        for &size in sizes {
            let value = self.expr(size);
            self.coerced(value, &types::INT, span);
        }
        self.array_of_arrays(&ty, sizes.len(), span)
    }

    fn array_of_arrays(&mut self, ty: &Type, sized: usize, span: Span) -> LocalId {
        let array = self.allocate(AllocationKind::Array, ty.clone(), span);
        if let Some(inner) =
            types::element(ty).filter(|inner| sized > 1 && types::element(inner).is_some())
        {
            // One inner array stands for all of them.
            let inner = self.array_of_arrays(&inner, sized - 1, span);
            let index = self.undetermined(types::INT, span);
            self.graph.push(
                StatementKind::ArrayStore {
                    array,
                    index,
                    source: inner,
                },
                span,
            );
        }

        array
    }

    /// The value of a variable's or field's initializer, which can be an array's elements in
    /// braces.
    pub(crate) fn initial_value(&mut self, id: ExprId, ty: &Type) -> LocalId {
        let Expr { kind, span } = &self.tree().exprs[id];
        match kind {
            ExprKind::ArrayInitializer(values) => self.array_of(values, ty, *span),
            _ => {
                let value = self.expr(id);
                self.coerced(value, ty, *span)
            }
        }
    }

    /// A new array with the given elements.
    fn array_of(&mut self, values: &'a [ExprId], ty: &Type, span: Span) -> LocalId {
        let array = self.allocate(AllocationKind::Array, ty.clone(), span);
        self.fill(array, ty, values, span);
        array
    }

    /// The array into which a call of variable arity packs its last arguments; it stands at the
    /// first one, or at `call`.
    pub(crate) fn packed(&mut self, values: &'a [ExprId], ty: &Type, call: Span) -> LocalId {
        let span = values
            .first()
            .map_or(call, |&first| self.tree().exprs[first].span);
        self.array_of(values, ty, span)
    }

    /// Stores elements in order. Constants in arrays of primitives are left out: nobody asks for
    /// them.
    fn fill(&mut self, array: LocalId, ty: &Type, values: &'a [ExprId], span: Span) {
        let element = types::element(ty).unwrap_or_else(Type::object);
        for (position, &value) in values.iter().enumerate() {
            if !element.is_reference()
                && self
                    .facts()
                    .exprs
                    .get(value)
                    .is_some_and(|facts| facts.constant.is_some())
            {
                continue;
            }
            let index = self.integer(position as i64, span);
            let source = self.initial_value(value, &element);
            self.graph.push(
                StatementKind::ArrayStore {
                    array,
                    index,
                    source,
                },
                span,
            );
        }
    }

    /// A string template: whatever the processor makes of the embedded values.
    fn lower_template(
        &mut self,
        processor: ExprId,
        embedded: &'a [ExprId],
        ty: &Type,
        span: Span,
    ) -> LocalId {
        for part in std::iter::once(processor).chain(embedded.iter().copied()) {
            if !self.is_type_name(part) {
                self.expr(part);
            }
        }
        self.unknown(ty.clone(), span, "string template")
    }
}
