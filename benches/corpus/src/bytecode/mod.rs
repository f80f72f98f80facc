//! Class files of jars and of the JDK, lowered to the IR and verified.

mod completeness;
mod damage;
mod items;
mod jars;
mod oracle;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use ir::{Program, StatementKind};
use java_bytecode::{ClassFileBytes, load};
use jvm::classpath::ClassPath;
use jvm::files::each_file;
use jvm::jdk::Jdk;

use completeness::Completeness;
use oracle::Oracle;

/// Class files that become one program: more would take much memory.
const MOST_CLASSES: usize = 2_000;

/// Faults that are shown.
const SHOWN: usize = 20;

/// What was lowered.
#[derive(Debug, Default)]
struct Figures {
    files: usize,
    classes: usize,
    methods: usize,
    bodies: usize,
    statements: usize,
    functional: usize,
    /// By reason.
    gaps: BTreeMap<String, usize>,
    faults: usize,
    repeated: usize,
    time: Duration,
}

/// The tasks besides lowering and verification.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// The number of damaged class files that are lowered instead.
    pub damage: Option<usize>,
    /// Seed of the damage.
    pub seed: u64,
    /// True if ASM reads the class files, too, and the results are compared.
    pub oracle: bool,
}

/// Lowers everything in the inputs, or damaged copies of it. Jars from Maven Central stand in the
/// folder `jars`.
///
/// # Errors
/// An input cannot be read, the verifier finds a fault, or the lowered bodies lack something that
/// ASM reads.
pub fn run(inputs: &[String], jars: &Path, settings: Settings) -> Result<()> {
    let jdk = Jdk::from_environment()?;
    let inputs = &all_inputs(inputs, jars, &jdk)?;
    let paths: Vec<PathBuf> = inputs
        .iter()
        .filter(|input| *input != "jdk")
        .map(PathBuf::from)
        .collect();
    let library = Arc::new(ClassPath::open(&paths, &jdk)?);
    if let Some(count) = settings.damage {
        let mut all = Vec::new();
        for input in inputs {
            each_chunk(input, &jdk, &mut |chunk| {
                all.extend(chunk);
                Ok(())
            })?;
        }
        return damage::run(&all, library, (count, settings.seed));
    }

    let mut oracle = None;
    if settings.oracle {
        let asm = jars::tool("asm", jars)?;
        oracle = Some(Oracle::start(&jdk, &asm, &jars.join("oracle"))?);
    }
    let mut completeness = Completeness::default();

    println!(
        "| input | class files | classes | methods | bodies | statements | function objects | gaps | seconds |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let mut total = Figures::default();
    for input in inputs {
        let mut figures = Figures::default();
        each_chunk(input, &jdk, &mut |chunk| {
            figures.add_program(chunk, &library, (oracle.as_mut(), &mut completeness))
        })?;
        figures.print(
            &Path::new(input)
                .file_name()
                .unwrap_or_default()
                .to_string_lossy(),
        );
        total.add(figures);
    }

    total.print("all");
    for (reason, count) in &total.gaps {
        println!("{count} {reason}");
    }
    if total.faults > 0 {
        bail!("the verifier finds {} faults", total.faults);
    }
    if oracle.is_some() {
        completeness.finish()?;
    }
    Ok(())
}

/// The inputs, with the jars that the words `central` and `proguard` stand for.
fn all_inputs(inputs: &[String], folder: &Path, jdk: &Jdk) -> Result<Vec<String>> {
    let mut all = Vec::new();
    for input in inputs {
        let files = match &**input {
            "central" => jars::central(folder)?,
            "proguard" => jars::shrunk(folder, jdk)?,
            _ => vec![PathBuf::from(input)],
        };
        all.extend(files.iter().map(|file| file.display().to_string()));
    }
    Ok(all)
}

/// Calls `each` with the class files of an input, some at a time.
fn each_chunk(
    input: &str,
    jdk: &Jdk,
    each: &mut dyn FnMut(Vec<ClassFileBytes>) -> Result<()>,
) -> Result<()> {
    let mut chunk = Vec::new();
    let mut outcome = Ok(());
    let mut add = |root: &str, path: &str, bytes: Vec<u8>| {
        chunk.push(ClassFileBytes {
            root: root.to_owned(),
            path: path.to_owned(),
            bytes,
        });
        if chunk.len() >= MOST_CLASSES && outcome.is_ok() {
            outcome = each(std::mem::take(&mut chunk));
        }
    };
    if input == "jdk" {
        for package in jdk.packages() {
            for class in jdk.classes_in(package) {
                let name = format!("{package}/{class}");
                if let Some(bytes) = jdk.class_bytes(&name)? {
                    add("jdk", &format!("{name}.class"), bytes);
                }
            }
        }
    } else {
        let wanted = |path: &str| path.ends_with(".class") && !path.starts_with("META-INF/");
        each_file(Path::new(input), &wanted, &mut |path, bytes| {
            add(input, path, bytes)
        })?;
    }

    outcome?;
    each(chunk)
}

impl Figures {
    fn add_program(
        &mut self,
        files: Vec<ClassFileBytes>,
        library: &Arc<ClassPath>,
        (oracle, completeness): (Option<&mut Oracle>, &mut Completeness),
    ) -> Result<()> {
        self.files += files.len();
        let copy = oracle.as_ref().map(|_| files.clone()).unwrap_or_default();
        let (program, time, answers) = std::thread::scope(|scope| {
            let answers = scope.spawn(|| oracle.map(|oracle| oracle.ask(&copy)).transpose());
            let start = Instant::now();
            let program = load(files, library.clone());
            let time = start.elapsed();
            (program, time, answers.join())
        });
        self.time += time;
        let answers = answers.ok().context("the thread of the oracle")??;
        if let Some(answers) = answers {
            completeness.compare(&program, &answers);
        }

        let faults = ir::verify(&program);
        for fault in faults.iter().take(SHOWN.saturating_sub(self.faults)) {
            println!("fault: {fault}");
        }
        self.faults += faults.len();
        self.count(&program);
        Ok(())
    }

    fn count(&mut self, program: &Program) {
        self.classes += program.classes.len();
        self.methods += program.methods.len();
        self.repeated += program.diagnostics.len();
        for body in program
            .methods
            .iter()
            .filter_map(|method| method.body.as_ref())
        {
            self.bodies += 1;
            let statements = body.statements();
            self.statements += statements.clone().count();
            let makes = |kind: &StatementKind| match kind {
                StatementKind::Allocate { site, .. } => matches!(
                    program.allocations[*site].kind,
                    ir::AllocationKind::Functional { .. }
                ),
                _ => false,
            };
            self.functional += statements
                .filter(|statement| makes(&statement.kind))
                .count();
        }
        for gap in &program.gaps {
            let reason = general(&gap.reason);
            if reason.starts_with("the code") && self.gaps.len() < SHOWN {
                println!("{}", gap.reason);
            }
            *self.gaps.entry(reason).or_default() += 1;
        }
    }

    fn add(&mut self, other: Figures) {
        self.files += other.files;
        self.classes += other.classes;
        self.methods += other.methods;
        self.bodies += other.bodies;
        self.statements += other.statements;
        self.functional += other.functional;
        self.faults += other.faults;
        self.repeated += other.repeated;
        self.time += other.time;
        for (reason, count) in other.gaps {
            *self.gaps.entry(reason).or_default() += count;
        }
    }

    fn print(&self, name: &str) {
        println!(
            "| {name} | {} | {} | {} | {} | {} | {} | {} | {:.2} |",
            self.files,
            self.classes,
            self.methods,
            self.bodies,
            self.statements,
            self.functional,
            self.gaps.values().sum::<usize>(),
            self.time.as_secs_f64()
        );
    }
}

/// A reason without the names in it.
fn general(reason: &str) -> String {
    if let Some(rest) = reason.strip_prefix("the code cannot be read: ") {
        let last = rest.rsplit(": ").next().unwrap_or(rest);
        return format!("the code cannot be read: {last}");
    }
    // What a dynamic call links is told by the bootstrap method, not by the name that is called.
    let pieces: Vec<&str> = reason.split('`').collect();
    match &*pieces {
        [before, _, between, method, after] => format!("{before}..{between}{method}{after}"),
        _ => reason.to_owned(),
    }
}
