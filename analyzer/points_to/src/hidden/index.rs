//! The definitions and uses of values: per method on demand, per field and callee for the whole
//! program.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use ir::{
    AllocationKind, CallKind, CallSite, FieldId, LocalId, MethodId, MethodKind, MethodRef, Program,
    StatementKind, Target, Terminator,
};
use java_types::Access;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::classes::{self, Classes, above, below};
use crate::dispatch::{Dispatch, arity, superclasses};
use crate::node::Variable;

/// A place where a local is read.
#[derive(Debug, Clone, Copy)]
pub(super) enum Use<'a> {
    /// By a statement.
    Statement(&'a StatementKind),
    /// It is returned.
    Return,
    /// It is thrown.
    Throw,
}

/// Definitions and uses of the locals of one method.
#[derive(Debug, Default)]
pub(super) struct Locals<'a> {
    definitions: FxHashMap<LocalId, Vec<&'a StatementKind>>,
    uses: FxHashMap<LocalId, Vec<Use<'a>>>,
    /// The returned locals.
    pub returned: Vec<LocalId>,
}

impl<'a> Locals<'a> {
    /// The statements that assign the local.
    pub fn definitions(&self, local: LocalId) -> &[&'a StatementKind] {
        self.definitions.get(&local).map_or(&[], Vec::as_slice)
    }

    /// Returns where the local is read.
    pub fn uses(&self, local: LocalId) -> &[Use<'a>] {
        self.uses.get(&local).map_or(&[], Vec::as_slice)
    }
}

type NameAndArity = (Arc<str>, usize);

/// The whole program by name.
pub(super) struct Index<'a> {
    pub program: &'a Program,
    pub dispatch: &'a Dispatch<'a>,
    /// Methods that a virtual call of this name and number of arguments may run, functional bodies
    /// included.
    bodies: FxHashMap<NameAndArity, Vec<MethodId>>,
    /// The bodies of functional objects.
    functional: FxHashSet<MethodId>,
    stores: FxHashMap<FieldId, Vec<Variable>>,
    loads: FxHashMap<FieldId, Vec<Variable>>,
    locals: RefCell<FxHashMap<MethodId, Rc<Locals<'a>>>>,
    relatives: RefCell<FxHashMap<Classes, Rc<[Classes]>>>,
    unresolved: BTreeSet<Arc<str>>,
    /// Methods without bodies that are code outside the sources.
    native: BTreeSet<NameAndArity>,
}

impl<'a> Index<'a> {
    /// Reads the program once.
    pub fn new(program: &'a Program, dispatch: &'a Dispatch<'a>) -> Self {
        let mut index = Index {
            program,
            dispatch,
            bodies: FxHashMap::default(),
            functional: FxHashSet::default(),
            stores: FxHashMap::default(),
            loads: FxHashMap::default(),
            locals: RefCell::default(),
            relatives: RefCell::default(),
            unresolved: BTreeSet::new(),
            native: BTreeSet::new(),
        };
        index.add_bodies();
        index.add_native();
        index.add_unresolved();
        index.add_fields();

        index
    }

    /// Returns what the reflection library gives out around classes ([`classes::relatives`]); found
    /// once for each set.
    pub fn relatives(&self, classes: &Classes) -> Rc<[Classes]> {
        if let Some(known) = self.relatives.borrow().get(classes) {
            return known.clone();
        }
        let found: Rc<[Classes]> = classes::relatives(self.program, self.dispatch, classes).into();
        self.relatives
            .borrow_mut()
            .insert(classes.clone(), found.clone());
        found
    }

    fn add_bodies(&mut self) {
        for (id, method) in self
            .program
            .methods
            .iter_enumerated()
            .filter(|(_, method)| method.body.is_some())
        {
            if !is_functional(method.kind) {
                self.bodies
                    .entry((method.name.clone(), arity(&method.descriptor)))
                    .or_default()
                    .push(id);
            }
        }

        for site in &self.program.allocations {
            if let AllocationKind::Functional {
                name,
                descriptor,
                body,
                ..
            } = &site.kind
            {
                let key = (name.clone(), arity(descriptor));
                self.bodies.entry(key).or_default().push(*body);
                self.functional.insert(*body);
            }
        }
    }

