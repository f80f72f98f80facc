//! Completeness against an independent reader: every call, field access and allocation that `javap`
//! shows is in the lowered program, method by method, and nothing else.

use std::collections::BTreeMap;
use std::process::Command;

use ir::{AllocationKind, CallSyntax, MethodKind, Program, StatementKind, Target};
use java_bytecode::{ClassFileBytes, load};

use crate::support::class_path;

const CLASSES: [&str; 12] = [
    "java/util/HashMap",
    "java/util/TreeMap",
    "java/util/ArrayList",
    "java/util/Collections",
    "java/util/Formatter",
    "java/util/concurrent/ConcurrentHashMap",
    "java/util/stream/Collectors",
    "java/util/stream/Collectors$CollectorImpl",
    "java/lang/Thread",
    "java/lang/String",
    "java/net/URI",
    "java/io/ObjectInputStream",
];

/// How often something occurs in a method.
type Counts = BTreeMap<String, usize>;

#[test]
fn program_has_what_a_disassembler_shows() {
    let library = class_path();
    let mut compared = 0;
    for name in CLASSES {
        let bytes = library.class_bytes(name).unwrap().expect("a class");
        let file = ClassFileBytes {
            root: "jdk".to_owned(),
            path: format!("{name}.class"),
            bytes,
        };
        let program = load(vec![file], library.clone());
        let (shown, lowered) = (disassembled(name), lowered(&program));
        assert_eq!(shown.len(), lowered.len(), "{name}");
        for (number, (shown, lowered)) in shown.iter().zip(&lowered).enumerate() {
            let (written, inserted) = lowered;
            let keys = shown.keys().chain(written.keys());
            for key in keys {
                let count = |counts: &Counts| counts.get(key).copied().unwrap_or_default();
                let least = count(written);
                // Of the calls that compilers insert, some are steps inside a dynamic call.
                let may_be = least..=least + count(inserted);
                assert!(
                    may_be.contains(&count(shown)),
                    "{name}, method {number}: {key} {may_be:?}\n{shown:#?}"
                );
            }
            compared += shown.values().sum::<usize>();
        }
    }
    assert!(compared > 5_000, "{compared}");
}

/// The instructions of each method with code, as `javap` shows them.
fn disassembled(name: &str) -> Vec<Counts> {
    let output = Command::new("javap")
        .args(["-c", "-p", name])
        .output()
        .expect("javap runs");
    let text = String::from_utf8(output.stdout).expect("text");
    let mut methods: Vec<Counts> = Vec::new();
    for line in text.lines() {
        if line.trim() == "Code:" {
            methods.push(Counts::new());
        } else if let Some(shown) = instruction(name, line)
            && let Some(method) = methods.last_mut()
        {
            *method.entry(shown).or_default() += 1;
        }
    }
    methods
}

/// `  12: invokevirtual #7   // Method java/util/List.add:(Ljava/lang/Object;)Z`
fn instruction(class: &str, line: &str) -> Option<String> {
    let (_, rest) = line.split_once(": ")?;
    let mnemonic = rest.split_whitespace().next()?;
    let comment = rest.split_once("// ").map_or("", |(_, comment)| comment);
    let mut words = comment.split_whitespace();
    match mnemonic {
        "invokevirtual" | "invokespecial" | "invokestatic" | "invokeinterface" => {
            Some(format!("call {}", member(class, words.nth(1)?)))
        }
        "getfield" | "putfield" | "getstatic" | "putstatic" => {
            let named = member(class, words.nth(1)?);
            let (named, _) = named.split_once(':')?;
            Some(format!("{mnemonic} {named}"))
        }
        "new" => Some(format!("new {}", words.nth(1)?)),
        "newarray" | "anewarray" | "multianewarray" => Some("array".to_owned()),
        "monitorenter" | "monitorexit" | "athrow" | "arraylength" => Some(mnemonic.to_owned()),
        _ => None,
    }
}

/// A member with its class, which is left out where it is the class itself.
fn member(class: &str, named: &str) -> String {
    let named = named.replace('"', "");
    let name = named.split(':').next().unwrap_or_default();
    if name.contains('.') {
        named
    } else {
        format!("{class}.{named}")
    }
}

/// The same of the lowered program: its methods of the class file. The calls that compilers insert
/// stand apart.
fn lowered(program: &Program) -> Vec<(Counts, Counts)> {
    let methods = program
        .methods
        .iter()
        .filter(|method| method.kind != MethodKind::MethodReference);
    let counts = methods.filter_map(|method| {
        let body = method.body.as_ref()?;
        let is_inserted = method.kind == MethodKind::Implicit;
        let (mut counts, mut inserted) = (Counts::new(), Counts::new());
        for block in &body.blocks {
            for statement in &block.statements {
                if let Some(shown) = statement_text(program, &statement.kind) {
                    let is_written = is_inserted || !is_inserted_call(program, &statement.kind);
                    let counts = if is_written {
                        &mut counts
                    } else {
                        &mut inserted
                    };
                    *counts.entry(shown).or_default() += 1;
                }
            }
            if matches!(block.terminator, ir::Terminator::Throw(_)) {
                *counts.entry("athrow".to_owned()).or_default() += 1;
            }
        }
        Some((counts, inserted))
    });
    counts.collect()
}

fn is_inserted_call(program: &Program, kind: &StatementKind) -> bool {
    let StatementKind::Call(site) = kind else {
        return false;
    };
    program.points[program.calls[*site].point].syntax == CallSyntax::Inserted
}

fn statement_text(program: &Program, kind: &StatementKind) -> Option<String> {
    match kind {
        StatementKind::Call(site) => {
            let call = &program.calls[*site];
            match &call.target {
                Target::Resolved(callee) => Some(format!(
                    "call {}.{}:{}",
                    callee.owner, callee.name, callee.descriptor
                )),
                _ => None,
            }
        }
        StatementKind::Load { object, field, .. } => {
            let mnemonic = if object.is_some() {
                "getfield"
            } else {
                "getstatic"
            };
            Some(format!("{mnemonic} {}.{}", field.owner, field.name))
        }
        StatementKind::Store { object, field, .. } => {
            let mnemonic = if object.is_some() {
                "putfield"
            } else {
                "putstatic"
            };
            Some(format!("{mnemonic} {}.{}", field.owner, field.name))
        }
        StatementKind::Allocate { site, .. } => {
            let site = &program.allocations[*site];
            match site.kind {
                AllocationKind::Instance => {
                    Some(format!("new {}", site.ty.class_name().expect("a class")))
                }
                AllocationKind::Array => Some("array".to_owned()),
                AllocationKind::Functional { .. } => None,
            }
        }
        StatementKind::Monitor { enter: true, .. } => Some("monitorenter".to_owned()),
        StatementKind::Monitor { enter: false, .. } => Some("monitorexit".to_owned()),
        StatementKind::Compute {
            kind: ir::ArithmeticKind::ArrayLength,
            ..
        } => Some("arraylength".to_owned()),
        _ => None,
    }
}
