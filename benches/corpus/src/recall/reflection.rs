//! What reflection does in a run: which classes it uses, by which call.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result};
use ir::{ClassId, MethodId, MethodKind, Program};

use super::comparison::Recall;
use super::recording::{Recording, SiteNumber};
use super::subject::Subject;

/// Classes with the call that was seen to use each of them; none where the virtual machine initialized it.
pub type Reflected = BTreeMap<ClassId, Option<SiteNumber>>;

/// The classes of which the analysis lacks what reflective calls ran; else those whose initializers alone it lacks, as
/// those of classes that are loaded by name.
pub fn reflected(program: &Program, recording: &Recording, recall: &Recall) -> Reflected {
    let class = |method: MethodId| program.methods[method].class;
    let is_initializer = |method: MethodId| program.methods[method].kind == MethodKind::StaticInitializer;
    let by_calls = recall.missing_edges.iter().filter_map(|edge| {
        let site = edge.caller.filter(|site| is_reflective(&recording.sites[site].callee))?;
        Some((class(edge.method), Some(site)))
    });
    let found: Reflected = by_calls.collect();
    if !found.is_empty() {
        return found;
    }
    let initialized = recall.missing_edges.iter().filter(|edge| edge.caller.is_none() && is_initializer(edge.method));
    initialized.map(|edge| (class(edge.method), None)).collect()
}

/// Whether code without sources finds classes, methods or constants by their names, by annotations, or from data, in this
/// call: the JDK, or a library that programs of the table hand classes or their names to.
fn is_reflective(callee: &str) -> bool {
    let beginnings = [
        "java/beans/",
        "java/io/ObjectInputStream.",
        "java/io/ObjectOutputStream.",
        "java/lang/Class.",
        "java/lang/ClassLoader.",
        "java/lang/Enum.valueOf",
        "java/lang/invoke/",
        "java/lang/reflect/",
        "java/sql/DriverManager.",
        "java/util/EnumMap.",
        "java/util/EnumSet.",
        "java/util/ResourceBundle.",
        "java/util/ServiceLoader",
        "javax/xml/",
        "junit/framework/Test",
        "org/apache/xml/resolver/",
        "org/junit/runner/",
    ];
    beginnings.iter().any(|beginning| callee.starts_with(beginning))
}

/// Keeps the names of the classes for [`read`].
pub fn write(subject: &Subject, program: &Program, classes: &BTreeSet<ClassId>) -> Result<()> {
    let names: String = classes.iter().map(|&class| format!("{}\n", program.classes[class].name)).collect();
    Ok(fs::write(subject.work.join("reflected"), names)?)
}

/// The classes that the last comparison found.
///
/// # Errors
/// There was none.
pub fn read(subject: &Subject, program: &Program) -> Result<BTreeSet<ClassId>> {
    let file = subject.work.join("reflected");
    let names = fs::read_to_string(&file).context("which classes reflection uses is found by `recall --closed`")?;
    let is_named = |name: &str| program.classes.position(|class| &*class.name == name);
    Ok(names.lines().filter_map(is_named).collect())
}
