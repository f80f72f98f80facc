//! Random programs and properties. What a seed gives depends on nothing else.

mod choice;
mod classes;
mod expressions;
mod program;
mod property;
mod scope;
mod shared;
mod statements;
mod triggers;

pub use choice::Choice;
pub use program::{Threads, files, program};
pub use property::property;
pub use shared::shared;
