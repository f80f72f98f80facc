//! `residua measure` and `residua rank`: what monitoring costs the user's own program, and where.

use super::{changed, sessions};
use test_support::Project;

/// A program with a right session in a loop and a wrong one, analysed, compiled and configured.
fn compiled() -> Project {
    let project = sessions();
    let wrong = "session.close();\n        for (int n = 0; n < 20; n++) { Session next = new Session(); next.open(); next.send(n); }\n        \
                 if (args.length > 0) new Session().send(2);";
    changed(&project, "src/app/Main.java", "session.close();", wrong);
    project.javac("src", "classes");
    let config =
        "source = ['src']\nproperty = ['session.yaml']\nclasses = ['classes']\noutput = 'woven'\n";
    project.write("residua.toml", config.as_bytes());
    project.residua("analyze").succeeds();
    project
}

#[test]
fn program_is_measured_in_three_variants_that_report_the_same() {
    let project = compiled();
    let told = project
        .residua("measure --rounds 2 -- java -cp classes app.Main wrong")
        .succeeds()
        .stdout;
    let row = |head: &str| {
        let line = told
            .lines()
            .find(|line| line.trim_start().starts_with(head));
        line.unwrap_or_else(|| panic!("no `{head}`:\n{told}"))
            .trim_start()[head.len()..]
            .split_whitespace()
            .collect::<Vec<_>>()
    };
    assert_eq!(row("least of 2"), ["unmonitored", "full", "optimized"]);
    assert_eq!(row("reports are"), ["equal", "in", "every", "round"]);
    assert_eq!(row("reports"), ["-", "1", "1"]);
    let events: Vec<u64> = row("events")[1..]
        .iter()
        .map(|events| events.parse().expect("a number"))
        .collect();
    assert!(events[0] == 44 && events[1] < events[0], "{told}");
    assert!(told.contains("1. 20 (45.5 %"), "{told}");
    assert_eq!(project.read("residua-out/measured.txt"), told);
    let json: serde_json::Value =
        serde_json::from_str(&project.read("residua-out/measured.json")).expect("JSON");
    assert_eq!(
        json["measured"]["runs"]["optimized"]
            .as_array()
            .map(Vec::len),
        Some(2)
    );
    assert_eq!(json["sites"]["events"].as_u64(), Some(44));
}

#[test]
fn variants_that_do_not_agree_are_an_objection() {
    let project = compiled();
    let script = "java -cp {classes} app.Main wrong; case {classes} in *optimized) exit 3;; esac";
    project.write("run.sh", script.replace("{classes}", "$1").as_bytes());
    let run = project.residua("measure --rounds 1 -- sh run.sh {classes}");
    run.fails_with(
        1,
        &[
            "error[not-as-promised]",
            "the optimized program ends with exit status: 3",
        ],
    );
}

#[test]
fn command_that_cannot_be_measured_is_refused() {
    let project = compiled();
    project
        .residua("measure -- java -cp elsewhere app.Main")
        .fails_with(2, &["does not name the classes", "`{classes}`"]);
    project
        .residua("measure -- no-such-program classes")
        .fails_with(2, &["cannot run `no-such-program`"]);
    let run = project.residua("measure --rounds 1 -- java -cp classes app.Absent");
    run.fails_with(
        2,
        &[
            "without monitors the command ends with exit status: 1",
            "app.Absent",
        ],
    );
    assert!(!project.path("residua-out/measured.txt").exists());
}

#[test]
fn sites_are_ranked_by_what_a_woven_program_has_counted() {
    let project = compiled();
    project.residua("weave --full").succeeds();
    project
        .java("-Dresidua.count.places=counts.tsv -cp woven app.Main")
        .succeeds();
    let told = project.residua("rank counts.tsv --top 1").succeeds().stdout;
    assert!(
        told.starts_with(
            "43 events, 100.0 % of them silenced by the plan\n  1. 20 (46.5 %) app/Main.java:9: `"
        ),
        "{told}"
    );
    assert!(
        told.contains("`lifecycle`, silenced\n       cannot be used in this order: "),
        "{told}"
    );
    let json: serde_json::Value = serde_json::from_str(
        &project
            .residua("rank counts.tsv --format json")
            .succeeds()
            .stdout,
    )
    .expect("JSON");
    let sites = json["sites"].as_array().expect("sites");
    assert_eq!(
        sites
            .iter()
            .map(|site| site["events"].as_u64().expect("a number"))
            .sum::<u64>(),
        43
    );
}

/// A running program says a file by the package of its class.
#[test]
fn sites_are_found_in_the_plan_wherever_their_sources_stand() {
    let project = sessions();
    for file in ["Main.java", "Session.java"] {
        project.write(
            &format!("code/{file}"),
            project.read(&format!("src/app/{file}")).as_bytes(),
        );
    }
    project.javac("code", "classes");
    project
        .residua("analyze --source code --property session.yaml")
        .succeeds();
    project
        .residua("weave --full --classes classes -o woven")
        .succeeds();
    project
        .java("-Dresidua.count.places=counts.tsv -cp woven app.Main")
        .succeeds();
    let told = project.residua("rank counts.tsv").succeeds().stdout;
    assert!(
        told.contains(" events, 100.0 % of them silenced") && !told.contains("not in the plan"),
        "{told}"
    );
}

#[test]
fn file_that_holds_no_counts_is_shown_where_it_does_not() {
    let project = compiled();
    project.write(
        "counts.tsv",
        b"lifecycle\tsend\tapp/Main.java:6\t1\nlifecycle\tsend\t1\n",
    );
    project
        .residua("rank counts.tsv")
        .fails_with(2, &["error[no-count]", "counts.tsv:2:1"]);
}

#[test]
fn report_says_which_share_of_the_events_of_a_run_goes() {
    let project = compiled();
    let report = || project.read("residua-out/report.html");
    assert!(!report().contains("Events of a run"));
    project.residua("weave --full").succeeds();
    project
        .java("-Dresidua.count.places=counts.tsv -cp woven app.Main")
        .succeeds();
    let told = project
        .residua("analyze --counts counts.tsv")
        .succeeds()
        .stdout;
    assert!(
        told.contains("counts.tsv: 43 events, 100.0 % of them silenced by the plan"),
        "{told}"
    );
    assert!(report().contains("<strong>100 %</strong> of the events go: 43 of 43"));
    project.write("counts.tsv", b"lifecycle\tsend\tapp/Main.java:6\t7\n");
    let told = project
        .residua("analyze --counts counts.tsv")
        .succeeds()
        .stdout;
    assert!(
        told.contains("counts.tsv: 7 events"),
        "other counts are another input: {told}"
    );
    project.write("counts.tsv", b"seven\n");
    project
        .residua("analyze --counts counts.tsv")
        .fails_with(2, &["error[no-count]", "counts.tsv:1:1"]);
    project
        .residua("analyze --counts absent.tsv")
        .fails_with(2, &["absent.tsv"]);
    assert!(
        report().contains("of the events go: 0 of 7"),
        "the results that were there stay"
    );
}
