//! The solution meets the constraints that the statements of the program state. They are read here
//! once more, and held against the sets as others see them: without the solver's graph, its order
//! and what it abbreviates.
//!
//! What models say is not looked at, only that calls run what they select; without models the
//! library's part is, too.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ir::{
    AllocationId, AllocationKind, Body, CallKind, CallSiteId, FieldId, FieldRef, LocalId, MethodId,
    MethodRef, Program, StatementKind, Terminator,
};
use java_types::descriptor::Type;
use points_to::models::Models;
use points_to::{Callee, Dispatch, Node, Object, ObjectId, PointsTo, Roots, explore};
use roaring::RoaringBitmap;

use crate::fixture::{Fixture, start};

/// Returns the constraints that the solutions with and without models do not meet.
pub fn failures(fixture: &Fixture) -> Vec<String> {
    [Models::jdk(), Models::none()]
        .iter()
        .flat_map(|models| with_models(fixture, models))
        .collect()
}

fn with_models(fixture: &Fixture, models: &Models) -> Vec<String> {
    let program = fixture.program();
    let dispatch = Dispatch::new(&program);
    let log = fixture.log();
    let start = start(&program, log.as_ref(), &fixture.entry_points(&program));
    let (points_to, hidden) = explore(&program, &dispatch, &start, models);
    let roots = hidden.reached.roots(&start.entries);
    let unmet = unmet(&program, &dispatch, &points_to, &roots);
    unmet
        .into_iter()
        .map(|unmet| format!("{}: {unmet}", fixture.name))
        .collect()
}

/// The constraints that the solution does not meet.
pub fn unmet(
    program: &Program,
    dispatch: &Dispatch<'_>,
    points_to: &PointsTo,
    roots: &Roots,
) -> Vec<String> {
    let mut check = Check {
        program,
        dispatch,
        points_to,
        roots,
        shared: shared(program, roots),
        unmet: Vec::new(),
    };
    check.roots();
    check.escaped();
    for &method in &points_to.reachable {
        check.method(method);
    }
    check.unmet
}

fn shared(program: &Program, roots: &Roots) -> BTreeSet<FieldId> {
    let opened = roots
        .opened
        .iter()
        .flat_map(|&class| &program.classes[class].fields);
    opened
        .chain(&roots.fields)
        .copied()
        .filter(|&field| program.fields[field].ty.is_reference())
        .collect()
}

struct Check<'a> {
    program: &'a Program,
    dispatch: &'a Dispatch<'a>,
    points_to: &'a PointsTo,
    roots: &'a Roots,
    /// Fields that have one node, whatever the object.
    shared: BTreeSet<FieldId>,
    unmet: Vec<String>,
}

impl<'a> Check<'a> {
    fn require(&mut self, is_met: bool, what: impl FnOnce() -> String) {
        if !is_met {
            self.unmet.push(what());
        }
    }

    /// Everything in `source` that fits is in `target`. Locals of primitive types hold nothing, and
    /// nothing fits them.
    fn flow(&mut self, source: Node, target: Node) {
        let objects = self.objects(source);
        let alike = self.declared(source) == self.declared(target);
        self.arrive(&objects, target, alike, &|| {
            format!("{source:?} -> {target:?}")
        });
    }

    fn arrive(
        &mut self,
        objects: &RoaringBitmap,
        target: Node,
        all_fit: bool,
        what: &dyn Fn() -> String,
    ) {
        let missing = objects - &*self.points_to.objects(target);
        for object in missing.iter().map(ObjectId::from_raw) {
            let fits = all_fit || self.declared(target).is_none_or(|ty| self.fits(object, ty));
            self.require(!fits, || {
                format!(
                    "{}: lacks {object}, {:?}",
                    what(),
                    self.points_to.object(object)
                )
            });
        }
    }

