//! Iterators that methods of the program make: one for each call, unless something else gives them
//! out as well.

use super::support::{Solved, solve};

/// An iterator of the program, and lists of it.
const CLASSES: &str = r#"
    static class It implements Iterator<String> {
        A of;
        public boolean hasNext() { return false; }
        public String next() { return of == null ? null : "x"; }
    }
    static class List1 extends AbstractList<String> {
        Iterator<String> last;
        public Iterator<String> iterator() { last = new It(); return last; }
        public String get(int i) { return ""; }
        public int size() { return 0; }
    }
    static boolean flag;
    static Iterator<String> kept;
    static void use(Iterator<String> it) { it.hasNext(); }
"#;

/// Returns whether `x` and `y` of `main` may be one object. Constants of the library do not count,
/// nor does the library's object where that stands for objects of its own.
fn alias(members: &str, main: &str) -> bool {
    let Solved {
        program, points_to, ..
    } = &mut solved(members, main);
    let main = program
        .methods
        .iter_enumerated()
        .find(|(_, method)| &*method.name == "main")
        .expect("main")
        .0;
    let named = |name: &str| {
        let locals = &program.methods[main].body.as_ref().expect("a body").locals;
        let local = locals
            .iter_enumerated()
            .find(|(_, local)| local.name.as_deref() == Some(name));
        let node = points_to::Node::Local(main, local.expect("a local").0);
        let mut objects = points_to.objects(node).into_owned();
        if points_to.is_standing_in(node) {
            objects.remove(points_to::ObjectId::LIBRARY.raw());
        }
        objects
    };
    let (x, y) = (named("x"), named("y"));
    assert!(!x.is_empty() && !y.is_empty(), "nothing arrives");
    let is_constant = |object: u32| {
        let object = points_to.object(points_to::ObjectId::from_raw(object));
        matches!(
            object,
            points_to::Object::Made {
                novelty: points_to::Novelty::Constant,
                ..
            }
        )
    };
    (x & y).into_iter().any(|object| !is_constant(object))
}

fn solved(members: &str, main: &str) -> Solved {
    solve(&format!(
        "{CLASSES} {members} public static void main(String[] a) {{ {main} }}"
    ))
}

const TWICE: &str = "Iterator<String> x = make(), y = make();";

#[test]
fn each_call_gets_an_object_of_its_own() {
    for members in [
        "static Iterator<String> make() { return new It(); }",
        "static Iterator<String> make() { It it = new It(); it.of = null; use(it); return it; }",
        "static Iterator<String> make() { Iterator<String> it = null; if (flag) it = new It(); return it; }",
        "static Iterator<String> make() { return inner(); } static Iterator<String> inner() { return new It(); }",
        "static Iterator<String> make() { return new ArrayList<String>().iterator(); }",
        "static List<String> l = new ArrayList<>(); static Iterator<String> make() { return flag ? new It() : l.listIterator(); }",
        "static List<String> l = Collections.synchronizedList(new ArrayList<>()); static Iterator<String> make() { return l.iterator(); }",
        "static List<String> l = Collections.synchronizedList(new ArrayList<>()); static Iterator<String> make() { return l.listIterator(1); }",
        "static Collection<String> l = Collections.synchronizedCollection(new AbstractCollection<String>() { public int size() { return 0; } public Iterator<String> iterator() { return new It(); } }); static Iterator<String> make() { return l.iterator(); }",
        "static List<String> l = Collections.unmodifiableList(new ArrayList<>()); static Iterator<String> make() { return l.iterator(); }",
    ] {
        assert!(!alias(members, TWICE), "{members}");
    }
}

