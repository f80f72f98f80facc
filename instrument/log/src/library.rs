//! The Java library of the recorder.

use instrument::weave::parts::JavaLibrary;

/// The package of the library.
pub const PACKAGE: &str = "residua/log/";

macro_rules! runtime {
    ($($name:literal)*) => {
        [$((concat!("residua/log/", $name, ".java"),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/runtime/residua/log/", $name, ".java")))),*]
    };
}

/// The release that it is written for: variable handles are of Java 9, and users have 11.
pub const RELEASE: u16 = 11;

/// The table of effects of calls of the JDK.
pub const MODELS: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/runtime/residua/log/models.tsv"
));

/// The library.
pub const LIBRARY: JavaLibrary = JavaLibrary {
    package: PACKAGE,
    sources: &runtime! {
        "Buffer" "Calls" "Effect" "Identities" "Kind" "Library" "Log" "Models" "Region" "Replay" "Schedule"
        "Store" "Stripes" "Task"
    },
};
