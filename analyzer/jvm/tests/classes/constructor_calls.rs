//! Constructor calls are matched with the objects that they initialize.

use crate::support;
use std::borrow::Cow;

use jvm::classfile::{ClassFile, Code, ConstructorCall, Copies, NewObject, opcode};

fn body(bytes: Vec<u8>) -> Code<'static> {
    Code {
        max_stack: 8,
        max_locals: 2,
        bytes: Cow::Owned(bytes),
        exceptions: Vec::new(),
        attributes: Vec::new(),
    }
}

/// The calls of a body that names `Object`'s constructor as entry 1 and a class as entry 2, in this
/// order.
fn calls(bytes: impl Fn([u8; 2], [u8; 2]) -> Vec<u8>, constructor: bool) -> Vec<ConstructorCall> {
    let object = support::jdk_class("java/lang/Object");
    let mut class = ClassFile::parse(&object).unwrap();
    let init = class
        .pool
        .add_method("java/lang/Object", "<init>", "()V", false)
        .unwrap()
        .to_be_bytes();
    let made = class
        .pool
        .add_class("java/lang/Object")
        .unwrap()
        .to_be_bytes();
    body(bytes(init, made))
        .constructor_calls(&class.pool, constructor)
        .unwrap()
}

#[test]
fn object_that_nobody_uses_is_not_kept() {
    // new; invokespecial; return
    let found = calls(
        |[i, j], [m, n]| {
            vec![
                opcode::NEW,
                m,
                n,
                opcode::INVOKESPECIAL,
                i,
                j,
                opcode::RETURN,
            ]
        },
        false,
    );
    assert_eq!(
        found,
        [ConstructorCall {
            pc: 3,
            receiver: NewObject::Created(0),
            kept: false,
            copies: Copies::Plain
        }]
    );
}

#[test]
fn object_below_another_copy_is_kept_on_top_only() {
    // new; dup; aconst_null; swap; invokespecial: the copy lies below null.
    let found = calls(
        |[i, j], [m, n]| {
            let head = vec![
                opcode::NEW,
                m,
                n,
                opcode::DUP,
                opcode::ACONST_NULL,
                opcode::SWAP,
            ];
            [head, vec![opcode::INVOKESPECIAL, i, j, opcode::RETURN]].concat()
        },
        false,
    );
    assert_eq!(
        found,
        [ConstructorCall {
            pc: 6,
            receiver: NewObject::Created(0),
            kept: false,
            copies: Copies::Scattered
        }]
    );
}

/// Below, the object is on top for the call only if the instruction puts its slots where JVMS 6.5
/// says.
#[test]
fn duplication_puts_copies_where_they_belong() {
    let (null, pop) = (opcode::ACONST_NULL, opcode::POP);
    for (before, duplicate) in [
        (vec![], vec![opcode::DUP]),
        (vec![null], vec![opcode::DUP_X1]),
        (vec![null, null], vec![opcode::DUP_X2]),
        (vec![], vec![null, opcode::DUP2, pop]),
        (vec![null], vec![null, opcode::DUP2_X1, pop]),
        (vec![null, null], vec![null, opcode::DUP2_X2, pop]),
        (vec![], vec![null, opcode::SWAP]),
        (vec![null], vec![opcode::DUP_X1, pop, pop]),
    ] {
        let found = calls(
            |[i, j], [m, n]| {
                let made = [before.clone(), vec![opcode::NEW, m, n], duplicate.clone()].concat();
                [made, vec![opcode::INVOKESPECIAL, i, j, opcode::RETURN]].concat()
            },
            false,
        );
        let receivers: Vec<NewObject> = found.iter().map(|call| call.receiver).collect();
        assert_eq!(
            receivers,
            [NewObject::Created(before.len() as u32)],
            "{duplicate:?}"
        );
    }
}

#[test]
fn delegation_after_an_object_was_made_is_told_from_its_constructor() {
    // aload_0; new; dup; invokespecial; pop; invokespecial; return
    let found = calls(
        |[i, j], [m, n]| {
            let made = vec![
                opcode::ALOAD_0,
                opcode::NEW,
                m,
                n,
                opcode::DUP,
                opcode::INVOKESPECIAL,
                i,
                j,
                opcode::POP,
            ];
            [made, vec![opcode::INVOKESPECIAL, i, j, opcode::RETURN]].concat()
        },
        true,
    );
    let created = ConstructorCall {
        pc: 5,
        receiver: NewObject::Created(1),
        kept: true,
        copies: Copies::Plain,
    };
    let delegated = ConstructorCall {
        pc: 9,
        receiver: NewObject::This,
        kept: false,
        copies: Copies::Plain,
    };
    assert_eq!(found, [created, delegated]);
}

#[test]
fn every_constructor_of_the_jdk_delegates_once_and_every_object_is_known() {
    let mut constructors = 0;
    for name in support::jdk_classes(&["java/", "sun/", "jdk/internal/"], 15) {
        let bytes = support::jdk_class(&name);
        let class = ClassFile::parse(&bytes).unwrap();
        for (number, method) in class.methods.iter().enumerate() {
            let Some(code) = class.code(number).unwrap() else {
                continue;
            };
            let constructor = method.name(&class.pool).unwrap() == "<init>";
            let calls = code.constructor_calls(&class.pool, constructor).unwrap();
            assert!(
                calls.iter().all(|call| call.receiver != NewObject::Unknown),
                "{name}"
            );
            assert!(
                calls.iter().all(|call| call.copies == Copies::Plain),
                "javac moves no new object: {name}"
            );
            let delegations = calls
                .iter()
                .filter(|call| call.receiver == NewObject::This)
                .count();
            let expected = constructor && name != "java/lang/Object";
            assert_eq!(delegations, usize::from(expected), "{name}");
            constructors += usize::from(constructor);
        }
    }
    assert!(constructors > 500, "{constructors}");
}
