//! Which missing types keep calls from being resolved.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use ir::Target;
use java_syntax::ast::ExprId;
use rustc_hash::FxHashSet;

use super::Attributor;
use super::operand::Operand;
use crate::types::{ClassId, Ty};

impl Attributor<'_, '_> {
    /// Notes for a call or creation that could not be resolved the missing types among the
    /// supertypes of what it is made on and of its arguments.
    pub(super) fn blame(&mut self, expr: ExprId, site: Ty, arguments: &[Rc<Operand>]) {
        let types = arguments.iter().filter_map(|argument| match &**argument {
            Operand::Typed(typed) => Some(typed.ty),
            Operand::Given(ty) => Some(*ty),
            _ => None,
        });
        let mut seen = FxHashSet::default();
        let mut missing: Vec<Arc<str>> = Vec::new();
        for ty in std::iter::once(site).chain(types) {
            self.member_classes(ty)
                .into_iter()
                .for_each(|class| self.find_missing(class, &mut seen, &mut missing));
        }
        self.blamed.insert(expr, missing);
    }

    /// How many calls and creations each missing type is blamed for. A lambda's body may have been
    /// attributed several times: what was resolved in the end counts for none.
    pub(super) fn blamed(&mut self) -> BTreeMap<Arc<str>, usize> {
        let mut counts = BTreeMap::new();
        let blamed: BTreeMap<ExprId, Vec<Arc<str>>> = std::mem::take(&mut self.blamed);
        for (expr, missing) in blamed {
            let call = self.out.calls.get(&expr).map(|call| &call.target);
            let is_resolved =
                matches!(call, Some(Target::Resolved(_))) || self.out.creations.contains_key(&expr);
            let missing = missing.into_iter().filter(|_| !is_resolved);
            missing.for_each(|class| *counts.entry(class).or_default() += 1);
        }
        counts
    }

    fn find_missing(
        &self,
        class: ClassId,
        seen: &mut FxHashSet<ClassId>,
        missing: &mut Vec<Arc<str>>,
    ) {
        if !seen.insert(class) || !self.types.is_incomplete(class) {
            return;
        }
        if self.types.class_data(class).is_missing() {
            missing.push(self.types.class_name(class));
            return;
        }
        let header = self.types.header(class);
        let supers = header
            .superclass
            .iter()
            .chain(&header.interfaces)
            .filter_map(|&ty| self.types.class_of(ty));
        supers.for_each(|class| self.find_missing(class, seen, missing));
    }
}
