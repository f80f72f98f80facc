//! The time and memory of a process.

use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use wait4::Wait4;

/// Time and memory of one process.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measured {
    /// From start to end, in seconds.
    pub wall: f64,
    /// Processor time, user and system, in seconds.
    pub processor: f64,
    /// Largest resident set, in MiB.
    pub mebibytes: f64,
}

/// Runs a command to its end.
pub fn measure(command: &mut Command) -> Result<Measured> {
    let start = Instant::now();
    let child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let used = child
        .wait4()
        .with_context(|| format!("{:?}", command.get_program()))?;

    if !used.status.success() {
        bail!("{command:?} failed");
    }

    Ok(Measured {
        wall: start.elapsed().as_secs_f64(),
        processor: (used.rusage.utime + used.rusage.stime).as_secs_f64(),
        mebibytes: used.rusage.maxrss as f64 / 1024.0 / 1024.0,
    })
}

/// The largest resident set of this process so far, in MiB. Linux alone tells it, in `/proc`
/// (proc(5), `VmHWM`).
pub fn peak_mebibytes() -> Result<f64> {
    let status = std::fs::read_to_string("/proc/self/status")
        .context("the peak of memory is read from /proc")?;
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|rest| rest.trim().strip_suffix("kB"));
    let kibibytes: f64 = peak
        .context("/proc/self/status has no VmHWM")?
        .trim()
        .parse()?;
    Ok(kibibytes / 1024.0)
}

/// The median of each figure.
pub fn median(runs: &[Measured]) -> Measured {
    let middle = |figure: fn(&Measured) -> f64| {
        let mut figures: Vec<f64> = runs.iter().map(figure).collect();
        figures.sort_by(f64::total_cmp);
        figures.get(figures.len() / 2).copied().unwrap_or(f64::NAN)
    };
    Measured {
        wall: middle(|run| run.wall),
        processor: middle(|run| run.processor),
        mebibytes: middle(|run| run.mebibytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_are_of_each_figure() {
        let run = |wall, mebibytes| Measured {
            wall,
            processor: 1.0,
            mebibytes,
        };
        let middle = median(&[run(3.0, 10.0), run(1.0, 30.0), run(2.0, 20.0)]);
        assert_eq!((middle.wall, middle.mebibytes), (2.0, 20.0));
    }

    #[test]
    fn a_process_takes_time_and_memory() {
        let measured = measure(&mut Command::new("true")).expect("a process");
        assert!(measured.wall > 0.0 && measured.mebibytes > 0.0);
        assert!(measure(&mut Command::new("false")).is_err());
    }
}
