//! The command line of residua. This file turns outcomes into exit statuses; [`commands`] does the
//! work.

mod acceptance;
mod cache;
mod causes;
mod cli;
mod commands;
mod comparison;
mod config;
mod console;
mod counts;
mod editor;
mod failure;
mod inputs;
mod interrupt;
mod lookup;
mod measurement;
mod memory;
mod messages;
mod output;
mod percent;
mod project;
mod ranking;
mod record;
mod recorder;
mod render;
mod report;
mod sarif;
mod settings;
mod summary;
mod threads;
mod wording;
mod workers;

use std::process::ExitCode;

use clap::Parser;

use commands::Outcome;
use console::Console;
use failure::Rejected;

/// Unusable arguments or input; what clap exits with, too.
const UNUSABLE: u8 = 2;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    let console = Console::on_stderr(cli.quiet, cli.verbose, !cli.no_next);
    if let Err(error) = interrupt::install(move || console.clear()) {
        anstream::eprintln!("warning: an interruption may leave temporary files behind: {error}");
    }

    let ended = commands::run(cli.command, console);
    if interrupt::is_asked() {
        console.clear();
        return ExitCode::from(interrupt::STATUS);
    }

    console.done();
    match ended {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::Objections) => ExitCode::FAILURE,
        Ok(Outcome::Status(status)) => ExitCode::from(status),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            tell(&error, console);
            ExitCode::from(UNUSABLE)
        }
    }
}

/// The reader of stdout has seen enough.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}

fn tell(error: &anyhow::Error, console: Console) {
    match error.downcast_ref::<Rejected>() {
        // Where stderr is gone there is nobody left to tell.
        Some(Rejected(findings)) => drop(console.findings(findings)),
        None => anstream::eprintln!("error: {}", failure::text(error)),
    }
}
