//! Releases: an archive is packed, served, installed and run, as the GitHub action and the
//! container install it.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use release::Release;
use serde_json::Value;
use tempfile::TempDir;

use super::repository;
use crate::builds::example;
use test_support::{Project, Run, residua_path};

/// The platform of these tests.
const TARGET: &str = if cfg!(target_arch = "aarch64") {
    "aarch64-unknown-linux-gnu"
} else {
    "x86_64-unknown-linux-gnu"
};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The name of the archive, without its ending.
fn name() -> String {
    format!("residua-{VERSION}-{TARGET}")
}

/// Packs the command that is tested.
fn pack(out: &Path) -> PathBuf {
    let release = Release {
        target: TARGET.to_owned(),
        binary: Some(residua_path()),
        runs_here: None,
        out: out.to_owned(),
    };
    release.make().unwrap_or_else(|error| panic!("{error:?}"))
}

/// The folder of a server with one release in it, packed once for all tests.
fn served() -> &'static Path {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        pack(&folder.path().join(format!("v{VERSION}")));
        folder
    });
    folder.path()
}

/// Serves the files of a folder as long as the process runs; returns the address.
fn serve(folder: &Path) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let folder = folder.to_owned();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // The client may have gone.
            let _ = answer(stream, &folder);
        }
    });
    address
}

fn answer(stream: TcpStream, folder: &Path) -> std::io::Result<()> {
    let mut reader = BufReader::new(&stream);
    let mut request = String::new();
    reader.read_line(&mut request)?;
    let mut line = String::new();
    while reader.read_line(&mut line)? > 2 {
        line.clear();
    }

    let path = request.split(' ').nth(1).unwrap_or_default();
    let file = fs::read(folder.join(path.trim_start_matches('/')));
    let status = if file.is_ok() {
        "200 OK"
    } else {
        "404 Not Found"
    };
    let body = file.unwrap_or_default();
    let mut stream = &stream;
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    stream.write_all(&body)
}

/// Runs the script in a project, which installs into its folder `tools`.
fn install(project: &Project, folder: &Path, arguments: &[&str]) -> Run {
    let url = format!("http://{}", serve(folder));
    let mut command = Command::new("sh");
    command
        .arg(repository().join("packaging/action/install.sh"))
        .args(["--url", &url, "--to", "tools"])
        .args(arguments);
    project.command(&mut command)
}

#[test]
fn installed_release_analyzes_a_project() {
    let project = example("plain");
    let run = install(
        &project,
        served(),
        &["--version", VERSION, "--target", TARGET],
    )
    .succeeds();
    let folder = format!("tools/{}", name());
    assert_eq!(run.stdout, format!("{folder}\n"));
    assert_eq!(
        project.names(&folder),
        [
            "CHANGELOG.md",
            "LICENSE-APACHE",
            "LICENSE-MIT",
            "README.md",
            "THIRD-PARTY-rust.html",
            "THIRD-PARTY.txt",
            "completions",
            "man",
            "residua",
            "sbom.cdx.json"
        ]
    );
    assert_eq!(project.names(&format!("{folder}/completions")).len(), 5);
    let pages = project.names(&format!("{folder}/man/man1"));
    assert!(pages.contains(&"residua-weave.1".to_owned()), "{pages:?}");

    project.javac("src", "build/classes");
    let run = project.run(
        project
            .path(&format!("{folder}/residua"))
            .to_str()
            .expect("a path"),
        "analyze",
    );
    assert!(
        run.stdout.contains("wrote residua-out/plan.json"),
        "{run:?}"
    );
}

