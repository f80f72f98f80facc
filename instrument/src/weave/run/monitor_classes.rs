//! The class files of the monitors.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::job::Job;
use crate::monitor::MonitorSource;
use crate::weave::WeaveError;
use crate::weave::compile::Compilation;
use crate::weave::decide::Woven;
use crate::weave::runtime_library::MONITORING;

/// Major version of class files of Java 1; release N compiles to this plus N.
const MAJOR_BEFORE_JAVA_1: u16 = 44;

/// Compiles the monitors and their runtime, if any code needs it; returns class files by name.
///
/// # Errors
/// The JDK is too old for the classes, or `javac` finds faults.
pub fn compile(
    job: &Job<'_>,
    specifications: &[Woven<'_>],
    sources: &[(usize, MonitorSource)],
) -> Result<BTreeMap<String, Vec<u8>>, WeaveError> {
    if sources.is_empty() && !job.tripwires.is_any() {
        return Ok(BTreeMap::new());
    }
    let files: Vec<String> = sources
        .iter()
        .map(|(n, _)| specifications[*n].subject.specification.file.clone())
        .collect();
    let monitors: Vec<MonitorSource> = sources.iter().map(|(_, source)| source.clone()).collect();

    Compilation {
        library: MONITORING,
        jdk: &job.materials.jdk,
        release: release(job)?,
        class_path: &class_path(job),
        monitors: &monitors,
        files: &files,
        kept: job.request.kept.as_deref(),
    }
    .run()
}

/// Returns the release of the woven classes.
fn release(job: &Job<'_>) -> Result<u16, WeaveError> {
    let release = job.program.major.saturating_sub(MAJOR_BEFORE_JAVA_1);
    let newest = job.materials.jdk.release();
    if release > newest {
        let message = format!("the classes are of Java {release}, but the JDK is of Java {newest}");
        return Err(WeaveError::Unsupported(message));
    }
    Ok(release)
}

/// Returns the woven classes and all that they need.
fn class_path(job: &Job<'_>) -> Vec<PathBuf> {
    job.materials
        .unpacked
        .iter()
        .chain(&job.request.classes)
        .chain(&job.request.class_path)
        .cloned()
        .collect()
}
