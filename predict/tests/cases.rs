//! Small runs, each with what it shows and what its reorderings show.

use predict::observation::Observation;
use predict::shb::Detector;
use predict::trace::LineId;
use predict::{Kind, Method, Prediction, Settings, oracle, predict, trace};

fn prediction(text: &str) -> Prediction {
    let (trace, _) = trace::read("run.std", text.as_bytes()).expect("a trace");
    let prediction = predict(&trace, &Settings::default());
    assert_eq!(prediction.refused, 0);
    assert_eq!(prediction.undecided, predict::Undecided::default());
    let truth = oracle::truth(&Observation::new(&trace), 100_000).expect("a small run");
    let mut detector = Detector::default();
    trace
        .events
        .iter()
        .for_each(|&event| detector.observe(event));
    for lines in detector.races() {
        assert!(truth.races.contains(lines.as_slice()), "{text}");
    }
    for (kind, truth) in [(Kind::Race, truth.races), (Kind::Deadlock, truth.deadlocks)] {
        let line = |line: &LineId| trace.tables.lines.name(line.index()).to_owned();
        let mut truth: Vec<Vec<String>> = truth
            .iter()
            .map(|lines| lines.iter().map(line).collect())
            .collect();
        let mut found: Vec<Vec<String>> = prediction
            .lines(kind)
            .into_iter()
            .map(<[String]>::to_vec)
            .collect();
        truth
            .iter_mut()
            .chain(&mut found)
            .for_each(|lines| lines.sort_unstable());
        truth.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, truth, "{text}");
    }
    prediction
}

/// The lines and methods of the reports of a kind.
fn reports(text: &str, kind: Kind) -> Vec<(String, Method)> {
    let reports = prediction(text).reports.into_iter();
    let reports = reports.filter(|report| report.kind == kind);
    reports
        .map(|report| (report.lines.join(" "), report.method))
        .collect()
}

#[test]
fn race_that_another_order_of_sections_shows_is_found() {
    let text =
        "T0|fork(T1)|1\nT0|w(x)|2\nT0|acq(l)|3\nT0|rel(l)|4\nT1|acq(l)|5\nT1|rel(l)|6\nT1|w(x)|7\n";
    assert_eq!(
        reports(text, Kind::Race),
        [("2 7".to_owned(), Method::SyncPreserving)]
    );
}

#[test]
fn race_that_needs_sections_in_the_other_order_is_found() {
    // The read of `y` needs the second section of T0, and that needs the first one, so the section
    // of T1 has to come first.
    let text =
        "T0|acq(l)|1\nT0|w(x)|2\nT0|rel(l)|3\nT1|acq(l)|4\nT1|w(y)|5\nT1|rel(l)|6\nT1|w(x)|7\n";
    assert_eq!(
        reports(text, Kind::Race),
        [("2 7".to_owned(), Method::Search)]
    );
}

#[test]
fn volatile_accesses_do_not_race_with_each_other() {
    assert_eq!(
        reports("T0|vw(x)|1\nT1|vr(x)|2\nT2|vu(x)|3\n", Kind::Race),
        []
    );
    assert_eq!(reports("T0|vw(x)|1\nT1|r(x)|2\n", Kind::Race).len(), 1);
}

#[test]
fn read_may_see_another_write_of_the_same_value() {
    let text =
        "T0|w(x)|1|5\nT0|fork(T1)|2|\nT0|w(y)|3|0\nT0|vw(x)|4|5\nT1|vr(x)|5|5\nT1|r(y)|6|0\n";
    assert_eq!(
        reports(text, Kind::Race),
        [("3 6".to_owned(), Method::Values)]
    );
    let other = text.replace("|1|5", "|1|4");
    assert_eq!(reports(&other, Kind::Race), []);
}

#[test]
fn read_without_a_branch_behind_it_may_see_anything() {
    let text = "T0|w(y)|1\nT0|vw(x)|2\nT1|vr(x)|3\nT1|branch|4\nT1|r(y)|5\n";
    assert_eq!(reports(text, Kind::Race), []);
    let late = "T0|w(y)|1\nT0|vw(x)|2\nT1|vr(x)|3\nT1|r(y)|5\nT1|branch|6\n";
    assert_eq!(
        reports(late, Kind::Race),
        [("1 5".to_owned(), Method::Search)]
    );
}