#[test]
fn what_a_method_keeps_it_may_give_out_again() {
    for members in [
        "static Iterator<String> make() { if (kept == null) kept = new It(); return kept; }",
        "static Iterator<String> make() { Iterator<String> it = kept; if (it == null) it = kept = new It(); return it; }",
        "static Iterator<String> make() { return flag ? new It() : kept; } static { kept = make(); }",
        "static Iterator<String> make() { if (flag) return kept; Iterator<String> it = new It(); kept = it; return it; }",
        "static Iterator<String> make() { return inner(); } static Iterator<String> inner() { if (flag) return kept; kept = new It(); return kept; }",
        "static Iterator<String> make() { return kept = inner(); } static Iterator<String> inner() { return flag ? kept : new It(); }",
        "static Iterator<String> make() { return same(null); } static Iterator<String> same(Iterator<String> it) { return it == null ? kept = new It() : kept; }",
        "static class Own extends It implements Iterable<String> { public Iterator<String> iterator() { return this; } } static Own own = new Own(); static Iterator<String> make() { return own.iterator(); }",
        "static Iterator<String> make() { Iterator<String> it = new It(); for (;;) { if (flag) return it; it = kept; kept = new It(); } }",
    ] {
        assert!(alias(members, TWICE), "{members}");
    }
}

#[test]
fn what_a_method_keeps_is_one_with_what_it_gave_to_each_caller() {
    let make = "static Iterator<String> make() { It it = new It(); kept = it; return it; }";
    assert!(alias(
        make,
        "make(); Iterator<String> x = make(), y = kept;"
    ));
    let constructor = "static class Reg extends It { Reg() { kept = this; } } static Iterator<String> make() { return new Reg(); }";
    assert!(alias(constructor, "Iterator<String> x = make(), y = kept;"));
    let handed = "static Iterator<String> make() { It it = new It(); keep(it); return it; } static void keep(It it) { kept = it; }";
    assert!(alias(handed, "Iterator<String> x = make(), y = kept;"));
    let back = "static Iterator<String> make() { return new It(); } static Iterator<String> again(Iterator<String> it) { return it; }";
    assert!(alias(back, "Iterator<String> x = make(), y = again(x);"));
}

#[test]
fn object_begins_wherever_one_of_its_ways_leads() {
    let members = |first: &str, second: &str| {
        format!(
            "static Iterator<String> made() {{ return new It(); }}
             static Iterator<String> one() {{ Iterator<String> it = made(); {first} return it; }}
             static Iterator<String> two() {{ Iterator<String> it = made(); {second} return it; }}
             static Iterator<String> either() {{ return flag ? one() : two(); }}
             static Iterator<String> make() {{ return either(); }}"
        )
    };
    let main = "Iterator<String> x = make(), y = kept; kept = null;";
    assert!(alias(&members("kept = it;", ""), main));
    assert!(alias(&members("", "kept = it;"), main));
    assert!(!alias(&members("", ""), TWICE));
}

#[test]
fn directories_and_file_systems_give_each_loop_an_iterator_of_its_own() {
    for made in [
        "java.nio.file.DirectoryStream<java.nio.file.Path> d = java.nio.file.Files.newDirectoryStream(null);",
        "java.nio.file.Path d = java.nio.file.Path.of(a[0]);",
        "ServiceLoader<Runnable> d = ServiceLoader.load(Runnable.class);",
        "Iterable<java.nio.file.FileStore> d = java.nio.file.FileSystems.getDefault().getFileStores();",
    ] {
        assert!(!alias(
            "",
            &format!(
                "try {{ {made} Iterator<?> x = d.iterator(), y = d.iterator(); }} catch (Exception e) {{}}"
            )
        ));
    }
}

#[test]
fn wrapper_that_has_escaped_gives_out_what_its_collection_keeps() {
    let own = "static class Own extends AbstractCollection<String> {
            public Iterator<String> iterator() { return kept; }
            public int size() { return 0; }
        } static { kept = new It(); }";
    for wrapped in [
        "synchronizedCollection(new Own())",
        "synchronizedCollection(Collections.synchronizedCollection(new Own()))",
    ] {
        let main = format!(
            "javax.swing.DefaultListModel<Object> m = new javax.swing.DefaultListModel<>();
             m.addElement(Collections.{wrapped});
             Iterator<String> x = ((Collection<String>) m.get(0)).iterator(), y = kept;"
        );
        assert!(alias(own, &main), "{wrapped}");
    }
}

