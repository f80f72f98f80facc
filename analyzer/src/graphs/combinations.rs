//! Which values one instance of a property with several parameters may be bound to.
//!
//! One parameter is *primary*: each of its objects has a graph, that of all instances bound to it.
//! Their other parameters are bound to what some event binds together with the object, or with what
//! is bound so in turn.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use date::ids::GeneratorId;
use date::judgement::bound_by;
use date::model::{Identity, Parameter, Property, Specification, StateKind};
use index_vec::{IndexVec, define_index_type};
use points_to::ObjectId;
use roaring::RoaringBitmap;

/// The objects that a parameter may be bound to.
#[derive(Debug, Clone, PartialEq)]
pub enum Values {
    /// Anything.
    Any,
    /// These objects.
    Of(RoaringBitmap),
}

impl Values {
    fn meets(&self, other: &Values) -> bool {
        let is_some =
            |values: &Values| !matches!(values, Values::Of(objects) if objects.is_empty());
        match (self, other) {
            (Values::Of(own), Values::Of(others)) => !own.is_disjoint(others),
            (Values::Any, other) | (other, Values::Any) => is_some(other),
        }
    }
}

define_index_type! {
    /// One of the different values of a [`Table`].
    struct ValuesId = u32;
}

/// The objects that all generators bind, each of the different values once: many calls have the
/// same receivers.
pub struct Table {
    values: IndexVec<ValuesId, Values>,
    /// For each value those that have something in common with it; found when it is asked for.
    meeting: IndexVec<ValuesId, OnceLock<RoaringBitmap>>,
    /// For each generator what it binds to each parameter; `None` where it leaves one open.
    bound: Vec<(GeneratorId, Vec<Option<ValuesId>>)>,
    primary: usize,
}

impl Table {
    /// The generators with what they bind to each parameter, in id order; `primary` is the position
    /// of the parameter by whose objects instances are followed. O(generators * size of the
    /// values).
    pub fn new(
        bound: impl IntoIterator<Item = (GeneratorId, Vec<Option<Values>>)>,
        primary: usize,
    ) -> Self {
        let mut values: IndexVec<ValuesId, Values> = IndexVec::new();
        let mut known: BTreeMap<(u64, Option<u32>, Option<u32>), Vec<ValuesId>> = BTreeMap::new();
        let mut number = |own: Values| {
            let key = match &own {
                Values::Any => (u64::MAX, None, None),
                Values::Of(objects) => (objects.len(), objects.min(), objects.max()),
            };
            let alike = known.entry(key).or_default();
            let found = alike.iter().copied().find(|&id| values[id] == own);
            found.unwrap_or_else(|| {
                let id = values.push(own);
                alike.push(id);
                id
            })
        };

        let bound = bound.into_iter().map(|(generator, own)| {
            let own = own
                .into_iter()
                .map(|values| values.map(&mut number))
                .collect();
            (generator, own)
        });
        let bound = bound.collect();

        Table {
            meeting: values.iter().map(|_| OnceLock::new()).collect(),
            values,
            bound,
            primary,
        }
    }

    fn meeting(&self, own: ValuesId) -> &RoaringBitmap {
        self.meeting[own].get_or_init(|| {
            let others = self.values.iter_enumerated();
            others
                .filter(|(_, other)| self.values[own].meets(other))
                .map(|(id, _)| id.raw())
                .collect()
        })
    }

    /// The objects that may be bound to the primary parameter; `None` for any.
    pub fn objects(&self) -> Option<RoaringBitmap> {
        let mut found = RoaringBitmap::new();
        for id in self.bound.iter().filter_map(|(_, own)| own[self.primary]) {
            match &self.values[id] {
                Values::Of(objects) => found |= objects,
                Values::Any => return None,
            }
        }
        Some(found)
    }