#[test]
fn threads_in_a_circle_are_a_deadlock_of_any_size() {
    let mut text = String::new();
    for thread in 0..4 {
        let next = (thread + 1) % 4;
        text += &format!(
            "T{thread}|acq(l{thread})|{thread}\nT{thread}|acq(l{next})|1{thread}\n\
             T{thread}|rel(l{next})|2{thread}\nT{thread}|rel(l{thread})|3{thread}\n"
        );
    }
    let expected = [("10 11 12 13".to_owned(), Method::SyncPreserving)];
    assert_eq!(reports(&text, Kind::Deadlock), expected);
}

#[test]
fn gate_lock_prevents_a_deadlock() {
    let text = "T0|acq(g)|1\nT0|acq(a)|2\nT0|acq(b)|3\nT0|rel(b)|4\nT0|rel(a)|5\nT0|rel(g)|6\n\
                T1|acq(g)|7\nT1|acq(b)|8\nT1|acq(a)|9\nT1|rel(a)|10\nT1|rel(b)|11\nT1|rel(g)|12\n";
    assert_eq!(reports(text, Kind::Deadlock), []);
}

#[test]
fn run_that_ended_in_a_deadlock_is_reported_first() {
    let text = "T0|acq(a)|1\nT1|acq(b)|2\nT0|req(b)|3\nT1|req(a)|4\n";
    assert_eq!(
        reports(text, Kind::Deadlock),
        [("3 4".to_owned(), Method::Run)]
    );
}

#[test]
fn transaction_is_interrupted_in_this_run_and_in_another_one() {
    let first = "T0|fork(T1)|1\nT0|begin|2\nT0|acq(l)|3\nT0|r(x)|4\nT0|rel(l)|5\n";
    let second = "T0|acq(l)|6\nT0|w(x)|7\nT0|rel(l)|8\nT0|end|9\n";
    let other = "T1|begin|10\nT1|acq(l)|11\nT1|w(x)|12\nT1|rel(l)|13\nT1|end|14\n";
    let observed = reports(&format!("{first}{other}{second}"), Kind::Atomicity);
    assert_eq!(observed, [("4 7 12".to_owned(), Method::Run)]);
    let predicted = reports(&format!("{first}{second}{other}"), Kind::Atomicity);
    assert_eq!(predicted, [("4 7 12".to_owned(), Method::Search)]);
}

#[test]
fn notification_ends_the_wait_that_it_ended() {
    let text = "T0|acq(l)|1\nT0|wait_rel(l)|2\nT1|w(x)|3\nT1|acq(l)|4\nT1|notify(l)|5\nT1|rel(l)|6\n\
                T0|wait_acq(l)|7\nT0|rel(l)|8\nT0|w(x)|9\n";
    assert_eq!(reports(text, Kind::Race), []);
    // Without the notification the wait has timed out, and orders nothing.
    let without = text.replace("T1|notify(l)|5\n", "");
    assert_eq!(reports(&without, Kind::Race).len(), 1);
}

#[test]
fn thread_whose_wait_has_ended_waits_for_the_lock() {
    let waits = "T0|acq(a)|1\nT0|acq(b)|2\nT0|wait_rel(b)|3\nT1|acq(b)|4\nT1|notify(b)|5\nT1|rel(b)|6\n\
                 T0|wait_acq(b)|7\nT0|rel(b)|8\nT0|rel(a)|9\n";
    let nested = "T2|acq(b)|10\nT2|acq(a)|11\nT2|rel(a)|12\nT2|rel(b)|13\n";
    for (text, method) in [
        (format!("{waits}{nested}"), Method::SyncPreserving),
        (format!("{nested}{waits}"), Method::Search),
    ] {
        let mut found = reports(&text, Kind::Deadlock);
        found.retain(|(lines, _)| lines.starts_with('7'));
        assert_eq!(found, [("7 11".to_owned(), method)]);
    }
}

#[test]
fn small_budget_is_told_as_undecided() {
    let text =
        "T0|acq(l)|1\nT0|w(x)|2\nT0|rel(l)|3\nT1|acq(l)|4\nT1|w(y)|5\nT1|rel(l)|6\nT1|w(x)|7\n";
    let (trace, _) = trace::read("run.std", text.as_bytes()).expect("a trace");
    let settings = Settings {
        steps_per_candidate: 2,
        ..Settings::default()
    };
    let prediction = predict(&trace, &settings);
    assert_eq!(
        (prediction.reports.len(), prediction.undecided.races),
        (0, 1)
    );
}

