//! The code of properties is followed as code of the program: what it does not hand on stays where
//! it is.

use std::sync::Arc;

use analyzer::MonitoredProgram;
use date::residual::Reduction;
use ir::Target;
use java_lower::{Source, load};

use crate::support::{analyze, class_path};

/// Something that the program gets from a library, and an object of its own beside it. The property
/// `row` is about its calls; `other` has an event whose code gets the object, and `more` declares
/// members of `Main`.
fn case(other: &str, more: &str) -> String {
    format!(
        r"
//- row.yaml
imports: [app.Row]
foreach:
  - parameters: [Row r]
    events:
      a: call Row.a() target r
      b: call Row.b() target r
      c: call Row.c() target r
    properties:
      row:
        states: {{none: initial, first: , second: , third: bad}}
        transitions:
          - none -> first: a
          - first -> second: b
          - second -> third: c
//- other.yaml
imports: [app.Row, app.Main, 'java.util.*']
foreach:
  - parameters: [Row r]
{other}
//- app/Row.java
package app;
public class Row {{
    public Row next;
    public boolean idle;
    public Object r;
    public void a() {{}}
    public void b() {{}}
    public void c() {{}}
    public void look(Object at) {{}}
    public boolean isIdle() {{ return idle; }}
    public boolean isNamed(String name) {{ return name == null; }}
}}
//- app/Main.java
package app;
public class Main {{
{more}
    public static void main(String[] args) {{
        Row row = new Row();
        row.look(row);
        row.a();
        Object known = System.getProperties().get(new Object());
        if (known instanceof Row) {{
            ((Row) known).b();
        }}
        row.c();
    }}
}}"
    )
}

/// A property with a filter.
fn filter(filter: &str) -> String {
    format!(
        "    events: {{looked: {{on: 'call Row.look(Object at) target r', filter: '{filter}'}}}}
    properties: {{other: {{states: {{calm: initial, odd: bad}}, transitions: [calm -> odd: looked]}}}}"
    )
}

/// A property with a variable, a condition and an action.
fn transition(variable: &str, condition: &str, action: &str) -> String {
    format!(
        "    variables:
      - {variable}
    events: {{looked: call Row.look(Object at) target r}}
    properties:
      other:
        states: {{calm: initial, odd: bad}}
        transitions:
          - calm -> odd: looked
            when: '{condition}'
            do: '{action}'"
    )
}

/// Says whether the property `row` still listens to the calls on the program's own object: if that
/// may be what the library has given, `b` may come between `a` and `c`.
fn listens(other: &str, more: &str) -> bool {
    let analysis = analyze(&case(other, more), Reduction::LAST);
    let generators = &analysis.specifications[0].properties[0].generators;
    assert_eq!(generators.len(), 3, "a call of each");
    generators.iter().any(|row| row.silenced_by.is_none())
}

#[test]
fn filters_that_hand_nothing_on_cost_nothing() {
    for code in [
        "r != at",
        "Thread.holdsLock(r)",
        "!Thread.holdsLock(at)",
        "r == at || r.idle",
        "r.isIdle()",
        "r.isNamed(\"x\")",
        "((Row) at).isIdle()",
        "at instanceof Row && r.next == null",
        "Main.isFresh(r)",
        "System.identityHashCode(r) == 3",
        "Objects.isNull(at)",
    ] {
        let more = "public static boolean isFresh(Row row) { return row.next == null; }";
        assert!(!listens(&filter(code), more), "{code}");
    }
}

#[test]
fn code_that_keeps_to_the_variables_of_its_property_costs_nothing() {
    for [variable, condition, action] in [
        ["Row seen", "seen == r", "seen = r;"],
        [
            "Thread owner",
            "owner == Thread.currentThread()",
            "owner = Thread.currentThread();",
        ],
        ["int count = Math.max(3, 4)", "count > 3", "count++;"],
        [
            "List<Row> all = new ArrayList<>()",
            "all.contains(r)",
            "all.add(r);",
        ],
        [
            "Map<Object, Row> known = new HashMap<>()",
            "known.get(r) != null",
            "known.put(r, r);",
        ],
    ] {
        assert!(
            !listens(&transition(variable, condition, action), ""),
            "{action}"
        );
    }
}