#[test]
fn proxy_gives_out_what_its_handler_keeps() {
    let kept = "static { kept = new It(); }
        static <T> T proxy(Class<T> type) {
            Class<?>[] all = { type };
            return type.cast(java.lang.reflect.Proxy.newProxyInstance(type.getClassLoader(), all, (p, m, a) -> kept));
        }";
    for made in [
        "java.nio.file.Path d = proxy(java.nio.file.Path.class);",
        "java.nio.file.DirectoryStream<?> d = proxy(java.nio.file.DirectoryStream.class);",
        "Collection<?> d = proxy(Collection.class);",
        "Collection<?> d = Collections.synchronizedCollection(proxy(Collection.class));",
    ] {
        assert!(
            alias(
                kept,
                &format!("{made} Iterator<?> x = d.iterator(), y = kept;")
            ),
            "{made}"
        );
    }
}

#[test]
fn handler_of_a_proxy_keeps_what_it_is_compared_with() {
    let handler = "static Object found; static final Object proxy = java.lang.reflect.Proxy.newProxyInstance(
        A.class.getClassLoader(), new Class<?>[] { Runnable.class }, (p, m, a) -> { found = a[0]; return null; });";
    for compares in [
        "proxy.equals(x)",
        "Objects.equals(proxy, x)",
        "List.of(proxy).indexOf(x)",
    ] {
        assert!(
            alias(
                handler,
                &format!("It x = new It(); {compares}; Object y = found;")
            ),
            "{compares}"
        );
    }
}

#[test]
fn calls_in_methods_that_run_often_are_not_told_apart() {
    let outer = "static Iterator<String> make() { return new It(); } static Iterator<String> once() { Iterator<String> it = make(); kept = it; return it; }";
    assert!(alias(
        outer,
        "Iterator<String> x = once(); once(); Iterator<String> y = kept;"
    ));
    let recursive =
        "static Iterator<String> make() { if (flag) return make(); kept = new It(); return kept; }";
    assert!(alias(recursive, TWICE));
}

#[test]
fn library_gives_out_the_iterators_of_the_lists_that_it_wraps() {
    let list = "static List1 list = new List1();
        static class Map1 extends HashMap<String, Boolean> { public Set<String> keySet() { return new Sorted(); } }
        static class Sorted extends TreeSet<String> { public Iterator<String> iterator() { return list.iterator(); } }
        static class Deque1 extends ArrayDeque<String> { public Iterator<String> iterator() { return list.iterator(); } }";
    for wrapped in [
        "list.iterator()",
        "Collections.synchronizedList(list).iterator()",
        "Collections.synchronizedCollection(list).iterator()",
        "Collections.newSetFromMap(new Map1()).iterator()",
        "Collections.synchronizedSortedSet(new Sorted()).iterator()",
        "Collections.asLifoQueue(new Deque1()).iterator()",
    ] {
        assert!(
            alias(
                list,
                &format!("Iterator<String> x = {wrapped}, y = list.last;")
            ),
            "{wrapped}"
        );
    }
}

#[test]
fn wrappers_of_wrappers_call_the_iterators_of_what_they_wrap() {
    let own = "static void reached() { }
        static class Own extends AbstractCollection<String> {
            public int size() { return 0; }
            public Iterator<String> iterator() { return new It() { public boolean hasNext() { reached(); return false; } }; }
        }";
    for (wrapped, reaches) in [
        ("Collections.unmodifiableCollection(new Own())", true),
        (
            "Collections.unmodifiableCollection(Collections.synchronizedCollection(new Own()))",
            true,
        ),
        (
            "Collections.synchronizedCollection(Collections.unmodifiableCollection(new Own()))",
            true,
        ),
        (
            "Collections.unmodifiableCollection(new ArrayList<String>())",
            false,
        ),
    ] {
        let solved = solved(own, &format!("new Own(); {wrapped}.iterator().hasNext();"));
        assert_eq!(
            solved
                .points_to
                .reachable
                .contains(&solved.method("reached")),
            reaches,
            "{wrapped}"
        );
    }
}

