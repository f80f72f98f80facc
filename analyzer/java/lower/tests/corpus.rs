//! Whole programs: sound, without gaps, and with javac's calls.

mod support;

use std::path::PathBuf;

use java_lower::{Source, load};
use jvm::classpath::ClassPath;
use support::files::{java_files, paths};

/// `SOURCES` are roots, `CLASS_PATH` what they compile against, `CLASSES` folders with what javac made of them.
#[test]
#[ignore = "needs a program: set SOURCES, and CLASS_PATH and CLASSES if there are any"]
fn a_program_is_sound_and_has_the_calls_of_its_class_files() {
    let sources: Vec<Source> = paths("SOURCES").iter().flat_map(|root| java_files(root)).collect();
    assert!(!sources.is_empty(), "no sources in SOURCES");
    let class_path = ClassPath::open(&paths("CLASS_PATH"), support::jdk()).expect("a class path");
    let start = std::time::Instant::now();
    let program = load(sources, class_path).expect("sources");
    println!("{} files lowered in {:?}", program.files.len(), start.elapsed());
    println!("{} methods, {} calls, {} points", program.methods.len(), program.calls.len(), program.points.len());
    let broken = ir::verify(&program);
    broken.iter().take(20).for_each(|fault| println!("broken: {fault}"));
    for gap in program.gaps.iter().take(40) {
        println!("gap: {}:{}:{} {}", program.files[gap.file].path, gap.span.line, gap.span.column, gap.reason);
    }
    program.diagnostics.iter().take(40).for_each(|found| {
        println!("{}:{}:{} {} {}", found.file, found.span.line, found.span.column, found.code, found.message);
    });
    let classes: Vec<PathBuf> = paths("CLASSES").iter().flat_map(|folder| support::class_files(folder)).collect();
    let mut differences = Vec::new();
    if !classes.is_empty() {
        differences = support::emitted::differences(&program, &support::emitted::read(&classes));
        differences.iter().take(60).for_each(|difference| println!("differs: {difference}"));
    }
    println!("{} broken, {} gaps, {} differences", broken.len(), program.gaps.len(), differences.len());
    assert!(broken.is_empty() && program.gaps.is_empty() && differences.is_empty());
}
