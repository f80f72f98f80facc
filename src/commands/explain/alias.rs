//! Which objects values may be, and whether values of two places may be one.

use std::collections::BTreeSet;

use points_to::{ObjectId, Step};

use super::asked::{Asked, place};
use super::values::{Value, nothing_at, values};
use super::view::View;
use crate::failure::Rejected;
use crate::render;
use crate::wording::explain as wording;

/// Objects that are told for one value; more of them nobody reads.
const TOLD: usize = 5;

/// Answers for one place or two.
///
/// # Errors
/// A place is not in the sources.
pub fn explain(view: &View<'_>, places: &[String]) -> Result<Vec<String>, Rejected> {
    let asked: Vec<Asked> = places
        .iter()
        .map(|text| place(view.program, text))
        .collect::<Result<_, _>>()?;
    let found: Vec<Vec<Value>> = asked
        .iter()
        .map(|asked| values(view.program, asked))
        .collect();
    let empty = asked
        .iter()
        .zip(&found)
        .filter(|(_, values)| values.is_empty());

    let nothing: Vec<String> = empty
        .map(|(asked, _)| nothing_at(view.program, asked))
        .collect();
    if !nothing.is_empty() {
        return Ok(nothing);
    }

    Ok(match &*found {
        [first, second] => {
            let [first, second] = [(&asked[0], first), (&asked[1], second)]
                .map(|(asked, values)| PlaceValues { asked, values });
            pairs(view, first, second)
        }
        _ => found
            .iter()
            .flatten()
            .flat_map(|value| objects(view, value))
            .collect(),
    })
}

/// Returns what one value may be, each object with the way that it takes. Where there are objects
/// that are not told from those of the library, the library's stands for them only.
fn objects(view: &View<'_>, value: &Value) -> Vec<String> {
    let objects = value.objects(view.points_to);
    if objects.is_empty() {
        let text = wording::is_null(&value.role);
        return vec![render::clauses(&[view.clause(
            "value",
            text,
            Some(value.place),
        )])];
    }

    let stands_in = objects
        .iter()
        .any(|&object| !view.points_to.is_identified(object));
    let mut objects: Vec<ObjectId> = objects
        .into_iter()
        .filter(|&object| object != ObjectId::LIBRARY || !stands_in)
        .collect();
    objects.sort_by_key(|&object| object == ObjectId::LIBRARY);
    let mut told: Vec<String> = objects
        .iter()
        .take(TOLD)
        .map(|&object| one(view, value, object))
        .collect();

    if let Some(more) = objects.len().checked_sub(TOLD).filter(|&more| more > 0) {
        told.push(wording::more(more, Some("objects")) + "\n");
    }

    told
}

fn one(view: &View<'_>, value: &Value, object: ObjectId) -> String {
    let text = wording::may_be(&value.role, &view.object(object));
    let title = view.clause("value", text, Some(value.place));
    render::clauses(
        &[
            vec![title],
            view.chain("note", way(view, value, object).unwrap_or_default()),
        ]
        .concat(),
    )
}

/// The way of an object to a value.
fn way(view: &View<'_>, value: &Value, object: ObjectId) -> Option<Vec<Step>> {
    value
        .locals
        .iter()
        .find_map(|&(method, local)| view.why.holds(method, local, object))
}

/// A place that is asked about, with its values.
#[derive(Clone, Copy)]
struct PlaceValues<'a> {
    /// The place.
    asked: &'a Asked,
    /// The values there.
    values: &'a [Value],
}

/// Which values of two places may be one object.
fn pairs(view: &View<'_>, first: PlaceValues<'_>, second: PlaceValues<'_>) -> Vec<String> {
    let others = second.values;
    let pairs = first
        .values
        .iter()
        .flat_map(|a| others.iter().map(move |b| (a, b)));
    let mut told: Vec<String> = pairs.filter_map(|(a, b)| pair(view, a, b)).collect();
    let all = first.values.len() * others.len();
    let (here, there) = (
        first.asked.shown(view.program),
        second.asked.shown(view.program),
    );
    let never = all - told.len();
    if told.is_empty() || never > 0 {
        let some = !told.is_empty();
        told.push(wording::never_one(&here, &there, never, some) + "\n");
    }

    told
}

/// By which object two values may be one, with its way to both.
fn pair(view: &View<'_>, first: &Value, second: &Value) -> Option<String> {
    let common: BTreeSet<ObjectId> = first
        .objects(view.points_to)
        .intersection(&second.objects(view.points_to))
        .copied()
        .collect();
    let explained = common.iter().rev().find_map(|&object| {
        let ways = (way(view, first, object)?, way(view, second, object)?);
        Some((view.object(object), ways))
    });
    let (object, (one, other)) = match explained {
        Some(explained) => explained,
        None if common.is_empty() => return None,
        None => (
            wording::LIBRARY_OBJECT.to_owned(),
            stand_ins(view, first, second),
        ),
    };

    let text = wording::may_be_one(&first.role, &second.role, &object, common.len());
    let mut clauses = vec![view.clause("alias", text, Some(first.place))];
    clauses.push(view.clause("and", wording::OTHER_VALUE, Some(second.place)));
    clauses.extend(view.chain("first", one));
    clauses.extend(view.chain("second", other));

    Some(render::clauses(&clauses))
}

/// Ways of objects to two values which nothing tells from each other.
fn stand_ins(view: &View<'_>, first: &Value, second: &Value) -> (Vec<Step>, Vec<Step>) {
    let stands_in =
        |object: &ObjectId| *object == ObjectId::LIBRARY || !view.points_to.is_identified(*object);
    let way_of = |value: &Value| {
        let objects = value.objects(view.points_to);
        objects
            .iter()
            .filter(|object| stands_in(object))
            .find_map(|&object| way(view, value, object))
            .unwrap_or_default()
    };
    (way_of(first), way_of(second))
}
