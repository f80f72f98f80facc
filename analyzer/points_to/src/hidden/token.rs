//! The values that are followed through the program: they give power over classes of the sources.

use std::sync::Arc;

use crate::classes::Classes;
use crate::parameters::Parameters;

/// An object of the reflection library, or an array of such.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Token {
    /// A `Class`.
    Class(Classes),
    /// A `Method` of a class, of this name or any, with these parameters.
    Method(Classes, Option<Arc<str>>, Parameters),
    /// A `Constructor` with these parameters.
    Constructor(Classes, Parameters),
    /// A `Field`, of this name or any.
    Field(Classes, Option<Arc<str>>),
}

impl Token {
    /// The classes that it belongs to.
    pub fn classes(&self) -> &Classes {
        match self {
            Token::Class(classes)
            | Token::Method(classes, ..)
            | Token::Constructor(classes, _)
            | Token::Field(classes, _) => classes,
        }
    }
}

impl Token {
    /// The class of the object itself.
    pub fn of(&self) -> &'static str {
        match self {
            Token::Class(_) => "java/lang/Class",
            Token::Method(..) => "java/lang/reflect/Method",
            Token::Constructor(..) => "java/lang/reflect/Constructor",
            Token::Field(..) => "java/lang/reflect/Field",
        }
    }
}

/// How a call gets hold of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// As its receiver.
    Receiver,
    /// As the argument at this position.
    Argument(usize),
}
