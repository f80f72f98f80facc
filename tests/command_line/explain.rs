//! `residua explain`.

use super::{changed, sessions};
use crate::support::{Project, Run};

const EXPLAIN: &str = "explain --plan residua-out/plan.json";

fn analysed() -> Project {
    let project = sessions();
    changed(&project, "src/app/Main.java", "session.open();", "if (args.length > 0) session.open();");
    project.residua("analyze --source src --property session.yaml").succeeds();
    project
}

#[track_caller]
fn says(run: Run, told: &[&str]) {
    let stdout = run.succeeds().stdout;
    told.iter().for_each(|text| assert!(stdout.contains(text), "`{text}` is not said:\n{stdout}"));
}

#[test]
fn line_is_shown_with_its_decision_and_the_reason() {
    let run = analysed().residua(&format!("{EXPLAIN} app/Main.java:7"));
    says(run, &["kept: `send` of `lifecycle`", "src/app/Main.java:7:17", "session.send(1);", "^^^^", "why: "]);
}

#[test]
fn way_to_the_report_is_shown_step_by_step() {
    let project = analysed();
    let told = ["through here an object may be led to a report", "step: 1. `fresh` -> `early` by `send`"];
    says(project.residua(&format!("{EXPLAIN} app/Main.java:7")), &told);
    changed(&project, "src/app/Main.java", "package app;", "package app; // changed");
    let stdout = project.residua(&format!("{EXPLAIN} app/Main.java:7")).succeeds().stdout;
    assert!(stdout.contains(told[1]) && stdout.contains("src/app/Main.java:7:17"), "{stdout}");
    assert!(!stdout.contains("session.send(1)"), "{stdout}");
}

#[test]
fn source_may_be_named_with_its_root_or_by_its_end() {
    let project = analysed();
    for file in ["src/app/Main.java", "app/Main.java", "Main.java"] {
        says(project.residua(&format!("{EXPLAIN} {file}:7")), &["`send` of `lifecycle`"]);
    }
}

#[test]
fn line_without_a_generator_tells_the_nearest_ones() {
    let run = analysed().residua(&format!("{EXPLAIN} app/Main.java:5"));
    says(run, &["nothing in line 5", "the nearest lines that do: 6"]);
}

#[test]
fn changed_source_is_not_shown() {
    let project = analysed();
    changed(&project, "src/app/Main.java", "package app;", "package app; // changed");
    let stdout = project.residua(&format!("{EXPLAIN} app/Main.java:7")).succeeds().stdout;
    assert!(stdout.contains("has changed since the plan was made") && !stdout.contains("session.send(1)"), "{stdout}");
}

#[test]
fn property_is_told_with_the_fate_of_each_transition() {
    let run = analysed().residua(&format!("{EXPLAIN} lifecycle"));
    says(run, &["lifecycle (session.yaml): the residual decides", "fresh -> early [send]: stays"]);
}

#[test]
fn transition_is_told_by_its_states() {
    let stdout = analysed().residua(&format!("{EXPLAIN} lifecycle:fresh->live")).succeeds().stdout;
    assert!(stdout.contains("fresh -> live [open]") && !stdout.contains("early"), "{stdout}");
}

#[test]
fn names_that_the_plan_does_not_know_are_errors_with_the_nearest_one() {
    let project = analysed();
    project.residua(&format!("{EXPLAIN} app/Mian.java:7")).fails_with(2, &["`app/Mian.java`", "`app/Main.java`"]);
    says(project.residua(&format!("{EXPLAIN} app/Main.java:0")), &["nothing in line 0"]);
    project.residua(&format!("{EXPLAIN} lifecycel")).fails_with(2, &["`lifecycel`", "`lifecycle`"]);
    project.residua(&format!("{EXPLAIN} lifecycle:fresh->liev")).fails_with(2, &["`liev`", "`live`"]);
    project.residua(&format!("{EXPLAIN} lifecycle:early->fresh")).fails_with(2, &["no transition from `early`"]);
}
