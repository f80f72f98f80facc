//! The property events of a trace, as a property file understands them.

use std::collections::BTreeMap;

use date::code::{JavaType, Object, Value};
use date::ids::{ContextId, EventId};
use date::model::{Identity, Parameter, Specification};
use rustc_hash::FxHashMap;

use crate::observation::Observation;
use crate::trace::{Action, Bindings};

/// A value of a parameter, by number: equal numbers are the same key.
pub(crate) type Key = u32;

/// An event with its values, as one text of the trace says it.
#[derive(Debug, Clone)]
pub(crate) struct Occurrence {
    pub event: EventId,
    /// The property that it is for. None if it is for all of the file.
    pub property: Option<usize>,
    /// The values of all names.
    pub values: BTreeMap<String, Value>,
    /// The keys of the contexts from the event's own outwards, one for each parameter.
    pub keys: FxHashMap<ContextId, Vec<Option<Key>>>,
    /// A parameter that has a value, and is compared by identity.
    pub ambiguous: Option<String>,
}

/// The occurrences of a specification in a trace.
#[derive(Debug, Default)]
pub(crate) struct Occurrences {
    /// Each text of the trace that is an event of the specification.
    pub texts: Vec<Occurrence>,
    /// The number of the occurrence for each text of the trace.
    of_text: Vec<Option<u32>>,
    /// The positions of property events of this specification, ascending, with their occurrences.
    pub positions: Vec<(u32, u32)>,
    /// Texts that name the specification, but none of its events.
    pub unknown: Vec<String>,
    keys: FxHashMap<String, Key>,
    /// The texts of keys, by number.
    pub names: Vec<String>,
    /// A value of each key.
    pub key_values: Vec<Value>,
}

impl Occurrences {
    /// Finds the occurrences of a specification. O(events of the trace).
    pub fn new(observation: &Observation<'_>, specification: &Specification) -> Occurrences {
        let mut found = Occurrences::default();
        let events = &observation.trace.tables.events;
        for number in 0..events.len() {
            let occurrence = found.occurrence(specification, events.name(number));
            let occurrence = occurrence.map(|occurrence| {
                found.texts.push(occurrence);
                found.texts.len() as u32 - 1
            });
            found.of_text.push(occurrence);
        }
        for (position, event) in observation.trace.events.iter().enumerate() {
            if let Action::Event(text) = event.action
                && let Some(occurrence) = found.of_text[text.index()]
            {
                found.positions.push((position as u32, occurrence));
            }
        }
        found
    }

    /// The occurrence that a text says, if it names the specification and fits it.
    fn occurrence(&mut self, specification: &Specification, text: &str) -> Option<Occurrence> {
        let bindings = Bindings::parse(text)?;
        let mut properties = specification.properties.iter();
        let property = properties.position(|property| property.name == bindings.property);
        if property.is_none() && specification.name != bindings.property {
            return None;
        }
        let property = property.filter(|_| specification.name != bindings.property);
        let Some(event) = event_of(specification, &bindings) else {
            self.unknown.push(text.to_owned());
            return None;
        };
        let values = bindings.objects.iter();
        let values = values.map(|&(name, text)| (name.to_owned(), value(text)));
        let mut occurrence = Occurrence {
            event,
            property,
            values: values.collect(),
            keys: FxHashMap::default(),
            ambiguous: None,
        };
        for context in specification.chain(specification.events[event].context) {
            let parameters = &specification.contexts[context].parameters;
            let keys = parameters
                .iter()
                .map(|parameter| self.key(parameter, &mut occurrence));
            let keys: Vec<Option<Key>> = keys.collect();
            occurrence.keys.insert(context, keys);
        }
        Some(occurrence)
    }

