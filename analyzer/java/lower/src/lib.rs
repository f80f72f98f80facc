//! From attributed Java trees to the IR.

mod accessors;
mod assignments;
mod body;
mod calls;
mod classes;
mod concatenation;
mod conditions;
mod constructors;
mod conversions;
mod creations;
mod definite;
mod emit;
mod enums;
mod expressions;
mod functionals;
mod graph;
mod initializers;
mod join;
mod load;
mod locals;
mod loops;
mod names;
mod numbering;
mod operators;
mod ordinals;
mod patterns;
mod records;
mod resources;
mod scopes;
mod simplify;
mod statements;
mod switches;
mod tries;
mod types;
mod unit;

pub use load::{LoadError, Source, load};
