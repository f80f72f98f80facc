//! Recorded traces of events: text that a person can write and that monitors can log, one happening
//! a line.
//!
//! ```text
//! # A line that begins with # says nothing.
//! class app.Admin : app.User                  a class with all its direct supertypes
//! open s=Session@1
//! 1.5s > send s=Session@1 n=5 at Main.java:12 in worker
//! 90s  < close#2 s=Session@1 `Risk.of(s)`=0.5
//! 2m                                          time passes
//! !end                                        the program ends
//! ```
//!
//! ```text
//! line     = [TIME] [">" | "<"] EVENT ["#" N] recorded* place | [TIME] "!end" place | TIME
//!          | "class" NAME [":" NAME ("," NAME)*]
//! recorded = (NAME | "`" JAVA "`") "=" value
//! value    = JAVA-LITERAL | CLASS "@" N ["~" N] | "!" CLASS
//! place    = ["at" FILE ":" LINE] ["in" THREAD]
//! ```
//!
//! - TIME counts from the start of the program (`250ms`, `1.5s`, `2m`); without one no time has
//!   passed since the line before. Time does not go backwards.
//! - `>` says that the join point of the event is being entered, `<` that it has been left: what a
//!   thread leaves it has entered before.
//! - `close#2` is raised by the second alternative of `close`, which needs to be said only where
//!   the recorded names leave it open.
//! - A NAME is what the alternative binds: parameters of contexts, event variables. JAVA in back
//!   quotes is a term in the code that runs at the event, and VALUE what the program answers there;
//!   `!` names the exception it throws.
//! - `Session@1` is an object: class and number. Two lines speak of the same object if both agree.
//!   Objects with the same number behind `~` are equal to each other by `equals`; others are equal
//!   to themselves alone.
//! - A class that is declared has no supertypes but those written (and `Object`). Of one that is
//!   not, only the name is known.

mod print;
mod read;

pub use read::read;
pub(crate) use read::read_lines;

use date::code::Value;
use text::Span;

/// A recorded trace.
#[derive(Debug, Clone, PartialEq)]
pub struct Trace {
    /// Path of the file as the user gave it.
    pub file: String,
    /// Its text.
    pub text: String,
    /// The classes that are declared, in order.
    pub classes: Vec<ClassDeclaration>,
    /// The happenings, in order.
    pub lines: Vec<Line>,
}

/// A class and what it is a direct subtype of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassDeclaration {
    /// Its name.
    pub name: String,
    /// Its direct supertypes; `Object` goes without saying.
    pub supertypes: Vec<String>,
}

/// One line.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Milliseconds since the start of the program, if the line says.
    pub time: Option<u64>,
    /// The side of the join point: it is being entered, or left.
    pub passage: Option<Passage>,
    /// The happening.
    pub happening: Happening,
    /// `FILE:LINE` of the program.
    pub place: Option<String>,
    /// The thread in which it happens.
    pub thread: Option<String>,
    /// The place of the line.
    pub span: Span,
}

/// On which side of its join point an event happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passage {
    /// Before it.
    Entered,
    /// After it.
    Left,
}

/// The happening of a line.
#[derive(Debug, Clone, PartialEq)]
pub enum Happening {
    /// An event.
    Event {
        /// Its name.
        name: String,
        /// Which of its alternatives raises it, from 0.
        alternative: Option<usize>,
        /// Its bindings, and the values of terms.
        recorded: Vec<Recorded>,
    },
    /// Nothing but that time passes.
    Nothing,
    /// The program ends.
    End,
}

/// Something recorded at an event.
#[derive(Debug, Clone, PartialEq)]
pub struct Recorded {
    /// The owner of the value.
    pub subject: Subject,
    /// The value, or the class of the exception thrown instead.
    pub value: Result<Value, String>,
    /// Its place.
    pub span: Span,
}

/// The owner of a recorded value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// A parameter or event variable.
    Name(String),
    /// A Java term.
    Term(String),
}

impl Trace {
    /// Returns whether any line tells the time.
    pub fn tells_time(&self) -> bool {
        self.lines.iter().any(|line| line.time.is_some())
    }
}
