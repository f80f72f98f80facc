//! jsoup with the iterator rules of `case-study/iterators`: analysed, woven, run; and its files
//! damaged.
//!
//! `RESIDUA_JSOUP` is a folder with its main sources, `RESIDUA_JSOUP_CLASSPATH` what they compile
//! against (separated as for `java`). `RESIDUA_DOCUMENTS` is the number of documents that the
//! driver makes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use fastrand::Rng;

use test_support::{Project, Run};

const DRIVER: &str = include_str!("../../case-study/iterators/java/Driver.java");
const RULES: &str = include_str!("../../case-study/iterators/iterators.yaml");

/// jsoup, the driver and the rules in one project, with the options that all commands share.
struct Iterators {
    project: Project,
    class_path: String,
}

impl Iterators {
    fn new() -> Self {
        let sources = std::env::var_os("RESIDUA_JSOUP")
            .map(PathBuf::from)
            .expect("RESIDUA_JSOUP is set");
        let class_path = std::env::var("RESIDUA_JSOUP_CLASSPATH").unwrap_or_default();
        let project = Project::new("");
        copy(&sources, &sources, &project);
        project.write("driver/Driver.java", DRIVER.as_bytes());
        project.write("iterators.yaml", RULES.as_bytes());
        Iterators {
            project,
            class_path,
        }
    }

    /// `--classpath`, if there is one.
    fn with_class_path(&self, arguments: &str) -> String {
        match self.class_path.as_str() {
            "" => arguments.to_owned(),
            path => format!("{arguments} --classpath {path}"),
        }
    }

    fn analyze(&self, more: &str) -> Run {
        let arguments = "analyze --source jsoup --source driver --entry Driver.main --property iterators.yaml --check";
        self.project
            .residua(&self.with_class_path(&format!("{arguments} {more}")))
    }

    fn weave(&self, more: &str) {
        let arguments = format!("weave --plan residua-out/plan.json --classes classes {more}");
        self.project
            .residua(&self.with_class_path(&arguments))
            .succeeds();
    }

    fn drive(&self, classes: &str) -> Run {
        let documents = std::env::var("RESIDUA_DOCUMENTS").unwrap_or_else(|_| "20".to_owned());
        let path = self.project.path("").join(classes);
        self.project.java(&format!(
            "-Dresidua.count={classes}.count -cp {} Driver {documents} 7",
            path.display()
        ))
    }
}

/// Copies the sources without those of modules and packages, which javac compiles alone.
fn copy(root: &Path, folder: &Path, project: &Project) {
    for entry in fs::read_dir(folder).expect("a folder of sources").flatten() {
        let path = entry.path();
        let below = path
            .strip_prefix(root)
            .expect("a path below the root")
            .display()
            .to_string();
        if path.is_dir() {
            copy(root, &path, project);
        } else if below.ends_with(".java") && !below.ends_with("-info.java") {
            project.write(
                &format!("jsoup/{below}"),
                &fs::read(&path).expect("a source file"),
            );
        }
    }
}

/// The reports without the identity of objects, which differs from run to run.
fn reports(run: &Run) -> Vec<String> {
    let is_hexadecimal = |c: &char| c.is_ascii_hexdigit();
    let without_identity = |line: &str| {
        let mut parts = line.split('@');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |text, part| {
            text + part.trim_start_matches(|c| is_hexadecimal(&c))
        })
    };
    run.stderr
        .lines()
        .filter(|line| line.starts_with("residua:"))
        .map(without_identity)
        .collect()
}

/// Events that the monitors of a variant were told.
fn events(project: &Project, variant: &str) -> u64 {
    let counts = project.read(&format!("{variant}.count"));
    counts
        .lines()
        .filter_map(|line| line.rsplit('\t').next()?.parse::<u64>().ok())
        .sum()
}

#[test]
#[ignore = "needs the sources of jsoup: set RESIDUA_JSOUP"]
fn optimized_monitors_of_jsoup_report_what_full_ones_do() {
    let iterators = Iterators::new();
    let compiled =
        iterators
            .project
            .javac_with(&["jsoup", "driver"], "classes", &iterators.class_path);
    compiled.succeeds();
    let analyzed = iterators.analyze("");
    println!("{}{}", analyzed.stdout, analyzed.stderr);
    analyzed.succeeds();
    iterators.weave("--output full --full");
    iterators.weave("--output optimized");
    let runs: BTreeMap<&str, Run> = ["classes", "full", "optimized"]
        .map(|name| (name, iterators.drive(name)))
        .into();
    let told = |variant| events(&iterators.project, variant);
    println!(
        "events: {} full, {} optimized",
        told("full"),
        told("optimized")
    );
    println!("{} reports", reports(&runs["full"]).len());
    assert!(!reports(&runs["full"]).is_empty());
    assert_eq!(reports(&runs["full"]), reports(&runs["optimized"]));
    assert_eq!(runs["classes"].stdout, runs["full"].stdout);
    assert_eq!(runs["classes"].stdout, runs["optimized"].stdout);
}

#[test]
#[ignore = "needs the sources of jsoup: set RESIDUA_JSOUP"]
fn results_over_jsoup_are_the_same_on_one_and_two_threads() {
    let iterators = Iterators::new();
    for (threads, out) in [("1", "first"), ("2", "second"), ("2", "third")] {
        iterators
            .analyze(&format!("--threads {threads} --out {out}"))
            .succeeds();
    }
    for name in iterators.project.names("first") {
        let read = |out: &str| iterators.project.read(&format!("{out}/{name}"));
        assert!(
            read("first") == read("second") && read("second") == read("third"),
            "{name} differs"
        );
    }
}

#[test]
#[ignore = "needs the sources of jsoup: set RESIDUA_JSOUP"]
fn nothing_panics_on_a_damaged_file_of_jsoup() {
    let iterators = Iterators::new();
    let mut files = Vec::new();
    collect(&iterators.project.path("jsoup"), &mut files);
    files.sort();
    let mut random = Rng::with_seed(1);
    let mut outcomes: BTreeMap<i32, u32> = BTreeMap::new();
    for _ in 0..1000 {
        let file = &files[random.usize(..files.len())];
        let whole = fs::read(file).expect("a source file");
        fs::write(file, damaged(&whole, &mut random)).expect("a file can be written");
        let run = iterators.analyze("--quiet");
        fs::write(file, whole).expect("a file can be written");
        assert!(
            matches!(run.status, 0..=2),
            "{}: {}",
            file.display(),
            run.stderr
        );
        *outcomes.entry(run.status).or_default() += 1;
    }
    println!("exit status and how often: {outcomes:?}");
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources").flatten() {
        match entry.path() {
            path if path.is_dir() => collect(&path, files),
            path => files.push(path),
        }
    }
}

/// The file cut off somewhere, or with some bytes flipped.
fn damaged(whole: &[u8], random: &mut Rng) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    if random.u8(..3) == 0 {
        bytes.truncate(random.usize(..=whole.len()));
        return bytes;
    }
    for _ in 0..=random.u8(..8) {
        let place = random.usize(..bytes.len());
        bytes[place] ^= 1 << random.u8(..8);
    }
    bytes
}
