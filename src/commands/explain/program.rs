//! Questions that need the program itself.

use analyzer::MonitoredProgram;
use anyhow::Result;
use date::residual::Reduction;
use points_to::{Dispatch, Solution, Why};

use super::view::View;
use super::{alias, calls};
use crate::console::Console;
use crate::inputs::program::Inputs;
use crate::settings::ProgramSettings;

/// Analyses the program and answers: about calls where some are asked about, else about aliases.
///
/// # Errors
/// The input cannot be used, or a place or method is not there.
pub fn explain(
    settings: &ProgramSettings,
    calls: &[String],
    alias: &[String],
    console: Console,
) -> Result<String> {
    let inputs = Inputs::read(settings, console)?;
    console.phase(format_args!(
        "analysing {} methods",
        inputs.program.methods.len()
    ));
    let request = inputs.request(settings, Reduction::LAST);
    let monitored = MonitoredProgram::new(&inputs.program, &request.specifications);
    let program = monitored.whole();
    let dispatch = Dispatch::new(program);
    let found = analyzer::call_graph(&monitored, &dispatch, &request)?;
    let solution = Solution {
        start: &found.start,
        hidden: &found.hidden,
        points_to: &found.points_to,
        constraints: &found.constraints,
    };
    let why = Why::new(program, &dispatch, solution);

    let view = View {
        program,
        points_to: &found.points_to,
        why,
    };
    let told = if calls.is_empty() {
        alias::explain(&view, alias)?
    } else {
        calls::explain(&view, calls)?
    };
    console.end();

    Ok(told.join("\n"))
}
