//! Instances that are only reached, on the JVM: the end of the program, outer events, messages,
//! timeouts and release under full and under optimized monitoring.

use test_support::Project;

const SOURCE: &str = "package app;

public class Main {
    void open() {}
    void send() {}
    static void audit() {}

    public static void main(String[] args) throws Exception {
        Main quiet = new Main();
        quiet.send();
        audit();
        quiet.open();
        Main late = new Main();
        late.open();
        late.send();
        if (args.length > 0) Thread.sleep(Integer.parseInt(args[0]));
        new Main().send();
    }
}
";

/// Returns the reports under full and under optimized monitoring, and the number of silent
/// generators.
fn reports(property: &str, arguments: &str) -> (String, u64) {
    reports_of(SOURCE, "", property, &format!("app.Main {arguments}"))
}

/// The same of another `Main.java`, analysed and run with these arguments.
fn reports_of(source: &str, analyze: &str, property: &str, run: &str) -> (String, u64) {
    let Judged {
        reports, silent, ..
    } = judged_with(source, analyze, property, run);
    (reports, silent)
}

/// The results of a program under full and under optimized monitoring.
pub(super) struct Judged {
    /// The reports of both, without the names of instances.
    pub reports: String,
    /// The output of the program under optimized monitoring.
    pub printed: String,
    /// How many generators are silent.
    pub silent: u64,
    /// The weaver's output on stderr.
    pub woven: String,
}

/// `Main.java` of the package `app` under the property `p`.
pub(super) fn judged(source: &str, property: &str) -> Judged {
    judged_with(source, "", property, "app.Main")
}

fn judged_with(source: &str, analyze: &str, property: &str, run: &str) -> Judged {
    let project = Project::new(&format!(
        "//- src/app/Main.java\n{source}//- p.yaml\n{property}{LAUNCHER}"
    ));
    project.javac("src", "classes");
    project.javac("launcher", "launched");
    project
        .residua(&format!("analyze --source src --property p.yaml {analyze}"))
        .succeeds();
    let plan: serde_json::Value =
        serde_json::from_str(&project.read("residua-out/plan.json")).expect("a plan");
    let totals = &plan["totals"]["p"];
    let silent = totals["generators"].as_u64().unwrap_or_default()
        - totals["kept"].as_u64().unwrap_or_default();
    let (mut woven, mut printed) = (String::new(), String::new());
    let [full, optimized] = ["--full", ""].map(|kind| {
        let weave =
            format!("weave --plan residua-out/plan.json --classes classes -o woven{kind} {kind}");
        woven = project.residua(&weave).succeeds().stderr;
        let path =
            std::env::join_paths([&format!("woven{kind}"), "launched"]).expect("a class path");
        let run = project
            .java(&format!("-Xverify:all -cp {} {run}", path.display()))
            .succeeds();
        let lines = run
            .stderr
            .lines()
            .map(|line| without_instance(line).to_owned());
        printed = run.stdout;
        lines.collect::<Vec<_>>().join("\n")
    });
    assert_eq!(full, optimized);
    Judged {
        reports: full,
        printed,
        silent,
        woven,
    }
}

/// A report without the name of its instance, an object of the program or an array.
fn without_instance(line: &str) -> &str {
    let begin = [" (app.", " (["].iter().find_map(|begin| line.find(begin));
    &line[..begin.unwrap_or(line.len())]
}

