//! `StackMapTable` with every frame written out (JVMS 4.7.4): what edits need that change what
//! frames hold.

use std::borrow::Cow;

use java_types::descriptor::MethodDescriptor;
use jvm::classfile::{Attribute, ClassFile, ClassFileError, Code, ConstantPool, FrameType, Result};

use super::assemble::frame_type;

const FULL: u8 = 255;
const TOP: u8 = 0;
const UNINITIALIZED_THIS: u8 = 6;
const OBJECT: u8 = 7;
const UNINITIALIZED: u8 = 8;

/// A verification type as in the class file: a tag, and an index or pc where the tag has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verified {
    tag: u8,
    data: u16,
}

impl Verified {
    /// `this` before the superclass's constructor has been called.
    pub const UNINITIALIZED_THIS: Verified = Verified {
        tag: UNINITIALIZED_THIS,
        data: 0,
    };

    const TOP: Verified = Verified { tag: TOP, data: 0 };

    /// Slots that it takes.
    pub fn slots(self) -> u16 {
        if matches!(self.tag, 3 | 4) { 2 } else { 1 }
    }

    /// An object made by the `new` at this pc and not initialized yet.
    pub fn is_new(self, pc: u32) -> bool {
        self.tag == UNINITIALIZED && u32::from(self.data) == pc
    }
}

impl From<FrameType> for Verified {
    fn from(ty: FrameType) -> Self {
        let (tag, data) = match ty {
            FrameType::Top => (TOP, 0),
            FrameType::Integer => (1, 0),
            FrameType::Float => (2, 0),
            FrameType::Double => (3, 0),
            FrameType::Long => (4, 0),
            FrameType::Object(class) => (OBJECT, class),
        };
        Verified { tag, data }
    }
}

/// A frame; a `long` or `double` is one item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The pc from which it holds.
    pub pc: u32,
    /// Local variables from slot 0.
    pub locals: Vec<Verified>,
    /// The operand stack, its bottom first.
    pub stack: Vec<Verified>,
}

impl Frame {
    /// Gives the local variables from `slot` on these types; nothing is known of those in between.
    pub fn extend_locals(&mut self, slot: u16, types: &[Verified]) {
        let used: u16 = self.locals.iter().map(|ty| ty.slots()).sum();
        self.locals.extend((used..slot).map(|_| Verified::TOP));
        self.locals.extend_from_slice(types);
    }
}

/// The types of the locals when a body begins (JVMS 4.10.1.6).
///
/// # Errors
/// The descriptor is malformed, or the constant pool is full.
pub fn initial(
    class: &mut ClassFile<'_>,
    descriptor: &str,
    is_static: bool,
    is_constructor: bool,
) -> Result<Vec<Verified>> {
    let descriptor = MethodDescriptor::parse(descriptor)
        .map_err(|_| ClassFileError::Malformed("method descriptor"))?;
    let name = class.name()?.into_owned();
    let this = match (is_static, is_constructor) {
        (true, _) => None,
        (false, true) => Some(Verified::UNINITIALIZED_THIS),
        (false, false) => Some(Verified::from(FrameType::Object(
            class.pool.add_class(&name)?,
        ))),
    };

    let parameters = descriptor
        .parameters
        .iter()
        .map(|ty| frame_type(ty, &mut class.pool).map(Verified::from));
    let parameters = parameters.collect::<Result<Vec<_>>>()?;
    Ok(this.into_iter().chain(parameters).collect())
}

/// The frames of a body that begins with the local variables `initial`; empty where it has none.
///
/// # Errors
/// The attribute is malformed.
pub fn read(code: &Code<'_>, pool: &ConstantPool<'_>, initial: &[Verified]) -> Result<Vec<Frame>> {
    let Some(table) = code.attribute(pool, "StackMapTable") else {
        return Ok(Vec::new());
    };
    let mut bytes = Bytes(&table.bytes);
    let mut locals = initial.to_vec();
    let mut next = 0;
    let count = bytes.u16()?;
    let mut frames = Vec::new();
    for _ in 0..count {
        let frame = read_frame(&mut bytes, next, &mut locals)?;
        // A delta counts from behind the frame before, and the first one from 0 (JVMS 4.7.4).
        next = frame.pc + 1;
        frames.push(frame);
    }
    Ok(frames)
}

