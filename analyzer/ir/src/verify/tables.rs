//! The tables of a program: ids in range, order, belonging.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::{AllocationKind, Method, Program, SourceFile, StatementKind};

const NATIVE_OR_ABSTRACT: u16 = 0x0100 | 0x0400;

/// One sentence for each fault of the tables. The other groups rely on there being none.
pub(super) fn verify(program: &Program) -> Vec<String> {
    let mut faults = out_of_range(program);
    if faults.is_empty() {
        faults.extend(order_of_files_and_classes(program));
        faults.extend(members(program));
        faults.extend(methods(program));
        faults.extend(gaps(program));
    }
    faults
}

/// Ids that tables hold; those inside bodies that lead to tables as well.
fn out_of_range(program: &Program) -> Vec<String> {
    let mut faults = Vec::new();
    let mut check = |holder: &dyn std::fmt::Display, in_range: bool| {
        if !in_range {
            faults.push(format!("{holder} holds an id that does not exist"));
        }
    };

    for (id, class) in program.classes.iter_enumerated() {
        check(&id, class.file.index() < program.files.len());
        check(
            &id,
            class
                .methods
                .iter()
                .all(|method| method.index() < program.methods.len()),
        );
        check(
            &id,
            class
                .fields
                .iter()
                .all(|field| field.index() < program.fields.len()),
        );
    }

    for (id, method) in program.methods.iter_enumerated() {
        check(
            &id,
            method.class.index() < program.classes.len() && body_in_range(program, method),
        );
    }

    for (id, field) in program.fields.iter_enumerated() {
        check(&id, field.class.index() < program.classes.len());
    }

    for (id, site) in program.calls.iter_enumerated() {
        check(
            &id,
            site.method.index() < program.methods.len()
                && site.point.index() < program.points.len(),
        );
    }

    for (id, point) in program.points.iter_enumerated() {
        check(&id, point.file.index() < program.files.len());
    }

    for (id, site) in program.allocations.iter_enumerated() {
        let body = match site.kind {
            AllocationKind::Functional { body, .. } => body.index() < program.methods.len(),
            AllocationKind::Instance | AllocationKind::Array => true,
        };
        check(&id, body && site.method.index() < program.methods.len());
    }

    for gap in &program.gaps {
        let class = gap
            .class
            .is_none_or(|class| class.index() < program.classes.len());
        check(&"a gap", class && gap.file.index() < program.files.len());
    }

    faults
}

fn body_in_range(program: &Program, method: &Method) -> bool {
    method.statements().all(|statement| match &statement.kind {
        StatementKind::Call(site) => site.index() < program.calls.len(),
        StatementKind::Allocate { site, .. } => site.index() < program.allocations.len(),
        StatementKind::Load { field, .. } | StatementKind::Store { field, .. } => field
            .field
            .is_none_or(|field| field.index() < program.fields.len()),
        _ => true,
    })
}

fn order_of_files_and_classes(program: &Program) -> Vec<String> {
    let mut faults = Vec::new();
    // Files with the code of properties stand behind the sources, in the order of the properties.
    let first = program
        .classes
        .iter()
        .find(|class| class.is_of_properties)
        .map_or(program.files.len(), |class| class.file.index());
    let files = program.files.raw.get(..first).unwrap_or_default();
    let key = |file: &SourceFile| (file.is_compiled, file.path.clone(), file.root.clone());
    if !files.is_sorted_by(|a, b| key(a) < key(b)) {
        faults.push("files are not sorted by path".to_owned());
    }

    let classes = &program.classes.raw;
    if !classes.is_sorted_by_key(|class| class.file) {
        faults.push("classes are not in order of their files".to_owned());
    }

    let mut names: BTreeSet<&str> = BTreeSet::new();
    faults.extend(
        classes
            .iter()
            .filter(|class| !names.insert(&class.name))
            .map(|class| format!("two classes are named {}", class.name)),
    );

    faults
}

/// Lists of members against the members' own notes of their class: each class lists its methods and
/// fields, all lists together every one of them in order.
fn members(program: &Program) -> Vec<String> {
    let mut faults = Vec::new();
    let methods = program
        .classes
        .iter()
        .flat_map(|class| &class.methods)
        .copied();
    let fields = program
        .classes
        .iter()
        .flat_map(|class| &class.fields)
        .copied();

    if !methods.eq(program.methods.indices()) || !fields.eq(program.fields.indices()) {
        faults.push("members are not in order of their classes".to_owned());
    }

    for (id, class) in program.classes.iter_enumerated() {
        let own = class
            .methods
            .iter()
            .all(|&method| program.methods[method].class == id)
            && class
                .fields
                .iter()
                .all(|&field| program.fields[field].class == id);
        if !own {
            faults.push(format!("{id} lists a member of another class"));
        }
    }

    faults
}

fn methods(program: &Program) -> Vec<String> {
    let mut faults = Vec::new();
    let mut known: BTreeSet<(usize, &Arc<str>, &Arc<str>)> = BTreeSet::new();
    for (id, method) in program.methods.iter_enumerated() {
        if !known.insert((method.class.index(), &method.name, &method.descriptor)) {
            faults.push(format!(
                "{id} has the name and descriptor of another method of its class"
            ));
        }
        if method.body.is_none() != (method.access & NATIVE_OR_ABSTRACT != 0) {
            faults.push(format!(
                "{id} has a body and should not, or the other way round"
            ));
        }
    }

    faults
}

fn gaps(program: &Program) -> Vec<String> {
    let misplaced = |gap: &&crate::Gap| {
        gap.class
            .is_some_and(|class| program.classes[class].file != gap.file)
    };
    program
        .gaps
        .iter()
        .filter(misplaced)
        .map(|gap| format!("the gap at line {} is not in its class", gap.span.line))
        .collect()
}
