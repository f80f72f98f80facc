//! Recorded traces: what a line says, and what is refused.

use date::code::{Object, Value};
use reference::trace::{Happening, Passage, Recorded, Subject, Trace, read};

fn trace(text: &str) -> Trace {
    read("t.trace", text).unwrap_or_else(|findings| panic!("{findings:#?}"))
}

/// `LINE:COLUMN: MESSAGE` of the only finding.
fn refusal(text: &str) -> String {
    match read("t.trace", text).expect_err("it is refused").as_slice() {
        [finding] => {
            assert!(
                finding.source_line.is_some() && finding.help.is_some(),
                "{finding:?}"
            );
            format!(
                "{}:{}: {}",
                finding.span.line, finding.span.column, finding.message
            )
        }
        findings => panic!("{findings:#?}"),
    }
}

fn recorded(text: &str) -> Vec<Recorded> {
    match trace(text).lines.remove(0).happening {
        Happening::Event { recorded, .. } => recorded,
        other => panic!("{other:?}"),
    }
}

fn value(text: &str) -> Value {
    recorded(&format!("e x={text}"))
        .remove(0)
        .value
        .expect("a value")
}

#[test]
fn a_line_says_time_passage_event_values_place_and_thread() {
    let text =
        "1.5s > send#2 s=app.Session@1~7 `Risk.of(s, \"a b\")`=0.5 at Main.java:12 in worker";
    let line = trace(text).lines.remove(0);
    assert_eq!(
        (line.time, line.passage),
        (Some(1500), Some(Passage::Entered))
    );
    assert_eq!(
        (line.place.as_deref(), line.thread.as_deref()),
        (Some("Main.java:12"), Some("worker"))
    );
    let Happening::Event {
        name,
        alternative,
        recorded,
    } = &line.happening
    else {
        panic!("{line:?}")
    };
    assert_eq!((name.as_str(), *alternative), ("send", Some(1)));
    let object = Object {
        class: "app.Session".to_owned(),
        id: 1,
        equality_class: Some(7),
    };
    assert_eq!(recorded[0].subject, Subject::Name("s".to_owned()));
    assert_eq!(recorded[0].value, Ok(Value::Object(object)));
    assert_eq!(
        recorded[1].subject,
        Subject::Term("Risk.of(s, \"a b\")".to_owned())
    );
    assert_eq!(recorded[1].value, Ok(Value::Double(0.5)));
}

#[test]
fn values_are_java_literals() {
    assert_eq!(value("-3"), Value::Int(-3));
    assert_eq!(value("3L"), Value::Long(3));
    assert_eq!(value("(byte)3"), Value::Byte(3));
    assert_eq!(value("'x'"), Value::Char(120));
    assert_eq!(value("' '"), Value::Char(32));
    assert_eq!(
        value("\"a \\\"b\\\" @1\""),
        Value::Str("a \"b\" @1".to_owned())
    );
    assert_eq!(value("null"), Value::Null);
    assert_eq!(value("1.5f"), Value::Float(1.5));
}

#[test]
fn an_exception_is_recorded_by_its_class() {
    assert_eq!(
        recorded("e `f()`=!java.io.IOException")[0].value,
        Err("java.io.IOException".to_owned())
    );
}

#[test]
fn every_line_reads_back_as_it_is_printed() {
    let text = "250ms open s=Session@1\n\
                90s > send#2 s=Session@1~3 n=5 x=-1.0/0 f=(float)(0.0/0) `f(\"a b\")`=\"c \\\"d\" at A.java:3 in t-1\n\
                < done b=(byte)3 c='\\'' l=9L g=2.5f `g()`=!E in t-1\n\
                2m\n\
                !end\n";
    let first = trace(text);
    let printed: Vec<String> = first.lines.iter().map(ToString::to_string).collect();
    let again = trace(&printed.join("\n"));
    let content =
        |trace: &Trace| -> Vec<String> { trace.lines.iter().map(ToString::to_string).collect() };
    assert_eq!(content(&again), content(&first));
    assert_eq!(printed[0], "250ms open s=Session@1");
    assert_eq!(printed[3], "120000ms");
    assert_eq!(again.lines[1].time, Some(90_000));
}

#[test]
fn classes_tell_their_supertypes() {
    let classes = trace("class app.Admin : app.User, Runnable\nclass User").classes;
    let shown: Vec<String> = classes.iter().map(ToString::to_string).collect();
    assert_eq!(
        shown,
        ["class app.Admin : app.User, Runnable", "class User"]
    );
}

#[test]
fn comments_and_empty_lines_say_nothing() {
    assert_eq!(trace("# open s=Session@1\n\n   \n  # more\n").lines, []);
}

#[test]
fn time_does_not_go_backwards() {
    assert_eq!(
        refusal("2s e\ne\n1s e"),
        "3:1: 1000ms is before 2000ms, the time of an earlier line"
    );
}

#[test]
fn a_thread_leaves_only_what_it_has_entered() {
    assert_eq!(
        refusal("> a in t\n< b in u\n< a in t"),
        "2:1: `<` leaves a program point that nothing in u has entered"
    );
    assert_eq!(trace("> a\n> b\n< b\n< a\n> c").lines.len(), 5);
}

#[test]
fn what_is_no_line_is_refused_with_its_place() {
    assert_eq!(
        refusal("open s=Session@one"),
        "1:8: `Session@one` is no value"
    );
    assert_eq!(refusal("\n  open s"), "2:8: `s` has no value");
    assert_eq!(
        refusal("close#0"),
        "1:1: expected a number from 1 after `#`"
    );
    assert_eq!(
        refusal("s=Session@1"),
        "1:1: `s=Session@1` is not the name of an event"
    );
    assert_eq!(
        refusal("open at"),
        "1:8: expected a place such as `Main.java:12`"
    );
    assert_eq!(
        refusal("open in t at A.java:1"),
        "1:11: nothing may follow here, found `at`"
    );
    assert_eq!(refusal("open `f()"), "1:6: expected a value");
    assert_eq!(refusal("> "), "1:2: expected an event");
    assert_eq!(refusal("class 3"), "1:6: `3` is not the name of a class");
    assert_eq!(refusal("open s=f()"), "1:8: `f()` is no value");
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "([a-z]{1,3}|[ \n=@#~<>!`'\"\\\\.:é-]|[0-9]s?|class |!end|at |in ){0,20}") {
        match read("t.trace", &text) {
            Ok(trace) => trace.lines.iter().for_each(|line| drop(line.to_string())),
            Err(findings) => assert!(!findings.is_empty()),
        }
    }
}
