//! Calls of library methods that have a model: its statements as constraints.
//!
//! A model is applied once for each call of the sources that may run it; calls that its statements
//! make on other objects of the library are applied at the same call. So the nodes of a model's
//! terms are told apart by call and model. What gives nothing back, `equals` and its like, is asked
//! of everybody in common, and so is what is called on objects of the library that nothing is known
//! of, unless it gives out objects of single use: to tell other calls apart would cost much and
//! tell nothing.

mod comparison;
mod inner;
mod inner_callees;
mod moments;
mod selection;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use index_vec::IndexVec;
use indexmap::IndexSet;
use ir::{CallSiteId, MethodId};
use java_types::descriptor::Type;
use roaring::RoaringBitmap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::callees::CalleeId;
use super::{Solver, Use};
use crate::constraints::AppliedModel;
use crate::models::{Article, Base, KindId, Model, Models, Selector, Statement, Term};
use crate::node::{Application, Node, NodeId, Novelty, Object, ObjectId, Slot};
use crate::proxies;
use crate::types::Made;
use comparison::is_comparison;
pub(super) use inner_callees::InnerCallees;

/// The model of an application, and its place.
#[derive(Debug, Clone, Copy)]
struct Applied<'a> {
    /// The call; `None` for what all calls have in common.
    pub site: Option<CallSiteId>,
    pub model: &'a Model,
    /// The only receiver, if receivers are told apart: variants together.
    pub of: Option<ObjectId>,
    /// True if it is the call itself that runs the model, or one that another model makes and whose
    /// result is the call's.
    pub direct: bool,
    /// True if it runs at any time after the call, on any thread.
    pub later: bool,
}

/// The same, as models are told apart: by where they are. Equal ones are the same anyway.
type AppliedKey = (
    Option<CallSiteId>,
    *const Model,
    Option<ObjectId>,
    bool,
    bool,
);

/// The models that are applied, and what keeps each connection from being made twice.
#[derive(Debug, Default)]
pub(super) struct Applications<'a> {
    applied: IndexVec<Application, Applied<'a>>,
    applications: FxHashMap<AppliedKey, Application>,
    /// Calls of the sources whose values an application has.
    linked: FxHashSet<(CallSiteId, Application)>,
    /// The calls that models make on any object: names of methods, with numbers of arguments.
    asked: IndexSet<Selector, FxBuildHasher>,
    pub library_models: FxHashMap<(CalleeId, Option<KindId>, Made), Option<&'a Model>>,
    /// The claims about every object of the library.
    claimed: FxHashMap<CalleeId, Option<&'a Model>>,
    inner_callees: FxHashMap<Asked, Rc<InnerCallees<'a>>>,
    /// Calls that models make, with what they run.
    called_inside: FxHashSet<(Inner, MethodId)>,
    nested: FxHashSet<(Inner, Application)>,
    /// The calls that applications make in common with others, each with the node of its receivers.
    asking: BTreeSet<(Application, NodeId, u32)>,
    unknown_inner: FxHashSet<Inner>,
    /// The objects that applications make which keep what they are made with.
    keeping: FxHashMap<(Application, Base), Vec<ObjectId>>,
    /// Objects of which there is one in the whole program, one for each kind.
    shared: FxHashMap<KindId, ObjectId>,
    /// The parts of containers that have not escaped.
    parts: FxHashMap<ObjectId, Vec<Node>>,
    /// The containers that have escaped, or of whose variants one has.
    open: RoaringBitmap,
}

/// Of what a method is asked.
type Asked = (Option<KindId>, Made, Selector);

/// A call that models make.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Inner {
    /// A statement of one application.
    Own(Application, u32),
    /// All calls of a method by name and number of arguments, the position among those.
    Common(u32),
}

