//! Notifications: the calls of monitors that the code at a site makes.

use std::collections::BTreeSet;

use date::ids::EventId;
use date::model::ArgumentPosition;

/// One kind of notification: an alternative of an event, the properties that are told, and the
/// values passed. Each has a static method among the generated monitors.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Notification {
    /// The event.
    pub event: EventId,
    /// Which of its alternatives.
    pub alternative: usize,
    /// Numbers of the properties that are told.
    pub properties: BTreeSet<usize>,
    /// The values passed, in the order of the method's parameters; the place of the site follows
    /// them as a string.
    pub values: Vec<PassedValue>,
}

/// A value that a site passes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PassedValue {
    /// Which value of the join point it is.
    pub position: Position,
    /// A primitive's descriptor (`I`, `J`); `None` for a reference, which is passed as an `Object`.
    pub primitive: Option<char>,
    /// The conversion to the type that the pattern writes.
    pub conversion: Conversion,
}

impl PassedValue {
    /// The declaration of the method's parameter `p<number>` that takes it.
    fn parameter(&self, number: usize) -> String {
        let ty = match self.primitive {
            None => "java.lang.Object",
            Some('Z') => "boolean",
            Some('B') => "byte",
            Some('S') => "short",
            Some('C') => "char",
            Some('J') => "long",
            Some('F') => "float",
            Some('D') => "double",
            Some(_) => "int",
        };
        format!("{ty} p{number}")
    }
}

/// The declarations of the parameters that take values, each with a comma behind it.
pub fn parameters(values: &[PassedValue]) -> String {
    let declared = values.iter().enumerate();
    declared
        .map(|(n, value)| value.parameter(n) + ", ")
        .collect()
}

/// The names of these parameters, each with a comma behind it.
pub fn arguments(values: &[PassedValue]) -> String {
    (0..values.len()).map(|n| format!("p{n}, ")).collect()
}

/// A value of a join point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Position {
    /// The value that was returned or thrown.
    Value,
    /// The receiver.
    Target,
    /// An argument.
    Argument(ArgumentPosition),
    /// The object whose code makes the call, or the receiver of an execution.
    Caller,
}

impl Position {
    /// The positions of the n-th of so many arguments: patterns count from either end.
    pub fn of_argument(n: usize, count: usize) -> [Position; 2] {
        [
            ArgumentPosition::FromStart(n),
            ArgumentPosition::FromEnd(count - 1 - n),
        ]
        .map(Position::Argument)
    }
}

/// The conversion of a passed value to the pattern's type (pointcuts: static part and run-time
/// test).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Conversion {
    /// Always conforms, null included.
    Conforms,
    /// Conforms if it is an instance of the type.
    Tested,
    /// Conforms if it is not null.
    NotNull,
    /// A wrapper bound as its primitive: null becomes 0.
    Unboxed,
}

impl Notification {
    /// The descriptor of its method.
    pub fn descriptor(&self) -> String {
        descriptor(&self.values)
    }
}

/// The descriptor of a method that takes these values and the place.
pub fn descriptor(values: &[PassedValue]) -> String {
    let mut descriptor = String::from("(");
    for value in values {
        match value.primitive {
            Some(primitive) => descriptor.push(primitive),
            None => descriptor.push_str("Ljava/lang/Object;"),
        }
    }
    descriptor.push_str("Ljava/lang/String;)V");
    descriptor
}
