//! Runs that are cut into windows: the state that a window takes over.

use predict::long::{Long, Share, Source, judge, merge};
use predict::{Kind, Method, Settings};
use text::Diagnostic;

/// The prediction of a run by windows of so many events.
fn predicted(text: &str, window: usize, settings: &Settings) -> Long {
    let open = || -> Result<Source<'_>, Diagnostic> { Source::new("run.std", text.as_bytes()) };
    let source = open().expect("a run");
    let part = judge(source, settings, window, Share::WHOLE).expect("a run");
    merge(vec![part], open).expect("a run")
}

fn lines(long: &Long, kind: Kind) -> Vec<String> {
    long.lines(kind)
        .iter()
        .map(|lines| lines.join(" "))
        .collect()
}

/// The lines of the races of a run, by windows.
fn races(text: &str, window: usize) -> Vec<String> {
    lines(&predicted(text, window, &Settings::default()), Kind::Race)
}

#[test]
fn lock_that_is_held_at_the_border_excludes() {
    let text = "T0|fork(T1)|1\nT0|acq(l)|2\nT0|w(x)|3\nT0|w(y)|4\nT0|rel(l)|5\n\
                T1|acq(l)|6\nT1|w(x)|7\nT1|rel(l)|8\n";
    assert_eq!(races(text, 2), [""; 0]);
    let unlocked = text
        .replace("T1|acq(l)|6\n", "")
        .replace("T1|rel(l)|8\n", "");
    assert_eq!(races(&unlocked, 4), ["3 7"]);
}

/// The notification stands before the window in which the wait ends, or in it.
#[test]
fn wait_that_is_open_at_the_border_ends_after_its_notification() {
    let text = "T0|fork(T1)|1\nT1|acq(l)|2\nT1|wait_rel(l)|3\nT0|step|4\n\
                T0|w(x)|5\nT0|acq(l)|6\nT0|notify(l)|7\nT0|rel(l)|8\n\
                T1|wait_acq(l)|9\nT1|rel(l)|10\nT1|w(x)|11\n";
    for window in 1..12 {
        assert_eq!(races(text, window), [""; 0], "windows of {window}");
    }
    let late = text
        .replace("T0|w(x)|5\n", "")
        .replace("T0|rel(l)|8\n", "T0|rel(l)|8\nT0|w(x)|5\n");
    assert_eq!(races(&late, 4), ["5 11"]);
}

/// Two threads wait for one notification each. The window in which they wake knows that.
#[test]
fn notifications_across_a_border_keep_their_order() {
    let text = "T0|fork(T1)|1\nT0|fork(T2)|2\nT1|acq(l)|3\nT1|wait_rel(l)|4\nT2|acq(l)|5\nT2|wait_rel(l)|6\n\
                T0|acq(l)|7\nT0|notify(l)|8\nT0|rel(l)|9\nT0|w(x)|10\nT0|acq(l)|11\nT0|notify(l)|12\nT0|rel(l)|13\n\
                T1|wait_acq(l)|14\nT1|rel(l)|15\nT2|wait_acq(l)|16\nT2|rel(l)|17\nT2|w(x)|18\n";
    for window in [6, 7, 9, 12] {
        assert_eq!(races(text, window), [""; 0], "windows of {window}");
    }
}

/// The second thread decides by a value that was written before the window.
#[test]
fn value_from_before_the_window_is_the_one_that_is_read() {
    let text = "T0|fork(T1)|1\nT0|vw(f)|2|1\nT0|acq(l)|3\nT0|rel(l)|4\nT0|step|4\n\
                T0|w(x)|5|7\nT0|vw(f)|6|2\nT1|vr(f)|7|2\nT1|branch|8\nT1|w(x)|9|8\n";
    assert_eq!(races(text, 5), [""; 0]);
    let same = text.replace("|6|2", "|6|1").replace("|7|2", "|7|1");
    assert_eq!(races(&same, 5), ["5 9"]);
    // A read that sees another value than was left is strange in a window, too.
    let strange = "T0|w(f)|1|1\nT0|step|2\nT0|r(f)|3|5\nT0|step|4\n";
    let long = predicted(strange, 2, &Settings::default());
    assert_eq!(long.prediction.strange, [2]);
    assert_eq!(long.strange, Some((1, "3".to_owned())));
}

#[test]
fn race_of_two_windows_is_found_by_happens_before() {
    let text = "T0|fork(T1)|1\nT0|w(x)|2\nT0|step|3\nT0|step|4\nT1|step|5\nT1|w(x)|6\n";
    let long = predicted(text, 2, &Settings::default());
    let report = &long.reports[0];
    assert_eq!(
        (report.lines.join(" ").as_str(), report.method),
        ("2 6", Method::HappensBefore)
    );
    assert_eq!(report.witness.iter().collect::<Vec<_>>(), [0, 4]);
    assert_eq!((long.windows, long.events), (3, 6));
}

#[test]
fn request_before_the_border_is_the_line_of_a_deadlock() {
    let text = "T0|fork(T1)|1\nT0|acq(a)|2\nT0|req(b)|3\nT0|acq(b)|4\nT0|rel(b)|5\nT0|rel(a)|6\n\
                T1|acq(b)|7\nT1|req(a)|8\nT1|acq(a)|9\nT1|rel(a)|10\nT1|rel(b)|11\n";
    let deadlocks = |window| {
        lines(
            &predicted(text, window, &Settings::default()),
            Kind::Deadlock,
        )
    };
    assert_eq!(deadlocks(100), ["3 8"]);
    // The border lies in the section of the first thread: it holds `a` in every order of the window.
    assert_eq!(deadlocks(3), [""; 0]);
}

const SESSION: &str = include_str!("session.yaml");

#[test]
fn properties_go_on_in_the_next_window() {
    let text = "T0|fork(T1)|1\nT0|event(lifecycle.open s=S@1)|2\nT0|step|3\nT0|step|4\n\
                T1|event(lifecycle.send s=S@1)|5\nT0|event(lifecycle.close s=S@1)|6\n";
    let settings = Settings {
        properties: vec![languages::read("lifecycle.yaml", SESSION).expect("a property")],
        ..Settings::default()
    };
    let long = predicted(text, 3, &settings);
    assert_eq!(lines(&long, Kind::Property), ["2 5 6"]);
    assert_eq!(
        long.reports[0].witness.iter().collect::<Vec<_>>(),
        [0, 1, 2, 3, 5, 4]
    );
}
