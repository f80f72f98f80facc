//! Assumptions that do not hold announce themselves: methods that are taken for unreachable say so
//! when they run.

use test_support::Project;

/// A library calls a method of the program by reflection, of a class whose name it computes:
/// nothing in the sources says so.
const REFLECTING: &str = r#"
//- lib/Caller.java
public class Caller {
    public static void call(String backwards) throws Exception {
        String name = new StringBuilder(backwards).reverse().toString();
        Class.forName(name).getMethod("show", int.class).invoke(null, 1);
    }
}
//- src/app/Pets.java
package app;

public class Pets {
    public static void show(int n) {
        new Session().send(n);
    }

    public void never() {
    }
}
//- src/app/Session.java
package app;

public class Session {
    public void open() { }
    public void send(int n) { }
}
//- src/app/Main.java
package app;

public class Main {
    public static void main(String[] args) throws Exception {
        Caller.call("steP.ppa");
        new Session().open();
    }
}
"#;

const SESSION: &str = r"
//- session.yaml
imports: [app.Session]
foreach:
  - parameters: [Session s]
    events:
      open: call Session.open() target s
      send: call Session.send(*) target s
    properties:
      lifecycle:
        states: {fresh: initial, live: , early: bad}
        transitions:
          - fresh -> live: open
          - fresh -> early: send
";

const REPORT: &str =
    "residua: violation of lifecycle in early by send at app/Pets.java:5 (app.Session@";

const HIT: &str = "residua: app.Pets.show(..) ran, which the analysis took for impossible (separate-compilation): ";

/// `Caller` is in the unnamed package, which named ones cannot import: it gets one here.
fn reflecting() -> Project {
    let text = REFLECTING.replace(
        "//- lib/Caller.java\n",
        "//- lib/tool/Caller.java\npackage tool;\n",
    );
    compiled(&text.replace("        Caller.call(", "        tool.Caller.call("))
}

/// A program under [`SESSION`], with its library compiled apart.
fn compiled(program: &str) -> Project {
    let project = Project::new(&[program, SESSION].concat());
    project.javac("lib", "libc");
    project.javac_with(&["src"], "classes", "libc").succeeds();
    project
}

fn analyzed_and_woven(project: &Project, analyze: &str, weave: &str) {
    let analyze =
        format!("analyze --force --source src --property session.yaml --classpath libc {analyze}");
    project.residua(&analyze).succeeds();
    project
        .residua(&format!(
            "weave --force --classes classes --classpath libc -o woven {weave}"
        ))
        .succeeds();
}

#[test]
fn method_that_ran_in_spite_of_the_analysis_is_announced_and_can_be_told_to_the_next_one() {
    let project = reflecting();
    analyzed_and_woven(&project, "", "");
    let run = project
        .java("-Dresidua.tripwires=ran.tsv -cp woven:libc app.Main")
        .succeeds();
    assert!(
        run.stderr.starts_with(HIT) && run.stderr.lines().count() == 1,
        "{}",
        run.stderr
    );
    assert_eq!(project.read("ran.tsv"), "app.Pets\tshow(I)V\n");

    analyzed_and_woven(&project, "--ran ran.tsv", "");
    let run = project.java("-cp woven:libc app.Main").succeeds();
    assert!(
        run.stderr.starts_with(REPORT) && run.stderr.lines().count() == 1,
        "{}",
        run.stderr
    );
}

