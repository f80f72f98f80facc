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
    methods: IndexVec<MethodId, Option<OwnNodes>>,
    others: FxHashMap<Node, NodeId>,
}

/// The nodes of one method.
#[derive(Debug, Clone, Copy)]
struct OwnNodes {
    /// Its first local.
    first: NodeId,
    /// The node that it returns, right behind its locals.
    returned: NodeId,
}

impl Nodes {
    /// No nodes yet.
    pub(crate) fn new(program: &Program) -> Self {
        Nodes {
            nodes: IndexVec::new(),
            methods: program.methods.iter().map(|_| None).collect(),
            others: FxHashMap::default(),
        }
    }

    /// The number of a node, and how many nodes came with it: all those of a method come at once.
    pub(crate) fn number(&mut self, program: &Program, node: Node) -> (NodeId, usize) {
        match node {
            Node::Local(method, local) => {
                let (own, new) = self.own(program, method);
                (own.first + local.index(), new)
            }
            Node::Return(method) => {
                let (own, new) = self.own(program, method);
                (own.returned, new)
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

    fn own(&mut self, program: &Program, method: MethodId) -> (OwnNodes, usize) {
        if let Some(own) = self.methods[method] {
            return (own, 0);
        }
        let (first, count) = (self.nodes.next_idx(), locals(program, method));
        self.nodes
            .extend((0..count).map(|local| Node::Local(method, LocalId::from_usize(local))));
        let returned = self.nodes.push(Node::Return(method));
        let own = OwnNodes { first, returned };
        self.methods[method] = Some(own);
        (own, count + 1)
    }

    /// The number of a node, if it has one. O(1).
    pub(crate) fn find(&self, node: Node) -> Option<NodeId> {
        match node {
            Node::Local(method, local) => {
                let own = self.methods[method]?;
                let found = own.first + local.index();
                (found < own.returned).then_some(found)
            }
            Node::Return(method) => Some(self.methods[method]?.returned),
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
