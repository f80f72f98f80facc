//! The faults of a class file, or of an edit of one.

use thiserror::Error;

/// Why a class file could not be read, or an edit not be made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ClassFileError {
    /// The data ends inside an item.
    #[error("truncated at byte {at}: {wanted} more bytes expected")]
    Truncated {
        /// Offset in the structure being read.
        at: usize,
        /// Bytes that should have followed.
        wanted: usize,
    },
    /// Bytes follow the end of a structure.
    #[error("{0} bytes after the end")]
    TrailingBytes(usize),
    /// The file does not begin with `0xCAFEBABE`.
    #[error("not a class file: magic number {0:#010x}")]
    BadMagic(u32),
    /// A constant pool tag that JVMS 4.4 does not define.
    #[error("constant pool entry {index} has unknown tag {tag}")]
    BadTag {
        /// Index of the entry.
        index: u16,
        /// The tag.
        tag: u8,
    },
    /// A constant pool index that is out of range or names an entry of another kind.
    #[error("constant pool entry {index} is not a {expected}")]
    BadIndex {
        /// The index.
        index: u16,
        /// The kind of entry that belongs there.
        expected: &'static str,
    },
    /// An attribute, descriptor or table does not have the form that JVMS gives it.
    #[error("malformed {0}")]
    Malformed(&'static str),
    /// An opcode that JVMS 6 does not define, or a malformed instruction.
    #[error("no valid instruction at pc {pc} (opcode {opcode:#04x})")]
    BadInstruction {
        /// The pc of the instruction.
        pc: u32,
        /// Its first byte.
        opcode: u8,
    },
    /// A jump, table or edit names a pc at which no instruction begins.
    #[error("no instruction begins at pc {0}")]
    NotAnInstruction(u32),
    /// The edit asked for an instruction of another kind at this pc.
    #[error("the instruction at pc {0} is no call that can be redirected")]
    NotACall(u32),
    /// A snippet contains a jump, a return or a throw.
    #[error("inserted code is not straight-line (opcode {0:#04x})")]
    NotStraightLine(u8),
    /// The constant pool would need more than 65,535 entries.
    #[error("constant pool is full")]
    PoolFull,
    /// A constant, table or list would be longer than its length field can say.
    #[error("{0} is too long for a class file")]
    TooLong(&'static str),
    /// A method's code would be longer than 65,535 bytes.
    #[error("method code would be {0} bytes long, more than 65,535")]
    CodeTooLarge(usize),
    /// A 16-bit jump would have to span more than 32 KiB.
    #[error("the jump at pc {0} would span more than 32 KiB")]
    JumpTooFar(u32),
}
