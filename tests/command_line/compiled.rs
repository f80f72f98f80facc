//! Class files that were not made from the sources as they are.

use std::time::{Duration, SystemTime};

use super::{changed, kept, sessions};

fn age(project: &test_support::Project, file: &str, seconds: u64) {
    let file = std::fs::File::options()
        .append(true)
        .open(project.path(file))
        .expect("a file");
    file.set_modified(SystemTime::now() - Duration::from_secs(seconds))
        .expect("times can be set");
}

const ANALYZE: &str = "analyze --source src --property session.yaml --classes classes";

const PLAN: &str = "residua-out/plan.json";

#[test]
fn class_that_is_older_than_its_source_and_differs_is_refused() {
    let project = sessions();
    project.javac("src", "classes");
    changed(&project, "src/app/Main.java", "session.open();", "");
    age(&project, "classes/app/Main.class", 3600);
    let run = project.residua(ANALYZE);
    run.fails_with(
        2,
        &[
            "error[stale-classes]",
            "`app.Main`",
            "src/app/Main.java:",
            "compile the sources again",
        ],
    );
    assert!(project.names("residua-out").is_empty());
}

/// It may pass other objects than its source does.
#[test]
fn class_that_is_older_than_its_source_and_has_its_calls_is_analyzed_itself() {
    let project = sessions();
    project.javac("src", "classes");
    age(&project, "classes/app/Main.class", 3600);
    let run = project.residua(ANALYZE).succeeds();
    for told in ["warning[older-classes]", "compile the sources again"] {
        assert!(run.stderr.contains(told), "{told}\n{}", run.stderr);
    }
    assert_eq!(kept(&run.stdout, "lifecycle"), 0, "{}", run.stdout);
    assert!(project.read(PLAN).contains("\"compiled\": true"));
}

/// The class file sends too early, and the source does not.
#[test]
fn changed_class_is_told_and_analyzed_itself() {
    let project = sessions();
    let source = project.read("src/app/Main.java");
    changed(&project, "src/app/Main.java", "session.open();", "");
    project.javac("src", "classes");
    project.write("src/app/Main.java", source.as_bytes());
    age(&project, "src/app/Main.java", 3600);
    let run = project.residua(ANALYZE);
    for told in ["warning[changed-classes]", "the class file is analyzed"] {
        assert!(run.stderr.contains(told), "{told}\n{}", run.stderr);
    }
    assert!(
        run.stdout.contains("violated in every execution"),
        "{}",
        run.stdout
    );

    let woven = project.residua(&format!("weave --plan {PLAN} --classes classes -o woven"));
    woven.succeeds();
    let run = project.run("java", "-cp woven app.Main");
    assert!(run.stderr.contains("at app/Main.java:"), "{}", run.stderr);

    changed(&project, "src/app/Main.java", "session.open();", "");
    let run = project.residua(&format!(
        "weave --plan {PLAN} --classes classes -o woven --force"
    ));
    run.fails_with(2, &["`src/app/Main.java` has changed"]);
}

/// A part of the source is no Java; the class file is whole.
#[test]
fn class_file_stands_for_a_source_that_cannot_be_read() {
    let project = sessions();
    project.javac("src", "classes");
    changed(
        &project,
        "src/app/Main.java",
        "session.open();",
        "session.open(;",
    );
    age(&project, "src/app/Main.java", 3600);
    let run = project.residua(ANALYZE).succeeds();
    assert_eq!(kept(&run.stdout, "lifecycle"), 0, "{}", run.stdout);
}

#[test]
fn program_without_sources_is_its_class_files() {
    let project = sessions();
    project.javac("src", "classes");
    changed(&project, "src/app/Main.java", "session.open();", "");
    project.javac("src", "others");
    let analyze = |classes: &str| {
        project.residua(&format!(
            "analyze --property session.yaml --classes {classes}"
        ))
    };
    let run = analyze("others");
    assert!(
        run.stdout.contains("violated in every execution"),
        "{}",
        run.stdout
    );
    let run = analyze("classes").succeeds();
    assert_eq!(kept(&run.stdout, "lifecycle"), 0, "{}", run.stdout);

    let weave = |classes: &str| {
        project.residua(&format!("weave --plan {PLAN} --classes {classes} -o woven"))
    };
    weave("classes").succeeds();
    weave("others").fails_with(
        2,
        &[
            "error[stale-classes]",
            "`app.Main` is not the one that was analyzed",
            "residua analyze",
        ],
    );
    analyze("nothing").fails_with(2, &["error[no-classes]", "`nothing`"]);
}

