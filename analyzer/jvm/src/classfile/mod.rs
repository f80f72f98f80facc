//! A shallow class file codec (JVMS 4) and a relocator for inserted code.
//!
//! Reading and writing without an edit gives the same bytes: the constant pool is kept as raw bytes
//! and only appended to, attributes are raw bytes, and only the `Code` of methods that are asked
//! for is decoded. What the codec does not know (attributes of later Java versions, of other
//! languages) survives by construction.
//!
//! * [`ClassFile`], [`Member`], [`Attribute`]: the file.
//! * [`ConstantPool`]: entries, names, and appending.
//! * [`Code`], [`Instruction`], [`Instructions`]: method bodies.
//! * [`Insertions`]: code inserted into a body, with every table of the body relocated.

mod annotations;
mod attribute;
mod bootstrap;
mod bytes;
mod class;
mod code;
mod constant_pool;
mod constructor_calls;
mod error;
mod inner_classes;
mod instruction;
pub mod modified_utf8;
mod module;
pub mod opcode;
mod relocate;
mod slots;

pub use attribute::Attribute;
pub use bootstrap::{BootstrapMethod, DynamicCall, MethodHandle, ReferenceKind};
pub use class::{ClassFile, Member, NewMethod, RecordComponent};
pub use code::{Code, ExceptionRange, LineEntry, line_at};
pub use constant_pool::{ConstantPool, MemberRef, NameAndType, PoolEntry};
pub use constructor_calls::{ConstructorCall, Copies, NewObject, ObjectUses};
pub use error::ClassFileError;
pub use inner_classes::{EnclosingMethod, InnerClass};
pub use instruction::{Instruction, Instructions, Switch};
pub use relocate::{CatchAll, FrameType, Insertions, Snippet};

/// The result of reading or editing a class file.
pub type Result<T> = std::result::Result<T, ClassFileError>;
