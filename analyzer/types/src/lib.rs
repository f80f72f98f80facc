//! Java types as plain values: names, descriptors, signatures, declarations, and the hierarchy.
//!
//! Internal names (`java/util/Map$Entry`) name classes throughout.
//!
//! * [`ClassName`], [`Spelling`]: the spellings of names.
//! * [`class_info`]: a class without its code; [`access`]: its flags.
//! * [`descriptor`], [`signature`]: erased and generic types.
//! * [`hierarchy`]: subtypes, resolution and overriding.
//! * [`library`]: the classes that are not of the sources.
//!
//! This crate reads no file. The crate `jvm` makes a [`Library`] of class files.

pub mod access;
pub mod class_info;
mod class_name;
pub mod descriptor;
pub mod hierarchy;
pub mod library;
pub mod signature;
mod spelling;

pub use access::Access;
pub use class_name::ClassName;
pub use library::Library;
pub use spelling::Spelling;
