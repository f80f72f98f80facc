//! Compiling the monitors and their runtime with the JDK's `javac`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use jvm::jdk::Jdk;
use text::{Diagnostic, Span};

use super::runtime_library::{JavaLibrary, RuntimeLibrary};
use super::{WeaveError, files, output};
use crate::monitor::{JavaText, MonitorSource};

/// `javac` ends before code of HotSpot's second compiler pays, and that costs half of the processor
/// time. Other virtual machines need not know the option.
const SHORT_RUN: [&str; 2] = [
    "-J-XX:+IgnoreUnrecognizedVMOptions",
    "-J-XX:TieredStopAtLevel=1",
];

/// The options of every run of `javac`. The runtime library of Java 9 takes tens of milliseconds
/// for the first concatenation, so the code makes builders.
const OPTIONS: [&str; 6] = [
    "-proc:none",
    "-nowarn",
    "-Xlint:none",
    "-encoding",
    "UTF-8",
    "-XDstringConcat=inline",
];

/// The help where monitors name what they cannot.
const MAKE_PUBLIC: &str = "monitors are classes of their own: make it public, or name a public class or interface above it";

/// Gives the place in the property file of what a line of generated Java is for.
type CauseOfLine = fn(&JavaText, u32) -> Option<Span>;

/// Returns whether `javac` objects to the access to something.
fn is_of_access(message: &str) -> bool {
    [
        " has private access in ",
        " has protected access in ",
        " is not public in ",
    ]
    .iter()
    .any(|words| message.contains(words))
}

/// Oldest release that the runtime is written for.
const OLDEST_RELEASE: u16 = 8;

/// The input of one compilation.
#[derive(Debug)]
pub struct Compilation<'a> {
    /// The JDK whose `javac` compiles.
    pub jdk: &'a Jdk,
    /// The library that the monitors need.
    pub library: JavaLibrary,
    /// The release of the woven classes; the result runs wherever they do.
    pub release: u16,
    /// The woven classes and what they need.
    pub class_path: &'a [PathBuf],
    /// The monitors; `file` is the property file that the n-th stems from.
    pub monitors: &'a [MonitorSource],
    /// The property files of the monitors.
    pub files: &'a [String],
    /// The folder that keeps compiled runtimes; `None` keeps none.
    pub kept: Option<&'a Path>,
}

/// Compiles a library for a release; gives class files by name.
///
/// # Errors
/// The JDK's `javac` cannot be run, or refuses the library.
pub fn compile_library(
    library: JavaLibrary,
    jdk: &Jdk,
    release: u16,
    kept: Option<&Path>,
) -> Result<BTreeMap<String, Vec<u8>>, WeaveError> {
    Compilation {
        library,
        jdk,
        release,
        class_path: &[],
        monitors: &[],
        files: &[],
        kept,
    }
    .run()
}

