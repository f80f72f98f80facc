//! The projects of `examples/`: each build weaves the monitors between compiling and testing, and
//! fails at a violation.

use std::path::Path;
use std::process::Command;

use test_support::{Project, Run};

/// A copy of an example.
pub fn example(name: &str) -> Project {
    let project = Project::new("");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("examples")
        .join(name);
    copy(&root, &root, &project);
    project
}

fn copy(root: &Path, folder: &Path, project: &Project) {
    for entry in std::fs::read_dir(folder).expect("an example").flatten() {
        let path = entry.path();
        if path.is_dir() {
            copy(root, &path, project);
        } else {
            let name = path
                .strip_prefix(root)
                .expect("a path below")
                .to_str()
                .expect("a name");
            project.write(name, &std::fs::read(&path).expect("a file"));
        }
    }
}

/// Runs a build with `residua` on the `PATH`.
fn build(project: &Project, program: &str, arguments: &[&str]) -> Run {
    let own = Path::new(env!("CARGO_BIN_EXE_residua"))
        .parent()
        .expect("a folder")
        .to_owned();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(own).chain(std::env::split_paths(&others)))
        .expect("a path");
    let mut command = Command::new(program);
    command
        .args(arguments)
        .env("PATH", path)
        .env_remove("MAVEN_OPTS");
    project.command(&mut command)
}

/// The build as it is, which tests on woven classes, then again, then with a client that sends
/// before it opens, which compiles and passes its tests without monitors.
fn weaves_and_fails_at_a_violation(name: &str, monitored: &str, program: &str, arguments: &[&str]) {
    let project = example(name);
    let first = build(&project, program, arguments).succeeds();
    let told = |run: &Run| format!("{}{}", run.stdout, run.stderr);
    assert!(
        told(&first).contains("wrote residua-out/plan.json"),
        "{first:?}"
    );
    assert!(
        project
            .path(&format!("{monitored}/residua/runtime"))
            .is_dir(),
        "classes are woven"
    );
    let second = build(&project, program, arguments).succeeds();
    assert!(
        told(&second).contains("up to date: residua-out"),
        "{second:?}"
    );
    let places = ["src/main/java", "client/src/main/java", "src"]
        .map(|sources| format!("{sources}/app/Client.java"));
    let place = places
        .iter()
        .find(|place| project.path(place).exists())
        .expect("a client");
    let client = project.read(place);
    let broken = client.replace("            session.open();\n", "");
    assert_ne!(client, broken);
    project.write(place, broken.as_bytes());
    let third = build(&project, program, arguments);
    assert!(
        third.status != 0 && told(&third).contains("violation of session in early by send"),
        "{third:?}"
    );
}

#[test]
fn plain_build_weaves_and_fails_at_a_violation() {
    weaves_and_fails_at_a_violation("plain", "build/monitored", "sh", &["build.sh"]);
}

#[test]
#[ignore = "needs Ant"]
fn ant_build_weaves_and_fails_at_a_violation() {
    weaves_and_fails_at_a_violation("ant", "build/monitored", "ant", &[]);
}

/// A plugin of Maven, where the distribution's packages are installed.
const PACKAGED_PLUGIN: &str =
    "/usr/share/maven-repo/org/apache/maven/plugins/maven-resources-plugin";

/// The distribution's libraries, under the names that builds have for them.
const LIBRARIES: &str = "file:///usr/share/maven-repo";

/// Without Debian's packages of the plugins, Maven fetches them.
#[test]
#[ignore = "needs Maven, and its plugins and JUnit 4 as Debian packages or a network"]
fn maven_builds_weave_and_fail_at_a_violation() {
    let settings = Project::new("");
    let text = format!(
        "<settings><localRepository>{}</localRepository><mirrors><mirror><id>here</id><mirrorOf>*</mirrorOf><url>{LIBRARIES}\
         </url></mirror></mirrors></settings>",
        settings.path("repository").display()
    );
    settings.write("settings.xml", text.as_bytes());
    let settings = settings.path("settings.xml");
    let packaged = [
        "-B",
        "-s",
        settings.to_str().expect("a path"),
        "-Dsurefire.version=2.22.3",
        "test",
    ];
    let arguments = if Path::new(PACKAGED_PLUGIN).is_dir() {
        &packaged[..]
    } else {
        &["-B", "test"]
    };
    for name in ["maven", "maven-modules"] {
        weaves_and_fails_at_a_violation(name, "target/monitored", "mvn", arguments);
    }
}

#[test]
#[ignore = "needs Gradle and JUnit 4 as Debian packages"]
fn gradle_build_weaves_and_fails_at_a_violation() {
    let script = Project::new("");
    let text = format!("allprojects {{ repositories {{ maven {{ url '{LIBRARIES}' }} }} }}\n");
    script.write("init.gradle", text.as_bytes());
    let (home, script) = (script.path("home"), script.path("init.gradle"));
    let [home, script] = [&home, &script].map(|path| path.to_str().expect("a path"));
    let arguments = [
        "--offline",
        "--no-daemon",
        "--info",
        "-g",
        home,
        "-I",
        script,
        "test",
    ];
    weaves_and_fails_at_a_violation("gradle", "build/monitored", "gradle", &arguments);
}

#[test]
fn init_finds_in_the_examples_what_they_say() {
    for name in ["maven", "maven-modules", "gradle", "ant", "plain"] {
        let project = example(name);
        let mut written: toml::Table =
            toml::from_str(&project.read("residua.toml")).expect("a configuration");
        project.residua("init --force").succeeds();
        let found: toml::Table =
            toml::from_str(&project.read("residua.toml")).expect("a configuration");
        written.remove("entry");
        for (key, value) in written
            .iter()
            .filter(|(key, _)| !(name == "plain" && key.as_str() != "source"))
        {
            assert_eq!(found.get(key), Some(value), "{name}: {key}");
        }
    }
}

/// The steps of the workflow that a shell runs, on the plain example, where it says that a build
/// script is. The tests of releases run the steps of its action.
#[test]
fn workflow_runs_on_a_project() {
    let workflow = std::fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/workflow.yaml"),
    );
    let workflow = workflow.expect("the workflow");
    let steps = workflow
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- run: "));
    let steps: Vec<&str> = steps.collect();
    assert_eq!(steps, ["sh build.sh", "residua weave"]);
    let project = example("plain");
    build(&project, "sh", &["build.sh"]).succeeds();
    for step in steps {
        build(&project, "sh", &["-c", step]).succeeds();
    }
}
