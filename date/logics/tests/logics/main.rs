//! The translations of formulas against direct evaluators of the same formulas, on all short words.
//!
//! `cargo test -p logics --test logics -- --ignored --nocapture` judges ten thousand random
//! formulas of each logic.

mod cfg;
mod ere;
mod errors;
mod examples;
mod fsm;
mod javamop;
mod machines;
mod temporal;
mod words;
