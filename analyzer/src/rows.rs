//! From decisions about generators to rows for plans and reports.

use std::collections::BTreeSet;

use date::residual::{Decision, Residual};
use ir::{CallSyntax, MethodRef, MissingType, Program, Target};

use crate::abstraction::{PropertyView, World};
use crate::analyze::Request;
use crate::events::{Notification, Place};
use crate::result::{Assumption, GeneratorRow, Optimized, PlaceKind};
use crate::tracking::Disorder;
use points_to::Opening;

/// One row for each event of each generator, by file, place, moment and event.
pub fn rows(world: &World<'_>, view: &PropertyView, outcome: &Residual) -> Vec<GeneratorRow> {
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
                why: why(decision, disorders[id]),
                ..place(world, notification)
            });
        }
    }
    rows.sort_by_key(|row| (row.file, row.span, row.when, row.event));
    rows
}

/// The sentence for people.
fn why(decision: &Decision, disorder: Option<Disorder>) -> String {
    match disorder.filter(|_| decision.silenced_by.is_none()) {
        Some(disorder) => format!("{}; the order of an object's events is not known: {disorder}", decision.why),
        None => decision.why.clone(),
    }
}

fn place(world: &World<'_>, notification: &Notification) -> GeneratorRow {
    match notification.place {
        Place::Call(point) => call(world, notification, point),
        Place::Execution(method) => execution(world.program, notification, method),
    }
}

fn call(world: &World<'_>, notification: &Notification, id: ir::PointId) -> GeneratorRow {
    let point = &world.program.points[id];
    let reference = point.syntax == CallSyntax::MethodReference;
    let site = world.sites.at(id).first();
    let callee = site.and_then(|&site| match &world.program.calls[site].target {
        Target::Resolved(callee) => Some(callee.clone()),
        Target::Candidates(_) | Target::Unresolved { .. } => None,
    });
    GeneratorRow {
        event: notification.event,
        file: point.file.index(),
        span: point.span,
        enclosing: point.enclosing.clone(),
        callee,
        ordinal: point.ordinal,
        kind: if reference { PlaceKind::Reference } else { PlaceKind::Call },
        when: notification.when,
        copied: point.copied,
        silenced_by: None,
        group: None,
        disorder: None,
        why: String::new(),
    }
}

fn execution(program: &Program, notification: &Notification, id: ir::MethodId) -> GeneratorRow {
    let method = &program.methods[id];
    let class = &program.classes[method.class];
    let itself =
        MethodRef { owner: class.name.clone(), name: method.name.clone(), descriptor: method.descriptor.clone() };
    GeneratorRow {
        event: notification.event,
        file: class.file.index(),
        span: method.span,
        enclosing: method.enclosing.clone(),
        callee: Some(itself),
        ordinal: 0,
        kind: PlaceKind::Execution,
        when: notification.when,
        copied: false,
        silenced_by: None,
        group: None,
        disorder: None,
        why: String::new(),
    }
}

/// What the result rests on: the general assumptions, and one for each place that opens classes or freezes a property.
pub fn assumptions(
    program: &Program,
    openings: &[Opening],
    request: &Request,
    specifications: &[Optimized],
) -> Vec<Assumption> {
    let mut found: BTreeSet<Assumption> = GENERAL.iter().map(|(id, text)| assumption(id, text)).collect();
    for opening in openings {
        let place = opening.place.map(|(file, span)| (program.files[file].path.clone(), span.line));
        found.insert(Assumption {
            id: "open-class".to_owned(),
            text: format!("{}: {}", opening.sentence(program), opening.reason),
            file: place.as_ref().map(|(file, _)| file.clone()),
            line: place.map(|(_, line)| line),
        });
    }
    found.extend(request.reflection_log.as_ref().map(|log| Assumption {
        id: "reflection-log".to_owned(),
        text: "the reflective calls that the log names reach what it lists and nothing else".to_owned(),
        file: Some(log.file.clone()),
        line: None,
    }));
    found.extend(request.models.files().map(|file| Assumption {
        id: "models-of-the-user".to_owned(),
        text: "the methods of the library that the file describes do what it says and nothing else".to_owned(),
        file: Some(file.to_owned()),
        line: None,
    }));
    found.extend(program.missing.iter().map(|missing| missing_type(program, missing)));
    for specification in specifications {
        for (property, result) in specification.original.properties.iter().zip(&specification.properties) {
            if let Some(reason) = &result.frozen {
                found.insert(Assumption {
                    id: "monitored-as-written".to_owned(),
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
        id: "missing-type".to_owned(),
        text: format!(
            "`{name}` is neither in the sources, on the class path nor in the JDK, and is taken for a library's, none of \
             whose fields and member types hides one of the sources; {cost}"
        ),
        file: missing.place.map(|(file, _)| program.files[file].path.clone()),
        line: missing.place.map(|(_, span)| span.line),
    }
}

fn assumption(id: &str, text: &str) -> Assumption {
    Assumption { id: id.to_owned(), text: text.to_owned(), file: None, line: None }
}

/// What every result rests on.
const GENERAL: [(&str, &str); 8] = [
    (
        "separate-compilation",
        "code without sources knows no class, method or field of the sources but those it declares itself",
    ),
    (
        "sources-are-complete",
        "the classes that run were compiled from these sources; no other code of theirs is loaded",
    ),
    ("library-conditions-are-pure", "library methods called by conditions, `filter` and `where` have no effect"),
    (
        "no-scanning-frameworks",
        "no framework finds classes of the sources by scanning the class path or reading annotations",
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
    ("null-names-no-instance", "an event whose parameter is null concerns no instance"),
];
