//! One body, whose statements become those of a model.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ir::{AllocationKind, Body, CallSite, Constant, LocalId, Program, StatementKind, Terminator};
use java_types::descriptor::Type;
use petgraph::algo::is_cyclic_directed;
use petgraph::graphmap::DiGraphMap;

use super::super::{Article, Base, Models, Statement, Term};
use super::draft::{Draft, Values};
use super::platform::is_text;
use super::{Bodies, MOST_STATEMENTS};

/// A body of a library method, in the model of a call.
pub(super) struct FollowedBody<'p> {
    pub program: &'p Program,
    body: &'p Body,
    result: Option<Term>,
    terms: BTreeMap<LocalId, Term>,
    /// The locals that hold new objects of exactly this type, made in this body, and nothing else.
    made: BTreeMap<LocalId, Type>,
    /// True if a statement may run more than once in a call.
    repeats: bool,
}

/// The way in which a local gets a value.
enum Source {
    /// A new object of exactly this type.
    New(Type),
    /// Another local.
    Copy(LocalId),
    /// Anything else.
    Other,
}

impl<'p> FollowedBody<'p> {
    /// A body whose result goes to `result`. O(statements * locals).
    pub fn new(program: &'p Program, body: &'p Body, result: Option<Term>) -> Self {
        let mut followed = FollowedBody {
            program,
            body,
            result,
            terms: BTreeMap::new(),
            made: BTreeMap::new(),
            repeats: has_loop(body),
        };
        followed.find_made();
        followed
    }

    /// Adds the statements, for these values of the parameters; `None` where one is not understood.
    pub fn add(
        &mut self,
        values: Values,
        bodies: &mut Bodies<'_, '_>,
        draft: &mut Draft,
    ) -> Option<()> {
        let body = self.body;
        let given = values.this.map(Some).into_iter().chain(values.arguments);
        for (&parameter, value) in body.parameters.iter().zip(given) {
            if let Some((from, to)) = value.zip(self.reference(parameter, draft)) {
                draft.flow(from, to);
            }
        }
        for block in &body.blocks {
            for handler in &block.handlers {
                let caught = self.term(handler.exception, draft);
                draft.flow(Base::Escaped.term(), caught);
            }
            for statement in &block.statements {
                self.statement(&statement.kind, bodies, draft)?;
            }
            let (value, place) = match block.terminator {
                Terminator::Return(Some(returned)) => (returned, self.result),
                // A handler of the program may catch it.
                Terminator::Throw(thrown) => (thrown, Some(Base::Escaped.term())),
                _ => continue,
            };
            if let Some((from, to)) = self.reference(value, draft).zip(place) {
                draft.flow(from, to);
            }
        }
        (draft.statements.len() <= MOST_STATEMENTS).then_some(())
    }

    fn statement(
        &mut self,
        statement: &StatementKind,
        bodies: &mut Bodies<'_, '_>,
        draft: &mut Draft,
    ) -> Option<()> {
        match statement {
            StatementKind::Load { field, .. } | StatementKind::Store { field, .. }
                if bodies.own.is_source(&field.owner) =>
            {
                return None;
            }
            StatementKind::Unknown
            | StatementKind::Constant {
                value: Constant::Class(_),
                ..
            } => return None,
            StatementKind::Constant {
                target,
                value: Constant::Str(_) | Constant::Unknown,
            } => self.flow_into(Base::Library.term(), *target, draft),
            StatementKind::Load { target, .. } => {
                self.flow_into(Base::Escaped.term(), *target, draft);
            }
            StatementKind::Assign { target, source }
            | StatementKind::Cast { target, source, .. } => {
                if let Some(from) = self.reference(*source, draft) {
                    self.flow_into(from, *target, draft);
                }
            }
            StatementKind::ArrayLoad { target, array, .. } => {
                let from = elements(self.term(*array, draft));
                self.flow_into(from, *target, draft);
            }
            StatementKind::Store { source, .. } => self.escape(*source, draft)?,
            StatementKind::ArrayStore { array, source, .. } => {
                if let Some(from) = self.reference(*source, draft) {
                    // An array that the body has not made may have escaped.
                    if !matches!(self.made.get(array), Some(Type::Array(_))) {
                        self.escape(*source, draft)?;
                    }
                    let to = elements(self.term(*array, draft));
                    draft.flow(from, to);
                }
            }
            StatementKind::Allocate { target, site } => {
                let site = &self.program.allocations[*site];
                let target = self.term(*target, draft);
                return self.allocate(&site.kind, &site.ty, target, bodies, draft);
            }
            StatementKind::Call(site) => {
                let program = self.program;
                return self.call(&program.calls[*site], bodies, draft);
            }
            StatementKind::Constant { .. }
            | StatementKind::InstanceOf { .. }
            | StatementKind::Compute { .. }
            | StatementKind::Monitor { .. } => {}
        }
        Some(())
    }

