//! `--compat`: properties read as their own tools read them, by every command that reads
//! properties.

use test_support::Project;

/// LARVA heeds the first `Box+` alone, so calls of `seal` on crates are not in the second event to
/// it.
const PROJECT: &str = "
//- boxes.lrv
IMPORTS { import app.*; }
GLOBAL { FOREACH (Box b) {
  EVENTS {
    open(Box b1) = {Box+ b1.open()} where {b = b1;}
    seal(Box b2) = {Box+ b2.seal()} where {b = b2;}
  }
  PROPERTY boxes {
    STATES { BAD { early twice } NORMAL { opened } STARTING { fresh } }
    TRANSITIONS {
      fresh -> early [seal]
      fresh -> opened [open]
      opened -> twice [open]
    }
  }
} }
//- leases.mop
package app;
Leases(Box b) {
  event use before(Box b, int n) : call(* Box+.use(int)) && target(b) && args(n) && condition(n > 0) {}
  event drop before(Box b) : call(* Box+.drop()) && target(b) {}
  ere : use drop
  @match { System.err.println(\"dropped\"); }
}
//- uses.trace
use b=app.Box@1 n=1
drop b=app.Box@1
use b=app.Box@1 n=0
//- src/app/Box.java
package app;
public class Box {
    void open() { }
    void use(int n) { }
    void drop() { }
}
//- src/app/Crate.java
package app;
public class Crate extends Box {
    void seal() { }
}
//- src/app/Main.java
package app;
public class Main {
    public static void main(String[] arguments) {
        if (arguments.length > 0) return;
        Crate crate = new Crate();
        crate.seal();
        Box box = new Box();
        box.open();
        box.open();
        Box leased = new Box();
        leased.use(1);
        leased.drop();
        leased.use(arguments.length);
        Box referenced = new Box();
        java.util.function.Consumer<Box> opener = Box::open;
        opener.accept(referenced);
        opener.accept(referenced);
        System.out.println(\"done\");
    }
}
";

const ANALYZE: &str = "analyze --source src --property boxes.lrv leases.mop --out";

/// Returns the reports of the woven program, by the plan in a folder.
fn reports(project: &Project, out: &str, option: &str) -> Vec<String> {
    let woven = format!("woven-{out}{option}");
    project
        .residua(&format!(
            "weave --plan {out}/plan.json --classes classes -o {woven} {option}"
        ))
        .succeeds();
    let run = project.java(&format!("-cp {woven} app.Main")).succeeds();
    assert_eq!(run.stdout, "done\n");
    let told = run
        .stderr
        .lines()
        .map(|line| line.split(" (").next().unwrap_or(line));
    told.map(|line| line.trim_start_matches("residua: violation of ").to_owned())
        .collect()
}

#[test]
fn monitors_of_the_original_tools_are_optimized_as_theirs() {
    let project = Project::new(PROJECT);
    project.javac("src", "classes");
    let documented = project.residua(&format!("{ANALYZE} documented")).succeeds();
    for warned in [
        "warning[lrv-subtypes]",
        "boxes.lrv:5:21",
        "warning[mop-handler]",
        "leases.mop:3:",
    ] {
        assert!(
            documented.stderr.contains(warned),
            "{warned}: {}",
            documented.stderr
        );
    }
    let original = project
        .residua(&format!("{ANALYZE} original --compat"))
        .succeeds();
    assert!(
        !original.stderr.contains("warning[lrv-subtypes]"),
        "{}",
        original.stderr
    );
    // Nothing is a call to AspectJ where `opener` is invoked.
    let referenced = "boxes in twice by open at app/Main.java:15";
    let both = [
        "boxes in twice by open at app/Main.java:9",
        "Leases in match by drop at app/Main.java:12",
    ];
    let of_documented = [
        &["boxes in early by seal at app/Main.java:6"],
        &both[..],
        &[referenced],
    ]
    .concat();
    let of_original = [&both[..], &["Leases in match by use at app/Main.java:13"]].concat();
    for (out, expected) in [("documented", of_documented), ("original", of_original)] {
        assert_eq!(
            reports(&project, out, "--full"),
            expected,
            "{out}, fully monitored"
        );
        assert_eq!(reports(&project, out, ""), expected, "{out}, optimized");
    }
}

#[test]
fn the_configuration_asks_for_it_as_well() {
    let project = Project::new(PROJECT);
    project
        .residua(&format!("{ANALYZE} by-option --compat"))
        .succeeds();
    project.write("residua.toml", b"compat = true\n");
    project.residua(&format!("{ANALYZE} by-file")).succeeds();
    for file in [
        "plan.json",
        "boxes.residual.lrv",
        "boxes.residual.yaml",
        "leases.residual.yaml",
    ] {
        assert_eq!(
            project.read(&format!("by-file/{file}")),
            project.read(&format!("by-option/{file}")),
            "{file}"
        );
    }
}

#[test]
fn results_are_up_to_date_for_the_reading_that_they_were_made_by() {
    let project = Project::new(PROJECT);
    let is_up_to_date = |option: &str| {
        let run = project
            .residua(&format!("{ANALYZE} out {option}"))
            .succeeds();
        run.stdout.ends_with("up to date: out\n")
    };
    assert_eq!([is_up_to_date(""), is_up_to_date("")], [false, true]);
    assert_eq!(
        [is_up_to_date("--compat"), is_up_to_date("--compat")],
        [false, true]
    );
    assert!(!is_up_to_date(""));
}

#[test]
fn every_command_that_reads_properties_takes_it() {
    let project = Project::new(PROJECT);
    let told = |option: &str| {
        project
            .residua(&format!("check boxes.lrv leases.mop {option}"))
            .succeeds()
    };
    assert!(
        told("").stdout.contains("2 files: 0 errors, 2 warnings"),
        "{:?}",
        told("")
    );
    assert!(
        told("--compat")
            .stdout
            .contains("2 files: 0 errors, 0 warnings"),
        "{:?}",
        told("--compat")
    );
    assert!(
        told("--compat").stderr.contains("note[lrv-subtypes]"),
        "{:?}",
        told("--compat")
    );

    let converted = |option: &str| {
        project
            .residua(&format!("convert boxes.lrv --to yaml {option}"))
            .succeeds()
            .stdout
    };
    assert!(
        converted("").contains("call Box+.seal"),
        "{}",
        converted("")
    );
    assert!(
        converted("--compat").contains("call Box.seal"),
        "{}",
        converted("--compat")
    );

    let judged =
        |option: &str| project.residua(&format!("trace --property leases.mop uses.trace {option}"));
    for (option, reports) in [("", "1 report\n"), ("--compat", "2 reports\n")] {
        let run = judged(option);
        assert!(
            run.status == 1 && run.stdout.contains(reports),
            "{option}: {run:?}"
        );
    }
}

#[test]
fn what_the_original_tool_does_not_read_is_refused_with_its_place() {
    let project = Project::new(PROJECT);
    let script = project.read("boxes.lrv").replace(
        "{Box+ b1.open()}",
        "{Box+ b1.open() uponThrowing(Exception e)}",
    );
    project.write("boxes.lrv", script.as_bytes());
    project.residua("check boxes.lrv").succeeds();
    project
        .residua("check boxes.lrv --compat")
        .fails_with(1, &["error[lrv-throwing]", "boxes.lrv:4:"]);
    project
        .residua(&format!("{ANALYZE} out --compat"))
        .fails_with(2, &["error[lrv-throwing]"]);
    assert!(!project.path("out").exists());
}
