//! From tokens to what a property file says.
//!
//! ```text
//! property   = import* ["slice" "on" NAME [":" TYPE] ("," NAME [":" TYPE])*] ["initialization" block] state+
//! import     = "import" ["static"] NAME ("." (NAME | "*"))* [";"]
//! state      = "state" NAME ["accepting" | "non-accepting"] [action] ["{" transition* "}"]
//! transition = "transition" "{" event [block] "success" outcome ["failure" outcome] "}"
//! event      = ["before" | "after"] "event" [KIND] ["static"] TYPE "." (NAME | "new") "(" [value ("," value)*] ")"
//! KIND       = "FunctionCall" | "ValueRead" | "ValueWrite"
//! value      = NAME [":" TYPE] | "_" | "arg" NUMBER "as" NAME [":" TYPE] | "ret" ["as" NAME] [":" TYPE]
//! outcome    = [block] [action] NAME
//! action     = NAME "(" ")"
//! block      = "{" Python "}"
//! ```

use std::ops::Range;

use super::tokens::{Kind, Token};
use crate::draft::Word;
use text::{Diagnostic, Source, nearest};

/// A property file.
pub(super) struct Written<'t> {
    /// The imports, `static` included.
    pub imports: Vec<Word>,
    pub slices: Vec<Typed>,
    pub initialization: Option<Block<'t>>,
    pub states: Vec<State<'t>>,
}

/// A name with its type, if one is written.
#[derive(Debug, Clone)]
pub(super) struct Typed {
    pub name: Word,
    pub ty: Option<String>,
}

/// Python between braces.
#[derive(Clone)]
pub(super) struct Block<'t> {
    pub tokens: &'t [Token],
    pub range: Range<usize>,
}

pub(super) struct State<'t> {
    pub name: Word,
    pub is_bad: bool,
    pub action: Option<Word>,
    pub transitions: Vec<Transition<'t>>,
}

pub(super) struct Transition<'t> {
    pub event: Event,
    pub guard: Option<Block<'t>>,
    pub success: Outcome<'t>,
    pub failure: Option<Outcome<'t>>,
    pub range: Range<usize>,
}

/// The target of a transition, and its action.
pub(super) struct Outcome<'t> {
    pub code: Option<Block<'t>>,
    pub action: Option<Word>,
    pub to: Word,
}

/// A happening in the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Happening {
    Call,
    Read,
    Write,
}

/// A symbolic event.
pub(super) struct Event {
    pub is_after: bool,
    pub what: Happening,
    pub is_static: bool,
    pub class: String,
    pub member: String,
    pub values: Vec<Value>,
    /// Of the class and the member.
    pub range: Range<usize>,
}

/// A value of an event.
pub(super) struct Value {
    pub role: Role,
    pub name: Typed,
}

/// Which value of an event: the order is that in which events list them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    Object,
    Argument(usize),
    Result,
}

/// Parses a file.
///
/// # Errors
/// The first thing that is not in the grammar, or that Java has nothing for.
pub(super) fn parse<'t>(
    tokens: &'t [Token],
    source: &'t Source<'t>,
) -> Result<Written<'t>, Diagnostic> {
    let mut parser = Parser {
        tokens,
        source,
        at: 0,
    };
    let mut written = Written {
        imports: Vec::new(),
        slices: Vec::new(),
        initialization: None,
        states: Vec::new(),
    };

    while parser.accept("import") {
        written.imports.push(parser.import()?);
        parser.accept(";");
    }

    if parser.accept("slice") {
        parser.expect("on")?;
        written.slices.push(parser.typed("a slice parameter")?);
        while parser.accept(",") {
            written.slices.push(parser.typed("a slice parameter")?);
        }
    }
    if parser.accept("initialization") {
        written.initialization = Some(parser.block()?);
    }

    while parser.peek().is_some() || written.states.is_empty() {
        written.states.push(parser.state()?);
    }

    Ok(written)
}

/// Words that begin something at the top of a file.
const SECTIONS: [&str; 4] = ["import", "slice", "initialization", "state"];

struct Parser<'t> {
    tokens: &'t [Token],
    source: &'t Source<'t>,
    at: usize,
}

