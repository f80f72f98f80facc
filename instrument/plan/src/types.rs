//! The types of sources, and the classes inside them.

use std::collections::BTreeSet;

use java_types::ClassName;

use crate::Source;

/// The types at the top level of some sources.
///
/// # Example
/// ```
/// use java_types::ClassName;
/// use plan::{Source, Types};
///
/// let types = vec![ClassName::from_binary("app.Desk")];
/// let source = Source { types, ..Source::default() };
/// let types = Types::of([&source]);
/// assert!(types.have("app/Desk") && types.have("app/Desk$Drawer$1"));
/// assert!(!types.have("app/Desktop"));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Types<'p>(BTreeSet<&'p str>);

impl<'p> Types<'p> {
    /// The types of these sources.
    pub fn of(sources: impl IntoIterator<Item = &'p Source>) -> Self {
        let types = sources.into_iter().flat_map(|source| &source.types);
        Types(types.map(ClassName::internal).collect())
    }

    /// Their internal names, in order.
    pub fn names(&self) -> impl Iterator<Item = &'p str> {
        self.0.iter().copied()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether the class with this internal name is one of them, or inside one. A dollar
    /// sign may be a part of a name (JLS 13.1). O(length of the name * log types).
    pub fn have(&self, class: &str) -> bool {
        let outer = class.match_indices('$').map(|(at, _)| &class[..at]);
        outer.chain([class]).any(|ty| self.0.contains(ty))
    }
}
