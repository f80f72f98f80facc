//! Java of a specification as Java of a property: macros, `this.`, and names that several events have.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::Lowering;
use crate::code::Excerpt;
use crate::code::lexical::{Lexeme, lexeme, lexemes};
use crate::code::parse::{Member, class_members, statement_ranges};
use crate::diagnostic::Diagnostic;
use crate::formats::mop::syntax::{JavaText, Place, PointcutKind, Spec};

/// What names of a specification are called in the property.
pub(super) struct Names {
    /// By event: its variables that are no parameters of the specification, where they need another name.
    locals: Vec<BTreeMap<String, String>>,
    fields: BTreeMap<String, String>,
    /// The names of the events, each once.
    pub events: Vec<String>,
}

impl Names {
    /// Variables of events live in one name space, where each has one type: those of a name and several types get names of
    /// their own.
    pub fn of(spec: &Spec, prefix: &str) -> Self {
        let shared = format!("{}_", super::identifier(&spec.name));
        let prefix = if spec.parameters.is_empty() { prefix } else { "" };
        let events =
            super::distinct(spec.events.iter().map(|event| format!("{prefix}{}", super::identifier(&event.name))));
        let parameters: BTreeSet<&str> = spec.parameters.iter().map(|p| p.name.text.as_str()).collect();
        let mut types: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for formal in spec.events.iter().flat_map(|event| event.formals()) {
            types.entry(&formal.name.text).or_default().insert(&formal.ty.text);
        }
        // What is no declaration is found out where the fields are made variables.
        let declared = [Some(&spec.declarations), spec.raw.as_ref()].into_iter().flatten().flat_map(|java| {
            let members = class_members(&java.text).unwrap_or_default().into_iter();
            let fields = members.flat_map(|member| match member {
                Member::Fields(fields) => fields,
                Member::Method { .. } => Vec::new(),
            });
            fields.map(|field| (java, field)).collect::<Vec<_>>()
        });
        // Fields that all instances share are variables of the global context, as are those of specifications without parameters.
        let fields = declared.map(|(java, field)| {
            let is_shared = field.is_static(&java.text) && !spec.parameters.is_empty();
            let name = java.text[field.name].to_owned();
            let renamed = format!("{}{name}", if is_shared { &shared } else { prefix });
            (name, renamed)
        });
        let fields: BTreeMap<String, String> = fields.collect();
        let locals = spec.events.iter().zip(&events).map(|(event, name)| {
            let formals = event.formals().map(|formal| formal.name.text.as_str());
            let own = formals.filter(|formal| !parameters.contains(formal));
            let ambiguous =
                |formal: &&str| types[formal].len() > 1 || !prefix.is_empty() || fields.contains_key(*formal);
            own.filter(ambiguous).map(|formal| (formal.to_owned(), format!("{formal}_{name}"))).collect()
        });
        Names { locals: locals.collect(), fields, events }
    }

    /// The variable that a field is.
    pub fn field<'n>(&'n self, name: &'n str) -> &'n str {
        self.name(None, name)
    }

    /// The variable of an event.
    pub fn variable(&self, event: usize, name: &str) -> String {
        self.locals[event].get(name).map_or(name, |renamed| renamed).to_owned()
    }

    /// The variable of an event that holds the class which is initialized.
    pub fn initialized(&self, event: usize) -> String {
        format!("initialized_{}", self.events[event])
    }

    /// A name in the code of an event, or of the monitor.
    fn name<'n>(&'n self, event: Option<usize>, name: &'n str) -> &'n str {
        let local = event.and_then(|event| self.locals[event].get(name));
        local.or_else(|| self.fields.get(name)).map_or(name, |renamed| renamed)
    }
}

/// What becomes of a body that may end early, or that decides by itself what is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Decides {
    /// Nothing: it does neither.
    Nothing,
    /// Nothing, and it may end early, which leaves the block of a label. It is a handler of the formula at this position.
    Ends(usize),
    /// Whether the automaton moves: not where the body returns.
    Moves,
    /// Whether the automaton moves, and whether it begins anew: where the body resets it.
    Restarts,
    /// Whether the event is reported: where the body prints the message.
    Reports,
    /// Nothing: it is a method, which returns to its caller.
    Computes,
}

/// What AspectJ calls the type of `__STATICSIG`, and what stands for it.
const SIGNATURE: &str = "org.aspectj.lang.Signature";
const OUR_SIGNATURE: &str = "residua.runtime.StaticSignature";

