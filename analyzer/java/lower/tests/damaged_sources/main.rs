//! Damaged sources: whatever stands in a file, the front end comes to a sound program and tells what it left out.
//!
//! Mutants are made of whole files by seeded damage to trees, tokens, lines and bytes, and go the whole way from text to
//! verified IR. `DAMAGED_COUNT` is how many a campaign makes, `DAMAGED_FIRST` the number of the first, `DAMAGED_SEEDS`
//! a folder of files to make them of in the place of those of the repository. One mutant alone: `DAMAGED_NUMBERS=7..8`,
//! and its text with `DAMAGED_SHOW=1`.

mod campaign;
mod figures;
mod lowering;
mod mutation;
mod seed;
#[path = "../support/mod.rs"]
mod support;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use campaign::NUMBERS;
use figures::Figures;
use jvm::classpath::ClassPath;
use mutation::Mutant;
use seed::Seed;
use support::files::java_files;

/// The test that a campaign's processes run.
const CAMPAIGN: &str = "a_million_damaged_files_lower_to_sound_programs";

/// The files that mutants are made of.
fn seeds() -> Vec<Seed> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let own = ["damaged_sources/seeds", "jls"].map(|folder| tests.join(folder));
    let folders = std::env::var_os("DAMAGED_SEEDS")
        .map_or(own.to_vec(), |folder| vec![PathBuf::from(folder)]);
    let sources = folders
        .iter()
        .filter(|folder| folder.is_dir())
        .flat_map(|folder| java_files(folder));
    let seeds: Vec<Seed> = sources
        .map(|source| {
            Seed::new(
                &source.path,
                &String::from_utf8(source.bytes).expect("seeds are UTF-8"),
            )
        })
        .collect();
    assert!(!seeds.is_empty(), "no seeds in {folders:?}");
    seeds
}

/// Lowers mutants in this process.
fn lower(numbers: Range<u64>) -> Figures {
    let seeds = seeds();
    if std::env::var_os("DAMAGED_SHOW").is_some() {
        let shown = numbers.clone().map(|number| Mutant::new(&seeds, number));
        shown.for_each(|mutant| {
            println!(
                "{}\n{}",
                mutant.seed,
                String::from_utf8_lossy(&mutant.bytes)
            )
        });
    }
    let class_path = Arc::new(ClassPath::open(&[], support::jdk()).expect("a class path"));
    lowering::lower(&seeds, &class_path, numbers)
}

/// Runs a campaign and prints its figures; fails with the numbers of the mutants that did harm.
fn campaign(numbers: Range<u64>) -> Figures {
    let start = Instant::now();
    let count = numbers.end - numbers.start;
    let outcome = campaign::run(CAMPAIGN, numbers);
    print!("{}", outcome.figures);
    let rate = count as f64 / start.elapsed().as_secs_f64();
    println!(
        "{count} mutants in {:?}, {rate:.0} a second: {} did harm",
        start.elapsed(),
        outcome.failures.len()
    );
    assert!(
        outcome.failures.is_empty(),
        "{}",
        outcome.failures.join("\n")
    );
    outcome.figures
}

/// The number in a variable.
fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).map_or(default, |text| {
        text.parse().unwrap_or_else(|_| panic!("{variable}={text}"))
    })
}

#[test]
fn damaged_files_lower_to_sound_programs() {
    let figures = campaign(0..2_000);
    assert_eq!(figures.files, 2_000);
    let told = figures
        .counts
        .get("diagnostic: left-out")
        .copied()
        .unwrap_or_default();
    assert!(told > 500, "only {told} parts are damaged");
}

#[test]
#[ignore = "takes half an hour"]
fn a_million_damaged_files_lower_to_sound_programs() {
    if let Ok(numbers) = std::env::var(NUMBERS) {
        let (first, end) = numbers.split_once("..").expect("a range");
        let numbers = first.parse().expect("a number")..end.parse().expect("a number");
        println!();
        print!("{}", lower(numbers));
        return;
    }
    let first = number("DAMAGED_FIRST", 0);
    campaign(first..first + number("DAMAGED_COUNT", 1_000_000));
}

