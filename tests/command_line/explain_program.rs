//! `residua explain --calls` and `--alias`: what the analysis of a program says, and why.

use test_support::{Project, Run};

const PROGRAM: &str = r#"
//- src/app/Session.java
package app;

public class Session {
    public void open() { }
    public void send(int n) { }
}
//- src/app/Main.java
package app;

import java.util.ArrayList;
import java.util.List;

public class Main {
    static Session kept;
    static List<Session> all = new ArrayList<>();

    public static void main(String[] args) {
        Session first = make();
        all.add(first);
        kept = new Session();
        use(kept);
        for (Session session : all) session.send(1);
        Runnable task = () -> use(kept);
        new Thread(task).start();
    }

    static Session make() {
        return new Session();
    }

    static void use(Session session) {
        session.open();
    }

    static void unused() { use(null); }
}
"#;

fn ask(question: &str) -> Run {
    Project::new(PROGRAM).residua(&format!("--quiet explain --source src {question}"))
}

/// The answer is this text; lines of models are left open.
#[track_caller]
fn answers(question: &str, expected: &str) {
    let run = ask(question).succeeds();
    assert_eq!(
        without_lines_of_models(&run.stdout),
        expected.trim_start_matches('\n'),
        "{question}"
    );
    assert_eq!(run.stderr, "");
}

/// The steps of an answer without their places.
fn notes(text: &str) -> Vec<String> {
    without_lines_of_models(text)
        .lines()
        .filter_map(|line| Some(line.strip_prefix("note: ")?.to_owned()))
        .collect()
}

fn without_lines_of_models(text: &str) -> String {
    let mut parts = text.split(".yaml:");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| {
        format!(
            "{all}.yaml{}",
            part.trim_start_matches(|c: char| c.is_ascii_digit())
        )
    })
}

#[test]
fn object_of_a_parameter_is_followed_from_where_it_is_made() {
    answers(
        "--alias app/Main.java:25",
        r#"
value: `session` (the receiver of `app.Session.open`) may be the `app.Session` at app/Main.java:13
  --> src/app/Main.java:25:17
   |
25 |         session.open();
   |                 ^^^^
   |
note: the `app.Session` is made
  --> src/app/Main.java:13:16
   |
13 |         kept = new Session();
   |                ^^^^^^^^^^^^^
note: stored into field `app.Main.kept`
  --> src/app/Main.java:13:9
   |
13 |         kept = new Session();
   |         ^^^^^^^^^^^^^^^^^^^^
note: read from field `app.Main.kept`
  --> src/app/Main.java:14:13
   |
14 |         use(kept);
   |             ^^^^
note: passed to parameter 1 of `app.Main.use`
  --> src/app/Main.java:14:9
   |
14 |         use(kept);
   |         ^^^
"#,
    );
}

