//! The command line of the corpus.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

/// The command line as typed.
#[derive(Parser)]
#[command(about = "The front end on real programs")]
pub struct Arguments {
    /// The folder of the corpus.
    #[arg(long, default_value = "target/corpus", global = true)]
    pub corpus: PathBuf,
    /// The folder of the system's jars.
    #[arg(long, default_value = "/usr/share/java", global = true)]
    pub jars: PathBuf,
    /// The task.
    #[command(subcommand)]
    pub task: Task,
}

/// The folder of the drivers, unless another folder is named.
pub const DRIVERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/drivers");

/// The folder of the drivers that take ways on purpose.
pub const REPLAYS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/replays");

/// The folder of the classic properties, unless another folder is named.
pub const PROPERTIES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/properties");

/// The folder of the properties that ordinary programs violate, unless another folder is named.
pub const LOUD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/properties-loud");

/// The folder of the rules for users of the JDK.
pub const JDK_RULES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../properties/jdk");

/// A task, with its options.
#[derive(Subcommand)]
pub enum Task {
    /// Fetches programs: all of the table, or those named.
    Fetch { programs: Vec<String> },
    /// Lowers one program, and says what came out.
    Lower { program: String },
    /// Compares lowered programs with what javac makes of them: calls, field accesses, allocations
    /// and lines.
    Agree {
        programs: Vec<String>,
        /// Differences of each kind to show.
        #[arg(long, default_value_t = 5)]
        show: usize,
    },
    /// Solves call graph and points-to sets, and says what they took.
    Solve {
        programs: Vec<String>,
        /// As a library, whatever `main` methods there are.
        #[arg(long)]
        library: bool,
        /// In this process, one after the other, with figures as JSON; else each program has a
        /// process of its own.
        #[arg(long)]
        here: bool,
        /// Draw cost against size into this file.
        #[arg(long, value_name = "SVG")]
        plot: Option<PathBuf>,
    },
    /// How precise call graphs and points-to sets of programs with drivers are, beside what types
    /// alone say.
    Calls {
        programs: Vec<String>,
        /// The folder of the drivers.
        #[arg(long, default_value = DRIVERS)]
        drivers: PathBuf,
        /// Open only that to reflection which `recall --closed` found it to use.
        #[arg(long)]
        closed: bool,
        /// Tell the for-each loops whose iterators may be those of others.
        #[arg(long)]
        loops: bool,
    },
    /// Reduces the classic properties for programs with drivers.
    Classic {
        programs: Vec<String>,
        /// The folder of the drivers.
        #[arg(long, default_value = DRIVERS)]
        drivers: PathBuf,
        /// The folder of the properties.
        #[arg(long, default_value = PROPERTIES)]
        properties: PathBuf,
        /// Open only that to reflection which `recall --closed` found it to use.
        #[arg(long)]
        closed: bool,
        /// Have the independent checker confirm each result.
        #[arg(long)]
        check: bool,
        /// Reduce all properties in one run, and print one row for it.
        #[arg(long)]
        together: bool,
        /// Tell the places that are left, too.
        #[arg(long)]
        kept: bool,
    },
    /// Runs programs with drivers fully and optimized monitored, and compares the reports.
    Equal {
        programs: Vec<String>,
        /// The folder of the drivers.
        #[arg(long, default_value = DRIVERS)]
        drivers: PathBuf,
        /// The folders of the properties.
        #[arg(long, default_values = [PROPERTIES, LOUD])]
        properties: Vec<PathBuf>,
        /// Open only that to reflection which `recall --closed` found it to use.
        #[arg(long)]
        closed: bool,
        /// Seconds of processor time that a run may take.
        #[arg(long, default_value_t = 120)]
        limit: u64,
    },
    /// Compares call graphs and aliases of different precision, and with more entry points.
    Metamorphic {
        programs: Vec<String>,
        /// The folder of the drivers.
        #[arg(long, default_value = DRIVERS)]
        drivers: PathBuf,
    },
    /// Lowers class files, and checks the result with the verifier of the IR.
    Bytecode {
        /// Jars and folders; `jdk` for the classes of the installed JDK, `central` for the jars of
        /// jars.yaml, `proguard` for the results of ProGuard on some of them.
        inputs: Vec<String>,
        /// Let ASM read the class files, too, and compare calls, accesses and allocations.
        #[arg(long)]
        oracle: bool,
        /// Change bytes of class files so many times, and lower what comes of it.
        #[arg(long)]
        damage: Option<usize>,
        /// Seed of the changes.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Analyses programs from their sources, from their class files and from both, and compares the
    /// decisions row by row.
    Twice {
        programs: Vec<String>,
        /// The folder of the properties.
        #[arg(long, default_value = JDK_RULES)]
        properties: PathBuf,
        /// Tell some of the rows that differ.
        #[arg(long)]
        show: bool,
    },
    /// Analyses programs for each property alone, for all together, and in the opposite order, and
    /// compares the decisions.
    Alone {
        programs: Vec<String>,
        /// The folder of the properties.
        #[arg(long, default_value = JDK_RULES)]
        properties: PathBuf,
    },
    /// Types the README's quick start in projects that it does not know: one of Maven, one of Ant,
    /// one plain.
    Newcomer,
    /// Says what opens classes to code outside the sources, place by place.
    Openings {
        programs: Vec<String>,
        /// The folder of the drivers.
        #[arg(long, default_value = DRIVERS)]
        drivers: PathBuf,
    },
    /// Compares call graphs with the calls that the Java cases of JCG expect.
    Jcg {
        /// A checkout of JCG.
        folder: PathBuf,
    },
    /// Runs programs under a recorder, and compares what happens with their call graphs and
    /// points-to sets.
    Recall {
        programs: Vec<String>,
        /// The folder of the drivers.
        #[arg(long, default_value = DRIVERS)]
        drivers: PathBuf,
        /// Open only those classes to reflection that the run shows it to use, instead of all that
        /// it may use.
        #[arg(long)]
        closed: bool,
        /// Compare what was recorded before instead of running the programs again.
        #[arg(long)]
        recorded: bool,
        /// Put the recorder into `java.base`, too, and compare the calls there with its class files.
        #[arg(long)]
        base: bool,
        /// Missing aliases to show.
        #[arg(long, default_value_t = 20)]
        show: usize,
    },
    /// Says of kept generators, evenly spread, whether an object takes the way that the plan shows
    /// for them when the driver runs.
    Witnesses {
        programs: Vec<String>,
        /// The folder of the drivers.
        #[arg(long, default_value = DRIVERS)]
        drivers: PathBuf,
        /// The folders of the properties.
        #[arg(long, default_values = [PROPERTIES, LOUD])]
        properties: Vec<PathBuf>,
        /// How many generators of each program.
        #[arg(long, default_value_t = 20)]
        count: usize,
        /// The folder of the drivers that take ways on purpose.
        #[arg(long, default_value = REPLAYS)]
        replays: PathBuf,
        /// How many of their ways have to be taken.
        #[arg(long, default_value_t = 1)]
        least: usize,
        /// Seconds of processor time that a run may take.
        #[arg(long, default_value_t = 120)]
        limit: u64,
    },
    /// Times the residual step against lines of programs, and of the one named last against states,
    /// parameters and properties.
    Scale {
        programs: Vec<String>,
        /// The folder of the drivers.
        #[arg(long, default_value = DRIVERS)]
        drivers: PathBuf,
        /// Draw the costs into this file.
        #[arg(long, value_name = "SVG")]
        plot: Option<PathBuf>,
    },
    /// Times programs woven with and without tripwires in turns, and says how much their class
    /// files grow.
    Tripwires {
        programs: Vec<String>,
        /// The folder of the drivers.
        #[arg(long, default_value = DRIVERS)]
        drivers: PathBuf,
        /// The folder of the properties.
        #[arg(long, default_value = PROPERTIES)]
        properties: PathBuf,
        /// Pairs of runs.
        #[arg(long, default_value_t = 15)]
        pairs: usize,
    },
    /// Times javac and the front end in turns.
    Speed {
        programs: Vec<String>,
        /// Runs of each.
        #[arg(long, default_value_t = 5)]
        runs: usize,
        /// Draw cost against size into this file.
        #[arg(long, value_name = "SVG")]
        plot: Option<PathBuf>,
    },
}