    /// The key that an occurrence gives a parameter.
    fn key(&mut self, parameter: &Parameter, occurrence: &mut Occurrence) -> Option<Key> {
        let value = occurrence.values.get_mut(&parameter.name)?;
        let ty = JavaType::of(&parameter.ty);
        if let Ok(converted) = value.clone().assigned_to(ty) {
            *value = converted;
        }
        let text = match (&*value, parameter.identity) {
            (Value::Object(object), Identity::Equals) => match object.equality_class {
                Some(class) => format!("~{class}"),
                None => format!("{}@{}", object.class, object.id),
            },
            (Value::Object(object), Identity::Identity) => {
                format!("{}@{}", object.class, object.id)
            }
            (value, _) => {
                let is_reference = !matches!(ty, JavaType::Primitive(_));
                if is_reference && parameter.identity == Identity::Identity && *value != Value::Null
                {
                    occurrence.ambiguous = Some(parameter.name.clone());
                }
                format!("{value:?}")
            }
        };
        let next = self.names.len() as Key;
        let key = *self.keys.entry(text).or_insert(next);
        if key == next {
            self.names.push(value.to_string());
            self.key_values.push(value.clone());
        }
        Some(key)
    }
}

/// Of the events of a name the first that has all bound names.
fn event_of(specification: &Specification, bindings: &Bindings<'_>) -> Option<EventId> {
    let mut events = specification.events.iter_enumerated();
    let found = events.find(|(_, event)| {
        let has = |name: &str| {
            let declared = event.parameters.iter().any(|known| known.name == name);
            let context = specification.chain(event.context).any(|context| {
                let mut parameters = specification.contexts[context].parameters.iter();
                parameters.any(|known| known.name == name)
            });
            declared || context
        };
        event.name == bindings.name && bindings.objects.iter().all(|&(name, _)| has(name))
    });
    found.map(|(event, _)| event)
}

/// The value that a text means: a literal of Java, `Class@3`, or an object with the text as its name.
fn value(text: &str) -> Value {
    let literal = match text {
        "null" => Some(Value::Null),
        "true" | "false" => Some(Value::Bool(text == "true")),
        _ => number(text).or_else(|| quoted(text)),
    };
    literal.unwrap_or_else(|| Value::Object(object(text)))
}

fn number(text: &str) -> Option<Value> {
    let int = text.parse::<i32>().ok().map(Value::Int);
    let long = || {
        let digits = text.strip_suffix(['L', 'l'])?;
        digits.parse().ok().map(Value::Long)
    };
    let is_number = text.starts_with(|letter: char| letter.is_ascii_digit() || letter == '-');
    let double = || {
        let digits = text.strip_suffix(['d', 'D']).unwrap_or(text);
        digits.parse().ok().filter(|_| is_number).map(Value::Double)
    };
    int.or_else(long).or_else(double)
}

/// A string or a character. One with an escape that is not understood is none.
fn quoted(text: &str) -> Option<Value> {
    let (quote, inner) = if let Some(rest) = text.strip_prefix('"') {
        ('"', rest.strip_suffix('"')?)
    } else {
        ('\'', text.strip_prefix('\'')?.strip_suffix('\'')?)
    };
    let mut plain = String::new();
    let mut letters = inner.chars();
    while let Some(letter) = letters.next() {
        plain.push(match letter {
            '\\' => match letters.next()? {
                'n' => '\n',
                't' => '\t',
                'u' => {
                    let digits: String = letters.by_ref().take(4).collect();
                    let unit = u32::from_str_radix(&digits, 16).ok();
                    unit.and_then(char::from_u32)?
                }
                'r' => '\r',
                escaped @ ('\\' | '"' | '\'') => escaped,
                _ => return None,
            },
            _ => letter,
        });
    }
    if quote == '"' {
        return Some(Value::Str(plain));
    }
    let mut units = plain.encode_utf16();
    let unit = units.next()?;
    units.next().is_none().then_some(Value::Char(unit))
}

fn object(text: &str) -> Object {
    let parts = || {
        let (class, identity) = text.rsplit_once('@')?;
        let (id, equal) = match identity.split_once('~') {
            Some((id, equal)) => (id, Some(equal.parse().ok()?)),
            None => (identity, None),
        };
        Some(Object {
            class: class.to_owned(),
            id: id.parse().ok()?,
            equality_class: equal,
        })
    };
    parts().unwrap_or_else(|| Object {
        class: text.to_owned(),
        id: 0,
        equality_class: None,
    })
}
