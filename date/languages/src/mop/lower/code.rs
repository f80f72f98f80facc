//! Java of a specification as Java of a property: macros, `this.`, and bodies that decide.

use std::ops::Range;

use super::Lowering;
use super::names::Names;
use super::statements::{compact, has_effects, print_statement, prints, returns};
use crate::java::Excerpt;
use crate::java::statement_ranges;
use crate::mop::syntax::{JavaText, Place, PointcutKind};
use date::code::lexical::{Lexeme, lexeme};
use text::Diagnostic;

/// The purpose of a body that may end early, or that decides by itself about reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Decides {
    /// Nothing: it does neither.
    Nothing,
    /// Nothing, and it may end early, which leaves the block of a label. It is a handler of the
    /// formula at this position.
    Ends(usize),
    /// The decision to move the automaton: not where the body returns.
    Moves,
    /// The decisions to move the automaton, and to begin anew: where the body resets it.
    Restarts,
    /// The decision to report the event: where the body prints the message.
    Reports,
    /// Nothing: it is a method, which returns to its caller.
    Computes,
}

/// The purpose of a piece of code.
#[derive(Clone, Copy)]
struct Purpose {
    /// The event whose body or condition it is in, by position; `None` for handlers and methods.
    event: Option<usize>,
    /// What it decides.
    decides: Decides,
}

/// AspectJ's type of `__STATICSIG`, and of its replacement.
const SIGNATURE: &str = "org.aspectj.lang.Signature";
const OUR_SIGNATURE: &str = "residua.runtime.StaticSignature";

/// Returns whether a text names what JavaMOP says of a violation.
fn has_message(text: &str) -> bool {
    ["__DEFAULT_MESSAGE", "__LOC"]
        .iter()
        .any(|word| text.contains(word))
}

/// Returns whether a text begins with a dotted name that ends there.
fn starts_with_name(text: &str, name: &str) -> bool {
    let goes_on = |rest: &str| {
        rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.'))
    };
    text.strip_prefix(name).is_some_and(|rest| !goes_on(rest))
}

/// The label of what a handler does, if it may end early.
const HANDLED: &str = "handled";

/// The owner of a body, by position.
#[derive(Clone, Copy)]
pub(super) enum Whose {
    Event(usize),
    /// A handler of this formula.
    Formula(usize),
}

/// Java, rewritten.
pub(super) struct Rewritten {
    /// The code that is left to run.
    pub java: Excerpt,
    /// True if it resets the automaton.
    pub resets: bool,
}

/// The variables of the monitor that a body sets which resets the automaton in some cases.
#[derive(Clone)]
pub(super) struct Restart {
    /// Set when it has reset the automaton.
    pub restarted: Excerpt,
    /// Set when the automaton takes the event: its conditions held, and the body did not return.
    pub moved: Excerpt,
}

