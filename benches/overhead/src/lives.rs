//! The lives of monitors, which must end with their objects: more of these than the heap could hold
//! pass through it.

use anyhow::{Result, ensure};
use clap::Args;

use crate::variants::{File, Program};

const LIVES: File = File {
    name: "Lives.java",
    text: include_str!("../java/Lives.java"),
};
const PROPERTY: File = File {
    name: "lives.yaml",
    text: include_str!("../java/lives.yaml"),
};

#[derive(Args)]
pub struct Lives {
    /// The number of objects; each has two events.
    #[arg(long, default_value_t = 10_000_000)]
    objects: u64,
    /// Size of the heap in MiB.
    #[arg(long, default_value_t = 256)]
    heap: u32,
}

impl Lives {
    /// Prints what the fully monitored program took, and how many instances its heap holds in the
    /// end.
    ///
    /// # Errors
    /// Some are left, or there were reports.
    pub fn measure(&self) -> Result<()> {
        let program = Program::compile(&[LIVES])?;
        let variants = program.weave(PROPERTY)?;
        let options = ["-XX:+UseSerialGC", &format!("-Xmx{}m", self.heap)];
        let ran = program.run(
            &variants.full,
            &options,
            "Lives",
            &[self.objects.to_string()],
        )?;
        let left = ran.printed.trim();
        println!(
            "{} objects in {} MiB: {:.1} s, {left} instances left",
            self.objects, self.heap, ran.seconds
        );
        ensure!(
            left == "0" && ran.reports == 0,
            "{left} instances left, {} reports",
            ran.reports
        );

        Ok(())
    }
}
