//! The things in the program that assumptions are about, for those who want to change them.

use ir::{ClassId, MissingType, Program};
use java_types::{ClassName, Spelling};
use plan::{Cause, CauseSort};
use points_to::{Classes, Effect, Opening, Origin};

/// The thing that opens something.
pub fn of_opening(program: &Program, opening: &Opening) -> Cause {
    let (sort, name) = match &opening.origin {
        Origin::NoEntryPoint => (CauseSort::NoEntryPoint, ""),
        Origin::Unread => (CauseSort::Unread, ""),
        Origin::Missing(name) => (CauseSort::MissingType, &**name),
        Origin::Versions => (CauseSort::Versions, ""),
        Origin::Reflection => (CauseSort::Reflection, ""),
        Origin::Annotation(name) => (CauseSort::Annotation, &**name),
        Origin::Processor(name) => (CauseSort::Processor, &**name),
        Origin::Changed => (CauseSort::Changed, ""),
        Origin::File(by) => (CauseSort::File, &**by),
        Origin::Text => (CauseSort::Text, ""),
        Origin::Library(name) => (CauseSort::Library, name.as_deref().unwrap_or_default()),
        Origin::MadeByLibrary => (CauseSort::MadeByLibrary, ""),
        Origin::Convention => (CauseSort::Convention, ""),
        Origin::Ran => (CauseSort::Ran, ""),
    };

    Cause {
        sort,
        name: name.to_owned(),
        why: opening.reason.clone(),
        class: class_of(program, &opening.effect),
        every_class: opening.is_everything(),
        calls: 0,
    }
}

/// The type that is missing.
pub fn of_missing(missing: &MissingType) -> Cause {
    Cause {
        sort: CauseSort::MissingType,
        name: missing.name.to_readable(),
        why: "it is missing".to_owned(),
        class: None,
        every_class: false,
        calls: missing.calls as u64,
    }
}

/// The property that is monitored as written.
pub fn of_frozen(property: &str, reason: &str) -> Cause {
    Cause {
        sort: CauseSort::AsWritten,
        name: property.to_owned(),
        why: reason.to_owned(),
        class: None,
        every_class: false,
        calls: 0,
    }
}

/// The class whose objects or members an effect concerns, if it is one; of a class and all below it
/// the one above.
fn class_of(program: &Program, effect: &Effect) -> Option<ClassName> {
    let named = |class: ClassId| ClassName::from_internal(program.classes[class].name.clone());
    match effect {
        Effect::Call(method) => Some(named(program.methods[*method].class)),
        Effect::Access(field) => Some(named(program.fields[*field].class)),
        other => match other.classes()? {
            all if all.is_all() => None,
            Classes::One(class) => Some(named(*class)),
            Classes::Below(name) => Some(ClassName::from_internal(name.clone())),
        },
    }
}
