//! `residua record`: the user's program on classes that record the events of their threads, and the
//! log of its run.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::Arc;
use std::time::Duration;

use analyzer::Models;
use anyhow::{Context, Result, bail};
use date::model::Specification;
use instrument::weave::{RuntimePlacement, Task, WeaveRequest};
use java_bytecode::ClassesOnDemand;
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;
use plan::Unshared;
use recording::{Merge, Request, runs};

use super::Outcome;
use super::weave::rejection;
use crate::cli::{RecordArgs, fidelity};
use crate::console::Console;
use crate::failure::Rejected;
use crate::inputs::properties::{self, Properties};
use crate::inputs::{class_path, own_classes, shown};
use crate::measurement::{self, CommandLine};
use crate::recorder::events;
use crate::wording::{next, record as wording};
use crate::{cache, interrupt, output};

/// The variable of the environment that tells the program where to record.
const FOLDER: &str = "RESIDUA_LOG";

/// The time between two looks at the program.
const LOOK: Duration = Duration::from_millis(10);

/// The time that a program has to end by itself.
const PATIENCE: Duration = Duration::from_secs(2);

/// The events between two notes of progress.
const STEP: usize = 1 << 20;

/// Weaves, runs the command, and writes one log for each virtual machine that recorded. The exit
/// status is that of the command.
pub fn run(args: &RecordArgs, console: Console) -> Result<Outcome> {
    let properties = properties::read(&args.property, fidelity(args.compat))?;
    console.findings(&properties.findings)?;
    let options = Options {
        classes: &args.classes,
        class_path: &args.classpath,
        properties: specifications(properties),
        all: args.all,
    };
    let program = Program::of(&args.command, options)?;
    // The log is written even if the user ends the program.
    let status = interrupt::whole(|| recorded(args, &program, console))?;
    Ok(Outcome::Status(status))
}

/// The specifications of property files.
pub(super) fn specifications(properties: Properties) -> Vec<Specification> {
    let files = properties.files.into_iter();
    files.map(|file| file.specification).collect()
}

/// What is recorded, as the user has said it.
pub(super) struct Options<'a> {
    /// The classes; none for those of the command.
    pub classes: &'a [PathBuf],
    /// The classes that these need.
    pub class_path: &'a [PathBuf],
    /// The properties whose events are recorded as well.
    pub properties: Vec<Specification>,
    /// All accesses are recorded.
    pub all: bool,
}

/// A program whose classes are to record, and the command that runs it.
pub(super) struct Program<'a> {
    line: CommandLine,
    classes: Vec<PathBuf>,
    options: Options<'a>,
    java_home: Option<PathBuf>,
}

impl<'a> Program<'a> {
    /// The program that a command runs, with the classes of the command unless some are named.
    pub(super) fn of(command: &[String], options: Options<'a>) -> Result<Self> {
        let classes = if options.classes.is_empty() {
            measurement::class_path(command)
        } else {
            options.classes.to_vec()
        };
        if classes.is_empty() {
            bail!(wording::NO_CLASSES);
        }
        Ok(Program {
            line: CommandLine::new(command.to_vec(), &classes)?,
            classes,
            options,
            java_home: java_home(command),
        })
    }

