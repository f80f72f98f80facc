//! Finalizers: they run when weak references to what they reach have been cleared, and raise events
//! of the same instances.

use crate::support::{Fixture, compile, reports};
use instrument::weave::weave;

/// Waits until so many finalizers have run.
const WAITING: &str = "
    static volatile int done;
    static synchronized void finalized() { done++; }
    static void await(int count) throws Exception {
        for (int n = 0; n < 1000 && done < count; n++) {
            System.gc();
            System.runFinalization();
            if (n > 5) Thread.sleep(5);
        }
        System.out.println(done >= count ? \"finalized\" : \"finalizers did not run\");
    }
";

/// Weaves everything, runs the program, and compares the reports, in any order: nobody knows in
/// which finalizers run. `main` is in `Main`.
#[track_caller]
fn check(properties: &str, main: &str, expected: &[&str]) {
    check_with(properties, main, &[], expected);
}

#[track_caller]
fn check_with(properties: &str, main: &str, java: &[&str], expected: &[&str]) {
    let text =
        format!("{properties}{CLASSES}//- Main.java\npublic class Main {{{WAITING}{main}}}\n");
    let fixture = Fixture::new(&text, &[]);
    fixture.weave(true);
    let woven = fixture.run("out", java);
    let mut found = reports(&woven);
    found.sort();
    assert_eq!(
        found,
        expected,
        "{}",
        String::from_utf8_lossy(&woven.stderr)
    );
    assert_eq!(String::from_utf8_lossy(&woven.stdout), "finalized\n");
}

/// A gun has no finalizer, and is reached by one.
const CLASSES: &str = "
//- Gun.java
public class Gun {
    final int size;
    Gun(int size) { this.size = size; }
    void arm() { }
    void fire() { }
    void drop() { }
}
//- Shell.java
public class Shell {
    static Gun kept;
    final Gun gun;
    final boolean keeps;
    Shell(Gun gun) { this(gun, false); }
    Shell(Gun gun, boolean keeps) { this.gun = gun; this.keeps = keeps; }
    void load(Gun gun) { }
    protected void finalize() {
        gun.fire();
        if (keeps) kept = gun;
        Main.finalized();
    }
}
";

/// A gun that is fired when it has been armed.
const ARMED: &str = "
//- p.yaml
foreach:
  - parameters: [Gun g]
    events:
      arm: call Gun.arm() target g
      fire: call Gun.fire() target g
    properties:
      Armed:
        states: {safe: initial, armed: , shot: bad}
        transitions:
          - safe -> armed: arm
          - armed -> shot: fire
";

/// Shoots three times, once with a gun that is not armed.
const SHOOTING: &str = "
    public static void main(String[] args) throws Exception {
        for (int n = 0; n < 3; n++) shoot(n);
        new Gun(9).drop();
        await(3);
    }
    static void shoot(int n) {
        Gun gun = new Gun(n);
        new Shell(gun).load(gun);
        if (n != 1) gun.arm();
    }
";

/// Automata that are the keys of their objects themselves.
#[test]
fn what_a_finalizer_reaches_is_in_the_state_that_it_was_in() {
    let unarmed = "      Unarmed:
        states: {safe: initial, armed: , shot: bad}
        transitions:
          - safe -> armed: arm
          - safe -> shot: fire
";
    let expected = [
        "Armed in shot by fire at Shell.java:9 (Gun)",
        "Armed in shot by fire at Shell.java:9 (Gun)",
        "Unarmed in shot by fire at Shell.java:9 (Gun)",
    ];
    check(&format!("{ARMED}{unarmed}"), SHOOTING, &expected);
}

/// Code that reads the object, which no reference gives any more.
#[test]
fn code_sees_the_object_that_a_finalizer_reaches() {
    let properties = "
//- p.yaml
foreach:
  - parameters: [Gun g]
    variables: [int armed = 0]
    events:
      arm: call Gun.arm() target g
      drop: call Gun.drop() target g
      fire: call Gun.fire() target g
    properties:
      Shot:
        states: {safe: initial, shot: bad}
        transitions:
          - safe -> safe: arm
            do: armed = armed + g.size + 1;
          - safe -> safe: drop
          - safe -> shot: fire
            when: armed == g.size + 1
";
    let shot = "Shot in shot by fire at Shell.java:9 (Gun)";
    check(properties, SHOOTING, &[shot, shot]);
}

/// Two parameters, of which the finalizer is of one, and reaches the other.
#[test]
fn slices_of_what_finalizers_reach_go_on() {
    let properties = "
//- p.yaml
foreach:
  - parameters: [Gun g, Shell s]
    creation: slicing
    events:
      load: call Shell.load(Gun g) target s
      arm: call Gun.arm() target g
      fire: call Gun.fire() target g
      end: execution Shell.finalize() target s
    properties:
      Shot:
        states: {empty: initial, loaded: , armed: , fired: , shot: bad}
        transitions:
          - empty -> loaded: load
          - loaded -> armed: arm
          - armed -> fired: end
          - fired -> shot: fire
";
    let shot = "Shot in shot by fire at Shell.java:9 (Gun, Shell)";
    check(properties, SHOOTING, &[shot, shot]);
}

#[test]
fn an_object_that_a_finalizer_makes_reachable_again_is_the_same() {
    let properties = "
//- p.yaml
foreach:
  - parameters: [Gun g]
    events:
      arm: call Gun.arm() target g
      drop: call Gun.drop() target g
    properties:
      Dropped:
        states: {safe: initial, armed: , dropped: bad}
        transitions:
          - safe -> armed: arm
          - armed -> dropped: drop
";
    let main = "
    public static void main(String[] args) throws Exception {
        shoot();
        await(1);
        for (int n = 0; n < 500; n++) { new Gun(n).arm(); if (n % 100 == 0) System.gc(); }
        Shell.kept.drop();
    }
    static void shoot() {
        Gun gun = new Gun(1);
        new Shell(gun, true);
        gun.arm();
    }
";
    check(
        properties,
        main,
        &["Dropped in dropped by drop at Main.java:17 (Gun)"],
    );
}

/// An event that nobody hears is switched off; an object that waits for its finalizer still hears
/// it.
#[test]
fn what_waits_for_its_finalizer_keeps_events_switched_on() {
    let main = "
    static final java.util.concurrent.CountDownLatch GATE = new java.util.concurrent.CountDownLatch(1);
    static final java.util.concurrent.CountDownLatch HELD = new java.util.concurrent.CountDownLatch(1);
    static class Guard {
        protected void finalize() throws Exception { HELD.countDown(); GATE.await(); }
    }
    public static void main(String[] args) throws Exception {
        new Guard();
        while (HELD.getCount() > 0) { System.gc(); Thread.sleep(1); }
        shoot();
        Gun safe = new Gun(0);
        for (int round = 0; round < 5; round++) {
            System.gc();
            for (int n = 0; n < 2000; n++) { new Gun(n); safe.fire(); }
        }
        GATE.countDown();
        await(1);
    }
    static void shoot() {
        Gun gun = new Gun(1);
        new Shell(gun);
        gun.arm();
    }
";
    check(
        ARMED,
        main,
        &["Armed in shot by fire at Shell.java:9 (Gun)"],
    );
}

/// What has been finalized is let go of, with and without code.
#[test]
fn monitors_of_what_has_been_finalized_are_dropped() {
    let properties = "
//- p.yaml
foreach:
  - parameters: [Gun g]
    events:
      arm: call Gun.arm() target g
      fire: call Gun.fire() target g
    properties:
      Automaton:
        states: {safe: initial, armed: , fired: , shot: bad}
        transitions:
          - safe -> armed: arm
          - armed -> fired: fire
          - fired -> shot: arm
//- q.yaml
foreach:
  - parameters: [Gun g, Shell s]
    creation: slicing
    variables: [long count = 0, long more = 0, long last = 0]
    events:
      load: call Shell.load(Gun g) target s
      fire: call Gun.fire() target g
    properties:
      Sliced:
        states: {safe: initial, loaded: , shot: bad}
        transitions:
          - safe -> loaded: load
            do: count = count + g.size;
          - loaded -> shot: fire
            when: count != g.size
";
    let main = "
    public static void main(String[] args) throws Exception {
        for (int n = 0; n < 200000; n++) {
            Gun gun = new Gun(n);
            new Shell(gun).load(gun);
            gun.arm();
            if (n % 4000 == 3999) { System.gc(); System.runFinalization(); }
        }
        await(1);
    }
";
    check_with(properties, main, &["-Xmx32m"], &[]);
}

/// A library runs the finalizer, which calls what a class of the program overrides.
#[test]
fn a_finalizer_may_be_inherited_from_a_library() {
    let program = format!(
        "
//- p.yaml
foreach:
  - parameters: [Door d]
    events:
      open: call Door.open() target d
      close: execution Door.close() target d
    properties:
      Left:
        states: {{fresh: initial, opened: , left: bad}}
        transitions:
          - fresh -> opened: open
          - opened -> left: close
//- Closing.java
public class Closing {{
    protected void finalize() {{ close(); }}
    protected void close() {{ }}
}}
//- Door.java
public class Door extends Closing {{
    void open() {{ }}
    protected void close() {{ Main.finalized(); }}
}}
//- Main.java
public class Main {{{WAITING}
    public static void main(String[] args) throws Exception {{
        new Door().open();
        await(1);
    }}
}}
"
    );
    let fixture = Fixture::new(&program, &[]);
    let library = fixture.path("library");
    compile(&[fixture.path("src/Closing.java")], &library, &[]);
    std::fs::remove_file(fixture.path("classes/Closing.class")).expect("a class of the library");
    let mut request = fixture.request(true);
    request.class_path = vec![library.clone()];
    weave(&request).unwrap_or_else(|error| panic!("{error}"));
    std::fs::copy(
        library.join("Closing.class"),
        fixture.path("out/Closing.class"),
    )
    .expect("a class of the library");
    assert_eq!(
        reports(&fixture.run("out", &[])),
        ["Left in left by close at Door.java:3 (Door)"]
    );
}
