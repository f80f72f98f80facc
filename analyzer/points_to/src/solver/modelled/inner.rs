//! Calls that models make: on objects of the sources, of the library, and on what nothing is known
//! of.

use std::rc::Rc;
use std::sync::Arc;

use indexmap::IndexMap;
use ir::{CallSiteId, MethodId};
use java_types::descriptor::Type;
use roaring::RoaringBitmap;
use rustc_hash::FxBuildHasher;

use super::{Applied, Inner, Solver};
use crate::models::{Base, KindId, Model, Selector, Statement, Term};
use crate::node::{Application, Node, NodeId, ObjectId};
use crate::types::Made;

/// The values of a call that models make.
struct InnerValues {
    arguments: Vec<Option<NodeId>>,
    result: Option<(Application, Term)>,
}

/// The methods and models that a call of a model may run.
#[derive(Debug, Default)]
pub(in crate::solver) struct InnerCallees<'a> {
    pub methods: Vec<MethodId>,
    pub models: Vec<&'a Model>,
    /// Code of which nothing is known, if it may run.
    pub unknown: Option<Unknown>,
}

/// The results of code of which nothing is known: it may do anything with what it gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::solver) enum Unknown {
    /// Models say what it gives.
    Claimed,
    /// It gives anything that has escaped.
    Anything,
}

impl InnerCallees<'_> {
    fn include(&mut self, other: Self) {
        self.methods.extend(other.methods);
        self.models.extend(other.models);
        self.unknown = self.unknown.max(other.unknown);
    }

    /// Includes anything at all.
    fn include_unknown(&mut self, may_run: bool) {
        self.unknown = self.unknown.max(may_run.then_some(Unknown::Anything));
    }
}

impl<'a> Solver<'a> {
    /// Receivers of a call that models make have arrived.
    pub(in crate::solver) fn call_inner(&mut self, inner: Inner, receivers: &RoaringBitmap) {
        let Some(selector) = self.inner_selector(inner) else {
            return;
        };
        for (kind, made, objects) in self.alike(receivers) {
            let callees = self.known_inner_callees(kind, made, &selector);
            self.run_inner(inner, &callees, &objects);
        }
        // Each functional object has a body of its own.
        for object in receivers.iter().map(ObjectId::from_raw) {
            if matches!(self.types.made(object), Made::Functional(_)) {
                let callees = self.on_functional(object, &selector);
                self.run_inner(inner, &callees, &RoaringBitmap::from_iter([object.raw()]));
            }
        }
    }

    /// The objects that no call tells apart, together; without functional ones.
    pub(super) fn alike(
        &self,
        objects: &RoaringBitmap,
    ) -> Vec<(Option<KindId>, Made, RoaringBitmap)> {
        let mut alike: IndexMap<(Option<KindId>, Made), RoaringBitmap, FxBuildHasher> =
            IndexMap::default();
        for object in objects.iter().map(ObjectId::from_raw) {
            let made = self.types.made(object);
            if !matches!(made, Made::Functional(_)) {
                alike
                    .entry((self.kinds[object], made))
                    .or_default()
                    .insert(object.raw());
            }
        }

        alike
            .into_iter()
            .map(|((kind, made), objects)| (kind, made, objects))
            .collect()
    }

    pub(in crate::solver) fn run_inner(
        &mut self,
        inner: Inner,
        callees: &InnerCallees<'a>,
        receivers: &RoaringBitmap,
    ) {
        for &method in &callees.methods {
            if let Some(this) = self.this_of(method) {
                let (this, passed) = (self.node(this), self.passed(inner));
                let origin = self.inner_receivers(inner);
                self.graph.give(origin, this, receivers, &mut self.types);
                self.graph.give(origin, passed, receivers, &mut self.types);
            }
            self.call_method_inside(inner, method);
        }

        for model in &callees.models {
            self.nest(inner, model, receivers);
        }

        if let Some(unknown) = callees.unknown {
            self.call_unknown(inner, receivers, unknown);
        }
    }

