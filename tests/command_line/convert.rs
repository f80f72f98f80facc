//! `residua convert`.

use super::{changed, sessions};

#[test]
fn property_is_the_same_after_conversion_to_its_own_language() {
    let project = sessions();
    let once = project.residua("convert session.yaml --to yaml").succeeds().stdout;
    project.write("again.yaml", once.as_bytes());
    assert_eq!(project.residua("convert again.yaml --to yaml").succeeds().stdout, once);
    project.residua("check again.yaml").succeeds();
}

#[test]
fn drawing_shows_every_transition() {
    let drawing = sessions().residua("convert session.yaml --to dot").succeeds().stdout;
    assert!(drawing.starts_with("digraph \"lifecycle\" {"), "{drawing}");
    for label in ["open", "send", "close"] {
        assert!(drawing.contains(&format!("[label=\"{label}\"]")), "{drawing}");
    }
}

#[test]
fn languages_that_cannot_be_written_are_told_with_those_that_can() {
    let run = sessions().residua("convert session.yaml --to lrv");
    run.fails_with(2, &["not supported yet", "`yaml`, `mop` and `dot`"]);
    assert_eq!(run.stdout, "");
}

#[test]
fn property_with_errors_is_not_converted() {
    let project = sessions();
    changed(&project, "session.yaml", "fresh -> live: open", "fresh -> lvie: open");
    let run = project.residua("convert session.yaml --to yaml");
    run.fails_with(2, &["error[unknown-state]"]);
    assert_eq!(run.stdout, "");
}
