//! From decisions about generators to rows for plans and reports.

use std::collections::BTreeSet;
use std::sync::Arc;

use date::ids::GeneratorId;
use date::residual::{Decision, GeneratorSet, Residual};
use index_vec::IndexVec;
use ir::{CallSyntax, Enclosing, MethodRef, MissingType, Program, Target};
use text::Span;

use crate::abstraction::{PropertyView, World};
use crate::analyze::Request;
use crate::events::{AccessId, Notification, Place, type_of};
use crate::result::{GeneratorRow, Optimized, Witness};
use crate::tracking::Disorder;
use plan::{Assumption, GeneratorKind, Verdict};
use points_to::Opening;

/// Why a generator is heard that needs not be for the sake of the user.
const PINNED: &str = "it is heard whatever follows: its event makes instances, its code has effects, or its place in the \
                      class files is not sure";

/// Why a generator is heard though nothing is seen once it has taken a transition.
const AVERTS: &str = "no transition that it takes leads to a report or an external action, but if it were not heard, the \
                      monitor might be left where a later event makes a false one";

/// What is told of generators beside the decisions: why some have to be heard, and how others take
/// part in what is seen.
pub struct Reasons {
    /// Those that are kept whatever follows.
    pub pinned: GeneratorSet,
    /// See [`GeneratorRow::witness`]; `None` if none were looked for.
    pub witnesses: Option<IndexVec<GeneratorId, Option<Witness>>>,
}

/// One row for each event of each generator, by file, place, moment and event.
pub fn rows(
    world: &World<'_>,
    view: &PropertyView,
    outcome: &Residual,
    reasons: &Reasons,
) -> Vec<GeneratorRow> {
    let mut rows = Vec::new();
    let disorders = view.disorder_of_generators();
    for (id, notification) in view.notifications.iter_enumerated() {
        for &event in view.abstraction.generators[id].events() {
            let decision = &outcome.decisions[id];
            rows.push(GeneratorRow {
                event,
                silenced_by: decision.silenced_by,
                group: decision.group,
                disorder: disorders[id],
                witness: reasons
                    .witnesses
                    .as_ref()
                    .and_then(|witnesses| witnesses[id].clone()),
                why: why(decision, reasons.instead(id), disorders[id]),
                ..place(world, notification)
            });
        }
    }
    rows.sort_by_key(|row| (row.file, row.span, row.when, row.event));
    rows
}

impl Reasons {
    /// Why a generator without a witness is kept.
    fn instead(&self, generator: GeneratorId) -> Option<&'static str> {
        let is_without = self
            .witnesses
            .as_ref()
            .is_some_and(|witnesses| witnesses[generator].is_none());
        is_without.then(|| {
            if self.pinned[generator.index()] {
                PINNED
            } else {
                AVERTS
            }
        })
    }
}

/// The sentence for people.
fn why(decision: &Decision, instead: Option<&str>, disorder: Option<Disorder>) -> String {
    if decision.silenced_by.is_some() {
        return decision.why.clone();
    }
    let why = instead.unwrap_or(&decision.why);
    match disorder {
        Some(disorder) => {
            format!("{why}; the order of an object's events is not known: {disorder}")
        }
        None => why.to_owned(),
    }
}

/// The file of a notification and the place in it.
pub fn position(world: &World<'_>, notification: &Notification) -> (usize, Span) {
    match notification.place {
        Place::Call(id) => {
            let point = &world.program.points[id];
            (point.file.index(), point.span)
        }
        Place::Execution(id) => {
            let method = &world.program.methods[id];
            (
                world.program.classes[method.class].file.index(),
                method.span,
            )
        }
        Place::Initialization(id) => {
            let class = &world.program.classes[id];
            (class.file.index(), class.span)
        }
        Place::Access(id) => {
            let access = world.sites.accesses.get(id);
            let class = world.program.methods[access.method].class;
            (world.program.classes[class].file.index(), access.span)
        }
    }
}

fn place(world: &World<'_>, notification: &Notification) -> GeneratorRow {
    match notification.place {
        Place::Call(point) => call(world, notification, point),
        Place::Execution(method) => execution(world, notification, method),
        Place::Initialization(class) => initialization(world, notification, class),
        Place::Access(id) => access(world, notification, id),
    }
}

