//! Silenced calls out of sight of other tools.
//!
//! Who keeps a monitor of their own, woven by AspectJ, shows that tool the output, in which the calls that the plan silences are
//! gone: methods of a class beside each class make them. Those classes stand in a jar of their own, which the program needs and
//! the tool is not shown, so that not a word of its pointcuts has to change. What cannot be hidden is monitored, and so is all
//! that the plan silences only together with it.

use std::collections::BTreeSet;

use jvm::Access;
use jvm::classfile::opcode;
use jvm::hierarchy::{Hierarchy, Resolved};
use rayon::prelude::*;

use super::decide::{ClassDecisions, Join};
use super::edit::{BodyEdits, ClassEdits, Edited, edit};
use super::input::Inputs;
use super::output;
use super::pairing::Placed;
use super::program::{Program, ProgramClass, WovenClasses, class_error};
use super::sites::{Site, SiteKind};
use super::{WeaveError, WeaveReport, WeaveRequest};
use crate::plan::Decision;

/// The file beside the output that holds the classes which make hidden calls.
pub const HIDDEN_JAR: &str = "residua-hidden.jar";

/// Where methods stand that look at the class that calls them: packages, and classes.
const LOOK_AT_CALLER: [&str; 18] = [
    "java/lang/Class",
    "java/lang/ClassLoader",
    "java/lang/Module",
    "java/lang/ModuleLayer",
    "java/lang/Package",
    "java/lang/Runtime",
    "java/lang/SecurityManager",
    "java/lang/StackWalker",
    "java/lang/System",
    "java/lang/Thread",
    "java/lang/invoke/",
    "java/lang/reflect/",
    "java/sql/DriverManager",
    "java/util/ResourceBundle",
    "java/util/ServiceLoader",
    "java/util/concurrent/atomic/",
    "java/util/logging/",
    "sun/",
];

/// Hides what the plan silences for all properties, and writes the output.
///
/// # Errors
/// Classes that cannot be edited; what cannot be written.
pub(super) fn hide(
    request: &WeaveRequest<'_>,
    inputs: &Inputs,
    program: &Program<'_>,
    decisions: &[ClassDecisions<'_>],
    report: &mut WeaveReport,
) -> Result<(), WeaveError> {
    let hide_one = |(class, decisions): (&ProgramClass<'_>, &ClassDecisions<'_>)| {
        let (edits, hidden) = edits(class, decisions);
        if edits.bodies.is_empty() {
            return Ok((None, hidden));
        }
        let edited = edit(&class.file.bytes, &class.sites, &edits, &program.hierarchy)
            .map_err(|(method, source)| class_error(class.file, method, source))?;
        Ok((Some(edited), hidden))
    };
    let hidden: Vec<Result<(Option<Edited>, u64), WeaveError>> =
        program.classes.par_iter().zip(decisions).map(hide_one).collect();
    report.hidden.in_sight = stay_in_sight(request, decisions);
    let mut woven = WovenClasses::default();
    report.unchanged_classes += program.others.len();
    for (class, hidden) in program.classes.iter().zip(hidden) {
        let (edited, hidden) = hidden?;
        report.hidden.calls += hidden;
        match edited {
            Some(edited) => {
                report.changed_classes += 1;
                woven.insert(&class.file.name, edited);
            }
            None => report.unchanged_classes += 1,
        }
    }
    let references = decisions.iter().zip(&program.classes).map(|(decisions, class)| {
        let matching = decisions.told.keys().chain(&decisions.silent);
        matching
            .filter(|join| matches!(join, Join::Site(b, s) if is_reference(&class.sites.bodies[*b].sites[*s])))
            .count()
    });
    match references.sum::<usize>() {
        0 => {}
        n => report.notices.push(format!(
            "{n} method references raise events that AspectJ does not see, but the analysis does: what AspectJ reports may differ"
        )),
    }
    if inputs.has_module() && !woven.added.is_empty() {
        let notice =
            format!("the classes are a named module, which cannot reach {HIDDEN_JAR}: run them on the class path");
        report.notices.push(notice);
    }
    if !woven.added.is_empty() {
        output::write(&request.output.with_file_name(HIDDEN_JAR), &woven.added_files().collect())?;
    }
    output::write(&request.output, &woven.files(inputs).collect())
}

/// The join points of a class that cannot be hidden.
pub(super) fn in_sight(class: &ProgramClass<'_>, hierarchy: &Hierarchy) -> BTreeSet<Join> {
    // The jar of hidden calls has no versions.
    let has_versions = class.file.name.starts_with("META-INF/versions/");
    let joins = class.sites.bodies.iter().enumerate().flat_map(|(b, body)| {
        let stays = |(_, site): &(usize, &Site)| has_versions || !may_stand_beside(site, hierarchy);
        let sites = body.sites.iter().enumerate().filter(move |site| !is_reference(site.1) && stays(site));
        sites.map(move |(s, _)| Join::Site(b, s)).chain([Join::Body(b)])
    });
    joins.collect()
}

/// How many generators the plan silences that are heard nevertheless.
fn stay_in_sight(request: &WeaveRequest<'_>, decisions: &[ClassDecisions<'_>]) -> u64 {
    let placed = decisions.iter().flat_map(|class| &class.placed);
    let monitored: BTreeSet<&str> = placed.filter(|(_, at)| **at == Placed::Monitored).map(|(id, _)| *id).collect();
    let silenced = request.plan.generators.iter().filter(|row| row.decision == Decision::Silence);
    silenced.filter(|row| monitored.contains(row.id.as_str())).count() as u64
}

/// What is hidden of a class, and how many calls that are. AspectJ does not see method references as it is.
fn edits(class: &ProgramClass<'_>, decisions: &ClassDecisions<'_>) -> (ClassEdits, u64) {
    let mut edits = ClassEdits::default();
    for (b, body) in class.sites.bodies.iter().enumerate() {
        let is_hidden = |&s: &usize| decisions.silent.contains(&Join::Site(b, s)) && !is_reference(&body.sites[s]);
        let hidden: Vec<usize> = (0..body.sites.len()).filter(is_hidden).collect();
        if !hidden.is_empty() {
            edits.bodies.push(BodyEdits { body: b, hidden, ..BodyEdits::default() });
        }
    }
    let hidden = edits.bodies.iter().map(|body| body.hidden.len() as u64).sum();
    (edits, hidden)
}

fn is_reference(site: &Site) -> bool {
    matches!(site.kind, SiteKind::Reference { .. })
}

/// Whether another class of the package may make a call, and nothing is another for it.
fn may_stand_beside(site: &Site, hierarchy: &Hierarchy) -> bool {
    if matches!(site.kind, SiteKind::Call { opcode: opcode::INVOKESPECIAL, .. }) {
        return false;
    }
    let callee = &site.callee;
    let Resolved::Found(method) = hierarchy.resolve_method(&callee.owner, &callee.name, &callee.descriptor) else {
        return false;
    };
    let access = method.info().access;
    !access.has(Access::PRIVATE) && !access.has(Access::PROTECTED) && !looks_at_caller(&method.class.name)
}

fn looks_at_caller(class: &str) -> bool {
    LOOK_AT_CALLER.iter().any(|place| if place.ends_with('/') { class.starts_with(place) } else { class == *place })
}
