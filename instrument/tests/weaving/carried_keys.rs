//! Objects that carry what monitors know of them, in fields of their classes: nobody sees it, and
//! no report changes.

use std::fs;

use crate::support::{Fixture, check, check_with, compile, java, reports};
use instrument::weave::{WeaveError, WeaveRequest, weave};

/// The name of the field of the first context of the first specification.
const FIELD: &str = "residua$0$1$0";

/// Users pay after they have been activated, and may do so once.
const PAYING: &str = "
//- paying.yaml
foreach:
  - parameters: [User u by identity]
    events:
      activate: call User.activate() target u
      pay: call User.pay() target u
    properties:
      Paying:
        states: {new: initial, active: , paid: , early: bad, twice: bad}
        transitions:
          - new -> active: activate
          - new -> early: pay
          - active -> paid: pay
          - paid -> twice: pay
          - twice -> early: activate
";

const USER: &str = "
//- User.java
public class User implements Cloneable {
    void activate() {}
    void pay() {}
    @Override public User clone() throws CloneNotSupportedException { return (User) super.clone(); }
}
";

fn program(user: &str, main: &str) -> String {
    format!(
        "{PAYING}{user}\n//- Main.java\nimport java.util.*;\npublic class Main {{\n    \
         public static void main(String[] args) throws Exception {{\n{main}\n    }}\n}}\n"
    )
}

/// What `javap` says of a class.
fn members(classes: &std::path::Path, class: &str) -> String {
    let run = std::process::Command::new("javap")
        .args(["-p", "-v", "-cp"])
        .arg(classes)
        .arg(class)
        .output()
        .unwrap();
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    String::from_utf8(run.stdout).unwrap()
}

#[test]
fn the_field_is_transient_and_synthetic() {
    let fixture = Fixture::new(&program(USER, "new User().pay();"), &[]);
    fixture.weave(true);
    let text = members(&fixture.path("out"), "User");
    let field = text
        .split(FIELD)
        .nth(1)
        .map(|_| text.as_str())
        .expect("the field is there");
    assert!(
        field.contains("ACC_VOLATILE, ACC_TRANSIENT, ACC_SYNTHETIC"),
        "{text}"
    );
    assert_eq!(
        reports(&fixture.run("out", &[])),
        ["Paying in early by pay at Main.java:4 (User)"]
    );
}

/// What a clone copies is the key of another object.
#[test]
fn a_clone_begins_anew_and_leaves_its_original_alone() {
    check(
        &program(
            USER,
            "User a = new User();
a.activate();
User b = a.clone();
a.pay();
b.pay();
b.activate();
User c = a.clone();
c.activate();
a.pay();
c.pay();
c.pay();
b.pay();",
        ),
        &[
            "Paying in early by pay at Main.java:8 (User)",
            "Paying in twice by pay at Main.java:12 (User)",
            "Paying in twice by pay at Main.java:14 (User)",
        ],
    );
}

/// A field that is not private would change the version that serialization computes. The streams
/// are those of before, too.
#[test]
fn serialized_objects_are_those_of_before() {
    let serializable = "
//- User.java
public class User implements java.io.Serializable {
    int number = 7;
    void activate() {}
    void pay() {}
}
";
    let main = "java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
User a = new User();
a.activate();
java.io.ObjectOutputStream out = new java.io.ObjectOutputStream(bytes);
out.writeObject(a);
out.close();
System.out.println(Arrays.toString(bytes.toByteArray()));
System.out.println(java.io.ObjectStreamClass.lookup(User.class).getSerialVersionUID());
java.io.ByteArrayInputStream in = new java.io.ByteArrayInputStream(bytes.toByteArray());
User b = (User) new java.io.ObjectInputStream(in).readObject();
b.pay();
a.pay();
a.pay();
System.out.println(b.number);";
    let expected = [
        "Paying in early by pay at Main.java:14 (User)",
        "Paying in twice by pay at Main.java:16 (User)",
    ];
    check(&program(serializable, main), &expected);
    let other = [
        "private static final long serialVersionUID = 3",
        "private static long serialVersionUID = 3",
    ];
    for field in other {
        check(
            &program(
                &serializable.replace("int number", &format!("{field}; int number")),
                main,
            ),
            &expected,
        );
    }
}

