//! The result of the analysis.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use index_vec::IndexVec;
use ir::{CallSiteId, FieldId, LocalId, MethodId, Program, StatementKind};
use java_types::descriptor::Type;
use roaring::RoaringBitmap;

use crate::dispatch::{Callee, Dispatch};
use crate::first_uses::FirstUses;
use crate::node::{Node, NodeId, Novelty, Object, ObjectId};
use crate::nodes::Nodes;
use crate::properties::Handing;
use crate::values::is_value;

/// Points-to sets and the call graph.
#[derive(Debug)]
pub struct PointsTo {
    objects: IndexVec<ObjectId, Object>,
    holders: BTreeMap<ObjectId, ObjectId>,
    pub(crate) found: Found,
    /// Objects that other abstract objects may stand for as well.
    unidentified: RoaringBitmap,
    /// The nodes that hold the library's object for no other reason.
    standing_in: RoaringBitmap,
    shared: RoaringBitmap,
    /// Iterators over nothing.
    empty: RoaringBitmap,
    /// The objects that hold whatever has escaped.
    opaque: RoaringBitmap,
    nothing: RoaringBitmap,
    /// Every method that may run.
    pub reachable: BTreeSet<MethodId>,
    /// The methods that each reachable call may run.
    pub targets: BTreeMap<CallSiteId, BTreeSet<Callee>>,
    /// Methods that run while a call of the library is running, on its thread, any number of times
    /// and in any order, by call. Models say so.
    pub during: BTreeMap<CallSiteId, BTreeSet<MethodId>>,
    /// The calls that hand what they are given to a library of which no model says what it does.
    pub unmodelled: BTreeSet<CallSiteId>,
    /// The static initializers that uses of classes run.
    pub first_uses: FirstUses,
    /// Methods that run at any time, on any thread: finalizers, whatever the library may call back
    /// otherwise, static initializers of classes that it uses.
    pub anytime: BTreeSet<MethodId>,
    /// True if models say what the library does; it may do anything otherwise.
    pub is_modelled: bool,
}

/// The nodes and what they hold.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) nodes: Nodes,
    pub(crate) sets: IndexVec<NodeId, RoaringBitmap>,
    /// Whose set is that of each node.
    pub(crate) representatives: IndexVec<NodeId, NodeId>,
    /// The objects that each abbreviation in a set stands for.
    pub(crate) escaped: BTreeMap<ObjectId, RoaringBitmap>,
    /// The objects that stand for escaped ones: they are in a row.
    pub(crate) abbreviations: Range<u32>,
}

impl Found {
    /// Returns whether a set, or what objects in it stand for, has an object.
    pub(crate) fn has(&self, set: &RoaringBitmap, object: ObjectId) -> bool {
        set.contains(object.raw())
            || self
                .escaped_in(set)
                .any(|escaped| escaped.contains(object.raw()))
    }

    /// The objects of a set, with those that others stand for.
    pub(crate) fn spelled_out<'a>(&self, set: &'a RoaringBitmap) -> Cow<'a, RoaringBitmap> {
        if set.range(self.abbreviations.clone()).next().is_none() {
            return Cow::Borrowed(set);
        }
        let mut objects = set.clone();
        objects.remove_range(self.abbreviations.clone());
        self.escaped_in(set).for_each(|escaped| objects |= escaped);
        Cow::Owned(objects)
    }

    fn escaped_in<'a>(&'a self, set: &'a RoaringBitmap) -> impl Iterator<Item = &'a RoaringBitmap> {
        let standing = set.range(self.abbreviations.clone());
        standing.filter_map(|object| self.escaped.get(&ObjectId::from_raw(object)))
    }

    fn set(&self, node: Node) -> Option<&RoaringBitmap> {
        Some(&self.sets[self.representatives[self.nodes.find(node)?]])
    }
}

/// The abstract objects.
pub(crate) struct Objects {
    pub objects: IndexVec<ObjectId, Object>,
    /// In whose places some of them hold what they hold.
    pub holders: BTreeMap<ObjectId, ObjectId>,
    /// The iterators over nothing.
    pub empty: RoaringBitmap,
    /// The objects that hold whatever has escaped.
    pub opaque: RoaringBitmap,
    /// The containers that have escaped, or of whose variants one has.
    pub open: RoaringBitmap,
}

