//! The same rules as one would write them in AspectJ, woven by `ajc`, side by side with ours: the
//! property of the case study, and `hasNext` before `next` in the program that iterates. Beside the
//! former stands a monitor that does nothing but what every monitor has to.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use case_study::{Demo, Load, PROGRAM, Variant};
use clap::Args;
use jvm::jdk::Jdk;

use crate::rounds::{PROPERTIES, ROUNDS, SERIAL};
use crate::variants::{File, Program, median};

/// The newest release that Debian's `ajc` reads.
const RELEASE: &str = "11";

const PAYMENTS: File = File {
    name: "PaymentsMonitor.aj",
    text: include_str!("../aspectj/PaymentsMonitor.aj"),
};
/// A lower bound: no monitor of the case study's property is below it.
const BOUND: File = File {
    name: "PaymentsBound.aj",
    text: include_str!("../aspectj/PaymentsBound.aj"),
};
const HAS_NEXT: File = File {
    name: "HasNextMonitor.aj",
    text: include_str!("../aspectj/HasNextMonitor.aj"),
};

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
    /// Prints a row for each program and load: the variants take turns, and processor seconds of
    /// the whole virtual machine are compared.
    ///
    /// # Errors
    /// `ajc` is missing, or the variants do not report the same.
    pub fn measure(&self) -> Result<()> {
        println!(
            "| program | plain s | AspectJ s | full s | optimized s | least s | AspectJ | full | optimized | least | spread | reports |"
        );
        println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
        self.payments()?;
        self.iterators()
    }

    fn payments(&self) -> Result<()> {
        let folder = tempfile::tempdir()?;
        let demo = Demo {
            out: folder.path().to_owned(),
            users: Vec::new(),
            seed: 1,
            rogues: 5,
            rounds: 1,
        };
        let built = case_study::build(&demo, &mut |_| ())?;
        let files = PROGRAM.map(|file| folder.path().join("src").join(file.path));

        let woven = self.weave(folder.path(), &files, PAYMENTS)?;
        let bound = self.weave(folder.path(), &files, BOUND)?;
        let [plain, full, optimized] =
            [Variant::Unmonitored, Variant::Monitored, Variant::After3rd]
                .map(|variant| &built.folders[&variant]);
        let variants = [plain, &woven, full, optimized, &bound];

        for &users in &self.users {
            let load = Load {
                users,
                seed: 1,
                rogues: 5,
            };
            self.compare(
                &format!("payments, {users} users"),
                variants.len(),
                |variant| {
                    let measured = case_study::run(&built.java, variants[variant], load)?;
                    Ok((measured.seconds, measured.reports.len()))
                },
            )?;
        }

        Ok(())
    }

    fn iterators(&self) -> Result<()> {
        let program = Program::compile(&[ROUNDS])?;
        let ours = program.weave(PROPERTIES[0])?;
        let folder = tempfile::tempdir()?;
        let file = folder.path().join(ROUNDS.name);
        fs::write(&file, ROUNDS.text)?;
        let woven = self.weave(folder.path(), &[file], HAS_NEXT)?;
        let variants = [&ours.plain, &woven, &ours.full, &ours.optimized];

        self.compare(
            &format!("has_next, {} rounds", self.rounds),
            variants.len(),
            |variant| {
                let ran = program.run(
                    variants[variant],
                    &SERIAL,
                    "Rounds",
                    &[self.rounds.to_string()],
                )?;
                Ok((ran.seconds, ran.reports))
            },
        )
    }

    /// Runs the variants in turns: without monitors, by AspectJ, fully monitored, optimized, and
    /// the least there can be, if that is known. Each run gives its seconds and reports.
    fn compare(
        &self,
        name: &str,
        variants: usize,
        run: impl Fn(usize) -> Result<(f64, usize)>,
    ) -> Result<()> {
        let mut seconds = vec![Vec::new(); variants];
        let mut reports = vec![0; variants];
        for _ in 0..self.runs {
            for variant in 0..variants {
                let (took, reported) = run(variant)?;
                seconds[variant].push(took);
                reports[variant] = reported;
            }
        }

        ensure!(
            reports[1..].iter().all(|&reported| reported == reports[1]),
            "{name}: {reports:?} reports"
        );
        let spread = spread(&seconds[0]);
        let medians: Vec<f64> = seconds.into_iter().map(median).collect();
        let cell = |variant: usize, shown: &dyn Fn(f64) -> String| {
            medians.get(variant).map_or("".to_owned(), |&m| shown(m))
        };
        let taken = (0..5).map(|variant| cell(variant, &|seconds| format!("{seconds:.2}")));

        let more = |seconds: f64| format!("{:+.1} %", (seconds / medians[0] - 1.0) * 100.0);
        let cells: Vec<String> = taken
            .chain((1..5).map(|variant| cell(variant, &more)))
            .collect();
        println!(
            "| {name} | {} | {spread:.1} % | {} |",
            cells.join(" | "),
            reports[1]
        );

        Ok(())
    }

    /// Compiles the files and weaves an aspect into them; gives a class folder that has the runtime
    /// library in it.
    fn weave(&self, folder: &Path, files: &[PathBuf], aspect: File) -> Result<PathBuf> {
        let File { name, text } = aspect;
        let [compiled, woven] = ["release", "aspectj"]
            .map(|kind| folder.join(format!("{kind}-{}", name.trim_end_matches(".aj"))));
        let javac = Jdk::from_environment()?.home().join("bin/javac");
        let run = |command: &mut Command| -> Result<()> {
            let output = command
                .output()
                .with_context(|| format!("{command:?} cannot be run"))?;
            let said = String::from_utf8_lossy(&output.stderr);
            ensure!(output.status.success(), "{command:?} fails: {said}");
            Ok(())
        };
        run(Command::new(javac)
            .args(["--release", RELEASE, "-d"])
            .arg(&compiled)
            .args(files))?;

        let aspect = folder.join(name);
        fs::write(&aspect, text)?;
        let mut ajc = Command::new("ajc");
        ajc.arg(format!("-{RELEASE}"))
            .arg("-inpath")
            .arg(&compiled)
            .arg("-cp")
            .arg(&self.runtime);
        run(ajc.arg("-d").arg(&woven).arg(aspect))?;
        run(Command::new("unzip")
            .args(["-qo"])
            .arg(&self.runtime)
            .args(["org/*", "-d"])
            .arg(&woven))?;

        Ok(woven)
    }
}

/// How far the runs are apart, in percent of the median.
fn spread(seconds: &[f64]) -> f64 {
    let most = seconds.iter().copied().fold(f64::MIN, f64::max);
    let least = seconds.iter().copied().fold(f64::MAX, f64::min);
    (most - least) / median(seconds.to_vec()) * 100.0
}
