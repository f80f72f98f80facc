//! Class files, class paths, the JDK image, the class hierarchy and pattern matching over it.

pub mod access;
pub mod classfile;

pub use access::Access;
