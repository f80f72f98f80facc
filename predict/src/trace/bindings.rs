//! The text of a property event: its name, and the objects that it binds.

/// A property event as its text says it.
///
/// ```
/// let event = predict::trace::Bindings::parse("lifecycle.send s=Session@1,n=2").expect("an event");
/// assert_eq!((event.property, event.name), ("lifecycle", "send"));
/// assert_eq!(event.objects, [("s", "Session@1"), ("n", "2")]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bindings<'a> {
    /// The property or property file.
    pub property: &'a str,
    /// The event.
    pub name: &'a str,
    /// Names of parameters, each with the name of an object or the literal of a value.
    pub objects: Vec<(&'a str, &'a str)>,
}

impl<'a> Bindings<'a> {
    /// Takes a text apart. None if it is no property event. O(length).
    pub fn parse(text: &'a str) -> Option<Bindings<'a>> {
        let (full, rest) = text.split_once(' ').unwrap_or((text, ""));
        let (property, name) = full.rsplit_once('.')?;
        if property.is_empty() || name.is_empty() || (rest.is_empty() && text.ends_with(' ')) {
            return None;
        }
        let mut objects = Vec::new();
        for binding in parts(rest) {
            let (parameter, object) = binding.split_once('=')?;
            let known = objects.iter().any(|&(known, _)| known == parameter);
            if parameter.is_empty() || object.is_empty() || known {
                return None;
            }
            objects.push((parameter, object));
        }
        Some(Bindings {
            property,
            name,
            objects,
        })
    }
}

/// The parts between commas that stand in no string.
fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut quoted, mut escaped) = (0, false, false);
    for (at, letter) in text.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            ',' if !quoted => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if !text.is_empty() {
        parts.push(&text[start..]);
    }
    parts
}
