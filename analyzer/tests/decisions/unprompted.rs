//! Timeouts, messages on channels, the end of the program, events of outer contexts, release: what
//! comes at any time, and instances whose age matters.

use date::residual::Reduction;

use crate::support::{analyze, check, removed};

const SESSIONS: &str = "//- Session.java
class Session {
    void open() {}
    void send() {}
    void close() {}
}
class Main {
    static void audit() {}
}
";

/// A property file about sessions, and what a `main` does with one.
fn sessions(property: &str, main: &str) -> String {
    format!(
        "//- sessions.yaml\n{property}{SESSIONS}//- App.java\nclass App {{\n    public static void main(String[] args) {{\n\
         {main}    }}\n}}\n"
    )
}

/// A session that has been opened is to be closed within a minute.
const TIMED: &str = "foreach:
  - parameters: [Session s]
    clocks: [idle]
    events:
      open: call Session.open() target s
      send: call Session.send() target s
      close: call Session.close() target s
      late: timeout idle 60s
    properties:
      closed_in_time:
        states: {fresh: initial, live: , bad: bad}
        transitions:
          - fresh -> live: open
            do: idle.reset();
          - live -> live: send
          - live -> fresh: close
          - live -> bad: late
";

/// Time may pass behind `open`. What would only move a monitor is heard as long as it makes the
/// instance whose clock runs.
#[test]
fn timeouts_come_whenever_they_are_listened_to() {
    check(&sessions(
        TIMED,
        "        Session s = new Session();
        s.open();
        //^^^^ keep open
        s.send();
        //^^^^ keep send
        s.close();
        //^^^^^ keep close
",
    ));
}

/// Without `open` no timeout is listened to, and nobody asks how old an instance is.
#[test]
fn who_listens_to_no_timeout_needs_no_instance() {
    let case = sessions(
        TIMED,
        "        Session s = new Session();
        s.send();
        //^^^^ silence Residual0 send
        s.close();
        //^^^^^ silence Residual0 close
",
    );
    check(&case);
    assert_eq!(removed(&analyze(&case, Reduction::Residual0)).len(), 4);
}

/// There is one global instance from the beginning on, so an event that only moves it in place is
/// not needed.
#[test]
fn global_instances_are_not_made() {
    let property = "clocks: [idle]
events:
  open: call Session.open() target s
  send: call Session.send() target s
  close: call Session.close() target s
  late: timeout idle 60s
properties:
  closed_in_time:
    states: {fresh: initial, live: , bad: bad}
    transitions:
      - fresh -> live: open
        do: idle.reset();
      - live -> live: send
      - live -> fresh: close
      - live -> bad: late
";
    check(&sessions(
        &property.replace("target s", "target Session s"),
        "        Session s = new Session();
        s.open();
        //^^^^ keep open
        s.send();
        //^^^^ silence Nop send
        s.close();
        //^^^^^ keep close
",
    ));
}

const AT_END: &str = "foreach:
  - parameters: [Session s]
    events:
      open: call Session.open() target s
      close: call Session.close() target s
      over: end
    properties:
      closed_in_the_end:
        states: {fresh: initial, live: , bad: bad}
        transitions:
          - fresh -> live: open
          - live -> fresh: close
          - live -> bad: over
";

#[test]
fn the_end_may_come_early() {
    check(&sessions(
        AT_END,
        "        Session s = new Session();
        s.open();
        //^^^^ keep open
        s.close();
        //^^^^^ keep close
        Session other = new Session();
        other.close();
        //    ^^^^^ keep close
",
    ));
}

/// A program that raises nothing comes to its end as well.
#[test]
fn the_end_comes_to_programs_that_raise_nothing() {
    let property = "events:
  open: call Session.open()
  over: end
properties:
  opened:
    states: {fresh: initial, live: , bad: bad}
    transitions:
      - fresh -> live: open
      - fresh -> bad: over
";
    let case = sessions(property, "");
    assert_eq!(
        removed(&analyze(&case, Reduction::Nop)),
        ["fresh open live Residual0"]
    );
}

/// What the witness needs has no place in the program.
#[test]
fn witnesses_end_where_no_line_is() {
    let case = sessions(AT_END, "        new Session().open();\n");
    let analysis = analyze(&case, Reduction::Nop);
    let row = &analysis.specifications[0].properties[0].generators[0];
    let steps = &row.witness.as_ref().expect("a report is possible").steps;
    assert_eq!(
        steps
            .iter()
            .map(|step| step.place.is_some())
            .collect::<Vec<_>>(),
        [true, false]
    );
}