/// Which fields are private: those of serializable classes without a version of their own.
#[test]
fn fields_are_private_where_they_would_change_a_version() {
    let access = |user: &str| {
        let fixture = Fixture::new(&program(user, "User.made().pay();"), &[]);
        fixture.weave(true);
        assert_eq!(
            reports(&fixture.run("out", &[])),
            ["Paying in early by pay at Main.java:4 (User)"]
        );
        let text = members(&fixture.path("out"), "User");
        let line = text
            .lines()
            .find(|line| line.contains(FIELD) && line.trim_end().ends_with(';'));
        line.expect("a field").trim().to_owned()
    };
    let body = "{ static User made() { return new User(); } void activate() {} void pay() {} }";
    let plain = access(&format!("//- User.java\npublic class User {body}\n"));
    assert_eq!(
        plain,
        format!("volatile transient java.lang.Object {FIELD};")
    );
    let serializable = access(&format!(
        "//- User.java\npublic class User implements java.io.Serializable {body}\n"
    ));
    assert_eq!(
        serializable,
        format!("private volatile transient java.lang.Object {FIELD};")
    );
    let below = "//- Base.java\nclass Base implements java.io.Serializable {}\n//- User.java\npublic class User extends Base";
    assert_eq!(access(&format!("{below} {body}\n")), serializable);
    let constant = "//- User.java\npublic enum User { ANN; static User made() { return ANN; } void activate() {} void pay() {} }\n";
    assert_eq!(access(constant), plain);
}

