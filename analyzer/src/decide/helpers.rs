//! Helper methods of a specification that the program may give another meaning.

use date::judgement::values_of_helpers;
use date::model::Specification;
use ir::Program;

use crate::wording;

/// Why helper methods may reach the program though they seem to use values of the JDK alone; `None`
/// if they mean what they say. A class of the unnamed package goes before those of `java.lang`
/// where the monitor is in that package, too (JLS 6.4.1).
pub fn hidden_value(program: &Program, specification: &Specification) -> Option<String> {
    let name = values_of_helpers(specification)
        .into_iter()
        .find(|name| program.hierarchy.class(name).is_some())?;
    Some(wording::hidden_by_program(name))
}
