//! Class files, class paths, the JDK image, the class hierarchy and pattern matching over it.
//!
//! Internal names (`java/util/Map$Entry`) name classes throughout.
//!
//! * [`classfile`]: reading, editing and writing class files.
//! * [`jdk`], [`classpath`]: where classes come from; [`class_info`]: what is kept of them.
//! * [`descriptor`], [`signature`]: erased and generic types.
//! * [`hierarchy`]: subtypes, resolution and overriding.
//! * [`type_names`], [`matching`]: the patterns of properties.

pub mod access;
mod archive;
pub mod class_info;
pub mod classfile;
pub mod classpath;
pub mod descriptor;
pub mod files;
pub mod hierarchy;
mod image;
pub mod jdk;
pub mod matching;
mod modules;
pub mod signature;
pub mod type_names;

pub use access::Access;
