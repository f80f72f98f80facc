//! One case: how it is built, run and compared.

mod blind;
mod compiled;

use std::process::Command;

use crate::libraries;
use crate::other_languages::Language;
use crate::share::{Kept, Share};
use test_support::{Project, Run};

pub use blind::Announced;
pub use compiled::Input;

/// A program, its properties, and the reports that full and optimized monitoring must make.
#[derive(Default)]
pub struct Case {
    /// The reports, in order, as `PROPERTY in STATE by EVENT at FILE:LINE`.
    reports: Vec<String>,
    /// How many generators each analysis keeps over all properties, where the case says so.
    kept: Vec<u64>,
    /// Texts that `analyze` must print on stderr.
    told: Vec<String>,
    /// Further options of `javac`, `java` and `analyze`.
    javac: String,
    java: String,
    analyze: String,
    /// Options of further analyses, each of which must keep the promise as well.
    again: Vec<String>,
    /// The class that is run.
    main: Option<String>,
    /// The release of the JDK that the case needs, where it is not the default one.
    jdk: Option<String>,
    /// `javac`, if nothing else is said, or `ecj`.
    compiler: Option<String>,
    /// Libraries of Maven Central as `GROUP:ARTIFACT:VERSION`.
    maven: Vec<String>,
    /// True if annotation processors run.
    processors: bool,
    /// Processors of Maven Central that are not on the class path; what they make is written to
    /// `generated`.
    processor: Vec<String>,
    /// Why class files raise other events than the sources, where they do.
    compiled: Option<String>,
    /// The files, as [`Project::new`] takes them.
    files: String,
}

impl Case {
    /// Reads a case; an error names the line that is none.
    pub fn parse(text: &str) -> Result<Case, String> {
        let at = text.find("//- ").ok_or("no file stands in it")?;
        let mut case = Case {
            files: text[at..].to_owned(),
            ..Case::default()
        };
        for line in text[..at].lines().filter(|line| !line.is_empty()) {
            let stated = line
                .strip_prefix("//! ")
                .and_then(|line| line.split_once(':'));
            let (key, value) = stated.ok_or_else(|| format!("`{line}` is no `//! KEY: VALUE`"))?;
            case.set(key, value.trim())?;
        }
        Ok(case)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let value = value.to_owned();
        match key {
            "report" => self.reports.push(value),
            "told" => self.told.push(value),
            "maven" => self.maven.push(value),
            "processor" => self.processor.push(value),
            "again" => self.again.push(value),
            "kept" => self.kept = numbers(&value)?,
            "javac" => self.javac = value,
            "java" => self.java = value,
            "analyze" => self.analyze = value,
            "main" => self.main = Some(value),
            "jdk" => self.jdk = Some(value),
            "compiler" => self.compiler = Some(value),
            "compiled" => self.compiled = Some(value),
            "processors" => self.processors = true,
            "note" => {}
            _ => return Err(format!("`{key}` is no key of cases")),
        }
        Ok(())
    }

    /// Compiles, analyses, weaves and runs; nothing if a JDK or a compiler that it needs is not
    /// there. An error says what differs.
    pub fn run(&self) -> Result<Option<Share>, String> {
        let Some(built) = self.built()? else {
            return Ok(None);
        };
        let mut share = Share::of_case(self.reports.len());
        let mut full = None;
        for (number, options) in std::iter::once(&self.analyze)
            .chain(&self.again)
            .enumerate()
        {
            let run = || {
                let analysed = self.analysed(&built, &format!("--source src {options}"))?;
                share.analyses.push(self.kept(&built.project, number)?);
                self.check_analysis(number, &analysed)?;
                let full = match full.take() {
                    Some(run) => run,
                    None => self.woven(&built, "--full")?,
                };
                self.compare(full, &self.woven(&built, "")?)
            };
            full = Some(in_analysis(options, run)?);
        }
        Ok(Some(share))
    }

    /// Compiles; nothing if a JDK or a compiler that it needs is not there.
    fn built(&self) -> Result<Option<Built>, String> {
        let Some(tools) = self.tools() else {
            return Ok(None);
        };
        let project = Project::new(&self.files);
        self.compile(&project, &tools)?;
        Ok(Some(Built {
            path: self.class_path(&tools),
            project,
            tools,
        }))
    }

    /// Analyses with these options, and those about properties and the class path.
    fn analysed(&self, built: &Built, options: &str) -> Result<Run, String> {
        let properties: String = built
            .project
            .names(".")
            .iter()
            .filter(|name| is_property(name))
            .map(|n| format!("--property {n} "))
            .collect();
        let analysed = built.residua(&format!("analyze {properties} {options}"));
        if analysed.status > 1 {
            Err(format!("analyze fails\n{}", analysed.stderr))
        } else {
            Ok(analysed)
        }
    }

