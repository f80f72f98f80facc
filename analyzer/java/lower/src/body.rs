//! One body of code while it is being lowered: a method, constructor, initializer, lambda or method
//! reference.

use std::collections::BTreeSet;
use std::sync::Arc;

use indexmap::IndexMap;
use ir::{Enclosing, LocalId, MethodId, StatementKind};
use java_attribute::Attribution;
use java_syntax::ast::{TypeDeclId, TypeRef, Unit, VarId};
use java_types::descriptor::Type;
use rustc_hash::{FxHashMap, FxHashSet};
use text::Span;

use crate::components::{Failure, Shared};
use crate::graph::Graph;
use crate::scopes::{Scope, Tape};
use crate::unit::UnitLowering;

/// Nesting of expressions and statements beyond which a part of the tree is a gap: stacks are
/// finite.
const DEPTH_LIMIT: u32 = 4_000;

/// Which code is lowered, and where it belongs.
#[derive(Debug, Clone)]
pub(crate) struct Code {
    /// The class whose class file holds the code.
    pub(crate) class: TypeDeclId,
    /// The method it becomes.
    pub(crate) method: MethodId,
    /// Its name in the plan.
    pub(crate) enclosing: Enclosing,
    /// The text in which its own variables are declared.
    pub(crate) span: Span,
    /// Erased result; `None` for void.
    pub(crate) result: Option<Type>,
    /// True if it is, or is inside a lambda of, a constructor: captured variables of the class and
    /// the outer instance are parameters there, as the fields may not be set yet.
    pub(crate) is_constructor: bool,
    /// True if there is no `this`.
    pub(crate) is_static: bool,
    /// True if it is the body of a method reference: what it inserts is in no class file.
    pub(crate) is_reference: bool,
    /// True if javac copies it (instance initializers of classes with several constructors).
    pub(crate) is_copied: bool,
}

/// The captures of a lambda from the code around it.
#[derive(Debug, Default)]
pub(crate) struct Captures {
    pub(crate) receiver: Option<LocalId>,
    pub(crate) outer: Option<LocalId>,
    pub(crate) vars: IndexMap<VarId, LocalId>,
}

/// A body being lowered.
pub(crate) struct BodyLowering<'u, 'a> {
    pub(crate) unit: &'u mut UnitLowering<'a>,
    pub(crate) code: Code,
    pub(crate) graph: Graph,
    pub(crate) scopes: Vec<Scope>,
    pub(crate) tapes: Vec<Tape>,
    /// Labels of the loop that comes next.
    pub(crate) labels: Vec<Arc<str>>,
    /// The locals of variables, parameters and captured variables.
    pub(crate) vars: FxHashMap<VarId, LocalId>,
    /// Locals of variables that are assigned more than once.
    pub(crate) mutable: FxHashSet<LocalId>,
    /// `this`.
    pub(crate) receiver: Option<LocalId>,
    /// A constructor's parameter for the outer instance.
    pub(crate) outer: Option<LocalId>,
    /// The captures so far, in a lambda.
    pub(crate) captures: Option<Captures>,
    /// A constructor's parameters for an enum constant's name and ordinal.
    pub(crate) leading: Vec<LocalId>,
    /// Lambdas lowered so far.
    pub(crate) lambdas: u32,
    /// The landings of exceptions from accessors that patterns of this part call.
    pub(crate) failures: Vec<Failure>,
    /// Components that several cases of the current switch ask for.
    pub(crate) shared: Shared,
    /// Enums whose constants switches tell apart.
    pub(crate) switched: BTreeSet<Arc<str>>,
    depth: u32,
}

impl<'u, 'a> BodyLowering<'u, 'a> {
    /// Nothing lowered yet, no locals.
    pub(crate) fn new(unit: &'u mut UnitLowering<'a>, code: Code) -> Self {
        BodyLowering {
            unit,
            code,
            graph: Graph::new(),
            scopes: Vec::new(),
            tapes: Vec::new(),
            labels: Vec::new(),
            vars: FxHashMap::default(),
            mutable: FxHashSet::default(),
            receiver: None,
            outer: None,
            captures: None,
            leading: Vec::new(),
            lambdas: 0,
            failures: Vec::new(),
            shared: Shared::default(),
            switched: BTreeSet::new(),
            depth: 0,
        }
    }

    /// The tree of the unit.
    pub(crate) fn tree(&self) -> &'a Unit {
        self.unit.tree
    }

    /// Returns what attribution found out about it.
    pub(crate) fn facts(&self) -> &'a Attribution {
        self.unit.facts
    }

    /// Binary name of the class whose class file holds the code.
    pub(crate) fn class_name(&self) -> &'a Arc<str> {
        &self.unit.facts.type_names[self.code.class]
    }

    /// Runs `lower` one level deeper; `None` where that is too deep.
    pub(crate) fn nested<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth == DEPTH_LIMIT {
            return None;
        }
        self.depth += 1;
        let result = lower(self);
        self.depth -= 1;
        Some(result)
    }

    /// The local of a variable that is declared in this code.
    pub(crate) fn var(&mut self, id: VarId) -> LocalId {
        if let Some(&local) = self.vars.get(&id) {
            return local;
        }
        let var = &self.tree().vars[id];
        let name = (&*var.name.text != "_").then(|| var.name.text.clone());
        let local = self.graph.local(name, self.var_type(id));
        self.bind(id, local);
        local
    }

    /// Makes `local` the place of a variable.
    pub(crate) fn bind(&mut self, id: VarId, local: LocalId) {
        self.vars.insert(id, local);
        if self.unit.mutated.contains(&id) {
            self.mutable.insert(local);
        }
    }

    /// Erased type of a variable.
    pub(crate) fn var_type(&self, id: VarId) -> Type {
        self.unit.var_type(id)
    }

    /// Erased type of a type that the code writes.
    pub(crate) fn written(&self, ty: &TypeRef) -> Option<Type> {
        self.facts().types.get(&ty.span.start).cloned()
    }

    /// A new temporary.
    pub(crate) fn temporary(&mut self, ty: Type) -> LocalId {
        self.graph.local(None, ty)
    }

    /// Erased type of a local.
    pub(crate) fn type_of(&self, local: LocalId) -> Type {
        self.graph.locals[local].ty.clone()
    }

    /// A local with the value that `local` has now, whatever is assigned to variables later.
    pub(crate) fn kept(&mut self, local: LocalId) -> LocalId {
        if !self.mutable.contains(&local) {
            return local;
        }
        let copy = self.temporary(self.type_of(local));
        self.graph.push(
            StatementKind::Assign {
                target: copy,
                source: local,
            },
            Span::default(),
        );
        copy
    }

    /// Returns whether the code that is lowered now is emitted more than once by javac.
    pub(crate) fn is_copied(&self) -> bool {
        self.code.is_copied || !self.tapes.is_empty()
    }
}
