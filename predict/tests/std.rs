//! The text of runs: what is read, what is refused, and that writing is the inverse of reading.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use predict::log;
use predict::trace::{self, Action, Trace};
use text::Diagnostic;

fn read(text: &str) -> Result<(Trace, Vec<Diagnostic>), Diagnostic> {
    trace::read("run.std", text.as_bytes())
}

const ALL: &str = "T0|start|1\nT0|fork(T1)|2\nT1|start|3\nT0|w(x)|4|7\nT1|r(x)|5|7\nT1|branch|6\n\
                   T0|vw(v)|7\nT1|vr(v)|8\nT1|vu(v)|9\nT0|begin|10\nT0|req(l)|11\nT0|acq(l)|12\n\
                   T0|wait_rel(l)|13\nT1|acq(l)|14\nT1|notify(l)|15\nT1|notify_all(l)|16\n\
                   T1|rel(l)|17\nT0|wait_acq(l)|18\nT0|rel(l)|19\nT0|end|A.java:20\n\
                   T1|exit|21\nT0|join(T1)|22\nT0|read_req(l)|23\nT0|read_acq(l)|24\n\
                   T2|try_read_acq(l)|25\nT3|try_fail(l)|26\nT2|read_rel(l)|27\nT0|read_rel(l)|28\n\
                   T0|try_acq(l)|29\nT2|try_read_fail(l)|30\nT0|await_rel(l;c)|31\nT2|acq(l)|32\n\
                   T2|signal(c)|33\nT2|timed_await_rel(l;d)|34\nT0|await_acq(l;c)|35\n\
                   T0|signal_all(d)|36\nT0|rel(l)|37\nT2|step|38\nT2|await_acq(l;d)|39\n\
                   T2|timed_wait_rel(l)|40\nT0|cas(x)|41\nT0|event(life.send s=Session@1,n=2)|42\n";

#[test]
fn every_operation_is_written_as_it_was_read() {
    let (trace, findings) = read(ALL).expect("a trace");
    assert_eq!((trace.events.len(), findings.len()), (42, 0));
    let mut written = Vec::new();
    trace::write(&trace, &mut written).expect("a vector takes everything");
    assert_eq!(String::from_utf8(written).as_deref(), Ok(ALL));
    let mut bytes = Vec::new();
    log::write(&trace, &mut bytes).expect("a vector takes everything");
    assert_eq!(log::read(&bytes[..]), (trace, None));
}

#[test]
fn compressed_text_is_the_same_trace() {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(ALL.as_bytes()).expect("a vector");
    let packed = encoder.finish().expect("a vector");
    let (trace, _) = trace::read("run.std.gz", packed.as_slice()).expect("a trace");
    assert_eq!(trace, read(ALL).expect("a trace").0);
    let cut = trace::read("run.std.gz", &packed[..packed.len() / 2]);
    assert_eq!(
        cut.map(|_| ()).map_err(|error| error.code),
        Err("unreadable".to_owned())
    );
}

#[test]
fn reentrant_locking_is_folded_also_around_a_wait() {
    let text = "T0|acq(l)|1\nT0|req(l)|2\nT0|acq(l)|2\nT0|wait_rel(l)|3\nT1|acq(l)|4\n\
                T1|notify(l)|5\nT1|rel(l)|6\nT0|wait_acq(l)|7\nT0|rel(l)|8\nT0|rel(l)|9\n";
    let (trace, _) = read(text).expect("a trace");
    let lines: Vec<&str> = (0..trace.events.len())
        .map(|position| trace.line(position))
        .collect();
    assert_eq!(lines, ["1", "3", "4", "5", "6", "7", "9"]);
}

/// Both sides fold for themselves, and a wait gives back all acquires of the write side.
#[test]
fn reentrant_readers_are_folded() {
    let text = "T0|acq(l)|1\nT0|read_req(l)|2\nT0|read_acq(l)|3\nT0|read_req(l)|4\nT0|read_acq(l)|5\n\
                T0|acq(l)|6\nT0|rel(l)|7\nT0|rel(l)|8\nT1|read_acq(l)|9\nT0|read_rel(l)|10\n\
                T0|read_rel(l)|11\nT1|read_rel(l)|12\nT1|acq(l)|13\nT1|acq(l)|14\n\
                T1|await_rel(l;c)|15\nT0|acq(l)|16\nT0|rel(l)|17\nT1|await_acq(l;c)|18\n\
                T1|rel(l)|19\nT1|rel(l)|20\nT0|acq(l)|21\n";
    let (trace, _) = read(text).expect("a trace");
    let lines: Vec<&str> = (0..trace.events.len())
        .map(|position| trace.line(position))
        .collect();
    let kept = [
        "1", "2", "3", "8", "9", "11", "12", "13", "15", "16", "17", "18", "20", "21",
    ];
    assert_eq!(lines, kept);
}

#[test]
fn thread_named_by_its_number_is_read_with_a_finding() {
    let (trace, findings) = read("T1|fork(2)|1\nT2|w(x)|2\nT1|join(2)|3\n").expect("a trace");
    assert_eq!(trace.threads(), 2);
    assert!(
        matches!(trace.events[0].action, Action::Fork(forked) if forked == trace.events[1].thread)
    );
    assert_eq!(findings.len(), 1);
    assert_eq!((findings[0].span.line, findings[0].span.column), (1, 9));
    let (trace, findings) = read("1|fork(2)|1\n2|w(x)|2\n").expect("a trace");
    assert_eq!((trace.threads(), findings.len()), (2, 0));
}

