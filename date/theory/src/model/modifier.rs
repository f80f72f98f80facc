//! Modifiers of members, as patterns ask for them.

use serde::{Deserialize, Serialize};

/// A modifier that a class file keeps. `strictfp` is none: since Java 17 compilers leave it out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the words of Java")]
pub enum Modifier {
    Public,
    Protected,
    Private,
    Static,
    Final,
    Abstract,
    Synchronized,
    Native,
    Transient,
    Volatile,
}

impl Modifier {
    /// All of them.
    pub const ALL: [Modifier; 10] = [
        Modifier::Public,
        Modifier::Protected,
        Modifier::Private,
        Modifier::Static,
        Modifier::Final,
        Modifier::Abstract,
        Modifier::Synchronized,
        Modifier::Native,
        Modifier::Transient,
        Modifier::Volatile,
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Modifier::Public => "public",
            Modifier::Protected => "protected",
            Modifier::Private => "private",
            Modifier::Static => "static",
            Modifier::Final => "final",
            Modifier::Abstract => "abstract",
            Modifier::Synchronized => "synchronized",
            Modifier::Native => "native",
            Modifier::Transient => "transient",
            Modifier::Volatile => "volatile",
        }
    }

    /// The modifier that a word is.
    pub fn of_word(word: &str) -> Option<Modifier> {
        Modifier::ALL
            .into_iter()
            .find(|modifier| modifier.word() == word)
    }

    /// Returns whether fields can have it.
    pub fn is_of_fields(self) -> bool {
        !matches!(
            self,
            Modifier::Abstract | Modifier::Synchronized | Modifier::Native
        )
    }

    /// Returns whether methods and constructors can have it.
    pub fn is_of_methods(self) -> bool {
        !matches!(self, Modifier::Transient | Modifier::Volatile)
    }
}

/// A condition that a member is declared with a modifier, or without it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ModifierPattern {
    /// The modifier.
    pub modifier: Modifier,
    /// True if the member has it.
    pub holds: bool,
}
