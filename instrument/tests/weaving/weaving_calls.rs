//! Full weaving of calls: every way in which Java calls a method raises the events that it should,
//! and nothing else changes.

use crate::support;
use crate::support::{HAS_NEXT, check, check_with};
use jvm::classfile::{ClassFile, opcode};

fn check_has_next(java: &str, expected: &[&str]) {
    check(&format!("{HAS_NEXT}{java}"), expected);
}

#[test]
fn calls_before_their_permission_are_reported_where_they_stand() {
    check_has_next(
        "
//- Main.java
import java.util.*;

public class Main {
    public static void main(String[] args) {
        Iterator<String> good = List.of(\"a\", \"b\").iterator();
        while (good.hasNext()) {
            System.out.println(good.next());
        }
        Iterator<String> bad = new ArrayList<>(List.of(\"c\")).iterator();
        System.out.println(bad.next());
        for (String s : List.of(\"x\", \"y\")) {
            System.out.println(s);
        }
    }
}
",
        &["HasNext in error by next at Main.java:10 (java.util.ArrayList$Itr)"],
    );
}

#[test]
fn lambdas_and_method_references_raise_events_when_they_run() {
    check_has_next(
        "
//- Main.java
import java.util.*;
import java.util.function.*;

public class Main {
    interface Step { Object step(Iterator<String> i); }

    public static void main(String[] args) {
        Iterator<String> one = new ArrayList<>(List.of(\"a\")).iterator();
        Supplier<String> bound = one::next;
        Step unbound = Iterator::next;
        Function<Iterator<String>, String> lambda = i -> i.next();
        System.out.println(\"nothing yet\");
        System.out.println(bound.get());
        System.out.println(unbound.step(new LinkedList<>(List.of(\"b\")).iterator()));
        System.out.println(lambda.apply(new ArrayDeque<>(List.of(\"c\")).iterator()));
    }
}
",
        &[
            "HasNext in error by next at Main.java:9 (java.util.ArrayList$Itr)",
            "HasNext in error by next at Main.java:10 (java.util.LinkedList$ListItr)",
            "HasNext in error by next at Main.java:11 (java.util.ArrayDeque$DeqIterator)",
        ],
    );
}

#[test]
fn code_of_interfaces_finally_blocks_and_loops_is_woven() {
    check_has_next(
        "
//- Main.java
import java.util.*;

interface Reader {
    private static String read(Iterator<String> i) { return i.next(); }
    default String twice(Iterator<String> i) { return read(i) + i.next(); }
}

public class Main implements Reader {
    public static void main(String[] args) {
        System.out.println(new Main().twice(new ArrayList<>(List.of(\"a\", \"b\")).iterator()));
        Iterator<String> i = new ArrayList<>(List.of(\"c\", \"d\")).iterator();
        for (int n = 0; n < 2; n++) {
            try {
                if (n == 0) continue;
            } finally {
                System.out.println(i.next());
            }
        }
    }
}
",
        &[
            "HasNext in error by next at Main.java:4 (java.util.ArrayList$Itr)",
            "HasNext in error by next at Main.java:5 (java.util.ArrayList$Itr)",
            "HasNext in error by next at Main.java:16 (java.util.ArrayList$Itr)",
            "HasNext in error by next at Main.java:16 (java.util.ArrayList$Itr)",
        ],
    );
}

#[test]
fn class_files_of_java_8_and_of_today_are_woven_with_all_debug_information_and_none() {
    let java = "
//- Main.java
import java.util.*;

public class Main {
    static String all(Iterator<String> i) {
        StringBuilder all = new StringBuilder();
        do { all.append(i.next()); } while (i.hasNext());
        return all.toString();
    }
    public static void main(String[] args) {
        System.out.println(all(new ArrayList<>(Arrays.asList(\"a\", \"b\")).iterator()));
    }
}
";
    let report = |line: u32| {
        format!("HasNext in error by next at Main.java:{line} (java.util.ArrayList$Itr)")
    };
    for (options, line) in [
        (&["--release", "8", "-g"][..], 6),
        (&["-g"], 6),
        (&["-g:source"], 0),
    ] {
        check_with(&format!("{HAS_NEXT}{java}"), options, &[], &[&report(line)]);
    }
}

const ACCOUNT: &str = "
//- account.yaml
events:
  start: call Account.pay(Object who, long amount, double rate, int n) target Account a
  done: call Account.pay(*, long amount, double rate, int n) target Account a returning(double result)
  failed: call Account.pay(*, *, *, *) target Account a throwing(IllegalStateException e)
  log: call Log.write(String level, Object values)
  made: call new Account(String owner) returning(Account made)
  making: call new Account(String owner)
  unmade: call new Account(String owner) throwing(RuntimeException r)
properties:
  Account:
    states: {idle: initial, seen: bad}
    transitions:
      - idle -> seen: start
        when: amount > 100L
        do: System.out.println(\"# start \" + who + \" \" + amount + \" \" + rate + \" \" + n);
      - idle -> seen: done
        when: result > 100.0
        do: System.out.println(\"# done \" + amount + \" \" + rate + \" \" + n + \" \" + result);
      - idle -> seen: failed
        do: System.out.println(\"# failed \" + e.getMessage());
      - idle -> seen: log
        do: System.out.println(\"# log \" + level + \" \" + ((Object[]) values).length);
      - idle -> seen: making
        do: System.out.println(\"# making \" + owner);
      - idle -> seen: made
        do: System.out.println(\"# made \" + made.owner);
      - idle -> seen: unmade
        do: System.out.println(\"# unmade \" + owner + \" \" + r.getMessage());
      - seen -> idle: start
        when: amount == -1
";

/// Runs a program against the property above and compares the lines that its actions print, without
/// the reports.
fn check_account(java: &str, expected: &[&str]) {
    let fixture = support::Fixture::new(&format!("{ACCOUNT}{java}"), &[]);
    fixture.weave(true);
    let output = fixture.run("out", &[]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let actions: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("# "))
        .collect();
    assert_eq!(
        actions,
        expected,
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(output.status.success());
}

const ACCOUNT_CLASS: &str = "
//- Account.java
public class Account {
    static { System.out.println(\"Account is initialized\"); }
    public final String owner;
    public Account(String owner) {
        if (owner.isEmpty()) throw new IllegalArgumentException(\"no owner\");
        this.owner = owner;
    }
    public double pay(Object who, long amount, double rate, int n) {
        if (n < 0) throw new IllegalStateException(\"n is \" + n);
        return amount * rate * n;
    }
}
//- Log.java
public class Log {
    public static void write(String level, Object... values) {}
}
";

/// Each event in a fresh process state: the property leaves its bad state only by a payment of -1.
#[test]
fn wide_primitives_results_and_exceptions_are_bound() {
    check_account(
        &format!(
            "{ACCOUNT_CLASS}
//- Main.java
public class Main {{
    public static void main(String[] args) {{
        Account a = new Account(\"ann\");
        a.pay(null, -1L, 1.0, 1);
        a.pay(\"bob\", 101L, 0.5, 1);
        a.pay(null, -1L, 1.0, 1);
        a.pay(\"bob\", 100L, 1.5, 7);
        a.pay(null, -1L, 1.0, 1);
        try {{ a.pay(\"bob\", 1L, 1.5, -7); }} catch (IllegalStateException e) {{ }}
        a.pay(null, -1L, 1.0, 1);
        Log.write(\"warn\", 1, 2, 3);
    }}
}}
"
        ),
        &[
            "making ann",
            "start bob 101 0.5 1",
            "done 100 1.5 7 1050.0",
            "failed n is -7",
            "log warn 3",
        ],
    );
}

#[test]
fn constructor_calls_raise_events_with_branches_in_their_arguments() {
    check_account(
        &format!(
            "{ACCOUNT_CLASS}
//- Main.java
import java.util.function.*;

public class Main {{
    static Account reset;
    static void again() {{ if (reset != null) reset.pay(null, -1L, 1.0, 1); }}
    static String name(String text) {{ System.out.println(\"name \" + text); return text; }}

    public static void main(String[] args) {{
        boolean flag = args.length == 0;
        Account a = new Account(flag ? name(\"x\") : \"y\");
        reset = a;
        again();
        new Account(new Account(flag ? \"p\" : \"q\").owner + \"r\");
        Function<String, Account> maker = Account::new;
        again();
        maker.apply(\"mapped\");
        again();
        try {{ new Account(flag ? \"\" : \"z\"); }} catch (IllegalArgumentException e) {{ System.out.println(e.getMessage()); }}
        Account anonymous = new Account(\"sub\") {{ }};
        System.out.println(anonymous.owner);
    }}
}}
"
        ),
        &["making x", "making p", "making mapped", "making "],
    );
}

/// An interface of Java 7 may have no method with code: the redirecting methods of its initializer
/// stand beside it.
#[test]
fn initializers_of_old_interfaces_are_woven() {
    let fixture = support::Fixture::new(
        "
//- p.yaml
events:
  make: call app.Defaults.make(int n) returning(Object made)
  size: call java.util.List+.size()
  fresh: call new StringBuilder(String s)
properties:
  P:
    states: {b: initial bad}
    transitions:
      - b -> b: [make, size, fresh]
//- app/Defaults.java
package app;
class Defaults {
    static Object make(int n) { return \"made \" + n; }
}
//- app/Settings.java
package app;
public interface Settings {
    Object FIRST = Defaults.make(1);
    int SIZE = new java.util.ArrayList<String>().size();
    StringBuilder TEXT = new StringBuilder(\"text\");
}
//- Main.java
public class Main {
    public static void main(String[] args) {
        System.out.println(app.Settings.FIRST + \" \" + app.Settings.SIZE + \" \" + app.Settings.TEXT);
    }
}
",
        &["--release", "8", "-Xlint:-options"],
    );
    let class = fixture.path("classes/app/Settings.class");
    let mut bytes = std::fs::read(&class).unwrap();
    assert_eq!(bytes[6..8], [0, 52]);
    bytes[7] = 50;
    std::fs::write(&class, bytes).unwrap();
    fixture.weave(true);
    let output = fixture.run("out", &[]);
    let expected = [
        "make at app/Settings.java:3",
        "size at app/Settings.java:4",
        "fresh at app/Settings.java:5",
    ];
    assert_eq!(
        support::reports(&output),
        expected.map(|event| format!("P in b by {event} (global)"))
    );
    assert_eq!(String::from_utf8_lossy(&output.stdout), "made 1 0 text\n");
}

#[test]
fn overloads_are_told_apart_by_their_declarations_and_arguments_are_counted_from_the_end() {
    check(
        "
//- last.yaml
foreach:
  - parameters: [Key k]
    events:
      put: call Box.put declared void(Object, ..) | Box.add declared Object(String, Object...) (.., k)
      made: new Box declared (int, ..) (.., k)
    properties:
      Last:
        states: {fresh: initial, once: , twice: bad}
        transitions:
          - fresh -> once: put
          - once -> twice: put
          - fresh -> twice: made
//- Main.java
class Key { }

class Box {
    Box(int n, String s, Key k) { }
    Box(String s, Key k) { }
    void put(Object o, Key k) { }
    void put(Object o, Object p, Key k) { }
    void put(String s, Key k) { }
    int put(String s, long n, Key k) { return 0; }
    Object add(String s, Object... os) { return s; }
    Object add(String s, Key k) { return s; }
    void execute(Key k) { }
}

public class Main {
    public static void main(String[] args) {
        Key a = new Key();
        Key b = new Key();
        Key c = new Key();
        Box box = new Box(\"\", a);
        box.put((Object) \"\", a);
        box.put(\"\", a);
        box.put(\"\", 2L, a);
        box.add(\"\", a);
        box.put(null, null, b);
        box.put(1, 2, a);
        new Box(1, \"\", c);
        new Box(\"\", b);
        Runnable put = () -> box.put((Object) \"\", b);
        put.run();
    }
}
",
        &[
            "Last in twice by put at Main.java:26 (Key)",
            "Last in twice by made at Main.java:27 (Key)",
            "Last in twice by put at Main.java:29 (Key)",
        ],
    );
}

/// Each `pad++` leaves room for instructions. javac copies an object right after it has made it;
/// what others write is put in its place: Groovy's compiler has the argument first.
#[test]
fn constructor_calls_whose_object_was_moved_are_woven() {
    let fixture = support::Fixture::new(
        &format!(
            "{ACCOUNT}{ACCOUNT_CLASS}
//- Main.java
public class Main {{
    static Account groovy(String name, int pad) {{ pad++; return new Account(name); }}
    static Account thrice(String name, int pad) {{ pad++; Account a = new Account(name); pad++; return a; }}
    static void unused(String name, int pad) {{ new Account(name); }}

    public static void main(String[] args) {{
        System.out.println(groovy(\"x\", 0).owner);
        new Account(\" \").pay(null, -1L, 1.0, 1);
        System.out.println(thrice(\"y\", 0).owner);
        new Account(\" \").pay(null, -1L, 1.0, 1);
        unused(\"z\", 0);
    }}
}}
"
        ),
        &[],
    );
    const NEW: u8 = opcode::NEW;
    const LOAD: u8 = opcode::ALOAD_0;
    let [dup, dup_x1, dup2_x1, swap, pop, nop] = [
        opcode::DUP,
        opcode::DUP_X1,
        opcode::DUP2_X1,
        opcode::SWAP,
        opcode::POP,
        opcode::NOP,
    ];
    let path = fixture.path("classes/Main.class");
    let bytes = std::fs::read(&path).unwrap();
    let mut class = ClassFile::parse(&bytes).unwrap();
    for number in 0..class.methods.len() {
        let name = class.methods[number]
            .name(&class.pool)
            .unwrap()
            .into_owned();
        let mut code = class.code(number).unwrap().unwrap().into_owned();
        let old = code.bytes.to_vec();
        let new: Vec<u8> = match (name.as_str(), &old[..]) {
            (
                "groovy",
                [
                    opcode::IINC,
                    _,
                    _,
                    NEW,
                    high,
                    low,
                    opcode::DUP,
                    LOAD,
                    rest @ ..,
                ],
            ) => [&[nop, nop, LOAD, NEW, *high, *low, dup_x1, swap], rest].concat(),
            (
                "thrice",
                [
                    opcode::IINC,
                    _,
                    _,
                    NEW,
                    high,
                    low,
                    opcode::DUP,
                    LOAD,
                    call @ ..,
                    store,
                    opcode::IINC,
                    _,
                    _,
                    load,
                    ret,
                ],
            ) => {
                let made = [LOAD, NEW, *high, *low, dup, dup2_x1, pop, swap];
                [&made, call, &[pop, *store, nop, nop, *load, *ret]].concat()
            }
            (
                "unused",
                [
                    NEW,
                    high,
                    low,
                    opcode::DUP,
                    LOAD,
                    call @ ..,
                    opcode::POP,
                    ret,
                ],
            ) => [&[LOAD, NEW, *high, *low, swap], call, &[nop, *ret]].concat(),
            ("groovy" | "thrice" | "unused", other) => panic!("{name}: {other:?}"),
            _ => continue,
        };
        assert_eq!(new.len(), old.len(), "{name}");
        code.max_stack = 5;
        code.bytes = new.into();
        class.set_code(number, &code).unwrap();
    }
    std::fs::write(&path, class.to_bytes().unwrap()).unwrap();
    let before = String::from_utf8(fixture.run("classes", &["-Xverify:all"]).stdout).unwrap();
    assert_eq!(before, "Account is initialized\nx\ny\n");
    fixture.weave(true);
    let output = fixture.run("out", &["-Xverify:all"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let (told, said): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| line.starts_with("# "));
    assert_eq!(
        said,
        before.lines().collect::<Vec<_>>(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(told, ["# making x", "# making y", "# making z"]);
}
