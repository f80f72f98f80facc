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
}

impl Opening {
    /// Anything may happen to every class.
    pub fn of_everything(place: Option<(ir::FileId, text::Span)>, reason: String) -> Self {
        Opening {
            effect: Effect::Use(Classes::all()),
            place,
            reason,
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
        .then(|| Opening::of_everything(None, reason))
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
    }
}
