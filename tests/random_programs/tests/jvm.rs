//! The promise on random programs on the JVM: compiled by javac in one go, woven with full and with
//! optimized monitoring, each run in one JVM. What they write to stderr must be the same: reports,
//! what actions print, and their order. The program that is analysed comes from the sources, from the
//! class files, or from both.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use date::model::{Specification, Trigger};
use instrument::weave::{RuntimePlacement, Task, WeaveRequest, weave};
use plan::sha256;
use random_programs::generate::{Threads, files, program, property};
use random_programs::subject::{
    Subject, lowered_class_files, lowered_files, lowered_mixed, named_specification,
};
use random_programs::tree::Tree;

/// Property files for each program.
const PROPERTIES: u64 = 4;

/// Runs every program with each number of arguments in a class loader of its own, so that each
/// begins anew: an execution has one `main`. A program that waits for itself, as in a static initializer whose thread uses the
/// class, is left behind: it must wait in all variants, with the same output. A timer ends what does not end. The virtual
/// machine is halted: its end belongs to no program, and what the hooks of several would say at once comes in any order.
const DRIVER: &str = "
import java.io.File;
import java.net.*;
import java.util.*;
public class Driver {
    public static void main(String[] args) throws Exception {
        new Timer(true).schedule(new TimerTask() { public void run() { Runtime.getRuntime().halt(3); } }, 1800000L);
        URL[] classes = { new File(args[0]).toURI().toURL() };
        for (int run = 1; run <= 15; run += 7) {
            for (int n = 0; n < Integer.parseInt(args[1]); n++) {
                System.err.println(\"#case \" + n);
                String name = \"p\" + n + \".Main\";
                Object arguments = new String[run];
                try (URLClassLoader loader = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader())) {
                    Thread execution = new Thread(() -> execute(loader, name, arguments));
                    execution.setDaemon(true);
                    execution.start();
                    execution.join(60000L);
                    if (execution.isAlive()) {
                        System.err.println(\"#waits\");
                    }
                }
            }
        }
        Runtime.getRuntime().halt(0);
    }

    static void execute(ClassLoader loader, String name, Object arguments) {
        try {
            Class.forName(name, true, loader).getMethod(\"main\", String[].class).invoke(null, arguments);
        } catch (java.lang.reflect.InvocationTargetException thrown) {
            System.err.println(thrown.getCause().getClass().getName());
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
";

/// The text of a program that is analysed.
#[derive(Debug, Clone, Copy)]
enum Input {
    /// Sources.
    Sources,
    /// Class files.
    Classes,
    /// Every second file from its source, the others from their class files.
    Mixed,
}

/// Programs of consecutive seeds, each in a package of its own.
struct Batch {
    first: u64,
    input: Input,
    programs: Vec<Tree>,
    /// Name and text of each property file, and what it says.
    properties: Vec<(String, String, Specification)>,
}

/// How much a comparison has compared.
#[derive(Debug, Default)]
struct Figures {
    programs: usize,
    properties: usize,
    reports: usize,
    actions: usize,
    silent: u64,
    generators: u64,
}

/// The seed with a number. That of 2246 makes a program that never ends on a JVM, monitored or not:
/// a static initializer waits for a thread that waits for the class to be initialized. It has a
/// substitute.
fn seed(number: u64) -> u64 {
    if number == 2246 { 102_246 } else { number }
}

/// Returns whether neither time nor the end of the virtual machine, which many programs share,
/// raises events.
fn is_timeless(specification: &Specification) -> bool {
    let mut alternatives = specification
        .events
        .iter()
        .flat_map(|event| &event.alternatives);
    !alternatives.any(|other| {
        matches!(
            other.trigger,
            Trigger::Timeout { .. } | Trigger::EndOfProgram
        )
    })
}

impl Batch {
    fn generate(first: u64, count: u64, input: Input) -> Self {
        let package = |n: u64| format!("p{n}");
        let programs = (0..count)
            .map(|n| program(seed(first + n), &package(n), Threads::InTurns))
            .collect();
        let numbers = (0..count).flat_map(|n| (0..PROPERTIES).map(move |k| (n, k)));
        let properties = numbers.filter_map(|(n, k)| {
            let tree = property(
                seed(first + n) * 1_000_003 + k,
                &package(n),
                (n * PROPERTIES + k) as usize,
            );
            let file = format!("s{n}_{k}.yaml");
            let read = named_specification(&file, &tree)?;
            is_timeless(&read).then(|| (file, tree.text(), read))
        });
        Batch {
            first,
            input,
            programs,
            properties: properties.collect(),
        }
    }

    /// Returns the output of both kinds of monitoring.
    ///
    /// # Panics
    /// If a tool fails.
    fn outputs(&self, figures: &mut Figures) -> [Vec<String>; 2] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = folder.path();
        let sources: Vec<(String, String)> = self.programs.iter().flat_map(files).collect();
        let mut paths = Vec::new();
        for (path, text) in &sources {
            paths.push(write(&root.join("src").join(path), text));
        }
        for (file, text, _) in &self.properties {
            write(&root.join(file), text);
        }
        compile(&paths, &root.join("classes"));
        compile(
            &[write(&root.join("Driver.java"), DRIVER)],
            &root.join("driver"),
        );
        let classes = root.join("classes");
        let program = match self.input {
            Input::Sources => lowered_files(sources).expect("generated programs are whole"),
            Input::Classes => lowered_class_files(&classes),
            Input::Mixed => lowered_mixed(sources, &classes),
        };
        let subject = Subject::new(
            program,
            self.properties
                .iter()
                .map(|(.., read)| read.clone())
                .collect(),
        );
        let hashes: Vec<String> = self
            .properties
            .iter()
            .map(|(_, text, _)| sha256(text.as_bytes()))
            .collect();
        let plan = analyzer::to_plan(&subject.analysis, &hashes);
        figures.generators += plan
            .totals
            .values()
            .map(|totals| totals.generators)
            .sum::<u64>();
        figures.silent += plan
            .totals
            .values()
            .map(|totals| totals.generators - totals.kept)
            .sum::<u64>();
        [true, false].map(|full| {
            let output = root.join(if full { "full" } else { "optimized" });
            let request = WeaveRequest {
                plan: &plan,
                base: root.to_owned(),
                classes: vec![classes.clone()],
                class_path: Vec::new(),
                output: output.clone(),
                task: Task::monitoring(full),
                runtime: RuntimePlacement::Bundled,
                adds_fields: true,
                tripwires: true,
                unforeseen: Vec::new(),
                java_home: None,
                handler: None,
                kept: Some(env!("CARGO_TARGET_TMPDIR").into()),
            };
            weave(&request).unwrap_or_else(|error| panic!("seed {}: {error}", self.first));
            self.run(root, &output)
        })
    }

    fn run(&self, root: &Path, classes: &Path) -> Vec<String> {
        let mut command = Command::new("java");
        command.args([
            "-Xverify:all",
            "-XX:-PrintWarnings",
            "-XX:TieredStopAtLevel=1",
        ]);
        // Nothing is collected: what slicing joins with objects that are gone depends on when they
        // went.
        command.args(["-Xms1g", "-Xmn700m", "-cp"]);
        command
            .arg(root.join("driver"))
            .arg("Driver")
            .arg(classes)
            .arg(self.programs.len().to_string());
        let output = command.output().expect("java runs");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.success(),
            "from seed {}, {}: {text}",
            self.first,
            output.status
        );
        // Of exceptions that end a thread the frames differ: weaving adds some, and numbers them as
        // it needs them.
        text.lines()
            .filter(|line| !line.starts_with("\tat "))
            .map(without_hashes)
            .collect()
    }

    /// Compares all programs.
    ///
    /// # Panics
    /// Where one differs: its seed, the program and its properties, and both outputs.
    fn compare(&self, figures: &mut Figures) {
        let [full, optimized] = self.outputs(figures).map(cases);
        assert_eq!(full.len(), optimized.len());
        for (number, (full, optimized)) in full.iter().zip(&optimized).enumerate() {
            let n = number % self.programs.len();
            let reports = full
                .iter()
                .filter(|line| line.starts_with("residua: violation"))
                .count();
            figures.reports += reports;
            figures.actions += full.len() - reports;
            if full != optimized {
                let own = |file: &str| file.starts_with(&format!("s{n}_"));
                let own = self
                    .properties
                    .iter()
                    .filter(|(file, ..)| own(file))
                    .map(|(_, text, _)| text.as_str());
                let properties: Vec<&str> = own.collect();
                panic!(
                    "seed {}, {:?}, run {}, differs:\n{}\n{}\nfull {full:#?}\noptimized {optimized:#?}",
                    self.first + n as u64,
                    self.input,
                    number / self.programs.len(),
                    self.programs[n].text(),
                    properties.join("\n"),
                );
            }
        }
        figures.programs += self.programs.len();
        figures.properties += self.properties.len();
    }
}

fn write(path: &Path, text: &str) -> PathBuf {
    fs::create_dir_all(path.parent().expect("a folder")).expect("folders can be made");
    fs::write(path, text).expect("files can be written");
    path.to_owned()
}

fn compile(sources: &[PathBuf], classes: &Path) {
    let mut javac = Command::new("javac");
    let output = javac
        .args(["-g", "-nowarn", "-d"])
        .arg(classes)
        .args(sources)
        .output()
        .expect("javac runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Identity hashes differ from run to run.
fn without_hashes(line: &str) -> String {
    let mut parts = line.split('@');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push('@');
        text.push_str(part.trim_start_matches(|c: char| c.is_ascii_hexdigit()));
    }
    text
}

/// The lines of each case.
fn cases(lines: Vec<String>) -> Vec<Vec<String>> {
    let mut cases: Vec<Vec<String>> = Vec::new();
    for line in lines {
        match (line.starts_with("#case "), cases.last_mut()) {
            (true, _) => cases.push(Vec::new()),
            (false, Some(case)) => case.push(line),
            (false, None) => {}
        }
    }
    cases
}

/// # Panics
/// Where a program differs, or little was compared.
fn check(first: u64, count: u64, input: Input) {
    let mut figures = Figures::default();
    Batch::generate(first, count, input).compare(&mut figures);
    println!("{input:?}: {figures:?}");
    assert!(
        figures.reports as u64 > 10 * count && figures.actions as u64 > count,
        "{figures:#?}"
    );
    assert!(
        figures.silent * 5 > figures.generators && figures.silent * 5 < figures.generators * 4,
        "{figures:#?}"
    );
}

#[test]
fn optimized_monitoring_shows_on_the_jvm_what_full_monitoring_shows() {
    check(0, 50, Input::Sources);
}

#[test]
fn the_same_holds_for_class_files() {
    check(50, 25, Input::Classes);
}

#[test]
fn the_same_holds_for_sources_beside_class_files() {
    check(75, 25, Input::Mixed);
}

/// `RESIDUA_SEED` and `RESIDUA_PROGRAMS` choose others, `RESIDUA_INPUT` the text: `classes` or
/// `mixed` instead of sources.
#[test]
#[ignore = "a campaign of many minutes"]
fn optimized_monitoring_shows_on_the_jvm_what_full_monitoring_shows_in_a_campaign() {
    let setting = |name: &str, or| {
        std::env::var(name)
            .ok()
            .and_then(|text| text.parse::<u64>().ok())
            .unwrap_or(or)
    };
    let (first, programs) = (
        setting("RESIDUA_SEED", 1000),
        setting("RESIDUA_PROGRAMS", 2000),
    );
    let input = match std::env::var("RESIDUA_INPUT").as_deref() {
        Ok("classes") => Input::Classes,
        Ok("mixed") => Input::Mixed,
        _ => Input::Sources,
    };
    let mut figures = Figures::default();
    for batch in 0..programs.div_ceil(50) {
        let count = 50.min(programs - batch * 50);
        Batch::generate(first + batch * 50, count, input).compare(&mut figures);
        println!("{} programs", figures.programs);
    }
    println!("from seed {first}: {figures:#?}");
}
