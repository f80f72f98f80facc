//! Jars of Spring Boot and archives of web applications, entries of folders, modules, and plans of
//! other programs.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{Fixture, java, reports};
use instrument::weave::{WeaveError, weave};
use plan::Source;

const FIXTURE: &str = "
//- p.yaml
imports: [app.Lib]
events: {go: call Lib.go()}
properties:
  P:
    states: {b: initial bad}
    transitions:
      - b -> b: go
        do: Lib.seen();
//- app/Lib.java
package app;
public class Lib { public static void go() {} public static void seen() { System.out.println(1); } }
//- Main.java
public class Main {
    public static void main(String[] args) { app.Lib.go(); }
}
";

fn tool(name: &str, folder: &Path, arguments: &[&str]) -> String {
    let run = Command::new(name)
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(
        run.status.success(),
        "{name}: {}",
        String::from_utf8_lossy(&run.stderr)
    );
    String::from_utf8_lossy(&run.stdout).into_owned()
}

/// Puts the classes of a fixture below `prefix` into an archive, with entries of folders.
fn archive(fixture: &Fixture, prefix: &str, name: &str) {
    let root = fixture.path("archive");
    let classes = root.join(prefix);
    fs::create_dir_all(classes.parent().unwrap()).unwrap();
    fs::rename(fixture.path("classes"), &classes).unwrap();
    fs::create_dir_all(root.join("loader")).unwrap();
    fs::write(root.join("loader/note.txt"), "kept").unwrap();
    tool("jar", &root, &["cf", &format!("../{name}"), "."]);
}

fn woven_in(prefix: &str, name: &str) {
    let fixture = Fixture::new(FIXTURE, &[]);
    archive(&fixture, prefix, name);
    let mut request = fixture.request(true);
    request.classes = vec![fixture.path(name)];
    request.output = fixture.path(&format!("woven-{name}"));
    weave(&request).unwrap_or_else(|error| panic!("{error}"));
    let entries = tool(
        "jar",
        fixture.folder.path(),
        &["tf", &format!("woven-{name}")],
    );
    let entries: Vec<&str> = entries.lines().collect();
    let licences = [
        "META-INF/residua/LICENSE-APACHE",
        "META-INF/residua/LICENSE-MIT",
    ];
    for entry in [&format!("{prefix}/"), "loader/"]
        .into_iter()
        .chain(licences)
    {
        assert!(entries.contains(&entry), "{entry}: {entries:?}");
    }
    let stray = entries
        .iter()
        .find(|entry| entry.starts_with("residua") || entry.starts_with("ResiduaMonitor"));
    assert_eq!(stray, None);
    fs::create_dir(fixture.path("unpacked")).unwrap();
    tool(
        "jar",
        &fixture.path("unpacked"),
        &["xf", &format!("../woven-{name}")],
    );
    let output = java(&fixture.path("unpacked").join(prefix), &[]);
    assert_eq!(reports(&output), ["P in b by go at Main.java:2 (global)"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "1");
}

#[test]
fn monitors_of_a_boot_jar_lie_where_its_classes_are_loaded() {
    woven_in("BOOT-INF/classes", "boot.jar");
}

#[test]
fn monitors_of_a_web_application_lie_where_its_classes_are_loaded() {
    woven_in("WEB-INF/classes", "web.war");
}

#[test]
fn two_modules_are_refused() {
    let fixture = Fixture::new(FIXTURE, &[]);
    for module in ["first", "second"] {
        let folder = fixture.path(module);
        fs::create_dir(&folder).unwrap();
        fs::write(
            folder.join("module-info.java"),
            format!("module {module} {{ }}"),
        )
        .unwrap();
        tool("javac", &folder, &["module-info.java"]);
    }
    let mut request = fixture.request(true);
    request.classes = vec![
        fixture.path("classes"),
        fixture.path("first"),
        fixture.path("second"),
    ];
    let error = weave(&request).expect_err("two modules");
    assert!(matches!(error, WeaveError::TwoModules(..)), "{error}");
    assert!(!fixture.path("out").exists());
}

#[test]
fn plan_of_another_program_is_refused() {
    let mut fixture = Fixture::new(FIXTURE, &[]);
    fixture
        .plan
        .sources
        .iter_mut()
        .for_each(|source| *source = other(source));
    fs::create_dir(fixture.path("out")).unwrap();
    fs::write(fixture.path("out/before"), "kept").unwrap();
    let error = weave(&fixture.request(false)).expect_err("another program");
    assert!(matches!(error, WeaveError::OtherProgram(_)), "{error}");
    assert_eq!(
        fs::read_to_string(fixture.path("out/before")).unwrap(),
        "kept"
    );
}

fn other(source: &Source) -> Source {
    Source {
        types: vec![java_types::ClassName::from_binary("elsewhere.Other")],
        path: "elsewhere/Other.java".to_owned(),
        root: "gone".to_owned(),
        ..source.clone()
    }
}
