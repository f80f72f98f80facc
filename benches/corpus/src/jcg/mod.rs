//! The Java cases of JCG, a test suite for the soundness of call graphs
//! (<https://github.com/opalj/JCG>), against the call graph of `points-to`.

mod cases;
mod expected;
mod graph;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use ir::Program;
use java_lower::Source;
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;
use points_to::models::Models;
use points_to::{Dispatch, PointsTo, Start, entries, explore, openings};

use crate::recall::{finished, java_files, javac};
use cases::{Beginning, Case};
use expected::{Expected, expected_in};
use graph::{Answer, CallGraph};

/// The folder of the annotations in a checkout.
const ANNOTATIONS: &str = "jcg_annotations/src/main/java";

/// The head of the table of [`Row`]s.
pub const HEAD: &str = "\
| category | cases | sound | through code without sources | with a prohibited target |
|---|---|---|---|---|";

/// The result of one category.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Row {
    /// The category.
    pub category: String,
    /// Cases that say where execution begins, and compile.
    pub cases: usize,
    /// Cases all of whose expected calls are in the call graph.
    pub sound: usize,
    /// Sound cases with a call that goes through code without sources.
    pub through_library: usize,
    /// Sound cases with a call that the case prohibits.
    pub imprecise: usize,
}

impl Row {
    fn add(&mut self, other: &Row) {
        self.cases += other.cases;
        self.sound += other.sound;
        self.through_library += other.through_library;
        self.imprecise += other.imprecise;
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row {
            category,
            cases,
            sound,
            through_library,
            imprecise,
        } = self;
        write!(
            f,
            "| {category} | {cases} | {sound} | {through_library} | {imprecise} |"
        )
    }
}

/// Compiles and solves the cases of a checkout in the folder `work`. Prints the table, the missing
/// calls, and the cases that are left out.
///
/// # Errors
/// A file cannot be read or written, or a call is missing.
pub fn run(checkout: &Path, work: &Path) -> Result<()> {
    let jdk = Jdk::from_environment()?;
    let annotations = work.join("annotations");
    let sources = java_files(&checkout.join(ANNOTATIONS))?;
    finished(&mut javac(&jdk, &annotations, &sources)?)?;

    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    let (mut remarks, mut missing) = (Vec::new(), 0);
    for case in cases::read(checkout)? {
        let Some(start) = &case.start else {
            remarks.push(format!("{}: left out, it is no whole program", case.name));
            continue;
        };
        let folder = work.join(&case.name);
        if let Err(error) = written(&case, &jdk, &folder, &annotations) {
            remarks.push(format!("{}: left out, {error:#}", case.name));
            continue;
        }
        let (row, lacks) = judged(&case, start, &jdk, &annotations)?;
        missing += lacks.len();
        remarks.extend(lacks);
        let category = rows.entry(case.category.clone()).or_insert_with(|| Row {
            category: case.category.clone(),
            ..Row::default()
        });
        category.add(&row);
    }

    println!("{HEAD}");
    let mut all = Row {
        category: "all".to_owned(),
        ..Row::default()
    };
    for row in rows.values() {
        println!("{row}");
        all.add(row);
    }
    println!("{all}\n");
    remarks.iter().for_each(|remark| println!("{remark}"));
    ensure!(missing == 0, "{missing} calls are missing");
    Ok(())
}

/// Writes and compiles the files of a case.
fn written(case: &Case, jdk: &Jdk, folder: &Path, annotations: &Path) -> Result<()> {
    let mut files: Vec<PathBuf> = Vec::new();
    for (path, text) in &case.files {
        let file = folder.join("src").join(path);
        fs::create_dir_all(file.parent().context("a file in a folder")?)?;
        fs::write(&file, text)?;
        files.push(file);
    }
    let mut command = javac(jdk, &folder.join("classes"), &files)?;
    finished(command.arg("-cp").arg(annotations)).map(drop)
}

fn judged(
    case: &Case,
    start: &Beginning,
    jdk: &Jdk,
    annotations: &Path,
) -> Result<(Row, Vec<String>)> {
    let source = |(path, text): &(String, String)| Source {
        root: case.name.clone(),
        path: path.clone(),
        bytes: text.clone().into_bytes(),
    };
    let class_path = ClassPath::open(&[annotations.to_owned()], jdk)?;
    let sources = case.files.iter().map(source).collect();
    let program = java_lower::load(sources, Arc::new(class_path))?;
    let points_to = solved(&program, start)?;
    let graph = CallGraph::new(&program, &points_to);

    let (mut missing, mut through_library, mut imprecise) = (Vec::new(), false, false);
    for (path, expected) in case
        .files
        .iter()
        .flat_map(|(path, text)| expected_in(text).into_iter().map(move |one| (path, one)))
    {
        for class in &expected.targets {
            match graph.answer(path, &expected, class) {
                Answer::Present => {}
                Answer::ThroughLibrary => through_library = true,
                Answer::Missing => missing.push(lacking(case, path, &expected, class)),
            }
        }
        let mut prohibited = expected.prohibited.iter();
        imprecise |=
            prohibited.any(|class| graph.answer(path, &expected, class) == Answer::Present);
    }

    let sound = missing.is_empty();
    let row = Row {
        category: case.category.clone(),
        cases: 1,
        sound: sound.into(),
        through_library: (sound && through_library).into(),
        imprecise: (sound && imprecise).into(),
    };
    Ok((row, missing))
}

fn lacking(case: &Case, path: &str, expected: &Expected, class: &str) -> String {
    let line = expected.line.unwrap_or(expected.until);
    format!(
        "{}: no call of {class}.{} at {path}:{line}",
        case.name, expected.name
    )
}

fn solved(program: &Program, start: &Beginning) -> Result<PointsTo> {
    let (entries, is_library) = match start {
        Beginning::Main(class) => (entries(program, &[format!("{class}.main")])?.methods, false),
        Beginning::Library => (Vec::new(), true),
    };
    let start = Start {
        entries,
        openings: openings(program, is_library),
        ..Start::default()
    };
    let dispatch = Dispatch::new(program);
    Ok(explore(program, &dispatch, &start, &Models::jdk()).0)
}
