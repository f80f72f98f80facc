//! The text of a line, which reads back as the same line.

use std::fmt::{self, Display, Formatter};

use super::{ClassDeclaration, Happening, Line, Passage, Recorded, Subject};
use date::code::{Literal, Value};

impl Display for ClassDeclaration {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let supertypes = self.supertypes.join(", ");
        let separator = if supertypes.is_empty() { "" } else { " : " };
        write!(f, "class {}{separator}{supertypes}", self.name)
    }
}

impl Display for Line {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let passage = self.passage.map(|passage| {
            if passage == Passage::Entered {
                ">"
            } else {
                "<"
            }
            .to_owned()
        });
        let words = self
            .time
            .map(|time| format!("{time}ms"))
            .into_iter()
            .chain(passage);

        let words = words.chain(happening(&self.happening));
        let words = words.chain(self.place.iter().map(|place| format!("at {place}")));
        let words = words.chain(self.thread.iter().map(|thread| format!("in {thread}")));
        f.write_str(&words.collect::<Vec<_>>().join(" "))
    }
}

fn happening(happening: &Happening) -> Vec<String> {
    match happening {
        Happening::Nothing => Vec::new(),
        Happening::End => vec!["!end".to_owned()],
        Happening::Event {
            name,
            alternative,
            recorded,
        } => {
            let number = alternative.map_or(String::new(), |number| format!("#{}", number + 1));
            let recorded = recorded.iter().map(Recorded::to_string);
            std::iter::once(format!("{name}{number}"))
                .chain(recorded)
                .collect()
        }
    }
}

impl Display for Recorded {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.subject {
            Subject::Name(name) => write!(f, "{name}=")?,
            Subject::Term(java) => write!(f, "`{java}`=")?,
        }
        match &self.value {
            Ok(value) => f.write_str(&literal(value)),
            Err(thrown) => write!(f, "!{thrown}"),
        }
    }
}

/// The value as it is written in a trace: unlike its string conversion, with quotes and suffixes.
fn literal(value: &Value) -> String {
    match value {
        Value::Byte(number) => format!("(byte){number}"),
        Value::Short(number) => format!("(short){number}"),
        Value::Char(unit) => Literal::Char(*unit).to_string(),
        Value::Long(number) => Literal::Long(*number).to_string(),
        Value::Float(number) if number.is_finite() => format!("{value}f"),
        Value::Float(number) => format!("(float)({})", quotient((*number).into())),
        Value::Double(number) if !number.is_finite() => quotient(*number).to_owned(),
        Value::Str(text) => Literal::Str(text.clone()).to_string(),
        Value::Object(object) => {
            let equal = object
                .equality_class
                .map_or(String::new(), |class| format!("~{class}"));
            format!("{}@{}{equal}", object.class, object.id)
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Double(_) => value.to_string(),
    }
}

/// Writes a number that is not finite as the division that gives it: it has no literal.
fn quotient(number: f64) -> &'static str {
    match number {
        f64::INFINITY => "1.0/0",
        f64::NEG_INFINITY => "-1.0/0",
        _ => "0.0/0",
    }
}