    /// Returns the objects of a node. The library's object is among them only if it does not merely
    /// stand for others.
    fn objects(&self, node: Node) -> RoaringBitmap {
        let mut objects = self.points_to.objects(node).into_owned();
        if objects
            .iter()
            .any(|object| !self.points_to.is_identified(ObjectId::from_raw(object)))
        {
            objects.remove(ObjectId::LIBRARY.raw());
        }
        objects
    }

    fn declared(&self, node: Node) -> Option<&'a Type> {
        let ty = match node {
            Node::Local(method, local) => {
                &self.program.methods[method].body.as_ref()?.locals[local].ty
            }
            Node::Field(_, field) | Node::Static(field) => &self.program.fields[field].ty,
            Node::Elements(array) => {
                match &self.program.allocations[self.points_to.object(array).allocation()?].ty {
                    Type::Array(element) => element,
                    _ => return None,
                }
            }
            _ => return None,
        };
        (*ty != Type::object()).then_some(ty)
    }

    /// Returns whether a variable of the type may hold the object. Of what models make the type is
    /// not known here.
    fn fits(&self, object: ObjectId, ty: &Type) -> bool {
        let hierarchy = &self.program.hierarchy;
        match (self.points_to.object(object), ty) {
            (Object::Allocated(site), _) => {
                let site = &self.program.allocations[site];
                match (interfaces(&site.kind), ty) {
                    (Some(mut all), Type::Class(name)) => {
                        all.any(|own| hierarchy.is_subclass(own, name).may())
                    }
                    (Some(_), _) => false,
                    (None, _) => hierarchy.is_subtype(&site.ty, ty).may(),
                }
            }
            (Object::Constructed(class), _) => hierarchy
                .is_subtype(&Type::Class(self.program.classes[class].name.clone()), ty)
                .may(),
            (Object::Library, Type::Class(name)) => {
                !hierarchy.is_source(name) || self.made_below(name).next().is_some()
            }
            (Object::Library, Type::Array(_)) => true,
            _ => false,
        }
    }

    /// The classes of the sources below one that the library makes objects of.
    fn made_below(&self, name: &str) -> impl Iterator<Item = &'a Arc<str>> {
        let program = self.program;
        let made = self
            .roots
            .opened
            .union(&self.roots.made)
            .map(|&class| &program.classes[class].name);
        made.filter(move |class| program.hierarchy.is_subclass(class, name).may())
    }

    fn body(&self, method: MethodId) -> Option<&'a Body> {
        self.program.methods[method].body.as_ref()
    }

    fn parameters(
        &self,
        method: MethodId,
        first: usize,
    ) -> impl Iterator<Item = LocalId> + use<'a> {
        let parameters: &[LocalId] = self.body(method).map_or(&[], |body| &body.parameters);
        parameters.iter().skip(first).copied()
    }

    fn this(&self, method: MethodId) -> Option<Node> {
        let first = self
            .parameters(method, 0)
            .next()
            .filter(|_| self.dispatch.has_receiver(method))?;
        Some(Node::Local(method, first))
    }
}

