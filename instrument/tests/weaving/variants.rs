//! One plan, woven in full and as it decides: both run, tell the same reports, and count the events
//! that they see.

use std::collections::BTreeMap;

use crate::support::{Fixture, Row, reports};

const STREAMS: &str = "
//- streams.yaml
foreach:
  - parameters: [Stream s]
    events:
      open: call Stream.open() target s
      read: call Stream.read() target s
      close: call Stream.close() target s
    properties:
      UseAfterClose:
        states: {idle: initial, open: , closed: , error: bad}
        transitions:
          - idle -> open: open
          - open -> open: read
          - open -> closed: close
          - closed -> error: read
          - error -> error: read
//- Stream.java
public class Stream {
    void open() {}
    void read() {}
    void close() {}
}
//- Main.java
public class Main {
    static void harmless(Stream s) {
        s.open();
        for (int i = 0; i < 250; i++) s.read();
        s.close();
    }
    static void harmful(Stream s) {
        s.open();
        for (int i = 0; i < 3; i++) s.read();
        s.close();
        for (int i = 0; i < 2; i++) s.read();
    }
    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) harmless(new Stream());
        for (int i = 0; i < 5; i++) harmful(new Stream());
    }
}
";

fn silenced(id: usize, event: &'static str, callee: &'static str, line: u32) -> plan::Generator {
    let row = Row {
        property: "UseAfterClose",
        event,
        enclosing: "harmless(LStream;)V",
        callee,
        line,
        ordinal: 0,
    };
    row.silence(id)
}

/// A call in `harmful`, which is the n-th of its callee there.
fn kept(
    id: usize,
    event: &'static str,
    callee: &'static str,
    line: u32,
    ordinal: u32,
) -> plan::Generator {
    let row = Row {
        property: "UseAfterClose",
        event,
        enclosing: "harmful(LStream;)V",
        callee,
        line,
        ordinal,
    };
    row.keep(id)
}

/// The numbers that the last run of `folder` wrote, by property and event.
fn counted(fixture: &Fixture, folder: &str) -> (Vec<String>, BTreeMap<String, u64>) {
    let file = fixture.path("counts");
    let output = fixture.run(folder, &[&format!("-Dresidua.count={}", file.display())]);
    let text = std::fs::read_to_string(&file).unwrap();
    let line = |line: &str| {
        let (event, number) = line.rsplit_once('\t').unwrap();
        (event.replace('\t', " "), number.parse().unwrap())
    };
    (reports(&output), text.lines().map(line).collect())
}

fn numbers(open: u64, read: u64, close: u64) -> BTreeMap<String, u64> {
    [("open", open), ("read", read), ("close", close)]
        .map(|(e, n)| (format!("UseAfterClose {e}"), n))
        .into()
}

#[test]
fn full_and_optimized_programs_report_alike_and_count_what_they_see() {
    let mut fixture = Fixture::new(STREAMS, &[]);
    fixture.plan.generators = vec![
        silenced(0, "open", "Stream.open()V", 3),
        silenced(1, "read", "Stream.read()V", 4),
        silenced(2, "close", "Stream.close()V", 5),
        kept(3, "open", "Stream.open()V", 8, 0),
        kept(4, "read", "Stream.read()V", 9, 0),
        kept(5, "close", "Stream.close()V", 10, 0),
        kept(6, "read", "Stream.read()V", 11, 1),
    ];
    let variant = |full: bool, folder: &str| {
        let mut request = fixture.request(full);
        request.output = fixture.path(folder);
        instrument::weave::weave(&request).unwrap();
        counted(&fixture, folder)
    };
    let (full, full_counts) = variant(true, "full");
    let (optimized, optimized_counts) = variant(false, "optimized");
    assert_eq!(
        full,
        ["UseAfterClose in error by read at Main.java:11 (Stream)"; 10]
    );
    assert_eq!(optimized, full);
    assert_eq!(full_counts, numbers(4 + 5, 4 * 250 + 5 * 5, 4 + 5));
    assert_eq!(optimized_counts, numbers(5, 5 * 5, 5));
}
