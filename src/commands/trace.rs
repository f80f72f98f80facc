//! `residua trace`: a recorded trace of events, judged with the reference interpreter.

use std::fmt::Write;
use std::io::Read;
use std::path::Path;

use anyhow::Result;
use date::model::Specification;
use reference::interpreter::{FinalInstance, Run, interpret};
use text::{Diagnostic, Span};

use super::{Outcome, print};
use crate::cli::{TraceArgs, fidelity};
use crate::console::Console;
use crate::failure::Rejected;
use crate::inputs::{properties, text_file};
use crate::wording::next;

/// The name of a trace from stdin in findings.
const STDIN: &str = "<stdin>";

/// Prints the reports of the trace, as monitored programs write them, and how it leaves each
/// instance. A run that cannot be judged to its end is an error after that.
pub fn run(args: &TraceArgs, console: Console) -> Result<Outcome> {
    let properties = properties::read(std::slice::from_ref(&args.property), fidelity(args.compat))?;
    console.findings(&properties.findings)?;
    let (name, text) = events(&args.events)?;
    let trace = reference::trace::read(&name, &text).map_err(Rejected)?;
    let mut violated = false;

    for file in &properties.files {
        let run = interpret(&file.specification, &trace).map_err(Rejected)?;
        print(&verdict(&file.specification, &run))?;
        violated |= run.reports().next().is_some();
        if let Some(missing) = run.undecided {
            return Err(Rejected::from(missing).into());
        }
    }

    console.next(next::trace(&args.property));
    Ok(if violated {
        Outcome::Objections
    } else {
        Outcome::Done
    })
}

/// The name and the text of the trace; `-` is stdin.
fn events(path: &Path) -> Result<(String, String), Rejected> {
    if path != Path::new("-") {
        return Ok((crate::inputs::shown(path), text_file(path, "event trace")?));
    }

    let mut text = String::new();
    let unreadable = |error| {
        Diagnostic::error(
            STDIN,
            Span::default(),
            "unreadable",
            format!("cannot read it: {error}"),
        )
    };
    std::io::stdin()
        .read_to_string(&mut text)
        .map_err(unreadable)?;

    Ok((STDIN.to_owned(), text))
}

fn verdict(specification: &Specification, run: &Run) -> String {
    let mut text = String::new();
    for report in run.reports() {
        let message = message(specification, &report.property);
        let message = message.map_or_else(String::new, |message| format!(": {message}"));
        let _ = writeln!(text, "{report}{message}");
    }
    let reports = run.reports().count();
    let _ = writeln!(
        text,
        "{reports} report{}",
        if reports == 1 { "" } else { "s" }
    );
    run.instances
        .iter()
        .for_each(|instance| describe(specification, instance, &mut text));
    text
}

/// The message of a property.
fn message<'a>(specification: &'a Specification, property: &str) -> Option<&'a str> {
    let mut properties = specification.properties.iter();
    let property = properties.find(|known| known.name == property)?;
    property.explanation.message.as_deref()
}

/// `app.Session@1: lifecycle in live`, a line for each property of the instance.
fn describe(specification: &Specification, instance: &FinalInstance, text: &mut String) {
    for (&number, &state) in &instance.states {
        let Some(property) = specification.properties.get(number) else {
            continue;
        };
        let state = property
            .date
            .states
            .get(state)
            .map_or("", |state| state.name.as_str());
        let _ = writeln!(text, "{}: {} in {state}", instance.name, property.name);
    }
}
