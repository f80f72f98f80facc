//! Why code outside the sources may make objects of classes, call and change them: the report's
//! side.

use java_types::Spelling;
use std::fmt;

use ir::{Gap, Hides, Program};

use crate::classes::Classes;
use crate::effect::Effect;
use crate::parameters::Parameters;

/// Why something is open to code outside the sources: one entry for each place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Opening {
    /// The effect, and its classes.
    pub effect: Effect,
    /// File and place; `None` if there is no one place.
    pub place: Option<(ir::FileId, text::Span)>,
    /// Why.
    pub reason: String,
    /// The sort of thing that it is because of.
    pub origin: Origin,
}

/// The sort of thing that opens something. A user who knows its name can change what it opens.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// No entry point is known, so every method is one.
    NoEntryPoint,
    /// A part of the sources.
    Unread,
    /// A type that is missing and may be the program's own, by its readable name.
    Missing(String),
    /// Two files that declare one class.
    Versions,
    /// A call that has effects by reflection.
    Reflection,
    /// An annotation that a framework may read, by its readable name.
    Annotation(String),
    /// An annotation whose processor may have changed code, by its readable name.
    Processor(String),
    /// Class files with other code than the sources.
    Changed,
    /// A file that is no source of the program, for people.
    File(String),
    /// A text in the program.
    Text,
    /// A library that gets objects or types of the program; its method or class, by its readable
    /// name, where one is known.
    Library(Option<String>),
    /// A value that only a library can have made.
    MadeByLibrary,
    /// A type of the JDK below which it finds classes by name.
    Convention,
    /// A tripwire.
    Ran,
}

impl Opening {
    /// Anything may happen to every class, as no entry point is known.
    pub fn of_library(reason: String) -> Self {
        Opening {
            effect: Effect::Use(Classes::all()),
            place: None,
            reason,
            origin: Origin::NoEntryPoint,
        }
    }

    /// Returns whether anything may happen to every class.
    pub fn is_everything(&self) -> bool {
        matches!(&self.effect, Effect::Use(classes) if classes.is_all())
    }

    /// Place, reason and what may happen, on one line.
    pub fn told<'a>(&'a self, program: &'a Program) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| {
            if let Some((file, span)) = self.place {
                write!(f, "{}:{}: ", program.files[file].path, span.line)?;
            }
            write!(f, "{}: {}", self.reason, self.sentence(program))
        })
    }

    /// Returns what may happen, as a sentence without its end: "every class may be used from
    /// outside in any way".
    pub fn sentence<'a>(&'a self, program: &'a Program) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| {
            let subject = self
                .effect
                .classes()
                .map(|classes| subject(program, classes))
                .unwrap_or_default();
            match &self.effect {
                Effect::Use(_) => write!(
                    f,
                    "{subject} is taken to be used from outside the sources in any way"
                ),
                Effect::Make(_) | Effect::Construct(..) => {
                    write!(
                        f,
                        "objects of {subject} are taken to be made from outside the sources"
                    )
                }
                Effect::Invoke(_, None, _) => write!(
                    f,
                    "each method of {subject} is taken to be called from outside"
                ),
                Effect::Invoke(_, Some(name), _) => {
                    write!(
                        f,
                        "`{name}` of {subject} is taken to be called from outside the sources"
                    )
                }
                Effect::Share(..) => write!(
                    f,
                    "fields of {subject} are taken to be read and written from outside"
                ),
                Effect::Initialize(_) => write!(
                    f,
                    "the static initializer of {subject} is taken to run at any time"
                ),
                Effect::Call(method) => {
                    write!(
                        f,
                        "`{}` is taken to be called from outside the sources",
                        program.methods[*method].name
                    )
                }
                Effect::Access(field) => {
                    write!(
                        f,
                        "`{}` is taken to be read and written from outside",
                        program.fields[*field].name
                    )
                }
            }
        })
    }
}

fn subject(program: &Program, classes: &Classes) -> String {
    match classes {
        Classes::One(class) => format!("`{}`", program.classes[*class].name.to_binary()),
        all if all.is_all() => "every class".to_owned(),
        Classes::Below(name) => format!("every class below `{}`", name.to_binary()),
    }
}

/// Returns what opens every class before reflection is looked at: a program without entry points,
/// code that could not be read.
pub fn openings(program: &Program, library: bool) -> Vec<Opening> {
    let reason = "the program has no entry point: it is analysed as a library".to_owned();
    let mut found: Vec<Opening> = library
        .then(|| Opening::of_library(reason))
        .into_iter()
        .collect();
    found.extend(program.gaps.iter().map(of_gap));
    found.sort();
    found
}

/// Returns what a gap opens.
fn of_gap(gap: &Gap) -> Opening {
    let effect = match &gap.hides {
        Hides::Anything | Hides::Users | Hides::Versions { .. } => Effect::Use(Classes::all()),
        Hides::Field(name) => Effect::Share(Classes::all(), Some(name.clone())),
        Hides::Method(name) if &**name == "<init>" => {
            Effect::Construct(Classes::all(), Parameters::Any)
        }
        Hides::Method(name) => Effect::Invoke(Classes::all(), Some(name.clone()), Parameters::Any),
        Hides::Object(class) => Effect::Use(Classes::One(*class)),
    };
    Opening {
        effect,
        place: Some((gap.file, gap.span)),
        reason: gap.reason.clone(),
        origin: match (&gap.hides, &gap.missing) {
            (Hides::Versions { .. }, _) => Origin::Versions,
            (_, Some(missing)) => Origin::Missing(missing.to_readable()),
            (_, None) => Origin::Unread,
        },
    }
}