/// The constraints of the roots and of the library.
impl Check<'_> {
    fn roots(&mut self) {
        for &class in &self.roots.constructed {
            let name = &self.program.classes[class].name;
            let is_this = |&object: &u32| {
                self.points_to.object(ObjectId::from_raw(object)) == Object::Constructed(class)
            };
            let made = self.objects(Node::Library).iter().filter(is_this).count();
            self.require(made == 1, || {
                format!("the library has {made} objects of {name}")
            });
        }
        let from_outside = if self.points_to.is_modelled {
            &self.roots.anytime
        } else {
            &Vec::new()
        };
        let anytime = self
            .points_to
            .anytime
            .iter()
            .filter(|_| !self.points_to.is_modelled);
        for &method in self.roots.entries.iter().chain(from_outside).chain(anytime) {
            self.require(self.points_to.reachable.contains(&method), || {
                format!("{method} runs")
            });
            for parameter in self.parameters(method, self.dispatch.first_argument(method)) {
                self.flow(Node::Library, Node::Local(method, parameter));
            }
            if !self.roots.entries.contains(&method) {
                self.returned(method, Node::Library);
            }
        }
        for field in self.shared.clone() {
            self.flow(Node::Library, Node::Static(field));
            self.flow(Node::Static(field), Node::Library);
        }
    }

    /// Checks the calls and changes of escaped objects.
    fn escaped(&mut self) {
        for object in self.objects(Node::Library).iter().map(ObjectId::from_raw) {
            if let Object::Constructed(class) = self.points_to.object(object) {
                self.call_back(object, &self.program.classes[class].name);
            }
            let Some(site) = self.points_to.object(object).allocation() else {
                continue;
            };
            let site = &self.program.allocations[site];
            match (&site.kind, &site.ty) {
                (AllocationKind::Functional { body, .. }, _) => {
                    self.require(self.points_to.anytime.contains(body), || {
                        format!("{object} escaped, {body} runs")
                    });
                    interfaces(&site.kind)
                        .into_iter()
                        .flatten()
                        .for_each(|above| self.call_back(object, above));
                }
                (AllocationKind::Array, Type::Array(element)) if element.is_reference() => {
                    self.flow(Node::Library, Node::Elements(object));
                    self.flow(Node::Elements(object), Node::Library);
                }
                (AllocationKind::Instance, Type::Class(class)) => self.call_back(object, class),
                _ => {}
            }
        }
    }

    fn call_back(&mut self, object: ObjectId, class: &Arc<str>) {
        for &method in self.dispatch.callbacks(class).iter() {
            let runs = self.points_to.anytime.contains(&method)
                && self.points_to.reachable.contains(&method);
            self.require(runs, || format!("{object} escaped, {method} runs"));
            self.arrive_in_this(object, method);
        }
    }

    fn arrive_in_this(&mut self, object: ObjectId, method: MethodId) {
        if let Some(this) = self.this(method) {
            let object = RoaringBitmap::from_iter([object.raw()]);
            self.arrive(&object, this, false, &|| format!("receiver of {method}"));
        }
    }
}

/// The constraints of statements.
impl Check<'_> {
    fn method(&mut self, method: MethodId) {
        let Some(body) = self.body(method) else {
            return;
        };
        for block in &body.blocks {
            block
                .statements
                .iter()
                .for_each(|statement| self.statement(method, &statement.kind));
            for handler in &block.handlers {
                self.flow(Node::Library, Node::Local(method, handler.exception));
            }
            match block.terminator {
                Terminator::Return(Some(value)) => {
                    self.flow(Node::Local(method, value), Node::Return(method));
                }
                Terminator::Throw(value) => self.flow(Node::Local(method, value), Node::Library),
                _ => {}
            }
        }
    }

    fn statement(&mut self, method: MethodId, statement: &StatementKind) {
        let node = |local: LocalId| Node::Local(method, local);
        match *statement {
            StatementKind::Assign { target, source }
            | StatementKind::Cast { target, source, .. } => {
                self.flow(node(source), node(target));
            }
            StatementKind::Load {
                target,
                object,
                ref field,
            } => {
                let places = self.places(object.map(node), field);
                places
                    .into_iter()
                    .for_each(|place| self.flow(place, node(target)));
            }
            StatementKind::Store {
                object,
                ref field,
                source,
            } => {
                let places = self.places(object.map(node), field);
                places
                    .into_iter()
                    .for_each(|place| self.flow(node(source), place));
            }
            StatementKind::ArrayLoad { target, array, .. } => {
                self.elements(node(array))
                    .into_iter()
                    .for_each(|place| self.flow(place, node(target)));
            }
            StatementKind::ArrayStore { array, source, .. } => {
                self.elements(node(array))
                    .into_iter()
                    .for_each(|place| self.flow(node(source), place));
            }
            StatementKind::Allocate { target, site } => self.allocation(method, target, site),
            StatementKind::Call(site) => self.call(site),
            _ => {}
        }
    }

    fn places(&self, object: Option<Node>, field: &FieldRef) -> Vec<Node> {
        let Some(id) = field.field else {
            return vec![Node::Library];
        };
        let Some(object) = object else {
            return vec![Node::Static(id)];
        };
        let place = |object| match self.points_to.object(object) {
            Object::Library => Node::Library,
            _ if self.shared.contains(&id) => Node::Static(id),
            _ => Node::Field(object, id),
        };
        self.holders(object).map(place).collect()
    }

    /// Of arrays that the program makes; without models the library has what others hold.
    fn elements(&self, array: Node) -> Vec<Node> {
        let is_array = |object| {
            let site = self.points_to.object(object).allocation();
            site.is_some_and(|site| {
                matches!(self.program.allocations[site].kind, AllocationKind::Array)
            })
        };
        let place = |object| {
            if is_array(object) {
                Some(Node::Elements(object))
            } else {
                (object == ObjectId::LIBRARY).then_some(Node::Library)
            }
        };
        self.objects(array)
            .iter()
            .map(ObjectId::from_raw)
            .filter_map(place)
            .collect()
    }

    fn allocation(&mut self, method: MethodId, target: LocalId, site: AllocationId) {
        let made = RoaringBitmap::from_iter([ObjectId::of(site).raw()]);
        self.arrive(&made, Node::Local(method, target), true, &|| {
            format!("{site} in {method}")
        });
        if let AllocationKind::Functional { body, captures, .. } =
            &self.program.allocations[site].kind
        {
            self.pass(method, captures, *body, 0);
        }
    }

    fn pass(&mut self, caller: MethodId, values: &[LocalId], method: MethodId, first: usize) {
        for (&value, parameter) in values.iter().zip(self.parameters(method, first)) {
            self.flow(Node::Local(caller, value), Node::Local(method, parameter));
        }
    }
}

