//! `residua completions` and `residua man`: what shells and `man` want to know of the command line.

use std::io::Write;

use anyhow::Result;
use clap::{Command, CommandFactory};
use clap_mangen::Man;

use super::Outcome;
use crate::cli::{Cli, CompletionsArgs, ManArgs};
use crate::output::FileSet;

/// Prints a script that completes commands and options.
pub fn completions(args: &CompletionsArgs) -> Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "residua", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(Outcome::Done)
}

/// Prints the manual page, or writes it with one for each command into a folder.
pub fn man(args: &ManArgs) -> Result<Outcome> {
    let mut whole = Cli::command();
    whole.build();
    let Some(folder) = &args.out else {
        std::io::stdout().write_all(&page(whole)?)?;
        return Ok(Outcome::Done);
    };
    let mut files = FileSet::default();

    for command in whole
        .get_subcommands()
        .filter(|command| command.get_name() != "help")
    {
        files.add(
            &format!("residua-{}.1", command.get_name()),
            page(command.clone())?,
        );
    }
    files.add("residua.1", page(whole)?);
    files.write(folder)?;

    Ok(Outcome::Done)
}

fn page(command: Command) -> std::io::Result<Vec<u8>> {
    let mut text = Vec::new();
    Man::new(command).render(&mut text)?;
    Ok(text)
}
