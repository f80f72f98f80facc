//! The paper's table (figure 6) as text.

use std::fmt::Write;

use crate::experiment::{Outcome, Row};
use crate::variant::Variant;

/// Time, memory and counted events: one line for each number of users, and the average overheads.
pub fn render(outcome: &Outcome) -> String {
    let mut text = String::new();
    section(&mut text, outcome, "Processor time, in seconds", |row, variant| format!("{:.2} s", row.seconds(variant)));
    line(&mut text, "overhead", |variant| format!("{:.2} %", 100.0 * outcome.average_overhead(variant)));
    section(&mut text, outcome, "Memory (largest resident set), in MiB", |row, variant| {
        format!("{:.0}", row.mebibytes(variant))
    });
    section(&mut text, outcome, "Events counted by the monitor (exact)", |row, variant| {
        row.events(variant).to_string()
    });
    section(&mut text, outcome, "Reports", |row, variant| row.reports(variant).to_string());
    text
}

fn section(text: &mut String, outcome: &Outcome, title: &str, cell: impl Fn(&Row, Variant) -> String) {
    let _ = writeln!(text, "\n{title}");
    line(text, "users", |variant| variant.title().to_owned());
    for row in &outcome.rows {
        line(text, &row.load.users.to_string(), |variant| cell(row, variant));
    }
}

fn line(text: &mut String, head: &str, cell: impl Fn(Variant) -> String) {
    let _ = write!(text, "{head:>10}");
    for variant in Variant::ALL {
        let _ = write!(text, "{:>14}", cell(variant));
    }
    text.push('\n');
}