/// Everything that reflection shows but the field itself is as before.
#[test]
fn reflection_sees_nothing_but_the_field() {
    let main = "System.out.println(Arrays.toString(User.class.getFields()));
System.out.println(Arrays.toString(User.class.getInterfaces()) + User.class.getSuperclass());
System.out.println(User.class.getDeclaredMethods().length + \" \" + User.class.getDeclaredConstructors().length);
System.out.println(Arrays.toString(User.class.getDeclaredClasses()));
for (java.lang.reflect.Field f : User.class.getDeclaredFields()) if (!f.isSynthetic()) System.out.println(f);
new User().pay();";
    check(
        &program(USER, main),
        &["Paying in early by pay at Main.java:9 (User)"],
    );
}

/// A field copied by reflection is like one copied by `clone()`.
#[test]
fn what_reflection_copies_is_not_the_key_of_the_copy() {
    let main = "User a = new User();
a.activate();
User b = new User();
for (java.lang.reflect.Field f : User.class.getDeclaredFields()) { f.setAccessible(true); f.set(b, f.get(a)); }
b.pay();
a.pay();";
    check(
        &program(USER, main),
        &["Paying in early by pay at Main.java:8 (User)"],
    );
}

/// Subclasses inherit the field, whatever their package.
#[test]
fn objects_of_subclasses_carry_keys() {
    check(
        "
//- open.yaml
foreach:
  - parameters: [shop.Base u]
    events:
      use: call shop.Base+.use() target u
    properties:
      Once:
        states: {new: initial, used: , again: bad}
        transitions:
          - new -> used: use
          - used -> again: use
//- shop/Base.java
package shop;
public abstract class Base { public abstract void use(); }
//- other/One.java
package other;
public class One extends shop.Base { public void use() {} }
//- Main.java
public class Main {
    private static class Two extends other.One {}
    public static void main(String[] args) {
        shop.Base one = new other.One(), two = new Two(), third = new shop.Base() { public void use() {} };
        for (int i = 0; i < 2; i++) { one.use(); third.use(); }
        two.use();
        one.use();
        two.use();
    }
}
",
        &[
            "Once in again by use at Main.java:5 (other.One)",
            "Once in again by use at Main.java:5 (Main$1)",
            "Once in again by use at Main.java:8 (Main$Two)",
        ],
    );
}

/// Classes that monitors, which are in another package, cannot name.
#[test]
fn classes_need_not_be_visible() {
    check(
        "
//- hidden.yaml
foreach:
  - parameters: [shop.Outer.Hidden u]
    events:
      use: call shop.Outer.Hidden.use() target u
    properties:
      Once:
        states: {new: initial, used: , again: bad}
        transitions:
          - new -> used: use
          - used -> again: use
//- shop/Outer.java
package shop;
public class Outer {
    private static class Hidden { void use() {} }
    public static void run() {
        Hidden one = new Hidden(), two = new Hidden();
        one.use();
        two.use();
        one.use();
    }
}
//- Main.java
public class Main { public static void main(String[] args) { shop.Outer.run(); } }
",
        &["Once in again by use at shop/Outer.java:8 (shop.Outer$Hidden)"],
    );
}

/// Interfaces and records can have no field, and library classes are not woven.
#[test]
fn objects_that_cannot_carry_keys_have_them_elsewhere() {
    let text = "
//- once.yaml
foreach:
  - parameters: [Able u]
    events:
      use: call Able+.use() target u
    properties:
      Once:
        states: {new: initial, used: , again: bad}
        transitions:
          - new -> used: use
          - used -> again: use
  - parameters: [Point p by identity]
    events:
      show: call Point.show() target p
    properties:
      Shown:
        states: {new: initial, used: , again: bad}
        transitions:
          - new -> used: show
          - used -> again: show
  - parameters: [StringBuilder b]
    events:
      reverse: call StringBuilder.reverse() target b
    properties:
      Reversed:
        states: {new: initial, used: , again: bad}
        transitions:
          - new -> used: reverse
          - used -> again: reverse
//- Able.java
public interface Able { void use(); }
//- Point.java
public record Point(int x) { void show() {} }
//- Main.java
public class Main {
    public static void main(String[] args) {
        Able other = () -> {}, able = new Able() { public void use() {} };
        Point point = new Point(1), same = new Point(1);
        StringBuilder one = new StringBuilder(), two = new StringBuilder();
        for (int i = 0; i < 2; i++) { able.use(); point.show(); one.reverse(); }
        other.use();
        same.show();
        two.reverse();
    }
}
";
    check(
        text,
        &[
            "Once in again by use at Main.java:6 (Main$1)",
            "Shown in again by show at Main.java:6 (Point)",
            "Reversed in again by reverse at Main.java:6 (java.lang.StringBuilder)",
        ],
    );
}

/// An accepting state releases its instance: the next event of the object makes a fresh one, and
/// what is left of the old one hears nothing.
#[test]
fn released_instances_are_carried_no_more() {
    check(
        "
//- session.yaml
foreach:
  - parameters: [User u by identity]
    variables: [int uses = 0]
    events:
      open: call User.open() target u
      use: call User.use() target u
      close: call User.close() target u
    properties:
      Session:
        releases: true
        states: {fresh: initial, opened: , closed: accepting, wrong: bad}
        transitions:
          - fresh -> opened: open
          - fresh -> wrong: use
          - opened -> opened: use
            when: uses < 1
            do: uses++;
          - opened -> wrong: use
          - opened -> closed: close
//- User.java
public class User { void open() {} void use() {} void close() {} }
//- Main.java
public class Main {
    public static void main(String[] args) {
        User a = new User(), b = new User();
        for (int round = 0; round < 300; round++) {
            a.open();
            b.open();
            a.use();
            a.close();
            if (round % 100 == 99) System.gc();
        }
        b.use();
        a.use();
        b.use();
    }
}
",
        &[
            "Session in wrong by use at Main.java:12 (User)",
            "Session in wrong by use at Main.java:13 (User)",
        ],
    );
}

/// Each parameter of each specification has a field of its own.
#[test]
fn an_object_carries_keys_of_several_parameters() {
    check(
        "
//- pair.yaml
foreach:
  - parameters: [Node a by identity, Node b by identity]
    creation: slicing
    events:
      link: call Node.link(Node b) target a
      cut: call Node.cut() target a
      lose: call Node.lose() target b
    properties:
      Linked:
        states: {apart: initial, linked: , gone: , wrong: bad}
        transitions:
          - apart -> linked: link
          - linked -> gone: cut
          - gone -> wrong: lose
//- twice.yaml
foreach:
  - parameters: [Node n by identity]
    events:
      cut: call Node.cut() target n
    properties:
      Twice:
        states: {whole: initial, cut: , twice: bad}
        transitions:
          - whole -> cut: cut
          - cut -> twice: cut
//- Node.java
public class Node implements Cloneable {
    void link(Node other) {}
    void cut() {}
    void lose() {}
    @Override public Node clone() throws CloneNotSupportedException { return (Node) super.clone(); }
}
//- Main.java
public class Main {
    public static void main(String[] args) throws Exception {
        Node x = new Node(), y = new Node();
        x.link(y);
        y.link(x);
        x.link(x);
        Node z = x.clone(), w = y.clone();
        z.cut();
        w.lose();
        x.lose();
        x.cut();
        x.lose();
        y.lose();
        y.cut();
        y.cut();
    }
}
",
        &[
            "Linked in wrong by lose at Main.java:12 (Node, Node)",
            "Linked in wrong by lose at Main.java:13 (Node, Node)",
            "Twice in twice by cut at Main.java:15 (Node)",
        ],
    );
}

/// Where another version of the class comes first on the class path, objects carry nothing.
#[test]
fn a_class_without_the_field_does_no_harm() {
    let fixture = Fixture::new(
        &program(
            USER,
            "User a = new User(); a.pay(); a.clone().pay(); a.activate();",
        ),
        &[],
    );
    fixture.weave(true);
    let woven = fixture.run("out", &[]);
    fs::copy(
        fixture.path("classes/User.class"),
        fixture.path("out/User.class"),
    )
    .unwrap();
    let without = fixture.run("out", &[]);
    assert_eq!(reports(&without), reports(&woven));
    fs::remove_file(fixture.path(&format!("out/User${FIELD}.class"))).unwrap();
    assert_eq!(reports(&fixture.run("out", &[])), reports(&woven));
    assert_eq!(reports(&woven).len(), 2);
}

#[test]
fn classes_get_no_fields_where_that_is_not_wanted() {
    let fixture = Fixture::new(
        &program(USER, "User a = new User(); a.pay(); a.clone().pay();"),
        &[],
    );
    fixture.weave(true);
    let carried = reports(&fixture.run("out", &[]));
    weave(&WeaveRequest {
        adds_fields: false,
        ..fixture.request(true)
    })
    .unwrap();
    assert_eq!(reports(&fixture.run("out", &[])), carried);
    assert_eq!(
        fs::read(fixture.path("classes/User.class")).unwrap(),
        fs::read(fixture.path("out/User.class")).unwrap()
    );
}

/// A class whose objects no monitor knows stays as it is, and so does everything where nothing is
/// monitored.
#[test]
fn classes_get_no_fields_that_nobody_uses() {
    let text = program(USER, "System.out.println(new User());").replace("new User()", "1");
    let fixture = Fixture::new(&text, &[]);
    let report = fixture.weave(true);
    assert_eq!((report.changed_classes, report.unchanged_classes), (0, 2));
}

#[test]
fn a_class_with_a_field_has_been_woven_before() {
    let fixture = Fixture::new(&program(USER, "new User().pay();"), &[]);
    fixture.weave(true);
    fs::remove_dir_all(fixture.path("out/residua")).unwrap();
    fs::remove_file(fixture.path("out/Main.class")).unwrap();
    let mut request = fixture.request(true);
    let again = [fixture.path("out")];
    request.classes = again.to_vec();
    request.output = fixture.path("again");
    assert!(matches!(
        weave(&request),
        Err(WeaveError::WovenBefore { .. })
    ));
}

/// Two class loaders with the woven classes, and one that takes the program's class from elsewhere.
#[test]
fn each_class_loader_has_its_own_keys() {
    let text = program(
        USER,
        "java.net.URL here = Main.class.getProtectionDomain().getCodeSource().getLocation();
for (int i = 0; i < 2; i++) {
    ClassLoader loader = new java.net.URLClassLoader(new java.net.URL[] {here}, null);
    if (Main.class.getClassLoader() != loader && args.length == 0) {
        loader.loadClass(\"Other\").getMethod(\"main\", String[].class).invoke(null, (Object) args);
    }
}
Other.main(args);",
    ) + "//- Other.java\npublic class Other { public static void main(String[] args) { User a = new User(); a.pay(); a.activate(); } }\n";
    let report = "Paying in early by pay at Other.java:1 (User)";
    check(&text, &[report, report, report]);
}

/// In a module whose package is open to nobody.
#[test]
fn modules_keep_their_packages_closed() {
    let fixture = Fixture::new(
        "
//- once.yaml
foreach:
  - parameters: [app.User u]
    events:
      use: call app.User.use() target u
    properties:
      Once:
        states: {new: initial, used: , again: bad}
        transitions:
          - new -> used: use
          - used -> again: use
//- module-info.java
module app {}
//- app/User.java
package app;
class User implements java.io.Serializable { void use() {} }
//- app/Main.java
package app;
public class Main {
    public static void main(String[] args) {
        User a = new User();
        a.use();
        a.use();
    }
}
",
        &[],
    );
    fixture.weave(true);
    let run = std::process::Command::new("java")
        .arg("--module-path")
        .arg(fixture.path("out"))
        .args(["-m", "app/app.Main"])
        .output()
        .unwrap();
    assert_eq!(
        reports(&run),
        ["Once in again by use at app/Main.java:6 (app.User)"]
    );
}

/// Class files of Java 8 have no nest mates, and their version is that of the carriers.
#[test]
fn classes_of_java_8_carry_keys() {
    let serializable = USER.replace(
        "implements Cloneable",
        "implements Cloneable, java.io.Serializable",
    );
    for user in [USER, &serializable] {
        check_with(
            &program(
                user,
                "User a = new User(); a.activate(); a.clone().pay(); a.pay();",
            ),
            &["--release", "8"],
            &[],
            &["Paying in early by pay at Main.java:4 (User)"],
        );
    }
}

/// A jar with a class for a newer release: both get the field.
#[test]
fn every_version_of_a_class_carries_keys() {
    let fixture = Fixture::new(
        &program(
            USER,
            "User a = new User(); a.activate(); a.clone().pay(); a.pay();",
        ),
        &[],
    );
    let newer = fixture.path("newer/User.java");
    fs::create_dir(fixture.path("newer")).unwrap();
    let text = "public class User implements Cloneable { int more; void activate() {} void pay() { more++; }
        @Override public User clone() throws CloneNotSupportedException { return (User) super.clone(); } }";
    fs::write(&newer, text).unwrap();
    compile(&[newer], &fixture.path("classes/META-INF/versions/11"), &[]);
    fs::write(
        fixture.path("classes/META-INF/MANIFEST.MF"),
        "Manifest-Version: 1.0\nMulti-Release: true\n",
    )
    .unwrap();
    let mut request = fixture.request(true);
    request.output = fixture.path("out.jar");
    weave(&request).unwrap();
    let expected = ["Paying in early by pay at Main.java:4 (User)"];
    assert_eq!(reports(&java(&fixture.path("out.jar"), &[])), expected);
    let old = java(
        &fixture.path("out.jar"),
        &["-Djdk.util.jar.enableMultiRelease=false"],
    );
    assert_eq!(reports(&old), expected);
}

/// Nobody hears an event of objects that are open, so it is switched off. Before that all that are
/// carried are asked.
#[test]
fn what_nobody_hears_is_switched_off_unless_an_object_that_is_carried_does() {
    check(
        "
//- reading.yaml
foreach:
  - parameters: [Source s]
    events:
      close: call Source.close() target s
      read: call Source.read() target s
    properties:
      Reading:
        states: {open: initial, closed: , late: bad}
        transitions:
          - open -> closed: close
          - closed -> late: read
//- Source.java
public class Source { void close() {} void read() {} }
//- Main.java
public class Main {
    public static void main(String[] args) {
        Source open = new Source(), closed = new Source(), last = new Source();
        for (int i = 0; i < 1000; i++) open.read();
        closed.close();
        for (int i = 0; i < 1000; i++) open.read();
        closed.read();
        for (int i = 0; i < 5000; i++) open.read();
        last.close();
        last.read();
    }
}
",
        &[
            "Reading in late by read at Main.java:7 (Source)",
            "Reading in late by read at Main.java:10 (Source)",
        ],
    );
}

/// Objects come and go, in memory for few: keys go with them.
#[test]
fn keys_go_with_their_objects() {
    check_with(
        &program(
            USER,
            "User last = null;
for (int i = 0; i < 3000000; i++) {
    User u = new User();
    u.activate();
    u.pay();
    last = u;
}
last.pay();",
        ),
        &[],
        &["-Xmx16m"],
        &["Paying in twice by pay at Main.java:11 (User)"],
    );
}

/// Threads that raise the first event of an object at the same time find one instance, which misses
/// none of their events.
#[test]
fn threads_find_the_same_instance() {
    check(
        "
//- counted.yaml
foreach:
  - parameters: [Job j]
    events:
      step: call Job.step() target j
      end: call Job.end() target j
    properties:
      Counted:
        states: {none: initial, one: , two: , ended: , lost: bad}
        transitions:
          - none -> one: step
          - one -> two: step
          - two -> ended: end
          - one -> lost: end
          - none -> lost: end
//- Job.java
public class Job { void step() {} void end() {} }
//- Main.java
import java.util.concurrent.CyclicBarrier;
public class Main {
    public static void main(String[] args) throws Exception {
        Job[] jobs = new Job[100000];
        for (int i = 0; i < jobs.length; i++) jobs[i] = new Job();
        CyclicBarrier start = new CyclicBarrier(2);
        Thread[] threads = new Thread[2];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> {
                try { start.await(); } catch (Exception e) { throw new Error(e); }
                for (Job job : jobs) job.step();
            });
            threads[t].start();
        }
        for (Thread thread : threads) thread.join();
        for (Job job : jobs) job.end();
        new Job().end();
    }
}
",
        &["Counted in lost by end at Main.java:17 (Job)"],
    );
}

