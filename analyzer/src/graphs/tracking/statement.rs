//! Statements: their places, their exceptions, and their effects on the facts.

use ir::{
    AllocationId, ArithmeticKind, BlockId, CallSite, CallSiteId, LocalId, MethodId, Program,
    StatementKind,
};

use super::concern::Tracked;
use super::explorer::Explorer;
use super::fact::{Fact, Facts};
use points_to::{Novelty, Object, ObjectId};

/// The effect of a statement on the facts.
pub(super) enum Effect {
    /// They are these now.
    Now(Facts),
    /// One of these.
    Split(Vec<Facts>),
    /// A call.
    Call(CallSiteId),
}

impl Explorer<'_> {
    pub(super) fn effect(
        &self,
        method: MethodId,
        statement: &StatementKind,
        facts: &Facts,
    ) -> Effect {
        let cleared = |target: LocalId| Effect::Now(facts.clone().with(target, None));
        match statement {
            StatementKind::Assign { target, source }
            | StatementKind::Cast { target, source, .. } => {
                Effect::Now(facts.clone().with(*target, facts.of(*source)))
            }
            StatementKind::Load { target, .. } | StatementKind::ArrayLoad { target, .. } => {
                self.split(method, *target, facts)
            }
            StatementKind::Allocate { target, site } => {
                self.allocate(method, *target, *site, facts)
            }
            // A text that is written or computed is an object, and may be the tracked one.
            StatementKind::Constant { target, .. } | StatementKind::Compute { target, .. } => {
                self.split(method, *target, facts)
            }
            StatementKind::InstanceOf { target, .. } => cleared(*target),
            StatementKind::Call(site) => Effect::Call(*site),
            StatementKind::Store { .. }
            | StatementKind::ArrayStore { .. }
            | StatementKind::Monitor { .. }
            | StatementKind::Unknown => Effect::Now(facts.clone()),
        }
    }

    /// An allocation makes the tracked object, or another one. What holds a function need not be
    /// new each time (JLS 15.27.4): other locals may hold it already.
    fn allocate(
        &self,
        method: MethodId,
        target: LocalId,
        site: AllocationId,
        facts: &Facts,
    ) -> Effect {
        let other = facts.clone().with(target, None);
        match self.tracked {
            // A text or a number, which may be one that the library gave out, or will.
            Tracked::Object(ObjectId::LIBRARY) => self.split(method, target, facts),
            Tracked::Object(object)
                if self.scene.points_to.object(object).allocation() != Some(site) =>
            {
                Effect::Now(other)
            }
            Tracked::Object(object) if self.scene.is_reused(object) => {
                Effect::Split(vec![facts.clone().with(target, Some(Fact::Is)), other])
            }
            Tracked::Object(_) if !facts.born || self.born_anywhere => {
                Effect::Split(vec![Facts::newborn(target), other])
            }
            Tracked::Object(_) | Tracked::Global => Effect::Now(other),
        }
    }

    /// True if a call of the library makes the tracked object, and only a holder of it can give it
    /// out.
    pub(super) fn makes_tracked(&self, site: CallSiteId) -> bool {
        let Tracked::Object(object) = self.tracked else {
            return false;
        };
        let points_to = self.scene.points_to;
        let made = Object::Made {
            site: Some(site),
            novelty: Novelty::Result,
        };
        points_to.object(object) == made && !points_to.is_shared(object)
    }

    /// A call that makes the tracked object gives it out now, or another one. It may also give back
    /// what it was handed: not every method that the call may run has to be the one that makes
    /// something. Nobody else holds the object ([`Explorer::makes_tracked`]), so what was not
    /// handed over does not come back.
    pub(super) fn made(&self, call: &CallSite, result: LocalId, facts: &Facts) -> Vec<Facts> {
        let mut after = vec![facts.clone().with(result, None)];
        if !facts.born || self.born_anywhere {
            after.push(Facts::newborn(result));
        }
        if is_handed(call, facts) {
            after.push(facts.clone().with(result, Some(Fact::Is)));
        }
        after
    }

    /// A value of unknown origin arrives in `target`.
    fn split(&self, method: MethodId, target: LocalId, facts: &Facts) -> Effect {
        let not = facts.clone().with(target, None);
        if facts.born && self.may_arrive(method, target) {
            return Effect::Split(vec![facts.clone().with(target, Some(Fact::Is)), not]);
        }
        Effect::Now(not)
    }

    pub(super) fn split_facts(
        &self,
        method: MethodId,
        target: Option<LocalId>,
        facts: &Facts,
    ) -> Vec<Facts> {
        match target.map(|target| self.split(method, target, facts)) {
            Some(Effect::Split(choices)) => choices,
            Some(Effect::Now(facts)) => vec![facts],
            Some(Effect::Call(_)) | None => vec![facts.clone()],
        }
    }
}

/// True if a call is handed the tracked object.
pub(super) fn is_handed(call: &CallSite, facts: &Facts) -> bool {
    call.receiver
        .iter()
        .chain(&call.arguments)
        .any(|&local| facts.of(local).is_some())
}

/// The statements of a method's body with their places.
pub(super) fn statements(
    program: &Program,
    method: MethodId,
) -> impl Iterator<Item = (BlockId, usize, &StatementKind)> {
    let blocks = program.methods[method]
        .body
        .iter()
        .flat_map(|body| body.blocks.iter_enumerated());
    blocks.flat_map(|(id, block)| {
        block
            .statements
            .iter()
            .enumerate()
            .map(move |(index, statement)| (id, index, &statement.kind))
    })
}

/// True if a statement other than a call may throw.
pub(super) fn may_throw(statement: &StatementKind) -> bool {
    match statement {
        StatementKind::Compute { kind, .. } => {
            matches!(
                kind,
                ArithmeticKind::Divide | ArithmeticKind::Remainder | ArithmeticKind::ArrayLength
            )
        }
        StatementKind::Constant { .. }
        | StatementKind::Assign { .. }
        | StatementKind::InstanceOf { .. }
        | StatementKind::Call(_) => false,
        _ => true,
    }
}
