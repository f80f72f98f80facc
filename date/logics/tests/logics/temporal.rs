//! Temporal formulas against their definitions on words that end in a loop.

mod formula;
mod ltl;
mod ptltl;
