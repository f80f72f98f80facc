//! Property languages: what is read, what is refused, and that printing loses nothing.

mod fixtures;
mod lrv;
mod schema;
mod yaml;
