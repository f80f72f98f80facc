//! The decisions at a line of source.

use std::collections::BTreeSet;
use std::path::Path;

use date::diagnostic::nearest;
use instrument::plan::{Generator, Plan, Source, sha256};

use crate::failure::{Rejected, about_file};
use crate::render;
use crate::wording::{kind, moment, silenced_by};

/// Every generator of the line with its decision and the line itself, as long as the source is there unchanged.
///
/// # Errors
/// The plan has no such source, or the path fits several.
pub fn explain(plan: &Plan, file: &str, line: u32) -> Result<String, Rejected> {
    let source = source_called(plan, file)?;
    let text = unchanged_text(source);
    let source_line = text.as_deref().ok().and_then(|text| text.lines().nth(line.checked_sub(1)? as usize));
    let here: Vec<&Generator> = of_file(plan, source).filter(|generator| generator.line == line).collect();
    let mut told: Vec<String> =
        here.iter().map(|generator| render::decision(&decision(generator, source), source_line)).collect();
    if here.is_empty() {
        told.push(nothing_here(plan, source, line));
    }
    told.extend(text.err());
    Ok(told.join("\n\n") + "\n")
}

fn of_file<'a>(plan: &'a Plan, source: &'a Source) -> impl Iterator<Item = &'a Generator> {
    plan.generators.iter().filter(|generator| generator.file == source.path)
}

/// The source that the user means: by its path below its root, with the root in front, or by the end of either.
fn source_called<'a>(plan: &'a Plan, file: &str) -> Result<&'a Source, Rejected> {
    let asked = Path::new(file);
    let whole = |source: &Source| Path::new(&source.root).join(&source.path);
    let exact = plan.sources.iter().find(|source| Path::new(&source.path) == asked || whole(source) == asked);
    if let Some(exact) = exact {
        return Ok(exact);
    }
    let ending: Vec<&Source> = plan.sources.iter().filter(|source| whole(source).ends_with(asked)).collect();
    match *ending {
        [source] => Ok(source),
        [] => Err(unknown_source(plan, file)),
        _ => Err(ambiguous_source(file, &ending)),
    }
}

fn unknown_source(plan: &Plan, file: &str) -> Rejected {
    let diagnostic = about_file(file, "unknown-source", format!("the plan was made from no source called `{file}`"));
    match nearest(file, plan.sources.iter().map(|source| source.path.as_str())) {
        Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")).into(),
        None => diagnostic.into(),
    }
}

fn ambiguous_source(file: &str, several: &[&Source]) -> Rejected {
    let paths: Vec<&str> = several.iter().map(|source| source.path.as_str()).collect();
    let message = format!("`{file}` may be each of {} sources", several.len());
    about_file(file, "ambiguous-source", message)
        .with_help(format!("give more of the path: {}", paths.join(", ")))
        .into()
}

/// The text that the plan was made from, or why it cannot be shown.
fn unchanged_text(source: &Source) -> Result<String, String> {
    let path = Path::new(&source.root).join(&source.path);
    let bytes = std::fs::read(&path).map_err(|error| format!("(`{}` cannot be shown: {error})", path.display()))?;
    if sha256(&bytes) != source.sha256 {
        return Err(format!("(`{}` is not shown: it has changed since the plan was made)", path.display()));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
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
