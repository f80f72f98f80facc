//! Events that no instance hears are switched off, and are heard again by whatever comes to hear
//! them.

use crate::support::{Fixture, reports};

/// Says how many switches of all monitors are off: those of events that are heard by nobody.
const SWITCHES: &str = "
//- Switches.java
import java.lang.reflect.Field;
import java.util.Arrays;
public class Switches {
    static int off() throws Exception {
        int off = 0;
        for (Field field : monitor().getDeclaredFields()) {
            if (field.getType().getName().equals(\"residua.runtime.EventSwitch\")) {
                field.setAccessible(true);
                if ((boolean) field.getType().getMethod(\"isOff\").invoke(field.get(null))) off++;
            }
        }
        return off;
    }
    static Class<?> monitor() throws Exception {
        try {
            return Class.forName(\"ResiduaMonitor0\");
        } catch (ClassNotFoundException inPackage) {
            return Class.forName(\"residua.monitors.p0.ResiduaMonitor0\");
        }
    }
}
";

/// Runs a program and gives what it reports, and what it prints.
fn run(text: &str, options: &[&str]) -> (Vec<String>, String) {
    let fixture = Fixture::new(&format!("{text}{SWITCHES}"), &[]);
    fixture.weave(true);
    let output = fixture.run("out", options);
    let printed = String::from_utf8_lossy(&output.stdout)
        .trim()
        .replace('\n', " ");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    (reports(&output), printed)
}

/// Nothing is read after it has been closed.
const CLOSED: &str = "
//- p.yaml
foreach:
  - parameters: [Source s]
    events:
      read: call Source.read() target s
      close: call Source.close() target s
    properties:
      Closed:
        states: {open: initial, closed: , error: bad}
        transitions:
          - open -> closed: close
          - closed -> error: read
//- Source.java
public class Source {
    void read() {}
    void close() {}
}
";

#[test]
fn an_event_that_no_object_hears_is_switched_off_until_one_does() {
    let main = "
//- Main.java
public class Main {
    static void read(Source source, int times) { for (int i = 0; i < times; i++) source.read(); }
    public static void main(String[] args) throws Exception {
        Source one = new Source(), other = new Source();
        read(one, 1000);
        System.out.println(Switches.off());
        one.close();
        System.out.println(Switches.off());
        read(other, 2000);
        one.read();
        System.out.println(Switches.off());
        read(other, 100000);
        System.out.println(Switches.off());
        other.close();
        other.read();
    }
}
";
    let (reports, printed) = run(&format!("{CLOSED}{main}"), &[]);
    let expected = [
        "Closed in error by read at Main.java:10 (Source)",
        "Closed in error by read at Main.java:15 (Source)",
    ];
    assert_eq!(reports, expected);
    // On while `one` may still be read, off when it has been.
    assert_eq!(printed, "1 0 0 1");
}

#[test]
fn what_is_counted_is_not_switched_off() {
    let main = "
//- Main.java
public class Main {
    public static void main(String[] args) throws Exception {
        Source source = new Source();
        for (int i = 0; i < 100000; i++) source.read();
        System.out.println(Switches.off());
    }
}
";
    let folder = tempfile::tempdir().unwrap();
    let counts = folder.path().join("counts");
    let (_, printed) = run(
        &format!("{CLOSED}{main}"),
        &[&format!("-Dresidua.count={}", counts.display())],
    );
    assert_eq!(printed, "0");
    assert_eq!(
        std::fs::read_to_string(counts).unwrap(),
        "Closed\tread\t100000\nClosed\tclose\t0\n"
    );
}

#[test]
fn an_object_that_has_been_collected_keeps_no_event_on() {
    let main = "
//- Main.java
public class Main {
    public static void main(String[] args) throws Exception {
        new Source().close();
        Source source = new Source();
        for (int i = 0; i < 100; i++) {
            System.gc();
            for (int n = 0; n < 10000 && Switches.off() == 0; n++) source.read();
            if (Switches.off() == 1) break;
        }
        System.out.println(Switches.off());
    }
}
";
    assert_eq!(
        run(&format!("{CLOSED}{main}"), &[]),
        (Vec::new(), "1".to_owned())
    );
}

#[test]
fn what_another_thread_has_brought_about_is_heard_at_once() {
    // Each round one thread closes a source and hands it over; the other one reads many that are
    // open, and then that one.
    let main = "
//- Main.java
public class Main {
    static volatile Source handed;
    public static void main(String[] args) throws Exception {
        int rounds = 2000;
        Thread other = new Thread(() -> {
            for (int round = 0; round < rounds; round++) {
                while (handed == null) Thread.yield();
                handed.read();
                handed = null;
            }
        });
        Source open = new Source();
        for (int i = 0; i < 1000; i++) open.read();
        System.out.println(Switches.off());
        other.start();
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < 300; i++) open.read();
            Source closed = new Source();
            closed.close();
            handed = closed;
            while (handed != null) Thread.yield();
        }
        other.join();
    }
}
";
    let (reports, printed) = run(&format!("{CLOSED}{main}"), &[]);
    assert_eq!(printed, "1");
    assert_eq!(reports.len(), 2000);
    assert!(
        reports
            .iter()
            .all(|report| report == "Closed in error by read at Main.java:8 (Source)")
    );
}

/// The same with a condition, so that all threads share one lock and events are switched off as
/// long as the program runs.
#[test]
fn what_another_thread_has_brought_about_is_heard_at_once_under_the_lock() {
    let text = CLOSED.replace(
        "closed -> error: read",
        "closed -> error: read\n            when: Main.yes()",
    );
    let main = "
//- Main.java
import java.util.concurrent.SynchronousQueue;
public class Main {
    static boolean yes() { return true; }
    static boolean wasOff;
    public static void main(String[] args) throws Exception {
        int rounds = 500;
        SynchronousQueue<Source> queue = new SynchronousQueue<>();
        Thread other = new Thread(() -> {
            try {
                for (int round = 0; round < rounds; round++) queue.take().read();
            } catch (InterruptedException never) { throw new AssertionError(never); }
        });
        other.start();
        Source open = new Source();
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < 3000 && !(wasOff |= Switches.off() == 1); i++) open.read();
            Source closed = new Source();
            closed.close();
            queue.put(closed);
        }
        other.join();
        System.out.println(wasOff);
    }
}
";
    let (reports, printed) = run(&format!("{text}{main}"), &["-Dresidua.patience=10"]);
    assert_eq!(printed, "true");
    assert_eq!(reports.len(), 500);
}

#[test]
fn an_event_of_the_global_instance_is_switched_off_and_on() {
    let text = "
//- p.yaml
events:
  arm: call Main.arm()
  fire: call Main.fire()
properties:
  Armed:
    states: {safe: initial, armed: , fired: bad}
    transitions:
      - safe -> armed: arm
      - armed -> fired: fire
      - fired -> safe: arm
//- Main.java
public class Main {
    static void arm() {}
    static void fire() {}
    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 1000; i++) fire();
        System.out.println(Switches.off());
        arm();
        System.out.println(Switches.off());
        fire();
        for (int i = 0; i < 100000; i++) fire();
        System.out.println(Switches.off());
    }
}
";
    let (reports, printed) = run(text, &[]);
    assert_eq!(reports, ["Armed in fired by fire at Main.java:9 (global)"]);
    assert_eq!(printed, "1 0 1");
}

