//! Planted faults: source mutations of the analyses, as data, and the test that finds each.
//!
//! Each entry of `faults.yaml` breaks one rule the way a careless shortcut would. Nothing in the
//! product knows of them: a fault is a text of a source file and what stands there instead. The
//! tests of this crate see to it that the list fits the sources; [`Campaign`] plants one after the
//! other in a copy of the workspace and sees that each is found.
//!
//! `cargo run --release -p planted-faults [TEXT..]` plants those whose ids or files contain one of
//! the texts, or all.

mod campaign;
mod copy;
mod fault;
mod hazards;
mod killer;
mod table;

pub use campaign::{Campaign, Outcome};
pub use copy::Copy;
pub use fault::{Fault, Misfit, faults};
pub use hazards::{HAZARDS, Hazard};
pub use killer::Killer;
pub use table::{documentation, results};
