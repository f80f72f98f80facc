//! Whole programs: sound, without gaps, and with javac's calls.

use crate::support;
use std::path::PathBuf;
use std::sync::Arc;

use crate::support::files::{java_files, listed_files, paths};
use java_compiled::{Agreement, ClassFiles, compare};
use java_lower::{Source, load};
use jvm::classpath::ClassPath;

/// `SOURCES` are roots and `LIST` files that name sources, `CLASS_PATH` what they compile against,
/// `CLASSES` folders with what javac made of them.
#[test]
#[ignore = "needs a program: set SOURCES, and CLASS_PATH and CLASSES if there are any"]
fn a_program_is_sound_and_has_the_calls_of_its_class_files() {
    let mut sources: Vec<Source> = paths("SOURCES")
        .iter()
        .flat_map(|root| java_files(root))
        .collect();
    sources.extend(paths("LIST").iter().flat_map(|list| listed_files(list)));
    assert!(!sources.is_empty(), "no sources in SOURCES");
    let class_path = ClassPath::open(&paths("CLASS_PATH"), support::jdk()).expect("a class path");
    let start = std::time::Instant::now();
    let program = load(sources, Arc::new(class_path)).expect("sources");
    println!(
        "{} files lowered in {:?}",
        program.files.len(),
        start.elapsed()
    );
    println!(
        "{} methods, {} calls, {} points",
        program.methods.len(),
        program.calls.len(),
        program.points.len()
    );
    let broken = ir::verify(&program);
    broken
        .iter()
        .take(20)
        .for_each(|fault| println!("broken: {fault}"));
    for gap in program.gaps.iter().take(40) {
        println!(
            "gap: {}:{}:{} {}",
            program.files[gap.file].path, gap.span.line, gap.span.column, gap.reason
        );
    }
    program.diagnostics.iter().take(40).for_each(|found| {
        println!(
            "{}:{}:{} {} {}",
            found.file, found.span.line, found.span.column, found.code, found.message
        );
    });
    let classes: Vec<PathBuf> = paths("CLASSES")
        .iter()
        .flat_map(|folder| support::class_files(folder))
        .collect();
    let agreement = compare(&program, &ClassFiles::read(&classes).expect("class files"));
    if !classes.is_empty() {
        show(&agreement);
    }
    println!(
        "{} broken, {} gaps, {} differences",
        broken.len(),
        program.gaps.len(),
        agreement.differences.len()
    );
    assert!(broken.is_empty() && program.gaps.is_empty());
    assert!(classes.is_empty() || agreement.differences.is_empty());
}

fn show(agreement: &Agreement) {
    agreement
        .differences
        .iter()
        .take(2000)
        .for_each(|found| println!("differs: {found}"));
    println!(
        "{:?}",
        Agreement {
            differences: Vec::new(),
            ..agreement.clone()
        }
    );
    println!("{:?}", agreement.by_kind());
}
