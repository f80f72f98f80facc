//! The items of a comparison: each is one instruction of a class file, or one statement of the
//! lowered program.

use crate::Category;

/// One call, field access, allocation or functional object.
#[derive(Debug, Clone)]
pub(crate) struct Item<F> {
    /// Which it is.
    pub(crate) category: Category,
    /// The instruction as text, with all that is compared: `getfield p/C.f:I`.
    pub(crate) text: String,
    /// The line of the source, from 1, where the two sides can be compared in it.
    pub(crate) line: Option<u32>,
    /// True if the other side need not have it.
    pub(crate) optional: bool,
    /// The code that a functional object runs.
    pub(crate) runs: Option<F>,
    /// How it comes to stand here.
    pub(crate) origin: Origin,
    /// Of a call its number: that of the instruction among all invocations of its method in a class
    /// file, that of the call site in the lowered program. `None` where no such instruction stands
    /// in the method.
    pub(crate) number: Option<u32>,
}

/// How an instruction comes to stand where it is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// It is there.
    Own,
    /// An `access$n` that is called there does it.
    Accessor,
    /// A method reference that is made there does it.
    Reference,
}

impl<F> Item<F> {
    /// A call of `owner.name` and descriptor.
    pub(crate) fn call(callee: impl Into<String>) -> Self {
        Self::of(Category::Call, callee.into())
    }

    /// An access with this mnemonic.
    pub(crate) fn field(mnemonic: &str, owner: &str, name: &str, descriptor: &str) -> Self {
        Self::of(
            Category::Field,
            format!("{mnemonic} {owner}.{name}:{descriptor}"),
        )
    }

    /// An allocation of an object or array of a type given by its descriptor.
    pub(crate) fn allocation(descriptor: &str) -> Self {
        Self::of(Category::Allocation, format!("new {descriptor}"))
    }

    /// A functional object. All are equal at first: what they run is compared once they are paired.
    pub(crate) fn functional(runs: F) -> Self {
        Item {
            runs: Some(runs),
            ..Self::of(Category::Functional, "functional object".to_owned())
        }
    }

    fn of(category: Category, text: String) -> Self {
        Item {
            category,
            text,
            line: None,
            optional: false,
            runs: None,
            origin: Origin::Own,
            number: None,
        }
    }

    /// Returns whether it makes a builder of strings.
    pub(crate) fn makes_builder(&self) -> bool {
        matches!(
            &*self.text,
            "new Ljava/lang/StringBuilder;" | "new Ljava/lang/StringBuffer;"
        )
    }

    /// Returns whether it asks an object for its text: as an operand of a concatenation, by a builder
    /// or before it.
    pub(crate) fn converts(&self) -> bool {
        matches!(
            &*self.text,
            "java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String;"
                | "java/lang/StringBuilder.append(Ljava/lang/Object;)Ljava/lang/StringBuilder;"
                | "java/lang/StringBuffer.append(Ljava/lang/Object;)Ljava/lang/StringBuffer;"
        )
    }

    /// The same on a line.
    pub(crate) fn on_line(self, line: Option<u32>) -> Self {
        Item { line, ..self }
    }

    /// The same, brought here.
    pub(crate) fn from(self, origin: Origin) -> Self {
        Item { origin, ..self }
    }

    /// The same as the call of this number.
    pub(crate) fn numbered(self, number: Option<u32>) -> Self {
        Item { number, ..self }
    }

    /// The same; the other side need not have it.
    pub(crate) fn optional(self) -> Self {
        Item {
            optional: true,
            ..self
        }
    }
}
