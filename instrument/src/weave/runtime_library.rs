//! The Java libraries of woven programs, as sources and, once they are compiled, as classes.
//!
//! Compiling it is more than half of what `javac` does for small properties, and it is the same for
//! all programs. So its classes may be kept in a folder, as a jar of its own for each JDK, release
//! and text of the library.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use jvm::jdk::Jdk;
use plan::sha256;

use super::archive::Archive;
use super::files;
use super::output::{self, Content};

macro_rules! runtime {
    ($($name:literal)*) => {
        [$((concat!("residua/runtime/", $name, ".java"),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/runtime/residua/runtime/", $name, ".java")))),*]
    };
}

/// A library of Java classes that woven programs need.
#[derive(Debug, Clone, Copy)]
pub struct JavaLibrary {
    /// The package of its classes, with `/` at the end.
    pub package: &'static str,
    /// Path below a source root, and text.
    pub sources: &'static [(&'static str, &'static str)],
}

/// The library of monitors.
pub const MONITORING: JavaLibrary = JavaLibrary {
    package: "residua/runtime/",
    sources: &SOURCES,
};

/// The sources of the library of monitors.
const SOURCES: [(&str, &str); 48] = runtime! {
    "Automaton" "AutomatonTable" "BindingTable" "CallerSlot" "Channel" "CarriedKeys" "Carrier" "Cleared" "Clock" "ControlFlow" "Counters" "DescribedKey" "Description" "EventLog" "EventSwitch" "Faults" "Gate" "Handlers" "HashedKeys" "Instance" "Key" "KeyedTable" "Keys" "Lasting" "LastingAutomaton" "LateCarrier" "LoopIterator" "Outbox" "Output" "ParameterKey" "Recognizer" "Reflection" "Reports"
    "Roster" "SerializedReferences" "Settings" "Shutdown" "Slices" "StandardHandler" "StaticSignature" "Table" "ThreadBody" "Timer" "Tripwires" "Tuple" "Violation" "ViolationError" "ViolationHandler"
};

/// The most bytes that a class file of the library may have.
const MOST_BYTES: u64 = 1 << 20;

/// Class files by name: `residua/runtime/Gate.class`.
type Classes = BTreeMap<String, Vec<u8>>;

/// A library for one JDK and one release.
#[derive(Debug)]
pub struct RuntimeLibrary {
    library: JavaLibrary,
    /// The jar that keeps the classes; `None` keeps them nowhere.
    jar: Option<PathBuf>,
    /// The classes that it keeps.
    compiled: Option<Classes>,
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
    /// Gives the library as the `javac` of a JDK compiles it with these options for a release. `kept` is the folder of
    /// compiled libraries. A jar there that cannot be read, or that lacks a class, counts for
    /// nothing.
    pub fn of(
        library: JavaLibrary,
        jdk: &Jdk,
        options: &[&str],
        release: u16,
        kept: Option<&Path>,
    ) -> Self {
        let key = || key(&library, jdk, options, release);
        let jar = kept.map(|folder| folder.join(format!("runtime-{}.jar", key())));
        let compiled = jar.as_deref().and_then(|jar| read(&library, jar));
        RuntimeLibrary {
            library,
            jar,
            compiled,
        }
    }

    /// Writes the classes, or the sources as long as there are none, below a folder.
    ///
    /// # Errors
    /// Where one cannot be written.
    pub fn write(&self, folder: &Path) -> std::io::Result<Written> {
        let mut written = Written::default();
        match &self.compiled {
            Some(classes) => {
                for (name, bytes) in classes {
                    files::write_below(&folder.join(name), bytes)?;
                }
                written.classes = Some(folder.to_owned());
            }
            None => {
                for (path, text) in self.library.sources {
                    let file = folder.join(path);
                    files::write_below(&file, text)?;
                    written.sources.push(file);
                }
            }
        }

        Ok(written)
    }

    /// Joins what `javac` made with the classes of the library. If it has just made them, they are
    /// kept. A folder that cannot be written keeps nothing.
    pub fn joined(self, mut made: Classes) -> Classes {
        if let Some(classes) = self.compiled {
            made.extend(classes);
            return made;
        }

        if let Some(jar) = self.jar {
            let library: output::Files<'_> = made
                .iter()
                .filter(|(name, _)| name.starts_with(self.library.package))
                .map(|(name, bytes)| (&**name, Content::Bytes(bytes)))
                .collect();
            // Only time is lost.
            _ = output::write(&jar, &library);
        }
        made
    }
}

/// A digest of everything that the classes depend on: the JDK, the release, the options and the
/// sources.
fn key(library: &JavaLibrary, jdk: &Jdk, options: &[&str], release: u16) -> String {
    let home = jdk.home();
    let mut text = format!("{}\n{release}\n{:?}\n", home.display(), options);

    // Another JDK may be put into the same folder.
    text += &std::fs::read_to_string(home.join("release")).unwrap_or_default();
    for name in ["lib/modules", "jmods/jdk.compiler.jmod"] {
        let of_file = std::fs::metadata(home.join(name)).ok();
        let changed = of_file
            .as_ref()
            .and_then(|file| file.modified().ok()?.duration_since(UNIX_EPOCH).ok());
        let size = of_file.map(|file| file.len());
        _ = writeln!(text, "{name} {size:?} {changed:?}");
    }

    // `javac` takes more options from the environment.
    _ = writeln!(text, "{:?}", std::env::var_os("JDK_JAVAC_OPTIONS"));
    for (path, source) in library.sources {
        _ = writeln!(text, "{path} {}\n{source}", source.len());
    }
    sha256(text.as_bytes())
}

/// Reads a kept library; `None` if it is damaged or lacks a class.
fn read(library: &JavaLibrary, jar: &Path) -> Option<Classes> {
    let mut archive = Archive::open(jar).ok()?;
    let mut classes = Classes::new();
    for number in 0..archive.len() {
        let name = archive.name(number).ok()?;
        let bytes = archive.read(number, MOST_BYTES).ok()?;
        if !name.starts_with(library.package) || classes.insert(name, bytes).is_some() {
            return None;
        }
    }

    let is_there = |source: &str| {
        let name = source.trim_end_matches(".java");
        classes.contains_key(&format!("{name}.class"))
    };
    library
        .sources
        .iter()
        .all(|(path, _)| is_there(path))
        .then_some(classes)
}