    /// The accesses that need no record. None if all are recorded, or if nothing says where the program
    /// begins.
    fn unshared(&self, console: Console) -> Result<Option<Unshared>> {
        // Code of properties that runs at events may do what the program does not.
        let mut properties = self.options.properties.iter();
        if self.options.all || properties.any(events::has_code) {
            return Ok(None);
        }
        console.phase("looking for accesses that no two threads share");
        let jdk = match &self.java_home {
            Some(home) => Jdk::open(home),
            None => Jdk::from_environment(),
        };
        let library = jdk.and_then(|jdk| ClassPath::open(self.options.class_path, &jdk));
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
    pub(super) fn weave(&self, folder: &Path, console: Console) -> Result<PathBuf> {
        let unshared = self.unshared(console)?;
        console.phase("weaving");
        // `java -jar` wants a jar.
        let name = match &self.classes[..] {
            [one] if instrument::weave::parts::is_jar(one) => "woven.jar",
            _ => "woven",
        };
        let request = Request {
            classes: self.monitored(&folder.join(format!("monitored-{name}")))?,
            class_path: self.options.class_path.to_vec(),
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
        if self.options.properties.is_empty() {
            return Ok(self.classes.clone());
        }
        let plan = events::plan(&self.options.properties).map_err(Rejected)?;
        let request = WeaveRequest {
            plan: &plan,
            base: PathBuf::new(),
            classes: self.classes.clone(),
            class_path: self.options.class_path.to_vec(),
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
    pub(super) fn on(&self, woven: &Path) -> Command {
        self.line.on(Some(woven))
    }
}

fn recorded(args: &RecordArgs, program: &Program<'_>, console: Console) -> Result<u8> {
    let beside = args.output.parent().filter(|p| !p.as_os_str().is_empty());
    let beside = beside.unwrap_or(Path::new("."));
    let scratch = tempfile::Builder::new()
        .prefix(".residua-record-")
        .tempdir_in(beside)
        .with_context(|| format!("cannot write beside {}", shown(&args.output)))?;
    let woven = program.weave(scratch.path(), console)?;
    let folder = scratch.path().join("run");
    let status = ran(program.on(&woven).env(FOLDER, &folder))?;
    write_logs(&folder, &args.output, console)?;
    Ok(code(status))
}

/// The JDK of a command that names its `java`; that of the environment else.
fn java_home(command: &[String]) -> Option<PathBuf> {
    let java = Path::new(command.first()?);
    let folder = java.parent().filter(|folder| folder.ends_with("bin"))?;
    let home = folder.parent()?;
    let has_compiler = folder.join("javac").exists();
    (has_compiler && java.file_stem()? == "java").then(|| home.to_owned())
}

/// Runs the program to its end. If the user ends the command, the program may end by itself for a
/// moment, as it does if it has got the same signal.
pub(super) fn ran(command: &mut Command) -> Result<ExitStatus> {
    let program = command.get_program().to_string_lossy().into_owned();
    let running = || format!("cannot run `{program}`");
    let mut child = command.spawn().with_context(running)?;
    let mut patience = PATIENCE;
    loop {
        if let Some(status) = child.try_wait().with_context(running)? {
            return Ok(status);
        }
        if interrupt::is_asked() {
            if patience.is_zero() {
                child.kill().with_context(running)?;
            }
            patience = patience.saturating_sub(LOOK);
        }
        std::thread::sleep(LOOK);
    }
}

/// The exit status as a shell has it: 128 and the number of the signal that ended the process.
fn code(status: ExitStatus) -> u8 {
    use std::os::unix::process::ExitStatusExt;
    let code = status.code().or(status.signal().map(|signal| 128 + signal));
    code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1)
}

fn write_logs(folder: &Path, target: &Path, console: Console) -> Result<()> {
    let folders = if folder.exists() {
        runs(folder)?
    } else {
        Vec::new()
    };
    if folders.is_empty() {
        bail!(wording::NOTHING_RECORDED);
    }
    let refusals = folders
        .iter()
        .filter_map(|folder| recording::refusal(folder));
    if let Some(refusal) = refusals.into_iter().next() {
        bail!(wording::refused(&refusal));
    }
    for (number, folder) in folders.iter().enumerate() {
        let target = numbered(target, number);
        write_log(folder, &target, console)?;
    }
    console.next(next::record(target));
    Ok(())
}

/// The log of a virtual machine: `run.log`, `run-2.log`.
fn numbered(target: &Path, number: usize) -> PathBuf {
    if number == 0 {
        return target.to_owned();
    }
    let stem = target.file_stem().unwrap_or_default().to_string_lossy();
    let mut name = format!("{stem}-{}", number + 1);
    if let Some(extension) = target.extension() {
        name += ".";
        name += &extension.to_string_lossy();
    }
    target.with_file_name(name)
}

fn write_log(folder: &Path, target: &Path, console: Console) -> Result<()> {
    let mut merge = Merge::open(folder)?;
    let mut events = 0_usize;
    output::write_meanwhile(target, |file| {
        let mut writer = predict::log::Writer::new(file)?;
        while let Some(event) = merge.next_event().map_err(std::io::Error::other)? {
            writer.push(event, merge.tables())?;
            events += 1;
            if events.is_multiple_of(STEP) {
                console.phase(wording::progress(events));
            }
        }
        writer.finish(merge.tables())?;
        Ok(())
    })?;
    console.end();
    let size = std::fs::metadata(target)?.len();
    let stop = merge
        .stop()
        .map(|stop| wording::stopped(&shown(target), stop));
    console.findings(stop.as_slice())?;
    let threads = merge.tables().threads.len();
    anstream::eprint!("{}", wording::written(target, events, threads, size));
    Ok(())
}
