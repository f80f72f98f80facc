//! The places where an array is made that a local may hold.

use std::collections::BTreeSet;

use ir::{MethodId, StatementKind};

use super::index::Index;
use super::outside::Outside;
use crate::node::Variable;

/// The locals that hold the array when it is made, followed backwards through copies, fields,
/// parameters and results; `None` where it may come from code outside the sources, or from inside
/// another object. Null is made nowhere. O(statements that define what is followed).
pub(super) fn origins(
    index: &Index<'_>,
    outside: &Outside<'_>,
    array: Variable,
) -> Option<BTreeSet<Variable>> {
    let mut search = Search {
        index,
        outside,
        seen: BTreeSet::from([array]),
        pending: vec![array],
    };
    let mut found = BTreeSet::new();
    while let Some(variable) = search.pending.pop() {
        if search.step(variable)? {
            found.insert(variable);
        }
    }
    Some(found)
}

struct Search<'i, 'p> {
    index: &'i Index<'p>,
    outside: &'i Outside<'i>,
    seen: BTreeSet<Variable>,
    pending: Vec<Variable>,
}

impl Search<'_, '_> {
    /// Goes to where the variable has its value from; whether it is made there.
    fn step(&mut self, variable: Variable) -> Option<bool> {
        let Variable { method, local } = variable;
        let body = self.index.program.methods[method].body.as_ref()?;
        let locals = self.index.locals(method);
        match body
            .parameters
            .iter()
            .position(|&parameter| parameter == local)
        {
            Some(position) => self.of_parameter(method, position)?,
            None if locals.definitions(local).is_empty() => return None,
            None => {}
        }

        let mut is_made = false;
        for definition in locals.definitions(local) {
            is_made |= self.of_definition(method, definition)?;
        }

        Some(is_made)
    }

    fn of_definition(&mut self, method: MethodId, definition: &StatementKind) -> Option<bool> {
        match definition {
            StatementKind::Allocate { .. } => return Some(true),
            StatementKind::Constant { .. } => {}
            StatementKind::Assign { source, .. } | StatementKind::Cast { source, .. } => {
                self.go(Variable::new(method, *source))
            }
            StatementKind::Load { field, .. } => {
                let field = field
                    .field
                    .filter(|&field| !self.outside.accesses(self.index, field))?;
                self.outside
                    .stores(self.index, field)
                    .into_iter()
                    .for_each(|stored| self.go(stored));
            }
            StatementKind::Call(site) => {
                self.outside
                    .returned(self.index, *site)?
                    .into_iter()
                    .for_each(|returned| self.go(returned));
            }
            _ => return None,
        }
        Some(false)
    }

    /// Returns what the callers pass; a captured value is not followed.
    fn of_parameter(&mut self, method: MethodId, position: usize) -> Option<()> {
        self.outside
            .passed(self.index, method, position)?
            .into_iter()
            .for_each(|variable| self.go(variable));
        Some(())
    }

    fn go(&mut self, variable: Variable) {
        if self.seen.insert(variable) {
            self.pending.push(variable);
        }
    }
}
