//! One run of a driver, with what its monitors say.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use jvm::jdk::Jdk;

use super::report::Report;
use crate::recall::{Subject, define, finished, javac};

/// The class that writes the reports.
const REPORTER: &str = include_str!("../../reporter/Reporter.java");
/// The folder of the types that it needs.
const RUNTIME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../instrument/runtime");
/// The exit status of a virtual machine that ends as there is no memory left.
const OUT_OF_MEMORY: i32 = 3;
/// The signals to a process that has used up its processor time: `SIGKILL` and `SIGXCPU`.
const OUT_OF_TIME: [i32; 2] = [9, 24];
/// How many times its processor time a process may last, as it may wait for another, or for ever.
const PATIENCE: u32 = 10;

/// The result of a run.
#[derive(Debug, Clone, Default)]
pub struct Ran {
    /// The output of the program.
    pub printed: String,
    /// The reports, in order.
    pub reports: Vec<Report>,
    /// The number of events that monitors were told, by property.
    pub events: BTreeMap<String, u64>,
    /// The output of monitors beside reports: exceptions in them.
    pub faults: Vec<String>,
    /// From start to end.
    pub seconds: f64,
}

impl Ran {
    /// The reports of one property.
    pub fn of(&self, property: &str) -> Vec<&Report> {
        self.reports
            .iter()
            .filter(|report| report.property == property)
            .collect()
    }
}

/// How a run ends.
#[derive(Debug, Clone)]
pub enum End {
    /// By itself.
    Ran(Ran),
    /// It took too long, or too much memory.
    NotFinished(String),
    /// The program fails; with the end of what it says.
    Failed(String),
}

/// Compiles what writes the reports into a folder.
pub fn compile_reporter(jdk: &Jdk, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    let file = folder.join("Reporter.java");
    fs::write(&file, REPORTER)?;
    finished(javac(jdk, folder, &[file])?.args([
        "-implicit:none",
        "-sourcepath",
        RUNTIME,
        "-cp",
        RUNTIME,
    ]))
    .map(drop)
}

/// How a driver is run.
#[derive(Debug, Clone, Copy)]
pub struct Conditions {
    /// Processor time that it may take.
    pub limit: Duration,
    /// With so much memory for young objects that garbage is seldom collected: what weak references
    /// still hold would differ between runs. Else with little: monitors of several parameters are
    /// fast only where garbage is collected often.
    pub rare_collections: bool,
    /// True if all objects have one identity hash.
    pub one_hash: bool,
}

/// Runs the driver on `classes`, with the folder `scratch` for itself.
///
/// # Errors
/// It cannot be started, or what it leaves behind cannot be read.
pub fn run(
    subject: &Subject,
    jdk: &Jdk,
    classes: &[PathBuf],
    scratch: &Path,
    conditions: Conditions,
) -> Result<End> {
    let Conditions {
        limit,
        rare_collections,
        one_hash,
    } = conditions;
    let _ = fs::remove_dir_all(scratch);
    let here = scratch.join("here");
    fs::create_dir_all(&here)?;
    let [reports, counts, output, errors] =
        ["reports", "counts", "stdout", "stderr"].map(|name| scratch.join(name));

    let young = if rare_collections {
        "-Xmn1500m"
    } else {
        "-Xmn48m"
    };
    let memory = [
        "-Xms2g",
        young,
        "-XX:+UseSerialGC",
        "-XX:+ExitOnOutOfMemoryError",
    ];

    let hashes: &[&str] = if one_hash {
        &["-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=2"]
    } else {
        &[]
    };
    let mut options: Vec<OsString> = memory.iter().chain(hashes).map(OsString::from).collect();
    options.extend([
        "-Dresidua.handler=residua.corpus.Reporter".into(),
        define("residua.reports", &reports),
        define("residua.count", &counts),
    ]);

    let java = subject.driven(jdk, classes, &options)?;
    let mut limited = limited(&java, limit);
    limited
        .current_dir(here)
        .stdin(Stdio::null())
        .stdout(File::create(&output)?)
        .stderr(File::create(&errors)?);
    let start = Instant::now();
    let status = wait(limited.spawn()?, PATIENCE * limit)?;
    let seconds = start.elapsed().as_secs_f64();

    let said = read(&errors)?;
    match status {
        None => {
            return Ok(End::NotFinished(format!(
                "longer than {} s",
                (PATIENCE * limit).as_secs()
            )));
        }
        Some(status)
            if status
                .signal()
                .is_some_and(|signal| OUT_OF_TIME.contains(&signal)) =>
        {
            return Ok(End::NotFinished(format!(
                "more than {} s of processor time",
                limit.as_secs()
            )));
        }
        Some(status) if status.code() == Some(OUT_OF_MEMORY) => {
            return Ok(End::NotFinished("no memory left".to_owned()));
        }
        Some(status) if !status.success() => {
            let last: Vec<&str> = said.lines().rev().take(20).collect();
            return Ok(End::Failed(
                last.into_iter().rev().collect::<Vec<_>>().join("\n"),
            ));
        }
        Some(_) => {}
    }

    Ok(End::Ran(Ran {
        printed: read(&output)?,
        reports: read(&reports)?
            .lines()
            .map(Report::read)
            .collect::<Result<_>>()?,
        events: events(&read(&counts)?)?,
        faults: said
            .lines()
            .filter(|line| line.contains("residua: "))
            .map(str::to_owned)
            .collect(),
        seconds,
    }))
}

/// The same command with at most `limit` of processor time: what else the machine does makes no
/// difference.
fn limited(command: &Command, limit: Duration) -> Command {
    let mut shell = Command::new("sh");
    shell
        .args(["-c", "ulimit -t \"$0\" && exec \"$@\""])
        .arg(limit.as_secs().to_string());
    shell.arg(command.get_program()).args(command.get_args());
    shell
}

/// Waits for the end of a process; ends it after `limit`, and gives `None` then.
fn wait(mut child: Child, limit: Duration) -> Result<Option<ExitStatus>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Empty where there is no such file: nothing that writes it was woven in.
fn read(file: &Path) -> Result<String> {
    if !file.exists() {
        return Ok(String::new());
    }
    Ok(String::from_utf8_lossy(&fs::read(file)?).into_owned())
}

/// Sums up lines `PROPERTY<tab>EVENT<tab>COUNT` by property.
fn events(counts: &str) -> Result<BTreeMap<String, u64>> {
    let mut events = BTreeMap::new();
    for line in counts.lines() {
        let unknown = || format!("no count: {line}");
        let (name, count) = line.rsplit_once('\t').with_context(unknown)?;
        let (property, _) = name.split_once('\t').with_context(unknown)?;
        *events.entry(property.to_owned()).or_default() +=
            count.parse::<u64>().with_context(unknown)?;
    }
    Ok(events)
}
