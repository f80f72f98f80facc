//! `residua explain`: what a plan decides about a line, a property or a transition, what may be
//! called, what aliased, and what a code means.

mod alias;
mod asked;
mod calls;
mod code;
mod line;
mod program;
mod property;
mod source;
mod subject;
mod values;
mod view;
mod witness;

use anyhow::Result;
use plan::Plan;

use super::{Outcome, print};
use crate::cli::ExplainArgs;
use crate::config;
use crate::console::Console;
use crate::failure::Rejected;
use crate::inputs::{plans, shown};
use crate::settings::{ProgramSettings, plan_of};
use crate::threads;
use crate::wording::next;
use subject::Subject;

/// Prints what the plan says about the subject, what the analysis of the program says about calls or
/// aliases, or what a code means.
pub fn run(args: ExplainArgs, console: Console) -> Result<Outcome> {
    let text = match (&args.subject, &args.code) {
        (_, Some(code)) => code::explain(code)?,
        (Some(subject), None) => {
            let path = match args.plan {
                Some(path) => path,
                None => plan_of(&config::in_force(args.program.config.as_deref())?),
            };
            explain(
                &plans::read_with_files(&path)?,
                &shown(&path),
                &Subject::parse(subject),
            )?
        }
        (None, None) => {
            let settings = ProgramSettings::new(args.program)?;
            let (calls, alias) = (&args.calls, &args.alias);
            threads::on(settings.threads, || {
                program::explain(&settings, calls, alias, console)
            })?
        }
    };
    print(&text)?;
    console.next(if args.code.is_some() {
        next::EXPLAIN_CODE
    } else {
        next::EXPLAIN
    });

    Ok(Outcome::Done)
}

/// Of a plan, which was read from `path`.
fn explain(plan: &Plan, path: &str, subject: &Subject<'_>) -> Result<String, Rejected> {
    match *subject {
        Subject::Line { file, line } => line::explain(plan, file, line),
        Subject::Property(name) => Ok(property::explain(plan, property::named(plan, path, name)?)),
        Subject::Transition { property, from, to } => {
            property::explain_transition(plan, property::named(plan, path, property)?, from, to)
        }
    }
}
