//! Static members that imports bring into scope (JLS 7.5.3, 7.5.4).

use std::rc::Rc;
use std::sync::Arc;

use java_syntax::ast::Import;

use super::{ClassId, Field, Types};

impl Types<'_> {
    /// The static field that a simple name means through the imports of a unit; single imports go
    /// first.
    pub(crate) fn static_import(&self, unit: usize, name: &Arc<str>) -> Option<Rc<Field>> {
        let field = |class: ClassId| {
            self.field(class, name, None)
                .filter(|field| field.access.is_static())
        };
        let single = self
            .static_imports(unit, name, false)
            .into_iter()
            .find_map(field);
        if single.is_some() || self.imports_from_missing(unit, name, false) {
            return single;
        }
        self.static_imports(unit, name, true)
            .into_iter()
            .find_map(field)
    }

    /// Says whether the class of a static import of this name, or of one on demand, is missing or
    /// has a missing supertype.
    pub(crate) fn imports_from_missing(&self, unit: usize, name: &str, on_demand: bool) -> bool {
        let is_missing = |import: &Import| self.names.imports_from_missing(import);
        self.naming(unit, name, on_demand).any(is_missing)
            || self
                .static_imports(unit, name, on_demand)
                .into_iter()
                .any(|class| self.is_incomplete(class))
    }

    /// Returns whether a unit imports static members of a type that is missing, or that has a
    /// missing supertype.
    pub(crate) fn imports_missing_members(&self, unit: usize) -> bool {
        let imports = self.names.sources.units[unit]
            .imports
            .iter()
            .filter(|import| import.is_static);
        imports.into_iter().any(|import| {
            let class = self.names.canonical(import.class_path());
            class.is_none_or(|class| self.is_incomplete(self.class_id(&class)))
        })
    }

    /// The classes whose static members of this name the imports of a unit name, one by one or on
    /// demand.
    pub(crate) fn static_imports(&self, unit: usize, name: &str, on_demand: bool) -> Vec<ClassId> {
        let class = |import: &Import| {
            self.names
                .canonical(import.class_path())
                .map(|class| self.class_id(&class))
        };
        self.naming(unit, name, on_demand)
            .filter_map(class)
            .collect()
    }

    /// The static imports of this name, or all those on demand.
    fn naming(&self, unit: usize, name: &str, on_demand: bool) -> impl Iterator<Item = &Import> {
        let names_it = move |import: &&Import| {
            import.is_static
                && import.on_demand == on_demand
                && (on_demand || import.path.last().is_some_and(|last| *last.text == *name))
        };
        self.names.sources.units[unit]
            .imports
            .iter()
            .filter(names_it)
    }
}
