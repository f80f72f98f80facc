//! Expressions (JLS 15): what is known of them without a target type.

use std::rc::Rc;

use java_syntax::ast::{ExprId, ExprKind, Literal, TypeArgument, TypeRef};

use super::Attributor;
use super::operand::{Operand, Target, Typed};
use crate::scope::Scope;
use crate::types::Ty;
use crate::types::Value;

impl Attributor<'_, '_> {
    /// The expression, its parts attributed.
    pub(super) fn operand(&mut self, scope: &Scope, expr: ExprId) -> Rc<Operand> {
        match self.deeper(|this| this.operand_at(scope, expr)) {
            Some(operand) => operand,
            None => {
                self.too_deep(self.unit.exprs[expr].span);
                self.unknown(expr)
            }
        }
    }

    /// The expression attributed for a target; its type.
    pub(super) fn value(&mut self, scope: &Scope, expr: ExprId, target: Target) -> Ty {
        let operand = self.operand(scope, expr);
        self.finish(&operand, target)
    }

    /// The expression attributed for a variable, parameter or result of a type.
    pub(super) fn assigned(&mut self, scope: &Scope, expr: ExprId, ty: Ty) -> Ty {
        if let ExprKind::ArrayInitializer(elements) = &self.unit.exprs[expr].kind {
            return self.array_initializer(scope, expr, elements, ty);
        }
        self.value(scope, expr, Target::Type(ty, self.types.erasure(ty)))
    }

    fn operand_at(&mut self, scope: &Scope, expr: ExprId) -> Rc<Operand> {
        self.forget_expr(expr);
        match &self.unit.exprs[expr].kind {
            ExprKind::Literal(literal) => self.literal(expr, literal),
            ExprKind::Name(name) => self.name(scope, expr, name),
            ExprKind::Select { qualifier, name } => self.select(scope, expr, *qualifier, name),
            ExprKind::Type(ty) => {
                self.written(scope, ty);
                self.unknown(expr)
            }
            ExprKind::This(ty) => self.this(scope, expr, ty.as_ref()),
            ExprKind::Super(ty) => {
                let ty = self.super_type(scope, ty.as_ref());
                self.standalone(expr, ty, None)
            }
            ExprKind::ClassLiteral(ty) => self.class_literal(scope, expr, ty),
            ExprKind::Call { .. } => self.call(scope, expr),
            ExprKind::New { .. } => self.creation(scope, expr),
            ExprKind::NewArray { ty, sizes, initial } => {
                self.new_array(scope, expr, ty, sizes, *initial)
            }
            ExprKind::ArrayInitializer(elements) => {
                self.array_initializer(scope, expr, elements, Ty::UNKNOWN);
                self.unknown(expr)
            }
            ExprKind::Index { array, index } => self.index(scope, expr, *array, *index),
            ExprKind::Unary { op, operand } => self.unary(scope, expr, *op, *operand),
            ExprKind::Increment { target, .. } => self.increment(scope, expr, *target),
            ExprKind::Binary { op, operands } => self.binary(scope, expr, *op, operands),
            ExprKind::Logical { and, operands } => self.logical(scope, expr, *and, operands),
            ExprKind::Conditional {
                test,
                then,
                otherwise,
            } => self.conditional(scope, expr, *test, *then, *otherwise),
            ExprKind::Assign { target, op, value } => {
                self.assignment(scope, expr, *target, *op, *value)
            }
            ExprKind::InstanceOf { operand, pattern } => {
                self.instance_of(scope, expr, *operand, pattern)
            }
            ExprKind::Cast { ty, operand } => self.cast(scope, expr, ty, *operand),
            ExprKind::Lambda { parameters, body } => self.lambda(scope, expr, parameters, *body),
            ExprKind::MethodReference {
                qualifier,
                type_arguments,
                name,
            } => self.method_reference(scope, expr, *qualifier, type_arguments, name),
            ExprKind::Switch(switch) => self.switch_expression(scope, expr, switch),
            ExprKind::Template {
                processor,
                embedded,
            } => {
                self.value(scope, *processor, Target::Own);
                for &part in embedded {
                    self.value(scope, part, Target::Raw);
                }
                self.unknown(expr)
            }
        }
    }

    /// A standalone expression of a type, whose value comes as the type's erasure.
    pub(super) fn standalone(&mut self, expr: ExprId, ty: Ty, value: Option<Value>) -> Rc<Operand> {
        self.standalone_as(expr, ty, self.types.erasure(ty), value)
    }

    /// A standalone expression of a type, whose value comes as the erased type `raw`.
    pub(super) fn standalone_as(
        &mut self,
        expr: ExprId,
        ty: Ty,
        raw: Ty,
        value: Option<Value>,
    ) -> Rc<Operand> {
        let entry = &mut self.out.exprs[expr];
        entry.ty = self.types.erased(raw);
        entry.conversion = None;
        entry.constant = value.as_ref().map(Value::to_ir);
        Rc::new(Operand::Typed(Typed {
            expr,
            ty,
            raw,
            value,
        }))
    }

    pub(super) fn unknown(&mut self, expr: ExprId) -> Rc<Operand> {
        self.standalone(expr, Ty::UNKNOWN, None)
    }

