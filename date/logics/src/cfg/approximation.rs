//! Grammars as finite automata (Nederhof 2000, Mohri and Nederhof 2001).
//!
//! A component of nonterminals that is linear on one side becomes a part of an automaton as it is,
//! anew for each place where it is used. In any other one, each nonterminal gets a state where it
//! begins and one where it ends, and what follows a mention of it follows its end, whoever
//! mentioned it.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Component, Grammar, NonterminalId, Part};
use crate::machine::TooManyStates;
use crate::{Category, Machine, SymbolId, Translation};

/// A larger automaton is not built.
const MAX_PLACES: usize = 20_000;
/// Nor one that takes more steps to build.
const MAX_TASKS: usize = 200_000;
/// More of its places are not remembered in all states of the machine together.
const MAX_REMEMBERED: usize = 2_000_000;

type Place = u32;

pub(super) fn approximate(grammar: &Grammar) -> Translation {
    let machine = Automaton::of(grammar).and_then(|automaton| automaton.machine(grammar.symbols));
    match machine {
        Ok(machine) => Translation {
            machine,
            is_exact: grammar.is_strongly_regular(),
        },
        Err(TooManyStates) => Translation {
            machine: anything(grammar.symbols),
            is_exact: false,
        },
    }
}

/// One state that may match and may not.
fn anything(symbols: usize) -> Machine {
    let explored = Machine::explore(
        symbols,
        categories(),
        (),
        |(), _| Ok::<(), TooManyStates>(()),
        |()| Category::set(["match", "nonfail"]),
    );
    explored.unwrap_or_else(|_| unreachable!("one state is not too many"))
}

fn categories() -> BTreeSet<Category> {
    Category::set(["match", "fail", "nonfail"])
}

/// A nondeterministic automaton from place 0 to place 1.
struct Automaton {
    moves: Vec<Vec<(SymbolId, Place)>>,
    silent: Vec<Vec<Place>>,
}

/// A task: build moves so that `parts` lead from one place to another.
struct Task {
    from: Place,
    parts: Vec<Part>,
    to: Place,
}

/// The places where the members of a component begin and end, for one use of it.
struct Places {
    begins: FxHashMap<NonterminalId, Place>,
    ends: FxHashMap<NonterminalId, Place>,
}

impl Automaton {
    fn of(grammar: &Grammar) -> Result<Automaton, TooManyStates> {
        let mut automaton = Automaton {
            moves: vec![Vec::new(); 2],
            silent: vec![Vec::new(); 2],
        };
        let mut open = vec![Task {
            from: 0,
            parts: vec![Part::Nonterminal(grammar.start)],
            to: 1,
        }];
        let mut tasks = 0;

        while let Some(task) = open.pop() {
            automaton.build(grammar, task, &mut open);
            tasks += 1;
            if automaton.moves.len() > MAX_PLACES || tasks + open.len() > MAX_TASKS {
                return Err(TooManyStates);
            }
        }

        Ok(automaton)
    }

    fn place(&mut self) -> Place {
        self.moves.push(Vec::new());
        self.silent.push(Vec::new());
        self.moves.len() as Place - 1
    }

    fn build(&mut self, grammar: &Grammar, task: Task, open: &mut Vec<Task>) {
        let Task {
            mut from,
            parts,
            to,
        } = task;
        let Some((&last, earlier)) = parts.split_last() else {
            self.silent[from as usize].push(to);
            return;
        };

        for &part in earlier {
            let next = self.place();
            self.part(grammar, from, part, next, open);
            from = next;
        }

        self.part(grammar, from, last, to, open);
    }

    fn part(
        &mut self,
        grammar: &Grammar,
        from: Place,
        part: Part,
        to: Place,
        open: &mut Vec<Task>,
    ) {
        match part {
            Part::Terminal(symbol) => self.moves[from as usize].push((symbol, to)),
            Part::Nonterminal(id) => {
                let component = &grammar.components[grammar.component_of[id]];
                match component {
                    Component {
                        is_recursive: false,
                        ..
                    } => {
                        let rules = grammar.rules_of(id);
                        open.extend(rules.map(|rule| Task {
                            from,
                            parts: rule.body.clone(),
                            to,
                        }));
                    }
                    Component {
                        is_right_linear: true,
                        ..
                    } => self.right(grammar, component, (from, id, to), open),
                    Component {
                        is_left_linear: true,
                        ..
                    } => self.left(grammar, component, (from, id, to), open),
                    _ => self.nested(grammar, component, (from, id, to), open),
                }
            }
        }
    }

