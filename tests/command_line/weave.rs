//! `residua weave`: what it writes runs, reports and is left alone.

use super::{changed, sessions};
use test_support::{Project, Run};

const WEAVE: &str = "weave --plan residua-out/plan.json --classes classes";

/// A program that sends in a session that is not open if it gets an argument; analysed and
/// compiled.
fn compiled() -> Project {
    let project = sessions();
    changed(
        &project,
        "src/app/Main.java",
        "session.open();",
        "if (args.length == 0) session.open();",
    );
    project.write(
        "src/app/Idle.java",
        b"package app;\n\nclass Idle { int n = 1; }\n",
    );
    project.javac("src", "classes");
    project
        .residua("analyze --source src --property session.yaml")
        .succeeds();
    project
}

const REPORT: &str =
    "residua: violation of lifecycle in early by send at app/Main.java:7 (app.Session@";

#[track_caller]
fn reports_one_violation(run: Run) {
    let run = run.succeeds();
    assert!(
        run.stderr.starts_with(REPORT) && run.stderr.ends_with(")\n"),
        "{}",
        run.stderr
    );
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
}

#[test]
fn woven_program_runs_alone_and_reports_violations_and_nothing_else() {
    let project = compiled();
    let told = project.residua(&format!("{WEAVE} -o woven")).succeeds();
    assert!(
        told.stdout.contains("lifecycle: 3 sites") && told.stdout.contains("wrote woven"),
        "{}",
        told.stdout
    );
    reports_one_violation(project.java("-Xverify:all -cp woven app.Main early"));
    assert_eq!(project.java("-cp woven app.Main").succeeds().stderr, "");
}

#[test]
fn full_monitoring_reports_the_same_as_the_plan() {
    let project = compiled();
    project
        .residua(&format!("{WEAVE} -o woven --full"))
        .succeeds();
    reports_one_violation(project.java("-cp woven app.Main early"));
    assert_eq!(project.java("-cp woven app.Main").succeeds().stderr, "");
}

#[test]
fn jars_are_read_and_written() {
    let project = compiled();
    project.jar("classes", "app.jar");
    project
        .residua("weave --plan residua-out/plan.json --classes app.jar -o woven.jar")
        .succeeds();
    reports_one_violation(project.java("-cp woven.jar app.Main early"));
}

#[test]
fn separate_runtime_stands_beside_the_output() {
    let project = compiled();
    project
        .residua(&format!("{WEAVE} -o out/woven --runtime separate"))
        .succeeds();
    assert_eq!(project.names("out"), ["residua-runtime.jar", "woven"]);
    assert_eq!(project.names("out/woven"), ["app"]);
    let path =
        std::env::join_paths(["out/woven", "out/residua-runtime.jar"]).expect("a class path");
    reports_one_violation(project.java(&format!("-cp {} app.Main early", path.display())));
}

#[test]
fn class_without_an_event_is_the_same_bytes() {
    let project = compiled();
    project
        .residua(&format!("{WEAVE} --no-tripwires -o woven"))
        .succeeds();
    let bytes = |file: &str| std::fs::read(project.path(file)).expect("a class file");
    assert_eq!(
        bytes("classes/app/Idle.class"),
        bytes("woven/app/Idle.class")
    );
    assert_ne!(
        bytes("classes/app/Main.class"),
        bytes("woven/app/Main.class")
    );
}

#[test]
fn classes_may_need_others_that_are_not_woven() {
    let project = compiled();
    let folder = project.path("library/app");
    std::fs::create_dir_all(&folder).expect("folders can be made");
    let session = folder.join("Session.class");
    std::fs::rename(project.path("classes/app/Session.class"), session)
        .expect("files can be moved");
    project
        .residua(&format!("{WEAVE} --classpath library -o woven"))
        .succeeds();
    let path = std::env::join_paths(["woven", "library"]).expect("a class path");
    reports_one_violation(project.java(&format!("-cp {} app.Main early", path.display())));
}

