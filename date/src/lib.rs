//! DATE properties: model, formats, residuals over event graphs, checker and reference interpreter.
//!
//! The crate knows nothing of Java programs: what the residuals know of a program is an [`graph::Abstraction`].

pub mod algebra;
pub mod checker;
pub mod code;
pub mod data;
pub mod formats;
pub mod graph;
pub mod ids;
pub mod interpreter;
pub mod judgement;
pub mod model;
pub mod residual;
pub mod trace;
pub mod validate;
