//! The names in a property file: what each word of it names, for editors.
//!
//! For example, `live` in `fresh -> live: open` is a state, and `open` an event. A word that may be
//! something else is left out: an editor that renames too little would break the file.

mod blocks;
mod code;
mod rename;
mod triggers;

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

use date::code::lexical::{Lexeme, lexemes};
use date::ids::{ContextId, EventId};
use date::model::{Event, Specification};
use text::Span;

pub use rename::{Refusal, renamed};

/// A thing that has a name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symbol {
    /// A property, by its number in [`Specification::properties`].
    Property(usize),
    /// A state.
    State {
        /// The number of its property.
        property: usize,
        /// As written, which formulas and dependency declarations may change.
        name: String,
    },
    /// An event.
    Event(EventId),
    /// A parameter, variable, clock or channel of a context.
    Declared {
        /// The context.
        context: ContextId,
        /// As written.
        name: String,
    },
    /// A variable that an event binds.
    Bound {
        /// The event.
        event: EventId,
        /// As written.
        name: String,
    },
    /// A type of Java, as written.
    Type(String),
    /// A method or field of Java.
    Member {
        /// The type that the pattern names, as written; `None` where it names any.
        of: Option<String>,
        /// As written.
        name: String,
    },
}

/// A place where a name stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occurrence {
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// The thing that it names.
    pub symbol: Symbol,
    /// True if the thing is declared here.
    pub declares: bool,
}

/// The names in a property file of which `specification` was read, by their places. Each place is
/// there once. O(n · m) for n words and m names in the same declaration.
///
/// ```
/// use languages::names::{Symbol, occurrences};
///
/// let text = "events: {ring: call Bell.ring()}
/// properties:
///   once:
///     states: {silent: initial, loud: bad}
///     transitions: [silent -> loud: ring]
/// ";
/// let specification = languages::read("bell.yaml", text).unwrap();
/// let found = occurrences("bell.yaml", text, &specification);
/// let loud = Symbol::State { property: 0, name: "loud".to_owned() };
/// let places = found.iter().filter(|found| found.symbol == loud);
/// assert_eq!(places.map(|found| found.declares).collect::<Vec<_>>(), [true, false]);
/// ```
pub fn occurrences(file: &str, text: &str, specification: &Specification) -> Vec<Occurrence> {
    names(file, text, specification).disjoint()
}

fn names<'a>(file: &str, text: &'a str, specification: &'a Specification) -> Names<'a> {
    let mut names = Names {
        text,
        specification,
        is_verde: file.ends_with(".verde"),
        unplaced: BTreeSet::new(),
        found: Vec::new(),
    };

    names.declarations();
    code::find(&mut names);
    triggers::find(&mut names);
    blocks::find(&mut names, file);
    names
}

/// The names that are found.
struct Names<'a> {
    text: &'a str,
    specification: &'a Specification,
    /// True if the code is Python.
    is_verde: bool,
    /// Things that code uses at places that are not known.
    unplaced: BTreeSet<Symbol>,
    found: Vec<Occurrence>,
}

impl<'a> Names<'a> {
    /// Adds the declarations whose place is that of their name.
    fn declarations(&mut self) {
        let specification = self.specification;
        for (context, declared) in specification.contexts.iter_enumerated() {
            let parameters = declared.parameters.iter().map(|one| (&one.name, one.span));
            let variables = declared.variables.iter().map(|one| (&one.name, one.span));
            let clocks = declared.clocks.iter().map(|one| (&one.name, one.span));
            let channels = declared.channels.iter().map(|one| (&one.name, one.span));
            for (name, span) in parameters.chain(variables).chain(clocks).chain(channels) {
                let name = name.clone();
                self.declaration(&name.clone(), span, Symbol::Declared { context, name });
            }
            for parameter in &declared.parameters {
                self.type_before(&parameter.ty, parameter.span);
            }
        }
        for (id, event) in specification.events.iter_enumerated() {
            self.declaration(&event.name, event.span, Symbol::Event(id));
        }
        for (number, property) in specification.properties.iter().enumerate() {
            // JavaMOP and Clara call a property as the specification or aspect around it.
            let around = specification.contexts[property.context].span;
            for span in [property.span, around] {
                self.declaration(&property.name, span, Symbol::Property(number));
            }
            for state in &property.date.states {
                let symbol = Symbol::State {
                    property: number,
                    name: state.name.clone(),
                };
                self.declaration(&state.name, state.span, symbol);
            }
        }
        for (import, span) in specification
            .imports
            .iter()
            .zip(&specification.import_places.0)
        {
            self.import(import, *span);
        }
    }

