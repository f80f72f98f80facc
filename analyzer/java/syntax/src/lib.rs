//! From the text of a compilation unit to its tree.

pub mod ast;
