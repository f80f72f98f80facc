//! One project: how it is built, woven, run and compared.

use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use test_support::{Project, Run};

/// Maven's own folder of libraries is no place for two that write.
static PACKAGING: Mutex<()> = Mutex::new(());

/// Packages a project and writes the class path of its run.
const PACKAGE: &str = "-q -B package -DskipTests org.apache.maven.plugins:maven-dependency-plugin:3.6.1:build-classpath \
                       -Dmdep.outputFile=path.txt";

/// The text that a tripwire prints.
const TRIPWIRE: &str = "which the analysis took for impossible";

/// How the woven program runs.
enum Start {
    /// A class with a `main`.
    Main(String),
    /// A jar of the build's, or an archive of a web application that starts by itself.
    Jar(String),
    /// An archive of a web application, and the source of the program that starts it as a container
    /// does.
    War(String, String),
    /// The tests of the project.
    Tests,
}

/// A project of Maven and the reports that full and optimized monitoring must make.
pub struct FrameworkProject {
    start: Start,
    reports: Vec<String>,
    files: String,
}

/// The result of the project.
pub struct Outcome {
    /// Reports of each run.
    pub reports: usize,
    /// Generators that the plan keeps.
    pub kept: u64,
    /// All generators.
    pub generators: u64,
}

/// The compared results of a run.
#[derive(PartialEq, Debug)]
struct Seen {
    status: i32,
    output: String,
    reports: Vec<String>,
}

impl FrameworkProject {
    /// Reads a project; `common` are files that each has.
    pub fn parse(text: &str, common: &str) -> Result<Self, String> {
        let at = text.find("//- ").ok_or("no file stands in it")?;
        let (mut start, mut reports) = (None, Vec::new());
        for line in text[..at].lines().filter(|line| !line.is_empty()) {
            let stated = line
                .strip_prefix("//! ")
                .and_then(|line| line.split_once(": "));
            match stated.ok_or_else(|| format!("`{line}` is no `//! KEY: VALUE`"))? {
                ("report", value) => reports.push(value.to_owned()),
                ("run", value) => start = Some(Start::parse(value)?),
                (key, _) => return Err(format!("`{key}` is no key of projects")),
            }
        }
        if reports.is_empty() {
            return Err("it reports nothing".to_owned());
        }
        let start = start.ok_or("nothing says how it is run")?;
        Ok(FrameworkProject {
            start,
            reports,
            files: format!("{common}{}", &text[at..]),
        })
    }

    /// Builds, analyses, weaves and runs it; an error says what differs.
    pub fn run(&self) -> Result<Outcome, String> {
        let project = Project::new(&self.files);
        let packaging = PACKAGING.lock().unwrap_or_else(PoisonError::into_inner);
        let scope = self.start.scope();
        succeeded(
            "package",
            project.run("mvn", &format!("{PACKAGE} -Dmdep.includeScope={scope}")),
        )?;
        drop(packaging);
        succeeded("init", project.residua("init"))?;
        let analysed = project.residua("analyze");
        if analysed.status > 1 {
            return Err(format!("analyze fails\n{}", analysed.stderr));
        }
        let full = self.woven(&project, "--full")?;
        let optimized = self.woven(&project, "")?;
        if full != optimized {
            return Err(format!(
                "--- full\n{full:#?}\n--- optimized\n{optimized:#?}"
            ));
        }
        if full.status != 0 || full.reports != self.reports {
            return Err(format!("expected {:#?}\n--- both\n{full:#?}", self.reports));
        }
        Ok(outcome(&project, full.reports.len()))
    }

