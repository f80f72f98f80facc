//! Attribution: what the names, expressions and calls in the bodies of a unit mean (JLS 6, 14, 15).
//!
//! Expressions are attributed in two moments. `operand` looks at the parts of an expression and
//! says what is known without a target type; `finish` is told the target and settles the rest:
//! conversions, lambdas, generic calls. In between stands overload resolution, which reads operands
//! as often as there are candidates, without attributing anything twice: the time is linear in the
//! size of the unit, apart from inference.

mod access;
mod applicability;
mod blame;
mod call;
mod call_target;
mod candidates;
mod captures;
mod class;
mod completed;
mod conditional;
mod creation;
mod expr;
mod finish;
mod flow;
mod for_each;
mod forget;
mod invocation;
mod lambda;
mod most_specific;
mod name;
mod operand;
mod operators;
mod pattern;
mod reference;
mod statement;
mod switch;
mod try_statement;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use index_vec::IndexVec;
use java_syntax::ast::{ExprId, TypeDeclId, TypeRef, Unit, VarId};
use java_types::Library;
use java_types::class_info::ClassInfo;
use rustc_hash::{FxHashMap, FxHashSet};
use text::Span;

use crate::declare::Declarations;
use crate::finding::Finding;
use crate::names::{Place, Sources};
use crate::parallel;
use crate::scope::Scope;
use crate::tables::{Attribution, TypedExpr};
use crate::types::Value;
use crate::types::{ClassId, Ty, Types};
use operand::Operand;

/// The results of attribution for the units of a program.
#[derive(Debug, Default)]
pub struct Attributed {
    /// The side tables of each unit, in order.
    pub units: Vec<Attribution>,
    /// The classes of [`Declarations::infos`] in the same order; local and anonymous ones now with
    /// their constructors as javac gives them and the fields of captured variables.
    pub infos: Vec<Arc<ClassInfo>>,
    /// Names that could not be resolved in the bodies of each unit, in order of position.
    pub findings: Vec<Vec<Finding>>,
    /// Missing types by internal name, each with the number of calls and creations that could not
    /// be resolved where the type, or one that has it for a supertype, is what they are made on or
    /// an argument.
    pub blamed: BTreeMap<Arc<str>, usize>,
}

/// The results of attribution for one unit.
#[derive(Debug, Default)]
struct UnitAttribution {
    attribution: Attribution,
    findings: Vec<Finding>,
    /// Local and anonymous classes once more, as javac completes them: they replace those of
    /// [`Declarations::infos`] of the same name.
    completed: Vec<Arc<ClassInfo>>,
    blamed: BTreeMap<Arc<str>, usize>,
}

/// Attributes all units. `declarations` are those of the same units and class path. Parallel on the
/// current rayon pool, whose threads need the stacks of [`crate::on_big_stacks`] for deep trees;
/// the result does not depend on their number.
pub fn attribute(units: &[Unit], declarations: &Declarations, library: &dyn Library) -> Attributed {
    let sources = Sources::new(units, &declarations.types);
    let attributed = parallel::in_chunks(units.len(), |indices| {
        let types = Types::new(&sources, library);
        indices
            .map(|unit| Attributor::new(&types, unit).unit())
            .collect()
    });
    joined(attributed, declarations)
}

fn joined(attributed: Vec<UnitAttribution>, declarations: &Declarations) -> Attributed {
    let mut all = Attributed::default();
    let mut completed: FxHashMap<Arc<str>, Arc<ClassInfo>> = FxHashMap::default();
    for unit in attributed {
        completed.extend(
            unit.completed
                .into_iter()
                .map(|info| (info.name.clone(), info)),
        );
        all.units.push(unit.attribution);
        all.findings.push(unit.findings);
        unit.blamed
            .into_iter()
            .for_each(|(class, calls)| *all.blamed.entry(class).or_default() += calls);
    }

    let info = |info: &Arc<ClassInfo>| completed.get(&info.name).unwrap_or(info).clone();
    all.infos = declarations.infos.iter().map(info).collect();
    all
}

/// The work on one unit.
struct Attributor<'t, 'a> {
    types: &'t Types<'a>,
    index: usize,
    unit: &'a Unit,
    out: Attribution,
    findings: Vec<Finding>,
    /// Types of local variables, generic.
    vars: IndexVec<VarId, Ty>,
    /// Values of constant local variables.
    var_values: FxHashMap<VarId, Value>,
    /// The targets of `return` and `yield`.
    results: Results,
    /// Results of lambda bodies that are attributed for parameters of these types but wait for the
    /// type they are returned as.
    bodies: FxHashMap<ExprId, (Vec<Ty>, Body)>,
    /// Results of signature-polymorphic calls, where the context decides (JLS 15.12.3).
    polymorphic: FxHashMap<ExprId, Ty>,
    /// Classes whose headers were set here or whose bodies are attributed.
    attributed: FxHashSet<TypeDeclId>,
    /// Erased types of the outer instances that creations name: constructors of anonymous classes
    /// take them as such.
    outer_types: FxHashMap<ExprId, Ty>,
    /// Superclass constructors of anonymous classes.
    anonymous_supers: BTreeMap<TypeDeclId, completed::AnonymousSuper>,
    /// Facts from the shape of statements and expressions.
    flow: flow::Flow,
    /// Missing types that keep calls from being resolved.
    blamed: BTreeMap<ExprId, Vec<Arc<str>>>,
    /// Creations of known classes whose constructor could not be told, at some attempt.
    unresolved_creations: BTreeSet<ExprId>,
    depth: u32,
}

