//! `residua replay`.

use super::sessions;

/// Two threads write one field. The second one comes far behind the first in any recorded run.
const RACE: &str = "package app; public class Race {
    static int x;
    static final Object lock = new Object();
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            synchronized (lock) { args.toString(); }
            x = 2;
        });
        other.start();
        Thread.sleep(300);
        x = 1;
        other.join();
        System.out.println(\"end \" + args.length);
    }
}";

/// A project with a recorded run of [`RACE`], and its reports in `reports.json`.
fn recorded() -> super::Project {
    let project = sessions();
    project.write("race/app/Race.java", RACE.as_bytes());
    project.javac("race", "out");
    project
        .residua("record -- java -cp out app.Race")
        .succeeds();
    let run = project.residua("predict --format json residua.log");
    assert_eq!(run.status, 1, "{run:#?}");
    project.write("reports.json", run.stdout.as_bytes());
    project
}

#[test]
fn report_is_confirmed_from_the_log_and_from_json() {
    let project = recorded();
    for reports in ["residua.log", "reports.json"] {
        let run = project.residua(&format!("replay {reports} -- java -cp out app.Race"));
        assert_eq!(run.status, 0, "{run:#?}");
        let expected =
            "residua.log: report 1, race at lines app/Race.java:11, app/Race.java:7: confirmed\n";
        assert_eq!(run.stdout, expected, "{run:#?}");
    }
    let run = project
        .residua("replay --format json --times 2 --number 1 reports.json -- java -cp out app.Race");
    let results: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    let replay = &results["replays"][0];
    assert_eq!(replay["kind"], "race", "{run:#?}");
    assert_eq!(
        (&replay["times"], &replay["confirmed"]),
        (&2.into(), &2.into())
    );
    assert_eq!(replay["verdict"], "confirmed 2 of 2 times");
}

/// The sender is done before the session is closed, in any recorded run.
const SENDING: &str = "package app; public class Sending {
    public static void main(String[] args) throws Exception {
        Channel channel = new Channel();
        channel.open();
        Channel other = new Channel();
        Thread sender = new Thread(() -> channel.send(\"a|b\", 3));
        sender.start();
        Thread.sleep(300);
        channel.close();
        sender.join();
        other.open(); other.send(\"c\", 4); other.close();
    }
}
";

const CHANNEL_CLASS: &str = "package app; public class Channel {
    public void open() {}
    public void send(String text, int n) {}
    public void close() {}
}";

const CHANNEL: &str = "foreach:
  - parameters: [Channel c]
    events:
      open: call Channel.open() target c
      send: call Channel.send(String text, int n) target c
      close: call Channel.close() target c
    properties:
      lifecycle:
        states: {fresh: initial, live: , closed: , late: bad}
        transitions:
          - fresh -> live: open
          - live -> closed: close
          - closed -> late: send
            when: n == 3
";

#[test]
fn violation_of_a_property_is_recorded_predicted_and_replayed() {
    let project = sessions();
    project.write("sending/app/Sending.java", SENDING.as_bytes());
    project.write("sending/app/Channel.java", CHANNEL_CLASS.as_bytes());
    project.javac("sending", "out");
    project.write("channel.yaml", CHANNEL.as_bytes());
    project
        .residua("record --property channel.yaml -- java -cp out app.Sending")
        .succeeds();
    project
        .residua("predict residua.log --to-std residua.std")
        .succeeds();
    let run = std::fs::read_to_string(project.path("residua.std")).expect("a file");
    let events: Vec<&str> = run
        .lines()
        .filter(|line| line.contains("|event("))
        .collect();
    assert_eq!(events.len(), 6, "{run}");
    let expected = "|event(channel.send c=app.Channel@2,text=\"a\\u007cb\",n=3)|";
    assert!(events.iter().any(|event| event.contains(expected)), "{run}");
    let run = project.residua("predict residua.log --property channel.yaml");
    assert_eq!(run.status, 1, "{run:#?}");
    let expected = "violation of `lifecycle` in late by send at line app/Sending.java:6 (";
    assert!(
        run.stdout.contains(expected) && run.stdout.contains(": 1 report\n"),
        "{run:#?}"
    );
    let run = project.residua(
        "replay residua.log --times 2 --property channel.yaml -- java -cp out app.Sending",
    );
    assert_eq!(run.status, 0, "{run:#?}");
    assert!(
        run.stdout.contains(": confirmed 2 of 2 times\n"),
        "{run:#?}"
    );
}

#[test]
fn program_that_leaves_the_order_is_no_confirmation() {
    let project = recorded();
    // The same lines, but the main thread now writes before it starts the other one.
    let changed = RACE.replace(
        "        other.start();\n        Thread.sleep(300);\n        x = 1;",
        "        x = 1;\n\n        other.start();",
    );
    project.write("changed/app/Race.java", changed.as_bytes());
    project.javac("changed", "changed-out");
    let run = project.residua("replay reports.json -- java -cp changed-out app.Race");
    assert_eq!(run.status, 1, "{run:#?}");
    assert!(
        run.stdout.contains(": sound, not replayed: after ")
            && run.stdout.contains("`main#1` left the order: expected the start of a thread at app/Race.java:9, found a write at app/Race.java:9"),
        "{run:#?}"
    );
    // A program that ends, and one that waits for ever.
    for (body, reason) in [
        ("", "the program ended after "),
        (
            "for (Object o = new Object();;) synchronized (o) { o.wait(); }",
            "`main#1` did not come to the start of a thread",
        ),
    ] {
        let other = format!(
            "package app; public class Race {{ static int x; static final Object lock = new Object();\n\
             public static void main(String[] args) throws Exception {{ {body} }} }}"
        );
        project.write("other/app/Race.java", other.as_bytes());
        project.javac("other", "other-out");
        let run =
            project.residua("replay --patience 1 reports.json -- java -cp other-out app.Race");
        assert_eq!(run.status, 1, "{run:#?}");
        assert!(
            run.stdout.contains(": sound, not replayed: "),
            "{reason} {run:#?}"
        );
    }
}

#[test]
fn what_is_no_report_is_said() {
    let project = recorded();
    let run = project.residua("replay --number 2 reports.json -- java -cp out app.Race");
    assert_eq!(run.status, 2, "{run:#?}");
    assert!(
        run.stderr
            .contains("there is no report 2: the file has 1 report"),
        "{run:#?}"
    );
    project.write("other.json", b"{}");
    let run = project.residua("replay other.json -- java -cp out app.Race");
    assert_eq!(run.status, 2, "{run:#?}");
    assert!(
        run.stderr
            .contains("error[reports]: missing field `reports`"),
        "{run:#?}"
    );
    let run = project.residua("replay missing.json -- java -cp out app.Race");
    assert_eq!(run.status, 2, "{run:#?}");
    let reports = std::fs::read_to_string(project.path("reports.json")).expect("a file");
    project.write(
        "far.json",
        reports
            .replace("\"events\":[", "\"events\":[9999,")
            .as_bytes(),
    );
    let run = project.residua("replay far.json -- java -cp out app.Race");
    assert_eq!(run.status, 2, "{run:#?}");
    assert!(
        run.stderr.contains("report 1 does not belong to residua.log: the event 9999 of the report is none of the run"),
        "{run:#?}"
    );
    let run = project.residua("replay reports.json -- true");
    assert!(
        run.stderr.contains("the command names no class path"),
        "{run:#?}"
    );
    assert_eq!(run.status, 2, "{run:#?}");
}
