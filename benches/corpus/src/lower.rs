//! The front end over a program.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use anyhow::{Context, Result};
use java_bytecode::ClassesOnDemand;
use java_lower::Source;
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;
use points_to::models::Models;

use crate::measured::{Measured, measure};
use crate::programs::{Places, Program};

/// Reads, resolves and lowers a program in this process.
pub fn lower(places: &Places, jdk: &Jdk, program: &Program) -> Result<ir::Program> {
    let class_path = places.class_path(program)?;
    let class_path = ClassPath::open(&class_path, jdk)?;
    Ok(java_lower::load(
        sources(places, program)?,
        Arc::new(class_path),
    )?)
}

/// The models of the JDK, and those from the bodies of the libraries on the class path that a lowered
/// program calls, as the product has them.
///
/// # Errors
/// A part of the class path cannot be read.
pub fn models(program: &ir::Program, class_path: &[PathBuf], jdk: &Jdk) -> Result<Models> {
    let class_path = Arc::new(ClassPath::open(class_path, jdk)?);
    let mut libraries = ClassesOnDemand::new(class_path);
    let mut models = Models::jdk();
    models.add_called_bodies(program, &mut |name| libraries.class(name));
    Ok(models)
}

fn sources(places: &Places, program: &Program) -> Result<Vec<Source>> {
    let root = places.sources(&program.name);
    let source = |file: PathBuf| -> Result<Source> {
        let path = file.strip_prefix(&root)?.to_string_lossy().into_owned();
        let bytes = fs::read(&file).with_context(|| file.display().to_string())?;
        Ok(Source {
            root: program.name.clone(),
            path,
            bytes,
        })
    };
    places.files(program)?.into_iter().map(source).collect()
}

/// The same in a process of its own, measured from its start to its end.
pub fn measured(places: &Places, program: &Program) -> Result<Measured> {
    let mut own = Command::new(std::env::current_exe()?);
    own.arg("--corpus")
        .arg(&places.corpus)
        .arg("--jars")
        .arg(&places.jars)
        .arg("lower")
        .arg(&program.name);
    measure(&mut own)
}

/// Says what came out: sizes, and how often what was found.
pub fn describe(program: &ir::Program) {
    println!(
        "{} classes, {} methods, {} calls",
        program.classes.len(),
        program.methods.len(),
        program.calls.len()
    );
    let mut found: BTreeMap<&str, usize> = BTreeMap::new();
    program
        .diagnostics
        .iter()
        .for_each(|diagnostic| *found.entry(&diagnostic.code).or_default() += 1);
    found
        .into_iter()
        .for_each(|(code, count)| println!("{count} {code}"));

    let mut gaps: BTreeMap<&str, Vec<&ir::Gap>> = BTreeMap::new();
    program
        .gaps
        .iter()
        .for_each(|gap| gaps.entry(&gap.reason).or_default().push(gap));

    for (reason, gaps) in gaps {
        let first = &program.files[gaps[0].file].path;
        println!(
            "{} gaps, the first at {first}:{}: {reason}",
            gaps.len(),
            gaps[0].span.line
        );
    }
}