    fn tools(&self) -> Option<Tools> {
        let home = match &self.jdk {
            Some(release) => Some(libraries::jdk(release)?),
            None => None,
        };
        let compiler = self.compiler.clone().unwrap_or("javac".to_owned());
        if compiler != "javac" && !libraries::is_there(&compiler) {
            return None;
        }
        let path_of = |libraries: &[String]| match libraries {
            [] => Some(String::new()),
            _ => libraries::fetched(libraries),
        };
        Some(Tools {
            home,
            compiler,
            fetched: path_of(&self.libraries())?,
            processors: path_of(&self.processor)?,
        })
    }

    /// The libraries of the program's class path.
    fn libraries(&self) -> Vec<String> {
        let mut libraries = self.maven.clone();
        libraries.extend(self.languages().map(|language| language.library.to_owned()));
        libraries
    }

    /// The sets of libraries that Maven fetches for the case.
    pub fn fetched(&self) -> Vec<Vec<String>> {
        let compilers = self
            .languages()
            .map(|language| vec![language.compiler.to_owned()]);
        let mut sets: Vec<Vec<String>> = compilers.collect();
        sets.extend([self.libraries(), self.processor.clone()]);
        sets
    }

    fn has(&self, folder: &str) -> bool {
        self.files.contains(&format!("//- {folder}/"))
    }

    fn languages(&self) -> impl Iterator<Item = &'static Language> {
        let files = self
            .files
            .lines()
            .filter_map(|line| line.strip_prefix("//- "));
        let endings: Vec<&str> = files
            .filter_map(|file| Some(file.rsplit_once('.')?.1))
            .collect();
        Language::ALL
            .iter()
            .filter(move |language| endings.contains(&language.ending))
    }

    fn class_path(&self, tools: &Tools) -> String {
        let lib = if self.has("lib") { "libc" } else { "" };
        [lib, &tools.fetched]
            .into_iter()
            .filter(|entry| !entry.is_empty())
            .collect::<Vec<_>>()
            .join(":")
    }

    fn compile(&self, project: &Project, tools: &Tools) -> Result<(), String> {
        let path = self.class_path(tools);
        if self.has("lib") {
            tools.compile(
                project,
                &format!("-d libc -cp libc:{}", tools.fetched),
                &["lib"],
            )?;
        }
        for language in self.languages() {
            language.compile(project, &tools.tool("java"), &path)?;
        }
        let other = if self.has("other") {
            &["src", "other"][..]
        } else {
            &["src"]
        };
        let options = format!(
            "{} -d classes -cp classes:{path} {}",
            self.processing(project, tools),
            self.javac
        );
        tools.compile(project, &options, other)?;
        if self.has("changed") {
            tools.compile(project, &options, &["changed"])?;
        }
        Ok(())
    }

    /// The options of `javac` about annotation processors; what they make is below `generated`.
    fn processing(&self, project: &Project, tools: &Tools) -> String {
        if !self.processor.is_empty() {
            project.write("generated/README", b"");
            return format!("-s generated -processorpath {}", tools.processors);
        }
        let runs = self.processors || tools.compiler != "javac";
        if runs {
            String::new()
        } else {
            "-proc:none".to_owned()
        }
    }

    fn check_analysis(&self, number: usize, analysed: &Run) -> Result<(), String> {
        match self
            .told
            .iter()
            .find(|told| number == 0 && !analysed.stderr.contains(*told))
        {
            Some(told) => Err(format!(
                "analyze does not say `{told}`\n{}",
                analysed.stderr
            )),
            None => Ok(()),
        }
    }

    /// Reads how many generators the plan has; an error if the case expects other numbers of this
    /// analysis.
    fn kept(&self, project: &Project, number: usize) -> Result<Kept, String> {
        let plan: serde_json::Value =
            serde_json::from_str(&project.read("residua-out/plan.json")).expect("a plan");
        let sum = |key: &str| {
            let totals = plan["totals"]
                .as_object()
                .into_iter()
                .flat_map(|totals| totals.values());
            totals
                .map(|property| property[key].as_u64().unwrap_or_default())
                .sum()
        };
        let found = Kept {
            kept: sum("kept"),
            generators: sum("generators"),
        };
        match self.kept.get(number) {
            Some(expected) if *expected != found.kept => Err(format!(
                "{} generators are kept and not {expected}",
                found.kept
            )),
            _ => Ok(found),
        }
    }

    fn woven(&self, built: &Built, kind: &str) -> Result<Run, String> {
        let weave =
            format!("weave --plan residua-out/plan.json --classes classes -o woven{kind} {kind}");
        let woven = built.residua(&weave);
        if woven.status != 0 {
            return Err(format!("weave {kind} fails\n{}", woven.stderr));
        }
        let main = self.main.as_deref().unwrap_or("app.Main");
        let java = built.tools.tool("java");
        let options = format!(
            "-Xverify:all -cp woven{kind}:{} {} {main}",
            built.path, self.java
        );
        Ok(built.project.run(&java, &options))
    }

    /// Gives the run under full monitoring back.
    fn compare(&self, full: Run, optimized: &Run) -> Result<Run, String> {
        if seen(&full) != seen(optimized) {
            return Err(format!(
                "--- full\n{}--- optimized\n{}",
                seen(&full),
                seen(optimized)
            ));
        }
        let reports: Vec<&str> = full.stderr.lines().filter_map(report).collect();
        if reports != self.reports {
            return Err(format!(
                "expected {:#?}\n--- both\n{}",
                self.reports,
                seen(&full)
            ));
        }
        drop(reports);
        Ok(full)
    }
}