/// Replaces the frames of a body; none removes the attribute.
///
/// # Errors
/// [`ClassFileError::PoolFull`], and where there are too many.
pub fn write(code: &mut Code<'_>, pool: &mut ConstantPool<'_>, frames: &[Frame]) -> Result<()> {
    code.attributes
        .retain(|attribute| !attribute.is(pool, "StackMapTable"));
    if !frames.is_empty() {
        code.attributes
            .push(Attribute::new(pool, "StackMapTable", encode(frames)?)?);
    }
    Ok(())
}

fn read_frame(bytes: &mut Bytes<'_>, base: u32, locals: &mut Vec<Verified>) -> Result<Frame> {
    let tag = bytes.u8()?;
    // The tag is the kind of the frame, and in the short kinds the delta, too (JVMS 4.7.4).
    let delta = match tag {
        0..64 => u16::from(tag),
        64..128 => u16::from(tag) - 64,
        128..247 => return Err(ClassFileError::Malformed("StackMapTable")),
        247.. => bytes.u16()?,
    };
    let mut stack = Vec::new();
    match tag {
        64..128 | 247 => stack.push(bytes.verified()?),
        248..=250 => locals.truncate(locals.len().saturating_sub(usize::from(251 - tag))),
        252..FULL => (0..tag - 251).try_for_each(|_| bytes.verified().map(|ty| locals.push(ty)))?,
        FULL => {
            *locals = bytes.list()?;
            stack = bytes.list()?;
        }
        _ => {}
    }

    Ok(Frame {
        pc: base + u32::from(delta),
        locals: locals.clone(),
        stack,
    })
}

fn encode(frames: &[Frame]) -> Result<Vec<u8>> {
    let malformed = |_| ClassFileError::Malformed("StackMapTable");
    let mut out = Vec::new();
    out.extend(
        u16::try_from(frames.len())
            .map_err(malformed)?
            .to_be_bytes(),
    );
    let mut next = 0;

    for frame in frames {
        let delta = frame
            .pc
            .checked_sub(next)
            .ok_or(ClassFileError::Malformed("StackMapTable"))?;
        out.push(FULL);
        out.extend(u16::try_from(delta).map_err(malformed)?.to_be_bytes());
        for types in [&frame.locals, &frame.stack] {
            out.extend(u16::try_from(types.len()).map_err(malformed)?.to_be_bytes());
            types.iter().for_each(|ty| ty.write(&mut out));
        }
        next = frame.pc + 1;
    }

    Ok(out)
}

impl Verified {
    fn write(self, out: &mut Vec<u8>) {
        out.push(self.tag);
        if matches!(self.tag, OBJECT | UNINITIALIZED) {
            out.extend(self.data.to_be_bytes());
        }
    }
}

/// Bytes being read.
struct Bytes<'b>(&'b [u8]);

impl Bytes<'_> {
    fn u8(&mut self) -> Result<u8> {
        let (&first, rest) = self
            .0
            .split_first()
            .ok_or(ClassFileError::Malformed("StackMapTable"))?;
        self.0 = rest;
        Ok(first)
    }

    fn u16(&mut self) -> Result<u16> {
        Ok(u16::from_be_bytes([self.u8()?, self.u8()?]))
    }

    fn verified(&mut self) -> Result<Verified> {
        let tag = self.u8()?;
        let data = if matches!(tag, OBJECT | UNINITIALIZED) {
            self.u16()?
        } else {
            0
        };
        Ok(Verified { tag, data })
    }

    fn list(&mut self) -> Result<Vec<Verified>> {
        let count = self.u16()?;
        (0..count).map(|_| self.verified()).collect()
    }
}

/// The attribute's content for a method with one frame at `pc`.
///
/// # Errors
/// The frame is too large.
pub fn single(frame: &Frame) -> Result<Cow<'static, [u8]>> {
    encode(std::slice::from_ref(frame)).map(Cow::Owned)
}