/// A collection is not changed while it is iterated.
const UNCHANGED: &str = "
//- p.yaml
imports: [java.util.*]
foreach:
  - parameters: [Collection c, Iterator i]
    creation: slicing
    events:
      create: call Collection+.iterator() target c returning (i)
      change: call Collection+.add(*) target c
      next: call Iterator+.next() target i
    properties:
      Unchanged:
        states: {start: initial, iterating: , changed: , error: bad}
        transitions:
          - start -> iterating: create
          - iterating -> changed: change
          - changed -> error: next
//- Main.java
import java.util.*;
public class Main {
    static Object last(Iterator<String> i) { Object last = null; while (i.hasNext()) last = i.next(); return last; }
    public static void main(String[] args) throws Exception {
        List<String> list = new ArrayList<>(Collections.nCopies(1000, \"\"));
        last(list.iterator());
        int off = Switches.off();
        Iterator<String> held = list.iterator();
        held.next();
        list.add(\"\");
        System.out.println(off + \" \" + Switches.off());
        try { held.next(); } catch (ConcurrentModificationException e) { System.out.println(\"thrown\"); }
        for (String each : list) if (each == null) return;
        for (Iterator<String> loop = list.iterator(); loop.hasNext(); ) {
            loop.next();
            list.add(\"\");
            try { loop.next(); } catch (ConcurrentModificationException e) { break; }
        }
    }
}
";

#[test]
fn events_of_sliced_instances_are_switched_off_and_on() {
    let (reports, printed) = run(UNCHANGED, &[]);
    // `next` is heard by nobody before a list is changed.
    let expected = [
        "Unchanged in error by next at Main.java:12 (java.util.ArrayList, java.util.ArrayList$Itr)",
        "Unchanged in error by next at Main.java:17 (java.util.ArrayList, java.util.ArrayList$Itr)",
    ];
    assert_eq!(reports, expected);
    assert_eq!(printed, "1 0 thrown");
}

#[test]
fn what_a_loop_holds_is_heard_although_nobody_else_finds_it() {
    let text = "
//- p.yaml
imports: [java.util.*]
foreach:
  - parameters: [Iterator i]
    events:
      next: call Iterator+.next() target i
      remove: call Iterator+.remove() target i
    properties:
      Twice:
        states: {fresh: initial, used: , removed: , error: bad}
        transitions:
          - fresh -> used: next
          - used -> removed: remove
          - removed -> used: next
          - removed -> error: remove
//- Main.java
import java.util.*;
public class Main {
    static void remove(Iterator<String> i, int times) {
        for (int n = 0; n < times; n++) try { i.remove(); } catch (IllegalStateException e) { continue; }
    }
    static void twice(List<String> list) {
        for (Iterator<String> loop = list.iterator(); loop.hasNext(); ) {
            loop.next();
            loop.remove();
            try { loop.remove(); } catch (IllegalStateException e) { continue; }
        }
    }
    public static void main(String[] args) throws Exception {
        List<String> list = new ArrayList<>(Arrays.asList(\"a\", \"b\"));
        Iterator<String> known = list.iterator();
        remove(known, 1000);
        System.out.println(Switches.off());
        twice(list);
        remove(list.iterator(), 100000);
        System.out.println(Switches.off());
    }
}
";
    let (reports, printed) = run(text, &[]);
    assert_eq!(
        reports,
        ["Twice in error by remove at Main.java:10 (java.util.ArrayList$Itr)"]
    );
    // Once a loop has held one, nobody can say any more that none hears the event.
    assert_eq!(printed, "1 0");
}
