//! Sources become the program that javac makes of them.

#[path = "../support/mod.rs"]
mod support;

mod bodies;
mod corpus;
mod javac;
mod missing_types;
mod nesting;
mod properties;
mod unknown_types;
mod versions;
