//! The monitors of several threads, which have to keep up and lose nothing.

use std::thread;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::variants::{File, Program, Ran, Variants, median};

const THREADS: File = File {
    name: "Threads.java",
    text: include_str!("../java/Threads.java"),
};
const PROPERTY: File = File {
    name: "threads.yaml",
    text: include_str!("../java/threads.yaml"),
};

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
    /// Prints what became of the reports of threads that share objects, and how long threads take
    /// that do not.
    ///
    /// # Errors
    /// Other reports than those that are known.
    pub fn measure(&self) -> Result<()> {
        let program = Program::compile(&[THREADS])?;
        let variants = program.weave(PROPERTY)?;
        let (ran, took, expected) =
            self.run(&program, &variants, "mixed", self.threads, self.events)?;
        println!(
            "{} threads, {} events on objects of their own and shared ones: {took:.1} s, {} of {expected} reports",
            self.threads, self.events, ran.reports
        );
        ensure!(
            ran.reports == expected,
            "{} reports instead of {expected}",
            ran.reports
        );

        let mut took: [Vec<f64>; 4] = Default::default();
        for _ in 0..self.runs {
            for (threads, took) in took[..3].iter_mut().enumerate() {
                took.push(
                    self.run(&program, &variants, "own", threads.try_into()?, self.events)?
                        .1,
                );
            }
            took[3].push(self.apart(&program, &variants)?);
        }

        let [alone, one, two, apart] = took.map(median);
        println!(
            "{} events on objects of their own: {alone:.2} s by the only thread, {one:.2} s by one besides the main thread, \
             {two:.2} s by two ({:.2} times as fast as one), {apart:.2} s by two in virtual machines of their own ({:.2} times)",
            self.events,
            one / two,
            one / apart
        );

        Ok(())
    }

    /// The seconds of two threads that share nothing but the machine, each with half of the events:
    /// what two can come to.
    fn apart(&self, program: &Program, variants: &Variants) -> Result<f64> {
        let half =
            || Ok::<f64, anyhow::Error>(self.run(program, variants, "own", 1, self.events / 2)?.1);
        let (one, other) = thread::scope(|scope| {
            let other = scope.spawn(half);
            (half(), other.join())
        });
        let other = other.map_err(|_| anyhow::anyhow!("a run has panicked"))?;
        Ok(one?.max(other?))
    }

    /// One fully monitored run: what it gave, the seconds of its work, and the number of reports
    /// there must be.
    fn run(
        &self,
        program: &Program,
        variants: &Variants,
        kind: &str,
        threads: u32,
        events: u64,
    ) -> Result<(Ran, f64, usize)> {
        let arguments = [kind.to_owned(), threads.to_string(), events.to_string()];
        let ran = program.run(&variants.full, &["-Xmx512m"], "Threads", &arguments)?;
        let (took, expected) = ran.printed.trim().split_once(' ').context("no figures")?;
        let (took, expected) = (took.parse::<f64>()? / 1000.0, expected.parse()?);
        Ok((ran, took, expected))
    }
}
