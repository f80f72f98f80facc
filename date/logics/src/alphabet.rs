//! The events that a formula may name.

use std::ops::Range;

use index_vec::define_index_type;
use indexmap::IndexSet;

use super::FormulaError;

define_index_type! {
    /// A symbol of an alphabet: an event name. Ids follow the order in which the names were given.
    pub struct SymbolId = u32;
    DISPLAY_FORMAT = "a{}";
}

/// Event names in order. Events of the same name are one symbol.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Alphabet {
    names: IndexSet<String>,
}

impl Alphabet {
    /// The alphabet of these names; a name that comes again adds nothing.
    pub fn new(names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Alphabet {
            names: names.into_iter().map(Into::into).collect(),
        }
    }

    /// How many symbols there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns whether there is no symbol.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The symbol of this name. O(1).
    pub fn symbol(&self, name: &str) -> Option<SymbolId> {
        self.names.get_index_of(name).map(SymbolId::from)
    }

    /// The name of a symbol of this alphabet.
    pub fn name(&self, symbol: SymbolId) -> &str {
        &self.names[symbol.index()]
    }

    /// All symbols in order.
    pub fn symbols(&self) -> impl Iterator<Item = SymbolId> + use<> {
        (0..self.names.len()).map(SymbolId::from)
    }

    /// All names in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// The symbol of a name in a formula.
    ///
    /// # Errors
    /// There is none; the help has the nearest name.
    pub(super) fn resolve(
        &self,
        name: &str,
        range: Range<usize>,
    ) -> Result<SymbolId, FormulaError> {
        self.symbol(name)
            .ok_or_else(|| FormulaError::unknown("event", name, range, self.names()))
    }
}
