//! From decisions about generators to rows for plans and reports.

use std::sync::Arc;

use date::ids::GeneratorId;
use date::residual::{Decision, GeneratorSet, Residual};
use index_vec::IndexVec;
use ir::{CallSyntax, Enclosing, MethodRef, Target};

use crate::decide::result::{GeneratorRow, Witness};
use crate::graphs::abstraction::PropertyView;
use crate::graphs::events::{AccessId, Notification, Place, member_of};
use crate::graphs::tracking::Disorder;
use crate::graphs::world::World;
use crate::wording;
use plan::GeneratorKind;

/// The reasons beside the decisions: why some generators have to be heard, and how others take part
/// in the observable steps.
pub struct Reasons {
    /// The generators that are kept whatever follows.
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
            let witness = reasons
                .witnesses
                .as_ref()
                .and_then(|witnesses| witnesses[id].clone());
            // A run that is shown has its own reason: that of another object would contradict it.
            let told = match &witness {
                Some(witness) => witness.disorder.filter(|_| witness.length() > 1),
                None => disorders[id],
            };
            rows.push(GeneratorRow {
                event,
                silenced_by: decision.silenced_by,
                group: decision.group,
                disorder: disorders[id],
                why: why(decision, reasons.instead(id), witness.as_ref(), told),
                witness,
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
                wording::PINNED
            } else {
                wording::AVERTS
            }
        })
    }
}

/// The sentence for people.
fn why(
    decision: &Decision,
    instead: Option<&str>,
    witness: Option<&Witness>,
    disorder: Option<Disorder>,
) -> String {
    if decision.silenced_by.is_some() {
        return decision.why.clone();
    }
    let is_alone = witness.is_some_and(|witness| witness.length() == 1);
    let why = match instead {
        Some(instead) => instead,
        None if is_alone => wording::ALONE,
        None => &decision.why,
    };
    match disorder {
        Some(disorder) => wording::in_any_order(why, &disorder.to_string()),
        None => why.to_owned(),
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
    let (file, span) = world.position(notification);
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
    whole(
        world,
        GeneratorKind::Execution,
        notification,
        method.enclosing.clone(),
        Some(itself),
    )
}

/// All classes have an initializer here, also those for which the class file needs none.
fn initialization(world: &World<'_>, notification: &Notification, id: ir::ClassId) -> GeneratorRow {
    let class = &world.program.classes[id];
    let (name, descriptor): (Arc<str>, Arc<str>) = ("<clinit>".into(), "()V".into());
    let method = format!("{name}{descriptor}").into();
    whole(
        world,
        GeneratorKind::Initialization,
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
    let enclosing = world.program.methods[access.method].enclosing.clone();
    GeneratorRow {
        ordinal: access.ordinal,
        ..whole(
            world,
            access.join.into(),
            notification,
            enclosing,
            member_of(world.program, access),
        )
    }
}

/// The row of a place that is one of its kind in the code around it.
fn whole(
    world: &World<'_>,
    kind: GeneratorKind,
    notification: &Notification,
    enclosing: Enclosing,
    callee: Option<MethodRef>,
) -> GeneratorRow {
    let (file, span) = world.position(notification);
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
