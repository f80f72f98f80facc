//! The variables that patterns know.

use std::collections::BTreeMap;

/// The variables that an argument can name without a type, with their types.
pub(crate) type Known = BTreeMap<String, Option<String>>;

/// No variable is known in a control flow.
pub(super) static NOTHING: Known = Known::new();
