//! LARVA scripts.

use crate::diagnostic::{Diagnostic, Span};
use crate::model::Specification;

/// placeholder
pub fn read(file: &str, _text: &str) -> Result<Specification, Vec<Diagnostic>> {
    Err(vec![Diagnostic::error(file, Span::default(), "x", "x")])
}
