//! Which call comes next: the control flow of a method between its calls.

use std::collections::{BTreeMap, BTreeSet};

use ir::{
    Block, BlockId, Body, CallSiteId, Handler, MethodId, PointId, Program, StatementKind, Target,
    Terminator,
};

/// The arrows of a method as texts: those of `->` and those of `!`, each source with all its
/// targets, sorted.
#[derive(Debug, Default, PartialEq)]
pub struct Flow {
    /// `a -> b return`.
    pub normal: BTreeSet<String>,
    /// `a ! java/lang/Error:b throw`.
    pub exceptional: BTreeSet<String>,
}

/// The flow of a method; none for one without a body.
pub fn flow(program: &Program, method: MethodId) -> Flow {
    match &program.methods[method].body {
        Some(body) => Arrows {
            program,
            body,
            names: names(program, body),
        }
        .flow(),
        None => Flow::default(),
    }
}

/// The arrows as markers write them, whatever order the targets are written in.
pub fn sorted(arrow: &str) -> String {
    let mut words = arrow.split_whitespace();
    let head: Vec<&str> = words.by_ref().take(2).collect();
    let targets: BTreeSet<&str> = words.collect();
    format!(
        "{} {}",
        head.join(" "),
        targets.into_iter().collect::<Vec<_>>().join(" ")
    )
}

/// A name for each point: the callee's, numbered from 1 where there are several.
fn names(program: &Program, body: &Body) -> BTreeMap<PointId, String> {
    let mut points: BTreeMap<PointId, String> = BTreeMap::new();
    for site in body.blocks.iter().flat_map(sites) {
        points.insert(
            program.calls[site].point,
            callee(&program.calls[site].target),
        );
    }
    let count = |name: &str| points.values().filter(|other| *other == name).count();
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let named = points.iter().map(|(&point, name)| {
        let number = seen.entry(name).or_default();
        *number += 1;
        (
            point,
            if count(name) > 1 {
                format!("{name}#{number}")
            } else {
                name.clone()
            },
        )
    });
    named.collect()
}

fn callee(target: &Target) -> String {
    match target {
        Target::Resolved(method) => method.name.to_string(),
        Target::Candidates(methods) => methods
            .first()
            .map_or_else(String::new, |method| method.name.to_string()),
        Target::Unresolved { name, .. } => name.to_string(),
    }
}

fn sites(block: &Block) -> impl Iterator<Item = CallSiteId> + '_ {
    block
        .statements
        .iter()
        .filter_map(|statement| match statement.kind {
            StatementKind::Call(site) => Some(site),
            _ => None,
        })
}

struct Arrows<'a> {
    program: &'a Program,
    body: &'a Body,
    names: BTreeMap<PointId, String>,
}

impl Arrows<'_> {
    fn flow(&self) -> Flow {
        let mut normal: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        let mut exceptional: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        normal.insert("entry", self.next(BlockId::from(0usize), 0));
        for (id, block) in self.body.blocks.iter_enumerated() {
            for (position, site) in sites(block).enumerate() {
                let name = self.name(site);
                normal
                    .entry(name)
                    .or_default()
                    .extend(self.next(id, position + 1));
                exceptional
                    .entry(name)
                    .or_default()
                    .extend(self.handled(block));
            }
        }
        let text = |(source, targets): (&str, BTreeSet<String>), arrow: &str| {
            format!(
                "{source} {arrow} {}",
                targets.into_iter().collect::<Vec<_>>().join(" ")
            )
        };
        Flow {
            normal: normal.into_iter().map(|row| text(row, "->")).collect(),
            exceptional: exceptional.into_iter().map(|row| text(row, "!")).collect(),
        }
    }

    fn name(&self, site: CallSiteId) -> &str {
        &self.names[&self.program.calls[site].point]
    }

    /// The calls that may come first from behind `passed` calls of a block on.
    fn next(&self, block: BlockId, passed: usize) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut open = vec![(block, passed)];
        while let Some((id, passed)) = open.pop() {
            let block = &self.body.blocks[id];
            match sites(block).nth(passed) {
                Some(site) => drop(found.insert(self.name(site).to_owned())),
                None => {
                    let (targets, end) = ends(block);
                    found.extend(end.map(str::to_owned));
                    open.extend(
                        targets
                            .into_iter()
                            .filter(|&target| seen.insert(target))
                            .map(|target| (target, 0)),
                    );
                }
            }
        }
        found
    }

    /// Returns the places that an exception of a call in the block may come to.
    fn handled(&self, block: &Block) -> BTreeSet<String> {
        let handlers = tried(block).flat_map(|handler| {
            let caught = if handler.caught.is_empty() {
                "any".to_owned()
            } else {
                handler.caught.join("|")
            };
            self.next(handler.target, 0)
                .into_iter()
                .map(move |name| format!("{caught}:{name}"))
        });
        handlers
            .chain(escapes(block).then(|| "throw".to_owned()))
            .collect()
    }
}

/// The handlers that an exception may come to: those behind one that takes everything are out of
/// reach.
fn tried(block: &Block) -> impl Iterator<Item = &Handler> {
    let last = block
        .handlers
        .iter()
        .position(Handler::catches_all)
        .map_or(block.handlers.len(), |last| last + 1);
    block.handlers[..last].iter()
}

/// Returns whether an exception may leave the method from this block.
fn escapes(block: &Block) -> bool {
    !block.handlers.iter().any(Handler::catches_all)
}

/// Returns the successors of a block, and the end of the method that it may be.
fn ends(block: &Block) -> (Vec<BlockId>, Option<&'static str>) {
    match &block.terminator {
        Terminator::Return(_) => (Vec::new(), Some("return")),
        Terminator::Throw(_) => (
            tried(block).map(|handler| handler.target).collect(),
            escapes(block).then_some("throw"),
        ),
        Terminator::Unreachable => (Vec::new(), Some("unreachable")),
        terminator => (terminator.successors(), None),
    }
}
