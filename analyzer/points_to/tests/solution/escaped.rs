//! What has escaped, and what it holds.

use super::support::solve;

/// Whether `only` runs, which is called by `f` of `B` alone, after `code`.
fn only_runs(code: &str) -> bool {
    let classes = "void f() {} static class B extends A { void f() { only(); } void only() {} }";
    let library = "A held; static native Object any(); static native void give(Object o);";
    solve(&format!("{classes} {library} public static void main(String[] a) {{ {code} }}")).runs("only")
}

#[test]
fn objects_of_one_class_that_have_escaped_are_told_apart_by_what_they_hold() {
    let runs = |held: &str| {
        let uses = "((A) any()).held.f();";
        let code = format!("A x = new A(), y = new A(); x.held = new A(); y.held = {held}; give(x); give(y);");
        [format!("{code} {uses}"), format!("{uses} {code}")].map(|code| only_runs(&code))
    };
    assert_eq!(runs("new B()"), [true; 2]);
    assert_eq!(runs("new A()"), [false; 2]);
}

#[test]
fn what_is_put_into_one_that_has_escaped_is_found_in_it() {
    let runs = |escaping: &str| {
        let code = format!("((A) any()).held = new B(); A x = new A(), y = new A(); {escaping} y.held.f();");
        only_runs(&code)
    };
    assert!(runs("give(x); give(y);"));
    assert!(!runs("give(x);"));
}

#[test]
fn containers_that_nothing_tells_apart_once_they_have_escaped_give_out_what_each_holds() {
    for held in ["new ArrayList<>(List.of(new B()))", "List.of(new B()).iterator()", "new Object[] { new B() }"] {
        let code = |use_of_any: &str| {
            format!(
                "{use_of_any} give(new ArrayList<>(List.of(new A()))); give(List.of(new A()).iterator()); give(new Object[1]); give({held});"
            )
        };
        assert!(only_runs(&code("((A) ((List<?>) any()).get(0)).f();")), "{held}");
        assert!(only_runs(&code("((A) ((Iterator<?>) any()).next()).f();")), "{held}");
        assert!(only_runs(&code("((A) ((Object[]) any())[0]).f();")), "{held}");
    }
}

/// The objects that the local `x` of `main` may be, where reflection makes objects of `H`.
fn held_in_x(code: &str) -> Vec<points_to::Object> {
    let classes = "interface P {} static class V implements Runnable { public void run() {} }
        static class W implements Runnable { public void run() {} } static class H implements P { V view; }
        static class Both implements P, Iterator<String> {
            public boolean hasNext() { return false; }
            public String next() { return null; }
        }
        static native void give(Object o);";
    let make = "Object made = Class.forName(\"A$H\").getDeclaredConstructor().newInstance();";
    let main = format!("public static void main(String[] a) throws Exception {{ give(new W()); {make} {code} }}");
    let solved = solve(&format!("{classes} {main}"));
    let (method, local) = solved.local("main", "x");
    let objects = solved.points_to.objects(points_to::Node::Local(method, local)).into_owned();
    objects.iter().map(|object| solved.points_to.object(points_to::ObjectId::from_raw(object))).collect()
}

#[test]
fn field_of_an_object_of_the_library_holds_what_fits_the_field() {
    let read = |ty: &str| held_in_x(&format!("H h = (H) made; {ty} x = h != null ? h.view : ({ty}) null;")).len();
    assert_eq!(read("Runnable"), read("V"));
}

#[test]
fn what_models_make_is_of_a_class_of_the_sources_only_if_one_fits_that_the_library_makes() {
    let iterator = "Object it = new ArrayList<String>().iterator(); P x = (P) it;";
    assert!(held_in_x(iterator).is_empty());
    let both = format!("Object other = Class.forName(\"A$Both\").getDeclaredConstructor().newInstance(); {iterator}");
    assert!(!held_in_x(&both).is_empty());
}
