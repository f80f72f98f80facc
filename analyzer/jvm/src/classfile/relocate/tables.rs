//! The exception table, `LineNumberTable`, `LocalVariableTable` and `LocalVariableTypeTable`.

use super::layout::Layout;
use crate::classfile::bytes::{put_u16, read_all};
use crate::classfile::{ExceptionRange, Result};

pub(super) fn exceptions(rows: &[ExceptionRange], layout: &Layout) -> Result<Vec<ExceptionRange>> {
    let relocate = |row: &ExceptionRange| {
        Ok(ExceptionRange {
            start: layout.label(u32::from(row.start))?,
            end: layout.end(u32::from(row.end))?,
            handler: layout.label(u32::from(row.handler))?,
            catch_type: row.catch_type,
        })
    };
    rows.iter().map(relocate).collect()
}

pub(super) fn lines(old: &[u8], layout: &Layout) -> Result<Vec<u8>> {
    let rows = read_all(old, |r| r.list(|r| Ok((r.u16()?, r.u16()?))))?;
    let mut out = old[..2].to_vec();
    for (pc, line) in rows {
        // Code inserted at entry has no line before it: it belongs to the first one.
        put_u16(
            &mut out,
            if pc == 0 {
                0
            } else {
                layout.near_label(u32::from(pc))
            },
        );
        put_u16(&mut out, line);
    }

    Ok(out)
}

pub(super) fn locals(old: &[u8], layout: &Layout) -> Result<Vec<u8>> {
    let rows = read_all(old, |r| r.list(|r| Ok((r.u16()?, r.u16()?, r.take(6)?))))?;
    let mut out = old[..2].to_vec();
    for (start, length, variable) in rows {
        let (start, length) = range(start, length, layout);
        put_u16(&mut out, start);
        put_u16(&mut out, length);
        out.extend_from_slice(variable);
    }
    Ok(out)
}

/// The new start and length of a variable's range. A parameter's range begins with the method,
/// inserted code included.
pub(super) fn range(start: u16, length: u16, layout: &Layout) -> (u16, u16) {
    let end = u32::from(start) + u32::from(length);
    let new_start = if start == 0 {
        0
    } else {
        layout.near_label(u32::from(start))
    };
    (new_start, layout.near_end(end).saturating_sub(new_start))
}
