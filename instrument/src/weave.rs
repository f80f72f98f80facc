//! Weaving: class files in, monitored class files out.
//!
//! The weaver matches every pattern on the class files itself and leaves a site out only where it
//! is, one to one, a silenced row of the plan. A class in which nothing is monitored comes out as
//! it went in, but for the field that it gets where its objects are.

mod access;
mod added;
mod analysed;
mod archive;
mod assemble;
mod carried;
mod code_check;
mod companion;
mod compile;
mod coverage;
#[cfg(test)]
mod damaged;
mod decide;
mod edit;
mod edits;
mod error;
mod execution;
mod extension;
mod files;
mod flows;
mod frames;
mod functional_bodies;
mod generated;
mod handlers;
mod hide;
mod input;
mod licences;
mod linker;
mod loops;
mod matcher;
mod module;
mod notice;
mod output;
mod pairing;
mod placement;
mod program;
mod redirect;
mod report;
mod rows;
mod run;
mod runtime_library;
mod serialized;
mod sharing;
mod signatures;
mod sites;
mod told;
mod tripwires;
mod turn;
mod woven;
mod written;

/// The parts of a weaver that know nothing of plans: files in and out, and code put together.
pub mod parts {
    pub use super::added::PREFIX;
    pub use super::assemble::{Assembler, frame_type};
    pub use super::compile::compile_library;
    pub use super::input::{InputFile, Inputs};
    pub use super::output::{Content, Files, is_jar, write};
    pub use super::runtime_library::JavaLibrary;
}

use std::path::PathBuf;

use plan::Plan;

pub use code_check::{CheckedFile, CodeCheck, has_code};
pub use error::WeaveError;
pub use hide::HIDDEN_JAR;
pub use notice::{Notice, WovenAsWritten};
pub use report::{Hidden, Tally, WeaveReport};
pub use run::weave;
pub use turn::Turn;

/// The jar that [`RuntimePlacement::Separate`] writes beside the output.
pub const RUNTIME_JAR: &str = "residua-runtime.jar";

/// A request to weave.
#[derive(Debug, Clone)]
pub struct WeaveRequest<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// Folder that relative paths in the plan are taken below.
    pub base: PathBuf,
    /// Folders and jars of the program's classes.
    pub classes: Vec<PathBuf>,
    /// Folders and jars that they need.
    pub class_path: Vec<PathBuf>,
    /// The output: a jar if it ends in `.jar`, else a folder. Replaced if it is there.
    pub output: PathBuf,
    /// Classes whose class files are others than the plan knows: each with where and how. All
    /// properties are woven as written then.
    pub unforeseen: Vec<String>,
    /// The task at the sites that match.
    pub task: Task,
    /// The place of monitors and their runtime.
    pub runtime: RuntimePlacement,
    /// Says whether classes may get fields for what monitors know of their objects, which monitors
    /// look up elsewhere else.
    pub adds_fields: bool,
    /// Says whether methods that the plan takes for unreachable say so when they run
    /// ([`plan::Plan::unreached`]).
    pub tripwires: bool,
    /// The JDK's folder; `None` finds it in the environment.
    pub java_home: Option<PathBuf>,
    /// Class of the violation handler; `None` is the standard one.
    pub handler: Option<String>,
    /// The folder that keeps the compiled runtime library for later runs, made if it is missing;
    /// `None` compiles the library each time. The output is the same.
    pub kept: Option<PathBuf>,
}

/// A task of weaving at the sites that match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Task {
    /// Monitors what the plan leaves, by the residual properties.
    #[default]
    Residual,
    /// Monitors everything by the original properties, whatever the plan decided.
    Full,
    /// Monitors nothing: takes the calls that the plan silences out of sight of another tool that
    /// is to monitor the residual properties. They are made by classes of their own, in
    /// [`HIDDEN_JAR`] beside the output, which that tool is not shown.
    Hide,
}

impl Task {
    /// Full or residual monitoring.
    pub fn monitoring(full: bool) -> Self {
        if full { Task::Full } else { Task::Residual }
    }
}

/// A place for monitors and their runtime.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RuntimePlacement {
    /// Into the output, which runs alone.
    #[default]
    Bundled,
    /// Into `residua-runtime.jar` beside the output.
    Separate,
}
