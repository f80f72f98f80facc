//! LARVA scripts, from the file to the reports of the woven program.

use test_support::Project;

/// A script whose METHODS import a file.
const PROJECT: &str = "
//- rules/limits.lrv
IMPORTS { import app.Gauge; }
GLOBAL { FOREACH (Gauge g) {
  EVENTS { set(Gauge g1, int n) = {g1.set(int n)} where {g = g1;} }
  PROPERTY limits {
    STATES { BAD { bad } STARTING { fine } }
    TRANSITIONS { fine -> bad [set \\ isLarge(SC.twice(n))] }
  }
} }
METHODS {
  import more/Helpers.java;
  boolean isLarge(int n) { return n > SC.LIMIT; }
}
//- rules/more/Helpers.java
static final int LIMIT = 10; %% all of this becomes a class
static int twice(int n) { return 2 * n; }
//- src/app/Gauge.java
package app;
public class Gauge {
    void set(int n) { }
}
//- src/app/Main.java
package app;
public class Main {
    public static void main(String[] arguments) {
        for (int n = arguments.length; n < 8; n++) {
            new Gauge().set(n);
        }
    }
}
";

const ANALYZE: &str = "analyze --source src --property rules/limits.lrv --out out";
const WEAVE: &str = "weave --plan out/plan.json --classes classes -o woven";

#[test]
fn imported_methods_are_compiled_into_the_monitors() {
    let project = Project::new(PROJECT);
    project.javac("src", "classes");
    project.residua(ANALYZE).succeeds();
    for option in ["--full", ""] {
        project.residua(&format!("{WEAVE} {option}")).succeeds();
        let told = project.java("-cp woven app.Main").succeeds().stderr;
        assert_eq!(
            told.matches("residua: violation of limits in bad by set at app/Main.java:5")
                .count(),
            2,
            "{told}"
        );
        assert_eq!(told.lines().count(), 2, "{told}");
    }
}

#[test]
fn results_depend_on_what_a_script_imports() {
    let project = Project::new(PROJECT);
    project.javac("src", "classes");
    let is_up_to_date = |command: &str| {
        project
            .residua(command)
            .succeeds()
            .stdout
            .contains("up to date: ")
    };
    assert_eq!(
        [ANALYZE, ANALYZE, WEAVE, WEAVE].map(is_up_to_date),
        [false, true, false, true]
    );
    assert!(
        project
            .read("out/plan.json")
            .contains("rules/more/Helpers.java")
    );
    std::fs::copy(project.path("out/plan.json"), project.path("before.json"))
        .expect("files can be copied");
    let helpers = project
        .read("rules/more/Helpers.java")
        .replace("2 * n", "3 * n");
    project.write("rules/more/Helpers.java", helpers.as_bytes());
    let stale = "`rules/more/Helpers.java` has changed since the plan was made";
    project.residua(WEAVE).fails_with(2, &[stale]);
    assert_eq!(
        [ANALYZE, ANALYZE, WEAVE, WEAVE].map(is_up_to_date),
        [false, true, false, true]
    );
    let told = project.java("-cp woven app.Main").succeeds().stderr;
    assert_eq!(told.lines().count(), 4, "{told}");
    let changes = project
        .residua("diff before.json out/plan.json")
        .succeeds()
        .stdout;
    assert!(
        changes.contains("1 property file changed: rules/more/Helpers.java\n"),
        "{changes}"
    );
}
