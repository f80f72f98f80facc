//! `residua explain`: what a plan decides about a line, a property or a transition, and why.

mod line;
mod property;
mod subject;

use anyhow::Result;
use instrument::plan::Plan;

use super::{Outcome, print};
use crate::cli::ExplainArgs;
use crate::failure::Rejected;
use crate::inputs::plan;
use subject::Subject;

/// Prints what the plan says about the subject.
pub fn run(args: &ExplainArgs) -> Result<Outcome> {
    let plan = plan::read(&args.plan)?;
    print(&explain(&plan, &Subject::parse(&args.subject))?)?;
    Ok(Outcome::Done)
}

fn explain(plan: &Plan, subject: &Subject<'_>) -> Result<String, Rejected> {
    match *subject {
        Subject::Line { file, line } => line::explain(plan, file, line),
        Subject::Property(name) => Ok(property::explain(property::named(plan, name)?)),
        Subject::Transition { property, from, to } => {
            property::explain_transition(property::named(plan, property)?, from, to)
        }
    }
}
