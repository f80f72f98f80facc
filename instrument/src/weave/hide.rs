//! Silenced calls out of sight of other tools.
//!
//! If you keep a monitor of your own, woven by AspectJ, you show that tool the output. The calls
//! that the plan silences are gone there: methods of a class beside each class make them. Those
//! classes stand in a jar of their own, which the program needs and the tool is not shown, so that
//! not a word of its pointcuts has to change. A call that no other class may make becomes a dynamic
//! one, which is no join point of AspectJ. What cannot be hidden, bodies of methods above all, is
//! monitored, and so is all that the plan silences only together with it.

use std::collections::BTreeSet;

use java_types::Access;
use java_types::hierarchy::Hierarchy;
use jvm::classfile::ReferenceKind;
use rayon::prelude::*;

use super::decide::{ClassDecisions, Join, Woven};
use super::edit::{Edited, edit};
use super::edits::{BodyEdits, ClassEdits, Hiding};
use super::flows::flow_points;
use super::input::Inputs;
use super::linker::{DYNAMIC_CALLS, LINKER, linker};
use super::output;
use super::pairing::Placed;
use super::program::{Program, ProgramClass, class_error};
use super::sites::{Site, SiteKind};
use super::woven::WovenClasses;
use super::{Notice, WeaveError, WeaveReport, WeaveRequest};
use plan::Decision;

/// The file beside the output that holds the classes which make hidden calls.
pub const HIDDEN_JAR: &str = "residua-hidden.jar";

/// The packages and classes with methods that look at the class that calls them.
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

/// A class after its calls are hidden.
struct HiddenCalls {
    /// Nothing where no call is hidden.
    edited: Option<Edited>,
    /// The number of hidden calls.
    calls: u64,
    /// Says whether some of them need the [`LINKER`].
    links: bool,
}

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
        let (edits, calls) = edits(class, decisions, &program.hierarchy);
        let links = edits
            .bodies
            .iter()
            .flat_map(|body| &body.hidden)
            .any(|(_, hiding)| *hiding == Hiding::Linked);
        let edited = (!edits.bodies.is_empty())
            .then(|| edit(&class.file.bytes, &class.sites, &edits, &program.hierarchy))
            .transpose()
            .map_err(|error| class_error(class.file, error.method, error.source))?;
        Ok(HiddenCalls {
            edited,
            calls,
            links,
        })
    };

    let hidden: Vec<Result<HiddenCalls, WeaveError>> = program
        .classes
        .par_iter()
        .zip(decisions)
        .map(hide_one)
        .collect();
    report.hidden.in_sight = stay_in_sight(request, decisions);

    let mut woven = WovenClasses::default();
    report.unchanged_classes += program.others.len();
    let mut needs_linker = false;
    for (class, hidden) in program.classes.iter().zip(hidden) {
        let HiddenCalls {
            edited,
            calls,
            links,
        } = hidden?;
        needs_linker |= links;
        report.hidden.calls += calls;
        match edited {
            Some(edited) => {
                report.changed_classes += 1;
                woven.insert(&class.file.name, edited);
            }
            None => report.unchanged_classes += 1,
        }
    }

    if needs_linker {
        let bytes = linker().map_err(|source| WeaveError::Class {
            class: LINKER.to_owned(),
            method: None,
            source,
        })?;
        woven.added.insert(format!("{LINKER}.class"), bytes);
    }

    let references = decisions.iter().zip(&program.classes).map(|(decisions, class)| {
        let matching = decisions.told.keys().chain(&decisions.silent);
        matching
            .filter(|join| matches!(join, Join::Site(b, s) if is_reference(&class.sites.bodies[*b].sites[*s])))
            .count()
    });
    match references.sum::<usize>() {
        0 => {}
        references => report
            .notices
            .push(Notice::ReferencesOutOfSight { references }),
    }

    if inputs.has_module() && !woven.added.is_empty() {
        report.notices.push(Notice::ModuleBesideHiddenCalls);
    }
    if !woven.added.is_empty() {
        output::write(
            &request.output.with_file_name(HIDDEN_JAR),
            &woven.added_files().collect(),
        )?;
    }

    output::write(&request.output, &woven.files(inputs).collect())
}

