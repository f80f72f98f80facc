//! Variables that only constructors and class initializers write, before others have the object or
//! the class.

use ir::{AllocationKind, CallSiteId, FieldId, LocalId, MethodId, Program, StatementKind};
use points_to::{Node, Object, ObjectId, PointsTo};
use roaring::RoaringBitmap;
use rustc_hash::FxHashSet;

use super::receiver::{Position, Receivers};
use super::{Access, Accesses, positions};

/// The variables.
pub struct Built {
    /// Fields that only a constructor of their class writes, of `this`, which it hands on to nobody;
    /// static fields that only the initializer of their class writes.
    pub fields: FxHashSet<FieldId>,
    /// Arrays that only the constructor or initializer which makes them writes to. It stores them
    /// in fields of its object or class, or in other such arrays.
    pub arrays: RoaringBitmap,
}

impl Built {
    /// Finds them.
    pub fn new(
        program: &Program,
        points_to: &PointsTo,
        receivers: &Receivers<'_>,
        accesses: &Accesses<'_>,
    ) -> Self {
        let mut written: FxHashSet<FieldId> = FxHashSet::default();
        for access in accesses.all.iter().filter(|access| access.writes) {
            if let Some(field) = access.field
                && !is_building(program, receivers, access, field)
            {
                written.insert(field);
            }
        }
        let fields = program.fields.indices();
        let is_built =
            |field: &FieldId| !written.contains(field) && accesses.are_all_of(program, *field);
        Built {
            fields: fields.filter(is_built).collect(),
            arrays: arrays(program, points_to, receivers, accesses),
        }
    }
}

/// Returns whether a write of a field is a part of the making of its object or class.
fn is_building(
    program: &Program,
    receivers: &Receivers<'_>,
    access: &Access<'_>,
    field: FieldId,
) -> bool {
    let method = access.method;
    let writer = &program.methods[method];
    if writer.class != program.fields[field].class {
        return false;
    }
    match access.base_local() {
        None => &*writer.name == "<clinit>",
        Some(base) => {
            &*writer.name == "<init>"
                && receivers.is_this(method, base)
                && receivers.is_before_leaks(method, access.position)
        }
    }
}

/// The arrays: the greatest set.
fn arrays(
    program: &Program,
    points_to: &PointsTo,
    receivers: &Receivers<'_>,
    accesses: &Accesses<'_>,
) -> RoaringBitmap {
    let mut candidates: RoaringBitmap = points_to
        .identified()
        .filter(|&object| {
            let Object::Allocated(site) = points_to.object(object) else {
                return false;
            };
            let allocation = &program.allocations[site];
            matches!(allocation.kind, AllocationKind::Array) && is_maker(program, allocation.method)
        })
        .map(ObjectId::raw)
        .collect();
    for (node, held) in points_to.holders() {
        if is_beyond(node) {
            candidates -= held;
        }
    }
    let maker = |object: u32| points_to.maker(ObjectId::from_raw(object), program);
    for access in accesses.all.iter().filter(|access| access.writes) {
        if access.field.is_none() && access.name.is_none() {
            let base = access.base(points_to).unwrap_or_default();
            for object in (&*base & &candidates).iter() {
                let is_made = maker(object) == Some(access.method)
                    && access
                        .base_local()
                        .is_some_and(|base| is_fresh(program, receivers, access.method, base))
                    && (is_initializer(program, access.method)
                        || receivers.is_before_leaks(access.method, access.position))
                    && positions_of(
                        program,
                        access.method,
                        ObjectId::from_raw(object),
                        points_to,
                    )
                    .all(|made| receivers.is_hidden(access.method, made, access.position));
                if !is_made {
                    candidates.remove(object);
                }
            }
        }
    }
    loop {
        let before = candidates.len();
        let found = candidates.clone();
        for object in &found {
            let is_kept = maker(object).is_some_and(|maker| {
                let stays = |kind: &StatementKind| {
                    stays(
                        (program, points_to, receivers),
                        maker,
                        ObjectId::from_raw(object),
                        kind,
                        &found,
                    )
                };
                program.methods[maker]
                    .statements()
                    .all(|statement| stays(&statement.kind))
            });
            if !is_kept {
                candidates.remove(object);
            }
        }
        if candidates.len() == before {
            return candidates;
        }
    }
}