impl Lowering<'_> {
    /// Returns whether an event is one of classes that are initialized.
    pub fn is_initialization(&self, event: usize) -> bool {
        let parts = self.conjuncts(&self.spec.events[event].pointcut);
        parts
            .iter()
            .any(|part| matches!(part.kind, PointcutKind::StaticInitialization(_)))
    }

    /// An expression.
    pub fn expression(
        &self,
        text: &JavaText,
        event: usize,
        names: &Names,
    ) -> Result<Excerpt, Diagnostic> {
        self.java(
            text,
            0..text.text.len(),
            Purpose {
                event: Some(event),
                decides: Decides::Nothing,
            },
            names,
        )
    }

    /// The body of an event, or of a handler, where what prints is left out: its report says it.
    pub fn body(
        &self,
        text: &JavaText,
        whose: Whose,
        names: &Names,
    ) -> Result<Rewritten, Diagnostic> {
        let mut java = Excerpt::empty(text.place.start);
        let mut resets = false;
        let purpose = match whose {
            Whose::Event(event) => Purpose {
                event: Some(event),
                decides: Decides::Nothing,
            },
            Whose::Formula(position) => Purpose {
                event: None,
                decides: Decides::Ends(position),
            },
        };
        let mut statements = statement_ranges(&text.text);

        if statements.is_empty() {
            // No Java: that is found out later, in the text as a whole.
            statements.push(0..text.text.len());
        }

        for range in statements {
            let statement = &text.text[range.clone()];
            if purpose.event.is_none() && prints(statement) && !has_effects(statement) {
                continue;
            }
            if compact(statement) == "__RESET;" && !returns(&text.text) {
                resets = true;
                self.reset_earlier(&text.place, range, purpose.event, &mut java);
                continue;
            }
            let rewritten = self.java(text, range.clone(), purpose, names)?;
            let end = text.place.start + range.end;
            if !rewritten.text().trim().is_empty() {
                append(&mut java, &rewritten);
                java.push(" ", end..end);
            }
        }

        if !returns(&text.text) {
            return Ok(Rewritten {
                java: java.trimmed(),
                resets,
            });
        }

        if text.text.contains("->") {
            Err(self.unsupported(
                text.place.range(),
                "`return` in a handler that has a lambda expression, too,",
            ))
        } else {
            Ok(Rewritten {
                java: labelled(&java.trimmed()),
                resets,
            })
        }
    }

    /// The body of an event runs in the step of the last formula, and resets the others, too.
    fn reset_earlier(
        &self,
        text: &Place,
        range: Range<usize>,
        event: Option<usize>,
        java: &mut Excerpt,
    ) {
        let earlier = self.spec.properties.len().saturating_sub(1);
        if event.is_some() && earlier > 0 {
            let place = text.start + range.start..text.start + range.end;
            java.push(&format!("{}; ", self.set_flags(0..earlier)), place);
        }
    }

    /// A body that may return, as a condition that runs it: whether the automaton moves.
    pub fn moving(
        &self,
        body: &JavaText,
        event: usize,
        names: &Names,
    ) -> Result<Excerpt, Diagnostic> {
        self.deciding(body, event, Decides::Moves, names)
    }

    /// A body that resets the automaton in some cases, as a condition that asks for what has to
    /// hold before, and runs it: whether it has reset the automaton, which moves. The variables of
    /// [`Restart`] say more.
    pub fn restarting(
        &self,
        body: &JavaText,
        event: usize,
        asked: Option<&Excerpt>,
        names: &Names,
    ) -> Result<Excerpt, Diagnostic> {
        let Restart { restarted, moved } = self.restart(event);
        let (restarted, moved) = (restarted.text(), moved.text());
        let purpose = Purpose {
            event: Some(event),
            decides: Decides::Restarts,
        };
        let rewritten = self.java(body, 0..body.text.len(), purpose, names)?;
        let (start, end) = (body.place.start, body.place.end);
        let mut java = Excerpt::empty(start);

        let begin = format!(
            "((java.util.function.BooleanSupplier) () -> {{ {restarted} = false; {moved} = false; "
        );
        java.push(&begin, start..start);

        if let Some(asked) = asked {
            java.push("if (!(", start..start);
            append(&mut java, asked);
            java.push(")) return false; ", start..start);
        }

        // What follows it can be reached, wherever the body ends.
        java.push("if (true) { ", start..start);
        append(&mut java, &rewritten);
        java.push(
            &format!(" }} {moved} = true; return {restarted}; }}).getAsBoolean()"),
            end..end,
        );

        Ok(java)
    }

    /// The variables of a body that resets the automaton in some cases.
    pub fn restart(&self, event: usize) -> Restart {
        let place = self.spec.events[event].name.place.range();
        let variable = |what: &str| {
            let mut java = Excerpt::empty(place.start);
            java.push(
                &format!("{what}_{}", super::identifier(&self.spec.name)),
                place.clone(),
            );
            java
        };
        Restart {
            restarted: variable("restarted"),
            moved: variable("moved"),
        }
    }

    /// A body that decides what is reported, as a condition that runs it: whether the event is.
    pub fn reporting(
        &self,
        body: &JavaText,
        event: usize,
        names: &Names,
    ) -> Result<Excerpt, Diagnostic> {
        self.deciding(body, event, Decides::Reports, names)
    }

    /// A method among the declarations.
    pub fn method(
        &self,
        text: &JavaText,
        range: std::ops::Range<usize>,
        names: &Names,
    ) -> Result<Excerpt, Diagnostic> {
        let purpose = Purpose {
            event: None,
            decides: Decides::Computes,
        };
        self.java(text, range, purpose, names)
    }

    /// Returns whether the bodies of events report what they print, and this prints such a message.
    fn reports_in_bodies(&self, printed: &str) -> bool {
        self.spec.properties.is_empty() && has_message(printed)
    }

    fn deciding(
        &self,
        body: &JavaText,
        event: usize,
        decides: Decides,
        names: &Names,
    ) -> Result<Excerpt, Diagnostic> {
        let purpose = Purpose {
            event: Some(event),
            decides,
        };
        let rewritten = self.java(body, 0..body.text.len(), purpose, names)?;
        let (before, after) = match decides {
            Decides::Reports => ("boolean reported = false; ", " return reported;"),
            _ => ("", " return true;"),
        };
        let (start, end) = (body.place.start, body.place.end);
        let mut java = Excerpt::empty(start);
        java.push(
            &format!("((java.util.function.BooleanSupplier) () -> {{ {before}"),
            start..start,
        );
        append(&mut java, &rewritten);
        java.push(&format!("{after} }}).getAsBoolean()"), end..end);
        Ok(java)
    }

    /// Returns what `__RESET` is within other code; `None` where it cannot be.
    fn reset_within(&self, decides: Decides, event: Option<usize>) -> Option<String> {
        match decides {
            Decides::Ends(position) => Some(self.set_flags(self.reset_by_handler(position))),
            Decides::Restarts => {
                let earlier = self.set_flags(0..self.spec.properties.len().saturating_sub(1));
                Some(format!(
                    "{} = {earlier}",
                    self.restart(event.unwrap_or_default()).restarted.text()
                ))
            }
            // There is no automaton.
            Decides::Reports => Some(String::new()),
            Decides::Nothing | Decides::Moves | Decides::Computes => None,
        }
    }

    fn java(
        &self,
        text: &JavaText,
        range: std::ops::Range<usize>,
        purpose: Purpose,
        names: &Names,
    ) -> Result<Excerpt, Diagnostic> {
        let Purpose { event, decides } = purpose;
        let mut java = Excerpt::empty(text.place.start + range.start);
        let mut at = range.start;
        let mut after_dot = false;

        while at < range.end {
            let Some((kind, length)) = lexeme(&text.text[at..range.end]) else {
                break;
            };
            let piece = &text.text[at..at + length];
            let place = text.place.start + at..text.place.start + at + length;
            if kind == Lexeme::Word && !after_dot {
                let printed = print_statement(&text.text[at..range.end]);
                let is_hidden = |printed: &&str| {
                    decides == Decides::Computes && self.reports_in_bodies(printed)
                };
                if printed.as_ref().is_some_and(is_hidden) {
                    return Err(self.unsupported(place, "a method that prints what is reported"));
                }
                // The original tools' own way to print is not there.
                let printed = printed.filter(|_| decides == Decides::Reports || piece != "System");
                if let Some(printed) = printed {
                    if has_effects(printed) {
                        return Err(self.unsupported(place, "an assignment within what is printed"));
                    }
                    // A body without such a message reports by whatever it prints.
                    let is_report = has_message(printed) || !has_message(&text.text);
                    java.push(
                        if is_report && decides == Decides::Reports {
                            "reported = true;"
                        } else {
                            ";"
                        },
                        place,
                    );
                    at += printed.len();
                    continue;
                }
            }
            at += length;
            match kind {
                Lexeme::Comment => java.push(" ", place),
                Lexeme::Word if !after_dot => match piece {
                    "this" => {
                        let rest = text.text[at..range.end].trim_start();
                        if !rest.starts_with('.') {
                            return Err(self.unsupported(place, "`this` alone"));
                        }
                        at = range.end - rest.len() + 1;
                        java.push(" ", place);
                    }
                    "__RESET" => match self.reset_within(decides, event) {
                        Some(reset) => java.push(&reset, place),
                        None => {
                            return Err(
                                self.unsupported(place, "`__RESET` in a method or an expression")
                            );
                        }
                    },
                    "__LOC" => java.push("residua.runtime.Gate.at()", place),
                    "__DEFAULT_MESSAGE" => {
                        let message = format!(
                            "(\"{} violated at \" + residua.runtime.Gate.at())",
                            super::identifier(&self.spec.name)
                        );
                        java.push(&message, place);
                    }
                    "__STATICSIG" if event.is_some_and(|event| self.is_initialization(event)) => {
                        let class =
                            event.map_or_else(String::new, |event| names.initialized(event));
                        java.push(&format!("new {OUR_SIGNATURE}({class})"), place);
                    }
                    "org" if starts_with_name(&text.text[at - length..range.end], SIGNATURE) => {
                        at += SIGNATURE.len() - length;
                        java.push(OUR_SIGNATURE, place.start..place.start + SIGNATURE.len());
                    }
                    "__SKIP" => {
                        let error = self.source.error(
                            place,
                            "mop-unsupported",
                            "`__SKIP` is not supported",
                        );
                        let why = "monitors of residua never change what the program does: leave it out, or leave the call out of the program";
                        return Err(error.with_help(why));
                    }
                    "__ACTIVITY" | "__STATICSIG" => {
                        return Err(self.unsupported(place, &format!("`{piece}`")));
                    }
                    "return" if text.text[at..range.end].trim_start().starts_with(';') => {
                        match decides {
                            Decides::Nothing => {
                                return Err(self.unsupported(place, "`return` in an expression"));
                            }
                            Decides::Ends(_) => java.push(&format!("break {HANDLED}"), place),
                            Decides::Computes => java.push(piece, place),
                            Decides::Moves | Decides::Restarts => java.push("return false", place),
                            Decides::Reports => java.push("return reported", place),
                        }
                    }
                    word => java.push(names.name(event, word), place),
                },
                _ => java.push(piece, place),
            }
            after_dot = match kind {
                Lexeme::Space | Lexeme::Comment => after_dot,
                _ => piece == "." || kind == Lexeme::DoubleColon,
            };
        }

        Ok(java.trimmed())
    }
}

/// Code that may leave the block that it becomes.
fn labelled(java: &Excerpt) -> Excerpt {
    let (start, end) = (java.place(0..0).start, java.place(0..java.text().len()).end);
    let mut block = Excerpt::empty(start);
    block.push(&format!("{HANDLED}: {{ "), start..start);
    append(&mut block, java);
    block.push(" }", end..end);
    block
}

/// Appends one excerpt to another.
pub(super) fn append(to: &mut Excerpt, more: &Excerpt) {
    let text = more.text();
    to.push(text, more.place(0..text.len()));
}
