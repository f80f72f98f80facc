//! Objects that one thread has to itself keep the order of the program, whatever holds them; those
//! that others may find do not.

use crate::combinations::unchanged;
use crate::support::check;

/// Two threads run `task`; `members` belong to the class around it.
fn two_threads(members: &str, task: &str) -> String {
    let main = format!(
        "class Main {{
    {members}
    public static void main(String[] args) {{
        Runnable task = () -> {{
{task}
        }};
        new Thread(task).start();
        new Thread(task).start();
    }}
}}"
    );
    unchanged(&main)
}

const SILENT_LOOP: &str = "            for (String s : box.list) {
        //  ^^^ silence Residual2 iterate
        //  ^^^ silence Residual2 use
                s.trim();
            }";

const LOOP: &str = "            for (String s : box.list) {
        //  ^^^ keep iterate
        //  ^^^ keep use
                s.trim();
            }";

const BOX: &str = "static class Box { List<String> list = new ArrayList<>(); Box next; }";

const SILENT_CHANGE: &str = r#"            box.list.add("a");
            //       ^^^ silence Residual2 change
"#;

const CHANGE: &str = r#"            box.list.add("a");
            //       ^^^ keep change
"#;

#[test]
fn collections_that_only_locals_hold_stay_on_their_thread() {
    let task = r"            List<String> list = new ArrayList<>();
            list.add(args[0]);
            //   ^^^ silence Residual2 change
            for (String s : list) {
        //  ^^^ silence Residual2 iterate
        //  ^^^ silence Residual2 use
                s.trim();
            }";
    check(&two_threads("", task));
}

#[test]
fn collections_that_a_task_captures_do_not() {
    let captured = two_threads(
        "",
        &format!("            Box box = captured;\n{CHANGE}{LOOP}"),
    );
    let captured = captured.replace(
        "Runnable task =",
        "Box captured = new Box();\n        Runnable task =",
    );
    check(&captured.replace("class Main {", &format!("class Main {{ {BOX}")));
}

#[test]
fn collections_in_fields_of_objects_that_a_thread_makes_stay_there() {
    check(&two_threads(
        BOX,
        &format!("            Box box = new Box();\n{SILENT_CHANGE}{SILENT_LOOP}"),
    ));
    let chained = "            Box box = new Box();\n            box.next = new Box();\n            box = box.next;\n";
    check(&two_threads(
        BOX,
        &format!("{chained}{SILENT_CHANGE}{SILENT_LOOP}"),
    ));
}

#[test]
fn collections_of_objects_that_others_may_find_do_not() {
    for (members, put) in [
        ("static Box kept;", "kept = box;"),
        ("static Box kept = new Box();", "kept.next = box;"),
        ("static native void give(Object o);", "give(box);"),
        (
            "static void keep(Object o) { Object[] held = {o}; new Thread(() -> System.out.println(held[0])).start(); }",
            "keep(box);",
        ),
        (
            "static class Failure extends RuntimeException { Box box; }
             static void fail(Box box) { Failure f = new Failure(); f.box = box; throw f; }",
            "if (args.length > 0) fail(box);",
        ),
    ] {
        let task = format!("            Box box = new Box();\n            {put}\n{CHANGE}{LOOP}");
        check(&two_threads(&format!("{BOX} {members}"), &task));
    }
}

/// What a callback is handed it may reach in the middle of a call of the library.
#[test]
fn callbacks_reach_what_they_are_handed_and_what_that_holds() {
    let main = |body: &str| {
        unchanged(&format!(
            "class Main {{
    static class Box implements Comparable<Box> {{
        List<String> list = new ArrayList<>();
        public int compareTo(Box other) {{
            {body}
            return 0;
        }}
    }}
    public static void main(String[] args) {{
        List<Box> boxes = new ArrayList<>();
        Box box = new Box();
        boxes.add(box);
        //    ^^^ silence Residual1 change
"
        ))
    };
    let rest = "            Collections.sort(boxes);
            s.trim();
        }
    }
}
";
    check(&format!(
        "{}        for (String s : box.list) {{
    //  ^^^ keep iterate
    //  ^^^ keep use
{rest}",
        main("other.list.add(\"a\");\n            //         ^^^ keep change")
    ));
    check(&format!(
        "{}        for (String s : box.list) {{
    //  ^^^ silence Residual1 iterate
    //  ^^^ silence Residual1 use
{rest}",
        main("System.out.println();")
    ));
}

/// A single object, by way of a field.
#[test]
fn objects_in_fields_keep_the_order_of_their_thread() {
    let guns = |members: &str, task: &str| {
        format!(
            r"
//- gun.yaml
imports: [Gun]
foreach:
  - parameters: [Gun g]
    events:
      arm: call Gun.arm() target g
      fire: call Gun.fire() target g
    properties:
      guns:
        states: {{safe: initial, armed: , bad: bad}}
        transitions:
          - safe -> armed: arm
          - armed -> bad: fire
//- Gun.java
class Gun {{
    void arm() {{}}
    void fire() {{}}
}}
//- Main.java
class Main {{
    static class Holder {{ Gun gun = new Gun(); }}
    {members}
    public static void main(String[] args) {{
        for (int i = 0; i < 2; i++) {{
            new Thread(() -> {{
                Holder holder = new Holder();
{task}
            }}).start();
        }}
    }}
}}"
        )
    };
    check(&guns(
        "",
        "                holder.gun.fire();
                //         ^^^^ silence Residual2 fire
                holder.gun.arm();
                //         ^^^ silence Residual2 arm",
    ));
    check(&guns(
        "static Holder kept;",
        "                kept = holder;
                holder.gun.fire();
                //         ^^^^ keep fire
                kept.gun.arm();
                //       ^^^ keep arm",
    ));
}

/// A string builder is used by the thread that used it first.
fn one_thread(imports: &str, main: &str) -> String {
    format!(
        r"
//- one_thread.yaml
imports: [{imports}]
foreach:
  - parameters: [StringBuilder b]
    variables: [Thread owner = null]
    events:
      use: call StringBuilder.append(..) target b
    properties:
      one_thread:
        states: {{fresh: initial, owned: , shared: bad}}
        transitions:
          - fresh -> owned: use
            do: owner = Thread.currentThread();
          - owned -> shared: use
            when: owner != Thread.currentThread()
//- Main.java
{main}"
    )
}

#[test]
fn what_stays_on_its_thread_is_used_by_that_thread() {
    check(&one_thread(
        "java.util.List",
        r"class Main {
    static StringBuilder all = new StringBuilder();
    static class Holder { StringBuilder held = new StringBuilder(); }

    public static void main(String[] args) throws Exception {
        StringBuilder own = new StringBuilder();
        for (String each : args) own.append(each).append(1);
        //                           ^^^^^^ silence Residual2 use
        //                                        ^^^^^^ silence Residual2 use
        help(own);
        new Holder().held.append(2);
        //                ^^^^^^ silence Residual2 use
        all.append(3).append(3);
        //  ^^^^^^ keep use
        //            ^^^^^^ keep use
        StringBuilder handed = new StringBuilder();
        handed.append(4);
        //     ^^^^^^ keep use
        new Thread(() -> handed.append(5)).start();
        //                      ^^^^^^ keep use
        new Thread(() -> help(new StringBuilder())).start();
    }

    static void help(StringBuilder builder) {
        builder.append(6);
        //      ^^^^^^ silence Residual2 use
    }
}",
    ));
}
