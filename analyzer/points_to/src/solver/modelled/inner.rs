//! Calls that models make: on objects of the sources, of the library, and on what nothing is known
//! of.

use indexmap::IndexMap;
use ir::{CallSiteId, MethodId};
use roaring::RoaringBitmap;
use rustc_hash::FxBuildHasher;

use super::{Applied, Inner, InnerCallees, Solver};
use crate::models::{Base, KindId, Model, Selector, Statement, Term};
use crate::node::{Application, Node, NodeId, ObjectId};
use crate::types::Made;

/// The values of a call that models make.
struct InnerValues {
    arguments: Vec<Option<NodeId>>,
    result: Option<(Application, Term)>,
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

        if callees.unknown {
            self.call_unknown(inner, receivers);
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
        let InnerValues {
            mut arguments,
            result,
        } = self.inner_values(inner);
        if self
            .inner_selector(inner)
            .is_some_and(|selector| selector.is_any())
        {
            let each = arguments.first().copied().flatten();
            arguments = vec![each; body.parameters.len().saturating_sub(first)];
        }

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

    /// A model calls a method that nothing is known of.
    fn call_unknown(&mut self, inner: Inner, receivers: &RoaringBitmap) {
        let (library, origin) = (self.node(Node::Library), self.inner_receivers(inner));
        self.graph.give(origin, library, receivers, &mut self.types);
        if !self.modelled.unknown_inner.insert(inner) {
            return;
        }
        let InnerValues { arguments, result } = self.inner_values(inner);
        for argument in arguments.into_iter().flatten() {
            self.graph.connect(argument, library, &mut self.types);
        }
        if let Some((application, to)) = result {
            self.flow_to_term(application, library, to);
        }
    }
}
