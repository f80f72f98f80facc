//! Class files with changed bytes are refused or read.

use std::time::{Duration, Instant};

use ir::{ClassId, FileId, MethodId};
use java_bytecode::{ClassFileBytes, Context, Home, declare, load, lower};
use java_types::hierarchy::Hierarchy;

use crate::support::class_path;

const CLASSES: [&str; 5] = [
    "java/util/HashMap",
    "java/util/Optional",
    "java/util/ArrayDeque",
    "java/lang/Integer",
    "java/util/Scanner",
];

#[test]
fn damaged_class_files_are_refused_or_read() {
    let library = class_path();
    let hierarchy = Hierarchy::new([], library.clone());
    let originals = CLASSES.map(|name| library.class_bytes(name).unwrap().expect("a class"));
    let mut choices = fastrand::Rng::with_seed(7);
    let (mut refused, mut read) = (0, 0);
    for _ in 0..400 {
        let mut bytes = originals[choices.usize(..originals.len())].clone();
        for _ in 0..=choices.usize(..6) {
            let at = choices.usize(..bytes.len());
            bytes[at] = choices.u8(..);
        }
        let start = Instant::now();
        match methods(&bytes, &hierarchy) {
            None => refused += 1,
            Some(lowered) => read += lowered,
        }
        assert!(start.elapsed() < Duration::from_secs(20));
    }
    assert!(refused > 40 && read > 2_000, "{refused} {read}");
}

/// The number of methods that are lowered; `None` where the class is refused.
fn methods(bytes: &[u8], hierarchy: &Hierarchy) -> Option<usize> {
    let class = declare("X.class", bytes).ok()?;
    let home = Home {
        class: ClassId::new(0),
        file: FileId::new(0),
        first_method: MethodId::new(0),
    };
    let context = Context {
        hierarchy,
        field: &|_, _, _| None,
    };
    let all = 0..class.methods().len();
    Some(
        all.filter(|&number| lower(&class, number, &context, home).is_ok())
            .count(),
    )
}

/// The readable part of a damaged class file is a program that the verifier accepts.
#[test]
fn programs_of_damaged_class_files_are_sound() {
    let library = class_path();
    let original = library
        .class_bytes("java/util/HashMap")
        .unwrap()
        .expect("a class");
    let mut choices = fastrand::Rng::with_seed(3);
    for _ in 0..30 {
        let mut bytes = original.clone();
        for _ in 0..3 {
            let at = choices.usize(..bytes.len());
            bytes[at] = choices.u8(..);
        }
        let file = ClassFileBytes {
            root: "r".to_owned(),
            path: "X.class".to_owned(),
            bytes,
        };
        assert_eq!(ir::verify(&load(vec![file], library.clone())), [""; 0]);
    }
}

#[test]
fn file_that_is_none_is_a_gap_with_its_name() {
    let file = ClassFileBytes {
        root: "r".to_owned(),
        path: "p/X.class".to_owned(),
        bytes: vec![1, 2, 3, 4, 5],
    };
    let program = load(vec![file], class_path());
    let reasons: Vec<&str> = program.gaps.iter().map(|gap| &*gap.reason).collect();
    assert_eq!(
        reasons,
        ["p/X.class: not a class file: magic number 0x01020304"]
    );
    assert!(program.unread().is_some());
}