impl Applications<'_> {
    /// Forgets the methods that calls run on the library's object: they may be more from now on.
    pub(super) fn forget_library(&mut self) {
        self.inner_callees
            .retain(|(kind, _, selector), _| kind.is_some() || selector.of.is_none());
    }

    /// The containers that have escaped, or of whose variants one has.
    pub(super) fn into_open(self) -> RoaringBitmap {
        self.open
    }

    /// Returns what each application is of, for people.
    pub(super) fn places(&self, models: &Models) -> IndexVec<Application, AppliedModel> {
        let places = models.places();
        let applied = |applied: &Applied<'_>| {
            let place = places
                .get(&std::ptr::from_ref(applied.model))
                .cloned()
                .unwrap_or_default();
            AppliedModel {
                site: applied.site,
                method: place.1,
                place: place.0,
            }
        };
        self.applied.iter().map(applied).collect()
    }
}

impl<'a> Solver<'a> {
    /// Applies a model at a call of the sources, for these receivers or for whatever the receiver
    /// holds.
    pub(super) fn apply_model(
        &mut self,
        site: CallSiteId,
        model: &'a Model,
        receivers: Option<&RoaringBitmap>,
    ) {
        let is_known =
            |object: ObjectId| self.kinds[object].is_some() || self.program_class(object).is_some();
        let is_of_one_call =
            |objects: &RoaringBitmap| objects.iter().map(ObjectId::from_raw).any(is_known);
        // One application serves all calls with unknown receivers.
        let of_one_call = receivers.is_none_or(is_of_one_call) || self.gives_single_use(model);
        let applied = Applied {
            site: of_one_call.then_some(site),
            model,
            of: None,
            direct: of_one_call,
            later: false,
        };

        match receivers.filter(|_| model.gives_its_own()) {
            None => self.apply_at(site, applied, receivers),
            Some(receivers) => {
                let each = self.for_each_of(applied, receivers);
                each.into_iter()
                    .for_each(|(applied, objects)| self.apply_at(site, applied, Some(&objects)));
            }
        }
    }

    /// The applications of a model that gives each receiver its own: one for each, and `applied`
    /// for those of which no more may be known than that they have escaped.
    fn for_each_of(
        &self,
        applied: Applied<'a>,
        receivers: &RoaringBitmap,
    ) -> Vec<(Applied<'a>, RoaringBitmap)> {
        let (own, others) = self.by_holder(receivers);
        let own = own.into_iter().map(|(of, objects)| {
            (
                Applied {
                    site: None,
                    of: Some(of),
                    direct: false,
                    ..applied
                },
                objects,
            )
        });
        own.chain((!others.is_empty()).then_some((applied, others)))
            .collect()
    }

    /// The objects of kinds, each with its variants, by in whose places they hold what they hold;
    /// and the others.
    fn by_holder(
        &self,
        objects: &RoaringBitmap,
    ) -> (BTreeMap<ObjectId, RoaringBitmap>, RoaringBitmap) {
        let mut own: BTreeMap<ObjectId, RoaringBitmap> = BTreeMap::new();
        let mut others = RoaringBitmap::new();
        for object in objects.iter().map(ObjectId::from_raw) {
            let is_one = self.kinds[object].is_some()
                && !matches!(self.types.made(object), Made::Escaped(_));
            let set = if is_one {
                own.entry(self.factories.holder(object)).or_default()
            } else {
                &mut others
            };
            set.insert(object.raw());
        }
        (own, others)
    }

    fn apply_at(
        &mut self,
        site: CallSiteId,
        applied: Applied<'a>,
        receivers: Option<&RoaringBitmap>,
    ) {
        let call = &self.program.calls[site];
        let (application, new) = self.application(applied);
        match (receivers, call.receiver) {
            (Some(objects), local) => {
                let origin = local.map(|local| self.node(Node::Local(call.method, local)));
                self.add_to_term(application, Base::This, objects, origin);
            }
            (None, Some(local)) => self.flow(
                Node::Local(call.method, local),
                Node::Term(application, Base::This),
            ),
            (None, None) => {}
        }

        // The call is linked: only receivers were new.
        if !self.modelled.linked.insert((site, application)) {
            return;
        }

        for (index, &argument) in call.arguments.iter().enumerate() {
            if self.is_reference(call.method, argument) {
                let term = Node::Term(application, Base::Argument(index));
                self.flow(Node::Local(call.method, argument), term);
            }
        }

        self.give_result(site, application);
        if new {
            self.state(application);
        }
        self.put_marks(site, application);
    }