/// The lines of the races of a text whose lines stand behind semicolons.
fn races(text: &str) -> Vec<String> {
    let reports = reports(&text.replace("; ", "\n"), Kind::Race);
    reports.into_iter().map(|(lines, _)| lines).collect()
}

fn refusal(text: &str) -> String {
    let read = trace::read("run.std", text.replace("; ", "\n").as_bytes());
    read.expect_err("a refusal").message
}

/// The thread outlives the join, though its only event behind it is folded.
#[test]
fn join_that_a_folded_event_shows_to_have_given_up_orders_nothing() {
    let text = "T2|acq(l)|1; T2|r(x)|2; T1|join(T2)|3; T1|w(x)|4; T2|acq(l)|5";
    assert_eq!(races(text), ["2 4"]);
    assert_eq!(races(&text.replace("; T2|acq(l)|5", "")), [""; 0]);
}

#[test]
fn threads_that_wait_or_have_ended_do_nothing() {
    let waits = refusal("T1|acq(l)|1; T1|wait_rel(l)|2; T1|acq(l)|3");
    assert_eq!(waits, "the thread waits on the lock `l`");
    assert_eq!(refusal("T1|exit|1; T1|w(x)|2"), "the thread `T1` has ended");
    let late = refusal("T0|w(x)|1; T1|r(x)|2; T0|fork(T1)|3");
    assert!(
        late.starts_with("the thread `T1` has begun already"),
        "{late}"
    );
}

/// T1 saw the value of T2, whatever the order of the log says.
#[test]
fn value_that_a_read_has_recorded_counts() {
    let text = "T2|w(y)|9; T2|vw(x)|8|2; T0|vw(x)|1|1; T1|vr(x)|2|2; T1|branch|3; T1|w(y)|4";
    let (trace, _) = trace::read("run.std", text.replace("; ", "\n").as_bytes()).expect("a trace");
    let prediction = predict(&trace, &Settings::default());
    assert_eq!(prediction.lines(Kind::Race), [[""; 0]; 0]);
    assert_eq!(prediction.strange, [3]);
}

/// The thread that forks it has read the value that it gets.
#[test]
fn thread_that_an_unsure_one_forks_is_unsure() {
    let text = "T2|w(y)|1; T2|vw(x)|2|1; T0|vr(x)|3|1; T0|fork(T1)|4; T1|branch|5; T1|w(y)|6";
    assert_eq!(races(text), [""; 0]);
    assert_eq!(races(&text.replace("T1|branch", "T2|branch")), ["1 6"]);
}

#[test]
fn compare_and_set_that_is_next_may_fail() {
    let text = "T2|r(x)|1; T2|vw(y)|2|1; T0|vr(y)|3|1; T0|vw(x)|4|5; T1|cas(x)|5|6";
    assert_eq!(races(text), [""; 0]);
    assert_eq!(races("T2|w(x)|1|5; T1|cas(x)|2|6"), ["1 2"]);
}

#[test]
fn acquire_that_would_not_wait_is_part_of_no_deadlock() {
    let text = "T1|acq(a)|1; T1|acq(b)|2; T1|rel(b)|3; T1|rel(a)|4; \
                T2|acq(b)|5; T2|acq(a)|6; T2|rel(a)|7; T2|rel(b)|8";
    let deadlocks = |text: &str| reports(&text.replace("; ", "\n"), Kind::Deadlock).len();
    assert_eq!(deadlocks(text), 1);
    assert_eq!(deadlocks(&text.replace("T1|acq(b)", "T1|try_acq(b)")), 0);
}

/// The wait that may time out leaves the notification to the other one.
#[test]
fn wait_that_may_time_out_takes_no_notification_from_others() {
    let text = "T1|acq(l)|1; T1|timed_wait_rel(l)|2; T2|acq(l)|3; T2|wait_rel(l)|4; T3|w(x)|5; \
                T3|acq(l)|6; T3|notify(l)|7; T3|rel(l)|8; T1|wait_acq(l)|2; T1|rel(l)|9; \
                T2|wait_acq(l)|4; T2|rel(l)|10; T2|r(x)|11";
    assert_eq!(races(text), [""; 0]);
}