    /// The generators that may concern an instance that is bound to an object of the primary
    /// parameter, and otherwise to what some generator binds together with it, directly or by way
    /// of others; in id order. O(generators * parameters) for each round, of which there are few.
    pub fn combination(&self, object: ObjectId) -> Vec<GeneratorId> {
        let holds_object = |values: &Values| match values {
            Values::Of(objects) => objects.contains(object.raw()),
            Values::Any => true,
        };
        let parameters = self.bound.first().map_or(0, |(_, own)| own.len());
        // For each parameter the values that have something in common with what it may be bound to.
        let mut meeting = vec![RoaringBitmap::new(); parameters];
        let with_object = self
            .values
            .iter_enumerated()
            .filter(|(_, values)| holds_object(values));
        meeting[self.primary] = with_object.map(|(id, _)| id.raw()).collect();

        let mut added = vec![RoaringBitmap::new(); parameters];
        let mut changed = true;
        while changed {
            changed = false;
            for (_, own) in &self.bound {
                if !joins(own, &meeting, self.primary) {
                    continue;
                }
                for (position, id) in own
                    .iter()
                    .enumerate()
                    .filter_map(|(position, id)| Some((position, (*id)?)))
                {
                    if position != self.primary && added[position].insert(id.raw()) {
                        meeting[position] |= self.meeting(id);
                        changed = true;
                    }
                }
            }
        }

        self.bound
            .iter()
            .filter(|(_, own)| concerns(own, &meeting))
            .map(|&(generator, _)| generator)
            .collect()
    }

    /// The generators of instances that no event binds together with an object of the primary
    /// parameter, one list for each set of such parameters.
    pub fn apart(&self) -> Vec<Vec<GeneratorId>> {
        let parameters = self.bound.first().map_or(0, |(_, own)| own.len());
        let sides = (1..1_u32 << parameters).filter(|side| side >> self.primary & 1 == 0);
        let lists = sides.map(|side| {
            let is_within = |own: &[Option<ValuesId>]| {
                let bound = || own.iter().enumerate().filter(|(_, own)| own.is_some());
                let is_in = |(position, _): (usize, _)| side >> position & 1 == 1;
                bound().all(is_in) || !bound().any(is_in)
            };
            self.bound
                .iter()
                .filter(|(_, own)| is_within(own))
                .map(|&(generator, _)| generator)
                .collect()
        });

        lists.collect()
    }
}

/// Returns whether a generator may bind an object of the combination, and does not bind the primary
/// parameter to another object. (To other parameters it may: those are instances of their own.)
fn joins(own: &[Option<ValuesId>], meeting: &[RoaringBitmap], primary: usize) -> bool {
    let meets =
        |position: usize| own[position].is_some_and(|own| meeting[position].contains(own.raw()));
    (own[primary].is_none() || meets(primary)) && (0..own.len()).any(meets)
}

/// Returns whether a generator may concern an instance of the combination: what it binds is of it.
fn concerns(own: &[Option<ValuesId>], meeting: &[RoaringBitmap]) -> bool {
    own.iter()
        .zip(meeting)
        .all(|(own, meeting)| own.is_none_or(|own| meeting.contains(own.raw())))
}

/// The position of the parameter whose objects' graphs hold everything that the user can see of an
/// instance: every event with a transition that is more than a move binds it. So nothing is seen of
/// an instance when its object is out of reach.
pub fn primary(
    specification: &Specification,
    property: &Property,
    parameters: &[&Parameter],
) -> Option<usize> {
    let tells = |transition: &&date::model::Transition| {
        let target = &property.date.states[transition.to];
        let does =
            transition.condition.is_some() || transition.action.is_some() || target.entry.is_some();
        does || target.kind == StateKind::Bad
    };
    let telling: Vec<_> = property
        .date
        .transitions
        .iter()
        .filter(tells)
        .map(|transition| transition.event)
        .collect();

    let is_bound = |name: &str| {
        telling
            .iter()
            .all(|&event| bound_by(specification, event).contains(name))
    };
    let position = |parameter: &&Parameter| {
        parameter.identity == Identity::Identity && is_bound(&parameter.name)
    };

    (!telling.is_empty())
        .then(|| parameters.iter().position(position))
        .flatten()
}
