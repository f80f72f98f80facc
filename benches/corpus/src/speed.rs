//! The front end against javac, side by side in one run.

use std::fmt;

use anyhow::Result;
use jvm::jdk::Jdk;

use crate::measured::{Measured, median};
use crate::programs::{Places, Program};
use crate::{javac, lower};

/// One program's figures; medians over the runs.
#[derive(Debug, Clone)]
pub struct Row {
    pub program: String,
    pub files: usize,
    pub lines: usize,
    pub javac: Measured,
    pub lowered: Measured,
}

/// Times javac and the front end in turns, `runs` times each.
pub fn compare(places: &Places, jdk: &Jdk, program: &Program, runs: usize) -> Result<Row> {
    let (files, lines) = size(places, program)?;
    let (mut javac, mut lowered) = (Vec::new(), Vec::new());
    for _ in 0..runs {
        javac.push(javac::compile(places, jdk, program)?);
        lowered.push(lower::measured(places, program)?);
    }
    let (javac, lowered) = (median(&javac), median(&lowered));
    Ok(Row {
        program: program.name.clone(),
        files,
        lines,
        javac,
        lowered,
    })
}

/// The number of files and lines of a program.
pub fn size(places: &Places, program: &Program) -> Result<(usize, usize)> {
    let files = places.files(program)?;
    let mut lines = 0;
    for file in &files {
        lines += std::fs::read(file)?
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count();
    }
    Ok((files.len(), lines))
}

/// The head of a table of rows.
pub const HEAD: &str = "| program | files | lines | javac s | ours s | ratio | javac cpu s | ours cpu s | javac MiB | ours MiB |\n|---|---|---|---|---|---|---|---|---|---|";

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row {
            program,
            files,
            lines,
            javac,
            lowered,
        } = self;
        write!(
            f,
            "| {program} | {files} | {lines} | {:.2} | {:.2} | {:.2} ",
            javac.wall,
            lowered.wall,
            lowered.wall / javac.wall
        )?;

        write!(
            f,
            "| {:.1} | {:.1} | {:.0} | {:.0} |",
            javac.processor, lowered.processor, javac.mebibytes, lowered.mebibytes
        )
    }
}
