//! How many pairs of calls may be made on one object.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use ir::{CallSite, CallSiteId, CallSyntax, LocalId, MethodId, Program, Target};
use java_types::descriptor::Type;
use points_to::{Node, Novelty, Object, ObjectId, PointsTo, may_be_one, object_name};
use roaring::RoaringBitmap;

use super::origin::{Origin, origin};

/// The kinds of monitored objects, and the types whose methods are called.
pub const KINDS: [(&str, &[&str]); 4] = [
    ("iterators", &["java/util/Iterator"]),
    ("collections", &["java/util/Collection"]),
    ("maps", &["java/util/Map"]),
    (
        "streams",
        &[
            "java/io/Reader",
            "java/io/Writer",
            "java/io/InputStream",
            "java/io/OutputStream",
        ],
    ),
];

/// Pairs of calls of one kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pairs {
    /// Calls in methods that may run.
    pub sites: usize,
    /// Pairs whose receivers' declared types have a common subtype.
    pub by_type: u64,
    /// Pairs whose receivers' points-to sets share an object.
    pub by_objects: u64,
    /// Pairs of both.
    pub by_both: u64,
}

/// Counts the pairs of different calls of methods of `types`.
pub fn pairs(program: &Program, points_to: &PointsTo, types: &[&str]) -> Pairs {
    let sites: Vec<&CallSite> = reachable_calls(program, points_to)
        .filter(|(_, call)| matches!(&call.target, Target::Resolved(c) if is_any(program, &c.owner, types)))
        .map(|(_, call)| call)
        .collect();
    let receivers = sites.iter().filter_map(|call| {
        Some((
            receiver_type(program, call)?,
            ByContent(receiver_objects(points_to, call)?),
        ))
    });

    let receivers: Vec<(&Type, ByContent<'_>)> = receivers.collect();
    let have_type = |a: &&Type, b: &&Type| may_be_one(program, a, b);
    let share = |a: &ByContent<'_>, b: &ByContent<'_>| !a.0.is_disjoint(&b.0);
    Pairs {
        sites: sites.len(),
        by_type: counted(
            &grouped(receivers.iter().map(|receiver| receiver.0)),
            have_type,
        ),
        by_objects: counted(
            &grouped(receivers.iter().map(|receiver| receiver.1.clone())),
            share,
        ),
        by_both: counted(&grouped(receivers.into_iter()), |a, b| {
            have_type(&a.0, &b.0) && share(&a.1, &b.1)
        }),
    }
}

/// Enhanced for statements over collections in methods that may run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Loops {
    /// Over what their methods have themselves: in a field, made, or got from such by methods of
    /// the library.
    pub own: Share,
    /// Over what other methods of the program give back.
    pub got: Share,
    /// Over parameters of their methods: what all callers hand in.
    pub given: Share,
    /// Places and iterators of the own ones that meet others, a line for each.
    pub meeting: Vec<String>,
}

/// How many loops have iterators of their own.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Share {
    pub all: usize,
    /// The loops whose iterator is no other loop's, of whatever sort.
    pub alone: usize,
    /// The loops of which this is so but for constants of the library: all empty collections share
    /// an iterator.
    pub alone_but_for_constants: usize,
}

/// One loop: the objects that its iterator may be.
#[derive(Debug, Default)]
struct Loop {
    origin: Origin,
    iterators: RoaringBitmap,
    place: String,
}

/// Counts the enhanced for statements over collections.
pub fn loops(program: &Program, points_to: &PointsTo) -> Loops {
    // By method and the local of the iterator.
    let mut found: BTreeMap<(MethodId, Option<LocalId>), Loop> = BTreeMap::new();
    for (_, call) in reachable_calls(program, points_to) {
        let Target::Resolved(callee) = &call.target else {
            continue;
        };
        let is_loop = program.points[call.point].syntax == CallSyntax::ForEach;
        match (call.receiver.filter(|_| is_loop), &*callee.name) {
            (Some(collection), "iterator") => {
                let of = (call.method, call.result);
                let one = found.entry(of).or_default();
                one.origin = origin(program, call.method, collection);
                one.place = place(program, call);
            }
            (Some(iterator), "hasNext") => {
                let of = (call.method, Some(iterator));
                found.entry(of).or_default().iterators |=
                    objects_told_apart(points_to, call, iterator);
            }
            _ => {}
        }
    }

    let is_constant = |object: u32| {
        matches!(
            points_to.object(ObjectId::from_raw(object)),
            Object::Made {
                novelty: Novelty::Constant,
                ..
            }
        )
    };
    let without_constants = |objects: &RoaringBitmap| {
        objects
            .iter()
            .filter(|&object| !is_constant(object))
            .collect()
    };

    let iterators: Vec<RoaringBitmap> = found.values().map(|one| one.iterators.clone()).collect();
    let but_for_constants = alone(iterators.iter().map(without_constants));
    let mut loops = Loops::default();

    for ((one, alone), but_for_constants) in found
        .values()
        .zip(alone(iterators.into_iter()))
        .zip(but_for_constants)
    {
        let share = match one.origin {
            Origin::Own => &mut loops.own,
            Origin::Got => &mut loops.got,
            Origin::Given => &mut loops.given,
        };
        share.all += 1;
        share.alone += usize::from(alone);
        share.alone_but_for_constants += usize::from(but_for_constants);
        if one.origin == Origin::Own && !but_for_constants {
            let names = one
                .iterators
                .iter()
                .map(|object| object_name(program, points_to, ObjectId::from_raw(object)).0);
            let names: Vec<String> = names.take(MOST_NAMED).collect();
            loops.meeting.push(format!(
                "{}: {} iterators: {}",
                one.place,
                one.iterators.len(),
                names.join(", ")
            ));
        }
    }

    loops
}

