//! Classes that two files declare.

use ir::{Hides, Program};
use java_lower::{Source, load};
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;
use std::sync::Arc;

/// The program of two files that declare `p.A`, each in its root; the first is read.
fn both(first: &str, second: &str) -> Program {
    let source = |root: &str, text: &str| Source {
        root: root.to_owned(),
        path: "p/A.java".to_owned(),
        bytes: format!("package p; {text}").into_bytes(),
    };
    let jdk = Jdk::from_environment().expect("a JDK");
    let class_path = ClassPath::open(&[], &jdk).expect("a class path");
    load(
        vec![source("a", first), source("b", second)],
        Arc::new(class_path),
    )
    .expect("sources")
}

/// The members that the second text may name, where the first stands for both.
fn members(program: &Program) -> Option<Vec<String>> {
    let [gap] = program.gaps.as_slice() else {
        panic!("{:?}", program.gaps)
    };
    match &gap.hides {
        Hides::Versions { classes, members } => {
            assert_eq!(classes.len(), program.classes.len());
            Some(members.iter().map(|name| (**name).to_owned()).collect())
        }
        Hides::Anything => None,
        other => panic!("{other:?}"),
    }
}

#[test]
fn one_text_stands_for_both() {
    for (first, second) in [
        (
            "class A { }",
            "public final class A { int x; void m() { } class B { } static final int N = 1; }",
        ),
        (
            "class A { static final int N = 1; }",
            "class A extends Thread { static final int N  =  1; }",
        ),
        ("class A { static final int N = 1; }", "class A { }"),
        (
            "class A { private static final int N = 1; }",
            "class A { private static final int N = 2; }",
        ),
        (
            "class A { static final Object N = 1; }",
            "class A { static final Object N = 2; }",
        ),
        (
            "class A { static final int N = 1; }",
            "class A { private static final int N = 1; }",
        ),
        ("enum A { X, Y }", "enum A { X, Y; void m() { } }"),
        ("class A { } class B { }", "class A { }"),
        ("record A(int x) { }", "record A(long x) { void m() { } }"),
    ] {
        assert!(members(&both(first, second)).is_some(), "{first} {second}");
    }
}

#[test]
fn texts_that_contradict_each_other_are_gaps() {
    for (first, second) in [
        (
            "class A { static final int N = 1; }",
            "class A { static final int N = 2; }",
        ),
        (
            "class A { static final int N = 1; }",
            "class A { static int N = 1; }",
        ),
        (
            "class A { static final String N = \"1\"; }",
            "class A { static final String N = \"2\"; }",
        ),
        ("interface A { int N = 1; }", "interface A { int N = 2; }"),
        (
            "class A { static class B { static final int N = 1; } }",
            "class A { static class B { static final int N = 2; } }",
        ),
        ("class A { }", "interface A { }"),
        ("class A { }", "abstract class A { }"),
        ("class A { class B { } }", "class A { static class B { } }"),
        ("class A<T> { }", "class A { }"),
        ("enum A { X, Y }", "enum A { Y, X }"),
        ("record A(int x) { }", "record A(int y) { }"),
        ("class A { }", "class A { } class B { }"),
        ("class A { }", "class A { void m( { }"),
    ] {
        let program = both(first, second);
        let is_anything = |gap: &ir::Gap| gap.hides == Hides::Anything;
        assert!(program.gaps.iter().any(is_anything), "{first} {second}");
    }
}

#[test]
fn the_other_text_names_members() {
    let text = "class A { void m(java.util.List<A> all) { for (A a : all) a.send(); } }";
    let members = members(&both("class A { }", text)).expect("one text for both");
    for name in ["m", "send", "iterator", "hasNext", "next"] {
        assert!(
            members.iter().any(|member| member == name),
            "{name}: {members:?}"
        );
    }
}

/// The word `class` need not stand in a text that makes objects.
#[test]
fn the_other_text_may_make_objects() {
    let members = members(&both(
        "enum A { X }",
        "enum A { X; Object m() { return new Object(); } }",
    ));
    let members = members.expect("one text for both");
    assert!(
        ["<init>", "<clinit>"]
            .iter()
            .all(|name| members.iter().any(|member| member == name)),
        "{members:?}"
    );
}

/// Nobody is told of the supertypes that stand for what the other text declares.
#[test]
fn what_stands_for_the_other_text_is_not_missing() {
    let program = both(
        "class A { void m() { new A().n(); } }",
        "class A { void n() { } }",
    );
    assert_eq!(program.missing, []);
    let told: Vec<&String> = program
        .diagnostics
        .iter()
        .map(|finding| &finding.code)
        .collect();
    assert!(
        !told.iter().any(|code| *code == "unresolved-type"),
        "{told:?}"
    );
}
