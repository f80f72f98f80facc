//! Names of what weaving adds to class files.

/// The prefix of the names of all members that weaving adds.
pub const PREFIX: &str = "residua$";

/// The attribute of class files that weaving has changed. Virtual machines ignore attributes that
/// they do not know (JVMS 4.7.1).
pub const WOVEN: &str = "residua.Woven";