    fn literal(&mut self, expr: ExprId, literal: &Literal) -> Rc<Operand> {
        let value = Value::literal(literal);
        let ty = match (&value, literal) {
            (Some(value), _) => value.ty(self.types),
            (None, Literal::StrUnits(_)) => self.types.known().string,
            (None, _) => Ty::NULL,
        };
        let operand = self.standalone(expr, ty, value);
        if *literal == Literal::Null {
            self.out.exprs[expr].constant = Some(ir::Constant::Null);
        }
        operand
    }

    fn this(&mut self, scope: &Scope, expr: ExprId, qualifier: Option<&TypeRef>) -> Rc<Operand> {
        let class = match qualifier {
            Some(ty) => {
                let written = self.written(scope, ty);
                self.types.class_of(written)
            }
            None => self.enclosing_class(scope),
        };
        let ty = class.map_or(Ty::UNKNOWN, |class| self.types.this_type(class));
        self.standalone(expr, ty, None)
    }

    /// The type of `super`, or of `T.super`: the superclass of the class T, or T itself, a direct
    /// superinterface.
    pub(super) fn super_type(&mut self, scope: &Scope, qualifier: Option<&TypeRef>) -> Ty {
        let Some(this) = self.enclosing_class(scope) else {
            return Ty::UNKNOWN;
        };
        let class = match qualifier {
            Some(ty) => {
                let written = self.written(scope, ty);
                match self.types.class_of(written) {
                    Some(class)
                        if self.types.class_data(class).is_interface()
                            && self.is_direct_super(this, class) =>
                    {
                        let this = self.types.this_type(this);
                        return self.types.as_super(this, class).unwrap_or(written);
                    }
                    Some(class) => class,
                    None => return Ty::UNKNOWN,
                }
            }
            None => this,
        };

        self.types
            .header(class)
            .superclass
            .unwrap_or(self.types.known().object)
    }

    fn is_direct_super(
        &self,
        class: crate::types::ClassId,
        interface: crate::types::ClassId,
    ) -> bool {
        let header = self.types.header(class);
        header
            .interfaces
            .iter()
            .any(|&ty| self.types.class_of(ty) == Some(interface))
    }

    fn class_literal(&mut self, scope: &Scope, expr: ExprId, ty: &TypeRef) -> Rc<Operand> {
        let written = self.written(scope, ty);
        let class = self.types.known_class(self.types.known().class);
        let argument = self.types.boxed(self.types.erasure(written));
        let operand = self.standalone(expr, self.types.class_type(class, &[argument]), None);
        self.out.exprs[expr].constant = self.types.erased(written).map(ir::Constant::Class);
        operand
    }

    fn new_array(
        &mut self,
        scope: &Scope,
        expr: ExprId,
        ty: &TypeRef,
        sizes: &[ExprId],
        initial: Option<ExprId>,
    ) -> Rc<Operand> {
        let ty = self.written(scope, ty);
        for &size in sizes {
            let operand = self.operand(scope, size);
            self.finish_promoted(&operand);
        }
        if let Some(initial) = initial {
            self.assigned(scope, initial, ty);
        }
        self.standalone(expr, ty, None)
    }

    fn array_initializer(
        &mut self,
        scope: &Scope,
        expr: ExprId,
        elements: &[ExprId],
        ty: Ty,
    ) -> Ty {
        let component = self.types.component(ty).unwrap_or(Ty::UNKNOWN);
        for &element in elements {
            self.assigned(scope, element, component);
        }
        self.standalone(expr, ty, None);
        ty
    }

    fn index(&mut self, scope: &Scope, expr: ExprId, array: ExprId, index: ExprId) -> Rc<Operand> {
        let array = self.value(scope, array, Target::Own);
        let index = self.operand(scope, index);
        self.finish_promoted(&index);
        let array = self.types.array_bound(array);
        let ty = self
            .types
            .component(array)
            .map_or(Ty::UNKNOWN, |component| self.types.capture(component));
        let raw = self
            .types
            .component(self.types.erasure(array))
            .unwrap_or(Ty::UNKNOWN);
        self.standalone_as(expr, ty, raw, None)
    }

    fn cast(&mut self, scope: &Scope, expr: ExprId, ty: &TypeRef, operand: ExprId) -> Rc<Operand> {
        let ty = self.written(scope, ty);
        self.polymorphic.insert(operand, ty);
        let operand = self.operand(scope, operand);
        self.finish(&operand, Target::Cast(ty));
        let value = match &*operand {
            Operand::Typed(typed) => typed
                .value
                .as_ref()
                .and_then(|value| value.cast(ty, self.types)),
            _ => None,
        };
        let captured = self.types.capture(ty);
        self.standalone_as(expr, captured, self.types.erasure(ty), value)
    }

    /// Explicit type arguments.
    pub(super) fn type_arguments(&mut self, scope: &Scope, arguments: &[TypeArgument]) -> Vec<Ty> {
        let ty = |this: &mut Self, argument: &TypeArgument| match argument {
            TypeArgument::Type(ty) | TypeArgument::Extends(ty) | TypeArgument::Super(ty) => {
                this.written(scope, ty)
            }
            TypeArgument::Unbounded => Ty::UNKNOWN,
        };
        arguments
            .iter()
            .map(|argument| ty(self, argument))
            .collect()
    }
}
