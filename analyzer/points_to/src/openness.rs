//! How open the world is: which classes code outside the sources may make objects of, call and change at will.

use std::collections::BTreeSet;

use ir::{ClassId, Constant, MethodRef, Program, StatementKind, Target};
use jvm::descriptor::Type;

/// Why classes are open, for the report: one entry for each place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Opening {
    /// The classes; `None` for all.
    pub class: Option<ClassId>,
    /// File and place; `None` if there is no one place.
    pub place: Option<(ir::FileId, date::diagnostic::Span)>,
    /// Why.
    pub reason: String,
}

/// What opens classes: a program without entry points, code that could not be read, reflection, class literals.
pub fn openings(program: &Program, library: bool) -> Vec<Opening> {
    let mut found = Vec::new();
    if library {
        let reason = "the program has no entry point: it is analysed as a library".to_owned();
        found.push(Opening { class: None, place: None, reason });
    }
    for gap in &program.gaps {
        found.push(Opening { class: None, place: Some((gap.file, gap.span)), reason: gap.reason.clone() });
    }
    found.extend(reflective_calls(program));
    found.extend(class_literals(program));
    found.sort();
    found
}

/// The open classes.
pub fn opened(program: &Program, openings: &[Opening]) -> BTreeSet<ClassId> {
    if openings.iter().any(|opening| opening.class.is_none()) {
        return program.classes.indices().collect();
    }
    openings.iter().filter_map(|opening| opening.class).collect()
}

fn reflective_calls(program: &Program) -> impl Iterator<Item = Opening> {
    program.calls.iter().filter_map(|call| {
        let callees: &[MethodRef] = match &call.target {
            Target::Resolved(callee) => std::slice::from_ref(callee),
            Target::Candidates(callees) => callees,
            Target::Unresolved { .. } => &[],
        };
        let callee = callees.iter().find(|callee| is_reflective(callee))?;
        let point = &program.points[call.point];
        let reason = format!("`{}.{}` may reach any class", callee.owner.replace('/', "."), callee.name);
        Some(Opening { class: None, place: Some((point.file, point.span)), reason })
    })
}

/// Whether a method of the library makes objects, calls methods or changes fields by name or from data.
fn is_reflective(callee: &MethodRef) -> bool {
    match &*callee.owner {
        "java/lang/Class" => matches!(&*callee.name, "forName" | "newInstance"),
        "java/lang/ClassLoader" => &*callee.name == "loadClass",
        "java/lang/reflect/Method" => &*callee.name == "invoke",
        "java/lang/reflect/Constructor" => &*callee.name == "newInstance",
        "java/lang/reflect/Field" => callee.name.starts_with("set") || &*callee.name == "get",
        "java/lang/reflect/Proxy" => &*callee.name == "newProxyInstance",
        "java/util/ServiceLoader" => true,
        "java/io/ObjectInputStream" => callee.name.starts_with("read"),
        "java/beans/XMLDecoder" => true,
        owner => owner.starts_with("java/lang/invoke/") || owner.starts_with("sun/misc/Unsafe"),
    }
}

/// A class literal may end in reflection that the sources do not show.
fn class_literals(program: &Program) -> BTreeSet<Opening> {
    let mut found = BTreeSet::new();
    for method in &program.methods {
        let blocks = method.body.iter().flat_map(|body| &body.blocks);
        for statement in blocks.flat_map(|block| &block.statements) {
            let StatementKind::Constant { value: Constant::Class(Type::Class(name)), .. } = &statement.kind else {
                continue;
            };
            if let Some(class) = program.classes.position(|class| class.name == *name) {
                let place = Some((program.classes[method.class].file, statement.span));
                let reason = format!("the class literal of `{}` may be used by reflection", name.replace('/', "."));
                found.insert(Opening { class: Some(class), place, reason });
            }
        }
    }
    found
}
