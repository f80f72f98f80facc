//! The tableau of a formula (Lichtenstein and Pnueli 1985): a generalized Buchi automaton over what
//! one position has to know of its neighbours.
//!
//! A node stands between two positions. It says, for each past operator, what the position before
//! leaves ([`Formula`]'s table), and for each future operator, what the position after must turn
//! out to leave. Reading a symbol leads from a node to every node for whose bits about the future
//! the values at the symbol keep the promise of the first. Backwards there is one source at most
//! for each symbol and target, so that a word has one run at most from each node. A run is fair if
//! every until is infinitely often not owed.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use crate::SymbolId;
use crate::temporal::{Bits, Formula};

/// A node: the bits about the past, then those about the future.
pub(super) type Node = u32;

/// More nodes times symbols than this are not built, nor more values computed than `MAX_VALUES`.
const MAX_EDGES: usize = 1 << 22;
const MAX_VALUES: usize = 1 << 28;

struct Edge {
    source: Node,
    symbol: SymbolId,
    target: Node,
    /// [`Formula::unowed`] where the symbol is read.
    unowed: Bits,
}

/// The part of a tableau from which fair runs start.
pub(super) struct Tableau {
    symbols: usize,
    /// For each node and symbol where its targets start in `targets`; one more at the end.
    starts: Vec<usize>,
    targets: Vec<Node>,
    /// For each symbol the nodes after it as a first symbol, and whether the formula is then true.
    first: Vec<Vec<(Node, bool)>>,
}

impl Tableau {
    /// The tableau of a formula over so many symbols; none if it is too large.
    /// O(2^operators * symbols * parts of the formula).
    pub fn new(formula: &Formula, symbols: usize) -> Option<Tableau> {
        let bits = u32::try_from(formula.past_count() + formula.future_count()).ok()?;
        let nodes = 1usize
            .checked_shl(bits)
            .filter(|&nodes| nodes <= MAX_EDGES)?;
        let edges = nodes
            .checked_mul(symbols)
            .filter(|&edges| edges <= MAX_EDGES)?;
        edges
            .checked_mul(formula.len())
            .filter(|&values| values <= MAX_VALUES)?;
        let (edges, first) = edges_of(formula, symbols);
        let fair = fair(nodes, (1 << formula.future_count()) - 1, &edges);
        Some(Tableau::restricted(nodes, symbols, edges, first, &fair))
    }

    fn restricted(
        nodes: usize,
        symbols: usize,
        mut edges: Vec<Edge>,
        first: First,
        fair: &[bool],
    ) -> Tableau {
        let slot = |edge: &Edge| edge.source as usize * symbols + edge.symbol.index();
        edges.retain(|edge| fair[edge.target as usize]);
        edges.sort_by_key(slot);
        let mut starts = vec![0; nodes * symbols + 1];
        edges.iter().for_each(|edge| starts[slot(edge) + 1] += 1);

        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }

        let mut first = first;
        first
            .iter_mut()
            .for_each(|nodes| nodes.retain(|&(node, _)| fair[node as usize]));
        Tableau {
            symbols,
            starts,
            targets: edges.iter().map(|edge| edge.target).collect(),
            first,
        }
    }

    /// The nodes after `symbol` from `node`.
    pub fn successors(&self, node: Node, symbol: SymbolId) -> &[Node] {
        let slot = node as usize * self.symbols + symbol.index();
        &self.targets[self.starts[slot]..self.starts[slot + 1]]
    }

    /// The nodes after `symbol` as the first symbol, and whether the formula is true for the words
    /// that go on from there.
    pub fn first(&self, symbol: SymbolId) -> impl Iterator<Item = (Node, bool)> + '_ {
        self.first[symbol.index()].iter().copied()
    }
}

type First = Vec<Vec<(Node, bool)>>;

fn edges_of(formula: &Formula, symbols: usize) -> (Vec<Edge>, First) {
    let futures = formula.future_count();
    let node = |before: Bits, after: Bits| (before << futures | after) as Node;
    let mut edges = Vec::new();
    let mut first: First = vec![Vec::new(); symbols];
    let mut values = Vec::new();

    for before in 0..1 << formula.past_count() {
        for after in 0..1 << futures {
            for symbol in (0..symbols).map(SymbolId::from) {
                formula.values(symbol, before, after, &mut values);
                let source = node(before, formula.future_bits(&values));
                let target = node(formula.past_bits(&values), after);
                edges.push(Edge {
                    source,
                    symbol,
                    target,
                    unowed: formula.unowed(&values),
                });
                if before == 0 {
                    first[symbol.index()].push((target, formula.is_true(&values)));
                }
            }
        }
    }

    (edges, first)
}

/// For each node whether a fair run starts from it: one that reaches a component within which edges
/// free `all` untils. O(nodes + edges).
fn fair(nodes: usize, all: Bits, edges: &[Edge]) -> Vec<bool> {
    let graph =
        DiGraph::<(), (), u32>::from_edges(edges.iter().map(|edge| (edge.source, edge.target)));
    let components = kosaraju_scc(&graph);
    let mut component_of = vec![usize::MAX; nodes.max(graph.node_count())];

    for (number, component) in components.iter().enumerate() {
        component
            .iter()
            .for_each(|node| component_of[node.index()] = number);
    }

    let mut inside: Vec<Option<Bits>> = vec![None; components.len()];
    for edge in edges {
        let component = component_of[edge.source as usize];
        if component == component_of[edge.target as usize] {
            *inside[component].get_or_insert(0) |= edge.unowed;
        }
    }

    // Components come with those that they lead to before them.
    let mut fair = vec![false; component_of.len()];
    for (number, component) in components.iter().enumerate() {
        let leads_on = |node: &NodeIndex| graph.neighbors(*node).any(|next| fair[next.index()]);
        if inside[number] == Some(all) || component.iter().any(leads_on) {
            component.iter().for_each(|node| fair[node.index()] = true);
        }
    }

    fair
}