#[test]
fn object_of_a_loop_is_followed_through_the_list() {
    answers(
        "--alias Main.java:15:45",
        r#"
value: `session` (the receiver of `app.Session.send`) may be the `app.Session` at app/Main.java:21
  --> src/app/Main.java:15:45
   |
15 |         for (Session session : all) session.send(1);
   |                                             ^^^^
   |
note: the `app.Session` is made
  --> src/app/Main.java:21:16
   |
21 |         return new Session();
   |                ^^^^^^^^^^^^^
note: returned by `app.Main.make`
  --> src/app/Main.java:21:16
   |
21 |         return new Session();
   |                ^^^
note: the result of `app.Main.make`, now in `first`
  --> src/app/Main.java:11:25
   |
11 |         Session first = make();
   |                         ^^^^
note: put into the elements of the `java.util.ArrayList` at app/Main.java:8 by `List.add(Object)` (library model <jdk>/collections.yaml)
  --> src/app/Main.java:12:13
   |
12 |         all.add(first);
   |             ^^^
note: taken out of the elements of the `java.util.ArrayList` at app/Main.java:8 by `Collection.iterator()` (library model <jdk>/collections.yaml)
  --> src/app/Main.java:15:9
   |
15 |         for (Session session : all) session.send(1);
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
note: put into the elements of what `java.util.List.iterator` makes at app/Main.java:15 by `Collection.iterator()` (library model <jdk>/collections.yaml)
  --> src/app/Main.java:15:9
   |
15 |         for (Session session : all) session.send(1);
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
note: taken out of the elements of what `java.util.List.iterator` makes at app/Main.java:15 by `Iterator.next()` (library model <jdk>/collections.yaml)
  --> src/app/Main.java:15:9
   |
15 |         for (Session session : all) session.send(1);
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
note: assigned to `session`
  --> src/app/Main.java:15:9
   |
15 |         for (Session session : all) session.send(1);
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn two_places_are_told_the_object_that_both_may_have() {
    answers(
        "--alias Main.java:14 Main.java:25",
        r#"
alias: argument 1 of `app.Main.use` and `session` (the receiver of `app.Session.open`) may be one object, the `app.Session` at app/Main.java:13
  --> src/app/Main.java:14:9
   |
14 |         use(kept);
   |         ^^^
   |
and: the other value
  --> src/app/Main.java:25:17
   |
25 |         session.open();
   |                 ^^^^
first: the `app.Session` is made
  --> src/app/Main.java:13:16
   |
13 |         kept = new Session();
   |                ^^^^^^^^^^^^^
first: stored into field `app.Main.kept`
  --> src/app/Main.java:13:9
   |
13 |         kept = new Session();
   |         ^^^^^^^^^^^^^^^^^^^^
first: read from field `app.Main.kept`
  --> src/app/Main.java:14:13
   |
14 |         use(kept);
   |             ^^^^
second: the `app.Session` is made
  --> src/app/Main.java:13:16
   |
13 |         kept = new Session();
   |                ^^^^^^^^^^^^^
second: stored into field `app.Main.kept`
  --> src/app/Main.java:13:9
   |
13 |         kept = new Session();
   |         ^^^^^^^^^^^^^^^^^^^^
second: read from field `app.Main.kept`
  --> src/app/Main.java:14:13
   |
14 |         use(kept);
   |             ^^^^
second: passed to parameter 1 of `app.Main.use`
  --> src/app/Main.java:14:9
   |
14 |         use(kept);
   |         ^^^
"#,
    );
}

#[test]
fn two_places_without_a_common_object_are_told_so() {
    answers(
        "--alias Main.java:12 Main.java:25",
        "no value of app/Main.java:12 is ever one object with a value of app/Main.java:25\n",
    );
}

#[test]
fn method_is_told_with_the_calls_that_lead_there() {
    answers(
        "--calls app.Main.use",
        r#"
method: `app.Main.use` may run
  --> src/app/Main.java:24:17
   |
24 |     static void use(Session session) {
   |                 ^^^
   |
note: `app.Main.main` is an entry point
  --> src/app/Main.java:10:24
   |
10 |     public static void main(String[] args) {
   |                        ^^^^
note: `app.Main.main` calls `app.Main.use`
  --> src/app/Main.java:14:9
   |
14 |         use(kept);
   |         ^^^
caller: `app.Main.main`
  --> src/app/Main.java:14:9
   |
14 |         use(kept);
   |         ^^^
caller: the lambda in `app.Main`
  --> src/app/Main.java:16:31
   |
16 |         Runnable task = () -> use(kept);
   |                               ^^^
"#,
    );
}

#[test]
fn call_is_told_with_what_it_may_run() {
    answers(
        "--calls Main.java:14",
        r#"
call: the call of `app.Main.use` may run `app.Main.use`
  --> src/app/Main.java:14:9
   |
14 |         use(kept);
   |         ^^^
   |
note: the call of `app.Main.use` runs `app.Main.use` itself
  --> src/app/Main.java:14:9
   |
14 |         use(kept);
   |         ^^^
"#,
    );
    let stdout = ask("--calls Main.java:25").succeeds().stdout;
    for told in [
        "the `app.Session` is made",
        "src/app/Main.java:13:16",
        "called on the `app.Session`, so `app.Session.open` runs",
    ] {
        assert!(stdout.contains(told), "`{told}` is not said: {stdout}");
    }
}

#[test]
fn callback_of_a_thread_is_told_with_the_call_that_starts_it() {
    answers(
        "--calls Main.java:16:25",
        r#"
method: the lambda in `app.Main` may run
  --> src/app/Main.java:16:25
   |
16 |         Runnable task = () -> use(kept);
   |                         ^^^^^^^^^^^^^^^
   |
note: `app.Main.main` is an entry point
  --> src/app/Main.java:10:24
   |
10 |     public static void main(String[] args) {
   |                        ^^^^
note: `app.Main.main` calls `java.lang.Thread.start`, which calls back the lambda in `app.Main` (library model <jdk>/concurrent.yaml)
  --> src/app/Main.java:17:26
   |
17 |         new Thread(task).start();
   |                          ^^^^^
"#,
    );
}

#[test]
fn callback_is_told_with_the_call_that_it_is_passed_to() {
    let project = Project::new(
        r#"
//- src/app/Log.java
package app;

public class Log {
    public static void main(String[] args) {
        java.util.logging.Logger.getGlobal().info(() -> "started");
        Runnable task = () -> { };
        java.awt.EventQueue.invokeLater(task);
    }
}
"#,
    );
    let modelled = project
        .residua("explain --source src --calls Log.java:5:51")
        .succeeds();
    assert_eq!(
        notes(&modelled.stdout),
        [
            "`app.Log.main` is an entry point",
            "`app.Log.main` calls `java.util.logging.Logger.info`, which calls back the lambda in `app.Log` (library model \
             <jdk>/concurrent.yaml)",
        ]
    );
    let unknown = project
        .residua("explain --source src --calls Log.java:6:25")
        .succeeds();
    assert_eq!(
        notes(&unknown.stdout),
        [
            "the lambda in `app.Log` is made",
            "assigned to `task`",
            "escapes through `java.awt.EventQueue.invokeLater`, code without sources",
            "so the library may call the lambda in `app.Log` at any time",
        ]
    );
}

#[test]
fn method_that_nothing_leads_to_is_told_so() {
    let stdout = ask("--calls unused").succeeds().stdout;
    assert!(stdout.contains("`app.Main.unused` never runs"), "{stdout}");
    let entered = ask("--calls unused --entry unused").succeeds().stdout;
    assert!(entered.contains("`app.Main.unused` may run"), "{entered}");
}

#[test]
fn place_without_a_value_tells_the_nearest_ones() {
    for (question, told) in [
        (
            "--alias Main.java:25:9",
            "the columns of that line that have one: 17",
        ),
        (
            "--alias Main.java:19",
            "the nearest lines with calls: 17, 21",
        ),
        (
            "--calls Main.java:19",
            "the nearest lines with calls: 17, 21",
        ),
    ] {
        let stdout = ask(question).succeeds().stdout;
        assert!(stdout.contains(told), "{question}: {stdout}");
    }
}

#[test]
fn names_that_are_not_in_the_sources_are_errors_with_the_nearest_one() {
    for (question, told) in [
        (
            "--calls app.Main.usee",
            ["error[unknown-method]", "did you mean `app.Main.use`?"],
        ),
        (
            "--alias Man.java:3",
            ["error[unknown-source]", "did you mean `app/Main.java`?"],
        ),
        (
            "--alias app.Main",
            ["error[no-place]", "write `FILE:LINE` or `FILE:LINE:COLUMN`"],
        ),
        (
            "--calls use --entry mian",
            ["`mian`", "did you mean `main`?"],
        ),
        (
            "--calls use --models none.yaml",
            ["the file of models `none.yaml`", "does not exist"],
        ),
    ] {
        ask(question).fails_with(2, &told);
    }
}

#[test]
fn questions_about_plans_and_about_programs_do_not_mix() {
    let project = Project::new(PROGRAM);
    for arguments in [
        "",
        "--source src",
        "--plan p.json",
        "--plan p.json A.java:1 --calls use",
        "--calls use --alias Main.java:3",
    ] {
        project
            .residua(&format!("explain {arguments}"))
            .fails_with(2, &["Usage: residua explain"]);
    }
    project
        .residua("explain --calls use")
        .fails_with(2, &["no program to analyse", "--source"]);
}

#[test]
fn configuration_names_the_program() {
    let project = Project::new(PROGRAM);
    project.write("residua.toml", b"source = ['src']\nentry = ['unused']");
    let stdout = project
        .residua("explain --config residua.toml --calls unused")
        .succeeds()
        .stdout;
    assert!(stdout.contains("`app.Main.unused` may run"), "{stdout}");
}

#[test]
fn answers_do_not_depend_on_the_number_of_threads() {
    let all = ["1", "2", "7"].map(|threads| {
        ask(&format!("--threads {threads} --alias Main.java:15"))
            .succeeds()
            .stdout
    });
    assert!(all[0] == all[1] && all[1] == all[2]);
}