/// It returned at once, since there was no thread that lived.
#[test]
fn join_before_the_begin_of_a_thread_stays_there() {
    let text = "T3|acq(l)|1; T3|vw(q)|2; T2|vr(q)|3; T2|join(T1)|4; T2|w(x)|5; T2|vw(p)|6; T3|vr(p)|7; \
                T3|rel(l)|8; T0|fork(T1)|9; T1|acq(l)|10; T1|rel(l)|11; T1|w(x)|12";
    assert_eq!(races(text), [""; 0]);
}

/// The lines of the deadlocks of a text whose lines stand behind semicolons.
fn deadlocks(text: &str) -> Vec<String> {
    let reports = reports(&text.replace("; ", "\n"), Kind::Deadlock);
    reports.into_iter().map(|(lines, _)| lines).collect()
}

/// Two readers are in their sections at once, and a writer is there alone.
#[test]
fn only_a_writer_excludes_others() {
    let text = "T1|read_acq(l)|1; T1|w(x)|2; T1|read_rel(l)|3; T2|read_acq(l)|4; T2|r(x)|5; T2|read_rel(l)|6";
    assert_eq!(races(text), ["2 5"]);
    let writer = text.replace("T1|read_", "T1|");
    assert_eq!(races(&writer), [""; 0]);
    let other = text.replace("T2|read_", "T2|");
    assert_eq!(races(&other), [""; 0]);
}

/// The writer comes behind the sections of readers in every order in which the second reader sees it,
/// and before the others in none.
#[test]
fn release_of_a_reader_comes_before_the_next_writer() {
    let text = "T1|w(x)|1; T1|read_acq(l)|2; T1|w(y)|3; T1|read_rel(l)|4; \
                T2|acq(l)|5; T2|r(y)|6; T2|rel(l)|7; T2|w(x)|8";
    assert_eq!(races(text), [""; 0]);
    // Nothing is between two readers but what they read.
    let readers = text
        .replace("T2|acq", "T2|read_acq")
        .replace("T2|rel", "T2|read_rel");
    assert_eq!(races(&readers.replace("r(y)", "r(z)")), ["1 8"]);
}

#[test]
fn writer_becomes_a_reader_without_a_gap() {
    let text = "T1|acq(l)|1; T1|read_acq(l)|2; T1|rel(l)|3; T1|w(x)|4; T1|read_rel(l)|5; \
                T2|acq(l)|6; T2|w(x)|7; T2|rel(l)|8";
    assert_eq!(races(text), [""; 0]);
    assert_eq!(
        races(
            &text
                .replace("T2|acq", "T2|read_acq")
                .replace("T2|rel", "T2|read_rel")
        ),
        ["4 7"]
    );
    let atomic = "T1|acq(l)|1; T1|r(x)|2; T1|read_acq(l)|3; T1|rel(l)|4; T1|r(x)|5; T1|read_rel(l)|6; \
                  T2|acq(l)|7; T2|w(x)|8; T2|rel(l)|9";
    assert_eq!(reports(&atomic.replace("; ", "\n"), Kind::Atomicity), []);
}

#[test]
fn readers_deadlock_with_writers_only() {
    let text = "T1|read_acq(a)|1; T1|acq(b)|2; T1|rel(b)|3; T1|read_rel(a)|4; \
                T2|acq(b)|5; T2|acq(a)|6; T2|rel(a)|7; T2|rel(b)|8";
    assert_eq!(deadlocks(text), ["2 6"]);
    let second_reads = text
        .replace("T2|acq(a)", "T2|read_acq(a)")
        .replace("T2|rel(a)", "T2|read_rel(a)");
    assert_eq!(deadlocks(&second_reads), [""; 0]);
    // A gate that both share keeps nobody out, and a gate of one of them does.
    let gate = |first: &str, second: &str| {
        format!(
            "T1|{first}acq(g)|9; {}; T1|{first}rel(g)|10; T2|{second}acq(g)|11; {}; T2|{second}rel(g)|12",
            &text[..text.find("; T2").unwrap_or_default()],
            &text[text.find("T2").unwrap_or_default()..]
        )
    };
    assert_eq!(deadlocks(&gate("read_", "read_")), ["2 6"]);
    assert_eq!(deadlocks(&gate("", "read_")), [""; 0]);
}

