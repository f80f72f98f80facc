//! Formulas of temporal logic over the future and the past of a sequence of symbols, and their
//! values at one position.
//!
//! The value of a formula at a position follows from the symbol there, from one bit for each past
//! operator about the position before, and from one bit for each future operator about the position
//! after:
//!
//! | operator | value here | bit that it needs | bit that it leaves |
//! |---|---|---|---|
//! | `(*) f` | the bit | `f` before | `f` |
//! | `f S g` | `g or (f and` bit`)` | `f S g` before | `f S g` |
//! | `o f` | the bit | `f` after | `f` |
//! | `f U g` | `g or (f and` bit`)` | `f U g` after | `f U g` |
//!
//! All bits about the past are false at the first position. The other operators are written with
//! these.

mod parse;

pub(super) use parse::{Dialect, parse};

use rustc_hash::FxHashMap;

use super::SymbolId;

/// A part of a formula: its position in [`Formula::nodes`].
pub(super) type Part = usize;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Node {
    True,
    /// The symbol at this position.
    Symbol(SymbolId),
    Not(Part),
    And(Part, Part),
    Or(Part, Part),
    Next(Part),
    Until(Part, Part),
    Previously(Part),
    Since(Part, Part),
}

/// Operators of the past or the future, the bit of each at its position.
pub(super) type Bits = u64;

/// A formula whose equal parts are one, parts before the whole.
#[derive(Debug, Clone, Default)]
pub(super) struct Formula {
    nodes: Vec<Node>,
    ids: FxHashMap<Node, Part>,
    past: Vec<Part>,
    future: Vec<Part>,
    root: Part,
}

impl Formula {
    fn add(&mut self, node: Node) -> Part {
        if let Some(&known) = self.ids.get(&node) {
            return known;
        }
        let part = self.nodes.len();
        self.nodes.push(node);
        self.ids.insert(node, part);
        match node {
            Node::Next(_) | Node::Until(..) => self.future.push(part),
            Node::Previously(_) | Node::Since(..) => self.past.push(part),
            _ => {}
        }
        part
    }

    fn not(&mut self, inner: Part) -> Part {
        match self.nodes[inner] {
            Node::Not(inner) => inner,
            _ => self.add(Node::Not(inner)),
        }
    }

    /// An operator by its dual: `not op(not f, not g)`.
    fn dual(&mut self, operator: fn(Part, Part) -> Node, f: Part, g: Part) -> Part {
        let (f, g) = (self.not(f), self.not(g));
        let inner = self.add(operator(f, g));
        self.not(inner)
    }

    fn implies(&mut self, f: Part, g: Part) -> Part {
        let not_f = self.not(f);
        self.add(Node::Or(not_f, g))
    }

    fn iff(&mut self, f: Part, g: Part) -> Part {
        let there = self.implies(f, g);
        let back = self.implies(g, f);
        self.add(Node::And(there, back))
    }

    fn xor(&mut self, f: Part, g: Part) -> Part {
        let iff = self.iff(f, g);
        self.not(iff)
    }

    /// How many different parts there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many different past operators there are: the bits about the position before.
    pub fn past_count(&self) -> usize {
        self.past.len()
    }

    /// How many different future operators there are: the bits about the position after.
    pub fn future_count(&self) -> usize {
        self.future.len()
    }

    /// The value of every part at a position with this symbol. O(parts).
    pub fn values(&self, symbol: SymbolId, before: Bits, after: Bits, values: &mut Vec<bool>) {
        values.clear();
        let (mut before, mut after) = (before, after);
        let take = |bits: &mut Bits| {
            let bit = *bits & 1 == 1;
            *bits >>= 1;
            bit
        };

        for node in &self.nodes {
            let value = match *node {
                Node::True => true,
                Node::Symbol(own) => own == symbol,
                Node::Not(f) => !values[f],
                Node::And(f, g) => values[f] && values[g],
                Node::Or(f, g) => values[f] || values[g],
                Node::Next(_) => take(&mut after),
                Node::Previously(_) => take(&mut before),
                Node::Until(f, g) => take(&mut after) && values[f] || values[g],
                Node::Since(f, g) => take(&mut before) && values[f] || values[g],
            };
            values.push(value);
        }
    }

    /// Returns whether the formula is true where its parts have these values.
    pub fn is_true(&self, values: &[bool]) -> bool {
        values[self.root]
    }

    /// Returns the bits of this position that the next one needs.
    pub fn past_bits(&self, values: &[bool]) -> Bits {
        self.bits(&self.past, values)
    }

    /// Returns the bits of this position that the position before needs.
    pub fn future_bits(&self, values: &[bool]) -> Bits {
        self.bits(&self.future, values)
    }

    fn bits(&self, parts: &[Part], values: &[bool]) -> Bits {
        let left = |part: Part| match self.nodes[part] {
            Node::Next(inner) | Node::Previously(inner) => values[inner],
            _ => values[part],
        };
        parts
            .iter()
            .rev()
            .fold(0, |bits, &part| bits << 1 | u64::from(left(part)))
    }

    /// The untils, with a bit set for each that is not owed here: it is false, or its second
    /// operand is true.
    pub fn unowed(&self, values: &[bool]) -> Bits {
        let unowed = |part: Part| match self.nodes[part] {
            Node::Until(_, goal) => !values[part] || values[goal],
            _ => true,
        };
        self.future
            .iter()
            .rev()
            .fold(0, |bits, &part| bits << 1 | u64::from(unowed(part)))
    }
}
