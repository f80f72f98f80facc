//! From text to a trace.

use std::collections::BTreeMap;
use std::ops::Range;

use index_vec::IndexVec;

use super::{ClassDeclaration, Happening, Line, Passage, Recorded, Subject, Trace};
use date::code::{Body, Object, Value, constant};
use date::ids::ContextId;
use date::model::{Context, Creation};
use languages::java::{self, Excerpt, Scope};
use languages::milliseconds;
use text::{Diagnostic, Source};

/// Reads a trace. `file` is its path as the user gave it. O(length).
///
/// # Errors
/// Every line that is none, with its place.
pub fn read(file: &str, text: &str) -> Result<Trace, Vec<Diagnostic>> {
    let source = Source::new(file, text);
    let (mut trace, mut findings) = read_lines(&source);
    text.clone_into(&mut trace.text);
    check_times(&trace, &source, &mut findings);
    check_passages(&trace, &source, &mut findings);
    findings.sort_by_key(|finding| finding.span);
    if findings.is_empty() {
        Ok(trace)
    } else {
        Err(findings)
    }
}

/// Reads lines, each by itself. The trace has no text.
pub(crate) fn read_lines(source: &Source<'_>) -> (Trace, Vec<Diagnostic>) {
    let mut trace = Trace {
        file: source.file.to_owned(),
        text: String::new(),
        classes: Vec::new(),
        lines: Vec::new(),
    };
    let mut findings = Vec::new();
    let mut start = 0;

    for line in source.text.split_inclusive('\n') {
        let range = start..start + line.trim_end().len();
        start += line.len();
        if let Err(finding) = (Reader {
            source,
            at: range.start,
            end: range.end,
        })
        .line(&mut trace)
        {
            findings.push(finding);
        }
    }
    (trace, findings)
}

fn check_times(trace: &Trace, source: &Source<'_>, findings: &mut Vec<Diagnostic>) {
    let mut latest = 0;
    for (line, time) in trace
        .lines
        .iter()
        .filter_map(|line| Some((line, line.time?)))
    {
        if time < latest {
            let message = format!("{time}ms is before {latest}ms, the time of an earlier line");
            let help = "times count from the start of the program and never go backwards";
            findings.push(
                source
                    .error_at(line.span, "trace-time", message)
                    .with_help(help),
            );
        }
        latest = latest.max(time);
    }
}

/// Checks that a thread has entered what it leaves.
fn check_passages(trace: &Trace, source: &Source<'_>, findings: &mut Vec<Diagnostic>) {
    let mut open: BTreeMap<Option<&str>, usize> = BTreeMap::new();
    for line in &trace.lines {
        let entered = open.entry(line.thread.as_deref()).or_default();
        match line.passage {
            Some(Passage::Entered) => *entered += 1,
            Some(Passage::Left) if *entered == 0 => {
                let thread = line
                    .thread
                    .as_deref()
                    .map_or(String::new(), |thread| format!(" in {thread}"));
                let message =
                    format!("`<` leaves a program point that nothing{thread} has entered");
                let help = "write `>` at the line that enters it, or leave both out";
                findings.push(
                    source
                        .error_at(line.span, "trace-passage", message)
                        .with_help(help),
                );
            }
            Some(Passage::Left) => *entered -= 1,
            None => {}
        }
    }
}

