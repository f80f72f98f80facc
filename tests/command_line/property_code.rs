//! The code in properties is compiled when they are read.

use test_support::Project;

/// A property whose transitions have this code, of a program with a class `Session`, which is not
/// public, and `Open`.
fn project(imports: &str, when: &str) -> Project {
    let property = format!(
        "{imports}foreach:\n  - parameters: [app.Open s]\n    variables: [\"int n = 0\"]\n    events:\n      \
         send: call app.Open.send() target s\n    properties:\n      p:\n        states: {{a: initial, b: bad}}\n        \
         transitions:\n          - a -> b: send\n            when: \"{when}\"\n"
    );
    Project::new(&format!(
        "//- p.yaml\n{property}//- src/app/Main.java\npackage app;\npublic class Main {{ public static void main(String[] args) \
         {{ new Open().send(); }} }}\n//- src/app/Open.java\npackage app;\npublic class Open {{ public int size; public void send() {{ }} }}\n\
         //- src/app/Session.java\npackage app;\nclass Session {{ }}\n"
    ))
}

const ANALYZE: &str = "analyze --source src --property p.yaml";

#[test]
fn what_no_program_mends_is_refused_without_one() {
    for (when, told) in [
        ("nn > 3", "variable nn"),
        ("\\\"a\\\".size() > 1", "size()"),
        ("n.x", "int cannot"),
    ] {
        let project = project("", when);
        let run = project.residua("check p.yaml");
        run.fails_with(1, &["error[javac]", "p.yaml:11:", told]);
        project
            .residua(ANALYZE)
            .fails_with(2, &["error[javac]", "p.yaml:11:", told]);
    }
}

#[test]
fn what_the_program_may_have_is_checked_where_it_is_known() {
    let project = project("", "s.sise > 3");
    project.residua("check p.yaml").succeeds();
    // A member may be added when the program is built.
    let run = project.residua("check p.yaml --source src").succeeds();
    assert!(
        run.stderr.contains("warning[javac]") && run.stderr.contains("p.yaml:11:21"),
        "{}",
        run.stderr
    );
    project.javac("src", "classes");
    project.write("residua.toml", b"classes = [\"classes\"]\n");
    project
        .residua(ANALYZE)
        .fails_with(2, &["error[javac]", "variable sise", "p.yaml:11:21"]);
}

#[test]
fn code_that_compiles_is_not_objected_to() {
    let project = project(
        "imports: [java.util.*]\n",
        "s.size > 3 && new ArrayList<app.Open>().isEmpty()",
    );
    project.residua("check p.yaml").succeeds();
    project.residua(ANALYZE).succeeds();
}

#[test]
fn a_wrong_import_is_told_once_and_where_it_stands() {
    for (import, told) in [("app.Session", "not public"), ("app.Opem", "did you mean")] {
        let project = project(&format!("imports: [{import}]\n"), "n > 3");
        let run = project.residua(ANALYZE);
        run.fails_with(2, &["p.yaml:1:11", import, told]);
        assert_eq!(run.stderr.matches("error[").count(), 1, "{}", run.stderr);
    }
}

/// Java cannot look into a class that is not public, whether it imports its members by name, on
/// demand or as static ones.
#[test]
fn members_of_hidden_classes_are_not_imported() {
    let hidden = [
        "app.Session.*",
        "static app.Session.*",
        "static app.Session.MOST",
        "app.Session.Row",
    ];
    for import in hidden {
        let project = project(&format!("imports: [{import}]\n"), "n > 3");
        project.write(
            "src/app/Session.java",
            b"package app;\nclass Session { public static int MOST; public static class Row { } }\n",
        );
        project
            .residua(ANALYZE)
            .fails_with(2, &["p.yaml:1:11", import, "`app.Session` is not public"]);
    }
    project("imports: [static app.Nothing.max]\n", "n > 3")
        .residua(ANALYZE)
        .fails_with(2, &["p.yaml:1:11", "app.Nothing"]);
    project(
        "imports: [static java.lang.Math.max, java.util.Map.*, 'app.*']\n",
        "max(n, 3) > 3",
    )
    .residua(ANALYZE)
    .succeeds();
}

/// A static import names a member that is there, or may be there when the program is built.
#[test]
fn static_imports_of_members_that_are_missing_are_told() {
    let project = project("imports: [static app.Open.MOST]\n", "n > 3");
    project.residua("check p.yaml").succeeds();
    let run = project.residua(ANALYZE).succeeds();
    assert!(
        run.stderr.contains("warning[javac]") && run.stderr.contains("p.yaml:1:11"),
        "{}",
        run.stderr
    );
    project.javac("src", "classes");
    let weave = "weave --full --plan residua-out/plan.json --classes classes -o woven";
    project
        .residua(weave)
        .fails_with(2, &["p.yaml:1:11", "MOST"]);
    project.write("residua.toml", b"classes = [\"classes\"]\n");
    project
        .residua(ANALYZE)
        .fails_with(2, &["error[javac]", "p.yaml:1:11", "MOST"]);
}
