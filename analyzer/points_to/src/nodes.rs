//! The numbers of the nodes.

use index_vec::IndexVec;
use ir::{LocalId, MethodId, Program};
use rustc_hash::FxHashMap;

use crate::node::{Node, NodeId};

/// Nodes in the order of their creation. The locals of a method, and behind them what it returns,
/// have numbers in a row.
#[derive(Debug)]
pub(crate) struct Nodes {
    nodes: IndexVec<NodeId, Node>,
    first_locals: IndexVec<MethodId, Option<NodeId>>,
    others: FxHashMap<Node, NodeId>,
}

impl Nodes {
    /// No nodes yet.
    pub(crate) fn new(program: &Program) -> Self {
        let first_locals = program.methods.iter().map(|_| None).collect();
        Nodes {
            nodes: IndexVec::new(),
            first_locals,
            others: FxHashMap::default(),
        }
    }

    /// The number of a node, and how many nodes came with it: all those of a method come at once.
    pub(crate) fn number(&mut self, program: &Program, node: Node) -> (NodeId, usize) {
        match node {
            Node::Local(method, local) => {
                let (first, new) = self.first_local(program, method);
                (first + local.index(), new)
            }
            Node::Return(method) => {
                let (first, new) = self.first_local(program, method);
                (first + locals(program, method), new)
            }
            other => match self.others.get(&other) {
                Some(&known) => (known, 0),
                None => {
                    let new = self.nodes.push(other);
                    self.others.insert(other, new);
                    (new, 1)
                }
            },
        }
    }

    fn first_local(&mut self, program: &Program, method: MethodId) -> (NodeId, usize) {
        if let Some(first) = self.first_locals[method] {
            return (first, 0);
        }
        let (first, count) = (self.nodes.next_idx(), locals(program, method));
        self.nodes
            .extend((0..count).map(|local| Node::Local(method, LocalId::from_usize(local))));
        self.nodes.push(Node::Return(method));
        self.first_locals[method] = Some(first);
        (first, count + 1)
    }

    /// The number of a node, if it has one.
    pub(crate) fn find(&self, node: Node) -> Option<NodeId> {
        match node {
            Node::Local(method, local) => {
                let found = self.first_locals[method]? + local.index();
                (self.nodes.get(found) == Some(&node)).then_some(found)
            }
            Node::Return(method) => {
                let first = self.first_locals[method]?;
                self.nodes
                    .iter_enumerated()
                    .skip(first.index())
                    .find(|(_, other)| **other == node)
                    .map(|(id, _)| id)
            }
            other => self.others.get(&other).copied(),
        }
    }

    /// The nodes, by number.
    pub(crate) fn all(&self) -> impl Iterator<Item = (NodeId, Node)> {
        self.nodes.iter_enumerated().map(|(id, &node)| (id, node))
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }
}

fn locals(program: &Program, method: MethodId) -> usize {
    program.methods[method]
        .body
        .as_ref()
        .map_or(0, |body| body.locals.len())
}

impl std::ops::Index<NodeId> for Nodes {
    type Output = Node;

    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }
}
