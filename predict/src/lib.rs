//! Prediction: from a recorded run to races and deadlocks in its correct reorderings.

pub mod observation;
pub mod oracle;
pub mod reordering;
pub mod trace;
