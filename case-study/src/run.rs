//! One run of one variant, measured.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::DemoError;
use crate::process::{measured, without_hash};
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

/// Runs the classes in `classes` with `java` once, with a fixed heap and a collector without
/// threads of its own.
///
/// # Errors
/// The program cannot be started, fails, or counts its events in a form that is not known.
pub fn run(java: &Path, classes: &Path, load: Load) -> Result<Measured, DemoError> {
    let scratch = classes.with_extension("run");
    fs::create_dir_all(&scratch)?;
    let counts = scratch.join("counts.txt");
    let _ = fs::remove_file(&counts);
    let mut command = Command::new(java);
    command
        .args(["-Xms512m", "-Xmx512m", "-XX:+UseSerialGC"])
        .arg(format!("-Dresidua.count={}", counts.display()))
        .arg("-cp")
        .arg(classes)
        .arg(MAIN)
        .args([
            "--users",
            &load.users.to_string(),
            "--seed",
            &load.seed.to_string(),
        ])
        .args(["--rogue", &load.rogues.to_string()]);

    let used = measured(&mut command).map_err(|error| DemoError::Start {
        program: java.to_owned(),
        error,
    })?;

    if !used.status.success() {
        return Err(DemoError::Failed {
            classes: classes.to_owned(),
            messages: used.stderr,
        });
    }

    Ok(Measured {
        seconds: used.processor.as_secs_f64(),
        mebibytes: used.mebibytes,
        figures: used.stdout.trim().to_owned(),
        reports: used.stderr.lines().map(without_hash).collect(),
        events: read_counts(&counts)?,
    })
}

/// Reads lines of property, event and count, separated by tabs.
fn read_counts(path: &Path) -> Result<BTreeMap<String, u64>, DemoError> {
    if !path.exists() {
        return Ok(BTreeMap::new());
    }
    let text = fs::read_to_string(path)?;
    let counted = |line: &str| {
        let unknown = || DemoError::Counts {
            file: path.to_owned(),
            line: line.to_owned(),
        };
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
    use super::count;

    #[test]
    fn counts_are_read_by_event() {
        assert_eq!(
            count("payments\tpay\t14997"),
            Some(("pay".to_owned(), 14997))
        );
        assert_eq!(count("payments pay 14997"), None);
    }
}