/// Compilers of other languages, and obfuscators, store another object in the place of `this`.
#[test]
fn receiver_of_a_class_file_may_be_replaced_by_null() {
    let project = test_support::Project::new(
        "//- src/app/Main.java
package app;
public class Main {
    void on(Main other) { Main self = other; self.step(); }
    void step() { }
    static void done() { }
    public static void main(String[] args) {
        try { new Main().on(null); } catch (NullPointerException expected) { }
        done();
    }
}
//- p.yaml
imports: [app.Main]
events:
  step: call Main.step() target Main m
  done: call Main.done()
properties:
  p:
    states: {fresh: initial, stepped, early: bad}
    transitions:
      - fresh -> stepped: step
      - fresh -> early: done
",
    );
    project.javac("src", "classes");
    let mut class = std::fs::read(project.path("classes/app/Main.class")).expect("a class file");
    // `aload_1`, `astore_2`, `aload_2`: the last two become `astore_0` and `aload_0`.
    let at = class.windows(3).position(|code| code == [0x2b, 0x4d, 0x2c]);
    let at = at.expect("the code of `on`");
    class[at + 1..at + 3].copy_from_slice(&[0x4b, 0x2a]);
    project.write("classes/app/Main.class", &class);

    project.residua("analyze --property p.yaml --classes classes");
    let weave = |kind: &str| {
        let to = format!("weave --plan {PLAN} --classes classes -o woven{kind} {kind}");
        project.residua(&to).succeeds();
        project
            .run("java", &format!("-cp woven{kind} app.Main"))
            .stderr
    };
    let full = weave("--full");
    assert!(full.contains("violation of p in early by done"), "{full}");
    assert_eq!(weave(""), full);
}

/// A class file with one call less than its source, of which the plan hears when it is woven.
#[test]
fn class_that_the_plan_does_not_know_is_compared_when_it_is_woven() {
    let project = sessions();
    project.javac("src", "classes");
    project
        .residua("analyze --source src --property session.yaml")
        .succeeds();
    let source = project.read("src/app/Main.java");
    changed(&project, "src/app/Main.java", "session.open();", "");
    project.javac("src", "classes");
    project.write("src/app/Main.java", source.as_bytes());
    let run = project
        .residua("weave --plan residua-out/plan.json --classes classes -o woven")
        .succeeds();
    for told in [
        "`app.Main` has other code than `src/app/Main.java`",
        "woven as written",
        "`residua analyze`",
    ] {
        assert!(run.stderr.contains(told), "{told}\n{}", run.stderr);
    }
    assert!(!run.stdout.contains(" 0 monitored"), "{}", run.stdout);
}

#[test]
fn class_that_was_compared_by_the_analysis_is_not_compared_again() {
    let project = sessions();
    project.javac("src", "classes");
    project.residua(ANALYZE).succeeds();
    assert!(
        project
            .read("residua-out/plan.json")
            .contains("\"app.Main\": \"")
    );
    let run = project
        .residua("weave --plan residua-out/plan.json --classes classes -o woven")
        .succeeds();
    assert!(!run.stderr.contains("other code"), "{}", run.stderr);
}

#[test]
fn class_that_the_plan_does_not_know_and_that_is_older_is_not_relied_on() {
    let project = sessions();
    project.javac("src", "classes");
    project
        .residua("analyze --source src --property session.yaml")
        .succeeds();
    age(&project, "classes/app/Main.class", 3600);
    let run = project
        .residua("weave --plan residua-out/plan.json --classes classes -o woven")
        .succeeds();
    assert!(
        run.stderr
            .contains("`app.Main` is older than `src/app/Main.java`"),
        "{}",
        run.stderr
    );
    assert!(!run.stdout.contains(" 0 monitored"), "{}", run.stdout);
}