    fn woven(&self, project: &Project, kind: &str) -> Result<Seen, String> {
        let (output, classes) = match &self.start {
            Start::Jar(archive) | Start::War(archive, _) => {
                let ending = archive.rsplit('.').next().unwrap_or_default();
                (
                    format!("woven{kind}.{ending}"),
                    format!("--classes {archive}"),
                )
            }
            Start::Main(_) | Start::Tests => (format!("woven{kind}"), String::new()),
        };
        succeeded(
            "weave",
            project.residua(&format!("weave {classes} -o {output} {kind}")),
        )?;
        let run = match &self.start {
            Start::Jar(_) => project.java(&format!("-jar {output}")),
            Start::Main(main) => project.java(&format!(
                "-cp {output}:{} {main}",
                project.read("path.txt").trim()
            )),
            Start::War(_, source) => project.java(&format!(
                "-cp {} {source} {output}",
                project.read("path.txt").trim()
            )),
            Start::Tests => tested(project, &output),
        };
        if run.stderr.contains(TRIPWIRE) || run.stdout.contains(TRIPWIRE) {
            return Err(format!("a tripwire is hit\n{}{}", run.stdout, run.stderr));
        }
        Ok(seen(&self.start, &run))
    }
}

impl Start {
    fn parse(text: &str) -> Result<Self, String> {
        match text.split_once(' ') {
            Some(("main", class)) => Ok(Start::Main(class.to_owned())),
            Some(("jar", path)) => Ok(Start::Jar(path.to_owned())),
            Some(("war", paths)) => {
                let (archive, source) = paths
                    .split_once(' ')
                    .ok_or("a war needs a program that starts it")?;
                Ok(Start::War(archive.to_owned(), source.to_owned()))
            }
            None if text == "tests" => Ok(Start::Tests),
            _ => Err(format!("`{text}` is no way to run a project")),
        }
    }

    /// The scope of Maven whose libraries the run needs: containers are not in the archives that
    /// they start.
    fn scope(&self) -> &'static str {
        match self {
            Start::War(..) => "test",
            Start::Main(_) | Start::Jar(_) | Start::Tests => "runtime",
        }
    }
}

/// Runs the tests of the project on these classes instead of its own.
fn tested(project: &Project, woven: &str) -> Run {
    let (classes, plain) = (project.path("target/classes"), project.path("target/plain"));
    let woven = project.path(woven);
    fs::rename(&classes, &plain).expect("the classes can be moved");
    fs::rename(&woven, &classes).expect("woven classes are there");
    let run = project.run("mvn", "-B surefire:test");
    fs::rename(&classes, &woven).expect("the classes can be moved");
    fs::rename(&plain, &classes).expect("the classes are there");
    run
}

fn succeeded(what: &str, run: Run) -> Result<Run, String> {
    if run.status == 0 {
        Ok(run)
    } else {
        Err(format!("{what} fails\n{}{}", run.stdout, run.stderr))
    }
}

/// Of what Maven prints only the numbers of tests count: the rest are times.
fn seen(start: &Start, run: &Run) -> Seen {
    let output = match start {
        Start::Tests => {
            let counts = run
                .stdout
                .lines()
                .filter(|line| line.contains("Tests run:"));
            counts
                .map(|line| line.split(", Time").next().unwrap_or(line).to_owned() + "\n")
                .collect()
        }
        Start::Main(_) | Start::Jar(_) | Start::War(..) => run.stdout.clone(),
    };
    let lines = run.stderr.lines().chain(run.stdout.lines());
    Seen {
        status: run.status,
        output,
        reports: lines.filter_map(report).collect(),
    }
}

/// `p in b by e at F:1` of `residua: violation of p in b by e at F:1 (app.S@1f)`.
fn report(line: &str) -> Option<String> {
    let (_, report) = line.split_once("residua: violation of ")?;
    Some(report.split(" (").next().unwrap_or(report).to_owned())
}

fn outcome(project: &Project, reports: usize) -> Outcome {
    let plan = project.read(&Path::new("residua-out").join("plan.json").to_string_lossy());
    let plan: serde_json::Value = serde_json::from_str(&plan).expect("a plan");
    let totals = || {
        plan["totals"]
            .as_object()
            .into_iter()
            .flat_map(|totals| totals.values())
    };
    let sum = |key: &str| {
        totals()
            .map(|property| property[key].as_u64().unwrap_or_default())
            .sum()
    };
    Outcome {
        reports,
        kept: sum("kept"),
        generators: sum("generators"),
    }
}
