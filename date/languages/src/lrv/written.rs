//! Events as they are written.

use super::alternatives::{Collection, Typed, collection, typed};
use super::cursor::Cursor;
use super::deviations;
use crate::draft::Word;
use text::Diagnostic;

/// An event as written.
pub(super) struct WrittenEvent {
    pub name: Word,
    pub parameters: Vec<Typed>,
    pub collection: Collection,
}

/// `name(parameters) = collection`.
pub(super) fn event(cursor: &mut Cursor<'_>) -> Result<WrittenEvent, Diagnostic> {
    let name = cursor.word("the name of an event")?;
    if is_reserved(&name.text) {
        let message = format!("the name of `{}` begins with `_`", name.text);
        let here = "it is raised here";
        cursor.larva.differs(
            name.range.clone(),
            "lrv-reserved-name",
            message,
            "never raises such an event",
            here,
        );
    }

    let header = cursor.block("(")?;
    let mut inner = cursor.within(header);
    let mut parameters = Vec::new();

    while !inner.at_end() {
        let parameter = typed(&mut inner)?;
        parameter
            .ty
            .iter()
            .try_for_each(|ty| deviations::refuse_qualified(cursor, ty))?;
        parameters.push(parameter);
        if !inner.at_end() {
            inner.expect(",")?;
        }
    }

    cursor.expect("=")?;
    Ok(WrittenEvent {
        name,
        parameters,
        collection: collection(cursor)?,
    })
}

/// Returns whether LARVA has a use of its own for names of events like this one, and never raises
/// an event so called.
pub(super) fn is_reserved(name: &str) -> bool {
    name.starts_with('_')
}
