//! `Runtime(In)VisibleTypeAnnotations` of a body (JVMS 4.7.20): the pcs in their targets.

use super::layout::Layout;
use super::tables::range;
use crate::classfile::bytes::{Reader, read_all};
use crate::classfile::{ClassFileError, Result};

/// Deepest nesting of annotations and arrays that is read; javac's own limit is far lower in
/// practice.
const MAX_DEPTH: u32 = 64;

/// The attribute with its pcs relocated; its length does not change.
pub(super) fn relocate(old: &[u8], layout: &Layout) -> Result<Vec<u8>> {
    let mut out = old.to_vec();
    read_all(old, |r| {
        r.list(|r| {
            relocate_target(r, &mut out, layout)?;
            skip_path(r)?;
            skip_annotation(r, 0)
        })
    })?;
    Ok(out)
}

fn relocate_target(r: &mut Reader<'_>, out: &mut [u8], layout: &Layout) -> Result<()> {
    match r.u8()? {
        0x00 | 0x01 | 0x16 => r.take(1).map(drop),
        0x10 | 0x11 | 0x12 | 0x17 | 0x42 => r.take(2).map(drop),
        0x13..=0x15 => Ok(()),
        0x40 | 0x41 => r.list(|r| relocate_range(r, out, layout)).map(drop),
        0x43..=0x46 => relocate_offset(r, out, layout),
        0x47..=0x4B => relocate_offset(r, out, layout).and_then(|()| r.take(1).map(drop)),
        _ => Err(ClassFileError::Malformed("type annotation")),
    }
}

/// A range in which a local variable has its type: start, length, index.
fn relocate_range(r: &mut Reader<'_>, out: &mut [u8], layout: &Layout) -> Result<()> {
    let at = r.at();
    let (start, length) = range(r.u16()?, r.u16()?, layout);
    out[at..at + 2].copy_from_slice(&start.to_be_bytes());
    out[at + 2..at + 4].copy_from_slice(&length.to_be_bytes());
    r.take(2).map(drop)
}

fn relocate_offset(r: &mut Reader<'_>, out: &mut [u8], layout: &Layout) -> Result<()> {
    let at = r.at();
    let pc = layout.near_insn(u32::from(r.u16()?));
    out[at..at + 2].copy_from_slice(&pc.to_be_bytes());
    Ok(())
}

fn skip_path(r: &mut Reader<'_>) -> Result<()> {
    let steps = r.u8()?;
    r.take(2 * usize::from(steps)).map(drop)
}

fn skip_annotation(r: &mut Reader<'_>, depth: u32) -> Result<()> {
    r.take(2)?;
    let pairs = r.u16()?;
    (0..pairs).try_for_each(|_| {
        r.take(2)?;
        skip_value(r, depth)
    })
}

fn skip_value(r: &mut Reader<'_>, depth: u32) -> Result<()> {
    if depth > MAX_DEPTH {
        return Err(ClassFileError::Malformed("annotation: too deep"));
    }
    match r.u8()? {
        b'e' => r.take(4).map(drop),
        b'@' => skip_annotation(r, depth + 1),
        b'[' => {
            let values = r.u16()?;
            (0..values).try_for_each(|_| skip_value(r, depth + 1))
        }
        _ => r.take(2).map(drop),
    }
}
