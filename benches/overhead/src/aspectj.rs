//! The same rules as one would write them in AspectJ, woven by `ajc`, side by side with ours: the property of the case study, and
//! `hasNext` before `next` in the program that iterates.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use case_study::{Demo, Load, PROGRAM, Variant};
use clap::Args;
use jvm::jdk::Jdk;

use crate::rounds::{PROPERTIES, ROUNDS, SERIAL};
use crate::variants::{Program, median};

/// The newest release that Debian's `ajc` reads.
const RELEASE: &str = "11";

const PAYMENTS: (&str, &str) = ("PaymentsMonitor.aj", include_str!("../aspectj/PaymentsMonitor.aj"));
const HAS_NEXT: (&str, &str) = ("HasNextMonitor.aj", include_str!("../aspectj/HasNextMonitor.aj"));

#[derive(Args)]
pub struct AspectJ {
    /// The runtime library of AspectJ.
    #[arg(long, default_value = "/usr/share/java/aspectjrt.jar")]
    runtime: PathBuf,
    /// Numbers of users of the payment system.
    #[arg(long, value_delimiter = ',', default_values_t = [500, 1000, 2000])]
    users: Vec<u32>,
    /// Rounds of the program that iterates.
    #[arg(long, default_value_t = 300_000)]
    rounds: u64,
    /// How often each variant runs.
    #[arg(long, default_value_t = 5)]
    runs: usize,
}

impl AspectJ {
    /// Prints a row for each program and load: the variants take turns, and processor seconds of the whole virtual machine
    /// are compared.
    ///
    /// # Errors
    /// `ajc` is missing, or the variants do not report the same.
    pub fn measure(&self) -> Result<()> {
        println!(
            "| program | plain s | AspectJ s | full s | optimized s | AspectJ | full | optimized | spread | reports |"
        );
        println!("|---|---|---|---|---|---|---|---|---|---|");
        self.payments()?;
        self.iterators()
    }

    fn payments(&self) -> Result<()> {
        let folder = tempfile::tempdir()?;
        let demo = Demo { out: folder.path().to_owned(), users: Vec::new(), seed: 1, rogues: 5, rounds: 1 };
        let built = case_study::build(&demo, &mut |_| ())?;
        let files = PROGRAM.map(|file| folder.path().join("src").join(file.path));
        let woven = self.weave(folder.path(), &files, PAYMENTS)?;
        let plain = &built.folders[&Variant::Unmonitored];
        let variants = [plain, &woven, &built.folders[&Variant::Monitored], &built.folders[&Variant::After3rd]];
        for &users in &self.users {
            let load = Load { users, seed: 1, rogues: 5 };
            self.compare(&format!("payments, {users} users"), |variant| {
                let measured = case_study::run(&built.java, variants[variant], load)?;
                Ok((measured.seconds, measured.reports.len()))
            })?;
        }
        Ok(())
    }

    fn iterators(&self) -> Result<()> {
        let program = Program::compile(&[ROUNDS])?;
        let ours = program.weave(PROPERTIES[0])?;
        let folder = tempfile::tempdir()?;
        let file = folder.path().join(ROUNDS.0);
        fs::write(&file, ROUNDS.1)?;
        let woven = self.weave(folder.path(), &[file], HAS_NEXT)?;
        let variants = [&ours.plain, &woven, &ours.full, &ours.optimized];
        self.compare(&format!("has_next, {} rounds", self.rounds), |variant| {
            let ran = program.run(variants[variant], &SERIAL, "Rounds", &[self.rounds.to_string()])?;
            Ok((ran.seconds, ran.reports))
        })
    }

    /// Runs four variants: without monitors, by AspectJ, fully monitored, optimized. Each run gives its seconds and reports.
    fn compare(&self, name: &str, run: impl Fn(usize) -> Result<(f64, usize)>) -> Result<()> {
        let mut seconds: [Vec<f64>; 4] = Default::default();
        let mut reports = [0; 4];
        for _ in 0..self.runs {
            for variant in 0..4 {
                let (took, reported) = run(variant)?;
                seconds[variant].push(took);
                reports[variant] = reported;
            }
        }
        ensure!(reports[1..].iter().all(|&reported| reported == reports[1]), "{name}: {reports:?} reports");
        let spread = spread(&seconds[0]);
        let [plain, aspectj, full, optimized] = seconds.map(median);
        let more = |seconds: f64| format!("{:+.1} %", (seconds / plain - 1.0) * 100.0);
        println!(
            "| {name} | {plain:.2} | {aspectj:.2} | {full:.2} | {optimized:.2} | {} | {} | {} | {spread:.1} % | {} |",
            more(aspectj),
            more(full),
            more(optimized),
            reports[1]
        );
        Ok(())
    }

    /// Compiles the files and weaves an aspect into them; gives a class folder that has the runtime library in it.
    fn weave(&self, folder: &Path, files: &[PathBuf], (name, text): (&str, &str)) -> Result<PathBuf> {
        let [compiled, woven] = ["release", "aspectj"].map(|name| folder.join(name));
        let javac = Jdk::from_environment()?.home().join("bin/javac");
        let run = |command: &mut Command| -> Result<()> {
            let output = command.output().with_context(|| format!("{command:?} cannot be run"))?;
            let said = String::from_utf8_lossy(&output.stderr);
            ensure!(output.status.success(), "{command:?} fails: {said}");
            Ok(())
        };
        run(Command::new(javac).args(["--release", RELEASE, "-d"]).arg(&compiled).args(files))?;
        let aspect = folder.join(name);
        fs::write(&aspect, text)?;
        let mut ajc = Command::new("ajc");
        ajc.arg(format!("-{RELEASE}")).arg("-inpath").arg(&compiled).arg("-cp").arg(&self.runtime);
        run(ajc.arg("-d").arg(&woven).arg(aspect))?;
        run(Command::new("unzip").args(["-qo"]).arg(&self.runtime).args(["org/*", "-d"]).arg(&woven))?;
        Ok(woven)
    }
}

/// How far the runs are apart, in percent of the median.
fn spread(seconds: &[f64]) -> f64 {
    let most = seconds.iter().copied().fold(f64::MIN, f64::max);
    let least = seconds.iter().copied().fold(f64::MAX, f64::min);
    (most - least) / median(seconds.to_vec()) * 100.0
}
