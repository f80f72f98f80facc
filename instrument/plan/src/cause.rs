//! The things in a program behind assumptions, as far as its owner can change them.

use java_types::ClassName;
use serde::{Deserialize, Serialize};

/// The thing behind an assumption, in parts that a program can group and count.
///
/// ```
/// let json = r#"{"sort": "annotation", "name": "app.Managed", "why": "`@app.Managed` may be read by a framework"}"#;
/// let cause: plan::Cause = serde_json::from_str(json).unwrap();
/// assert_eq!(cause.sort, plan::CauseSort::Annotation);
/// assert!(!cause.every_class);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cause {
    /// Its sort.
    pub sort: CauseSort,
    /// Its name: of an annotation, a missing type, a method or class of a library, a property or a
    /// file; empty where it has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Why it matters, for people: the assumption without its subject.
    pub why: String,
    /// The class that it concerns, by binary name with dots; absent where that is none or every one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<ClassName>,
    /// True if anything may happen to every class because of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub every_class: bool,
    /// The number of calls that cannot be resolved because of it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub calls: u64,
}

/// The sorts of things behind assumptions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CauseSort {
    /// No entry point is known: the program is a library.
    NoEntryPoint,
    /// A part of the sources that cannot be read, or a call that cannot be resolved.
    Unread,
    /// Two files that declare one class.
    Versions,
    /// A call that has effects by reflection.
    Reflection,
    /// An annotation that a framework may read.
    Annotation,
    /// An annotation whose processor may change code.
    Processor,
    /// Class files with other code than the sources.
    Changed,
    /// A file that is no source of the program.
    File,
    /// A text in the program that names a class.
    Text,
    /// A library that gets objects of the program.
    Library,
    /// A value that only a library can have made.
    MadeByLibrary,
    /// A type below which the JDK finds classes by name.
    Convention,
    /// A method that ran although it was taken for unreachable.
    Ran,
    /// A type that is missing.
    MissingType,
    /// A property that is monitored as written.
    AsWritten,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}
