//! Everything that the result of an analysis or a weaving depends on.

use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use instrument::weave::{RuntimePlacement, Task};
use jvm::jdk::Jdk;
use plan::{Plan, sha256};
use serde::{Deserialize, Serialize};
use walkdir::WalkDir;

use crate::inputs::{named, properties, shown, sources};
use crate::settings::{Settings, WeaveSettings};

/// Options and files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inputs {
    /// The program itself: its version, size and time.
    tool: String,
    /// The JDK: its folder, what its `release` file says, size and time of its image.
    jdk: String,
    /// The settings, in words.
    options: Vec<String>,
    /// Hashes by kind and path, in the order that counts: class paths are searched in theirs.
    files: Vec<(String, String)>,
}

impl Inputs {
    /// Reads and hashes whatever the settings name; none if something is not there or cannot be
    /// read, which is for the analysis to say.
    pub fn of_analysis(settings: &Settings) -> Option<Inputs> {
        let program = &settings.program;
        let mut files = Vec::new();
        for source in sources::read(&program.sources, &program.left_out).ok()? {
            files.push((
                format!("source {} {}", source.root, source.path),
                sha256(&source.bytes),
            ));
        }

        let (properties, findings) = properties::all_files(&program.properties);
        if !findings.is_empty() {
            return None;
        }

        for script in properties
            .iter()
            .filter(|path| path.extension().is_some_and(|extension| extension == "lrv"))
        {
            let (read, _) = properties::read_one(script, program.fidelity);
            files.extend(
                read?
                    .imported
                    .into_iter()
                    .map(|file| (format!("imported {}", file.file), file.sha256)),
            );
        }
        let named = [("property", properties), ("models", program.models.clone())];

        let single = [
            ("ran", &program.ran),
            ("log", &program.reflection_log),
            ("counts", &settings.counts),
        ];
        let single = single.map(|(kind, path)| (kind, path.iter().cloned().collect()));

        for (kind, paths) in named.iter().chain(&single) {
            for path in paths {
                files.push((format!("{kind} {}", shown(path)), hash(path)?));
            }
        }

        for entry in &program.class_path {
            add_entry("class path", entry, &mut files)?;
        }

        for entry in program.classes.iter().chain(&program.resources) {
            add_entry("named beside the sources", entry, &mut files)?;
        }

        for file in named::files(program) {
            files.push((format!("beside the sources {}", shown(&file)), hash(&file)?));
        }

        Some(Inputs {
            tool: tool()?,
            jdk: jdk()?,
            options: options(settings),
            files,
        })
    }

    /// The same of a weaving: the plan and what it was made from, which must be unchanged or absent
    /// then as before.
    pub fn of_weaving(
        plan: &Plan,
        settings: &WeaveSettings,
        task: Task,
        runtime: RuntimePlacement,
    ) -> Option<Inputs> {
        let mut files = vec![(
            format!("plan {}", shown(&settings.plan)),
            hash(&settings.plan)?,
        )];
        let sources = plan
            .sources
            .iter()
            .map(|source| Path::new(&source.root).join(&source.path));
        let properties = plan.properties.iter().flat_map(|property| {
            std::iter::once(&property.file)
                .chain(property.imported.iter().map(|imported| &imported.file))
        });

        for path in sources.chain(properties.map(PathBuf::from)) {
            files.push((
                format!("planned {}", shown(&path)),
                hash(&path).unwrap_or_default(),
            ));
        }

        for entry in &settings.classes {
            add_entry("classes", entry, &mut files)?;
        }

        for entry in &settings.class_path {
            add_entry("class path", entry, &mut files)?;
        }

        let options = format!(
            "{task:?} {runtime:?}, fields: {}, tripwires: {}",
            settings.adds_fields, settings.tripwires
        );
        Some(Inputs {
            tool: tool()?,
            jdk: jdk()?,
            options: vec![options],
            files,
        })
    }
}

/// All that is no file. How many threads are at work and how results are printed changes none of
/// them.
fn options(settings: &Settings) -> Vec<String> {
    let Settings {
        program,
        through,
        over_data,
        check,
        strict,
        accept,
        ..
    } = settings;
    let fidelity = program.fidelity;

    let flags = format!(
        "{through:?} over data: {over_data}, check: {check}, strict: {strict}, {fidelity:?}"
    );
    let lists = [
        ("source", shown_all(&program.sources)),
        ("left out", shown_all(&program.left_out)),
        ("property", shown_all(&program.properties)),
    ];
    let lists = lists.into_iter().chain([
        ("entry", program.entries.clone()),
        ("inert annotation", program.inert_annotations.clone()),
        ("accept", accept.clone()),
    ]);

    let lists = lists.flat_map(|(kind, values)| {
        values
            .into_iter()
            .map(move |value| format!("{kind} {value}"))
    });
    std::iter::once(flags).chain(lists).collect()
}

fn shown_all(paths: &[PathBuf]) -> Vec<String> {
    paths.iter().map(|path| shown(path)).collect()
}

fn tool() -> Option<String> {
    let program = std::env::current_exe().ok()?;
    Some(format!(
        "{} {}",
        env!("CARGO_PKG_VERSION"),
        stamp(&program)?
    ))
}

fn jdk() -> Option<String> {
    let jdk = Jdk::from_environment().ok()?;
    let home = jdk.home();
    let release = std::fs::read(home.join("release"))
        .map(|bytes| sha256(&bytes))
        .unwrap_or_default();
    let image = stamp(&home.join("lib/modules")).or_else(|| stamp(&home.join("jmods")))?;
    Some(format!("{} {release} {image}", shown(home)))
}

/// Size and time of a file that is too large to be read each time.
fn stamp(path: &Path) -> Option<String> {
    let metadata = path.metadata().ok()?;
    let modified = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(format!("{} {}", metadata.len(), modified.as_nanos()))
}

fn hash(path: &Path) -> Option<String> {
    Some(sha256(&std::fs::read(path).ok()?))
}

/// A jar, or all files of a folder.
fn add_entry(kind: &str, entry: &Path, files: &mut Vec<(String, String)>) -> Option<()> {
    files.push((format!("{kind} {}", shown(entry)), String::new()));
    files.extend(
        hashes_below(entry)?
            .into_iter()
            .map(|(file, hash)| (format!("{kind} {file}"), hash)),
    );
    Some(())
}

/// The hash of a file, or of all files below a folder, by their paths; none if something cannot be
/// read.
pub fn hashes_below(path: &Path) -> Option<Vec<(String, String)>> {
    let mut hashes = Vec::new();
    for file in WalkDir::new(path).follow_links(true).sort_by_file_name() {
        let file = file.ok()?;
        if file.file_type().is_file() {
            hashes.push((shown(file.path()), hash(file.path())?));
        }
    }
    Some(hashes)
}
