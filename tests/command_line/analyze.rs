//! `residua analyze`: what it writes and prints.

use serde_json::Value;

use super::{changed, row, sessions, uncertain};
use test_support::Project;

const ANALYZE: &str = "analyze --source src --property session.yaml";

fn plan(project: &Project) -> Value {
    serde_json::from_str(&project.read("residua-out/plan.json")).expect("a plan is JSON")
}

#[test]
fn program_that_keeps_its_property_needs_no_monitor() {
    let project = sessions();
    let run = project.residua(ANALYZE).succeeds();
    assert!(
        run.stdout
            .contains("the property cannot be violated from `app.Main.main`"),
        "{}",
        run.stdout
    );
    let plan = plan(&project);
    assert_eq!(plan["properties"][0]["verdict"], "satisfied");
    assert_eq!(plan["totals"]["lifecycle"]["generators"], 3);
    assert_eq!(plan["totals"]["lifecycle"]["kept"], 0);
}

#[test]
fn program_that_may_break_its_property_keeps_what_shows_it() {
    let project = uncertain();
    project.residua(ANALYZE).succeeds();
    let plan = plan(&project);
    assert_eq!(plan["properties"][0]["verdict"], "residual");
    let generators = plan["generators"].as_array().expect("generators");
    let kept = generators
        .iter()
        .filter(|generator| generator["decision"] == "keep");
    let kept: Vec<(&str, u64)> = kept
        .map(|g| {
            (
                g["event"].as_str().expect("an event"),
                g["line"].as_u64().expect("a line"),
            )
        })
        .collect();
    assert!(
        kept.contains(&("open", 6)) && kept.contains(&("send", 7)),
        "{kept:?}"
    );
}

fn violating() -> Project {
    let project = sessions();
    changed(&project, "src/app/Main.java", "session.open();", "");
    project
}

#[test]
fn program_that_must_break_its_property_is_told_by_the_status() {
    let project = violating();
    let run = project.residua(ANALYZE);
    assert_eq!(run.status, 1, "{}", run.stderr);
    let (numbers, rest) = row(&run.stdout, "lifecycle");
    assert!(
        numbers[5] > 0 && rest.ends_with("violated in every execution"),
        "{}",
        run.stdout
    );
    let plan = plan(&project);
    assert_eq!(plan["properties"][0]["verdict"], "violated");
    let assumptions = plan["assumptions"].as_array().expect("assumptions");
    assert!(
        assumptions
            .iter()
            .any(|assumption| assumption["id"] == "virtual-machine-errors")
    );
    assert_eq!(
        project.names("residua-out"),
        [
            "inputs.json",
            "plan.json",
            "report.html",
            "session.residual.yaml"
        ]
    );
}

#[test]
fn kept_generators_come_with_a_way_to_the_report() {
    let project = uncertain();
    project.residua(ANALYZE).succeeds();
    let plan = plan(&project);
    let generators = plan["generators"].as_array().expect("generators");
    let send = generators
        .iter()
        .find(|generator| generator["event"] == "send")
        .expect("`send` is called");
    assert_eq!(send["witness"]["ordered"], true);
    let first = send["witness"]["steps"][0].as_u64().expect("a position");
    let step = &plan["witness_steps"][first as usize];
    assert_eq!(
        (&step["from"], &step["to"], &step["place"]["line"]),
        (&"fresh".into(), &"early".into(), &7.into())
    );
    let open = generators
        .iter()
        .find(|generator| generator["event"] == "open")
        .expect("`open` is called");
    assert!(
        open["witness"].is_null()
            && open["why"]
                .as_str()
                .is_some_and(|why| why.contains("a false report"))
    );
}

#[test]
fn all_results_are_written_and_nothing_else() {
    let project = sessions();
    project.residua(ANALYZE).succeeds();
    assert_eq!(
        project.names("residua-out"),
        [
            "inputs.json",
            "plan.json",
            "report.html",
            "session.residual.yaml"
        ]
    );
    project
        .residua("check residua-out/session.residual.yaml")
        .succeeds();
}

#[test]
fn results_are_the_same_bytes_each_time() {
    let project = sessions();
    project.residua(ANALYZE).succeeds();
    project
        .residua(&format!("{ANALYZE} --out again"))
        .succeeds();
    for file in ["plan.json", "report.html", "session.residual.yaml"] {
        assert_eq!(
            project.read(&format!("residua-out/{file}")),
            project.read(&format!("again/{file}")),
            "{file}"
        );
    }
}

#[test]
fn configuration_file_gives_what_the_command_line_does_not() {
    let project = sessions();
    project.write(
        "residua.toml",
        b"source = ['src']\nproperty = ['session.yaml']\nout = 'from-file'\n",
    );
    project.residua("analyze --config residua.toml").succeeds();
    project
        .residua("analyze --config residua.toml --out from-line")
        .succeeds();
    assert_eq!(
        project.read("from-file/plan.json"),
        project.read("from-line/plan.json")
    );
}

#[test]
fn clashing_names_are_told_apart() {
    let project = sessions();
    project.write("other.yaml", project.read("session.yaml").as_bytes());
    project.residua(&format!("{ANALYZE} other.yaml")).succeeds();
    let plan = plan(&project);
    let names: Vec<&Value> = plan["properties"]
        .as_array()
        .expect("properties")
        .iter()
        .map(|p| &p["name"])
        .collect();
    assert_eq!(names, ["session/lifecycle", "other/lifecycle"]);
}

#[test]
fn json_summary_counts_what_the_plan_says() {
    let project = sessions();
    let run = project
        .residua(&format!("{ANALYZE} --format json"))
        .succeeds();
    let summary: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(
        summary["properties"][0]["generators"],
        plan(&project)["totals"]["lifecycle"]
    );
    assert_eq!(summary["written"].as_array().map(Vec::len), Some(3));
}

