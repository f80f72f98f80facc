//! The cost of monitors. `cargo run --release -p overhead -- rounds` measures a program that does
//! nothing but iterate. `lives` measures one that makes more monitored objects than its heap could
//! hold, `threads` several threads, `silent` events that nobody reacts to. `aspectj` measures the
//! same rules written by hand, and `recordings` what it costs to record a run.

mod aspectj;
mod lives;
mod recordings;
mod rounds;
mod silent;
mod threads;
mod variants;

use anyhow::Result;
use clap::Parser;

#[derive(Parser)]
#[command(about = "What monitors cost")]
enum Command {
    /// Time of a program that does nothing but iterate
    Rounds(rounds::Rounds),
    /// Instances that are left of short-lived objects
    Lives(lives::Lives),
    /// Events of several threads
    Threads(threads::Threads),
    /// Events that nobody reacts to
    Silent(silent::Silent),
    /// The same rules in AspectJ
    #[command(name = "aspectj")]
    AspectJ(aspectj::AspectJ),
    /// Time and logs of recorded runs
    Recordings(recordings::Recordings),
}

fn main() -> Result<()> {
    match Command::parse() {
        Command::Rounds(rounds) => rounds.measure(),
        Command::Lives(lives) => lives.measure(),
        Command::Threads(threads) => threads.measure(),
        Command::Silent(silent) => silent.measure(),
        Command::AspectJ(aspectj) => aspectj.measure(),
        Command::Recordings(recordings) => recordings.measure(),
    }
}
