//! Fields that javac adds.

use std::sync::Arc;

use java_attribute::Attribution;
use java_syntax::ast::{Nesting, TypeDeclId, Unit, VarId};

/// The field that holds all constants of an enum.
pub(crate) const VALUES: &str = "$VALUES";

/// The class directly around a class, in whatever way.
pub(crate) fn lexical_outer(tree: &Unit, class: TypeDeclId) -> Option<TypeDeclId> {
    match tree.type_decls[class].nesting {
        Nesting::TopLevel => None,
        Nesting::Member(outer) | Nesting::Local(outer) | Nesting::Anonymous(outer) => Some(outer),
    }
}

/// The field for the outer instance: `this$n`, n being the number of instances around that.
pub(crate) fn outer_field(tree: &Unit, facts: &Attribution, class: TypeDeclId) -> Arc<str> {
    let outer = |class: &TypeDeclId| {
        lexical_outer(tree, *class).filter(|_| facts.outer_instances.contains(class))
    };
    let depth = std::iter::successors(outer(&class), outer).skip(1).count();
    Arc::from(format!("this${depth}"))
}

/// The field for a captured variable.
pub(crate) fn captured_field(tree: &Unit, var: VarId) -> Arc<str> {
    Arc::from(format!("val${}", tree.vars[var].name.text))
}
