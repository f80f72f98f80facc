//! The cost of monitors for a program that does nothing but iterate.

use anyhow::{Result, ensure};
use clap::Args;

use crate::variants::{File, Program, median};

/// The program, and the class that makes it break each rule once.
pub const ROUNDS: File = File {
    name: "Rounds.java",
    text: include_str!("../java/Rounds.java"),
};
const BROKEN: File = File {
    name: "Broken.java",
    text: include_str!("../java/Broken.java"),
};

/// The rules: `hasNext` before `next`, no change while a collection is iterated, none of a map
/// while its views are.
pub const PROPERTIES: [File; 3] = [
    File {
        name: "has_next.yaml",
        text: include_str!("../../corpus/properties/has_next.yaml"),
    },
    File {
        name: "unchanged_collection.yaml",
        text: include_str!("../../corpus/properties/unchanged_collection.yaml"),
    },
    File {
        name: "unchanged_map.yaml",
        text: include_str!("../../corpus/properties/unchanged_map.yaml"),
    },
];

/// A collector without threads of its own.
pub const SERIAL: [&str; 2] = ["-XX:+UseSerialGC", "-Xmx512m"];

#[derive(Args)]
pub struct Rounds {
    /// Rounds of the program.
    #[arg(long, default_value_t = 300_000)]
    rounds: u64,
    /// How often each variant runs.
    #[arg(long, default_value_t = 5)]
    runs: usize,
    /// Break each rule once, at the end.
    #[arg(long)]
    violate: bool,
}

impl Rounds {
    /// Prints two rows for each rule, for processor seconds of the whole virtual machine, which
    /// compiles on other threads than the program's, and for the time until it ended. The variants
    /// take turns.
    pub fn measure(&self) -> Result<()> {
        let (files, main): (&[File], _) = if self.violate {
            (&[ROUNDS, BROKEN], "Broken")
        } else {
            (&[ROUNDS], "Rounds")
        };
        let program = Program::compile(files)?;
        println!(
            "| property | sites | kept | seconds | plain | full | optimized | full | optimized | reports |"
        );
        println!("|---|---|---|---|---|---|---|---|---|---|");

        for property in PROPERTIES {
            let name = property.name;
            let variants = program.weave(property)?;
            let mut spent: [[Vec<f64>; 3]; 2] = Default::default();
            let mut reports = [0; 3];
            for _ in 0..self.runs {
                for (variant, classes) in [&variants.plain, &variants.full, &variants.optimized]
                    .into_iter()
                    .enumerate()
                {
                    let ran = program.run(classes, &SERIAL, main, &[self.rounds.to_string()])?;
                    spent[0][variant].push(ran.seconds);
                    spent[1][variant].push(ran.waited);
                    reports[variant] = ran.reports;
                }
            }
            let [_, full, optimized] = reports;
            ensure!(
                full == optimized,
                "{name}: {full} reports fully monitored, {optimized} optimized"
            );
            for (of, spent) in ["processor", "elapsed"].into_iter().zip(spent) {
                let [plain, full_seconds, optimized_seconds] = spent.map(median);
                let more = |seconds: f64| format!("{:+.0} %", (seconds / plain - 1.0) * 100.0);
                println!(
                    "| {name} | {} | {} | {of} | {plain:.2} | {full_seconds:.2} | {optimized_seconds:.2} | {} | {} | {full} |",
                    variants.sites,
                    variants.kept,
                    more(full_seconds),
                    more(optimized_seconds)
                );
            }
        }

        Ok(())
    }
}