    /// The result of an application arrives at a call. If that gives it back in turn, new objects
    /// are told from others where the application is of this call alone.
    fn give_result(&mut self, site: CallSiteId, application: Application) {
        let call = &self.program.calls[site];
        let Some(all) = self.result_of(site) else {
            return;
        };
        let result = match (self.others_given(application, Base::Result), call.result) {
            (Some(_), Some(result)) => Node::Local(call.method, result),
            _ => all,
        };
        self.flow(Node::Term(application, Base::Result), result);
    }

    /// Returns where a call has the results of its application that are not new objects, if it
    /// tells them apart.
    fn others_given(&mut self, application: Application, base: Base) -> Option<Node> {
        let Applied { site, direct, .. } = self.modelled.applied[application];
        let site =
            site.filter(|&site| direct && base == Base::Result && self.is_given_back(site))?;
        Some(Node::Result(site))
    }

    fn add_to_term(
        &mut self,
        application: Application,
        base: Base,
        objects: &RoaringBitmap,
        origin: Option<NodeId>,
    ) {
        let node = self.node(Node::Term(application, base));
        self.graph.give(origin, node, objects, &mut self.types);
    }

    /// The methods that models call, with the nodes where their receivers arrive; for those who ask
    /// why.
    pub(super) fn called_inside(&mut self) -> Vec<(MethodId, NodeId)> {
        let called: Vec<(Inner, MethodId)> = if self.graph.is_recording() {
            self.modelled.called_inside.iter().copied().collect()
        } else {
            Vec::new()
        };
        called
            .into_iter()
            .filter_map(|(inner, method)| Some((method, self.inner_receivers(inner)?)))
            .collect()
    }

    /// The application of a model at a call, and whether it is new.
    fn application(&mut self, applied: Applied<'a>) -> (Application, bool) {
        let key: AppliedKey = (
            applied.site,
            std::ptr::from_ref(applied.model),
            applied.of,
            applied.direct,
            applied.later,
        );
        if let Some(&known) = self.modelled.applications.get(&key) {
            return (known, false);
        }
        let application = self.modelled.applied.push(applied);
        self.modelled.applications.insert(key, application);
        (application, true)
    }

    /// The constraints of all statements.
    fn state(&mut self, application: Application) {
        let model = self.modelled.applied[application].model;
        for statement in &model.statements {
            if let Statement::New {
                target,
                kind,
                article,
            } = statement
            {
                self.make(application, target.base, *kind, *article);
            }
        }
        for (index, statement) in model.statements.iter().enumerate() {
            match statement {
                Statement::New { .. } => {}
                Statement::Flow { from, to } => {
                    let from = self.source(application, *from);
                    self.flow_to_term(application, from, *to);
                }
                Statement::Call {
                    receiver,
                    selector,
                    arguments,
                    result: None,
                    later: false,
                } if !self.modelled.applied[application].later => {
                    let receiver = self.source(application, *receiver);
                    self.ask(application, receiver, selector, arguments);
                }
                Statement::Call {
                    receiver, selector, ..
                } => {
                    let receiver = self.source(application, *receiver);
                    let statement = u32::try_from(index).unwrap_or(u32::MAX);
                    let receiver = self.receiver_as(receiver, selector, application, statement);
                    self.wait(receiver, Use::Inner(Inner::Own(application, statement)));
                }
            }
        }
    }

    /// Returns the receivers that are of the type which the call says.
    fn receiver_as(
        &mut self,
        all: NodeId,
        selector: &Selector,
        by: Application,
        at: u32,
    ) -> NodeId {
        let Some(of) = &selector.of else { return all };
        let filter = self.types.filter(&Type::Class(of.clone()));
        let receiver = self.node(Node::Receiver(by, at, filter.raw()));
        self.graph.connect(all, receiver, &mut self.types);
        receiver
    }

