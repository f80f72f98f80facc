//! Notices for the user.

use java_types::Spelling;

use crate::monitor::MonitorSource;
use crate::weave::decide::{Woven, leaves_out_initialization};
use crate::weave::input::Inputs;
use crate::weave::program::{Program, ProgramClass};
use crate::weave::{Notice, RuntimePlacement, WeaveRequest};

/// Gives the notice for the user about initializations that are not monitored.
pub fn initializations_notice(
    program: &Program<'_>,
    specifications: &[Woven<'_>],
) -> Option<Notice> {
    let is_left_out = |class: &&ProgramClass<'_>| {
        leaves_out_initialization(&class.sites, specifications, &program.hierarchy)
    };
    let mut left_out = program.classes.iter().filter(is_left_out);
    let first = left_out.next()?.sites.class.to_binary();
    let classes = 1 + left_out.count();
    Some(Notice::InitializationNotMonitored { classes, first })
}

/// Gives the notice for the user about a named module that cannot reach the monitors.
pub fn module_notice(
    request: &WeaveRequest<'_>,
    inputs: &Inputs,
    sources: &[(usize, MonitorSource)],
) -> Option<Notice> {
    if !inputs.has_module() || sources.is_empty() {
        return None;
    }
    let mut classes = sources.iter().map(|(_, source)| &source.class);
    let is_out_of_reach =
        request.runtime == RuntimePlacement::Separate || classes.any(|class| !class.contains('/'));
    is_out_of_reach.then_some(Notice::ModuleBesideMonitors)
}
