//! The language of conditions and actions: parsing, names, effects, constants, evaluation.

mod effects;
mod eval;
mod fixture;
mod parse;
mod threads;
mod truth;