impl<'t> Parser<'t> {
    /// The next token that is no end of a line.
    fn peek(&mut self) -> Option<&'t Token> {
        while self
            .tokens
            .get(self.at)
            .is_some_and(|token| token.kind == Kind::Line)
        {
            self.at += 1;
        }
        self.tokens.get(self.at)
    }

    fn next_is(&mut self, text: &str) -> bool {
        self.peek().is_some_and(|token| token.is(text))
    }

    fn accept(&mut self, text: &str) -> bool {
        let found = self.next_is(text);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, text: &str) -> Result<(), Diagnostic> {
        if self.accept(text) {
            Ok(())
        } else {
            Err(self.expected(&format!("`{text}`"), &[text]))
        }
    }

    /// The end of what has been read.
    fn end(&self) -> usize {
        self.at
            .checked_sub(1)
            .map_or(0, |last| self.tokens[last].range.end)
    }

    fn error(&self, range: Range<usize>, message: String) -> Diagnostic {
        self.source.error(range, "verde-syntax", message)
    }

    /// Returns what comes instead of what was expected; `known` are the words that may have been
    /// meant.
    fn expected(&mut self, what: &str, known: &[&str]) -> Diagnostic {
        let end = self.source.text.len();
        let (found, range) = match self.peek() {
            Some(token) => (format!("`{}`", token.text), token.range.clone()),
            None => ("the end of the file".to_owned(), end..end),
        };
        let near = nearest(found.trim_matches('`'), known.iter().copied())
            .filter(|near| found != format!("`{near}`"));
        let error = self.error(range, format!("expected {what}, found {found}"));
        match near {
            Some(near) => error.with_help(format!("did you mean `{near}`?")),
            None => error,
        }
    }

    fn word(&mut self, what: &str) -> Result<Word, Diagnostic> {
        match self.peek().filter(|token| token.kind == Kind::Word) {
            Some(token) => {
                self.at += 1;
                Ok(Word {
                    text: token.text.clone(),
                    range: token.range.clone(),
                })
            }
            None => Err(self.expected(what, &[])),
        }
    }

    /// Words with dots between them.
    fn path(&mut self, what: &str) -> Result<Word, Diagnostic> {
        let mut path = self.word(what)?;
        while self.accept(".") {
            let next = if self.accept("*") {
                "*".to_owned()
            } else {
                self.word("a name")?.text
            };
            path.text = format!("{}.{next}", path.text);
            path.range.end = self.end();
        }
        Ok(path)
    }

    fn import(&mut self) -> Result<Word, Diagnostic> {
        let is_static = self.accept("static");
        let name = self.path("the name of an import")?;
        let text = if is_static {
            format!("static {}", name.text)
        } else {
            name.text
        };
        Ok(Word {
            text,
            range: name.range,
        })
    }

    /// `NAME [: TYPE]`.
    fn typed(&mut self, what: &str) -> Result<Typed, Diagnostic> {
        let name = self.word(what)?;
        Ok(Typed {
            name,
            ty: self.optional_type()?,
        })
    }

    fn optional_type(&mut self) -> Result<Option<String>, Diagnostic> {
        if !self.accept(":") {
            return Ok(None);
        }
        let mut ty = self.path("a type")?.text;
        if self.next_is("*") {
            let help = "a value of a class is a reference already: write the name of the class";
            return Err(self.expected("a type of Java", &[]).with_help(help));
        }
        while self.accept("[") {
            self.expect("]")?;
            ty += "[]";
        }
        Ok(Some(ty))
    }

    /// `{ .. }`: the tokens between.
    fn block(&mut self) -> Result<Block<'t>, Diagnostic> {
        self.expect("{")?;
        let (begin, start) = (self.at, self.end());
        let mut depth = 1usize;

        while let Some(token) = self.tokens.get(self.at) {
            depth = match token.kind {
                Kind::Symbol if token.text == "{" => depth + 1,
                Kind::Symbol if token.text == "}" => depth - 1,
                _ => depth,
            };
            self.at += 1;
            if depth == 0 {
                let tokens = &self.tokens[begin..self.at - 1];
                return Ok(Block {
                    tokens,
                    range: start..self.end() - 1,
                });
            }
        }

        Err(self.error(start - 1..start, "this `{` is never closed".to_owned()))
    }

    /// `NAME()`, if that is next.
    fn action(&mut self) -> Result<Option<Word>, Diagnostic> {
        let begin = self.at;
        if self.peek().is_some_and(|token| token.kind == Kind::Word) {
            let name = self.word("an action")?;
            if self.accept("(") {
                self.expect(")")?;
                return Ok(Some(name));
            }
        }
        self.at = begin;
        Ok(None)
    }

    fn state(&mut self) -> Result<State<'t>, Diagnostic> {
        if !self.accept("state") {
            let error = self.expected("a state", &SECTIONS);
            return Err(match error.help {
                Some(_) => error,
                None if self.next_is("on") => {
                    error.with_help("scenarios steer a debugger, and are not read")
                }
                None => error.with_help(format!(
                    "a file has, in this order: {}",
                    SECTIONS.join(", ")
                )),
            });
        }

        let name = self.word("the name of a state")?;
        let is_bad = self.accept("non");
        if is_bad {
            self.expect("-")?;
            self.expect("accepting")?;
        } else {
            self.accept("accepting");
        }

        let action = self.action()?;
        let mut transitions = Vec::new();
        if self.accept("{") {
            while !self.accept("}") {
                transitions.push(self.transition()?);
            }
        }

        Ok(State {
            name,
            is_bad,
            action,
            transitions,
        })
    }

    fn transition(&mut self) -> Result<Transition<'t>, Diagnostic> {
        if !self.accept("transition") {
            return Err(self.expected("`transition` or `}`", &["transition"]));
        }

        let start = self.end() - "transition".len();
        self.expect("{")?;
        let event = self.event()?;
        let guard = if self.next_is("{") {
            Some(self.block()?)
        } else {
            None
        };
        self.expect("success")?;
        let success = self.outcome()?;

        let failure = if self.accept("failure") {
            Some(self.outcome()?)
        } else {
            None
        };

        if !self.accept("}") {
            return Err(self.expected("`failure` or `}`", &["failure"]));
        }

        Ok(Transition {
            event,
            guard,
            success,
            failure,
            range: start..self.end(),
        })
    }

    fn outcome(&mut self) -> Result<Outcome<'t>, Diagnostic> {
        let code = if self.next_is("{") {
            Some(self.block()?)
        } else {
            None
        };
        let action = self.action()?;
        Ok(Outcome {
            code,
            action,
            to: self.word("the name of a state")?,
        })
    }

    fn event(&mut self) -> Result<Event, Diagnostic> {
        let is_after = self.accept("after");
        if !is_after {
            self.accept("before");
        }
        if !self.accept("event") {
            return Err(self.expected(
                "`before`, `after` or `event`",
                &["before", "after", "event"],
            ));
        }

        let what = self.happening()?;
        let is_static = self.accept("static");
        let path = self.path("a method or field")?;
        let Some((class, member)) = path.text.rsplit_once('.') else {
            let message = format!("`{}` has no class", path.text);
            let help = "in Java functions are methods: write `Type.method`, or `Type.new` for its constructors";
            return Err(self.error(path.range, message).with_help(help));
        };
        let mut event = Event {
            is_after,
            what,
            is_static,
            class: class.to_owned(),
            member: member.to_owned(),
            values: Vec::new(),
            range: path.range.clone(),
        };
        self.expect("(")?;

        let mut place = usize::from(is_static);
        while !self.accept(")") {
            self.value(&mut event, &mut place)?;
            if !self.accept(",") && !self.next_is(")") {
                return Err(self.expected("`,` or `)`", &[]));
            }
        }

        Ok(event)
    }

    fn happening(&mut self) -> Result<Happening, Diagnostic> {
        const KINDS: [(&str, Happening); 3] = [
            ("FunctionCall", Happening::Call),
            ("ValueRead", Happening::Read),
            ("ValueWrite", Happening::Write),
        ];

        for (word, what) in KINDS {
            if self.accept(word) {
                return Ok(what);
            }
        }

        if self.next_is("UpdateExpr") {
            let help = "what an expression was before a change is not known: use `after event ValueWrite` of the fields it reads";
            let range = self.peek().map_or(0..0, |token| token.range.clone());
            return Err(self
                .source
                .error(range, "verde-unsupported", "`UpdateExpr` is not supported")
                .with_help(help));
        }

        Ok(Happening::Call)
    }

    /// One value of an event; `place` counts those that are told by their position, the object
    /// first.
    fn value(&mut self, event: &mut Event, place: &mut usize) -> Result<(), Diagnostic> {
        if let Some(symbol) = self.peek().filter(|token| token.is("*") || token.is("&")) {
            let message = format!("`{}`: Java has no pointers", symbol.text);
            let help = "name the object itself, or what it holds by `ValueRead` and `ValueWrite` of its field";
            return Err(self
                .source
                .error(symbol.range.clone(), "verde-unsupported", message)
                .with_help(help));
        }

        let name = self.word("a value: a name, `_`, `arg` with a number, or `ret`")?;
        let (role, name) = match name.text.as_str() {
            "ret" => (
                Role::Result,
                if self.accept("as") {
                    self.word("a name")?
                } else {
                    name
                },
            ),
            "arg" if self.peek().is_some_and(|token| token.kind == Kind::Number) => {
                let role = Role::Argument(self.argument_number()?);
                self.expect("as")?;
                (role, self.word("a name")?)
            }
            _ => {
                let role = place.checked_sub(1).map_or(Role::Object, Role::Argument);
                *place += 1;
                (role, name)
            }
        };

        let ty = self.optional_type()?;
        if name.text == "_" {
            return Ok(());
        }
        if let Some(other) = event
            .values
            .iter()
            .find(|other| other.role == role || other.name.name.text == name.text)
        {
            let message = format!(
                "`{}` is the value or the name of `{}` already",
                name.text, other.name.name.text
            );
            return Err(self.error(name.range, message));
        }
        event.values.push(Value {
            role,
            name: Typed { name, ty },
        });

        Ok(())
    }

    /// Java has at most 255 arguments.
    fn argument_number(&mut self) -> Result<usize, Diagnostic> {
        match self.peek().and_then(|token| token.text.parse::<u8>().ok()) {
            Some(number) => {
                self.at += 1;
                Ok(number.into())
            }
            None => Err(self.expected("the number of an argument, from 0 to 255", &[])),
        }
    }
}
