//! A program whose threads are recorded, for `record` and `replay`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use analyzer::Models;
use anyhow::{Result, bail};
use date::model::Specification;
use instrument::weave::{RuntimePlacement, Task, WeaveRequest};
use java_bytecode::ClassesOnDemand;
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;
use plan::Unshared;
use recording::Request;

use super::weave::rejection;
use crate::cache;
use crate::cli::{RecordedProgramArgs, fidelity};
use crate::console::Console;
use crate::failure::Rejected;
use crate::inputs::{class_path, own_classes, properties};
use crate::measurement::{self, CommandLine};
use crate::recorder::events;
use crate::wording::record as wording;

/// A program whose classes are to record, and the command that runs it.
pub struct RecordedProgram<'a> {
    args: &'a RecordedProgramArgs,
    line: CommandLine,
    classes: Vec<PathBuf>,
    /// The properties whose events are recorded as well.
    pub properties: Vec<Specification>,
    java_home: Option<PathBuf>,
}

impl<'a> RecordedProgram<'a> {
    /// The program that a command runs, with the classes of the command unless some are named.
    ///
    /// # Errors
    /// A property cannot be read; the classes of the command are not known.
    pub fn of(args: &'a RecordedProgramArgs, console: Console) -> Result<Self> {
        let properties = properties::read(&args.property, fidelity(args.compat))?;
        console.findings(&properties.findings)?;
        let properties = properties.files.into_iter();
        let classes = if args.classes.is_empty() {
            measurement::class_path(&args.command)
        } else {
            args.classes.clone()
        };
        if classes.is_empty() {
            bail!(wording::NO_CLASSES);
        }
        Ok(RecordedProgram {
            args,
            line: CommandLine::new(args.command.clone(), &classes)?,
            classes,
            properties: properties.map(|file| file.specification).collect(),
            java_home: java_home(&args.command),
        })
    }

    /// The accesses that need no record. None if all are recorded, or if nothing says where the program
    /// begins.
    fn unshared(&self, console: Console) -> Result<Option<Unshared>> {
        // Code of properties that runs at events may do what the program does not.
        let mut properties = self.properties.iter();
        if self.args.all || properties.any(events::has_code) {
            return Ok(None);
        }
        console.phase("looking for accesses that no two threads share");
        let jdk = match &self.java_home {
            Some(home) => Jdk::open(home),
            None => Jdk::from_environment(),
        };
        let library = jdk.and_then(|jdk| ClassPath::open(&self.args.classpath, &jdk));
        let library = Arc::new(library.map_err(class_path::rejected)?);
        let files = own_classes::read(&self.classes)?.into_iter();
        let program = java_bytecode::load(files.map(|class| class.file).collect(), library.clone());
        let mut models = Models::jdk();
        let mut libraries = ClassesOnDemand::new(library);
        models.add_called_bodies(&program, &mut |name| libraries.class(name));
        let unshared = analyzer::unshared(&program, models).ok();
        console.end();
        Ok(unshared)
    }

    /// Weaves into a folder. Gives the place of the woven classes.
    ///
    /// # Errors
    /// The classes cannot be woven.
    pub fn weave(&self, folder: &Path, console: Console) -> Result<PathBuf> {
        let unshared = self.unshared(console)?;
        console.phase("weaving");
        // `java -jar` wants a jar.
        let name = match &self.classes[..] {
            [one] if instrument::weave::parts::is_jar(one) => "woven.jar",
            _ => "woven",
        };
        let request = Request {
            classes: self.monitored(&folder.join(format!("monitored-{name}")))?,
            class_path: self.args.classpath.clone(),
            output: folder.join(name),
            java_home: self.java_home.clone(),
            unshared,
            keeps_unshared: false,
            kept: cache::folder(),
        };
        let report = recording::weave(&request).map_err(rejection)?;
        console.end();
        console.findings(&wording::skipped(&report.skipped))?;
        Ok(request.output)
    }

    /// The classes with monitors that tell the events of the properties; those of the program where it
    /// has none.
    fn monitored(&self, output: &Path) -> Result<Vec<PathBuf>> {
        if self.properties.is_empty() {
            return Ok(self.classes.clone());
        }
        let plan = events::plan(&self.properties).map_err(Rejected)?;
        let request = WeaveRequest {
            plan: &plan,
            base: PathBuf::new(),
            classes: self.classes.clone(),
            class_path: self.args.classpath.clone(),
            output: output.to_owned(),
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
        Ok(vec![output.to_owned()])
    }

    /// The command, with the woven classes.
    pub fn on(&self, woven: &Path) -> Command {
        self.line.on(Some(woven))
    }
}

/// The JDK of a command that names its `java`; that of the environment else.
fn java_home(command: &[String]) -> Option<PathBuf> {
    let java = Path::new(command.first()?);
    let folder = java.parent().filter(|folder| folder.ends_with("bin"))?;
    let home = folder.parent()?;
    let has_compiler = folder.join("javac").exists();
    (has_compiler && java.file_stem()? == "java").then(|| home.to_owned())
}
