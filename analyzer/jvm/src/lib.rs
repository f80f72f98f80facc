//! Class files, class paths and the JDK image.
//!
//! Internal names (`java/util/Map$Entry`) name classes throughout.
//!
//! * [`classfile`]: reading, editing and writing class files.
//! * [`jdk`], [`classpath`]: where classes come from.
//! * [`inserted`]: the calls that compilers insert, for the weaver and for the analysis.
//! * [`class_info()`]: from a class file to what [`java_types`] says of a class.

mod archive;
mod class_info;
mod class_path_error;
pub mod classfile;
pub mod classpath;
pub mod files;
mod image;
pub mod inserted;
pub mod jdk;
mod modules;

pub use class_info::class_info;
pub use class_path_error::ClassPathError;
