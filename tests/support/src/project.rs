//! Projects in temporary folders, and the program run on them. Knows the text of fixtures and
//! nothing of the crates.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder with files in it, gone when dropped.
pub struct Project {
    folder: tempfile::TempDir,
}

/// How a command ended.
#[derive(Debug)]
pub struct Run {
    /// Exit status.
    pub status: i32,
    /// The text on stdout.
    pub stdout: String,
    /// The text on stderr.
    pub stderr: String,
}

impl Project {
    /// A project from one text: each file stands behind a line `//- path`.
    pub fn new(fixture: &str) -> Self {
        let project = Project {
            folder: tempfile::tempdir().expect("a temporary folder"),
        };
        let files = fixture.split("//- ").skip(1);
        for (path, text) in files.map(|file| file.split_once('\n').expect("a text behind the path"))
        {
            project.write(path.trim(), text.as_bytes());
        }
        project
    }

    /// Adds or replaces a file.
    pub fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders can be made");
        fs::write(path, bytes).expect("files can be written");
    }

    /// The whole path of a file.
    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// The text of a file.
    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// The names of the files and folders in a folder, sorted; none if it is not there.
    pub fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder))
            .into_iter()
            .flatten()
            .flatten();
        let mut names: Vec<String> = entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// Runs residua in the folder with these arguments, separated by blanks.
    pub fn residua(&self, arguments: &str) -> Run {
        self.residua_with(arguments, &[], "")
    }

    /// The same with environment variables and a text on stdin.
    pub fn residua_with(&self, arguments: &str, environment: &[(&str, &str)], stdin: &str) -> Run {
        let mut command = residua();
        command
            .args(arguments.split_whitespace())
            .envs(environment.iter().copied());
        run(&mut command, self.folder.path(), stdin)
    }

    /// The same in a folder of the project.
    pub fn residua_in(&self, folder: &str, arguments: &str) -> Run {
        let mut command = residua();
        run(
            command.args(arguments.split_whitespace()),
            &self.path(folder),
            "",
        )
    }

    /// Runs any other command in the folder.
    pub fn command(&self, command: &mut Command) -> Run {
        run(command, self.folder.path(), "")
    }

    /// Starts residua, interrupts it after some time, and waits for its end; no status if the
    /// signal has ended it.
    pub fn interrupted(&self, arguments: &str, milliseconds: u64) -> Option<i32> {
        let mut command = residua();
        command
            .args(arguments.split_whitespace())
            .current_dir(self.folder.path());
        let mut child = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("residua starts");
        std::thread::sleep(std::time::Duration::from_millis(milliseconds));
        let kill = Command::new("sh")
            .args(["-c", &format!("kill -INT {}", child.id())])
            .stderr(Stdio::null())
            .status();
        kill.expect("a shell");
        child.wait().expect("residua ends").code()
    }

    /// Compiles every source below `sources` into `classes`.
    pub fn javac(&self, sources: &str, classes: &str) {
        self.javac_with(&[sources], classes, "").succeeds();
    }

    /// Compiles every source below several folders into `classes`, against it and a class path.
    pub fn javac_with(&self, sources: &[&str], classes: &str, class_path: &str) -> Run {
        let files = sources
            .iter()
            .flat_map(|folder| java_files(&self.path(folder)));
        let class_path = format!("{classes}:{class_path}");
        let mut javac = Command::new("javac");
        javac
            // It ends before HotSpot's second compiler pays.
            .arg("-J-XX:TieredStopAtLevel=1")
            .args([
                "-g",
                "-nowarn",
                "-proc:none",
                "-encoding",
                "UTF-8",
                "-cp",
                &class_path,
                "-d",
                classes,
            ])
            .args(files);
        run(&mut javac, self.folder.path(), "")
    }

    /// The Java files below a folder of the project.
    pub fn java_files(&self, folder: &str) -> Vec<PathBuf> {
        java_files(&self.path(folder))
    }

    /// The files below a folder of the project whose names end with a dot and `ending`.
    pub fn files(&self, folder: &str, ending: &str) -> Vec<PathBuf> {
        files(&self.path(folder), ending)
    }

    /// Packs a folder of classes into a jar.
    pub fn jar(&self, classes: &str, jar: &str) {
        run(
            Command::new("jar").args(["cf", jar, "-C", classes, "."]),
            self.folder.path(),
            "",
        )
        .succeeds();
    }

    /// Runs a Java program with these arguments of `java`, separated by blanks.
    pub fn java(&self, arguments: &str) -> Run {
        self.run("java", arguments)
    }

    /// Runs any other program the same way.
    pub fn run(&self, program: &str, arguments: &str) -> Run {
        run(
            Command::new(program).args(arguments.split_whitespace()),
            self.folder.path(),
            "",
        )
    }
}

/// The variable in which cargo names the program to the tests of its package.
const PROGRAM: &str = "CARGO_BIN_EXE_residua";

/// Returns the path of the program.
///
/// # Panics
/// The caller is no integration test of `residua`.
pub fn residua_path() -> PathBuf {
    let path = std::env::var_os(PROGRAM);
    path.expect("cargo names the program to the tests of residua")
        .into()
}

/// The program, which keeps compiled libraries among the results of the build.
fn residua() -> Command {
    let path = residua_path();
    let folder = path
        .parent()
        .and_then(Path::parent)
        .expect("a target folder");
    let mut command = Command::new(&path);
    command.env("RESIDUA_CACHE", folder.join("tmp"));
    command
}

fn java_files(folder: &Path) -> Vec<PathBuf> {
    files(folder, "java")
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of sources").flatten() {
        match entry.path() {
            path if path.is_dir() => found.extend(files(&path, ending)),
            path if path
                .extension()
                .is_some_and(|extension| extension == ending) =>
            {
                found.push(path)
            }
            _ => {}
        }
    }
    found
}

fn run(command: &mut Command, folder: &Path, stdin: &str) -> Run {
    let mut child = command
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    // A program that does not read its input has closed the pipe, which is its right.
    let _ = child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(stdin.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    Run {
        status: output.status.code().expect("no signal ends the program"),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

impl Run {
    /// Checks the exit status and that stderr holds each of these texts.
    #[track_caller]
    pub fn fails_with(&self, status: i32, told: &[&str]) {
        assert_eq!(self.status, status, "{self:#?}");
        for text in told {
            assert!(
                self.stderr.contains(text),
                "`{text}` is not told:\n{}",
                self.stderr
            );
        }
    }

    /// Checks that the exit status is 0.
    #[track_caller]
    pub fn succeeds(self) -> Self {
        assert_eq!(self.status, 0, "{self:#?}");
        self
    }
}
