//! The local variables that local and anonymous classes capture, in the order in which javac passes
//! them to constructors.
//!
//! A class captures what is used inside of it and declared in the code that it stands in; what is
//! declared further out is captured by a class around it. The order is that of the first use in the
//! text. Creating a local class, or extending it, uses what that one captured, the last first. In a
//! lambda javac works with copies of the variables: those that another class captured outside of
//! the lambda are passed besides the lambda's own.

use java_syntax::ast::{ExprId, ExprKind, Member, Nesting, StmtId, StmtKind, TypeDeclId, VarId};
use rustc_hash::FxHashMap;
use text::Span;

use super::Attributor;
use crate::tables::{Creation, Functional, NameMeaning, ReferenceTarget};

/// A variable, or the copy of it that a lambda has.
type Copied = (VarId, Option<ExprId>);

/// Something in a class that captures.
#[derive(Debug, Clone, Copy)]
enum Use {
    Variable(VarId),
    /// Creates or extends a local class.
    Class(TypeDeclId),
}

/// A stretch of text with its own variables.
#[derive(Debug, Clone, Copy)]
struct Region {
    span: Span,
    owner: Owner,
    /// The region directly around it.
    around: Option<usize>,
}

#[derive(Debug, Clone, Copy)]
enum Owner {
    Class(TypeDeclId),
    Lambda(ExprId),
}

/// The regions of a unit, in order of position, outer ones first.
struct Regions(Vec<Region>);

impl Regions {
    /// O(n log n) in the regions.
    fn new(mut found: Vec<(Span, Owner)>) -> Self {
        found.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
        let mut regions: Vec<Region> = Vec::with_capacity(found.len());
        for (span, owner) in found {
            let mut around = regions.len().checked_sub(1);
            while let Some(index) = around.filter(|&index| regions[index].span.end < span.end) {
                around = regions[index].around;
            }
            regions.push(Region {
                span,
                owner,
                around,
            });
        }
        Regions(regions)
    }

    /// The innermost region around a place.
    fn at(&self, position: u32) -> Option<usize> {
        let mut index = self
            .0
            .partition_point(|region| region.span.start <= position)
            .checked_sub(1);
        while let Some(inner) = index.filter(|&index| self.0[index].span.end <= position) {
            index = self.0[inner].around;
        }
        index
    }

    /// The innermost class around a place.
    fn class_at(&self, position: u32) -> Option<TypeDeclId> {
        let mut index = self.at(position);
        while let Some(inner) = index {
            match self.0[inner].owner {
                Owner::Class(class) => return Some(class),
                Owner::Lambda(_) => index = self.0[inner].around,
            }
        }
        None
    }

    /// The innermost lambda around each class that stands in one, inside the class around it.
    fn lambdas(&self) -> FxHashMap<TypeDeclId, (ExprId, Span)> {
        let around = |region: &Region| match (region.owner, self.0[region.around?]) {
            (
                Owner::Class(class),
                Region {
                    owner: Owner::Lambda(lambda),
                    span,
                    ..
                },
            ) => Some((class, (lambda, span))),
            _ => None,
        };
        self.0.iter().filter_map(around).collect()
    }
}

impl Attributor<'_, '_> {
    /// Fills in what the unit's local and anonymous classes capture.
    pub(super) fn capture_variables(&mut self) {
        let regions = self.regions();
        let uses = self.uses_by_class(&regions);
        let lambdas = regions.lambdas();
        let mut captured: FxHashMap<TypeDeclId, Vec<Copied>> = FxHashMap::default();

        for class in self.unit.type_decls.indices() {
            let Some(uses) = uses.get(&class) else {
                continue;
            };
            let all = self.captured(uses, lambdas.get(&class).copied(), &captured);
            if !all.is_empty() {
                self.out
                    .captures
                    .insert(class, all.iter().map(|&(var, _)| var).collect());
                captured.insert(class, all);
            }
        }
    }

    fn regions(&self) -> Regions {
        let classes = self
            .unit
            .type_decls
            .iter_enumerated()
            .map(|(decl, tree)| (tree.span, Owner::Class(decl)));
        let lambdas = self
            .unit
            .exprs
            .iter_enumerated()
            .filter_map(|(id, expr)| match expr.kind {
                ExprKind::Lambda { .. } => Some((expr.span, Owner::Lambda(id))),
                _ => None,
            });
        Regions::new(classes.chain(lambdas).collect())
    }

    /// Returns what one class captures that stands in a lambda or in none; `known` are the classes
    /// before it.
    fn captured(
        &self,
        uses: &[Use],
        lambda: Option<(ExprId, Span)>,
        known: &FxHashMap<TypeDeclId, Vec<Copied>>,
    ) -> Vec<Copied> {
        let mut found: Vec<Copied> = Vec::new();
        let mut add = |copied: Copied| {
            if !found.contains(&copied) {
                found.push(copied);
            }
        };

        for used in uses {
            match *used {
                Use::Variable(var) => {
                    let declared = self.unit.vars[var].name.span.start;
                    let outside =
                        lambda.filter(|(_, span)| declared < span.start || span.end <= declared);
                    add((var, outside.map(|(lambda, _)| lambda)));
                }
                Use::Class(other) => known
                    .get(&other)
                    .into_iter()
                    .flatten()
                    .rev()
                    .for_each(|&copied| add(copied)),
            }
        }

        found
    }