impl Compilation<'_> {
    /// Compiles; gives class files by name.
    ///
    /// # Errors
    /// The faults that `javac` finds, with their places in the property file.
    pub fn run(&self) -> Result<BTreeMap<String, Vec<u8>>, WeaveError> {
        let folder = tempfile::tempdir().map_err(WeaveError::Temporary)?;
        let home = std::path::absolute(folder.path()).map_err(WeaveError::Temporary)?;
        let classes = home.join("classes");
        std::fs::create_dir(&classes).map_err(WeaveError::Temporary)?;
        let release = self.release.max(OLDEST_RELEASE);
        let library = RuntimeLibrary::of(self.library, self.jdk, &OPTIONS, release, self.kept);
        let runtime = library
            .write(&home.join("library"))
            .map_err(WeaveError::Temporary)?;
        let monitors = self.write_monitors(&home).map_err(WeaveError::Temporary)?;

        let sources: Vec<PathBuf> = runtime.sources.into_iter().chain(monitors).collect();
        if sources.is_empty() {
            return Ok(library.joined(BTreeMap::new()));
        }

        // In front: woven classes that are woven again bring their own.
        let class_path: Vec<&Path> = runtime
            .classes
            .as_deref()
            .into_iter()
            .chain(self.class_path.iter().map(PathBuf::as_path))
            .collect();
        let text = arguments_of_javac(release, &class_path, &classes, sources)?;

        match self.javac(&home, &text, JavaText::cause)? {
            None => Ok(library.joined(output::read_back(&classes).map_err(WeaveError::Temporary)?)),
            Some(diagnostics) => Err(WeaveError::Monitors(diagnostics)),
        }
    }

    /// Compiles without an output; gives what `javac` finds wrong.
    ///
    /// # Errors
    /// The JDK's `javac` cannot be run.
    pub fn check(&self) -> Result<Vec<Diagnostic>, WeaveError> {
        let folder = tempfile::tempdir().map_err(WeaveError::Temporary)?;
        let home = std::path::absolute(folder.path()).map_err(WeaveError::Temporary)?;
        let release = self.release.max(OLDEST_RELEASE);
        let runtime = RuntimeLibrary::of(self.library, self.jdk, &OPTIONS, release, self.kept);
        let library = home.join("library");
        let runtime = runtime.write(&library).map_err(WeaveError::Temporary)?;
        let class_path: Vec<&Path> = runtime
            .classes
            .as_deref()
            .into_iter()
            .chain(self.class_path.iter().map(PathBuf::as_path))
            .collect();

        let monitors = self.write_monitors(&home).map_err(WeaveError::Temporary)?;
        let arguments = arguments_of_javac(release, &class_path, &home, monitors)?;
        // Of the library what monitors name is read, and nothing is written.
        let library = [
            "-implicit:none".to_owned(),
            "-sourcepath".to_owned(),
            library.display().to_string(),
        ];
        let stops = [
            "-XDshould-stop.ifError=FLOW",
            "-XDshould-stop.ifNoError=FLOW",
        ]
        .map(str::to_owned);

        let more: String = library
            .iter()
            .chain(&stops)
            .map(|argument| quoted(argument))
            .collect();
        let found = self.javac(&home, &(more + &arguments), |_, _| None)?;
        Ok(found.unwrap_or_default())
    }

    /// Runs `javac` in a folder; what it says where it does not succeed. `cause` gives the places of
    /// what it says of generated lines.
    fn javac(
        &self,
        home: &Path,
        arguments_text: &str,
        cause: CauseOfLine,
    ) -> Result<Option<Vec<Diagnostic>>, WeaveError> {
        let arguments = home.join("arguments");
        std::fs::write(&arguments, arguments_text).map_err(WeaveError::Temporary)?;
        let javac = self
            .jdk
            .home()
            .join("bin")
            .join(format!("javac{}", std::env::consts::EXE_SUFFIX));
        // Messages are read: they must be in English, whatever the user's language. A compiler that
        // fails within itself leaves a file where it runs.
        let run = Command::new(&javac)
            .current_dir(home)
            .args(["-J-Duser.language=en", "-J-Duser.country=US"])
            .args(SHORT_RUN)
            .arg(format!("@{}", arguments.display()))
            .output()
            .map_err(|source| WeaveError::NoCompiler { javac, source })?;

        if run.status.success() {
            Ok(None)
        } else {
            Ok(Some(self.diagnostics(
                home,
                &String::from_utf8_lossy(&run.stderr),
                cause,
            )))
        }
    }

    fn write_monitors(&self, folder: &Path) -> std::io::Result<Vec<PathBuf>> {
        let mut written = Vec::new();
        for monitor in self.monitors {
            let file = folder.join(monitor.path());
            files::write_below(&file, monitor.java.text())?;
            written.push(file);
        }
        Ok(written)
    }

    fn diagnostics(&self, folder: &Path, messages: &str, cause: CauseOfLine) -> Vec<Diagnostic> {
        let mut found: Vec<Diagnostic> = read_messages(messages)
            .iter()
            .map(|message| self.diagnostic(folder, message, cause))
            .collect();
        if found.is_empty() {
            found.push(Diagnostic::error(
                "",
                Span::default(),
                "javac",
                format!("javac failed: {messages}"),
            ));
        }
        found
    }

    fn diagnostic(&self, folder: &Path, message: &Message, cause: CauseOfLine) -> Diagnostic {
        let number = self
            .monitors
            .iter()
            .position(|monitor| folder.join(monitor.path()) == message.file);
        let java = number.map(|n| &self.monitors[n].java);
        let origin = java.and_then(|java| java.origin(message.line, message.column));
        let caused = java.and_then(|java| cause(java, message.line));
        let file = number
            .and_then(|n| self.files.get(n))
            .map_or("", String::as_str);
        let mut diagnostic = Diagnostic::error(
            file,
            origin.or(caused).unwrap_or_default(),
            "javac",
            message.text.clone(),
        );
        // The file has another line at the place of a cause.
        let is_copied = origin.is_some() || caused.is_none();
        diagnostic.source_line = message.source_line.clone().filter(|_| is_copied);

        let details = message.details.as_deref().unwrap_or_default().split("; ");
        let told: Vec<&str> = details
            .filter(|detail| !detail.is_empty() && !detail.contains("ResiduaMonitor"))
            .collect();
        diagnostic.help = (!told.is_empty()).then(|| told.join("; "));
        if is_of_access(&message.text) {
            diagnostic.help = diagnostic.help.or(Some(MAKE_PUBLIC.to_owned()));
        }
        diagnostic
    }
}