/// The output of a run, and how it ended.
fn seen(run: &Run) -> String {
    format!(
        "exit {}\n{}{}",
        run.status,
        without_hashes(&run.stdout),
        without_hashes(&run.stderr)
    )
}

/// Options without some of them and their values.
fn without(options: &str, left_out: &[&str]) -> String {
    let mut is_left_out = false;
    let mut kept = Vec::new();
    for word in options.split_whitespace() {
        if word.starts_with("--") {
            is_left_out = left_out.contains(&word);
        }
        if !is_left_out {
            kept.push(word);
        }
    }
    kept.join(" ")
}

fn in_analysis(options: &str, run: impl FnOnce() -> Result<Run, String>) -> Result<Run, String> {
    run().map_err(|difference| format!("(analyze {options})\n{difference}"))
}

fn numbers(text: &str) -> Result<Vec<u64>, String> {
    text.split_whitespace()
        .map(|word| word.parse().map_err(|_| format!("`{word}` is no number")))
        .collect()
}

/// A case that has been compiled.
struct Built {
    tools: Tools,
    project: Project,
    /// The class path of the program beside its own classes.
    path: String,
}

impl Built {
    /// Runs a command of residua with the class path.
    fn residua(&self, command: &str) -> Run {
        let class_path = match self.path.as_str() {
            "" => String::new(),
            path => format!("--classpath {path}"),
        };
        let command = format!("{command} {class_path}");
        self.tools.residua(&self.project, &command)
    }
}

/// The tools that a case is built and run with.
struct Tools {
    /// The JDK, where it is not the default one.
    home: Option<String>,
    compiler: String,
    /// The class path of fetched libraries, and that of processors.
    fetched: String,
    processors: String,
}

impl Tools {
    fn tool(&self, name: &str) -> String {
        self.home
            .as_ref()
            .map_or(name.to_owned(), |home| format!("{home}/bin/{name}"))
    }

    fn residua(&self, project: &Project, arguments: &str) -> Run {
        let home: Vec<(&str, &str)> = self
            .home
            .iter()
            .map(|home| ("JAVA_HOME", home.as_str()))
            .collect();
        project.residua_with(arguments, &home, "")
    }

    fn compile(&self, project: &Project, options: &str, folders: &[&str]) -> Result<(), String> {
        let compiler = if self.compiler == "javac" {
            self.tool("javac")
        } else {
            self.compiler.clone()
        };
        let files = folders.iter().flat_map(|folder| project.java_files(folder));
        let mut command = Command::new(compiler);
        if self.compiler == "javac" {
            // It ends before HotSpot's second compiler pays.
            command.arg("-J-XX:TieredStopAtLevel=1");
        }
        command
            .args(["-g", "-nowarn", "-encoding", "UTF-8"])
            .args(options.split_whitespace())
            .args(files);
        let run = project.command(&mut command);
        if run.status == 0 {
            Ok(())
        } else {
            Err(format!("{command:?} fails\n{}{}", run.stdout, run.stderr))
        }
    }
}

fn is_property(name: &str) -> bool {
    [".yaml", ".mop", ".lrv"]
        .iter()
        .any(|ending| name.ends_with(ending))
}

/// `p in b by e at F:1` of `residua: violation of p in b by e at F:1 (app.S@1f)`.
fn report(line: &str) -> Option<&str> {
    line.strip_prefix("residua: violation of ")
        .map(|line| line.split(" (").next().unwrap_or(line))
}

/// A text without what `@` and hexadecimal digits say of objects.
fn without_hashes(text: &str) -> String {
    let mut parts = text.split('@');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        text + "@" + part.trim_start_matches(|c: char| c.is_ascii_hexdigit())
    })
}
