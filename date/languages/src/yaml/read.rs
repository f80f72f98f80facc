//! From YAML nodes to a draft.

mod context;
mod declaration;
mod entries;
mod event;
mod property;
mod reader;
mod specification;
mod transition;

use super::node;
use crate::assembly::assemble;
use date::model::Specification;
use text::{Diagnostic, Source};

use reader::Reader;

/// Reads a YAML property file. `file` is its path as the user gave it.
///
/// # Errors
/// Everything that is wrong with it, with places.
pub fn read(file: &str, text: &str) -> Result<Specification, Vec<Diagnostic>> {
    let source = Source::new(file, text);
    let root = node::parse(&source).map_err(|error| vec![error])?;
    let mut reader = Reader {
        source: &source,
        contexts: Vec::new(),
        findings: Vec::new(),
    };
    let draft = reader.specification(&root);
    if reader.findings.is_empty() {
        assemble(&draft, &source)
    } else {
        Err(reader.findings)
    }
}