#[test]
fn code_that_hands_an_object_to_a_library_costs_it() {
    for [variable, condition, action] in [
        ["int n", "true", "System.getProperties().put(r, r);"],
        ["int n", "System.getProperties().put(r, r) == null", ""],
        [
            "Row seen",
            "true",
            "seen = r; System.getProperties().put(seen, seen);",
        ],
        ["Row seen = Main.keep(null)", "true", "Main.keep(r);"],
        [
            "List<Row> all = new ArrayList<>()",
            "true",
            "all.add(r); System.getProperties().put(all.get(0), all);",
        ],
    ] {
        let more =
            "public static Row keep(Row row) { System.getProperties().put(row, row); return row; }";
        assert!(
            listens(&transition(variable, condition, action), more),
            "{action}{condition}"
        );
    }
}

/// Each thread has a row and a holder of its own, but for what the action puts into the holder: the
/// row of the other thread.
fn in_threads(action: &str) -> Vec<Option<Reduction>> {
    let case = format!(
        r"
//- row.yaml
imports: [app.Row]
foreach:
  - parameters: [Row r]
    events:
      a: call Row.a() target r
      b: call Row.b() target r
      c: call Row.c() target r
    properties:
      row:
        states: {{none: initial, first: , second: , third: bad}}
        transitions:
          - none -> first: a
          - first -> second: b
          - second -> third: c
//- other.yaml
imports: [app.Row, app.Holder]
variables: [Row seen]
events:
  put: call Holder.put(Row r) target Holder h
properties:
  other:
    states: {{calm: initial, odd: bad}}
    transitions:
      - calm -> calm: put
        do: '{action} seen = r;'
//- app/Row.java
package app;
public class Row {{
    public void a() {{}}
    public void b() {{}}
    public void c() {{}}
}}
//- app/Holder.java
package app;
public class Holder {{
    public Row other;
    public final java.util.ArrayList<Row> rows = new java.util.ArrayList<>();
    public void put(Row row) {{}}
    public void take(Row row) {{ other = row; }}
}}
//- app/Other.java
package app;
public class Other implements Runnable {{
    public void run() {{
        Holder holder = new Holder();
        holder.put(new Row());
        if (holder.other != null) {{
            holder.other.b();
        }}
        for (Row other : holder.rows) {{
            other.b();
        }}
    }}
}}
//- app/Main.java
package app;
public class Main implements Runnable {{
    public static void main(String[] args) {{
        new Thread(new Main()).start();
        new Thread(new Other()).start();
    }}

    public void run() {{
        Holder holder = new Holder();
        Row row = new Row();
        row.a();
        holder.put(row);
        row.c();
    }}
}}"
    );
    let analysis = analyze(&case, Reduction::LAST);
    let generators = &analysis.specifications[0].properties[0].generators;
    generators.iter().map(|row| row.silenced_by).collect()
}

#[test]
fn what_code_hands_on_may_get_to_other_threads() {
    assert!(in_threads("").iter().all(Option::is_some));
    for action in [
        "h.other = seen;",
        "h.take(seen);",
        "h.rows.add(seen);",
        "Row last = seen; h.other = last;",
    ] {
        let decided = in_threads(action);
        assert!(decided.iter().any(Option::is_none), "{action} {decided:?}");
    }
}