/// What runs, and where.
pub(crate) struct Runs {
    pub reachable: BTreeSet<MethodId>,
    pub targets: BTreeMap<CallSiteId, BTreeSet<Callee>>,
    pub during: BTreeMap<CallSiteId, BTreeSet<MethodId>>,
    pub unmodelled: BTreeSet<CallSiteId>,
    pub first_uses: FirstUses,
    pub anytime: BTreeSet<MethodId>,
}

impl PointsTo {
    pub(crate) fn new(
        program: &Program,
        Objects {
            objects,
            holders,
            empty,
            opaque,
            open,
        }: Objects,
        mut found: Found,
        Runs {
            reachable,
            targets,
            during,
            unmodelled,
            first_uses,
            anytime,
        }: Runs,
        is_modelled: bool,
    ) -> Self {
        let unidentified: RoaringBitmap = objects
            .iter_enumerated()
            .filter(|(_, made)| !is_identified(**made, &objects, &open, program))
            .map(|(id, _)| id.raw())
            .collect();

        let mut several = unidentified.clone();
        several.remove_range(found.abbreviations.clone());
        let mut standing_in = RoaringBitmap::new();

        for (id, set) in found
            .sets
            .iter_mut_enumerated()
            .filter(|(_, set)| !set.is_disjoint(&several))
        {
            if set.insert(ObjectId::LIBRARY.raw())
                && set.range_cardinality(found.abbreviations.clone()) == 0
            {
                standing_in.insert(id.raw());
            }
        }

        for set in found
            .escaped
            .values_mut()
            .filter(|set| !set.is_disjoint(&several))
        {
            set.insert(ObjectId::LIBRARY.raw());
        }
        let mut shared = RoaringBitmap::new();
        let handing = Handing::of(program, &reachable, &targets);
        let is_shared = |node: Node| node.is_shared() && !handing.keeps(program, node);

        for (id, _) in found.nodes.all().filter(|(_, node)| is_shared(*node)) {
            shared |= &found.sets[found.representatives[id]];
        }

        PointsTo {
            objects,
            holders,
            found,
            unidentified,
            standing_in,
            shared,
            empty,
            opaque,
            nothing: RoaringBitmap::new(),
            reachable,
            targets,
            during,
            unmodelled,
            first_uses,
            anytime,
            is_modelled,
        }
    }

    /// The methods that may run inside a statement which does not call them, without repetition:
    /// those that a library calls back while it is called, and static initializers. O(their number
    /// * log calls).
    pub fn inside(
        &self,
        program: &Program,
        dispatch: &Dispatch<'_>,
        statement: &StatementKind,
    ) -> Vec<MethodId> {
        let mut inside = self.first_uses.at(program, dispatch, self, statement);
        if let StatementKind::Call(site) = statement {
            inside.extend(self.during.get(site).into_iter().flatten());
        }
        inside
    }

    /// Returns what an abstract object stands for. Only those that [`PointsTo::is_identified`]
    /// accepts stand for no object that another abstract object stands for.
    pub fn object(&self, object: ObjectId) -> Object {
        self.objects[object]
    }

    /// The object in whose fields and parts stands what an object holds. Objects that a method
    /// makes for different calls have them in common; every other one has its own.
    pub fn holder(&self, object: ObjectId) -> ObjectId {
        self.holders.get(&object).copied().unwrap_or(object)
    }

    /// Returns whether no other abstract object stands for the same run-time objects. Sets that
    /// hold one that is not identified hold [`ObjectId::LIBRARY`], too, which stands for all of
    /// those.
    pub fn is_identified(&self, object: ObjectId) -> bool {
        !self.unidentified.contains(object.raw())
    }

    /// The method that makes the objects, where one does.
    pub fn maker(&self, object: ObjectId, program: &Program) -> Option<MethodId> {
        match self.objects[object] {
            Object::Allocated(site) => Some(program.allocations[site].method),
            Object::Made {
                site: Some(site),
                novelty: Novelty::Result,
            } => Some(program.calls[site].method),
            Object::Library | Object::Constructed(_) | Object::Made { .. } | Object::Escaped => {
                None
            }
        }
    }

    /// Every abstract object that is identified, in order.
    pub fn identified(&self) -> impl Iterator<Item = ObjectId> {
        self.objects
            .indices()
            .filter(|&object| self.is_identified(object))
    }

    /// Every abstract object, in order.
    pub(crate) fn all_objects(&self) -> impl Iterator<Item = ObjectId> {
        self.objects.indices()
    }

