//! `residua predict`.

use serde_json::Value;

use super::sessions;

/// A run that another order of sections makes a race of lines 2 and 9.
const RUN: &str = "T0|fork(T1)|1\nT0|w(x)|2\nT0|acq(L)|3\nT0|w(y)|4\nT0|rel(L)|5\nT1|acq(L)|6\n\
                   T1|w(y)|7\nT1|rel(L)|8\nT1|w(x)|9\nT0|join(T1)|10\n";

const QUIET: &str = "T0|w(x)|A.java:1\nT0|r(x)|A.java:2\n";

#[test]
fn reports_are_one_json_object() {
    let project = sessions();
    project.write("run.std", RUN.as_bytes());
    let run = project.residua("predict --std run.std --format json");
    assert_eq!(run.status, 1, "{run:#?}");
    let results: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let reports = results["reports"].as_array().expect("reports");
    assert_eq!(reports.len(), 1, "{results}");
    assert_eq!(reports[0]["kind"], "race");
    assert_eq!(reports[0]["lines"], serde_json::json!([2, 9]));
    assert_eq!(reports[0]["witness"], serde_json::json!([[0, 0], [5, 7]]));
    assert_eq!(results["undecided"]["race"], 0);
}

#[test]
fn reports_are_sentences_for_people() {
    let project = sessions();
    project.write("run.std", RUN.as_bytes());
    project.write("quiet.std", QUIET.as_bytes());
    let run = project.residua("predict --std run.std quiet.std");
    assert_eq!(run.status, 1, "{run:#?}");
    let expected = "run.std: race on `x` at lines 2, 9 (threads T0, T1)\n    T0 writes `x` at 2\n    T1 writes `x` at 9\nrun.std: 1 report\nquiet.std: 0 reports\n";
    assert_eq!(run.stdout, expected);
    let run = project.residua("predict --std quiet.std").succeeds();
    assert_eq!(run.stdout, "quiet.std: 0 reports\n");
}

/// Lines that name a file are places, and others are of the run.
#[test]
fn reports_are_findings_of_code_scanning() {
    let project = sessions();
    let named = RUN.replace("|2\n", "|app/Main.java:20\n");
    project.write("run.std", named.as_bytes());
    let run = project.residua("predict --std run.std --format sarif");
    assert_eq!(run.status, 1, "{run:#?}");
    let log: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let result = &log["runs"][0]["results"][0];
    assert_eq!(
        (&result["ruleId"], &result["level"]),
        (&"race".into(), &"warning".into())
    );
    let steps = &result["codeFlows"][0]["threadFlows"][0]["locations"];
    let place = |step: usize| steps[step]["location"]["physicalLocation"].clone();
    let uris = [0, 1].map(|step| place(step)["artifactLocation"]["uri"].clone());
    assert!(
        uris.contains(&"app/Main.java".into()) && uris.contains(&"run.std".into()),
        "{steps}"
    );
    let lines = [0, 1].map(|step| place(step)["region"]["startLine"].clone());
    assert!(lines.contains(&20.into()), "{steps}");
    assert_eq!(log["runs"][0]["tool"]["driver"]["rules"][0]["id"], "race");
}

#[test]
fn damaged_run_is_refused_with_its_place() {
    let project = sessions();
    project.write("run.std", b"T0|w(x)|1\nT0|wirte(x)|2\n");
    let run = project.residua("predict --std run.std");
    run.fails_with(2, &["run.std:2:4", "`wirte`", "trace-line"]);
    let run = project.residua("predict --std rum.std");
    run.fails_with(2, &["`rum.std`", "run.std"]);
}

#[test]
fn thread_named_by_its_number_is_a_warning() {
    let project = sessions();
    project.write("run.std", b"T1|fork(2)|1\nT2|w(x)|2\n");
    let run = project.residua("predict --std run.std").succeeds();
    assert!(run.stderr.contains("trace-thread"), "{}", run.stderr);
}