/// A text of a session, in a class compiled for a release before Java 9.
fn texts(operand: &str) -> test_support::Project {
    let project = test_support::Project::new(
        "//- src/Main.java
class Main {
    private static class Named {
        private Named() {}
        public String toString() { return \"named\"; }
    }
    public static void main(String[] args) {
        Object named = new Named();
        System.out.println(\"a\" + args.length + named);
    }
}
//- named.yaml
events: {asked: call Main.main(..)}
properties:
  p:
    states: {q: initial, bad: bad}
    transitions: [{q -> bad: asked}]
",
    );
    let mut javac = std::process::Command::new("javac");
    javac.args(["-g", "--release", "8", "-Xlint:none", "-d", "classes"]);
    let run = project.command(javac.arg("src/Main.java"));
    assert_eq!(run.status, 0, "{}", run.stderr);
    changed(&project, "src/Main.java", " + named", operand);
    age(&project, "src/Main.java", 3600);
    project
}

/// Compilers make builders of concatenations there, and constructors that stand for private ones.
#[test]
fn class_of_an_older_release_is_not_changed() {
    let project = texts(" + named");
    let run = project.residua("analyze --source src --property named.yaml --classes classes");
    let run = run.succeeds();
    assert!(!run.stderr.contains("changed-classes"), "{}", run.stderr);
}

/// The class file asks an object for its text, and the source does not.
#[test]
fn class_that_converts_more_than_its_source_is_changed() {
    let project = texts("");
    let run = project.residua("analyze --source src --property named.yaml --classes classes");
    let run = run.succeeds();
    assert!(
        run.stderr.contains("warning[changed-classes]"),
        "{}",
        run.stderr
    );
}

/// A library that asks for the next session without asking whether there is one, known by its jar
/// alone.
#[test]
fn dependency_in_a_jar_is_analyzed_and_woven_from_jar_to_jar() {
    let project = sessions();
    let tools = "package tools;
        public class Tools {
            public static app.Session first(java.util.List<app.Session> all) {
                return all.iterator().next();
            }
            public static int count(java.util.List<app.Session> all) {
                int count = 0;
                for (app.Session each : all) count++;
                return count;
            }
        }";
    project.write("lib/tools/Tools.java", tools.as_bytes());
    let main = "package app;
        public class Main {
            public static void main(String[] args) {
                java.util.List<Session> all = new java.util.ArrayList<>();
                all.add(new Session());
                System.out.println(tools.Tools.count(all) + (tools.Tools.first(all) == null ? 0 : 1));
            }
        }";
    project.write("src/app/Main.java", main.as_bytes());
    let rules = include_bytes!("../../properties/jdk/iterator_has_next.yaml");
    project.write("rules.yaml", rules);
    project.javac_with(&["src", "lib"], "all", "").succeeds();
    std::fs::create_dir_all(project.path("made/tools")).expect("folders can be made");
    std::fs::rename(
        project.path("all/tools/Tools.class"),
        project.path("made/tools/Tools.class"),
    )
    .expect("files can be moved");
    project.jar("made", "tools.jar");

    project
        .residua("analyze --source src --classes all --classes tools.jar --property rules.yaml")
        .succeeds();
    for variant in ["", "--full"] {
        for (classes, woven) in [("all", "woven"), ("tools.jar", "woven-tools.jar")] {
            let command = format!("weave {variant} --force --classes {classes} --output {woven}");
            project.residua(&command).succeeds();
        }
        let separator = if cfg!(windows) { ';' } else { ':' };
        let run = project.java(&format!("-cp woven{separator}woven-tools.jar app.Main"));
        assert!(run.stdout.starts_with("2"), "{run:?}");
        let reports = run.stderr.matches("violation of iterator_has_next").count();
        assert!(
            reports == 1 && run.stderr.contains("Tools.java:4"),
            "{run:?}"
        );
    }
    let kept = project.read(PLAN).matches("\"decision\": \"keep\"").count();
    assert_eq!(kept, 1, "the loop asks");
}

/// A processor adds the getter whose result `enabled` compares. Before the class file of `Admin` is
/// known, the call in `Main` seems to be another one.
#[test]
fn class_that_uses_what_a_processor_has_made_does_not_differ() {
    let project = test_support::Project::new(
        r#"
//- made/lib/Made.java
package lib;

public @interface Made { }
//- made/app/Admin.java
package app;

@lib.Made
public class Admin {
    private Integer status = 1;

    public Integer getStatus() { return status; }
}
//- src/app/Admin.java
package app;

@lib.Made
public class Admin {
    private Integer status = 1;
}
//- own/app/Main.java
package app;

public class Main {
    static boolean enabled(Admin admin) { return admin.getStatus().equals(1); }

    public static void main(String[] args) { System.out.println(enabled(new Admin())); }
}
//- status.yaml
imports: [app.Admin]
foreach:
  - parameters: [Admin a]
    events:
      asked: call Admin.getStatus() target a
    properties:
      status:
        states: {fresh: initial, bad: bad}
        transitions:
          - fresh -> bad: asked
"#,
    );
    project.javac("made", "classes");
    project
        .javac_with(&["own"], "classes", "classes")
        .succeeds();
    let run = project.residua(
        "analyze --source src own --property status.yaml --classes classes --classpath classes",
    );
    assert!(!run.stderr.contains("changed-classes"), "{}", run.stderr);
    assert!(
        run.stderr
            .contains("reading 1 source file again, with the class file of 1 that differs from it"),
        "{}",
        run.stderr
    );
    assert_eq!(kept(&run.stdout, "status"), 1, "{}", run.stdout);
}
