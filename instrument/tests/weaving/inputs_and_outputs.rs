//! What weaving reads and writes: folders and jars, resources, signatures, modules, and what it
//! refuses.

use std::fs;
use std::process::Command;

use crate::support::{Fixture, java, reports};
use instrument::weave::{Notice, RuntimePlacement, WeaveError, weave};

const FIXTURE: &str = "
//- p.yaml
events: {go: call lib.Lib.go()}
properties:
  P:
    states: {b: initial bad}
    transitions:
      - b -> b: go
//- lib/Lib.java
package lib;
public class Lib { public static void go() {} }
//- Other.java
class Other { void untouched() { System.out.println(1); } }
//- Main.java
public class Main {
    public static void main(String[] args) throws Exception {
        lib.Lib.go();
        System.out.println(Main.class.getResource(\"/notes/text.txt\") != null);
    }
}
";

const REPORT: &str = "P in b by go at Main.java:3 (global)";

fn fixture() -> Fixture {
    let fixture = Fixture::new(FIXTURE, &[]);
    fs::create_dir(fixture.path("classes/notes")).unwrap();
    fs::write(fixture.path("classes/notes/text.txt"), "kept").unwrap();
    fixture
}

fn tool(name: &str, arguments: &[&std::ffi::OsStr]) {
    let run = Command::new(name).args(arguments).output().unwrap();
    assert!(
        run.status.success(),
        "{name}: {}",
        String::from_utf8_lossy(&run.stdout)
    );
}

#[test]
fn classes_without_a_site_and_resources_are_copied_byte_for_byte() {
    let fixture = fixture();
    let report = fixture.weave(true);
    assert_eq!((report.changed_classes, report.unchanged_classes), (1, 2));
    for file in ["Other.class", "lib/Lib.class", "notes/text.txt"] {
        let (before, after) = (
            fixture.path("classes").join(file),
            fixture.path("out").join(file),
        );
        assert_eq!(
            fs::read(before).unwrap(),
            fs::read(after).unwrap(),
            "{file}"
        );
    }
    assert_ne!(
        fs::read(fixture.path("classes/Main.class")).unwrap(),
        fs::read(fixture.path("out/Main.class")).unwrap()
    );
    let output = fixture.run("out", &[]);
    assert_eq!(reports(&output), [REPORT]);
    assert_eq!(output.stdout, b"true\n");
}

#[test]
fn weaving_again_gives_the_same_bytes() {
    let fixture = fixture();
    let mut request = fixture.request(true);
    for jar in ["one.jar", "two.jar"] {
        request.output = fixture.path(jar);
        weave(&request).unwrap();
    }
    assert_eq!(
        fs::read(fixture.path("one.jar")).unwrap(),
        fs::read(fixture.path("two.jar")).unwrap()
    );
    let output = java(&fixture.path("one.jar"), &[]);
    assert_eq!(reports(&output), [REPORT]);
}

#[test]
fn nothing_is_left_beside_the_output() {
    let fixture = fixture();
    fixture.weave(true);
    fixture.weave(true);
    let names: Vec<String> = fs::read_dir(fixture.folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(
        names
            .iter()
            .all(|name| ["src", "properties", "classes", "out"].contains(&name.as_str())),
        "{names:?}"
    );
}

#[test]
fn jars_are_woven_and_lose_their_signatures_with_a_notice() {
    let fixture = fixture();
    let jar = fixture.path("app.jar");
    let keys = fixture.path("keys");
    let classes = fixture.path("classes");
    let manifest = fixture.path("manifest");
    fs::write(&manifest, "Main-Class: Main\n").unwrap();
    tool(
        "jar",
        &[
            "cfm".as_ref(),
            jar.as_ref(),
            manifest.as_ref(),
            "-C".as_ref(),
            classes.as_ref(),
            ".".as_ref(),
        ],
    );
    let arguments = [
        "-genkeypair",
        "-alias",
        "k",
        "-keyalg",
        "RSA",
        "-dname",
        "CN=k",
        "-storepass",
        "secret",
    ];
    let mut arguments: Vec<&std::ffi::OsStr> = arguments.iter().map(|a| a.as_ref()).collect();
    arguments.extend(["-keystore".as_ref(), keys.as_os_str()]);
    tool("keytool", &arguments);
    tool(
        "jarsigner",
        &[
            "-keystore".as_ref(),
            keys.as_ref(),
            "-storepass".as_ref(),
            "secret".as_ref(),
            jar.as_ref(),
            "k".as_ref(),
        ],
    );

    let mut request = fixture.request(true);
    request.classes = vec![jar];
    request.output = fixture.path("out/woven.jar");
    let report = weave(&request).unwrap();
    assert!(
        report
            .notices
            .iter()
            .any(|notice| matches!(notice, Notice::SignatureLeftOut { .. })),
        "{:?}",
        report.notices
    );
    let run = Command::new("java")
        .args(["-Xverify:all", "-XX:-PrintWarnings", "-jar"])
        .arg(&request.output)
        .output()
        .unwrap();
    assert_eq!(reports(&run), [REPORT]);
    assert_eq!(run.stdout, b"true\n");
}

#[test]
fn the_runtime_can_lie_beside_the_output() {
    let fixture = fixture();
    let mut request = fixture.request(true);
    request.runtime = RuntimePlacement::Separate;
    weave(&request).unwrap();
    assert!(!fixture.path("out/residua").exists());
    let class_path =
        std::env::join_paths([fixture.path("out"), fixture.path("residua-runtime.jar")]).unwrap();
    let run = Command::new("java")
        .arg("-cp")
        .arg(class_path)
        .arg("Main")
        .output()
        .unwrap();
    assert_eq!(reports(&run), [REPORT]);
}

#[test]
fn named_modules_run_with_their_monitors_inside() {
    let fixture = Fixture::new(
        &format!(
            "{}//- app/Main.java\npackage app;\npublic class Main {{ public static void main(String[] a) {{ lib.Lib.go(); }} }}\n//- module-info.java\nmodule app {{ }}\n",
            FIXTURE
                .replace("//- Main.java", "//- Unused.java")
                .replace("public class Main", "class Unused")
                .replace("Main.class", "Unused.class")
                .replace("//- Unused.java", "//- gone/Unused.java\npackage gone;")
                .replace("//- Other.java\n", "//- gone/Other.java\npackage gone;\n")
        ),
        &[],
    );
    let report = fixture.weave(true);
    assert_eq!(report.notices, []);
    let run = Command::new("java")
        .arg("-p")
        .arg(fixture.path("out"))
        .args(["-m", "app/app.Main"])
        .output()
        .unwrap();
    assert_eq!(reports(&run), ["P in b by go at app/Main.java:2 (global)"]);

    let mut request = fixture.request(true);
    request.runtime = RuntimePlacement::Separate;
    let report = weave(&request).unwrap();
    assert!(
        report.notices.contains(&Notice::ModuleBesideMonitors),
        "{:?}",
        report.notices
    );
}

#[test]
fn what_cannot_be_woven_is_refused_with_a_reason() {
    let fixture = fixture();
    fixture.weave(true);

    let mut again = fixture.request(true);
    again.classes = vec![fixture.path("out")];
    again.output = fixture.path("again");
    assert!(matches!(weave(&again), Err(WeaveError::WovenBefore { .. })));

    let mut missing = fixture.request(true);
    missing.classes = vec![fixture.path("nowhere")];
    assert!(weave(&missing).unwrap_err().to_string().contains("nowhere"));

    let mut onto_input = fixture.request(true);
    onto_input.output = fixture.path("classes");
    assert!(matches!(
        weave(&onto_input),
        Err(WeaveError::OutputIsInput(_))
    ));

    let mut no_jar = fixture.request(true);
    no_jar.classes = vec![fixture.path("src/Main.java")];
    assert!(weave(&no_jar).unwrap_err().to_string().contains("no jar"));

    fs::write(
        fixture.path("classes/Other.class"),
        b"\xCA\xFE\xBA\xBEbroken",
    )
    .unwrap();
    let mut damaged = fixture.request(true);
    damaged.output = fixture.path("damaged");
    let message = weave(&damaged).unwrap_err().to_string();
    assert!(message.contains("Other.class"), "{message}");
    assert!(!fixture.path("damaged").exists());
}