    fn places(&mut self, component: &Component) -> FxHashMap<NonterminalId, Place> {
        component
            .members
            .iter()
            .map(|&member| (member, self.place()))
            .collect()
    }

    /// The automaton goes through the place of each nonterminal that is yet to be found.
    fn right(
        &mut self,
        grammar: &Grammar,
        component: &Component,
        usage: Usage,
        open: &mut Vec<Task>,
    ) {
        let (from, id, to) = usage;
        let places = self.places(component);
        self.silent[from as usize].push(places[&id]);

        for rule in component
            .members
            .iter()
            .flat_map(|&member| grammar.rules_of(member))
        {
            let (parts, next) = match rule.body.split_last() {
                Some((Part::Nonterminal(last), parts)) if places.contains_key(last) => {
                    (parts, places[last])
                }
                _ => (rule.body.as_slice(), to),
            };
            open.push(Task {
                from: places[&rule.head],
                parts: parts.to_vec(),
                to: next,
            });
        }
    }

    /// The automaton goes through the place of each nonterminal that has been found.
    fn left(
        &mut self,
        grammar: &Grammar,
        component: &Component,
        usage: Usage,
        open: &mut Vec<Task>,
    ) {
        let (from, id, to) = usage;
        let places = self.places(component);
        self.silent[places[&id] as usize].push(to);

        for rule in component
            .members
            .iter()
            .flat_map(|&member| grammar.rules_of(member))
        {
            let (before, parts) = match rule.body.split_first() {
                Some((Part::Nonterminal(first), parts)) if places.contains_key(first) => {
                    (places[first], parts)
                }
                _ => (from, rule.body.as_slice()),
            };
            open.push(Task {
                from: before,
                parts: parts.to_vec(),
                to: places[&rule.head],
            });
        }
    }

    /// The automaton goes from where a nonterminal begins to where the first one that its rule
    /// mentions begins, from where that ends to where the next begins, and from where the last ends
    /// to where the nonterminal ends.
    fn nested(
        &mut self,
        grammar: &Grammar,
        component: &Component,
        usage: Usage,
        open: &mut Vec<Task>,
    ) {
        let (from, id, to) = usage;
        let places = Places {
            begins: self.places(component),
            ends: self.places(component),
        };
        self.silent[from as usize].push(places.begins[&id]);
        self.silent[places.ends[&id] as usize].push(to);

        for rule in component
            .members
            .iter()
            .flat_map(|&member| grammar.rules_of(member))
        {
            let mut from = places.begins[&rule.head];
            let mut parts = Vec::new();
            for &part in &rule.body {
                match part {
                    Part::Nonterminal(id) if places.begins.contains_key(&id) => {
                        open.push(Task {
                            from,
                            parts: std::mem::take(&mut parts),
                            to: places.begins[&id],
                        });
                        from = places.ends[&id];
                    }
                    part => parts.push(part),
                }
            }
            open.push(Task {
                from,
                parts,
                to: places.ends[&rule.head],
            });
        }
    }

    /// Returns the places that silent moves reach from some places, sorted.
    fn closed(&self, mut open: Vec<Place>) -> Vec<Place> {
        let mut known: FxHashSet<Place> = open.iter().copied().collect();
        while let Some(place) = open.pop() {
            open.extend(
                self.silent[place as usize]
                    .iter()
                    .filter(|next| known.insert(**next)),
            );
        }
        let mut places: Vec<Place> = known.into_iter().collect();
        places.sort_unstable();
        places
    }

    /// The subset construction.
    fn machine(&self, symbols: usize) -> Result<Machine, TooManyStates> {
        let mut remembered = 0;
        let step = |places: &Vec<Place>, symbol: SymbolId| {
            let moves = places.iter().flat_map(|&place| &self.moves[place as usize]);
            let next = self.closed(
                moves
                    .filter(|(own, _)| *own == symbol)
                    .map(|&(_, next)| next)
                    .collect(),
            );
            remembered += next.len();
            if remembered > MAX_REMEMBERED {
                Err(TooManyStates)
            } else {
                Ok(next)
            }
        };

        let holds = |places: &Vec<Place>| {
            places
                .contains(&1)
                .then(|| Category::new("match"))
                .into_iter()
                .collect()
        };
        let mut machine =
            Machine::explore(symbols, categories(), self.closed(vec![0]), step, holds)?;
        let may_match = machine.leads_to(|state| machine.holds(state, &Category::new("match")));
        machine.mark(&Category::new("fail"), |state| !may_match[state]);
        machine.mark(&Category::new("nonfail"), |state| may_match[state]);

        Ok(machine)
    }
}

/// A nonterminal that leads from one place to another.
type Usage = (Place, NonterminalId, Place);
