//! Sources as they are given.

/// A file of the sources.
#[derive(Debug, Clone)]
pub struct Source {
    /// The source root, as the user gave it.
    pub root: String,
    /// Path below the root, with `/`.
    pub path: String,
    /// Its content, in UTF-8.
    pub bytes: Vec<u8>,
}