/// Ant compiles without debugging information unless it is told to.
#[test]
fn classes_without_line_numbers_are_monitored_in_full_and_told() {
    let project = compiled();
    let warning = "sites cannot be found in the plan, and so stay monitored: the classes are compiled without line numbers";
    let told = project
        .residua(&format!("{WEAVE} -o woven"))
        .succeeds()
        .stderr;
    assert!(!told.contains(warning), "{told}");
    project
        .run(
            "javac",
            "-g:none -d classes src/app/Main.java src/app/Session.java src/app/Idle.java",
        )
        .succeeds();
    let told = project
        .residua(&format!("{WEAVE} -o woven"))
        .succeeds()
        .stderr;
    assert!(
        told.contains("warning[weaving]") && told.contains(warning) && told.contains("`javac -g`"),
        "{told}"
    );
    assert!(
        project
            .java("-cp woven app.Main early")
            .stderr
            .starts_with("residua: violation of lifecycle in early by send")
    );
}

#[test]
fn sources_that_are_not_there_any_more_are_a_warning() {
    let project = compiled();
    std::fs::remove_dir_all(project.path("src")).expect("folders can be removed");
    let run = project.residua(&format!("{WEAVE} -o woven")).succeeds();
    assert!(
        run.stderr.contains(
            "warning[weaving]: src/app/Idle.java and 2 more files of the plan are not here"
        ),
        "{}",
        run.stderr
    );
    reports_one_violation(project.java("-cp woven app.Main early"));
}

/// The paths of the plan count from the folder where `analyze` ran, wherever `weave` runs.
#[test]
fn weaving_from_another_folder_finds_the_files_of_the_plan() {
    let project = compiled();
    let plan = project.path("residua-out/plan.json");
    std::fs::create_dir_all(project.path("elsewhere")).expect("folders can be made");
    let elsewhere = |command: &str| {
        project.residua_in("elsewhere", &format!("{command} --plan {}", plan.display()))
    };
    let weave = format!(
        "weave --classes {} -o woven",
        project.path("classes").display()
    );
    let run = elsewhere(&weave).succeeds();
    assert!(!run.stderr.contains("warning"), "{}", run.stderr);
    let run = elsewhere("explain app/Main.java:6").succeeds();
    assert!(
        run.stdout.contains("session"),
        "the line is shown: {}",
        run.stdout
    );

    let source = project.read("src/app/Main.java");
    project.write(
        "src/app/Main.java",
        format!("{source}// changed").as_bytes(),
    );
    elsewhere(&format!("{weave} --force")).fails_with(2, &["stale-plan", "src/app/Main.java"]);
}

/// A plan of several folders of classes is woven folder by folder.
#[test]
fn classes_that_are_not_given_are_no_fault() {
    let project = compiled();
    std::fs::create_dir_all(project.path("main/app")).expect("folders can be made");
    std::fs::rename(
        project.path("classes/app/Main.class"),
        project.path("main/app/Main.class"),
    )
    .expect("files can be moved");
    for (classes, others) in [("main", "classes"), ("classes", "main")] {
        let run = project
            .residua(&format!(
                "weave --plan residua-out/plan.json --classes {classes} --classpath {others} -o woven-{classes}"
            ))
            .succeeds();
        assert!(
            !run.stdout.contains("at no site") && !run.stderr.contains("warning"),
            "{run:?}"
        );
    }
}

#[test]
fn earlier_output_is_replaced() {
    let project = compiled();
    project.residua(&format!("{WEAVE} -o woven")).succeeds();
    project
        .residua(&format!("{WEAVE} -o woven --force"))
        .succeeds();
    assert_eq!(project.names("woven"), ["META-INF", "app", "residua"]);
}

