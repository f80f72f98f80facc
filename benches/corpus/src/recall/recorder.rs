//! Runs a program with the recorder woven in.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use jvm::jdk::Jdk;

use super::processes::{class_path, define, finished, javac};
use super::recording::Recording;
use super::subject::Subject;

/// The environment variable that names the JDK whose class-file API weaves the recorder in.
pub const VARIABLE: &str = "RESIDUA_RECORDER_JDK";
/// The first release with the class-file API.
const LEAST_RELEASE: u16 = 24;

/// The folder of the classes of `java.base` as they are.
pub const BASE: &str = "base";
/// The folder of those into which the recorder is woven.
const WOVEN_BASE: &str = "woven-base";

/// The classes that run inside the program.
const RUNTIME: [(&str, &str); 7] = [
    (
        "Recorder.java",
        include_str!("../../recorder/Recorder.java"),
    ),
    ("Base.java", include_str!("../../recorder/Base.java")),
    ("Frame.java", include_str!("../../recorder/Frame.java")),
    ("Track.java", include_str!("../../recorder/Track.java")),
    ("Edges.java", include_str!("../../recorder/Edges.java")),
    ("Seen.java", include_str!("../../recorder/Seen.java")),
    (
        "Identities.java",
        include_str!("../../recorder/Identities.java"),
    ),
];
const WEAVER: &str = include_str!("../../recorder/Weave.java");

/// The result of running a program.
#[derive(Debug)]
pub struct Run {
    /// The recording of the run.
    pub recording: Recording,
    /// The folder of the class files as javac made them.
    pub classes: PathBuf,
    /// Time without and with the recorder, in seconds; `None` for what was recorded before.
    pub seconds: Option<(f64, f64)>,
}

/// The JDK that weaves: the one that [`VARIABLE`] names, or else that of the environment.
///
/// # Errors
/// There is none, or it is too old.
pub fn weaving_jdk() -> Result<Jdk> {
    let jdk = match std::env::var_os(VARIABLE) {
        Some(home) => {
            Jdk::open(Path::new(&home)).with_context(|| format!("{VARIABLE} names no JDK"))?
        }
        None => Jdk::from_environment()?,
    };
    ensure!(
        jdk.release() >= LEAST_RELEASE,
        "the recorder needs the class-file API of a JDK of at least {LEAST_RELEASE}, and `{}` is of {}: name one by {VARIABLE}",
        jdk.home().display(),
        jdk.release()
    );
    Ok(jdk)
}

/// Compiles program and driver with `jdk`, weaves the recorder in with `weaving`, runs the driver
/// with `jdk` without and with the recorder, and compares what it prints. With `base` the recorder is
/// in `java.base`, too.
///
/// # Errors
/// A step fails, or the recorder changes what the driver prints.
pub fn record(subject: &Subject, jdk: &Jdk, weaving: &Jdk, base: bool) -> Result<Run> {
    let _ = fs::remove_dir_all(&subject.work);
    let folder = |name: &str| subject.work.join(name);
    for name in ["plain", "woven", "runtime", "sources", "first", "second"] {
        fs::create_dir_all(folder(name))?;
    }

    compile(subject, jdk)?;
    weave(subject, weaving, base.then_some(jdk))?;
    let (recording, table) = (folder("recording"), folder("table"));
    let (expected, first) = run(subject, jdk, "plain", "first", &[])?;
    let mut options = vec![define("residua.recording", &recording)];
    if base {
        options.extend(patched(subject)?);
    }
    let (printed, second) = run(subject, jdk, "woven", "second", &options)?;
    ensure!(
        expected == printed,
        "the recorder changes what {} does:\n{expected}\nis now\n{printed}",
        subject.name
    );

    Ok(Run {
        recording: Recording::read(&table, &recording)?,
        classes: folder("plain"),
        seconds: Some((first, second)),
    })
}

/// Reads the last recording that [`record`] made of a program.
///
/// # Errors
/// There is no recording.
pub fn recorded(subject: &Subject) -> Result<Run> {
    let [table, recording, classes] =
        ["table", "recording", "plain"].map(|name| subject.work.join(name));
    Ok(Run {
        recording: Recording::read(&table, &recording)?,
        classes,
        seconds: None,
    })
}

/// Program, driver, and the classes of the recorder.
fn compile(subject: &Subject, jdk: &Jdk) -> Result<()> {
    subject.compile(jdk, &subject.work.join("plain"))?;
    let mut runtime = Vec::new();
    for (name, text) in RUNTIME {
        let file = subject.work.join("sources").join(name);
        fs::write(&file, text)?;
        runtime.push(file);
    }
    finished(&mut javac(jdk, &subject.work.join("runtime"), &runtime)?)?;
    Ok(())
}

/// The options that put woven classes and the recorder into `java.base`.
fn patched(subject: &Subject) -> Result<[OsString; 3]> {
    let folders = [WOVEN_BASE, "runtime"].map(|name| subject.work.join(name));
    let mut patch = OsString::from("java.base=");
    patch.push(std::env::join_paths(folders)?);
    let exported = "--add-exports=java.base/residua.recording=ALL-UNNAMED";
    Ok(["--patch-module".into(), patch, exported.into()])
}

/// Weaves program and driver; with a JDK its `java.base`, too.
fn weave(subject: &Subject, weaving: &Jdk, base: Option<&Jdk>) -> Result<()> {
    let weaver = subject.work.join("sources").join("Weave.java");
    fs::write(&weaver, WEAVER)?;
    let mut java = Command::new(weaving.home().join("bin/java"));
    java.arg(weaver)
        .args(["plain", "woven", "table"].map(|name| subject.work.join(name)));
    java.arg(class_path(&subject.class_path)?);
    if let Some(jdk) = base {
        java.arg(jdk.home());
        java.args([BASE, WOVEN_BASE].map(|name| subject.work.join(name)));
    }
    finished(&mut java)?;
    Ok(())
}

/// Runs the driver in a folder of its own; gives what it prints, and the seconds.
fn run(
    subject: &Subject,
    jdk: &Jdk,
    classes: &str,
    folder: &str,
    options: &[OsString],
) -> Result<(String, f64)> {
    let own = [subject.work.join(classes), subject.work.join("runtime")];
    let mut java = subject.driven(jdk, &own, options)?;
    let start = Instant::now();
    let printed = finished(java.current_dir(subject.work.join(folder)))?;
    Ok((printed, start.elapsed().as_secs_f64()))
}
