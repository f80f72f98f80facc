//! The one-line syntax of triggers:
//!
//! ```text
//! trigger  = join pattern clause* | "handling" "catch" TYPE ["+"] ("|" TYPE ["+"])* ["(" arguments ")"] clause*
//!          | "initialization" TYPE ["+"] ("|" TYPE ["+"])* ["(" arguments ")"] clause*
//!          | ("get" | "set") field ("|" field)* ["(" arguments ")"] clause*
//!          | "timeout" CLOCK (["every"] DURATION | "dynamic") | "receive" CHANNEL ["(" [TYPE] NAME ")"] | "end"
//! join     = "call" | "execution" | "handling"                        ("new" alone means "call new")
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
//! The one argument of `handling catch` is the exception; such an event has no target, and none
//! that is `handling` an end. The one argument of an initialization is the class; it has neither
//! target nor caller, and returns nothing. A field that is set has one argument, its new value, and
//! returns nothing; one that is read has none, and returns its value. A TYPE, METHOD or FIELD of
//! `*` is any; `*` inside a METHOD or FIELD stands for any run of characters. Control flows and
//! modifiers: see `flow`.

mod flow;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

use crate::java::Excerpt;
use date::model::{
    ArgumentPattern, Arguments, Binding, JoinPoint, Member, MemberPattern, Moment,
    ParameterPattern, PointPattern, Signature, Trigger, TypePattern, Within,
};
use text::{Diagnostic, Source, nearest};

use flow::{FLOWS, print_flows, print_modifiers};

pub use flow::print_flow;

const TRIGGERS: [&str; 10] = [
    "call",
    "execution",
    "handling",
    "initialization",
    "get",
    "set",
    "new",
    "timeout",
    "receive",
    "end",
];
const CLAUSES: [&str; 9] = [
    "target",
    "caller",
    "returning",
    "throwing",
    "within",
    FLOWS[0],
    FLOWS[1],
    FLOWS[2],
    FLOWS[3],
];
/// Units of durations with their milliseconds, largest first.
const UNITS: [(&str, u64); 5] = [
    ("d", 86_400_000),
    ("h", 3_600_000),
    ("m", 60_000),
    ("s", 1000),
    ("ms", 1),
];

/// The variables that an argument can name without a type, with their types.
pub(super) type Known = BTreeMap<String, Option<String>>;

/// Parses a trigger.
///
/// # Errors
/// Text that is not in the grammar, with the place and the tokens that were expected.
pub(super) fn parse(
    excerpt: &Excerpt,
    known: &Known,
    source: &Source<'_>,
) -> Result<Trigger, Diagnostic> {
    let mut parser = Parser {
        excerpt,
        known,
        source,
        tokens: tokens(excerpt.text()),
        at: 0,
        in_flow: false,
    };
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

struct Token {
    text: String,
    range: Range<usize>,
}

/// Words (with what stands between `<` and `>` in them), parentheses, commas and bars.
fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut depth = 0usize;
    let mut open = false;

    for (at, c) in text.char_indices() {
        depth = match c {
            '<' => depth + 1,
            '>' => depth.saturating_sub(1),
            _ => depth,
        };
        let range = at..at + c.len_utf8();
        match c {
            c if depth == 0 && c.is_whitespace() => open = false,
            '(' | ')' | ',' | '|' if depth == 0 => {
                tokens.push(Token {
                    text: c.to_string(),
                    range,
                });
                open = false;
            }
            c => match tokens.last_mut().filter(|_| open) {
                Some(token) => {
                    token.text.push(c);
                    token.range.end = range.end;
                }
                None => {
                    tokens.push(Token {
                        text: c.to_string(),
                        range,
                    });
                    open = true;
                }
            },
        }
    }

    tokens
}

