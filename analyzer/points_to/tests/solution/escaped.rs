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

/// Returns whether `x` may be an iterator of a class of the sources.
fn holds_own(code: &str) -> bool {
    let classes = "static class Own implements Iterator<String> {
            public boolean hasNext() { return false; }
            public String next() { return null; }
        }
        static class Bag extends AbstractCollection<String> {
            public Iterator<String> iterator() { return new Own(); }
            public int size() { return 0; }
        }
        static class Row extends AbstractList<String> {
            public Iterator<String> iterator() { return new Own(); }
            public String get(int i) { return null; }
            public int size() { return 0; }
        }
        static class Stack implements Deque<String> {
            public Iterator<String> iterator() { return new Own(); }
        }
        static native void give(Object o); static native Object any();";
    let lost = "static class Lost implements q.Far, Collection<String> {}";
    let lost = if code.contains("Lost") { lost } else { "" };
    let main = format!("public static void main(String[] a) {{ {code} }}");
    let solved = solve(&format!("{classes} {lost} {main}"));
    let Variable { method, local } = solved.local("main", "x");
    let objects = solved
        .points_to
        .objects(points_to::Node::Local(method, local));
    objects.iter().any(|object| {
        let object = solved
            .points_to
            .object(points_to::ObjectId::from_raw(object));
        let site = object
            .allocation()
            .map(|site| &solved.program.allocations[site]);
        let class = site.and_then(|site| site.ty.class_name());
        class.is_some_and(|class| &**class == "A$Own")
    })
}

/// A synchronized collection hands its calls on to the one that it was made for, wherever it is.
#[test]
fn wrappers_keep_what_they_were_made_for() {
    let asked = |wrapped: &str, ty: &str| {
        holds_own(&format!(
            "give(new Bag()); give({wrapped}); Iterator<?> x = (({ty}<?>) any()).iterator();"
        ))
    };
    for (wrapped, ty, is_own) in [
        (
            "Collections.synchronizedList(new ArrayList<String>())",
            "List",
            false,
        ),
        (
            "Collections.synchronizedList(new ArrayList<String>()).subList(0, 0)",
            "List",
            false,
        ),
        (
            "Collections.synchronizedMap(new HashMap<String, String>()).keySet()",
            "Set",
            false,
        ),
        (
            "Collections.synchronizedMap(new HashMap<String, String>())",
            "Set",
            false,
        ),
        ("Collections.synchronizedList(new Row())", "List", true),
        (
            "Collections.synchronizedCollection(new Bag())",
            "Collection",
            true,
        ),
        (
            "Collections.synchronizedCollection(Collections.synchronizedCollection(new Bag()))",
            "Collection",
            true,
        ),
    ] {
        assert_eq!(asked(wrapped, ty), is_own, "{wrapped}");
    }
    // The wrapper is all that has the stack.
    let (own, other) = ("new Stack()", "new ArrayDeque<String>()");
    let queue = |of: &str| format!("Collections.asLifoQueue({of})");
    assert!(asked(&queue(own), "Queue"));
    assert!(asked(
        &format!("{}); give({}", queue(other), queue(own)),
        "Queue"
    ));
    assert!(!asked(&queue(other), "Queue"));
    let inside = |target: &str| {
        format!(
            "Collection<?> c = Collections.synchronizedCollection({target}); give(c); Iterator<?> x = c.iterator();"
        )
    };
    assert!(holds_own(&inside("new Bag()")));
    assert!(holds_own(&format!(
        "give(new Bag()); {}",
        inside("(Collection<?>) any()")
    )));
    assert!(!holds_own(&format!(
        "give(new Bag()); {}",
        inside("new ArrayList<String>()")
    )));
}

/// The library makes objects of the classes that it has, and those that fit a type answer there.
#[test]
fn objects_of_the_library_are_of_the_type_that_is_asked_for() {
    let asked = |given: &str| {
        holds_own(&format!(
            "give({given}); List<?> all = (List<?>) any(); Collection<?> some = all; Iterator<?> x = some.iterator();"
        ))
    };
    assert!(asked("Row.class"));
    assert!(!asked("Bag.class"));
    let inside = |given: &str, ty: &str| {
        holds_own(&format!(
            "give({given}); {ty} all = ({ty}) any(); Iterator<?> x = Collections.synchronizedCollection(all).iterator();"
        ))
    };
    assert!(inside("Row.class", "List<?>"));
    assert!(!inside("Bag.class", "List<?>"));
    assert!(inside("Bag.class", "Collection<?>"));
}

/// Code that has a wrapper calls the methods of what the wrapper keeps.
#[test]
fn methods_of_what_a_wrapper_keeps_run_when_others_have_it() {
    let classes = "static class Stack implements Deque<String> {
            public int size() { only(); return 0; }
        }
        static void only() {} static native void give(Object o);";
    let runs = |code: &str| {
        let queue = "Queue<?> queue = Collections.asLifoQueue(new Stack());";
        let main = format!("public static void main(String[] a) {{ {queue} {code} }}");
        solve(&format!("{classes} {main}")).runs("only")
    };
    assert!(runs("give(queue);"));
    assert!(runs("queue.size();"));
    assert!(!runs(""));
}

/// `library-iterators`: a collection of which nothing is known gives new iterators. Where more is
/// known, it may give others: those of the handler, of a class that is missing, of what it was given.
#[test]
fn collections_of_unknown_class_alone_give_new_iterators() {
    let asked = |given: &str| {
        holds_own(&format!(
            "give(new Own()); {given} Iterator<?> x = ((List<?>) any()).iterator();"
        ))
    };
    let proxy = |interfaces: &str| {
        format!("give(java.lang.reflect.Proxy.newProxyInstance(null, {interfaces}, null));")
    };
    assert!(!asked(""));
    assert!(asked(&proxy("(Class<?>[]) any()")));
    assert!(asked(&proxy("new Class<?>[] { List.class }")));
    assert!(holds_own(
        "give(new Own()); Collection<?> all = new Lost(); Iterator<?> x = all.iterator();"
    ));
    assert!(holds_own(
        "give(new Own()); Collection<?> all = Collections.synchronizedCollection(new Lost()); Iterator<?> x = all.iterator();"
    ));
}
