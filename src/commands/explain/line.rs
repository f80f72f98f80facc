//! The decisions at a line of source.

use std::collections::BTreeSet;
use std::path::Path;

use plan::{Generator, Plan, Source};
use text::Span;

use super::source::source_called;
use super::witness::Witnesses;
use crate::failure::Rejected;
use crate::inputs::plans::unchanged_text;
use crate::render;
use crate::wording::{explain as wording, reduction};

/// Others of a group that are told.
const TOLD: usize = 5;

/// Every generator of the line with its decision, for kept ones how they may take part in a report,
/// and the line itself, as long as the source is there unchanged.
///
/// # Errors
/// The plan has no such source, or the path fits several.
pub fn explain(plan: &Plan, file: &str, line: u32) -> Result<String, Rejected> {
    let source = source_called(&plan.sources, &|source| (&source.root, &source.path), file)?;
    let text = unchanged_text(source);
    let source_line = text
        .as_deref()
        .ok()
        .and_then(|text| text.lines().nth(line.checked_sub(1)? as usize));
    let here: Vec<&Generator> = of_file(plan, source)
        .filter(|generator| generator.site.line == line)
        .collect();
    let mut witnesses = Witnesses::new(plan);

    let mut told: Vec<String> = Vec::new();
    for generator in &here {
        told.push(render::decision(
            &decision(plan, generator, source),
            source_line,
        ));
        told.extend(witnesses.explain(generator));
    }

    if here.is_empty() {
        told.push(nothing_here(plan, source, line));
    }

    told.extend(text.err());
    Ok(told.join("\n\n") + "\n")
}

fn of_file<'a>(plan: &'a Plan, source: &'a Source) -> impl Iterator<Item = &'a Generator> {
    plan.generators
        .iter()
        .filter(|generator| generator.site.file == source.path)
}

fn decision<'a>(plan: &Plan, generator: &'a Generator, source: &Source) -> render::Decision<'a> {
    render::Decision {
        fate: wording::fate_of_call(generator.by.is_some()),
        step: generator.by.map(reduction),
        what: wording::monitored_call(generator),
        file: Path::new(&source.root)
            .join(&source.path)
            .to_string_lossy()
            .into_owned(),
        span: Span {
            line: generator.site.line,
            column: generator.site.column,
            ..Span::default()
        },
        why: &generator.why,
        notes: together(plan, generator).into_iter().collect(),
    }
}

/// Which others are silent only if this one is, and the other way round.
fn together(plan: &Plan, generator: &Generator) -> Option<String> {
    let group = generator.group?;
    let mut others = plan
        .generators
        .iter()
        .filter(|other| other.group == Some(group) && other.id != generator.id);
    let told: Vec<String> = others
        .by_ref()
        .take(TOLD)
        .map(|other| format!("{}:{}", other.site.file, other.site.line))
        .collect();

    let more = others.count();
    (!told.is_empty()).then(|| wording::silent_together(&told, more))
}

fn nothing_here(plan: &Plan, source: &Source, line: u32) -> String {
    let lines: BTreeSet<u32> = of_file(plan, source)
        .map(|generator| generator.site.line)
        .collect();
    let (before, after) = (lines.range(..line).next_back(), lines.range(line..).next());
    let near: Vec<String> = before
        .into_iter()
        .chain(after)
        .map(u32::to_string)
        .collect();

    wording::no_event(&source.path, line, &near)
}
