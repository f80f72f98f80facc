//! Trees of sources.

mod damage;
mod nesting;
mod places;
mod trees;
