//! The table of the summary: a row for each property, and one for all.

use anstyle::{AnsiColor, Style};
use comfy_table::{CellAlignment, Table};
use plan::{Totals, Verdict};

use super::{PropertySummary, TransitionCounts};
use crate::wording::{analyze as wording, grouped, verdict};

/// The space between columns.
const GAP: u16 = 2;

/// The number of columns.
const COLUMNS: usize = wording::COLUMNS.len();

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
            totals: self.totals + property.generators,
            transitions: self.transitions.and(property.transitions),
        }
    }
}

impl Rows<'_> {
    /// The table, each line with its style and without spaces at its end.
    pub fn text(&self) -> String {
        let mut rows: Vec<(Style, [String; COLUMNS])> = Vec::new();
        for property in &self.each {
            let one = Together::default().and(property);
            let remark = remark(property.verdict, property.generators.kept);
            rows.push((
                style_of(property.verdict),
                cells(property.name.to_owned(), one, remark),
            ));
        }
        if let Some(others) = self.others {
            rows.push((
                Style::new(),
                cells(wording::others(others.count), others, ""),
            ));
        }
        let all = self.all();
        if all.count > 1 {
            rows.push((Style::new().bold(), cells(wording::all(all.count), all, "")));
        }

        let heads = [Style::new().dimmed(); 2];
        let styles: Vec<Style> = heads
            .into_iter()
            .chain(rows.iter().map(|(style, _)| *style))
            .collect();
        let text = aligned(rows.into_iter().map(|(_, cells)| cells)).to_string();
        let lines = text.lines().map(str::trim_end).zip(styles);
        lines
            .map(|(line, style)| format!("{style}{line}{style:#}\n"))
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

/// The heads, which take two lines, and the rows, a line each: texts at the left, numbers at the right.
fn aligned(rows: impl Iterator<Item = [String; COLUMNS]>) -> Table {
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.add_row(wording::COLUMNS);
    rows.for_each(|cells| _ = table.add_row(cells));
    for column in table.column_iter_mut() {
        let is_text = column.index == 0 || column.index + 1 == COLUMNS;
        column.set_padding((if column.index == 0 { 0 } else { GAP }, 0));
        column.set_cell_alignment(if is_text {
            CellAlignment::Left
        } else {
            CellAlignment::Right
        });
    }
    table
}

fn cells(name: String, of: Together, remark: &str) -> [String; COLUMNS] {
    let Together {
        totals,
        transitions,
        ..
    } = of;
    [
        name,
        grouped(totals.generators),
        grouped(totals.residual0),
        grouped(totals.residual1),
        grouped(totals.residual2),
        grouped(totals.nop),
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
