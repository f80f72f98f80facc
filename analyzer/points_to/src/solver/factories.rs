//! Objects of single use are told apart by the calls that they are made for.
//!
//! A [`Factory`] gives its caller what it has just made. Each of its calls gets objects of its own:
//! a *variant* of the object that stands for what the factory makes for code outside the sources.
//! All variants begin where their original does, so the factory's own body does not tell them
//! apart; at the caller nothing arrives but the one that was made for it. A caller may be a factory
//! in turn.

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use indexmap::IndexSet;
use ir::{AllocationId, CallSiteId, MethodId, Program};
use java_types::descriptor::Type;
use roaring::RoaringBitmap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::Solver;
use crate::factory::Factory;
use crate::node::{Node, NodeId, ObjectId};

/// How many objects may have a variant for one call. A call that many factories answer, as in a
/// library of collections, is no place that a variant for each would make clearer.
const MOST: usize = 16;

/// At how many places an object may begin that gets variants. Each factory of a chain adds one, and
/// a chain may be as long as the program.
const LONGEST: usize = 32;

/// A caller of a factory, which gets the objects that it makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Caller {
    /// A call of the sources.
    Call(CallSiteId),
    /// A model that is applied there.
    Inside(CallSiteId),
}

impl Caller {
    /// Returns where new objects arrive.
    fn target(self, program: &Program) -> Node {
        match self {
            Caller::Call(site) => {
                let call = &program.calls[site];
                call.result.map_or(Node::Result(site), |result| {
                    Node::Local(call.method, result)
                })
            }
            Caller::Inside(site) => Node::Inside(site),
        }
    }
}

/// The objects that a factory has made so far, with their callers.
#[derive(Debug, Default)]
struct Given {
    made: IndexSet<ObjectId, FxBuildHasher>,
    callers: IndexSet<Caller, FxBuildHasher>,
}

/// The factories among the methods that run.
#[derive(Debug, Default)]
pub(super) struct Factories {
    known: FxHashMap<MethodId, Option<Rc<Factory>>>,
    given: FxHashMap<MethodId, Given>,
    /// By what is made in the first place, and the caller.
    variants: FxHashMap<(ObjectId, Caller), Option<ObjectId>>,
    /// The first original of each object that is a variant.
    roots: FxHashMap<ObjectId, ObjectId>,
    /// The variants of each object for those who get it, of which it may have more than one way to
    /// some.
    derived: FxHashMap<ObjectId, IndexSet<ObjectId, FxBuildHasher>>,
    /// In whose places each of them holds what it holds: they have them in common.
    holders: BTreeMap<ObjectId, ObjectId>,
    /// How many objects have variants for each caller.
    told_apart: FxHashMap<Caller, usize>,
    all: RoaringBitmap,
    /// The first nodes of objects that factories give back: the node where the object is made, and
    /// those of the callers that got it already.
    births: FxHashMap<ObjectId, IndexSet<Node, FxBuildHasher>>,
    /// Deliveries of factories that are due. Chains of factories may be as long as the
    /// program.
    due: VecDeque<(Caller, MethodId, ObjectId)>,
}

impl Factories {
    /// In whose places an object holds what it holds.
    pub(super) fn holder(&self, object: ObjectId) -> ObjectId {
        self.holders.get(&object).copied().unwrap_or(object)
    }

    /// In whose places objects hold what they hold.
    pub(super) fn holders<'o>(&self, objects: &'o RoaringBitmap) -> Cow<'o, RoaringBitmap> {
        if objects.is_disjoint(&self.all) {
            return Cow::Borrowed(objects);
        }
        let holders = (objects & &self.all)
            .into_iter()
            .map(|object| self.holder(ObjectId::from_raw(object)).raw());
        Cow::Owned((objects - &self.all) | holders.collect::<RoaringBitmap>())
    }

    /// Returns whether one more object may have a variant for a caller.
    fn may_tell_apart(&mut self, original: ObjectId, caller: Caller) -> bool {
        if self
            .births
            .get(&original)
            .is_some_and(|births| births.len() > LONGEST)
        {
            return false;
        }
        let told_apart = self.told_apart.entry(caller).or_default();
        *told_apart += 1;
        *told_apart <= MOST
    }

    /// The variants, each with the object in whose places it holds what it holds.
    pub(super) fn finish(self) -> BTreeMap<ObjectId, ObjectId> {
        self.holders
    }
}

