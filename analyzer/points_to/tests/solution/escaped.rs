//! The escaped objects, and their contents.

use points_to::Variable;

use super::support::solve;

/// Returns whether `only` runs, which is called by `f` of `B` alone, after `code`.
fn only_runs(code: &str) -> bool {
    let classes = "void f() {} static class B extends A { void f() { only(); } void only() {} }";
    let library = "A held; static native Object any(); static native void give(Object o);";
    solve(&format!(
        "{classes} {library} public static void main(String[] a) {{ {code} }}"
    ))
    .runs("only")
}

#[test]
fn objects_of_one_class_that_have_escaped_are_told_apart_by_what_they_hold() {
    let runs = |held: &str| {
        let uses = "((A) any()).held.f();";
        let code = format!(
            "A x = new A(), y = new A(); x.held = new A(); y.held = {held}; give(x); give(y);"
        );
        [format!("{code} {uses}"), format!("{uses} {code}")].map(|code| only_runs(&code))
    };
    assert_eq!(runs("new B()"), [true; 2]);
    assert_eq!(runs("new A()"), [false; 2]);
}

#[test]
fn what_is_put_into_one_that_has_escaped_is_found_in_it() {
    let runs = |escaping: &str| {
        let code = format!(
            "((A) any()).held = new B(); A x = new A(), y = new A(); {escaping} y.held.f();"
        );
        only_runs(&code)
    };
    assert!(runs("give(x); give(y);"));
    assert!(!runs("give(x);"));
}

#[test]
fn containers_that_nothing_tells_apart_once_they_have_escaped_give_out_what_each_holds() {
    for held in [
        "new ArrayList<>(List.of(new B()))",
        "List.of(new B()).iterator()",
        "new Object[] { new B() }",
    ] {
        let code = |use_of_any: &str| {
            format!(
                "{use_of_any} give(new ArrayList<>(List.of(new A()))); give(List.of(new A()).iterator()); give(new Object[1]); give({held});"
            )
        };
        assert!(
            only_runs(&code("((A) ((List<?>) any()).get(0)).f();")),
            "{held}"
        );
        assert!(
            only_runs(&code("((A) ((Iterator<?>) any()).next()).f();")),
            "{held}"
        );
        assert!(
            only_runs(&code("((A) ((Object[]) any())[0]).f();")),
            "{held}"
        );
    }
}

/// The objects that the local `x` of `main` may be.
fn held_in_x(code: &str) -> Vec<points_to::Object> {
    let classes = "interface P {} static class V implements Runnable { public void run() {} }
        static class W implements Runnable { public void run() {} } static class H implements P { V view; }
        static class Both implements P, Iterator<String> {
            public boolean hasNext() { return false; }
            public String next() { return null; }
        }
        static native void give(Object o); static native Object any();";
    let main =
        format!("public static void main(String[] a) throws Exception {{ give(new W()); {code} }}");
    let solved = solve(&format!("{classes} {main}"));
    let Variable { method, local } = solved.local("main", "x");
    let objects = solved
        .points_to
        .objects(points_to::Node::Local(method, local))
        .into_owned();
    objects
        .iter()
        .map(|object| {
            solved
                .points_to
                .object(points_to::ObjectId::from_raw(object))
        })
        .collect()
}

#[test]
fn field_of_an_object_of_the_library_holds_what_fits_the_field() {
    let read = |ty: &str| {
        held_in_x(&format!(
            "give(H.class); H h = (H) any(); {ty} x = h != null ? h.view : ({ty}) null;"
        ))
        .len()
    };
    assert_eq!(read("Runnable"), read("V"));
    assert_ne!(read("V"), 0);
}

#[test]
fn what_models_make_is_of_a_class_of_the_sources_only_if_one_fits_that_the_library_makes() {
    let iterator = "Object it = new ArrayList<String>().iterator(); P x = (P) it;";
    assert!(held_in_x(&format!("give(H.class); {iterator}")).is_empty());
    assert!(!held_in_x(&format!("give(Both.class); {iterator}")).is_empty());
}

/// Reflection that runs constructors leaves the fields to them.
#[test]
fn objects_that_reflection_makes_by_constructors_hold_what_the_program_puts_into_them() {
    let make = "Object one = Class.forName(\"A$H\").getDeclaredConstructor().newInstance();";
    let held = |code: &str| {
        held_in_x(&format!(
            "give(new V()); {make} {code} V x = ((H) one).view;"
        ))
        .len()
    };
    assert_eq!(held(""), 0);
    assert_eq!(held("((H) one).view = new V();"), 1);
    let set = "one.getClass().getDeclaredField(\"view\").set(one, any());";
    assert!(held(set) >= 1);
}

#[test]
fn objects_that_reflection_makes_by_constructors_are_of_exactly_those_classes() {
    let make = |class: &str| {
        format!("Class.forName(\"A${class}\").getDeclaredConstructor().newInstance()")
    };
    let both = held_in_x(&format!("Object one = {}; P x = (P) one;", make("Both")));
    assert!(
        matches!(both[..], [points_to::Object::Constructed(_)]),
        "{both:?}"
    );
    // A cast that always fails is taken for one of what a library makes.
    let other = held_in_x(&format!("Object one = {}; P x = (P) one;", make("W")));
    assert!(
        !other
            .iter()
            .any(|object| matches!(object, points_to::Object::Constructed(_))),
        "{other:?}"
    );
}

/// A proxy is of its interfaces, and of any where the call does not say which.
#[test]
fn proxies_implement_what_their_call_names() {
    let proxy = |interfaces: &str, ty: &str| {
        let make = format!("java.lang.reflect.Proxy.newProxyInstance(null, {interfaces}, null)");
        let code =
            format!("Class<?>[] all = {{ P.class }}; Object one = {make}; {ty} x = ({ty}) one;");
        held_in_x(&code)
            .iter()
            .any(|object| matches!(object, points_to::Object::Made { .. }))
    };
    for (interfaces, is_known) in [
        ("new Class<?>[] { P.class }", true),
        ("new Class<?>[] { P.class, Runnable.class }", true),
        ("all", true),
        ("new Class<?>[] { (Class<?>) any() }", false),
        ("(Class<?>[]) any()", false),
    ] {
        assert!(proxy(interfaces, "P") || !is_known, "{interfaces}");
        assert!(proxy(interfaces, "java.io.Serializable"), "{interfaces}");
        assert_eq!(proxy(interfaces, "Iterator<?>"), !is_known, "{interfaces}");
        assert_eq!(
            proxy(interfaces, "Runnable"),
            interfaces.contains("Runnable") || !is_known,
            "{interfaces}"
        );
    }
    let changed = "Class<?>[] all = { P.class }; give(all);
        Object one = java.lang.reflect.Proxy.newProxyInstance(null, all, null); Iterator<?> x = (Iterator<?>) one;";
    assert!(
        held_in_x(changed)
            .iter()
            .any(|object| matches!(object, points_to::Object::Made { .. }))
    );
}
