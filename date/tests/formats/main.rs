//! Property languages: what is read, what is refused, and that printing loses nothing.

mod broken;
#[path = "../mop_syntax/cases.rs"]
mod cases;
mod fixtures;
mod lrv;
mod mop;
#[path = "../mop_syntax/mutate.rs"]
mod mutate;
mod mutation;
#[path = "../mop_syntax/random.rs"]
mod random;
mod schema;
mod yaml;