    /// Where everything is that a call passes and gets.
    fn passed(&mut self, inner: Inner) -> NodeId {
        let node = if self.is_later(inner) {
            Node::Elsewhere
        } else {
            Node::Passed
        };
        self.node(node)
    }

    /// Returns whether a call that models make comes at any time after that of the sources, on any
    /// thread.
    pub(in crate::solver) fn is_later(&self, inner: Inner) -> bool {
        let Inner::Own(application, statement) = inner else {
            return false;
        };
        let applied = self.modelled.applied[application];
        let own = applied.model.statements.get(statement as usize);
        applied.later || matches!(own, Some(Statement::Call { later: true, .. }))
    }

    /// A model calls a method of the sources: during the call, or at any time after it.
    fn call_method_inside(&mut self, inner: Inner, method: MethodId) {
        let program = self.program;
        if !self.modelled.called_inside.insert((inner, method)) {
            return;
        }

        self.reach(method);
        self.from_outside.insert(method);
        let Some(body) = &program.methods[method].body else {
            return;
        };
        let first = self.dispatch.first_argument(method);
        let InnerValues { arguments, result } = self.inner_values(inner);

        for (argument, &parameter) in arguments
            .into_iter()
            .zip(body.parameters.iter().skip(first))
        {
            if let Some(argument) = argument
                && body.locals[parameter].ty.is_reference()
            {
                let (passed, parameter) = (
                    self.passed(inner),
                    self.node(Node::Local(method, parameter)),
                );
                self.graph.connect(argument, parameter, &mut self.types);
                self.graph.connect(argument, passed, &mut self.types);
            }
        }

        let passed = self.passed(inner);
        // The result of the call is that of the method, so the call tells new objects apart.
        if let Some(site) = self
            .site_with_result(inner)
            .filter(|_| self.factory(method).is_some())
        {
            self.return_to(site, method);
            let arriving = self.arriving(site);
            self.graph.connect(arriving, passed, &mut self.types);
        } else if let Some((application, to)) = result {
            let returned = self.returned_outside(method, self.modelled.applied[application].site);
            self.flow_to_term(application, returned, to);
            self.graph.connect(returned, passed, &mut self.types);
        }
    }

    /// The call of the sources whose result is that of a call that a model makes, and nothing else
    /// is done with it.
    fn site_with_result(&self, inner: Inner) -> Option<CallSiteId> {
        let Inner::Own(application, _) = inner else {
            return None;
        };
        let Applied {
            site,
            model,
            direct,
            ..
        } = self.modelled.applied[application];
        let hands_on = matches!(
            &model.statements[..],
            [Statement::Call {
                result: Some(Term {
                    base: Base::Result,
                    part: None
                }),
                later: false,
                ..
            }]
        );

        site.filter(|_| direct && hands_on)
    }

    pub(in crate::solver) fn inner_selector(&self, inner: Inner) -> Option<Selector> {
        match inner {
            Inner::Common(index) => self.modelled.asked.get_index(index as usize).cloned(),
            Inner::Own(application, statement) => {
                match self.modelled.applied[application]
                    .model
                    .statements
                    .get(statement as usize)
                {
                    Some(Statement::Call { selector, .. }) => Some(selector.clone()),
                    _ => None,
                }
            }
        }
    }

    /// The node where the receivers of the call arrive; for those who ask why.
    pub(in crate::solver) fn inner_receivers(&mut self, inner: Inner) -> Option<NodeId> {
        if !self.graph.is_recording() {
            return None;
        }
        match inner {
            Inner::Common(index) => Some(self.node(Node::Asked(index, 0))),
            Inner::Own(application, statement) => {
                let model = self.modelled.applied[application].model;
                match model.statements.get(statement as usize) {
                    Some(Statement::Call {
                        receiver, selector, ..
                    }) => {
                        let all = self.source(application, *receiver);
                        Some(self.receiver_as(all, selector, application, statement))
                    }
                    _ => None,
                }
            }
        }
    }

