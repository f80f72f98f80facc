//! `residua check`.

use super::{changed, sessions};

#[test]
fn property_without_faults_passes() {
    let run = sessions().residua("check session.yaml").succeeds();
    assert_eq!(run.stdout, "1 file: 0 errors, 0 warnings\n");
    assert_eq!(run.stderr, "next: `residua analyze`\n");
}

#[test]
fn unknown_state_is_an_objection_with_its_line_and_the_nearest_name() {
    let project = sessions();
    changed(
        &project,
        "session.yaml",
        "fresh -> live: open",
        "fresh -> lvie: open",
    );
    let run = project.residua("check session.yaml");
    run.fails_with(
        1,
        &[
            "error[unknown-state]",
            "session.yaml:12:",
            "- fresh -> lvie: open",
            "`live`",
        ],
    );
    assert_eq!(run.stdout, "1 file: 1 error, 0 warnings\n");
}

#[test]
fn unknown_event_is_an_objection_with_its_line_and_the_nearest_name() {
    let project = sessions();
    changed(
        &project,
        "session.yaml",
        "fresh -> early: send",
        "fresh -> early: sned",
    );
    project
        .residua("check session.yaml")
        .fails_with(1, &["error[unknown-event]", "session.yaml:13:", "`send`"]);
}

#[test]
fn syntax_error_is_an_objection_with_its_place() {
    let project = sessions();
    changed(&project, "session.yaml", "[Session s]", "[Session s");
    project
        .residua("check session.yaml")
        .fails_with(1, &["error[yaml-syntax]", "session.yaml:"]);
}

#[test]
fn every_file_is_checked() {
    let project = sessions();
    project.write("other.yaml", b"properties: 12");
    let run = project.residua("check other.yaml session.yaml missing.yaml");
    run.fails_with(
        1,
        &[
            "other.yaml",
            "the property file `missing.yaml` does not exist",
        ],
    );
    assert!(run.stdout.starts_with("3 files: "), "{}", run.stdout);
}

#[test]
fn unknown_language_is_an_objection() {
    let project = sessions();
    project.write("session.yml2", b"");
    project
        .residua("check session.yml2")
        .fails_with(1, &["error[unknown-format]", "`.yml`"]);
}

#[test]
fn json_holds_every_finding() {
    let project = sessions();
    changed(
        &project,
        "session.yaml",
        "fresh -> live: open",
        "fresh -> lvie: open",
    );
    let run = project.residua("check --format json session.yaml");
    assert_eq!(run.status, 1);
    let findings: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    let finding = &findings["diagnostics"][0];
    assert_eq!(
        (finding["code"].as_str(), finding["span"]["line"].as_u64()),
        (Some("unknown-state"), Some(12))
    );
}

#[test]
fn sarif_points_at_the_place() {
    let project = sessions();
    changed(
        &project,
        "session.yaml",
        "fresh -> live: open",
        "fresh -> lvie: open",
    );
    let log: serde_json::Value =
        serde_json::from_str(&project.residua("check --format sarif session.yaml").stdout)
            .expect("JSON");
    let result = &log["runs"][0]["results"][0];
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(result["ruleId"], "unknown-state");
    assert_eq!(place["artifactLocation"]["uri"], "session.yaml");
    assert_eq!(place["region"]["startLine"], 12);
}