/// Reads one line from left to right.
struct Reader<'a> {
    source: &'a Source<'a>,
    at: usize,
    end: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.source.text[self.at..self.end]
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// The next word without taking it; blanks inside quotes do not end one.
    fn peek(&mut self) -> Range<usize> {
        self.skip_blanks();
        let mut quote = None;
        let mut escaped = false;
        for (offset, c) in self.rest().char_indices() {
            match quote {
                None if c.is_whitespace() => return self.at..self.at + offset,
                None if matches!(c, '"' | '\'' | '`') => quote = Some(c),
                Some(open) if c == open && !escaped => quote = None,
                _ => {}
            }
            escaped = c == '\\' && !escaped && quote != Some('`');
        }
        self.at..self.end
    }

    fn word(&mut self) -> Range<usize> {
        let range = self.peek();
        self.at = range.end;
        range
    }

    fn text(&self, range: &Range<usize>) -> &'a str {
        &self.source.text[range.clone()]
    }

    /// Takes the next word if it is `word`.
    fn takes(&mut self, word: &str) -> bool {
        let range = self.peek();
        let found = self.text(&range) == word;
        if found {
            self.at = range.end;
        }
        found
    }

    fn error(&self, range: Range<usize>, message: impl Into<String>, help: &str) -> Diagnostic {
        self.source
            .error(range, "trace-syntax", message)
            .with_help(help)
    }

    fn line(mut self, trace: &mut Trace) -> Result<(), Diagnostic> {
        self.skip_blanks();
        if self.rest().is_empty() || self.rest().starts_with('#') {
            return Ok(());
        }

        let start = self.at;
        if self.takes("class") {
            trace.classes.push(self.class()?);
            return Ok(());
        }

        let time = self.time();
        let passage = self.passage();
        let happening = self.happening(time.is_some() && passage.is_none())?;
        let (place, thread) = self.surroundings()?;
        let span = self.source.span(start..self.end);
        trace.lines.push(Line {
            time,
            passage,
            happening,
            place,
            thread,
            span,
        });

        Ok(())
    }

    /// `NAME [: NAME (, NAME)*]`, after `class`.
    fn class(&mut self) -> Result<ClassDeclaration, Diagnostic> {
        let range = self.at..self.end;
        let (name, supertypes) = self.rest().split_once(':').unwrap_or((self.rest(), ""));
        let supertypes: Vec<&str> = supertypes
            .split(',')
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .collect();
        let name = name.trim();

        if let Some(wrong) = supertypes
            .iter()
            .chain([&name])
            .find(|name| !is_class_name(name))
        {
            let message = format!("`{wrong}` is not the name of a class");
            return Err(self.error(range, message, "for example `class app.Admin : app.User`"));
        }
        Ok(ClassDeclaration {
            name: name.to_owned(),
            supertypes: supertypes.into_iter().map(str::to_owned).collect(),
        })
    }

    fn time(&mut self) -> Option<u64> {
        let range = self.peek();
        let time = milliseconds(self.text(&range))?;
        self.at = range.end;
        Some(time)
    }

    fn passage(&mut self) -> Option<Passage> {
        let entered = self.takes(">").then_some(Passage::Entered);
        entered.or_else(|| self.takes("<").then_some(Passage::Left))
    }

    fn happening(&mut self, may_be_nothing: bool) -> Result<Happening, Diagnostic> {
        let range = self.word();
        match self.text(&range) {
            "" if may_be_nothing => Ok(Happening::Nothing),
            "!end" => Ok(Happening::End),
            "" => Err(self.error(range, "expected an event", "for example `open s=Session@1`")),
            word => self.event(word, range),
        }
    }

    fn event(&mut self, word: &str, range: Range<usize>) -> Result<Happening, Diagnostic> {
        let (name, number) = word
            .split_once('#')
            .map_or((word, None), |(name, number)| (name, Some(number)));
        let alternative = match number.map(str::parse::<usize>) {
            None => None,
            Some(Ok(number)) if number > 0 => Some(number - 1),
            Some(_) => {
                return Err(self.error(
                    range,
                    "expected a number from 1 after `#`",
                    "for example `close#2`",
                ));
            }
        };

        if !name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '-'))
        {
            return Err(self.error(
                range,
                format!("`{name}` is not the name of an event"),
                "the event comes first",
            ));
        }
        let mut recorded = Vec::new();

        while !self.ends_records() {
            recorded.push(self.recorded()?);
        }

        Ok(Happening::Event {
            name: name.to_owned(),
            alternative,
            recorded,
        })
    }

    fn ends_records(&mut self) -> bool {
        let range = self.peek();
        matches!(self.text(&range), "" | "at" | "in")
    }

    fn recorded(&mut self) -> Result<Recorded, Diagnostic> {
        let range = self.word();
        let word = self.text(&range);
        let help = "write `NAME=VALUE` or `` `TERM`=VALUE ``";
        let (subject, value) = match word.strip_prefix('`') {
            Some(rest) => {
                let (java, value) = rest
                    .split_once("`=")
                    .ok_or_else(|| self.error(range.clone(), "expected a value", help))?;
                (Subject::Term(java.to_owned()), value)
            }
            None => {
                let (name, value) = word.split_once('=').ok_or_else(|| {
                    self.error(range.clone(), format!("`{word}` has no value"), help)
                })?;
                (Subject::Name(name.to_owned()), value)
            }
        };

        let value = self.value(value, range.end - value.len()..range.end)?;
        Ok(Recorded {
            subject,
            value,
            span: self.source.span(range),
        })
    }

    fn value(&self, text: &str, range: Range<usize>) -> Result<Result<Value, String>, Diagnostic> {
        if let Some(thrown) = text
            .strip_prefix('!')
            .filter(|thrown| is_class_name(thrown))
        {
            return Ok(Err(thrown.to_owned()));
        }
        let value = object(text).map(Value::Object).or_else(|| literal(text));
        let help = "a Java literal (`5`, `\"text\"`, `null`), an object such as `Session@1`, or `!` and an exception";
        value
            .map(Ok)
            .ok_or_else(|| self.error(range, format!("`{text}` is no value"), help))
    }

    /// `at FILE:LINE` and `in THREAD`.
    fn surroundings(&mut self) -> Result<(Option<String>, Option<String>), Diagnostic> {
        let place = if self.takes("at") {
            Some(self.named("a place such as `Main.java:12`")?)
        } else {
            None
        };
        let thread = if self.takes("in") {
            Some(self.named("the name of a thread")?)
        } else {
            None
        };

        let rest = self.word();
        if rest.is_empty() {
            Ok((place, thread))
        } else {
            let message = format!("nothing may follow here, found `{}`", self.text(&rest));
            Err(self.error(
                rest,
                message,
                "a line ends with `at FILE:LINE` and `in THREAD`, in this order",
            ))
        }
    }

    fn named(&mut self, what: &str) -> Result<String, Diagnostic> {
        let range = self.word();
        match self.text(&range) {
            "" => Err(self.error(
                range,
                format!("expected {what}"),
                "or leave the word before out",
            )),
            word => Ok(word.to_owned()),
        }
    }
}

