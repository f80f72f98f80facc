//! Automata as `fsm`.

use index_vec::IndexVec;

use super::events::Guarded;
use super::{Said, Writer, text_of};
use crate::mop::lower::distinct;
use date::ids::StateId;
use date::model::{Date, Property, StateKind};

/// Returns what the properties of one specification are called behind the name of that, which the
/// first one gives; `None` of those that readers number.
pub(super) fn names<'a>(
    writer: &Writer<'_>,
    properties: &[&'a Property],
) -> Said<Vec<Option<&'a str>>> {
    let Some(first) = properties.first() else {
        return Ok(Vec::new());
    };
    let own = |property: &&'a Property| {
        let name = property.name.strip_prefix(&first.name)?.strip_prefix('_')?;
        (!name.chars().all(|c| c.is_ascii_digit())).then_some(name)
    };
    let names: Vec<Option<&str>> = properties.iter().map(own).collect();
    let read = distinct(names.iter().map(|name| match name {
        Some(name) => format!("{}_{name}", first.name),
        None => first.name.clone(),
    }));
    match properties
        .iter()
        .zip(&read)
        .find(|(property, read)| property.name != **read)
    {
        Some((property, _)) => writer.refuse(
            property.span,
            "properties of one context with names of their own",
        ),
        None => Ok(names),
    }
}

/// A property with its name.
pub(super) fn text(
    writer: &Writer<'_>,
    property: &Property,
    name: Option<&str>,
    guards: &[Guarded<'_>],
) -> Said<String> {
    check(writer, property)?;
    let name = name.map(|name| format!(" {name}")).unwrap_or_default();
    let machine = Fsm::of(property, guards);
    let mut text = format!("\n    fsm{name} :\n");

    for row in machine
        .rows
        .iter()
        .filter(|row| !machine.is_failure(&row.name))
    {
        let moves = row.moves.iter().filter(|(_, to)| !machine.is_failure(to));
        let moves: Vec<String> = moves
            .map(|(event, to)| format!("{event} -> {to}"))
            .collect();
        text += &format!("        {} [ {} ]\n", row.name, moves.join(", "));
    }

    for (id, state) in property
        .date
        .states
        .iter_enumerated()
        .filter(|(_, state)| state.kind == StateKind::Bad)
    {
        let name = &machine.names[id];
        let reset = if machine.is_failure(name) && machine.resets() {
            " __RESET;"
        } else {
            ""
        };
        let entry = text_of(&state.entry)
            .map(|code| format!(" {code}"))
            .unwrap_or_default();
        text += &format!(
            "    @{name} {{\n        System.err.println(__DEFAULT_MESSAGE);{entry}{reset}\n    }}\n"
        );
    }

    Ok(text)
}

/// A state with all that it leads to.
struct Row {
    name: String,
    moves: Vec<(String, String)>,
}

/// The states of an fsm, the initial one first, each with its row.
struct Fsm {
    names: IndexVec<StateId, String>,
    rows: Vec<Row>,
    /// True if the state `fail` is JavaMOP's own.
    fails: bool,
}

impl Fsm {
    fn of(property: &Property, guards: &[Guarded<'_>]) -> Self {
        let date = &property.date;
        let mut names: IndexVec<StateId, String> =
            date.states.iter().map(|state| state.name.clone()).collect();
        let mut fsm = Fsm {
            rows: rows(date, &names, guards),
            names: names.clone(),
            fails: false,
        };
        let loops = |fail: &Row| fail.moves.iter().all(|(_, to)| to == "fail");
        fsm.fails =
            names[date.initial] != "fail" && (fsm.row("fail").is_some_and(loops) || fsm.resets());

        for name in names
            .iter_mut()
            .filter(|name| KEPT.contains(&name.as_str()))
        {
            if name != "fail" || !fsm.fails {
                *name = fresh(&fsm.names, name);
            }
        }
        Fsm {
            rows: rows(date, &names, guards),
            names,
            fails: fsm.fails,
        }
    }

    fn row(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.name == name)
    }

    /// Returns whether a state `fail` goes on as from the beginning.
    fn resets(&self) -> bool {
        self.row("fail")
            .is_some_and(|fail| fail.moves == self.rows[0].moves)
    }

    fn is_failure(&self, name: &str) -> bool {
        self.fails && name == "fail"
    }
}

/// Words that are no names of states.
const KEPT: [&str; 4] = ["alias", "default", "fail", "nonfail"];

/// A name like this one that no state has.
fn fresh(names: &IndexVec<StateId, String>, name: &str) -> String {
    let mut fresh = format!("{name}_");
    while names.contains(&fresh) {
        fresh.push('_');
    }
    fresh
}

/// The rows of all states. Where a bad state says nothing of an event and stays, it is not reported
/// again: it goes to a state like it that is not handled.
fn rows(date: &Date, names: &IndexVec<StateId, String>, guards: &[Guarded<'_>]) -> Vec<Row> {
    let others = date.states.indices().filter(|state| *state != date.initial);
    let mut rows = Vec::new();
    for id in [date.initial].into_iter().chain(others) {
        let quiet = match date.states[id].kind {
            StateKind::Bad => fresh(names, &names[id]),
            StateKind::Normal | StateKind::Accepting => names[id].clone(),
        };
        let to = |guard: &Guarded<'_>| {
            // Of several with one condition, only the first is ever taken.
            let mut taken = date
                .outgoing(id)
                .filter(|(_, transition)| guard.is_of(transition));
            taken.next().map_or(quiet.clone(), |(_, transition)| {
                names[transition.to].clone()
            })
        };
        let moves: Vec<(String, String)> = guards
            .iter()
            .map(|guard| (guard.name.clone(), to(guard)))
            .collect();
        let is_left = moves.iter().any(|(_, to)| *to == quiet) && quiet != names[id];
        rows.extend(is_left.then(|| Row {
            name: quiet,
            moves: moves.clone(),
        }));
        let at = rows.len() - usize::from(is_left);
        rows.insert(
            at,
            Row {
                name: names[id].clone(),
                moves,
            },
        );
    }

    rows
}

fn check(writer: &Writer<'_>, property: &Property) -> Said<()> {
    for (id, state) in property.date.states.iter_enumerated() {
        let is_word = state
            .name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '_')
            && state.name.starts_with(|c: char| !c.is_ascii_digit());
        if !is_word {
            return writer.refuse(state.span, &format!("a state called `{}`", state.name));
        }
        if state.entry.is_some() && (state.kind != StateKind::Bad || id == property.date.initial) {
            return writer.refuse(
                state.span,
                &format!("code on entering `{}`, which is not reported,", state.name),
            );
        }
        if state.kind == StateKind::Accepting && property.releases {
            return writer.refuse(state.span, "that an instance is released");
        }
    }

    let is_reported = property
        .date
        .states
        .iter()
        .any(|state| state.kind == StateKind::Bad);

    if is_reported {
        Ok(())
    } else {
        writer.refuse(property.span, "a property that reports nothing")
    }
}
