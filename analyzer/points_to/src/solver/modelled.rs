//! Calls of library methods that have a model: its statements as constraints.
//!
//! A model is applied once for each call of the sources that may run it; calls that its statements make on other objects
//! of the library are applied at the same call. So the nodes of a model's terms are told apart by call and model. What
//! gives nothing back, `equals` and its like, is asked of everybody in common, and so is what is called on objects of the
//! library that nothing is known of: to tell calls apart would cost much and tell nothing.

use std::rc::Rc;
use std::sync::Arc;

use indexmap::IndexMap;
use ir::{CallKind, CallSite, CallSiteId, CallSyntax, MethodId, MethodRef};
use jvm::descriptor::Type;
use roaring::RoaringBitmap;
use rustc_hash::FxBuildHasher;

use super::{Slot, Solver, Use};
use crate::models::{Base, KindId, Model, Models, Statement, Term};
use crate::node::{Application, Node, NodeId, Object, ObjectId};
use crate::types::Made;

/// What an application is of.
#[derive(Debug, Clone, Copy)]
pub(super) struct Applied<'a> {
    /// The call; `None` for what all calls have in common.
    pub site: Option<CallSiteId>,
    pub model: &'a Model,
    /// Whether it is the call itself that runs the model, and not one that another model makes.
    pub direct: bool,
}

/// A call that models make.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Inner {
    /// A statement of one application.
    Own(Application, u32),
    /// All calls of a method by name and number of arguments, the position among those.
    Common(u32),
}

/// The values of a call that models make.
struct InnerValues {
    arguments: Vec<Option<NodeId>>,
    result: Option<(Application, Term)>,
}

/// Types whose objects are new with each call that gives one out, as their contracts say: the state of a traversal is in
/// them. Others may be kept by their owner and given out again, as the views of maps are.
const SINGLE_USE: [&str; 4] =
    ["java/util/Iterator", "java/util/Enumeration", "java/util/Spliterator", "java/util/stream/BaseStream"];