    fn add_native(&mut self) {
        let native = self
            .program
            .methods
            .iter()
            .filter(|method| Access(method.access).has(Access::NATIVE));
        self.native
            .extend(native.map(|method| (method.name.clone(), arity(&method.descriptor))));
    }

    fn add_unresolved(&mut self) {
        for call in &self.program.calls {
            if let Target::Unresolved { name, .. } = &call.target {
                self.unresolved.insert(name.clone());
            }
        }
    }

    fn add_fields(&mut self) {
        for (method, statement) in statements(self.program) {
            match statement {
                StatementKind::Store { field, source, .. } => {
                    if let Some(field) = field.field {
                        self.stores
                            .entry(field)
                            .or_default()
                            .push(Variable::new(method, *source));
                    }
                }
                StatementKind::Load { field, target, .. } => {
                    if let Some(field) = field.field {
                        self.loads
                            .entry(field)
                            .or_default()
                            .push(Variable::new(method, *target));
                    }
                }
                _ => {}
            }
        }
    }

    /// The bodies that a virtual call of this name and number of arguments may run, in order of
    /// ids.
    pub fn named(&self, name: &str, arity: usize) -> Vec<MethodId> {
        self.bodies
            .get(&(Arc::from(name), arity))
            .cloned()
            .unwrap_or_default()
    }

    /// Returns what is stored in a field.
    pub fn stores(&self, field: FieldId) -> &[Variable] {
        self.stores.get(&field).map_or(&[], Vec::as_slice)
    }

    /// Returns where a field is read to.
    pub fn loads(&self, field: FieldId) -> &[Variable] {
        self.loads.get(&field).map_or(&[], Vec::as_slice)
    }

