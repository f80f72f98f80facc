//! `cargo run --release -p planted-faults [TEXT..]`: plants faults and tells whether they are
//! found.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::Parser;
use planted_faults::{Campaign, Fault, Outcome, faults, results};

/// The workspace of this crate.
const WORKSPACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Plants faults in a copy of the workspace, one after the other, and expects of each that its
/// killer fails.
#[derive(Debug, Parser)]
struct Arguments {
    /// Texts in the ids or files of the faults to plant; all without one.
    texts: Vec<String>,
    /// Where to copy and build; `planted-faults` in the folder where cargo builds, if not given.
    #[arg(long)]
    folder: Option<PathBuf>,
}

fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    let all = faults()?;
    let chosen: Vec<&Fault> = all
        .iter()
        .filter(|fault| is_chosen(fault, &arguments.texts))
        .collect();
    if chosen.is_empty() {
        bail!(
            "no fault has one of these texts in its id or file: {}",
            arguments.texts.join(", ")
        );
    }
    let begin = Instant::now();
    let folder = arguments
        .folder
        .unwrap_or_else(|| target_folder().join("planted-faults"));
    let campaign = Campaign::new(Path::new(WORKSPACE), &folder)?;
    campaign.without_faults(&chosen)?;
    eprintln!(
        "all killers pass without a fault ({:.0} s)",
        begin.elapsed().as_secs_f64()
    );
    let mut outcomes: Vec<(&Fault, Outcome, Duration)> = Vec::new();
    for fault in chosen {
        let (outcome, time) = campaign.plant(fault)?;
        eprintln!("{}: {outcome:?} ({:.1} s)", fault.id, time.as_secs_f64());
        outcomes.push((fault, outcome, time));
    }
    println!("{}", results(&outcomes));
    let killed = outcomes
        .iter()
        .filter(|(_, outcome, _)| *outcome == Outcome::Killed)
        .count();
    println!(
        "{killed} of {} killed, {:.0} s",
        outcomes.len(),
        begin.elapsed().as_secs_f64()
    );
    Ok(if killed == outcomes.len() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn is_chosen(fault: &Fault, texts: &[String]) -> bool {
    texts.is_empty()
        || texts
            .iter()
            .any(|text| fault.id.contains(text) || fault.file.contains(text))
}

/// Returns the folder where cargo builds.
fn target_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| Path::new(WORKSPACE).join("target"), PathBuf::from)
}
