//! The paper's table (figure 6) as text.

use std::fmt::Write;

use crate::experiment::Outcome;
use crate::remainder::Remainder;
use crate::row::Row;
use crate::variant::Variant;

/// What each residual removes; time, memory, counted events and reports, one line for each number
/// of users, and the average overheads.
pub fn render(outcome: &Outcome) -> String {
    let mut text = String::new();
    what_is_left(&mut text, outcome);
    section(
        &mut text,
        outcome,
        "Processor time, in seconds",
        |row, variant| format!("{:.2} s", row.seconds(variant)),
    );
    line(&mut text, "overhead", |variant| {
        format!("{:.2} %", 100.0 * outcome.average_overhead(variant))
    });
    section(
        &mut text,
        outcome,
        "Memory (largest resident set), in MiB",
        |row, variant| format!("{:.0}", row.mebibytes(variant)),
    );
    section(
        &mut text,
        outcome,
        "Events counted by the monitor (exact)",
        |row, variant| row.events(variant).to_string(),
    );
    section(&mut text, outcome, "Reports", |row, variant| {
        row.reports(variant).to_string()
    });

    let _ = writeln!(
        text,
        "\nCost of the risk condition, as the program measures it\n{}",
        outcome.condition_cost
    );
    text
}

/// The size of the monitored property, and what the steps take from it.
fn what_is_left(text: &mut String, outcome: &Outcome) {
    let number =
        |variant: Variant, count: fn(&Remainder) -> usize| match outcome.reductions.get(&variant) {
            Some(reduction) => count(reduction).to_string(),
            None => "-".to_owned(),
        };
    let _ = writeln!(text, "What is left to monitor");
    line(text, "", |variant| variant.title().to_owned());
    line(text, "transitions", |variant| {
        number(variant, |reduction| reduction.transitions.len())
    });
    line(text, "calls", |variant| {
        number(variant, |reduction| reduction.kept)
    });

    let mut before: &[String] = &[];
    for (variant, reduction) in &outcome.reductions {
        let gone: Vec<&str> = reduction
            .removed
            .iter()
            .filter(|t| !before.contains(t))
            .map(String::as_str)
            .collect();
        if !gone.is_empty() {
            let _ = writeln!(text, "{:>11} without {}", variant.title(), gone.join(", "));
        }
        before = &reduction.removed;
    }
}

fn section(
    text: &mut String,
    outcome: &Outcome,
    title: &str,
    cell: impl Fn(&Row, Variant) -> String,
) {
    let _ = writeln!(text, "\n{title}");
    line(text, "users", |variant| variant.title().to_owned());
    for row in &outcome.rows {
        line(text, &row.load.users.to_string(), |variant| {
            cell(row, variant)
        });
    }
}

fn line(text: &mut String, head: &str, cell: impl Fn(Variant) -> String) {
    let _ = write!(text, "{head:>11}");
    for variant in Variant::ALL {
        let _ = write!(text, "{:>14}", cell(variant));
    }
    text.push('\n');
}
