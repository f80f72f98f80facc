//! The stages of an analysis.

/// How far an analysis is, for those who wait for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Finds objects and callees.
    Solving,
    /// Reduces the properties of a file.
    Reducing {
        /// Files that are done.
        done: usize,
        /// All of them.
        of: usize,
    },
}
