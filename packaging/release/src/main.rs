//! Makes an archive of residua for a platform.

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use release::Release;

/// Makes `residua-VERSION-TRIPLE.tar.gz` (`.zip` for Windows), and puts its checksum into
/// `SHA256SUMS` beside it.
#[derive(Parser)]
struct Arguments {
    /// The platform, as Rust names it: `x86_64-unknown-linux-gnu`
    #[arg(long, value_name = "TRIPLE")]
    target: String,
    /// The command for that platform. Without it cargo builds it
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,
    /// A command that runs here, for manual pages and completions. Needed if you build for another
    /// system
    #[arg(long, value_name = "FILE")]
    runs_here: Option<PathBuf>,
    /// The folder of the archive
    #[arg(long, value_name = "DIR", default_value = "target/release-archives")]
    out: PathBuf,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let release = Release {
        target: arguments.target,
        binary: arguments.binary,
        runs_here: arguments.runs_here,
        out: arguments.out,
    };
    println!("{}", release.make()?.display());
    Ok(())
}
