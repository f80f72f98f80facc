//! A program, run and measured.

use std::fs::File;
use std::io::{Read, Result, Seek};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use wait4::Wait4;

/// What a process has used and written.
#[derive(Debug)]
pub struct Used {
    /// How it ended.
    pub status: ExitStatus,
    /// From its start to its end.
    pub elapsed: Duration,
    /// Processor time, user and system, of the process and those that it waited for.
    pub processor: Duration,
    /// Largest resident set, in MiB.
    pub mebibytes: f64,
    /// What it printed.
    pub stdout: String,
    /// What it told.
    pub stderr: String,
}

/// Runs a command to its end, without input. What it writes goes to unnamed files, so that nobody
/// who reads it slows it down.
///
/// # Errors
/// It cannot be started or waited for.
pub fn measured(command: &mut Command) -> Result<Used> {
    let (mut stdout, mut stderr) = (tempfile::tempfile()?, tempfile::tempfile()?);
    command
        .stdin(Stdio::null())
        .stdout(stdout.try_clone()?)
        .stderr(stderr.try_clone()?);
    let started = Instant::now();
    let used = command.spawn()?.wait4()?;
    let elapsed = started.elapsed();

    Ok(Used {
        status: used.status,
        elapsed,
        processor: used.rusage.utime + used.rusage.stime,
        mebibytes: used.rusage.maxrss as f64 / 1024.0 / 1024.0,
        stdout: read_back(&mut stdout)?,
        stderr: read_back(&mut stderr)?,
    })
}

fn read_back(file: &mut File) -> Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A report without identity hashes, which differ between runs: `payments.GoldUserInfo@1b2c3d`
/// becomes `payments.GoldUserInfo@`.
pub fn without_hash(line: &str) -> String {
    let mut parts = line.split('@');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        text + "@" + part.trim_start_matches(|c: char| c.is_ascii_hexdigit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identity_hashes_are_left_out() {
        assert_eq!(without_hash("x (p.A@1f, p.B@2e)"), "x (p.A@, p.B@)");
    }

    #[test]
    fn process_is_measured_and_what_it_writes_is_kept() {
        let used = measured(
            Command::new("sh").args(["-c", "echo out; echo told >&2; sleep 0.05; exit 3"]),
        )
        .unwrap();
        assert_eq!(
            (
                used.stdout.as_str(),
                used.stderr.as_str(),
                used.status.code()
            ),
            ("out\n", "told\n", Some(3))
        );
        assert!(
            used.elapsed >= Duration::from_millis(50) && used.mebibytes > 0.0,
            "{used:?}"
        );
    }
}
