//! `residua explain`.

use super::{changed, sessions, uncertain};
use test_support::{Project, Run};

const EXPLAIN: &str = "explain --plan residua-out/plan.json";

fn analysed() -> Project {
    let project = uncertain();
    project
        .residua("analyze --source src --property session.yaml")
        .succeeds();
    project
}

#[track_caller]
fn says(run: Run, told: &[&str]) {
    let stdout = run.succeeds().stdout;
    told.iter()
        .for_each(|text| assert!(stdout.contains(text), "`{text}` is not said:\n{stdout}"));
}

#[test]
fn line_is_shown_with_its_decision_and_the_reason() {
    let run = analysed().residua(&format!("{EXPLAIN} app/Main.java:7"));
    says(
        run,
        &[
            "kept: `send` of `lifecycle`",
            "src/app/Main.java:7:17",
            "session.send(1);",
            "^^^^",
            "why: ",
        ],
    );
}

#[test]
fn way_to_the_report_is_shown_step_by_step() {
    let project = analysed();
    let told = [
        "through here an object may be led to a report",
        "step: 1. `fresh` -> `early` by `send`",
    ];
    says(
        project.residua(&format!("{EXPLAIN} app/Main.java:7")),
        &told,
    );
    changed(
        &project,
        "src/app/Main.java",
        "package app;",
        "package app; // changed",
    );
    let stdout = project
        .residua(&format!("{EXPLAIN} app/Main.java:7"))
        .succeeds()
        .stdout;
    assert!(
        stdout.contains(told[1]) && stdout.contains("src/app/Main.java:7:17"),
        "{stdout}"
    );
    assert!(!stdout.contains("session.send(1)"), "{stdout}");
}

/// The abstractions of a way are printed before it: the objects that are one, the order, and a
/// condition that nobody evaluates.
#[test]
fn way_names_the_abstractions_that_it_rests_on() {
    let project = uncertain();
    changed(
        &project,
        "session.yaml",
        "send: call Session.send(*) target s",
        "send: call Session.send(int n) target s",
    );
    changed(
        &project,
        "session.yaml",
        "early: send",
        "early: send\n            when: n * n > 0",
    );
    project
        .residua("analyze --source src --property session.yaml")
        .succeeds();
    let told = [
        "objects: the app.Session made at app/Main.java:5: the analysis cannot distinguish these objects",
        "order: as in the program: each branch may be taken",
        "step: 1. `fresh` -> `early` by `send`; `n * n > 0` is taken to hold",
    ];
    says(
        project.residua(&format!("{EXPLAIN} app/Main.java:7")),
        &told,
    );
    let threads = "package app;\n\npublic class Shared {\n    static Session held = new Session();\n    static { new Thread(() -> held.send(1)).start(); }\n    static void touch() { held.open(); }\n}\n";
    project.write("src/app/Shared.java", threads.as_bytes());
    changed(
        &project,
        "src/app/Main.java",
        "session.close();",
        "session.close();\n        Shared.touch();",
    );
    project
        .residua("analyze --source src --property session.yaml")
        .succeeds();
    let told = [
        "objects: the app.Session made at app/Shared.java:4: the analysis cannot distinguish these objects",
        "order: not known: another thread or a callback of the library may raise its events at any time",
    ];
    says(
        project.residua(&format!("{EXPLAIN} app/Shared.java:5")),
        &told,
    );
}

#[test]
fn source_may_be_named_with_its_root_or_by_its_end() {
    let project = analysed();
    for file in ["src/app/Main.java", "app/Main.java", "Main.java"] {
        says(
            project.residua(&format!("{EXPLAIN} {file}:7")),
            &["`send` of `lifecycle`"],
        );
    }
}

#[test]
fn line_without_a_generator_tells_the_nearest_ones() {
    let run = analysed().residua(&format!("{EXPLAIN} app/Main.java:5"));
    says(run, &["nothing in line 5", "the nearest lines that do: 6"]);
}

#[test]
fn changed_source_is_not_shown() {
    let project = analysed();
    changed(
        &project,
        "src/app/Main.java",
        "package app;",
        "package app; // changed",
    );
    let stdout = project
        .residua(&format!("{EXPLAIN} app/Main.java:7"))
        .succeeds()
        .stdout;
    assert!(
        stdout.contains("has changed since the plan was made")
            && !stdout.contains("session.send(1)"),
        "{stdout}"
    );
}

#[test]
fn property_is_told_with_the_fate_of_each_transition() {
    let run = analysed().residua(&format!("{EXPLAIN} lifecycle"));
    let told = [
        "lifecycle (session.yaml): still monitored",
        "fresh -> early [send]: stays",
    ];
    says(run, &told);
}

#[test]
fn property_is_explained_with_its_own_words() {
    let project = sessions();
    let words = "      lifecycle:\n        severity: warning\n        message: open the session before you send\n        help: Call `open` first.";
    changed(&project, "session.yaml", "      lifecycle:", words);
    project
        .residua("analyze --source src --property session.yaml")
        .succeeds();
    let lines = [
        "severity of its reports: warning",
        "message: open the session before you send",
        "help: Call `open` first.",
    ];
    says(project.residua(&format!("{EXPLAIN} lifecycle")), &lines);
}

/// The command prints the lines where a property is still monitored, without a look through the
/// plan.
#[test]
fn property_is_told_with_the_lines_that_stay_monitored() {
    let project = analysed();
    let told =
        "2 program points are monitored; ask about a line for the reason:\n  app/Main.java:6, 7\n";
    says(project.residua(&format!("{EXPLAIN} lifecycle")), &[told]);
    let rightly = sessions();
    rightly
        .residua("analyze --source src --property session.yaml")
        .succeeds();
    let stdout = rightly
        .residua(&format!("{EXPLAIN} lifecycle"))
        .succeeds()
        .stdout;
    assert!(!stdout.contains("monitored"), "{stdout}");
}