/// Equal input gives equal bytes, and `SHA256SUMS` has the sum that `sha256sum` finds.
#[test]
fn release_is_reproducible() {
    let project = Project::new("");
    let again = pack(&project.path(""));
    let archive = format!("{}.tar.gz", name());
    assert_eq!(
        again.file_name().and_then(|name| name.to_str()),
        Some(&*archive)
    );
    let first = fs::read(served().join(format!("v{VERSION}/{archive}"))).expect("an archive");
    assert!(
        first == fs::read(&again).expect("an archive"),
        "the archives differ"
    );
    project.run("sha256sum", "--check SHA256SUMS").succeeds();
}

#[test]
fn release_names_its_crates_and_their_licences() {
    let project = Project::new("");
    install(
        &project,
        served(),
        &["--version", VERSION, "--target", TARGET],
    )
    .succeeds();
    let read = |file: &str| project.read(&format!("tools/{}/{file}", name()));

    let sbom: Value = serde_json::from_str(&read("sbom.cdx.json")).expect("a list of parts");
    let texts = |value: &Value, key: &str| -> Vec<String> {
        let parts = value.as_array().expect("a list").iter();
        parts
            .map(|part| part[key].as_str().expect("a text").to_owned())
            .collect()
    };
    let parts = texts(&sbom["components"], "name");
    for part in ["serde", "zip", "tree-sitter-java"] {
        assert!(parts.contains(&part.to_owned()), "{part}: {parts:?}");
    }
    // Crates of tests are no part of the command.
    assert!(!parts.contains(&"jsonschema".to_owned()), "{parts:?}");
    assert_eq!(sbom["metadata"]["component"]["name"], "residua");

    // Each reference of the list names a part of it.
    let mut known = texts(&sbom["components"], "bom-ref");
    known.push(
        sbom["metadata"]["component"]["bom-ref"]
            .as_str()
            .expect("a text")
            .to_owned(),
    );
    for dependency in sbom["dependencies"].as_array().expect("a list") {
        let needs = dependency["dependsOn"].as_array().expect("a list").iter();
        for reference in needs.chain([&dependency["ref"]]) {
            assert!(known.iter().any(|known| known == reference), "{reference}");
        }
    }

    let licences = read("THIRD-PARTY.txt");
    for (name, version) in parts.iter().zip(texts(&sbom["components"], "version")) {
        let line = format!("{name} {version}");
        assert!(
            licences.matches(&line).count() >= 2,
            "{line} has a line and a text"
        );
    }
    assert!(licences.contains("Permission is hereby granted"));
}

#[test]
fn damaged_archive_is_not_installed() {
    let project = Project::new("");
    let archive = format!("{}.tar.gz", name());
    let folder = format!("v{VERSION}");
    fs::create_dir(project.path(&folder)).expect("folders can be made");
    for file in ["SHA256SUMS", &archive] {
        let from = served().join(&folder).join(file);
        fs::copy(from, project.path(&format!("{folder}/{file}"))).expect("files can be copied");
    }
    let mut file = fs::OpenOptions::new()
        .append(true)
        .open(project.path(&format!("{folder}/{archive}")))
        .expect("the archive");
    file.write_all(b"!").expect("files can be written");

    let run = install(
        &project,
        &project.path(""),
        &["--version", VERSION, "--target", TARGET],
    );
    run.fails_with(
        1,
        &[
            &format!("error: {archive} has the SHA-256"),
            "Nothing was installed",
        ],
    );
    assert_eq!(project.names("tools"), [""; 0]);
}

#[test]
fn archive_must_have_the_given_checksum() {
    let project = Project::new("");
    let wrong = "0".repeat(64);
    let arguments = ["--version", VERSION, "--target", TARGET, "--sha256"];
    let sums = fs::read_to_string(served().join(format!("v{VERSION}/SHA256SUMS")));
    let right = sums.expect("the checksums")[..64].to_owned();
    let run = install(&project, served(), &[&arguments[..], &[&wrong]].concat());
    run.fails_with(1, &[&format!("but must have {wrong}")]);
    assert_eq!(project.names("tools"), [""; 0]);
    install(&project, served(), &[&arguments[..], &[&right]].concat()).succeeds();
    assert_eq!(project.names("tools"), [name()]);
}

