//! Several threads that raise events.

use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Fixture, reports};

/// Runs `Main`; one that waits for ever is stopped, and fails the test.
pub fn run(fixture: &Fixture, options: &[&str]) -> Output {
    let mut java = Command::new("java");
    java.args(["-Xverify:all", "-XX:-PrintWarnings", "-cp"])
        .arg(fixture.path("out"))
        .args(options)
        .arg("Main");
    let mut child = java
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > Duration::from_secs(120) {
            child.kill().unwrap();
            panic!("the program waits for ever");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().unwrap()
}

fn woven(text: &str) -> Fixture {
    let fixture = Fixture::new(text, &[]);
    fixture.weave(true);
    fixture
}

/// A program whose second thread raises its first event while the first one runs an action.
const WAITED_FOR: &str = "
//- Main.java
public class Main {
    static volatile Thread second;
    static void first() {}
    static void other() {}
    static void inner() {}
    /// Called by an action: returns when the other thread waits.
    public static void meet() throws Exception {
        second = new Thread(Main::other);
        second.start();
        for (int i = 0; i < 200 && second.isAlive(); i++) Thread.sleep(1);
        inner();
    }
    public static void main(String[] args) throws Exception {
        first();
        second.join();
        inner();
    }
}
";

#[test]
fn an_action_may_raise_an_event_while_a_second_thread_waits() {
    let property = "
//- p.yaml
events:
  first: call Main.first()
  other: call Main.other()
  inner: call Main.inner()
properties:
  P:
    states: {s: initial, met: , told: bad, again: bad}
    transitions:
      - s -> met: first
        do: Main.meet();
      - met -> again: inner
      - met -> told: other
      - told -> again: inner
";
    let fixture = woven(&format!("{property}{WAITED_FOR}"));
    // What the action raises is no event; the other thread's comes after.
    let expected = [
        "P in told by other at Main.java:8 (global)",
        "P in again by inner at Main.java:16 (global)",
    ];
    assert_eq!(reports(&run(&fixture, &[])), expected);
}

#[test]
fn a_channel_delivers_while_a_second_thread_waits() {
    let property = "
//- p.yaml
channels: [met]
events:
  first: call Main.first()
  other: call Main.other()
  received: receive met
properties:
  P:
    states: {s: initial, told: bad}
    transitions:
      - s -> s: first
        do: Main.meet(); met.send();
      - s -> told: received
  Q:
    states: {s: initial, told: bad}
    transitions:
      - s -> told: other
";
    let fixture = woven(&format!("{property}{WAITED_FOR}"));
    let expected = [
        "P in told by received at Main.java:14 (global)",
        "Q in told by other at Main.java:8 (global)",
    ];
    assert_eq!(reports(&run(&fixture, &[])), expected);
}

/// Threads that touch objects of their own, and shared ones with and without a lock: the last
/// touches tell whether any other was lost.
const STRESS: &str = "
//- p.yaml
foreach:
  - parameters: [Main.Cell c]
    events:
      open: call Main.Cell.open() target c
      close: call Main.Cell.close() target c
      touch: call Main.Cell.touch() target c
      check: call Main.Cell.check() target c
    properties:
      Turns:
        states: {shut: initial, open: , error: bad}
        transitions:
          - shut -> open: open
          - open -> shut: close
          - shut -> error: close
          - open -> error: open
      Threes:
        states: {zero: initial, one: , two: , error: bad}
        transitions:
          - zero -> one: touch
          - one -> two: touch
          - two -> zero: touch
          - one -> error: check
          - two -> error: check
//- Main.java
public class Main {
    static class Cell {
        void open() {}
        void close() {}
        void touch() {}
        void check() {}
    }
    static final int THREADS = 8, ROUNDS = 3000, CELLS = 16;
    static final Cell[] locked = cells(), touched = cells();
    static Cell[] cells() {
        Cell[] cells = new Cell[CELLS];
        for (int i = 0; i < CELLS; i++) cells[i] = new Cell();
        return cells;
    }
    static void work(int number) {
        for (int round = 0; round < ROUNDS; round++) {
            Cell own = new Cell();
            own.open();
            own.close();
            if (round == number) own.close();
            Cell cell = locked[(round + number) % CELLS];
            synchronized (cell) {
                cell.open();
                cell.close();
            }
            for (int i = 0; i < 3; i++) touched[round % CELLS].touch();
        }
    }
    public static void main(String[] args) throws Exception {
        // What the first thread did alone is known to all.
        for (Cell cell : touched) cell.touch();
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            threads[i] = new Thread(() -> work(number));
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        for (Cell cell : touched) {
            cell.touch();
            cell.touch();
            if (cell == touched[3]) cell.touch();
            cell.check();
        }
    }
}
";

#[test]
fn no_event_of_any_thread_is_lost() {
    let fixture = woven(STRESS);
    let mut seen = reports(&run(&fixture, &["-Xmx64m"]));
    seen.sort();
    let mut expected = vec!["Threes in error by check at Main.java:43 (Main$Cell)"];
    expected.extend(["Turns in error by close at Main.java:20 (Main$Cell)"; 8]);
    assert_eq!(seen, expected);
}

#[test]
fn events_of_all_threads_are_counted() {
    let fixture = woven(STRESS);
    let counts = fixture.path("counts");
    run(
        &fixture,
        &[&format!("-Dresidua.count={}", counts.display())],
    );
    let text = fs::read_to_string(counts).unwrap();
    let rounds = 8 * 3000;
    let expected = [
        format!("Threes\tcheck\t{}\n", 16),
        format!("Threes\ttouch\t{}\n", 3 * rounds + 3 * 16 + 1),
        format!("Turns\tclose\t{}\n", 2 * rounds + 8),
        format!("Turns\topen\t{}\n", 2 * rounds),
    ];
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    lines.sort_unstable();
    assert_eq!(lines, expected);
}

#[test]
fn a_handler_may_call_what_is_monitored() {
    let fixture = Fixture::new(
        "
//- p.yaml
foreach:
  - parameters: [Main.Cell c]
    events:
      touch: call Main.Cell.touch() target c
    properties:
      P:
        states: {s: initial, told: bad}
        transitions:
          - s -> told: touch
//- Main.java
import residua.runtime.Violation;
public class Main {
    static class Cell {
        void touch() {}
    }
    public static class Handler implements residua.runtime.ViolationHandler {
        static int handled;
        public void violation(Violation violation) {
            new Cell().touch();
            handled++;
        }
    }
    static void work() {
        for (int i = 0; i < 2000; i++) new Cell().touch();
    }
    public static void main(String[] args) throws Exception {
        work();
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) (threads[i] = new Thread(Main::work)).start();
        for (Thread thread : threads) thread.join();
        System.out.println(Handler.handled);
    }
}
//- residua/runtime/Violation.java
package residua.runtime;
public final class Violation {}
//- residua/runtime/ViolationHandler.java
package residua.runtime;
public interface ViolationHandler { void violation(Violation violation); }
",
        &[],
    );
    // Types to compile against; weaving brings its own.
    fs::remove_dir_all(fixture.path("classes/residua")).unwrap();
    fixture.weave(true);
    let ran = run(&fixture, &["-Dresidua.handler=Main$Handler"]);
    assert_eq!(
        String::from_utf8_lossy(&ran.stdout),
        "10000\n",
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
}
