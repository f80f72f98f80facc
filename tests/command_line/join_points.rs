//! Events of other program points than calls and bodies, on the JVM: what full and what optimized monitoring reports.

use super::unprompted::{Judged, judged};
use crate::support::Project;

/// The reports on `source`, `Main.java` of the package `app`, and how many generators are silent.
fn reports(source: &str, property: &str) -> (String, u64) {
    let Judged { reports, silent, .. } = judged(source, property);
    (reports.replace(" (global)", ""), silent)
}

/// `Plain` has nothing that initializes it, `Below` has, `Unused` is never initialized. Line 4 is where `Plain` begins.
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

/// One report for each class that is initialized, superclasses first. `touch` does nothing, and goes.
#[test]
fn classes_are_initialized_once_whether_they_have_an_initializer_or_not() {
    let property = on_classes(
        "  begun: initialization Main.Plain+ | Main.Shape\n",
        "      - q -> bad: begun\n      - bad -> bad: begun\n      - seen -> bad: touch\n",
    );
    let (told, silent) = reports(CLASSES, &property);
    let lines: Vec<&str> = told.lines().filter_map(|line| line.rsplit_once(" at ").map(|(_, at)| at)).collect();
    assert_eq!(lines, ["app/Main.java:4", "app/Main.java:8", "app/Main.java:14"], "{told}");
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
    assert_eq!(told, "residua: violation of p in bad by failed at app/Main.java:16");
}

/// Code of the property that may be the first to use the class would take its event away, and give it back when it is left
/// out: nothing is.
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
    assert!(woven.contains("the initialization of 1 class is not monitored (app.Main$Saved)"), "{woven}");
}

/// A pattern of names that no class has.
#[test]
fn patterns_of_no_class_are_told_of() {
    let project = Project::new(&format!(
        "//- src/app/Main.java\n{CLASSES}//- p.yaml\n{}",
        on_classes("  begun: initialization app.Mian*\n", "      - q -> bad: begun\n")
    ));
    let run = project.residua("analyze --source src --property p.yaml").succeeds();
    assert!(run.stderr.contains("warning[pattern-matches-nothing]"), "{}", run.stderr);
    assert!(run.stderr.contains("the nearest is `app.Main`"), "{}", run.stderr);
}

/// The specification is JavaMOP's.
#[test]
fn static_initialization_of_mop_is_an_initialization() {
    let project = Project::new(&format!(
        "//- src/app/Main.java\n{CLASSES}//- p.mop
package rules;
Begun() {{
  event begun after() : staticinitialization(app.Main.Plain+) {{ System.err.println(__LOC); }}
}}
"
    ));
    let run = project.residua("convert p.mop --to yaml").succeeds();
    assert!(run.stdout.contains("initialization app.Main.Plain+ returning"), "{}", run.stdout);
    assert!(run.stdout.contains("initialization app.Main.Plain+ throwing"), "{}", run.stdout);
}
