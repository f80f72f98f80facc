//! Makes an archive of residua for a platform.

use anyhow::Result;
use clap::Parser;
use release::Release;

fn main() -> Result<()> {
    println!("{}", Release::parse().make()?.display());
    Ok(())
}
