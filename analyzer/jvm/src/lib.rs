//! Class files, class paths, the JDK image and the class hierarchy.
//!
//! Internal names (`java/util/Map$Entry`) name classes throughout.
//!
//! * [`classfile`]: reading, editing and writing class files.
//! * [`jdk`], [`classpath`]: where classes come from; [`class_info`]: what is kept of them.
//! * [`descriptor`], [`signature`]: erased and generic types.
//! * [`hierarchy`]: subtypes, resolution and overriding.

pub mod access;
mod archive;
pub mod class_info;
mod class_path_error;
pub mod classfile;
pub mod classpath;
pub mod descriptor;
pub mod files;
pub mod hierarchy;
mod image;
pub mod jdk;
mod modules;
pub mod signature;

pub use access::Access;
pub use class_path_error::ClassPathError;
