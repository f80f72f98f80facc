//! Triggers: program points, ends of clocks, values of channels, the end of the program.
//!
//! ```text
//! point    = join pattern clause* | "handling" "catch" TYPE ["+"] ("|" TYPE ["+"])* ["(" arguments ")"] clause*
//!          | "initialization" TYPE ["+"] ("|" TYPE ["+"])* ["(" arguments ")"] clause*
//!          | ("get" | "set") field ("|" field)* ["(" arguments ")"] clause*
//!          | "element" TYPE ["(" arguments ")"] clause*
//! join     = "call" | "execution" | "handling"                        ("new" alone means "call new")
//! ```
//! The one argument of `handling catch` is the exception; such an event has no target, and none
//! that is `handling` an end. The one argument of an initialization is the class; it has neither
//! target nor caller, and returns nothing. A field that is set has one argument, its new value, and
//! returns nothing; one that is read has none, and returns its value. The TYPE of an element is an
//! array type, which its target has, too; its one argument is the index, and it returns the value.

use super::duration::milliseconds;
use super::keyword::triggers;
use super::member::type_pattern;
use super::parser::Parser;
use date::model::{Arguments, JoinPoint, Member, MemberPattern, Moment, PointPattern, Trigger};
use text::Diagnostic;

impl Parser<'_> {
    pub(super) fn trigger(&mut self) -> Result<Trigger, Diagnostic> {
        let Some(first) = self.peek().map(|token| token.text.clone()) else {
            return Err(self.unexpected("", "an event", &triggers()));
        };
        self.at += 1;
        if let Some(join) = JoinPoint::of_word(&first) {
            return self.points(join);
        }

        match first.as_str() {
            "timeout" => self.timeout(),
            "receive" => self.receive(),
            "end" => Ok(Trigger::EndOfProgram),
            "new" => {
                self.at -= 1;
                self.point(JoinPoint::Call)
            }
            other => {
                self.at -= 1;
                Err(self.unexpected(other, "an event", &triggers()))
            }
        }
    }

    /// Reads the text behind the word of a kind of points.
    fn points(&mut self, join: JoinPoint) -> Result<Trigger, Diagnostic> {
        match join {
            JoinPoint::Call | JoinPoint::Execution => self.point(join),
            JoinPoint::Handling => self.handling(),
            JoinPoint::Initialization => self.initialization(),
            JoinPoint::Get | JoinPoint::Set => self.access(join),
            JoinPoint::Element => self.element(),
        }
    }

    fn point(&mut self, join: JoinPoint) -> Result<Trigger, Diagnostic> {
        let mut members = vec![self.member()?];
        while self.accept("|") {
            let makes = members[0].name == Member::Constructor;
            if makes != self.next_is("new") {
                let what = if makes {
                    "`new`"
                } else {
                    "a method, as `Type.method`"
                };
                return Err(self
                    .expected(what)
                    .with_help("a pattern is for methods or for constructors"));
            }
            members.push(self.member()?);
        }

        let arguments = self.arguments()?;
        Ok(Trigger::Point(self.clauses(join, members, arguments)?))
    }

    /// Catch blocks: for exceptions of a type, or in methods.
    fn handling(&mut self) -> Result<Trigger, Diagnostic> {
        let begin = self.at;
        let is_of_types = self.accept("catch");
        let trigger = if is_of_types {
            Trigger::Point(self.types(JoinPoint::Handling, &Member::Handler)?)
        } else {
            self.point(JoinPoint::Handling)?
        };
        let fits = |point: &PointPattern| {
            let is_of_exception = point.arguments.takes(1) && point.target.is_none();
            point.moment == Moment::Before && (!is_of_types || is_of_exception)
        };

        match &trigger {
            Trigger::Point(point) if !fits(point) => {
                self.at = begin;
                let help = "it is before a catch block, and one for a type has one argument, the exception, and no target";
                Err(self.expected("what a handling has").with_help(help))
            }
            _ => Ok(trigger),
        }
    }

    /// Types, what they are asked for, and the clauses behind them.
    fn types(&mut self, join: JoinPoint, member: &Member) -> Result<PointPattern, Diagnostic> {
        let mut members = Vec::new();
        loop {
            let declaring = type_pattern(&self.word("a type")?);
            members.push(MemberPattern::new(declaring, member.clone()));
            if !self.accept("|") {
                break;
            }
        }
        let arguments = if self.next_is("(") {
            self.arguments()?
        } else {
            Arguments::any()
        };
        self.clauses(join, members, arguments)
    }

    fn initialization(&mut self) -> Result<Trigger, Diagnostic> {
        let begin = self.at;
        let point = self.types(JoinPoint::Initialization, &Member::Initializer)?;
        let binds = |moment: &Moment| matches!(moment, Moment::Returning(Some(_)));
        if !point.arguments.takes(1)
            || point.target.is_some()
            || point.caller.is_some()
            || binds(&point.moment)
        {
            self.at = begin;
            let help = "an initialization has one argument, the class, and neither target nor caller nor result";
            return Err(self.expected("what an initialization has").with_help(help));
        }
        Ok(Trigger::Point(point))
    }

    fn access(&mut self, join: JoinPoint) -> Result<Trigger, Diagnostic> {
        let mut members = vec![self.field()?];
        while self.accept("|") {
            members.push(self.field()?);
        }

        let arguments = if self.next_is("(") {
            self.arguments()?
        } else {
            Arguments::any()
        };
        let begin = self.at;
        let point = self.clauses(join, members, arguments)?;
        let (count, help) = match join {
            JoinPoint::Set => (
                1,
                "what sets a field has one argument, the value; it neither returns one nor throws",
            ),
            _ => (
                0,
                "what reads a field has no arguments; it returns the value, and does not throw",
            ),
        };

        let fits = match &point.moment {
            Moment::Before | Moment::Returning(None) => true,
            Moment::Returning(Some(_)) => join == JoinPoint::Get,
            Moment::Throwing(_) => false,
        };

        if !fits || !point.arguments.takes(count) {
            self.at = begin;
            return Err(self.expected("what an access has").with_help(help));
        }

        Ok(Trigger::Point(point))
    }

    fn element(&mut self) -> Result<Trigger, Diagnostic> {
        let begin = self.at;
        let ty = self.word("an array type, as `int[]`")?;
        if !ty.ends_with("[]") || ty.contains('*') || ty.contains("..") {
            self.at = begin;
            let help = "a pattern is for the elements of one array type; `Object[]` is of all arrays of objects";
            return Err(self.expected("an array type, as `int[]`").with_help(help));
        }

        let arguments = if self.next_is("(") {
            self.arguments()?
        } else {
            Arguments::any()
        };
        let behind = self.at;
        let members = vec![MemberPattern::new(type_pattern(&ty), Member::Element)];
        let point = self.clauses(JoinPoint::Element, members, arguments)?;
        if !point.arguments.takes(1) || matches!(point.moment, Moment::Throwing(_)) {
            self.at = behind;
            let help = "the read of an element has one argument, the index; it returns the value, and does not throw";
            return Err(self.expected("what an element has").with_help(help));
        }
        if self.has_other_target(&point, &ty) {
            self.at = begin;
            let help = "write the type of the variable, or leave out that of the target";
            return Err(self
                .expected("the type that the target has")
                .with_help(help));
        }

        Ok(Trigger::Point(point))
    }

    /// Returns whether a pattern binds its receiver to a variable of another type.
    fn has_other_target(&self, point: &PointPattern, ty: &str) -> bool {
        let Some(target) = &point.target else {
            return false;
        };
        let known = self.known.get(&target.name).and_then(Option::as_deref);
        target
            .ty
            .as_deref()
            .or(known)
            .is_some_and(|other| other != ty)
    }

    fn timeout(&mut self) -> Result<Trigger, Diagnostic> {
        let clock = self.word("a clock")?;
        if self.accept("dynamic") {
            return Ok(Trigger::Timeout {
                clock,
                after_ms: None,
                repeats: false,
            });
        }

        let repeats = self.accept("every");
        let what = if repeats {
            "a duration such as `30s`, longer than 0 (units ms, s, m, h, d)"
        } else {
            "a duration such as `30s` (units ms, s, m, h, d), `every` and a duration, or `dynamic`"
        };
        let word = self.word(what)?;

        match milliseconds(&word).filter(|after| !repeats || *after > 0) {
            Some(after) => Ok(Trigger::Timeout {
                clock,
                after_ms: Some(after),
                repeats,
            }),
            None => {
                self.at -= 1;
                Err(self.expected(what))
            }
        }
    }

    fn receive(&mut self) -> Result<Trigger, Diagnostic> {
        let channel = self.word("a channel")?;
        Ok(Trigger::Receive {
            channel,
            value: self.optional_binding()?,
        })
    }
}