/// How many iterators of a loop that meets others are named.
const MOST_NAMED: usize = 4;

fn place(program: &Program, call: &CallSite) -> String {
    let point = &program.points[call.point];
    format!("{}:{}", program.files[point.file].path, point.span.line)
}

/// Returns the possible objects of a receiver, without the library's object where that only stands
/// for others of them.
fn objects_told_apart(points_to: &PointsTo, call: &CallSite, receiver: LocalId) -> RoaringBitmap {
    let node = Node::Local(call.method, receiver);
    let mut objects = points_to.objects(node).into_owned();
    if points_to.is_standing_in(node) {
        objects.remove(ObjectId::LIBRARY.raw());
    }
    objects
}

/// Returns for each of the sets whether it shares nothing with any other one.
fn alone(sets: impl Iterator<Item = RoaringBitmap>) -> Vec<bool> {
    let sets: Vec<ByContent<'_>> = sets
        .map(Cow::<RoaringBitmap>::Owned)
        .map(ByContent)
        .collect();
    let groups = grouped(sets.iter().cloned());
    let is_alone = |(objects, &count): (&ByContent<'_>, &u64)| {
        (count == 1 || objects.0.is_empty())
            && groups
                .keys()
                .all(|other| other == objects || objects.0.is_disjoint(&other.0))
    };

    let apart: BTreeSet<&ByContent<'_>> = groups
        .iter()
        .filter(|&group| is_alone(group))
        .map(|(objects, _)| objects)
        .collect();
    sets.iter().map(|objects| apart.contains(objects)).collect()
}

fn reachable_calls<'a>(
    program: &'a Program,
    points_to: &'a PointsTo,
) -> impl Iterator<Item = (CallSiteId, &'a CallSite)> {
    program
        .calls
        .iter_enumerated()
        .filter(|(_, call)| points_to.reachable.contains(&call.method))
}

fn is_any(program: &Program, class: &str, types: &[&str]) -> bool {
    types
        .iter()
        .any(|above| program.hierarchy.is_subclass(class, above).must())
}

fn receiver_type<'a>(program: &'a Program, call: &CallSite) -> Option<&'a Type> {
    Some(&program.methods[call.method].body.as_ref()?.locals[call.receiver?].ty)
}

fn receiver_objects<'a>(
    points_to: &'a PointsTo,
    call: &CallSite,
) -> Option<Cow<'a, RoaringBitmap>> {
    Some(points_to.objects(Node::Local(call.method, call.receiver?)))
}

/// A set, ordered by what it holds.
#[derive(Debug, Clone, PartialEq)]
struct ByContent<'a>(Cow<'a, RoaringBitmap>);

impl Eq for ByContent<'_> {}

impl PartialOrd for ByContent<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ByContent<'_> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0
            .len()
            .cmp(&other.0.len())
            .then_with(|| self.0.iter().cmp(other.0.iter()))
    }
}

/// Equal values with their number.
fn grouped<T: Ord>(values: impl Iterator<Item = T>) -> BTreeMap<T, u64> {
    let mut groups = BTreeMap::new();
    values.for_each(|value| *groups.entry(value).or_default() += 1);
    groups
}

/// The number of pairs of different members whose values are related. O(g^2) for g different
/// values.
fn counted<T: Ord>(groups: &BTreeMap<T, u64>, related: impl Fn(&T, &T) -> bool) -> u64 {
    let groups: Vec<(&T, u64)> = groups
        .iter()
        .map(|(value, &count)| (value, count))
        .collect();
    let mut pairs = 0;

    for (position, &(value, count)) in groups.iter().enumerate() {
        if related(value, value) {
            pairs += count * (count - 1) / 2;
        }
        let rest = groups[position + 1..].iter();
        pairs += rest
            .filter(|(other, _)| related(value, other))
            .map(|(_, other)| count * other)
            .sum::<u64>();
    }

    pairs
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{counted, grouped};

    #[test]
    fn pairs_of_groups_are_pairs_of_members() {
        let values = [1_u64, 2, 2, 3, 4, 4, 4, 5];
        let related = |a: &u64, b: &u64| (a + b).is_multiple_of(2);
        let mut expected = 0;
        for (position, a) in values.iter().enumerate() {
            expected += values[position + 1..]
                .iter()
                .filter(|b| related(a, b))
                .count() as u64;
        }
        let groups: BTreeMap<u64, u64> = grouped(values.into_iter());
        assert_eq!(counted(&groups, related), expected);
        assert_eq!(counted(&groups, |_, _| false), 0);
    }
}