/// The join points of a class that cannot be hidden, or must not be: other tools, too, have to see
/// where control flows begin.
pub(super) fn in_sight(
    class: &ProgramClass<'_>,
    specifications: &[Woven<'_>],
    hierarchy: &Hierarchy,
) -> BTreeSet<Join> {
    let joins = class.sites.bodies.iter().enumerate().flat_map(|(b, body)| {
        let stays =
            move |site: &Site| !is_reference(site) && hiding(class, site, hierarchy).is_none();
        let sites = body
            .sites
            .iter()
            .enumerate()
            .filter(move |(_, site)| stays(site));
        sites
            .map(move |(s, _)| Join::Site(b, s))
            .chain([Join::Body(b)])
    });

    joins
        .chain(flow_points(&class.sites, specifications, hierarchy).into_keys())
        .collect()
}

/// Counts the generators that the plan silences and that are monitored nevertheless.
fn stay_in_sight(request: &WeaveRequest<'_>, decisions: &[ClassDecisions<'_>]) -> u64 {
    let placed = decisions.iter().flat_map(|class| &class.placed);
    let monitored: BTreeSet<&str> = placed
        .filter(|(_, at)| **at == Placed::Monitored)
        .map(|(id, _)| *id)
        .collect();
    let silenced = request
        .plan
        .generators
        .iter()
        .filter(|row| row.decision == Decision::Silence);
    silenced
        .filter(|row| monitored.contains(row.id.as_str()))
        .count() as u64
}

/// Gives the edits that hide calls of a class, and the number of these calls. AspectJ sees no
/// method references anyway.
fn edits(
    class: &ProgramClass<'_>,
    decisions: &ClassDecisions<'_>,
    hierarchy: &Hierarchy,
) -> (ClassEdits, u64) {
    let mut edits = ClassEdits::default();
    for (b, body) in class.sites.bodies.iter().enumerate() {
        let silent =
            (0..body.sites.len()).filter(|&s| decisions.silent.contains(&Join::Site(b, s)));
        let calls = silent.filter(|&s| !is_reference(&body.sites[s]));
        let hidden: Vec<(usize, Hiding)> = calls
            .filter_map(|s| Some((s, hiding(class, &body.sites[s], hierarchy)?)))
            .collect();
        if !hidden.is_empty() {
            edits.bodies.push(BodyEdits {
                body: b,
                hidden,
                ..BodyEdits::default()
            });
        }
    }

    let hidden = edits
        .bodies
        .iter()
        .map(|body| body.hidden.len() as u64)
        .sum();
    (edits, hidden)
}

fn is_reference(site: &Site) -> bool {
    matches!(site.kind, SiteKind::Reference { .. })
}

/// Chooses a way to hide a call, if there is one. A class beside costs nothing at run time, and is
/// taken wherever it may make the call and that is the same to the method.
fn hiding(class: &ProgramClass<'_>, site: &Site, hierarchy: &Hierarchy) -> Option<Hiding> {
    let callee = &site.callee;
    let method = hierarchy
        .resolve_method(&callee.owner, &callee.name, &callee.descriptor)
        .found()?;
    let access = method.info().access;

    // The jar of hidden calls has no versions.
    let has_versions = class.file.name.starts_with("META-INF/versions/");
    let is_special = site.kind.handle() == ReferenceKind::InvokeSpecial;
    let may_stand_beside = !has_versions
        && !is_special
        && !access.has(Access::PRIVATE)
        && !access.has(Access::PROTECTED)
        && !looks_at_caller(&method.class.name);
    if may_stand_beside {
        return Some(Hiding::Beside);
    }

    let is_polymorphic = [
        "java/lang/invoke/MethodHandle",
        "java/lang/invoke/VarHandle",
    ]
    .contains(&&*method.class.name);
    (class.major >= DYNAMIC_CALLS && !is_polymorphic).then_some(Hiding::Linked)
}

fn looks_at_caller(class: &str) -> bool {
    LOOK_AT_CALLER.iter().any(|place| {
        if place.ends_with('/') {
            class.starts_with(place)
        } else {
            class == *place
        }
    })
}