#[test]
fn output_that_is_there_is_not_woven_again() {
    let project = compiled();
    let weave = |more: &str| {
        project
            .residua(&format!("{WEAVE} -o woven {more}"))
            .succeeds()
            .stdout
    };
    let is_new = |told: &str| match told.lines().last() {
        Some(line) if line.starts_with("wrote woven: ") => true,
        Some(line) if line.starts_with("up to date: woven: ") => false,
        _ => panic!("{told}"),
    };
    let (first, second) = (weave(""), weave(""));
    assert!(is_new(&first) && !is_new(&second));
    assert_eq!(first.replace("wrote", "up to date:"), second);
    assert!(is_new(&weave("--force")), "it was asked for");
    assert!(
        is_new(&weave("--full")) && is_new(&weave("")),
        "another task"
    );
    project.write("classes/notes.txt", b"new");
    assert!(
        is_new(&weave("")) && !is_new(&weave("")),
        "a file among the classes"
    );
    project.write("lib/notes.txt", b"new");
    assert!(
        is_new(&weave("--classpath lib")) && !is_new(&weave("--classpath lib")),
        "another class path"
    );
    project.write("woven/app/Main.class", b"");
    assert!(
        is_new(&weave("--classpath lib")),
        "an output that is damaged"
    );
    std::fs::remove_file(project.path("woven/app/Idle.class")).expect("files can be removed");
    assert!(is_new(&weave("--classpath lib")), "an output that is gone");
    reports_one_violation(project.java("-cp woven app.Main early"));
    changed(
        &project,
        "src/app/Main.java",
        "session.send(1)",
        "session.send(2)",
    );
    project
        .residua(&format!("{WEAVE} -o woven --classpath lib"))
        .fails_with(2, &["has changed since the plan was made"]);
}

#[test]
fn folder_with_other_files_is_not_replaced() {
    let project = compiled();
    project.write("letters/mother.txt", b"Dear");
    project
        .residua(&format!("{WEAVE} -o letters"))
        .fails_with(2, &["error[output-in-use]", "`letters`"]);
    assert_eq!(project.names("letters"), ["mother.txt"]);
}

#[test]
fn output_among_the_input_is_refused() {
    let project = compiled();
    for output in ["classes", ".", "classes/woven", "classes/new/woven.jar"] {
        let run = project.residua(&format!("{WEAVE} -o {output}"));
        run.fails_with(
            2,
            &["error[output-among-input]", "inputs are never changed"],
        );
    }
    assert_eq!(project.names("classes"), ["app"]);
}

#[test]
fn classes_that_are_none_are_refused_and_nothing_is_written() {
    let project = compiled();
    project.write("notes.jar", b"not a jar");
    project.write("damaged/app/Main.class", b"\xca\xfe\xba\xbe\0\0\0\x34\xff");
    let told = [
        ("notes.jar", "notes.jar: no jar"),
        ("damaged", "app/Main.class"),
    ];
    for (input, text) in told {
        let run = project.residua(&format!(
            "weave --plan residua-out/plan.json --classes {input} -o woven"
        ));
        run.fails_with(2, &["error", text]);
        assert!(!project.path("woven").exists());
    }
}

#[test]
fn nested_class_of_the_unnamed_package_is_named_in_full() {
    let rules = |imports: &str, class: &str| {
        format!(
            "{imports}foreach:\n  - parameters: [{class} r]\n    events:\n      a: call {class}.a() target r\n    properties:\n      \
             never:\n        states: {{fine: initial, used: bad}}\n        transitions:\n          - fine -> used: a\n"
        )
    };
    let project = Project::new(
        "//- src/Main.java\npublic class Main {\n    public static class Row { void a() {} }\n    \
         public static void main(String[] args) { if (args.length > 0) new Row().a(); }\n}\n",
    );
    project.javac("src", "classes");
    let analyzed = |text: String| {
        project.write("row.yaml", text.as_bytes());
        project.residua("analyze --source src --property row.yaml")
    };
    let told = ["row.yaml:1:11", "unnamed package", "`Main.Row` in full"];
    analyzed(rules("imports: [Main.Row]\n", "Row")).fails_with(2, &told);
    analyzed(rules("", "Main.Row")).succeeds();
    project.residua(&format!("{WEAVE} -o woven")).succeeds();
    assert!(
        project
            .java("-cp woven Main once")
            .succeeds()
            .stderr
            .contains("violation of never")
    );
}

