//! What is left out is recorded after all where a check of its assumptions is missing.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use plan::{AccessPlace, MethodPlace, Unshared};
use recording::{Request, weave};

/// A class with a read in line 4, and a method that nobody calls.
fn source(statements: usize) -> String {
    let body = "cells[x] = x; ".repeat(statements);
    format!(
        "public class Main {{\n static int x; static int[] cells = new int[1];\n \
         public static void main(String[] args) {{\n System.out.println(x);\n }}\n \
         static void uncalled() {{ {body} }}\n}}\n"
    )
}

fn unshared() -> Unshared {
    let method = |name: &str, descriptor: &str| MethodPlace {
        class: "Main".into(),
        name: name.into(),
        descriptor: descriptor.into(),
    };
    let main = method("main", "([Ljava/lang/String;)V");
    Unshared {
        accesses: BTreeSet::from([AccessPlace {
            method: main.clone(),
            line: 4,
            field: Some("x".into()),
        }]),
        reached: BTreeSet::from([main, method("<clinit>", "()V"), method("<init>", "()V")]),
        bodies: BTreeSet::new(),
    }
}

/// The woven class, with and without what is left out.
fn woven(home: &Path, statements: usize) -> [Vec<u8>; 2] {
    let (java, classes) = (home.join("Main.java"), home.join("classes"));
    std::fs::write(&java, source(statements)).expect("a source");
    let mut javac = Command::new("javac");
    javac.arg("-g").arg("-d").arg(&classes).arg(&java);
    assert!(javac.status().expect("javac runs").success());
    [Some(unshared()), None].map(|unshared| {
        let output = home.join("woven");
        let request = Request {
            classes: vec![classes.clone()],
            class_path: Vec::new(),
            output: output.clone(),
            java_home: None,
            unshared,
            keeps_unshared: false,
            atomic: Vec::new(),
            kept: Some(PathBuf::from(env!("CARGO_TARGET_TMPDIR"))),
        };
        weave(&request).expect("woven classes");
        std::fs::read(output.join("Main.class")).expect("a class")
    })
}

#[test]
fn method_that_is_too_large_for_its_check_keeps_all_accesses() {
    let home = tempfile::tempdir().expect("a folder");
    let [some, all] = woven(home.path(), 1);
    assert_ne!(some, all, "the read is left out");
    let [some, all] = woven(home.path(), 2000);
    assert_eq!(some, all, "nobody would notice that `uncalled` runs");
}
