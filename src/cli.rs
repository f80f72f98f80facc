//! The command line as typed. What it means, together with a configuration file, is [`crate::settings`]'s business.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Finds out before deployment which part of runtime monitoring can never matter, and removes it.
///
/// Exit status: 0 done; 1 a property is violated in every execution or by the trace, `check` found errors, or the variants of
/// `demo` do not agree; 2 unusable arguments or input.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Tell nothing on stderr but errors
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Compute what part of monitoring a program can never matter
    Analyze(Box<AnalyzeArgs>),
    /// Weave the monitors that a plan leaves into class files
    Weave(WeaveArgs),
    /// Say what a plan decides about a line, a property or a transition, or what may be called or aliased, and why
    Explain(Box<ExplainArgs>),
    /// Parse and validate properties
    Check(CheckArgs),
    /// Write a property in another language
    Convert(ConvertArgs),
    /// Judge a recorded event trace with the reference interpreter
    Trace(TraceArgs),
    /// Run the case study end to end, from nothing but a JDK
    Demo(DemoArgs),
}

/// `residua analyze`.
#[derive(Debug, Args)]
pub struct AnalyzeArgs {
    /// What is analysed.
    #[command(flatten)]
    pub program: ProgramArgs,
    /// Where the results go [default: residua-out]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// How far to reduce [default: all]
    #[arg(long, value_name = "STEP")]
    pub through: Option<Step>,
    /// Leave conditions over data undecided
    #[arg(long)]
    pub no_data: bool,
    /// How to print the findings and the summary [default: text]
    #[arg(long)]
    pub format: Option<Format>,
    /// Raise events where the original tools do
    #[arg(long)]
    pub compat: bool,
    /// Have the independent checker confirm each property; a refused one is left unoptimized
    #[arg(long)]
    pub check: bool,
    /// Refuse sources that cannot be read in full
    #[arg(long)]
    pub strict: bool,
}

/// A program, the properties it is monitored with, and what is known about both.
#[derive(Debug, Args)]
pub struct ProgramArgs {
    /// Folders of Java sources, analysed as one program
    #[arg(long, value_name = "DIR", num_args = 1..)]
    pub source: Vec<PathBuf>,
    /// Property files, and folders of them
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub property: Vec<PathBuf>,
    /// Jars and class folders that the sources compile against, separated as for `java`
    #[arg(long, value_name = "PATH")]
    pub classpath: Vec<String>,
    /// Entry points: `[package.Class.]method[(types)]` or `@Annotation`, with `*` as a wildcard [default: every `main`]
    #[arg(long, value_name = "PATTERN", num_args = 1..)]
    pub entry: Vec<String>,
    /// What reflective calls reached in runs, one target a line, as TamiFlex writes it
    #[arg(long, value_name = "FILE")]
    pub reflection_log: Option<PathBuf>,
    /// Files that say what methods of libraries do, on top of the built-in ones
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub models: Vec<PathBuf>,
    /// A file with the options of `analyze` under their names; the command line wins
    #[arg(long, value_name = "residua.toml")]
    pub config: Option<PathBuf>,
    /// Threads to work on; results do not depend on it [default: one for each processor]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
}

/// The last step of the reductions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// Events that never occur
    Residual0,
    /// Events that never occur on an object
    Residual1,
    /// Transitions that no execution uses
    Residual2,
    /// Everything there is
    All,
}

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// For people
    #[default]
    Text,
    /// One JSON object
    Json,
    /// SARIF 2.1.0, for code scanning services
    Sarif,
}

/// `residua weave`.
#[derive(Debug, Args)]
pub struct WeaveArgs {
    /// The plan that `analyze` wrote
    #[arg(long, value_name = "OUT/plan.json")]
    pub plan: PathBuf,
    /// Folders and jars of compiled classes
    #[arg(long, value_name = "DIR|JAR", num_args = 1.., required = true)]
    pub classes: Vec<PathBuf>,
    /// Where the woven classes go
    #[arg(short, long = "output", value_name = "DIR|JAR")]
    pub output: PathBuf,
    /// Jars and class folders that the classes need, separated as for `java`
    #[arg(long, value_name = "PATH")]
    pub classpath: Vec<String>,
    /// Monitor everything: ignore every decision of the plan
    #[arg(long)]
    pub full: bool,
    /// Monitor nothing: take the calls that the plan silences out of sight of a monitoring tool of your own, which is to
    /// follow the residual properties
    #[arg(long, conflicts_with_all = ["full", "runtime"])]
    pub hide: bool,
    /// Whether the runtime library goes into the output
    #[arg(long, default_value = "bundled")]
    pub runtime: Runtime,
}

/// Where the runtime library goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Runtime {
    /// Into the output, which runs alone
    Bundled,
    /// With the monitors into `residua-runtime.jar` beside the output
    Separate,
}

/// `residua explain`.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("question").required(true).args(["plan", "calls", "alias"]))]
pub struct ExplainArgs {
    /// The plan that `analyze` wrote
    #[arg(long, value_name = "OUT/plan.json", requires = "subject")]
    pub plan: Option<PathBuf>,
    /// `FILE:LINE`, or `PROPERTY[:FROM->TO]`
    #[arg(value_name = "FILE:LINE|PROPERTY[:FROM->TO]", requires = "plan")]
    pub subject: Option<String>,
    /// Why a method may run, or what the calls at a line may run, and why; needs `--source`, not `--plan`
    #[arg(long, value_name = "METHOD|FILE:LINE[:COLUMN]", num_args = 1..)]
    pub calls: Vec<String>,
    /// Which objects the values at a place may be, and why; of two places, whether they may have one in common; needs
    /// `--source`, not `--plan`
    #[arg(long, value_name = "FILE:LINE[:COLUMN]", num_args = 1..=2)]
    pub alias: Vec<String>,
    /// The program, for `--calls` and `--alias`.
    #[command(flatten)]
    pub program: ProgramArgs,
}

/// `residua check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Property files, and folders of them
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// How to print the findings
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// `residua convert`.
#[derive(Debug, Args)]
pub struct ConvertArgs {
    /// The property file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The language to write
    #[arg(long)]
    pub to: Language,
}

/// A language that properties can be written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// residua's own
    Yaml,
    /// LARVA
    Lrv,
    /// JavaMOP
    Mop,
    /// A drawing for Graphviz
    Dot,
}

/// `residua trace`.
#[derive(Debug, Args)]
pub struct TraceArgs {
    /// The property file
    #[arg(long, value_name = "FILE")]
    pub property: PathBuf,
    /// The recorded events; `-` reads them from stdin
    #[arg(value_name = "EVENTS")]
    pub events: PathBuf,
}

/// `residua demo`.
#[derive(Debug, Args)]
pub struct DemoArgs {
    /// Where everything goes that it makes
    #[arg(long, value_name = "DIR", default_value = "residua-demo")]
    pub out: PathBuf,
    /// Numbers of users to run with
    #[arg(long, value_name = "N", num_args = 1.., default_values_t = [250, 500, 1000],
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub users: Vec<u32>,
    /// Seed of the random load
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Users who pay without being activated: as many reports
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    pub rogues: u32,
    /// Runs of each variant for each number of users; the fastest counts
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub rounds: u32,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn arguments_do_not_contradict_each_other() {
        super::Cli::command().debug_assert();
    }
}
