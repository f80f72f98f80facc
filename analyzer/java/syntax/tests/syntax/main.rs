//! Trees of sources and of pieces.

mod damage;
mod fragments;
mod nesting;
mod places;
mod trees;