/// Each of two readers is enough to block the writer.
#[test]
fn writer_waits_for_each_reader() {
    let end = "T1|acq(m)|1; T2|read_acq(l)|2; T3|read_acq(l)|3; T1|req(l)|4; T2|req(m)|5";
    assert_eq!(deadlocks(end), ["4 5"]);
    let both = format!("{end}; T3|req(m)|6");
    assert_eq!(deadlocks(&both), ["4 5", "4 6"]);
}

#[test]
fn reader_that_asks_for_the_write_side_waits_for_itself() {
    assert_eq!(deadlocks("T1|read_acq(l)|1; T1|req(l)|2"), ["2"]);
    assert_eq!(
        deadlocks("T1|read_acq(l)|1; T2|read_acq(l)|2; T1|req(l)|3; T2|req(l)|4"),
        ["3", "4"]
    );
    assert_eq!(deadlocks("T1|acq(l)|1; T1|read_req(l)|2"), [""; 0]);
}

/// The signal, and what comes before it, is before the end of the wait.
#[test]
fn signal_ends_the_wait_that_it_ended() {
    let text = "T0|acq(l)|1; T0|await_rel(l;c)|2; T1|w(x)|3; T1|acq(l)|4; T1|signal(c)|5; T1|rel(l)|6; \
                T0|await_acq(l;c)|7; T0|rel(l)|8; T0|w(x)|9";
    assert_eq!(races(text), [""; 0]);
    assert_eq!(races(&text.replace("signal(c)", "signal_all(c)")), [""; 0]);
    // Another condition of the same lock wakes nobody here, and neither does the lock itself.
    for other in ["signal(d)", "notify(l)", "step"] {
        assert_eq!(races(&text.replace("signal(c)", other)), ["3 9"], "{other}");
    }
}

/// The wait has ended by an interrupt or a time-out that the thread has seen.
#[test]
fn wait_with_an_event_before_its_end_takes_no_notification() {
    let text = "T0|acq(l)|1; T0|wait_rel(l)|2; T1|w(x)|3; T1|acq(l)|4; T1|notify(l)|5; T1|rel(l)|6; \
                T0|step|7; T0|wait_acq(l)|8; T0|rel(l)|9; T0|w(x)|10";
    assert_eq!(races(text), ["3 10"]);
    assert_eq!(races(&text.replace("T0|step|7; ", "")), [""; 0]);
    let interrupt = text
        .replace("T1|notify(l)|5", "T1|vw(i)|5")
        .replace("T0|step", "T0|vr(i)");
    assert_eq!(races(&interrupt), [""; 0]);
}

/// `signal` wakes the thread that waits longest, so no thread overtakes another one.
#[test]
fn waits_on_a_condition_keep_their_order() {
    let text = "T1|acq(l)|1; T1|await_rel(l;c)|2; T2|w(x)|3; T2|acq(l)|4; T2|await_rel(l;c)|5; \
                T3|acq(l)|6; T3|signal(c)|7; T3|signal(c)|8; T3|rel(l)|9; \
                T2|await_acq(l;c)|10; T2|rel(l)|11; T1|await_acq(l;c)|12; T1|rel(l)|13; T1|w(x)|14";
    // T1 has waited first, so the first signal is for it, and that comes after the wait of T2.
    assert_eq!(races(text), [""; 0]);
    let all = text
        .replace("signal(c)|7", "signal_all(c)|7")
        .replace("signal(c)|8", "signal_all(c)|8");
    assert_eq!(races(&all), ["3 14"]);
}

/// T4 has to come before T1, and T2 before T4, but T1 has waited before T2.
#[test]
fn search_keeps_the_order_of_waits_on_a_condition() {
    let text = "T1|acq(m)|1; T1|acq(l)|2; T1|await_rel(l;c)|3; T2|acq(l)|4; T2|vw(p)|5; T2|await_rel(l;c)|6; \
                T3|acq(l)|7; T3|signal_all(c)|8; T3|rel(l)|9; T1|await_acq(l;c)|10; T1|rel(l)|11; T1|w(x)|12; \
                T1|rel(m)|13; T4|vr(p)|14; T4|acq(l)|15; T4|rel(l)|16; T4|acq(m)|17; T4|rel(m)|18; \
                T4|w(x)|19; T3|acq(l)|20; T3|signal(c)|21; T3|rel(l)|22";
    assert_eq!(races(text), [""; 0]);
    assert_eq!(
        races(&text.replace("signal(c)", "signal_all(c)")),
        ["12 19"]
    );
}

