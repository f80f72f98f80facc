//! A run of a program that records its reflection, and an analysis that heeds the record.

use serde_json::Value;
use test_support::Project;

/// Each sort of reflective call, one of them in a lambda expression. The name of the class is known
/// at run time alone.
const PROGRAM: &str = r#"
//- src/app/Plug.java
package app;

public class Plug {
    int size = 3;

    public Plug() { }

    public void start(String name) { System.out.println("start " + name); }
}
//- src/app/Quiet.java
package app;

import java.util.Iterator;
import java.util.List;

public class Quiet {
    public void start(String name) {
        Iterator<String> names = List.of(name, name).iterator();
        names.next();
        names.next();
    }
}
//- src/app/Main.java
package app;

import java.lang.reflect.Field;

public class Main {
    public static void main(String[] args) throws Exception {
        Class<?> type = ClassLoader.getSystemClassLoader().loadClass(args[0]);
        Object plug = type.getDeclaredConstructor().newInstance();
        for (int i = 0; i < 2; i++) {
            type.getMethod("start", String.class).invoke(plug, "x" + i);
        }
        Runnable reader = () -> {
            try {
                Field size = type.getDeclaredField("size");
                size.setInt(plug, size.getInt(plug) + 1);
                System.out.println(size.get(plug));
            } catch (ReflectiveOperationException none) {
                throw new IllegalStateException(none);
            }
        };
        reader.run();
        Class.forName("app.Plug").newInstance();
    }
}
//- next.yaml
imports: [java.util.Iterator]
foreach:
  - parameters: [Iterator i]
    events:
      next: call Iterator+.next() target i
    properties:
      one:
        states: {fresh: initial, once: , twice: bad}
        transitions:
          - fresh -> once: next
          - once -> twice: next
"#;

/// The targets of the reflective calls in a run of [`PROGRAM`], in order.
const LOG: &str = "\
Class.forName;app.Plug;app.Main;main;7
Constructor.newInstance;<app.Plug: void <init>()>;app.Main;main;8
Method.invoke;<app.Plug: void start(java.lang.String)>;app.Main;main;10
Field.get;<app.Plug: int size>;app.Main;lambda$main$0;15
Field.set;<app.Plug: int size>;app.Main;lambda$main$0;15
Field.get;<app.Plug: int size>;app.Main;lambda$main$0;16
Class.forName;app.Plug;app.Main;main;22
Class.newInstance;app.Plug;app.Main;main;22
";

#[test]
fn record_of_a_run_closes_what_reflection_has_opened() {
    let project = Project::new(PROGRAM);
    project.javac("src", "classes");
    let kept = |more: &str| {
        let analyze = format!("analyze --force --source src --property next.yaml {more}");
        project.residua(&analyze).succeeds();
        let plan: Value =
            serde_json::from_str(&project.read("residua-out/plan.json")).expect("JSON");
        plan["totals"]["one"]["kept"].as_u64().expect("a number")
    };
    assert_eq!(kept(""), 2, "any class may be meant");

    let woven = project
        .residua("weave --record-reflection --classes classes -o recorded")
        .succeeds();
    assert!(
        woven
            .stdout
            .starts_with("8 reflective calls write down what they reach\n"),
        "{}",
        woven.stdout
    );
    assert!(!woven.stderr.contains("warning"), "{}", woven.stderr);
    let plain = project.java("-cp classes app.Main app.Plug").succeeds();
    let run = project.java("-cp recorded app.Main app.Plug").succeeds();
    assert_eq!((run.stdout, run.stderr), (plain.stdout, plain.stderr));
    assert_eq!(project.read("reflection.log"), LOG);
    assert_eq!(kept("--reflection-log reflection.log"), 0);
}

/// A run that reaches nothing new adds nothing but its own targets, and the log names them all.
#[test]
fn runs_add_to_one_log() {
    let project = Project::new(PROGRAM);
    project.javac("src", "classes");
    project
        .residua("weave --record-reflection --classes classes -o recorded")
        .succeeds();
    for class in ["app.Plug", "java.lang.Thread"] {
        project.java(&format!(
            "-Dresidua.reflection=all.log -cp recorded app.Main {class}"
        ));
    }
    let log = project.read("all.log");
    assert!(log.starts_with(LOG), "{log}");
    assert_eq!(
        log.strip_prefix(LOG),
        Some(
            "Class.forName;java.lang.Thread;app.Main;main;7\n\
             Constructor.newInstance;<java.lang.Thread: void <init>()>;app.Main;main;8\n"
        )
    );
}
