//! The interfaces that proxies implement (`java.lang.reflect.Proxy`), where their call shows it.

use std::collections::BTreeSet;
use std::sync::Arc;

use ir::{Body, CallSite, CallSiteId, Constant, LocalId, Program, StatementKind};
use java_types::descriptor::Type;

/// The class above all proxies.
const PROXY: &str = "java/lang/reflect/Proxy";

/// The types of which the proxy is that a call of `Proxy.newProxyInstance` makes, and of no others
/// but those above: where its interfaces are literals in an array that nothing else gets hold of.
/// `None` where they are not known. O(statements).
pub(crate) fn implemented(program: &Program, site: CallSiteId) -> Option<BTreeSet<Arc<str>>> {
    let call = &program.calls[site];
    let body = program.methods[call.method].body.as_ref()?;
    let [callee] = call.target.named() else {
        return None;
    };

    if (&*callee.owner, &*callee.name) != (PROXY, "newProxyInstance") {
        return None;
    }

    let arrays = copies(program, body, *call.arguments.get(1)?)?;
    let mut found = BTreeSet::from([Arc::from(PROXY)]);
    for statement in statements(body) {
        if !program
            .operands(statement)
            .iter()
            .any(|operand| arrays.contains(operand))
        {
            continue;
        }
        match statement {
            StatementKind::ArrayStore { array, source, .. } if arrays.contains(array) => {
                found.insert(literal(program, body, *source)?);
            }
            StatementKind::Assign { target, .. } if arrays.contains(target) => {}
            StatementKind::Call(other) if *other == site && is_passed_once(call, &arrays) => {}
            _ => return None,
        }
    }

    let leaves = |local: LocalId| arrays.contains(&local);
    let is_kept = !body
        .blocks
        .iter()
        .filter_map(|block| block.terminator.operand())
        .any(leaves);

    is_kept.then_some(found)
}

/// The locals that an array is copied from, itself among them; `None` if it is not made here.
fn copies(program: &Program, body: &Body, array: LocalId) -> Option<BTreeSet<LocalId>> {
    let (mut found, mut waiting) = (BTreeSet::from([array]), vec![array]);
    while let Some(local) = waiting.pop() {
        if body.parameters.contains(&local) {
            return None;
        }
        for statement in
            statements(body).filter(|statement| program.target(statement) == Some(local))
        {
            match statement {
                StatementKind::Allocate { .. } => {}
                StatementKind::Assign { source, .. } if found.insert(*source) => {
                    waiting.push(*source)
                }
                StatementKind::Assign { .. } => {}
                _ => return None,
            }
        }
    }

    Some(found)
}

/// The class whose literal a local holds, and nothing else.
fn literal(program: &Program, body: &Body, local: LocalId) -> Option<Arc<str>> {
    let mut assigned =
        statements(body).filter(|statement| program.target(statement) == Some(local));
    match (assigned.next()?, assigned.next()) {
        (
            StatementKind::Constant {
                value: Constant::Class(Type::Class(name)),
                ..
            },
            None,
        ) => Some(name.clone()),
        _ => None,
    }
}

fn is_passed_once(call: &CallSite, arrays: &BTreeSet<LocalId>) -> bool {
    call.arguments
        .iter()
        .filter(|argument| arrays.contains(argument))
        .count()
        == 1
}

fn statements(body: &Body) -> impl Iterator<Item = &StatementKind> {
    body.statements().map(|statement| &statement.kind)
}
