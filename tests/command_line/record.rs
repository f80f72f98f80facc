//! `residua record`.

use super::sessions;
use serde_json::Value;

/// Both threads write one field, one of them behind a lock that the other one has held before.
const RACE: &str = "package app; public class Race {
    static int x;
    static final Object lock = new Object();
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            synchronized (lock) { args.toString(); }
            x = 2;
        });
        other.start();
        x = 1;
        synchronized (lock) { args.toString(); }
        other.join();
        System.out.println(\"end \" + args.length);
        System.exit(3);
    }
}";

#[test]
fn recorded_run_has_the_output_and_status_of_the_program() {
    let project = sessions();
    project.write("race/app/Race.java", RACE.as_bytes());
    project.javac("race", "out");
    let run = project.residua("record -- java -cp out app.Race a b");
    assert_eq!((run.status, &*run.stdout), (3, "end 2\n"), "{run:#?}");
    assert!(
        run.stderr.contains(" of 2 threads in residua.log ("),
        "{run:#?}"
    );
    let run = project.residua("predict residua.log");
    assert_eq!(run.status, 1, "{run:#?}");
    let expected =
        "race on `app.Race.x` at lines app/Race.java:10, app/Race.java:7 (threads Thread-0, main)";
    assert!(run.stdout.contains(expected), "{run:#?}");
}

