//! The categories that handlers ask for.

use std::collections::BTreeSet;
use std::fmt;

/// The name of a category, such as `match`, `fail`, or a state of an fsm. Case does not count: it
/// is kept in lower case.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Category(String);

impl Category {
    /// The category of this name, in any case.
    pub fn new(name: &str) -> Self {
        Category(name.to_lowercase())
    }

    /// The name in lower case.
    pub fn name(&self) -> &str {
        &self.0
    }

    /// The categories of these names.
    pub fn set<'a>(names: impl IntoIterator<Item = &'a str>) -> BTreeSet<Category> {
        names.into_iter().map(Category::new).collect()
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
