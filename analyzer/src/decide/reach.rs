//! How far execution reaches from the entry points.

use java_types::{ClassName, Spelling};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use ir::{MethodId, MethodKind, Program};
use points_to::{Entries, PointsTo, functional_code};
use text::{Diagnostic, Span};

use crate::wording::findings;

use plan::FunctionalRow;

pub fn entry_names(program: &Program, entries: &Entries) -> Vec<String> {
    let methods = entries
        .methods
        .iter()
        .map(|&method| &program.methods[method]);
    let name = |method: &ir::Method| {
        format!(
            "{}.{}",
            program.classes[method.class].name.to_readable(),
            method.name
        )
    };
    let names: BTreeSet<String> = methods.map(name).collect();
    names.into_iter().collect()
}

/// Of fewer public classes nothing is concluded.
const FEW_CLASSES: usize = 10;

/// A warning where most public classes are never used from the entry points: the project may be a
/// library.
pub fn mostly_unreached(program: &Program, points_to: &PointsTo) -> Option<Diagnostic> {
    let is_public = |class: &&ir::Class| {
        class.info.access.has(java_types::Access::PUBLIC) && !class.name.contains('$')
    };
    let has_code = |class: &ir::Class| {
        class
            .methods
            .iter()
            .any(|&method| program.methods[method].body.is_some())
    };
    let runs = |class: &&ir::Class| {
        class
            .methods
            .iter()
            .any(|method| points_to.reachable.contains(method))
    };

    let public: Vec<&ir::Class> = program
        .classes
        .iter()
        .filter(is_public)
        .filter(|class| has_code(class))
        .collect();
    let unreached = public.iter().filter(|class| !runs(class)).count();
    let message = findings::mostly_unreached(unreached, public.len());
    let diagnostic = Diagnostic::warning("", Span::default(), "mostly-unreached", message)
        .with_help(findings::ANALYZE_AS_LIBRARY);
    (public.len() >= FEW_CLASSES && 2 * unreached > public.len()).then_some(diagnostic)
}

/// The methods with class-file code that do not run, as `name(descriptor)` by class, in order; bodies of lambda expressions are not among them. O(methods).
pub fn unreached(program: &Program, points_to: &PointsTo) -> BTreeMap<ClassName, Vec<String>> {
    let has_code = |method: &ir::Method| {
        let is_own = matches!(
            method.kind,
            MethodKind::Declared | MethodKind::Implicit | MethodKind::StaticInitializer
        );
        is_own && method.body.is_some()
    };
    let mut found: BTreeMap<ClassName, Vec<String>> = BTreeMap::new();

    for (id, method) in program.methods.iter_enumerated() {
        if has_code(method) && !points_to.reachable.contains(&id) {
            let class = ClassName::from_internal(program.classes[method.class].name.clone());
            found
                .entry(class)
                .or_default()
                .push(format!("{}{}", method.name, method.descriptor));
        }
    }

    found
}

/// The bodies of lambda expressions and method references, in order, by class, of each class with a lambda body that does not run. O(methods log lines).
pub fn functional_bodies(
    program: &Program,
    points_to: &PointsTo,
) -> BTreeMap<ClassName, Vec<FunctionalRow>> {
    let mut found: BTreeMap<ClassName, Vec<FunctionalRow>> = BTreeMap::new();
    let mut wanted: BTreeSet<ClassName> = BTreeSet::new();
    for (id, method) in program.methods.iter_enumerated() {
        let Some(body) = functional_body(program, points_to, id) else {
            continue;
        };
        let class = ClassName::from_internal(program.classes[method.class].name.clone());
        if method.kind == MethodKind::Lambda && body.unreached {
            wanted.insert(class.clone());
        }
        found.entry(class).or_default().push(body);
    }

    found.retain(|class, _| wanted.contains(class));
    found.values_mut().for_each(|rows| rows.sort_by(in_order));
    found
}

/// By code and lines; unreached ones first.
fn in_order(a: &FunctionalRow, b: &FunctionalRow) -> Ordering {
    let key = |row: &FunctionalRow| (row.first_line, row.last_line, !row.unreached);
    a.code.cmp(&b.code).then_with(|| key(a).cmp(&key(b)))
}

fn functional_body(program: &Program, points_to: &PointsTo, id: MethodId) -> Option<FunctionalRow> {
    let method = &program.methods[id];
    let code = functional_code(program, id)?;
    let file = &program.files[program.classes[method.class].file];
    let (first_line, last_line) = (method.span.line, file.last_line(method.span));
    Some(FunctionalRow {
        code,
        first_line,
        last_line,
        unreached: !points_to.reachable.contains(&id),
    })
}
