//! `residua weave --hide`: silenced calls out of sight of tools that are woven afterwards.

use test_support::{Project, Run};

/// Guns that are fired when they must not be, if there are arguments; calls of every kind that no
/// run can make wrong.
const PROGRAM: &str = r#"
//- src/arms/Gun.java
package arms;

public class Gun {
    int shots;
    public Gun load(long count, double weight) { shots += (int) count; return this; }
    public void fire() { shots--; }
    void clean() { shots = 0; }
    private Gun fireAnd(long count, Object... more) { shots -= (int) count + more.length; return this; }
    protected void fireAll() { shots = 0; }
    public static Gun loaded(Object... parts) { Gun gun = new Gun(); gun.load(parts.length, 1.5); return gun.fireAnd(2L, "x"); }
}
//- src/app/Main.java
package app;

import arms.Gun;
import java.util.List;

public class Main extends Gun {
    @Override protected void fireAll() { super.fireAll(); }

    public static void main(String[] args) {
        Gun good = new Gun();
        good.load(3L, 2.0).fire();
        for (Gun gun : List.of(Gun.loaded("a", 2), Gun.loaded())) {
            System.out.println(gun.getClass().getName());
        }
        Main own = new Main();
        own.load(2L, 1.0);
        own.fireAll();
        Gun doubtful = new Gun();
        if (args.length == 0) doubtful.load(1L, 1.0);
        doubtful.fire();
        Runnable later = good::fire;
        later.run();
        System.out.println("done");
    }
}
//- guns.yaml
imports: [arms.Gun]
foreach:
  - parameters: [Gun g]
    events:
      load: call Gun+.load(..) target g
      fire: call Gun+.fire*(..) target g
    properties:
      loaded_first:
        states: {empty: initial, loaded: , error: bad}
        transitions:
          - empty -> loaded: load
          - empty -> error: fire
//- aspect/Guns.aj
package watch;

import arms.Gun;
import java.util.*;

public aspect Guns {
    private final Map<Gun, Boolean> loaded = new IdentityHashMap<>();
    private int events;

    before(Gun g): call(* Gun+.load(..)) && target(g) {
        events++;
        loaded.putIfAbsent(g, true);
    }

    before(Gun g): call(* Gun+.fire*(..)) && target(g) {
        events++;
        if (loaded.putIfAbsent(g, false) == null) {
            System.err.println("violation at " + thisJoinPoint.getSourceLocation().getLine());
        }
    }

    after(): execution(void app.Main.main(String[])) {
        System.err.println(events + " events");
    }
}
"#;

const HIDE: &str = "weave --plan residua-out/plan.json --classes classes -o seen --hide";

fn compiled() -> Project {
    let project = Project::new(PROGRAM);
    let sources = "src/arms/Gun.java src/app/Main.java";
    project
        .run("javac", &format!("-g --release 11 -d classes {sources}"))
        .succeeds();
    project
        .residua("analyze --source src --property guns.yaml")
        .succeeds();
    project
}

/// The calls of `Gun.fire()` and `Gun.load(..)` that the code of a class has.
fn calls(project: &Project, class_path: &str, class: &str) -> usize {
    let shown = project
        .run("javap", &format!("-c -p -cp {class_path} {class}"))
        .succeeds()
        .stdout;
    let is_call = |line: &&str| {
        line.contains("invoke") && ["fire", "load:"].iter().any(|name| line.contains(name))
    };
    shown.lines().filter(is_call).count()
}

#[test]
fn silenced_calls_are_made_by_classes_of_their_own() {
    let project = compiled();
    let before = calls(&project, "classes", "app.Main");
    let told = project.residua(HIDE).succeeds().stdout;
    // Calls of a protected and of a private method are dynamic ones; the reference is no call.
    assert!(
        told.starts_with("loaded_first: 9 sites, 7 left out\n6 calls hidden in residua-hidden.jar"),
        "{told}"
    );
    assert_eq!(calls(&project, "seen", "app.Main"), before - 4);
    assert_eq!(calls(&project, "seen", "arms.Gun"), 0);
    assert_eq!(project.names("seen"), ["app", "arms"]);
    for arguments in ["", "wrong"] {
        let plain = project
            .java(&format!("-cp classes app.Main {arguments}"))
            .succeeds()
            .stdout;
        let hidden = project.java(&format!(
            "-Xverify:all -cp seen:residua-hidden.jar app.Main {arguments}"
        ));
        assert_eq!(hidden.succeeds().stdout, plain);
    }
}

#[test]
fn hiding_monitors_nothing() {
    let project = compiled();
    project
        .residua(&format!("{HIDE} --full"))
        .fails_with(2, &["--full"]);
    project
        .residua(&format!("{HIDE} --runtime separate"))
        .fails_with(2, &["--runtime"]);
    assert!(project.names("seen").is_empty());
}

/// Needs `ajc` (Debian: aspectj, libaspectj-java).
#[test]
#[ignore = "needs AspectJ"]
fn aspects_report_the_same_and_hear_less() {
    let project = compiled();
    project.residua(HIDE).succeeds();
    let woven = |classes: &str, others: &str, out: &str| -> Vec<Run> {
        let rt = "/usr/share/java/aspectjrt.jar";
        let path = format!("{rt}{others}");
        project
            .run(
                "ajc",
                &format!("-11 -inpath {classes} -cp {path} -d {out} aspect/Guns.aj"),
            )
            .succeeds();
        let run = |arguments| {
            project
                .java(&format!("-cp {out}:{path} app.Main {arguments}"))
                .succeeds()
        };
        ["", "wrong"].map(run).into()
    };
    let plain = woven("classes", "", "all");
    let hidden = woven("seen", ":residua-hidden.jar", "less");
    let lines = |run: &Run| -> Vec<String> { run.stderr.lines().map(str::to_owned).collect() };
    for (plain, hidden) in plain.iter().zip(&hidden) {
        assert_eq!(plain.stdout, hidden.stdout);
        let (plain, hidden) = (lines(plain), lines(hidden));
        assert_eq!(
            plain[..plain.len() - 1],
            hidden[..hidden.len() - 1],
            "the reports"
        );
        println!("{} / {}", plain[plain.len() - 1], hidden[hidden.len() - 1]);
        assert_ne!(plain.last(), hidden.last(), "the events");
    }
}
