//! The decisions at a line of source.

use std::collections::BTreeSet;
use std::path::Path;

use instrument::plan::{Generator, Plan, Source};

use super::source::{source_called, unchanged_text};
use super::witness::Witnesses;
use crate::failure::Rejected;
use crate::render;
use crate::wording::{kind, moment, silenced_by};

/// Every generator of the line with its decision, for kept ones how they may take part in a report, and the line itself,
/// as long as the source is there unchanged.
///
/// # Errors
/// The plan has no such source, or the path fits several.
pub fn explain(plan: &Plan, file: &str, line: u32) -> Result<String, Rejected> {
    let source = source_called(&plan.sources, &|source| (&source.root, &source.path), file)?;
    let text = unchanged_text(source);
    let source_line = text.as_deref().ok().and_then(|text| text.lines().nth(line.checked_sub(1)? as usize));
    let here: Vec<&Generator> = of_file(plan, source).filter(|generator| generator.line == line).collect();
    let mut witnesses = Witnesses::new(plan);
    let mut told: Vec<String> = Vec::new();
    for generator in &here {
        told.push(render::decision(&decision(generator, source), source_line));
        told.extend(witnesses.explain(generator));
    }
    if here.is_empty() {
        told.push(nothing_here(plan, source, line));
    }
    told.extend(text.err());
    Ok(told.join("\n\n") + "\n")
}

fn of_file<'a>(plan: &'a Plan, source: &'a Source) -> impl Iterator<Item = &'a Generator> {
    plan.generators.iter().filter(|generator| generator.file == source.path)
}

fn decision<'a>(generator: &'a Generator, source: &Source) -> render::Decision<'a> {
    let (moment, kind) = (moment(generator.when), kind(generator.kind));
    render::Decision {
        fate: if generator.by.is_some() { "silenced" } else { "kept" },
        step: generator.by.map(silenced_by),
        what: format!("`{}` of `{}`, {moment} {kind} `{}`", generator.event, generator.property, generator.callee),
        file: Path::new(&source.root).join(&source.path).to_string_lossy().into_owned(),
        line: generator.line,
        column: generator.column,
        why: &generator.why,
    }
}

fn nothing_here(plan: &Plan, source: &Source, line: u32) -> String {
    let lines: BTreeSet<u32> = of_file(plan, source).map(|generator| generator.line).collect();
    let message = format!("nothing in line {line} of {} raises an event of the properties", source.path);
    let (before, after) = (lines.range(..line).next_back(), lines.range(line..).next());
    let near: Vec<String> = before.into_iter().chain(after).map(u32::to_string).collect();
    if near.is_empty() { message } else { format!("{message}; the nearest lines that do: {}", near.join(", ")) }
}
