//! The effects of code that is followed, and of what runs because of it.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use date::code::Code;
use date::model::Specification;
use ir::{ClassId, MethodId, MethodKind, Program, StatementKind, Target};
use java_types::descriptor::Type;
use points_to::{Callee, Contents, Dispatch, Node, ObjectId, PointsTo};

use super::callbacks::running;
use super::supertypes::with_supertypes;
use super::words::{imports_members, named, run_by};
use crate::graphs::tracking::{Methods, Relevance};

/// The facts on the program by which the effects of its code are judged.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its classes by name.
    pub dispatch: &'a Dispatch<'a>,
    /// The possible objects of values.
    pub points_to: &'a PointsTo,
    /// Which method may call which.
    pub relevance: &'a Relevance,
    /// The methods in whose code events are raised.
    pub raising: &'a BTreeSet<MethodId>,
    /// What objects hold, once somebody has asked.
    pub contents: &'a OnceLock<Contents>,
}

impl<'a> Scene<'a> {
    /// What objects hold.
    pub(super) fn contents(&self) -> &'a Contents {
        self.contents.get_or_init(|| Contents::new(self.points_to))
    }
}

/// Returns whether running a piece of Java is seen to write program state or to do I/O. All that it
/// may call counts, and the initializers of classes that it names. What the library does is not
/// seen. `followed` is the code as a method of the program, if it is followed.
pub fn has_effects(
    scene: Scene<'_>,
    specification: &Specification,
    code: &Code,
    followed: Option<MethodId>,
) -> bool {
    let named = |code: &Code| named(scene.program, code);
    let (begun, named) = match followed {
        Some(method) => (BTreeSet::from([method]), BTreeSet::new()),
        None if imports_members(specification) => return true,
        None => (run_by(scene.program, specification, code), named(code)),
    };
    // Most code that changes anything does so at once.
    let Some(run) = running(scene, begun, |method| changes_others(scene, method)) else {
        return true;
    };
    if run.iter().any(|method| changes_others(scene, method)) {
        return true;
    }

    let used = run
        .iter()
        .flat_map(|method| used_by(scene, method))
        .collect();
    let used = with_supertypes(scene.program, used);
    let initialized = initialized_with(scene, named.into_iter().chain(used).collect());
    run.iter().any(|method| writes(scene, &run, method, None))
        || initialized
            .into_iter()
            .any(|class| initializer_matters(scene, class))
}

/// These classes, and all that their static initializers may be the first to use.
fn initialized_with(scene: Scene<'_>, classes: BTreeSet<ClassId>) -> BTreeSet<ClassId> {
    let mut pending: Vec<ClassId> = classes.iter().copied().collect();
    let mut found = classes;
    while let Some(class) = pending.pop() {
        let run = initialization(scene, class);
        let used = run.iter().flat_map(|method| used_by(scene, method));
        let used = with_supertypes(scene.program, used.collect());
        pending.extend(used.into_iter().filter(|&class| found.insert(class)));
    }
    found
}

/// The static initializer of a class, and what it may call.
fn initialization(scene: Scene<'_>, class: ClassId) -> Methods {
    let program = scene.program;
    let methods = program.classes[class].methods.iter().copied();
    let initializers =
        methods.filter(|&method| program.methods[method].kind == MethodKind::StaticInitializer);
    scene.relevance.called_from(initializers)
}

/// Of these classes one that the code of properties in these methods may be the first to use, and
/// so initialize, wherever in the program that use is.
pub fn initialized_by(
    scene: Scene<'_>,
    code: impl IntoIterator<Item = MethodId>,
    classes: &BTreeSet<ClassId>,
) -> Option<ClassId> {
    if classes.is_empty() {
        return None;
    }
    let run = running(scene, code.into_iter().collect(), |_| false)
        .unwrap_or_else(|| scene.points_to.reachable.iter().copied().collect());
    let used = run.iter().flat_map(|method| used_by(scene, method));
    let initialized = with_supertypes(scene.program, used.collect());
    initialized.intersection(classes).next().copied()
}

/// The classes of the sources that a method may be the first to use (JLS 12.4.1), but for those
/// above them.
fn used_by(scene: Scene<'_>, method: MethodId) -> BTreeSet<ClassId> {
    let Scene {
        program, dispatch, ..
    } = scene;
    let used = program.methods[method]
        .statements()
        .filter_map(|statement| match &statement.kind {
            StatementKind::Load {
                object: None,
                field,
                ..
            }
            | StatementKind::Store {
                object: None,
                field,
                ..
            } => dispatch.class(&field.owner),
            StatementKind::Allocate { site, .. } => match &program.allocations[*site].ty {
                Type::Class(name) => dispatch.class(name),
                _ => None,
            },
            StatementKind::Call(site) if program.calls[*site].receiver.is_none() => {
                match &program.calls[*site].target {
                    Target::Resolved(callee) => dispatch.class(&callee.owner),
                    _ => None,
                }
            }
            _ => None,
        });

    used.collect()
}

