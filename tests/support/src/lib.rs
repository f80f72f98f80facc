//! Helpers of the tests of several crates: random numbers, files of fixtures, cases in Markdown,
//! and projects that residua runs on. It knows none of these crates.

mod files;
mod project;
mod random;
mod written_case;

pub use files::files;
pub use project::{Project, Run, residua_path};
pub use random::Random;
pub use written_case::Case;