fn call(world: &World<'_>, notification: &Notification, id: ir::PointId) -> GeneratorRow {
    let point = &world.program.points[id];
    let (file, span) = position(world, notification);
    let reference = point.syntax == CallSyntax::MethodReference;
    let site = world.sites.at(id).first();
    let callee = site.and_then(|&site| match &world.program.calls[site].target {
        Target::Resolved(callee) => Some(callee.clone()),
        Target::Candidates(_) | Target::Unresolved { .. } => None,
    });
    GeneratorRow {
        event: notification.event,
        file,
        span,
        enclosing: point.enclosing.clone(),
        callee,
        ordinal: point.ordinal,
        kind: if reference {
            GeneratorKind::Reference
        } else {
            GeneratorKind::Call
        },
        when: notification.when,
        copied: point.copied,
        silenced_by: None,
        group: None,
        disorder: None,
        witness: None,
        why: String::new(),
    }
}

fn execution(world: &World<'_>, notification: &Notification, id: ir::MethodId) -> GeneratorRow {
    let method = &world.program.methods[id];
    let class = &world.program.classes[method.class];
    let itself = MethodRef {
        owner: class.name.clone(),
        name: method.name.clone(),
        descriptor: method.descriptor.clone(),
    };
    let place = (GeneratorKind::Execution, position(world, notification));
    whole(place, notification, method.enclosing.clone(), Some(itself))
}

/// All classes have an initializer here, also those for which the class file needs none.
fn initialization(world: &World<'_>, notification: &Notification, id: ir::ClassId) -> GeneratorRow {
    let class = &world.program.classes[id];
    let (name, descriptor): (Arc<str>, Arc<str>) = ("<clinit>".into(), "()V".into());
    let method = format!("{name}{descriptor}").into();
    whole(
        (GeneratorKind::Initialization, position(world, notification)),
        notification,
        Enclosing {
            class: class.name.clone(),
            method,
        },
        Some(MethodRef {
            owner: class.name.clone(),
            name,
            descriptor,
        }),
    )
}

/// One row for all reads or writes of the field in the body.
fn access(world: &World<'_>, notification: &Notification, id: AccessId) -> GeneratorRow {
    let access = world.sites.accesses.get(id);
    let field = &access.field;
    let callee = type_of(world.program, field).map(|ty| MethodRef {
        owner: field.owner.clone(),
        name: field.name.clone(),
        descriptor: ty.to_string().into(),
    });
    let kind = if access.writes {
        GeneratorKind::Set
    } else {
        GeneratorKind::Get
    };
    let enclosing = world.program.methods[access.method].enclosing.clone();
    whole(
        (kind, position(world, notification)),
        notification,
        enclosing,
        callee,
    )
}

/// The row of a place that is one of its kind in the code around it.
fn whole(
    (kind, (file, span)): (GeneratorKind, (usize, Span)),
    notification: &Notification,
    enclosing: Enclosing,
    callee: Option<MethodRef>,
) -> GeneratorRow {
    GeneratorRow {
        event: notification.event,
        file,
        span,
        enclosing,
        callee,
        ordinal: 0,
        kind,
        when: notification.when,
        copied: false,
        silenced_by: None,
        group: None,
        disorder: None,
        witness: None,
        why: String::new(),
    }
}

/// What verdicts about every execution leave out.
const UNDISTURBED: (&str, &str) = (
    "virtual-machine-errors",
    "of executions that are said to violate a property those are left out in which the virtual machine runs out of memory or \
     stack, cannot load, link or initialize a class, or is stopped from outside",
);

/// What events of initializations rest on.
const INITIALIZED_BY_THE_PROGRAM: (&str, &str) = (
    "library-initializes-for-the-program",
    "library methods that code of properties calls are not the first to use a class whose initialization is an event",
);
/// The names of all assumptions that a result may rest on, each once.
pub fn assumption_ids() -> Vec<&'static str> {
    let general = GENERAL.iter().map(|(id, _)| *id);
    general
        .chain([
            UNDISTURBED.0,
            INITIALIZED_BY_THE_PROGRAM.0,
            OPEN_CLASS,
            REFLECTION_LOG,
            MODELS,
            MISSING_TYPE,
            AS_WRITTEN,
        ])
        .collect()
}

const OPEN_CLASS: &str = "open-class";
const REFLECTION_LOG: &str = "reflection-log";
const MODELS: &str = "models-of-the-user";
/// The name of the assumption about a type that is missing.
pub const MISSING_TYPE: &str = "missing-type";
const AS_WRITTEN: &str = "monitored-as-written";