/// The constraints of calls.
impl Check<'_> {
    fn call(&mut self, site: CallSiteId) {
        let call = &self.program.calls[site];
        for callee in call.target.named() {
            let direct = self.dispatch.resolve(callee);
            let is_private = matches!(direct, Callee::Method(m) if java_types::Access(self.program.methods[m].access).is_private());
            match (call.kind, call.receiver) {
                (CallKind::Virtual | CallKind::Interface, Some(receiver)) if !is_private => {
                    self.select(site, callee, Node::Local(call.method, receiver));
                }
                (_, receiver) => {
                    self.link(site, direct, is_inert(callee));
                    let this = match direct {
                        Callee::Method(method) => self.this(method),
                        Callee::Library => (!self.points_to.is_modelled && !is_inert(callee))
                            .then_some(Node::Library),
                    };
                    if let (Some(receiver), Some(this)) = (receiver, this) {
                        self.flow(Node::Local(call.method, receiver), this);
                    }
                }
            }
        }
    }

    fn select(&mut self, site: CallSiteId, callee: &MethodRef, receiver: Node) {
        let mut linked: BTreeMap<Callee, Vec<ObjectId>> = BTreeMap::new();
        for object in self.objects(receiver).iter().map(ObjectId::from_raw) {
            for target in self.selected(object, callee) {
                linked.entry(target).or_default().push(object);
            }
        }
        for (target, receivers) in linked {
            self.link(site, target, false);
            match target {
                Callee::Method(method) => receivers
                    .iter()
                    .for_each(|&object| self.arrive_in_this(object, method)),
                Callee::Library if self.points_to.is_modelled => {}
                Callee::Library => {
                    let receivers = receivers.into_iter().map(ObjectId::raw).collect();
                    self.arrive(&receivers, Node::Library, true, &|| {
                        format!("receivers of {site}")
                    });
                }
            }
        }
    }

    fn selected(&self, object: ObjectId, callee: &MethodRef) -> Vec<Callee> {
        let select = |class: &Arc<str>| self.dispatch.select(class, callee);
        let site = match self.points_to.object(object) {
            Object::Allocated(site) => &self.program.allocations[site],
            Object::Constructed(class) => return select(&self.program.classes[class].name),
            Object::Library => {
                return self
                    .made_below(&callee.owner)
                    .flat_map(select)
                    .chain([Callee::Library])
                    .collect();
            }
            _ => return vec![Callee::Library],
        };
        match (&site.kind, &site.ty) {
            (AllocationKind::Functional { name, body, .. }, _) => {
                let own: Vec<&Arc<str>> = interfaces(&site.kind).into_iter().flatten().collect();
                if *name == callee.name
                    && !own
                        .iter()
                        .any(|interface| self.has_default(interface, callee))
                {
                    vec![Callee::Method(*body)]
                } else {
                    own.into_iter().flat_map(select).collect()
                }
            }
            (AllocationKind::Instance, Type::Class(class)) => select(class),
            _ => vec![Callee::Library],
        }
    }

    fn has_default(&self, interface: &str, callee: &MethodRef) -> bool {
        let resolved = self
            .program
            .hierarchy
            .resolve_method(interface, &callee.name, &callee.descriptor)
            .found();
        resolved.is_some_and(|method| !method.info().access.is_abstract())
    }

    /// The call runs this, and values go to and fro.
    fn link(&mut self, site: CallSiteId, callee: Callee, is_inert: bool) {
        let call = &self.program.calls[site];
        let runs = self
            .points_to
            .targets_of(site)
            .is_some_and(|targets| targets.contains(&callee));
        self.require(runs, || {
            format!("{site} of {} runs {callee:?}", call.target)
        });
        match callee {
            Callee::Method(method) => {
                self.require(self.points_to.reachable.contains(&method), || {
                    format!("{method} runs")
                });
                self.pass(
                    call.method,
                    &call.arguments,
                    method,
                    self.dispatch.first_argument(method),
                );
                if let Some(result) = call.result {
                    self.returned(method, Node::Local(call.method, result));
                }
            }
            Callee::Library if self.points_to.is_modelled || is_inert => {}
            Callee::Library => {
                for &argument in &call.arguments {
                    self.flow(Node::Local(call.method, argument), Node::Library);
                }
                if let Some(result) = call.result {
                    self.flow(Node::Library, Node::Local(call.method, result));
                }
            }
        }
    }

    /// Checks that the result of a method arrives: of the objects that it makes for different
    /// callers, those of this one.
    fn returned(&mut self, method: MethodId, target: Node) {
        let arrived: BTreeSet<ObjectId> = self.holders(target).collect();
        let own = |points_to: &PointsTo, object: u32| {
            arrived.contains(&points_to.holder(ObjectId::from_raw(object)))
        };
        let all = self.objects(Node::Return(method));
        let objects = all
            .iter()
            .filter(|&object| !own(self.points_to, object))
            .collect();
        let alike = self.declared(Node::Return(method)) == self.declared(target);
        self.arrive(&objects, target, alike, &|| {
            format!("{method} -> {target:?}")
        });
    }

    /// Returns the holders of the objects of a node, which keep their contents.
    fn holders(&self, node: Node) -> impl Iterator<Item = ObjectId> {
        self.objects(node)
            .into_iter()
            .map(|object| self.points_to.holder(ObjectId::from_raw(object)))
    }
}

/// The interfaces of a functional object.
fn interfaces(kind: &AllocationKind) -> Option<impl Iterator<Item = &Arc<str>>> {
    match kind {
        AllocationKind::Functional {
            interface, markers, ..
        } => Some(std::iter::once(interface).chain(markers)),
        AllocationKind::Instance | AllocationKind::Array => None,
    }
}

/// Constructors that do nothing with their object.
fn is_inert(callee: &MethodRef) -> bool {
    &*callee.name == "<init>"
        && matches!(
            &*callee.owner,
            "java/lang/Object" | "java/lang/Enum" | "java/lang/Record"
        )
}
