//! Events that ask what their thread is in the course of, woven and run.

use crate::support::{Fixture, Row, check, reports};
use instrument::weave::{Task, WeaveRequest, weave};
use plan::Generator;

/// Calls, bodies, constructors and initializers around `Main.hit`, which is line 7 of every method
/// that calls it directly.
const PROGRAM: &str = "
//- Main.java
import java.util.function.Supplier;

public class Main {
    static final class Stop extends RuntimeException {}
    static class Early { static int n; static { hit(1); } }
    static class Made { Made(int n) { hit(n); } }
    static class Below extends Made { Below() { super(3); hit(4); } }
    static void hit(int n) { System.out.println(n); }
    static void in(Object how) { how = null; hit(5); }
    static void fails(int depth) {
        hit(6);
        if (depth > 0) fails(depth - 1); else throw new Stop();
    }
    static Object made(Supplier<Object> maker) { return maker.get(); }
    Object self() { hit(7); return this; }

    public static void main(String[] args) throws Exception {
        hit(0);
        Early.n++;
        new Below();
        in(args);
        in(\"text\");
        try { fails(2); } catch (Stop stop) { hit(8); }
        made(new Main()::self);
        made(() -> { hit(9); return null; });
        Thread other = new Thread(() -> hit(10));
        other.start();
        other.join();
        hit(11);
    }
}
";

/// Which numbers are hit where these clauses hold: a property for each, woven together.
fn check_hits(cases: &[(&str, &[u32])]) {
    let numbered = || cases.iter().map(|(clauses, _)| clauses).enumerate();
    let events: Vec<String> = numbered()
        .map(|(n, clauses)| format!("  hit{n}: call Main.hit(int n) {clauses}\n"))
        .collect();
    let property = |n: usize| {
        format!(
            "  P{n}:\n    states: {{b: initial bad}}\n    transitions: [{{b -> b: hit{n}, do: 'System.err.println(\"hit \" + n);'}}]\n"
        )
    };
    let properties: Vec<String> = numbered().map(|(n, _)| property(n)).collect();
    let yaml = format!(
        "\n//- p.yaml\nevents:\n{}properties:\n{}",
        events.concat(),
        properties.concat()
    );
    let fixture = Fixture::new(&(yaml + PROGRAM), &[]);
    let plain = fixture.run("classes", &[]);
    assert!(
        plain.status.success(),
        "{}",
        String::from_utf8_lossy(&plain.stderr)
    );
    fixture.weave(true);
    let woven = fixture.run("out", &[]);
    assert_eq!(
        String::from_utf8_lossy(&woven.stdout),
        String::from_utf8_lossy(&plain.stdout)
    );
    let lines = reports(&woven);
    for (n, (clauses, expected)) in cases.iter().enumerate() {
        let begin = format!("P{n} in b by hit{n} at ");
        // The action of a transition comes before its report.
        let hits = lines.windows(2).filter(|pair| pair[1].starts_with(&begin));
        let numbers: Vec<u32> = hits
            .filter_map(|pair| pair[0].strip_prefix("hit ")?.parse().ok())
            .collect();
        assert_eq!(numbers, *expected, "{clauses}: {lines:#?}");
    }
}

#[test]
fn a_thread_is_in_the_course_of_what_it_has_begun_and_not_left() {
    check_hits(&[
        ("cflow (call Main.in(..))", &[5, 5]),
        ("!cflow (execution Main.main(..))", &[10]),
        // Left by an exception, three deep.
        ("cflow (call Main.fails(..))", &[6, 6, 6]),
        ("cflow (execution Main.fails(..))", &[6, 6, 6]),
        ("cflow (call Main.main(..))", &[]),
        ("cflow (initialization Main.Early)", &[1]),
        ("cflow (initialization Main+)", &[]),
    ]);
}

#[test]
fn bodies_calls_and_constructors_have_a_course() {
    check_hits(&[
        ("cflow (new Main.Below())", &[3, 4]),
        // `super(..)` is no call, and before the body of the constructor.
        ("cflow (new Main.Made(..))", &[]),
        ("cflow (execution new Main.Below())", &[4]),
        ("cflow (execution new Main.Made(..))", &[3]),
        ("cflow (call Main.made(..))", &[7, 9]),
        ("cflow (call Main.self())", &[7]),
        (
            "cflow (execution Main.in(..) | call Main.self())",
            &[5, 5, 7],
        ),
    ]);
}

/// The tests of a point are the same where it ends, also of a parameter that the body has
/// overwritten by then.
#[test]
fn a_course_is_asked_for_by_types() {
    check_hits(&[
        ("cflow (execution Main.in(String))", &[5]),
        ("cflow (call Main.in(String))", &[5]),
        (
            "!cflow (call Main.in(String)) cflow (call Main.in(..))",
            &[5],
        ),
        ("cflow (execution Main.self() target Main)", &[7]),
        ("cflow (execution Main.self() target Thread)", &[]),
        ("cflow (call Main.in(..) within !Main)", &[]),
    ]);
}

#[test]
fn a_point_is_in_its_own_course_and_not_below_itself() {
    check_hits(&[
        (
            "cflow (call Main.hit(..))",
            &[0, 1, 3, 4, 5, 5, 6, 6, 6, 8, 7, 9, 10, 11],
        ),
        (
            "returning cflow (call Main.hit(..))",
            &[0, 1, 3, 4, 5, 5, 6, 6, 6, 8, 7, 9, 10, 11],
        ),
        ("cflowbelow (call Main.hit(..))", &[]),
        ("returning cflowbelow (call Main.hit(..))", &[]),
        ("cflowbelow (call Main.in(..))", &[5, 5]),
    ]);
}

/// A property of calls of `Main.in` and of what is hit there.
fn in_and_inside(flow: &str) -> String {
    format!(
        "
//- p.yaml
events:
  in: call Main.in(..)
  inside: call Main.hit(..) {flow}
properties:
  Inside:
    states: {{s: initial, entered: , b: bad}}
    transitions: [s -> b: inside, b -> b: inside, entered -> s: in]
"
    )
}

/// All calls of `Main.in`.
fn silenced_in() -> [Generator; 2] {
    let row = |line: u32, ordinal: u32| Row {
        property: "Inside",
        event: "in",
        enclosing: "main([Ljava/lang/String;)V",
        callee: "Main.in(Ljava/lang/Object;)V",
        line,
        ordinal,
    };
    [row(21, 1).silence(1), row(22, 2).silence(2)]
}

/// All calls of `Main.hit`.
fn kept_hits() -> Vec<Generator> {
    let main = "main([Ljava/lang/String;)V";
    let hits = [
        ("Main$Early", "<clinit>()V", 5, 0),
        ("Main$Made", "<init>(I)V", 6, 0),
        ("Main$Below", "<init>()V", 7, 0),
        ("Main", "in(Ljava/lang/Object;)V", 9, 0),
        ("Main", "fails(I)V", 11, 0),
        ("Main", "self()Ljava/lang/Object;", 15, 0),
        ("Main", main, 18, 0),
        ("Main", main, 23, 1),
        ("Main", "main([Ljava/lang/String;)V/lambda#0", 25, 0),
        ("Main", "main([Ljava/lang/String;)V/lambda#1", 26, 0),
        ("Main", main, 29, 2),
    ];
    let row =
        |(n, &(class, enclosing, line, ordinal)): (usize, &(&str, &'static str, u32, u32))| {
            let row = Row {
                property: "Inside",
                event: "inside",
                enclosing,
                callee: "Main.hit(I)V",
                line,
                ordinal,
            };
            let mut kept = row.keep(10 + n);
            kept.site.class = java_types::ClassName::from_binary(class);
            kept
        };
    hits.iter().enumerate().map(row).collect()
}

/// `Main.in` raises an event, too, of which the plan silences every generator.
#[test]
fn control_flows_are_told_of_whatever_is_silent() {
    let mut fixture = Fixture::new(&(in_and_inside("cflow (call Main.in(..))") + PROGRAM), &[]);
    fixture.plan.generators.extend(silenced_in());
    fixture.plan.generators.extend(kept_hits());
    let expected = [
        "Inside in b by inside at Main.java:9 (global)",
        "Inside in b by inside at Main.java:9 (global)",
    ];
    for full in [true, false] {
        let report = fixture.weave(full);
        let silent: Vec<u64> = report
            .properties
            .values()
            .map(|tally| tally.left_out)
            .collect();
        assert_eq!(silent, if full { [0] } else { [2] });
        assert_eq!(reports(&fixture.run("out", &[])), expected, "full: {full}");
    }
}

/// What other tools are to monitor in the place of woven monitors: they count the points by
/// themselves.
#[test]
fn points_of_control_flows_stay_in_the_sight_of_other_tools() {
    let mut hidden = Vec::new();
    for flow in ["cflow (call Main.in(..))", ""] {
        let mut fixture = Fixture::new(&(in_and_inside(flow) + PROGRAM), &[]);
        fixture.plan.generators.extend(silenced_in());
        fixture.plan.generators.extend(kept_hits());
        let request = WeaveRequest {
            task: Task::Hide,
            ..fixture.request(false)
        };
        let report = weave(&request).unwrap_or_else(|error| panic!("{error}"));
        hidden.push((report.hidden.calls, report.hidden.in_sight));
    }
    assert_eq!(hidden, [(0, 2), (2, 0)]);
}

#[test]
fn each_object_is_told_of_in_its_course() {
    check(
        "
//- p.yaml
foreach:
  - parameters: [Door d]
    events:
      inside: call Door.pass() target d cflow (call Main.open(Door))
      outside: call Door.pass() target d !cflow (call Main.open(Door))
    properties:
      Passing:
        states: {s: initial, in: bad, out: bad}
        transitions: [s -> in: inside, in -> out: outside, s -> out: outside, out -> in: inside]
//- Door.java
public class Door { void pass() {} }
//- Main.java
public class Main {
    static void open(Object o) { ((Door) o).pass(); }
    public static void main(String[] args) {
        Door d = new Door();
        d.pass();
        open(d);
        d.pass();
    }
}
",
        &[
            "Passing in out by outside at Main.java:5 (Door)",
            "Passing in in by inside at Main.java:2 (Door)",
            "Passing in out by outside at Main.java:7 (Door)",
        ],
    );
}