#[test]
fn log_of_a_run_has_its_reports_and_its_text() {
    let project = sessions();
    project.write("run.std", RUN.as_bytes());
    let written = project
        .residua("predict --std run.std --to-log run.log")
        .succeeds();
    assert_eq!(written.stdout, "wrote run.log: 10 events\n");
    let [from_text, from_log] = ["--std run.std", "run.log"].map(|input| {
        let run = project.residua(&format!("predict {input} --format json"));
        assert_eq!(run.status, 1, "{run:#?}");
        run.stdout.replace("run.log", "run.std")
    });
    assert_eq!(from_text, from_log);
    project
        .residua("predict run.log --to-std again.std")
        .succeeds();
    assert_eq!(project.read("again.std"), RUN);
}

#[test]
fn damaged_log_is_judged_as_far_as_it_goes() {
    let project = sessions();
    project.write("run.std", RUN.as_bytes());
    project
        .residua("predict --std run.std --to-log run.log")
        .succeeds();
    let mut bytes = std::fs::read(project.path("run.log")).expect("a log");
    bytes.pop();
    project.write("run.log", &bytes);
    let run = project.residua("predict run.log").succeeds();
    assert_eq!(run.stdout, "run.log: 0 reports\n");
    for told in [
        "warning[log-damaged]",
        "from byte 8 on: the log ends within a block",
        "the 0 events before that are judged",
    ] {
        assert!(run.stderr.contains(told), "{told}\n{}", run.stderr);
    }
}

#[test]
fn one_run_goes_into_one_file() {
    let project = sessions();
    project.write("run.std", RUN.as_bytes());
    let run = project.residua("predict --std run.std run.std --to-log run.log");
    run.fails_with(2, &["`--to-log` and `--to-std` write one run"]);
    let run = project.residua("predict --std run.std --to-log none/run.log");
    run.fails_with(2, &["cannot write `none/run.log`"]);
    assert!(!project.path("run.log").exists());
}

/// A property of a session that `T0` may close before `T1` sends.
const SESSION: &str = "
foreach:
  - parameters: [Session s]
    events:
      open: call Session.open() target s
      send: call Session.send() target s
      close: call Session.close() target s
    properties:
      lifecycle:
        message: close the session behind its last use
        states: {fresh: initial, live: , closed: , late: bad}
        transitions:
          - fresh -> live: open
          - live -> closed: close
          - closed -> late: send
";

const USE: &str = "T0|event(lifecycle.open s=Session@1)|1\nT0|fork(T1)|2\n\
                   T1|event(lifecycle.send s=Session@1)|9\nT0|event(lifecycle.close s=Session@1)|3\n";

#[test]
fn violation_of_a_property_by_another_schedule_is_reported() {
    let project = sessions();
    project.write("session.yaml", SESSION.as_bytes());
    project.write("run.std", USE.as_bytes());
    let run = project.residua("predict --std run.std --property session.yaml");
    assert_eq!(run.status, 1, "{run:#?}");
    let sentence = "run.std: violation of `lifecycle` in late by send at line 9 (Session@1; events at lines 1, 3, 9; \
                    threads T0, T1): close the session behind its last use\n    \
                    T0 raises lifecycle.open s=Session@1 at 1\n    \
                    T0 raises lifecycle.close s=Session@1 at 3\n    \
                    T1 raises lifecycle.send s=Session@1 at 9\nrun.std: 1 report\n";
    assert_eq!(run.stdout, sentence);

    let run = project.residua("predict --std run.std --property session.yaml --format json");
    let results: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let report = &results["reports"][0];
    assert_eq!(report["kind"], "property");
    assert_eq!(report["lines"], serde_json::json!([1, 3, 9]));
    let property = serde_json::json!({
        "name": "lifecycle", "file": "session.yaml", "state": "late", "event": "send", "line": 9,
        "instance": "Session@1", "message": "close the session behind its last use",
    });
    assert_eq!(report["property"], property);

    let run = project.residua("predict --std run.std --property session.yaml --format sarif");
    let log: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(log["runs"][0]["results"][0]["ruleId"], "property");
    project.residua("predict --std run.std").succeeds();
}

#[test]
fn property_that_is_not_predicted_is_named_with_its_reason() {
    let project = sessions();
    let asks = SESSION.replace(
        "late: send\n",
        "late: send\n            when: s.isReady()\n",
    );
    project.write("session.yaml", asks.as_bytes());
    project.write("run.std", USE.as_bytes());
    let run = project
        .residua("predict --std run.std --property session.yaml")
        .succeeds();
    let reason = "`lifecycle` is not predicted: the condition on `send` asks the program anew: `s.isReady()`";
    assert!(run.stderr.contains(reason), "{run:#?}");
}

