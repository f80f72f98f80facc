//! The command line as typed. What it means, together with a configuration file, is
//! [`crate::settings`]'s business.

mod runs;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use languages::Fidelity;

pub use runs::{PredictArgs, RecordArgs, RecordedProgramArgs, ReplayArgs, WorkersArgs};

/// Proves before deployment which runtime checks can never matter, and removes them
///
/// Exit status: 0 done. 1 every execution or the trace violates a property, `predict` has reports, `replay` does not
/// confirm one, more is monitored than the budget or `--max-new` allows, `check` found errors, or variants of `demo` or `measure`
/// differ. 2 the arguments or the input cannot be used.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Print only errors on stderr
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Print the time and the most memory of each phase on stderr, and all findings
    #[arg(long, short, global = true, conflicts_with = "quiet")]
    pub verbose: bool,
    /// Do not name the next step
    #[arg(long, global = true)]
    pub no_next: bool,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Look at a Maven, Gradle, Ant or plain project and write its `residua.toml`
    Init(InitArgs),
    /// Prove which monitored calls of a program can never matter
    Analyze(Box<AnalyzeArgs>),
    /// Insert the monitors that are still needed into the class files
    Weave(WeaveArgs),
    /// Explain what a plan decides about a line, a property or a transition, what may be called or
    /// aliased, or what the code of a finding means
    Explain(Box<ExplainArgs>),
    /// Compare two plans, and name the change that made a call monitored or silent
    Diff(DiffArgs),
    /// Run a program without monitors, fully monitored and optimized in turns, and compare time,
    /// memory and reports
    Measure(MeasureArgs),
    /// Name the sites that cost most, from the events that a woven program counted
    Rank(RankArgs),
    /// Check property files, the code in them and, if the program is known, their names
    Check(CheckArgs),
    /// Translate a property file into another language, or draw it
    Convert(ConvertArgs),
    /// Judge a recorded event trace as the reference interpreter does
    Trace(TraceArgs),
    /// Run a program and record the events of its threads, for `predict`
    Record(RecordArgs),
    /// Find races, deadlocks and atomicity violations that a recorded run shows or that another order
    /// of its events would show
    Predict(PredictArgs),
    /// Run the program once more in the order that leads to each report of `predict`, to see it happen
    Replay(ReplayArgs),
    /// Run the case study end to end, from nothing but a JDK
    Demo(DemoArgs),
    /// Print a script that completes commands and options in a shell
    Completions(CompletionsArgs),
    /// Print the JSON schema of a kind of file, for editors and checks
    Schema(SchemaArgs),
    /// Serve an editor: findings, completion and names of property files (Language Server Protocol)
    Lsp,
    /// Show the manual page of a command
    Man(ManArgs),
}

/// `residua init`.
#[derive(Debug, Args)]
pub struct InitArgs {
    /// The project's folder
    #[arg(value_name = "DIR", default_value = ".")]
    pub folder: PathBuf,
    /// Replace an existing `residua.toml`
    #[arg(long)]
    pub force: bool,
    /// Add the rules for users of the JDK even if the project has its own properties
    #[arg(long)]
    pub jdk: bool,
    /// Take the project for a library, whose methods other programs call, even if it has `main`
    /// methods
    #[arg(long)]
    pub library: bool,
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
    /// Do not follow the variables of properties
    #[arg(long)]
    pub no_data: bool,
    /// Run again even if the results are up to date
    #[arg(long)]
    pub force: bool,
    /// How to print the findings and the summary [default: text]
    #[arg(long)]
    pub format: Option<Format>,
    /// Confirm each property with the independent checker. A refused property stays as it is
    /// written
    #[arg(long)]
    pub check: bool,
    /// Refuse sources that cannot be read in full, and results with an assumption that is not
    /// accepted
    #[arg(long)]
    pub strict: bool,
    /// Assumptions that `--strict` accepts: `ID`, or `ID:FILE` for one file
    #[arg(long, value_name = "ID[:FILE]", num_args = 1..)]
    pub accept: Vec<String>,
    /// End with status 1 if more monitored calls than these remain
    #[arg(long, value_name = "N")]
    pub budget: Option<u64>,
    /// Counts of the program woven with `--full`. The report then names the share of the events
    /// that goes
    #[arg(long, value_name = "COUNTS")]
    pub counts: Option<PathBuf>,
}

