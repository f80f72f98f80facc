//! The name of a class, and its spellings.
//!
//! ```
//! use java_types::ClassName;
//!
//! let entry = ClassName::from_binary("java.util.Map$Entry");
//! assert_eq!(entry.internal(), "java/util/Map$Entry");
//! assert_eq!(entry.binary(), "java.util.Map$Entry");
//! ```

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::spelling::Spelling;

/// The name of a class, interface, enum, record or annotation type. Serialized in its binary
/// spelling. Names order as their spellings do, whichever of internal and binary is taken.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassName(Arc<str>);

impl ClassName {
    /// Takes the spelling of class files: `java/util/Map$Entry` (JVMS 4.2.1).
    pub fn from_internal(name: impl Into<Arc<str>>) -> Self {
        ClassName(name.into())
    }

    /// Takes the spelling of `Class.getName`: `java.util.Map$Entry` (JLS 13.1).
    pub fn from_binary(name: &str) -> Self {
        ClassName(name.to_internal().into())
    }

    /// Returns the spelling of class files.
    pub fn internal(&self) -> &str {
        &self.0
    }

    /// Returns the spelling of `Class.getName`.
    pub fn binary(&self) -> String {
        self.0.to_binary()
    }

    /// Returns the outermost class around it, by the name that compilers give it.
    pub fn outermost(&self) -> ClassName {
        let package = self.0.rfind('/').map_or(0, |slash| slash + 1);
        let end = self.0[package..].find('$').filter(|&at| at > 0);
        end.map_or_else(
            || self.clone(),
            |at| ClassName(self.0[..package + at].into()),
        )
    }
}

impl fmt::Debug for ClassName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.binary())
    }
}

/// Writes the binary spelling, as plans have it.
impl fmt::Display for ClassName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.binary())
    }
}

impl Serialize for ClassName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.binary())
    }
}

impl<'de> Deserialize<'de> for ClassName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|name| ClassName::from_binary(&name))
    }
}
