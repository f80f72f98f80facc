//! Columns of tables in text.

use comfy_table::ColumnConstraint::LowerBoundary;
use comfy_table::{CellAlignment, Table, Width};

/// The least width of a column behind the first.
const LEAST: u16 = 14;

/// Lets the columns of a table end at the right, without lines between them. Each is as wide as its
/// widest cell, but the first no narrower than `head`, so that tables below each other agree.
pub fn at_right(mut table: Table, head: u16) -> Table {
    table.load_style(comfy_table::presets::NOTHING);
    for column in table.column_iter_mut() {
        let (least, gap) = if column.index == 0 {
            (head, 0)
        } else {
            (LEAST, 1)
        };
        column.set_constraint(LowerBoundary(Width::Fixed(least)));
        column.set_padding((gap, 0));
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