/// The readers come before the writer in each order with the race.
#[test]
fn search_lets_readers_in_before_a_writer() {
    let text = "T0|acq(l)|1; T0|w(x)|2; T0|rel(l)|3; T2|read_acq(l)|4; T2|vw(q)|5; T2|read_rel(l)|6; \
                T1|read_acq(l)|7; T1|vr(q)|8; T1|read_rel(l)|9; T1|w(x)|10";
    let found = reports(&text.replace("; ", "\n"), Kind::Race);
    assert_eq!(found, [("2 10".to_owned(), Method::Search)]);
}

/// The first signal is for T1, whether or not the run has seen the end of its wait.
#[test]
fn signal_is_for_the_thread_that_waits_longest() {
    let ends = "; T1|await_acq(l;c)|15; T1|rel(l)|16";
    let text = "T1|acq(l)|1; T1|await_rel(l;c)|2; T2|acq(l)|3; T2|await_rel(l;c)|4; T3|acq(l)|5; T3|signal(c)|6; \
                T3|rel(l)|7; T3|w(z)|8; T3|acq(l)|9; T3|signal(c)|10; T3|rel(l)|11; T2|await_acq(l;c)|12; \
                T2|rel(l)|13; T2|w(z)|14";
    assert_eq!(races(text), [""; 0]);
    assert_eq!(races(&format!("{text}{ends}")), [""; 0]);
    let one = text.replace("T1|await_rel(l;c)", "T1|rel(l)");
    assert_eq!(races(&one), ["8 14"]);
}

/// T1 has waited first, so the signal is for it unless the interrupt has come before.
#[test]
fn interrupt_of_a_wait_on_a_condition_keeps_its_order() {
    let text = "T1|acq(l)|1; T1|await_rel(l;c)|2; T2|acq(l)|3; T2|await_rel(l;c)|4; T4|w(x)|5; T4|vw(i)|6; \
                T3|acq(l)|7; T3|signal(c)|8; T3|rel(l)|9; T1|vr(i)|10; T1|await_acq(l;c)|11; T1|rel(l)|12; \
                T2|await_acq(l;c)|13; T2|rel(l)|14; T2|w(x)|15";
    assert_eq!(races(text), [""; 0]);
    assert_eq!(races(&text.replace("T1|vr(i)", "T1|step")), ["5 15"]);
    // T1 sees the interrupt only when T2 has gone on.
    let (begin, end) = text.split_once("T1|vr(i)").expect("the interrupt");
    let (end, other) = end.split_once("; T2|").expect("the end of the other wait");
    assert_eq!(races(&format!("{begin}T2|{other}; T1|vr(i){end}")), [""; 0]);
}

#[test]
fn thread_whose_await_has_ended_waits_for_the_lock() {
    let text = "T0|acq(a)|1; T0|acq(b)|2; T0|await_rel(b;c)|3; T1|acq(b)|4; T1|signal(c)|5; T1|rel(b)|6; \
                T0|await_acq(b;c)|7; T0|rel(b)|8; T0|rel(a)|9; T2|acq(b)|10; T2|acq(a)|11; T2|rel(a)|12; T2|rel(b)|13";
    assert_eq!(deadlocks(text), ["2 11", "7 11"]);
}

/// The notification needs the other thread, so the first one does not ask for the lock yet.
#[test]
fn thread_that_waits_for_a_notification_asks_for_no_lock() {
    let text = "T2|acq(b)|1; T2|acq(a)|2; T2|rel(a)|3; T2|rel(b)|4; T2|vw(q)|5; T0|acq(a)|6; \
                T0|acq(b)|7; T0|await_rel(b;c)|8; T1|vr(q)|9; T1|acq(b)|10; T1|signal(c)|11; \
                T1|rel(b)|12; T0|await_acq(b;c)|13; T0|rel(b)|14; T0|rel(a)|15";
    assert_eq!(deadlocks(text), ["2 7"]);
    assert_eq!(
        deadlocks(&text.replace("signal(c)", "step")),
        ["2 7", "2 13"]
    );
}