fn raises(scene: Scene<'_>, run: &Methods) -> bool {
    run.iter().any(|method| scene.raising.contains(&method))
}

/// Returns whether a method writes static fields or does I/O, whatever else runs.
fn changes_others(scene: Scene<'_>, method: MethodId) -> bool {
    statements(scene.program, method)
        .any(|statement| changes(scene, method, statement, None) == Some(true))
}

/// Returns whether a method of `run` writes anything but objects that `run` makes, and static
/// fields of the class `own`.
fn writes(scene: Scene<'_>, run: &Methods, method: MethodId, own: Option<ClassId>) -> bool {
    let Scene {
        program, points_to, ..
    } = scene;
    let is_made = |object: u32| {
        let site = points_to.object(ObjectId::from_raw(object)).allocation();
        site.is_some_and(|site| run.contains(program.allocations[site].method))
    };
    statements(program, method).any(|statement| {
        changes(scene, method, statement, own).unwrap_or_else(|| match statement {
            StatementKind::Store {
                object: Some(object),
                ..
            }
            | StatementKind::ArrayStore { array: object, .. } => !points_to
                .objects(Node::Local(method, *object))
                .iter()
                .all(is_made),
            _ => false,
        })
    })
}

/// Returns whether a statement is an effect; `None` where that depends on who makes the object that
/// it writes.
fn changes(
    scene: Scene<'_>,
    method: MethodId,
    statement: &StatementKind,
    own: Option<ClassId>,
) -> Option<bool> {
    let Scene {
        program,
        dispatch,
        points_to,
        ..
    } = scene;
    let is_own = |owner: &str| {
        let class = dispatch.class(owner);
        own.is_some() && class == own
            || class.is_some_and(|class| program.classes[class].is_of_properties)
    };
    match statement {
        StatementKind::Store {
            object: None,
            field,
            ..
        } => Some(!is_own(&field.owner)),
        StatementKind::Unknown => Some(true),
        StatementKind::Store { field, .. } if is_own(&field.owner) && own.is_none() => Some(false),
        StatementKind::Store { .. } | StatementKind::ArrayStore { .. } => None,
        // What code itself asks of a library its property says.
        StatementKind::Call(site) => {
            let is_code = program.classes[program.methods[method].class].is_of_properties;
            Some(!is_code && calls_effect(program, dispatch, points_to, *site))
        }
        _ => Some(false),
    }
}

/// The statements of a method.
fn statements(program: &Program, method: MethodId) -> impl Iterator<Item = &StatementKind> {
    program.methods[method]
        .statements()
        .map(|statement| &statement.kind)
}

/// Returns whether it matters when, or whether, the static initializer of a class runs. It does if
/// it writes more than the fields of its class, or reads static fields of other classes, which may
/// change. It also does if it raises events, which nobody hears while monitor code runs. (A class
/// that nobody has initialized has no field that anybody has read.)
fn initializer_matters(scene: Scene<'_>, class: ClassId) -> bool {
    let program = scene.program;
    let run = initialization(scene, class);
    let reads_others = |method: MethodId| {
        program.methods[method]
            .statements()
            .any(|statement| match &statement.kind {
                StatementKind::Load {
                    object: None,
                    field,
                    ..
                } => scene
                    .dispatch
                    .class(&field.owner)
                    .is_some_and(|owner| owner != class),
                _ => false,
            })
    };

    raises(scene, &run)
        || run
            .iter()
            .any(|method| writes(scene, &run, method, Some(class)) || reads_others(method))
}

fn calls_effect(
    program: &Program,
    dispatch: &Dispatch<'_>,
    points_to: &PointsTo,
    site: ir::CallSiteId,
) -> bool {
    let to_library = points_to
        .targets
        .get(&site)
        .is_some_and(|targets| targets.contains(&Callee::Library));
    let Target::Resolved(callee) = &program.calls[site].target else {
        return true;
    };
    to_library && dispatch.class(&callee.owner).is_none() && does_io(&callee.owner, &callee.name)
}

/// Library code that is known to do more than compute.
fn does_io(owner: &str, name: &str) -> bool {
    let streams = owner.starts_with("java/io/")
        && ["print", "write", "append", "flush", "close"]
            .iter()
            .any(|p| name.starts_with(p));
    let files = owner.starts_with("java/nio/file/") || owner.starts_with("java/net/");
    let system = owner == "java/lang/System"
        && matches!(name, "exit" | "setProperty" | "setOut" | "setErr" | "setIn");
    streams || files || system || owner == "java/lang/Thread" && name == "start"
}
