//! Uses of `this` in methods.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use ir::{
    BlockId, Body, CallSiteId, LocalId, MethodId, MethodRef, Program, StatementKind, Terminator,
};
use points_to::{Callee, PointsTo};
use rustc_hash::FxHashMap;

/// Methods of the library that hand their receiver on to nobody.
const SILENT: [(&str, &str); 7] = [
    ("java/lang/Object", "<init>"),
    ("java/lang/Object", "getClass"),
    ("java/lang/Thread", "<init>"),
    ("java/lang/Thread", "setName"),
    ("java/lang/Thread", "getName"),
    ("java/lang/Thread", "setDaemon"),
    ("java/lang/Thread", "setPriority"),
];

/// A place in a body: the block, and the number of the statement in it. The terminator comes last.
pub type Position = (BlockId, usize);

/// The locals that hold `this`, and whether a method hands it on.
pub struct Receivers<'p> {
    program: &'p Program,
    points_to: &'p PointsTo,
    /// The program has a class of security managers, which are given threads.
    has_security_manager: bool,
    certain: RefCell<FxHashMap<MethodId, BTreeSet<LocalId>>>,
    /// For each method the places that come after it has handed `this` on; `None` while it is not
    /// known.
    after_leaks: RefCell<FxHashMap<MethodId, Option<Rc<AfterLeaks>>>>,
}

/// The places of a body that may come after a leak, and whether the body may end after one.
#[derive(Debug, Default)]
struct AfterLeaks {
    places: Places,
    leaks: bool,
}

/// Places of a body that may come after others: for each block the number of the first such statement.
#[derive(Debug, Default)]
struct Places(BTreeMap<BlockId, usize>);

impl<'p> Receivers<'p> {
    /// Of the methods of a program.
    pub fn new(program: &'p Program, points_to: &'p PointsTo) -> Self {
        Receivers {
            program,
            points_to,
            has_security_manager: program.classes.iter().any(|class| {
                let above = "java/lang/SecurityManager";
                program.hierarchy.is_subclass(&class.name, above).may()
            }),
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
    pub fn is_before_leaks(&self, method: MethodId, place: Position) -> bool {
        let after = self.after_leaks(method);
        after.is_some_and(|after| !after.places.have(place))
    }

    /// Returns whether nobody else can have found an array in `this` or in the class at a place of the
    /// constructor or class initializer that has made it at another place: no code has run in between
    /// that may look there.
    pub fn is_hidden(&self, method: MethodId, made: Position, place: Position) -> bool {
        let Some(body) = &self.program.methods[method].body else {
            return false;
        };
        let mut after = Places::default();
        after.follow(body, (made.0, made.1 + 1));
        let held = self.this(method).map(|this| holders(body, this));
        let mut exposed = Places::default();
        for (&block, &first) in &after.0 {
            let statements = body.blocks[block].statements.iter().enumerate();
            for (number, statement) in statements.skip(first) {
                if self.exposes(&statement.kind, held.as_ref()) {
                    exposed.follow(body, (block, number + 1));
                }
            }
        }
        !exposed.have(place)
    }

    /// Returns whether a statement may run code that looks into `this`, or into the class whose
    /// initializer it stands in.
    fn exposes(&self, kind: &StatementKind, held: Option<&BTreeSet<LocalId>>) -> bool {
        match (kind, held) {
            (StatementKind::Call(_) | StatementKind::Unknown, None) => true,
            (_, None) => false,
            (StatementKind::Call(site), Some(held)) => {
                let receiver = self.program.calls[*site].receiver;
                receiver.is_some_and(|local| held.contains(&local))
                    || self.statement_leaks(kind, held)
            }
            (_, Some(held)) => self.statement_leaks(kind, held),
        }
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
            let (gives_back, throws) = match &block.terminator {
                Terminator::Return(Some(local)) => (held.contains(local), false),
                Terminator::Throw(local) => (held.contains(local), held.contains(local)),
                _ => (false, false),
            };
            after.leaks |= leak.is_some() || gives_back;
            let leak = leak.or(throws.then_some(block.statements.len()));
            if let Some(leak) = leak {
                after.places.follow(body, (id, leak + 1));
            }
        }
        after
    }

    fn statement_leaks(&self, kind: &StatementKind, held: &BTreeSet<LocalId>) -> bool {
        match kind {
            StatementKind::Store { source, .. } | StatementKind::ArrayStore { source, .. } => {
                held.contains(source)
            }
            StatementKind::Allocate { .. } => {
                let mut captures = self.program.operands(kind).into_iter();
                captures.any(|capture| held.contains(&capture))
            }
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
        // The library calls methods of the program meanwhile, such as `fillInStackTrace`.
        if self.points_to.during.contains_key(&site) {
            return true;
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
        !self.has_security_manager
            && SILENT.iter().any(|&(owner, name)| {
                // No class overrides these methods, and no class inherits a constructor.
                let hierarchy = &self.program.hierarchy;
                let is_inherited = || hierarchy.is_subclass(&named.owner, owner).must();
                &*named.name == name
                    && (&*named.owner == owner || name != "<init>" && is_inherited())
            })
    }
}

impl Places {
    /// Adds a place, and what may come after it.
    fn follow(&mut self, body: &Body, place: Position) {
        let mut open = vec![place];
        while let Some((block, from)) = open.pop() {
            let known = self.0.get(&block).copied();
            if known.is_some_and(|known| known <= from) {
                continue;
            }
            self.0.insert(block, from);
            open.extend(body.successors(block).into_iter().map(|next| (next, 0)));
        }
    }

    /// Returns whether a place is one of them.
    fn have(&self, (block, statement): Position) -> bool {
        let first = self.0.get(&block);
        first.is_some_and(|&first| first <= statement)
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
        for block in &body.blocks {
            if let Terminator::Throw(local) = &block.terminator
                && held.contains(local)
            {
                held.extend(block.handlers.iter().map(|handler| handler.exception));
            }
        }
        if held.len() == before {
            return held;
        }
    }
}
