//! A text that is known, or whose beginning and end are.

use std::sync::Arc;

/// A text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Text {
    /// This one.
    Whole(Arc<str>),
    /// One with this beginning and, behind it, this end.
    Ends(Arc<str>, Arc<str>),
}

impl Text {
    /// Any text.
    pub fn unknown() -> Self {
        Text::Ends(Arc::from(""), Arc::from(""))
    }

    /// Returns whether it may be any text.
    pub fn is_unknown(&self) -> bool {
        *self == Text::unknown()
    }

    /// The text, if it is known.
    pub fn whole(self) -> Option<Arc<str>> {
        match self {
            Text::Whole(text) => Some(text),
            Text::Ends(..) => None,
        }
    }

    /// This text with another one behind it.
    pub fn joined(&self, behind: &Text) -> Text {
        let both = |a: &str, b: &str| Arc::from([a, b].concat());
        match (self, behind) {
            (Text::Whole(text), Text::Whole(end)) => Text::Whole(both(text, end)),
            (Text::Whole(text), Text::Ends(start, end)) => {
                Text::Ends(both(text, start), end.clone())
            }
            (Text::Ends(start, end), Text::Whole(text)) => {
                Text::Ends(start.clone(), both(end, text))
            }
            (Text::Ends(start, _), Text::Ends(_, end)) => Text::Ends(start.clone(), end.clone()),
        }
    }

    /// Returns whether it may be this one.
    pub fn may_be(&self, text: &str) -> bool {
        match self {
            Text::Whole(whole) => **whole == *text,
            Text::Ends(start, end) => {
                let rest = text.strip_prefix(&**start);
                rest.is_some_and(|rest| rest.ends_with(&**end))
            }
        }
    }
}
