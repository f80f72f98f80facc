//! Events of other program points than calls and bodies, on the JVM: what full and what optimized
//! monitoring reports.

use super::unprompted::{Judged, judged};
use test_support::Project;

/// The reports on `source`, `Main.java` of the package `app`, and how many generators are silent.
fn reports(source: &str, property: &str) -> (String, u64) {
    let Judged {
        reports, silent, ..
    } = judged(source, property);
    (reports.replace(" (global)", ""), silent)
}

/// `Plain` has nothing that initializes it, `Below` has, `Unused` is never initialized. Line 4 is
/// where `Plain` begins.
const CLASSES: &str = "package app;

public class Main {
    static class Plain {
        static int n;
    }
    public static class Below extends Plain {
        public static int m = Integer.parseInt(\"7\");
        static void use() {}
    }
    static class Unused extends Plain {
        static int n;
    }
    interface Shape { int SIDES = Integer.parseInt(\"3\"); }
    static class Broken {
        static int n = 1 / Below.m * 0 + 1 / (Below.m - 7);
    }
    static void touch() {}

    public static void main(String[] args) {
        touch();
        Below.use();
        Plain.n++;
        if (Shape.SIDES == 3) touch();
        try {
            Broken.n++;
        } catch (ExceptionInInitializerError e) {
            touch();
        }
    }
}
";

fn on_classes(events: &str, transitions: &str) -> String {
    format!(
        "imports: [app.Main]
events:
  touch: call Main.touch()
{events}properties:
  p:
    states: {{q: initial, seen: , bad: bad}}
    transitions:
{transitions}"
    )
}

/// One report for each class that is initialized, superclasses first. `touch` does nothing, and
/// goes.
#[test]
fn classes_are_initialized_once_whether_they_have_an_initializer_or_not() {
    let property = on_classes(
        "  begun: initialization Main.Plain+ | Main.Shape\n",
        "      - q -> bad: begun\n      - bad -> bad: begun\n      - seen -> bad: touch\n",
    );
    let (told, silent) = reports(CLASSES, &property);
    let lines: Vec<&str> = told
        .lines()
        .filter_map(|line| line.rsplit_once(" at ").map(|(_, at)| at))
        .collect();
    assert_eq!(
        lines,
        ["app/Main.java:4", "app/Main.java:8", "app/Main.java:14"],
        "{told}"
    );
    assert_eq!(silent, 3);
}

/// The class is what a property may ask for, and an initializer may fail.
#[test]
fn initializers_end_and_tell_of_which_class() {
    let property = on_classes(
        "  ended: {on: initialization *(Class c) returning, filter: 'c.getName().endsWith(\"w\")'}
  failed: initialization Main.Broken throwing (ArithmeticException e)\n",
        "      - q -> seen: ended\n      - seen -> bad: failed\n",
    );
    let (told, _) = reports(CLASSES, &property);
    assert_eq!(
        told,
        "residua: violation of p in bad by failed at app/Main.java:16"
    );
}

/// Code of the property that may be the first to use the class would take its event away, and give
/// it back when it is left out: nothing is.
#[test]
fn nothing_is_silent_where_monitors_may_initialize() {
    let property = on_classes(
        "  begun: initialization Main.Below\n",
        "      - q -> q: touch\n        when: Main.Below.m > 99\n      - q -> bad: begun\n      - seen -> bad: touch\n",
    );
    assert_eq!(reports(CLASSES, &property), (String::new(), 0));
}

/// The version that Java computes of a class depends on whether it has an initializer.
#[test]
fn serialized_classes_get_no_initializer_and_the_weaver_says_so() {
    let source = "package app;

public class Main {
    static class Saved implements java.io.Serializable { static int n; }
    static class Versioned implements java.io.Serializable {
        private static final long serialVersionUID = 1;
        static int n;
    }
    enum Constant { }

    public static void main(String[] args) {
        Saved.n++;
        Versioned.n++;
        Constant.values();
    }
}
";
    let property = "imports: [app.Main, java.io.Serializable]
events: {begun: initialization Serializable+}
properties:
  p:
    states: {q: initial, bad: bad}
    transitions:
      - q -> bad: begun
      - bad -> bad: begun
";
    let Judged { reports, woven, .. } = judged(source, property);
    assert_eq!(reports.lines().count(), 2, "{reports}");
    assert!(
        woven.contains("the initialization of 1 class is not monitored (app.Main$Saved)"),
        "{woven}"
    );
}

/// A pattern of names that no class has.
#[test]
fn patterns_of_no_class_are_told_of() {
    let project = Project::new(&format!(
        "//- src/app/Main.java\n{CLASSES}//- p.yaml\n{}",
        on_classes(
            "  begun: initialization app.Mian*\n",
            "      - q -> bad: begun\n"
        )
    ));
    let run = project
        .residua("analyze --source src --property p.yaml")
        .succeeds();
    assert!(
        run.stderr.contains("warning[pattern-matches-nothing]"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr.contains("the nearest is `app.Main`"),
        "{}",
        run.stderr
    );
}

/// Fields of objects and of a class, written and read by methods, lambdas and constructors.
const BOXES: &str = "package app;

public class Main {
    public static class Box {
        int value;
        static long total = Long.parseLong(\"5\");
        final String name;
        Box(String name) { this.name = name; }
        int twice() { return value + value; }
    }
    static void rightly() {
        Box box = new Box(\"good\");
        box.value = 1;
        System.out.println(box.value);
    }

    public static void main(String[] args) {
        rightly();
        Box box = new Box(\"bad\");
        System.out.println(box.twice());
        box.value += 2;
        Runnable more = () -> box.value++;
        more.run();
        System.out.println(box.value + (Box.total *= 2) + box.name);
        Box none = args.length > 5 ? box : null;
        try {
            none.value = 3;
        } catch (NullPointerException e) {
            System.out.println(\"nothing\");
        }
    }
}
";

/// A field that is written before it is read needs no monitor.
#[test]
fn fields_are_heard_where_they_are_read_and_written() {
    let property = "imports: [app.Main.Box]
foreach:
  - parameters: [Box b]
    events:
      write: set Box.value declared int (int v) target b
      read: get Box.value target b returning (int got)
    properties:
      p:
        states: {fresh: initial, written: , bad: bad}
        transitions:
          - fresh -> written: write
          - fresh -> bad: read
          - bad -> bad: read
            when: got > 1
";
    let Judged {
        reports,
        printed,
        silent,
        ..
    } = judged(BOXES, property);
    let lines: Vec<&str> = reports
        .lines()
        .filter_map(|line| line.rsplit_once(" at ").map(|(_, at)| at))
        .collect();
    // `twice` reads 0 first; the lambda and the last line read 2 and 3.
    assert_eq!(
        lines,
        ["app/Main.java:9", "app/Main.java:22", "app/Main.java:24"],
        "{reports}"
    );
    assert_eq!(printed, "1\n0\n13bad\nnothing\n");
    // Both of `rightly`, and the writing to one of which all is known: in `main` and in the lambda.
    assert_eq!(silent, 4);
}

/// Values of two slots, static fields, and one that its constructor alone may write.
#[test]
fn what_is_written_and_read_can_be_asked() {
    let property = "imports: [app.Main.Box]
events:
  total: {on: 'set Box.total(long v) returning', filter: v == 10}
  read: get Box.total returning (long v)
  name: set *.name(String n) target Box b caller Box c
  touch: call Box.twice()
properties:
  p:
    states: {q: initial, named: , seen: , bad: bad, never: }
    transitions:
      - q -> named: name
        when: n.length() == 3 && b == c
      - named -> seen: read
        when: v == 5
      - seen -> bad: total
      - never -> bad: touch
";
    let Judged {
        reports,
        printed,
        silent,
        ..
    } = judged(BOXES, property);
    assert_eq!(
        reports,
        "residua: violation of p in bad by total at app/Main.java:24 (global)"
    );
    assert_eq!(printed, "1\n0\n13bad\nnothing\n");
    assert_eq!(silent, 1);
}

#[test]
fn patterns_of_no_field_are_told_of() {
    let project = Project::new(&format!(
        "//- src/app/Main.java\n{BOXES}//- p.yaml\nimports: [app.Main.Box]
events: {{read: get Box.valeu, typed: set Box.value declared long}}
properties:
  p:
    states: {{q: initial, bad: bad}}
    transitions:
      - q -> bad: [read, typed]
"
    ));
    let run = project
        .residua("analyze --source src --property p.yaml")
        .succeeds();
    let told = "no field anywhere can match this pattern: no field has this name and type";
    assert_eq!(run.stderr.matches(told).count(), 2, "{}", run.stderr);
    assert_eq!(
        run.stderr
            .matches("the nearest is `app.Main.Box.value`")
            .count(),
        2,
        "{}",
        run.stderr
    );
}

/// Code of nested and anonymous classes and of lambdas stands within the class around them.
#[test]
fn patterns_hold_where_the_code_stands() {
    let source = "package app;

public class Main {
    static void touch() {}
    static class Inner {
        static void deep() {
            new Object() { void run() { touch(); } }.run();
            Runnable later = () -> touch();
            later.run();
        }
    }
    public static void main(String[] args) { if (args.length > 9) return;
        touch();
        Inner.deep();
        Other.touch();
    }
}
class Other {
    static void touch() { Main.touch(); }
}
";
    let lines = |clause: &str| {
        let property = format!(
            "imports: [app.*]
events: {{touch: \"call Main.touch() within {clause}\"}}
properties:
  p:
    states: {{q: initial, bad: bad}}
    transitions: [{{q -> bad: touch}}, {{bad -> bad: touch}}]
"
        );
        let (told, _) = reports(source, &property);
        let places = told
            .lines()
            .filter_map(|line| line.rsplit_once(':').map(|(_, line)| line.to_owned()));
        places.collect::<Vec<String>>().join(" ")
    };
    assert_eq!(lines("Main.Inner"), "7 8");
    assert_eq!(lines("!Main.Inner within app..*"), "13 19");
    assert_eq!(lines("!Main"), "19");
}

/// The printed triggers can be read back, and each part that an access cannot have is named.
#[test]
fn triggers_of_fields_and_classes_are_printed_as_they_are_read() {
    let triggers = [
        "get Box.value declared int target b returning (int got)",
        "set Box.value | Box.val*(int v) caller Object o within Box+ within !app.gen..*",
        "initialization app.* | Box+(Class c) throwing",
        "handling catch app.* | Failure+(Failure f) caller Object o within Box+",
        "handling Box+.get(*, int n) target b",
        "element Box[][](int i) target all returning (Box one)",
        "element int[] caller Object o within Box+",
    ];
    let events: Vec<String> = triggers
        .iter()
        .enumerate()
        .map(|(n, on)| format!("  e{n}: '{on}'\n"))
        .collect();
    let rest = "properties:\n  p:\n    states: {q: initial}\n    transitions: [{q -> q: [e0, e1, e2, e3, e4, e5, e6]}]\n";
    let file = format!("//- p.yaml\nevents:\n{}{rest}", events.concat());
    let run = Project::new(&file)
        .residua("convert p.yaml --to yaml")
        .succeeds();
    for trigger in triggers {
        assert!(
            run.stdout.contains(trigger),
            "`{trigger}` is not in\n{}",
            run.stdout
        );
    }
    for (trigger, told) in [
        (
            "get Box.value(int v)",
            "what reads a field has no arguments",
        ),
        ("set Box.value throwing", "neither returns one nor throws"),
        ("set value", "for any type, write `*.field`"),
        (
            "initialization Box target b",
            "an initialization has one argument",
        ),
        (
            "handling catch Failure target b",
            "it is before a catch block",
        ),
        (
            "handling catch Failure(int a, int b)",
            "one for a type has one argument, the exception",
        ),
        ("element Box", "`Object[]` is of all arrays of objects"),
        ("element int[](int i, int j)", "has one argument, the index"),
        ("element int[] throwing", "does not throw"),
        (
            "element Box[] target Object[] all",
            "leave out that of the target",
        ),
        (
            "handling Box.get(..) returning",
            "it is before a catch block",
        ),
    ] {
        let run = Project::new(&file.replace(triggers[0], trigger)).residua("check p.yaml");
        run.fails_with(1, &["error[event-syntax]", told, "p.yaml:2:"]);
    }
}

/// The specification is JavaMOP's.
#[test]
fn join_points_of_mop_are_those_of_properties() {
    let project = Project::new(&format!(
        "//- src/app/Main.java\n{CLASSES}//- p.mop
package rules;
Begun() {{
  event begun after() : staticinitialization(app.Main.Plain+) {{ System.err.println(__LOC); }}
  event read after() : get(int app.Main.Plain+.n) {{ System.err.println(__LOC); }}
  event write before(int v) : set(* app.Main.*.n) && args(v) && within(app..*) && !within(app.Main.Unused) {{ System.err.println(__LOC); }}
}}
"
    ));
    let run = project.residua("convert p.mop --to yaml").succeeds();
    assert!(
        run.stdout
            .contains("initialization app.Main.Plain+ returning"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout
            .contains("initialization app.Main.Plain+ throwing"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout
            .contains("read: get app.Main.Plain+.n declared int returning\n"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout
            .contains("write: set app.Main.*.n(int v) within app..* within !app.Main.Unused\n"),
        "{}",
        run.stdout
    );
}

/// As specifications ask which class it is.
#[test]
fn initialization_in_mop_tells_the_class() {
    let specification = "package rules;

Named() {
  event named after() : staticinitialization(app.Main.Plain+) {
    org.aspectj.lang.Signature signature = __STATICSIG;
    Class klass = signature.getDeclaringType();
    if (klass.getSimpleName().equals(\"Below\")) {
      System.err.println(__DEFAULT_MESSAGE);
    }
  }
}
";
    let project = Project::new(&format!(
        "//- src/app/Main.java\n{CLASSES}//- named.mop\n{specification}"
    ));
    project.javac("src", "classes");
    project
        .residua("analyze --source src --property named.mop")
        .succeeds();
    project
        .residua("weave --plan residua-out/plan.json --classes classes -o woven")
        .succeeds();
    let run = project.java("-Xverify:all -cp woven app.Main").succeeds();
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    assert!(
        run.stderr.contains("by named at app/Main.java:8"),
        "{}",
        run.stderr
    );
}

/// Exceptions that are caught within each other, and in a method whose object and argument are
/// asked for.
const CATCHING: &str = "package app;

public class Main {
    static class Failure extends RuntimeException {}
    void open() {}
    int parse(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException wrong) {
            text = null;
            throw new Failure();
        }
    }
    static int all(Main main, String... texts) {
        int failures = 0;
        for (String text : texts) {
            try {
                main.parse(text);
            } catch (Failure | IllegalStateException e) {
                failures++;
            }
        }
        return failures;
    }
    public static void main(String[] args) {
        Main first = new Main();
        first.open();
        System.out.println(all(first, \"1\", \"x\", \"\"));
        Main second = new Main();
        second.open();
    }
}
";

/// Properties on catch blocks are monitored as written; others are reduced as ever.
#[test]
fn catch_blocks_are_heard_in_yaml_mop_and_lrv() {
    let yaml = "imports: [app.Main]
foreach:
  - parameters: [Main m]
    events:
      caught: handling Main.parse(String text) target m
      open: call Main.open() target m
    properties:
      p:
        states: {q: initial, bad: bad}
        transitions:
          - q -> bad: caught
            when: text.length() > 0
          - bad -> bad: open
";
    let Judged {
        reports,
        printed,
        silent,
        ..
    } = judged(CATCHING, yaml);
    assert_eq!(
        reports,
        "residua: violation of p in bad by caught at app/Main.java:9"
    );
    assert_eq!((printed.as_str(), silent), ("2\n", 0));

    let project = Project::new(&format!(
        "//- src/app/Main.java
{CATCHING}//- p.mop
package app;
Caught(Throwable e) {{
  event any before(Throwable e) : handler(RuntimeException+) && args(e) && !within(app.*Other) {{ }}
  event failure before(Throwable e) : handler(app.Main.Failure) && args(e) {{ }}
  ere : any any
  @match {{ System.err.println(__LOC); }}
}}
Parsed() {{
  event failure before(RuntimeException e) : handler(app.Main.Failure) && args(e) && condition(e.getMessage() == null)
    {{ System.err.println(__DEFAULT_MESSAGE); }}
}}
//- q.lrv
IMPORTS {{ import app.Main; }}
GLOBAL {{
  FOREACH (Main m) {{
    EVENTS {{
      caught(Main x, String text) = {{ Main x.parse(text) uponHandling() }} where {{ m = x; }}
    }}
    PROPERTY q {{
      STATES {{ BAD {{ bad }} STARTING {{ start }} }}
      TRANSITIONS {{
        start -> bad [caught \\ text.isEmpty()]
        bad -> bad [caught]
      }}
    }}
  }}
}}
"
    ));
    project.javac("src", "classes");
    project
        .residua("analyze --source src --property p.mop q.lrv")
        .succeeds();
    for kind in ["--full", ""] {
        project
            .residua(&format!(
                "weave --plan residua-out/plan.json --classes classes -o woven {kind}"
            ))
            .succeeds();
        let run = project.java("-Xverify:all -cp woven app.Main").succeeds();
        let told: Vec<&str> = run
            .stderr
            .lines()
            .filter_map(|line| line.split(" (").next())
            .collect();
        let expected = [
            "residua: violation of Parsed in reported by Parsed_failure at app/Main.java:19",
            "residua: violation of q in bad by caught at app/Main.java:9",
            "residua: violation of Parsed in reported by Parsed_failure at app/Main.java:19",
        ];
        assert_eq!(told, expected, "{kind}");
    }
}

/// Threads of a class, of something to run, with an exception, and bodies that are not all that
/// their thread does.
const THREADS: &str = "package app;

public class Main {
    static class Worker extends Thread {
        @Override public void run() { new Task().run(); }
    }
    static class Late extends Worker {
        @Override public void run() { super.run(); }
    }
    static class Task implements Runnable {
        public void run() { System.out.println(\"task\"); }
    }
    static class Failing implements Runnable {
        public void run() { throw new IllegalStateException(); }
    }
    static void runs(Thread thread) throws InterruptedException {
        thread.setUncaughtExceptionHandler((failed, thrown) -> { });
        thread.start();
        thread.join();
    }
    public static void main(String[] args) throws Exception {
        if (args.length > 0) return;
        runs(new Worker());
        runs(new Thread(new Task()));
        runs(new Late());
        runs(new Thread(new Failing()));
        new Worker().run();
        var pool = java.util.concurrent.Executors.newSingleThreadExecutor();
        pool.submit(new Task()).get();
        pool.shutdown();
        main(new String[] {\"again\"});
    }
}
";

#[test]
fn threads_of_mop_begin_and_end_with_their_outermost_bodies() {
    let specification = "package rules;
Threads() {
  event begun before() : startThread() { System.err.println(__LOC); }
  event over after(Thread t) : endThread() && thread(t) && condition(t.getId() >= 1) { System.err.println(__LOC); }
}
";
    let project = Project::new(&format!(
        "//- src/app/Main.java\n{THREADS}//- threads.mop\n{specification}"
    ));
    project.javac("src", "classes");
    project
        .residua("analyze --source src --property threads.mop")
        .succeeds();
    for kind in ["--full", ""] {
        project
            .residua(&format!(
                "weave --plan residua-out/plan.json --classes classes -o woven {kind}"
            ))
            .succeeds();
        let run = project.java("-Xverify:all -cp woven app.Main").succeeds();
        let told = run
            .stderr
            .lines()
            .filter_map(|line| line.strip_prefix("residua: violation of Threads in reported by "));
        let told: Vec<&str> = told
            .map(|line| line.trim_end_matches(" (global)"))
            .collect();
        let expected = [
            "begun at app/Main.java:22",
            "begun at app/Main.java:5",
            "over at app/Main.java:5",
            "begun at app/Main.java:11",
            "over at app/Main.java:11",
            "begun at app/Main.java:8",
            "over at app/Main.java:8",
            "begun at app/Main.java:14",
            "over at app/Main.java:14",
            "over at app/Main.java:22",
        ];
        assert_eq!(told, expected, "{kind}\n{}", run.stderr);
    }
}

/// Compilers before Java 9 concatenate by a builder. A written chain of the same calls is one of
/// events.
const CONCATENATIONS: &str = "package app;

public class Main {
    String text = \"\";

    public static void main(String[] args) {
        String s = \"n\" + args.length;
        Main main = new Main();
        main.text += s + (s.isEmpty() ? \"a\" : s + 1);
        String[] texts = {\"\"};
        texts[args.length] += main.text;
        StringBuilder one = new StringBuilder();
        one.append(s);
        String chain = new StringBuilder()
            .append(texts[0])
            .toString();
        System.out.println(s + chain + one);
    }
}
";

const BUILDERS: &str = "foreach:
  - parameters: [StringBuilder b]
    events:
      add: call StringBuilder.append(..) target b
    properties:
      builders:
        states: {q: initial, bad: bad}
        transitions:
          - q -> bad: add
";

#[test]
fn concatenations_raise_no_events_whatever_the_compiler_makes_of_them() {
    let project = Project::new(&format!(
        "//- src/app/Main.java\n{CONCATENATIONS}//- builders.yaml\n{BUILDERS}"
    ));
    for release in ["8", "11"] {
        project
            .run(
                "javac",
                &format!("-g -Xlint:-options --release {release} -d classes src/app/Main.java"),
            )
            .succeeds();
        project
            .residua("analyze --source src --property builders.yaml")
            .succeeds();
        for full in ["", " --full"] {
            let woven =
                format!("weave --plan residua-out/plan.json --classes classes -o woven{full}");
            let told = project.residua(&woven).succeeds().stdout;
            assert!(
                told.contains("builders: 2 sites, 2 monitored") && !told.contains("unknown"),
                "{told}"
            );
            let reports = project
                .java("-Xverify:all -cp woven app.Main")
                .succeeds()
                .stderr;
            let lines: Vec<&str> = reports
                .lines()
                .filter_map(|line| line.split(" (").next())
                .collect();
            let at = |line| {
                format!("residua: violation of builders in bad by add at app/Main.java:{line}")
            };
            assert_eq!(lines, [at(13), at(15)], "{release}{full}: {reports}");
        }
    }
}

/// The reader leaves the method out, so the plan has no row for what is written in it.
#[test]
fn concatenations_are_not_told_apart_where_the_plan_may_lack_what_is_written() {
    let source = "package app;

public class Main {
    public static void main(String[] args) {
        Object cast = (Runnable & java.io.Serializable) (Runnable) null;
        System.out.println(new StringBuilder().append(cast).toString());
    }
}
";
    let project = Project::new(&format!(
        "//- src/app/Main.java\n{source}//- builders.yaml\n{BUILDERS}"
    ));
    project
        .run(
            "javac",
            "-g -Xlint:-options --release 8 -d classes src/app/Main.java",
        )
        .succeeds();
    project.residua("analyze --source src --property builders.yaml");
    assert!(
        project
            .read("residua-out/plan.json")
            .contains("\"incomplete\": true")
    );
    for full in ["", " --full"] {
        project
            .residua(&format!(
                "weave --plan residua-out/plan.json --classes classes -o woven{full}"
            ))
            .succeeds();
        let reports = project
            .java("-Xverify:all -cp woven app.Main")
            .succeeds()
            .stderr;
        assert!(
            reports.contains("violation of builders in bad by add at app/Main.java:6"),
            "{full}: {reports}"
        );
    }
}

/// Reads of elements: line 5 is in the constructor call, 13 a loop, 16 a switch, 22 to 24 fail.
const ARRAYS: &str = "package app;

public class Main {
    static class Base { Base(long n) {} }
    static class Cell extends Base { Cell(long[] n) { super(n[1]); } }
    enum Kind { A, B }
    static void fill(int[] a) { a[0] = 1; }
    static int[] late;
    static Runnable reading(int[] a) { return () -> System.out.println(a[0]); }

    static int sum(int... all) {
        int sum = 0;
        for (int one : all) sum += one;
        return sum;
    }
    static int kind(Kind k) { switch (k) { case A: return 1; default: return 2; } }
    static Object any(Object[] all, int at) { return all[at]; }
    static int bytes(byte[] b, boolean[] c) { b[0] += 2; return c[1] ? b[0] : 0; }

    public static void main(String[] args) {
        for (int bad = 0; bad < 3; bad++) try {
            if (bad == 0) System.out.println(late[0]);
            if (bad == 1) System.out.println(any(new String[0], 1));
            if (bad == 2) System.out.println(any(null, 2));
        } catch (RuntimeException e) { System.out.println(e.getClass()); }
        int[] rightly = {3, 4};
        fill(rightly);
        System.out.println(rightly[0] + rightly[1]);
        int[] wrongly = new int[2];
        System.out.println(wrongly[1]);
        fill(wrongly);
        wrongly[0] += 3;
        wrongly[1]++;
        reading(wrongly).run();
        System.out.println(sum(1, 2) + sum(rightly) + kind(Kind.B));
        new Cell(new long[] {1, 1L << 40});
        System.out.println(any(new String[] {\"a\"}, 0) + \" \" + any(new Object[] {2, \"b\"}, 1));
        System.out.println(any(new int[][] {{1}}, 0) != null);
        System.out.println(bytes(new byte[] {1}, new boolean[] {false, true}));
    }
}
";

fn lines_of(reports: &str) -> Vec<&str> {
    reports
        .lines()
        .filter_map(|line| line.rsplit_once(":"))
        .map(|(_, line)| line.split(' ').next().unwrap_or(line))
        .collect()
}

/// One array is filled before it is read, and some are not. Any of them may be read at line 13.
#[test]
fn elements_are_heard_where_they_are_read() {
    let property = "imports: [app.Main]
foreach:
  - parameters: [\"int[] a\"]
    events:
      fill: call Main.fill(a) returning
      read: element int[] (int i) target a returning (int v)
    properties:
      p:
        states: {fresh: initial, filled: , bad: bad}
        transitions:
          - fresh -> filled: fill
          - fresh -> bad: read
            when: v == i - 1 || v > 0
";
    let Judged {
        reports, printed, ..
    } = judged(ARRAYS, property);
    assert_eq!(lines_of(&reports), ["30", "13"], "{reports}");
    assert!(
        printed.contains("class java.lang.NullPointerException"),
        "{printed}"
    );
}

/// Every kind of array, before and after the read.
#[test]
fn arrays_are_told_apart_when_they_are_read() {
    let lines = |on: &str| {
        let property = format!(
            "imports: [app.Main]
events:
  read: \"{on}\"
  touch: call Main.fill(int[] x)
properties:
  p:
    states: {{q: initial, bad: bad, seen: }}
    transitions: [{{q -> bad: read}}, {{bad -> bad: read}}, {{seen -> bad: touch}}]
"
        );
        let (told, silent) = reports(ARRAYS, &property);
        assert!(silent > 0, "{on}");
        lines_of(&told).join(" ")
    };
    assert_eq!(lines("element String[]"), "17 17");
    assert_eq!(lines("element String[] returning"), "17");
    assert_eq!(lines("element Object[] returning"), "17 17 17");
    assert_eq!(lines("element Object[] returning (String s)"), "17 17");
    assert_eq!(lines("element int[][]"), "17");
    assert_eq!(
        lines("element long[] (int i) target n returning (long v)"),
        "5"
    );
    assert_eq!(
        lines("element byte[] (int i) target b returning (byte v)"),
        "18 18"
    );
    assert_eq!(
        lines("element boolean[] (int i) target b returning (boolean v)"),
        "18"
    );
    assert_eq!(lines("element int[] within !Main"), "");
    assert_eq!(lines("element int[] caller Object o"), "");
}

/// No other language has a word for elements of arrays.
#[test]
fn elements_are_not_said_in_other_languages() {
    let property = "//- p.yaml
events: {read: \"element int[] (int i)\"}
properties:
  p:
    states: {q: initial, bad: bad}
    transitions: [{q -> bad: read}]
";
    for (to, told) in [
        ("lrv", "LARVA has no event for reads of array elements"),
        (
            "mop",
            "an event of reads of array elements cannot be said in the language of JavaMOP",
        ),
    ] {
        let run = Project::new(property).residua(&format!("convert p.yaml --to {to}"));
        run.fails_with(2, &[told, "p.yaml:1:"]);
    }
}

/// The plan names the type of array that the instruction tells.
#[test]
fn elements_are_explained_in_words() {
    let project = Project::new(&format!(
        "//- src/app/Main.java\n{ARRAYS}//- p.yaml
events: {{read: \"element boolean[] returning\"}}
properties:
  p:
    states: {{q: initial, bad: bad}}
    transitions: [{{q -> bad: read}}]
"
    ));
    project
        .residua("analyze --source src --property p.yaml")
        .succeeds();
    let run = project
        .residua("explain --plan residua-out/plan.json app/Main.java:18")
        .succeeds();
    let told = "after return from the reading of array elements, `[B.element:B`";
    assert!(run.stdout.contains(told), "{}", run.stdout);
}

/// Monitors test arrays, so they name the class of the elements. `element Object[]` is for all.
#[test]
fn elements_of_a_class_that_monitors_cannot_name_are_refused() {
    let analyzed = |class: &str, array: &str| {
        let project = Project::new(&format!(
            "//- p.yaml\nimports: [app.Main]\nevents:\n  read: element {array} (int i)\nproperties:\n  p:\n    \
             states: {{q: initial, bad: bad}}\n    transitions:\n      - q -> bad: read\n//- src/app/Main.java\n\
             package app;\npublic class Main {{\n    {class}\n    public static void main(String[] args) {{\n        \
             System.out.println(new Part[] {{new Part()}}[0]);\n    }}\n}}\n"
        ));
        project.javac("src", "classes");
        let run = project.residua("analyze --source src --property p.yaml");
        (project, run)
    };

    for class in ["private static class Part {}", "static class Part {}"] {
        let (_, run) = analyzed(class, "Main.Part[]");
        let told = [
            "error[hidden-type]",
            "p.yaml:3:9",
            "`app.Main.Part`",
            "make the class public",
        ];
        run.fails_with(2, &told);
    }

    for (class, array) in [
        ("private static class Part {}", "Object[]"),
        ("public static class Part {}", "Main.Part[]"),
    ] {
        let (project, run) = analyzed(class, array);
        run.succeeds();
        let weave = "weave --full --plan residua-out/plan.json --classes classes -o woven";
        project.residua(weave).succeeds();
    }
}
