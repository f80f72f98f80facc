//! Where the blocks of a method begin, and which handlers cover them.

use std::sync::Arc;

use jvm::classfile::{ClassFile, Code, LineEntry, line_at};

use crate::error::{Fault, Result};

/// Rows of an exception table times blocks: more is refused.
const MAX_COVERED: usize = 1 << 24;

/// A row of the exception table.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) handler: u32,
    /// The class that is caught; `None` for every throwable.
    pub(crate) caught: Option<Arc<str>>,
}

/// The static structure of a method's code.
#[derive(Debug)]
pub(crate) struct Flow {
    /// By pc: whether a block begins there.
    leaders: Vec<bool>,
    pub(crate) rows: Vec<Row>,
    lines: Vec<LineEntry>,
}

impl Flow {
    /// Reads it. O(size of the code).
    ///
    /// # Errors
    /// Where an instruction is damaged, or a jump or a row names no instruction.
    pub(crate) fn of(class: &ClassFile<'_>, code: &Code<'_>) -> Result<Flow> {
        let length = code.bytes.len();
        if length == 0 || length > usize::from(u16::MAX) {
            return Err(Fault::new("the code has no instruction, or too many"));
        }

        let mut starts = vec![false; length];
        let mut targets = vec![0];
        for instruction in code.instructions() {
            let instruction = instruction?;
            starts[instruction.pc as usize] = true;
            let jumps = instruction.targets()?;
            if !jumps.is_empty() || instruction.ends_block() {
                targets.extend(Some(instruction.end()).filter(|&end| (end as usize) < length));
            }
            targets.extend(jumps);
        }

        let rows = rows(class, code)?;
        for row in &rows {
            targets.extend([row.start, row.handler]);
            targets.extend(Some(row.end).filter(|&end| end as usize != length));
        }
        let mut leaders = vec![false; length];
        for target in targets {
            if !starts.get(target as usize).copied().unwrap_or_default() {
                return Err(Fault::new("no instruction begins here").at(target));
            }
            leaders[target as usize] = true;
        }
        if rows.len() * leaders.iter().filter(|&&leader| leader).count() > MAX_COVERED {
            return Err(Fault::new("the exception table is too long"));
        }

        Ok(Flow {
            leaders,
            rows,
            lines: code.lines(&class.pool).unwrap_or_default(),
        })
    }

    /// Returns whether a block begins at a pc.
    pub(crate) fn is_leader(&self, pc: u32) -> bool {
        self.leaders.get(pc as usize).copied().unwrap_or_default()
    }

    /// The line of an instruction; 0 where it is not known.
    pub(crate) fn line(&self, pc: u32) -> u32 {
        line_at(&self.lines, pc).map_or(0, u32::from)
    }

    /// The rows that cover a pc, in order.
    pub(crate) fn covering(&self, pc: u32) -> impl Iterator<Item = &Row> {
        self.rows
            .iter()
            .filter(move |row| (row.start..row.end).contains(&pc))
    }
}

fn rows(class: &ClassFile<'_>, code: &Code<'_>) -> Result<Vec<Row>> {
    let row = |range: &jvm::classfile::ExceptionRange| {
        if range.start >= range.end {
            return Err(
                Fault::new("a row of the exception table covers nothing").at(range.start.into())
            );
        }
        let caught = class.pool.optional_class_name(range.catch_type)?;
        Ok(Row {
            start: range.start.into(),
            end: range.end.into(),
            handler: range.handler.into(),
            caught: caught.map(|name| Arc::from(&*name)),
        })
    };
    code.exceptions.iter().map(row).collect()
}
