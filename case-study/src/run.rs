//! One run of one variant, measured.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Seek};
use std::path::Path;
use std::process::{Command, Stdio};

use wait4::Wait4;

use crate::DemoError;
use crate::sources::MAIN;

/// What a run of the payment system is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Load {
    /// Number of users.
    pub users: u32,
    /// Seed of the load.
    pub seed: u64,
    /// Number of users who pay without being activated.
    pub rogues: u32,
}

/// What a run shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// Processor time of the process, user and system, in seconds.
    pub seconds: f64,
    /// Largest resident set, in MiB.
    pub mebibytes: f64,
    /// The program's own line of figures.
    pub figures: String,
    /// The reports, in order, without identity hashes.
    pub reports: Vec<String>,
    /// The number of notifications that the monitor has counted, by event; empty if it has none.
    pub events: BTreeMap<String, u64>,
}

impl Measured {
    /// All events counted.
    pub fn total(&self) -> u64 {
        self.events.values().sum()
    }
}

/// Runs the classes in `classes` with `java` once, with a fixed heap and a collector without threads of its own.
///
/// # Errors
/// The program cannot be started, fails, or counts its events in a form that is not known.
pub fn run(java: &Path, classes: &Path, load: Load) -> Result<Measured, DemoError> {
    let scratch = classes.with_extension("run");
    fs::create_dir_all(&scratch)?;
    let [counts, output, errors] = ["counts.txt", "stdout.txt", "stderr.txt"].map(|name| scratch.join(name));
    let _ = fs::remove_file(&counts);
    let mut stdout = fs::File::options().create(true).truncate(true).read(true).write(true).open(&output)?;
    let mut stderr = fs::File::options().create(true).truncate(true).read(true).write(true).open(&errors)?;
    let child = Command::new(java)
        .args(["-Xms512m", "-Xmx512m", "-XX:+UseSerialGC"])
        .arg(format!("-Dresidua.count={}", counts.display()))
        .arg("-cp")
        .arg(classes)
        .arg(MAIN)
        .args(["--users", &load.users.to_string(), "--seed", &load.seed.to_string()])
        .args(["--rogue", &load.rogues.to_string()])
        .stdin(Stdio::null())
        .stdout(stdout.try_clone()?)
        .stderr(stderr.try_clone()?)
        .spawn()
        .map_err(|error| DemoError::Start { program: java.to_owned(), error })?;
    let used = child.wait4()?;
    let (figures, messages) = (read_back(&mut stdout)?, read_back(&mut stderr)?);
    if !used.status.success() {
        return Err(DemoError::Failed { classes: classes.to_owned(), messages });
    }
    Ok(Measured {
        seconds: (used.rusage.utime + used.rusage.stime).as_secs_f64(),
        mebibytes: used.rusage.maxrss as f64 / 1024.0 / 1024.0,
        figures: figures.trim().to_owned(),
        reports: messages.lines().map(without_hash).collect(),
        events: read_counts(&counts)?,
    })
}

fn read_back(file: &mut fs::File) -> Result<String, DemoError> {
    let mut text = String::new();
    file.rewind()?;
    file.read_to_string(&mut text)?;
    Ok(text)
}

/// Identity hashes differ between runs: `payments.GoldUserInfo@1b2c3d` becomes `payments.GoldUserInfo@`.
fn without_hash(line: &str) -> String {
    let mut parts = line.split('@');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + "@" + part.trim_start_matches(|c: char| c.is_ascii_hexdigit()))
}

/// Reads lines of property, event and count, separated by tabs.
fn read_counts(path: &Path) -> Result<BTreeMap<String, u64>, DemoError> {
    if !path.exists() {
        return Ok(BTreeMap::new());
    }
    let text = fs::read_to_string(path)?;
    let counted = |line: &str| {
        let unknown = || DemoError::Counts { file: path.to_owned(), line: line.to_owned() };
        count(line).ok_or_else(unknown)
    };
    text.lines().map(counted).collect()
}

/// The event and the count of `PROPERTY<tab>EVENT<tab>COUNT`; the case study has one property.
fn count(line: &str) -> Option<(String, u64)> {
    let (name, count) = line.rsplit_once('\t')?;
    let (_, event) = name.split_once('\t')?;
    Some((event.to_owned(), count.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::{count, without_hash};

    #[test]
    fn counts_are_read_by_event() {
        assert_eq!(count("payments\tpay\t14997"), Some(("pay".to_owned(), 14997)));
        assert_eq!(count("payments pay 14997"), None);
    }

    #[test]
    fn identity_hashes_are_left_out() {
        assert_eq!(without_hash("x (p.A@1f, p.B@2e)"), "x (p.A@, p.B@)");
    }
}
