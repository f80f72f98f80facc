//! The Java runtime library of woven programs, as sources and, once they are compiled, as classes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use jvm::jdk::Jdk;

use super::files;

macro_rules! runtime {
    ($($name:literal)*) => {
        [$((concat!("residua/runtime/", $name, ".java"),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/runtime/residua/runtime/", $name, ".java")))),*]
    };
}

/// The Java runtime library: path below a source root, and text.
const SOURCES: [(&str, &str); 42] = runtime! {
    "Automaton" "AutomatonTable" "BindingTable" "CallerSlot" "Channel" "CarriedKeys" "Carrier" "Cleared" "Clock" "ControlFlow" "Counters" "DescribedKey" "EventSwitch" "Faults" "Gate" "HashedKeys" "Instance" "Key" "KeyedTable" "Keys" "Lasting" "LastingAutomaton" "LateCarrier" "LoopIterator" "ParameterKey" "Recognizer" "Reports"
    "Roster" "SerializedReferences" "Settings" "Shutdown" "Slices" "StandardHandler" "StaticSignature" "Table" "ThreadBody" "Timer" "Tripwires" "Tuple" "Violation" "ViolationError" "ViolationHandler"
};

/// The package of its classes.
const PACKAGE: &str = "residua/runtime/";

/// Class files by name: `residua/runtime/Gate.class`.
type Classes = BTreeMap<String, Vec<u8>>;

/// The classes that each `javac` has made of the sources for each release. A process that weaves
/// more than once, for example to measure, compiles them once: that is more than half of the work
/// of `javac` for small properties.
static COMPILED: Mutex<BTreeMap<(PathBuf, u16), Arc<Classes>>> = Mutex::new(BTreeMap::new());

/// The library for one JDK and one release.
#[derive(Debug)]
pub struct RuntimeLibrary {
    key: (PathBuf, u16),
    compiled: Option<Arc<Classes>>,
}

/// The library in a folder: classes, or the sources that are still to be compiled.
#[derive(Debug, Default)]
pub struct Written {
    /// The folder of the classes, to be put on the class path.
    pub classes: Option<PathBuf>,
    /// Source files, to be compiled with those that use them.
    pub sources: Vec<PathBuf>,
}

impl RuntimeLibrary {
    /// As the `javac` of a JDK compiles it for a release.
    pub fn of(jdk: &Jdk, release: u16) -> Self {
        let key = (jdk.home().to_owned(), release);
        let compiled = COMPILED
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&key)
            .cloned();
        RuntimeLibrary { key, compiled }
    }

    /// Writes the classes, or the sources as long as there are none, below a folder.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write(&self, folder: &Path) -> std::io::Result<Written> {
        let mut written = Written::default();
        match &self.compiled {
            Some(classes) => {
                for (name, bytes) in classes.iter() {
                    files::write_below(&folder.join(name), bytes)?;
                }
                written.classes = Some(folder.to_owned());
            }
            None => {
                for (path, text) in SOURCES {
                    let file = folder.join(path);
                    files::write_below(&file, text)?;
                    written.sources.push(file);
                }
            }
        }

        Ok(written)
    }

    /// Joins the classes that `javac` made with those of the library, and keeps the latter if
    /// `javac` has just made them.
    pub fn joined(self, mut made: Classes) -> Classes {
        match self.compiled {
            Some(classes) => {
                made.extend(
                    classes
                        .iter()
                        .map(|(name, bytes)| (name.clone(), bytes.clone())),
                );
            }
            None => {
                let classes = made.iter().filter(|(name, _)| name.starts_with(PACKAGE));
                let classes = classes
                    .map(|(name, bytes)| (name.clone(), bytes.clone()))
                    .collect();
                COMPILED
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .insert(self.key, Arc::new(classes));
            }
        }
        made
    }
}
