//! Notices for the user.

use java_types::Spelling;

use crate::monitor::MonitorSource;
use crate::weave::decide::{Woven, leaves_out_initialization};
use crate::weave::input::Inputs;
use crate::weave::program::{Program, ProgramClass};
use crate::weave::{RuntimePlacement, WeaveRequest};

/// Gives the notice for the user about initializations that are not monitored.
pub fn initializations_notice(
    program: &Program<'_>,
    specifications: &[Woven<'_>],
) -> Option<String> {
    let is_left_out = |class: &&ProgramClass<'_>| {
        leaves_out_initialization(&class.sites, specifications, &program.hierarchy)
    };
    let mut left_out = program.classes.iter().filter(is_left_out);
    let first = left_out.next()?.sites.class.to_binary();
    let count = 1 + left_out.count();
    let classes = if count == 1 {
        "class is"
    } else {
        "classes are"
    };

    Some(format!(
        "the initialization of {count} {classes} not monitored ({first}): an initializer would have to be added, which \
         changes the version of serialized objects; a `serialVersionUID` in the class helps"
    ))
}

/// Gives the notice for the user about a named module that cannot reach the monitors.
pub fn module_notice(
    request: &WeaveRequest<'_>,
    inputs: &Inputs,
    sources: &[(usize, MonitorSource)],
) -> Option<String> {
    if !inputs.has_module() || sources.is_empty() {
        return None;
    }
    let mut classes = sources.iter().map(|(_, source)| &source.class);
    let is_out_of_reach =
        request.runtime == RuntimePlacement::Separate || classes.any(|class| !class.contains('/'));
    is_out_of_reach.then(|| {
        "the classes are a named module, which cannot reach the monitors: run them on the class path"
            .to_owned()
    })
}
