//! The accesses that no two threads can be in conflict about: a recording of a run need not have
//! them.
//!
//! An access is *unshared* if each object that it may be of
//!
//! - belongs to one thread, which made it, and which alone gets hold of it ([`OneThread`]);
//! - is a task whose field is *confined*: only the task itself accesses it, in methods that its body
//!   calls on `this` ([`confined`]);
//! - or has it *built*: only the constructor writes it, before anybody else has the object
//!   ([`built`]).
//!
//! The writes of such a variable are those of the thread that reads it, or come before the object is
//! handed on. In each reordering of a run a read sees the same value, and no access is in a race or
//! in a cycle of transactions. So the accesses are left out all together.

mod built;
mod confined;
mod receiver;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ir::{FieldId, Hides, LocalId, MethodId, Program, Statement, StatementKind};
use plan::{AccessPlace, MethodPlace, Unshared};
use points_to::models::Models;
use points_to::{Dispatch, Node, ObjectId, OneThread, PointsTo};
use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;

use self::built::Built;
use self::confined::Confined;
use self::receiver::{Position, Receivers};
use crate::decide::modelled;
use crate::{MonitoredProgram, NoSuchEntry, Request};

/// Finds the unshared accesses of a program of class files, which begins with any `main`. `models` say
/// what the library does.
///
/// Code that could not be read may access anything: then nothing is unshared. Nor is anything in a program that
/// is too large for the models. No method is expected to be reached then.
/// O(calls + accesses), beside the points-to analysis, for each object that is a task.
///
/// # Errors
/// The program has no `main`.
pub fn unshared(program: &Program, models: Models) -> Result<Unshared, NoSuchEntry> {
    let mut request = Request::new(Vec::new());
    request.models = models;
    let monitored = MonitoredProgram::new(program, &[]);
    let dispatch = Dispatch::new(program);
    let mut found = Unshared::default();
    if program.unread().is_some() {
        return Ok(found);
    }
    let Some(points_to) = modelled(&monitored, &dispatch, &request)? else {
        return Ok(found);
    };
    let points_to = &points_to;
    let reached = points_to.reachable.iter();
    found.reached = reached.map(|&method| place(program, method)).collect();
    let world = World {
        program,
        points_to,
        receivers: &Receivers::new(program, points_to),
        accesses: &Accesses::new(program, points_to),
    };
    let built = Built::new(world);
    let confined = Confined::new(world);
    let one_thread = OneThread::beyond(program, points_to, &|object, field| {
        confined.own.contains(&(object, field))
    });
    let is_unshared = |access: &Access<'_>| {
        if let Some(field) = access.field
            && built.fields.contains(&field)
        {
            return true;
        }
        let Some(base) = access.base(points_to) else {
            return false;
        };
        !base.is_empty()
            && base.iter().map(ObjectId::from_raw).all(|object| {
                let is_confined = |field| confined.fields.contains(&(object, field));
                one_thread.owns(object)
                    || access.field.is_some_and(is_confined)
                    || access.field.is_none() && built.arrays.contains(object.raw())
            })
    };
    let mut places: BTreeMap<AccessPlace, bool> = BTreeMap::new();
    for access in &world.accesses.all {
        let place = AccessPlace {
            method: place(program, access.method),
            line: access.statement.span.line,
            field: access.name.clone(),
        };
        let all = places.entry(place).or_insert(true);
        *all &= is_unshared(access);
    }
    let places = places.into_iter().filter(|(_, all)| *all);
    found.accesses.extend(places.map(|(place, _)| place));
    let bodies = confined.bodies.iter();
    found.bodies = bodies.map(|&method| place(program, method)).collect();
    Ok(found)
}

/// The program, and what is known of all of it.
#[derive(Clone, Copy)]
struct World<'w> {
    program: &'w Program,
    points_to: &'w PointsTo,
    receivers: &'w Receivers<'w>,
    accesses: &'w Accesses<'w>,
}

