//! Small programs on which call-graph builders are compared:
//! `tests/programs/FEATURE/what-it-shows.java`. Each says who calls which of its methods and who
//! does not; the call graph is held against that, and so is a run on the JVM.
//!
//! # A program
//! One Java file, or several, each after a line `//- path`; text without one is `Main.java`. `main`
//! of the class `Main` is run. A file `Client.java` is run and not analysed: it is the code outside
//! the sources that uses a library.
//!
//! # Markers
//! A comment `//~ WHO` behind the brace that opens a body speaks of the method, constructor or
//! lambda there. Parts are separated by `, `; callers by blanks.
//!
//! | part | the method |
//! |---|---|
//! | `called by A.m A.lambda` | is called by these. All that the run shows must be named, and happens when it runs |
//! | `may be called by A.m` | is called by these in the call graph, though not when the program runs: known imprecision |
//! | `not called by A.m` | is not called by these |
//! | `never called` | is not reachable |
//!
//! A call through code without sources (a comparator, a reflective call) counts as one by the code
//! of the sources that called the library; `<outside>` is a caller of which no frame is code of the
//! sources: a thread, a hook, the client of a library. Names are those of the language with `.` for
//! nested classes; `A.<init>`, `A.<clinit>`, `A.lambda`. A static initializer may run at any time:
//! who triggers it is not asked. `//~ B.<clinit> called by A.m` names the method, where its line
//! does not tell.
//!
//! `//~ opens TEXT` on a line: the place opens classes to the outside, for a reason that contains
//! TEXT. All openings of a program must be announced.
//!
//! # Directives, on a line of their own before all code
//! - `//~ library`: analysed without entry point.
//! - `//~ entry PATTERN`: an entry point.
//! - `//~ log LINE`: a line of a reflection log.
//! - `//~ covered by ID: REASON`: an expected edge is missing, and the printed assumption `ID` says
//!   so.
//!
//! # Environment
//! `RESIDUA_PROGRAM=lambdas/` takes the programs whose names contain the text. `RESIDUA_EDGES=1`
//! prints all edges. `RESIDUA_WRITE=1` writes the tables of docs/call-graph.md anew.

mod check;
mod constraints;
mod documentation;
mod edges;
mod execution;
mod explained;
mod fixture;
mod marker;
mod metamorphic;
mod wrong;

use fixture::Fixture;

/// The programs that the environment asks for.
fn chosen() -> Vec<Fixture> {
    let part = std::env::var("RESIDUA_PROGRAM").unwrap_or_default();
    let names = fixture::names()
        .into_iter()
        .filter(|name| name.contains(&part));
    names.map(|name| Fixture::read(&name)).collect()
}

