//! The one-line syntax of triggers:
//!
//! ```text
//! trigger  = point | "timeout" CLOCK (["every"] DURATION | "dynamic") | "receive" CHANNEL ["(" [TYPE] NAME ")"] | "end"
//! pattern  = member ("|" member)* "(" arguments ")"
//! member   = (TYPE ["+"] "." METHOD | "new" TYPE ["+"]) ["declared" modifier* [TYPE ["+"]] "(" [parameter ("," parameter)*] ")"]
//! field    = TYPE ["+"] "." FIELD ["declared" modifier* TYPE ["+"]]
//! parameter = TYPE ["+"] | TYPE "..." | ".."
//! arguments = [argument ("," argument)*]                      ("()" no argument; one may be "..", for any number)
//! argument = "*" | TYPE | [TYPE | "*"] NAME                            (a lone NAME is a known variable)
//! clause   = "within" ["!"]TYPE["+"] | "target" [TYPE] NAME | "caller" [TYPE] NAME | ("returning" | "throwing") ["(" [TYPE] NAME ")"]
//!          | flow
//! DURATION = NUMBER ("ms" | "s" | "m" | "h" | "d")
//! ```
//! A TYPE, METHOD or FIELD of `*` is any; `*` inside a METHOD or FIELD stands for any run of
//! characters. Program points: see `trigger`; control flows: see `flow`; modifiers: see `member`.

mod binding;
mod clause;
mod duration;
mod flow;
mod keyword;
mod known;
mod member;
mod parser;
mod print;
mod token;
mod trigger;

use crate::java::Excerpt;
use date::model::Trigger;
use text::{Diagnostic, Source};

use keyword::CLAUSES;
use parser::Parser;

pub use duration::milliseconds;
pub(crate) use duration::scaled;
pub(crate) use known::Known;
pub(crate) use member::last_dot;
pub(crate) use print::print;
pub use print::print_flow;

/// Parses a trigger.
///
/// # Errors
/// Text that is not in the grammar, with the place and the tokens that were expected.
pub(super) fn parse(
    excerpt: &Excerpt,
    known: &Known,
    source: &Source<'_>,
) -> Result<Trigger, Diagnostic> {
    let mut parser = Parser::new(excerpt, known, source);
    let trigger = parser.trigger()?;

    match parser.peek() {
        None => Ok(trigger),
        Some(token) => Err(parser.unexpected(
            &token.text.clone(),
            "the end of the line or a clause",
            &CLAUSES,
        )),
    }
}
