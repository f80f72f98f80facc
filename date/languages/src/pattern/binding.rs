//! Arguments, and the variables that they and clauses bind.

use super::keyword::CLAUSES;
use super::parser::Parser;
use super::token::Token;
use date::model::{ArgumentPattern, Arguments, Binding};
use text::Diagnostic;

impl Parser<'_> {
    pub(super) fn arguments(&mut self) -> Result<Arguments, Diagnostic> {
        self.expect("(")?;
        let mut arguments = Arguments::exactly(Vec::new());
        if self.accept(")") {
            return Ok(arguments);
        }

        loop {
            match &mut arguments.rest {
                Some(_) if self.next_is("..") => {
                    return Err(self
                        .expected("one argument")
                        .with_help("`..` stands once, for any number of arguments"));
                }
                None if self.accept("..") => arguments.rest = Some(Vec::new()),
                Some(last) => last.push(self.argument()?),
                None => arguments.first.push(self.argument()?),
            }
            if self.accept(")") {
                return Ok(arguments);
            }
            if !self.accept(",") {
                return Err(self.expected("`,` or `)`"));
            }
        }
    }

    fn argument(&mut self) -> Result<ArgumentPattern, Diagnostic> {
        let first = self.word("an argument")?;
        if !self.next_is(",") && !self.next_is(")") {
            let name = self.variable("`,` or `)`")?;
            return Ok(ArgumentPattern::Bound(Binding {
                name,
                ty: Some(first).filter(|ty| ty != "*"),
            }));
        }

        Ok(match self.known.get(&first) {
            Some(ty) => ArgumentPattern::Bound(Binding {
                name: first,
                ty: ty.clone(),
            }),
            None if first == "*" => ArgumentPattern::Any,
            None => ArgumentPattern::Typed(first),
        })
    }

    /// `NAME` or `TYPE NAME`, up to the next clause; in a control flow `TYPE`.
    pub(super) fn binding(&mut self) -> Result<Binding, Diagnostic> {
        let first = self.word(if self.in_flow { "a type" } else { "a variable" })?;
        let ends = |token: &Token| {
            CLAUSES.contains(&&*token.text) || matches!(&*token.text, ")" | "," | "|")
        };
        let alone = self.peek().is_none_or(ends);

        if alone && self.in_flow {
            return Ok(Binding {
                name: String::new(),
                ty: Some(first),
            });
        }
        if alone {
            return Ok(Binding {
                name: first,
                ty: None,
            });
        }

        Ok(Binding {
            name: self.variable("a variable")?,
            ty: Some(first).filter(|ty| ty != "*"),
        })
    }

    /// A variable behind its type.
    fn variable(&mut self, what: &str) -> Result<String, Diagnostic> {
        if self.in_flow {
            Err(self.error("a control flow binds nothing: write the type alone".to_owned()))
        } else {
            self.word(what)
        }
    }

    pub(super) fn optional_binding(&mut self) -> Result<Option<Binding>, Diagnostic> {
        if !self.accept("(") || self.accept(")") {
            return Ok(None);
        }
        let binding = self.binding()?;
        self.expect(")")?;
        Ok(Some(binding))
    }
}