#[test]
fn event_that_the_property_file_does_not_have_is_a_warning() {
    let project = sessions();
    project.write("session.yaml", SESSION.as_bytes());
    project.write("run.std", USE.replace(".close", ".shut").as_bytes());
    let run = project
        .residua("predict --std run.std --property session.yaml")
        .succeeds();
    assert!(
        run.stderr
            .contains("no event for `lifecycle.shut s=Session@1`"),
        "{run:#?}"
    );
}

/// A run with an error of each kind.
const ALL_KINDS: &str = "T0|fork(T1)|1\nT0|w(x)|app/Main.java:2\nT0|event(lifecycle.open s=Session@1)|3\n\
    T0|acq(a)|4\nT0|req(b)|5\nT0|acq(b)|5\nT0|rel(b)|6\nT0|rel(a)|6\n\
    T0|begin|7\nT0|acq(l)|8\nT0|r(total)|8\nT0|rel(l)|8\nT0|acq(l)|9\nT0|w(total)|9\nT0|rel(l)|9\nT0|end|10\n\
    T1|acq(b)|24\nT1|req(a)|25\nT1|acq(a)|25\nT1|rel(a)|26\nT1|rel(b)|26\n\
    T1|begin|27\nT1|acq(l)|28\nT1|w(total)|28\nT1|rel(l)|28\nT1|end|28\n\
    T1|event(lifecycle.send s=Session@1)|29\nT1|w(x)|30\nT0|event(lifecycle.close s=Session@1)|11\n";

#[test]
fn page_has_the_reports_of_each_kind_with_their_lines_and_commands() {
    let project = sessions();
    project.write("session.yaml", SESSION.as_bytes());
    project.write("run.std", ALL_KINDS.as_bytes());
    project.write(
        "java/app/Main.java",
        b"class Main {\n    int x = \"<b>\";\n}\n",
    );
    let line = "predict --std run.std --property session.yaml --html page.html --source java";
    let run = project.residua(line);
    assert_eq!(run.status, 1, "{run:#?}");
    assert!(
        run.stdout
            .ends_with("run.std: 4 reports\nwrote page.html\n"),
        "{run:#?}"
    );
    assert!(run.stderr.contains("open page.html"), "{run:#?}");
    let page = project.read("page.html");
    for text in [
        "1 race, 1 deadlock, 1 atomicity violation and 1 violation of a property in 1 run.",
        "race on <code>x</code> at lines 30, app/Main.java:2 (threads T0, T1)",
        "x = \"&lt;b&gt;\";",
        "residua predict --std run.std --property session.yaml --format json &gt; reports.json",
        "residua replay reports.json --number 4 --property session.yaml -- COMMAND",
    ] {
        let escaped = text.replace('"', "&quot;");
        assert!(
            page.contains(text) || page.contains(&escaped),
            "{text}\n{page}"
        );
    }
    project.residua(line);
    assert_eq!(
        project.read("page.html"),
        page,
        "equal input gives equal bytes"
    );

    project
        .residua("predict --std run.std --to-log run.log")
        .succeeds();
    let run = project.residua("predict run.log --html log.html --format json");
    assert!(run.stdout.starts_with('{'), "{run:#?}");
    assert!(
        project
            .read("log.html")
            .contains("residua replay run.log --number 3 -- COMMAND")
    );
}

#[test]
fn page_is_written_whole_or_not_at_all() {
    let project = sessions();
    project.write("run.std", QUIET.as_bytes());
    let run = project.residua("predict --std run.std --html none/page.html");
    run.fails_with(2, &["cannot write `none/page.html`"]);
    let run = project.residua("predict --std run.std --html page.html --source sources");
    run.fails_with(2, &["the source folder `sources` does not exist"]);
    assert!(!project.path("page.html").exists());
    let run = project.residua("predict --std run.std --html page.html --to-log run.log");
    run.fails_with(2, &["--to-log"]);
    let run = project.residua("predict --std run.std --source src");
    run.fails_with(2, &["--html"]);
    project
        .residua("predict --std run.std --html page.html")
        .succeeds();
    assert!(project.read("page.html").contains("No report in 1 run."));
}
