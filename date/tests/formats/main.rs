//! Property languages: what is read, what is refused, and that printing loses nothing.

mod fixtures;
mod lrv;
mod mop;
mod schema;
mod yaml;
