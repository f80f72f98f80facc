//! Static members that imports bring into scope (JLS 7.5.3, 7.5.4).

use std::rc::Rc;
use std::sync::Arc;

use java_syntax::ast::Import;

use super::{ClassId, Field, Types};

impl Types<'_> {
    /// The static field that a simple name means through the imports of a unit; single imports go first.
    pub(crate) fn static_import(&self, unit: usize, name: &Arc<str>) -> Option<Rc<Field>> {
        [false, true].into_iter().find_map(|on_demand| {
            let mut classes = self.static_imports(unit, name, on_demand).into_iter();
            classes.find_map(|class| self.field(class, name, None).filter(|field| field.access.is_static()))
        })
    }

    /// Whether a unit imports static members of a type that is missing, or that has a missing supertype.
    pub(crate) fn imports_missing_members(&self, unit: usize) -> bool {
        let imports = self.names.sources.units[unit].imports.iter().filter(|import| import.is_static);
        imports.into_iter().any(|import| {
            let path = if import.on_demand { &import.path[..] } else { &import.path[..import.path.len() - 1] };
            self.names.canonical(path).is_none_or(|class| self.is_incomplete(self.class_id(&class)))
        })
    }

    /// The classes whose static members of this name the imports of a unit name, one by one or on demand.
    pub(crate) fn static_imports(&self, unit: usize, name: &str, on_demand: bool) -> Vec<ClassId> {
        let names_it = |import: &&Import| {
            import.is_static
                && import.on_demand == on_demand
                && (on_demand || import.path.last().is_some_and(|last| *last.text == *name))
        };
        let imports = self.names.sources.units[unit].imports.iter().filter(names_it);
        let class = |import: &Import| {
            let path = if on_demand { &import.path[..] } else { &import.path[..import.path.len() - 1] };
            self.names.canonical(path).map(|class| self.class_id(&class))
        };
        imports.filter_map(class).collect()
    }
}
