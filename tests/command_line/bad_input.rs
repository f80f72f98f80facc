//! Input that cannot be used: what is told, the exit status, and that nothing is left behind.

use super::{changed, sessions};
use test_support::{Project, Run};

const ANALYZE: &str = "analyze --source src --property session.yaml";

/// Exit status 2, these texts, and no output folder.
#[track_caller]
fn refused(project: &Project, run: &Run, told: &[&str]) {
    run.fails_with(2, told);
    assert_eq!(run.stdout, "");
    let left: Vec<String> = project
        .names(".")
        .into_iter()
        .filter(|name| name.starts_with("residua-out") || name.starts_with('.'))
        .collect();
    assert_eq!(left, Vec::<String>::new(), "nothing is written");
}

#[test]
fn property_with_a_syntax_error() {
    let project = sessions();
    changed(
        &project,
        "session.yaml",
        "call Session.open() target s",
        "call Session.open( target s",
    );
    let told = [
        "error[",
        "session.yaml:5:",
        "open: call Session.open( target s",
    ];
    refused(&project, &project.residua(ANALYZE), &told);
}

#[test]
fn property_with_an_unknown_state() {
    let project = sessions();
    changed(&project, "session.yaml", "live -> fresh", "livee -> fresh");
    let told = [
        "error[unknown-state]",
        "session.yaml:14:",
        "livee -> fresh",
        "`live`",
    ];
    refused(&project, &project.residua(ANALYZE), &told);
}

#[test]
fn property_with_an_unknown_event() {
    let project = sessions();
    changed(
        &project,
        "session.yaml",
        "live -> fresh: close",
        "live -> fresh: clsoe",
    );
    refused(
        &project,
        &project.residua(ANALYZE),
        &["error[unknown-event]", "session.yaml:14:", "`close`"],
    );
}

#[test]
fn property_with_an_unknown_type() {
    let project = sessions();
    changed(&project, "session.yaml", "[Session s]", "[Sesion s]");
    refused(
        &project,
        &project.residua(ANALYZE),
        &[
            "error[unknown-type]",
            "session.yaml:3:",
            "[Sesion s]",
            "`Session`",
        ],
    );
}

#[test]
fn property_file_that_does_not_exist() {
    let project = sessions();
    let run = project.residua("analyze --source src --property sesion.yaml");
    refused(
        &project,
        &run,
        &[
            "the property file `sesion.yaml` does not exist",
            "`session.yaml`",
        ],
    );
}

#[test]
fn property_file_given_twice() {
    let project = sessions();
    let run = project.residua("analyze --source src --property session.yaml ./session.yaml");
    refused(&project, &run, &["`./session.yaml` is given twice"]);
}

#[test]
fn source_folder_that_does_not_exist() {
    let project = sessions();
    let run = project.residua("analyze --source scr/app --property session.yaml");
    refused(
        &project,
        &run,
        &[
            "the source folder `scr/app` does not exist",
            "did you mean `src/app`?",
        ],
    );
}

#[test]
fn class_path_entry_that_does_not_exist() {
    let project = sessions();
    project.write("lib/guava.jar", b"");
    let run = project.residua(&format!("{ANALYZE} --classpath lib/gauva.jar"));
    refused(
        &project,
        &run,
        &[
            "class path entry `lib/gauva.jar` does not exist",
            "`lib/guava.jar`",
        ],
    );
}

#[test]
fn class_path_entry_that_is_no_jar() {
    let project = sessions();
    project.write("lib/notes.txt", b"not a jar");
    let run = project.residua(&format!("{ANALYZE} --classpath lib/notes.txt"));
    refused(
        &project,
        &run,
        &["lib/notes.txt", "jars and folders of class files"],
    );
}

#[test]
fn entry_point_that_no_method_matches() {
    let project = sessions();
    let run = project.residua(&format!("{ANALYZE} --entry app.Main.mian"));
    refused(&project, &run, &["`app.Main.mian`", "`app.Main.main`"]);
}

#[test]
fn no_sources_and_no_properties() {
    let project = sessions();
    refused(
        &project,
        &project.residua("analyze --property session.yaml"),
        &["--source"],
    );
    refused(
        &project,
        &project.residua("analyze --source src"),
        &["--property"],
    );
}

#[test]
fn configuration_with_an_unknown_key() {
    let project = sessions();
    project.write(
        "residua.toml",
        b"source = ['src']\nproprety = ['session.yaml']\n",
    );
    let told = [
        "residua.toml:2:1",
        "proprety = ['session.yaml']",
        "did you mean `property`?",
    ];
    refused(
        &project,
        &project.residua("analyze --config residua.toml"),
        &told,
    );
}

