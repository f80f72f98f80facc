//! Two sequences of items side by side.

use rustc_hash::FxHashMap;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::Kind;
use crate::item::Item;

/// One place of an alignment.
#[derive(Debug)]
pub(crate) enum Place<'i, E, L> {
    /// Both have it.
    Both(&'i Item<E>, &'i Item<L>),
    /// They differ: what javac has, what the lowered program has, at least one of them.
    Differs(Kind, Option<&'i Item<E>>, Option<&'i Item<L>>),
}

/// Aligns what javac has with what the lowered program has, so that as many items as possible have
/// an equal one in the same order. Optional items without an equal one are left out. O(n d) for n
/// items and d differences.
pub(crate) fn align<'i, E, L>(
    emitted: &'i [Item<E>],
    lowered: &'i [Item<L>],
) -> Vec<Place<'i, E, L>> {
    let mut numbers = FxHashMap::default();
    let old: Vec<usize> = emitted
        .iter()
        .map(|item| number(&mut numbers, &item.text))
        .collect();
    let new: Vec<usize> = lowered
        .iter()
        .map(|item| number(&mut numbers, &item.text))
        .collect();
    let mut places = Vec::with_capacity(emitted.len());

    for run in capture_diff_slices(Algorithm::Myers, &old, &new) {
        let (emitted, lowered) = (&emitted[run.old_range()], &lowered[run.new_range()]);
        match run {
            DiffOp::Equal { .. } => {
                places.extend(emitted.iter().zip(lowered).map(|(a, b)| Place::Both(a, b)))
            }
            _ => differing(emitted, lowered, &mut places),
        }
    }

    reordered(places)
}

fn number<'t>(numbers: &mut FxHashMap<&'t str, usize>, text: &'t str) -> usize {
    let next = numbers.len();
    *numbers.entry(text).or_insert(next)
}

/// A stretch without equal items: pairs those of one category in order.
fn differing<'i, E, L>(
    emitted: &'i [Item<E>],
    lowered: &'i [Item<L>],
    places: &mut Vec<Place<'i, E, L>>,
) {
    let mut rest: Vec<&Item<L>> = lowered.iter().filter(|item| !item.optional).collect();
    for item in emitted.iter().filter(|item| !item.optional) {
        match rest
            .iter()
            .position(|other| other.category == item.category)
        {
            Some(position) => places.push(Place::Differs(
                Kind::Other,
                Some(item),
                Some(rest.remove(position)),
            )),
            None => places.push(Place::Differs(Kind::Missing, Some(item), None)),
        }
    }

    places.extend(
        rest.into_iter()
            .map(|item| Place::Differs(Kind::Extra, None, Some(item))),
    );
}

/// Makes one place of an item that one side has here and the other one elsewhere.
fn reordered<'i, E, L>(mut places: Vec<Place<'i, E, L>>) -> Vec<Place<'i, E, L>> {
    let mut extra: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (position, place) in places.iter().enumerate() {
        if let Place::Differs(Kind::Extra, _, Some(item)) = place {
            extra.entry(&item.text).or_default().push(position);
        }
    }

    let mut moved = Vec::new();
    for place in &mut places {
        if let Place::Differs(kind @ Kind::Missing, Some(item), _) = place
            && let Some(position) = extra.get_mut(&*item.text).and_then(Vec::pop)
        {
            *kind = Kind::Order;
            moved.push(position);
        }
    }

    let mut position = 0;
    places.retain(|_| {
        position += 1;
        !moved.contains(&(position - 1))
    });
    places
}
