//! One compilation unit while it is being lowered.

use std::sync::Arc;

use ir::{ClassId, FieldRef, FileId, Gap, Hides, MethodId};
use java_attribute::{Attribution, Creation, NameMeaning};
use java_syntax::ast::{ExprId, ExprKind, TypeDeclId, Unit, VarId};
use java_types::descriptor::Type;
use rustc_hash::{FxHashMap, FxHashSet};
use text::Span;

use crate::class_methods::ClassMethods;
use crate::fields::{captured_field, lexical_outer, outer_field};
use crate::numbering::Numbering;
use crate::part::Part;

/// The method that a functional object runs, and what it takes from the code around it.
#[derive(Debug, Clone)]
pub(crate) struct FunctionalBody {
    pub(crate) method: MethodId,
    pub(crate) captures: Vec<Capture>,
}

/// Something that a lambda captures, in the order of its body's first parameters.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Capture {
    Receiver,
    Outer,
    Var(VarId),
}

/// A unit being lowered.
pub(crate) struct UnitLowering<'a> {
    pub(crate) tree: &'a Unit,
    pub(crate) facts: &'a Attribution,
    pub(crate) numbering: &'a Numbering,
    pub(crate) file: FileId,
    pub(crate) part: Part,
    /// The methods of the class that is being lowered.
    pub(crate) methods: ClassMethods<'a>,
    /// Variables that are assigned other than by their initializer.
    pub(crate) mutated: FxHashSet<VarId>,
    /// Bodies of lambdas and method references: copies of clean-up code share them.
    pub(crate) functionals: FxHashMap<ExprId, FunctionalBody>,
    /// The creation of each anonymous class.
    pub(crate) anonymous: FxHashMap<TypeDeclId, &'a Creation>,
    /// Anonymous classes whose constructors take the outer instance of their superclass: `outer.new
    /// T(..) { .. }`.
    pub(crate) outer_passed: FxHashSet<TypeDeclId>,
    /// Anonymous classes that are bodies of enum constants.
    pub(crate) constant_bodies: FxHashSet<TypeDeclId>,
    /// Gaps and holes so far, by place, what they hide and reason: copies of clean-up code have
    /// none of their own.
    told: FxHashSet<(u32, Hides, String)>,
    /// Synthetic methods so far, by class.
    pub(crate) synthetic: FxHashMap<TypeDeclId, u32>,
}

impl<'a> UnitLowering<'a> {
    /// Nothing lowered yet.
    pub(crate) fn new(
        tree: &'a Unit,
        facts: &'a Attribution,
        numbering: &'a Numbering,
        file: FileId,
    ) -> Self {
        UnitLowering {
            tree,
            facts,
            numbering,
            file,
            part: Part::default(),
            methods: ClassMethods::default(),
            mutated: mutated(tree, facts),
            functionals: FxHashMap::default(),
            anonymous: anonymous(tree, facts),
            outer_passed: outer_passed(tree),
            constant_bodies: tree
                .type_decls
                .iter()
                .flat_map(|decl| &decl.constants)
                .filter_map(|c| c.body)
                .collect(),
            told: FxHashSet::default(),
            synthetic: FxHashMap::default(),
        }
    }

    /// Notes a part of a class that lowering could not follow.
    pub(crate) fn gap(&mut self, class: TypeDeclId, span: Span, reason: &str) {
        self.gap_that_hides(Hides::Anything, class, span, reason);
    }

    /// Notes a part of a class that lowering could not follow, and what it may hide.
    pub(crate) fn gap_that_hides(
        &mut self,
        hides: Hides,
        class: TypeDeclId,
        span: Span,
        reason: &str,
    ) {
        if self
            .told
            .insert((span.start, hides.clone(), reason.to_owned()))
        {
            let (file, class, reason) = (self.file, Some(self.class_id(class)), reason.to_owned());
            self.part.gaps.push(Gap {
                file,
                span,
                class,
                reason,
                hides,
                missing: None,
            });
        }
    }

