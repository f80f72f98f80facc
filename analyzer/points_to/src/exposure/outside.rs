//! Classes that files beside the sources name: class files of other languages, generated code,
//! resources.

use std::sync::Arc;

use ir::Program;

use crate::classes::Classes;
use crate::dispatch::Dispatch;
use crate::effect::Effect;
use crate::openness::{Opening, Origin};

/// A class of the sources that a file names which is none of them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct NamedOutside {
    /// Internal name of the class.
    pub class: Arc<str>,
    /// The file and what it is, for people: "`app/Flow.class`, which has no source here,".
    pub by: String,
}

/// Returns what they open; names of classes that are not of the sources open nothing.
pub(super) fn openings(
    program: &Program,
    dispatch: &Dispatch<'_>,
    named: &[NamedOutside],
) -> Vec<Opening> {
    let found = named
        .iter()
        .filter_map(|named| Some((named, dispatch.class(&named.class)?)));
    let opening = |(named, class): (&NamedOutside, _)| {
        let declared = &program.classes[class];
        Opening {
            effect: Effect::Use(Classes::One(class)),
            place: Some((declared.file, declared.span)),
            reason: format!("{} names the class", named.by),
            origin: Origin::File(named.by.clone()),
        }
    };
    found.map(opening).collect()
}