/// Calls `Main.run` from a class that is not woven.
const LAUNCHER: &str = "//- launcher/Launch.java
public class Launch {
    public static void main(String[] args) throws Exception {
        Class.forName(\"app.Main\").getMethod(\"run\").invoke(null);
    }
}
";

/// `x` is never reached, so nothing listens to `send`; but it makes the instance that the audit
/// finds.
#[test]
fn what_makes_an_instance_is_heard_though_nothing_listens_to_it() {
    let property = "imports: [app.Main]
events: {audit: call Main.audit()}
foreach:
  - parameters: [Main m]
    events:
      open: call Main.open() target m
      send: call Main.send() target m
      never: call Main.toString() target m
    properties:
      p:
        states: {q: initial, x: , bad: bad}
        transitions:
          - q -> x: never
          - q -> bad: audit
          - x -> x: send
";
    let (told, silent) = reports(property, "");
    assert_eq!(
        (&*told, silent),
        (
            "residua: violation of p in bad by audit at app/Main.java:11",
            0
        )
    );
}

#[test]
fn the_end_of_the_program_finds_what_is_open() {
    let property = "imports: [app.Main]
foreach:
  - parameters: [Main m]
    events:
      open: call Main.open() target m
      send: call Main.send() target m
      over: end
    properties:
      p:
        states: {q: initial, live: , bad: bad}
        transitions:
          - q -> live: open
          - live -> q: send
          - live -> bad: over
";
    let (told, _) = reports(property, "");
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(
        told.starts_with("residua: violation of p in bad by over"),
        "{told}"
    );
}

#[test]
fn time_is_up_for_those_that_are_there() {
    let property = "imports: [app.Main]
foreach:
  - parameters: [Main m]
    clocks: [idle]
    events:
      open: call Main.open() target m
      send: call Main.send() target m
      late: timeout idle 200ms
    properties:
      p:
        states: {q: initial, live: , bad: bad}
        transitions:
          - q -> live: open
            do: idle.reset();
          - live -> q: send
          - live -> bad: late
";
    let (told, _) = reports(property, "1500");
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(
        told.starts_with("residua: violation of p in bad by late"),
        "{told}"
    );
}

#[test]
fn messages_reach_those_that_are_there() {
    let property = "imports: [app.Main]
channels: [alarm]
events: {audit: call Main.audit()}
properties:
  sender:
    states: {s: initial}
    transitions:
      - s -> s: audit
        do: alarm.send(7);
foreach:
  - parameters: [Main m]
    events:
      open: call Main.open() target m
      send: call Main.send() target m
      told: receive alarm
    properties:
      p:
        states: {q: initial, bad: bad}
        transitions:
          - q -> q: send
          - q -> bad: told
          - bad -> q: open
";
    let (told, _) = reports(property, "");
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(
        told.starts_with("residua: violation of p in bad by told"),
        "{told}"
    );
}

#[test]
fn released_instances_begin_anew() {
    let property = "imports: [app.Main]
foreach:
  - parameters: [Main m]
    events:
      open: call Main.open() target m
      send: call Main.send() target m
    properties:
      p:
        releases: true
        states: {q: initial, over: accepting, bad: bad}
        transitions:
          - q -> over: send
          - q -> bad: open
          - over -> over: open
";
    let (told, _) = reports(property, "");
    assert_eq!(
        told,
        "residua: violation of p in bad by open at app/Main.java:12\nresidua: violation of p in bad by open at app/Main.java:14"
    );
}

/// Whoever initializes classes before `main`, and whoever calls the program without one.
const EARLY: &str = "package app;

public class Main extends Base {
    static { Base.open(); }
    public static void run() { Base.open(); Base.sleep(); Base.open(); }
    public static void main(String[] args) { Base.sleep(); }
}

class Base {
    static { open(); sleep(); send(); }
    static void open() {}
    static void send() {}
    static void sleep() { try { Thread.sleep(600); } catch (InterruptedException e) { throw new Error(e); } }
}
";

const GLOBAL: &str = "imports: [app.*]
clocks: [clock]
events: {open: call Base.open(), send: call Base.send(), late: timeout clock 300ms, over: end}
properties:
  p:
    states: {q: initial, r: , bad: bad}
    transitions:
      - q -> q: open
      - q -> r: late
      - r -> bad: send
";

/// `open` is silent, and the clock of the global instance runs all the same.
#[test]
fn time_begins_with_the_first_initializer() {
    let source = EARLY.replace(
        "public static void run() { Base.open(); Base.sleep(); Base.open(); }\n",
        "",
    );
    let (told, silent) = reports_of(&source, "", GLOBAL, "app.Main");
    assert!(
        told.starts_with("residua: violation of p in bad by send") && silent > 0,
        "{told}: {silent}"
    );
}

/// No `main` begins everything: the first event does, so none is silent.
#[test]
fn the_first_event_begins_what_has_no_main() {
    let source = EARLY.replace("static { open(); sleep(); send(); }", "");
    for (end, told) in [
        ("late", "residua: violation of p in bad by late"),
        ("over", "residua: violation of p in bad by over"),
    ] {
        let property = GLOBAL
            .replace("r -> bad: send", &format!("q -> bad: {end}"))
            .replace("      - q -> r: late\n", "");
        let (reports, silent) = reports_of(&source, "--entry app.Main.run", &property, "Launch");
        assert!(
            reports.starts_with(told) && silent == 0,
            "{reports}: {silent}"
        );
    }
}

/// `q` never reports, so no event matters to it; but `send` leaves a number behind that code of
/// `close` reads, at another object.
#[test]
fn what_binds_a_variable_that_other_code_reads_is_heard_though_nothing_listens_to_it() {
    let source = "package app;

public class Main {
    void send(int n) {}
    void close() {}

    public static void main(String[] args) {
        Main one = new Main();
        one.send(5);
        one.close();
        new Main().close();
        one.send(1);
        one.close();
    }
}
";
    let property = |close: &str, when: &str| {
        format!(
            "imports: [app.Main]
foreach:
  - parameters: [Main m]
    events:
      send: call Main.send(int n) target m
      close: {close}
    properties:
      p:
        states: {{a: initial, b: bad}}
        transitions:
          - a -> b: close
            when: {when}
      q:
        states: {{x: initial, y: }}
        transitions:
          - x -> y: send
"
        )
    };
    let close = "call Main.close() target m";
    for property in [
        property(close, "n > 3"),
        property(&format!("{{on: {close}, filter: n > 3}}"), "\"true\""),
    ] {
        let told = judged(source, &property).reports;
        assert_eq!(told.lines().count(), 2, "{told}");
    }
}

/// The constant that is passed is not what `q` reads, once code of `p`, or a message that it sends,
/// has written the variable.
#[test]
fn a_variable_that_other_code_writes_meanwhile_is_no_constant() {
    let source = "package app;

public class Main {
    void send(int n) {}

    public static void main(String[] args) {
        new Main().send(5);
    }
}
";
    let property = |context: &str, event: &str, action: &str| {
        format!(
            "imports: [app.Main]
{context}foreach:
  - parameters: [Main m]
    events:
      send: call Main.send(int n) target m
{event}    properties:
      p:
        states: {{a: initial, b: }}
        transitions:
          - a -> b: send
            do: {action}
      q:
        states: {{x: initial, y: bad}}
        transitions:
          - x -> y: send
            when: n == 0
"
        )
    };
    let assigned = property("", "", "n = 0;");
    let received = property(
        "channels: [told]\n",
        "      heard: receive told(int n)\n",
        "told.send(0);",
    );
    for property in [assigned, received] {
        let told = judged(source, &property).reports;
        assert_eq!(told.lines().count(), 1, "{property}\n{told}");
    }
}
