//! `residua trace`.

use super::{changed, sessions};

const RIGHT: &str = "open s=Session@1\nsend s=Session@1 at Main.java:7\nclose s=Session@1\n";
const WRONG: &str = "open s=Session@1\nsend s=Session@2 at Main.java:7\n";

#[test]
fn trace_that_keeps_the_property_has_no_report() {
    let project = sessions();
    project.write("events.txt", RIGHT.as_bytes());
    let run = project
        .residua("trace --property session.yaml events.txt")
        .succeeds();
    assert_eq!(
        (run.stdout.as_str(), run.stderr.as_str()),
        (
            "0 reports\nSession@1: lifecycle in fresh\n",
            "next: `residua convert --to mermaid session.yaml` draws the property\n"
        )
    );
}

#[test]
fn trace_that_breaks_the_property_is_reported_as_a_monitored_program_reports() {
    let project = sessions();
    project.write("events.txt", WRONG.as_bytes());
    let run = project.residua("trace --property session.yaml events.txt");
    assert_eq!(run.status, 1, "{run:#?}");
    let told = "residua: violation of lifecycle in early by send at Main.java:7 (Session@2)\n1 report\n\
                Session@1: lifecycle in live\nSession@2: lifecycle in early\n";
    assert_eq!(run.stdout, told);
}

#[test]
fn report_of_a_trace_ends_with_the_message_of_the_property() {
    let project = sessions();
    let words = "      lifecycle:\n        message: open the session before you send";
    changed(&project, "session.yaml", "      lifecycle:", words);
    project.write("events.txt", WRONG.as_bytes());
    let run = project.residua("trace --property session.yaml events.txt");
    assert_eq!(run.status, 1, "{run:#?}");
    let report = run.stdout.lines().next().expect("a report");
    assert!(
        report.ends_with("(Session@2): open the session before you send"),
        "{report}"
    );
}

#[test]
fn events_may_come_from_stdin() {
    let project = sessions();
    let run = project
        .residua_with("trace --property session.yaml -", &[], RIGHT)
        .succeeds();
    assert!(run.stdout.starts_with("0 reports\n"), "{}", run.stdout);
    let run = project.residua_with("trace --property session.yaml -", &[], "sned s=Session@1\n");
    run.fails_with(2, &["<stdin>:1:1", "`send`"]);
}

#[test]
fn event_that_the_property_does_not_know_is_told_with_its_place_and_the_nearest_name() {
    let project = sessions();
    project.write("events.txt", RIGHT.replace("close", "clsoe").as_bytes());
    let run = project.residua("trace --property session.yaml events.txt");
    run.fails_with(
        2,
        &["error[", "events.txt:3:1", "clsoe s=Session@1", "`close`"],
    );
    assert_eq!(run.stdout, "");
}

#[test]
fn line_that_is_no_event_is_told_with_its_place() {
    let project = sessions();
    project.write("events.txt", b"open s=Session@1\nsend s=\n");
    let run = project.residua("trace --property session.yaml events.txt");
    run.fails_with(2, &["error[", "events.txt:2:"]);
    assert_eq!(run.stdout, "");
}

#[test]
fn events_that_do_not_exist_are_told_with_the_nearest_file() {
    let project = sessions();
    project.write("events.txt", b"");
    let run = project.residua("trace --property session.yaml event.txt");
    run.fails_with(
        2,
        &["the event trace `event.txt` does not exist", "`events.txt`"],
    );
}

#[test]
fn property_with_errors_judges_nothing() {
    let project = sessions();
    project.write("events.txt", RIGHT.as_bytes());
    super::changed(&project, "session.yaml", "live -> fresh", "livee -> fresh");
    let run = project.residua("trace --property session.yaml events.txt");
    run.fails_with(2, &["error[unknown-state]"]);
    assert_eq!(run.stdout, "");
}
