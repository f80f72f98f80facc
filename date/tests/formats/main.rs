//! Property languages: what is read, what is refused, and that printing loses nothing.

mod clara;
mod fixtures;
mod formalisms;
mod lrv;
mod mop;
mod mop_printing;
#[path = "../logics/random.rs"]
mod random;
mod schema;
mod yaml;