/// A property without parameters is about no object, and what its filter says is not known.
#[test]
fn way_of_a_property_of_the_program_names_no_objects_and_the_filter() {
    let project = sessions();
    let property = "imports: [app.Session]
events:
  send: {on: \"call Session.send(int n)\", filter: Math.abs(n) < 0}
properties:
  positive:
    states: {fine: initial, wrong: bad}
    transitions:
      - fine -> wrong: send
";
    project.write("session.yaml", property.as_bytes());
    project
        .residua("analyze --source src --property session.yaml")
        .succeeds();
    let told = [
        "objects: none: the property is about the program as a whole\n",
        "step: 1. `fine` -> `wrong` by `send`; `Math.abs(n) < 0` is taken to hold\n",
    ];
    says(
        project.residua(&format!("{EXPLAIN} app/Main.java:7")),
        &told,
    );
}

#[test]
fn transition_is_told_by_its_states() {
    let stdout = analysed()
        .residua(&format!("{EXPLAIN} lifecycle:fresh->live"))
        .succeeds()
        .stdout;
    assert!(
        stdout.contains("fresh -> live [open]") && !stdout.contains("early"),
        "{stdout}"
    );
}

#[test]
fn transition_is_told_with_its_line_its_events_and_the_way_that_takes_it() {
    let project = analysed();
    let run = project.residua(&format!("{EXPLAIN} lifecycle:fresh->early"));
    let told = [
        "stays: fresh -> early [send]",
        "session.yaml:13:",
        "- fresh -> early: send",
        "why: a report or an external action may follow it",
        "1 program point raises `send`: 1 kept",
        "a way to what the user sees takes it at app/Main.java:7",
    ];
    says(run, &told);
    changed(&project, "session.yaml", "foreach:", "# changed\nforeach:");
    let stdout = project
        .residua(&format!("{EXPLAIN} lifecycle:fresh->early"))
        .succeeds()
        .stdout;
    assert!(
        !stdout.contains("- fresh -> early: send") && stdout.contains(told[3]),
        "{stdout}"
    );
}

#[test]
fn removed_transition_is_told_with_the_step_and_the_generators_that_went() {
    let project = sessions();
    project
        .residua("analyze --source src --property session.yaml")
        .succeeds();
    let told = [
        "removed[",
        "live -> fresh [close]",
        "1 program point raises `close`: 1 removed (",
    ];
    says(
        project.residua(&format!("{EXPLAIN} lifecycle:live->fresh")),
        &told,
    );
}

#[test]
fn generator_that_is_silent_with_others_names_them() {
    let project = sessions();
    let source = "package app;

public class Main {
    public static void main(String[] args) {
        Session checked = new Session();
        checked.open();
        for (int n = 0; n < 3; n++) checked.send(n);
        checked.close();
        Session hasty = new Session();
        if (args.length == 0) hasty.open();
        hasty.send(1);
    }
}
";
    project.write("src/app/Main.java", source.as_bytes());
    project
        .residua("analyze --source src --property session.yaml")
        .succeeds();
    let plan: serde_json::Value =
        serde_json::from_str(&project.read("residua-out/plan.json")).expect("a plan");
    let generators = plan["generators"].as_array().expect("generators");
    let grouped = generators
        .iter()
        .filter(|generator| generator["group"].is_number())
        .count();
    assert!(grouped > 1, "{plan:#}");
    let stdout = (6..=11).map(|line| {
        project
            .residua(&format!("{EXPLAIN} app/Main.java:{line}"))
            .succeeds()
            .stdout
    });
    let stdout: String = stdout.collect();
    assert_eq!(
        stdout.matches("it is silent only together with").count(),
        grouped,
        "{stdout}"
    );
}

#[test]
fn names_that_the_plan_does_not_know_are_errors_with_the_nearest_one() {
    let project = analysed();
    project
        .residua(&format!("{EXPLAIN} app/Mian.java:7"))
        .fails_with(2, &["`app/Mian.java`", "`app/Main.java`"]);
    says(
        project.residua(&format!("{EXPLAIN} app/Main.java:0")),
        &["nothing in line 0"],
    );
    project
        .residua(&format!("{EXPLAIN} lifecycel"))
        .fails_with(2, &["`lifecycel`", "`lifecycle`", "residua-out/plan.json"]);
    let help = "of a source name a line: `app/Main.java:LINE`";
    project
        .residua(&format!("{EXPLAIN} app/Main.java"))
        .fails_with(2, &["`app/Main.java`", help]);
    project
        .residua(&format!("{EXPLAIN} lifecycle:fresh->liev"))
        .fails_with(2, &["`liev`", "`live`"]);
    project
        .residua(&format!("{EXPLAIN} lifecycle:early->fresh"))
        .fails_with(2, &["no transition from `early`"]);
}

#[test]
fn code_is_shown_with_its_meaning_and_remedy() {
    says(
        Project::new("").residua("explain --code stale-classes"),
        &[
            "stale-classes: error\n\nA class file is older than its source and",
            "Compile the sources again, then analyze them.",
            "    residua analyze\n",
        ],
    );
}

#[test]
fn unknown_code_has_a_nearest_one() {
    let run = Project::new("").residua("explain --code stale-class");
    assert_eq!(run.status, 2);
    let told = ["error[unknown-code]", "did you mean `stale-classes`?"];
    assert!(
        told.iter().all(|text| run.stderr.contains(text)),
        "{}",
        run.stderr
    );
}
