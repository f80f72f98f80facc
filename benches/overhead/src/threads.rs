//! Whether monitors keep up with several threads, and lose nothing.

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::variants::{File, Program, Ran, Variants, median};

const THREADS: File = ("Threads.java", include_str!("../java/Threads.java"));
const PROPERTY: File = ("threads.yaml", include_str!("../java/threads.yaml"));

#[derive(Args)]
pub struct Threads {
    /// The number of events of each run.
    #[arg(long, default_value_t = 100_000_000)]
    events: u64,
    /// Threads that share objects.
    #[arg(long, default_value_t = 16)]
    threads: u32,
    /// How often threads with objects of their own are timed.
    #[arg(long, default_value_t = 5)]
    runs: usize,
}

impl Threads {
    /// Prints what became of the reports of threads that share objects, and how long threads take that do not.
    ///
    /// # Errors
    /// Other reports than those that are known.
    pub fn measure(&self) -> Result<()> {
        let program = Program::compile(&[THREADS])?;
        let variants = program.weave(PROPERTY)?;
        let (ran, took, expected) = self.run(&program, &variants, "mixed", self.threads)?;
        println!(
            "{} threads, {} events on objects of their own and shared ones: {took:.1} s, {} of {expected} reports",
            self.threads, self.events, ran.reports
        );
        ensure!(ran.reports == expected, "{} reports instead of {expected}", ran.reports);
        let mut took: [Vec<f64>; 3] = Default::default();
        for _ in 0..self.runs {
            for (threads, took) in took.iter_mut().enumerate() {
                took.push(self.run(&program, &variants, "own", threads.try_into()?)?.1);
            }
        }
        let [alone, one, two] = took.map(median);
        println!(
            "{} events on objects of their own: {alone:.2} s by the only thread, {one:.2} s by one besides the main thread, \
             {two:.2} s by two ({:.2} times as fast as one)",
            self.events,
            one / two
        );
        Ok(())
    }

    /// One fully monitored run: what it gave, the seconds of its work, and the number of reports there must be.
    fn run(&self, program: &Program, variants: &Variants, kind: &str, threads: u32) -> Result<(Ran, f64, usize)> {
        let arguments = [kind.to_owned(), threads.to_string(), self.events.to_string()];
        let ran = program.run(&variants.full, &["-Xmx512m"], "Threads", &arguments)?;
        let (took, expected) = ran.printed.trim().split_once(' ').context("no figures")?;
        let (took, expected) = (took.parse::<f64>()? / 1000.0, expected.parse()?);
        Ok((ran, took, expected))
    }
}
