//! `residua demo`: the case study, small.

use test_support::Project;

#[test]
fn demo_shows_what_the_paper_shows() {
    let project = Project::new("");
    let run = project
        .residua("demo --out demo --users 40 60 --rounds 1 --rogues 3")
        .succeeds();
    for title in [
        "What is left to monitor",
        "Processor time",
        "Memory",
        "Events counted",
        "Reports",
        "ratio=",
    ] {
        assert!(
            run.stdout.contains(title),
            "`{title}` is not shown:\n{}",
            run.stdout
        );
    }
    assert_eq!(run.stdout, project.read("demo/table.txt"));
    assert!(project.read("demo/plot.svg").starts_with("<svg "));
    let reports = run.stdout.split("Reports\n").nth(1).expect("a section");
    let row: Vec<&str> = reports
        .lines()
        .nth(1)
        .expect("a row")
        .split_whitespace()
        .collect();
    assert_eq!(row, ["40", "0", "3", "3", "3", "3"]);
}

#[test]
fn numbers_that_mean_no_run_are_refused() {
    let project = Project::new("");
    for wrong in ["--users 0", "--rounds 0", "--rogues -1", "--users 10000000"] {
        project
            .residua(&format!("demo --out demo {wrong}"))
            .fails_with(2, &["error"]);
    }
    assert!(!project.path("demo").exists());
}

#[test]
fn output_that_cannot_be_made_is_told() {
    let project = Project::new("");
    project.write("taken", b"a file");
    project
        .residua("demo --out taken/demo")
        .fails_with(2, &["taken/demo"]);
}
