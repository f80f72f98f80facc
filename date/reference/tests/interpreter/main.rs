//! The reference interpreter: what each rule of the semantics says, on the smallest property that
//! shows it.

mod fixture;
mod instances;
mod knowledge;
mod lines;
mod steps;
mod unprompted;
