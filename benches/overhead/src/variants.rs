//! A program of this bench: compiled, woven in full or as its plan decides, and run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use analyzer::{Request, analyze};
use anyhow::{Context, Result, bail, ensure};
use date::model::Specification;
use instrument::weave::{RuntimePlacement, Task, WeaveRequest, weave};
use java_lower::Source;
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;
use plan::{Decision, Plan, sha256};
use tempfile::TempDir;
use wait4::Wait4;

/// A file of a program, or with a property or an aspect for it.
#[derive(Clone, Copy)]
pub struct File {
    /// The name.
    pub name: &'static str,
    /// The text.
    pub text: &'static str,
}

/// A compiled program.
pub struct Program {
    files: Vec<File>,
    jdk: Arc<Jdk>,
    folder: TempDir,
}

/// The variants of a program under one property.
pub struct Variants {
    /// Class folder of the program without monitors.
    pub plain: PathBuf,
    /// Class folder, fully monitored.
    pub full: PathBuf,
    /// Class folder, monitored as the plan decides.
    pub optimized: PathBuf,
    /// The number of places that raise events.
    pub sites: usize,
    /// How many of them the plan keeps.
    pub kept: usize,
}

/// One run.
pub struct Ran {
    /// Processor time of the virtual machine.
    pub seconds: f64,
    /// Time until it ended.
    pub waited: f64,
    /// Lines of reports.
    pub reports: usize,
    /// The output of the program.
    pub printed: String,
}

impl Program {
    /// Compiles the files.
    pub fn compile(files: &[File]) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let jdk = Arc::new(Jdk::from_environment()?);
        let mut javac = Command::new(jdk.home().join("bin/javac"));
        javac.arg("-d").arg(folder.path().join("classes"));

        for File { name, text } in files {
            let file = folder.path().join(name);
            fs::write(&file, text)?;
            javac.arg(file);
        }

        ensure!(
            javac.status().context("javac cannot be run")?.success(),
            "the program does not compile"
        );
        Ok(Program {
            files: files.to_vec(),
            jdk,
            folder,
        })
    }

    /// The class folder.
    pub fn classes(&self) -> PathBuf {
        self.folder.path().join("classes")
    }

    /// Analyses the program and weaves it both ways.
    pub fn weave(&self, property: File) -> Result<Variants> {
        let plan = self.plan(property)?;
        let plain = self.classes();
        let woven = |full: bool| -> Result<PathBuf> {
            let output = self.folder.path().join(format!("{}-{full}", property.name));
            let request = WeaveRequest {
                plan: &plan,
                base: self.folder.path().to_owned(),
                classes: vec![plain.clone()],
                class_path: Vec::new(),
                output: output.clone(),
                task: Task::monitoring(full),
                runtime: RuntimePlacement::Bundled,
                adds_fields: true,
                tripwires: true,
                unforeseen: Vec::new(),
                java_home: None,
                handler: None,
                kept: None,
            };
            weave(&request).context("weaving fails")?;
            Ok(output)
        };

        let (full, optimized) = (woven(true)?, woven(false)?);
        let kept = plan
            .generators
            .iter()
            .filter(|row| row.decision == Decision::Keep)
            .count();

        Ok(Variants {
            plain,
            full,
            optimized,
            sites: plan.generators.len(),
            kept,
        })
    }

    fn plan(&self, property: File) -> Result<Plan> {
        let File { name, text } = property;
        let source = |file: &File| Source {
            root: ".".to_owned(),
            path: file.name.to_owned(),
            bytes: file.text.as_bytes().to_vec(),
        };
        let sources = self.files.iter().map(source).collect();
        let program = java_lower::load(sources, Arc::new(ClassPath::open(&[], &self.jdk)?))?;
        let analysis = analyze(&program, &Request::new(vec![read(name, text)?]))?;
        Ok(analyzer::to_plan(&analysis, &[sha256(text.as_bytes())]))
    }

    /// Runs a class of one variant.
    pub fn run(
        &self,
        classes: &Path,
        options: &[&str],
        main: &str,
        arguments: &[String],
    ) -> Result<Ran> {
        let mut java = Command::new(self.jdk.home().join("bin/java"));
        java.args(options)
            .arg("-cp")
            .arg(classes)
            .arg(main)
            .args(arguments);
        let (printed, said) = (
            tempfile::NamedTempFile::new()?,
            tempfile::NamedTempFile::new()?,
        );

        let java = java
            .stdin(Stdio::null())
            .stdout(printed.reopen()?)
            .stderr(said.reopen()?);
        let started = std::time::Instant::now();
        let ended = java.spawn().context("java cannot be run")?.wait4()?;
        let waited = started.elapsed().as_secs_f64();
        let [printed, said] = [printed, said].map(|file| fs::read_to_string(file.path()));
        let said = said?;
        ensure!(ended.status.success(), "the program fails: {said}");

        let reports = said
            .lines()
            .filter(|line| line.contains("violation of "))
            .count();
        let other = said
            .lines()
            .find(|line| !line.starts_with("residua: violation") && !line.starts_with("violation"));
        ensure!(
            other.is_none(),
            "the program says: {}",
            other.unwrap_or_default()
        );

        let seconds = (ended.rusage.utime + ended.rusage.stime).as_secs_f64();
        Ok(Ran {
            seconds,
            waited,
            reports,
            printed: printed?,
        })
    }
}

/// The middle of what was measured.
pub fn median(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}

fn read(name: &str, text: &str) -> Result<Specification> {
    match languages::read(name, text) {
        Ok(specification) => Ok(specification),
        Err(findings) => bail!("{name}: {findings:?}"),
    }
}
