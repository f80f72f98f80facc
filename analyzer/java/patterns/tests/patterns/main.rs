//! Patterns and names of types against javac.

#[path = "../../../../jvm/tests/support/mod.rs"]
mod support;

mod matching;
mod type_names;