#[test]
fn version_without_a_release_is_named() {
    let project = Project::new("");
    let run = install(
        &project,
        served(),
        &["--version", "9.9.9", "--target", TARGET],
    );
    run.fails_with(
        1,
        &[
            "error: there is no http://",
            &format!("v9.9.9/residua-9.9.9-{TARGET}.tar.gz"),
            "help: choose a version that has a release",
        ],
    );
    assert_eq!(project.names("tools"), [""; 0]);
}

/// The words of `uname` on each system and processor, and the archive that the script asks for.
#[test]
fn each_platform_has_its_archive() {
    let platforms = [
        ("Linux", "x86_64", "x86_64-unknown-linux-gnu.tar.gz"),
        ("Linux", "aarch64", "aarch64-unknown-linux-gnu.tar.gz"),
        ("Darwin", "x86_64", "x86_64-apple-darwin.tar.gz"),
        ("Darwin", "arm64", "aarch64-apple-darwin.tar.gz"),
        (
            "MINGW64_NT-10.0-20348",
            "x86_64",
            "x86_64-pc-windows-msvc.zip",
        ),
        (
            "MSYS_NT-10.0-26100",
            "aarch64",
            "aarch64-pc-windows-msvc.zip",
        ),
    ];
    for (system, machine, archive) in platforms {
        let run = install_on(system, machine);
        run.fails_with(1, &[&format!("v1.0.0/residua-1.0.0-{archive}")]);
    }
    install_on("Linux", "riscv64").fails_with(1, &["processor `riscv64`", "from its sources"]);
    install_on("SunOS", "x86_64").fails_with(1, &["system `SunOS`", "from its sources"]);
}

/// Runs the script where `uname` prints these words, against a server without files.
fn install_on(system: &str, machine: &str) -> Run {
    let project = Project::new("");
    let text = format!("#!/bin/sh\ncase $1 in -s) echo {system} ;; -m) echo {machine} ;; esac\n");
    project.write("bin/uname", text.as_bytes());
    project.run("chmod", "+x bin/uname").succeeds();
    let url = format!("http://{}", serve(&project.path("")));
    let mut command = Command::new("sh");
    command
        .arg(repository().join("packaging/action/install.sh"))
        .args(["--version", "1.0.0", "--url", &url, "--to", "tools"])
        .env("PATH", path_with(&project.path("bin")));
    project.command(&mut command)
}

/// The `PATH` with a folder before all others.
fn path_with(folder: &Path) -> std::ffi::OsString {
    let others = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&others));
    std::env::join_paths(folders).expect("a path")
}

/// A step of the action: its environment and its script, with the given inputs in place.
struct Step {
    environment: BTreeMap<String, String>,
    script: String,
}

/// The steps of the action, in order.
fn steps(inputs: &[(&str, &str)]) -> Vec<Step> {
    let text = fs::read_to_string(repository().join("packaging/action/action.yml"));
    let action: Value = serde_saphyr::from_str(&text.expect("the action")).expect("YAML");
    let value_of = |value: &str| -> String {
        let Some(name) = value
            .strip_prefix("${{ inputs.")
            .and_then(|rest| rest.strip_suffix(" }}"))
        else {
            return String::new();
        };
        let default = action["inputs"][name]["default"]
            .as_str()
            .unwrap_or_default();
        let given = inputs.iter().find(|(input, _)| *input == name);
        given.map_or(default, |(_, value)| value).to_owned()
    };

    let steps = action["runs"]["steps"].as_array().expect("steps").iter();
    steps
        .map(|step| {
            assert_eq!(step["shell"], "bash", "a composite action names its shell");
            let environment = step["env"].as_object().expect("an environment").iter();
            Step {
                environment: environment
                    .map(|(key, value)| (key.clone(), value_of(value.as_str().expect("a text"))))
                    .collect(),
                script: step["run"].as_str().expect("a script").to_owned(),
            }
        })
        .collect()
}