/// A program, the properties it is monitored with, and what is known about both.
#[derive(Debug, Args)]
pub struct ProgramArgs {
    /// Folders of Java sources, analysed as one program
    #[arg(long, value_name = "DIR", num_args = 1..)]
    pub source: Vec<PathBuf>,
    /// Files and folders below them that the build does not compile
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub left_out: Vec<PathBuf>,
    /// Property files, and folders of them
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub property: Vec<PathBuf>,
    /// Read properties as LARVA and JavaMOP do, even if they document something else
    #[arg(long)]
    pub compat: bool,
    /// Jars and class folders that the sources compile against, separated as for `java`
    #[arg(long, value_name = "PATH")]
    pub classpath: Vec<String>,
    /// Folders and jars of the program's own compiled classes. They are analyzed where they differ
    /// from the sources, and where there is no Java source
    #[arg(long = "classes", value_name = "DIR|JAR", num_args = 1..)]
    pub compiled: Vec<PathBuf>,
    /// More folders of resources that name classes of the sources
    #[arg(long, value_name = "DIR", num_args = 1..)]
    pub resources: Vec<PathBuf>,
    /// Annotations that no framework and no processor uses: qualified names, with `*` as a wildcard
    #[arg(long, value_name = "ANNOTATION", num_args = 1..)]
    pub inert_annotation: Vec<String>,
    /// Entry points: `[package.Class.]method[(types)]` or `@Annotation`, with `*` as a wildcard
    /// [default: every `main`]
    #[arg(long, value_name = "PATTERN", num_args = 1..)]
    pub entry: Vec<String>,
    /// Methods that ran although the analysis took them for unreachable, from
    /// `-Dresidua.tripwires=FILE`
    #[arg(long, value_name = "FILE")]
    pub ran: Option<PathBuf>,
    /// Targets of reflective calls in runs, as programs of `weave --record-reflection` write them, and
    /// TamiFlex
    #[arg(long, value_name = "FILE")]
    pub reflection_log: Option<PathBuf>,
    /// Models of library methods, in addition to the built-in ones
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub models: Vec<PathBuf>,
    /// The file with these options. The command line wins [default: `residua.toml` in the current
    /// folder, if it exists]
    #[arg(long, value_name = "residua.toml")]
    pub config: Option<PathBuf>,
    /// Number of threads. Results do not depend on it [default: one for each processor]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
}

/// The last step of the reductions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// Remove only events that never happen
    Residual0,
    /// Also remove events that never matter for an object
    Residual1,
    /// Also remove transitions that no order of the events can use
    Residual2,
    /// Run every step
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

/// Class files and the plan for them.
#[derive(Debug, Args)]
pub struct WovenArgs {
    /// The plan that `analyze` wrote [default: the one in its output folder]
    #[arg(long, value_name = "OUT/plan.json")]
    pub plan: Option<PathBuf>,
    /// Folders and jars of compiled classes [default: `classes` of the configuration]
    #[arg(long, value_name = "DIR|JAR", num_args = 1..)]
    pub classes: Vec<PathBuf>,
    /// Jars and class folders that the classes need, separated as for `java`
    #[arg(long, value_name = "PATH")]
    pub classpath: Vec<String>,
    /// Add no fields to the program's classes. Monitors then look objects up by their hash
    #[arg(long)]
    pub no_fields: bool,
    /// Add no tripwires. A tripwire reports a method that runs although the analysis takes it for
    /// unreachable
    #[arg(long)]
    pub no_tripwires: bool,
    /// The file with these options. The command line wins [default: `residua.toml` in the current
    /// folder, if it exists]
    #[arg(long, value_name = "residua.toml")]
    pub config: Option<PathBuf>,
}