struct Parser<'a> {
    excerpt: &'a Excerpt,
    known: &'a Known,
    source: &'a Source<'a>,
    tokens: Vec<Token>,
    at: usize,
    /// True if what is read is a point of a control flow, which binds nothing.
    in_flow: bool,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn next_is(&self, text: &str) -> bool {
        self.peek().is_some_and(|token| token.text == text)
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
            Err(self.expected(&format!("`{text}`")))
        }
    }

    /// A word that is no punctuation.
    fn word(&mut self, what: &str) -> Result<String, Diagnostic> {
        match self
            .peek()
            .filter(|token| !matches!(token.text.as_str(), "(" | ")" | "," | "|"))
        {
            Some(token) => {
                let text = token.text.clone();
                self.at += 1;
                Ok(text)
            }
            None => Err(self.expected(what)),
        }
    }

    fn error(&self, message: String) -> Diagnostic {
        let end = self.excerpt.text().len();
        let range = self.peek().map_or(end..end, |token| token.range.clone());
        self.source
            .error(self.excerpt.place(range), "event-syntax", message)
    }

    fn expected(&self, what: &str) -> Diagnostic {
        match self.peek() {
            Some(token) => self.error(format!("expected {what}, found `{}`", token.text)),
            None => self.error(format!("expected {what} at the end of the line")),
        }
    }

    fn unexpected(&self, found: &str, what: &str, candidates: &[&str]) -> Diagnostic {
        let error = self.expected(what);
        match nearest(found, candidates.iter().copied()) {
            Some(near) => error.with_help(format!("did you mean `{near}`?")),
            None => error.with_help(format!("one of: {}", candidates.join(", "))),
        }
    }

    fn trigger(&mut self) -> Result<Trigger, Diagnostic> {
        let Some(first) = self.peek().map(|token| token.text.clone()) else {
            return Err(self.unexpected("", "an event", &TRIGGERS));
        };
        self.at += 1;
        match first.as_str() {
            "call" => self.point(JoinPoint::Call),
            "execution" => self.point(JoinPoint::Execution),
            "handling" => self.handling(),
            "initialization" => self.initialization(),
            "get" => self.access(JoinPoint::Get),
            "set" => self.access(JoinPoint::Set),
            "timeout" => self.timeout(),
            "receive" => self.receive(),
            "end" => Ok(Trigger::EndOfProgram),
            "new" => {
                self.at -= 1;
                self.point(JoinPoint::Call)
            }
            other => {
                self.at -= 1;
                Err(self.unexpected(other, "an event", &TRIGGERS))
            }
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

    /// The clauses behind the members and their arguments.
    fn clauses(
        &mut self,
        join: JoinPoint,
        members: Vec<MemberPattern>,
        arguments: Arguments,
    ) -> Result<PointPattern, Diagnostic> {
        let (moment, within, flows) = (Moment::Before, Vec::new(), Vec::new());
        let mut point = PointPattern {
            join,
            moment,
            members,
            target: None,
            arguments,
            caller: None,
            within,
            flows,
        };

        while self
            .peek()
            .is_some_and(|token| CLAUSES.contains(&token.text.as_str()))
        {
            self.clause(&mut point)?;
        }
        Ok(point)
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

    fn member(&mut self) -> Result<MemberPattern, Diagnostic> {
        let (declaring, name) = if self.accept("new") {
            self.constructor()?
        } else {
            self.method()?
        };
        let mut member = MemberPattern::new(declaring, name);

        if self.accept("declared") {
            member.signature.modifiers = self.modifiers(&member.name)?;
            if !self.next_is("(") {
                let result = type_pattern(&self.word("the type of the result, or `(`")?);
                member.signature.result = Some(result).filter(|ty| *ty != TypePattern::Any);
            }
            let parameters = self.parameters()?;
            member.signature.parameters =
                Some(parameters).filter(|list| *list != [ParameterPattern::Any]);
        }

        Ok(member)
    }

    /// The parameters that a member is declared with.
    fn parameters(&mut self) -> Result<Vec<ParameterPattern>, Diagnostic> {
        self.expect("(")?;
        let mut parameters = Vec::new();
        if self.accept(")") {
            return Ok(parameters);
        }

        loop {
            let word = self.word("the type of a parameter, `*` or `..`")?;
            parameters.push(match word.strip_suffix("...") {
                _ if word == ".." => ParameterPattern::Any,
                Some(element) => ParameterPattern::Variable(type_pattern(element)),
                None => ParameterPattern::One(type_pattern(&word)),
            });
            if self.accept(")") {
                return Ok(parameters);
            }
            if !self.accept(",") {
                return Err(self.expected("`,` or `)`"));
            }
        }
    }

    fn constructor(&mut self) -> Result<(TypePattern, Member), Diagnostic> {
        Ok((type_pattern(&self.word("a type")?), Member::Constructor))
    }

    fn method(&mut self) -> Result<(TypePattern, Member), Diagnostic> {
        let (declaring, name) = self.qualified("method")?;
        Ok((declaring, Member::Method(name)))
    }

    /// A member behind its type.
    fn qualified(&mut self, what: &str) -> Result<(TypePattern, String), Diagnostic> {
        let wanted = format!("a {what}, as `Type.{what}`");
        let word = self.word(&wanted)?;
        match last_dot(&word) {
            Some(dot) if dot > 0 && dot + 1 < word.len() => {
                Ok((type_pattern(&word[..dot]), word[dot + 1..].to_owned()))
            }
            _ => {
                self.at -= 1;
                Err(self
                    .expected(&wanted)
                    .with_help(format!("for any type, write `*.{what}`")))
            }
        }
    }

    fn field(&mut self) -> Result<MemberPattern, Diagnostic> {
        let (declaring, name) = self.qualified("field")?;
        let mut member = MemberPattern::new(declaring, Member::Field(name));
        if self.accept("declared") {
            member.signature.modifiers = self.modifiers(&member.name)?;
            let ty = type_pattern(&self.word("the type of the field")?);
            member.signature.result = Some(ty).filter(|ty| *ty != TypePattern::Any);
        }
        Ok(member)
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

    fn arguments(&mut self) -> Result<Arguments, Diagnostic> {
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

    fn clause(&mut self, point: &mut PointPattern) -> Result<(), Diagnostic> {
        let clause = self.word("a clause")?;
        let given_twice = match clause.as_str() {
            "target" => point.target.is_some(),
            "caller" => point.caller.is_some(),
            "within" => false,
            flow if FLOWS.contains(&flow) => false,
            _ => point.moment != Moment::Before,
        };

        if given_twice {
            self.at -= 1;
            return Err(self.error(format!("a second `{clause}`")));
        }

        match clause.as_str() {
            "target" => point.target = Some(self.binding()?),
            "caller" => point.caller = Some(self.binding()?),
            "within" => {
                let word = self.word("a type, or `!` and a type")?;
                let class = type_pattern(word.strip_prefix('!').unwrap_or(&word));
                point.within.push(Within {
                    class,
                    holds: !word.starts_with('!'),
                });
            }
            flow if FLOWS.contains(&flow) => {
                let test = self.flow(flow)?;
                point.flows.push(test);
            }
            "returning" => point.moment = Moment::Returning(self.optional_binding()?),
            _ => point.moment = Moment::Throwing(self.optional_binding()?),
        }

        Ok(())
    }

    /// `NAME` or `TYPE NAME`, up to the next clause; in a control flow `TYPE`.
    fn binding(&mut self) -> Result<Binding, Diagnostic> {
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

    fn optional_binding(&mut self) -> Result<Option<Binding>, Diagnostic> {
        if !self.accept("(") || self.accept(")") {
            return Ok(None);
        }
        let binding = self.binding()?;
        self.expect(")")?;
        Ok(Some(binding))
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

fn type_pattern(text: &str) -> TypePattern {
    match text.strip_suffix('+') {
        _ if text == "*" => TypePattern::Any,
        Some(ty) => TypePattern::Subtypes(ty.to_owned()),
        None => TypePattern::Exact(text.to_owned()),
    }
}

/// The last dot that is not between `<` and `>`.
pub(super) fn last_dot(word: &str) -> Option<usize> {
    let close = word.rfind('>').map_or(0, |at| at + 1);
    word[close..].rfind('.').map(|dot| close + dot)
}

/// Milliseconds of a duration such as `0.5s`; `None` for what is no duration or no whole number of
/// milliseconds.
pub fn milliseconds(text: &str) -> Option<u64> {
    let split = text.find(|c: char| c.is_ascii_alphabetic())?;
    let (_, unit) = UNITS
        .into_iter()
        .find(|(name, _)| *name == &text[split..])?;
    scaled(&text[..split], unit)
}

/// `number * scale`, exactly. `None` if it is no decimal number or no whole result.
pub(super) fn scaled(number: &str, scale: u64) -> Option<u64> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let digits = format!("{whole}{fraction}");
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let value = digits.parse::<u128>().ok()?.checked_mul(scale.into())?;
    let divisor = 10u128.checked_pow(fraction.len().try_into().ok()?)?;
    (value % divisor == 0).then(|| u64::try_from(value / divisor).ok())?
}

/// The one-line text of a trigger; [`parse`] reads it back, given the same known variables.
pub(super) fn print(trigger: &Trigger, known: &Known) -> String {
    match trigger {
        Trigger::Point(point) => print_point(point, known),
        Trigger::Timeout {
            clock,
            after_ms,
            repeats,
        } => {
            let every = if *repeats { "every " } else { "" };
            format!(
                "timeout {clock} {every}{}",
                after_ms.map_or("dynamic".to_owned(), print_duration)
            )
        }
        Trigger::Receive { channel, value } => {
            format!("receive {channel}{}", print_optional(value.as_ref(), known))
        }
        Trigger::EndOfProgram => "end".to_owned(),
    }
}

fn print_duration(ms: u64) -> String {
    let (unit, size) = UNITS
        .into_iter()
        .find(|(_, size)| ms > 0 && ms.is_multiple_of(*size))
        .unwrap_or(("s", 1000));
    format!("{}{unit}", ms / size)
}

fn print_point(point: &PointPattern, known: &Known) -> String {
    let mut text = match (point.join, point.is_creation()) {
        (JoinPoint::Call, true) => String::new(),
        (JoinPoint::Call, false) => "call ".to_owned(),
        (JoinPoint::Execution, _) => "execution ".to_owned(),
        (JoinPoint::Handling, _) if point.members[0].name == Member::Handler => {
            "handling catch ".to_owned()
        }
        (JoinPoint::Handling, _) => "handling ".to_owned(),
        (JoinPoint::Initialization, _) => "initialization ".to_owned(),
        (JoinPoint::Get, _) => "get ".to_owned(),
        (JoinPoint::Set, _) => "set ".to_owned(),
    };

    let members: Vec<String> = point.members.iter().map(print_member).collect();
    text += &members.join(" | ");
    let may_say_nothing = point.join.is_access()
        || matches!(
            point.members.first().map(|member| &member.name),
            Some(Member::Initializer | Member::Handler)
        );

    if !may_say_nothing || !point.arguments.is_any() {
        text += &print_arguments(&point.arguments, known);
    }
    if let Some(target) = &point.target {
        let _ = write!(
            text,
            " target {}",
            print_target(target, &point.members[0].declaring, known)
        );
    }
    if let Some(caller) = &point.caller {
        let _ = write!(text, " caller {}", print_binding(caller, known));
    }

    match &point.moment {
        Moment::Before => {}
        Moment::Returning(binding) => {
            text += &format!(" returning{}", print_optional(binding.as_ref(), known))
        }
        Moment::Throwing(binding) => {
            text += &format!(" throwing{}", print_optional(binding.as_ref(), known))
        }
    }

    for Within { class, holds } in &point.within {
        let _ = write!(
            text,
            " within {}{}",
            if *holds { "" } else { "!" },
            print_type(class)
        );
    }

    print_flows(&mut text, &point.flows);
    text
}

/// The declaring type is implied, unless a known type is.
fn print_target(target: &Binding, declaring: &TypePattern, known: &Known) -> String {
    let implied = match declaring {
        TypePattern::Exact(ty) | TypePattern::Subtypes(ty) => Some(ty) == target.ty.as_ref(),
        TypePattern::Any => false,
    };
    let unknown = known.get(&target.name).is_none_or(Option::is_none) && !target.name.is_empty();
    if implied && unknown {
        target.name.clone()
    } else {
        print_binding(target, known)
    }
}

fn print_member(member: &MemberPattern) -> String {
    let declaring = print_type(&member.declaring);
    let mut text = match &member.name {
        Member::Method(name) | Member::Field(name) => format!("{declaring}.{name}"),
        Member::Constructor => format!("new {declaring}"),
        Member::Initializer | Member::Handler => declaring,
    };
    let Signature {
        result,
        parameters,
        modifiers,
    } = &member.signature;

    if member.signature == Signature::default() {
        return text;
    }

    let modifiers = print_modifiers(modifiers);
    if let Member::Field(_) = &member.name {
        let ty = result.as_ref().map_or("*".to_owned(), print_type);
        let _ = write!(text, " declared {modifiers}{ty}");
    } else {
        let result = result.as_ref().map_or(String::new(), print_type);
        let parameters = parameters.as_ref().map_or("..".to_owned(), |list| {
            list.iter()
                .map(print_parameter)
                .collect::<Vec<String>>()
                .join(", ")
        });
        let _ = write!(text, " declared {modifiers}{result}({parameters}) ");
    }

    text
}

fn print_parameter(parameter: &ParameterPattern) -> String {
    match parameter {
        ParameterPattern::One(ty) => print_type(ty),
        ParameterPattern::Variable(ty) => print_type(ty) + "...",
        ParameterPattern::Any => "..".to_owned(),
    }
}

fn print_type(ty: &TypePattern) -> String {
    match ty {
        TypePattern::Any => "*".to_owned(),
        TypePattern::Exact(ty) => ty.clone(),
        TypePattern::Subtypes(ty) => format!("{ty}+"),
    }
}

fn print_arguments(arguments: &Arguments, known: &Known) -> String {
    let print = |list: &[ArgumentPattern]| {
        list.iter()
            .map(|argument| print_argument(argument, known))
            .collect()
    };
    let mut printed: Vec<String> = print(&arguments.first);
    if let Some(last) = &arguments.rest {
        printed.push("..".to_owned());
        printed.extend::<Vec<String>>(print(last));
    }
    format!("({})", printed.join(", "))
}

fn print_argument(argument: &ArgumentPattern, known: &Known) -> String {
    match argument {
        ArgumentPattern::Any => "*".to_owned(),
        ArgumentPattern::Typed(ty) => ty.clone(),
        ArgumentPattern::Bound(binding) => match &binding.ty {
            None if !known.contains_key(&binding.name) => format!("* {}", binding.name),
            _ => print_binding(binding, known),
        },
    }
}

fn print_optional(binding: Option<&Binding>, known: &Known) -> String {
    binding.map_or(String::new(), |binding| {
        format!(" ({})", print_binding(binding, known))
    })
}

fn print_binding(binding: &Binding, known: &Known) -> String {
    match &binding.ty {
        Some(ty) if binding.name.is_empty() => ty.clone(),
        Some(ty)
            if known
                .get(&binding.name)
                .is_none_or(|k| k.as_ref() != Some(ty)) =>
        {
            format!("{ty} {}", binding.name)
        }
        _ => binding.name.clone(),
    }
}
