//! The tasks of the corpus: each asks one module about all chosen programs, and prints its table.

pub mod front_end;
pub mod properties;
pub mod solving;

use std::path::Path;

use anyhow::Result;

use crate::programs::{Program, chosen};

/// The programs of these names; all that have a driver where no name is given.
pub fn driven(drivers: &Path, names: &[String]) -> Result<Vec<Program>> {
    let is_driven = |program: &Program| !names.is_empty() || drivers.join(&program.name).is_dir();
    Ok(chosen(names)?.into_iter().filter(is_driven).collect())
}
