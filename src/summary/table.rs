//! The table of the summary: a row for each property, and one for all.

use anstyle::{AnsiColor, Style};
use comfy_table::{CellAlignment, Table};
use plan::{Reduction, Totals, Verdict};

use super::{PropertySummary, TransitionCounts};
use crate::wording::{analyze as wording, grouped, verdict};

/// The space between columns.
const GAP: u16 = 2;

/// The rows of `each` property, of those that have nothing left together, and of all.
#[derive(Debug, Default)]
pub struct Rows<'a> {
    /// Properties with a row of their own, in this order.
    pub each: Vec<&'a PropertySummary<'a>>,
    /// The others, if there are any.
    pub others: Option<Together>,
}

/// Several properties together.
#[derive(Debug, Clone, Copy, Default)]
pub struct Together {
    /// How many they are.
    count: usize,
    totals: Totals,
    transitions: TransitionCounts,
}

impl Together {
    /// With one more property.
    pub fn and(self, property: &PropertySummary<'_>) -> Self {
        Together {
            count: self.count + 1,
            totals: both(self.totals, property.generators),
            transitions: self.transitions.and(property.transitions),
        }
    }
}

impl Rows<'_> {
    /// The table, each line with its style and without spaces at its end.
    pub fn text(&self) -> String {
        let mut table = Table::new();
        table.load_style(comfy_table::presets::NOTHING);
        table.add_row(wording::COLUMNS);
        for property in &self.each {
            let one = Together::default().and(property);
            table.add_row(cells(
                property.name.to_owned(),
                one,
                remark(property.verdict, property.generators.kept),
            ));
        }
        if let Some(others) = self.others {
            table.add_row(cells(wording::others(others.count), others, ""));
        }
        let all = self.all();
        if all.count > 1 {
            table.add_row(cells(wording::all(all.count), all, ""));
        }

        for column in table.column_iter_mut() {
            let is_text = column.index == 0 || column.index + 1 == wording::COLUMNS.len();
            column.set_padding((if column.index == 0 { 0 } else { GAP }, 0));
            column.set_cell_alignment(if is_text {
                CellAlignment::Left
            } else {
                CellAlignment::Right
            });
        }

        let text = table.to_string();
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        let rows = 1 + self.each.len();
        let heads = lines.len()
            - (rows - 1)
            - usize::from(self.others.is_some())
            - usize::from(all.count > 1);
        let style = |line: usize| match line.checked_sub(heads) {
            None => Style::new().dimmed(),
            Some(row) => match self.each.get(row) {
                Some(property) => style_of(property.verdict),
                None if all.count > 1 && line + 1 == lines.len() => Style::new().bold(),
                None => Style::new(),
            },
        };

        lines
            .iter()
            .enumerate()
            .map(|(line, text)| format!("{0}{text}{0:#}\n", style(line)))
            .collect()
    }

    /// All properties.
    fn all(&self) -> Together {
        let others = self.others.unwrap_or_default();
        self.each
            .iter()
            .fold(others, |all, property| all.and(property))
    }
}

/// Both together.
pub fn both(one: Totals, other: Totals) -> Totals {
    Totals {
        generators: one.generators + other.generators,
        residual0: one.residual0 + other.residual0,
        residual1: one.residual1 + other.residual1,
        residual2: one.residual2 + other.residual2,
        nop: one.nop + other.nop,
        kept: one.kept + other.kept,
    }
}

fn cells(name: String, of: Together, remark: &str) -> [String; wording::COLUMNS.len()] {
    let Together {
        totals,
        transitions,
        ..
    } = of;
    let step = |step: Reduction| match step {
        Reduction::Residual0 => totals.residual0,
        Reduction::Residual1 => totals.residual1,
        Reduction::Residual2 => totals.residual2,
        Reduction::Nop => totals.nop,
    };
    [
        name,
        grouped(totals.generators),
        grouped(step(Reduction::Residual0)),
        grouped(step(Reduction::Residual1)),
        grouped(step(Reduction::Residual2)),
        grouped(step(Reduction::Nop)),
        grouped(totals.kept),
        wording::left(transitions.kept, transitions.transitions),
        remark.to_owned(),
    ]
}

/// The verdict, where the numbers do not say it.
fn remark(of: Verdict, kept: u64) -> &'static str {
    match (of, kept) {
        (Verdict::Violated, _) | (Verdict::Residual, 0) => verdict(of),
        (Verdict::Residual | Verdict::Satisfied, _) => "",
    }
}

fn style_of(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Violated => AnsiColor::Red.on_default().bold(),
        Verdict::Residual | Verdict::Satisfied => Style::new(),
    }
}
