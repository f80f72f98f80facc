//! Models from the bodies of library methods: what they say, and the bodies that give none.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use ir::{MethodRef, Program};
use java_types::Library;
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;
use points_to::models::Models;

fn jdk() -> Arc<dyn Library> {
    let jdk = Jdk::from_environment().expect("a JDK");
    Arc::new(ClassPath::open(&[], &jdk).expect("a class path"))
}

/// The models of the static methods of `Tools`, whose members are these, as `KEY: STATEMENTS`.
fn models(members: &str) -> Vec<String> {
    models_beside("", members)
}

fn lowered(path: &str, text: &str) -> Program {
    let source = java_lower::Source {
        root: String::new(),
        path: path.to_owned(),
        bytes: text.to_owned().into_bytes(),
    };
    let program = java_lower::load(vec![source], jdk()).expect("a program");
    assert!(program.gaps.is_empty(), "{:?}", program.diagnostics);
    program
}

/// The same, called by a program of this text.
fn models_beside(own: &str, members: &str) -> Vec<String> {
    let text = format!(
        "import java.util.*; import java.util.function.*;
         class Tools {{ static Object field; {members} }}
         class Box {{ Object value; Box(Object value) {{ this.value = value; }} }}
         class Trouble extends RuntimeException {{ static int count; Trouble(String text) {{ super(text); }} }}"
    );
    let library = Rc::new(lowered("Tools.java", &text));
    let statics = library.methods.iter().filter(|method| {
        let class = &library.classes[method.class];
        &*class.name == "Tools" && method.access & 8 != 0 && !method.name.starts_with('<')
    });
    let methods: BTreeSet<MethodRef> = statics
        .map(|method| MethodRef {
            owner: "Tools".into(),
            name: method.name.clone(),
            descriptor: method.descriptor.clone(),
        })
        .collect();

    let mut models = Models::jdk();
    let own = lowered("Own.java", own).hierarchy;
    models.add_bodies(&methods, &own, &mut |name| {
        let declares = |class: &ir::Class| &*class.name == name;
        let has_class = library.classes.iter().any(declares);
        has_class.then(|| library.clone())
    });
    let of_tools = models
        .all()
        .into_iter()
        .filter(|modelled| modelled.owner == points_to::models::Owner::Class("Tools"));
    of_tools
        .map(|modelled| {
            let statements = modelled.model.statements.iter();
            let shown: Vec<String> = statements
                .map(|statement| models.show(modelled.model, statement))
                .collect();
            format!("{}: {}", modelled.key, shown.join(", "))
        })
        .collect()
}

/// Returns whether a method whose body is this has no model: `object`, `other`, `text`, `number`, `all`
/// and `list` are its parameters.
fn is_black_box(body: &str) -> bool {
    let parameters =
        "Object object, Object other, String text, int number, Object[] all, List<Object> list";
    let found = models(&format!("static Object m({parameters}) {{ {body} }}"));
    found.iter().all(|model| !model.starts_with("m("))
}