/// The content of an argument file: one quoted argument a line.
fn arguments_of_javac(
    release: u16,
    class_path: &[&Path],
    classes: &Path,
    sources: impl IntoIterator<Item = PathBuf>,
) -> Result<String, WeaveError> {
    let class_path: Result<Vec<PathBuf>, _> = class_path.iter().map(std::path::absolute).collect();
    let class_path = std::env::join_paths(class_path.map_err(WeaveError::Temporary)?)
        .map_err(|error| WeaveError::Temporary(std::io::Error::other(error)))?;
    let mut arguments: Vec<String> = OPTIONS.map(str::to_owned).to_vec();
    arguments.extend([
        "--release".to_owned(),
        release.to_string(),
        "-Xmaxerrs".to_owned(),
        "20".to_owned(),
    ]);
    arguments.extend(["-d".to_owned(), classes.display().to_string()]);
    arguments.extend(["-cp".to_owned(), class_path.to_string_lossy().into_owned()]);
    arguments.extend(
        sources
            .into_iter()
            .map(|source| source.display().to_string()),
    );

    Ok(arguments.iter().map(|argument| quoted(argument)).collect())
}

fn quoted(argument: &str) -> String {
    format!(
        "\"{}\"\n",
        argument.replace('\\', "\\\\").replace('"', "\\\"")
    )
}

/// An error that `javac` prints: `FILE:LINE: error: TEXT`, the line, a caret, details.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Message {
    file: PathBuf,
    line: u32,
    column: u32,
    text: String,
    source_line: Option<String>,
    details: Option<String>,
}

fn read_messages(output: &str) -> Vec<Message> {
    let mut messages: Vec<Message> = Vec::new();
    let mut lines = output.lines().peekable();
    while let Some(line) = lines.next() {
        let Some((file, number, text)) = heading(line) else {
            continue;
        };
        let mut rest = Vec::new();
        while let Some(next) = lines.next_if(|next| heading(next).is_none()) {
            rest.push(next);
        }
        let caret = rest.iter().position(|line| line.trim() == "^");
        let column = caret
            .and_then(|at| rest[at].find('^'))
            .map_or(1, |at| at as u32 + 1);
        let source_line = caret
            .and_then(|at| rest.get(at.checked_sub(1)?))
            .map(|line| line.trim().to_owned());
        let details = caret.map(|at| rest[at + 1..].iter().filter(|line| line.starts_with(' ')));
        let details =
            details.map(|lines| lines.map(|line| line.trim()).collect::<Vec<_>>().join("; "));
        messages.push(Message {
            file: PathBuf::from(file),
            line: number,
            column,
            text: text.to_owned(),
            source_line,
            details: details.filter(|text| !text.is_empty()),
        });
    }

    messages
}

/// File, line and text of the first line of an error.
fn heading(line: &str) -> Option<(&str, u32, &str)> {
    let (place, text) = line.split_once(": error: ")?;
    let (file, number) = place.rsplit_once(':')?;
    Some((file, number.parse().ok()?, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_with_place_and_details() {
        let output = "/t/A.java:3: error: cannot find symbol\n  return x.y;\n          ^\n  symbol:   variable y\n\
                      /t/B.java:9: error: ';' expected\nint x\n     ^\n2 errors\n";
        let read = read_messages(output);
        assert_eq!(read.len(), 2);
        assert_eq!(
            (read[0].line, read[0].column, read[0].text.as_str()),
            (3, 11, "cannot find symbol")
        );
        assert_eq!(read[0].details.as_deref(), Some("symbol:   variable y"));
        assert_eq!(
            (read[1].file.clone(), read[1].column),
            (PathBuf::from("/t/B.java"), 6)
        );
        assert_eq!(read[1].details, None);
    }
}
