//! Why weaving failed.

use std::path::PathBuf;

use jvm::ClassPathError;
use jvm::classfile::ClassFileError;
use text::Diagnostic;
use thiserror::Error;

/// Why weaving failed. Nothing has been written then.
#[derive(Debug, Error)]
pub enum WeaveError {
    /// Sources or properties have changed since the plan was made.
    #[error("the plan does not fit any more; changed since it was made: {}; run `residua analyze` again", .0.join(", "))]
    Stale(Vec<String>),
    /// A folder or jar of classes that does not exist.
    #[error("the classes `{}` do not exist", .0.display())]
    NoInput(PathBuf),
    /// The output is one of the inputs, or lies in one.
    #[error("the output `{}` is among the classes to weave: inputs are never changed", .0.display())]
    OutputIsInput(PathBuf),
    /// Two modules, which cannot become one output.
    #[error(
        "`{}` and `{}` are two modules, and the output can be one only: weave copies without `module-info.class`, and run \
         the output on the class path", .0.display(), .1.display()
    )]
    TwoModules(PathBuf, PathBuf),
    /// Classes none of which the plan is about.
    #[error("the plan is of another program: none of its classes is among these ({0} and others)")]
    OtherProgram(String),
    /// A file that cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// An output that cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Unwritable {
        /// The output.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// A temporary file that cannot be written or read.
    #[error("cannot use the folder for temporary files: {0}")]
    Temporary(std::io::Error),
    /// Classes that have been woven before.
    #[error("{class} has been woven before; weave the classes as the compiler made them")]
    WovenBefore {
        /// Name of a class file.
        class: String,
    },
    /// A class file that is damaged, or cannot take what is to be woven into it.
    #[error("cannot weave {class}{}: {source}", method.as_ref().map(|m| format!(", method {m}")).unwrap_or_default())]
    Class {
        /// Name of the class file.
        class: String,
        /// Name and descriptor of the method.
        method: Option<String>,
        /// The fault.
        source: ClassFileError,
    },
    /// Something that weaving does not support.
    #[error("{0}")]
    Unsupported(String),
    /// The JDK or class path cannot be used.
    #[error(transparent)]
    ClassPath(#[from] ClassPathError),
    /// There is no `javac`.
    #[error("cannot run {}: {source}; weaving needs a JDK", javac.display())]
    NoCompiler {
        /// The compiler looked for.
        javac: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// User code in a property that does not compile, or cannot be monitored.
    #[error("{}", describe(.0))]
    Monitors(Vec<Diagnostic>),
}

fn describe(diagnostics: &[Diagnostic]) -> String {
    let lines = diagnostics.iter().map(|d| {
        let help = d
            .help
            .as_ref()
            .map(|help| format!(" ({help})"))
            .unwrap_or_default();
        format!(
            "{}:{}:{}: {}{help}",
            d.file, d.span.line, d.span.column, d.message
        )
    });
    lines.collect::<Vec<_>>().join("\n")
}