/// An interface of Java 7 has code in its initializer alone, and may have no other method with code.
#[test]
fn initializer_of_an_old_interface_is_recorded() {
    let project = sessions();
    let old = "package app; public class Old {
        interface Names { java.util.List<String> ALL = new java.util.ArrayList<String>(java.util.Arrays.asList(System.getProperty(\"java.version\"))); }
        public static void main(String[] args) { System.out.println(Names.ALL.size()); } }";
    project.write("race/app/Old.java", old.as_bytes());
    let javac = project.run("javac", "--release 7 -nowarn -d out race/app/Old.java");
    if javac.status != 0 {
        // Newer compilers do not write such classes.
        return;
    }
    let run = project.residua("record -- java -cp out app.Old");
    assert_eq!((run.status, &*run.stdout), (0, "1\n"), "{run:#?}");
}

/// A method that takes no lock is a transaction if the user says so.
#[test]
fn methods_that_the_user_names_are_transactions() {
    let project = sessions();
    project.write("race/app/Account.java", ACCOUNT.as_bytes());
    project.javac("race", "out");
    let violations = |atomic: &str| {
        let run = project.residua(&format!("record {atomic} -- java -cp out app.Account"));
        assert_eq!((run.status, &*run.stdout), (0, "3\n"), "{run:#?}");
        let run = project.residua("predict residua.log");
        run.stdout.matches("no serial order explains").count()
    };
    assert_eq!(violations(""), 0);
    assert_eq!(violations("--atomic app.Account.add"), 1);
    assert_eq!(violations("--atomic app.*.get app.*.set"), 0);

    let run = project.residua("record --atomic app.Account.put -- java -cp out app.Account");
    assert_eq!(run.status, 2, "{run:#?}");
    assert!(
        run.stderr.contains("has the method `app.Account.put`"),
        "{run:#?}"
    );
    let run = project.residua("weave --log --classes out --atomic Account.add -o recording");
    assert_eq!(run.status, 2, "{run:#?}");
    assert!(!project.path("recording").exists());
}

/// Each access of a report has its value and the calls on which its thread has come there.
#[test]
fn accesses_of_a_report_have_their_values_and_stacks() {
    let project = sessions();
    project.write("race/app/Calls.java", CALLS.as_bytes());
    project.javac("race", "out");
    project
        .residua("record -- java -cp out app.Calls")
        .succeeds();
    let run = project.residua("predict residua.log");
    let expected = "    main writes 7 to `app.Calls.x` at app/Calls.java:4, in app.Calls.set\n      \
                    called by app.Calls.main (app/Calls.java:8)\n    \
                    Thread-0 writes 8 to `app.Calls.x` at app/Calls.java:4, in app.Calls.set\n      \
                    called by app.Calls.guarded (app/Calls.java:5)\n      \
                    called by app.Calls.lambda$main$0 (app/Calls.java:7)\n";
    assert!(run.stdout.contains(expected), "{run:#?}");

    let run = project.residua("predict residua.log --format json");
    let results: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let steps = &results["reports"][0]["steps"];
    let mine = serde_json::json!({
        "event": steps[1]["event"], "thread": "Thread-0", "does": "write", "target": "app.Calls.x",
        "line": "app/Calls.java:4", "value": 8,
        "stack": [
            {"method": "app.Calls.set", "line": "app/Calls.java:4"},
            {"method": "app.Calls.guarded", "line": "app/Calls.java:5"},
            {"method": "app.Calls.lambda$main$0", "line": "app/Calls.java:7"},
        ],
    });
    assert_eq!(steps[1], mine);

    let run = project.residua("predict residua.log --format sarif");
    let log: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let stacks = &log["runs"][0]["results"][0]["stacks"];
    let frame = &stacks[1]["frames"][1]["location"];
    assert_eq!(frame["message"]["text"], "app.Calls.guarded");
    assert_eq!(frame["physicalLocation"]["region"]["startLine"], 5);
}

/// The classes of a later release are others than the analysis has read.
#[test]
fn class_for_another_release_is_no_surprise_that_goes_unnoticed() {
    let project = sessions();
    let main = "package app; public class Main { static int x; public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> Part.run()); other.start(); Part.run(); other.join(); System.out.println(x); } }";
    project.write("base/app/Main.java", main.as_bytes());
    project.write(
        "base/app/Part.java",
        b"package app; class Part { static void run() {} }",
    );
    project.write(
        "base/app/Unused.java",
        b"package app; class Unused { int y; void m() { y++; } }",
    );
    project.javac("base", "out");
    let part = "package app; class Part { static void run() { Main.x++; } }";
    project.write("later/app/Part.java", part.as_bytes());
    project.write("later/app/Main.java", main.as_bytes());
    project.javac("later", "later-out");
    project.write("manifest", b"Main-Class: app.Main\nMulti-Release: true\n");
    let files = "-C out app --release 11 -C later-out app/Part.class";
    let jar = format!("--create --file part.jar --manifest manifest {files}");
    project.run("jar", &jar).succeeds();
    let run = project.residua("record -- java -jar part.jar");
    assert_eq!(run.status, 2, "{run:#?}");
    assert!(
        run.stderr
            .contains("`app.Part.run` (app/Part.java:1) has run, which nothing"),
        "{run:#?}"
    );
    let run = project.residua("record --all -- java -jar part.jar");
    assert_eq!((run.status, &*run.stdout), (0, "2\n"), "{run:#?}");
    let run = project.residua("predict residua.log");
    assert!(run.stdout.contains("race on `app.Main.x`"), "{run:#?}");
}

#[test]
fn jar_and_place_of_the_classes_are_replaced() {
    let project = sessions();
    project.write("race/app/Race.java", RACE.as_bytes());
    project.javac("race", "out");
    project.write("manifest", b"Main-Class: app.Race\n");
    project
        .run(
            "jar",
            "--create --file race.jar --manifest manifest -C out .",
        )
        .succeeds();
    let run = project.residua("record -o jar.log -- java -jar race.jar");
    assert_eq!((run.status, &*run.stdout), (3, "end 0\n"), "{run:#?}");
    let run =
        project.residua("record -o env.log --classes out -- env CLASSPATH={classes} java app.Race");
    assert_eq!((run.status, &*run.stdout), (3, "end 0\n"), "{run:#?}");
    let run = project.residua("record -o all.log -- java -cp ./* app.Race");
    assert_eq!((run.status, &*run.stdout), (3, "end 0\n"), "{run:#?}");
    for log in ["jar.log", "env.log", "all.log"] {
        let run = project.residua(&format!("predict {log}"));
        assert!(run.stdout.contains("app.Race.x"), "{run:#?}");
    }
}

#[test]
fn commands_that_record_nothing_are_errors() {
    let project = sessions();
    let run = project.residua("record -- env true");
    run.fails_with(2, &["the command names no class path"]);
    project.write("race/app/Race.java", RACE.as_bytes());
    project.javac("race", "out");
    let run = project.residua("record --classes out -- env {classes} java -version");
    assert_eq!(run.status, 2, "{run:#?}");
    let run = project.residua("record -- java -cp out app.Missing");
    run.fails_with(2, &["no recorded class was run"]);
}

/// Both threads wait for ever: the user ends the command, and has the log.
/// The critical sections are right, and the method around two of them is not.
const ACCOUNT: &str = "package app;
public class Account {
    private int sum;
    synchronized int get() { return sum; }
    synchronized void set(int value) { sum = value; }
    void add(int value) { int old = get(); set(old + value); }
    public static void main(String[] args) throws Exception {
        Account account = new Account();
        Thread other = new Thread(() -> account.add(1)); other.start();
        Thread.sleep(500); account.add(2);
        other.join();
        System.out.println(account.get());
    }
}";

/// Two threads that come to one line in different ways.
const CALLS: &str = "package app;
public class Calls {
    static int x;
    static void set(int value) { x = value; }
    static synchronized void guarded(int value) { set(value); }
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> { try { Thread.sleep(500); } catch (InterruptedException e) { } guarded(8); }); other.start();
        set(7);
        other.join();
    }
}";

const DEADLOCK: &str = "package app; public class Stuck {
    static final Object left = new Object(), right = new Object();
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> nest(right, left));
        other.start();
        nest(left, right);
    }
    static void nest(Object first, Object second) {
        synchronized (first) {
            try { Thread.sleep(500); } catch (InterruptedException e) { return; }
            synchronized (second) { first.notify(); }
        }
    }
}";