/// Audits reach the sessions that are there: whether a session is there is up to its first event.
const AUDITED: &str = "events:
  audit: call Main.audit()
foreach:
  - parameters: [Session s]
    events:
      open: call Session.open() target s
      send: call Session.send() target s
    properties:
      audited:
        states: {fresh: initial, live: , bad: bad}
        transitions:
          - fresh -> live: audit
          - live -> bad: open
";

#[test]
fn outer_events_reach_those_that_are_there() {
    check(&sessions(
        AUDITED,
        "        Session s = new Session();
        s.send();
        Main.audit();
        //   ^^^^^ keep audit
        s.open();
        //^^^^ keep open
",
    ));
    let heard = AUDITED.replace(
        "live -> bad: open",
        "live -> bad: open\n          - fresh -> fresh: send",
    );
    check(&sessions(
        &heard,
        "        Session s = new Session();
        s.send();
        //^^^^ keep send
        Main.audit();
        //   ^^^^^ keep audit
        s.open();
        //^^^^ keep open
",
    ));
}

/// What has made a session is not heard, and the audit is all that the property hears of it.
#[test]
fn outer_events_reach_those_that_others_have_made() {
    check(&sessions(
        &AUDITED.replace(
            "fresh -> live: audit\n          - live -> bad: open",
            "fresh -> bad: audit",
        ),
        "        new Session().send();
        Main.audit();
        //   ^^^^^ keep audit
",
    ));
}

#[test]
fn outer_events_that_never_come_are_not_waited_for() {
    check(&sessions(
        AUDITED,
        "        Session s = new Session();
        s.send();
        s.open();
        //^^^^ silence Residual0 open
",
    ));
}

const RELEASED: &str = "foreach:
  - parameters: [Session s]
    events:
      open: call Session.open() target s
      send: call Session.send() target s
      close: call Session.close() target s
    properties:
      opened_once:
        releases: true
        states: {fresh: initial, live: , over: accepting, bad: bad}
        transitions:
          - fresh -> live: open
          - live -> bad: open
          - live -> over: close
";

/// The second life begins like the first.
#[test]
fn released_instances_begin_anew() {
    check(&sessions(
        RELEASED,
        "        Session s = new Session();
        s.open();
        //^^^^ keep open
        s.close();
        //^^^^^ keep close
        s.open();
        //^^^^ keep open
        s.open();
        //^^^^ keep open
",
    ));
    check(&sessions(
        RELEASED,
        "        Session s = new Session();
        s.open();
        //^^^^ silence Residual2 open
        s.close();
        //^^^^^ silence Residual2 close
        s.open();
        //^^^^ silence Residual2 open
",
    ));
}

const SENT: &str = "channels: [alarm]
events:
  audit: call Main.audit()
properties:
  sender:
    states: {quiet: initial, loud: bad}
    transitions:
      - quiet -> quiet: audit
        do: alarm.send(1);
foreach:
  - parameters: [Session s]
    events:
      open: call Session.open() target s
      send: call Session.send() target s
      told: receive alarm
    properties:
      receiver:
        states: {fresh: initial, live: , bad: bad}
        transitions:
          - fresh -> live: open
          - live -> bad: told
";

/// What is sent is seen, and comes to those that are there.
#[test]
fn messages_come_whenever_something_may_be_sent() {
    check(&sessions(
        SENT,
        "        Session s = new Session();
        Main.audit();
        //   ^^^^^ keep audit
        s.open();
        //^^^^ keep open
",
    ));
}

/// A library has no `main` that makes the global instance and starts its clock; the first event
/// does.
#[test]
fn without_main_time_begins_with_the_first_event() {
    let property = "clocks: [idle]
events:
  open: call Session.open()
  late: timeout idle 60s
properties:
  timed:
    states: {fresh: initial, bad: bad}
    transitions:
      - fresh -> fresh: open
      - fresh -> bad: late
";
    let is_frozen = |method: &str| {
        let case = sessions(property, "        new Session().open();\n")
            .replace("void main(String[] args)", method);
        analyze(&case, Reduction::Nop).specifications[0].properties[0]
            .frozen
            .is_some()
    };
    assert!(!is_frozen("void main(String[] args)"));
    assert!(is_frozen("void run()"));
}
