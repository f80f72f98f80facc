//! `residua convert`.

use super::{changed, sessions};

#[test]
fn property_is_the_same_after_conversion_to_its_own_language() {
    let project = sessions();
    let once = project
        .residua("convert session.yaml --to yaml")
        .succeeds()
        .stdout;
    project.write("again.yaml", once.as_bytes());
    assert_eq!(
        project
            .residua("convert again.yaml --to yaml")
            .succeeds()
            .stdout,
        once
    );
    project.residua("check again.yaml").succeeds();
}

#[test]
fn drawing_shows_every_transition() {
    let drawing = sessions()
        .residua("convert session.yaml --to dot")
        .succeeds()
        .stdout;
    assert!(drawing.starts_with("digraph \"lifecycle\" {"), "{drawing}");
    for label in ["open", "send", "close"] {
        assert!(
            drawing.contains(&format!("[label=\"{label}\"]")),
            "{drawing}"
        );
    }
}

#[test]
fn what_a_residual_has_lost_is_dashed() {
    let project = sessions();
    let source = project.read("session.yaml");
    let without: Vec<&str> = source
        .lines()
        .filter(|line| !line.contains("fresh -> early"))
        .collect();
    project.write("residual.yaml", without.join("\n").as_bytes());
    let drawn = |to: &str| {
        let whole = project
            .residua(&format!("convert session.yaml --to {to}"))
            .succeeds()
            .stdout;
        let dashed = project
            .residua(&format!(
                "convert session.yaml --to {to} --residual residual.yaml"
            ))
            .succeeds();
        (whole, dashed.stdout)
    };
    let (whole, dashed) = drawn("dot");
    assert!(!whole.contains("dashed"), "{whole}");
    assert_eq!(dashed.replace(", style=dashed", ""), whole);
    let of_send = dashed
        .lines()
        .find(|line| line.contains("style=dashed"))
        .unwrap();
    assert!(
        of_send.contains("[label=\"send\", style=dashed]"),
        "{dashed}"
    );
    let (whole, dashed) = drawn("mermaid");
    assert!(
        whole.starts_with(
            "flowchart LR\n  subgraph p0 [\"lifecycle\"]\n    p0start(( )) --> p0q0\n"
        ),
        "{whole}"
    );
    assert_eq!(dashed.replace("-.->|\"send\"|", "-->|\"send\"|"), whole);
    assert_eq!(dashed.matches("-.->").count(), 1, "{dashed}");
    let refused = project.residua("convert session.yaml --to yaml --residual residual.yaml");
    refused.fails_with(2, &["a residual is shown in drawings alone"]);
}

#[test]
fn what_larva_cannot_say_is_told_with_its_line() {
    let run = sessions().residua("convert session.yaml --to lrv");
    run.fails_with(
        2,
        &[
            "error[lrv-inexpressible]",
            "compared by identity",
            "session.yaml:3:",
            "[Session s]",
            "by equals",
        ],
    );
    assert_eq!(run.stdout, "");
}

#[test]
fn property_is_written_for_larva_and_read_again() {
    let project = sessions();
    changed(
        &project,
        "session.yaml",
        "[Session s]",
        "[Session s by equals]",
    );
    for method in ["open", "close"] {
        changed(
            &project,
            "session.yaml",
            &format!("{method}()"),
            &format!("{method}(..)"),
        );
    }
    let script = project
        .residua("convert session.yaml --to lrv")
        .succeeds()
        .stdout;
    assert!(
        script.contains("send(Session s1) = {Session s1.send(*)} where {s = s1;}"),
        "{script}"
    );
    project.write("again.lrv", script.as_bytes());
    project.residua("check again.lrv").succeeds();
    assert_eq!(
        project
            .residua("convert again.lrv --to lrv")
            .succeeds()
            .stdout,
        script
    );
}

#[test]
fn residual_of_a_script_is_the_script_with_comments_for_what_is_gone() {
    let project = sessions();
    changed(
        &project,
        "src/app/Main.java",
        "session.open();",
        "if (args.length == 0) session.open();",
    );
    project.write(
        "session.lrv",
        b"%% Sessions.\nIMPORTS { import app.Session; }\nGLOBAL { FOREACH (Session s) {\n  EVENTS {\n    \
          open(Session s1) = {s1.open()} where {s = s1;}\n    send(Session s1) = {s1.send(*)} where {s = s1;}\n    \
          never(Session s1) = {s1.reset()} where {s = s1;}\n  }\n  PROPERTY p {\n    \
          STATES { BAD { early odd } NORMAL { live } STARTING { fresh } }\n    TRANSITIONS {\n      \
          fresh -> live [open]\n      fresh -> early [send] %% too soon\n      live -> odd [never] %% no\n    }\n  }\n} }\n",
    );
    project
        .residua("analyze --source src --property session.lrv")
        .succeeds();
    let original = project.read("session.lrv");
    let expected = original
        .replace("early odd", "early ")
        .replace("live -> odd", "%% live -> odd");
    assert_eq!(project.read("residua-out/session.residual.lrv"), expected);
    assert!(
        project
            .read("residua-out/session.residual.yaml")
            .contains("fresh -> early: send")
    );
}

#[test]
fn property_with_errors_is_not_converted() {
    let project = sessions();
    changed(
        &project,
        "session.yaml",
        "fresh -> live: open",
        "fresh -> lvie: open",
    );
    let run = project.residua("convert session.yaml --to yaml");
    run.fails_with(2, &["error[unknown-state]"]);
    assert_eq!(run.stdout, "");
}
