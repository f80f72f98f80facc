//! The errors of a search for classes.

use thiserror::Error;

/// Why classes cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ClassPathError {
    /// A class path entry that does not exist.
    #[error("class path entry `{entry}` does not exist")]
    NotFound {
        /// The entry as given.
        entry: String,
    },
    /// A class path entry, JDK or archive that cannot be read.
    #[error("cannot read classes from `{entry}`: {reason}")]
    Unreadable {
        /// The entry as given, or the file.
        entry: String,
        /// The fault of the entry.
        reason: String,
    },
    /// Neither `JAVA_HOME` nor `java` on the `PATH` leads to a JDK.
    #[error("no JDK found: set JAVA_HOME, or put java on the PATH")]
    NoJdk,
}