    /// A call that gives nothing back joins the others of its method.
    fn ask(
        &mut self,
        application: Application,
        receiver: NodeId,
        selector: &Selector,
        arguments: &[Option<Term>],
    ) {
        let (index, _) = self.modelled.asked.insert_full(selector.clone());
        let common = u32::try_from(index).unwrap_or(u32::MAX);
        self.modelled.asking.insert((application, receiver, common));
        let receivers = self.node(Node::Asked(common, 0));
        self.wait(receivers, Use::Inner(Inner::Common(common)));
        self.graph.connect(receiver, receivers, &mut self.types);
        for (position, argument) in (1..).zip(arguments) {
            let Some(argument) = argument else { continue };
            let argument = self.source(application, *argument);
            let common = self.node(Node::Asked(common, position));
            // Reflection knows who gets what it is compared with. What all ask in common does not tell
            // a map of classes from others with keys of unknown code.
            if is_comparison(selector) {
                self.graph.stops.hold(common);
            }
            self.graph.connect(argument, common, &mut self.types);
        }
    }

    fn make(&mut self, application: Application, target: Base, kind: KindId, article: Article) {
        let Applied {
            site, of, direct, ..
        } = self.modelled.applied[application];
        let novelty = match (article, of) {
            (Article::The, _) => Novelty::Constant,
            (Article::Its, Some(of)) => Novelty::Of(of),
            (Article::New, _) if !self.is_single_use(kind) => Novelty::Unknown,
            (Article::New | Article::Fresh, _) if direct && target == Base::Result => {
                Novelty::Result
            }
            (Article::New | Article::Fresh, _) => Novelty::Inside,
            (Article::Its, None) => Novelty::Unknown,
        };

        let shared = article == Article::The;
        let known = self.modelled.shared.get(&kind).copied().filter(|_| shared);
        let made = Object::Made {
            site: site.filter(|_| !shared),
            novelty,
        };
        let object = known.unwrap_or_else(|| match self.implemented(kind, site) {
            Some(types) => self.add_proxy(kind, made, types),
            None => self.add_made(kind, made),
        });

        if shared {
            self.modelled.shared.insert(kind, object);
        }
        if self.models.keeps_any(kind) {
            let made = self.modelled.keeping.entry((application, target));
            made.or_default().push(object);
        }

        self.add_object(Node::Term(application, target), object);
        match (self.others_given(application, target), site) {
            (Some(_), Some(site)) if novelty == Novelty::Result => {
                let method = self.program.calls[site].method;
                self.make_new(method, object, Node::Term(application, target));
            }
            (Some(others), _) => self.add_object(others, object),
            (None, _) => {}
        }
    }

    /// The types that an object of an opaque kind has, where its call says them.
    fn implemented(&self, kind: KindId, site: Option<CallSiteId>) -> Option<BTreeSet<Arc<str>>> {
        site.filter(|_| self.is_opaque(Some(kind)))
            .and_then(|site| proxies::implemented(self.program, site))
    }

    fn add_proxy(&mut self, kind: KindId, made: Object, types: BTreeSet<Arc<str>>) -> ObjectId {
        let object = self.types.add_functional(types.into_iter().collect());
        self.objects.push(made);
        self.kinds.push(Some(kind));
        object
    }

    fn add_made(&mut self, kind: KindId, made: Object) -> ObjectId {
        let ty: Arc<str> = self.models.kind(kind).ty.clone();
        let class = if ty.starts_with('[') {
            Type::array(Type::object())
        } else {
            Type::Class(ty)
        };
        let above = self.types.number(&class);
        let object = self.types.add_made(above);
        self.objects.push(made);
        self.kinds.push(Some(kind));
        object
    }

    /// The node that holds what a term may be.
    fn source(&mut self, application: Application, term: Term) -> NodeId {
        let base = self.base(application, term.base);
        let Some(part) = term.part else { return base };
        let node = self.node(Node::TermPart(application, term.base, part));
        self.wait(base, Use::Load(Slot::Part(part), node));
        node
    }