fn place(program: &Program, method: MethodId) -> MethodPlace {
    let method = &program.methods[method];
    MethodPlace {
        class: program.classes[method.class].name.clone(),
        name: method.name.clone(),
        descriptor: method.descriptor.clone(),
    }
}

/// An access of a field of the program, or of an element of an array.
struct Access<'p> {
    method: MethodId,
    position: Position,
    statement: &'p Statement,
    /// `None` for elements.
    field: Option<FieldId>,
    /// The name of the field; `None` for elements.
    name: Option<Arc<str>>,
    writes: bool,
}

impl Access<'_> {
    /// The local that holds the object or the array; `None` for static fields.
    fn base_local(&self) -> Option<LocalId> {
        match &self.statement.kind {
            StatementKind::Load { object, .. } | StatementKind::Store { object, .. } => *object,
            StatementKind::ArrayLoad { array, .. } | StatementKind::ArrayStore { array, .. } => {
                Some(*array)
            }
            _ => None,
        }
    }

    /// The objects that it may be of.
    fn base<'a>(&self, points_to: &'a PointsTo) -> Option<Cow<'a, RoaringBitmap>> {
        let local = self.base_local()?;
        Some(points_to.objects(Node::Local(self.method, local)))
    }

    /// Returns whether it may be of an object.
    fn may_be_of(&self, points_to: &PointsTo, object: ObjectId) -> bool {
        self.base_local()
            .is_some_and(|local| points_to.may_hold(self.method, local, object))
    }
}

/// The statements of a method with their places.
fn positions(program: &Program, method: MethodId) -> impl Iterator<Item = (Position, &Statement)> {
    let blocks = program.methods[method].body.iter();
    let blocks = blocks.flat_map(|body| body.blocks.iter_enumerated());
    blocks.flat_map(|(id, block)| {
        let statements = block.statements.iter().enumerate();
        statements.map(move |(number, statement)| ((id, number), statement))
    })
}

/// All accesses of methods that may run.
struct Accesses<'p> {
    all: Vec<Access<'p>>,
    /// The numbers of the accesses of each field of the program.
    by_field: FxHashMap<FieldId, Vec<usize>>,
    /// Names of fields that an access may be of whose field is not known, or code that was not
    /// followed.
    hidden: BTreeSet<Arc<str>>,
}

impl<'p> Accesses<'p> {
    fn new(program: &'p Program, points_to: &PointsTo) -> Self {
        let mut all = Vec::new();
        for &method in &points_to.reachable {
            for (position, statement) in positions(program, method) {
                let (field, writes) = match &statement.kind {
                    StatementKind::Load { field, .. } => (Some(field), false),
                    StatementKind::Store { field, .. } => (Some(field), true),
                    StatementKind::ArrayLoad { .. } => (None, false),
                    StatementKind::ArrayStore { .. } => (None, true),
                    _ => continue,
                };
                all.push(Access {
                    method,
                    position,
                    statement,
                    field: field.and_then(|field| field.field),
                    name: field.map(|field| field.name.clone()),
                    writes,
                });
            }
        }
        let mut by_field: FxHashMap<FieldId, Vec<usize>> = FxHashMap::default();
        let mut hidden = BTreeSet::new();
        for (number, access) in all.iter().enumerate() {
            match (access.field, &access.name) {
                (Some(field), _) => by_field.entry(field).or_default().push(number),
                (None, name) => hidden.extend(name.clone()),
            }
        }
        hidden.extend(program.gaps.iter().filter_map(|gap| match &gap.hides {
            Hides::Field(name) => Some(name.clone()),
            _ => None,
        }));
        Accesses {
            all,
            by_field,
            hidden,
        }
    }

    /// The accesses of a field.
    fn of(&self, field: FieldId) -> impl Iterator<Item = &Access<'p>> {
        let numbers = self.by_field.get(&field).into_iter().flatten();
        numbers.map(|&number| &self.all[number])
    }

    /// Returns whether nothing else may access a field: neither code that was not followed, nor an
    /// access whose field is not known.
    fn are_all_of(&self, program: &Program, field: FieldId) -> bool {
        !self.hidden.contains(&program.fields[field].name)
    }
}
