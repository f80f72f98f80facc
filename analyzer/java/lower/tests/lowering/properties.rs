//! The code of properties is added to a program, and only if all of it is understood.

use java_lower::{Source, WithProperties, with_properties};

use crate::support::sound;

const SESSION: &str = "class Session { private int sent; Session next; void send() { sent++; } }";

/// The program of one class, with these classes of properties.
fn with(texts: &[&str]) -> WithProperties {
    let sources: Vec<Source> = texts
        .iter()
        .enumerate()
        .map(|(number, text)| Source {
            root: String::new(),
            path: format!("p{number}.yaml"),
            bytes: text.as_bytes().to_vec(),
        })
        .collect();
    with_properties(&sound(SESSION), &sources)
}

/// Says whether the code of one class is followed.
fn is_followed(members: &str) -> bool {
    with(&[&format!("class P {{ Session s; {members} }}")]).files[0].is_some()
}

#[test]
fn ids_of_the_program_stay() {
    let own = sound(SESSION);
    let whole =
        with(&["class P { Session s; void c() { s.send(); Session t = s.next; } }"]).program;
    let of = |program: &ir::Program| -> Vec<String> {
        let methods = program.methods.iter_enumerated().take(own.methods.len());
        methods
            .map(|(id, _)| ir::print_method(program, id))
            .collect()
    };
    assert_eq!(of(&own), of(&whole));

    let classes = whole.classes.iter();
    let added: Vec<&str> = classes
        .filter(|class| class.is_of_properties)
        .map(|class| &*class.name)
        .collect();
    assert_eq!(added, ["P"]);
    assert!(whole.hierarchy.is_source("P") && whole.hierarchy.is_source("Session"));
}

/// The program with the code is as well-formed as the program, but for the order of its files.
#[test]
fn code_of_properties_is_well_formed() {
    let whole = with(&[
        "class P { Session s; java.util.List<Session> all = new java.util.ArrayList<>();
           void c() { for (Session t : all) { if (t == s) { t.send(); } } all.forEach(t -> t.send()); } }",
    ])
    .program;
    assert_eq!(ir::verify(&whole), [""; 0]);
}

#[test]
fn code_that_is_understood_is_followed() {
    for members in [
        "void c() { boolean r = s != null && s.next == s; }",
        "void c() { s.send(); s = s.next; }",
        "void c() { System.out.println(\"s: \" + s); }",
        "void c() { Runnable r = () -> s.send(); r.run(); }",
        "void c() { new Thread(s::send).start(); }",
        "java.util.Map<String, Session> all; void c() { all.get(\"x\").send(); }",
        "void c() throws Throwable { throw new IllegalStateException(); }",
    ] {
        assert!(is_followed(members), "{members}");
    }
}

#[test]
fn code_that_is_not_understood_is_not_followed() {
    for members in [
        "void c() { s.fly(); }",
        "void c() { boolean r = missing == s; }",
        "Missing m;",
        "void c() { int x = ; }",
        "void c() { s.next.next.gone = null; }",
        "void c() { app.Missing.call(s); }",
    ] {
        assert!(!is_followed(members), "{members}");
    }
}

/// Reflection and libraries may get hold of their objects, and nothing else of properties is known
/// to the program.
#[test]
fn classes_in_the_code_are_not_followed() {
    for members in [
        "void c() { Object o = new Object() { public String toString() { return \"\" + s; } }; }",
        "static class Inner {}",
        "enum Kind { A }",
        "void c() { class Local {} }",
    ] {
        assert!(!is_followed(members), "{members}");
    }
}

#[test]
fn sources_are_followed_each_by_itself() {
    let whole = with(&[
        "class P { Session s; void c() { s.fly(); } }",
        "class Q { Session s; void c() { s.send(); } }",
        "class R { Nothing n; }",
    ]);
    let followed: Vec<bool> = whole.files.iter().map(Option::is_some).collect();
    assert_eq!(followed, [false, true, false]);
    assert_eq!(whole.program.classes.len(), 2, "`Session` and `Q`");
}
