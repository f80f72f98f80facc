//! The steps of a report: a column for each thread, and the first step on top.

use std::collections::BTreeMap;

use maud::{Markup, html};
use predict::trace::Frame;
use predict::{Kind, Report, Step};

use super::super::excerpts::cut;
use super::super::prose;
use crate::lookup::place_of;
use crate::wording::predict::act;
use crate::wording::predictions as wording;

/// Lines of source before and behind a step.
const CONTEXT: usize = 2;

/// The table of the steps.
pub fn table(report: &Report, texts: &BTreeMap<String, String>) -> Markup {
    let rows = rows(report);
    let threads = threads(report);
    let shares_a_row = rows.iter().any(|row| row.len() > 1);
    html! {
        div class="wide whole" tabindex="0" role="region" aria-label="Steps" {
            table class="lanes" {
                caption { (wording::steps(report.kind, shares_a_row)) }
                thead { tr {
                    th scope="col" { "Step" }
                    @for thread in &threads { th scope="col" { "Thread " code { (thread) } } }
                } }
                tbody {
                    @for (index, row) in rows.iter().enumerate() {
                        tr {
                            th scope="row" {
                                (index + 1)
                                @if row.len() > 1 { br; small { (wording::at_once(report.kind)) } }
                            }
                            @for thread in &threads {
                                td { @for step in row.iter().filter(|step| step.thread == *thread) { (cell(step, texts)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The threads in the order of their first steps.
fn threads(report: &Report) -> Vec<&str> {
    let mut threads: Vec<&str> = Vec::new();
    for step in &report.steps {
        if !threads.contains(&step.thread.as_str()) {
            threads.push(&step.thread);
        }
    }
    threads
}

/// The steps in rows. Steps of the witness have a row each. Those behind it are about to happen, and
/// nothing orders them: threads share a row. So do the requests of a deadlock, which are all open.
fn rows(report: &Report) -> Vec<Vec<&Step>> {
    let mut rows: Vec<Vec<&Step>> = Vec::new();
    let mut is_open = false;
    for step in &report.steps {
        let event = step.event as u32;
        let mut runs = report.witness.runs.iter();
        let is_in_order = runs.any(|&(first, last)| (first..=last).contains(&event));
        match rows.last_mut() {
            Some(row) if is_open && row.iter().all(|other| other.thread != step.thread) => {
                row.push(step);
            }
            _ => rows.push(vec![step]),
        }
        is_open = report.kind == Kind::Deadlock || !is_in_order;
    }
    rows
}

/// One step: what the thread does, where, and on which calls it has come there.
fn cell(step: &Step, texts: &BTreeMap<String, String>) -> Markup {
    html! {
        p class="act" { (prose(&act(step))) }
        p class="where" {
            @if place_of(&step.line).is_none() { "line " }
            code { (step.line) }
            @if let Some(own) = step.stack.first() { " in " code { (own.method) } }
        }
        (excerpt(&step.line, texts))
        @if let [_, callers @ ..] = step.stack.as_slice() && !callers.is_empty() { (calls(callers)) }
    }
}

/// The open calls, the innermost first.
fn calls(callers: &[Frame]) -> Markup {
    html! {
        details {
            summary { (wording::calls(callers.len())) }
            ol class="stack" {
                @for frame in callers { li { "called by " code { (frame.method) } " " small { (frame.line) } } }
            }
        }
    }
}

/// The lines of source around a line, as far as they are at hand.
fn excerpt(line: &str, texts: &BTreeMap<String, String>) -> Markup {
    let place = place_of(line).filter(|(_, number)| *number > 0);
    let found = place.and_then(|(file, number)| Some((texts.get(file)?, number as usize)));
    let Some((text, number)) = found else {
        return html! {};
    };
    let first = number.saturating_sub(CONTEXT).max(1);
    let lines: Vec<(usize, &str)> = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line))
        .skip(first - 1)
        .take_while(|(at, _)| *at <= number + CONTEXT)
        .collect();
    if lines.iter().all(|(at, _)| *at != number) {
        return html! {};
    }
    let indent = indent(&lines);
    html! {
        pre {
            @for (at, line) in lines {
                span class=(if at == number { "line here" } else { "line" }) {
                    span class="line-number" { (format!("{at:5}")) } (cut(line.get(indent..).unwrap_or_default())) "\n"
                }
            }
        }
    }
}

/// The white space that all lines begin with, in bytes.
fn indent(lines: &[(usize, &str)]) -> usize {
    let lines = lines.iter().filter(|(_, line)| !line.trim().is_empty());
    let indents = lines.map(|(_, line)| line.len() - line.trim_start_matches([' ', '\t']).len());
    indents.min().unwrap_or_default()
}
