//! What monitors cost a program that does nothing but iterate: `cargo run --release -p overhead`. The program without
//! monitors, fully monitored and optimized take turns; processor seconds of the whole virtual machine are compared.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use analyzer::{Request, analyze};
use anyhow::{Context, Result, bail, ensure};
use clap::Parser;
use date::model::Specification;
use instrument::plan::{Decision, Plan, sha256};
use instrument::weave::{RuntimePlacement, WeaveRequest, weave};
use java_lower::Source;
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;
use wait4::Wait4;

/// The program, and the class that makes it break each rule once.
const ROUNDS: (&str, &str) = ("Rounds.java", include_str!("../java/Rounds.java"));
const BROKEN: (&str, &str) = ("Broken.java", include_str!("../java/Broken.java"));

/// The rules: `hasNext` before `next`, no change while a collection is iterated, none of a map while its views are.
const PROPERTIES: [(&str, &str); 3] = [
    ("has_next.yaml", include_str!("../../corpus/properties/has_next.yaml")),
    ("unchanged_collection.yaml", include_str!("../../corpus/properties/unchanged_collection.yaml")),
    ("unchanged_map.yaml", include_str!("../../corpus/properties/unchanged_map.yaml")),
];

#[derive(Parser)]
#[command(about = "What monitors cost a program that does nothing but iterate")]
struct Arguments {
    /// Rounds of the program.
    #[arg(long, default_value_t = 300_000)]
    rounds: u64,
    /// How often each variant runs.
    #[arg(long, default_value_t = 5)]
    runs: usize,
    /// Break each rule once, at the end.
    #[arg(long)]
    violate: bool,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let folder = tempfile::tempdir()?;
    let jdk = Arc::new(Jdk::from_environment()?);
    let classes = folder.path().join("classes");
    let program: &[(&str, &str)] = if arguments.violate { &[ROUNDS, BROKEN] } else { &[ROUNDS] };
    compile(&jdk, program, folder.path(), &classes)?;
    println!("| property | sites | kept | plain s | full s | optimized s | full | optimized | reports |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for (name, text) in PROPERTIES {
        let plan = plan(program, (name, text), &jdk)?;
        let sites = plan.generators.len();
        let kept = plan.generators.iter().filter(|row| row.decision == Decision::Keep).count();
        let woven = |full: bool| -> Result<PathBuf> {
            let output = folder.path().join(format!("{name}-{full}"));
            weave_into(&plan, folder.path(), &classes, &output, full)?;
            Ok(output)
        };
        let variants = [classes.clone(), woven(true)?, woven(false)?];
        let mut seconds: [Vec<f64>; 3] = Default::default();
        let mut reports = [0; 3];
        for _ in 0..arguments.runs {
            for (variant, classes) in variants.iter().enumerate() {
                let ran = run(&jdk, classes, &arguments)?;
                seconds[variant].push(ran.seconds);
                reports[variant] = ran.reports;
            }
        }
        let [_, full, optimized] = reports;
        ensure!(full == optimized, "{name}: {full} reports fully monitored, {optimized} optimized");
        let [plain, full_seconds, optimized_seconds] = seconds.map(median);
        let more = |seconds: f64| format!("{:+.0} %", (seconds / plain - 1.0) * 100.0);
        println!(
            "| {name} | {sites} | {kept} | {plain:.2} | {full_seconds:.2} | {optimized_seconds:.2} | {} | {} | {full} |",
            more(full_seconds),
            more(optimized_seconds)
        );
    }
    Ok(())
}

fn compile(jdk: &Jdk, program: &[(&str, &str)], folder: &Path, classes: &Path) -> Result<()> {
    let mut javac = Command::new(jdk.home().join("bin/javac"));
    javac.arg("-d").arg(classes);
    for (name, text) in program {
        let file = folder.join(name);
        fs::write(&file, text)?;
        javac.arg(file);
    }
    ensure!(javac.status().context("javac cannot be run")?.success(), "the program does not compile");
    Ok(())
}

fn plan(program: &[(&str, &str)], (name, text): (&str, &str), jdk: &Arc<Jdk>) -> Result<Plan> {
    let source = |(path, text): &(&str, &str)| Source {
        root: ".".to_owned(),
        path: (*path).to_owned(),
        bytes: text.as_bytes().to_vec(),
    };
    let sources = program.iter().map(source).collect();
    let program = java_lower::load(sources, ClassPath::open(&[], jdk)?)?;
    let analysis = analyze(&program, &Request::new(vec![read(name, text)?]))?;
    Ok(instrument::from_analysis(&analysis, &[sha256(text.as_bytes())]))
}

fn read(name: &str, text: &str) -> Result<Specification> {
    match date::formats::read(name, text) {
        Ok(specification) => Ok(specification),
        Err(findings) => bail!("{name}: {findings:?}"),
    }
}

fn weave_into(plan: &Plan, base: &Path, classes: &Path, output: &Path, full: bool) -> Result<()> {
    let request = WeaveRequest {
        plan,
        base: base.to_owned(),
        classes: vec![classes.to_owned()],
        class_path: Vec::new(),
        output: output.to_owned(),
        full,
        runtime: RuntimePlacement::Bundled,
        java_home: None,
        handler: None,
    };
    weave(&request).map(drop).context("weaving fails")
}

/// One run.
struct Ran {
    /// Processor time of the virtual machine.
    seconds: f64,
    /// Lines of reports.
    reports: usize,
}

fn run(jdk: &Jdk, classes: &Path, arguments: &Arguments) -> Result<Ran> {
    let mut java = Command::new(jdk.home().join("bin/java"));
    java.args(["-XX:+UseSerialGC", "-Xmx512m", "-cp"]).arg(classes);
    java.arg(if arguments.violate { "Broken" } else { "Rounds" }).arg(arguments.rounds.to_string());
    let said = tempfile::NamedTempFile::new()?;
    let child = java.stdout(Stdio::null()).stderr(said.reopen()?).spawn().context("java cannot be run")?;
    let ended = child.wait4()?;
    let said = fs::read_to_string(said.path())?;
    ensure!(ended.status.success(), "the program fails: {said}");
    let reports = said.lines().filter(|line| line.starts_with("residua: violation")).count();
    Ok(Ran { seconds: (ended.rusage.utime + ended.rusage.stime).as_secs_f64(), reports })
}

fn median(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}
