//! Tests by name.

use std::fmt;

use serde::Deserialize;

/// A test of the workspace.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub struct Killer {
    /// Its package.
    pub package: String,
    /// Its test target.
    pub target: String,
    /// Its full name in there.
    pub name: String,
}

impl TryFrom<String> for Killer {
    type Error = String;

    /// From `PACKAGE TARGET NAME`.
    fn try_from(text: String) -> Result<Self, String> {
        let parts: Vec<&str> = text.split(' ').collect();
        let [package, target, name] = parts[..] else {
            return Err(format!("`{text}` is no PACKAGE TARGET NAME"));
        };
        Ok(Killer {
            package: package.to_owned(),
            target: target.to_owned(),
            name: name.to_owned(),
        })
    }
}

impl fmt::Display for Killer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.package, self.target, self.name)
    }
}
