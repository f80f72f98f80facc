//! The cost of a recording, and the size of its log.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::Args;
use jvm::jdk::Jdk;
use tempfile::TempDir;

use crate::variants::{File, Program, median};

const COUNTING: File = File {
    name: "Counting.java",
    text: include_str!("../java/Counting.java"),
};

/// The programs of one size each that the paper on the RV system has (figure 8), with their arguments.
const SIZES: [(&str, &[&str]); 7] = [
    ("huge", &["2500000"]),
    ("medium", &["100000"]),
    ("small", &["1000"]),
    ("mixedlocks huge", &["250000", "locks"]),
    ("mixedlocks big", &["25000", "locks"]),
    ("mixedlocks medium", &["2500", "locks"]),
    ("mixedlocks small", &["250", "locks"]),
];

#[derive(Args)]
pub struct Recordings {
    /// The residua that records
    #[arg(long, default_value = "target/release/residua", value_name = "FILE")]
    residua: PathBuf,
    /// How often each command is run, in turns
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// A command to record, instead of the programs of figure 8
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
}

/// A recorded run, and its prediction.
#[derive(Default)]
struct Recorded {
    seconds: f64,
    bytes: u64,
    predict: f64,
    said: String,
}

impl Recordings {
    /// Prints for each program the seconds of a plain run, of a recording, of one with all events, and of `predict`; and
    /// the size of the logs.
    ///
    /// # Errors
    /// A command fails.
    pub fn measure(&self) -> Result<()> {
        println!("program | plain | record | predict | log | record --all | predict | log");
        if self.command.is_empty() {
            let jdk = Jdk::from_environment()?;
            let program = Program::compile(&[COUNTING])?;
            let java = jdk.home().join("bin/java").display().to_string();
            let classes = program.classes().display().to_string();
            for (size, arguments) in SIZES {
                let mut command = vec![&*java, "-cp", &classes, "Counting"];
                command.extend(arguments);
                let command: Vec<String> = command.into_iter().map(str::to_owned).collect();
                self.row(size, &command)?;
            }
            Ok(())
        } else {
            self.row("the command", &self.command)
        }
    }

    fn row(&self, name: &str, command: &[String]) -> Result<()> {
        let folder = tempfile::tempdir()?;
        let mut plain = Vec::new();
        let mut runs: [Vec<Recorded>; 2] = Default::default();
        for _ in 0..self.runs {
            let mut java = Command::new(&command[0]);
            plain.push(timed(java.args(&command[1..]))?.0);
            for (options, runs) in [&[][..], &["--all"]].into_iter().zip(&mut runs) {
                runs.push(self.record(&folder, options, command)?);
            }
        }
        let plain = median(plain);
        let recorded = runs.map(middle);
        let mut line = format!("{name} | {plain:.2} s");
        for Recorded {
            seconds,
            bytes,
            predict,
            ..
        } in &recorded
        {
            let ratio = seconds / plain;
            line += &format!(" | {seconds:.2} s ({ratio:.1}) | {predict:.2} s | {bytes} bytes");
        }
        println!("{line}");
        for (what, recorded) in ["record", "record --all"].iter().zip(&recorded) {
            println!("  {what}: {}", recorded.said);
        }
        Ok(())
    }

    fn record(&self, folder: &TempDir, options: &[&str], command: &[String]) -> Result<Recorded> {
        let log = folder.path().join("run.log");
        let mut record = Command::new(&self.residua);
        record.arg("record").args(options).arg("-o").arg(&log);
        let (seconds, said) = timed(record.arg("--").args(command))?;
        let bytes = fs::metadata(&log)?.len();
        let mut judge = Command::new(&self.residua);
        let (predict, _) = timed(judge.arg("predict").arg(&log))?;
        Ok(Recorded {
            seconds,
            bytes,
            predict,
            said: said
                .lines()
                .find(|line| line.starts_with("recorded "))
                .unwrap_or_default()
                .trim()
                .to_owned(),
        })
    }
}

/// Runs a command. Gives the seconds that it took, and its messages.
fn timed(command: &mut Command) -> Result<(f64, String)> {
    let started = Instant::now();
    let output = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .output()
        .with_context(|| format!("{} cannot be run", command.get_program().display()))?;
    let seconds = started.elapsed().as_secs_f64();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    // `predict` ends with 1 if it has reports.
    let code = output.status.code();
    ensure!(matches!(code, Some(0 | 1)), "{command:?} fails: {said}");
    Ok((seconds, said))
}

/// The middle of each figure.
fn middle(runs: Vec<Recorded>) -> Recorded {
    let seconds = median(runs.iter().map(|run| run.seconds).collect());
    let predict = median(runs.iter().map(|run| run.predict).collect());
    let mut last = runs.into_iter().next_back().unwrap_or_default();
    last.seconds = seconds;
    last.predict = predict;
    last
}