    /// A new object; the call of its constructor, which follows, says what it holds.
    fn allocate(
        &self,
        kind: &AllocationKind,
        ty: &Type,
        target: Term,
        bodies: &Bodies<'_, '_>,
        draft: &mut Draft,
    ) -> Option<()> {
        let models = bodies.models;
        let kind = match (kind, ty.class_name()) {
            (AllocationKind::Array, _) => Some(models.kind_named("array")?),
            (AllocationKind::Instance, Some(class)) if !bodies.own.is_source(class) => {
                models.kind_of(class)
            }
            (AllocationKind::Instance | AllocationKind::Functional { .. }, _) => return None,
        };
        match kind {
            Some(kind) => draft.statements.push(Statement::New {
                target,
                kind,
                article: self.article(Article::New),
            }),
            None => draft.flow(Base::Library.term(), target),
        }
        Some(())
    }

    /// A value goes where other code of the library finds it: a text may, an object may not.
    fn escape(&mut self, source: LocalId, draft: &mut Draft) -> Option<()> {
        if let Some(value) = self.reference(source, draft) {
            self.holds_text(source).then(|| {
                draft.hands_out_texts = true;
                draft.flow(value, Base::Escaped.term());
            })?;
        }
        Some(())
    }

    fn flow_into(&mut self, from: Term, target: LocalId, draft: &mut Draft) {
        if let Some(to) = self.reference(target, draft) {
            draft.flow(from, to);
        }
    }

    /// The term of a local, if it holds references.
    pub fn reference(&mut self, local: LocalId, draft: &mut Draft) -> Option<Term> {
        self.is_reference(local).then(|| self.term(local, draft))
    }

    /// The term of a local.
    pub fn term(&mut self, local: LocalId, draft: &mut Draft) -> Term {
        *self.terms.entry(local).or_insert_with(|| draft.local())
    }

    pub fn is_reference(&self, local: LocalId) -> bool {
        self.body.locals[local].ty.is_reference()
    }

    /// Returns whether the type of a local lets it hold no objects but texts and numbers.
    pub fn holds_text(&self, local: LocalId) -> bool {
        is_text(&self.body.locals[local].ty)
    }

    /// Returns whether every argument of a call is a text or a number, by its type.
    pub fn gives_texts(&self, call: &CallSite) -> bool {
        call.arguments.iter().all(|&local| self.holds_text(local))
    }

    /// The class whose new objects a local holds, and nothing else.
    pub fn made_class(&self, local: LocalId) -> Option<&Arc<str>> {
        self.made.get(&local).and_then(Type::class_name)
    }

    /// The article of an object of a model: a loop may make many.
    pub fn article(&self, article: Article) -> Article {
        match article {
            Article::New | Article::Fresh if self.repeats => Article::The,
            other => other,
        }
    }

    /// Finds the locals to which nothing is assigned but new objects of one type, and copies of them.
    fn find_made(&mut self) {
        let mut sources: BTreeMap<LocalId, Vec<Source>> = BTreeMap::new();
        let handlers = self.body.blocks.iter().flat_map(|block| &block.handlers);
        let caught = handlers.map(|handler| handler.exception);
        for local in self.body.parameters.iter().copied().chain(caught) {
            sources.entry(local).or_default().push(Source::Other);
        }
        for statement in self.body.statements() {
            if let Some((target, source)) = self.source(&statement.kind) {
                sources.entry(target).or_default().push(source);
            }
        }

        let mut is_new = true;
        while is_new {
            is_new = false;
            for (&local, sources) in &sources {
                let types: Option<BTreeSet<&Type>> = sources
                    .iter()
                    .map(|source| match source {
                        Source::New(ty) => Some(ty),
                        Source::Copy(from) => self.made.get(from),
                        Source::Other => None,
                    })
                    .collect();
                let types: Vec<&Type> = types.into_iter().flatten().collect();
                if let [ty] = types[..] {
                    let ty = ty.clone();
                    is_new |= self.made.insert(local, ty).is_none();
                }
            }
        }
    }

    /// The local that a statement writes, and its value; `None` for `null`.
    fn source(&self, statement: &StatementKind) -> Option<(LocalId, Source)> {
        Some(match statement {
            StatementKind::Assign { target, source }
            | StatementKind::Cast { target, source, .. } => (*target, Source::Copy(*source)),
            StatementKind::Allocate { target, site } => {
                let ty = self.program.allocations[*site].ty.clone();
                (*target, Source::New(ty))
            }
            StatementKind::Call(site) => (self.program.calls[*site].result?, Source::Other),
            StatementKind::Constant { value, .. } if *value == Constant::Null => return None,
            StatementKind::Constant { target, .. }
            | StatementKind::InstanceOf { target, .. }
            | StatementKind::Compute { target, .. }
            | StatementKind::Load { target, .. }
            | StatementKind::ArrayLoad { target, .. } => (*target, Source::Other),
            StatementKind::Store { .. }
            | StatementKind::ArrayStore { .. }
            | StatementKind::Monitor { .. }
            | StatementKind::Unknown => return None,
        })
    }
}

fn elements(array: Term) -> Term {
    Term {
        part: Some(Models::ELEMENTS),
        ..array
    }
}

fn has_loop(body: &Body) -> bool {
    let blocks = body.blocks.indices();
    let edges = blocks.flat_map(|block| {
        let next = body.successors(block).into_iter();
        next.map(move |next| (block, next))
    });
    is_cyclic_directed(&edges.collect::<DiGraphMap<_, ()>>())
}
