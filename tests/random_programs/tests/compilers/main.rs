//! The promise on what compilers insert: random programs of such constructs, compiled by javac for
//! several releases and by Eclipse's compiler, woven fully and optimized, and run. Both must show
//! the same. The sites of the class files and the rows of the plan must fit one to one, or the
//! property is woven as written.

mod constructs;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use analyzer::Request;
use date::model::Specification;
use fastrand::Rng;
use instrument::weave::{Notice, RuntimePlacement, Task, WeaveReport, WeaveRequest, weave};
use java_lower::Source;
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;
use plan::{GeneratorKind, Plan, sha256};

/// Property files for each program.
const PROPERTIES: usize = 3;

/// Runs each program in a class loader of its own, with none and with seven arguments.
const DRIVER: &str = "
import java.io.File;
import java.net.*;
import java.util.*;
public class Driver {
    public static void main(String[] args) throws Exception {
        new Timer(true).schedule(new TimerTask() { public void run() { Runtime.getRuntime().halt(3); } }, 300000L);
        URL[] classes = { new File(args[0]).toURI().toURL() };
        for (int run = 0; run <= 7; run += 7) {
            try (URLClassLoader loader = new URLClassLoader(classes, ClassLoader.getSystemClassLoader().getParent())) {
                loader.setDefaultAssertionStatus(true);
                for (int n = 0; n < Integer.parseInt(args[1]); n++) {
                    System.err.println(\"#case \" + n);
                    try {
                        Class<?> main = Class.forName(\"p\" + n + \".Main\", true, loader);
                        main.getMethod(\"main\", String[].class).invoke(null, (Object) new String[run]);
                    } catch (java.lang.reflect.InvocationTargetException thrown) {
                        System.err.println(thrown.getCause().getClass().getName());
                    }
                }
            }
        }
        Runtime.getRuntime().halt(0);
    }
}
";

/// A compiler, with the release that it compiles for and the JDK that its classes run on.
#[derive(Debug, Clone, Copy)]
struct Compiler {
    name: &'static str,
    release: u32,
    home: &'static str,
}

const JDK_25: &str = "/usr/lib/jvm/temurin-25-jdk-amd64";

const COMPILERS: [Compiler; 8] = [
    Compiler {
        name: "javac",
        release: 8,
        home: "",
    },
    Compiler {
        name: "javac",
        release: 11,
        home: "",
    },
    Compiler {
        name: "javac",
        release: 17,
        home: "",
    },
    Compiler {
        name: "javac",
        release: 21,
        home: JDK_25,
    },
    Compiler {
        name: "javac",
        release: 25,
        home: JDK_25,
    },
    Compiler {
        name: "ecj",
        release: 8,
        home: "",
    },
    Compiler {
        name: "ecj",
        release: 11,
        home: "",
    },
    Compiler {
        name: "ecj",
        release: 17,
        home: "",
    },
];

impl Compiler {
    /// Returns whether the compiler and its JDK are here.
    fn is_here(self) -> bool {
        let has_jdk = self.home.is_empty() || Path::new(self.home).join("bin/javac").exists();
        has_jdk
            && (self.name == "javac" || Command::new(self.name).arg("-version").output().is_ok())
    }

    fn tool(self, name: &str) -> PathBuf {
        if self.home.is_empty() {
            PathBuf::from(name)
        } else {
            Path::new(self.home).join("bin").join(name)
        }
    }

    fn compile(self, sources: &[PathBuf], classes: &Path) {
        let release = self.release.to_string();
        let mut command = match self.name {
            "ecj" => {
                let mut ecj = Command::new("ecj");
                ecj.args(["-g", "-nowarn", "-proc:none", &format!("-{release}")]);
                ecj
            }
            _ => {
                let mut javac = Command::new(self.tool("javac"));
                javac.args([
                    "-J-XX:TieredStopAtLevel=1",
                    "-g",
                    "-nowarn",
                    "--release",
                    &release,
                ]);
                javac
            }
        };
        let output = command
            .arg("-d")
            .arg(classes)
            .args(sources)
            .output()
            .expect("the compiler runs");
        assert!(
            output.status.success(),
            "{self:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }

    fn jdk(self) -> Arc<Jdk> {
        let jdk = if self.home.is_empty() {
            Jdk::from_environment()
        } else {
            Jdk::open(Path::new(self.home))
        };
        Arc::new(jdk.expect("the JDK can be read"))
    }
}

/// Programs with their properties.
struct Batch {
    seed: u64,
    /// The newest constructs that they have.
    release: u32,
    programs: Vec<String>,
    properties: Vec<(String, String, Specification)>,
}

/// How much has been compared.
#[derive(Debug, Default)]
struct Figures {
    programs: usize,
    /// Programs times compilers.
    runs: usize,
    properties: usize,
    reports: usize,
    sites: u64,
    left_out: u64,
    unknown: u64,
    /// Properties that are woven as written.
    written: usize,
    rows_without_site: usize,
}

impl Batch {
    fn generate(seed: u64, count: usize, release: u32) -> Self {
        let mut rng = Rng::with_seed(seed);
        let programs = (0..count)
            .map(|n| constructs::program(&mut rng, &format!("p{n}"), release))
            .collect();
        let mut properties = Vec::new();
        for number in 0..count * PROPERTIES {
            let (n, k) = (number / PROPERTIES, number % PROPERTIES);
            let text = constructs::property(&mut rng, &format!("p{n}"), number);
            let file = format!("s{n}_{k}.yaml");
            let read =
                languages::read(&file, &text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
            properties.push((file, text, read));
        }
        Batch {
            seed,
            release,
            programs,
            properties,
        }
    }

    fn plan(&self, jdk: &Arc<Jdk>) -> Plan {
        let source = |(n, text): (usize, &String)| Source {
            root: "src".to_owned(),
            path: format!("p{n}/Main.java"),
            bytes: text.clone().into_bytes(),
        };
        let class_path = Arc::new(ClassPath::open(&[], jdk).expect("the JDK can be read"));
        let sources = self.programs.iter().enumerate().map(source).collect();
        let program = java_lower::load(sources, class_path).expect("small files");
        assert_eq!(ir::verify(&program), [""; 0]);
        assert!(
            program.gaps.is_empty() && program.missing.is_empty(),
            "{:?} {:?}",
            program.gaps,
            program.diagnostics
        );
        let specifications = self
            .properties
            .iter()
            .map(|(.., read)| read.clone())
            .collect();
        let analysis =
            analyzer::analyze(&program, &Request::new(specifications)).expect("there is a main");
        let hashes: Vec<String> = self
            .properties
            .iter()
            .map(|(_, text, _)| sha256(text.as_bytes()))
            .collect();
        analyzer::to_plan(&analysis, &hashes)
    }

    /// Compares the programs as one compiler compiles them; gives what full monitoring shows of
    /// each.
    fn compare(&self, compiler: Compiler, figures: &mut Figures) -> Vec<Vec<String>> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = folder.path();
        let sources = self.programs.iter().enumerate();
        let sources: Vec<PathBuf> = sources
            .map(|(n, text)| write(&root.join(format!("src/p{n}/Main.java")), text))
            .collect();
        for (file, text, _) in &self.properties {
            write(&root.join(file), text);
        }
        compiler.compile(&sources, &root.join("classes"));
        compiler.compile(
            &[write(&root.join("Driver.java"), DRIVER)],
            &root.join("driver"),
        );
        let plan = self.plan(&compiler.jdk());
        let [full, optimized] = [true, false].map(|full| {
            let output = root.join(if full { "full" } else { "optimized" });
            let request = WeaveRequest {
                plan: &plan,
                base: root.to_owned(),
                classes: vec![root.join("classes")],
                class_path: Vec::new(),
                output: output.clone(),
                task: Task::monitoring(full),
                runtime: RuntimePlacement::Bundled,
                adds_fields: true,
                tripwires: true,
                unforeseen: Vec::new(),
                java_home: Some(compiler.jdk().home().to_owned()),
                handler: None,
                kept: Some(env!("CARGO_TARGET_TMPDIR").into()),
            };
            let report = weave(&request)
                .unwrap_or_else(|error| panic!("seed {} {compiler:?}: {error}", self.seed));
            if !full {
                self.check_coverage(compiler, &plan, &report, figures);
            }
            cases(&self.run(compiler, root, &output))
        });
        for (number, (full, optimized)) in full.iter().zip(&optimized).enumerate() {
            assert_eq!(
                full,
                optimized,
                "seed {} {compiler:?}\n{}",
                self.seed,
                self.describe(number % self.programs.len())
            );
            figures.reports += full
                .iter()
                .filter(|line| line.starts_with("residua: violation"))
                .count();
        }
        figures.runs += self.programs.len();
        figures.properties += self.properties.len();
        full
    }

    /// Every site is a row and every row a site, or the property is woven as written.
    fn check_coverage(
        &self,
        compiler: Compiler,
        plan: &Plan,
        report: &WeaveReport,
        figures: &mut Figures,
    ) {
        let written: BTreeSet<&str> = report
            .notices
            .iter()
            .filter_map(|notice| match notice {
                Notice::WovenAsWritten(written) => Some(&*written.property),
                Notice::WovenAsWrittenWith { property, .. } => Some(property),
                _ => None,
            })
            .collect();
        figures.written += written.len();
        for (property, tally) in &report.properties {
            figures.sites += tally.sites;
            figures.left_out += tally.left_out;
            figures.unknown += tally.unknown;
            let is_reduced = plan
                .generators
                .iter()
                .any(|row| row.property == *property && row.by.is_some());
            let is_covered =
                tally.unknown == 0 || written.contains(property.as_str()) || !is_reduced;
            assert!(
                is_covered,
                "seed {} {compiler:?}: {property} {tally:?}",
                self.seed
            );
        }
        let unplaced: BTreeSet<&str> = report
            .rows_without_site
            .iter()
            .map(String::as_str)
            .collect();
        for row in plan
            .generators
            .iter()
            .filter(|row| unplaced.contains(row.id.as_str()))
        {
            figures.rows_without_site += 1;
            // Private members of nested classes stand in accessors before Java 11; some method
            // references become lambda expressions.
            let is_elsewhere = row.site.kind == GeneratorKind::Reference || compiler.release < 11;
            assert!(
                is_elsewhere,
                "seed {} {compiler:?}: no site for {row:?}",
                self.seed
            );
        }
    }

    fn run(&self, compiler: Compiler, root: &Path, classes: &Path) -> String {
        let mut command = Command::new(compiler.tool("java"));
        command.args([
            "-Xverify:all",
            "-XX:-PrintWarnings",
            "-XX:TieredStopAtLevel=1",
            "-cp",
        ]);
        command
            .arg(root.join("driver"))
            .arg("Driver")
            .arg(classes)
            .arg(self.programs.len().to_string());
        let output = command.output().expect("java runs");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.success(),
            "seed {} {compiler:?}, {}: {text}",
            self.seed,
            output.status
        );
        text
    }

    fn describe(&self, n: usize) -> String {
        let own = self
            .properties
            .iter()
            .filter(|(file, ..)| file.starts_with(&format!("s{n}_")));
        let properties: Vec<&str> = own.map(|(_, text, _)| text.as_str()).collect();
        format!("{}\n{}", self.programs[n], properties.join("\n"))
    }

    /// Compares all compilers that have the constructs. Full monitoring shows the same whichever
    /// compiled, but for lines.
    fn compare_all(&self, figures: &mut Figures) {
        let mut first: BTreeMap<usize, (Compiler, Vec<String>)> = BTreeMap::new();
        for compiler in COMPILERS
            .into_iter()
            .filter(|c| c.release >= self.release && c.is_here())
        {
            for (number, shown) in self.compare(compiler, figures).into_iter().enumerate() {
                let shown: Vec<String> = shown.iter().map(|line| without_line(line)).collect();
                let (other, expected) = first.entry(number).or_insert((compiler, shown.clone()));
                let n = number % self.programs.len();
                assert_eq!(
                    *expected,
                    shown,
                    "seed {}: {other:?} and {compiler:?}\n{}",
                    self.seed,
                    self.describe(n)
                );
            }
        }
        figures.programs += self.programs.len();
    }
}

fn write(path: &Path, text: &str) -> PathBuf {
    fs::create_dir_all(path.parent().expect("a folder")).expect("folders can be made");
    fs::write(path, text).expect("files can be written");
    path.to_owned()
}

/// The lines of each case, without what identity hashes say and without frames of stack traces.
fn cases(text: &str) -> Vec<Vec<String>> {
    let mut cases: Vec<Vec<String>> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with("\tat ")) {
        match (line.starts_with("#case "), cases.last_mut()) {
            (true, _) => cases.push(Vec::new()),
            (false, Some(case)) => case.push(line.to_owned()),
            (false, None) => {}
        }
    }
    cases
}

/// A report without its line, which compilers give in different ways.
fn without_line(line: &str) -> String {
    match line.split_once("Main.java:") {
        Some((before, after)) => format!(
            "{before}{}",
            after.trim_start_matches(|c: char| c.is_ascii_digit())
        ),
        None => line.to_owned(),
    }
}

/// The newest constructs of a batch: each release in turn.
const RELEASES: [u32; 4] = [8, 11, 17, 21];

#[test]
fn what_compilers_insert_is_an_event_for_neither_side() {
    let mut figures = Figures::default();
    for (number, release) in [8, 21].into_iter().enumerate() {
        Batch::generate(number as u64, 4, release).compare_all(&mut figures);
    }
    println!("{figures:?}");
    assert!(figures.reports > 0 && figures.left_out > 0, "{figures:#?}");
}

/// `RESIDUA_SEED` and `RESIDUA_PROGRAMS` choose others.
#[test]
#[ignore = "a campaign of many minutes"]
fn what_compilers_insert_is_an_event_for_neither_side_in_a_campaign() {
    let setting = |name: &str, or| {
        std::env::var(name)
            .ok()
            .and_then(|text| text.parse::<usize>().ok())
            .unwrap_or(or)
    };
    let (seed, programs) = (
        setting("RESIDUA_SEED", 1000),
        setting("RESIDUA_PROGRAMS", 320),
    );
    let mut figures = Figures::default();
    for batch in 0..programs.div_ceil(40) {
        let count = 40.min(programs - batch * 40);
        Batch::generate(
            (seed + batch) as u64,
            count,
            RELEASES[batch % RELEASES.len()],
        )
        .compare_all(&mut figures);
        println!("{} programs: {figures:?}", figures.programs);
    }
    println!("from seed {seed}: {figures:#?}");
}