    fn base(&mut self, application: Application, base: Base) -> NodeId {
        match base {
            Base::Escaped => self.node(Node::Library),
            Base::Library => {
                self.add_object(Node::Term(application, base), ObjectId::LIBRARY);
                self.node(Node::Term(application, base))
            }
            _ => self.node(Node::Term(application, base)),
        }
    }

    fn flow_to_term(&mut self, application: Application, source: NodeId, to: Term) {
        if let Some(part) = to.part
            && self.keep(application, source, to.base, part)
        {
            return;
        }
        let base = self.base(application, to.base);
        match to.part {
            Some(part) => self.wait(base, Use::Store(Slot::Part(part), source)),
            None => {
                self.graph.connect(source, base, &mut self.types);
                if let Some(others) = self.others_given(application, to.base) {
                    let others = self.node(others);
                    self.graph.connect(source, others, &mut self.types);
                }
            }
        }
    }

    /// The objects that an application makes keep what it puts into them, and other objects that the
    /// term may be do not. Returns whether there are any.
    fn keep(
        &mut self,
        application: Application,
        source: NodeId,
        base: Base,
        part: crate::models::PartId,
    ) -> bool {
        let made = self.modelled.keeping.get(&(application, base));
        let made = made.into_iter().flatten().copied();
        let parts: Vec<Node> = made
            .map(|object| Node::Part(self.factories.holder(object), part))
            .filter(|&node| self.is_kept(node))
            .collect();
        for &node in &parts {
            let Node::Part(object, part) = node else {
                continue;
            };
            let kept = self.part(object, part);
            let kept = self.node(kept);
            self.graph.connect(source, kept, &mut self.types);
        }
        !parts.is_empty()
    }

    /// A container has escaped, and with it what it holds; anything that has escaped may be put
    /// into it, but where it keeps what it was made with. Its methods still do what models say.
    pub(super) fn escape_parts(&mut self, object: ObjectId) {
        let holder = self.factories.holder(object);
        self.modelled.open.insert(holder.raw());
        let parts = self.modelled.parts.remove(&holder).unwrap_or_default();
        let (kept, open): (Vec<Node>, Vec<Node>) =
            parts.into_iter().partition(|&node| self.is_kept(node));
        for part in open {
            self.open_to_library(part);
        }
        for &part in &kept {
            self.flow(part, Node::Library);
        }
        if !kept.is_empty() {
            self.modelled.parts.insert(holder, kept);
        }
    }

    /// Returns whether only models put something into a part.
    fn is_kept(&self, part: Node) -> bool {
        let Node::Part(object, part) = part else {
            return false;
        };
        self.kinds[object].is_some_and(|kind| self.models.keeps(kind, part))
    }

    /// The node of a part. What is not of a kind keeps what it is given where the library keeps its
    /// things.
    pub(super) fn part(&mut self, object: ObjectId, part: crate::models::PartId) -> Node {
        if self.is_array(object) && part == Models::ELEMENTS {
            return Node::Elements(object);
        }

        let kind = self.kinds[object];
        let node = Node::Part(object, part);
        let is_kept = self.is_kept(node);
        let is_open = self.modelled.open.contains(object.raw());
        if kind.is_none() || self.is_opaque(kind) || is_open && !is_kept {
            return Node::Library;
        }

        let parts = self.modelled.parts.entry(object).or_default();
        if !parts.contains(&node) {
            parts.push(node);
            if is_open {
                self.flow(node, Node::Library);
            }
            // Whatever else it holds, it may hold what the library makes: texts, numbers.
            if !is_kept && part <= Models::TARGET && self.objects[object].allocation().is_none() {
                self.add_object(node, ObjectId::LIBRARY);
            }
        }

        node
    }

    fn is_array(&self, object: ObjectId) -> bool {
        let site = self.objects[object]
            .allocation()
            .map(|site| &self.program.allocations[site].kind);
        matches!(site, Some(ir::AllocationKind::Array))
    }
}
