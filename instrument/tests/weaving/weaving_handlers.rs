//! Full weaving of catch blocks: which are told of, and what is bound there.

use crate::support::{Fixture, check, reports};

/// Catch blocks of methods, lambdas, initializers and constructors; of several types; within each
/// other. Everything else that the exception tables lead to is none.
const CATCHING: &str = "
//- Main.java
import java.io.*;

public class Main {
    static class Broken extends RuntimeException {
        Broken(String text) { super(text); }
    }
    static class Resource implements AutoCloseable {
        final boolean fails;
        Resource(boolean fails) { this.fails = fails; }
        public void close() throws IOException { if (fails) throw new IOException(\"close\"); }
    }
    static int parsed;
    static {
        try { parsed = Integer.parseInt(\"x\"); } catch (NumberFormatException e) { parsed = 1; }
    }
    int made;
    Main(String text) {
        try { made = Integer.parseInt(text); } catch (NumberFormatException e) { made = -1; }
    }
    static void raise(int kind) throws IOException {
        if (kind == 0) throw new FileNotFoundException(\"zero\");
        if (kind == 1) throw new Broken(\"one\");
        if (kind == 2) throw new IOException(\"two\");
    }
    static String several(int kind) {
        try {
            raise(kind);
            return \"none\";
        } catch (FileNotFoundException | Broken e) {
            return \"either\";
        } catch (IOException e) {
            return \"io\";
        } finally {
            synchronized (Main.class) { parsed++; }
        }
    }
    static void close(boolean body, boolean fails) {
        try (Resource one = new Resource(fails); Resource two = null) {
            if (body) raise(1);
        } catch (Throwable t) {
            System.out.println(t.getMessage() + t.getSuppressed().length);
        }
    }
    static void nested() {
        try {
            try { raise(1); } catch (RuntimeException e) { throw new IllegalStateException(e); } finally { parsed++; }
        } catch (Exception e) {
            System.out.println(e.getCause().getMessage());
        }
    }
    public static void main(String[] args) {
        System.out.println(new Main(\"7\").made + new Main(\"seven\").made);
        for (int kind = 0; kind < 4; kind++) System.out.println(several(kind));
        close(true, true);
        close(true, false);
        close(false, true);
        close(false, false);
        nested();
        Runnable quiet = () -> { try { raise(2); } catch (IOException e) { System.out.println(e.getMessage()); } };
        quiet.run();
        System.out.println(parsed);
    }
}
";

/// The lines at which each event is told of, given triggers without their names: a property for
/// each, woven together.
pub(crate) fn check_lines(java: &str, options: &[&str], expected: &[(&str, &[u32])]) {
    let numbered = || expected.iter().map(|(event, _)| event).enumerate();
    let events: Vec<String> = numbered()
        .map(|(n, event)| format!("  caught{n}: {event}\n"))
        .collect();
    let property = |n: usize| {
        format!(
            "  P{n}:\n    states: {{b: initial bad}}\n    transitions: [{{b -> b: caught{n}}}]\n"
        )
    };
    let properties: Vec<String> = numbered().map(|(n, _)| property(n)).collect();
    let yaml = format!(
        "\n//- p.yaml\nimports: [java.io.*]\nevents:\n{}properties:\n{}",
        events.concat(),
        properties.concat()
    );
    let fixture = Fixture::new(&(yaml + java), options);
    let plain = fixture.run("classes", &[]);
    fixture.weave(true);
    let woven = fixture.run("out", &[]);
    assert_eq!(
        String::from_utf8_lossy(&woven.stdout),
        String::from_utf8_lossy(&plain.stdout)
    );
    let told = reports(&woven);
    for (n, (event, lines)) in expected.iter().enumerate() {
        let begin = format!("P{n} in b by caught{n} at Main.java:");
        let found = told
            .iter()
            .filter_map(|report| report.strip_prefix(&begin)?.strip_suffix(" (global)"));
        let wanted: Vec<String> = lines.iter().map(u32::to_string).collect();
        assert_eq!(found.collect::<Vec<&str>>(), wanted, "{event}");
    }
}

const EVERY: &[u32] = &[14, 18, 29, 29, 31, 40, 40, 40, 46, 47, 59];

#[test]
fn every_written_catch_block_is_told_of_and_nothing_else() {
    check_lines(
        CATCHING,
        &["--release", "8"],
        &[("handling catch *", EVERY)],
    );
}

#[test]
fn catch_blocks_are_told_apart_by_what_is_written_and_asked() {
    let cases: &[(&str, &[u32])] = &[
        ("handling catch *", EVERY),
        ("handling catch IOException", &[31, 59]),
        ("handling catch IOException+", &[29, 29, 31, 59]),
        (
            "handling catch Main.Broken | Throwable",
            &[29, 29, 40, 40, 40],
        ),
        ("handling catch java.lang.*State*", &[]),
        ("handling catch * within Main.Resource", &[]),
        (
            "{on: handling catch *(Exception e), filter: '\"two\".equals(e.getMessage())'}",
            &[31, 59],
        ),
        // A test of what is thrown, not of what is written.
        ("handling catch *(IllegalStateException wrong)", &[47]),
        (
            "{on: handling catch * caller Main m, filter: m.made == 0}",
            &[18],
        ),
    ];
    check_lines(CATCHING, &["-g"], cases);
}

/// The first method overwrites its parameters before it catches.
#[test]
fn catch_blocks_in_a_method_know_what_it_was_called_with() {
    check(
        "
//- p.yaml
foreach:
  - parameters: [Main m]
    events:
      caught: handling Main+.work(int[] data, long n, String s) target m
      other: handling Main.twice(double d)
    properties:
      P:
        states: {b: initial bad}
        transitions:
          - b -> b: caught
            when: data.length == 2 && n == 6L && s.equals(\"abc\")
      Q:
        states: {b: initial bad}
        transitions:
          - b -> b: caught
            when: data.length == 1
//- Main.java
public class Main {
    String work(int[] data, long n, String s) {
        long more = 3;
        while (n > 3) {
            n -= 2;
            data = new int[(int) n];
            s = null;
        }
        try {
            data[9] = 1;
            int data2 = s.length();
        } catch (ArrayIndexOutOfBoundsException e) {
            more++;
            try {
                throw new Error(\"again\");
            } catch (Error again) {
                more++;
            }
        }
        return s + more;
    }
    static double twice(double d) {
        try { throw new Error(); } catch (Error e) { return d * 2; }
    }
    public static void main(String[] args) {
        System.out.println(new Main().work(new int[2], 6L, \"abc\"));
        System.out.println(new Main().work(new int[1], 6L, \"abc\"));
        System.out.println(twice(4));
    }
}
",
        &[
            "P in b by caught at Main.java:12 (Main)",
            "P in b by caught at Main.java:16 (Main)",
            "Q in b by caught at Main.java:12 (Main)",
            "Q in b by caught at Main.java:16 (Main)",
        ],
    );
}

/// What is saved of a parameter at entry is not overwritten by what accesses of fields need.
#[test]
fn accesses_and_exits_of_one_body_keep_out_of_each_others_way() {
    check(
        "
//- p.yaml
events:
  left: execution Main.work(long n, String s) returning
  written: set Main.total(long v) target Main m
properties:
  P:
    states: {b: initial bad}
    transitions:
      - b -> b: left
        when: n == 6L && s.equals(\"abc\")
      - b -> b: written
        when: v == 11L
//- Main.java
public class Main {
    long total;
    void work(long n, String s) {
        n = 4;
        s = \"x\";
        total = n + 7;
        if (total > 99) s += n;
    }
    public static void main(String[] args) {
        new Main().work(6L, \"abc\");
    }
}
",
        &[
            "P in b by written at Main.java:6 (global)",
            "P in b by left at Main.java:4 (global)",
        ],
    );
}

/// It does what compilers do for resources, and is written: without what they add, it is a catch
/// block.
#[test]
fn blocks_that_rethrow_are_catch_blocks() {
    check_lines(
        "
//- Main.java
public class Main {
    static Throwable first;
    static void close() {}
    static void keep(AutoCloseable a) throws Throwable {
        Throwable kept = null;
        try {
            throw new Error(\"kept\");
        } catch (Throwable t) {
            kept = t;
            throw t;
        } finally {
            System.out.println(kept != null);
        }
    }
    static void cleanUp(AutoCloseable a) throws Throwable {
        try {
            throw new Error(\"cleaned\");
        } catch (Throwable t) {
            if (a != null) a.close();
            throw t;
        }
    }
    public static void main(String[] args) throws Throwable {
        try { keep(null); } catch (Error e) { System.out.println(e.getMessage()); }
        try { cleanUp(() -> System.out.println(\"closed\")); } catch (Error e) { System.out.println(e.getMessage()); }
    }
}
",
        &["--release", "8"],
        &[("handling catch *", &[8, 24, 18, 25])],
    );
}