/// Fails with all that is wrong, in order of programs.
fn succeed(failures: &[String]) {
    assert!(
        failures.is_empty(),
        "{} failures:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn every_program_has_the_edges_that_it_expects() {
    hold(check::failures);
}

/// Fails with what is wrong with each of the programs.
///
/// Not with rayon: to lower a program is parallel itself, and a thread that waits for it would
/// begin another program on the same stack, and so on.
fn hold(failures: fn(&Fixture) -> Vec<String>) {
    let programs = chosen();
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    let failures: Vec<String> = std::thread::scope(|scope| {
        let parts = programs.chunks(programs.len().div_ceil(threads).max(1));
        let running: Vec<_> = parts
            .map(|part| scope.spawn(move || part.iter().flat_map(failures).collect::<Vec<_>>()))
            .collect();
        running
            .into_iter()
            .flat_map(|part| part.join().expect("a part of the programs"))
            .collect()
    });
    succeed(&failures);
}

#[test]
fn every_fact_has_a_chain_that_explains_it() {
    hold(explained::failures);
}

#[test]
fn solutions_meet_what_the_statements_of_the_program_state() {
    hold(constraints::failures);
}

/// Cases that the programs of the suite leave out: uses that meet objects through what stands for
/// all that has escaped.
#[test]
fn what_is_done_with_whatever_has_escaped_is_done_with_each_object() {
    let programs = [
        (
            "stored through another name",
            "import java.util.*; class Main { Object held; public static void main(String[] a) { Main m = new Main(); \
             List<Object> all = new ArrayList<>(); all.add(m); ((Main) all.get(0)).held = new Main(); Object o = m.held; } }",
        ),
        (
            "two functions of one interface",
            "import java.util.*; class Main { static void f() { } static void g() { } \
             public static void main(String[] a) { List<Runnable> all = new ArrayList<>(); all.add(() -> f()); \
             all.add(() -> g()); all.get(0).run(); } }",
        ),
        (
            "an array that is filled after it has escaped",
            "import java.util.*; class Main implements Runnable { static Main[] kept; \
             public void run() { kept[0] = new Main(); } \
             public static void main(String[] a) { List<Object> all = new ArrayList<>(); Main[] array = new Main[1]; \
             kept = array; all.add(array); all.add(new Main()); } }",
        ),
        (
            "circles that get their objects last",
            "class Main { void f() { } public static void main(String[] args) { Main a = null; Main b = a; a = b; \
             Main c = b; Main d = a; Main i = null; Main j = i; i = j; Main k = j; Main l = i; a = new Main(); \
             j = new Main(); c.f(); d.f(); k.f(); l.f(); } }",
        ),
        (
            "an array on a circle that is filled after it has escaped",
            "import java.util.*; class Main { static Main late(int n) { Main a = n > 0 ? later(n) : null; return a; } \
             static Main later(int n) { Main b = latest(n); Main c = b; Main d = c; return d; } \
             static Main latest(int n) { Main e = last(n); Main f = e; Main g = f; return g; } \
             static Main last(int n) { Main h = new Main(); Main i = h; Main j = i; return j; } \
             public static void main(String[] args) { List<Object> all = new ArrayList<>(); Main[] array = new Main[1]; \
             all.add(array); System.out.println(all); Main x = array[0]; array[0] = x; x = late(1); } }",
        ),
    ];
    let failures = programs.map(|(name, text)| constraints::failures(&Fixture::parse(name, text)));
    succeed(&failures.concat());
}

#[test]
fn more_precise_settings_say_nothing_that_less_precise_ones_do_not() {
    hold(metamorphic::settings);
}

#[test]
fn comparison_sees_what_less_precise_settings_have_beyond() {
    let types_alone = Fixture::parse(
        "types",
        "class Main { void f() { } static class Low extends Main { void f() { g(); } void g() { } } \
         public static void main(String[] a) { Main m = new Main(), n = new Main(); m.f(); n.f(); } }",
    );
    assert!(
        metamorphic::less_precise(&types_alone)
            .iter()
            .all(|&count| count > 0)
    );
}

#[test]
fn nothing_gets_lost_when_an_entry_point_is_added() {
    hold(metamorphic::entries_added);
}

#[test]
fn roots_that_become_known_on_the_way_count_as_if_known_from_the_start() {
    hold(metamorphic::roots_on_the_way);
}

/// Runs the fixtures and fails on every difference.
fn run(fixtures: &[Fixture]) {
    let observed = execution::run(fixtures);
    let failures: Vec<Vec<String>> = fixtures
        .iter()
        .zip(&observed)
        .map(|(fixture, observed)| execution::failures(fixture, observed))
        .collect();
    succeed(&failures.concat());
}

#[test]
fn expected_edges_happen_when_one_program_of_each_feature_runs() {
    let mut fixtures = chosen();
    fixtures.dedup_by_key(|fixture| fixture.feature().to_owned());
    run(&fixtures);
}

#[test]
#[ignore = "compiles and runs each program, 80 ms each"]
fn expected_edges_happen_when_each_program_runs() {
    run(&chosen());
}
