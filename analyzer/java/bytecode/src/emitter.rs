//! Single statements of a body under construction.

use std::sync::Arc;

use ir::{
    AllocationKind, AllocationSite, ArithmeticKind, BlockId, CallKind, CallSite, CallSyntax,
    Constant, Enclosing, FieldId, FieldRef, Gap, Hides, LocalId, MethodId, MethodRef, Point,
    PointId, Statement, StatementKind, Target,
};
use java_types::descriptor::{MethodDescriptor, Primitive, Type};
use java_types::hierarchy::Hierarchy;
use rustc_hash::FxHashMap;
use text::Span;

use crate::category::Category;
use crate::class::DeclaredClass;
use crate::error::{Fault, Result};
use crate::place::{Context, Home};
use crate::raw::{RawBlock, RawBody};

/// Statements of one body: more are refused, as subroutines are copied.
const MAX_STATEMENTS: usize = 400_000;

/// A call that is about to be made.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) kind: CallKind,
    pub(crate) target: Target,
    pub(crate) receiver: Option<LocalId>,
    pub(crate) arguments: Vec<LocalId>,
    /// Erased type of the result, if there is one.
    pub(crate) result: Option<Type>,
    pub(crate) syntax: CallSyntax,
    pub(crate) ordinal: u32,
}

/// Adds statements to the current block.
pub(crate) struct Emitter<'a> {
    pub(crate) class: &'a DeclaredClass,
    pub(crate) home: Home,
    context: &'a Context<'a>,
    /// The method whose body it is.
    pub(crate) method: MethodId,
    enclosing: Enclosing,
    pub(crate) raw: RawBody,
    pub(crate) block: BlockId,
    pub(crate) span: Span,
    /// True inside a copy of a subroutine.
    pub(crate) is_copied: bool,
    count: usize,
    names: FxHashMap<String, Arc<str>>,
}

impl<'a> Emitter<'a> {
    /// An empty body, whose first block is the current one.
    pub(crate) fn new(
        class: &'a DeclaredClass,
        method: usize,
        place: (&'a Context<'a>, Home),
    ) -> Self {
        let (context, home) = place;
        let mut raw = RawBody::default();
        let block = raw.blocks.push(RawBlock::new((0, 0, 0)));
        Emitter {
            class,
            home,
            context,
            method: home.method(method),
            enclosing: class.methods()[method].enclosing.clone(),
            raw,
            block,
            span: Span::default(),
            is_copied: false,
            count: 0,
            names: FxHashMap::default(),
        }
    }