    /// Notes a part of a class that can be followed if the missing types that it depends on are a
    /// library's.
    pub(crate) fn hole(&mut self, class: TypeDeclId, span: Span, reason: &str) {
        if self
            .told
            .insert((span.start, Hides::Users, reason.to_owned()))
        {
            let (file, class, reason) = (self.file, Some(self.class_id(class)), reason.to_owned());
            self.part.holes.push(Gap {
                file,
                span,
                class,
                reason,
                hides: Hides::Users,
                missing: None,
            });
        }
    }

    /// The number of a type of this unit.
    pub(crate) fn class_id(&self, class: TypeDeclId) -> ClassId {
        self.numbering.class_of(self.file, class)
    }

    /// A field as an instruction names it: `owner` as written there, `declared_in` the class that
    /// has it.
    pub(crate) fn field_ref(
        &self,
        owner: &Arc<str>,
        declared_in: &str,
        name: &Arc<str>,
    ) -> FieldRef {
        let field = self.numbering.field(declared_in, name);
        FieldRef {
            owner: owner.clone(),
            name: name.clone(),
            field,
        }
    }

    /// Erased type of a variable; `Object` where it is not known.
    pub(crate) fn var_type(&self, id: VarId) -> Type {
        self.facts
            .vars
            .get(id)
            .cloned()
            .flatten()
            .unwrap_or_else(Type::object)
    }

    /// The class directly around a class, in whatever way.
    pub(crate) fn lexical_outer(&self, class: TypeDeclId) -> Option<TypeDeclId> {
        lexical_outer(self.tree, class)
    }

    /// The class around a class whose instance each of its instances has, if any.
    pub(crate) fn outer_instance_class(&self, class: TypeDeclId) -> Option<TypeDeclId> {
        self.lexical_outer(class)
            .filter(|_| self.facts.outer_instances.contains(&class))
    }

    /// The field for the outer instance: `this$n`, n being the number of instances around that.
    pub(crate) fn outer_field(&self, class: TypeDeclId) -> Arc<str> {
        outer_field(self.tree, self.facts, class)
    }

    /// The field for a captured variable.
    pub(crate) fn captured_field(&self, var: VarId) -> Arc<str> {
        captured_field(self.tree, var)
    }

    /// A number for the next synthetic method of a class.
    pub(crate) fn next_synthetic(&mut self, class: TypeDeclId) -> u32 {
        let next = self.synthetic.entry(class).or_default();
        *next += 1;
        *next - 1
    }
}

/// The creations of anonymous classes: of instance creations with a body, and of enum constants.
fn anonymous<'a>(tree: &Unit, facts: &'a Attribution) -> FxHashMap<TypeDeclId, &'a Creation> {
    let created = tree
        .exprs
        .iter_enumerated()
        .filter_map(|(id, expr)| match expr.kind {
            ExprKind::New {
                body: Some(class), ..
            } => Some((class, facts.creations.get(&id)?)),
            _ => None,
        });
    let constants = tree.type_decls.iter_enumerated().flat_map(|(class, decl)| {
        let bodies = decl
            .constants
            .iter()
            .enumerate()
            .map(move |(ordinal, constant)| (class, ordinal, constant.body));
        bodies.filter_map(|(class, ordinal, body)| {
            Some((body?, facts.constants.get(&(class, ordinal))?))
        })
    });

    created.chain(constants).collect()
}

/// The anonymous classes that are created with an outer instance of their superclass (JLS 15.9.2).
fn outer_passed(tree: &Unit) -> FxHashSet<TypeDeclId> {
    let bodies = tree.exprs.iter().filter_map(|expr| match expr.kind {
        ExprKind::New {
            outer: Some(_),
            body,
            ..
        } => body,
        _ => None,
    });
    bodies.collect()
}

/// The local variables that some assignment, compound assignment or increment changes, initializers
/// apart. Variables that are declared without a value and assigned later are among them.
fn mutated(tree: &Unit, facts: &Attribution) -> FxHashSet<VarId> {
    let targets = tree.exprs.iter().filter_map(|expr| match expr.kind {
        ExprKind::Assign { target, .. } | ExprKind::Increment { target, .. } => Some(target),
        _ => None,
    });
    let locals = targets.filter_map(|target| match facts.names.get(&target) {
        Some(NameMeaning::Local(var)) => Some(*var),
        _ => None,
    });
    locals.collect()
}
