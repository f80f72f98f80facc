//! Faults around weaving: a disk that is full, a weaver that is stopped, a program that runs out of
//! memory. Inputs stay as they are, and every output is whole.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::sessions;
use test_support::Project;

const WEAVE: &str = "weave --plan residua-out/plan.json --classes classes";

/// A program that is analysed and compiled, with a resource of a megabyte that cannot be
/// compressed.
fn compiled() -> Project {
    let project = sessions();
    project.javac("src", "classes");
    let mut state = 1_u64;
    let noise = std::iter::repeat_with(|| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 56) as u8
    });
    project.write(
        "classes/noise.bin",
        &noise.take(1 << 20).collect::<Vec<_>>(),
    );
    project
        .residua("analyze --source src --property session.yaml")
        .succeeds();
    project
}

/// The files of a folder, by path.
fn files(project: &Project, folder: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut pending = vec![project.path(folder)];
    while let Some(path) = pending.pop() {
        match fs::read_dir(&path) {
            Ok(entries) => pending.extend(entries.map(|entry| entry.unwrap().path())),
            Err(_) => _ = files.insert(path.clone(), fs::read(path).unwrap()),
        }
    }
    assert!(!files.is_empty());
    files
}

#[cfg(unix)]
#[test]
fn a_disk_that_is_full_leaves_nothing() {
    let project = compiled();
    let before = files(&project, "classes");
    for output in ["woven", "woven.jar"] {
        // No file may get larger than 256 KiB: what the compiler writes fits, the resource does
        // not.
        let script = format!(
            "trap '' XFSZ; ulimit -f 512; exec {} {WEAVE} -o {output}",
            env!("CARGO_BIN_EXE_residua")
        );
        let ran = Command::new("sh")
            .args(["-c", &script])
            .env("RESIDUA_CACHE", "")
            .current_dir(project.path(""))
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(2), "{told}");
        assert!(told.contains(&format!("cannot write {output}")), "{told}");
        assert_eq!(
            project
                .names("")
                .iter()
                .filter(|name| name.contains("woven"))
                .count(),
            0
        );
        assert!(
            !project
                .names("")
                .iter()
                .any(|name| name.starts_with(".residua")),
            "{:?}",
            project.names("")
        );
    }
    assert_eq!(files(&project, "classes"), before);
}

#[test]
fn a_weaver_that_is_killed_leaves_the_old_output_or_the_new_one() {
    let project = compiled();
    let before = files(&project, "classes");
    project
        .residua(&format!("{WEAVE} -o woven.jar --full"))
        .succeeds();
    let old = fs::read(project.path("woven.jar")).unwrap();
    project.residua(&format!("{WEAVE} -o whole.jar")).succeeds();
    let new = fs::read(project.path("whole.jar")).unwrap();
    assert_ne!(old, new);
    for milliseconds in (0..1000).step_by(100) {
        fs::write(project.path("woven.jar"), &old).unwrap();
        let mut weaver = Command::new(env!("CARGO_BIN_EXE_residua"));
        let weaver = weaver
            .args(WEAVE.split(' '))
            .args(["-o", "woven.jar"])
            .env("RESIDUA_CACHE", "")
            .current_dir(project.path(""));
        let mut running = weaver
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        running.kill().unwrap();
        running.wait().unwrap();
        let found = fs::read(project.path("woven.jar")).unwrap();
        assert!(
            found == old || found == new,
            "half an output after {milliseconds} ms"
        );
    }
    assert_eq!(files(&project, "classes"), before);
}

/// Keeps monitored objects until there is no memory for them, lets them go, and goes on.
const GREEDY: &str = r#"
//- src/app/Main.java
package app;

import java.util.ArrayList;
import java.util.List;

public class Main {
    void open() { }
    void send() { }
    public static void main(String[] args) {
        List<Main> all = new ArrayList<>();
        try {
            while (true) {
                Main one = new Main();
                all.add(one);
                one.open();
            }
        } catch (OutOfMemoryError error) {
            all = null;
        }
        for (int i = 0; i < 100000; i++) {
            Main one = new Main();
            one.open();
            one.send();
        }
        new Main().send();
        System.out.println("done");
    }
}
//- rule.yaml
foreach:
  - parameters: [app.Main m]
    events:
      open: call app.Main.open() target m
      send: call app.Main.send() target m
    properties:
      opened:
        states: {shut: initial, open: , early: bad}
        transitions:
          - shut -> open: open
          - shut -> early: send
"#;

#[test]
fn monitors_work_again_after_memory_was_short() {
    let project = Project::new(GREEDY);
    project.javac("src", "classes");
    project
        .residua("analyze --source src --property rule.yaml")
        .succeeds();
    project
        .residua(&format!("{WEAVE} -o woven --full"))
        .succeeds();
    // What memory is short for depends on its size: the program's list, a monitor's table, or small
    // things of either.
    for megabytes in [20, 24, 26, 30, 34] {
        for collector in ["-XX:+UseSerialGC", "-XX:+UseG1GC"] {
            let run = project
                .java(&format!("-Xmx{megabytes}m {collector} -cp woven app.Main"))
                .succeeds();
            assert_eq!(run.stdout, "done\n");
            let (reports, others): (Vec<&str>, _) = run
                .stderr
                .lines()
                .partition(|line| line.contains("violation"));
            // Monitors that had no memory say so once, when the program ends; only then anything
            // else may be reported.
            match others[..] {
                [] => assert_eq!(reports.len(), 1, "{}", run.stderr),
                [line] => assert!(line.contains("out of memory (told once)"), "{}", run.stderr),
                _ => panic!("{}", run.stderr),
            }
            assert!(
                reports
                    .last()
                    .is_some_and(|last| last.contains("app/Main.java:25")),
                "{}",
                run.stderr
            );
        }
    }
}
