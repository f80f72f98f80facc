//! Class files against sources: the program that is lowered from what javac makes of a random program
//! does in the machine what the program lowered from its sources does.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use ir::{CallSyntax, MethodId, MethodKind, Program, Target};
use java_bytecode::{ClassFileBytes, load};
use jvm::classpath::ClassPath;
use jvm::files::each_file;
use jvm::jdk::Jdk;
use random_programs::generate::{Threads, files, program};
use random_programs::machine::{Code, Join, Place, Schedule, Value, run};
use random_programs::subject::lowered_files;
use rustc_hash::{FxHashMap, FxHashSet};

/// Programs that are compiled at once.
const BATCH: u64 = 100;

#[test]
fn class_files_run_like_their_sources() {
    let passed = compare(0, 200);
    assert!(passed > 20_000, "only {passed} join points");
}

/// The campaign.
#[test]
#[ignore = "takes minutes"]
fn many_class_files_run_like_their_sources() {
    println!("{} join points", compare(10_000, 2_000));
}

/// Compares programs of consecutive seeds; how many join points they pass.
///
/// # Panics
/// Where a run differs.
fn compare(first: u64, count: u64) -> usize {
    let starts = (0..count).step_by(BATCH as usize);
    starts
        .map(|start| compare_batch(first + start, BATCH.min(count - start)))
        .sum()
}

fn compare_batch(first: u64, count: u64) -> usize {
    let seeds = first..first + count;
    let trees = seeds
        .clone()
        .map(|seed| program(seed, &format!("p{seed}"), Threads::InTurns));
    let sources: Vec<(String, String)> = trees.flat_map(|tree| files(&tree)).collect();
    let of_classes = compiled(&sources);
    let of_sources = lowered_files(sources.clone()).expect("generated programs are whole");
    let (code_of_classes, code_of_sources) = (Code::new(&of_classes), Code::new(&of_sources));

    let mut passed = 0;
    for seed in seeds {
        for arguments in [1, 8] {
            let (mut wanted, has_ended) = events(&code_of_sources, seed, arguments);
            let (mut found, has_ended_too) = events(&code_of_classes, seed, arguments);
            // A run that is cut off is cut off elsewhere where bodies have other statements.
            if !has_ended || !has_ended_too {
                let common = wanted.len().min(found.len()) / 2;
                wanted.truncate(common);
                found.truncate(common);
            }
            if wanted != found {
                let at = wanted
                    .iter()
                    .zip(&found)
                    .take_while(|(a, b)| a == b)
                    .count();
                let around =
                    |all: &[String]| all[at.saturating_sub(5)..(at + 3).min(all.len())].to_vec();
                let (wanted, found) = (around(&wanted), around(&found));
                panic!(
                    "seed {seed}, {arguments} arguments, join point {at}:\n{wanted:#?}\n{found:#?}"
                );
            }
            passed += wanted.len();
        }
    }

    passed
}

/// The program of what javac makes of sources.
fn compiled(sources: &[(String, String)]) -> Program {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let mut javac = Command::new("javac");
    javac.args(["-nowarn", "-d"]).arg(&out);
    for (path, text) in sources {
        let path = folder.path().join("src").join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).expect("a folder");
        std::fs::write(&path, text).expect("a file");
        javac.arg(path);
    }
    let output = javac.output().expect("javac runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );

    let mut classes = Vec::new();
    let wanted = |path: &str| path.ends_with(".class");
    let mut add = |path: &str, bytes| {
        classes.push(ClassFileBytes {
            root: "out".to_owned(),
            path: path.to_owned(),
            bytes,
        });
    };
    each_file(&out, &wanted, &mut add).expect("class files");
    let jdk = Jdk::from_environment().expect("a JDK is installed");
    let library = ClassPath::open(&[], &jdk).expect("the JDK can be read");
    let program = load(classes, Arc::new(library));
    assert_eq!(ir::verify(&program), [""; 0]);
    assert!(program.gaps.is_empty(), "{:?}", program.gaps);
    program
}

/// What a run of `main` passes, in order, with objects numbered as they appear; and whether it came
/// to its end.
fn events(code: &Code<'_>, seed: u64, arguments: usize) -> (Vec<String>, bool) {
    let program = code.program;
    let class = format!("p{seed}/Main");
    let mut methods = program.methods.iter_enumerated();
    let is_main = |method: &ir::Method| {
        &*method.name == "main" && *program.classes[method.class].name == *class
    };
    let (main, _) = methods
        .find(|(_, method)| is_main(method))
        .expect("there is a main");
    let run = run(code, main, arguments, Schedule::Newest, &places(program));
    let mut numbers = FxHashMap::default();
    let events = run
        .joins
        .iter()
        .map(|join| event(program, join, &mut numbers));
    (events.collect(), run.ended)
}

/// The calls and bodies that both kinds of programs have.
fn places(program: &Program) -> FxHashSet<Place> {
    let is_written = |call: &ir::CallSite| {
        let Target::Resolved(callee) = &call.target else {
            return true;
        };
        let is_boxing = &*callee.name == "valueOf" || callee.name.ends_with("Value");
        let is_inserted = program.points[call.point].syntax == CallSyntax::Inserted;
        !is_inserted && !is_boxing && &*callee.owner != "java/util/Objects"
    };
    let calls = program
        .calls
        .iter_enumerated()
        .filter(|(_, call)| is_written(call));
    let calls = calls.map(|(id, _)| Place::Call(id));
    let bodies = program.methods.iter_enumerated().filter(|(_, method)| {
        matches!(
            method.kind,
            MethodKind::Declared | MethodKind::StaticInitializer
        ) || &*method.name == "<init>"
    });
    calls.chain(bodies.map(|(id, _)| Place::Body(id))).collect()
}

fn event(program: &Program, join: &Join, numbers: &mut FxHashMap<usize, usize>) -> String {
    let mut shown = |value: &Value| match value {
        Value::Object(id) => {
            let next = numbers.len();
            format!("o{}", numbers.entry(*id).or_insert(next))
        }
        other => format!("{other:?}"),
    };
    let receiver = join.receiver.as_ref().map(&mut shown);
    let place = match join.place {
        Place::Call(id) => format!("call {}", program.calls[id].target),
        Place::Body(id) => format!("body {}", named(program, id)),
        Place::Element(id, ..) => format!("element in {}", named(program, id)),
    };
    // javac hands a class inside another one also the variables that code which never runs captures.
    if let Some((constructor, _)) = place.split_once(".<init>")
        && constructor.contains('$')
    {
        return format!("{constructor} {:?} {receiver:?}", join.when);
    }
    let arguments: Vec<String> = join.arguments.iter().map(&mut shown).collect();
    let result = join.result.as_ref().map(&mut shown);
    format!(
        "{place} {:?} {receiver:?} {arguments:?} {result:?}",
        join.when
    )
}

fn named(program: &Program, id: MethodId) -> String {
    let method = &program.methods[id];
    format!(
        "{}.{}{}",
        program.classes[method.class].name, method.name, method.descriptor
    )
}
