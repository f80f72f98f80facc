//! Where the original tools do something else than they document: what such a file becomes as it is
//! documented, what the tool makes of it, and how a run differs.

mod cases;
#[path = "../support/happenings.rs"]
mod happenings;