    fn inner_values(&mut self, inner: Inner) -> InnerValues {
        match inner {
            Inner::Common(index) => {
                let arity = self
                    .modelled
                    .asked
                    .get_index(index as usize)
                    .map_or(0, |selector| selector.arity);
                let positions = (1..).take(arity);
                let arguments = positions
                    .map(|position| Some(self.node(Node::Asked(index, position))))
                    .collect();
                InnerValues {
                    arguments,
                    result: None,
                }
            }
            Inner::Own(application, statement) => {
                let model = self.modelled.applied[application].model;
                let Some(Statement::Call {
                    arguments, result, ..
                }) = model.statements.get(statement as usize)
                else {
                    return InnerValues {
                        arguments: Vec::new(),
                        result: None,
                    };
                };
                let arguments = arguments
                    .iter()
                    .map(|term| term.map(|term| self.source(application, term)))
                    .collect();
                InnerValues {
                    arguments,
                    result: result.map(|to| (application, to)),
                }
            }
        }
    }

    /// A model calls a method of the library that has a model, too.
    fn nest(&mut self, inner: Inner, model: &'a Model, receivers: &RoaringBitmap) {
        let site = self.site_inside(inner, receivers);
        let direct = site.is_some() && self.site_with_result(inner).is_some();
        let applied = Applied {
            site,
            model,
            of: None,
            direct,
            later: self.is_later(inner),
        };

        if model.gives_its_own() {
            let each = self.for_each_of(applied, receivers);
            each.into_iter()
                .for_each(|(applied, objects)| self.nest_in(inner, applied, &objects));
        } else {
            self.nest_in(inner, applied, receivers);
        }
    }

    fn nest_in(&mut self, inner: Inner, applied: Applied<'a>, receivers: &RoaringBitmap) {
        let direct = applied.direct;
        let (nested, new) = self.application(applied);
        let origin = self.inner_receivers(inner);
        self.add_to_term(nested, Base::This, receivers, origin);

        if self.modelled.nested.insert((inner, nested)) {
            let InnerValues { arguments, result } = self.inner_values(inner);
            for (index, argument) in arguments.into_iter().enumerate() {
                let Some(argument) = argument else { continue };
                let term = self.node(Node::Term(nested, Base::Argument(index)));
                self.graph.connect(argument, term, &mut self.types);
            }
            if let Some((application, to)) = result {
                let given = self.node(Node::Term(nested, Base::Result));
                if direct {
                    // It tells new objects from others itself.
                    self.flow(
                        Node::Term(nested, Base::Result),
                        Node::Term(application, Base::Result),
                    )
                } else {
                    self.flow_to_term(application, given, to)
                }
            }
        }

        if new {
            self.state(nested);
        }
    }

    /// The call that tells apart what a model calls. What has escaped does the same for all of
    /// them, unless the call claims something of what it gets.
    fn site_inside(&self, inner: Inner, receivers: &RoaringBitmap) -> Option<CallSiteId> {
        let Inner::Own(application, _) = inner else {
            return None;
        };
        let claims = self
            .inner_selector(inner)
            .is_some_and(|selector| selector.of.is_some());
        let abbreviated = self.types.abbreviated_in(receivers).count() as u64;
        self.modelled.applied[application]
            .site
            .filter(|_| claims || abbreviated < receivers.len())
    }

    /// A model calls a method that nothing is known of but, maybe, what it gives.
    fn call_unknown(&mut self, inner: Inner, receivers: &RoaringBitmap, unknown: Unknown) {
        let (library, origin) = (self.node(Node::Library), self.inner_receivers(inner));
        self.graph.give(origin, library, receivers, &mut self.types);
        if !self.modelled.unknown_inner.insert((inner, unknown)) {
            return;
        }
        let InnerValues { arguments, result } = self.inner_values(inner);
        for argument in arguments.into_iter().flatten() {
            self.graph.connect(argument, library, &mut self.types);
        }
        let given = match unknown {
            Unknown::Anything => library,
            Unknown::Claimed => return,
        };
        if let Some((application, to)) = result {
            self.flow_to_term(application, given, to);
        }
    }