fn is_class_name(name: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '$' | '[' | ']' | '/');
    name.starts_with(|c: char| !c.is_ascii_digit()) && name.chars().all(part)
}

/// `CLASS@N[~N]`.
fn object(text: &str) -> Option<Object> {
    let (class, identity) = text
        .rsplit_once('@')
        .filter(|(class, _)| is_class_name(class))?;
    let (id, equal) = identity
        .split_once('~')
        .map_or((identity, None), |(id, equal)| (id, Some(equal)));
    let equality_class = match equal {
        Some(equal) => Some(equal.parse().ok()?),
        None => None,
    };

    Some(Object {
        class: class.to_owned(),
        id: id.parse().ok()?,
        equality_class,
    })
}

/// The value of a constant Java expression.
fn literal(text: &str) -> Option<Value> {
    let global = Context {
        parent: None,
        parameters: Vec::new(),
        creation: Creation::AnyEvent,
        variables: Vec::new(),
        clocks: Vec::new(),
        channels: Vec::new(),
        span: Default::default(),
    };
    let contexts: IndexVec<ContextId, Context> = [global].into_iter().collect();

    let scope = Scope::new(&contexts, ContextId::from_raw(0), []);
    let source = Source::new("", text);
    let code = java::expression(&Excerpt::verbatim(text, 0..text.len()), &scope, &source).ok()?;
    match code.body {
        Body::Expr(expr) => constant(&expr)?.ok(),
        Body::Stmts(_) => None,
    }
}