/// `residua weave`.
#[derive(Debug, Args)]
pub struct WeaveArgs {
    /// What is woven.
    #[command(flatten)]
    pub woven: WovenArgs,
    /// Where the woven classes go [default: `output` of the configuration]
    #[arg(short, long = "output", value_name = "DIR|JAR")]
    pub output: Option<PathBuf>,
    /// Monitor everything: ignore every decision of the plan
    #[arg(long)]
    pub full: bool,
    /// Weave again even if the output is up to date
    #[arg(long)]
    pub force: bool,
    /// Monitor nothing, and hide the silenced calls from your own monitoring tool. Give that tool
    /// the residual properties
    #[arg(long, conflicts_with_all = ["full", "runtime"])]
    pub hide: bool,
    /// Monitor nothing but reflection. The woven program writes what its reflective calls reach into
    /// `reflection.log`, or into the file of `-Dresidua.reflection=FILE`: the log for
    /// `analyze --reflection-log`. This needs no plan
    #[arg(long, conflicts_with_all = ["full", "hide", "plan"])]
    pub record_reflection: bool,
    /// Monitor nothing, and record the threads. Each run of the woven program goes into the folder
    /// `residua-log`, or into that of the environment variable `RESIDUA_LOG`: `predict residua-log`. This
    /// needs no plan
    #[arg(long, conflicts_with_all = ["full", "hide", "plan", "record_reflection", "runtime"])]
    pub log: bool,
    /// Property files, and folders of them, for `--log`: record their events as well
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "log")]
    pub property: Vec<PathBuf>,
    /// Record all accesses with `--log`, even those that no two threads can be in conflict about
    #[arg(long, requires = "log")]
    pub all: bool,
    /// Methods that are to be transactions with `--log`, as `bank.Account.transfer`; `*` stands for any
    /// characters [default: each outermost critical section is one]
    #[arg(long, value_name = "METHOD", num_args = 1.., requires = "log")]
    pub atomic: Vec<String>,
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

/// `residua measure`.
#[derive(Debug, Args)]
pub struct MeasureArgs {
    /// What is woven.
    #[command(flatten)]
    pub woven: WovenArgs,
    /// Number of timed runs of each variant
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub rounds: u32,
    /// How to print the result
    #[arg(long, default_value = "text")]
    pub format: Listing,
    /// The command that runs the program. Each variant replaces the classes in it, or `{classes}`
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub command: Vec<String>,
}

/// `residua rank`.
#[derive(Debug, Args)]
pub struct RankArgs {
    /// The counts of a woven program: `java -Dresidua.count.places=COUNTS ..`
    #[arg(value_name = "COUNTS")]
    pub counts: PathBuf,
    /// The plan that it was woven by [default: the one in the output folder of `analyze`]
    #[arg(long, value_name = "OUT/plan.json")]
    pub plan: Option<PathBuf>,
    /// Number of sites to name
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub top: usize,
    /// How to print the ranking
    #[arg(long, default_value = "text")]
    pub format: Listing,
}

/// `residua explain`.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("question").required(true).args(["subject", "calls", "alias", "code"]))]
pub struct ExplainArgs {
    /// The plan that `analyze` wrote [default: the one in its output folder]
    #[arg(long, value_name = "OUT/plan.json", requires = "subject")]
    pub plan: Option<PathBuf>,
    /// `FILE:LINE`, or `PROPERTY[:FROM->TO]`
    #[arg(value_name = "FILE:LINE|PROPERTY[:FROM->TO]")]
    pub subject: Option<String>,
    /// Explain why a method may run, or what the calls at a line may run. Needs `--source`, not
    /// `--plan`
    #[arg(long, value_name = "METHOD|FILE:LINE[:COLUMN]", num_args = 1..)]
    pub calls: Vec<String>,
    /// Explain which objects the values at a place may be, or whether two places may have one in
    /// common. Needs `--source`, not `--plan`
    #[arg(long, value_name = "FILE:LINE[:COLUMN]", num_args = 1..=2)]
    pub alias: Vec<String>,
    /// Explain a code in the brackets of a finding, such as `stale-classes`. Needs no plan
    #[arg(long, value_name = "CODE")]
    pub code: Option<String>,
    /// The program, for `--calls` and `--alias`.
    #[command(flatten)]
    pub program: ProgramArgs,
}

