//! `residua completions`: what shells want to know of the command line.

use std::io::Write;

use anyhow::Result;
use clap::CommandFactory;

use super::Outcome;
use crate::cli::{Cli, CompletionsArgs};
use crate::console::Console;
use crate::wording::next;

/// Prints a script that completes commands and options.
pub fn completions(args: &CompletionsArgs, console: Console) -> Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "residua", &mut script);
    std::io::stdout().write_all(&script)?;
    console.next(next::completions(args.shell));
    Ok(Outcome::Done)
}
