//! The meaning of properties, by itself: recorded traces, and an interpreter that says what
//! monitors report on them.
//!
//! The interpreter knows nothing of plans or of monitors in Java: both are compared with it.

pub mod interpreter;
pub mod trace;
