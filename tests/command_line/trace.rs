//! `residua trace`.

use super::sessions;

#[test]
fn events_that_do_not_exist_are_told_with_the_nearest_file() {
    let project = sessions();
    project.write("events.txt", b"");
    let run = project.residua("trace --property session.yaml event.txt");
    run.fails_with(2, &["the event trace `event.txt` does not exist", "`events.txt`"]);
}