/// What a released instance holds is let go of, though its object lives on, and so does a clone
/// that carries its key.
#[test]
fn released_instances_hold_no_memory() {
    check_with(
        "
//- session.yaml
foreach:
  - parameters: [User u by identity]
    variables: ['byte[] data = null', int opened = 0]
    events:
      open: call User.open() target u
      close: call User.close() target u
    properties:
      Session:
        releases: true
        states: {fresh: initial, opened: , closed: accepting, twice: bad}
        transitions:
          - fresh -> opened: open
            do: data = new byte[1 << 20];
          - opened -> twice: open
          - opened -> closed: close
//- User.java
public class User implements Cloneable {
    void open() {}
    void close() {}
    @Override public User clone() throws CloneNotSupportedException { return (User) super.clone(); }
}
//- Main.java
import java.util.*;
public class Main {
    public static void main(String[] args) throws Exception {
        List<User> users = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            User u = new User();
            u.open();
            users.add(u.clone());
            u.close();
            users.add(u);
        }
        for (User u : users) u.open();
        users.get(0).open();
    }
}
"
        .replace("for (User u : users) u.open();", "users.get(0).open();")
        .as_str(),
        &[],
        &["-Xmx24m"],
        &["Session in twice by open at Main.java:13 (User)"],
    );
}

