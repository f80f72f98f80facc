//! Binary names (JLS 13.1) of the types of a unit, local and anonymous ones as javac numbers them,
//! and where they stand.

use java_types::Spelling;
use std::sync::Arc;

use index_vec::IndexVec;
use java_syntax::ast::{Nesting, TypeDeclId, Unit};
use rustc_hash::FxHashMap;

use crate::order::directly_enclosed;
use crate::scope::Scope;

/// The types of one unit.
#[derive(Debug, Clone, Default)]
pub(crate) struct UnitTypes {
    /// Internal binary names.
    pub(crate) names: IndexVec<TypeDeclId, Arc<str>>,
    /// The scope of each declaration's header, its own type parameters apart. A local class is in
    /// its own scope.
    pub(crate) scopes: IndexVec<TypeDeclId, Scope>,
}

impl UnitTypes {
    /// Names and places all types of the unit. O(size of the unit).
    pub(crate) fn new(unit: &Unit) -> Self {
        let mut types = UnitTypes::default();
        let mut enclosed: FxHashMap<TypeDeclId, (String, Scope)> = FxHashMap::default();
        for (id, decl) in unit.type_decls.iter_enumerated() {
            let (name, scope) = match decl.nesting {
                Nesting::TopLevel => (top_level(unit, &decl.name.text), Scope::default()),
                Nesting::Member(outer) => types.member(outer, &decl.name.text),
                Nesting::Local(_) | Nesting::Anonymous(_) => {
                    enclosed.remove(&id).unwrap_or_default()
                }
            };
            types.names.push(name.into());
            types.scopes.push(scope);
            types.number_enclosed(unit, id, &mut enclosed);
        }

        types
    }

    /// The scope inside the body of a type.
    pub(crate) fn body_scope(&self, decl: TypeDeclId) -> Scope {
        self.scopes[decl].in_body(decl)
    }

    fn member(&self, outer: TypeDeclId, simple: &str) -> (String, Scope) {
        (
            format!("{}${simple}", self.names[outer]),
            self.body_scope(outer),
        )
    }

    fn number_enclosed(
        &self,
        unit: &Unit,
        outer: TypeDeclId,
        into: &mut FxHashMap<TypeDeclId, (String, Scope)>,
    ) {
        let mut used: FxHashMap<&str, u32> = FxHashMap::default();
        for found in directly_enclosed(unit, outer, &self.body_scope(outer)) {
            let simple = &unit.type_decls[found.decl].name.text;
            let number = used.entry(simple).or_default();
            *number += 1;
            into.insert(
                found.decl,
                (
                    format!("{}${number}{simple}", self.names[outer]),
                    found.scope,
                ),
            );
        }
    }
}

fn top_level(unit: &Unit, simple: &str) -> String {
    match unit.package.as_str() {
        "" => simple.to_owned(),
        package => format!("{}/{simple}", package.to_internal()),
    }
}
