//! Constant variables (JLS 4.12.4) that are fields: their values, from class files or from the
//! initializers in sources.

use java_syntax::ast::{ExprId, ExprKind, Ident, Member, TypeRef, TypeRefKind};
use java_types::Access;

use super::{ClassId, Field, FieldSource, Origin, Ty, Types, Value, constants};
use crate::names::{Place, TypeName};
use crate::order::member_scope;
use crate::scope::Entry;

impl Types<'_> {
    /// The value of a constant variable; `None` for other fields. Initializers that lead back to
    /// themselves have none.
    pub(crate) fn field_constant(&self, field: &Field) -> Option<Value> {
        let is_constant_type = field.ty.is_primitive() || field.ty == self.known().string;
        if !field.access.is_final() || !is_constant_type {
            return None;
        }
        let key = (field.class, field.name.clone());
        if let Some(known) = self.constants.borrow().get(&key) {
            return known.clone();
        }
        self.constants.borrow_mut().insert(key.clone(), None);
        let value = self.bounded(|types| types.evaluate_field(field));
        self.constants.borrow_mut().insert(key, value.clone());
        value
    }

    fn evaluate_field(&self, field: &Field) -> Option<Value> {
        match (&self.class_data(field.class).origin, field.source) {
            (Origin::Library(info), FieldSource::Library(index))
                if field.access.has(Access::STATIC) =>
            {
                Value::of_class_file(info.fields.get(index)?.constant.as_ref()?, field.ty)
            }
            (Origin::Source(unit, decl), FieldSource::Declared(member)) => {
                let Member::Field(written) = self.decl(*unit, *decl).members.get(member)? else {
                    return None;
                };
                let body = self.names.sources.types[*unit].body_scope(*decl);
                let scope = member_scope(&self.names.sources.units[*unit], *decl, member, &body);
                let value = self.constant(
                    Place {
                        unit: *unit,
                        scope: &scope,
                    },
                    written.initial?,
                )?;
                value
                    .cast(field.ty, self)
                    .filter(|_| self.assignable_constant(&value, field.ty))
            }
            _ => None,
        }
    }

    /// Returns whether a constant may initialize a variable of the type (JLS 5.2).
    pub(crate) fn assignable_constant(&self, value: &Value, ty: Ty) -> bool {
        value.fits(ty) || self.is_subtype(value.ty(self), ty)
    }

    /// The value of an expression outside of method bodies, if it is constant.
    fn constant(&self, place: Place, expr: ExprId) -> Option<Value> {
        let constant = |expr: ExprId| self.constant(place, expr);
        match &self.names.sources.units[place.unit].exprs[expr].kind {
            ExprKind::Literal(literal) => Value::literal(literal),
            ExprKind::Name(name) => self.named_constant(place, name),
            ExprKind::Select { qualifier, name } => self.selected_constant(place, *qualifier, name),
            ExprKind::Unary { op, operand } => constants::unary(*op, &constant(*operand)?, self),
            ExprKind::Binary { op, operands } => {
                let (first, rest) = operands.split_first()?;
                let first = constant(*first)?;
                rest.iter().try_fold(first, |sum, &next| {
                    constants::binary(*op, &sum, &constant(next)?, self)
                })
            }
            ExprKind::Logical { and, operands } => {
                let truths = operands
                    .iter()
                    .map(|&operand| constant(operand)?.truth())
                    .collect::<Option<Vec<bool>>>()?;
                Some(Value::Bool(if *and {
                    truths.iter().all(|&t| t)
                } else {
                    truths.contains(&true)
                }))
            }
            ExprKind::Conditional {
                test,
                then,
                otherwise,
            } => {
                let (test, then, otherwise) = (
                    constant(*test)?.truth()?,
                    constant(*then)?,
                    constant(*otherwise)?,
                );
                Some(if test { then } else { otherwise })
            }
            ExprKind::Cast { ty, operand } => {
                constant(*operand)?.cast(self.written(place, ty).ty, self)
            }
            _ => None,
        }
    }

    fn named_constant(&self, place: Place, name: &Ident) -> Option<Value> {
        let unit = &self.names.sources.types[place.unit];
        let enclosing = |entry: &Entry| match entry {
            Entry::Class(decl) => Some(self.class_id(&unit.names[*decl])),
            _ => None,
        };
        let classes: Vec<ClassId> = place.scope.entries().filter_map(enclosing).collect();
        let from = classes.first().copied();
        let member = classes
            .into_iter()
            .find_map(|class| self.field(class, &name.text, from));
        let field = member.or_else(|| self.static_import(place.unit, &name.text))?;
        self.field_constant(&field)
    }

    fn selected_constant(&self, place: Place, qualifier: ExprId, name: &Ident) -> Option<Value> {
        let parts = self.dotted(place, qualifier)?;
        let found = self.names.qualified(place, &parts)?;
        let class = match (found.members.last(), &found.first) {
            (Some(member), _) => self.class_id(member),
            (None, TypeName::Class(class)) => self.class_id(class),
            (None, TypeName::Variable(..)) => return None,
        };
        let field = self.field(class, &name.text, Some(class))?;
        self.field_constant(&field)
    }

    /// The identifiers of a chain of names.
    fn dotted<'u>(&'u self, place: Place, expr: ExprId) -> Option<Vec<&'u Ident>> {
        match &self.names.sources.units[place.unit].exprs[expr].kind {
            ExprKind::Name(name) => Some(vec![name]),
            ExprKind::Select { qualifier, name } => {
                let mut parts = self.dotted(place, *qualifier)?;
                parts.push(name);
                Some(parts)
            }
            ExprKind::Type(TypeRef {
                kind: TypeRefKind::Named(parts),
                ..
            }) => Some(parts.iter().map(|(i, _)| i).collect()),
            _ => None,
        }
    }
}