/// The attempt fails only while the lock is held, so the write before it is in the section.
#[test]
fn attempt_fails_while_another_thread_holds_the_lock() {
    let text = "T1|w(x)|1; T1|acq(l)|2; T2|try_fail(l)|3; T2|w(x)|4; T1|rel(l)|5";
    assert_eq!(races(text), [""; 0]);
    assert_eq!(races(&text.replace("try_fail(l)", "step")), ["1 4"]);
    // Another holder does as well.
    let other = format!("T0|acq(l)|6; T0|rel(l)|7; {text}");
    assert_eq!(races(&other), ["1 4"]);
    // A reader does for a writer, and not for a reader.
    let reader = text
        .replace("T1|acq", "T1|read_acq")
        .replace("T1|rel", "T1|read_rel");
    assert_eq!(races(&reader), [""; 0]);
    let readers = other
        .replace("T0|acq", "T0|read_acq")
        .replace("T0|rel", "T0|read_rel");
    assert_eq!(races(&readers), ["1 4"]);
    assert_eq!(
        races(&readers.replace("try_fail", "try_read_fail")),
        [""; 0]
    );
    // A reader cannot get the write side itself.
    let upgrade = "T1|w(x)|1; T1|read_acq(l)|2; T2|read_acq(l)|3; T2|try_fail(l)|4; T2|read_rel(l)|5; T2|w(x)|6";
    assert_eq!(races(upgrade), ["1 6"]);
}

/// The release waits for the attempt, and the sections of `m` come in the other order.
#[test]
fn release_is_not_before_the_attempt_that_needs_the_holder() {
    let text = "T0|acq(m)|1; T0|w(x)|2; T0|rel(m)|3; T2|acq(l)|4; T2|vw(q)|5; T3|vr(q)|6; \
                T3|try_fail(l)|7; T2|rel(l)|8; T2|vw(p)|9; T3|vr(p)|10; T3|acq(m)|11; T3|w(y)|12; \
                T3|rel(m)|13; T3|w(x)|14";
    let found = reports(&text.replace("; ", "\n"), Kind::Race);
    assert_eq!(found, [("2 14".to_owned(), Method::Search)]);
}

/// The holder has not said yet that it has the lock, or has said already that it gives it back. So the
/// events up to the attempt are in their order, and the others are free.
#[test]
fn run_up_to_an_attempt_that_fails_without_a_holder_stays_as_it_is() {
    let text = "T1|acq(l)|1; T1|rel(l)|2; T2|acq(m)|3; T2|w(x)|4; T2|rel(m)|5; T1|acq(m)|6; \
                T1|rel(m)|7; T1|w(x)|8; T2|try_fail(l)|9; T2|w(y)|10; T2|w(z)|11; T1|w(y)|12; \
                T1|w(z)|13";
    assert_eq!(races(text), ["10 12", "4 8", "11 13"]);
    let before = "T1|w(x)|1; T2|try_fail(l)|2; T2|w(x)|3";
    assert_eq!(races(before), [""; 0]);
    assert_eq!(races(&before.replace("try_fail(l)", "step")), ["1 3"]);
    // The attempt fixes no event behind it.
    let behind = "T2|w(y)|1; T2|try_fail(l)|2; T2|w(x)|3; T1|w(y)|4; T1|vw(z)|5; T1|w(x)|6";
    assert_eq!(races(behind), ["1 4", "3 6"]);
    let needed = behind
        .replace("T2|w(x)", "T2|vr(q)|7; T2|w(x)")
        .replace("T2|w(y)", "T1|vw(q)|8; T2|w(y)");
    assert_eq!(races(&needed), ["1 4", "3 6"]);
}