/// Whether a text begins with a dotted name that ends there.
fn starts_with_name(text: &str, name: &str) -> bool {
    let goes_on = |rest: &str| rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.'));
    text.strip_prefix(name).is_some_and(|rest| !goes_on(rest))
}

/// The label of what a handler does, if it may end early.
const HANDLED: &str = "handled";

/// What a body is of, by position.
#[derive(Clone, Copy)]
pub(super) enum Whose {
    Event(usize),
    /// A handler of this formula.
    Formula(usize),
}

/// Java, rewritten.
pub(super) struct Rewritten {
    /// What is left to run.
    pub java: Excerpt,
    /// Whether it resets the automaton.
    pub resets: bool,
}

/// What a body that resets the automaton in some cases leaves behind: variables of the monitor.
#[derive(Clone)]
pub(super) struct Restart {
    /// Whether it has reset the automaton.
    pub restarted: Excerpt,
    /// Whether the automaton takes the event: what had to hold held, and the body did not return.
    pub moved: Excerpt,
}

impl Lowering<'_> {
    /// Whether an event is one of classes that are initialized.
    pub fn is_initialization(&self, event: usize) -> bool {
        let parts = self.spec.events[event].pointcut.conjuncts();
        parts.iter().any(|part| matches!(part.kind, PointcutKind::StaticInitialization(_)))
    }

    /// An expression.
    pub fn expression(&self, text: &JavaText, event: usize, names: &Names) -> Result<Excerpt, Diagnostic> {
        self.java(text, 0..text.text.len(), (Some(event), Decides::Nothing), names)
    }

    /// The body of an event, or of a handler, where what prints is left out: its report says it.
    pub fn body(&self, text: &JavaText, whose: Whose, names: &Names) -> Result<Rewritten, Diagnostic> {
        let mut java = Excerpt::empty(text.place.start);
        let mut resets = false;
        let (event, decides) = match whose {
            Whose::Event(event) => (Some(event), Decides::Nothing),
            Whose::Formula(position) => (None, Decides::Ends(position)),
        };
        let mut statements = statement_ranges(&text.text);
        if statements.is_empty() {
            // No Java: that is found out later, in the text as a whole.
            statements.push(0..text.text.len());
        }
        for range in statements {
            let statement = &text.text[range.clone()];
            if event.is_none() && prints(statement) && !has_effects(statement) {
                continue;
            }
            if compact(statement) == "__RESET;" && !returns(&text.text) {
                resets = true;
                self.reset_earlier((&text.place, range), event, &mut java);
                continue;
            }
            let rewritten = self.java(text, range.clone(), (event, decides), names)?;
            let end = text.place.start + range.end;
            if !rewritten.text().trim().is_empty() {
                append(&mut java, &rewritten);
                java.push(" ", end..end);
            }
        }
        if !returns(&text.text) {
            return Ok(Rewritten { java: java.trimmed(), resets });
        }
        match text.text.contains("->") {
            true => {
                Err(self.unsupported(text.place.range(), "`return` in a handler that has a lambda expression, too,"))
            }
            false => Ok(Rewritten { java: labelled(&java.trimmed()), resets }),
        }
    }

    /// The body of an event runs in the step of the last formula, and resets the others, too.
    fn reset_earlier(&self, (text, range): (&Place, Range<usize>), event: Option<usize>, java: &mut Excerpt) {
        let earlier = self.spec.properties.len().saturating_sub(1);
        if event.is_some() && earlier > 0 {
            let place = text.start + range.start..text.start + range.end;
            java.push(&format!("{}; ", self.set_flags(0..earlier)), place);
        }
    }

    /// A body that may return, as a condition that runs it: whether the automaton moves.
    pub fn moving(&self, body: &JavaText, event: usize, names: &Names) -> Result<Excerpt, Diagnostic> {
        self.deciding(body, (event, Decides::Moves), names)
    }

    /// A body that resets the automaton in some cases, as a condition that asks for what has to hold before, and runs it: whether it has
    /// reset the automaton, which moves. The variables of [`Restart`] say more.
    pub fn restarting(
        &self,
        body: &JavaText,
        event: usize,
        asked: Option<&Excerpt>,
        names: &Names,
    ) -> Result<Excerpt, Diagnostic> {
        let Restart { restarted, moved } = self.restart(event);
        let (restarted, moved) = (restarted.text(), moved.text());
        let rewritten = self.java(body, 0..body.text.len(), (Some(event), Decides::Restarts), names)?;
        let (start, end) = (body.place.start, body.place.end);
        let mut java = Excerpt::empty(start);
        let begin = format!("((java.util.function.BooleanSupplier) () -> {{ {restarted} = false; {moved} = false; ");
        java.push(&begin, start..start);
        if let Some(asked) = asked {
            java.push("if (!(", start..start);
            append(&mut java, asked);
            java.push(")) return false; ", start..start);
        }
        // What follows it can be reached, wherever the body ends.
        java.push("if (true) { ", start..start);
        append(&mut java, &rewritten);
        java.push(&format!(" }} {moved} = true; return {restarted}; }}).getAsBoolean()"), end..end);
        Ok(java)
    }

    /// The variables of a body that resets the automaton in some cases.
    pub fn restart(&self, event: usize) -> Restart {
        let place = self.spec.events[event].name.place.range();
        let variable = |what: &str| {
            let mut java = Excerpt::empty(place.start);
            java.push(&format!("{what}_{}", super::identifier(&self.spec.name)), place.clone());
            java
        };
        Restart { restarted: variable("restarted"), moved: variable("moved") }
    }

    /// A body that decides what is reported, as a condition that runs it: whether the event is.
    pub fn reporting(&self, body: &JavaText, event: usize, names: &Names) -> Result<Excerpt, Diagnostic> {
        self.deciding(body, (event, Decides::Reports), names)
    }

    /// A method among the declarations.
    pub fn method(&self, text: &JavaText, range: std::ops::Range<usize>, names: &Names) -> Result<Excerpt, Diagnostic> {
        self.java(text, range, (None, Decides::Computes), names)
    }

    /// Whether the bodies of events report what they print, and this prints such a message.
    fn reports_in_bodies(&self, printed: &str) -> bool {
        self.spec.properties.is_empty() && ["__DEFAULT_MESSAGE", "__LOC"].iter().any(|word| printed.contains(word))
    }

    fn deciding(
        &self,
        body: &JavaText,
        (event, decides): (usize, Decides),
        names: &Names,
    ) -> Result<Excerpt, Diagnostic> {
        let rewritten = self.java(body, 0..body.text.len(), (Some(event), decides), names)?;
        let (before, after) = match decides {
            Decides::Reports => ("boolean reported = false; ", " return reported;"),
            _ => ("", " return true;"),
        };
        let (start, end) = (body.place.start, body.place.end);
        let mut java = Excerpt::empty(start);
        java.push(&format!("((java.util.function.BooleanSupplier) () -> {{ {before}"), start..start);
        append(&mut java, &rewritten);
        java.push(&format!("{after} }}).getAsBoolean()"), end..end);
        Ok(java)
    }

    /// What `__RESET` is within other code; `None` where it cannot be.
    fn reset_within(&self, decides: Decides, event: Option<usize>) -> Option<String> {
        match decides {
            Decides::Ends(position) => Some(self.set_flags(self.reset_by_handler(position))),
            Decides::Restarts => {
                let earlier = self.set_flags(0..self.spec.properties.len().saturating_sub(1));
                Some(format!("{} = {earlier}", self.restart(event.unwrap_or_default()).restarted.text()))
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
        (event, decides): (Option<usize>, Decides),
        names: &Names,
    ) -> Result<Excerpt, Diagnostic> {
        let mut java = Excerpt::empty(text.place.start + range.start);
        let mut at = range.start;
        let mut after_dot = false;
        while at < range.end {
            let Some((kind, length)) = lexeme(&text.text[at..range.end]) else { break };
            let piece = &text.text[at..at + length];
            let place = text.place.start + at..text.place.start + at + length;
            if kind == Lexeme::Word && !after_dot {
                let printed = print_statement(&text.text[at..range.end]);
                let is_hidden = |printed: &&str| decides == Decides::Computes && self.reports_in_bodies(printed);
                if printed.as_ref().is_some_and(is_hidden) {
                    return Err(self.unsupported(place, "a method that prints what is reported"));
                }
                // The original tools' own way to print is not there.
                let printed = printed.filter(|_| decides == Decides::Reports || piece != "System");
                if let Some(printed) = printed {
                    if has_effects(printed) {
                        return Err(self.unsupported(place, "an assignment within what is printed"));
                    }
                    let is_report = ["__DEFAULT_MESSAGE", "__LOC"].iter().any(|word| printed.contains(word));
                    java.push(if is_report && decides == Decides::Reports { "reported = true;" } else { ";" }, place);
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
                        None => return Err(self.unsupported(place, "`__RESET` in a method or an expression")),
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
                        let class = event.map_or_else(String::new, |event| names.initialized(event));
                        java.push(&format!("new {OUR_SIGNATURE}({class})"), place);
                    }
                    "org" if starts_with_name(&text.text[at - length..range.end], SIGNATURE) => {
                        at += SIGNATURE.len() - length;
                        java.push(OUR_SIGNATURE, place.start..place.start + SIGNATURE.len());
                    }
                    "__SKIP" => {
                        let error = self.source.error(place, "mop-unsupported", "`__SKIP` is not supported");
                        let why = "monitors of residua never change what the program does: leave it out, or leave the call out of the program";
                        return Err(error.with_help(why));
                    }
                    "__ACTIVITY" | "__STATICSIG" => {
                        return Err(self.unsupported(place, &format!("`{piece}`")));
                    }
                    "return" if text.text[at..range.end].trim_start().starts_with(';') => match decides {
                        Decides::Nothing => return Err(self.unsupported(place, "`return` in an expression")),
                        Decides::Ends(_) => java.push(&format!("break {HANDLED}"), place),
                        Decides::Computes => java.push(piece, place),
                        Decides::Moves | Decides::Restarts => java.push("return false", place),
                        Decides::Reports => java.push("return reported", place),
                    },
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

/// A text without space and comments.
fn compact(text: &str) -> String {
    lexemes(text).filter(|(kind, _)| !kind.is_blank()).map(|(_, range)| &text[range]).collect()
}

/// Whether a text assigns, as far as symbols tell. Calls are taken to be made for what they return.
fn has_effects(text: &str) -> bool {
    let symbol = |(kind, range)| if kind == Lexeme::Symbol { &text[range] } else { " " };
    let symbols: String = lexemes(text).map(symbol).collect();
    let assigns = |text: &str, operators: &[&str]| operators.iter().any(|operator| text.contains(operator));
    let compares = ["==", "!=", "<=", ">="];
    assigns(&symbols, &["<<=", ">>="])
        || assigns(
            &compares.iter().fold(symbols, |symbols, operator| symbols.replace(operator, " ")),
            &["++", "--", "="],
        )
}

/// Whether a statement does nothing but print.
fn prints(statement: &str) -> bool {
    print_statement(statement).is_some_and(|printed| printed.len() == statement.trim_end().len())
}

/// The statement at the start of a text that does nothing but print.
fn print_statement(text: &str) -> Option<&str> {
    let printers = ["System.err.print", "System.out.print", "RVMLogging.out.print", "MOPLogging.out.print"];
    let mut compact = String::new();
    let (mut at, mut depth) = (0, 0usize);
    while let Some((kind, length)) = lexeme(&text[at..]) {
        let piece = &text[at..at + length];
        at += length;
        match piece {
            _ if matches!(kind, Lexeme::Space | Lexeme::Comment) => continue,
            "(" if depth == 0 && !printers.iter().any(|printer| compact.starts_with(printer)) => return None,
            "(" | "{" | "[" => depth += 1,
            ")" | "}" | "]" => depth = depth.checked_sub(1)?,
            ";" if depth == 0 => return compact.ends_with(')').then(|| &text[..at]),
            _ => {}
        }
        compact += piece;
    }
    None
}

fn resets_in(body: &str) -> usize {
    lexemes(body).filter(|(kind, range)| *kind == Lexeme::Word && &body[range.clone()] == "__RESET").count()
}

/// Whether a body resets the automaton, or may.
pub(super) fn mentions_reset(body: &str) -> bool {
    resets_in(body) > 0
}

/// Whether a body resets the automaton in some cases only: within another statement, or where it may have returned before.
pub(super) fn may_reset(body: &str) -> bool {
    let words = resets_in(body);
    let statements = statement_ranges(body);
    let always = statements.into_iter().filter(|range| compact(&body[range.clone()]) == "__RESET;").count();
    words > always || words > 0 && returns(body)
}

/// Whether code returns, as far as words tell.
pub(super) fn returns(code: &str) -> bool {
    lexemes(code).any(|(kind, range)| {
        let rest = &code[range.end..];
        kind == Lexeme::Word && &code[range] == "return" && rest.trim_start().starts_with(';')
    })
}

/// Whether a body does nothing but print.
pub(super) fn only_prints(body: &str) -> bool {
    statement_ranges(body).into_iter().all(|range| prints(&body[range]))
        && (body.trim().is_empty() || !statement_ranges(body).is_empty())
}