/// An event that the property hears elsewhere is heard there, too, though the plan silences it.
#[test]
fn code_that_is_taken_for_unreachable_is_woven_as_written() {
    let project = reflecting();
    let main = project.read("src/app/Main.java").replace(
        "        new Session()",
        "        if (args.length > 0) new Session().send(9);\n        new Session()",
    );
    project.write("src/app/Main.java", main.as_bytes());
    project.javac_with(&["src"], "classes", "libc").succeeds();
    analyzed_and_woven(&project, "", "");
    assert!(
        project
            .read("residua-out/plan.json")
            .contains(r#""file": "app/Pets.java""#)
    );
    let run = project.java("-cp woven:libc app.Main").succeeds();
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert!(
        lines.len() == 2 && lines[0].starts_with(HIT) && lines[1].starts_with(REPORT),
        "{}",
        run.stderr
    );
    analyzed_and_woven(&project, "", "--no-tripwires");
    assert_eq!(
        project.java("-cp woven:libc app.Main").succeeds().stderr,
        ""
    );
}

#[test]
fn hit_decides_the_exit_status_on_request() {
    let project = reflecting();
    analyzed_and_woven(&project, "", "");
    assert_eq!(
        project
            .java("-Dresidua.tripwires.status=3 -cp woven:libc app.Main")
            .status,
        3
    );
}

#[test]
fn full_monitoring_has_no_tripwires_and_they_can_be_left_out() {
    let project = reflecting();
    analyzed_and_woven(&project, "", "--full");
    assert!(
        project
            .java("-cp woven:libc app.Main")
            .succeeds()
            .stderr
            .starts_with(REPORT)
    );
    analyzed_and_woven(&project, "", "--no-tripwires");
    assert_eq!(
        project.java("-cp woven:libc app.Main").succeeds().stderr,
        ""
    );
}

#[test]
fn measuring_records_what_was_hit_and_objects() {
    let project = reflecting();
    analyzed_and_woven(&project, "", "");
    let measure =
        "measure --classes classes --classpath libc --rounds 1 -- java -cp classes:libc app.Main";
    let run = project.residua(measure);
    run.fails_with(1, &[
        "error[not-as-promised]: `app.Pets.show(I)V` ran, which the analysis took for unreachable; reports may be missing or wrong: \
         analyze again with `--ran residua-out/ran.tsv`",
    ]);
    assert!(
        run.stdout.lines().any(|line| line.split_whitespace().eq([
            "tripwires",
            "hit",
            "-",
            "-",
            "1"
        ])),
        "{}",
        run.stdout
    );
    assert_eq!(project.read("residua-out/ran.tsv"), "app.Pets\tshow(I)V\n");

    analyzed_and_woven(&project, "--ran residua-out/ran.tsv", "");
    let told = project.residua(measure).succeeds().stdout;
    assert!(
        told.lines().any(|line| line
            .split_whitespace()
            .eq(["tripwires", "hit", "-", "-", "0"])),
        "{told}"
    );
}

/// A library runs the lambda expressions that a field holds whose name it computes: the fields are
/// no others' as far as the sources say, so the analysis takes the bodies for never run.
const HOOKS: &str = r#"
//- lib/tool/Caller.java
package tool;

import java.lang.reflect.Field;

public class Caller {
    public static void run(String backwards, String field) throws Exception {
        String name = new StringBuilder(backwards).reverse().toString();
        Field hook = Class.forName(name).getDeclaredField(field);
        hook.setAccessible(true);
        ((Runnable) hook.get(null)).run();
    }
}
//- src/app/Session.java
package app;

public class Session {
    public void open() { }
    public void send(int n) { }
}
//- src/app/Hooks.java
package app;

import java.util.ArrayList;
import java.util.List;

public class Hooks {
    private static Runnable first;
    private static Runnable second;
    private static final List<Runnable> RUN = new ArrayList<>();

    public static void install() {
        Session session = new Session();
        Runnable open = () -> new Session().open();
        first = () -> {
            session.send(1);
        };
        open.run();
    }

    public static void both() { Runnable now = () -> new Session().open(); second = () -> new Session().send(2); now.run(); }
}
//- src/app/Main.java
package app;

public class Main {
    public static void main(String[] args) throws Exception {
        Hooks.install();
        Hooks.both();
        tool.Caller.run("skooH.ppa", args[0]);
    }
}
"#;

fn with_hooks() -> Project {
    compiled(HOOKS)
}

const HIT_LAMBDA: &str = "residua: the lambda expression at app/Hooks.java:14 in app.Hooks.install(..) ran, which the analysis took \
                          for impossible (separate-compilation): ";

#[test]
fn lambda_body_that_ran_in_spite_of_the_analysis_is_announced_and_can_be_told_to_the_next_one() {
    let project = with_hooks();
    analyzed_and_woven(&project, "", "");
    let run = project
        .java("-Dresidua.tripwires=ran.tsv -cp woven:libc app.Main first")
        .succeeds();
    assert!(
        run.stderr.starts_with(HIT_LAMBDA) && run.stderr.lines().count() == 1,
        "{}",
        run.stderr
    );
    assert!(!run.stderr.contains("--entry"), "{}", run.stderr);
    assert_eq!(project.read("ran.tsv"), "app.Hooks\tinstall()V/lambda#1\n");

    analyzed_and_woven(&project, "--ran ran.tsv", "");
    let run = project.java("-cp woven:libc app.Main first").succeeds();
    assert!(
        run.stderr
            .starts_with("residua: violation of lifecycle in early by send at app/Hooks.java:15"),
        "{}",
        run.stderr
    );
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
}

#[test]
fn lambda_body_that_may_be_another_one_that_runs_has_no_tripwire() {
    let project = with_hooks();
    project
        .residua("analyze --force --source src --property session.yaml --classpath libc")
        .succeeds();
    let weave = project
        .residua("weave --force --classes classes --classpath libc -o woven")
        .succeeds();
    let notice = "1 lambda body has no tripwire (app/Hooks.java:20): the class file does not say which lambda expression";
    assert!(weave.stderr.contains(notice), "{}", weave.stderr);
    let run = project.java("-cp woven:libc app.Main second").succeeds();
    assert!(
        run.stderr
            .starts_with("residua: app.Session.send(..) ran, "),
        "{}",
        run.stderr
    );
}

#[test]
fn record_that_is_none_is_refused_with_its_line() {
    let project = reflecting();
    project.write("ran.tsv", b"app.Pets.show\n");
    let run = project
        .residua("analyze --source src --property session.yaml --classpath libc --ran ran.tsv");
    run.fails_with(2, &["line 1 is no `CLASS<tab>METHOD(DESCRIPTOR)`"]);
}
