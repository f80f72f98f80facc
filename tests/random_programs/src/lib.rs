//! Random programs with properties: full monitoring against optimized monitoring.
//!
//! [`generate`] writes Java and YAML from a seed, as [`tree`]s. [`subject`] lowers and analyses
//! them; [`machine`] runs the lowered program and gives the join points that it passes; [`hooks`]
//! says which events they raise and which of them are silent; [`trace`] makes of that what the
//! reference interpreter judges, and [`comparison`] compares what it shows for the original with
//! everything heard, and for the residual without what is silent. [`campaign`] does so for many,
//! with a [`fault`] planted if asked to; [`shrink`] makes what differs small.
//!
//! [`schedules`] runs small programs with threads in every order, against what prediction says of one run.
//!
//! What this leaves out: actions do nothing to the program that is run in the machine. On the JVM
//! they would.

pub mod campaign;
pub mod comparison;
pub mod fault;
pub mod generate;
pub mod hooks;
pub mod machine;
pub mod schedules;
pub mod shrink;
pub mod subject;
pub mod trace;
pub mod tree;
