//! Renaming what a property file declares.

use std::ops::Range;

use date::code::lexical::is_identifier;
use date::model::Specification;

use super::{Occurrence, Symbol, names, occurrences};

/// Why a name is not changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The thing is one of Java, which is renamed in its sources.
    OfJava,
    /// The new name is no identifier of Java, or a word that Java keeps.
    NoIdentifier,
    /// Something in the file has the new name.
    Taken,
    /// With the new name the file would not say the same: a place of the old one is not known.
    NotFollowed,
}

/// The places of a property file that get the name `to`, so that `symbol` is called so, in order.
/// `specification` was read from `text`, and `read` reads such a text. The file with the new name
/// has been read, and has the same names in the same places.
///
/// # Errors
/// [`Refusal`] says why the name cannot be changed.
pub fn renamed(
    (file, text): (&str, &str),
    specification: &Specification,
    (symbol, to): (&Symbol, &str),
    read: impl Fn(&str) -> Option<Specification>,
) -> Result<Vec<Range<usize>>, Refusal> {
    if matches!(symbol, Symbol::Type(_) | Symbol::Member { .. }) {
        return Err(Refusal::OfJava);
    }
    if !is_identifier(to) {
        return Err(Refusal::NoIdentifier);
    }
    let names = names(file, text, specification);
    if names.unplaced.contains(symbol) {
        return Err(Refusal::NotFollowed);
    }
    let before = names.disjoint();
    if before.iter().any(|found| text[found.range.clone()] == *to) {
        return Err(Refusal::Taken);
    }

    let places: Vec<Range<usize>> = before
        .iter()
        .filter(|found| found.symbol == *symbol)
        .map(|found| found.range.clone())
        .collect();
    let new = with(text, &places, to);
    let again = read(&new).ok_or(Refusal::NotFollowed)?;
    let expected = moved(&before, &places, (symbol, to));

    if !places.is_empty() && occurrences(file, &new, &again) == expected {
        Ok(places)
    } else {
        Err(Refusal::NotFollowed)
    }
}

/// The text with `to` in all places, which are in order.
fn with(text: &str, places: &[Range<usize>], to: &str) -> String {
    let mut new = String::with_capacity(text.len());
    let mut at = 0;
    for place in places {
        new.push_str(&text[at..place.start]);
        new.push_str(to);
        at = place.end;
    }
    new + &text[at..]
}

/// The names as they are when `places` have a new one.
fn moved(
    before: &[Occurrence],
    places: &[Range<usize>],
    (symbol, to): (&Symbol, &str),
) -> Vec<Occurrence> {
    let shifted = |at: usize| {
        let behind = places.iter().filter(|place| place.end <= at);
        behind.fold(at, |at, place| at + to.len() - place.len())
    };
    let new = |found: &Occurrence| Occurrence {
        range: shifted(found.range.start)..shifted(found.range.end),
        symbol: if found.symbol == *symbol {
            called(symbol, to)
        } else {
            found.symbol.clone()
        },
        declares: found.declares,
    };
    before.iter().map(new).collect()
}

/// The same thing with another name.
fn called(symbol: &Symbol, to: &str) -> Symbol {
    let mut symbol = symbol.clone();
    match &mut symbol {
        Symbol::State { name, .. }
        | Symbol::Declared { name, .. }
        | Symbol::Bound { name, .. }
        | Symbol::Member { name, .. }
        | Symbol::Type(name) => to.clone_into(name),
        Symbol::Property(_) | Symbol::Event(_) => {}
    }
    symbol
}
