//! Assignments and increments (JLS 15.14, 15.15, 15.26): the target's parts, the value, then the
//! store.

use ir::{FieldRef, Hides, LocalId, StatementKind};
use java_attribute::NameMeaning;
use java_syntax::ast::{BinaryOp, Expr, ExprId, ExprKind};
use java_types::descriptor::Type;
use text::Span;

use crate::body::BodyLowering;
use crate::types;

/// The target of an assignment, its parts evaluated.
enum Place {
    Local(LocalId),
    Field(Option<LocalId>, FieldRef, Type),
    Element(LocalId, LocalId),
    /// Not resolved, but of this type, and a field of a class that is nowhere to be found.
    Missing(Type),
    /// Not resolved, but of this type.
    Unknown(Type),
}

const UNRESOLVED: &str = "an unresolved name is assigned";

/// The value of an increment: that before it (postfix) or after it (prefix).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Incremented {
    Old,
    New,
}

impl<'a> BodyLowering<'_, 'a> {
    /// `target = value` or `target op= value`; its value, which is a variable's own local only
    /// where that is final.
    pub(crate) fn lower_assignment(
        &mut self,
        id: ExprId,
        target: ExprId,
        op: Option<BinaryOp>,
        value: ExprId,
        used: bool,
    ) -> LocalId {
        let span = self.tree().exprs[id].span;
        let place = self.place(target, &[value]);
        let value = match op {
            None => self.initial_value(value, &self.place_type(&place)),
            Some(op) => self.compound(target, &place, op, value, span),
        };
        self.write(&place, value, used, span)
    }

    /// The new value of a compound assignment.
    fn compound(
        &mut self,
        target: ExprId,
        place: &Place,
        op: BinaryOp,
        value: ExprId,
        span: Span,
    ) -> LocalId {
        let ty = self.place_type(place);
        let old = self.read(place, span);
        if op == BinaryOp::Add && (types::is_string(&ty) || types::primitive(&ty).is_none()) {
            let old = self.kept(old);
            return self.append(target, old, value, span);
        }

        let old = self.as_primitive(old, span);
        // The left operand keeps its value even if the right one assigns the variable (JLS
        // 15.26.2).
        let old = if self.assigns_nothing(value) {
            old
        } else {
            self.kept(old)
        };
        let right = self.expr(value);
        let new = self.apply(op, old, right, span);

        self.narrowed(new, &ty, span)
    }

    /// An arithmetic result as a value of the target's type: narrowed, and boxed again if that is a
    /// wrapper.
    fn narrowed(&mut self, value: LocalId, ty: &Type, span: Span) -> LocalId {
        let value = match types::primitive(ty) {
            Some(primitive) => self.cast(value, Type::Primitive(primitive), span),
            None => value,
        };
        self.coerced(value, ty, span)
    }

    /// `++x`, `x++`, `--x`, `x--`: the value that is asked for, or the new one.
    pub(crate) fn lower_increment(
        &mut self,
        id: ExprId,
        target: ExprId,
        decrement: bool,
        wanted: Option<Incremented>,
    ) -> LocalId {
        let span = self.tree().exprs[id].span;
        let place = self.place(target, &[]);
        let ty = self.place_type(&place);
        let read = self.read(&place, span);
        // `x++` is the value before the store below.
        let old = if wanted == Some(Incremented::Old) {
            self.kept(read)
        } else {
            read
        };
        let number = self.as_primitive(old, span);

        let one = self.integer(1, span);
        let op = if decrement {
            BinaryOp::Sub
        } else {
            BinaryOp::Add
        };
        let sum = self.apply(op, number, one, span);
        let new = self.narrowed(sum, &ty, span);
        let new = self.write(&place, new, wanted == Some(Incremented::New), span);

        if wanted == Some(Incremented::Old) {
            old
        } else {
            new
        }
    }

    /// Evaluates the parts of an assignment's target; the `later` expressions are evaluated before
    /// it is used.
    fn place(&mut self, target: ExprId, later: &[ExprId]) -> Place {
        let Expr { kind, span } = &self.tree().exprs[target];
        match *kind {
            ExprKind::Index { array, index } => {
                // The array is evaluated before the index and the value (JLS 15.26.1), and must
                // survive both.
                let after: Vec<ExprId> = std::iter::once(index)
                    .chain(later.iter().copied())
                    .collect();
                let array = self.operand(array, &after);
                Place::Element(array, self.operand(index, later))
            }
            ExprKind::Name(_) => self.named_place(target, None, later, *span),
            ExprKind::Select { qualifier, .. } => {
                self.named_place(target, Some(qualifier), later, *span)
            }
            _ => Place::Unknown(self.static_type(target)),
        }
    }

    fn named_place(
        &mut self,
        target: ExprId,
        qualifier: Option<ExprId>,
        later: &[ExprId],
        span: Span,
    ) -> Place {
        match self.facts().names.get(&target) {
            Some(&NameMeaning::Local(var)) => Place::Local(self.read_var(var, span)),
            Some(NameMeaning::Field {
                owner,
                declared_in,
                name,
                ty,
                is_static,
                receiver_class,
                ..
            }) => {
                let object = self.field_receiver(
                    qualifier,
                    receiver_class.as_ref(),
                    *is_static,
                    later,
                    span,
                );
                Place::Field(
                    object,
                    self.unit.field_ref(owner, declared_in, name),
                    ty.clone(),
                )
            }
            _ => self.unresolved_place(target, qualifier),
        }
    }

    /// A field of a class that is not known: a library's, unless a field of the sources may be
    /// meant.
    fn unresolved_place(&mut self, target: ExprId, qualifier: Option<ExprId>) -> Place {
        let object = qualifier.filter(|&qualifier| self.is_value(qualifier));
        object.into_iter().for_each(|part| self.effect(part));
        let Expr { ref kind, span, .. } = self.tree().exprs[target];
        let (ExprKind::Name(name) | ExprKind::Select { name, .. }) = kind else {
            return Place::Unknown(self.static_type(target));
        };
        if self.may_be_program_field(qualifier, &name.text) {
            self.hides(Hides::Field(name.text.clone()), span, UNRESOLVED);
        }
        Place::Missing(self.static_type(target))
    }

    fn place_type(&self, place: &Place) -> Type {
        match place {
            Place::Local(local) => self.type_of(*local),
            Place::Field(_, _, ty) | Place::Missing(ty) | Place::Unknown(ty) => ty.clone(),
            Place::Element(array, _) => {
                types::element(&self.type_of(*array)).unwrap_or_else(Type::object)
            }
        }
    }

    fn read(&mut self, place: &Place, span: Span) -> LocalId {
        match place {
            Place::Local(local) => *local,
            Place::Field(object, field, ty) => self.load(*object, field.clone(), ty.clone(), span),
            Place::Element(array, index) => self.array_load(*array, *index, span),
            Place::Missing(ty) => self.missing(ty.clone(), span, UNRESOLVED),
            Place::Unknown(ty) => self.unknown(ty.clone(), span, UNRESOLVED),
        }
    }

    /// Stores; the value of the assignment if it is `used`.
    fn write(&mut self, place: &Place, value: LocalId, used: bool, span: Span) -> LocalId {
        match place {
            Place::Local(local) if used => self.assign(*local, value, span),
            // The variable holds what else is assigned to it, too: what a call gives has a local of
            // its own.
            Place::Local(local) if self.is_given_by_call(value) => self.assign(*local, value, span),
            Place::Local(local) => self.assign_fresh(*local, value, span),
            Place::Field(object, field, _) => self.store(*object, field.clone(), value, span),
            Place::Element(array, index) => {
                self.graph.push(
                    StatementKind::ArrayStore {
                        array: *array,
                        index: *index,
                        source: value,
                    },
                    span,
                );
            }
            Place::Missing(_) => self.missing_effect(vec![value], span, UNRESOLVED),
            Place::Unknown(_) => self.unknown_effect(span, UNRESOLVED),
        }
        value
    }
}