/// The same with methods that are synchronized.
const DEADLOCK_OF_METHODS: &str = "package app; public class Dinner {
    static class Fork {
        synchronized void take(Fork next) {
            try { Thread.sleep(500); } catch (InterruptedException e) { return; }
            next.touch();
        }
        synchronized void touch() { notify(); }
    }
    public static void main(String[] args) throws Exception {
        Fork left = new Fork(), right = new Fork();
        Thread other = new Thread(() -> right.take(left));
        other.start();
        left.take(right);
    }
}";

/// A build weaves, and whoever runs the classes records.
#[test]
fn woven_classes_record_each_run() {
    let project = sessions();
    project.write("race/app/Race.java", RACE.as_bytes());
    project.javac("race", "out");
    let run = project.residua("weave --log --classes out -o recording");
    assert_eq!(
        (run.status, &*run.stdout),
        (0, "wrote recording: its threads are recorded\n"),
        "{run:#?}"
    );
    for _ in 0..2 {
        let run = project.run("java", "-cp recording app.Race a b");
        assert_eq!((run.status, &*run.stdout), (3, "end 2\n"), "{run:#?}");
    }
    let run = project.residua("predict residua-log");
    assert_eq!(run.status, 1, "{run:#?}");
    let count = |text: &str| run.stdout.matches(text).count();
    assert_eq!(
        (count("race on `app.Race.x`"), count(": 1 report\n")),
        (2, 2),
        "{run:#?}"
    );
    let run = project.residua("predict out");
    assert_eq!(run.status, 2, "{run:#?}");
    assert!(run.stderr.contains("has no recorded run"), "{run:#?}");
}

/// The accesses that are left out are looked for once, as long as the classes are the same.
#[test]
fn analysis_of_the_recorded_classes_is_kept() {
    let project = sessions();
    project.write("race/app/Race.java", RACE.as_bytes());
    project.javac("race", "out");
    let kept = || {
        let folder = project.path("cache/unshared");
        std::fs::read_dir(folder).map_or(0, Iterator::count)
    };
    let record = || {
        let command = "record -- java -cp out app.Race";
        project.residua_with(command, &[("RESIDUA_CACHE", "cache")], "")
    };
    for _ in 0..2 {
        let run = record();
        assert_eq!((run.status, &*run.stdout), (3, "end 0\n"), "{run:#?}");
        assert_eq!(kept(), 1);
    }
    let other = RACE.replace("x = 2", "x = 3");
    project.write("race/app/Race.java", other.as_bytes());
    project.javac("race", "out");
    assert_eq!(record().status, 3);
    assert_eq!(kept(), 2);
}

/// A full disk ends the recording, and not the program. What was recorded before is read.
#[test]
fn full_disk_ends_the_recording_alone() {
    let project = sessions();
    let loops = "package app; public class Loops {
    static int x;
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> { x = 1; });
        other.start();
        int sum = 0;
        for (int i = 0; i < 3_000_000; i++) { sum += x; }
        other.join();
        System.out.println(sum >= 0);
    }
}";
    project.write("loops/app/Loops.java", loops.as_bytes());
    project.javac("loops", "out");
    // The largest file that the program may write, in kilobytes: less than the log needs, and too little to begin.
    project.write("limited", b"ulimit -f $1; shift; exec \"$@\"");
    let run =
        project.residua("record --classes out -- bash limited 1100 java -cp {classes} app.Loops");
    assert_eq!((run.status, &*run.stdout), (0, "true\n"), "{run:#?}");
    assert!(
        run.stderr.contains("residua: the recording ends here: "),
        "{run:#?}"
    );
    let run = project.residua("predict residua.log");
    assert!(run.stdout.contains("race on `app.Loops.x`"), "{run:#?}");
    for limit in [2, 400] {
        let run = project.residua(&format!(
            "record --classes out -o none.log -- bash limited {limit} java -cp {{classes}} app.Loops"
        ));
        assert_eq!(run.status, 2, "{run:#?}");
        assert!(
            run.stderr
                .contains("there is no space where the log belongs"),
            "{run:#?}"
        );
        assert!(!project.path("none.log").exists());
    }
}

#[test]
fn deadlock_that_happened_is_in_the_log_of_an_interrupted_program() {
    let project = sessions();
    project.write("stuck/app/Stuck.java", DEADLOCK.as_bytes());
    project.write("stuck/app/Dinner.java", DEADLOCK_OF_METHODS.as_bytes());
    project.javac("stuck", "out");
    // The library of the recorder is compiled once.
    let run = project.residua("record --classes out -- java -cp out app.Missing");
    assert_eq!(run.status, 2, "{run:#?}");
    for (program, locks, line) in [
        ("Stuck", "java.lang.Object@", "11"),
        ("Dinner", "app.Dinner$Fork@", "5"),
    ] {
        let record = format!("record -- java -cp out app.{program}");
        let status = project.interrupted(&record, 12_000);
        assert_eq!(status, Some(130));
        let run = project.residua("predict residua.log");
        assert_eq!(run.status, 1, "{run:#?}");
        let found = format!("deadlock on locks {locks}");
        let place = format!("app/{program}.java:{line}");
        assert!(
            run.stdout.contains(&found) && run.stdout.contains(&place),
            "{run:#?}"
        );
    }
}
