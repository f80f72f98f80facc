//! Resources and catch clauses of `try` statements (JLS 14.20).

use java_syntax::ast::{Catch, Resource, StmtId};

use super::Attributor;
use super::operand::Target;
use crate::scope::Scope;
use crate::types::Ty;

impl Attributor<'_, '_> {
    /// The resources in order, each in the scope of those before; the scope of the body.
    pub(super) fn resources(
        &mut self,
        scope: &Scope,
        stmt: StmtId,
        resources: &[Resource],
    ) -> Scope {
        let mut inner = scope.clone();
        for (index, resource) in resources.iter().enumerate() {
            let ty = match resource {
                Resource::Declared { var, initial } => {
                    inner = self.local(&inner, *var, Some(*initial));
                    self.vars[*var]
                }
                Resource::Named(value) => self.value(&inner, *value, Target::Own),
            };
            self.close(stmt, index, ty);
        }
        inner
    }

    /// The `close()` of a resource (JLS 14.20.3.1): on the erased type, or on `AutoCloseable` where
    /// that has none.
    fn close(&mut self, stmt: StmtId, index: usize, ty: Ty) {
        self.out.closes.remove(&(stmt, index));
        let auto_closeable = self.types.known().auto_closeable;
        let class = self.types.known_class(auto_closeable);
        let erased = self.types.erasure(ty);
        let site = match self.types.as_super(erased, class) {
            Some(_) => erased,
            None if self.types.as_super(ty, class).is_some() => auto_closeable,
            None => return,
        };
        if let Some(target) = self.plain_call(site, "close") {
            self.out.closes.insert((stmt, index), target);
        }
    }

    /// Catch clauses; a parameter with several types has their least upper bound (JLS 14.20).
    pub(super) fn catches(&mut self, scope: &Scope, catches: &[Catch]) {
        for catch in catches {
            let var = &self.unit.vars[catch.var];
            let written = var.ty.iter().chain(&var.alternatives);
            let caught: Vec<Ty> = written.map(|ty| self.written(scope, ty)).collect();
            let ty = match *caught {
                [only] => only,
                _ => self.types.lub(&caught),
            };
            self.declare(catch.var, ty);
            let inner = self.with_variable(scope, catch.var);
            self.statement(&inner, catch.body);
        }
    }
}
