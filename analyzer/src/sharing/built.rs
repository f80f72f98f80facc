//! Variables that only constructors and class initializers write, before others have the object or
//! the class.

use ir::{AllocationKind, FieldId, LocalId, MethodId, Program, StatementKind};
use points_to::{Node, ObjectId};
use roaring::RoaringBitmap;
use rustc_hash::FxHashSet;

use super::receiver::Position;
use super::{Access, World, positions};

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
    pub fn new(world: World<'_>) -> Self {
        let World {
            program, accesses, ..
        } = world;
        let fields = program.fields.indices();
        let is_built = |&field: &FieldId| {
            let mut writes = accesses.of(field).filter(|access| access.writes);
            accesses.are_all_of(program, field)
                && writes.all(|access| is_building(world, access, field))
        };
        Built {
            fields: fields.filter(is_built).collect(),
            arrays: arrays(world),
        }
    }
}

/// Returns whether a write of a field is a part of the making of its object or class.
fn is_building(world: World<'_>, access: &Access<'_>, field: FieldId) -> bool {
    let World {
        program, receivers, ..
    } = world;
    let method = access.method;
    let is_own = program.methods[method].class == program.fields[field].class;
    is_own
        && match access.base_local() {
            None => is_initializer(program, method),
            Some(base) => {
                is_constructor(program, method)
                    && receivers.is_this(method, base)
                    && receivers.is_before_leaks(method, access.position)
            }
        }
}

/// The arrays: the greatest set.
fn arrays(world: World<'_>) -> RoaringBitmap {
    let World {
        program,
        points_to,
        accesses,
        ..
    } = world;
    let mut candidates: RoaringBitmap = points_to
        .identified()
        .filter(|&object| {
            let site = points_to.object(object).allocation();
            site.is_some_and(|site| {
                let allocation = &program.allocations[site];
                let method = allocation.method;
                matches!(allocation.kind, AllocationKind::Array)
                    && (is_initializer(program, method) || is_constructor(program, method))
            })
        })
        .map(ObjectId::raw)
        .collect();
    for (node, held) in points_to.holders() {
        if is_beyond(node) {
            candidates -= held;
        }
    }
    let writes = accesses.all.iter().filter(|access| access.writes);
    for access in writes.filter(|access| access.name.is_none()) {
        let base = access.base(points_to).unwrap_or_default();
        for object in (&*base & &candidates).iter() {
            if !is_first_write(world, access, ObjectId::from_raw(object)) {
                candidates.remove(object);
            }
        }
    }
    loop {
        let found = candidates.clone();
        for object in &found {
            if !stays(world, ObjectId::from_raw(object), &found) {
                candidates.remove(object);
            }
        }
        if candidates.len() == found.len() {
            return candidates;
        }
    }
}

/// Returns whether a write of an element is one of the call that has made the array, before others can
/// have found it.
fn is_first_write(world: World<'_>, access: &Access<'_>, array: ObjectId) -> bool {
    let World {
        program,
        points_to,
        receivers,
        ..
    } = world;
    let method = access.method;
    let base = access.base_local();
    points_to.maker(array, program) == Some(method)
        && base.is_some_and(|base| is_fresh(world, method, base))
        && (is_initializer(program, method) || receivers.is_before_leaks(method, access.position))
        && positions_of(world, method, array)
            .all(|made| receivers.is_hidden(method, made, access.position))
}

/// The places of a method that make an array.
fn positions_of(
    world: World<'_>,
    method: MethodId,
    array: ObjectId,
) -> impl Iterator<Item = Position> {
    let site = world.points_to.object(array).allocation();
    positions(world.program, method).filter_map(move |(position, statement)| {
        match &statement.kind {
            StatementKind::Allocate { site: made, .. } if Some(*made) == site => Some(position),
            _ => None,
        }
    })
}

/// Returns whether the arrays of a local are ones that this very call has made: it is only ever given
/// new arrays, and what a field of `this` or of the class holds.
fn is_fresh(world: World<'_>, method: MethodId, base: LocalId) -> bool {
    let World {
        program, receivers, ..
    } = world;
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

fn is_constructor(program: &Program, method: MethodId) -> bool {
    &*program.methods[method].name == "<init>"
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

/// Returns whether its maker leaves an array where others find it only later: in fields of `this` or of
/// the class, and in other such arrays.
fn stays(world: World<'_>, array: ObjectId, built: &RoaringBitmap) -> bool {
    let maker = world.points_to.maker(array, world.program);
    maker.is_some_and(|maker| {
        let mut statements = world.program.methods[maker].statements();
        statements.all(|statement| is_kept(world, maker, array, &statement.kind, built))
    })
}

fn is_kept(
    world: World<'_>,
    maker: MethodId,
    array: ObjectId,
    kind: &StatementKind,
    built: &RoaringBitmap,
) -> bool {
    let World {
        program,
        points_to,
        receivers,
        ..
    } = world;
    let holds = |local: LocalId| points_to.may_hold(maker, local, array);
    match kind {
        StatementKind::Store {
            object,
            field,
            source,
        } if holds(*source) => match object {
            Some(object) => receivers.is_this(maker, *object) && is_fresh(world, maker, *source),
            None => {
                let class = field.field.map(|field| program.fields[field].class);
                is_initializer(program, maker) && class == Some(program.methods[maker].class)
            }
        },
        StatementKind::ArrayStore { array, source, .. } if holds(*source) => {
            let arrays = points_to.objects(Node::Local(maker, *array));
            arrays.is_subset(built) && is_fresh(world, maker, *source)
        }
        // Whoever is called has it at once, as receiver or argument, or later as a captured value.
        StatementKind::Call(_) | StatementKind::Allocate { .. } => {
            !program.operands(kind).into_iter().any(holds)
        }
        StatementKind::Unknown => false,
        _ => true,
    }
}
