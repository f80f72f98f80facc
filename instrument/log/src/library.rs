//! The Java library of the recorder.

use instrument::weave::parts::JavaLibrary;

/// The package of the library.
pub const PACKAGE: &str = "residua/log/";

/// The packages of the monitors of properties and of what they need, which do not record.
const MONITORS: &str = "residua/monitors/";
const RUNTIME: &str = "residua/runtime/";

/// The begin of the names of monitors for programs in the unnamed package.
const UNNAMED_MONITOR: &str = "ResiduaMonitor";

/// Returns whether a class, by its internal name, is a monitor.
pub fn is_monitor(class: &str) -> bool {
    class.starts_with(MONITORS) || class.starts_with(UNNAMED_MONITOR)
}

/// Returns whether a class, by its internal name, is one that monitors need.
pub fn is_of_runtime(class: &str) -> bool {
    class.starts_with(RUNTIME)
}

/// Returns whether a file of a class is one of monitors, or of what they need. Jars may have their
/// classes in a folder.
pub fn is_of_monitors(file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or(file);
    file.contains(MONITORS) || file.contains(RUNTIME) || name.starts_with(UNNAMED_MONITOR)
}

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
        "Buffer" "Calls" "Effect" "Identities" "Kind" "Library" "LockMonitor" "Log" "Models" "PropertyEvents" "Region" "Replay"
        "Schedule" "Stack" "Store" "Stripes" "Task" "Touches"
    },
};
