//! A program whose threads are recorded, for `record` and `replay`.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use date::model::Specification;
use instrument::weave::{RuntimePlacement, Task, WeaveRequest};
use plan::Unshared;
use recording::Request;
use tempfile::TempDir;

use super::weave::rejection;
use crate::cache;
use crate::cli::{RecordedProgramArgs, fidelity};
use crate::console::Console;
use crate::failure::Rejected;
use crate::inputs::{properties, shown};
use crate::measurement::{self, CommandLine};
use crate::recorder::{events, unshared};
use crate::wording::record as wording;

/// A program whose classes are to record, and the command that runs it.
pub struct RecordedProgram {
    line: CommandLine,
    recorded: RecordedClasses,
}

/// Classes that are to record.
pub struct RecordedClasses {
    /// Their folders and jars.
    pub classes: Vec<PathBuf>,
    /// Folders and jars that these need, and that are not recorded.
    pub class_path: Vec<PathBuf>,
    /// The properties whose events are recorded as well.
    pub properties: Vec<Specification>,
    /// The JDK that runs them, if it is not that of the environment.
    pub java_home: Option<PathBuf>,
    /// Record the accesses that no two threads can be in conflict about, too.
    pub all: bool,
    /// The methods that are to be transactions.
    pub atomic: Vec<String>,
}

impl RecordedProgram {
    /// The program that a command runs, with the classes of the command unless some are named.
    ///
    /// # Errors
    /// A property cannot be read; the classes of the command are not known.
    pub fn of(args: &RecordedProgramArgs, console: Console) -> Result<Self> {
        let classes = if args.classes.is_empty() {
            measurement::class_path(&args.command)
        } else {
            args.classes.clone()
        };
        if classes.is_empty() {
            bail!(wording::NO_CLASSES);
        }
        Ok(RecordedProgram {
            line: CommandLine::new(args.command.clone(), &classes)?,
            recorded: RecordedClasses {
                properties: events_of(&args.property, args.compat, console)?,
                classes,
                class_path: args.classpath.clone(),
                java_home: java_home(&args.command),
                all: args.all,
                atomic: args.atomic.clone(),
            },
        })
    }

    /// The properties whose events are recorded as well.
    pub fn properties(&self) -> &[Specification] {
        &self.recorded.properties
    }

    /// Weaves into a folder. Gives the place of the woven classes.
    ///
    /// # Errors
    /// The classes cannot be woven.
    pub fn weave(&self, folder: &Path, console: Console) -> Result<PathBuf> {
        // `java -jar` wants a jar.
        let name = match &self.recorded.classes[..] {
            [one] if instrument::weave::parts::is_jar(one) => "woven.jar",
            _ => "woven",
        };
        let output = folder.join(name);
        self.recorded.weave(&output, console)?;
        Ok(output)
    }

    /// The command, with the woven classes.
    pub fn on(&self, woven: &Path) -> Command {
        self.line.on(Some(woven))
    }
}

/// The properties whose events are to be recorded.
///
/// # Errors
/// A file cannot be read.
pub fn events_of(files: &[PathBuf], compat: bool, console: Console) -> Result<Vec<Specification>> {
    let properties = properties::read(files, fidelity(compat))?;
    console.findings(&properties.findings)?;
    let files = properties.files.into_iter();
    Ok(files.map(|file| file.specification).collect())
}

impl RecordedClasses {
    /// The accesses that need no record. None if all are recorded, or if nothing says where the program
    /// begins.
    fn unshared(&self, console: Console) -> Result<Option<Unshared>> {
        // Code of properties that runs at events may do what the program does not.
        let mut properties = self.properties.iter();
        if self.all || properties.any(events::has_code) {
            return Ok(None);
        }
        console.phase("looking for accesses that no two threads share");
        let home = self.java_home.as_deref();
        let unshared = unshared::find(&self.classes, &self.class_path, home)?;
        console.end();
        if unshared
            .as_ref()
            .is_some_and(|found| found.reached.is_empty())
        {
            console.findings(&[wording::nothing_left_out()])?;
        }
        Ok(unshared)
    }

    /// Weaves into a folder or a jar.
    ///
    /// # Errors
    /// The classes cannot be woven.
    pub fn weave(&self, output: &Path, console: Console) -> Result<()> {
        let unshared = self.unshared(console)?;
        console.phase("weaving");
        let monitored = self.monitored(output)?;
        let request = Request {
            classes: match &monitored {
                Some(monitored) => vec![monitored.path().join(MONITORED)],
                None => self.classes.clone(),
            },
            class_path: self.class_path.clone(),
            output: output.to_owned(),
            java_home: self.java_home.clone(),
            unshared,
            keeps_unshared: false,
            atomic: self.atomic.clone(),
            kept: cache::folder(),
        };
        let report = recording::weave(&request).map_err(rejection)?;
        console.end();
        console.findings(&wording::skipped(&report.skipped))?;
        if let Some(name) = report.unmatched.first() {
            bail!(wording::no_method(name));
        }
        Ok(())
    }

    /// A folder beside the output with the classes and the monitors that tell the events of the
    /// properties, if there are any.
    fn monitored(&self, output: &Path) -> Result<Option<TempDir>> {
        if self.properties.is_empty() {
            return Ok(None);
        }
        let plan = events::plan(&self.properties).map_err(Rejected)?;
        let beside = output.parent().filter(|p| !p.as_os_str().is_empty());
        let folder = tempfile::Builder::new()
            .prefix(".residua-monitored-")
            .tempdir_in(beside.unwrap_or(Path::new(".")))
            .with_context(|| format!("cannot write beside {}", shown(output)))?;
        let request = WeaveRequest {
            plan: &plan,
            base: PathBuf::new(),
            classes: self.classes.clone(),
            class_path: self.class_path.clone(),
            output: folder.path().join(MONITORED),
            task: Task::Full,
            runtime: RuntimePlacement::Bundled,
            adds_fields: false,
            tripwires: false,
            unforeseen: Vec::new(),
            java_home: self.java_home.clone(),
            handler: None,
            kept: cache::folder(),
        };
        instrument::weave::weave(&request).map_err(rejection)?;
        Ok(Some(folder))
    }
}

/// The name of the classes with monitors in their folder.
const MONITORED: &str = "monitored";

/// The JDK of a command that names its `java`; that of the environment else.
fn java_home(command: &[String]) -> Option<PathBuf> {
    let java = Path::new(command.first()?);
    let folder = java.parent().filter(|folder| folder.ends_with("bin"))?;
    let home = folder.parent()?;
    let has_compiler = folder.join("javac").exists();
    (has_compiler && java.file_stem()? == "java").then(|| home.to_owned())
}
