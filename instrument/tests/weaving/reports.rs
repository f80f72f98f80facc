//! What a woven program writes: reports, counts, and errors in monitor code.

use crate::support::{Fixture, reports};

/// The line that the README describes, twice over: hashes are those of the objects, all else is the
/// same in each run.
#[test]
fn a_report_is_one_line_that_names_property_state_event_place_and_instance() {
    let fixture = Fixture::new(
        "
//- p.yaml
foreach:
  - parameters: [Object a, String s by equals]
    events:
      touch: call app.Door.touch(Object a, String s)
    properties:
      Door:
        states: {shut: initial, broken: bad}
        transitions:
          - shut -> broken: touch
          - broken -> broken: touch
//- app/Door.java
package app;
public class Door { public static void touch(Object a, String s) {} }
//- app/House.java
package app;
public class House {
    public static void enter(Object o) {
        System.err.println(Integer.toHexString(System.identityHashCode(o)));
        Door.touch(
            o, \"key\");
        Door.touch(o, new String(\"key\"));
    }
}
//- Main.java
public class Main {
    public static void main(String[] args) { app.House.enter(new int[0]); }
}
",
        &[],
    );
    fixture.weave(true);
    for _ in 0..2 {
        let output = fixture.run("out", &[]);
        let text = String::from_utf8(output.stderr).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let [hash, first, second] = lines[..] else {
            panic!("{text}")
        };
        let instance = first.split_once(" (").unwrap().1;
        let key = instance
            .strip_prefix(&format!("[I@{hash}, java.lang.String@"))
            .and_then(|k| k.strip_suffix(')'));
        assert!(
            key.is_some_and(|key| u32::from_str_radix(key, 16).is_ok()),
            "{first}"
        );
        let line = |number: u32| {
            format!(
                "residua: violation of Door in broken by touch at app/House.java:{number} ({instance}"
            )
        };
        assert_eq!([first, second], [line(5).as_str(), line(7).as_str()]);
    }
}

#[test]
fn handlers_and_report_options_are_chosen_from_outside() {
    let text = "
//- p.yaml
events: {go: call Main.go()}
properties:
  P:
    states: {b: initial bad}
    transitions:
      - b -> b: go
//- app/Handler.java
package app;
public class Handler implements residua.runtime.ViolationHandler {
    public void violation(residua.runtime.Violation v) { System.err.println(\"handled \" + v.property + \" \" + v.at); }
}
//- app/Thrower.java
package app;
public class Thrower implements residua.runtime.ViolationHandler {
    public void violation(residua.runtime.Violation v) { throw new IllegalStateException(\"no\"); }
}
//- residua/runtime/ViolationHandler.java
package residua.runtime;
public interface ViolationHandler { void violation(Violation violation); }
//- residua/runtime/Violation.java
package residua.runtime;
public class Violation { public String property, at; }
//- Main.java
public class Main {
    static void go() {}
    public static void main(String[] args) { for (int i = 0; i < 3; i++) go(); }
}
";
    let fixture = Fixture::new(text, &[]);
    std::fs::remove_dir_all(fixture.path("classes/residua")).unwrap();
    let mut request = fixture.request(true);
    request.class_path = vec![];
    instrument::weave::weave(&request).unwrap();
    let line = "P in b by go at Main.java:3 (global)";
    assert_eq!(reports(&fixture.run("out", &[])), [line; 3]);
    assert_eq!(
        reports(&fixture.run("out", &["-Dresidua.report=once"])),
        [line]
    );
    let handled = fixture.run("out", &["-Dresidua.handler=app.Handler"]);
    assert_eq!(reports(&handled), ["handled P Main.java:3"; 3]);
    let thrower = fixture.run("out", &["-Dresidua.handler=app.Thrower"]);
    let told = "residua: exception in the violation handler app.Thrower: java.lang.IllegalStateException: no (told once)";
    assert_eq!(reports(&thrower), [told]);
    assert!(thrower.status.success());
    let json = fixture.run("out", &["-Dresidua.report=json,once,summary"]);
    let json = reports(&json);
    assert_eq!(
        json[0],
        r#"{"property":"P","severity":"error","state":"b","event":"go","at":"Main.java:3","instance":"global"}"#
    );
    assert_eq!(
        json[1],
        "residua: 3 x violation of P in b by go at Main.java:3"
    );

    request.handler = Some("app.Handler".to_owned());
    instrument::weave::weave(&request).unwrap();
    assert_eq!(
        reports(&fixture.run("out", &[])),
        ["handled P Main.java:3"; 3]
    );
}

#[test]
fn reports_end_with_the_message_of_their_property() {
    let text = "
//- p.yaml
events: {go: call Main.go()}
properties:
  Silent:
    states: {b: initial bad}
    transitions:
      - b -> b: go
  Speaking:
    message: 'say \"go\" once: not twice'
    help: |
      call `stop`,
      then go
    states: {b: initial bad}
    transitions:
      - b -> b: go
//- Main.java
public class Main {
    static void go() {}
    public static void main(String[] args) { go(); }
}
";
    let fixture = Fixture::new(text, &[]);
    fixture.weave(true);
    assert_eq!(
        reports(&fixture.run("out", &[])),
        [
            "Silent in b by go at Main.java:3 (global)",
            r#"Speaking in b by go at Main.java:3 (global): say "go" once: not twice"#,
        ]
    );

    let json = reports(&fixture.run("out", &["-Dresidua.report=json"]));
    assert!(json[0].ends_with(r#""instance":"global"}"#), "{json:?}");
    let explained =
        r#","message":"say \"go\" once: not twice","help":"call `stop`,\u000athen go"}"#;
    assert!(json[1].ends_with(explained), "{json:?}");
}

#[test]
fn an_exception_has_the_help_of_its_property() {
    let text = "
//- p.yaml
events: {go: call Main.go()}
properties:
  Speaking:
    message: go once
    help: call stop first
    states: {b: initial bad}
    transitions:
      - b -> b: go
//- Main.java
public class Main {
    static void go() {}
    public static void main(String[] args) {
        try {
            go();
        } catch (AssertionError e) {
            System.out.println(e.getMessage());
        }
    }
}
";
    let fixture = Fixture::new(text, &[]);
    fixture.weave(true);
    let run = fixture.run("out", &["-Dresidua.report=fail"]);
    let expected = "residua: violation of Speaking in b by go at Main.java:5 (global): go once\nhelp: call stop first\n";
    assert_eq!(String::from_utf8_lossy(&run.stdout), expected);
}

#[test]
fn reports_below_a_severity_are_left_out() {
    let text = "
//- p.yaml
events: {go: call Main.go()}
properties:
  Wrong:
    states: {b: initial bad}
    transitions:
      - b -> b: go
  Odd:
    severity: warning
    states: {b: initial bad}
    transitions:
      - b -> b: go
foreach:
  - parameters: [Object o]
    events: {take: call Main.take(Object o)}
    properties:
      Noted:
        severity: note
        states: {b: initial bad}
        transitions:
          - b -> b: take
//- Main.java
public class Main {
    static void go() {}
    static void take(Object o) {}
    public static void main(String[] args) {
        take(new Object());
        go();
    }
}
";
    let fixture = Fixture::new(text, &[]);
    fixture.weave(true);
    let told = |settings: &[&str]| -> Vec<String> {
        let lines = reports(&fixture.run("out", settings)).into_iter();
        lines
            .map(|line| line.split(' ').next().unwrap_or_default().to_owned())
            .collect()
    };
    assert_eq!(told(&[]), ["Noted", "Wrong", "Odd"]);
    assert_eq!(told(&["-Dresidua.severity=warning"]), ["Wrong", "Odd"]);
    assert_eq!(
        told(&["-Dresidua.severity=error", "-Dresidua.report=summary"]),
        ["Wrong", "residua:"]
    );
    let json = fixture.run(
        "out",
        &["-Dresidua.report=json", "-Dresidua.severity=warning"],
    );
    assert!(reports(&json)[1].starts_with(r#"{"property":"Odd","severity":"warning","#));
}

#[test]
fn notifications_are_counted_for_each_property_and_event() {
    let fixture = Fixture::new(
        "
//- p.yaml
events:
  a: {on: call Main.a(int n), filter: n > 0}
  b: call Main.b()
  any: {any-of: [a, b]}
properties:
  P:
    states: {s: initial, t: bad}
    transitions:
      - s -> t: b
        when: 1 > 2
  Q:
    states: {s: initial}
    transitions:
      - s -> s: any
//- Main.java
public class Main {
    static void a(int n) {}
    static void b() {}
    public static void main(String[] args) {
        for (int i = 0; i < 10; i++) a(i);
        b();
    }
}
",
        &[],
    );
    fixture.weave(true);
    let file = fixture.path("counts");
    let output = fixture.run("out", &[&format!("-Dresidua.count={}", file.display())]);
    assert_eq!(reports(&output), [""; 0]);
    assert_eq!(
        std::fs::read_to_string(&file).unwrap(),
        "P\tb\t1\nQ\ta\t9\nQ\tb\t1\n"
    );
    fixture.run(
        "out",
        &[&format!("-Dresidua.count.places={}", file.display())],
    );
    let by_place = "P\tb\tMain.java:6\t1\nQ\ta\tMain.java:5\t9\nQ\tb\tMain.java:6\t1\n";
    assert_eq!(std::fs::read_to_string(&file).unwrap(), by_place);
}

#[test]
fn errors_in_user_code_are_told_at_the_line_of_the_property_file() {
    let fixture = Fixture::new(
        "
//- p.yaml
foreach:
  - parameters: [Object o]
    variables: [int count = 0]
    events:
      go: call Main.go(Object o)
    properties:
      P:
        states: {s: initial, b: bad}
        transitions:
          - s -> b: go
            when: count + nonsense > 3
//- Main.java
public class Main {
    static void go(Object o) {}
    public static void main(String[] args) { go(args); }
}
",
        &[],
    );
    let instrument::weave::WeaveError::Monitors(found) = fixture.weave_error() else {
        panic!()
    };
    assert_eq!(found.len(), 1, "{found:?}");
    let place = (
        found[0].file.as_str(),
        found[0].span.line,
        found[0].span.column,
    );
    assert_eq!(place, ("properties/p.yaml", 11, 27), "{found:?}");
    assert!(
        found[0].help.as_deref().unwrap().contains("nonsense"),
        "{found:?}"
    );
    assert!(!fixture.path("out").exists());
}

/// Monitors test objects of classes that they cannot name, or bind them, in lines that are copied
/// from nowhere.
#[test]
fn errors_in_generated_lines_have_the_place_of_their_event() {
    for event in [
        "call Main.go(Main.P)",
        "call Main.go(Main.P p)",
        "element Main.P[]",
        "call Object.hashCode() !cflow(call Main.go(Main.P))",
    ] {
        let property = format!(
            "
//- p.yaml
events:
  go: {event}
properties:
  Q:
    states: {{s: initial, b: bad}}
    transitions:
      - s -> b: go
"
        );
        let program = "
//- Main.java
public class Main {
    private static class P {}
    static void go(Object o) {}
    public static void main(String[] args) {
        Object[] all = {new P()};
        go(all[0]);
        all.hashCode();
    }
}
";
        let fixture = Fixture::new(&(property + program), &[]);
        let instrument::weave::WeaveError::Monitors(found) = fixture.weave_error() else {
            panic!()
        };
        for error in found {
            let place = (error.file.as_str(), error.span.line, error.span.column);
            assert_eq!(place, ("properties/p.yaml", 2, 7), "{event}: {error:?}");
            assert_eq!(error.message, "P has private access in Main", "{event}");
            let help = error.help.as_deref().unwrap_or_default();
            assert!(help.contains("make it public"), "{event}: {error:?}");
        }
    }
}

#[test]
fn every_occurrence_is_counted_whichever_thread_raises_it() {
    let fixture = Fixture::new(
        "
//- p.yaml
events: {hit: call Main.hit()}
properties:
  P:
    states: {s: initial, b: bad}
    transitions:
      - s -> b: hit
        when: 1 > 2
//- Main.java
public class Main {
    static void hit() {}
    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[6];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> { for (int i = 0; i < 5000; i++) hit(); });
            threads[t].start();
        }
        for (Thread t : threads) t.join();
    }
}
",
        &[],
    );
    fixture.weave(true);
    let file = fixture.path("counts");
    let output = fixture.run("out", &[&format!("-Dresidua.count={}", file.display())]);
    assert_eq!(reports(&output), [""; 0]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "P\thit\t30000\n");
}

/// Of each kind of monitors: with variables, automata of one object, of a loop's iterator, and
/// slices.
#[test]
fn events_that_lead_to_reports_throw_where_tests_are_to_fail() {
    let text = "
//- p.yaml
events: {go: call Main.go()}
variables: [int n = 0]
properties:
  P:
    states: {s: initial, b: bad}
    transitions:
      - s -> b: go
        when: n == 0
//- q.yaml
imports: [java.util.Iterator]
foreach:
  - parameters: [Iterator i]
    events: {next: call Iterator.next() target i}
    properties:
      Q:
        states: {s: initial bad}
        transitions:
          - s -> s: next
//- r.yaml
foreach:
  - parameters: [Object a, Object b]
    creation: slicing
    events:
      pair: call Main.pair(Object a, Object b) returning
    properties:
      R:
        states: {s: initial, b: bad}
        transitions:
          - s -> b: pair
//- Main.java
import java.util.*;
public class Main {
    static void go() { System.err.println(\"gone\"); }
    static void pair(Object a, Object b) { System.err.println(\"paired\"); }
    static void loop() { for (int n : new ArrayList<>(Arrays.asList(1))) System.err.println(n); }
    static void kept() { Iterator<?> it = Collections.emptyList().iterator(); it.next(); }
    static void failing(Runnable r) {
        try { r.run(); }
        catch (AssertionError e) {
            System.err.println(e.getMessage().replaceAll(\"@[0-9a-f]+\", \"\"));
            System.err.println(e.getStackTrace()[0].getClassName());
        }
    }
    public static void main(String[] args) throws Exception {
        failing(() -> go());
        failing(() -> go());
        failing(() -> loop());
        failing(() -> kept());
        failing(() -> pair(1, 2));
        Thread other = new Thread(() -> failing(() -> pair(\"\", 2)));
        other.start();
        other.join();
        System.err.println(\"done\");
    }
}
";
    let fixture = Fixture::new(text, &[]);
    fixture.weave(true);
    let line = |property: &str, event: &str, at: u32, instance: &str| {
        let state = if property == "Q" { "s" } else { "b" };
        format!(
            "residua: violation of {property} in {state} by {event} at Main.java:{at} ({instance})"
        )
    };
    let output = fixture.run("out", &["-Dresidua.report=json,fail"]);
    let text = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('{')).collect();
    let expected = [
        &*line("P", "go", 15, "global"),
        "Main",
        "gone",
        &*line("Q", "next", 5, "java.util.ArrayList$Itr"),
        "Main",
        &*line("Q", "next", 6, "java.util.Collections$EmptyIterator"),
        "Main",
        "paired",
        &*line("R", "pair", 19, "java.lang.Integer, java.lang.Integer"),
        "Main",
        "paired",
        &*line("R", "pair", 20, "java.lang.String, java.lang.Integer"),
        "Main",
        "done",
    ];
    assert_eq!(lines, expected, "{text}");
    assert_eq!(
        text.lines().filter(|line| line.starts_with('{')).count(),
        5,
        "{text}"
    );
}