/// What the result rests on: the general assumptions, and one for each place that opens classes or
/// freezes a property.
pub fn assumptions(
    program: &Program,
    openings: &[Opening],
    request: &Request,
    specifications: &[Optimized],
) -> Vec<Assumption> {
    let mut found: BTreeSet<Assumption> = GENERAL
        .iter()
        .map(|(id, text)| assumption(id, text))
        .collect();
    for opening in openings {
        let place = opening
            .place
            .map(|(file, span)| (program.files[file].path.clone(), span.line));
        found.insert(Assumption {
            id: OPEN_CLASS.to_owned(),
            text: format!("{}: {}", opening.sentence(program), opening.reason),
            file: place.as_ref().map(|(file, _)| file.clone()),
            line: place.map(|(_, line)| line),
        });
    }
    found.extend(request.reflection_log.as_ref().map(|log| {
        Assumption {
            id: REFLECTION_LOG.to_owned(),
            text: "the reflective calls that the log names reach what it lists and nothing else"
                .to_owned(),
            file: Some(log.file.clone()),
            line: None,
        }
    }));
    found.extend(request.models.files().map(|file| Assumption {
        id: MODELS.to_owned(),
        text: "the methods of the library that the file describes do what it says and nothing else".to_owned(),
        file: Some(file.to_owned()),
        line: None,
    }));
    let hears_initializations = specifications.iter().any(|specification| {
        let mut rows = specification
            .properties
            .iter()
            .flat_map(|property| &property.generators);
        rows.any(|row| row.kind == GeneratorKind::Initialization)
    });
    if hears_initializations {
        let (id, text) = INITIALIZED_BY_THE_PROGRAM;
        found.insert(assumption(id, text));
    }
    found.extend(
        program
            .missing
            .iter()
            .map(|missing| missing_type(program, missing)),
    );
    let mut results = specifications
        .iter()
        .flat_map(|specification| &specification.properties);
    if results.any(|result| result.verdict == Verdict::Violated) {
        let (id, text) = UNDISTURBED;
        found.insert(assumption(id, text));
    }
    for specification in specifications {
        for (property, result) in specification
            .original
            .properties
            .iter()
            .zip(&specification.properties)
        {
            if let Some(reason) = &result.frozen {
                found.insert(Assumption {
                    id: AS_WRITTEN.to_owned(),
                    text: format!("`{}` is monitored as written: {reason}", property.name),
                    file: Some(specification.original.file.clone()),
                    line: Some(property.span.line).filter(|&line| line > 0),
                });
            }
        }
    }
    found.into_iter().collect()
}

fn missing_type(program: &Program, missing: &MissingType) -> Assumption {
    let name = missing.name.replace(['/', '$'], ".");
    let cost = match missing.calls {
        0 => "no call depends on it".to_owned(),
        1 => "1 call cannot be resolved without it".to_owned(),
        calls => format!("{calls} calls cannot be resolved without it"),
    };
    Assumption {
        id: MISSING_TYPE.to_owned(),
        text: format!(
            "`{name}` is neither in the sources, on the class path nor in the JDK, and is taken for a library's, none of \
             whose fields and member types hides another; {cost}"
        ),
        file: missing
            .place
            .map(|(file, _)| program.files[file].path.clone()),
        line: missing.place.map(|(_, span)| span.line),
    }
}

fn assumption(id: &str, text: &str) -> Assumption {
    Assumption {
        id: id.to_owned(),
        text: text.to_owned(),
        file: None,
        line: None,
    }
}

/// What every result rests on.
const GENERAL: [(&str, &str); 8] = [
    (
        "separate-compilation",
        "code without sources knows no class, method or field of the sources but those it declares itself, and what \
         annotations, type arguments, casts, class files and resources show it to know: those classes are open",
    ),
    (
        "sources-are-complete",
        "the classes that run were compiled from these sources; no other code of theirs is loaded",
    ),
    (
        "library-conditions-are-pure",
        "library methods called by conditions, `filter` and `where` have no effect, nor has what they call back",
    ),
    (
        "no-scanning-frameworks",
        "no framework finds classes of the sources by scanning the class path, but those that have annotations or are \
         named in resources: they are open",
    ),
    (
        "no-native-changes",
        "native code neither calls methods of the sources nor changes their fields, but as a library would",
    ),
    (
        "library-compares-and-prints",
        "`equals`, `hashCode` and `toString` of classes without sources keep nothing of what they are given or belong to",
    ),
    (
        "library-iterators",
        "a collection whose class is not known gives out a new iterator each time, or the one that empty collections \
         share, and never one that a collection of the sources gave it; so do streams, directories, paths and loaders of \
         services; the names that `Properties.stringPropertyNames` gives are a copy",
    ),
    (
        "null-names-no-instance",
        "an event whose parameter is null concerns no instance",
    ),
];
