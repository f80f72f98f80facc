//! Reading and writing without an edit gives the same bytes, and so does sending every body through
//! the relocator.

use crate::support;
use jvm::classfile::{ClassFile, Insertions};

/// Everything of `java.base`, give or take.
const BASE: [&str; 5] = ["java/", "sun/", "jdk/internal/", "com/sun/", "javax/"];

fn shallow(bytes: &[u8]) -> Vec<u8> {
    ClassFile::parse(bytes)
        .and_then(|class| class.to_bytes())
        .unwrap()
}

/// Every body taken apart and put together by the relocator, with nothing inserted.
fn relocated(bytes: &[u8]) -> Vec<u8> {
    let mut class = ClassFile::parse(bytes).unwrap();
    for method in 0..class.methods.len() {
        let Some(code) = class.code(method).unwrap().map(|code| code.into_owned()) else {
            continue;
        };
        let code = Insertions::new()
            .apply(&code, class.major, &mut class.pool)
            .unwrap();
        class.set_code(method, &code).unwrap();
    }
    class.to_bytes().unwrap()
}

fn check(step: usize) -> usize {
    let names = support::jdk_classes(&BASE, step);
    for name in &names {
        let bytes = support::jdk_class(name);
        assert!(shallow(&bytes) == bytes, "{name}: shallow");
        assert!(relocated(&bytes) == bytes, "{name}: relocated");
    }
    names.len()
}

#[test]
fn unedited_classes_keep_every_byte() {
    assert!(check(20) > 500, "too few classes for a test");
}

#[test]
#[ignore = "all classes of the JDK: seconds in release, longer in debug"]
fn every_unedited_class_keeps_every_byte() {
    assert!(check(1) > 10_000, "too few classes for a test");
}
