//! `residua trace`: a recorded trace of events, judged with the reference interpreter.

use anyhow::{Result, bail};

use super::Outcome;
use crate::cli::TraceArgs;
use crate::console::Console;
use crate::inputs::{properties, text_file};

/// Reads the property and the events.
pub fn run(args: &TraceArgs, _console: Console) -> Result<Outcome> {
    properties::read(std::slice::from_ref(&args.property))?;
    text_file(&args.events, "event trace").map_err(crate::failure::Rejected::from)?;
    bail!("judging recorded traces is not supported yet")
}
