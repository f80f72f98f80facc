//! What methods do with `this`.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use ir::{
    AllocationKind, BlockId, Body, CallSiteId, LocalId, MethodId, MethodRef, Program,
    StatementKind, Terminator,
};
use points_to::{Callee, PointsTo};
use rustc_hash::FxHashMap;

/// Methods of the library that hand their receiver on to nobody.
const SILENT: [(&str, &str); 12] = [
    ("java/lang/Object", "<init>"),
    ("java/lang/Object", "getClass"),
    ("java/lang/Thread", "<init>"),
    ("java/lang/Thread", "setName"),
    ("java/lang/Thread", "getName"),
    ("java/lang/Thread", "setDaemon"),
    ("java/lang/Thread", "setPriority"),
    ("java/util/concurrent/RecursiveTask", "<init>"),
    ("java/lang/Throwable", "<init>"),
    ("java/lang/Exception", "<init>"),
    ("java/lang/RuntimeException", "<init>"),
    ("java/lang/Error", "<init>"),
];

/// A place in a body: the block, and the number of the statement in it. The terminator comes last.
pub type Position = (BlockId, usize);

/// The locals that hold `this`, and whether a method hands it on.
pub struct Receivers<'p> {
    program: &'p Program,
    points_to: &'p PointsTo,
    certain: RefCell<FxHashMap<MethodId, BTreeSet<LocalId>>>,
    /// For each method the places that come after it has handed `this` on; `None` while it is not
    /// known.
    after_leaks: RefCell<FxHashMap<MethodId, Option<Rc<AfterLeaks>>>>,
}

/// The places of a body that may come after a leak, and whether the body may end after one.
#[derive(Debug, Default)]
struct AfterLeaks {
    /// For each block the number of the first such statement.
    first: FxHashMap<BlockId, usize>,
    leaks: bool,
}

impl<'p> Receivers<'p> {
    /// Of the methods of a program.
    pub fn new(program: &'p Program, points_to: &'p PointsTo) -> Self {
        Receivers {
            program,
            points_to,
            certain: RefCell::default(),
            after_leaks: RefCell::default(),
        }
    }

    /// The local of `this`; none in static methods.
    pub fn this(&self, method: MethodId) -> Option<LocalId> {
        let method = &self.program.methods[method];
        let is_static = java_types::Access(method.access).is_static();
        let body = method.body.as_ref().filter(|_| !is_static)?;
        body.parameters.first().copied()
    }

    /// Returns whether a local always holds `this`.
    pub fn is_this(&self, method: MethodId, local: LocalId) -> bool {
        let mut known = self.certain.borrow_mut();
        let certain = known.entry(method).or_insert_with(|| self.certain(method));
        certain.contains(&local)
    }

    /// The locals that nothing else than `this` is ever assigned to: the greatest set.
    fn certain(&self, method: MethodId) -> BTreeSet<LocalId> {
        let Some(this) = self.this(method) else {
            return BTreeSet::new();
        };
        let method = &self.program.methods[method];
        let Some(body) = &method.body else {
            return BTreeSet::new();
        };
        let mut sources: FxHashMap<LocalId, Vec<Option<LocalId>>> = FxHashMap::default();
        for &parameter in &body.parameters {
            let given = (parameter != this).then_some(None);
            sources.entry(parameter).or_default().extend(given);
        }
        for block in &body.blocks {
            for handler in &block.handlers {
                sources.entry(handler.exception).or_default().push(None);
            }
        }
        for statement in body.statements() {
            let Some(target) = self.program.target(&statement.kind) else {
                continue;
            };
            let source = match &statement.kind {
                StatementKind::Assign { source, .. } | StatementKind::Cast { source, .. } => {
                    Some(*source)
                }
                _ => None,
            };
            sources.entry(target).or_default().push(source);
        }
        let mut certain: BTreeSet<LocalId> = sources.keys().copied().collect();
        loop {
            let before = certain.len();
            let next = certain.iter().copied().filter(|local| {
                let is_certain = |source: &Option<LocalId>| {
                    source.is_some_and(|source| certain.contains(&source))
                };
                let all = sources[local].iter().all(is_certain);
                all && (*local == this || !sources[local].is_empty())
            });
            certain = next.collect();
            if certain.len() == before {
                return certain;
            }
        }
    }

    /// Returns whether a method hands `this` on, so that others may have it while the method runs.
    pub fn leaks(&self, method: MethodId) -> bool {
        self.after_leaks(method).is_none_or(|after| after.leaks)
    }