/// A program may define a class by itself, as long as nobody has loaded it.
#[test]
fn classes_are_loaded_no_earlier_than_by_the_program() {
    check(
        "
//- once.yaml
foreach:
  - parameters: [User u by identity]
    events:
      use: call User.use() target u
    properties:
      Once:
        states: {fresh: initial, used: , again: bad}
        transitions:
          - fresh -> used: use
          - used -> again: use
  - parameters: [Other o by identity]
    events:
      ask: call Other.ask() target o
    properties:
      Asked:
        states: {fresh: initial, asked: , again: bad}
        transitions:
          - fresh -> asked: ask
          - asked -> again: ask
//- User.java
public class User { void use() {} }
//- Other.java
public class Other { void ask() {} }
//- Using.java
public class Using { static void run() { User u = new User(); u.use(); u.use(); } }
//- Main.java
public class Main {
    public static void main(String[] args) throws Exception {
        Other other = new Other();
        other.ask();
        byte[] bytes = Main.class.getResourceAsStream(\"User.class\").readAllBytes();
        System.out.println(java.lang.invoke.MethodHandles.lookup().defineClass(bytes).getName());
        Using.run();
        other.ask();
    }
}
",
        &[
            "Once in again by use at Using.java:1 (User)",
            "Asked in again by ask at Main.java:8 (Other)",
        ],
    );
}

/// A class that is serializable in one of its versions alone: the field is private in all, since
/// one carrier reaches it.
#[test]
fn versions_of_a_class_agree_on_their_field() {
    let fixture = Fixture::new(&program(USER, "User a = new User(); a.pay();"), &[]);
    fs::create_dir(fixture.path("newer")).unwrap();
    let newer = fixture.path("newer/User.java");
    fs::write(
        &newer,
        "public class User implements java.io.Serializable { void activate() {} void pay() {} }",
    )
    .unwrap();
    compile(&[newer], &fixture.path("classes/META-INF/versions/11"), &[]);
    fixture.weave(true);
    for folder in ["out", "out/META-INF/versions/11"] {
        let text = members(&fixture.path(folder), "User");
        let line = text
            .lines()
            .find(|line| line.contains(FIELD) && line.trim_end().ends_with(';'));
        assert_eq!(
            line.expect("a field").trim(),
            format!("private volatile transient java.lang.Object {FIELD};")
        );
    }
}