    pub(in crate::solver) fn known_inner_callees(
        &mut self,
        kind: Option<KindId>,
        made: Made,
        selector: &Selector,
    ) -> Rc<InnerCallees<'a>> {
        let key = (kind, made, selector.clone());
        if let Some(known) = self.modelled.inner_callees.get(&key) {
            return known.clone();
        }
        let found = Rc::new(self.inner_callees(kind, made, selector));
        self.modelled.inner_callees.insert(key, found.clone());
        found
    }

    fn inner_callees(
        &self,
        kind: Option<KindId>,
        made: Made,
        selector: &Selector,
    ) -> InnerCallees<'a> {
        let class = match (kind, made) {
            (Some(kind), _) => return self.on_kind(kind, made, selector),
            (None, Made::Of(ty)) => self.types.get(ty),
            (None, Made::ByLibrary | Made::Below(_) | Made::Functional(_) | Made::Escaped(_)) => {
                return self.on_unknown(selector, None);
            }
        };
        match class {
            Type::Class(class) if self.program.hierarchy.is_source(class) => {
                self.on_program_class(class, selector)
            }
            _ => self.on_unknown(selector, None),
        }
    }

    /// An object of a kind: of exactly one class, or made by a model, which says no more than a
    /// type above its class. What the kind says of methods that only classes below that type have
    /// counts, too; of others nothing is known.
    fn on_kind(&self, kind: KindId, made: Made, selector: &Selector) -> InnerCallees<'a> {
        if self.is_opaque(Some(kind)) {
            return InnerCallees {
                unknown: Some(Unknown::Anything),
                ..InnerCallees::default()
            };
        }
        match self.exact_class(made) {
            Some(class) => self.on_class_of_kind(kind, class, selector),
            None => {
                let mut found = self.on_class_of_kind(kind, &self.models.kind(kind).ty, selector);
                found.models.extend(self.models.methods_named(
                    kind,
                    &selector.name,
                    selector.arity,
                ));
                let is_known = !found.models.is_empty() || self.is_kind_of_arrays(kind);
                if !is_known {
                    found.include(self.anything(selector));
                }
                found
            }
        }
    }

    fn exact_class(&self, made: Made) -> Option<&Arc<str>> {
        match made {
            Made::Of(ty) => match self.types.get(ty) {
                Type::Class(class) => Some(class),
                _ => None,
            },
            Made::ByLibrary | Made::Below(_) | Made::Functional(_) | Made::Escaped(_) => None,
        }
    }

    /// Returns whether the objects of a kind are arrays: their classes have the methods of `Object`
    /// alone.
    fn is_kind_of_arrays(&self, kind: KindId) -> bool {
        self.models.kind(kind).ty.starts_with('[')
    }

    fn on_class_of_kind(&self, kind: KindId, class: &str, selector: &Selector) -> InnerCallees<'a> {
        let models = self.models;
        let mut is_modelled = true;
        let mut found = self.library_methods(class, selector, |_, descriptor| {
            let model = models.method(kind, &selector.name, descriptor);
            is_modelled &= model.is_some();
            model
        });
        let is_complete = self.program.hierarchy.supertypes(class).complete();
        if found.unknown.take().is_some() || !is_modelled || !is_complete {
            found.include(self.anything(selector));
        }
        found
    }

    /// An object of which no more is known than what the call says of it, that it is of the class
    /// `ty` or below it, and what is known of every object; the methods of classes that are open to
    /// the library run at any time anyway.
    pub(in crate::solver) fn on_unknown(
        &self,
        selector: &Selector,
        ty: Option<&str>,
    ) -> InnerCallees<'a> {
        let mut found = self.claimed(selector);
        if found.models.is_empty() {
            return self.anything(selector);
        }
        let of = selector.of.iter();
        let hierarchy = &self.program.hierarchy;
        let fits = |open: &&Arc<str>| ty.is_none_or(|ty| hierarchy.is_subclass(open, ty).may());
        let open = of.flat_map(|of| self.types.open().below(of));
        for open in open.filter(fits) {
            found.include(self.on_program_class(open, selector));
        }
        found
    }

    /// Returns the claims about all objects of the library that are of the type which the call
    /// says.
    pub(in crate::solver) fn claimed(&self, selector: &Selector) -> InnerCallees<'a> {
        let models = self.models;
        let of = selector.of.as_deref().unwrap_or("java/lang/Object");
        let mut found = self.library_methods(of, selector, |above, descriptor| {
            models.unknown_receiver(above, &selector.name, descriptor)
        });
        found.include_unknown(!self.program.hierarchy.supertypes(of).complete());
        found
    }

    pub(in crate::solver) fn on_functional(
        &self,
        object: ObjectId,
        selector: &Selector,
    ) -> InnerCallees<'a> {
        let site = self.objects[object]
            .allocation()
            .map(|site| &self.program.allocations[site].kind);
        let Some(ir::AllocationKind::Functional {
            interface,
            markers,
            name: own,
            body,
            descriptor,
            ..
        }) = site
        else {
            return InnerCallees {
                unknown: Some(Unknown::Anything),
                ..InnerCallees::default()
            };
        };

        if *own == selector.name && crate::dispatch::arity(descriptor) == selector.arity {
            return InnerCallees {
                methods: vec![*body],
                ..InnerCallees::default()
            };
        }

        // Not the function: then a default method of one of its interfaces is meant.
        let mut found = self.on_program_class(interface, selector);
        for marker in markers {
            found.include(self.on_program_class(marker, selector));
        }

        found
    }

    /// The methods of a class of this name and number of parameters that override a library's,
    /// inherited ones included.
    fn on_program_class(&self, class: &Arc<str>, selector: &Selector) -> InnerCallees<'a> {
        let program = self.program;
        let is_meant = |method: MethodId| {
            let declared = &program.methods[method];
            declared.name == selector.name
                && crate::dispatch::arity(&declared.descriptor) == selector.arity
        };
        let methods = self
            .dispatch
            .callbacks(class)
            .iter()
            .copied()
            .filter(|&method| is_meant(method))
            .collect();

        let models = self.models;
        let inherited = self.library_methods(class, selector, |declaring, descriptor| {
            models.inherited(declaring, &selector.name, descriptor)
        });
        let mut found = InnerCallees {
            methods,
            ..inherited
        };
        if !program.hierarchy.supertypes(class).complete() {
            // A class that is missing may have the method: it is one of an unknown object.
            found.include(self.anything(selector));
        }
        found
    }

    /// Code of which no more is known than what is claimed of the type that the call says.
    fn anything(&self, selector: &Selector) -> InnerCallees<'a> {
        let claimed = selector.of.as_ref().map(|_| self.claimed(selector).models);
        let claimed = claimed.filter(|models| {
            let mut each = models.iter();
            !models.is_empty() && each.all(|model| self.gives_nothing_but_single_use(model))
        });
        InnerCallees {
            methods: Vec::new(),
            unknown: Some(match claimed {
                Some(_) => Unknown::Claimed,
                None => Unknown::Anything,
            }),
            models: claimed.unwrap_or_default(),
        }
    }

    /// The methods of this name and number of parameters that classes without sources above `class`
    /// implement, as far as they are there.
    fn library_methods(
        &self,
        class: &str,
        selector: &Selector,
        mut model: impl FnMut(&str, &str) -> Option<&'a Model>,
    ) -> InnerCallees<'a> {
        let hierarchy = &self.program.hierarchy;
        let supertypes = hierarchy.supertypes(class);
        let mut found = InnerCallees::default();

        for above in supertypes
            .names()
            .iter()
            .filter(|above| !hierarchy.is_source(above))
        {
            let Some(info) = hierarchy.class(above) else {
                continue;
            };
            for method in info.methods_named(&selector.name) {
                if method.access.is_static()
                    || crate::dispatch::arity(&method.descriptor) != selector.arity
                {
                    continue;
                }
                match model(above, &method.descriptor) {
                    Some(model) => found.models.push(model),
                    // An abstract method has no code that could do anything.
                    None => found.include_unknown(!method.access.is_abstract()),
                }
            }
        }

        found
    }
}
