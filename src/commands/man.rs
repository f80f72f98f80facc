//! `residua man`: the manual pages.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::Command as Process;

use anyhow::Result;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use text::nearest;

use super::Outcome;
use crate::cli::{Cli, ManArgs};
use crate::console::Console;
use crate::failure::{Rejected, about_file};
use crate::output::FileSet;
use crate::wording::next;

/// Shows a page on a terminal, prints it elsewhere, or writes all pages into a folder.
pub fn run(args: &ManArgs, console: Console) -> Result<Outcome> {
    let mut whole = Cli::command();
    whole.build();
    match &args.out {
        Some(folder) => {
            write(&whole, folder)?;
            console.next(next::man(folder));
        }
        None => show(
            &name_of(args.command.as_deref()),
            &page(asked(&whole, args.command.as_deref())?)?,
        )?,
    }
    Ok(Outcome::Done)
}

/// The whole command, or the one of this name.
fn asked<'a>(whole: &'a Command, name: Option<&str>) -> Result<&'a Command, Rejected> {
    let Some(name) = name else {
        return Ok(whole);
    };
    whole.find_subcommand(name).ok_or_else(|| {
        let names = documented(whole).map(Command::get_name);
        let message = format!("no command is called `{name}`");
        let finding = about_file("", "unknown-command", message);
        let help = match nearest(name, names) {
            Some(near) => format!("did you mean `residua man {near}`?"),
            None => "`residua help` lists all".to_owned(),
        };
        finding.with_help(help).into()
    })
}

fn documented(whole: &Command) -> impl Iterator<Item = &Command> {
    whole
        .get_subcommands()
        .filter(|command| command.get_name() != "help")
}

/// The name of a page's file.
fn name_of(command: Option<&str>) -> String {
    match command {
        Some(name) => format!("residua-{name}.1"),
        None => "residua.1".to_owned(),
    }
}

fn write(whole: &Command, folder: &Path) -> Result<()> {
    let mut files = FileSet::default();
    for command in documented(whole) {
        files.add(&name_of(Some(command.get_name())), page(command)?);
    }
    files.add(&name_of(None), page(whole)?);
    files.write(folder)?;
    Ok(())
}

/// On a terminal `man` shows the page, if it is there.
fn show(name: &str, page: &[u8]) -> Result<()> {
    if std::io::stdout().is_terminal() {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join(name);
        std::fs::write(&file, page)?;
        if Process::new("man")
            .arg(&file)
            .status()
            .is_ok_and(|status| status.success())
        {
            return Ok(());
        }
    }
    std::io::stdout().write_all(page)?;
    Ok(())
}

fn page(command: &Command) -> std::io::Result<Vec<u8>> {
    let mut text = Vec::new();
    Man::new(command.clone()).render(&mut text)?;
    Ok(text)
}
