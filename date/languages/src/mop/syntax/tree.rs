//! The syntax tree. Trees are equal if they say the same: places do not count.

mod pointcut;

pub use pointcut::{
    ArgumentPattern, FieldPattern, NamedPointcut, ParameterPattern, Pointcut, PointcutKind,
    Signature, TypePattern,
};

use std::collections::BTreeSet;
use std::ops::Range;

/// The bytes of the file that a node stands for. All places are equal, so that nodes compare by
/// what they say.
#[derive(Debug, Clone, Copy, Default)]
pub struct Place {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Place {
    /// The byte range.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

impl PartialEq for Place {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Place {}

impl From<Range<usize>> for Place {
    fn from(range: Range<usize>) -> Self {
        Place {
            start: range.start,
            end: range.end,
        }
    }
}

/// A word as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The word.
    pub text: String,
    /// Its place.
    pub place: Place,
}

/// Java, or a formula: the bytes of the file as they are, comments included, without white space at
/// the ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JavaText {
    /// The text.
    pub text: String,
    /// Its place.
    pub place: Place,
}

/// A `.mop` file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// The text before and between the specifications.
    pub preamble: Preamble,
    /// The specifications in the order of the file, at least one.
    pub specs: Vec<Spec>,
}

/// The text outside specifications.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Preamble {
    /// The package, as `a.b`.
    pub package: Option<Name>,
    /// The imports in order.
    pub imports: Vec<Import>,
    /// Other Java: statements and annotations.
    pub others: Vec<JavaText>,
}

/// `import [static] name;`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// True if members are imported.
    pub is_static: bool,
    /// The name without white space, as `java.util.*`.
    pub name: Name,
}

/// A specification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spec {
    /// The words before the name that are known.
    pub modifiers: BTreeSet<Modifier>,
    /// The words before the name that are not; they have no meaning.
    pub unknown_modifiers: Vec<Name>,
    /// The name; may hold `.` and `-`.
    pub name: Name,
    /// The objects that an instance is for.
    pub parameters: Vec<Parameter>,
    /// The members that stand before the first event; blanks stand for the pointcuts among them.
    pub declarations: JavaText,
    /// The pointcuts that are declared, in order.
    pub pointcuts: Vec<NamedPointcut>,
    /// The events in order, at least one. Several may have one name.
    pub events: Vec<Event>,
    /// The properties in order.
    pub properties: Vec<Property>,
    /// The monitoring code after `raw:`.
    pub raw: Option<JavaText>,
    /// From the first modifier to the closing brace.
    pub place: Place,
}

/// A word before the name of a specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the words of the language")]
pub enum Modifier {
    Avoid,
    Connected,
    Decentralized,
    Enforce,
    FullBinding,
    Perthread,
    Public,
    Suffix,
    Unsynchronized,
}

impl Modifier {
    /// Every modifier.
    pub const ALL: [Modifier; 9] = [
        Modifier::Avoid,
        Modifier::Connected,
        Modifier::Decentralized,
        Modifier::Enforce,
        Modifier::FullBinding,
        Modifier::Perthread,
        Modifier::Public,
        Modifier::Suffix,
        Modifier::Unsynchronized,
    ];

    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            Modifier::Avoid => "avoid",
            Modifier::Connected => "connected",
            Modifier::Decentralized => "decentralized",
            Modifier::Enforce => "enforce",
            Modifier::FullBinding => "full-binding",
            Modifier::Perthread => "perthread",
            Modifier::Public => "public",
            Modifier::Suffix => "suffix",
            Modifier::Unsynchronized => "unsynchronized",
        }
    }
}

/// `type name`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// The type.
    pub ty: TypeName,
    /// The name.
    pub name: Name,
}

/// A Java type, perhaps with a `+`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeName {
    /// The type with its type arguments and `[]`, white space made canonical: `Map<K, ? extends
    /// V>[]`.
    pub text: String,
    /// True if `+` follows.
    pub subtypes: bool,
    /// Its place.
    pub place: Place,
}

/// `[modifiers] event name phase(parameters) : pointcut { body }`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The words before `event`.
    pub modifiers: BTreeSet<EventModifier>,
    /// The name; may hold `.` and `-`.
    pub name: Name,
    /// When it happens.
    pub phase: Phase,
    /// Its bindings, without the values of `returning` and `throwing`.
    pub parameters: Vec<Parameter>,
    /// The points at which it happens.
    pub pointcut: Pointcut,
    /// Its action.
    pub body: JavaText,
    /// From the first modifier to the closing brace.
    pub place: Place,
}

impl Event {
    /// The variables of the event: its parameters, what is returned, what is thrown.
    pub fn formals(&self) -> impl Iterator<Item = &Parameter> {
        let (returning, throwing) = match &self.phase {
            Phase::After {
                returning,
                throwing,
            } => (returning.as_ref(), throwing.as_ref()),
            Phase::Before | Phase::Around(_) => (None, None),
        };
        let values = returning
            .into_iter()
            .chain(throwing)
            .filter_map(|exit| exit.value.as_ref());
        self.parameters.iter().chain(values)
    }
}

/// A word before `event`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the words of the language")]
pub enum EventModifier {
    Blocking,
    Creation,
    Static,
}

impl EventModifier {
    /// Every modifier.
    pub const ALL: [EventModifier; 3] = [
        EventModifier::Blocking,
        EventModifier::Creation,
        EventModifier::Static,
    ];

    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            EventModifier::Blocking => "blocking",
            EventModifier::Creation => "creation",
            EventModifier::Static => "static",
        }
    }
}

/// When an event happens, with respect to its join point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Phase {
    /// Before it.
    Before,
    /// After it. Neither exit: however it ends. Both: JavaMOP's grammar has it, AspectJ's has not.
    After {
        /// When it ends normally.
        returning: Option<Exit>,
        /// When it ends with an exception.
        throwing: Option<Exit>,
    },
    /// Instead of it, giving a value of the type.
    Around(TypeName),
}

/// `returning` or `throwing`, with what they bind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exit {
    /// The value; none for `()` and where nothing follows.
    pub value: Option<Parameter>,
    /// Its place.
    pub place: Place,
}

/// `logic [name] : formula handlers`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// The logic, as written.
    pub logic: Name,
    /// The name that the older grammar gives to properties.
    pub name: Option<Name>,
    /// The formula.
    pub formula: JavaText,
    /// The handlers in order, at least one.
    pub handlers: Vec<Handler>,
    /// From the logic to the last handler.
    pub place: Place,
}

/// `@category { body }`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handler {
    /// The category, as written (JavaMOP does not tell capitals from small letters).
    pub category: Name,
    /// The code that runs.
    pub body: JavaText,
    /// From the `@` to the closing brace.
    pub place: Place,
}