#[test]
fn what_is_compared_or_returned_is_not_kept() {
    let found = models(
        "static <T> T notNull(T value, String name) {
             if (value == null) { throw new NullPointerException(name + \" is null\"); }
             return value;
         }
         static boolean same(Object one, Object other) { return one == other; }",
    );
    assert_eq!(found.len(), 2, "{found:?}");
    let not_null = &found[0];
    for told in ["1 -> v", "-> result"] {
        assert!(not_null.contains(told), "{not_null}");
    }
    assert!(!not_null.contains("v0 -> escaped"), "{not_null}");
    assert!(!found[1].contains("result"), "{}", found[1]);
}

#[test]
fn callbacks_are_called() {
    for (body, told) in [
        ("return text + object;", ".toString()"),
        ("return list.iterator().next();", ".next() -> "),
        ("return ((Supplier<?>) object).get();", ".get() -> "),
        ("((Runnable) object).run(); return null;", ".run()"),
        (
            "new Thread((Runnable) object).start(); return null;",
            "later v",
        ),
        ("return object.equals(other);", ".equals("),
        (
            "return new StringBuilder().append((CharSequence) object);",
            ".charAt(_)",
        ),
    ] {
        let found = models(&format!(
            "static Object m(Object object, Object other, String text, List<Object> list) {{ {body} }}"
        ));
        assert!(
            found.iter().any(|model| model.contains(told)),
            "{body}: {found:?}"
        );
    }
}

#[test]
fn other_bodies_of_libraries_are_followed() {
    let found = models(
        "static Object outer(Object value) { return inner(check(value)); }
         static Object inner(Object value) { return value; }
         static Object check(Object value) { if (value == null) { throw new Trouble(\"null\"); } return value; }",
    );
    assert_eq!(found.len(), 3, "{found:?}");
}

/// Each of these calls the next one four times, and the last one is not understood: 4^12 bodies. A text
/// may then come to code that is not known.
#[test]
fn bodies_are_not_followed_without_end() {
    let mut members = String::new();
    for at in 0..12 {
        let next = format!("t{}(t);", at + 1).repeat(4);
        members += &format!("static void t{at}(String t) {{ {next} }}\n");
    }
    members += "static void t12(String t) { Class.class.getName(); }
                static void m(String t, Object o) { t0(t); }";
    let found = models(&members);
    let model = found.iter().find(|model| model.starts_with("m("));
    assert!(model.is_some_and(|model| model.contains("-> escaped")));
}

#[test]
fn containers_of_the_jdk_keep_their_models() {
    let found = models(
        "static List<Object> listed(Object value) { List<Object> all = new ArrayList<>(); all.add(value); return all; }
         static Object[] array(Object value) { return new Object[] {value}; }
         static List<Object> many(Object value) {
             List<Object> all = null;
             for (int i = 0; i < 2; i++) { all = Collections.singletonList(value); }
             return all;
         }",
    );
    let of = |name: &str| {
        found
            .iter()
            .find(|model| model.starts_with(name))
            .unwrap_or_else(|| panic!("{found:?}"))
    };
    assert!(of("array").contains("= new array") && of("array").contains(".elements"));
    assert!(of("listed").contains("= new list"), "{}", of("listed"));
    assert!(
        !of("many").contains("= new "),
        "a loop makes many: {}",
        of("many")
    );
}

/// The analysis does not see everything in these bodies, or code that may look into objects gets them.
#[test]
fn what_is_kept_or_looked_into_stays_a_black_box() {
    for body in [
        "field = object; return null;",
        "new Box(object); return null;",
        "return new Box(object);",
        "return object.getClass();",
        "return (Supplier<Object>) () -> object;",
        "list.add(object); return null;",
        "Object[] a = all, b = all; for (int i = 0; i < number; i++) { Object[] t = a; a = b; b = t; a[0] = object; } return b[0];",
        "all[0] = object; return null;",
        "Object[] own = number > 0 ? all : new Object[1]; own[0] = object; return null;",
        "try { return Class.forName(text); } catch (ClassNotFoundException e) { return null; }",
        "return ServiceLoader.load(Runnable.class);",
        "return Object.class;",
        "return new EventObject(object);",
        "return m(other, object, text, number, all, list);",
        "return new ArrayList<Object>(list) { }.get(0);",
    ] {
        assert!(
            is_black_box(body),
            "{body}: {:?}",
            models(&format!(
                "static Object m(Object object, Object other, String text, int number, Object[] all, List<Object> list) {{ {body} }}"
            ))
        );
    }
    assert!(!is_black_box("return object;"));
}

/// An array that the program hands in holds it, and so may others whom the library knows.
#[test]
fn texts_may_be_kept_and_are_in_the_array() {
    let found = models("static void m(Object[] all, String text) { all[0] = text; }");
    let stored =
        |model: &String| model.contains("-> v0.elements") || model.contains("-> v1.elements");
    assert!(
        found.len() == 1 && stored(&found[0]) && found[0].contains("-> escaped"),
        "{found:?}"
    );
}

#[test]
fn what_is_thrown_has_escaped() {
    for body in [
        "throw (RuntimeException) object;",
        "RuntimeException e = number > 0 ? (RuntimeException) object : new Trouble(text); throw e;",
        "throw new IllegalStateException((Throwable) object);",
    ] {
        let found = models(&format!(
            "static Object m(Object object, int number, String text) {{ {body} }}"
        ));
        assert!(
            found.len() == 1 && found[0].contains("-> escaped"),
            "{body}: {found:?}"
        );
    }
}

/// A library that was compiled against the program has its classes in its code.
#[test]
fn bodies_that_know_the_program_give_none() {
    let members = [
        "static Object m(Box box) { return box.value; }",
        "static Object m(Object value) { return new Trouble(\"\"); }",
        "static void m(Box box) { Trouble.count = 1; }",
    ];
    for (members, own) in
        members
            .iter()
            .zip(["class Box { }", "class Trouble { }", "class Trouble { }"])
    {
        assert_eq!(models(members).len(), 1, "{members}");
        assert_eq!(models_beside(own, members).len(), 0, "{members}");
    }
}

#[test]
fn two_methods_of_one_key_have_no_model() {
    let found = models(
        "static class One { static class Part { } } static class Other { static class Part { } }
         static Object m(One.Part part) { return part; } static Object m(Other.Part part) { return null; }
         static Object n(One.Part part) { return part; }",
    );
    assert_eq!(found.len(), 1, "{found:?}");
}