    fn declaration(&mut self, name: &str, span: Span, symbol: Symbol) {
        if self.text.get(range(span)) == Some(name) {
            self.add(range(span), symbol, true);
        }
    }

    /// The type that stands before the name of a parameter.
    fn type_before(&mut self, ty: &str, name: Span) {
        let before = self.text.get(..name.start as usize).unwrap_or_default();
        let before = before.trim_end();
        if !ty.is_empty() && before.ends_with(ty) {
            self.add(
                before.len() - ty.len()..before.len(),
                Symbol::Type(ty.to_owned()),
                false,
            );
        }
    }

    /// The type that an import names; none of a package.
    fn import(&mut self, import: &str, span: Span) {
        let path = import.strip_prefix("static ").map_or(import, str::trim);
        let written = self.text.get(range(span)).unwrap_or_default();
        if let Some(at) = written.find(path).filter(|_| !path.ends_with('*')) {
            let start = span.start as usize + at;
            let class = if import.starts_with("static ") {
                path.rsplit_once('.').map_or(path, |(class, _)| class)
            } else {
                path
            };
            self.add(
                start..start + class.len(),
                Symbol::Type(class.to_owned()),
                false,
            );
        }
    }

    fn add(&mut self, range: Range<usize>, symbol: Symbol, declares: bool) {
        self.found.push(Occurrence {
            range,
            symbol,
            declares,
        });
    }

    /// The event that transitions of a property call `name`: one that they use, or else the only
    /// one of this name.
    fn event_named(&self, property: Option<usize>, name: &str) -> Option<EventId> {
        let used = property.map(|number| &self.specification.properties[number].date.transitions);
        let used = used
            .into_iter()
            .flatten()
            .map(|transition| transition.event);
        let named = |id: &EventId| self.event(*id).name == name;
        used.into_iter().find(named).or_else(|| {
            let mut all = self.specification.events.indices().filter(named);
            all.next().filter(|_| all.next().is_none())
        })
    }

    fn event(&self, id: EventId) -> &'a Event {
        &self.specification.events[id]
    }

    /// The words in a part of the text that are no part of a comment or of a literal in quotes.
    /// They have the places of the whole text.
    fn words(&self, part: Range<usize>) -> Vec<Range<usize>> {
        let text = self.text.get(part.clone()).unwrap_or_default();
        // `//` divides in Python, and begins no comment.
        let text = if self.is_verde {
            Cow::Owned(text.replace("//", "  "))
        } else {
            Cow::Borrowed(text)
        };
        let words = lexemes(&text).filter(|(kind, _)| *kind == Lexeme::Word);
        words
            .map(|(_, word)| part.start + word.start..part.start + word.end)
            .collect()
    }

    /// The first character behind a place that is no white space.
    fn next_character(&self, at: usize) -> Option<char> {
        self.text.get(at..)?.trim_start().chars().next()
    }

    /// The text before a place, without the white space at its end.
    fn before(&self, at: usize) -> &'a str {
        self.text.get(..at).unwrap_or_default().trim_end()
    }

    /// All that was found, without what another place lies around, and without places that two
    /// things claim, of which the one that declares wins.
    fn disjoint(mut self) -> Vec<Occurrence> {
        // Of two places that begin together the longer one goes first.
        self.found
            .sort_by_key(|found| (found.range.start, Reverse(found.range.end)));
        let mut kept: Vec<Occurrence> = Vec::new();
        for next in self.found {
            match kept.last_mut() {
                Some(last) if next.range == last.range => {
                    if next.declares && !last.declares {
                        *last = next;
                    }
                }
                Some(last) if next.range.start < last.range.end => {}
                _ => kept.push(next),
            }
        }
        kept
    }
}

/// The bytes of a place.
fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}
