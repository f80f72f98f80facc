//! Patterns (JLS 14.30) and `instanceof` (JLS 15.20.2).

use std::rc::Rc;
use std::sync::Arc;

use java_syntax::ast::{ExprId, Pattern, PatternKind, TypeRef, VarId};

use super::Attributor;
use super::operand::{Operand, Target};
use crate::scope::Scope;
use crate::tables::CallTarget;
use crate::types::{ClassId, Kind, Origin, Ty, TyList};

impl Attributor<'_, '_> {
    pub(super) fn instance_of(
        &mut self,
        scope: &Scope,
        expr: ExprId,
        operand: ExprId,
        pattern: &Pattern,
    ) -> Rc<Operand> {
        let matched = self.value(scope, operand, Target::Raw);
        self.pattern(scope, pattern, matched);
        self.standalone(expr, Ty::BOOLEAN, None)
    }

    /// A pattern that values of a type are matched against: its variables get their types.
    pub(super) fn pattern(&mut self, scope: &Scope, pattern: &Pattern, matched: Ty) {
        match &pattern.kind {
            PatternKind::Type(ty) => {
                self.written(scope, ty);
            }
            PatternKind::Binding(var) => self.binding(scope, *var, matched),
            PatternKind::Record { ty, components } => {
                self.deeper(|this| this.record_pattern(scope, pattern, ty, components, matched));
            }
            PatternKind::Any => {}
        }
    }

    fn binding(&mut self, scope: &Scope, var: VarId, matched: Ty) {
        let ty = match &self.unit.vars[var].ty {
            Some(written) => self.written(scope, written),
            None => self.types.upward(matched),
        };
        self.declare(var, ty);
    }

    fn record_pattern(
        &mut self,
        scope: &Scope,
        whole: &Pattern,
        ty: &TypeRef,
        components: &[Pattern],
        matched: Ty,
    ) {
        let written = self.written(scope, ty);
        let record = self.types.capture(self.inferred_record(written, matched));
        let parts = self.record_components(record);
        for (position, component) in components.iter().enumerate() {
            let ty = parts.get(position).map_or(Ty::UNKNOWN, |(ty, _)| *ty);
            self.pattern(scope, component, ty);
        }
        if !parts.is_empty() {
            let accessors = parts.into_iter().map(|(_, accessor)| accessor).collect();
            self.out.accessors.insert(whole.span.start, accessors);
        }
    }

    /// The parameterization of a raw record type that the type of the matched value implies (JLS
    /// 18.5.5): the arguments that its supertype, as the record type has it, takes from the
    /// record's parameters. Others stay unknown.
    fn inferred_record(&self, written: Ty, matched: Ty) -> Ty {
        if !self.types.is_raw(written) {
            return written;
        }

        let Some(class) = self.types.class_of(written) else {
            return written;
        };
        let this = self.types.this_type(class);
        let matched = self.types.capture(matched);
        let found = self
            .member_classes(matched)
            .into_iter()
            .find_map(|general| {
                Some((
                    self.types.as_super(this, general)?,
                    self.types.as_super(matched, general)?,
                ))
            });

        let Some((formal, actual)) = found else {
            return written;
        };
        let (formal, actual) = (self.types.arguments(formal), self.types.arguments(actual));

        if formal.len() != actual.len() || actual.is_empty() {
            return written;
        }

        let argument = |&parameter: &Ty| match formal.iter().position(|&ty| ty == parameter) {
            Some(position) => actual[position],
            None => self.types.bounds_of(parameter)[0],
        };
        let arguments: TyList = self.types.arguments(this).iter().map(argument).collect();
        self.types.intern(Kind::Class(class, arguments))
    }

    /// Types and accessors of the components of a record type, in order.
    fn record_components(&self, record: Ty) -> Vec<(Ty, CallTarget)> {
        let Some(class) = self.types.class_of(record) else {
            return Vec::new();
        };
        let erased = self.types.erasure(record);
        let names = self.component_names(class);
        let components = names.iter().map_while(|name| {
            let accessor = self.plain_method(class, name)?;
            let (_, ty) = self.types.member_signature(&accessor, record);
            Some((ty, self.method_call_target(&accessor, erased, false)))
        });
        components.collect()
    }

    fn component_names(&self, class: ClassId) -> Vec<Arc<str>> {
        match &self.types.class_data(class).origin {
            Origin::Source(unit, decl) => {
                let tree = &self.types.names.sources.units[*unit];
                tree.type_decls[*decl]
                    .components
                    .iter()
                    .map(|&var| tree.vars[var].name.text.clone())
                    .collect()
            }
            Origin::Library(info) => info
                .record_components
                .iter()
                .flatten()
                .map(|component| component.name.clone())
                .collect(),
            Origin::Missing => Vec::new(),
        }
    }
}