/// The decision about the one event of a property whose condition or filter, which is never true, is
/// `code`; `Log` counts what is asked of it.
fn decided(code: &str, imports: &str, more: &str) -> bool {
    let case = format!(
        r#"
//- other.yaml
imports: [app.Row, app.Log, 'java.util.*'{imports}]
{more}
foreach:
  - parameters: [Row r]
    events:
      look: call Row.look() target r
    properties:
      other:
        states: {{calm: initial, odd: bad}}
        transitions:
          - calm -> calm: look
            when: '{code}'
//- app/Row.java
package app;
public class Row {{
    public void look() {{}}
    public String toString() {{ Log.count++; return ""; }}
    public int hashCode() {{ Log.count++; return 1; }}
}}
//- app/Log.java
package app;
public class Log {{
    public static int count;
    public static final Sink Row = new Sink();
    public static boolean keep(Object o) {{ count++; return false; }}
    public static boolean calm(Object o) {{ return false; }}
    public static final java.util.List<Row> rows = new java.util.ArrayList<>();
    static final java.util.concurrent.Callable<Integer> bump = () -> ++count;
    public static void raise() {{ count++; }}
    static final java.util.concurrent.FutureTask<Integer> task = new java.util.concurrent.FutureTask<>(bump);
    public static boolean ran(Row r) {{ task.run(); return false; }}
    public static boolean listed(Row r) {{
        rows.add(r);
        return new java.util.Formatter().format("%s", rows).toString() == null;
    }}
    public static boolean shown(Row r) {{ return new java.util.Formatter().format("%s", rows) == null; }}
    public static boolean hidden(Row r) {{
        return java.security.AccessController.doPrivileged(
            (java.security.PrivilegedAction<Boolean>) () -> ++count < 0);
    }}
    public static boolean found(Row r) {{
        try {{
            Log.class.getMethod("raise").invoke(null);
        }} catch (ReflectiveOperationException e) {{
            return true;
        }}
        return false;
    }}
    public static boolean each(Row r) {{
        java.util.List.of(1).forEach(n -> count++);
        return false;
    }}
    public static boolean short_(String s) {{ return s.trim().length() < 3; }}
}}
//- app/Sink.java
package app;
public class Sink extends Above {{
    public boolean keep(Row r) {{ Log.count++; return false; }}
    public static boolean seen(String s) {{ return false; }}
}}
//- app/Above.java
package app;
public class Above {{
    public static boolean seen(Object o) {{ Log.count++; return false; }}
}}
//- app/Made.java
package app;
public class Made<T> {{
    public static int touched;
    static {{ Log.count++; }}
    public Made(T of) {{}}
    public boolean ok() {{ return false; }}
}}
//- app/Main.java
package app;
public class Main {{
    public static void main(String[] args) {{
        Log.rows.add(new Row());
        new Row().look();
        System.out.println(Log.count);
    }}
}}"#
    );
    let analysis = analyze(&case, Reduction::LAST);
    let generators = &analysis.specifications[0].properties[0].generators;
    generators[0].silenced_by.is_some()
}

/// What a condition calls is what Java calls, however it is written.
#[test]
fn effects_of_conditions_are_seen_however_they_are_written() {
    for code in [
        "Log.calm(r)",
        "Thread.holdsLock(r)",
        "Objects.isNull(r)",
        "System.identityHashCode(r) == 3",
        "Log.short_(null)",
    ] {
        assert!(decided(code, "", ""), "{code}");
    }
    for (code, imports) in [
        ("Log.keep/* x */(r)", ""),
        ("Log.Row.keep(r)", ""),
        ("app.Sink.seen(r)", ""),
        ("new app.Made<>(r).ok()", ""),
        ("touched > 0", ", 'static app.Made.touched'"),
        ("touched > 0", ", 'static app.Made.*'"),
        ("String.valueOf(r) == null", ""),
        ("String.format(\"%s\", r) == null", ""),
        ("Objects.hash(r) == 0", ""),
        (
            "new java.util.Formatter().format(\"%s\", Log.rows) == null",
            "",
        ),
        ("Log.listed(r)", ""),
        ("Log.shown(r)", ""),
        ("Log.hidden(r)", ""),
        ("Log.found(r)", ""),
        ("Log.ran(r)", ""),
        ("Log.each(r)", ""),
    ] {
        assert!(!decided(code, imports, ""), "{code}");
        // In a file with channels code is judged by its words.
        assert!(!decided(code, imports, "channels: [messages]"), "{code}");
    }
}