    /// Returns whether other objects hold what they hold in the places of this one
    /// ([`PointsTo::holder`]). O(objects).
    pub fn is_holder_of_others(&self, object: ObjectId) -> bool {
        let mut holders = self.holders.iter();
        holders.any(|(&other, &holder)| holder == object && other != object)
    }

    /// Every node, in order, with what it holds, without what is in [`Node::Library`] as well.
    pub fn holders(&self) -> impl Iterator<Item = (Node, &RoaringBitmap)> {
        self.found
            .nodes
            .all()
            .map(|(id, node)| (node, &self.found.sets[self.found.representatives[id]]))
    }

    /// Returns what a node holds, without what is in [`Node::Library`] as well.
    pub(crate) fn held(&self, node: Node) -> &RoaringBitmap {
        self.found.set(node).unwrap_or(&self.nothing)
    }

    /// Returns whether [`ObjectId::LIBRARY`] is in a node only to stand for others there that are
    /// not told from each other.
    pub fn is_standing_in(&self, node: Node) -> bool {
        let id = self
            .found
            .nodes
            .find(node)
            .map(|id| self.found.representatives[id]);
        id.is_some_and(|id| self.standing_in.contains(id.raw()))
    }

    /// The objects that `node` may hold.
    pub fn objects(&self, node: Node) -> Cow<'_, RoaringBitmap> {
        self.found
            .set(node)
            .map_or(Cow::Borrowed(&self.nothing), |set| {
                self.found.spelled_out(set)
            })
    }

    /// The objects that `node` may hold after they have said that there is more to come: no
    /// iterators over nothing, and [`ObjectId::LIBRARY`] only if it is there for others than those.
    pub fn objects_with_more(&self, node: Node) -> RoaringBitmap {
        let mut objects = self.objects(node).into_owned() - &self.empty;
        if self.is_standing_in(node) && objects.is_disjoint(&self.unidentified) {
            objects.remove(ObjectId::LIBRARY.raw());
        }
        objects
    }

    /// Returns what a field of any of these objects may hold. An object of the library may hold
    /// whatever has escaped, so objects of any type may be among what is found. O(size of the
    /// sets).
    pub fn in_field(&self, objects: &RoaringBitmap, field: FieldId) -> RoaringBitmap {
        let of_object = |object: u32| match self.objects[ObjectId::from_raw(object)] {
            Object::Library | Object::Made { .. } | Object::Escaped => Node::Library,
            Object::Allocated(_) | Object::Constructed(_) => {
                Node::Field(self.holder(ObjectId::from_raw(object)), field)
            }
        };
        // Where code without sources uses the field, there is one for all objects.
        let nodes: BTreeSet<Node> = objects
            .iter()
            .map(of_object)
            .chain([Node::Static(field)])
            .collect();

        let mut found = RoaringBitmap::new();
        nodes
            .into_iter()
            .for_each(|node| found |= &*self.objects(node));
        found
    }

    /// Returns whether a local may hold an object.
    pub fn may_hold(&self, method: MethodId, local: LocalId, object: ObjectId) -> bool {
        self.found
            .set(Node::Local(method, local))
            .is_some_and(|set| self.found.has(set, object))
    }

    /// Returns whether an object holds whatever has escaped: it is of a class of a library of which no
    /// model says what it holds, or of one below such a class.
    pub fn is_opaque(&self, object: ObjectId) -> bool {
        object == ObjectId::LIBRARY || self.opaque.contains(object.raw())
    }

    /// Returns whether an object may be found in a field, an array, a thrown exception or by code
    /// without sources: by others than the activations that hand it to each other as arguments and
    /// results.
    pub fn is_shared(&self, object: ObjectId) -> bool {
        object == ObjectId::LIBRARY || self.shared.contains(object.raw())
    }
}

fn is_identified(
    object: Object,
    objects: &IndexVec<ObjectId, Object>,
    open: &RoaringBitmap,
    program: &Program,
) -> bool {
    match object {
        // Where the whole may be anything that has escaped, what is asked of it may be known under
        // another name.
        Object::Made {
            novelty: Novelty::Of(whole),
            ..
        } => !open.contains(whole.raw()) && is_identified(objects[whole], objects, open, program),
        Object::Library | Object::Constructed(_) => true,
        Object::Escaped => false,
        Object::Made { novelty, .. } => matches!(novelty, Novelty::Result | Novelty::Inside),
        // A library may give out the same value or another one, and models do not say which.
        Object::Allocated(site) => {
            !matches!(&program.allocations[site].ty, Type::Class(name) if is_value(name))
        }
    }
}
