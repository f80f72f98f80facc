//! A program with property files, analysed.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use analyzer::{Analysis, Request};
use date::model::Specification;
use ir::{MethodId, Program};
use java_bytecode::ClassFileBytes;
use java_lower::Source;
use jvm::classpath::ClassPath;
use jvm::files::each_file;
use jvm::jdk::Jdk;
use rustc_hash::FxHashSet;
use text::Severity;

use crate::hooks::{Hooks, hooks};
use crate::machine::{Code, Run, Schedule, run};
use crate::tree::Tree;

/// A program and what the analysis has made of its properties.
pub struct Subject {
    /// Lowered.
    pub program: Program,
    /// One specification for each property file that could be read.
    pub analysis: Analysis,
}

/// Lowers a program; `None` where something in it is not Java as the front end knows it.
///
/// # Panics
/// If the IR is malformed.
pub fn lowered(program: &Tree) -> Option<Program> {
    lowered_files(crate::generate::files(program))
}

fn source((path, text): (String, String)) -> Source {
    Source {
        root: "src".to_owned(),
        path,
        bytes: text.into_bytes(),
    }
}

/// The same of files: path and text.
///
/// # Panics
/// If the IR is malformed.
pub fn lowered_files(files: Vec<(String, String)>) -> Option<Program> {
    let program = java_lower::load(files.into_iter().map(source).collect(), class_path())
        .expect("small files");
    assert_eq!(ir::verify(&program), [""; 0]);
    let is_whole =
        program.gaps.is_empty() && program.diagnostics.is_empty() && program.missing.is_empty();
    is_whole.then_some(program)
}

/// The program of the class files in a folder.
///
/// # Panics
/// If the IR is malformed, or a class file cannot be followed.
pub fn lowered_class_files(folder: &Path) -> Program {
    let program = java_bytecode::load(class_files(folder), class_path());
    assert_eq!(ir::verify(&program), [""; 0]);
    assert!(program.gaps.is_empty(), "{:?}", program.gaps);
    program
}

/// The program of every second of these sources, and of the class files in a folder of the other
/// ones.
///
/// # Panics
/// If the IR is malformed, or something cannot be followed.
pub fn lowered_mixed(mut files: Vec<(String, String)>, folder: &Path) -> Program {
    files.sort();
    let sources = files.into_iter().step_by(2).map(source);
    let jdk = Jdk::from_environment().expect("a JDK is installed");
    let library = ClassPath::open(&[folder.to_owned()], &jdk).expect("class files can be read");
    let mut program = java_lower::load(sources.collect(), Arc::new(library)).expect("small files");
    let known: FxHashSet<String> = program
        .classes
        .iter()
        .map(|class| format!("{}.class", class.name))
        .collect();
    let mut others = class_files(folder);
    others.retain(|file| !known.contains(&file.path));
    java_bytecode::add(&mut program, others);
    assert_eq!(ir::verify(&program), [""; 0]);
    assert!(program.gaps.is_empty(), "{:?}", program.gaps);
    program
}

fn class_files(folder: &Path) -> Vec<ClassFileBytes> {
    let mut found = Vec::new();
    let mut add = |path: &str, bytes| {
        found.push(ClassFileBytes {
            root: "classes".to_owned(),
            path: path.to_owned(),
            bytes,
        });
    };
    each_file(folder, &|path| path.ends_with(".class"), &mut add).expect("class files");
    found
}

/// A property file; `None` where it is not valid.
pub fn specification(property: &Tree) -> Option<Specification> {
    named_specification("property.yaml", property)
}

/// A property file of this name; `None` where it is not valid.
pub fn named_specification(file: &str, property: &Tree) -> Option<Specification> {
    let text = property.text();
    let specification = languages::read(file, &text).ok()?;
    let findings = languages::validate::validate(&specification, &text);
    findings
        .iter()
        .all(|finding| finding.severity != Severity::Error)
        .then_some(specification)
}

fn class_path() -> Arc<ClassPath> {
    static CLASS_PATH: OnceLock<Arc<ClassPath>> = OnceLock::new();
    let open = || {
        let jdk = Arc::new(Jdk::from_environment().expect("a JDK is installed"));
        Arc::new(ClassPath::open(&[], &jdk).expect("the JDK can be read"))
    };
    CLASS_PATH.get_or_init(open).clone()
}

impl Subject {
    /// Analyses. The checker is not asked, so that what it would refuse shows.
    pub fn new(program: Program, specifications: Vec<Specification>) -> Self {
        let analysis =
            analyzer::analyze(&program, &Request::new(specifications)).expect("there is a main");
        Subject { program, analysis }
    }

    /// The hooks of each specification.
    pub fn hooks(&self) -> Vec<Hooks<'_>> {
        self.analysis
            .specifications
            .iter()
            .map(|optimized| hooks(&self.program, optimized))
            .collect()
    }

    /// Runs the program with so many arguments.
    pub fn run(
        &self,
        code: &Code<'_>,
        hooks: &[Hooks<'_>],
        arguments: usize,
        schedule: u64,
    ) -> Run {
        let interesting: FxHashSet<_> = hooks
            .iter()
            .flat_map(|hooks| hooks.keys().copied())
            .collect();
        let schedule = Schedule::Seed(schedule);
        run(code, self.main(), arguments, schedule, &interesting)
    }

    fn main(&self) -> MethodId {
        let mut methods = self.program.methods.iter_enumerated();
        methods
            .find(|(_, method)| &*method.name == "main")
            .expect("there is a main")
            .0
    }
}
