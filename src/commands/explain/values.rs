//! The values at a place: what calls are made on, what they are given and give back, what is
//! assigned.

use std::collections::{BTreeMap, BTreeSet};

use ir::{CallSite, CallSiteId, CallSyntax, LocalId, MethodId, PointId, Program, StatementKind};
use points_to::{ObjectId, Place, PointsTo, callee_name, local_name};

use super::asked::Asked;
use crate::wording::explain as wording;

/// A value in the source. Where it is compiled several times (finally blocks), each copy has a
/// local.
#[derive(Debug, Clone)]
pub struct Value {
    /// The locals that hold it.
    pub locals: Vec<(MethodId, LocalId)>,
    /// Its place.
    pub place: Place,
    /// Its role: "`session` (the receiver of `app.Session.send`)".
    pub role: String,
}

impl Value {
    /// The objects that it may be.
    pub fn objects(&self, points_to: &PointsTo) -> BTreeSet<ObjectId> {
        let sets = self
            .locals
            .iter()
            .map(|&(method, local)| points_to.objects_of(method, local));
        sets.flat_map(|set| set.iter().map(ObjectId::from_raw).collect::<Vec<_>>())
            .collect()
    }
}

/// First byte, call if it is of one, and position within that.
type Order = (u32, Option<PointId>, usize);

/// The references at a place, in the order of the text; of one call the receiver first and the
/// result last.
pub fn values(program: &Program, asked: &Asked) -> Vec<Value> {
    let mut found: BTreeMap<Order, Value> = BTreeMap::new();
    for (site, call) in calls_at(program, asked) {
        let place = (
            program.points[call.point].file,
            program.points[call.point].span,
        );
        for (position, local, role) in parts(program, site, call) {
            let holder = Holder {
                order: (place.1.start, Some(call.point), position),
                place,
                method: call.method,
                local,
                role: Some(role),
            };
            add(program, &mut found, holder);
        }
    }

    for (method, local, place) in assigned(program, asked) {
        let holder = Holder {
            order: (place.1.start, None, local.index()),
            place,
            method,
            local,
            role: None,
        };
        add(program, &mut found, holder);
    }

    asked.innermost(found.into_values().collect(), |value| value.place.1)
}

/// The calls of the text at a place, with copies, in the order of the program.
pub fn calls_at<'p>(program: &'p Program, asked: &Asked) -> Vec<(CallSiteId, &'p CallSite)> {
    let here = |call: &CallSite| {
        let point = &program.points[call.point];
        is_written(point.syntax) && asked.covers(point.file, point.span)
    };
    let calls = program
        .calls
        .iter_enumerated()
        .filter(|(_, call)| here(call))
        .collect();
    asked.innermost(calls, |(_, call)| program.points[call.point].span)
}

/// Returns whether the text shows the call.
fn is_written(syntax: CallSyntax) -> bool {
    !matches!(
        syntax,
        CallSyntax::Inserted | CallSyntax::ConstructorInvocation
    )
}

/// A local that holds a value in the source.
struct Holder {
    /// The order of the value among those at the place that is asked about.
    order: Order,
    /// The place of the value.
    place: Place,
    /// The method.
    method: MethodId,
    /// The local.
    local: LocalId,
    /// The role of the value, if it has one besides that of a variable.
    role: Option<String>,
}

fn add(program: &Program, found: &mut BTreeMap<Order, Value>, holder: Holder) {
    let Holder {
        order,
        place,
        method,
        local,
        role,
    } = holder;
    let is_reference = program.methods[method]
        .body
        .as_ref()
        .is_some_and(|body| body.locals[local].ty.is_reference());

    if !is_reference {
        return;
    }

    let role = match (local_name(program, method, local), role) {
        (Some(name), Some(role)) => wording::in_role(&name, &role),
        (Some(name), None) => name,
        (None, role) => role.unwrap_or_else(|| wording::A_VALUE.to_owned()),
    };
    let value = found.entry(order).or_insert_with(|| Value {
        locals: Vec::new(),
        place,
        role,
    });

    if !value.locals.contains(&(method, local)) {
        value.locals.push((method, local));
    }
}

/// Receiver, arguments and result of a call with their positions and roles. The object that a
/// constructor call makes is no receiver in the text, and what a loop asks its iterator for is in
/// the loop's variable.
fn parts(program: &Program, site: CallSiteId, call: &CallSite) -> Vec<(usize, LocalId, String)> {
    let name = callee_name(program, site);
    let syntax = program.points[call.point].syntax;
    let receiver = call
        .receiver
        .filter(|_| syntax != CallSyntax::Creation)
        .map(|local| (0, local, wording::receiver(&name)));
    let arguments = call
        .arguments
        .iter()
        .zip(1..)
        .map(|(&local, n)| (n, local, wording::argument(n, &name)));

    let result = call
        .result
        .filter(|_| syntax != CallSyntax::ForEach)
        .map(|local| (usize::MAX - 1, local, wording::result(&name)));
    receiver
        .into_iter()
        .chain(arguments)
        .chain(result)
        .collect()
}

/// The variables that statements at a place assign, other than from calls.
fn assigned(program: &Program, asked: &Asked) -> Vec<(MethodId, LocalId, Place)> {
    let mut found = Vec::new();
    for (id, method) in program.methods.iter_enumerated() {
        let file = program.classes[method.class].file;
        for statement in method.statements().filter(|s| asked.covers(file, s.span)) {
            if let Some(local) =
                target(&statement.kind).filter(|&local| local_name(program, id, local).is_some())
            {
                found.push((id, local, (file, statement.span)));
            }
        }
    }

    found
}

fn target(statement: &StatementKind) -> Option<LocalId> {
    match statement {
        StatementKind::Assign { target, .. }
        | StatementKind::Cast { target, .. }
        | StatementKind::Load { target, .. }
        | StatementKind::ArrayLoad { target, .. }
        | StatementKind::Allocate { target, .. } => Some(*target),
        _ => None,
    }
}

/// Returns what to say where nothing is asked about: the nearest lines, or columns, that have
/// something.
pub fn nothing_at(program: &Program, asked: &Asked) -> String {
    let columns: BTreeSet<u32> = values(
        program,
        &Asked {
            column: None,
            ..*asked
        },
    )
    .iter()
    .map(|value| value.place.1.column)
    .collect();

    let place = asked.shown(program);
    if !columns.is_empty() {
        let columns: Vec<String> = columns.iter().map(u32::to_string).collect();
        return wording::no_value(&place, &columns) + "\n";
    }

    let lines: BTreeSet<u32> = (program.points.iter())
        .filter(|point| point.file == asked.file && is_written(point.syntax))
        .map(|point| point.span.line)
        .collect();
    let near = lines
        .range(..asked.line)
        .next_back()
        .into_iter()
        .chain(lines.range(asked.line..).next());
    let near: Vec<String> = near.map(u32::to_string).collect();

    wording::no_code(&place, &near) + "\n"
}