#[test]
fn damaged_lines_are_refused_at_their_place() {
    for (text, line, column, words) in [
        ("T0", 1, 3, "operation"),
        ("T0|w(x)", 1, 8, "line of the program"),
        ("T0|w(x)|1\n|w(x)|2", 2, 1, "thread"),
        ("T0|w(x|1", 1, 7, "`)`"),
        ("T0|w()|1", 1, 6, "target"),
        ("T0|w|1", 1, 4, "`w(name)`"),
        ("T0|w(x)|", 1, 9, "empty"),
        ("T0|w(x)|1|2|3", 1, 12, "four"),
        ("Tä|write(x)|1", 1, 4, "`write`"),
        ("T0|rel(l)|1", 1, 4, "`l`"),
        ("T0|acq(l)|1\nT1|acq(l)|2", 2, 4, "`T0` holds"),
        ("T0|wait_acq(l)|1", 1, 4, "wait"),
        ("T0|notify(l)|1", 1, 4, "hold"),
        ("T0|event(send s=1)|1", 1, 4, "`send s=1`"),
        ("T0|event(life.send s)|1", 1, 4, "lifecycle"),
        ("T0|event(life.send s=1,s=2)|1", 1, 4, "property event"),
        ("T0|read_acq(l)|1\nT1|acq(l)|2", 2, 4, "`T0` holds"),
        ("T0|acq(l)|1\nT1|read_acq(l)|2", 2, 4, "`T0` holds"),
        ("T0|read_acq(l)|1\nT0|acq(l)|2", 2, 4, "write side"),
        ("T0|acq(l)|1\nT0|read_rel(l)|2", 2, 4, "does not hold"),
        ("T0|read_acq(l)|1\nT0|rel(l)|2", 2, 4, "does not hold"),
        ("T0|read_acq(l)|1\nT0|wait_rel(l)|2", 2, 4, "does not hold"),
        (
            "T0|acq(l)|1\nT0|read_acq(l)|1\nT0|await_rel(l;c)|2",
            3,
            4,
            "`read_rel(l)`",
        ),
        ("T0|await_rel(l;c)|1", 1, 4, "does not hold"),
        (
            "T0|acq(l)|1\nT0|await_rel(l)|2",
            2,
            4,
            "`await_rel(lock;condition)`",
        ),
        ("T0|acq(l)|1\nT0|await_rel(;c)|2", 2, 4, "condition"),
        ("T0|acq(l)|1\nT0|await_rel(l;c)|2\nT0|w(x)|3", 3, 4, "waits"),
        (
            "T0|acq(l)|1\nT0|await_rel(l;c)|2\nT0|await_acq(l;d)|3",
            3,
            4,
            "waits",
        ),
        (
            "T0|acq(l)|1\nT0|await_rel(l;c)|2\nT0|wait_acq(l)|3",
            3,
            4,
            "waits",
        ),
        (
            "T0|acq(l)|1\nT0|acq(m)|2\nT0|await_rel(l;c)|3\nT1|acq(l)|4\nT1|await_rel(m;c)|5",
            5,
            4,
            "`l`",
        ),
        (
            "T0|acq(l)|1\nT0|await_rel(l;c)|2\nT1|signal(c)|3",
            3,
            4,
            "does not hold",
        ),
        ("T0|signal(a;b)|1", 1, 4, "semicolon"),
        ("T0|acq(l)|1\nT0|try_fail(l)|2", 2, 4, "itself"),
        ("T0|acq(l)|1\nT0|try_read_fail(l)|2", 2, 4, "itself"),
        ("T0|read_acq(l)|1\nT0|try_read_fail(l)|2", 2, 4, "itself"),
    ] {
        let error = read(text).map(|_| ()).expect_err(text);
        assert_eq!(
            (error.span.line, error.span.column),
            (line, column),
            "{text}: {error:?}"
        );
        assert!(error.message.contains(words), "{text}: {}", error.message);
    }
    let error = trace::read("run.std", b"T0|w(x)|1\nT0|w(\xff)|1\n".as_slice()).expect_err("UTF-8");
    assert_eq!((error.span.line, error.span.column), (2, 6));
}

#[test]
fn no_damage_makes_the_reader_panic() {
    let mut rng = fastrand::Rng::with_seed(3);
    for _ in 0..20_000 {
        let mut text = ALL.as_bytes().to_vec();
        for _ in 0..rng.usize(1..4) {
            let place = rng.usize(..text.len());
            match rng.u8(..3) {
                0 => text[place] = rng.u8(..),
                1 => {
                    text.remove(place);
                }
                _ => text.insert(place, b"|()\n\xc3Tl"[rng.usize(..7)]),
            }
        }
        if let Ok((trace, _)) = trace::read("run.std", text.as_slice()) {
            let mut written = Vec::new();
            trace::write(&trace, &mut written).expect("a vector");
            let again = trace::read("run.std", written.as_slice()).expect("it was written");
            assert_eq!(trace, again.0);
            predict::predict(&trace, &predict::Settings::default());
        }
    }
}
