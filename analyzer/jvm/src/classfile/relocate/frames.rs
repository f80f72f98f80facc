//! `StackMapTable` (JVMS 4.7.4): decoded to absolute pcs, encoded again.

use std::borrow::Cow;

use super::layout::Layout;
use crate::classfile::bytes::{Reader, count, put_u16, read_all};
use crate::classfile::{Attribute, ClassFileError, ConstantPool, Result};

const SAME_ONE: u8 = 64;
const RESERVED: u8 = 128;
const SAME_ONE_EXTENDED: u8 = 247;
const SAME_EXTENDED: u8 = 251;
const FULL: u8 = 255;

const OBJECT: u8 = 7;
const UNINITIALIZED: u8 = 8;

/// The type of a local variable in a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameType {
    /// Unusable.
    Top,
    /// `boolean`, `byte`, `char`, `short`, `int`.
    Integer,
    /// `float`.
    Float,
    /// `long`; stands for two slots.
    Long,
    /// `double`; stands for two slots.
    Double,
    /// A reference: the index of a `Class` entry.
    Object(u16),
}

impl FrameType {
    fn write(self, out: &mut Vec<u8>) {
        match self {
            FrameType::Top => out.push(0),
            FrameType::Integer => out.push(1),
            FrameType::Float => out.push(2),
            FrameType::Double => out.push(3),
            FrameType::Long => out.push(4),
            FrameType::Object(class) => {
                out.push(OBJECT);
                put_u16(out, class);
            }
        }
    }
}

/// A frame; `body` is what follows the offset.
struct Frame {
    pc: u32,
    tag: u8,
    body: Vec<u8>,
}

pub(super) fn relocate(old: &[u8], layout: &Layout) -> Result<Vec<u8>> {
    let mut frames = decode(old)?;
    for frame in &mut frames {
        frame.pc = u32::from(layout.label(frame.pc)?);
        relocate_new_sites(frame, layout)?;
    }
    encode(&frames)
}

/// Appends the frame of a handler at `pc`, which lies behind all others: `locals`, and a
/// `Throwable` on the stack.
pub(super) fn append_handler(
    attributes: &mut Vec<Attribute<'static>>,
    pc: u16,
    locals: &[FrameType],
    pool: &mut ConstantPool<'_>,
) -> Result<()> {
    let throwable = pool.add_class("java/lang/Throwable")?;
    let mut body = Vec::new();
    put_u16(&mut body, count(locals.len(), "frame")?);
    locals.iter().for_each(|local| local.write(&mut body));
    put_u16(&mut body, 1);
    FrameType::Object(throwable).write(&mut body);
    let frame = Frame {
        pc: u32::from(pc),
        tag: FULL,
        body,
    };
    match attributes.iter_mut().find(|a| a.is(pool, "StackMapTable")) {
        Some(table) => {
            let mut frames = decode(&table.bytes)?;
            frames.push(frame);
            table.bytes = Cow::Owned(encode(&frames)?);
        }
        None => attributes.push(Attribute::new(pool, "StackMapTable", encode(&[frame])?)?),
    }

    Ok(())
}

fn decode(table: &[u8]) -> Result<Vec<Frame>> {
    let mut next = 0;
    read_all(table, |r| {
        r.list(|r| {
            let frame = read_frame(r, next)?;
            next = frame.pc + 1;
            Ok(frame)
        })
    })
}

/// A frame whose offset counts from `base`: 0 for the first, else one past the frame before.
fn read_frame(r: &mut Reader<'_>, base: u32) -> Result<Frame> {
    let tag = r.u8()?;
    let delta = match tag {
        0..SAME_ONE => u16::from(tag),
        SAME_ONE..RESERVED => u16::from(tag - SAME_ONE),
        RESERVED..SAME_ONE_EXTENDED => return Err(ClassFileError::Malformed("StackMapTable")),
        SAME_ONE_EXTENDED.. => r.u16()?,
    };
    let mut body = r.clone();
    let start = body.at();
    skip_body(&mut body, tag)?;

    let body = r.take(body.at() - start)?.to_vec();
    Ok(Frame {
        pc: base + u32::from(delta),
        tag,
        body,
    })
}

/// Types that follow the offset without a count.
fn plain_types(tag: u8) -> u8 {
    match tag {
        SAME_ONE..=SAME_ONE_EXTENDED => 1,
        252..=254 => tag - SAME_EXTENDED,
        _ => 0,
    }
}

/// Lists of types, each with its count, that follow the offset: locals and stack of a full frame.
fn counted_lists(tag: u8) -> u8 {
    if tag == FULL { 2 } else { 0 }
}

fn skip_body(r: &mut Reader<'_>, tag: u8) -> Result<()> {
    (0..plain_types(tag)).try_for_each(|_| skip_type(r))?;
    (0..counted_lists(tag)).try_for_each(|_| {
        let types = r.u16()?;
        (0..types).try_for_each(|_| skip_type(r))
    })
}

fn skip_type(r: &mut Reader<'_>) -> Result<()> {
    match r.u8()? {
        0..OBJECT => Ok(()),
        OBJECT | UNINITIALIZED => r.u16().map(drop),
        _ => Err(ClassFileError::Malformed("StackMapTable")),
    }
}

/// Relocates the `new` sites that the types of a frame name.
fn relocate_new_sites(frame: &mut Frame, layout: &Layout) -> Result<()> {
    let old = std::mem::take(&mut frame.body);
    let mut r = Reader::new(&old);
    for _ in 0..plain_types(frame.tag) {
        copy_type(&mut r, &mut frame.body, layout)?;
    }
    for _ in 0..counted_lists(frame.tag) {
        let types = r.u16()?;
        put_u16(&mut frame.body, types);
        (0..types).try_for_each(|_| copy_type(&mut r, &mut frame.body, layout))?;
    }
    Ok(())
}

fn copy_type(r: &mut Reader<'_>, out: &mut Vec<u8>, layout: &Layout) -> Result<()> {
    let tag = r.u8()?;
    out.push(tag);
    match tag {
        OBJECT => put_u16(out, r.u16()?),
        UNINITIALIZED => put_u16(out, layout.insn(u32::from(r.u16()?))?),
        _ => {}
    }
    Ok(())
}

fn encode(frames: &[Frame]) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    put_u16(&mut out, count(frames.len(), "StackMapTable")?);
    let mut next = 0;
    for frame in frames {
        let delta = frame
            .pc
            .checked_sub(next)
            .ok_or(ClassFileError::Malformed("StackMapTable"))?;
        put_head(&mut out, frame.tag, count(delta as usize, "StackMapTable")?);
        out.extend_from_slice(&frame.body);
        next = frame.pc + 1;
    }
    Ok(out)
}

/// Tag and offset. Short forms stay short while they can; long forms stay long, so that nothing
/// changes without need.
fn put_head(out: &mut Vec<u8>, tag: u8, delta: u16) {
    let short = u8::try_from(delta).ok().filter(|&d| d < SAME_ONE);
    match (tag, short) {
        (0..SAME_ONE, Some(delta)) => out.push(delta),
        (SAME_ONE..RESERVED, Some(delta)) => out.push(SAME_ONE + delta),
        (0..SAME_ONE, None) => put_long_head(out, SAME_EXTENDED, delta),
        (SAME_ONE..RESERVED, None) => put_long_head(out, SAME_ONE_EXTENDED, delta),
        _ => put_long_head(out, tag, delta),
    }
}

fn put_long_head(out: &mut Vec<u8>, tag: u8, delta: u16) {
    out.push(tag);
    put_u16(out, delta);
}