#[test]
fn inherited_methods_of_lists_call_what_is_overridden() {
    let list = "static class Cached extends AbstractList<String> {
            ListIterator<String> one = new ArrayList<String>().listIterator();
            static void reached() { }
            public String get(int i) { return null; }
            public int size() { return 0; }
            public ListIterator<String> listIterator(int i) { reached(); return one; }
        } static Cached list = new Cached();";
    assert!(alias(
        list,
        "Iterator<String> x = list.listIterator(), y = list.listIterator();"
    ));
    for call in [
        "listIterator()",
        "equals(list)",
        "indexOf(null)",
        "lastIndexOf(null)",
        "clear()",
    ] {
        let solved = solved(list, &format!("list.{call};"));
        let reached = solved.method("reached");
        assert!(solved.points_to.reachable.contains(&reached), "{call}");
    }
}

#[test]
fn what_a_method_makes_for_the_library_it_may_keep() {
    let own = "static class Own implements Iterable<String> {
            Iterator<String> last;
            public Iterator<String> iterator() { last = new It(); return last; }
        } static Own own = new Own();";
    let unknown = "javax.swing.DefaultListModel<Object> m = new javax.swing.DefaultListModel<>(); m.addElement(own); Object x = m.get(0);";
    assert!(alias(
        own,
        &format!("{unknown} Iterator<String> y = own.last;")
    ));
    assert!(!alias(
        own,
        &format!("{unknown} Iterator<String> y = new ArrayList<String>().iterator();")
    ));
    let registered = "static class Reg extends It { Reg() { kept = this; } }
        static class Own implements Iterable<String> { public Iterator<String> iterator() { return new Reg(); } }
        static Own own = new Own();";
    assert!(alias(
        registered,
        &format!("{unknown} Iterator<String> y = kept;")
    ));
}

#[test]
fn loops_over_unknown_collections_share_nothing_but_constants() {
    let solved = solved(
        "static void f(List<String> l) { for (String s : l) { s.length(); } for (String s : l) { s.trim(); } }",
        "f(List.of(a));",
    );
    let objects = |n: usize| {
        let asks = |call: &&ir::CallSite| {
            call.target
                .named()
                .iter()
                .any(|callee| &*callee.name == "hasNext")
        };
        let of_f = solved
            .program
            .calls
            .iter()
            .filter(|call| call.method == solved.method("f"));
        let call = of_f.filter(asks).nth(n).expect("a loop");
        solved
            .points_to
            .objects(points_to::Node::Local(
                call.method,
                call.receiver.expect("a receiver"),
            ))
            .into_owned()
    };
    let shared = objects(0) & objects(1);
    assert!(
        shared.iter().all(|object| !solved
            .points_to
            .is_identified(points_to::ObjectId::from_raw(object))
            || object == 0),
        "{shared:?}"
    );
}

#[test]
fn call_that_too_many_factories_answer_shares_what_they_make() {
    for (factories, shares) in [(2, false), (16, false), (17, true)] {
        let class = |n: usize| {
            format!(
                "static class F{n} implements Iterable<String> {{ \
                   public Iterator<String> iterator() {{ return new It() {{ }}; }} }} "
            )
        };
        let members: String = (0..factories).map(class).collect();
        let made: Vec<String> = (0..factories).map(|n| format!("new F{n}()")).collect();
        let main = format!(
            "Iterable<String>[] all = new Iterable[] {{ {} }}; Iterable<String> f = all[0];
             Iterator<String> x = f.iterator(), y = f.iterator();",
            made.join(", ")
        );
        assert_eq!(alias(&members, &main), shares, "{factories} factories");
    }
}

#[test]
fn objects_of_long_chains_of_factories_are_shared_in_the_end() {
    for (length, shares) in [(1, false), (30, false), (40, true), (5000, true)] {
        let factory = |n: usize| match n {
            0 => "static Iterator<String> make0() { return new It(); } ".to_owned(),
            _ => format!(
                "static Iterator<String> make{n}() {{ return make{}(); }} ",
                n - 1
            ),
        };
        let members: String = (0..length).map(factory).collect();
        let last = length - 1;
        let main = format!("Iterator<String> x = make{last}(), y = make{last}();");
        assert_eq!(alias(&members, &main), shares, "{length} factories");
    }
}
