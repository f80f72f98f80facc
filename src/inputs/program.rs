//! Whole programs: sources, class path, properties, models and logs.

use java_types::ClassName;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use analyzer::{
    InertAnnotations, Models, NamedOutside, RanMethod, ReflectionLog, Request, RewrittenClass,
};
use anyhow::Result;
use date::residual::Reduction;
use ir::Program;
use java_bytecode::ClassesOnDemand;
use java_types::hierarchy::Hierarchy;
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;
use text::Diagnostic;

use super::properties::{self, Properties};
use super::property_code::{self, Surroundings};
use super::{class_path, models, named, other_languages, shown, sources, text_file, whole};
use crate::console::Console;
use crate::failure::{Rejected, about_file};
use crate::settings::{CheckSettings, ProgramSettings};
use crate::wording::analyze as wording;

/// A program and all that was said about it, read.
#[derive(Debug)]
pub struct Inputs {
    /// The sources and class files, lowered.
    pub program: Program,
    /// The properties, which may be none.
    pub properties: Properties,
    class_path: Arc<ClassPath>,
    models: Models,
    inert_annotations: InertAnnotations,
    named_outside: Vec<NamedOutside>,
    rewritten: Vec<RewrittenClass>,
    /// The SHA-256 of each class file that was compared with its source or read in its place, by
    /// class.
    pub compared: BTreeMap<ClassName, String>,
    findings_beside: Vec<Diagnostic>,
    ran: Vec<RanMethod>,
    reflection_log: Option<ReflectionLog>,
}

impl Inputs {
    /// Reads everything that the settings name.
    ///
    /// # Errors
    /// Something is missing or wrong; gaps in sources are not.
    pub fn read(settings: &ProgramSettings, console: Console) -> Result<Inputs> {
        let properties = properties::read(&settings.properties, settings.fidelity)?;
        let mut models = models::read(&settings.models)?;
        let reflection_log = settings
            .reflection_log
            .as_deref()
            .map(reflection_log)
            .transpose()?;
        let ran = settings
            .ran
            .as_deref()
            .map(ran)
            .transpose()?
            .unwrap_or_default();

        let class_path = Arc::new(class_path::open(&settings.whole_class_path())?);
        let mut inert_annotations = InertAnnotations::default();
        inert_annotations.extend(
            settings
                .inert_annotations
                .iter()
                .map(|name| Arc::from(name.as_str())),
        );

        let whole = whole::read(settings, &class_path, &inert_annotations, console)?;
        let program = whole.program;
        models::check(&models, &program.hierarchy)?;
        let mut libraries = ClassesOnDemand::new(class_path.clone());
        models.add_called_bodies(&program, &mut |name| libraries.class(name));
        let analyzed = other_languages::Analyzed::of(&program);
        let mut named_outside = named::outside(&named::Names::of(&program), settings, &analyzed)?;
        named_outside.extend(whole.named);
        let finding = other_languages::finding(settings, &analyzed);
        let mut beside: Vec<Diagnostic> = finding.into_iter().collect();
        beside.extend(whole.findings);
        beside.extend(missing_classes(settings));
        Ok(Inputs {
            program,
            properties,
            class_path,
            models,
            inert_annotations,
            named_outside,
            rewritten: whole.rewritten,
            compared: whole.compared,
            findings_beside: beside,
            ran,
            reflection_log,
        })
    }

    /// Returns what to analyse for; the checker is not asked.
    pub fn request(&self, settings: &ProgramSettings, through: Reduction) -> Request {
        Request {
            specifications: self
                .properties
                .files
                .iter()
                .map(|file| file.specification.clone())
                .collect(),
            entries: settings.entries.clone(),
            ran: self.ran.clone(),
            reflection_log: self.reflection_log.clone(),
            inert_annotations: self.inert_annotations.clone(),
            named_outside: self.named_outside.clone(),
            rewritten: self.rewritten.clone(),
            models: self.models.clone(),
            through,
            over_data: true,
            check: false,
        }
    }

    /// A warning for each class file that was looked for and is damaged, for own ones that differ
    /// from their sources, and for sources of other languages.
    pub fn class_file_findings(&self) -> Vec<Diagnostic> {
        [
            class_path::damaged(&self.class_path),
            self.findings_beside.clone(),
        ]
        .concat()
    }

    /// Returns what `javac` finds wrong with the code in the properties.
    pub fn code_findings(&self, settings: &ProgramSettings) -> Vec<Diagnostic> {
        let surroundings = Surroundings {
            hierarchy: &self.program.hierarchy,
            jdk: self.class_path.jdk(),
            classes: &settings.classes,
            class_path: &settings.class_path,
            has_program: true,
        };
        property_code::findings(&self.properties.files, surroundings)
    }
}

/// The classes of a program, without its code.
#[derive(Debug)]
pub struct Classes {
    /// The classes of the sources and all others.
    pub hierarchy: Hierarchy,
    /// The JDK, the compiled classes and the class path.
    pub class_path: Arc<ClassPath>,
    /// The file of each class of the sources.
    pub files: BTreeMap<Arc<str>, PathBuf>,
}

/// The classes of a program and those of its class path; without sources, those of the class path
/// alone. With them the JDK. `None` where there is no JDK.
///
/// # Errors
/// Something is missing or wrong; gaps in sources are not.
pub fn classes(settings: &CheckSettings, console: Console) -> Result<Option<Classes>> {
    let Ok(jdk) = Jdk::from_environment() else {
        return Ok(None);
    };
    let own = settings.classes.iter().filter(|entry| entry.exists());
    let entries: Vec<PathBuf> = own.chain(&settings.class_path).cloned().collect();
    let class_path = Arc::new(ClassPath::open(&entries, &jdk).map_err(class_path::rejected)?);
    if settings.sources.is_empty() {
        return Ok(Some(Classes {
            hierarchy: Hierarchy::new(Vec::new(), class_path.clone()),
            class_path,
            files: BTreeMap::new(),
        }));
    }

    let sources = sources::read(&settings.sources, &settings.left_out)?;
    let program = whole::lowered(sources, class_path.clone(), console)?;
    let file = |class: &ir::Class| {
        let file = &program.files[class.file];
        (class.name.clone(), Path::new(&file.root).join(&file.path))
    };
    Ok(Some(Classes {
        files: program.classes.iter().map(file).collect(),
        hierarchy: program.hierarchy,
        class_path,
    }))
}

fn reflection_log(path: &Path) -> Result<ReflectionLog, Rejected> {
    let text = text_file(path, "reflection log")?;
    ReflectionLog::parse(&shown(path), &text).map_err(Rejected)
}

fn ran(path: &Path) -> Result<Vec<RanMethod>, Rejected> {
    let text = text_file(path, "record of tripwires")?;
    RanMethod::parse_all(&text).map_err(|line| {
        let message = format!("line {line} is no `CLASS<tab>METHOD(DESCRIPTOR)`");
        about_file(&shown(path), "record", message)
            .with_help("give a file that `-Dresidua.tripwires=FILE` has written")
            .into()
    })
}

/// The warning about folders and jars of the program's classes that are not there: it may not have
/// been compiled yet, or a name may be wrong.
fn missing_classes(settings: &ProgramSettings) -> Option<Diagnostic> {
    let entries = settings.classes.iter();
    let absent: Vec<&PathBuf> = entries
        .filter(|entry| !entry.exists() && !settings.sources.is_empty())
        .collect();
    let (first, more) = absent.split_first()?;
    Some(wording::no_classes_yet(first, more.len()))
}