#[test]
fn each_step_builds_on_the_one_before() {
    let project = sessions();
    let kept = |step: &str| {
        project
            .residua(&format!("{ANALYZE} --through {step}"))
            .succeeds();
        plan(&project)["totals"]["lifecycle"]["kept"]
            .as_u64()
            .expect("a number")
    };
    let kept = ["residual0", "residual1", "residual2", "all"].map(kept);
    assert!(
        kept.is_sorted_by(|before, after| before >= after),
        "{kept:?}"
    );
    assert!(kept[0] > kept[3], "{kept:?}");
}

#[test]
fn checker_confirms_what_is_removed() {
    let project = sessions();
    project.residua(&format!("{ANALYZE} --check")).succeeds();
    assert_eq!(plan(&project)["totals"]["lifecycle"]["kept"], 0);
}

#[test]
fn sources_of_several_folders_are_one_program() {
    let project = sessions();
    let main = project.read("src/app/Main.java");
    std::fs::remove_file(project.path("src/app/Main.java")).expect("files can be removed");
    project.write("generated/app/Main.java", main.as_bytes());
    project
        .residua(&format!("{ANALYZE} --source generated"))
        .succeeds();
    let plan = plan(&project);
    let sources = plan["sources"].as_array().expect("sources");
    let sources: Vec<(&str, &str)> = sources
        .iter()
        .map(|source| {
            (
                source["root"].as_str().expect("a root"),
                source["path"].as_str().expect("a path"),
            )
        })
        .collect();
    assert_eq!(
        sources,
        [("generated", "app/Main.java"), ("src", "app/Session.java")]
    );
    assert_eq!(plan["totals"]["lifecycle"]["generators"], 3);
}

#[test]
fn types_that_are_only_on_the_class_path_are_known() {
    let project = sessions();
    project.javac("src", "classes");
    project.jar("classes", "session.jar");
    std::fs::remove_file(project.path("src/app/Session.java")).expect("files can be removed");
    project
        .residua(&format!("{ANALYZE} --classpath session.jar"))
        .succeeds();
    let plan = plan(&project);
    let generators = plan["generators"].as_array().expect("generators");
    let callees: Vec<&str> = generators
        .iter()
        .map(|g| g["callee"].as_str().expect("a callee"))
        .collect();
    assert_eq!(
        callees,
        [
            "app.Session.open()V",
            "app.Session.send(I)V",
            "app.Session.close()V"
        ]
    );
}

#[test]
fn code_that_no_entry_point_reaches_raises_nothing() {
    let project = sessions();
    changed(&project, "src/app/Main.java", "session.open();", "");
    project.write(
        "src/app/Idle.java",
        b"package app;\n\npublic class Idle { public static void idle() { } }\n",
    );
    for (entry, verdict, status) in [
        ("app.Idle.idle", "satisfied", 0),
        ("app.Main.ma*(String[])", "violated", 1),
    ] {
        assert_eq!(
            project
                .residua(&format!("{ANALYZE} --entry {entry}"))
                .status,
            status,
            "{entry}"
        );
        assert_eq!(
            plan(&project)["properties"][0]["verdict"],
            verdict,
            "{entry}"
        );
    }
}

#[test]
fn program_without_a_main_is_a_library() {
    let project = sessions();
    changed(
        &project,
        "src/app/Main.java",
        "void main(String[] args)",
        "void run(Session session)",
    );
    changed(
        &project,
        "src/app/Main.java",
        "Session session = new Session();",
        "",
    );
    project.residua(ANALYZE).succeeds();
    assert_eq!(plan(&project)["properties"][0]["verdict"], "residual");
    assert_eq!(plan(&project)["totals"]["lifecycle"]["kept"], 3);
}

/// One object with `calls` calls in one method, none of which can be left out: the steps of all
/// witnesses, and the bytes of the plan.
fn plan_of_a_long_method(calls: usize) -> (usize, usize) {
    let property = "imports: [app.Out]\nforeach:\n  - parameters: [Out o]\n    events:\n      \
                    write: call Out.write() target o returning\n      end: call Out.end() target o\n    properties:\n      even:\n        \
                    states: {even: initial, odd: , bad: bad}\n        transitions:\n          - even -> odd: write\n          \
                    - odd -> even: write\n          - odd -> bad: end\n";
    let writes = "        out.write();\n".repeat(calls + 1);
    let project = Project::new(&format!(
        "//- p.yaml\n{property}//- src/app/Out.java\npackage app;\npublic class Out {{\n    public void write() {{ }}\n    \
         public void end() {{ }}\n}}\n//- src/app/Main.java\npackage app;\npublic class Main {{\n    \
         public static void main(String[] names) {{\n        Out out = new Out();\n{writes}        if (names.length > 0) out.end();\n    }}\n}}\n"
    ));
    project
        .residua("analyze --source src --property p.yaml")
        .succeeds();
    let plan = plan(&project);
    let generators = plan["generators"].as_array().expect("generators");
    assert_eq!(generators.len(), calls + 2);
    let steps = |generator: &Value| generator["witness"]["steps"].as_array().map_or(0, Vec::len);
    (
        generators.iter().map(steps).sum(),
        project.read("residua-out/plan.json").len(),
    )
}

#[test]
fn plans_grow_with_the_calls_on_an_object_and_not_with_their_square() {
    let (steps, bytes) = plan_of_a_long_method(400);
    let (more_steps, more_bytes) = plan_of_a_long_method(800);
    assert!(
        steps > 400 && more_steps * 10 < steps * 21,
        "{steps} steps, then {more_steps}"
    );
    assert!(
        more_bytes * 10 < bytes * 21,
        "{bytes} bytes, then {more_bytes}"
    );
}