/// Code may write the variables of its monitor by way of `this`.
#[test]
fn code_that_names_the_monitor_is_not_followed() {
    let action = |action: &str| {
        transition("int n", "n == 5", action).replace(
            "          - calm -> odd: looked",
            &format!("          - calm -> calm: looked\n            when: 'n < 5'\n            do: '{action}'\n          - calm -> odd: looked"),
        )
    };
    let frozen = |code: &str| {
        let analysis = analyze(&case(&action(code), ""), Reduction::LAST);
        analysis.specifications[1].properties[0].frozen.is_some()
    };
    assert!(!frozen("n = 5;"));
    assert!(frozen("this.n = 5;"));
}

/// Monitors call `hashCode` and `equals` of keys.
#[test]
fn what_keys_do_when_they_are_compared_is_done() {
    let keyed = |hash: &str, more: &str| {
        let case = format!(
            r"
//- row.yaml
imports: [app.Row]
foreach:
  - parameters: [Row r]
    events:
      a: call Row.a() target r
      b: call Row.b() target r
    properties:
      row:
        states: {{none: initial, first: , second: bad}}
        transitions:
          - none -> first: a
          - first -> second: b
//- other.yaml
imports: [app.Row]
{more}
foreach:
  - parameters: [Row r by equals]
    events:
      look: call Row.look() target r
    properties:
      other:
        states: {{calm: initial, odd: bad}}
        transitions:
          - calm -> calm: look
//- app/Row.java
package app;
public class Row {{
    public static Row last;
    public void a() {{}}
    public void b() {{}}
    public void look() {{}}
    public int hashCode() {{ {hash} return 1; }}
    public boolean equals(Object other) {{ return other == this; }}
}}
//- app/Main.java
package app;
public class Main {{
    public static void main(String[] args) {{
        Row row = new Row();
        row.look();
        row.a();
        if (Row.last != null) {{
            Row.last.b();
        }}
    }}
}}"
        );
        let analysis = analyze(&case, Reduction::LAST);
        let generators = &analysis.specifications[0].properties[0].generators;
        generators.iter().all(|row| row.silenced_by.is_some())
    };
    assert!(keyed("", ""));
    assert!(!keyed("last = this;", ""));
    // Code that is not followed has keys, too.
    assert!(!keyed("last = this;", "channels: [messages]"));
}

/// Answers about calls in code name the line of the property file.
#[test]
fn code_stands_on_its_own_lines() {
    let text = "imports: ['java.util.*']
foreach:
  - parameters: [Main m]
    variables: [int n]
    events:
      go: {on: call Main.go() target m, filter: 'm.hashCode() > 3'}
    properties:
      p:
        states: {q: initial, z: bad}
        transitions:
          - q -> z: go
            when: 'Objects.hash(m) == n'
            do: |
              n++;
              m.go();
";
    let source = Source {
        root: String::new(),
        path: "Main.java".to_owned(),
        bytes: b"class Main { void go() {} }".to_vec(),
    };
    let program = load(vec![source], Arc::new(class_path())).expect("a program");
    let specification = languages::read("p.yaml", text).expect("a property");
    let monitored = MonitoredProgram::new(&program, &[specification]);
    let whole = monitored.whole();
    let lines: Vec<(String, u32)> = whole
        .calls
        .iter()
        .filter(
            |call| !matches!(&call.target, Target::Resolved(of) if of.owner.starts_with("Residua")),
        )
        .filter_map(|call| match &call.target {
            Target::Resolved(of) => Some((of.name.to_string(), whole.points[call.point].span.line)),
            _ => None,
        })
        .filter(|(name, _)| ["hashCode", "hash", "go"].contains(&&**name))
        .collect();
    let expected = [("hashCode", 6), ("hash", 12), ("go", 15)];
    let expected: Vec<(String, u32)> = expected
        .map(|(name, line)| (name.to_owned(), line))
        .to_vec();
    assert_eq!(lines, expected);
}
