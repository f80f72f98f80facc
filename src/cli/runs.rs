//! The arguments of the commands on recorded runs.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::{Format, Listing};

/// `residua record`.
#[derive(Debug, Args)]
pub struct RecordArgs {
    /// The log to write. Where the command runs several virtual machines, those after the first get
    /// a number
    #[arg(short, long, value_name = "LOG", default_value = "residua.log")]
    pub output: PathBuf,
    /// The program.
    #[command(flatten)]
    pub program: RecordedProgramArgs,
}

/// `residua predict`.
#[derive(Debug, Args)]
pub struct PredictArgs {
    /// Logs of recorded runs, and folders that classes of `weave --log` have recorded into
    #[arg(value_name = "LOG", required_unless_present = "std")]
    pub logs: Vec<PathBuf>,
    /// Recorded runs as STD of RAPID: `thread|op(target)|line`, one event a line, plain or gzip
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub std: Vec<PathBuf>,
    /// Property files, and folders of them: look for their violations as well
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub property: Vec<PathBuf>,
    /// Read properties as LARVA and JavaMOP do, even if they document something else
    #[arg(long)]
    pub compat: bool,
    /// Write the one run into a log, and look for nothing
    #[arg(long, value_name = "LOG")]
    pub to_log: Option<PathBuf>,
    /// Write the one run as STD, and look for nothing
    #[arg(long, value_name = "FILE", conflicts_with = "to_log")]
    pub to_std: Option<PathBuf>,
    /// The most events that the searches see at a time. A longer run is cut into windows of so many
    #[arg(long, value_name = "EVENTS", default_value = "10000000")]
    pub window: NonZeroUsize,
    /// The workers.
    #[command(flatten)]
    pub workers: WorkersArgs,
    /// Also write the reports into a page for a browser
    #[arg(long, value_name = "PAGE", conflicts_with_all = ["to_log", "to_std"])]
    pub html: Option<PathBuf>,
    /// Folders of the program's sources: the page shows their lines
    #[arg(long, value_name = "DIR", num_args = 1.., requires = "html")]
    pub source: Vec<PathBuf>,
    /// How to print the reports
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// The threads and processes that share the work.
#[derive(Debug, Clone, Args)]
pub struct WorkersArgs {
    /// Number of threads that share the work. Results do not depend on it
    #[arg(long, value_name = "N", default_value = "1")]
    pub workers: NonZeroUsize,
    /// The processes that share the work: one `host:port` a line. Each one reads the same files, and
    /// the first prints the results
    #[arg(long, value_name = "FILE", requires = "process")]
    pub hosts: Option<PathBuf>,
    /// The number of this process, from 0: its line of `--hosts`
    #[arg(long, value_name = "N", requires = "hosts")]
    pub process: Option<usize>,
    /// Wait so many seconds for the other processes
    #[arg(long, value_name = "SECONDS", default_value_t = 60, requires = "hosts")]
    pub patience: u32,
}

/// `residua replay`.
#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// Reports of `predict --format json`, or a log, whose reports are looked for first
    #[arg(value_name = "REPORTS")]
    pub reports: PathBuf,
    /// Replay only the report with this number, from 1; may be repeated [default: all]
    #[arg(short, long, value_name = "N")]
    pub number: Vec<usize>,
    /// Replay each report so many times
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub times: u32,
    /// Give a replay up when nothing happens for so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub patience: u32,
    /// Show what the program prints
    #[arg(long)]
    pub show_output: bool,
    /// How to print the results
    #[arg(long, default_value = "text")]
    pub format: Listing,
    /// The program, as for `record`.
    #[command(flatten)]
    pub program: RecordedProgramArgs,
}

/// A program whose threads are recorded.
#[derive(Debug, Args)]
pub struct RecordedProgramArgs {
    /// Folders and jars whose classes are recorded [default: the class path of the command]
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub classes: Vec<PathBuf>,
    /// Folders and jars that these need, and that are not recorded
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub classpath: Vec<PathBuf>,
    /// Property files, and folders of them: record their events as well
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub property: Vec<PathBuf>,
    /// Read properties as LARVA and JavaMOP do, even if they document something else
    #[arg(long)]
    pub compat: bool,
    /// Record all accesses, even those that no two threads can be in conflict about
    #[arg(long)]
    pub all: bool,
    /// Methods that are to be transactions, as `bank.Account.transfer`; `*` stands for any characters
    /// [default: each outermost critical section is one]
    #[arg(long, value_name = "METHOD", num_args = 1..)]
    pub atomic: Vec<String>,
    /// The command that runs the program. The classes in it, or `{classes}`, are replaced
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub command: Vec<String>,
}
