//! The cost of an event that no object reacts to.

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::variants::{File, Program, median};

const SILENT: File = File {
    name: "Silent.java",
    text: include_str!("../java/Silent.java"),
};
const PROPERTY: File = File {
    name: "silent.yaml",
    text: include_str!("../java/silent.yaml"),
};
/// Events are never switched off.
const HEARD: &str = "-Dresidua.patience=2147483647";

#[derive(Args)]
pub struct Silent {
    /// The number of events of each run.
    #[arg(long, default_value_t = 1_000_000_000)]
    events: u64,
    /// How often each variant runs.
    #[arg(long, default_value_t = 5)]
    runs: usize,
}

impl Silent {
    /// Prints the nanoseconds of an event without a monitor, of one that is switched off, and of
    /// one that is heard and does nothing. The variants take turns.
    ///
    /// # Errors
    /// A variant computes something else, or reports.
    pub fn measure(&self) -> Result<()> {
        let program = Program::compile(&[SILENT])?;
        let woven = program.weave(PROPERTY)?;
        let variants = [
            (&woven.plain, None),
            (&woven.full, None),
            (&woven.full, Some(HEARD)),
        ];
        let mut nanoseconds: [Vec<f64>; 3] = Default::default();
        let mut computed = Vec::new();

        for _ in 0..self.runs {
            for ((classes, option), nanoseconds) in variants.iter().zip(&mut nanoseconds) {
                let options: Vec<&str> = option.iter().copied().collect();
                let ran = program.run(classes, &options, "Silent", &[self.events.to_string()])?;
                let (took, sum) = ran.printed.trim().split_once(' ').context("no figures")?;
                nanoseconds.push(took.parse()?);
                computed.push(sum.to_owned());
                ensure!(ran.reports == 0, "{} reports", ran.reports);
            }
        }

        ensure!(
            computed.windows(2).all(|pair| pair[0] == pair[1]),
            "the variants compute {computed:?}"
        );
        let [plain, silent, heard] = nanoseconds.map(median);
        println!(
            "{} events: {plain:.2} ns each without a monitor, {silent:.2} ns switched off, {heard:.2} ns heard",
            self.events
        );

        Ok(())
    }
}