/// `residua diff`.
#[derive(Debug, Args)]
pub struct DiffArgs {
    /// The older plan
    #[arg(value_name = "OLD-PLAN")]
    pub old: PathBuf,
    /// The newer plan [default: the one in the output folder of `analyze`]
    #[arg(value_name = "NEW-PLAN")]
    pub new: Option<PathBuf>,
    /// End with status 1 if more monitored calls than these are new
    #[arg(long, value_name = "N")]
    pub max_new: Option<u64>,
    /// How to print the comparison
    #[arg(long, default_value = "text")]
    pub format: Listing,
}

/// How a list is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Listing {
    /// For people
    Text,
    /// One JSON object
    Json,
}

/// `residua check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Property files, and folders of them
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Folders of the program's sources, to check names and the code of the properties
    #[arg(long, value_name = "DIR", num_args = 1..)]
    pub source: Vec<PathBuf>,
    /// Class path of the program
    #[arg(long, value_name = "PATH")]
    pub classpath: Vec<String>,
    /// The configuration that names them (default: `residua.toml`, if it exists)
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Read them as LARVA and JavaMOP do, even if they document something else
    #[arg(long)]
    pub compat: bool,
    /// How to print the findings
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// `residua schema`.
#[derive(Debug, Args)]
pub struct SchemaArgs {
    /// The kind of file
    #[arg(value_name = "KIND", default_value = "property")]
    pub name: SchemaName,
    /// Print the schema in draft-07, which more tools read than 2020-12
    #[arg(long)]
    pub draft_07: bool,
}

/// The files that have a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SchemaName {
    /// Property files in YAML
    Property,
    /// `residua.toml`
    Config,
    /// `plan.json`
    Plan,
    /// `residua analyze --format json`
    Summary,
    /// `residua check --format json`
    Findings,
}

/// `residua convert`.
#[derive(Debug, Args)]
pub struct ConvertArgs {
    /// The property file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Read it as LARVA and JavaMOP do, even if they document something else
    #[arg(long)]
    pub compat: bool,
    /// The language to write
    #[arg(long)]
    pub to: Language,
    /// For drawings: the residual property (`*.residual.yaml`). The drawing dashes what it has lost
    #[arg(long, value_name = "FILE")]
    pub residual: Option<PathBuf>,
}

/// What `--compat` asks of the readers of properties.
pub fn fidelity(compat: bool) -> Fidelity {
    if compat {
        Fidelity::Original
    } else {
        Fidelity::Documented
    }
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
    /// A drawing for Mermaid
    Mermaid,
}

/// `residua trace`.
#[derive(Debug, Args)]
pub struct TraceArgs {
    /// The property file
    #[arg(long, value_name = "FILE")]
    pub property: PathBuf,
    /// Read it as LARVA and JavaMOP do, even if they document something else
    #[arg(long)]
    pub compat: bool,
    /// The recorded events. `-` reads stdin
    #[arg(value_name = "EVENTS")]
    pub events: PathBuf,
    /// The workers.
    #[command(flatten)]
    pub workers: WorkersArgs,
}

/// `residua completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// `residua man`.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// The command [default: all in short]
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
    /// Write all pages into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub out: Option<PathBuf>,
}

/// `residua demo`.
#[derive(Debug, Args)]
pub struct DemoArgs {
    /// The folder for all results
    #[arg(long, value_name = "DIR", default_value = "residua-demo")]
    pub out: PathBuf,
    /// Numbers of users to run with
    #[arg(long, value_name = "N", num_args = 1.., default_values_t = [250, 500, 1000],
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub users: Vec<u32>,
    /// Seed of the random load
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Number of users who pay without being activated: one report each
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    pub rogues: u32,
    /// Number of runs of each variant for each number of users. The fastest one counts
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
