//! Imports.

use super::types::Ident;

/// An import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// `java.util.Map.Entry`, without `.*`.
    pub path: Vec<Ident>,
    /// `import static`.
    pub is_static: bool,
    /// `.*`.
    pub on_demand: bool,
    /// `import module M;`: `path` is the module's name.
    pub is_module: bool,
}

impl Import {
    /// True if it imports one declaration, of this name.
    pub fn is_single_of(&self, name: &str) -> bool {
        !self.on_demand
            && !self.is_module
            && self.path.last().is_some_and(|last| *last.text == *name)
    }

    /// The class whose members a static import names: `java.util.Map` of `import static
    /// java.util.Map.entry`. Any other import's path.
    pub fn class_path(&self) -> &[Ident] {
        match self.path.split_last() {
            Some((_, class)) if self.is_static && !self.on_demand => class,
            _ => &self.path,
        }
    }
}
