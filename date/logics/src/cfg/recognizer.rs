//! Following a grammar symbol by symbol (Earley 1970; the empty word as in Aycock and Horspool
//! 2002).

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Grammar, NonterminalId, Part};
use crate::{Category, SymbolId};

/// A rule of which the first `dot` parts have been found, beginning after `origin` symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Item {
    rule: usize,
    dot: usize,
    origin: usize,
}

/// All items after some symbols.
#[derive(Debug, Default)]
struct Column {
    before_terminal: Vec<(SymbolId, Item)>,
    before_nonterminal: FxHashMap<NonterminalId, Vec<Item>>,
    is_match: bool,
}

/// The exact state of a grammar after a word. A copy shares the knowledge of the original.
///
/// Each step takes O(symbols so far) for unambiguous grammars, its square at worst, and so does the
/// space.
#[derive(Debug, Clone)]
pub struct Recognizer {
    grammar: Arc<Grammar>,
    /// One for each symbol so far, and the first; none when it has failed.
    columns: Vec<Arc<Column>>,
}

impl Recognizer {
    /// Before the first symbol.
    pub fn new(grammar: Arc<Grammar>) -> Self {
        let mut filling = Filling::new(&grammar, &[]);
        filling.predict(grammar.start);
        let first = filling.complete();
        Recognizer {
            grammar,
            columns: first.into_iter().collect(),
        }
    }

    /// Goes on by a symbol.
    pub fn step(&mut self, symbol: SymbolId) {
        let Some(last) = self.columns.last() else {
            return;
        };
        let mut filling = Filling::new(&self.grammar, &self.columns);

        for &(terminal, item) in &last.before_terminal {
            if terminal == symbol {
                filling.add(Item {
                    dot: item.dot + 1,
                    ..item
                });
            }
        }

        match filling.complete() {
            Some(column) => self.columns.push(column),
            None => self.columns.clear(),
        }
    }

    /// Goes on by an event that the grammar does not mention.
    pub fn fail(&mut self) {
        self.columns.clear();
    }

    /// Returns whether the word so far is in the language.
    pub fn is_match(&self) -> bool {
        self.columns.last().is_some_and(|column| column.is_match)
    }

    /// Returns whether no continuation of the word so far, nor the word itself, is in the language.
    pub fn is_failed(&self) -> bool {
        self.columns.is_empty()
    }

    /// Returns whether a category of the logic holds: `match`, `fail`, `nonfail`.
    pub fn holds(&self, category: &Category) -> bool {
        match category.name() {
            "match" => self.is_match(),
            "fail" => self.is_failed(),
            "nonfail" => !self.is_failed(),
            _ => false,
        }
    }
}

/// A column in the making.
struct Filling<'a> {
    grammar: &'a Grammar,
    columns: &'a [Arc<Column>],
    column: Column,
    known: FxHashSet<Item>,
    open: Vec<Item>,
}

impl<'a> Filling<'a> {
    fn new(grammar: &'a Grammar, columns: &'a [Arc<Column>]) -> Self {
        Filling {
            grammar,
            columns,
            column: Column::default(),
            known: FxHashSet::default(),
            open: Vec::new(),
        }
    }

    fn add(&mut self, item: Item) {
        if self.known.insert(item) {
            self.open.push(item);
        }
    }

    fn predict(&mut self, id: NonterminalId) {
        let origin = self.columns.len();
        self.grammar.rules_of[id].iter().for_each(|&rule| {
            self.add(Item {
                rule,
                dot: 0,
                origin,
            })
        });
    }

    /// The column of all that follows from the items added; none if there are none.
    fn complete(mut self) -> Option<Arc<Column>> {
        while let Some(item) = self.open.pop() {
            let rule = &self.grammar.rules[item.rule];
            match rule.body.get(item.dot) {
                Some(&Part::Terminal(symbol)) => self.column.before_terminal.push((symbol, item)),
                Some(&Part::Nonterminal(id)) => {
                    self.column
                        .before_nonterminal
                        .entry(id)
                        .or_default()
                        .push(item);
                    self.predict(id);
                    if self.grammar.nullable[id] {
                        self.add(Item {
                            dot: item.dot + 1,
                            ..item
                        });
                    }
                }
                None => self.return_from(rule.head, item.origin),
            }
        }
        if self.known.is_empty() {
            None
        } else {
            Some(Arc::new(self.column))
        }
    }

    /// A nonterminal has been found. Where it is empty, what waits for it has gone on at its
    /// prediction.
    fn return_from(&mut self, head: NonterminalId, origin: usize) {
        self.column.is_match |= origin == 0 && head == self.grammar.start;
        let columns = self.columns;
        let waiting = columns
            .get(origin)
            .and_then(|column| column.before_nonterminal.get(&head));
        for item in waiting.into_iter().flatten() {
            self.add(Item {
                dot: item.dot + 1,
                ..*item
            });
        }
    }
}