    /// Returns the uses in each local and anonymous class that capture, in order of the text.
    fn uses_by_class(&self, regions: &Regions) -> FxHashMap<TypeDeclId, Vec<Use>> {
        let mut by_class: FxHashMap<TypeDeclId, Vec<Use>> = FxHashMap::default();
        for (position, used) in self.uses() {
            match used {
                Use::Variable(var) => {
                    let owner = regions.class_at(self.unit.vars[var].name.span.start);
                    let below = self.classes_below(regions.class_at(position), owner);
                    below
                        .last()
                        .into_iter()
                        .for_each(|&class| by_class.entry(class).or_default().push(used));
                }
                Use::Class(class) => {
                    let below = self.classes_below(regions.class_at(position), self.outer(class));
                    below
                        .into_iter()
                        .for_each(|inner| by_class.entry(inner).or_default().push(used));
                }
            }
        }

        by_class
    }

    /// The local and anonymous classes around a place from the inside out, up to the class `end`.
    fn classes_below(
        &self,
        innermost: Option<TypeDeclId>,
        end: Option<TypeDeclId>,
    ) -> Vec<TypeDeclId> {
        let chain = std::iter::successors(innermost, |&class| self.outer(class));
        let inside: Vec<TypeDeclId> = chain.take_while(|&class| Some(class) != end).collect();
        inside
            .into_iter()
            .filter(|&class| self.captures(class))
            .collect()
    }

    fn outer(&self, class: TypeDeclId) -> Option<TypeDeclId> {
        match self.unit.type_decls[class].nesting {
            Nesting::TopLevel => None,
            Nesting::Member(outer) | Nesting::Local(outer) | Nesting::Anonymous(outer) => {
                Some(outer)
            }
        }
    }

    fn captures(&self, class: TypeDeclId) -> bool {
        matches!(
            self.unit.type_decls[class].nesting,
            Nesting::Local(_) | Nesting::Anonymous(_)
        )
    }

    /// All uses of the unit with their positions, in order of the text.
    fn uses(&self) -> Vec<(u32, Use)> {
        let of_exprs = self.unit.exprs.iter_enumerated();
        let of_exprs =
            of_exprs.filter_map(|(id, expr)| Some((expr.span.start, self.use_of(id, &expr.kind)?)));
        let of_calls = self
            .unit
            .stmts
            .iter_enumerated()
            .filter_map(|(id, stmt)| match stmt.kind {
                StmtKind::ConstructorCall { is_super: true, .. } => Some((
                    stmt.span.start,
                    created(self.out.constructor_calls.get(&id)?)?,
                )),
                _ => None,
            });

        let of_classes = self.unit.type_decls.indices().filter_map(|decl| {
            Some((
                self.implied_super_position(decl)?,
                created(self.out.implied_super.get(&decl)?)?,
            ))
        });
        let mut all: Vec<(u32, Use)> = of_exprs.chain(of_calls).chain(of_classes).collect();
        all.sort_by_key(|&(position, _)| position);

        all
    }

    fn use_of(&self, id: ExprId, kind: &ExprKind) -> Option<Use> {
        match kind {
            ExprKind::Name(_) => match self.out.names.get(&id)? {
                NameMeaning::Local(var) if !self.var_values.contains_key(var) => {
                    Some(Use::Variable(*var))
                }
                _ => None,
            },
            ExprKind::New { .. } => created(self.out.creations.get(&id)?),
            ExprKind::MethodReference { .. } => match self.out.functionals.get(&id)? {
                Functional {
                    reference: Some(ReferenceTarget::Constructor(creation)),
                    ..
                } => created(creation),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns where javac has the first `super()` that is implied: in the default constructor,
    /// before all members, or at the start of the first constructor that calls none.
    fn implied_super_position(&self, decl: TypeDeclId) -> Option<u32> {
        let tree = &self.unit.type_decls[decl];
        let constructors = tree.members.iter().filter_map(|member| match member {
            Member::Method(method) if method.result.is_none() => Some(method),
            _ => None,
        });
        let bodies: Vec<_> = constructors.map(|method| method.body).collect();

        if bodies.is_empty() {
            return Some(tree.span.start);
        }

        let calls_none = |&body: &StmtId| match &self.unit.stmts[body].kind {
            StmtKind::Block(statements) => !statements.iter().any(|&statement| {
                matches!(
                    self.unit.stmts[statement].kind,
                    StmtKind::ConstructorCall { .. }
                )
            }),
            _ => true,
        };

        bodies
            .into_iter()
            .flatten()
            .find(calls_none)
            .map(|body| self.unit.stmts[body].span.start)
    }
}

fn created(creation: &Creation) -> Option<Use> {
    creation.captures_of.map(Use::Class)
}