    pub(crate) fn hierarchy(&self) -> &'a Hierarchy {
        self.context.hierarchy
    }

    /// The same text, once for each body.
    pub(crate) fn shared(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.names.get(text) {
            return known.clone();
        }
        let shared: Arc<str> = Arc::from(text);
        self.names.insert(text.to_owned(), shared.clone());
        shared
    }

    pub(crate) fn push(&mut self, kind: StatementKind) {
        self.count += 1;
        let span = self.span;
        self.raw.blocks[self.block]
            .statements
            .push(Statement { kind, span });
    }

    /// Refuses bodies that grow without measure.
    pub(crate) fn check_size(&self) -> Result<()> {
        if self.count > MAX_STATEMENTS {
            return Err(Fault::new(
                "the code is too large once its subroutines are copied",
            ));
        }
        Ok(())
    }

    /// A new local with a constant.
    pub(crate) fn constant(
        &mut self,
        value: Constant,
        category: Category,
        ty: Option<Type>,
    ) -> LocalId {
        let target = self.raw.temporary(category, ty);
        self.push(StatementKind::Constant { target, value });
        target
    }

    /// A new local with an `int`, which may turn out to be a `boolean`.
    pub(crate) fn integer(&mut self, value: i64) -> LocalId {
        self.constant(Constant::Integer(value), Category::Int, None)
    }

    /// A new local with a truth value.
    pub(crate) fn truth(&mut self, value: bool) -> LocalId {
        self.constant(Constant::Bool(value), Category::Int, Some(BOOLEAN))
    }

    /// A new local with a value of which nothing is known but its type.
    pub(crate) fn unknown_value(&mut self, ty: Type) -> LocalId {
        if !ty.is_reference() {
            return self.constant(Constant::Unknown, Category::of(&ty), Some(ty));
        }
        let result = self.raw.typed(ty);
        self.add_call(
            Call {
                kind: CallKind::Static,
                target: Target::Unresolved {
                    name: Arc::from("?"),
                    arity: 0,
                },
                receiver: None,
                arguments: Vec::new(),
                result: None,
                syntax: CallSyntax::Inserted,
                ordinal: 0,
            },
            Some(result),
            None,
        );
        result
    }

    /// Code that cannot be followed: it may do anything and throw. Noted as a gap.
    pub(crate) fn unknown(&mut self, reason: &str) {
        self.raw.gaps.push(Gap {
            file: self.home.file,
            span: self.span,
            class: Some(self.home.class),
            reason: reason.to_owned(),
            hides: Hides::Users,
            missing: None,
        });
        self.push(StatementKind::Unknown);
    }

    pub(crate) fn compute(
        &mut self,
        kind: ArithmeticKind,
        operands: Vec<LocalId>,
        ty: Type,
    ) -> LocalId {
        let target = self.raw.typed(ty);
        self.push(StatementKind::Compute {
            target,
            kind,
            operands,
        });
        target
    }

    pub(crate) fn cast(&mut self, source: LocalId, ty: Type) -> LocalId {
        let target = self.raw.typed(ty.clone());
        self.push(StatementKind::Cast { target, source, ty });
        target
    }

    /// A copy in a new local of a type.
    pub(crate) fn copy(&mut self, source: LocalId, ty: Type) -> LocalId {
        let target = self.raw.typed(ty);
        self.push(StatementKind::Assign { target, source });
        target
    }

    /// The value where a `boolean` is wanted. Refinement removes the copy of one that is.
    pub(crate) fn as_wanted(&mut self, value: LocalId, wanted: &Type) -> LocalId {
        if *wanted == BOOLEAN && self.raw.locals[value].fixed.as_ref() != Some(&BOOLEAN) {
            self.copy(value, BOOLEAN)
        } else {
            value
        }
    }

    pub(crate) fn load(&mut self, object: Option<LocalId>, field: FieldRef, ty: Type) -> LocalId {
        let target = self.raw.typed(ty);
        self.push(StatementKind::Load {
            target,
            object,
            field,
        });
        target
    }

    /// A field as an instruction names it.
    pub(crate) fn field(&mut self, owner: &str, name: &str, descriptor: &str) -> FieldRef {
        FieldRef {
            field: self.field_id(owner, name, descriptor),
            owner: self.shared(owner),
            name: self.shared(name),
        }
    }

    fn field_id(&self, owner: &str, name: &str, descriptor: &str) -> Option<FieldId> {
        let resolved = self
            .hierarchy()
            .resolve_field(owner, name, Some(descriptor))
            .found()?;
        (self.context.field)(&resolved.class.name, name, descriptor)
    }

    /// A new local with a new object, array or functional object.
    pub(crate) fn allocate(&mut self, kind: AllocationKind, ty: Type) -> LocalId {
        let target = self.raw.typed(ty.clone());
        let site = self.raw.allocations.push(AllocationSite {
            method: self.method,
            kind,
            ty,
            span: self.span,
        });
        self.push(StatementKind::Allocate { target, site });
        target
    }

    /// Makes a call at a new point; its result, if there is one.
    pub(crate) fn call(&mut self, call: Call) -> Option<LocalId> {
        let result = call.result.clone().map(|ty| self.raw.typed(ty));
        self.add_call(call, result, None);
        result
    }

    /// Makes a call at a point, or a new one. Gives the point.
    pub(crate) fn add_call(
        &mut self,
        call: Call,
        result: Option<LocalId>,
        point: Option<PointId>,
    ) -> PointId {
        let point = point.unwrap_or_else(|| {
            self.raw.points.push(Point {
                file: self.home.file,
                span: self.span,
                syntax: call.syntax,
                enclosing: self.enclosing.clone(),
                ordinal: call.ordinal,
                copied: self.is_copied,
            })
        });
        let site = self.raw.calls.push(CallSite {
            method: self.method,
            point,
            kind: call.kind,
            target: call.target,
            receiver: call.receiver,
            arguments: call.arguments,
            result,
        });
        self.push(StatementKind::Call(site));

        point
    }

    /// A static call that no instruction makes: it happens inside a dynamic call. Its result, if
    /// `descriptor` has one.
    pub(crate) fn inserted_static(
        &mut self,
        owner: &str,
        name: &str,
        descriptor: &str,
        arguments: Vec<LocalId>,
    ) -> Option<LocalId> {
        let result = MethodDescriptor::parse(descriptor).ok()?.result;
        let target = Target::Resolved(self.method_ref(owner, name, descriptor));
        self.call(Call {
            kind: CallKind::Static,
            target,
            receiver: None,
            arguments,
            result,
            syntax: CallSyntax::Inserted,
            ordinal: 0,
        })
    }

    pub(crate) fn method_ref(&mut self, owner: &str, name: &str, descriptor: &str) -> MethodRef {
        MethodRef {
            owner: self.shared(owner),
            name: self.shared(name),
            descriptor: self.shared(descriptor),
        }
    }
}

pub(crate) const BOOLEAN: Type = Type::Primitive(Primitive::Boolean);
pub(crate) const INT: Type = Type::Primitive(Primitive::Int);