/// The results of a lambda's body.
type Body = Rc<[Rc<Operand>]>;

/// The places for the results of the code at hand.
#[derive(Debug, Default)]
struct Results {
    returns: Returns,
    /// Results of the switch expressions around, innermost last.
    yields: Vec<Vec<Rc<Operand>>>,
}

/// The meaning of `return e`.
#[derive(Debug, Default)]
enum Returns {
    /// Nothing is returned.
    #[default]
    Nothing,
    /// Out of a method with this result.
    Method(Ty),
    /// Out of a lambda: the results so far.
    Lambda(Vec<Rc<Operand>>),
}

/// Deeper nesting than this is left unattributed.
const DEEPEST: u32 = 25_000;

impl<'t, 'a> Attributor<'t, 'a> {
    fn new(types: &'t Types<'a>, index: usize) -> Self {
        let unit = &types.names.sources.units[index];
        let out = Attribution {
            exprs: unit.exprs.iter().map(|_| TypedExpr::default()).collect(),
            vars: unit.vars.iter().map(|_| None).collect(),
            type_names: types.names.sources.types[index].names.clone(),
            ..Attribution::default()
        };

        Attributor {
            types,
            index,
            unit,
            out,
            findings: Vec::new(),
            vars: unit.vars.iter().map(|_| Ty::UNKNOWN).collect(),
            var_values: FxHashMap::default(),
            results: Results::default(),
            bodies: FxHashMap::default(),
            polymorphic: FxHashMap::default(),
            attributed: FxHashSet::default(),
            outer_types: FxHashMap::default(),
            anonymous_supers: BTreeMap::new(),
            flow: flow::Flow::default(),
            blamed: BTreeMap::new(),
            unresolved_creations: BTreeSet::new(),
            depth: 0,
        }
    }

    fn unit(mut self) -> UnitAttribution {
        for &decl in &self.unit.types {
            self.class(&Scope::default(), decl);
        }

        self.damaged_rest();
        self.capture_variables();
        let completed = self.complete_classes();
        self.pass_captured_variables();
        self.summarize_unresolved_calls();
        let blamed = self.blamed();
        self.findings.sort();
        self.findings.dedup();

        UnitAttribution {
            attribution: self.out,
            findings: self.findings,
            completed,
            blamed,
        }
    }

    /// Types that no body led to: they stand where the tree has gaps.
    fn damaged_rest(&mut self) {
        for decl in self.unit.type_decls.indices() {
            if !self.attributed.contains(&decl) {
                let scope = self.types.names.sources.types[self.index].scopes[decl].clone();
                self.class(&scope, decl);
            }
        }
    }

    fn summarize_unresolved_calls(&mut self) {
        let unresolved = self
            .out
            .calls
            .iter()
            .filter(|(_, call)| !matches!(call.target, ir::Target::Resolved(_)));
        let creations = self
            .unresolved_creations
            .iter()
            .filter(|expr| !self.out.creations.contains_key(expr));
        let places = unresolved
            .map(|(expr, _)| expr)
            .chain(creations)
            .map(|&expr| self.unit.exprs[expr].span);

        let places: Vec<Span> = places.collect();
        let Some(&first) = places.iter().min() else {
            return;
        };
        let message = match places.len() {
            1 => "1 call could not be resolved; it is taken for a call of anything that fits"
                .to_owned(),
            count => {
                format!(
                    "{count} calls could not be resolved; they are taken for calls of anything that fits, the first here"
                )
            }
        };

        self.findings
            .push(Finding::warning(first, "unresolved-call", message));
    }

    fn place<'s>(&self, scope: &'s Scope) -> Place<'s> {
        Place {
            unit: self.index,
            scope,
        }
    }

    /// The type that is written at a place of a body, noted for lowering.
    fn written(&mut self, scope: &Scope, ty: &TypeRef) -> Ty {
        let place = self.place(scope);
        let written = self.types.written(place, ty);
        for unresolved in written.unresolved {
            self.findings
                .push(self.types.unresolved(self.index, unresolved));
        }
        if let Some(erased) = self.types.erased(written.ty) {
            self.out.types.insert(ty.span.start, erased);
        }
        written.ty
    }

    /// The class whose body holds a place.
    fn enclosing_class(&self, scope: &Scope) -> Option<ClassId> {
        scope
            .class()
            .map(|decl| self.types.source_class(self.index, decl))
    }

    /// Goes one level deeper; `None` where that is too deep.
    fn deeper<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> Option<R> {
        if self.depth >= DEEPEST {
            return None;
        }
        self.depth += 1;
        let result = work(self);
        self.depth -= 1;
        Some(result)
    }

    fn too_deep(&mut self, span: Span) {
        let message = "nested too deeply: what stands here is not looked into".to_owned();
        self.findings
            .push(Finding::warning(span, "too-deep", message));
    }
}
