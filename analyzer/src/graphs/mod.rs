//! From a program and a specification to the abstraction: generators, and one event graph for each
//! object.

pub mod abstraction;
mod answers;
mod bound;
mod builder;
mod combinations;
pub mod events;
mod followed;
mod interest;
pub mod keys;
mod outcomes;
pub mod tracking;
pub mod world;