    /// Returns whether nobody else has `this` at a place of a method, unless they had it before.
    pub fn is_before_leaks(&self, method: MethodId, (block, statement): Position) -> bool {
        let after = self.after_leaks(method);
        after.is_some_and(|after| {
            let first = after.first.get(&block);
            first.is_none_or(|&first| statement < first)
        })
    }

    /// None for a method that is being looked at, which calls itself: it may do anything.
    fn after_leaks(&self, method: MethodId) -> Option<Rc<AfterLeaks>> {
        if let Some(known) = self.after_leaks.borrow().get(&method) {
            return known.clone();
        }
        self.after_leaks.borrow_mut().insert(method, None);
        let found = Rc::new(self.find_leaks(method));
        let mut known = self.after_leaks.borrow_mut();
        known.insert(method, Some(found.clone()));
        Some(found)
    }

    fn find_leaks(&self, method: MethodId) -> AfterLeaks {
        let body = self.program.methods[method].body.as_ref();
        let (Some(this), Some(body)) = (self.this(method), body) else {
            return AfterLeaks {
                leaks: true,
                ..AfterLeaks::default()
            };
        };
        let held = holders(body, this);
        let mut after = AfterLeaks::default();
        for (id, block) in body.blocks.iter_enumerated() {
            let statements = block.statements.iter();
            let leak = statements
                .map(|statement| self.statement_leaks(&statement.kind, &held))
                .position(|leaks| leaks);
            let gives_back = match &block.terminator {
                Terminator::Return(Some(local)) | Terminator::Throw(local) => held.contains(local),
                _ => false,
            };
            after.leaks |= leak.is_some() || gives_back;
            if let Some(leak) = leak {
                after.follow(body, id, leak + 1);
            }
        }
        after
    }

    fn statement_leaks(&self, kind: &StatementKind, held: &BTreeSet<LocalId>) -> bool {
        match kind {
            StatementKind::Store { source, .. } | StatementKind::ArrayStore { source, .. } => {
                held.contains(source)
            }
            StatementKind::Allocate { site, .. } => match &self.program.allocations[*site].kind {
                AllocationKind::Functional { captures, .. } => {
                    captures.iter().any(|capture| held.contains(capture))
                }
                _ => false,
            },
            StatementKind::Call(site) => self.call_leaks(*site, held),
            StatementKind::Unknown => true,
            _ => false,
        }
    }

    fn call_leaks(&self, site: CallSiteId, held: &BTreeSet<LocalId>) -> bool {
        let call = &self.program.calls[site];
        if call.arguments.iter().any(|local| held.contains(local)) {
            return true;
        }
        if !call.receiver.is_some_and(|local| held.contains(&local)) {
            return false;
        }
        let targets = self.points_to.targets.get(&site);
        targets.into_iter().flatten().any(|callee| match callee {
            Callee::Method(method) => self.leaks(*method),
            Callee::Library => {
                let named = call.target.named();
                named.is_empty() || !named.iter().all(|named| self.is_silent(named))
            }
        })
    }

    /// Returns whether a method of the library hands its receiver on to nobody.
    fn is_silent(&self, named: &MethodRef) -> bool {
        SILENT.iter().any(|&(owner, name)| {
            let is_inherited = name != "<init>"
                && self
                    .program
                    .hierarchy
                    .is_subclass(&named.owner, owner)
                    .may();
            &*named.name == name && (&*named.owner == owner || is_inherited)
        })
    }
}

impl AfterLeaks {
    /// Adds what may come after a place.
    fn follow(&mut self, body: &Body, block: BlockId, from: usize) {
        let mut open = vec![(block, from)];
        while let Some((block, from)) = open.pop() {
            let known = self.first.get(&block).copied();
            if known.is_some_and(|known| known <= from) {
                continue;
            }
            self.first.insert(block, from);
            open.extend(body.successors(block).into_iter().map(|next| (next, 0)));
        }
    }
}

/// The locals that may hold `this`: the least set.
fn holders(body: &Body, this: LocalId) -> BTreeSet<LocalId> {
    let mut held = BTreeSet::from([this]);
    loop {
        let before = held.len();
        for statement in body.statements() {
            if let StatementKind::Assign { target, source }
            | StatementKind::Cast { target, source, .. } = &statement.kind
                && held.contains(source)
            {
                held.insert(*target);
            }
        }
        if held.len() == before {
            return held;
        }
    }
}
