//! `residua diff`: what became monitored, what became silent, and which change did it.

use super::{changed, sessions};
use test_support::Project;

const ANALYZE: &str = "analyze --source src --property session.yaml --out";

/// The program as it was, analysed, and then with a part of a source replaced.
fn before_and_after(file: &str, part: &str, by: &str) -> Project {
    let project = sessions();
    project.residua(&format!("{ANALYZE} old")).succeeds();
    changed(&project, file, part, by);
    project.residua(&format!("{ANALYZE} new")).succeeds();
    project
}

fn diff(project: &Project, options: &str) -> String {
    project
        .residua(&format!("diff old/plan.json new/plan.json {options}"))
        .succeeds()
        .stdout
}

#[test]
fn plans_of_one_program_do_not_differ() {
    let project = sessions();
    project.residua(&format!("{ANALYZE} old")).succeeds();
    project.residua(&format!("{ANALYZE} new")).succeeds();
    let told = diff(&project, "--max-new 0");
    assert_eq!(
        told,
        "new and silent: 0; gone: 0 monitored, 0 silent\nmonitored: 0; before: 0\n"
    );
}

#[test]
fn lines_that_move_change_nothing() {
    let project = before_and_after(
        "src/app/Main.java",
        "package app;\n",
        "package app;\n\n// moved\n\n",
    );
    let told = diff(&project, "--max-new 0");
    assert!(
        told.starts_with("1 source changed: app/Main.java\nnew and silent: 0; gone: 0 monitored"),
        "{told}"
    );
}

#[test]
fn what_became_monitored_names_the_change() {
    let project = before_and_after(
        "src/app/Main.java",
        "session.open();",
        "if (args.length == 0) session.open();",
    );
    let told = diff(&project, "");
    assert!(
        told.contains(
            "lifecycle: still monitored; before: cannot be violated from the entry points"
        ),
        "{told}"
    );
    assert!(
        told.contains("became monitored: 2\n  app/Main.java:6:"),
        "{told}"
    );
    assert!(
        told.contains("`send` of `lifecycle`, before the call of `app.Session.send(I)V`"),
        "{told}"
    );
    assert!(
        told.contains("    since app/Main.java has changed\n")
            && told.ends_with("monitored: 2; before: 0\n"),
        "{told}"
    );
    let back = project
        .residua("diff new/plan.json old/plan.json --max-new 0")
        .succeeds()
        .stdout;
    assert!(back.contains("became silent: 2\n"), "{back}");
}

#[test]
fn change_of_another_file_on_the_way_is_named() {
    let project = sessions();
    changed(
        &project,
        "src/app/Main.java",
        "session.open();",
        "Opener.open(session);",
    );
    project.write(
        "src/app/Opener.java",
        b"package app;\n\nclass Opener { static void open(Session s) { s.open(); } }\n",
    );
    project.residua(&format!("{ANALYZE} old")).succeeds();
    changed(
        &project,
        "src/app/Opener.java",
        "s.open();",
        "if (s.hashCode() > 7) s.open();",
    );
    project.residua(&format!("{ANALYZE} new")).succeeds();
    let told = diff(&project, "");
    assert!(
        told.contains("1 source changed: app/Opener.java\n"),
        "{told}"
    );
    assert!(
        told.contains("since a change elsewhere, in app/Opener.java")
            || told.contains("leads through app/Opener.java")
    );
}

#[test]
fn threshold_fails_a_build() {
    let project = before_and_after(
        "src/app/Main.java",
        "session.open();",
        "if (args.length == 0) session.open();",
    );
    let run = |most: u32| {
        project.residua(&format!(
            "diff old/plan.json new/plan.json --max-new {most}"
        ))
    };
    assert_eq!(run(2).status, 0);
    run(1).fails_with(
        1,
        &[
            "error[newly-monitored]",
            "2 calls are monitored that were not before; 1 is allowed",
        ],
    );
}

#[test]
fn new_call_is_no_change_of_those_behind_it() {
    let project = before_and_after(
        "src/app/Main.java",
        "        session.send(1);\n",
        "        if (args.length > 0) { new Session().send(0); }\n        session.send(1);\n",
    );
    let json: serde_json::Value =
        serde_json::from_str(&diff(&project, "--format json")).expect("JSON");
    let number = |key: &str| json[key].as_array().expect("a list").len();
    assert_eq!(
        (
            number("became_monitored"),
            number("new_monitored"),
            number("became_silent")
        ),
        (0, 1, 0),
        "{json:#}"
    );
    let new = &json["new_monitored"][0];
    assert_eq!(
        (new["line"].as_u64(), new["cause"].as_str()),
        (Some(7), Some("own-file")),
        "{json:#}"
    );
    assert_eq!(
        json["changes"]["sources"]["changed"][0].as_str(),
        Some("app/Main.java")
    );
}

#[test]
fn plan_that_is_not_there_is_told() {
    let project = sessions();
    project.residua("diff old.json").fails_with(
        2,
        &[
            "the plan `old.json` does not exist",
            "run `residua analyze`",
        ],
    );
}
