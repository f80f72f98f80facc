//! Handlers of reports: their choice, their locks, and the end of the program.

use crate::support::{Fixture, reports};
use crate::threads::run;

/// Types of the runtime to compile against; weaving brings its own.
const RUNTIME_TYPES: &str = "
//- residua/runtime/ViolationHandler.java
package residua.runtime;
public interface ViolationHandler { void violation(Violation violation); }
//- residua/runtime/Violation.java
package residua.runtime;
public class Violation { public String property, event, at; }
";

/// A property that reports each call of `Main.go`.
const EACH_GO: &str = "
//- p.yaml
events: {go: call Main.go()}
properties:
  P:
    states: {b: initial bad}
    transitions:
      - b -> b: go
";

fn woven(text: &str) -> Fixture {
    let fixture = Fixture::new(text, &[]);
    _ = std::fs::remove_dir_all(fixture.path("classes/residua/runtime"));
    fixture.weave(true);
    fixture
}

/// A logger's lock is the usual case: one thread holds it and calls `toString` of the program, another reports to the logger.
/// The first waits for monitor code to end, so monitor code must not wait for the first.
#[test]
fn handlers_may_want_a_lock_that_a_waiting_thread_holds() {
    let fixture = woven(&format!(
        "{EACH_GO}{RUNTIME_TYPES}
//- Main.java
import java.util.concurrent.CountDownLatch;
public class Main {{
    static final Object LOG = new Object();
    static final CountDownLatch held = new CountDownLatch(1), handing = new CountDownLatch(1);
    static volatile boolean isPrepared;
    static void go() {{}}
    static void other() {{
        synchronized (LOG) {{
            held.countDown();
            try {{ handing.await(); }} catch (InterruptedException e) {{ throw new Error(e); }}
            go();
        }}
    }}
    public static class Handler implements residua.runtime.ViolationHandler {{
        public void violation(residua.runtime.Violation violation) {{
            if (isPrepared) handing.countDown();
            synchronized (LOG) {{ System.out.println(violation.at); }}
        }}
    }}
    public static void main(String[] args) throws Exception {{
        if (Boolean.getBoolean(\"many\")) {{ Thread first = new Thread(Main::go); first.start(); first.join(); }}
        go();
        isPrepared = true;
        Thread other = new Thread(Main::other);
        other.start();
        held.await();
        go();
        other.join();
    }}
}}
"
    ));
    // With a lock, and where the reporting thread was alone so far and needs none.
    for (many, count) in [("true", 4), ("false", 3)] {
        let output = run(
            &fixture,
            &["-Dresidua.handler=Main$Handler", &format!("-Dmany={many}")],
        );
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(text.lines().count(), count, "{text}");
    }
}

/// A handler raises no events, also without the lock. Otherwise it would report without end.
#[test]
fn handlers_raise_no_events() {
    let fixture = woven(&format!(
        "{EACH_GO}{RUNTIME_TYPES}
//- Main.java
public class Main {{
    static void go() {{}}
    public static class Handler implements residua.runtime.ViolationHandler {{
        public void violation(residua.runtime.Violation violation) {{
            go();
            System.out.println(violation.at);
        }}
    }}
    public static void main(String[] args) throws Exception {{
        go();
        Thread other = new Thread(Main::go);
        other.start();
        other.join();
        go();
    }}
}}
"
    ));
    let output = run(&fixture, &["-Dresidua.handler=Main$Handler"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text.lines().count(), 3, "{text}");
}

/// A handler that ends the program waits for the code that runs at its end. That code hands over what is left of the event.
#[test]
fn a_handler_may_end_the_program() {
    let fixture = woven(&format!(
        "{EACH_GO}
  Q:
    states: {{b: initial bad}}
    transitions:
      - b -> b: go
{RUNTIME_TYPES}
//- Main.java
public class Main {{
    static void go() {{}}
    public static class Handler implements residua.runtime.ViolationHandler {{
        boolean ends = true;
        public void violation(residua.runtime.Violation violation) {{
            System.out.println(violation.property);
            if (ends) {{
                ends = false;
                System.exit(3);
            }}
        }}
    }}
    public static void main(String[] args) {{
        go();
        System.out.println(\"not reached\");
    }}
}}
"
    ));
    let output = run(&fixture, &["-Dresidua.handler=Main$Handler"]);
    assert_eq!(
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stdout)
        ),
        (Some(3), "P\nQ\n".into())
    );
}

/// An action that ends the program runs before its event has been handled: the report of that event is not lost.
#[test]
fn reports_of_an_event_whose_action_ends_the_program_are_written() {
    let fixture = woven(
        "
//- p.yaml
events: {go: call Main.go()}
properties:
  P:
    states: {a: initial, b: bad}
    transitions:
      - a -> b: go
  Q:
    states: {a: initial}
    transitions:
      - a -> a: go
        do: System.exit(4);
//- Main.java
public class Main {
    static void go() {}
    public static void main(String[] args) { go(); }
}
",
    );
    let output = run(&fixture, &[]);
    assert_eq!(output.status.code(), Some(4));
    assert_eq!(reports(&output), ["P in b by go at Main.java:3 (global)"]);
}

#[test]
fn several_handlers_get_each_report() {
    let fixture = woven(&format!(
        "{EACH_GO}{RUNTIME_TYPES}
//- app/Handler.java
package app;
public class Handler implements residua.runtime.ViolationHandler {{
    public void violation(residua.runtime.Violation v) {{ System.err.println(\"handled \" + v.at); }}
}}
//- residua/sink/Short.java
package residua.sink;
public class Short implements residua.runtime.ViolationHandler {{
    public void violation(residua.runtime.Violation v) {{ System.err.println(\"short \" + v.at); }}
}}
//- Main.java
public class Main {{
    static void go() {{}}
    public static void main(String[] args) {{ go(); }}
}}
"
    ));
    let told =
        |handlers: &str| reports(&run(&fixture, &[&format!("-Dresidua.handler={handlers}")]));
    let line = "P in b by go at Main.java:3 (global)";
    assert_eq!(
        told("app.Handler,Short,standard"),
        ["handled Main.java:3", "short Main.java:3", line]
    );
    let missing = "residua: exception in the choice of the violation handler Slf4j: java.lang.ClassNotFoundException: \
                   neither Slf4j nor residua.sink.Slf4j is on the class path (told once)";
    assert_eq!(told("Slf4j,Short"), ["short Main.java:3", missing]);
    assert_eq!(told("Slf4j"), [line, missing]);
}

/// The file gets all lines of the runtime. Programs add to it, and one that cannot be written loses nothing.
#[test]
fn reports_go_to_a_file() {
    let fixture = woven(&format!(
        "{EACH_GO}
//- Main.java
public class Main {{
    static void go() {{}}
    public static void main(String[] args) {{
        go();
        System.out.println(\"%p is \" + ProcessHandle.current().pid());
    }}
}}
"
    ));
    let file = fixture.path("reports.txt");
    let option = format!("-Dresidua.report.file={}", file.display());
    for times in 1..=2 {
        let output = run(&fixture, &[&option, "-Dresidua.report=summary"]);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        let line = "residua: violation of P in b by go at Main.java:4 (global)\n";
        let summary = "residua: 1 x violation of P in b by go at Main.java:4\n";
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(text, format!("{line}{summary}").repeat(times));
    }

    let numbered = fixture.path("reports-%p.txt");
    let output = run(
        &fixture,
        &[&format!("-Dresidua.report.file={}", numbered.display())],
    );
    let text = String::from_utf8_lossy(&output.stdout);
    let process = text.trim().rsplit(' ').next().unwrap();
    assert!(fixture.path(&format!("reports-{process}.txt")).is_file());

    let folder = fixture.path("out");
    let output = run(
        &fixture,
        &[&format!("-Dresidua.report.file={}", folder.display())],
    );
    let lines = reports(&output);
    assert!(
        lines[0].starts_with("residua: cannot write ")
            && lines[0].ends_with("reports go to stderr")
    );
    assert_eq!(lines[1], "P in b by go at Main.java:4 (global)");
}
