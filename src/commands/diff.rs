//! `residua diff`: two plans compared.

use anyhow::Result;

use super::{Outcome, print};
use crate::cli::{DiffArgs, Listing};
use crate::comparison::Comparison;
use crate::config;
use crate::console::Console;
use crate::failure::about_file;
use crate::inputs::{plans, shown};
use crate::settings::plan_of;
use crate::wording::next;

/// Tells what differs; more newly monitored generators than allowed are an objection.
pub fn run(args: &DiffArgs, console: Console) -> Result<Outcome> {
    let new_path = match &args.new {
        Some(path) => path.clone(),
        None => plan_of(&config::in_force(None)?),
    };
    let (old, new) = (plans::read(&args.old)?, plans::read(&new_path)?);
    let comparison = Comparison::new(&old, &new);
    print(&match args.format {
        Listing::Text => comparison.text(),
        Listing::Json => comparison.json()?,
    })?;

    if args.format == Listing::Text {
        console.next(next::diff(comparison.first_newly_monitored().as_deref()));
    }

    let number = comparison.newly_monitored() as u64;
    match args.max_new.filter(|&allowed| number > allowed) {
        None => Ok(Outcome::Done),
        Some(allowed) => {
            let calls = if number == 1 { "call is" } else { "calls are" };
            let are = if allowed == 1 { "is" } else { "are" };
            let message =
                format!("{number} {calls} monitored that were not before; {allowed} {are} allowed");
            let finding = about_file(&shown(&new_path), "newly-monitored", message);
            console.findings(&[
                finding.with_help("`residua explain` says of a line why it is monitored")
            ])?;
            Ok(Outcome::Objections)
        }
    }
}