/// The places of a method that make an array.
fn positions_of<'p>(
    program: &'p Program,
    method: MethodId,
    object: ObjectId,
    points_to: &PointsTo,
) -> impl Iterator<Item = Position> + 'p {
    let site = points_to.object(object).allocation();
    positions(program, method).filter_map(move |(position, statement)| match &statement.kind {
        StatementKind::Allocate { site: made, .. } if Some(*made) == site => Some(position),
        _ => None,
    })
}

/// Returns whether the arrays of a local are ones that this very call has made: it is only ever given
/// new arrays, and what a field of `this` or of the class holds.
fn is_fresh(program: &Program, receivers: &Receivers<'_>, method: MethodId, base: LocalId) -> bool {
    let class = program.methods[method].class;
    let Some(body) = &program.methods[method].body else {
        return false;
    };
    let mut open = vec![base];
    let mut known: FxHashSet<LocalId> = FxHashSet::from_iter([base]);
    while let Some(local) = open.pop() {
        let is_given = body.parameters.contains(&local)
            || body.blocks.iter().any(|block| {
                let mut handlers = block.handlers.iter();
                handlers.any(|handler| handler.exception == local)
            });
        if is_given {
            return false;
        }
        for statement in body.statements() {
            if program.target(&statement.kind) != Some(local) {
                continue;
            }
            match &statement.kind {
                StatementKind::Allocate { .. } => {}
                StatementKind::Assign { source, .. } | StatementKind::Cast { source, .. } => {
                    if known.insert(*source) {
                        open.push(*source);
                    }
                }
                StatementKind::Load { object, field, .. } => {
                    let is_own = field
                        .field
                        .is_some_and(|field| program.fields[field].class == class);
                    let is_this = match object {
                        Some(object) => receivers.is_this(method, *object),
                        None => is_initializer(program, method),
                    };
                    if !is_own || !is_this {
                        return false;
                    }
                }
                // A row of an array that this call has made.
                StatementKind::ArrayLoad { array, .. } => {
                    if known.insert(*array) {
                        open.push(*array);
                    }
                }
                _ => return false,
            }
        }
    }
    true
}

fn is_maker(program: &Program, method: MethodId) -> bool {
    is_initializer(program, method) || &*program.methods[method].name == "<init>"
}

fn is_initializer(program: &Program, method: MethodId) -> bool {
    &*program.methods[method].name == "<clinit>"
}

/// Returns whether code that is not followed gets what a node holds.
fn is_beyond(node: Node) -> bool {
    !matches!(
        node,
        Node::Local(..)
            | Node::Field(..)
            | Node::Elements(_)
            | Node::Static(_)
            | Node::Return(_)
            | Node::Given(_)
            | Node::Result(_)
            | Node::Inside(_)
    )
}

/// Returns whether a statement of its maker leaves an array where others find it only later.
fn stays(
    (program, points_to, receivers): (&Program, &PointsTo, &Receivers<'_>),
    maker: MethodId,
    object: ObjectId,
    kind: &StatementKind,
    built: &RoaringBitmap,
) -> bool {
    let holds = |local: LocalId| points_to.may_hold(maker, local, object);
    match kind {
        StatementKind::Store {
            object: base,
            field,
            source,
        } if holds(*source) => match base {
            Some(base) => {
                receivers.is_this(maker, *base) && is_fresh(program, receivers, maker, *source)
            }
            None => {
                let class = field.field.map(|field| program.fields[field].class);
                is_initializer(program, maker) && class == Some(program.methods[maker].class)
            }
        },
        StatementKind::ArrayStore { array, source, .. } if holds(*source) => {
            let arrays = points_to.objects(Node::Local(maker, *array));
            arrays.is_subset(built) && is_fresh(program, receivers, maker, *source)
        }
        StatementKind::Call(site) => !is_argument(program, *site, holds),
        StatementKind::Allocate { site, .. } => match &program.allocations[*site].kind {
            AllocationKind::Functional { captures, .. } => !captures.iter().any(|&c| holds(c)),
            _ => true,
        },
        StatementKind::Unknown => false,
        _ => true,
    }
}

fn is_argument(program: &Program, site: CallSiteId, holds: impl Fn(LocalId) -> bool) -> bool {
    program.calls[site].operands().any(holds)
}
