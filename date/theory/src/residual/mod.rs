//! The three residuals (paper, section 3.3; semantics, section 4) and the generators they silence.
//!
//! [`optimize`] applies them in order, each on the result of the one before, and never silences
//! what is not shown to be without effect.

mod continuations;
mod decision;
mod finished;
mod flow;
mod hearing;
mod idle_loops;
mod letters;
mod matrix;
mod no_ops;
mod pinned;
mod residuals;
mod silencing;
mod witness;

pub use decision::{Decision, Reduction, Removal, Residual};
pub use flow::{Flow, flow};
pub use pinned::{GeneratorSet, pinned};
pub use residuals::{residual0, residual1, residual2};
pub use silencing::{kept, optimize, optimize_over_data};
pub use witness::{LeftOut, Taken, Witness, witnesses};
