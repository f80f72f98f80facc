//! Which values one instance of a property with several parameters may be bound to.
//!
//! One parameter is *primary*: each of its objects has a graph, that of all instances bound to it. Their other parameters are
//! bound to what some event binds together with the object, or with what is bound so in turn.

use date::ids::GeneratorId;
use date::judgement::bound_by;
use date::model::{Identity, Parameter, Property, Specification, StateKind};
use points_to::ObjectId;
use roaring::RoaringBitmap;

use crate::abstraction::Builder;

/// What a parameter may be bound to.
#[derive(Debug, Clone, PartialEq)]
pub enum Values {
    /// Anything.
    Any,
    /// These objects.
    Of(RoaringBitmap),
}

impl Values {
    fn none() -> Self {
        Values::Of(RoaringBitmap::new())
    }

    fn is_none(&self) -> bool {
        matches!(self, Values::Of(objects) if objects.is_empty())
    }

    fn meets(&self, other: &Values) -> bool {
        match (self, other) {
            (Values::Of(own), Values::Of(others)) => !own.is_disjoint(others),
            (Values::Any, other) | (other, Values::Any) => !other.is_none(),
        }
    }

    fn add(&mut self, other: &Values) -> bool {
        let before = self.clone();
        match (&mut *self, other) {
            (Values::Of(own), Values::Of(others)) => *own |= others,
            (Values::Of(_), Values::Any) => *self = Values::Any,
            (Values::Any, _) => {}
        }
        *self != before
    }
}

/// What each generator binds, parameter by parameter; `None` where it leaves one open.
pub type Bound = Vec<Option<Values>>;

/// The position of the parameter whose objects' graphs hold everything that the user can see of an instance: every event
/// with a transition that is more than a move binds it. So nothing is seen of an instance when its object is out of reach.
pub fn primary(specification: &Specification, property: &Property, parameters: &[&Parameter]) -> Option<usize> {
    let tells = |transition: &&date::model::Transition| {
        let target = &property.date.states[transition.to];
        let does = transition.condition.is_some() || transition.action.is_some() || target.entry.is_some();
        does || target.kind == StateKind::Bad
    };
    let telling: Vec<_> = property.date.transitions.iter().filter(tells).map(|transition| transition.event).collect();
    let is_bound = |name: &str| telling.iter().all(|&event| bound_by(specification, event).contains(name));
    let position = |parameter: &&Parameter| parameter.identity == Identity::Identity && is_bound(&parameter.name);
    (!telling.is_empty()).then(|| parameters.iter().position(position)).flatten()
}

/// The generators that may concern an instance that is bound to an object of the `primary` parameter, and otherwise to what
/// some generator binds together with it, directly or by way of others; in id order. O(generators * parameters) for each
/// round, of which there are few.
pub fn combination(bound: &[(GeneratorId, Bound)], primary: usize, object: ObjectId) -> Vec<GeneratorId> {
    let parameters = bound.first().map_or(0, |(_, values)| values.len());
    let mut values = vec![Values::none(); parameters];
    values[primary] = Values::Of(RoaringBitmap::from_iter([object.raw()]));
    let mut changed = true;
    while changed {
        changed = false;
        for (_, own) in bound {
            if fits(own, &values) {
                let others = own.iter().enumerate().filter(|&(position, _)| position != primary);
                changed |= others.fold(false, |changed, (position, new)| {
                    new.as_ref().is_some_and(|new| values[position].add(new)) || changed
                });
            }
        }
    }
    bound.iter().filter(|(_, own)| concerns(own, &values)).map(|&(generator, _)| generator).collect()
}

/// Whether a generator binds something of the combination, and nothing that contradicts it.
fn fits(own: &Bound, values: &[Values]) -> bool {
    let known = || own.iter().zip(values).filter_map(|(own, value)| Some((own.as_ref()?, value)));
    known().any(|(_, value)| !value.is_none()) && known().all(|(own, value)| value.is_none() || own.meets(value))
}

/// Whether a generator may concern an instance of the combination: what it binds is of it.
fn concerns(own: &Bound, values: &[Values]) -> bool {
    own.iter().zip(values).all(|(own, value)| own.as_ref().is_none_or(|own| own.meets(value)))
}

/// The generators of instances that no event binds together with an object of the primary parameter, one list for each
/// set of such parameters.
pub fn apart(bound: &[(GeneratorId, Bound)], primary: usize) -> Vec<Vec<GeneratorId>> {
    let parameters = bound.first().map_or(0, |(_, values)| values.len());
    let sides = (1..1_u32 << parameters).filter(|side| side >> primary & 1 == 0);
    let lists = sides.map(|side| {
        let is_within = |own: &Bound| {
            let positions = || own.iter().enumerate().filter(|(_, own)| own.is_some()).map(|(position, _)| position);
            positions().all(|position| side >> position & 1 == 1)
                || positions().all(|position| side >> position & 1 == 0)
        };
        bound.iter().filter(|(_, own)| is_within(own)).map(|&(generator, _)| generator).collect()
    });
    lists.collect()
}

impl Builder<'_> {
    /// What a generator binds to each of the parameters.
    pub fn bound(&self, generator: GeneratorId, parameters: &[&Parameter]) -> Bound {
        let value = |(position, parameter): (usize, &&Parameter)| {
            let source = self.notifications[generator].sources.get(position).copied().flatten()?;
            Some(match parameter.identity {
                Identity::Identity => self.values(generator, source),
                Identity::Equals => Values::Any,
            })
        };
        parameters.iter().enumerate().map(value).collect()
    }
}