#[test]
fn woven_classes_are_not_woven_again() {
    let project = compiled();
    project.residua(&format!("{WEAVE} -o woven")).succeeds();
    let run = project.residua("weave --plan residua-out/plan.json --classes woven -o again");
    run.fails_with(2, &["woven before"]);
    assert!(!project.path("again").exists());
}

#[test]
fn output_that_cannot_be_written_is_told() {
    let project = compiled();
    project.write("taken", b"a file");
    let run = project.residua(&format!("{WEAVE} -o taken/woven"));
    run.fails_with(2, &["taken/woven"]);
    assert_eq!(project.read("taken"), "a file");
}

/// A library that iterates by itself, and names no class of the program.
#[test]
fn library_that_was_not_analysed_raises_no_events() {
    let project = Project::new(&format!("{ITERATION}{UNASKED_LIBRARY}"));
    project
        .javac_with(&["src", "lib"], "classes", "")
        .succeeds();
    project
        .residua("analyze --source src --property next.yaml --classpath classes")
        .succeeds();
    for more in ["", "--full"] {
        let told = project
            .residua(&format!("{WEAVE} -o woven {more}"))
            .succeeds();
        let left = "1 class is left as compiled, as the plan was made without the sources (lib/Late.class)";
        assert!(
            told.stderr.contains(left) && !told.stderr.contains("as written"),
            "{}",
            told.stderr
        );
        assert_eq!(project.java("-cp woven app.Main").succeeds().stderr, "");
    }
}

const ITERATION: &str = "
//- next.yaml
imports: [java.util.Iterator]
foreach:
  - parameters: [Iterator i]
    events:
      asked: call Iterator.hasNext() target i
      next: call Iterator.next() target i
    properties:
      asked-first:
        states: {new: initial, asked: , unasked: bad}
        transitions:
          - new -> asked: asked
          - new -> unasked: next
//- src/app/Main.java
package app;
public class Main {
    public static void main(String[] args) { lib.Late.first(java.util.List.of(1)); }
}
";

const UNASKED_LIBRARY: &str = "
//- lib/lib/Late.java
package lib;
public class Late { public static Object first(java.util.List<?> list) { return list.iterator().next(); } }
";

/// A class that sends by itself, of which there is no source, as of Kotlin beside Java.
#[test]
fn class_without_a_source_that_names_the_program_brings_the_original_back() {
    let project = sessions();
    let late = "package lib;\n\npublic class Late { public static void use(app.Session s) { s.send(1); } }\n";
    project.write("lib/lib/Late.java", late.as_bytes());
    changed(
        &project,
        "src/app/Main.java",
        "session.open();",
        "lib.Late.use(session); session.open();",
    );
    project
        .javac_with(&["src", "lib"], "classes", "")
        .succeeds();
    project
        .residua("analyze --source src --property session.yaml --classpath classes")
        .succeeds();
    let told = project
        .residua(&format!("{WEAVE} -o woven"))
        .succeeds()
        .stderr;
    let written = "`lifecycle` is woven as written, since the plan does not know a place of it in the class files: lib/Late.java:3 \
                   in `lib.Late`; the source of `lib.Late` was not analysed";
    assert!(told.contains(written), "{told}");
    let report =
        "residua: violation of lifecycle in early by send at lib/Late.java:3 (app.Session@";
    let run = |more: &str| {
        project
            .residua(&format!("{WEAVE} -o woven {more}"))
            .succeeds();
        project.java("-cp woven app.Main").succeeds().stderr
    };
    assert!(
        run("").starts_with(report) && run("--full").starts_with(report),
        "{}",
        run("")
    );
}