/// The compare-and-set would succeed where the read is next, or would not.
#[test]
fn plain_read_races_with_a_compare_and_set_that_would_succeed() {
    assert_eq!(races("T1|cas(x)|1; T2|r(x)|2"), ["1 2"]);
    assert_eq!(races("T2|r(x)|2; T1|cas(x)|1"), ["1 2"]);
    assert_eq!(races("T2|vr(x)|2; T1|cas(x)|1"), [""; 0]);
    // The compare-and-set expects what comes only after the read.
    let after = "T2|r(x)|1; T2|vw(x)|2; T1|cas(x)|3";
    assert_eq!(races(after), [""; 0]);
    let value = "T2|r(x)|1|0; T2|vw(x)|2|0; T1|cas(x)|3|1";
    assert_eq!(races(value), ["1 3"]);
    // Of two with one line only the second would succeed there.
    assert_eq!(
        races("T1|cas(x)|1; T2|vw(x)|2; T1|cas(x)|1; T2|r(x)|3"),
        ["1 3"]
    );
    // It expects what another thread has overwritten before the read.
    let before = "T1|cas(x)|1; T2|vw(x)|2; T2|r(x)|3";
    assert_eq!(races(before), [""; 0]);
    // A thread that has read something else may expect something else.
    let unsure = "T2|r(x)|1; T2|vw(y)|2; T1|vr(y)|3; T1|cas(x)|4; T1|branch|5";
    assert_eq!(races(unsure), [""; 0]);
}

/// Calls of which the recorder knows nothing have an order, and no state that a transaction could lose.
#[test]
fn calls_of_the_library_interrupt_no_transaction() {
    let text = |variable: &str| {
        format!(
            "T0|fork(T1)|1\nT0|acq(l)|2\nT0|vu({variable})|3\nT1|vu({variable})|6\n\
             T0|vu({variable})|4\nT0|rel(l)|5\n"
        )
    };
    let violations = |variable: &str| {
        let text = text(variable);
        let (trace, _) = trace::read("run.std", text.as_bytes()).expect("a trace");
        let prediction = predict(&trace, &Settings::default());
        prediction.lines(Kind::Atomicity).len()
    };
    assert_eq!(violations("x"), 1);
    assert_eq!(violations(predict::ANY_CALL), 0);
}

#[test]
fn what_a_call_of_the_library_may_do_orders_threads_and_does_not_race() {
    // The sections may change places, unless the second one looks at what the first one may have changed.
    let sections = |first: &str, second: &str| {
        format!(
            "T0|fork(T1)|1\nT0|w(x)|2\nT0|acq(l)|3\nT0|{first}(a)|4\nT0|rel(l)|5\n\
             T1|acq(l)|6\nT1|{second}(a)|7\nT1|rel(l)|8\nT1|branch|9\nT1|w(x)|10\n"
        )
    };
    for (first, second, races) in [
        ("touch", "r", 0),
        ("w", "touch", 0),
        ("touch", "peek", 0),
        ("w", "peek", 0),
        ("peek", "peek", 1),
        ("peek", "r", 1),
    ] {
        let text = sections(first, second);
        assert_eq!(reports(&text, Kind::Race).len(), races, "{first} {second}");
    }
    // The call itself decides by what it sees.
    for second in ["touch", "peek"] {
        let text = sections("w", second).replace("T1|branch|9", "T0|branch|9");
        assert!(reports(&text, Kind::Race).is_empty(), "{second}");
    }
    // Nothing says that the call does anything.
    for action in ["touch", "peek"] {
        let text = format!("T0|fork(T1)|1\nT0|{action}(a)|2\nT1|w(a)|3\n");
        assert!(reports(&text, Kind::Race).is_empty());
    }
    let interrupted =
        "T0|fork(T1)|1\nT0|begin|2\nT0|touch(a)|3\nT0|touch(a)|4\nT0|end|5\nT1|w(a)|6\n";
    assert!(reports(interrupted, Kind::Atomicity).is_empty());
}

#[test]
fn access_before_the_lock_of_a_transaction_interrupts_another_one() {
    // The second transaction has the lock for its last access alone, and the first one to its end.
    let text = "T0|fork(T1)|1\nT0|begin|2\nT0|acq(l)|3\nT0|r(x)|4\nT1|begin|5\nT1|w(y)|6\nT0|r(y)|7\nT0|rel(l)|8\n\
                T0|end|9\nT1|acq(l)|10\nT1|w(x)|11\nT1|rel(l)|12\nT1|end|13\n";
    assert_eq!(
        reports(text, Kind::Atomicity),
        [("4 6 7 11".to_owned(), Method::Run)]
    );
}