impl Solver<'_> {
    /// Returns what a method gives back as new, if it is a factory.
    pub(super) fn factory(&mut self, method: MethodId) -> Option<Rc<Factory>> {
        let program = self.program;
        let known = self.factories.known.entry(method);
        known
            .or_insert_with(|| Factory::of(program, method).map(Rc::new))
            .clone()
    }

    /// A method runs: if it is a factory, what it gives back apart from new objects is in
    /// [`Node::Given`].
    pub(super) fn process_factory(&mut self, method: MethodId) {
        let Some(factory) = self.factory(method) else {
            return;
        };
        for &local in &factory.others {
            self.flow(Node::Local(method, local), Node::Given(method));
        }
        for &call in &factory.calls {
            self.flow(Node::Result(call), Node::Given(method));
        }
    }

    /// Returns what arrives at a call that its method may give back, new objects apart; the local
    /// with the result for others.
    pub(super) fn result_of(&mut self, site: CallSiteId) -> Option<Node> {
        let call = &self.program.calls[site];
        let local = Node::Local(
            call.method,
            call.result
                .filter(|&result| self.is_reference(call.method, result))?,
        );
        if !self.is_given_back(site) {
            return Some(local);
        }
        self.flow(Node::Result(site), local);
        Some(Node::Result(site))
    }

    /// Returns whether the method around a call is a factory that gives back its result.
    pub(super) fn is_given_back(&mut self, site: CallSiteId) -> bool {
        let method = self.program.calls[site].method;
        self.factory(method)
            .is_some_and(|factory| factory.calls.contains(&site))
    }

    /// A call runs a method: the result arrives.
    pub(super) fn return_to(&mut self, site: CallSiteId, method: MethodId) {
        let Some(result) = self.result_of(site) else {
            return;
        };
        if self.factory(method).is_none() {
            return self.flow(Node::Return(method), result);
        }
        self.flow(Node::Given(method), result);
        self.add_caller(method, Caller::Call(site));
    }

    /// Returns where what a factory makes for a call arrives.
    pub(super) fn arriving(&mut self, site: CallSiteId) -> NodeId {
        self.node(Caller::Call(site).target(self.program))
    }

    /// Returns what code outside the sources gets when it runs a method; during a call, where that
    /// is known.
    pub(super) fn returned_outside(
        &mut self,
        method: MethodId,
        site: Option<CallSiteId>,
    ) -> NodeId {
        if self.factory(method).is_none() {
            return self.node(Node::Return(method));
        }
        let target = site.map_or(Node::Outside(method), Node::Inside);
        self.flow(Node::Given(method), target);
        if let Some(site) = site {
            self.add_caller(method, Caller::Inside(site));
        }
        self.node(target)
    }

    fn add_caller(&mut self, method: MethodId, caller: Caller) {
        let given = self.factories.given.entry(method).or_default();
        if given.callers.insert(caller) {
            self.factories
                .due
                .extend(given.made.iter().map(|&object| (caller, method, object)));
            self.make_due();
        }
    }

    /// The objects of an allocation, if its method gives them back.
    pub(super) fn make_in_factory(&mut self, method: MethodId, site: AllocationId, made: Node) {
        if self
            .factory(method)
            .is_some_and(|factory| factory.allocations.contains(&site))
        {
            self.make_new(method, ObjectId::of(site), made);
        }
    }

    /// A method gives back an object that has just been made in `made`, if it is a new one for each
    /// of its callers.
    pub(super) fn make_new(&mut self, method: MethodId, object: ObjectId, made: Node) {
        self.factories
            .births
            .insert(object, IndexSet::from_iter([made]));
        self.give_new(method, object);
        self.make_due();
    }

    fn make_due(&mut self) {
        while let Some((caller, factory, original)) = self.factories.due.pop_front() {
            self.make_for(caller, factory, original);
        }
    }

    /// One more new object is given back: to code outside, and soon to all callers.
    fn give_new(&mut self, method: MethodId, object: ObjectId) {
        let given = self.factories.given.entry(method).or_default();
        if given.made.insert(object) {
            self.factories
                .due
                .extend(given.callers.iter().map(|&caller| (caller, method, object)));
            self.give_from(method, Node::Outside(method), object);
        }
    }

    fn give_from(&mut self, method: MethodId, target: Node, object: ObjectId) {
        let (returned, target) = (self.node(Node::Return(method)), self.node(target));
        self.graph.give(
            Some(returned),
            target,
            &RoaringBitmap::from_iter([object.raw()]),
            &mut self.types,
        );
    }

    /// An object that a factory makes for a caller arrives: a variant of its own.
    fn make_for(&mut self, caller: Caller, factory: MethodId, original: ObjectId) {
        let target = caller.target(self.program);

        // Without a variant the caller gets the object itself, together with what others get.
        let Some(variant) = self.variant(original, caller) else {
            let all = match caller {
                Caller::Inside(_) => Some(target),
                Caller::Call(site) => self.result_of(site),
            };
            return all
                .into_iter()
                .for_each(|all| self.give_from(factory, all, original));
        };
        self.give_from(factory, target, variant);

        // The caller gives it back in turn, so the variant is new for its own callers, too.
        if let Caller::Call(site) = caller
            && self.is_given_back(site)
        {
            self.give_new(self.program.calls[site].method, variant);
        }
    }

    /// The variant of an object for a caller; `None` for one that is not told apart any further.
    fn variant(&mut self, original: ObjectId, caller: Caller) -> Option<ObjectId> {
        let root = self
            .factories
            .roots
            .get(&original)
            .copied()
            .unwrap_or(original);
        let variant = match self.factories.variants.get(&(root, caller)) {
            Some(&known) => known,
            None => {
                let variant = self
                    .factories
                    .may_tell_apart(original, caller)
                    .then(|| self.new_variant(root));
                self.factories.variants.insert((root, caller), variant);
                variant
            }
        }?;

        if self
            .factories
            .derived
            .entry(original)
            .or_default()
            .insert(variant)
        {
            // The first nodes of a variant are those of its original, and the node where the caller
            // gets the object.
            let births = self.factories.births.get(&original).into_iter().flatten();
            let births: Vec<Node> = births
                .copied()
                .chain([caller.target(self.program)])
                .collect();
            self.begin(variant, births);
        }

        Some(variant)
    }

    fn new_variant(&mut self, root: ObjectId) -> ObjectId {
        let variant = self.types.add_like(root);
        self.objects.push(self.objects[root]);
        self.kinds.push(self.kinds[root]);
        self.factories.roots.insert(variant, root);
        let holder = self.factories.holder(root);
        self.factories.holders.insert(variant, holder);
        self.factories.all.insert(variant.raw());
        variant
    }

    /// A variant begins at these places, and those made of it do.
    fn begin(&mut self, variant: ObjectId, births: Vec<Node>) {
        let mut due = vec![(variant, births)];
        while let Some((variant, births)) = due.pop() {
            let known = self.factories.births.entry(variant).or_default();
            let new: Vec<Node> = births
                .into_iter()
                .filter(|&birth| known.insert(birth))
                .collect();
            if !new.is_empty() {
                // Variants of this variant begin there, too.
                let derived = self.factories.derived.get(&variant).into_iter().flatten();
                due.extend(derived.map(|&further| (further, new.clone())));
                new.iter().for_each(|&birth| self.begin_at(birth, variant));
            }
        }
    }

    fn begin_at(&mut self, birth: Node, variant: ObjectId) {
        let program = self.program;
        self.add_object(birth, variant);
        let allocation = self.objects[variant]
            .allocation()
            .map(|site| &program.allocations[site].ty);
        if let Some(Type::Class(class)) = allocation {
            self.finalizers(variant, class, birth);
        }
    }
}
