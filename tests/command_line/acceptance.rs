//! The limits of a run: the assumptions that it may rest on, and the share that may stay monitored
//! (`--strict`, `--accept`, `--budget`).

use super::{changed, sessions};
use test_support::Project;

const ANALYZE: &str = "analyze --source src --property session.yaml";

/// The ids of the assumptions of the plan, sorted.
fn assumptions(project: &Project) -> Vec<String> {
    let plan: serde_json::Value =
        serde_json::from_str(&project.read("residua-out/plan.json")).expect("a plan");
    let assumptions = plan["assumptions"].as_array().expect("assumptions").iter();
    let mut ids: Vec<String> = assumptions
        .map(|a| a["id"].as_str().expect("an id").to_owned())
        .collect();
    ids.sort();
    ids.dedup();
    ids
}

#[test]
fn strict_run_rests_on_nothing_that_is_not_accepted() {
    let project = sessions();
    project.residua(ANALYZE).succeeds();
    let ids = assumptions(&project);
    assert!(ids.len() > 1, "{ids:?}");
    let all = ids.join(" ");
    project
        .residua(&format!("{ANALYZE} --strict --out strict --accept {all}"))
        .succeeds();
    assert_eq!(
        project.names("strict"),
        [
            "inputs.json",
            "plan.json",
            "report.html",
            "session.residual.yaml"
        ]
    );
    let (last, others) = ids.split_last().expect("assumptions");
    let run = project.residua(&format!(
        "{ANALYZE} --strict --out less --accept {}",
        others.join(" ")
    ));
    run.fails_with(
        2,
        &[
            "error[not-accepted]",
            &format!("`{last}` is not accepted"),
            "under `accept` in `residua.toml`",
        ],
    );
    assert!(!project.path("less").exists());
}

#[test]
fn assumption_is_accepted_for_one_file() {
    let project = sessions();
    changed(
        &project,
        "src/app/Main.java",
        "session.close();",
        "session.close(); Class.forName(args[0]).newInstance();",
    );
    changed(
        &project,
        "src/app/Main.java",
        "String[] args)",
        "String[] args) throws Exception",
    );
    project.residua(ANALYZE).succeeds();
    let ids = assumptions(&project);
    assert!(ids.iter().any(|id| id == "open-class"), "{ids:?}");
    let strict = |open: &str| {
        let others: Vec<&str> = ids
            .iter()
            .map(String::as_str)
            .filter(|id| *id != "open-class")
            .collect();
        project.residua(&format!(
            "{ANALYZE} --strict --accept {} {open}",
            others.join(" ")
        ))
    };
    strict("open-class:app/Main.java").succeeds();
    strict("open-class:app/Session.java")
        .fails_with(2, &["`open-class` is not accepted", "app/Main.java:"]);
}

#[test]
fn assumption_of_no_name_is_told_with_the_nearest() {
    let project = sessions();
    project.write(
        "residua.toml",
        b"source = ['src']\nproperty = ['session.yaml']\naccept = ['opne-class']\n",
    );
    project.residua("analyze").fails_with(
        2,
        &["error[unknown-assumption]", "did you mean `open-class`?"],
    );
    assert!(!project.path("residua-out").exists());
}

#[test]
fn more_monitoring_than_the_budget_is_an_objection() {
    let project = sessions();
    changed(
        &project,
        "src/app/Main.java",
        "session.open();",
        "if (args.length == 0) session.open();",
    );
    project.residua(&format!("{ANALYZE} --budget 2")).succeeds();
    let run = project.residua(&format!("{ANALYZE} --quiet --budget 1"));
    run.fails_with(
        1,
        &[
            "error[over-budget]",
            "2 monitored calls remain, 1 more than the budget allows",
        ],
    );
    assert!(
        project.path("residua-out/plan.json").exists(),
        "outputs are written all the same"
    );
}
