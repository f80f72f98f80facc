//! The parts of the report.

use instrument::plan::{Generator, Plan, PropertyRow, Totals, TransitionRow};
use maud::{Markup, html};

use crate::wording::{kind, moment, residual, silenced_by, verdict};

/// One row of numbers for each property.
pub fn summary(plan: &Plan) -> Markup {
    html! {
        h2 { "Summary" }
        table {
            caption { "How many generators each step silences." }
            thead {
                tr {
                    th scope="col" { "Property" }
                    th scope="col" { "Verdict" }
                    @for step in ["Generators", "residual0", "residual1", "residual2", "no-op", "Kept"] {
                        th.number scope="col" { (step) }
                    }
                }
            }
            tbody {
                @for (index, property) in plan.properties.iter().enumerate() {
                    (summary_row(index, property, plan.totals.get(&property.name).copied().unwrap_or_default()))
                }
            }
        }
    }
}

fn summary_row(index: usize, property: &PropertyRow, totals: Totals) -> Markup {
    let Totals { generators, residual0, residual1, residual2, nop, kept } = totals;
    html! {
        tr {
            th scope="row" { a href={ "#" (anchor(index)) } { (property.name) } }
            td { (verdict(property.verdict)) }
            @for number in [generators, residual0, residual1, residual2, nop, kept] {
                td.number { (number) }
            }
        }
    }
}

/// What the results rest on.
pub fn assumptions(plan: &Plan) -> Markup {
    html! {
        h2 { "Assumptions" }
        p { "Optimized monitors report exactly what full monitoring reports wherever all of these hold." }
        table {
            thead { tr { th scope="col" { "Assumption" } th scope="col" { "Where" } th scope="col" { "What" } } }
            tbody {
                @for assumption in &plan.assumptions {
                    tr {
                        td { code { (assumption.id) } }
                        td { @if let Some(file) = &assumption.file { (place(file, assumption.line)) } }
                        td { (assumption.text) }
                    }
                }
            }
        }
    }
}

fn place(file: &str, line: Option<u32>) -> Markup {
    html! { code { (file) @if let Some(line) = line { ":" (line) } } }
}

/// The transitions and generators of one property.
pub fn property(plan: &Plan, index: usize, property: &PropertyRow) -> Markup {
    let generators: Vec<&Generator> = plan.generators.iter().filter(|g| g.property == property.name).collect();
    html! {
        section id=(anchor(index)) {
            h2 { (property.name) }
            p { code { (property.file) } ": " (verdict(property.verdict)) "." }
            h3 { "Transitions" }
            (transitions(&property.transitions))
            h3 { "Generators" }
            @if generators.is_empty() {
                p { "No program point raises an event of this property." }
            } @else {
                (generator_table(&generators))
            }
        }
    }
}

fn transitions(rows: &[TransitionRow]) -> Markup {
    html! {
        table {
            thead { tr { th scope="col" { "Transition" } th scope="col" { "Removed by" } th scope="col" { "Why" } } }
            tbody {
                @for row in rows {
                    tr {
                        td { (transition(row)) }
                        td { @if let Some(step) = row.removed_by { (residual(step)) } }
                        td { (row.why) }
                    }
                }
            }
        }
    }
}

fn transition(row: &TransitionRow) -> Markup {
    let arrow = html! { code { (row.from) " \u{2014}" (row.event) "\u{2192} " (row.to) } };
    match row.removed_by {
        Some(_) => html! { del { (arrow) } },
        None => arrow,
    }
}

fn generator_table(generators: &[&Generator]) -> Markup {
    html! {
        table {
            thead {
                tr {
                    @for title in ["Place", "Event", "Point", "Decision", "Why"] {
                        th scope="col" { (title) }
                    }
                }
            }
            tbody {
                @for generator in generators {
                    tr {
                        td { code { (generator.file) ":" (generator.line) ":" (generator.column) } }
                        td { (generator.event) }
                        td { (point(generator)) }
                        td { (decision(generator)) }
                        td { (generator.why) }
                    }
                }
            }
        }
    }
}

fn point(generator: &Generator) -> Markup {
    html! { (moment(generator.when)) " " (kind(generator.kind)) " " code { (generator.callee) } }
}

fn decision(generator: &Generator) -> Markup {
    match generator.by {
        None => html! { span.keep { "keep" } },
        Some(step) => html! { "silenced by " (silenced_by(step)) },
    }
}

/// Names may hold anything; places in the page go by number.
fn anchor(index: usize) -> String {
    format!("property-{index}")
}