#[test]
fn arguments_that_are_not_known() {
    let project = sessions();
    refused(
        &project,
        &project.residua("analyse --source src"),
        &["analyze"],
    );
    refused(
        &project,
        &project.residua(&format!("{ANALYZE} --through residual3")),
        &["residual2"],
    );
}

#[test]
fn source_that_does_not_parse_is_refused_under_strict_alone() {
    let project = sessions();
    project.write(
        "src/app/Broken.java",
        b"package app;\nclass Broken { void m( { }\n",
    );
    refused(
        &project,
        &project.residua(&format!("{ANALYZE} --strict")),
        &["src/app/Broken.java:"],
    );
    project.residua(ANALYZE).succeeds();
    assert!(
        project
            .read("residua-out/report.html")
            .contains("Broken.java"),
        "the report says what was not read"
    );
}

#[test]
fn source_that_is_not_utf8_is_refused_under_strict_alone() {
    let project = sessions();
    project.write(
        "src/app/Latin.java",
        b"package app;\nclass Latin { String s = \"\xe9\"; }\n",
    );
    refused(
        &project,
        &project.residua(&format!("{ANALYZE} --strict")),
        &["src/app/Latin.java:"],
    );
    project.residua(ANALYZE).succeeds();
    assert!(
        project
            .read("residua-out/report.html")
            .contains("Latin.java"),
        "the report says what was not read"
    );
}

#[test]
fn failed_analysis_leaves_earlier_results_alone() {
    let project = sessions();
    project.residua(ANALYZE).succeeds();
    let before = project.read("residua-out/plan.json");
    changed(&project, "session.yaml", "live -> fresh", "livee -> fresh");
    project.residua(ANALYZE).fails_with(2, &["unknown-state"]);
    assert_eq!(project.read("residua-out/plan.json"), before);
}

#[test]
fn output_that_cannot_be_written() {
    let project = sessions();
    project.write("taken", b"a file");
    let run = project.residua(&format!("{ANALYZE} --out taken"));
    refused(&project, &run, &["`taken`"]);
    assert_eq!(project.read("taken"), "a file");
}

#[test]
fn plan_for_sources_that_have_changed() {
    let project = sessions();
    project.residua(ANALYZE).succeeds();
    project.javac("src", "classes");
    changed(
        &project,
        "src/app/Main.java",
        "session.send(1);",
        "session.send(2);",
    );
    let run = project.residua("weave --plan residua-out/plan.json --classes classes -o woven");
    run.fails_with(
        2,
        &["error[stale-plan]", "src/app/Main.java", "residua analyze"],
    );
    assert_eq!(project.names("woven"), Vec::<String>::new());
}

#[test]
fn plan_for_properties_that_have_changed() {
    let project = sessions();
    project.residua(ANALYZE).succeeds();
    project.javac("src", "classes");
    changed(
        &project,
        "session.yaml",
        "live -> fresh: close",
        "live -> early: close",
    );
    let run = project.residua("weave --plan residua-out/plan.json --classes classes -o woven");
    run.fails_with(2, &["error[stale-plan]", "session.yaml"]);
}

#[test]
fn plan_that_is_none() {
    let project = sessions();
    project.write("plan.json", b"{\n  \"schema\": \"other/1\"\n}\n");
    let run = project.residua("weave --plan plan.json --classes src -o woven");
    run.fails_with(2, &["error[plan-schema]", "plan.json:2:", "residua-plan/1"]);
    project
        .residua("explain --plan plan.jsn lifecycle")
        .fails_with(2, &["`plan.jsn` does not exist", "`plan.json`"]);
}

#[test]
fn classes_that_do_not_exist() {
    let project = sessions();
    project.residua(ANALYZE).succeeds();
    let run = project.residua("weave --plan residua-out/plan.json --classes scr -o woven");
    run.fails_with(2, &["`scr` does not exist", "`src`"]);
}

#[test]
fn folder_without_property_files() {
    let project = sessions();
    let run = project.residua("analyze --source src --property src");
    refused(
        &project,
        &run,
        &[
            "error[no-properties]",
            "there are no property files in `src`",
            "`.yaml`",
        ],
    );
    let run = project.residua("check src");
    run.fails_with(1, &["there are no property files in `src`"]);
}