impl<'a> Solver<'a> {
    /// The model of a static method, a constructor or a method that is named outright.
    pub(super) fn model_of_named(&self, call: &CallSite, callee: &MethodRef) -> Option<&'a Model> {
        let MethodRef { owner, name, descriptor } = callee;
        let models = self.models;
        match call.kind {
            CallKind::Static => models.static_method(owner, name, descriptor),
            _ if &**name == "<init>" && self.syntax(call) == CallSyntax::Creation => {
                models.constructor(owner, descriptor)
            }
            _ => models.inherited(&self.declaring(owner, name, descriptor)?, name, descriptor),
        }
    }

    fn syntax(&self, call: &CallSite) -> CallSyntax {
        self.program.points[call.point].syntax
    }

    /// The model of a library method that was selected on an object.
    pub(super) fn model_on(&self, object: ObjectId, callee: &MethodRef) -> Option<&'a Model> {
        let MethodRef { owner, name, descriptor } = callee;
        let models = self.models;
        if let Some(kind) = self.kinds[object] {
            return models.method(kind, name, descriptor);
        }
        match self.program_class(object) {
            Some(class) => models.inherited(&self.declaring(&class, name, descriptor)?, name, descriptor),
            None => models.unknown_receiver(owner, name, descriptor),
        }
    }

    /// The class of the sources that an object is of; for a functional object the interface.
    fn program_class(&self, object: ObjectId) -> Option<Arc<str>> {
        match self.types.made(object) {
            Made::Of(ty) => match self.types.get(ty) {
                Type::Class(name) => self.program.hierarchy.is_source(name).then(|| name.clone()),
                _ => None,
            },
            Made::ByLibrary | Made::Below(_) | Made::Functional => None,
        }
    }

    /// The class without sources that declares the method which an object of `class` inherits.
    fn declaring(&self, class: &str, name: &str, descriptor: &str) -> Option<Arc<str>> {
        let found = self.program.hierarchy.resolve_method(class, name, descriptor).found()?;
        Some(found.class.name.clone())
    }

    /// Applies a model at a call of the sources, for these receivers or for whatever the receiver holds.
    pub(super) fn apply_model(&mut self, site: CallSiteId, model: &'a Model, receivers: Option<&RoaringBitmap>) {
        let call = &self.program.calls[site];
        let is_known = |object: ObjectId| self.kinds[object].is_some() || self.program_class(object).is_some();
        let of_one_call = receivers.is_none_or(|objects| objects.iter().map(ObjectId::from_raw).any(is_known));
        let (application, new) =
            self.application(Applied { site: of_one_call.then_some(site), model, direct: of_one_call });
        match (receivers, call.receiver) {
            (Some(objects), _) => self.add_to_term(application, Base::This, objects),
            (None, Some(local)) => self.flow(Node::Local(call.method, local), Node::Term(application, Base::This)),
            (None, None) => {}
        }
        if !self.linked.insert((site, application)) {
            return;
        }
        for (index, &argument) in call.arguments.iter().enumerate() {
            if self.is_reference(call.method, argument) {
                let term = Node::Term(application, Base::Argument(index));
                self.flow(Node::Local(call.method, argument), term);
            }
        }
        if let Some(result) = call.result
            && self.is_reference(call.method, result)
        {
            self.flow(Node::Term(application, Base::Result), Node::Local(call.method, result));
        }
        if new {
            self.state(application);
        }
    }

    fn add_to_term(&mut self, application: Application, base: Base, objects: &RoaringBitmap) {
        let node = self.node(Node::Term(application, base));
        self.graph.add(node, objects, &self.types);
    }

    /// The application of a model at a call, and whether it is new.
    fn application(&mut self, applied: Applied<'a>) -> (Application, bool) {
        // Models are told apart by where they are: equal ones are the same anyway.
        let key = (applied.site, std::ptr::from_ref(applied.model), applied.direct);
        if let Some(&known) = self.applications.get(&key) {
            return (known, false);
        }
        let application = self.applied.push(applied);
        self.applications.insert(key, application);
        (application, true)
    }

    /// The constraints of all statements.
    fn state(&mut self, application: Application) {
        let model = self.applied[application].model;
        for (index, statement) in model.statements.iter().enumerate() {
            match statement {
                Statement::New { target, kind } => self.make(application, target.base, *kind),
                Statement::Flow { from, to } => {
                    let from = self.source(application, *from);
                    self.flow_to_term(application, from, *to);
                }
                Statement::Call { receiver, name, arguments, result: None, .. } => {
                    let receiver = self.source(application, *receiver);
                    self.ask(application, receiver, name, arguments);
                }
                Statement::Call { receiver, .. } => {
                    let receiver = self.source(application, *receiver);
                    let statement = u32::try_from(index).unwrap_or(u32::MAX);
                    self.wait(receiver, Use::Inner(Inner::Own(application, statement)));
                }
            }
        }
    }

    /// A call that gives nothing back joins the others of its method.
    fn ask(&mut self, application: Application, receiver: NodeId, name: &Arc<str>, arguments: &[Option<Term>]) {
        let (index, _) = self.asked.insert_full((name.clone(), arguments.len()));
        let common = u32::try_from(index).unwrap_or(u32::MAX);
        let receivers = self.node(Node::Asked(common, 0));
        self.wait(receivers, Use::Inner(Inner::Common(common)));
        self.graph.connect(receiver, receivers, &self.types);
        for (position, argument) in (1..).zip(arguments) {
            let Some(argument) = argument else { continue };
            let argument = self.source(application, *argument);
            let common = self.node(Node::Asked(common, position));
            self.graph.connect(argument, common, &self.types);
        }
    }

    fn make(&mut self, application: Application, target: Base, kind: KindId) {
        let Applied { site, direct, .. } = self.applied[application];
        let ty: Arc<str> = self.models.kind(kind).ty.clone();
        let hierarchy = &self.program.hierarchy;
        let single_use = SINGLE_USE.iter().any(|above| hierarchy.is_subclass(&ty, above).must());
        let fresh = direct && single_use && target == Base::Result;
        let class = match ty.starts_with('[') {
            true => Type::array(Type::object()),
            false => Type::Class(ty),
        };
        let made = Made::Below(self.types.number(&class));
        let object = self.types.add(made);
        self.objects.push(Object::Made { site, fresh });
        self.kinds.push(Some(kind));
        self.add_object(Node::Term(application, target), object);
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
        let base = self.base(application, to.base);
        match to.part {
            Some(part) => self.wait(base, Use::Store(Slot::Part(part), source)),
            None => self.graph.connect(source, base, &self.types),
        }
    }

    /// Receivers of a call that models make have arrived.
    pub(super) fn call_inner(&mut self, inner: Inner, receivers: &RoaringBitmap) {
        let Some((name, arity)) = self.inner_selector(inner) else { return };
        for (kind, made, objects) in self.alike(receivers) {
            let callees = self.known_inner_callees(kind, made, &name, arity);
            self.run_inner(inner, &callees, &objects);
        }
        for object in receivers.iter().map(ObjectId::from_raw) {
            if self.types.made(object) == Made::Functional {
                let callees = self.on_functional(object, &name, arity);
                self.run_inner(inner, &callees, &RoaringBitmap::from_iter([object.raw()]));
            }
        }
    }

    /// The objects that no call tells apart, together; without functional ones.
    fn alike(&self, objects: &RoaringBitmap) -> Vec<(Option<KindId>, Made, RoaringBitmap)> {
        let mut alike: IndexMap<(Option<KindId>, Made), RoaringBitmap, FxBuildHasher> = IndexMap::default();
        for object in objects.iter().map(ObjectId::from_raw) {
            let made = self.types.made(object);
            if made != Made::Functional {
                alike.entry((self.kinds[object], made)).or_default().insert(object.raw());
            }
        }
        alike.into_iter().map(|((kind, made), objects)| (kind, made, objects)).collect()
    }

    fn run_inner(&mut self, inner: Inner, callees: &InnerCallees<'a>, receivers: &RoaringBitmap) {
        for &method in &callees.methods {
            if let Some(this) = self.this_of(method) {
                let (this, passed) = (self.node(this), self.node(Node::Passed));
                self.graph.add(this, receivers, &self.types);
                self.graph.add(passed, receivers, &self.types);
            }
            self.call_method_inside(inner, method);
        }
        for model in &callees.models {
            self.nest(inner, model, receivers);
        }
        if callees.unknown {
            self.call_unknown(inner, receivers);
        }
    }

    /// A model calls a method of the sources: during the call or later, so at any time.
    fn call_method_inside(&mut self, inner: Inner, method: MethodId) {
        let program = self.program;
        if !self.called_inside.insert((inner, method)) {
            return;
        }
        self.reach(method);
        self.anytime.insert(method);
        let Some(body) = &program.methods[method].body else { return };
        let first = self.dispatch.first_argument(method);
        let InnerValues { arguments, result } = self.inner_values(inner);
        for (argument, &parameter) in arguments.into_iter().zip(body.parameters.iter().skip(first)) {
            if let Some(argument) = argument
                && body.locals[parameter].ty.is_reference()
            {
                let (passed, parameter) = (self.node(Node::Passed), self.node(Node::Local(method, parameter)));
                self.graph.connect(argument, parameter, &self.types);
                self.graph.connect(argument, passed, &self.types);
            }
        }
        if let Some((application, to)) = result {
            let returned = self.node(Node::Return(method));
            self.flow_to_term(application, returned, to);
            self.flow(Node::Return(method), Node::Passed);
        }
    }

    fn inner_selector(&self, inner: Inner) -> Option<(Arc<str>, usize)> {
        match inner {
            Inner::Common(index) => self.asked.get_index(index as usize).cloned(),
            Inner::Own(application, statement) => {
                match self.applied[application].model.statements.get(statement as usize) {
                    Some(Statement::Call { name, arguments, .. }) => Some((name.clone(), arguments.len())),
                    _ => None,
                }
            }
        }
    }

    fn inner_values(&mut self, inner: Inner) -> InnerValues {
        match inner {
            Inner::Common(index) => {
                let arity = self.asked.get_index(index as usize).map_or(0, |(_, arity)| *arity);
                let positions = (1..).take(arity);
                let arguments = positions.map(|position| Some(self.node(Node::Asked(index, position)))).collect();
                InnerValues { arguments, result: None }
            }
            Inner::Own(application, statement) => {
                let model = self.applied[application].model;
                let Some(Statement::Call { arguments, result, .. }) = model.statements.get(statement as usize) else {
                    return InnerValues { arguments: Vec::new(), result: None };
                };
                let arguments = arguments.iter().map(|term| term.map(|term| self.source(application, term))).collect();
                InnerValues { arguments, result: result.map(|to| (application, to)) }
            }
        }
    }

    /// A model calls a method of the library that has a model, too.
    fn nest(&mut self, inner: Inner, model: &'a Model, receivers: &RoaringBitmap) {
        let site = match inner {
            Inner::Own(application, _) => self.applied[application].site,
            Inner::Common(_) => None,
        };
        let (nested, new) = self.application(Applied { site, model, direct: false });
        self.add_to_term(nested, Base::This, receivers);
        if self.nested.insert((inner, nested)) {
            let InnerValues { arguments, result } = self.inner_values(inner);
            for (index, argument) in arguments.into_iter().enumerate() {
                let Some(argument) = argument else { continue };
                let term = self.node(Node::Term(nested, Base::Argument(index)));
                self.graph.connect(argument, term, &self.types);
            }
            if let Some((application, to)) = result {
                let given = self.node(Node::Term(nested, Base::Result));
                self.flow_to_term(application, given, to);
            }
        }
        if new {
            self.state(nested);
        }
    }

    /// A model calls a method that nothing is known of.
    fn call_unknown(&mut self, inner: Inner, receivers: &RoaringBitmap) {
        let library = self.node(Node::Library);
        self.graph.add(library, receivers, &self.types);
        if !self.unknown_inner.insert(inner) {
            return;
        }
        let InnerValues { arguments, result } = self.inner_values(inner);
        for argument in arguments.into_iter().flatten() {
            self.graph.connect(argument, library, &self.types);
        }
        if let Some((application, to)) = result {
            self.flow_to_term(application, library, to);
        }
    }

    fn known_inner_callees(
        &mut self,
        kind: Option<KindId>,
        made: Made,
        name: &Arc<str>,
        arity: usize,
    ) -> Rc<InnerCallees<'a>> {
        let key = (kind, made, name.clone(), arity);
        if let Some(known) = self.inner_callees.get(&key) {
            return known.clone();
        }
        let found = Rc::new(self.inner_callees(kind, made, name, arity));
        self.inner_callees.insert(key, found.clone());
        found
    }

    fn inner_callees(&self, kind: Option<KindId>, made: Made, name: &Arc<str>, arity: usize) -> InnerCallees<'a> {
        let class = match (kind, made) {
            (Some(kind), _) => return self.on_kind(kind, name, arity),
            (None, Made::Of(ty)) => self.types.get(ty),
            (None, Made::ByLibrary | Made::Below(_) | Made::Functional) => return self.on_unknown(name, arity),
        };
        match class {
            Type::Class(class) if self.program.hierarchy.is_source(class) => self.on_program_class(class, name, arity),
            _ => self.on_unknown(name, arity),
        }
    }

    fn on_kind(&self, kind: KindId, name: &str, arity: usize) -> InnerCallees<'a> {
        let ty = self.models.kind(kind).ty.clone();
        let models = self.models;
        let mut found = self.library_methods(&ty, name, arity, |_, descriptor| models.method(kind, name, descriptor));
        found.unknown = found.is_declared && found.models.is_empty();
        found
    }

    /// An object of a class that is not known, with the methods of `Object`; the methods of classes that are open to the
    /// library run at any time anyway.
    fn on_unknown(&self, name: &str, arity: usize) -> InnerCallees<'a> {
        let models = self.models;
        let object = "java/lang/Object";
        let found = self
            .library_methods(object, name, arity, |_, descriptor| models.unknown_receiver(object, name, descriptor));
        match found.models.is_empty() {
            true => InnerCallees { unknown: true, ..InnerCallees::default() },
            false => found,
        }
    }

    fn on_functional(&self, object: ObjectId, name: &Arc<str>, arity: usize) -> InnerCallees<'a> {
        let site = self.objects[object].allocation().map(|site| &self.program.allocations[site].kind);
        let Some(ir::AllocationKind::Functional { interface, name: own, body, descriptor, .. }) = site else {
            return InnerCallees { unknown: true, ..InnerCallees::default() };
        };
        if own == name && crate::dispatch::arity(descriptor) == arity {
            return InnerCallees { methods: vec![*body], ..InnerCallees::default() };
        }
        self.on_program_class(interface, name, arity)
    }

    /// The methods of a class of this name and number of parameters, inherited ones included.
    fn on_program_class(&self, class: &str, name: &Arc<str>, arity: usize) -> InnerCallees<'a> {
        let program = self.program;
        let supertypes = program.hierarchy.supertypes(class);
        let sources = supertypes.names().iter().filter_map(|above| self.dispatch.class(above));
        let declared = sources.flat_map(|above| self.dispatch.declared(above, name)).copied();
        let runs = |&method: &MethodId| {
            let declared = &program.methods[method];
            let is_static = jvm::Access(declared.access).is_static();
            declared.body.is_some() && !is_static && crate::dispatch::arity(&declared.descriptor) == arity
        };
        let models = self.models;
        let inherited = self
            .library_methods(class, name, arity, |declaring, descriptor| models.inherited(declaring, name, descriptor));
        InnerCallees { methods: declared.filter(runs).collect(), ..inherited }
    }

    /// The methods of this name and number of parameters that classes without sources above `class` implement.
    fn library_methods(
        &self,
        class: &str,
        name: &str,
        arity: usize,
        model: impl Fn(&str, &str) -> Option<&'a Model>,
    ) -> InnerCallees<'a> {
        let hierarchy = &self.program.hierarchy;
        let supertypes = hierarchy.supertypes(class);
        let mut found = InnerCallees { unknown: !supertypes.complete(), ..InnerCallees::default() };
        for above in supertypes.names().iter().filter(|above| !hierarchy.is_source(above)) {
            let Some(info) = hierarchy.class(above) else { continue };
            for method in info.methods_named(name) {
                if method.access.is_static() || crate::dispatch::arity(&method.descriptor) != arity {
                    continue;
                }
                found.is_declared = true;
                match model(above, &method.descriptor) {
                    Some(model) => found.models.push(model),
                    None => found.unknown |= !method.access.is_abstract(),
                }
            }
        }
        found
    }

    /// A container has escaped, and with it what it holds; anything that has escaped may be put into it. From now on it is
    /// like any object of the library.
    pub(super) fn escape_parts(&mut self, object: ObjectId) {
        if self.kinds[object].take().is_none() {
            return;
        }
        for part in self.parts.remove(&object).unwrap_or_default() {
            self.flow(part, Node::Library);
            self.flow(Node::Library, part);
        }
    }

    /// The node of a part. What is not of a kind keeps what it is given where the library keeps its things.
    pub(super) fn part(&mut self, object: ObjectId, part: crate::models::PartId) -> Node {
        if self.is_array(object) && part == Models::ELEMENTS {
            return Node::Elements(object);
        }
        if self.kinds[object].is_none() {
            return Node::Library;
        }
        let node = Node::Part(object, part);
        let parts = self.parts.entry(object).or_default();
        if !parts.contains(&node) {
            parts.push(node);
        }
        node
    }

    fn is_array(&self, object: ObjectId) -> bool {
        let site = self.objects[object].allocation().map(|site| &self.program.allocations[site].kind);
        matches!(site, Some(ir::AllocationKind::Array))
    }
}

/// What a call that a model makes may run.
#[derive(Debug, Default)]
pub(super) struct InnerCallees<'a> {
    methods: Vec<MethodId>,
    models: Vec<&'a Model>,
    /// Whether a class without sources declares it.
    is_declared: bool,
    /// Whether code may run of which nothing is known.
    unknown: bool,
}
