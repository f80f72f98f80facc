//! The paper's table (figure 6) as text.

use std::fmt::Write;

use comfy_table::Table;

use crate::columns::at_right;
use crate::experiment::Outcome;
use crate::remainder::Remainder;
use crate::row::Row;
use crate::variant::Variant;

/// The least width of the first column.
const HEAD: u16 = 11;

/// Writes what each residual removes; time, memory, counted events and reports, one line for each
/// number of users, and the average overheads.
pub fn render(outcome: &Outcome) -> String {
    let mut text = String::new();
    what_is_left(&mut text, outcome);
    let mut seconds = by_users(outcome, |row, variant| {
        format!("{:.2} s", row.seconds(variant))
    });
    line(&mut seconds, "overhead", |variant| {
        format!("{:.2} %", 100.0 * outcome.average_overhead(variant))
    });
    let memory = by_users(outcome, |row, variant| {
        format!("{:.0}", row.mebibytes(variant))
    });
    let events = by_users(outcome, |row, variant| row.events(variant).to_string());
    let reports = by_users(outcome, |row, variant| row.reports(variant).to_string());
    for (title, table) in [
        ("Processor time, in seconds", seconds),
        ("Memory (largest resident set), in MiB", memory),
        ("Events counted by the monitor (exact)", events),
        ("Reports", reports),
    ] {
        let _ = writeln!(text, "\n{title}\n{}", at_right(table, HEAD));
    }
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
    let mut table = Table::new();
    line(&mut table, "", |variant| variant.title().to_owned());
    line(&mut table, "transitions", |variant| {
        number(variant, |reduction| reduction.transitions.len())
    });
    line(&mut table, "calls", |variant| {
        number(variant, |reduction| reduction.kept)
    });
    let _ = writeln!(text, "What is left to monitor\n{}", at_right(table, HEAD));
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

/// A line for each number of users.
fn by_users(outcome: &Outcome, cell: impl Fn(&Row, Variant) -> String) -> Table {
    let mut table = Table::new();
    line(&mut table, "users", |variant| variant.title().to_owned());
    for row in &outcome.rows {
        let users = row.load.users.to_string();
        line(&mut table, &users, |variant| cell(row, variant));
    }
    table
}

fn line(table: &mut Table, head: &str, cell: impl Fn(Variant) -> String) {
    let mut cells = vec![head.to_owned()];
    cells.extend(Variant::ALL.map(cell));
    table.add_row(cells);
}
