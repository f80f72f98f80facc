//! One program of sources and class files.
//!
//! The program is what its class files say. A source gives names, lines and columns where its class
//! file has the same code; where Lombok or another tool of the build has changed the class, where a
//! part of the source cannot be followed, and where there is no Java source at all, the code is read
//! from the class file. Without class files the sources alone are the program.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use analyzer::{InertAnnotations, NamedOutside, RewrittenClass};
use anyhow::Result;
use ir::{ClassId, FileId, Program};
use java_types::ClassName;
use jvm::classpath::ClassPath;
use plan::sha256;
use text::Diagnostic;

use super::compiled;
use super::named::{self, Names};
use super::own_classes::{self, OwnClass};
use super::sources::{self, SourceFile};
use crate::console::Console;
use crate::failure::Rejected;
use crate::settings::ProgramSettings;
use crate::wording::weave;

/// A program, and how its class files and its sources differ.
pub struct Whole {
    /// The program.
    pub program: Program,
    /// Classes that stay with their sources though their class files have other code.
    pub rewritten: Vec<RewrittenClass>,
    /// The classes of the program that those class files name.
    pub named: Vec<NamedOutside>,
    /// The SHA-256 of each class file that was compared or read, by class.
    pub compared: BTreeMap<ClassName, String>,
    /// Findings about the class files.
    pub findings: Vec<Diagnostic>,
}

/// Reads the sources and the class files of a program. Sources are lowered anew without those that
/// class files stand for, until no more of them do: mostly once or twice.
///
/// # Errors
/// A file is missing or cannot be read, or a class is older than its source and differs from it.
pub fn read(
    settings: &ProgramSettings,
    class_path: &Arc<ClassPath>,
    inert: &InertAnnotations,
    console: Console,
) -> Result<Whole> {
    let classes = own_classes::read(&settings.classes)?;
    if settings.sources.is_empty() && classes.is_empty() {
        return Err(Rejected::from(weave::no_classes(&settings.classes)).into());
    }
    let by_name: BTreeMap<&str, &OwnClass> = classes
        .iter()
        .map(|class| (class.name.as_str(), class))
        .collect();
    let mut sources = sources::read(&settings.sources, &settings.left_out)?;
    let mut replaced: Vec<SourceFile> = Vec::new();
    let mut findings = Vec::new();

    let (mut program, others) = loop {
        let program = lowered(sources.clone(), class_path.clone(), console)?;
        let comparison = compiled::compare(&program, &classes, inert)?;
        let files = files_to_replace(&program, &comparison.others(), &by_name);
        findings.extend(comparison.findings(&program, &files));
        if files.is_empty() {
            break (program, comparison.others());
        }
        let is_replaced = |source: &SourceFile| {
            let key = |file: &FileId| {
                let file = &program.files[*file];
                file.path == source.path && file.root == source.root
            };
            files.iter().any(key)
        };
        let (other, own) = sources.into_iter().partition(is_replaced);
        replaced.extend::<Vec<SourceFile>>(other);
        sources = own;
    };

    let names = Names::of(&program);
    let mut whole = Whole {
        rewritten: Vec::new(),
        named: Vec::new(),
        compared: BTreeMap::new(),
        findings,
        program: {
            add(&mut program, &classes, &replaced);
            program
        },
    };
    for class in others {
        let class = by_name.get(&*whole.program.classes[class].name);
        if let Some(class) = class {
            let (rewritten, named) = compiled::rewritten(&names, class);
            whole.rewritten.push(rewritten);
            whole.named.extend(named);
        }
    }
    let own = whole.program.classes.iter();
    let own = own.filter_map(|class| Some((&class.name, by_name.get(&*class.name)?)));
    let hashes = own.map(|(name, class)| {
        let name = ClassName::from_internal(name.clone());
        (name, sha256(&class.file.bytes))
    });
    whole.compared = hashes.collect();

    Ok(whole)
}

/// The program of sources alone.
///
/// # Errors
/// A source is too large.
pub fn lowered(
    sources: Vec<SourceFile>,
    class_path: Arc<ClassPath>,
    console: Console,
) -> Result<Program> {
    if !sources.is_empty() {
        let files = if sources.len() == 1 { "file" } else { "files" };
        console.phase(format_args!("reading {} source {files}", sources.len()));
    }
    let sources = sources.into_iter().map(|file| java_lower::Source {
        root: file.root,
        path: file.path,
        bytes: file.bytes,
    });
    Ok(java_lower::load(sources.collect(), class_path)?)
}

/// The sources whose class files are to be read in their place: they have other code or classes, or
/// a part of the source cannot be followed. A source stays if the class file of a type in it is not
/// there.
fn files_to_replace(
    program: &Program,
    others: &BTreeSet<ClassId>,
    classes: &BTreeMap<&str, &OwnClass>,
) -> BTreeSet<FileId> {
    let mut types: BTreeMap<FileId, Vec<&str>> = BTreeMap::new();
    for class in &program.classes {
        let is_nested = class.info.nesting().is_some();
        let types = types.entry(class.file).or_default();
        types.extend((!is_nested).then_some(&*class.name));
    }
    let is_compiled = |file: &FileId| {
        let path = program.files[*file].path.trim_end_matches(".java");
        match types.get(file).map(Vec::as_slice) {
            // Nothing in the source could be read.
            None | Some([]) => classes.contains_key(path),
            Some(types) => types.iter().all(|ty| classes.contains_key(ty)),
        }
    };

    let differing = others.iter().map(|&class| program.classes[class].file);
    let unread = program.gaps.iter().map(|gap| gap.file);
    let with_more = classes_without_source(program, classes.values().copied());
    let with_more = with_more.filter_map(|class| {
        let outermost = outermost(&class.name)?;
        let mut classes = program.classes.iter();
        let outer = classes.find(|class| *class.name == *outermost)?;
        Some(outer.file)
    });
    differing
        .chain(unread)
        .chain(with_more)
        .filter(is_compiled)
        .collect()
}

/// The class files of classes that the program does not have, without those that compilers add to
/// one of its classes and those of languages that call members by their names.
fn classes_without_source<'c>(
    program: &Program,
    classes: impl Iterator<Item = &'c OwnClass>,
) -> impl Iterator<Item = &'c OwnClass> {
    let names = Names::of(program);
    classes.filter(move |class| named::is_without_source(&class.file.bytes, &names))
}

/// The name before the first dollar sign, if there is one.
fn outermost(name: &str) -> Option<&str> {
    Some(name.split_once('$')?.0)
}

/// Adds the classes that sources do not declare. Files of sources that are there keep their roots
/// and hashes, so that their lines can be shown.
fn add(program: &mut Program, classes: &[OwnClass], replaced: &[SourceFile]) {
    let added = classes_without_source(program, classes.iter());
    let added = added.map(|class| class.file.clone()).collect();
    java_bytecode::add(program, added);

    for file in program.files.iter_mut().filter(|file| file.is_compiled) {
        if let Some(source) = replaced.iter().find(|source| source.path == file.path) {
            file.root.clone_from(&source.root);
            file.sha256 = sha256(&source.bytes);
        }
    }
}
