//! Dependencies as deterministic machines, in the form that JavaMOP calls `fsm`: what is missing
//! fails.

use std::collections::{BTreeMap, BTreeSet};

use super::parse::{Dependency, Says, State};
use crate::mop::syntax::Name;
use text::{Diagnostic, Source, nearest};

/// More sets of states than these no machine has.
const MOST_STATES: usize = 1_000;

/// A machine as text, and the names under which its final states are reported.
pub(super) struct Fsm {
    pub text: String,
    pub reported: BTreeSet<String>,
}

/// States of a nondeterministic machine, by number.
type Set = BTreeSet<usize>;

/// The edges from each state, by symbol.
struct Edges {
    names: Vec<String>,
    initial: Set,
    is_final: Vec<bool>,
    next: BTreeMap<(usize, String), Set>,
}

/// The machine of a dependency.
///
/// # Errors
/// The first thing that is wrong with it.
pub(super) fn fsm(dependency: &Dependency, source: &Source<'_>) -> Result<Fsm, Diagnostic> {
    let symbols: Vec<&Name> = dependency
        .symbols
        .iter()
        .map(|symbol| &symbol.advice)
        .collect();
    let edges = match &dependency.says {
        Says::Strong(strong) => seen(&symbols, *strong, source)?,
        Says::Machine(states) => machine(&symbols, states, source)?,
    };
    let place = symbols.first().map_or(0..0, |name| name.place.range());
    edges.determined(&symbols).ok_or_else(|| {
        let message = format!("this machine has more than {MOST_STATES} sets of states");
        source.error(place, "clara-machine", message)
    })
}

/// The machine that remembers which strong symbols it has seen.
fn seen(symbols: &[&Name], strong: usize, source: &Source<'_>) -> Result<Edges, Diagnostic> {
    if strong > MOST_STATES.ilog2() as usize {
        let message = format!("{strong} strong advices are too many");
        return Err(source.error(symbols[0].place.range(), "clara-machine", message));
    }

    let all = (1usize << strong) - 1;
    let mut next = BTreeMap::new();
    for state in 0..=all {
        for (at, symbol) in symbols.iter().enumerate() {
            let to = if at < strong { state | 1 << at } else { state };
            next.insert((state, symbol.text.clone()), Set::from([to]));
        }
    }

    let names = (0..=all).map(|state| {
        if state == all {
            "all".to_owned()
        } else {
            format!("seen{state}")
        }
    });
    let is_final = (0..=all).map(|state| state == all).collect();

    Ok(Edges {
        names: names.collect(),
        initial: Set::from([0]),
        is_final,
        next,
    })
}

fn machine(symbols: &[&Name], states: &[State], source: &Source<'_>) -> Result<Edges, Diagnostic> {
    let error =
        |name: &Name, message: String| source.error(name.place.range(), "clara-machine", message);
    let unknown = |name: &Name, what: &str, known: Vec<&str>| {
        let error = error(name, format!("there is no {what} `{}` here", name.text));
        match nearest(&name.text, known.iter().copied()) {
            Some(near) => error.with_help(format!("did you mean `{near}`?")),
            None => error.with_help(format!("known here: {}", known.join(", "))),
        }
    };
    let names: Vec<&str> = states
        .iter()
        .map(|state| state.name.text.as_str())
        .collect();

    let mut next: BTreeMap<(usize, String), Set> = BTreeMap::new();
    for (at, state) in states.iter().enumerate() {
        if names[..at].contains(&names[at]) {
            return Err(error(
                &state.name,
                format!("there are two states `{}`", state.name.text),
            ));
        }
        for (symbol, to) in &state.edges {
            if !symbols.iter().any(|known| known.text == symbol.text) {
                return Err(unknown(
                    symbol,
                    "symbol",
                    symbols.iter().map(|symbol| symbol.text.as_str()).collect(),
                ));
            }
            let Some(target) = names.iter().position(|name| *name == to.text) else {
                return Err(unknown(to, "state", names));
            };
            next.entry((at, symbol.text.clone()))
                .or_default()
                .insert(target);
        }
    }

    let all = |wanted: fn(&State) -> bool| -> Set {
        (0..states.len())
            .filter(|at| wanted(&states[*at]))
            .collect()
    };
    let (initial, ends) = (all(|state| state.is_initial), all(|state| state.is_final));

    for (what, set) in [("initial", &initial), ("final", &ends)] {
        if set.is_empty() {
            return Err(error(&states[0].name, format!("no state is `{what}`")));
        }
    }

    let steps: Vec<(usize, usize)> = next
        .iter()
        .flat_map(|((from, _), to)| to.iter().map(|to| (*from, *to)))
        .collect();
    let back: Vec<(usize, usize)> = steps.iter().map(|(from, to)| (*to, *from)).collect();
    let (reached, ending) = (reachable(&initial, &steps), reachable(&ends, &back));

    for (at, state) in states.iter().enumerate() {
        if !reached.contains(&at) {
            return Err(error(
                &state.name,
                format!("no initial state leads to `{}`", state.name.text),
            ));
        }
        if !ending.contains(&at) {
            return Err(error(
                &state.name,
                format!("`{}` leads to no final state", state.name.text),
            ));
        }
    }

    let is_final = states.iter().map(|state| state.is_final).collect();
    Ok(Edges {
        names: names.iter().map(|name| (*name).to_owned()).collect(),
        initial,
        is_final,
        next,
    })
}

fn reachable(from: &Set, steps: &[(usize, usize)]) -> Set {
    let mut found = from.clone();
    let mut open: Vec<usize> = from.iter().copied().collect();
    while let Some(state) = open.pop() {
        open.extend(
            steps
                .iter()
                .filter(|(from, to)| *from == state && found.insert(*to))
                .map(|(_, to)| *to),
        );
    }
    found
}

impl Edges {
    /// The subset construction; `None` if there are too many sets.
    fn determined(&self, symbols: &[&Name]) -> Option<Fsm> {
        let mut sets = vec![self.initial.clone()];
        let mut rows = String::new();
        let mut finals: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut at = 0;

        while let Some(set) = sets.get(at).cloned() {
            let mut row = Vec::new();
            for symbol in symbols
                .iter()
                .map(|symbol| &symbol.text)
                .collect::<BTreeSet<&String>>()
            {
                let to = set
                    .iter()
                    .filter_map(|state| self.next.get(&(*state, symbol.clone())));
                let to: Set = to.flatten().copied().collect();
                if to.is_empty() {
                    continue;
                }
                let number = sets
                    .iter()
                    .position(|known| *known == to)
                    .unwrap_or(sets.len());
                if number == sets.len() {
                    sets.push(to);
                }
                row.push(format!("{symbol} -> q{number}"));
            }
            rows += &format!("q{at} [ {} ] ", row.join(", "));
            let ends: Vec<&str> = set
                .iter()
                .filter(|state| self.is_final[**state])
                .map(|state| self.names[*state].as_str())
                .collect();
            if !ends.is_empty() {
                finals.entry(ends.join("_")).or_default().push(at);
            }
            at += 1;
            if sets.len() > MOST_STATES {
                return None;
            }
        }

        for (name, states) in &finals {
            let states: Vec<String> = states.iter().map(|state| format!("q{state}")).collect();
            rows += &format!("alias at_{name} = {} ", states.join(", "));
        }

        Some(Fsm {
            text: rows,
            reported: finals
                .into_keys()
                .map(|name| format!("at_{name}"))
                .collect(),
        })
    }
}
