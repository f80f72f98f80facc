//! The independent checker: does the optimized pair (residual property, silenced generators) give
//! the reports and external actions of the original on every projected trace?
//!
//! It shares no code with [`crate::algebra`] and [`crate::residual`], and asks [`crate::data`] only
//! if it is told to believe it: it reads the automata as written, and decides by a product of
//! original and residual, pushed through the event graph with matched calls and returns. It may
//! refuse a right result, it must never pass a wrong one.
//!
//! What is not known is answered by a demon. A condition is true or false as the demon likes, but
//! two evaluations of the same text at the same occurrence agree as long as both monitors'
//! variables do ([`Product::variables_agree`]) or the text reads none. Once one side has run an
//! action that the other has not, the variables are taken to differ for good.

mod choice;
mod product;
mod reading;
mod run;

pub use product::Product;
pub use reading::{Assumptions, Reading};
pub use run::{Refusal, check};
