//! One compilation unit while it is being lowered, and what comes of it.

use std::sync::Arc;

use index_vec::IndexVec;
use ir::{
    AllocationId, AllocationSite, Body, CallSite, CallSiteId, ClassId, FieldRef, FileId, Gap,
    Hides, LocalId, Method, MethodId, Point, PointId, StatementKind, Target,
};
use java_attribute::{Attribution, Creation, NameMeaning};
use java_syntax::ast::{ExprId, ExprKind, TypeDeclId, Unit, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use text::Span;

use crate::class_methods::ClassMethods;
use crate::functionals::FunctionalBody;
use crate::numbering::Numbering;
use crate::ordinals;

/// The tables that one unit adds to the program. Ids of methods, calls, points and allocations
/// count from 0 in each unit and are moved when the units are joined; those of files, classes and
/// fields are the program's.
#[derive(Debug, Default)]
pub(crate) struct Part {
    pub(crate) methods: IndexVec<MethodId, Method>,
    pub(crate) calls: IndexVec<CallSiteId, CallSite>,
    pub(crate) points: IndexVec<PointId, Point>,
    pub(crate) allocations: IndexVec<AllocationId, AllocationSite>,
    pub(crate) gaps: Vec<Gap>,
    /// Places whose meaning depends on types that are nowhere to be found, as gaps. What they may
    /// do to the program's objects is lowered on the condition that those types are a library's.
    pub(crate) holes: Vec<Gap>,
    /// Points of resolved calls that javac emits, with their targets, in the order in which they
    /// were made.
    emitted: Vec<(PointId, Target)>,
}

impl Part {
    /// Adds a point. Those that javac emits count for the ordinals of their callee.
    pub(crate) fn add_point(&mut self, point: Point, target: &Target, is_emitted: bool) -> PointId {
        let id = self.points.push(point);
        if is_emitted {
            self.emitted.push((id, target.clone()));
        }
        id
    }

    /// The local that a statement assigns when it completes normally, results of calls included.
    pub(crate) fn target(&self, statement: &StatementKind) -> Option<LocalId> {
        match statement {
            StatementKind::Call(site) => self.calls[*site].result,
            _ => statement.target(),
        }
    }

    /// All locals that a statement reads, in order.
    pub(crate) fn operands(&self, statement: &StatementKind) -> Vec<LocalId> {
        match statement {
            StatementKind::Call(site) => self.calls[*site].operands().collect(),
            StatementKind::Allocate { site, .. } => {
                self.allocations[*site].kind.captures().to_vec()
            }
            _ => statement.operands(),
        }
    }

    /// Gives a method its body.
    pub(crate) fn set_body(&mut self, method: MethodId, body: Body) {
        self.methods[method].body = Some(body);
    }
}

/// A unit being lowered.
pub(crate) struct UnitLowering<'a> {
    pub(crate) tree: &'a Unit,
    pub(crate) facts: &'a Attribution,
    pub(crate) numbering: &'a Numbering,
    pub(crate) file: FileId,
    pub(crate) part: Part,
    /// Those of the class that is being lowered.
    pub(crate) methods: ClassMethods<'a>,
    /// Variables that are assigned other than by their initializer.
    pub(crate) mutated: FxHashSet<VarId>,
    /// Bodies of lambdas and method references: copies of clean-up code share them.
    pub(crate) functionals: FxHashMap<ExprId, FunctionalBody>,
    /// What creates each anonymous class.
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
    /// Lowers a unit whose types have numbers already. O(size of the unit), but for finally blocks,
    /// which are copied.
    pub(crate) fn lower(
        tree: &'a Unit,
        facts: &'a Attribution,
        numbering: &'a Numbering,
        file: FileId,
    ) -> Part {
        let mut unit = UnitLowering {
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
        };
        for class in tree.type_decls.indices() {
            unit.lower_class(class);
        }
        ordinals::count(&mut unit.part.points, &unit.part.emitted);
        unit.damage();
        unit.part
            .gaps
            .sort_by_key(|gap| (gap.span.start, gap.span.end));
        unit.part
    }

    /// Parts of the text that are not in the tree.
    fn damage(&mut self) {
        for damage in &self.tree.damage {
            let class = damage.within.map(|class| self.class_id(class));
            let (file, reason) = (self.file, damage.message.clone());
            self.part.gaps.push(Gap {
                file,
                span: damage.span,
                class,
                reason,
                hides: Hides::Anything,
            });
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
