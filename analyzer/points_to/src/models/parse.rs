//! The grammar of statements.
//!
//! ```text
//! statement = name "=" ("new" | "its" | "the") kind
//!           | term ("->" | "<->") term
//!           | ["later"] ["(" type ")"] term "." method "(" [argument {"," argument}] ")" ["->" term]
//! argument  = term | "_"
//! term      = base ["." part]
//! base      = "this" | "1" | "2" | .. | "result" | "library" | "escaped" | local
//! ```

use java_types::Spelling;
use std::sync::Arc;

use text::nearest;

use super::key::is_identifier;
use super::statement::{Article, Base, Model, Selector, Statement, Term};
use super::{KindId, PartId};

/// The names that a statement may use besides its own locals.
pub(super) struct Scope<'a> {
    /// True if there is a receiver, or an object that a constructor makes.
    pub(super) this: bool,
    /// True if there may be a result.
    pub(super) result: bool,
    /// The number of parameters.
    pub(super) arity: usize,
    pub(super) kind: &'a dyn Fn(&str) -> Option<KindId>,
    pub(super) kinds: &'a [&'a str],
    pub(super) part: &'a dyn Fn(&str) -> Option<PartId>,
    pub(super) parts: &'a [&'a str],
}

/// A statement that cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) code: &'static str,
    pub(super) message: String,
    pub(super) help: Option<String>,
}

fn refuse<T>(
    code: &'static str,
    message: impl Into<String>,
    help: Option<String>,
) -> Result<T, Refusal> {
    Err(Refusal {
        code,
        message: message.into(),
        help,
    })
}

/// `did you mean ..?`, where a name is near enough.
pub(super) fn suggestion(name: &str, names: &[&str]) -> Option<String> {
    nearest(name, names.iter().copied()).map(|name| format!("did you mean `{name}`?"))
}

