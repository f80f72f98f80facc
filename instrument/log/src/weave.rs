//! Weaving: class files in, class files that record out.

mod access;
mod arguments;
mod boundary;
mod calls;
mod class;
mod code;
mod decisions;
mod fixed;
mod forwarding;
mod handles;
mod inherited;
mod method;
mod program;
mod references;
mod stacks;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use instrument::weave::WeaveError;
use instrument::weave::parts::{Content, InputFile, Inputs, compile_library, write};
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;
use plan::Unshared;

use self::program::{Program, Wanted};
use crate::library::{LIBRARY, MODELS, PACKAGE, RELEASE, is_of_monitors};
use crate::sites::{self, SiteTable};

/// A request to weave.
#[derive(Debug, Clone)]
pub struct Request {
    /// Folders and jars of the program's classes, in the order of its class path.
    pub classes: Vec<PathBuf>,
    /// Folders and jars that they need, and that are not recorded.
    pub class_path: Vec<PathBuf>,
    /// The output: a jar if it ends in `.jar`, else a folder. Replaced if it is there.
    pub output: PathBuf,
    /// The JDK's folder; `None` finds it in the environment.
    pub java_home: Option<PathBuf>,
    /// The accesses that need no record; `None` records all of them.
    pub unshared: Option<Unshared>,
    /// Records these accesses nevertheless, and marks them ([`crate::Merge::without_unshared`]).
    pub keeps_unshared: bool,
    /// Methods that are transactions, as `bank.Account.transfer`. `*` stands for any characters.
    pub atomic: Vec<String>,
    /// The folder that keeps the compiled library for later runs; `None` compiles it each time.
    pub kept: Option<PathBuf>,
}

/// The result of weaving.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Classes that record.
    pub classes: usize,
    /// Places with events.
    pub sites: u32,
    /// Methods and classes whose events are missing from the log, with the reasons.
    pub skipped: Vec<Skipped>,
    /// The names among [`Request::atomic`] that no method has. If there is one, nothing is written.
    pub unmatched: Vec<String>,
}

/// Code that does not record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// The class file.
    pub class: String,
    /// The method; `None` for all of the class.
    pub method: Option<String>,
    /// The reason.
    pub reason: String,
}

/// Weaves what records the events of threads into class files, and writes the output.
///
/// # Errors
/// [`WeaveError`]; nothing has been written then.
pub fn weave(request: &Request) -> Result<Report, WeaveError> {
    let jdk = match &request.java_home {
        Some(home) => Jdk::open(home)?,
        None => Jdk::from_environment()?,
    };
    if request.classes.iter().any(|input| input == &request.output) {
        return Err(WeaveError::OutputIsInput(request.output.clone()));
    }
    let inputs = Inputs::read(&request.classes)?;
    let class_path = Arc::new(ClassPath::open(&request.class_path, &jdk)?);
    let mut program = Program::read(&inputs, class_path)?;
    // Where nothing is left out, nothing is assumed.
    let unshared = request.unshared.clone();
    program.unshared = unshared.filter(|unshared| !unshared.accesses.is_empty());
    program.keeps_unshared = request.keeps_unshared;
    program.atomic = request
        .atomic
        .iter()
        .map(|name| Wanted::new(name))
        .collect();
    let mut woven = Woven::of(&inputs, &program);
    if woven.lacks_check && program.unshared.take().is_some() {
        woven = Woven::of(&inputs, &program);
    }
    let Woven {
        changed,
        table,
        mut report,
        ..
    } = woven;
    let unmatched = program
        .atomic
        .iter()
        .filter(|wanted| !wanted.is_found.get());
    report.unmatched = unmatched.map(|wanted| wanted.name.clone()).collect();
    if !report.unmatched.is_empty() {
        return Ok(report);
    }

    let prefix = inputs.prefix();
    let mut added = compile_library(LIBRARY, &jdk, RELEASE, request.kept.as_deref())?;
    added.insert(sites::FILE.to_owned(), table.into_text().into_bytes());
    added.insert(format!("{PACKAGE}models.tsv"), MODELS.into());
    let added: Vec<(String, Vec<u8>)> = added
        .into_iter()
        .map(|(name, bytes)| (format!("{prefix}{name}"), bytes))
        .collect();
    let program = inputs.files.iter().map(|file| {
        let content = match changed.get(&*file.name) {
            Some(bytes) => Content::Bytes(bytes),
            None => Content::Copied(&file.place),
        };
        (&*file.name, content)
    });
    let added = added
        .iter()
        .map(|(name, bytes)| (&**name, Content::Bytes(bytes)));
    write(&request.output, &program.chain(added).collect())?;
    Ok(report)
}

/// All classes that record.
#[derive(Default)]
struct Woven<'i> {
    /// The class files by their names.
    changed: BTreeMap<&'i str, Vec<u8>>,
    table: SiteTable,
    report: Report,
    /// A method that is left as it was lacks a check of what [`Unshared`] assumes.
    lacks_check: bool,
}

impl<'i> Woven<'i> {
    fn of(inputs: &'i Inputs, program: &Program) -> Self {
        let mut woven = Woven::default();
        let files = inputs.files.iter().filter(|file| file.is_class());
        for file in files.filter(|file| !is_of_monitors(&file.name)) {
            woven.add(file, program);
        }
        woven.report.sites = woven.table.len();
        woven
    }

    fn add(&mut self, file: &'i InputFile, program: &Program) {
        let skipped = |method, reason| Skipped {
            class: file.name.clone(),
            method,
            reason,
        };
        match class::weave(file, program, &mut self.table) {
            Ok(Some(class)) => {
                self.report.classes += 1;
                self.lacks_check |= class.lacks_check;
                let methods = class.skipped.into_iter();
                let methods = methods.map(|(method, reason)| skipped(Some(method), reason));
                self.report.skipped.extend(methods);
                self.changed.insert(&file.name, class.bytes);
            }
            Ok(None) => {}
            Err(error) => {
                self.lacks_check = true;
                self.report.skipped.push(skipped(None, error.to_string()));
            }
        }
    }
}
