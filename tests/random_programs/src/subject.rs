//! A program with property files, analysed.

use std::sync::{Arc, OnceLock};

use analyzer::{Analysis, Request};
use date::model::Specification;
use ir::{MethodId, Program};
use java_lower::Source;
use jvm::classpath::ClassPath;
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

/// The same of files: path and text.
///
/// # Panics
/// If the IR is malformed.
pub fn lowered_files(files: Vec<(String, String)>) -> Option<Program> {
    let source = |(path, text): (String, String)| Source {
        root: "src".to_owned(),
        path,
        bytes: text.into_bytes(),
    };
    let program = java_lower::load(files.into_iter().map(source).collect(), class_path())
        .expect("small files");
    assert_eq!(ir::verify(&program), [""; 0]);
    let is_whole =
        program.gaps.is_empty() && program.diagnostics.is_empty() && program.missing.is_empty();
    is_whole.then_some(program)
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