#[test]
fn variables_that_are_not_assigned_on_every_path_are_a_gap() {
    for body in [
        "String s; if (o == null) s = \"\"; s.trim();",
        "String s = s.trim();",
        "Object p; while (p != o) p = o;",
    ] {
        let program = support::program(&format!("class A {{ void m(Object o) {{ {body} }} }}"));
        assert_eq!(
            ir::verify(&program),
            Vec::<String>::new(),
            "{}",
            ir::print(&program)
        );
        assert_eq!(program.gaps.len(), 1, "{body}: {:?}", program.gaps);
    }
    let whole = support::program(
        "class A { void m(Object o) { String s; if (o == null) s = \"\"; else s = \"b\"; s.trim(); } }",
    );
    assert!(whole.gaps.is_empty(), "{:?}", whole.gaps);
}

/// Checks that a text that nothing compiles lowers to a sound program with a gap.
#[track_caller]
fn is_a_gap(text: &str) {
    let program = support::program(text);
    assert_eq!(
        ir::verify(&program),
        Vec::<String>::new(),
        "{}",
        ir::print(&program)
    );
    assert!(!program.gaps.is_empty(), "{text}");
}

#[test]
fn methods_whose_modifiers_contradict_their_bodies_are_gaps() {
    is_a_gap("class A { abstract void m() { n(); } native void n() { } }");
    is_a_gap("abstract class A { abstract A() { } static A(int a) { } native A(long b); }");
    is_a_gap("class A { void m(); }");
    is_a_gap("class A { m(int a) { return a; } static sum(int... b) { } }");
}

#[test]
fn calls_that_pass_what_nothing_takes_are_gaps() {
    is_a_gap("class A { A(A a) { a.super(); } }");
    is_a_gap("class A { static class B { } Object m(A a) { return a.new B(); } }");
}

#[test]
fn primitive_exceptions_are_gaps() {
    is_a_gap("class A { void m() { try { m(); } catch (int e) { m(); } } }");
}

#[test]
fn components_that_are_there_twice_are_gaps() {
    is_a_gap("record A(int a, int a) { int b() { return a(); } }");
    is_a_gap(
        "enum A { B; static A[] values() { return null; } static A valueOf(String name) { return B; } }",
    );
}

#[test]
fn clean_up_code_that_little_leads_to_is_sound() {
    let text = "class A { int n; int m() { try { return 1; } finally { m(); } } \
                void r(AutoCloseable a) throws Exception { try (a) { return; } } \
                static class B extends A { static void s() { } void t() { super.s(); } static void s(int i) { } } \
                static class C extends B { void u() { super.s(1); } } }";
    let program = support::program(text);
    assert_eq!(
        ir::verify(&program),
        Vec::<String>::new(),
        "{}",
        ir::print(&program)
    );
}

#[test]
fn files_that_declare_classes_again_are_left_out_and_told() {
    let text = "//- a/A.java\nclass A { void m() { new Object() { }; } }\n//- b/A.java\nclass A { void n( { } }\n\
                //- c/B.java\nclass B { class C { } class C { } }\n//- d/C.java\nclass C { class D { } int e = ; }";
    let program = support::program(text);
    assert_eq!(
        ir::verify(&program),
        Vec::<String>::new(),
        "{}",
        ir::print(&program)
    );
    let classes: Vec<&str> = program.classes.iter().map(|class| &*class.name).collect();
    assert_eq!(classes, ["A", "A$1", "C", "C$D"]);
    let told: Vec<(&str, u32)> = program
        .diagnostics
        .iter()
        .map(|found| (&*found.file, found.span.column))
        .collect();
    assert_eq!(
        told,
        [
            ("b/A.java", 7),
            ("b/A.java", 19),
            ("c/B.java", 7),
            ("d/C.java", 31)
        ]
    );
}
