//! The models that users write for the methods of their libraries.

use super::{SESSIONS, changed, row};
use test_support::Project;

const ANALYZE: &str = "analyze --source src --classpath lib --property session.yaml";

/// Beside [`SESSIONS`]: two of them go through a method of a library that gives back what it is
/// given. Its body may look into them, so without a model either may come back each time, and the
/// first, closed by then, may be the second.
const LABELLED: &str = r#"
//- library/com/example/Labels.java
package com.example;

public class Labels {
    public static <T> T labelled(T object, String label) {
        return object.getClass() == null ? null : object;
    }
}
//- src/app/Main.java
package app;

import com.example.Labels;

public class Main {
    public static void main(String[] args) {
        Session checked = Labels.labelled(new Session(), "checked");
        checked.open();
        checked.send(1);

        Session hasty = Labels.labelled(new Session(), "hasty");
        if (args.length == 0) hasty.open();
        hasty.send(1);
    }
}
//- models/labels.yaml
version: 1
statics:
  com.example.Labels:
    "labelled(Object,String)": "1 -> result"
"#;

fn labelled() -> Project {
    let project = Project::new(&format!("{SESSIONS}{LABELLED}"));
    project.javac("library", "lib");
    project
}

#[test]
fn model_of_the_user_silences_what_the_built_in_ones_keep() {
    let project = labelled();
    let without = project.residua(ANALYZE).succeeds().stdout;
    assert_eq!(row(&without, "lifecycle").0, [4, 0, 0, 0, 1, 3]);
    let with = project
        .residua(&format!("{ANALYZE} --models models/labels.yaml"))
        .succeeds()
        .stdout;
    assert_eq!(row(&with, "lifecycle").0, [4, 0, 0, 2, 0, 2]);
}

#[test]
fn models_of_the_configuration_count_from_its_folder() {
    let project = labelled();
    project.write("models/residua.toml", b"models = ['labels.yaml']");
    let stdout = project
        .residua(&format!("{ANALYZE} --config models/residua.toml"))
        .succeeds()
        .stdout;
    assert_eq!(row(&stdout, "lifecycle").0, [4, 0, 0, 2, 0, 2]);
}

#[test]
fn plan_says_that_it_rests_on_the_file() {
    let project = labelled();
    project
        .residua(&format!("{ANALYZE} --models models/labels.yaml"))
        .succeeds();
    let plan = project.read("residua-out/plan.json");
    assert!(
        plan.contains(r#""id": "models-of-the-user""#)
            && plan.contains(r#""file": "models/labels.yaml""#),
        "{plan}"
    );
    project.residua(ANALYZE).succeeds();
    assert!(
        !project
            .read("residua-out/plan.json")
            .contains("models-of-the-user")
    );
}

#[test]
fn what_is_wrong_in_a_file_of_models_is_shown_with_its_place() {
    for (part, by, told) in [
        (
            "1 -> result",
            "3 -> result",
            [
                "error[no-such-argument]",
                "models/labels.yaml:4:32",
                "3 -> result",
            ],
        ),
        (
            "labelled(Object,",
            "labeled(Object,",
            [
                "error[unknown-method]",
                "models/labels.yaml:4:5",
                "did you mean `labelled(",
            ],
        ),
        (
            "com.example.Labels",
            "com.example.Label",
            [
                "error[unknown-class]",
                "models/labels.yaml:4:5",
                "`com.example.Label`",
            ],
        ),
        (
            "\"1 -> result\"",
            "[]",
            [
                "error[missing-result]",
                "models/labels.yaml:4:5",
                "labelled(Object,String)",
            ],
        ),
        (
            "statics:",
            "static:",
            ["error[yaml-syntax]", "models/labels.yaml:2:1", "statics"],
        ),
    ] {
        let project = labelled();
        changed(&project, "models/labels.yaml", part, by);
        project
            .residua(&format!("{ANALYZE} --models models/labels.yaml"))
            .fails_with(2, &told);
        assert!(!project.path("residua-out").exists(), "nothing is written");
    }
}

#[test]
fn file_of_models_that_does_not_exist() {
    let told = [
        "the file of models `models/lables.yaml` does not exist",
        "`models/labels.yaml`",
    ];
    labelled()
        .residua(&format!("{ANALYZE} --models models/lables.yaml"))
        .fails_with(2, &told);
}
