//! Results that are there already are not made again, unless anything is not as it was.

use super::{changed, sessions};
use test_support::{Project, Run};

const ANALYZE: &str = "analyze --source src --property session.yaml --classpath lib";

/// A project with a class path, analysed.
fn analysed() -> Project {
    let project = sessions();
    project.write("lib/notes.txt", b"one");
    let run = project.residua(ANALYZE).succeeds();
    assert!(
        run.stdout.contains("wrote residua-out/plan.json") && !run.stdout.contains("up to date"),
        "{}",
        run.stdout
    );
    project
}

fn is_up_to_date(run: &Run) -> bool {
    run.stdout.ends_with("up to date: residua-out\n") && !run.stdout.contains("wrote ")
}

#[test]
fn same_input_is_not_analysed_again() {
    let project = analysed();
    let first = project.read("residua-out/plan.json");
    let run = project
        .residua(&format!("{ANALYZE} --threads 1 --verbose"))
        .succeeds();
    assert!(
        is_up_to_date(&run) && !run.stderr.contains("analysing"),
        "{run:?}"
    );
    assert_eq!(project.read("residua-out/plan.json"), first);
    assert!(!is_up_to_date(
        &project.residua(&format!("{ANALYZE} --force")).succeeds()
    ));
}

#[test]
fn findings_and_status_are_those_of_the_first_run() {
    let project = sessions();
    changed(
        &project,
        "session.yaml",
        "early: bad}",
        "early: bad, idle: }",
    );
    changed(
        &project,
        "src/app/Main.java",
        "        session.open();\n",
        "",
    );
    let runs = [(); 2]
        .map(|()| project.residua("analyze --source src --property session.yaml --format json"));
    assert!(
        runs[0].status == 1 && runs[1].status == 1,
        "violated: {runs:?}"
    );
    let told = |run: &Run| {
        let json: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
        assert_ne!(json["diagnostics"].as_array().map(Vec::len), Some(0));
        (json["diagnostics"].clone(), json["properties"].clone())
    };
    assert_eq!(told(&runs[0]), told(&runs[1]));
}

/// Each of these changes one thing that results may depend on.
#[test]
fn whatever_changes_is_noticed() {
    let project = analysed();
    let again = |what: &str, arguments: &str| {
        assert!(
            !is_up_to_date(&project.residua(arguments).succeeds()),
            "{what} was not noticed"
        );
        assert!(
            is_up_to_date(&project.residua(arguments).succeeds()),
            "{what} was not recorded"
        );
    };
    changed(
        &project,
        "src/app/Main.java",
        "session.send(1)",
        "session.send(2)",
    );
    again("another source", ANALYZE);
    project.write("src/app/New.java", b"package app;\n\nclass New {}\n");
    again("a new source", ANALYZE);
    std::fs::remove_file(project.path("src/app/New.java")).expect("files can be removed");
    again("a source that is gone", ANALYZE);
    changed(&project, "session.yaml", "imports:", "# changed\nimports:");
    again("another property", ANALYZE);
    project.write("lib/notes.txt", b"two");
    again("another class path", ANALYZE);
    again("another option", &format!("{ANALYZE} --through residual1"));
    again(
        "another entry point",
        &format!("{ANALYZE} --entry app.Main.main"),
    );
    project.write("log.txt", b"");
    again(
        "a reflection log",
        &format!("{ANALYZE} --reflection-log log.txt"),
    );
}

#[test]
fn outputs_and_records_that_are_damaged_are_made_again() {
    let project = analysed();
    for file in [
        "inputs.json",
        "plan.json",
        "report.html",
        "session.residual.yaml",
    ] {
        let whole = project.read(&format!("residua-out/{file}"));
        project.write(
            &format!("residua-out/{file}"),
            &whole.as_bytes()[..whole.len() / 2],
        );
        assert!(
            !is_up_to_date(&project.residua(ANALYZE).succeeds()),
            "{file} was taken for whole"
        );
        assert_eq!(project.read(&format!("residua-out/{file}")), whole);
        std::fs::remove_file(project.path(&format!("residua-out/{file}")))
            .expect("files can be removed");
        assert!(
            !is_up_to_date(&project.residua(ANALYZE).succeeds()),
            "{file} was not missed"
        );
    }
    for damage in [&b""[..], b"{}", b"\xff\xfe"] {
        project.write("residua-out/inputs.json", damage);
        assert!(
            !is_up_to_date(&project.residua(ANALYZE).succeeds()),
            "no record was taken for one"
        );
    }
    assert!(is_up_to_date(&project.residua(ANALYZE).succeeds()));
}

#[test]
fn runs_at_the_same_time_leave_whole_results() {
    let project = analysed();
    let whole = project.read("residua-out/plan.json");
    std::thread::scope(|scope| {
        for threads in 1..=3 {
            let project = &project;
            scope.spawn(move || {
                for _ in 0..2 {
                    project
                        .residua(&format!("{ANALYZE} --force --threads {threads}"))
                        .succeeds();
                }
            });
        }
    });
    assert_eq!(project.read("residua-out/plan.json"), whole);
    assert_eq!(
        project.names("residua-out"),
        [
            "inputs.json",
            "plan.json",
            "report.html",
            "session.residual.yaml"
        ]
    );
    assert!(is_up_to_date(&project.residua(ANALYZE).succeeds()));
}
