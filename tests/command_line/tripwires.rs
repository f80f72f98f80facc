//! Assumptions that do not hold announce themselves: methods that are taken for unreachable say so when they run.

use super::support::Project;

/// A library calls a method of the program by reflection, of a class whose name it computes: nothing in the sources says so.
const REFLECTING: &str = r#"
//- lib/Caller.java
public class Caller {
    public static void call(String backwards) throws Exception {
        String name = new StringBuilder(backwards).reverse().toString();
        Class.forName(name).getMethod("show", int.class).invoke(null, 1);
    }
}
//- src/app/Pets.java
package app;

public class Pets {
    public static void show(int n) {
        new Session().send(n);
    }

    public void never() {
    }
}
//- src/app/Session.java
package app;

public class Session {
    public void open() { }
    public void send(int n) { }
}
//- src/app/Main.java
package app;

public class Main {
    public static void main(String[] args) throws Exception {
        Caller.call("steP.ppa");
        new Session().open();
    }
}
//- session.yaml
imports: [app.Session]
foreach:
  - parameters: [Session s]
    events:
      open: call Session.open() target s
      send: call Session.send(*) target s
    properties:
      lifecycle:
        states: {fresh: initial, live: , early: bad}
        transitions:
          - fresh -> live: open
          - fresh -> early: send
"#;

const REPORT: &str = "residua: violation of lifecycle in early by send at app/Pets.java:5 (app.Session@";

const HIT: &str = "residua: app.Pets.show(..) ran, which the analysis took for impossible (separate-compilation): ";

/// `Caller` is in the unnamed package, which named ones cannot import: it gets one here.
fn reflecting() -> Project {
    let text = REFLECTING.replace("//- lib/Caller.java\n", "//- lib/tool/Caller.java\npackage tool;\n");
    let project = Project::new(&text.replace("        Caller.call(", "        tool.Caller.call("));
    project.javac("lib", "libc");
    project.javac_with(&["src"], "classes", "libc").succeeds();
    project
}

fn analyzed_and_woven(project: &Project, analyze: &str, weave: &str) {
    let analyze = format!("analyze --force --source src --property session.yaml --classpath libc {analyze}");
    project.residua(&analyze).succeeds();
    project.residua(&format!("weave --force --classes classes --classpath libc -o woven {weave}")).succeeds();
}

#[test]
fn method_that_ran_in_spite_of_the_analysis_is_announced_and_can_be_told_to_the_next_one() {
    let project = reflecting();
    analyzed_and_woven(&project, "", "");
    let run = project.java("-Dresidua.tripwires=ran.tsv -cp woven:libc app.Main").succeeds();
    assert!(run.stderr.starts_with(HIT) && run.stderr.lines().count() == 1, "{}", run.stderr);
    assert_eq!(project.read("ran.tsv"), "app.Pets\tshow(I)V\n");

    analyzed_and_woven(&project, "--ran ran.tsv", "");
    let run = project.java("-cp woven:libc app.Main").succeeds();
    assert!(run.stderr.starts_with(REPORT) && run.stderr.lines().count() == 1, "{}", run.stderr);
}

#[test]
fn hit_decides_the_exit_status_on_request() {
    let project = reflecting();
    analyzed_and_woven(&project, "", "");
    assert_eq!(project.java("-Dresidua.tripwires.status=3 -cp woven:libc app.Main").status, 3);
}

#[test]
fn full_monitoring_has_no_tripwires_and_they_can_be_left_out() {
    let project = reflecting();
    analyzed_and_woven(&project, "", "--full");
    assert!(project.java("-cp woven:libc app.Main").succeeds().stderr.starts_with(REPORT));
    analyzed_and_woven(&project, "", "--no-tripwires");
    assert_eq!(project.java("-cp woven:libc app.Main").succeeds().stderr, "");
}

#[test]
fn record_that_is_none_is_refused_with_its_line() {
    let project = reflecting();
    project.write("ran.tsv", b"app.Pets.show\n");
    let run = project.residua("analyze --source src --property session.yaml --classpath libc --ran ran.tsv");
    run.fails_with(2, &["line 1 is no `CLASS<tab>METHOD(DESCRIPTOR)`"]);
}
