//! Planting one fault after the other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::copy::Copy;
use crate::fault::Fault;
use crate::killer::Killer;

/// Longer than any killer takes: a fault may make an analysis run for ever.
const LIMIT: Duration = Duration::from_secs(600);

/// The outcome of a planted fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Its killer fails.
    Killed,
    /// Its killer passes.
    Survived,
    /// It says nothing about the tests: with it nothing compiles, or the tests come to no end.
    Invalid(String),
}

/// A copy of the workspace, and where it is built.
#[derive(Debug)]
pub struct Campaign {
    copy: Copy,
    built: PathBuf,
    logs: PathBuf,
}

/// How a run of tests has ended.
enum Run {
    /// With so many that pass.
    Passed(usize),
    Failed,
    /// Without a verdict, for this reason.
    Stopped(String),
}

impl Campaign {
    /// Copies `workspace` into `folder`, and builds there. Not where the workspace itself is built:
    /// cargo would take the one for the other.
    ///
    /// # Errors
    /// See [`Copy::of`].
    pub fn new(workspace: &Path, folder: &Path) -> Result<Self> {
        let logs = folder.join("logs");
        std::fs::create_dir_all(&logs)?;
        std::fs::create_dir_all(folder.join("workspace"))?;
        Ok(Campaign {
            copy: Copy::of(workspace, folder.join("workspace"))?,
            built: folder.join("built"),
            logs,
        })
    }

    /// Runs all killers without a fault.
    ///
    /// # Errors
    /// One of them does not exist, or fails.
    pub fn without_faults(&self, faults: &[&Fault]) -> Result<()> {
        let mut targets: BTreeMap<(&str, &str), BTreeSet<&str>> = BTreeMap::new();
        for Killer {
            package,
            target,
            name,
        } in faults.iter().map(|fault| &fault.killer)
        {
            targets.entry((package, target)).or_default().insert(name);
        }
        for ((package, target), names) in targets {
            let log = self
                .logs
                .join(format!("without-fault-{package}-{target}.txt"));
            let Some(test) = self.build(package, target, &log)? else {
                bail!("see {}", log.display())
            };
            match self.run(&test, &names, &log)? {
                Run::Passed(count) if count == names.len() => {}
                Run::Passed(count) => bail!("of {names:?} in {target} there are {count}"),
                Run::Failed | Run::Stopped(_) => {
                    bail!("without a fault a killer fails: see {}", log.display())
                }
            }
        }
        Ok(())
    }

    /// Plants a fault, runs its killer and takes the fault out again. What cargo and the test print
    /// is left in a file.
    ///
    /// # Errors
    /// Files cannot be read or written, or cargo does not run.
    pub fn plant(&self, fault: &Fault) -> Result<(Outcome, Duration)> {
        let source = self.copy.read(&fault.file)?;
        let planted = match fault.planted(&source) {
            Ok(planted) => planted,
            Err(misfit) => return Ok((Outcome::Invalid(format!("{misfit:?}")), Duration::ZERO)),
        };
        self.copy.write(&fault.file, planted.as_bytes())?;
        let begin = Instant::now();
        let outcome = self.judge(fault);
        self.copy.write(&fault.file, source.as_bytes())?;
        Ok((outcome?, begin.elapsed()))
    }

    fn judge(&self, fault: &Fault) -> Result<Outcome> {
        let log = self.logs.join(format!("{}.txt", fault.id));
        let Killer {
            package,
            target,
            name,
        } = &fault.killer;
        let Some(test) = self.build(package, target, &log)? else {
            return Ok(Outcome::Invalid(format!(
                "does not compile: see {}",
                log.display()
            )));
        };
        Ok(match self.run(&test, &BTreeSet::from([&**name]), &log)? {
            Run::Failed => Outcome::Killed,
            Run::Passed(1) => Outcome::Survived,
            Run::Passed(count) => Outcome::Invalid(format!("{count} tests have that name")),
            Run::Stopped(reason) => Outcome::Invalid(reason),
        })
    }

    /// The executable of a test target with the folder where cargo would run it; `None` if it does
    /// not compile.
    fn build(&self, package: &str, target: &str, log: &Path) -> Result<Option<(PathBuf, PathBuf)>> {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args([
            "test",
            "--no-run",
            "--message-format=json-render-diagnostics",
            "-p",
            package,
            "--test",
            target,
        ]);
        cargo
            .env("CARGO_TARGET_DIR", &self.built)
            .current_dir(&self.copy.root);
        // Warnings are no matter of a fault's. Building takes longer than running.
        cargo
            .env_remove("RUSTFLAGS")
            .env("CARGO_PROFILE_DEV_OPT_LEVEL", "0")
            .env("CARGO_PROFILE_DEV_DEBUG", "0");
        let output = cargo.stderr(File::create(log)?).output().context("cargo")?;
        if !output.status.success() {
            return Ok(None);
        }
        let messages = String::from_utf8(output.stdout)?;
        let messages = messages
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let mut tests = messages.filter(|message| {
            message["target"]["name"] == target
                && message["target"]["kind"] == serde_json::json!(["test"])
        });
        let test = tests
            .next()
            .with_context(|| format!("cargo builds no test target {target}"))?;
        let path = |value: &Value| {
            value
                .as_str()
                .map(PathBuf::from)
                .with_context(|| format!("no path: {test}"))
        };
        let folder = path(&test["manifest_path"])?
            .parent()
            .map(Path::to_owned)
            .unwrap_or_default();
        Ok(Some((path(&test["executable"])?, folder)))
    }

    /// Runs tests by name. It is the executable itself that is run, not cargo: so it can be
    /// stopped.
    fn run(
        &self,
        (test, folder): &(PathBuf, PathBuf),
        names: &BTreeSet<&str>,
        log: &Path,
    ) -> Result<Run> {
        let mut command = Command::new(test);
        command
            .arg("--exact")
            .args(names)
            .current_dir(folder)
            .stdin(Stdio::null())
            .env("CARGO_MANIFEST_DIR", folder)
            .env("CARGO_BIN_EXE_residua", self.built.join("debug/residua"));
        let mut running = command
            .stdout(File::create(log)?)
            .stderr(Stdio::null())
            .spawn()?;
        let begin = Instant::now();
        let status = loop {
            if let Some(status) = running.try_wait()? {
                break status;
            }
            if begin.elapsed() > LIMIT {
                running.kill()?;
                running.wait()?;
                return Ok(Run::Stopped(format!("no end within {} s", LIMIT.as_secs())));
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        let printed = String::from_utf8_lossy(&std::fs::read(log)?).into_owned();
        let failed = names
            .iter()
            .any(|name| printed.contains(&format!("\ntest {name} ... FAILED")));
        Ok(match (status.success(), failed) {
            (true, _) => Run::Passed(printed.matches(" ... ok\n").count()),
            (false, true) => Run::Failed,
            (false, false) => Run::Stopped(format!(
                "ended without a verdict ({status}): see {}",
                log.display()
            )),
        })
    }
}
