//! Damaged class files give errors, or other data, but never a panic.

use jvm::classfile::{ClassFile, Insertions, Snippet, line_at, opcode};
use test_support::Random;

use crate::support;

/// Asks for everything that can be asked for; gives how many questions were answered.
fn read_everything(bytes: &[u8]) -> usize {
    let Ok(mut class) = ClassFile::parse(bytes) else {
        return 0;
    };
    let mut answers = usize::from(jvm::class_info(&class).is_ok());
    answers +=
        usize::from(class.bootstrap_methods().is_ok()) + usize::from(class.source_file().is_ok());
    answers += (0..class.pool.count())
        .filter(|&i| class.pool.method_handle(i).is_ok())
        .count();
    for method in 0..class.methods.len() {
        let Ok(Some(code)) = class.code(method) else {
            continue;
        };
        let lines = code.lines(&class.pool).unwrap_or_default();
        let mut insertions = Insertions::new();
        for instruction in code.instructions().flatten() {
            answers += usize::from(class.pool.invoked(&instruction).is_ok());
            answers += usize::from(class.pool.dynamic_call(&instruction).is_ok());
            answers += usize::from(instruction.targets().is_ok());
            answers += usize::from(line_at(&lines, instruction.pc).is_some());
            insertions.before(
                instruction.pc,
                Snippet {
                    bytes: vec![opcode::NOP],
                    stack: 0,
                    locals: 0,
                },
            );
        }
        answers += usize::from(code.constructor_calls(&class.pool, true).is_ok());
        let code = code.into_owned();
        if let Ok(code) = insertions.apply(&code, class.major, &mut class.pool) {
            answers += usize::from(class.set_code(method, &code).is_ok());
        }
    }
    answers + usize::from(class.to_bytes().is_ok())
}

fn flipped(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut damaged = bytes.to_vec();
    for _ in 0..1 + random.below(4) {
        let at = random.below(damaged.len());
        damaged[at] = random.below(256) as u8;
    }
    damaged
}

#[test]
fn truncated_classes_are_errors() {
    for name in support::jdk_classes(&["java/util"], 40) {
        let bytes = support::jdk_class(&name);
        let mut random = Random::new(bytes.len() as u64 | 1);
        for _ in 0..20 {
            let length = random.below(bytes.len());
            assert!(
                ClassFile::parse(&bytes[..length]).is_err(),
                "{name} cut to {length} bytes"
            );
        }
    }
}

#[test]
fn trailing_bytes_are_errors() {
    let mut bytes = support::jdk_class("java/lang/Object");
    bytes.push(0);
    assert!(ClassFile::parse(&bytes).is_err());
}

#[test]
fn flipped_bytes_never_panic() {
    let mut answers = 0;
    for name in support::jdk_classes(&["java/util", "java/lang"], 25) {
        let bytes = support::jdk_class(&name);
        let mut random = Random::new(bytes.len() as u64 | 1);
        answers += (0..15)
            .map(|_| read_everything(&flipped(&bytes, &mut random)))
            .sum::<usize>();
    }
    assert!(
        answers > 100_000,
        "the damage must leave something to read: {answers}"
    );
}