/// The action installs the command, analyzes with it and compares with the baseline.
#[test]
fn action_installs_analyzes_and_compares() {
    let project = example("plain");
    project.javac("src", "build/classes");
    project.residua("analyze").succeeds();
    fs::copy(
        project.path("residua-out/plan.json"),
        project.path("baseline.json"),
    )
    .expect("files can be copied");
    fs::remove_dir_all(project.path("residua-out")).expect("folders can be removed");

    let url = format!("http://{}", serve(served()));
    let inputs = [
        ("version", VERSION),
        ("url", &*url),
        ("analyze", "true"),
        ("baseline", "baseline.json"),
    ];
    let steps = steps(&inputs);
    assert_eq!(steps.len(), 3);
    for step in steps {
        // The runner puts the folders that a step names before the next step's PATH.
        let added = fs::read_to_string(project.path("path.txt")).unwrap_or_default();
        let run = project.command(
            Command::new("bash")
                .args(["-e", "-c", &step.script])
                .envs(&step.environment)
                .env("PATH", path_with(Path::new(added.trim())))
                .env("GITHUB_ACTION_PATH", repository().join("packaging/action"))
                .env("GITHUB_PATH", "path.txt")
                .env("GITHUB_OUTPUT", "outputs.txt")
                .env("RUNNER_TEMP", project.path("runner")),
        );
        assert_eq!(run.status, 0, "{}: {run:?}", step.script);
    }
    assert!(project.read("outputs.txt").starts_with("folder=/"));
    let sarif: Value = serde_json::from_str(&project.read("residua.sarif")).expect("JSON");
    assert_eq!(sarif["version"], "2.1.0");
    assert!(project.path("residua-out/plan.json").exists());
}

/// The workflow gives the action inputs that it has.
#[test]
fn workflow_uses_the_action() {
    let read = |file: &str| -> Value {
        let text = fs::read_to_string(repository().join("packaging").join(file));
        serde_saphyr::from_str(&text.expect("a file")).expect("YAML")
    };
    let (workflow, action) = (read("workflow.yaml"), read("action/action.yml"));
    let steps = workflow["jobs"]["monitors"]["steps"]
        .as_array()
        .expect("steps");
    let used = steps
        .iter()
        .find(|step| step["uses"] == "./.residua/packaging/action")
        .expect("a step with the action");
    for (input, _) in used["with"].as_object().expect("inputs") {
        assert!(
            action["inputs"][input].is_object(),
            "the action has no input `{input}`"
        );
    }
    assert_eq!(used["with"]["version"], VERSION);
}

/// The step of the container that installs the release, in a folder in place of `/opt`.
#[test]
fn container_installs_a_release() {
    let text = fs::read_to_string(repository().join("packaging/Containerfile"));
    let text = text.expect("the Containerfile");
    let step = text
        .lines()
        .filter_map(|line| line.strip_prefix("RUN "))
        .find(|step| step.contains("/install.sh"))
        .expect("a step that installs");
    let project = Project::new("");
    fs::create_dir(project.path("opt")).expect("folders can be made");
    let script = repository().join("packaging/action/install.sh");
    let step = step
        .replace("/install.sh", script.to_str().expect("a path"))
        .replace("/opt", project.path("opt").to_str().expect("a path"));
    let run = project.command(
        Command::new("sh")
            .args(["-e", "-c", &step])
            .env("RESIDUA_VERSION", VERSION)
            .env("RESIDUA_URL", format!("http://{}", serve(served())))
            .env("RESIDUA_SHA256", ""),
    );
    run.succeeds();
    let command = project.path("opt/residua/residua");
    let run = project.run(command.to_str().expect("a path"), "--version");
    assert_eq!(run.succeeds().stdout, format!("residua {VERSION}\n"));
}
