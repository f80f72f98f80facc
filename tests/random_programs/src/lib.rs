//! Random programs with properties: full monitoring against optimized monitoring.

pub mod campaign;
pub mod comparison;
pub mod fault;
pub mod generate;
pub mod hooks;
pub mod machine;
pub mod shrink;
pub mod subject;
pub mod trace;
pub mod tree;
