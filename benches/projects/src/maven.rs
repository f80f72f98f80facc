//! Projects are cloned by git, and built and tested by Maven.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::table::Project;

/// Writes the class path of a run.
const CLASS_PATH: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:build-classpath";

/// So many seconds a `main` may run.
const LONGEST_RUN: &str = "120";

/// A project that lies in a folder.
pub struct Built {
    /// The folder of its module.
    pub folder: PathBuf,
    options: Vec<String>,
    /// The home of the JDK for it, where the one of the environment does not do.
    pub jdk: Option<String>,
}

impl Built {
    /// Clones the project into a folder where it is not there, and compiles it and its tests where
    /// no classes are.
    ///
    /// # Errors
    /// git or Maven fails.
    pub fn of(folder: &Path, project: &Project) -> Result<Built> {
        let root = folder.join(&project.name);
        if !root.exists() {
            fs::create_dir_all(folder)?;
            succeed(
                Command::new("git")
                    .args(["clone", "--quiet", &project.repository])
                    .arg(&root),
            )?;
            succeed(
                Command::new("git")
                    .args(["checkout", "--quiet", &project.commit])
                    .current_dir(&root),
            )?;
        }

        let built = Built {
            folder: root.join(&project.module),
            options: project.maven.clone(),
            jdk: jdk(project)?,
        };

        if !built.classes().is_dir() {
            succeed(built.maven().arg("test-compile"))?;
        }

        Ok(built)
    }

    /// The folder of its classes.
    pub fn classes(&self) -> PathBuf {
        self.folder.join("target/classes")
    }

    /// Runs its tests with other classes, and gives what they print. Its own classes are back when
    /// this ends. Tripwires write to the file `recorded`.
    ///
    /// # Errors
    /// Maven cannot be started, or a folder cannot be renamed.
    pub fn tested(&self, classes: &Path, recorded: Option<&Path>) -> Result<String> {
        let (own, aside) = (
            self.classes(),
            self.folder.join("target/classes-of-the-build"),
        );
        fs::rename(&own, &aside)?;
        fs::rename(classes, &own)?;
        let printed = self.tested_as_built(recorded);
        fs::rename(&own, classes)?;
        fs::rename(&aside, &own)?;
        printed
    }

    /// Runs its tests with its own classes, and gives what they print.
    ///
    /// # Errors
    /// Maven cannot be started.
    pub fn tested_as_built(&self, recorded: Option<&Path>) -> Result<String> {
        let mut maven = self.maven();
        let option = |file: &Path| {
            (
                "JAVA_TOOL_OPTIONS",
                format!("-Dresidua.tripwires={}", file.display()),
            )
        };
        maven.envs(recorded.map(option));
        maven
            .arg("-Dmaven.test.failure.ignore=true")
            .arg("surefire:test");

        let output = maven.output().context("mvn")?;
        Ok([output.stdout, output.stderr]
            .map(|text| String::from_utf8_lossy(&text).into_owned())
            .concat())
    }

    /// Runs a class of other classes with its arguments, as the class path of Maven has it, and
    /// gives what it prints and whether it succeeded.
    ///
    /// # Errors
    /// Maven fails, Java cannot be started, or the run takes too long.
    pub fn run_main(&self, main: &str, classes: &Path) -> Result<String> {
        let path = self.folder.join("target/class-path.txt");
        if !path.exists() {
            let option = format!("-Dmdep.outputFile={}", path.display());
            succeed(
                self.maven()
                    .args([CLASS_PATH, "-Dmdep.includeScope=runtime", &option]),
            )?;
        }

        let class_path = format!(
            "{}:{}",
            classes.display(),
            fs::read_to_string(&path)?.trim()
        );
        let java = self
            .jdk
            .as_ref()
            .map_or("java".to_owned(), |home| format!("{home}/bin/java"));
        let mut run = Command::new("timeout");
        run.arg(LONGEST_RUN)
            .arg(java)
            .args(["-cp", &class_path])
            .args(main.split_whitespace());

        let output = run
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .output()?;
        let printed = [&output.stdout, &output.stderr]
            .map(|text| String::from_utf8_lossy(text).into_owned())
            .concat();

        Ok(format!("{printed}\n{}\n", output.status))
    }

    fn maven(&self) -> Command {
        let program = std::env::var("MVN").unwrap_or_else(|_| "mvn".to_owned());
        let mut maven = Command::new(program);
        maven
            .arg("-B")
            .args(&self.options)
            .current_dir(&self.folder);
        maven.envs(self.jdk.iter().map(|home| ("JAVA_HOME", home)));
        maven
    }
}

fn jdk(project: &Project) -> Result<Option<String>> {
    let variable = project.java.map(|release| format!("RESIDUA_JDK_{release}"));
    let home =
        |name: String| std::env::var(&name).with_context(|| format!("{name}: the home of a JDK"));
    variable.map(home).transpose()
}

fn succeed(command: &mut Command) -> Result<()> {
    let output = command.output().with_context(|| format!("{command:?}"))?;
    let [out, err] =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    let errors: Vec<&str> = out
        .lines()
        .filter(|line| line.starts_with("[ERROR]"))
        .take(5)
        .collect();
    ensure!(
        output.status.success(),
        "{command:?}: {}\n{}{err}",
        output.status,
        errors.join("\n")
    );

    Ok(())
}