#[test]
fn folder_with_a_broken_property_file() {
    let project = sessions();
    project.write("rules/broken.yaml", b"foreach: 1");
    let run = project.residua("analyze --source src --property rules");
    refused(&project, &run, &["rules/broken.yaml"]);
}

#[test]
fn property_file_that_is_not_utf8() {
    let project = sessions();
    project.write("latin.yaml", b"imports: [app.Session]\n# caf\xe9\n");
    let told = [
        "error[not-utf8]",
        "latin.yaml:2:6",
        "save the file as UTF-8",
    ];
    refused(
        &project,
        &project.residua("analyze --source src --property latin.yaml"),
        &told,
    );
}

#[test]
fn larva_script_with_a_syntax_error() {
    let project = sessions();
    project.write(
        "p.lrv",
        b"GLOBAL {\n  EVENTS {\n    open() = {Session *.open(}\n  }\n}\n",
    );
    let run = project.residua("analyze --source src --property p.lrv");
    refused(
        &project,
        &run,
        &["error[", "p.lrv:3:", "open() = {Session *.open(}"],
    );
}

#[test]
fn larva_script_with_an_unknown_state() {
    let project = sessions();
    let script = "IMPORTS { import app.Session; }\nGLOBAL {\n FOREACH (Session s) {\n  EVENTS {\n   open(Session s1) = \
                  {s1.open()} where {s = s1;}\n  }\n  PROPERTY p {\n   STATES { BAD { late } NORMAL { } STARTING { \
                  fresh } }\n   TRANSITIONS { fresh -> laet [open] }\n  }\n }\n}\n";
    project.write("p.lrv", script.as_bytes());
    let run = project.residua("analyze --source src --property p.lrv");
    refused(
        &project,
        &run,
        &[
            "error[unknown-state]",
            "p.lrv:9:",
            "fresh -> laet [open]",
            "`late`",
        ],
    );
}

#[test]
fn property_whose_pattern_names_an_unknown_type() {
    let project = sessions();
    changed(
        &project,
        "session.yaml",
        "call Session.close() target s",
        "call Sessoin.close() target s",
    );
    let run = project.residua(ANALYZE);
    assert!(
        run.stderr.contains("session.yaml:7:") && run.stderr.contains("`Session`"),
        "{run:#?}"
    );
}

#[test]
fn pattern_that_no_method_could_match() {
    let project = sessions();
    changed(
        &project,
        "session.yaml",
        "call Session.close() target s",
        "call Session.clos() target s",
    );
    let run = project.residua(ANALYZE).succeeds();
    assert!(
        run.stderr.contains("warning[") && run.stderr.contains("session.yaml:7:"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr.contains("`close`") || run.stderr.contains("Session.close("),
        "{}",
        run.stderr
    );
}

#[test]
fn source_folder_without_sources() {
    let project = sessions();
    project.write("empty/notes.txt", b"nothing");
    let run = project.residua("analyze --source empty --property session.yaml");
    refused(
        &project,
        &run,
        &[
            "error[no-sources]",
            "there are no Java sources below `empty`",
        ],
    );
}

#[test]
fn source_folder_that_is_a_file() {
    let project = sessions();
    let run = project.residua("analyze --source src/app/Main.java --property session.yaml");
    refused(&project, &run, &["error[no-folder]", "src/app/Main.java"]);
}

#[test]
fn source_folder_within_another() {
    let project = sessions();
    let run = project.residua(&format!("{ANALYZE} --source src/app"));
    refused(&project, &run, &["error[overlapping-sources]", "`src/app`"]);
}

#[test]
fn configuration_that_does_not_exist() {
    let project = sessions();
    project.write("residua.toml", b"");
    let run = project.residua("analyze --config residua.tmol");
    refused(
        &project,
        &run,
        &[
            "the configuration file `residua.tmol` does not exist",
            "`residua.toml`",
        ],
    );
}

#[test]
fn environment_without_a_jdk() {
    let project = sessions();
    let run = project.residua_with(ANALYZE, &[("JAVA_HOME", "nowhere"), ("PATH", "")], "");
    refused(&project, &run, &["error[no-jdk]"]);
}

#[test]
fn output_below_a_file() {
    let project = sessions();
    let run = project.residua(&format!("{ANALYZE} --out session.yaml/out"));
    refused(&project, &run, &["session.yaml/out"]);
}

#[cfg(target_os = "linux")]
#[test]
fn output_where_nobody_may_write() {
    let project = sessions();
    let run = project.residua(&format!("{ANALYZE} --out /proc/residua-out"));
    refused(&project, &run, &["cannot write into `/proc/residua-out`"]);
}
