//! Objects that one thread has to itself.

use points_to::OneThread;

use super::made;
use super::support::{Solved, gap, solve};

/// Returns whether the one `B` that the program makes belongs to one thread. Fields, arrays and
/// functions may hold it.
fn is_owned(members: &str, main: &str) -> bool {
    let solved = solve(&format!(
        "static class B {{ B next; void f() {{ }} }} {members} public static void main(String[] a) throws Exception {{ {main} }}"
    ));
    OneThread::new(&solved.program, &solved.points_to).owns(made(&solved, "A$B", 0))
}

#[test]
fn heap_of_one_thread_is_its_own() {
    for main in [
        "B b = new B(); b.next = b; b.next.f();",
        "List<B> l = new ArrayList<>(); l.add(new B()); for (B b : l) b.f();",
        "Map<String, List<B>> m = new HashMap<>(); m.put(\"k\", new ArrayList<>()); m.get(\"k\").add(new B());",
        "B[] bs = { new B() }; bs[0].f();",
        "B b = new B(); Call c = () -> b.f(); c.call();",
        "Call c = new B()::f; c.call();",
    ] {
        assert!(is_owned("interface Call { void call(); }", main), "{main}");
    }
}

#[test]
fn what_several_threads_may_find_is_no_ones_own() {
    for main in [
        "kept = new B();",
        "box[0] = new B();",
        "B outer = kept; if (outer != null) outer.next = new B(); kept = new C();",
        "B b = new B(); new Thread(() -> b.f()).start();",
        "new Thread(new B()::f).start();",
        "B b = new B(); Thread t = new Thread() { public void run() { b.f(); } }; t.start();",
        "queue.add(new B()); new Thread(() -> queue.poll().f()).start();",
        "List<B> l = new ArrayList<>(); l.add(new B()); new Thread(() -> l.get(0).f()).start();",
        "java.util.concurrent.Executors.newCachedThreadPool().submit(() -> new B()).get().f();",
        "B b = new B(); call = () -> b.f(); new Thread(() -> call.call()).start();",
        "give(new B());",
    ] {
        let members = "static class C extends B { } interface Call { void call(); } static Call call; static B kept; static B[] box = new B[1]; static Queue<B> queue = new LinkedList<>(); static native void give(Object x);";
        assert!(!is_owned(members, main), "{main}");
    }
}

#[test]
fn each_thread_may_own_objects_of_one_allocation() {
    assert!(is_owned(
        "static void work() { B b = new B(); b.next = b; b.f(); }",
        "new Thread(() -> work()).start(); work();"
    ));
}

#[test]
fn what_functions_return_stays_where_the_library_calls_them() {
    for (main, is_owned_there) in [
        (
            "Map<String, B> m = new HashMap<>(); m.computeIfAbsent(\"k\", k -> new B());",
            true,
        ),
        (
            "java.util.concurrent.CompletableFuture.supplyAsync(() -> new B()).join();",
            false,
        ),
        (
            "java.util.Arrays.asList(1, 2).parallelStream().map(i -> new B()).forEach(b -> b.f());",
            false,
        ),
    ] {
        assert_eq!(is_owned("", main), is_owned_there, "{main}");
    }
}

#[test]
fn where_sources_were_not_read_no_thread_owns_anything() {
    let mut solved = solve("public static void main(String[] a) { Object x = new Object(); }");
    let owns = |solved: &Solved| {
        OneThread::new(&solved.program, &solved.points_to).owns(made(solved, "java.lang.Object", 0))
    };
    assert!(owns(&solved));
    solved.program.gaps.push(gap(&solved.program));
    assert!(!owns(&solved));
}

#[test]
fn function_that_another_thread_runs_is_in_both() {
    for (main, is_owned) in [
        ("Runnable r = () -> { }; r.run();", true),
        ("new Thread(() -> { }).start();", false),
    ] {
        let solved = solve(&format!("public static void main(String[] a) {{ {main} }}"));
        let mut functions = solved.points_to.identified();
        let function =
            functions.find(|&object| solved.points_to.function(&solved.program, object).is_some());
        let found = OneThread::new(&solved.program, &solved.points_to);
        assert_eq!(
            found.owns(function.expect("a function")),
            is_owned,
            "{main}"
        );
    }
}

#[test]
fn finalizers_get_hold_of_what_another_thread_made() {
    let solved = solve(
        "static class F { protected void finalize() { } } public static void main(String[] a) { F f = new F(); }",
    );
    assert!(!OneThread::new(&solved.program, &solved.points_to).owns(made(&solved, "A$F", 0)));
}
