//! Faults of a lowered method that the comparison finds.

use std::process::Command;
use std::sync::Arc;

use java_bytecode::{ClassFileBytes, load};
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;

use super::super::oracle::Member;
use super::*;

const TEXT: &str = "class A { int f; int both(String s) { f = s.length(); return s.hashCode(); } }";

fn program() -> Program {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("A.java");
    std::fs::write(&file, TEXT).expect("a file");
    let javac = Command::new("javac").arg(&file).status();
    assert!(javac.expect("javac runs").success());
    let jdk = Jdk::from_environment().expect("a JDK");
    let library = Arc::new(ClassPath::open(&[], &jdk).expect("the JDK can be read"));
    let bytes = std::fs::read(folder.path().join("A.class")).expect("a class file");
    let (root, path) = ("out".to_owned(), "A.class".to_owned());
    load(vec![ClassFileBytes { root, path, bytes }], library)
}

fn instruction(opcode: u8, [owner, name, descriptor]: [&str; 3]) -> Instruction {
    let member = Member {
        owner: owner.to_owned(),
        name: name.to_owned(),
        descriptor: descriptor.to_owned(),
    };
    Instruction {
        opcode,
        reach: Reach::Reached,
        operands: Operands::Member(member),
    }
}

fn method(name: &str, descriptor: &str, instructions: Vec<Instruction>) -> Method {
    Method {
        access: 0,
        name: name.to_owned(),
        descriptor: descriptor.to_owned(),
        has_code: true,
        has_subroutines: false,
        instructions,
    }
}

/// The kinds of the faults, where `change` changes the instructions of `both`.
fn faults(change: impl FnOnce(&mut Vec<Instruction>)) -> Vec<String> {
    let mut both = vec![
        instruction(182, ["java/lang/String", "length", "()I"]),
        instruction(181, ["A", "f", "I"]),
        instruction(182, ["java/lang/String", "hashCode", "()I"]),
    ];
    change(&mut both);
    let constructor = vec![instruction(183, ["java/lang/Object", "<init>", "()V"])];
    let class = Class {
        name: "A".to_owned(),
        superclass: "java/lang/Object".to_owned(),
        methods: vec![
            method("<init>", "()V", constructor),
            method("both", "(Ljava/lang/String;)I", both),
        ],
    };
    let mut result = Completeness::default();
    result.compare(&program(), &[Ok(class)]);
    result.check_private();
    result.faults.into_keys().collect()
}

#[test]
fn equal_methods_have_no_faults() {
    assert!(faults(|_| {}).is_empty());
}

#[test]
fn a_dropped_call_is_a_fault() {
    let dropped = faults(|both| {
        both.push(instruction(182, ["java/lang/String", "length", "()I"]));
    });
    assert_eq!(dropped, ["a call is missing"]);
}

#[test]
fn a_call_of_no_instruction_is_a_fault() {
    let added = faults(|both| {
        both.pop();
    });
    assert_eq!(added, ["a call of no instruction"]);
}

#[test]
fn another_target_is_a_fault() {
    let other = faults(|both| both[2] = instruction(182, ["A", "hashCode", "()I"]));
    assert_eq!(other, ["a call is missing", "a call of no instruction"]);
}

#[test]
fn another_order_is_a_fault() {
    assert_eq!(faults(|both| both.swap(1, 2)), ["another order"]);
}

#[test]
fn a_field_of_another_type_is_a_fault() {
    let other = faults(|both| both[1] = instruction(181, ["A", "f", "Z"]));
    assert_eq!(other, ["an access to a field of another type"]);
}

#[test]
fn a_method_that_is_not_private_is_a_fault() {
    let mut result = Completeness::default();
    let callee = ["A", "m", "()V"].map(str::to_owned);
    result
        .taken_for_private
        .insert(callee.clone(), vec!["B.n()V".to_owned()]);
    result.private.insert(callee);
    result.check_private();
    assert!(result.faults.is_empty());

    let callee = ["A", "other", "()V"].map(str::to_owned);
    result
        .taken_for_private
        .insert(callee, vec!["B.n()V".to_owned()]);
    result.check_private();
    assert_eq!(result.faults(), 1);
}
