//! Builders that do nothing but concatenate are told from others.

use crate::support;
use std::borrow::Cow;

use jvm::classfile::{ClassFile, Code, opcode};

const BUILDER: &str = "java/lang/StringBuilder";

/// Calls and creations of a builder, each as its instruction.
struct Builder {
    made: Vec<u8>,
    append: Vec<u8>,
    to_string: Vec<u8>,
    length: Vec<u8>,
}

/// How many calls of a body are concatenations.
fn concatenations(body: impl Fn(&Builder) -> Vec<Vec<u8>>) -> usize {
    let object = support::jdk_class("java/lang/Object");
    let mut class = ClassFile::parse(&object).unwrap();
    let mut call = |number: u8, name: &str, descriptor: &str| {
        let [high, low] = class
            .pool
            .add_method(BUILDER, name, descriptor, false)
            .unwrap()
            .to_be_bytes();
        vec![number, high, low]
    };
    let init = call(opcode::INVOKESPECIAL, "<init>", "()V");
    let append = call(
        opcode::INVOKEVIRTUAL,
        "append",
        "(Ljava/lang/Object;)Ljava/lang/StringBuilder;",
    );
    let to_string = call(opcode::INVOKEVIRTUAL, "toString", "()Ljava/lang/String;");
    let length = call(opcode::INVOKEVIRTUAL, "length", "()I");
    let [high, low] = class.pool.add_class(BUILDER).unwrap().to_be_bytes();
    let made = [vec![opcode::NEW, high, low, opcode::DUP], init].concat();
    let bytes = body(&Builder {
        made,
        append,
        to_string,
        length,
    })
    .concat();
    let code = Code {
        max_stack: 8,
        max_locals: 2,
        bytes: Cow::Owned(bytes),
        exceptions: Vec::new(),
        attributes: Vec::new(),
    };
    code.object_uses(&class.pool, false)
        .unwrap()
        .concatenations
        .len()
}

const NULL: [u8; 1] = [opcode::ACONST_NULL];

#[test]
fn constructor_append_and_text_of_an_object_that_stays_on_the_stack_are() {
    let one = |b: &Builder| {
        vec![
            b.made.clone(),
            NULL.into(),
            b.append.clone(),
            b.to_string.clone(),
            vec![opcode::ARETURN],
        ]
    };
    assert_eq!(concatenations(one), 3);
    // What is appended is another concatenation.
    let nested = |b: &Builder| {
        let inner = [
            b.made.clone(),
            NULL.into(),
            b.append.clone(),
            b.to_string.clone(),
        ]
        .concat();
        vec![
            b.made.clone(),
            inner,
            b.append.clone(),
            b.to_string.clone(),
            vec![opcode::ARETURN],
        ]
    };
    assert_eq!(concatenations(nested), 6);
    // `x += y` of a field moves the builder below the object.
    let moved = |b: &Builder| {
        let below = vec![opcode::ALOAD_0, opcode::DUP_X1];
        vec![
            b.made.clone(),
            below,
            b.append.clone(),
            b.to_string.clone(),
            vec![opcode::POP2, opcode::RETURN],
        ]
    };
    assert_eq!(concatenations(moved), 3);
}

#[test]
fn builders_that_anything_else_takes_are_not() {
    let stored = |b: &Builder| {
        let through_local = vec![opcode::ASTORE_0, opcode::ALOAD_0, opcode::ACONST_NULL];
        vec![
            b.made.clone(),
            through_local,
            b.append.clone(),
            b.to_string.clone(),
            vec![opcode::ARETURN],
        ]
    };
    assert_eq!(concatenations(stored), 0);
    let returned = |b: &Builder| {
        vec![
            b.made.clone(),
            NULL.into(),
            b.append.clone(),
            vec![opcode::ARETURN],
        ]
    };
    assert_eq!(concatenations(returned), 0);
    let dropped = |b: &Builder| {
        vec![
            b.made.clone(),
            NULL.into(),
            b.append.clone(),
            vec![opcode::POP, opcode::RETURN],
        ]
    };
    assert_eq!(concatenations(dropped), 0);
    let asked = |b: &Builder| vec![b.made.clone(), b.length.clone(), vec![opcode::IRETURN]];
    assert_eq!(concatenations(asked), 0);
    let doubled = |b: &Builder| {
        vec![
            b.made.clone(),
            vec![opcode::DUP, opcode::POP],
            b.to_string.clone(),
            vec![opcode::ARETURN],
        ]
    };
    assert_eq!(concatenations(doubled), 0);
    // One builder is what another appends: the other concatenates, the one does not.
    let argument = |b: &Builder| {
        vec![
            b.made.clone(),
            b.made.clone(),
            b.append.clone(),
            b.to_string.clone(),
            vec![opcode::ARETURN],
        ]
    };
    assert_eq!(concatenations(argument), 3);
}

/// `(b ? new StringBuilder() : null).append(null).toString()`: the builder is lost where the paths
/// join.
#[test]
fn builders_that_are_not_the_only_ones_are_not() {
    let joined = |b: &Builder| {
        let made = u8::try_from(b.made.len()).unwrap();
        let test = vec![opcode::ICONST_0, opcode::IFEQ, 0, 3 + made + 3];
        let other = vec![opcode::GOTO, 0, 4, opcode::ACONST_NULL, opcode::ACONST_NULL];
        vec![
            test,
            b.made.clone(),
            other,
            b.append.clone(),
            b.to_string.clone(),
            vec![opcode::ARETURN],
        ]
    };
    assert_eq!(concatenations(joined), 0);
}