    /// Definitions and uses of the locals of a method.
    pub fn locals(&self, method: MethodId) -> Rc<Locals<'a>> {
        let known = self.locals.borrow().get(&method).cloned();
        known.unwrap_or_else(|| {
            let made = Rc::new(self.read_locals(method));
            self.locals.borrow_mut().insert(method, made.clone());
            made
        })
    }

    fn read_locals(&self, method: MethodId) -> Locals<'a> {
        let mut locals = Locals::default();
        for block in self.program.methods[method]
            .body
            .iter()
            .flat_map(|body| &body.blocks)
        {
            for statement in block.statements.iter().map(|statement| &statement.kind) {
                if let Some(target) = self.program.target(statement) {
                    locals
                        .definitions
                        .entry(target)
                        .or_default()
                        .push(statement);
                }
                for local in self
                    .program
                    .operands(statement)
                    .into_iter()
                    .collect::<BTreeSet<LocalId>>()
                {
                    locals
                        .uses
                        .entry(local)
                        .or_default()
                        .push(Use::Statement(statement));
                }
            }
            match block.terminator {
                Terminator::Return(Some(local)) => {
                    locals.uses.entry(local).or_default().push(Use::Return);
                    locals.returned.push(local);
                }
                Terminator::Throw(local) => locals.uses.entry(local).or_default().push(Use::Throw),
                _ => {}
            }
        }

        locals
    }

    /// Returns whether a call that is not resolved may run it.
    pub fn is_called_by_name(&self, method: MethodId) -> bool {
        self.unresolved.contains(&self.program.methods[method].name)
    }

    /// Returns whether it is the body of a lambda expression or method reference.
    pub fn is_functional(&self, method: MethodId) -> bool {
        self.functional.contains(&method)
    }

    /// The classes without sources in which a call may find its callee, nearest first; those above
    /// its owner if it may be a native method; none if it finds one of the sources only.
    pub fn library_owners(&self, callee: &MethodRef) -> Vec<Arc<str>> {
        if let Some(class) = self.dispatch.class(&callee.owner)
            && self.is_declared(class, callee)
            && !self
                .native
                .contains(&(callee.name.clone(), arity(&callee.descriptor)))
            && !self.is_inherited_below(callee)
        {
            return Vec::new();
        }
        let supertypes = self.program.hierarchy.supertypes(&callee.owner);
        supertypes
            .names()
            .iter()
            .filter(|name| self.dispatch.class(name).is_none())
            .cloned()
            .collect()
    }

    /// The classes without sources whose rules answer for a call: the one that it names, and those
    /// above it that declare the method too, unless it is a constructor or static; nearest first.
    pub fn declaring(&self, call: &CallSite, callee: &MethodRef) -> Vec<Arc<str>> {
        let declares = |owner: &Arc<str>| {
            let (is_constructor, is_static) =
                (&*callee.name == "<init>", call.kind == CallKind::Static);
            let info = self
                .program
                .hierarchy
                .class(owner)
                .filter(|_| !is_constructor);
            let arity = arity(&callee.descriptor);
            info.is_some_and(|info| {
                let mut named = info
                    .methods
                    .iter()
                    .filter(|method| method.name == callee.name);
                named.any(|m| {
                    m.access.is_static() == is_static
                        && crate::dispatch::arity(&m.descriptor) == arity
                })
            })
        };

        let mut owners = self.library_owners(callee);
        owners.retain(|owner| *owner == callee.owner || declares(owner));
        owners
    }

    fn is_declared(&self, class: ir::ClassId, callee: &MethodRef) -> bool {
        above(self.program, self.dispatch, class)
            .iter()
            .any(|&above| {
                let named = self.dispatch.declared(above, &callee.name).iter();
                named.clone().any(|&m| {
                    arity(&self.program.methods[m].descriptor) == arity(&callee.descriptor)
                })
            })
    }

    /// Returns whether a class below an interface may have its implementation from a superclass
    /// without sources.
    fn is_inherited_below(&self, callee: &MethodRef) -> bool {
        let hierarchy = &self.program.hierarchy;
        hierarchy.is_interface(&callee.owner).may()
            && below(self.program, self.dispatch, &callee.owner).any(|class| {
                superclasses(hierarchy, &self.program.classes[class].name)
                    .iter()
                    .any(|name| {
                        let implements = |info: Arc<java_types::class_info::ClassInfo>| {
                            !info.source
                                && info.methods.iter().any(|method| method.name == callee.name)
                        };
                        hierarchy.class(name).is_none_or(implements)
                    })
            })
    }

    /// The parameter that an argument of a call arrives in; the receiver's for `None`.
    pub fn parameter(&self, method: MethodId, argument: Option<usize>) -> Option<LocalId> {
        let parameters = &self.program.methods[method].body.as_ref()?.parameters;
        match argument {
            Some(position) => parameters
                .get(self.dispatch.first_argument(method) + position)
                .copied(),
            None if Access(self.program.methods[method].access).is_static() => None,
            None => parameters.first().copied(),
        }
    }

    /// The declared class of a local.
    pub fn class_of(&self, variable: Variable) -> Arc<str> {
        let Variable { method, local } = variable;
        let ty = self.program.methods[method]
            .body
            .as_ref()
            .map(|body| &body.locals[local].ty);
        ty.and_then(|ty| ty.class_name())
            .cloned()
            .unwrap_or_else(|| Arc::from("java/lang/Object"))
    }
}

/// All statements, with their methods, in order.
pub(super) fn statements(program: &Program) -> impl Iterator<Item = (MethodId, &StatementKind)> {
    program.methods.iter_enumerated().flat_map(|(id, method)| {
        let blocks = method.body.iter().flat_map(|body| &body.blocks);
        blocks.flat_map(move |block| {
            block
                .statements
                .iter()
                .map(move |statement| (id, &statement.kind))
        })
    })
}

fn is_functional(kind: MethodKind) -> bool {
    matches!(kind, MethodKind::Lambda | MethodKind::MethodReference)
}
