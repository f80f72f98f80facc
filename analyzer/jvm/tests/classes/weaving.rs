//! Edited classes pass the verifier and behave as before.

use crate::support;
use std::fs;
use std::path::Path;

use java_types::Access;
use jvm::classfile::{
    CatchAll, ClassFile, Code, ConstantPool, FrameType, Insertions, NewObject, Snippet, opcode,
};
use tempfile::TempDir;

const SOURCES: [(&str, &str); 2] = [
    (
        "bodies/Bodies.java",
        include_str!("../fixtures/Bodies.java"),
    ),
    (
        "bodies/Verify.java",
        include_str!("../fixtures/Verify.java"),
    ),
];

fn nops(count: usize) -> Snippet {
    Snippet {
        bytes: vec![opcode::NOP; count],
        stack: 0,
        locals: 0,
    }
}

/// Applies `edit` to every class file below `folder`.
fn edit_classes(folder: &Path, edit: impl Fn(&mut ClassFile<'_>)) {
    for path in support::class_files(folder) {
        let bytes = fs::read(&path).unwrap();
        let mut class = ClassFile::parse(&bytes).unwrap();
        edit(&mut class);
        fs::write(&path, class.to_bytes().unwrap()).unwrap();
    }
}

/// Applies what `insertions` says to every body of a class.
fn insert(
    class: &mut ClassFile<'_>,
    insertions: impl Fn(&Code<'_>, &mut ConstantPool<'_>, &Method) -> Insertions,
) {
    for number in 0..class.methods.len() {
        let Some(code) = class.code(number).unwrap().map(Code::into_owned) else {
            continue;
        };
        let name = class.methods[number]
            .name(&class.pool)
            .unwrap()
            .into_owned();
        let method = Method {
            constructor: name == "<init>",
            access: class.methods[number].access,
        };
        let insertions = insertions(&code, &mut class.pool, &method);
        let code = insertions
            .apply(&code, class.major, &mut class.pool)
            .unwrap();
        class.set_code(number, &code).unwrap();
    }
}

struct Method {
    constructor: bool,
    access: Access,
}

/// Three at entry, five before each return, seven after each `invokespecial`, one before everything
/// else.
fn stress(code: &Code<'_>, _: &mut ConstantPool<'_>, _: &Method) -> Insertions {
    let mut insertions = Insertions::new();
    insertions.at_entry(nops(3));
    for instruction in code.instructions().map(Result::unwrap) {
        match instruction.opcode() {
            opcode::INVOKESPECIAL => insertions.after(instruction.pc, nops(7)),
            _ if instruction.is_return() => insertions.before(instruction.pc, nops(5)),
            _ => insertions.before(instruction.pc, nops(1)),
        }
    }
    insertions
}

/// Compiles the bodies, edits them, and compares what they print.
fn assert_same_behaviour(options: &[&str], edit: impl Fn(&mut ClassFile<'_>)) {
    let folder = TempDir::new().unwrap();
    support::compile(folder.path(), &SOURCES, options);
    let before = support::output_of(folder.path(), "bodies.Bodies");
    edit_classes(folder.path(), edit);
    let verified: usize = support::output_of(folder.path(), "bodies.Verify")
        .trim()
        .parse()
        .unwrap();
    assert!(verified >= 8, "{verified}");
    assert_eq!(support::output_of(folder.path(), "bodies.Bodies"), before);
}

#[test]
fn nops_everywhere_keep_bodies_valid_and_alike() {
    assert_same_behaviour(&["-g"], |class| insert(class, stress));
    assert_same_behaviour(&["-g:none"], |class| insert(class, stress));
}

#[test]
fn catch_all_handler_passes_every_exception_on() {
    assert_same_behaviour(&["-g"], |class| {
        let this = class.name().unwrap().into_owned();
        insert(class, |code, pool, method| {
            let mut insertions = Insertions::new();
            let locals = if method.access.is_static() {
                vec![]
            } else {
                vec![FrameType::Object(pool.add_class(&this).unwrap())]
            };
            let reads_this = if locals.is_empty() {
                vec![]
            } else {
                vec![opcode::ALOAD_0, opcode::POP]
            };
            let bytes = [reads_this, vec![opcode::ATHROW]].concat();
            let after = method
                .constructor
                .then(|| code.delegation(pool).unwrap().unwrap());
            insertions.catch_all(CatchAll {
                after,
                code: Snippet {
                    bytes,
                    stack: 1,
                    locals: 0,
                },
                locals,
            });
            insertions
        });
    });
}

/// Duplicates each new object as soon as it is initialized and still there, and drops the copy.
#[test]
fn new_objects_can_be_observed_after_their_constructor() {
    assert_same_behaviour(&["-g"], |class| {
        insert(class, |code, pool, method| {
            let mut insertions = Insertions::new();
            let calls = code.constructor_calls(pool, method.constructor).unwrap();
            let created = calls
                .iter()
                .filter(|c| matches!(c.receiver, NewObject::Created(_)) && c.kept);
            for call in created {
                let bytes = vec![
                    opcode::DUP,
                    opcode::MONITORENTER,
                    opcode::DUP,
                    opcode::MONITOREXIT,
                ];
                insertions.after(
                    call.pc,
                    Snippet {
                        bytes,
                        stack: 1,
                        locals: 0,
                    },
                );
            }
            insertions
        });
    });
}

/// `this` can be locked only once it is initialized: the verifier says whether the call found is
/// the right one.
#[test]
fn code_after_the_delegation_of_a_constructor_sees_this() {
    assert_same_behaviour(&["-g"], |class| {
        insert(class, |code, pool, method| {
            let mut insertions = Insertions::new();
            if method.constructor {
                let call = code.delegation(pool).unwrap().unwrap();
                let bytes = vec![
                    opcode::ALOAD_0,
                    opcode::MONITORENTER,
                    opcode::ALOAD_0,
                    opcode::MONITOREXIT,
                ];
                insertions.after(
                    call,
                    Snippet {
                        bytes,
                        stack: 1,
                        locals: 0,
                    },
                );
            }
            insertions
        });
    });
}

#[test]
fn verifier_would_notice_a_wrong_frame() {
    let folder = TempDir::new().unwrap();
    support::compile(folder.path(), &SOURCES, &["-g"]);
    edit_classes(folder.path(), |class| {
        for number in 0..class.methods.len() {
            let Some(mut code) = class.code(number).unwrap().map(Code::into_owned) else {
                continue;
            };
            code.bytes.to_mut().insert(0, opcode::NOP);
            class.set_code(number, &code).unwrap();
        }
    });
    assert!(
        !support::run(folder.path(), "bodies.Verify")
            .status
            .success()
    );
}

/// The classes of javac, stressed, compile the fixture to the bytes that the original gives.
#[test]
#[ignore = "weaves and verifies all of javac: a minute"]
fn stressed_javac_compiles_as_before() {
    let folder = TempDir::new().unwrap();
    let patch = folder.path().join("patch");
    for name in support::jdk_classes(&["com/sun/tools/javac"], 1) {
        let bytes = support::jdk_class(&name);
        let mut class = ClassFile::parse(&bytes).unwrap();
        insert(&mut class, stress);
        let path = patch.join(format!("{name}.class"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, class.to_bytes().unwrap()).unwrap();
    }
    let sources = support::write_files(&folder.path().join("src"), &SOURCES);
    let compile = |out: &str, options: &[String]| {
        let out = folder.path().join(out);
        let mut java = support::tool("java");
        java.arg("-Xverify:all").args(options).args([
            "-m",
            "jdk.compiler/com.sun.tools.javac.Main",
            "-g",
            "-d",
        ]);
        let output = java.arg(&out).args(&sources).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        support::class_files(&out)
            .into_iter()
            .map(|file| fs::read(file).unwrap())
            .collect::<Vec<_>>()
    };
    let patched = compile(
        "patched",
        &[format!("--patch-module=jdk.compiler={}", patch.display())],
    );
    assert!(support::class_files(&patch).len() > 1000);
    assert!(patched == compile("original", &[]));
}
