//! A program of the suite: its files, markers and directives.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::OnceLock;

use ir::Program;
use java_lower::{Source, load};
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;
use points_to::{Entries, ReflectionLog, Start, entries, openings};

use crate::marker::{Marker, markers};

/// A file of a program.
#[derive(Debug)]
pub struct File {
    /// Below the source root.
    pub path: String,
    /// As written, markers included.
    pub text: String,
    /// The markers of the file.
    pub markers: Vec<Marker>,
}

impl File {
    /// Returns whether it stands for code outside the sources.
    pub fn is_client(&self) -> bool {
        self.path == "Client.java"
    }
}

/// A program of the suite.
#[derive(Debug, Default)]
pub struct Fixture {
    /// `FEATURE/what-it-shows.java`.
    pub name: String,
    /// Its files in the order of the text.
    pub files: Vec<File>,
    /// True if it is analysed without entry point.
    pub library: bool,
    /// Patterns of entry points.
    pub entries: Vec<String>,
    /// Lines of a reflection log.
    pub logged: Vec<String>,
    /// The assumption that covers its missing edges, and why.
    pub covered: Option<(String, String)>,
}

impl Fixture {
    /// The program of this name.
    pub fn read(name: &str) -> Fixture {
        Fixture::parse(
            name,
            &std::fs::read_to_string(folder().join(name)).expect("a program"),
        )
    }

    /// The program with this text.
    ///
    /// # Panics
    /// At a marker or directive that is not well formed.
    pub fn parse(name: &str, text: &str) -> Fixture {
        let mut fixture = Fixture {
            name: name.to_owned(),
            ..Fixture::default()
        };
        for line in text.lines().map_while(|line| line.strip_prefix("//~ ")) {
            fixture
                .direct(line)
                .unwrap_or_else(|reason| panic!("{name}: {reason}"));
        }
        fixture.files = files(name, text);
        fixture
    }

    /// The feature of the language or library that it is about.
    pub fn feature(&self) -> &str {
        self.name.split('/').next().unwrap_or_default()
    }

    fn direct(&mut self, directive: &str) -> Result<(), String> {
        if directive == "library" {
            self.library = true;
        } else if let Some(pattern) = directive.strip_prefix("entry ") {
            self.entries.push(pattern.to_owned());
        } else if let Some(line) = directive.strip_prefix("log ") {
            self.logged.push(line.to_owned());
        } else if let Some((id, reason)) = directive
            .strip_prefix("covered by ")
            .and_then(|rest| rest.split_once(": "))
        {
            self.covered = Some((id.to_owned(), reason.to_owned()));
        } else {
            return Err(format!("`{directive}` is no directive"));
        }
        Ok(())
    }

    /// The reflection log, if there is one.
    ///
    /// # Panics
    /// At a line that is not well formed.
    pub fn log(&self) -> Option<ReflectionLog> {
        let text = self.logged.join("\n");
        (!text.is_empty())
            .then(|| ReflectionLog::parse(&self.name, &text).expect("a reflection log"))
    }

    /// The entry points of its program.
    ///
    /// # Panics
    /// At a pattern that fits nothing.
    pub fn entry_points(&self, program: &Program) -> Entries {
        entries(program, &self.entries).expect("entry points")
    }

    /// The lowered program.
    ///
    /// # Panics
    /// Where the text is not understood in full: programs of the suite are.
    pub fn program(&self) -> Program {
        let class_path = ClassPath::open(&[], jdk()).expect("an empty class path");
        let analysed = self.files.iter().filter(|file| !file.is_client());
        let sources = analysed.map(|file| Source {
            root: String::new(),
            path: file.path.clone(),
            bytes: file.text.clone().into_bytes(),
        });
        let program = load(sources.collect(), Arc::new(class_path)).expect("sources");
        assert!(program.gaps.is_empty(), "{}: {:?}", self.name, program.gaps);
        assert!(
            program.diagnostics.is_empty(),
            "{}: {:?}",
            self.name,
            program.diagnostics
        );
        program
    }
}

/// Returns the start of execution, with the uses of reflection in a log.
pub fn start<'a>(
    program: &Program,
    log: Option<&'a ReflectionLog>,
    entries: &Entries,
) -> Start<'a> {
    Start {
        entries: entries.mains(),
        given: entries.uses(program),
        openings: openings(program, entries.library),
        log,
        ..Start::default()
    }
}

/// The JDK of the environment.
pub fn jdk() -> &'static Jdk {
    static JDK: OnceLock<Jdk> = OnceLock::new();
    JDK.get_or_init(|| Jdk::from_environment().expect("a JDK"))
}

/// Returns the folder of the programs.
fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs"))
}

/// The names of all programs, sorted.
pub fn names() -> Vec<String> {
    let entries = |folder: PathBuf| {
        let entries = std::fs::read_dir(folder).expect("a folder").flatten();
        let mut names: Vec<String> = entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    };
    let features = entries(folder());
    features
        .iter()
        .flat_map(|feature| {
            entries(folder().join(feature))
                .into_iter()
                .map(move |n| format!("{feature}/{n}"))
        })
        .collect()
}

fn files(name: &str, text: &str) -> Vec<File> {
    let mut parts: Vec<(String, String)> = Vec::new();
    let code = text.lines().skip_while(|line| line.starts_with("//~ "));
    for line in code {
        match line.strip_prefix("//- ") {
            Some(path) => parts.push((path.trim().to_owned(), String::new())),
            None if parts.is_empty() => parts.push(("Main.java".to_owned(), format!("{line}\n"))),
            None => parts.last_mut().expect("a file").1.extend([line, "\n"]),
        }
    }
    let file = |(path, text): (String, String)| {
        let markers = markers(&text)
            .unwrap_or_else(|(line, reason)| panic!("{name}, {path}:{line}: {reason}"));
        File {
            path,
            text,
            markers,
        }
    };
    parts.into_iter().map(file).collect()
}
