//! One module for each command. A command reads, computes and writes; what goes wrong comes back as
//! an error, and `main` turns outcomes and errors into exit statuses.

mod analyze;
mod check;
mod completions;
mod convert;
mod demo;
mod diff;
mod explain;
mod init;
mod lsp;
mod man;
mod measure;
mod predict;
mod rank;
mod record;
mod recorded_program;
mod replay;
mod schema;
mod trace;
mod weave;

use std::io::Write;

use anyhow::Result;

use crate::cli::Command;
use crate::console::Console;

/// How a command that did its work ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing to object to.
    Done,
    /// A property is violated in every execution or by the trace, `predict` has reports, `replay` does not confirm one, more is monitored than the budget
    /// or `--max-new` allows, `check` found errors, or variants of `demo` or `measure` do not
    /// agree.
    Objections,
    /// The exit status of the program that the command ran.
    Status(u8),
}

/// Runs a command.
pub fn run(command: Command, console: Console) -> Result<Outcome> {
    match command {
        Command::Init(args) => init::run(&args, console),
        Command::Analyze(args) => analyze::run(*args, console),
        Command::Weave(args) => weave::run(&args, console),
        Command::Explain(args) => explain::run(*args, console),
        Command::Diff(args) => diff::run(&args, console),
        Command::Measure(args) => measure::run(&args, console),
        Command::Rank(args) => rank::run(&args, console),
        Command::Check(args) => check::run(&args, console),
        Command::Convert(args) => convert::run(&args, console),
        Command::Trace(args) => trace::run(&args, console),
        Command::Record(args) => record::run(&args, console),
        Command::Predict(args) => predict::run(&args, console),
        Command::Replay(args) => replay::run(&args, console),
        Command::Demo(args) => demo::run(&args, console),
        Command::Completions(args) => completions::completions(&args, console),
        Command::Lsp => lsp::run(),
        Command::Schema(args) => schema::run(&args, console),
        Command::Man(args) => man::run(&args, console),
    }
}

/// Writes results to stdout.
fn print(text: &str) -> std::io::Result<()> {
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}
