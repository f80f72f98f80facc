//! DATE properties: what they say, and what follows from them over event graphs: judgement,
//! residuals, checker.
//!
//! The crate knows nothing of Java programs: what the residuals know of a program is an
//! [`graph::Abstraction`].

pub mod algebra;
pub mod bits;
pub mod checker;
pub mod code;
pub mod data;
pub mod graph;
pub mod ids;
pub mod judgement;
pub mod model;
pub mod residual;
