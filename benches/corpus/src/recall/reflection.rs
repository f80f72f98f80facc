//! The reflection of a run: the classes that it uses, and the calls that use them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::Arc;

use anyhow::{Context, Result};
use ir::{ClassId, MethodId, MethodKind, Program, Target};
use java_compiled::Pairs;
use points_to::Roots;

use super::comparison::Recall;
use super::recording::{Recording, SiteNumber};
use super::subject::Subject;

/// A class or member that reflection uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Used {
    /// A class, in any way.
    Class(ClassId),
    /// One method or constructor, by calling it.
    Member(MethodId),
}

/// The classes and members that reflection uses, each with the call that was seen to use it. There
/// is no call where the virtual machine initialized the class.
pub type Reflected = BTreeMap<Used, Option<SiteNumber>>;

impl Used {
    /// Has code outside the sources use it.
    pub fn add_to(self, roots: &mut Roots, program: &Program) {
        match self {
            Used::Class(class) => _ = roots.opened.insert(class),
            Used::Member(method) => {
                roots.anytime.push(method);
                if &*program.methods[method].name == "<init>" {
                    roots.constructed.insert(program.methods[method].class);
                }
            }
        }
    }

    /// The name of the class, or that of the class with name and descriptor of the member.
    pub fn name(self, program: &Program) -> String {
        match self {
            Used::Class(class) => program.classes[class].name.to_string(),
            Used::Member(method) => {
                let member = &program.methods[method];
                format!(
                    "{}.{}{}",
                    program.classes[member.class].name, member.name, member.descriptor
                )
            }
        }
    }
}

/// Returns the members that reflective calls ran which do nothing but call one member: the content
/// of a log of reflection.
pub fn called(recording: &Recording, pairs: &Pairs) -> Reflected {
    let used = recording.edges.iter().filter_map(|(site, method)| {
        let callee = &recording.sites.get(site)?.callee;
        let member = *pairs.methods.get(&recording.methods[method])?;
        calls_members(callee).then_some((Used::Member(member), Some(*site)))
    });
    used.collect()
}

/// Returns the classes that other reflective calls ran and that the analysis lacks. Without any,
/// returns the classes whose initializers alone it lacks, as those of classes that are loaded by
/// name.
pub fn reflected(program: &Program, recording: &Recording, recall: &Recall) -> Reflected {
    let class = |method: MethodId| Used::Class(program.methods[method].class);
    let is_initializer =
        |method: MethodId| program.methods[method].kind == MethodKind::StaticInitializer;
    let by_calls = recall.missing_edges.iter().filter_map(|edge| {
        let site = edge.caller?;
        is_reflective(&recording.sites[&site].callee).then_some((class(edge.method), Some(site)))
    });
    let found: Reflected = by_calls.collect();

    if !found.is_empty() {
        return found;
    }

    let initialized = recall
        .missing_edges
        .iter()
        .filter(|edge| edge.caller.is_none() && is_initializer(edge.method));
    initialized.map(|edge| (class(edge.method), None)).collect()
}

/// The classes of which subclasses are made at run time: where the program defines classes, a
/// constructor that reflection was seen to run may be that of a superclass. They are those that
/// calls name whose receivers are not foreseen.
pub fn extended(program: &Program, reflected: &Reflected, recall: &Recall) -> Reflected {
    let defines = |target: &Target| {
        target
            .named()
            .iter()
            .any(|callee| &*callee.name == "defineClass")
    };

    if !program.calls.iter().any(|call| defines(&call.target)) {
        return Reflected::new();
    }

    let sites = recall
        .missing_pairs
        .iter()
        .flat_map(|&(first, second)| [first, second]);
    let owners: BTreeSet<&Arc<str>> = sites
        .flat_map(|site| program.calls[site].target.named())
        .map(|callee| &callee.owner)
        .collect();
    let constructed = reflected.iter().filter_map(|(used, site)| match used {
        Used::Member(method) if &*program.methods[*method].name == "<init>" => {
            Some((program.methods[*method].class, *site))
        }
        _ => None,
    });

    constructed
        .filter(|(class, _)| owners.contains(&program.classes[*class].name))
        .map(|(class, site)| (Used::Class(class), site))
        .collect()
}

/// Returns whether a reflective call does nothing but call the one member that it runs.
fn calls_members(callee: &str) -> bool {
    let beginnings = [
        "java/lang/Class.",
        "java/lang/invoke/",
        "java/lang/reflect/",
        "java/util/ResourceBundle",
        "java/util/ServiceLoader",
    ];
    beginnings
        .iter()
        .any(|beginning| callee.starts_with(beginning))
}

/// Returns whether code without sources finds classes, methods or constants in this call. It finds
/// them by their names, by annotations, or from data. The code is the JDK, or a library that
/// programs of the table hand classes or their names to.
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
    beginnings
        .iter()
        .any(|beginning| callee.starts_with(beginning))
}

/// Keeps the names for [`read`].
pub fn write<'a>(
    subject: &Subject,
    program: &Program,
    used: impl IntoIterator<Item = &'a Used>,
) -> Result<()> {
    let names: String = used
        .into_iter()
        .map(|used| format!("{}\n", used.name(program)))
        .collect();
    Ok(fs::write(subject.work.join("reflected"), names)?)
}

/// Reads the findings of the last comparison.
///
/// # Errors
/// There was none.
pub fn read(subject: &Subject, program: &Program) -> Result<BTreeSet<Used>> {
    let file = subject.work.join("reflected");
    let names =
        fs::read_to_string(&file).context("what reflection uses is found by `recall --closed`")?;
    let classes = program.classes.indices().map(Used::Class);
    let all = classes.chain(program.methods.indices().map(Used::Member));
    let by_name: BTreeMap<String, Used> = all.map(|used| (used.name(program), used)).collect();
    Ok(names
        .lines()
        .filter_map(|name| by_name.get(name).copied())
        .collect())
}
