//! Outputs of weaving as they are deployed.

use std::process::Command;

use super::uncertain;
use test_support::{Project, Run};

const REPORT: &str = "residua: violation of lifecycle in early by send at app/Main.java:7";

const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// A program that sends in a session that is not open if it gets no argument; compiled to `classes`
/// and analyzed.
fn analyzed() -> Project {
    let project = uncertain();
    project.javac("src", "classes");
    project
        .residua("analyze --source src --property session.yaml")
        .succeeds();
    project
}

fn weave(project: &Project, arguments: &str) -> Run {
    project
        .residua(&format!("weave --plan residua-out/plan.json {arguments}"))
        .succeeds()
}

/// Unpacks an archive into the folder `unpacked/NAME`, and returns that.
fn unpacked(project: &Project, archive: &str) -> String {
    let folder = format!("unpacked/{archive}");
    std::fs::create_dir_all(project.path(&folder)).expect("folders can be made");
    let mut jar = Command::new("jar");
    jar.arg("xf").arg(project.path(archive));
    let run = jar.current_dir(project.path(&folder)).status();
    assert!(run.expect("a JDK").success(), "{archive}");
    folder
}

fn repository(file: &str) -> String {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(root.join(file)).expect("a file of the repository")
}

#[test]
fn licences_travel_with_the_runtime_library() {
    let project = analyzed();
    project.jar("classes", "app.jar");
    weave(&project, "--classes classes -o woven");
    weave(&project, "--classes app.jar -o woven.jar");
    weave(
        &project,
        "--classes classes -o beside/woven --runtime separate",
    );
    let outputs = [
        "woven".to_owned(),
        unpacked(&project, "woven.jar"),
        unpacked(&project, "beside/residua-runtime.jar"),
    ];
    for (output, licence) in outputs
        .iter()
        .flat_map(|output| LICENCES.map(|name| (output, name)))
    {
        let text = project.read(&format!("{output}/META-INF/residua/{licence}"));
        assert_eq!(text, repository(licence), "{output}");
    }
    assert_eq!(project.names("beside/woven"), ["app"]);
}

#[test]
fn licence_of_the_program_is_not_replaced() {
    let project = analyzed();
    let own = "META-INF/residua/LICENSE-MIT";
    project.write(&format!("classes/{own}"), b"of the program");
    project.write("classes/META-INF/LICENSE", b"of the program, too");
    weave(&project, "--classes classes -o woven");
    weave(&project, "--classes classes -o woven.jar");
    for output in ["woven".to_owned(), unpacked(&project, "woven.jar")] {
        let read = |name: &str| project.read(&format!("{output}/{name}"));
        assert_eq!(read(own), "of the program");
        assert_eq!(read("META-INF/LICENSE"), "of the program, too");
        assert_eq!(
            project.names(&format!("{output}/META-INF/residua")),
            LICENCES
        );
    }
}

/// A program without a monitored call gets no runtime library, so it gets no licence of it.
#[test]
fn output_without_monitors_has_no_licences() {
    let project = super::sessions();
    project.javac("src", "classes");
    project
        .residua("analyze --source src --property session.yaml")
        .succeeds();
    weave(&project, "--classes classes --no-tripwires -o woven");
    assert_eq!(project.names("woven"), ["app"]);
}

#[test]
fn module_runs_from_its_module_path() {
    let project = uncertain();
    project.write(
        "src/module-info.java",
        b"module shop {\n    exports app;\n}\n",
    );
    project.javac("src", "classes");
    project.jar("classes", "app.jar");
    project
        .residua("analyze --source src --property session.yaml")
        .succeeds();
    weave(&project, "--classes app.jar -o woven.jar");
    let run = project.java("-p woven.jar -m shop/app.Main");
    assert!(run.stderr.starts_with(REPORT), "{run:?}");
    let module = project.run("jar", "--describe-module --file woven.jar");
    assert!(module.succeeds().stdout.contains("exports app"));
}

/// The tool `jar` lists the packages of a module, also where only later releases see a module.
#[test]
fn module_of_later_releases_finds_its_monitors() {
    let project = analyzed();
    let declaration = "src-9/module-info.java";
    project.write(declaration, b"module shop {\n    exports app;\n}\n");
    project
        .run(
            "javac",
            &format!("--patch-module shop=classes -d classes-9 {declaration}"),
        )
        .succeeds();
    let jar = "--create --file app.jar -C classes . --release 9 -C classes-9 .";
    project.run("jar", jar).succeeds();
    weave(&project, "--classes app.jar -o woven.jar");
    let run = project.java("-p woven.jar -m shop/app.Main");
    assert!(run.stderr.starts_with(REPORT), "{run:?}");
}