impl Scope<'_> {
    /// Reads one statement into a model.
    pub(super) fn read(&self, text: &str, model: &mut Model) -> Result<(), Refusal> {
        if let Some((target, kind)) = text.split_once('=') {
            return self.read_new(target.trim(), kind.trim(), model);
        }
        if let Some((left, right)) = text.split_once("<->") {
            self.read_flow(left, right, model)?;
            return self.read_flow(right, left, model);
        }
        if text.contains('(') {
            return self.read_call(text.trim(), model);
        }

        match text.split_once("->") {
            Some((from, to)) => self.read_flow(from, to, model),
            None => {
                let help =
                    "write `x = new kind`, `x -> y`, `x <-> y` or `[later] x.method(..) [-> y]`";
                refuse(
                    "model-syntax",
                    format!("`{text}` is not a statement"),
                    Some(help.to_owned()),
                )
            }
        }
    }

    fn read_new(&self, target: &str, kind: &str, model: &mut Model) -> Result<(), Refusal> {
        let (article, name) = match kind.split_once(' ') {
            Some(("new", name)) => (Article::New, name.trim()),
            Some(("fresh", name)) => (Article::Fresh, name.trim()),
            Some(("its", name)) if self.this && self.result => (Article::Its, name.trim()),
            Some(("its", _)) => {
                return refuse(
                    "model-syntax",
                    "only a receiver has something of its own",
                    None,
                );
            }
            Some(("the", name)) => (Article::The, name.trim()),
            _ => {
                return refuse(
                    "model-syntax",
                    format!("`{kind}` is not `new`, `fresh`, `its` or `the` and a kind"),
                    None,
                );
            }
        };

        let Some(kind) = (self.kind)(name) else {
            return refuse(
                "unknown-kind",
                format!("unknown kind `{name}`"),
                suggestion(name, self.kinds),
            );
        };
        let target = self.term(target, model)?;

        if target.part.is_some() || !matches!(target.base, Base::Result | Base::Local(_)) {
            return refuse(
                "model-syntax",
                "a new object goes to `result` or to a local",
                None,
            );
        }

        model.statements.push(Statement::New {
            target,
            kind,
            article,
        });
        Ok(())
    }

    fn read_flow(&self, from: &str, to: &str, model: &mut Model) -> Result<(), Refusal> {
        let (from, to) = (
            self.term(from.trim(), model)?,
            self.target(to.trim(), model)?,
        );
        model.statements.push(Statement::Flow { from, to });
        Ok(())
    }

    fn read_call(&self, text: &str, model: &mut Model) -> Result<(), Refusal> {
        let (later, call) = match text.strip_prefix("later ") {
            Some(call) => (true, call.trim()),
            None => (false, text),
        };
        let (of, call) = match call.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
            Some((of, call)) => (Some(internal(of)), call.trim()),
            None => (None, call),
        };
        let syntax = || format!("`{text}` is not a call");
        let Some((path, rest)) = call.split_once('(') else {
            return refuse("model-syntax", syntax(), None);
        };

        let Some((arguments, after)) = rest.split_once(')') else {
            return refuse("model-syntax", syntax(), None);
        };
        let Some((receiver, name)) = path
            .rsplit_once('.')
            .filter(|(_, name)| is_identifier(name) || *name == Selector::ANY)
        else {
            return refuse(
                "model-syntax",
                syntax(),
                Some("a call names its receiver: `1.run()`".to_owned()),
            );
        };

        let receiver = self.term(receiver, model)?;
        let arguments = self.arguments(arguments.trim(), model)?;
        let result = match after.trim().strip_prefix("->") {
            Some(target) => Some(self.target(target.trim(), model)?),
            None if after.trim().is_empty() => None,
            None => return refuse("model-syntax", syntax(), None),
        };
        let selector = Selector {
            name: Arc::from(name),
            arity: arguments.len(),
            of,
        };
        model.statements.push(Statement::Call {
            receiver,
            selector,
            arguments,
            result,
            later,
        });

        Ok(())
    }

    fn arguments(&self, text: &str, model: &mut Model) -> Result<Vec<Option<Term>>, Refusal> {
        if text.is_empty() {
            return Ok(Vec::new());
        }
        let argument = |text: &str| match text.trim() {
            "_" => Ok(None),
            text => self.term(text, model).map(Some),
        };
        text.split(',').map(argument).collect()
    }

    fn target(&self, text: &str, model: &mut Model) -> Result<Term, Refusal> {
        let term = self.term(text, model)?;
        match (term.base, term.part) {
            (Base::Library, _) => {
                let help = "what the library keeps goes to a part of an object, or to `escaped`";
                refuse(
                    "model-syntax",
                    "nothing can flow to `library`",
                    Some(help.to_owned()),
                )
            }
            (Base::This | Base::Argument(_), None) => refuse(
                "model-syntax",
                format!("`{text}` is given by the caller, nothing can flow to it"),
                None,
            ),
            _ => Ok(term),
        }
    }

    fn term(&self, text: &str, model: &mut Model) -> Result<Term, Refusal> {
        let (base, part) = match text.split_once('.') {
            Some((base, part)) => (base, Some(part)),
            None => (text, None),
        };
        let base = self.base(base, model)?;
        let Some(name) = part else {
            return Ok(base.term());
        };

        match (self.part)(name) {
            Some(part) => Ok(Term {
                base,
                part: Some(part),
            }),
            None => refuse(
                "unknown-part",
                format!("unknown part `{name}`"),
                suggestion(name, self.parts),
            ),
        }
    }

    fn base(&self, text: &str, model: &mut Model) -> Result<Base, Refusal> {
        match text {
            "this" if self.this => Ok(Base::This),
            "this" => refuse("model-syntax", "a static method has no `this`", None),
            "result" if self.result => Ok(Base::Result),
            "result" => refuse(
                "model-syntax",
                "a constructor has no `result`; what it makes is `this`",
                None,
            ),
            "library" => Ok(Base::Library),
            "escaped" => Ok(Base::Escaped),
            number if number.starts_with(|c: char| c.is_ascii_digit()) => self.argument(number),
            name if is_identifier(name) => Ok(Base::Local(local(name, model))),
            _ => refuse("model-syntax", format!("`{text}` is not a term"), None),
        }
    }

    fn argument(&self, text: &str) -> Result<Base, Refusal> {
        match text
            .parse::<usize>()
            .ok()
            .and_then(|n| n.checked_sub(1))
            .filter(|&n| n < self.arity)
        {
            Some(index) => Ok(Base::Argument(index)),
            None => refuse(
                "no-such-argument",
                format!("there is no argument {text} among {}", self.arity),
                None,
            ),
        }
    }
}

/// `java.util.Map$Entry` as an internal name.
pub(super) fn internal(name: &str) -> Arc<str> {
    Arc::from(name.trim().to_internal())
}

/// The number of a local; it is new at its first mention.
fn local(name: &str, model: &mut Model) -> usize {
    model
        .locals
        .iter()
        .position(|known| **known == *name)
        .unwrap_or_else(|| {
            model.locals.push(Arc::from(name));
            model.locals.len() - 1
        })
}
