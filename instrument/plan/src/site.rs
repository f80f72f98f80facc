//! A program point of the source, as sites of class files are compared with it.

use std::fmt;

use date::model::JoinPoint;
use java_types::{ClassName, Spelling};
use serde::{Deserialize, Serialize};

/// A program point of a generator. Several generators may share one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    /// Path of the source file below its root.
    pub file: String,
    /// Line for people: the called method's name, `new`, the loop or resource, the declared name;
    /// from 1.
    pub line: u32,
    /// Column there, from 1, in UTF-16 units.
    pub column: u32,
    /// Binary name of the class whose class file holds the point (`pkg.Outer$Inner`).
    pub class: ClassName,
    /// The code around the point. For an execution it is the method itself, for an initialization
    /// `<clinit>()V`.
    pub enclosing: Enclosing,
    /// The callee as the instruction names it, `java.util.Iterator.next()Ljava/lang/Object;`; for a
    /// method reference the referenced method, for an execution the method itself, for an access
    /// the field, `app.Box.value:I`. For elements it is the type of arrays that the instruction tells:
    /// `[Ljava.lang.Object;.element:Ljava/lang/Object;` for all references, `[B.element:B` also for
    /// `boolean[]`. Empty if it was not resolved.
    pub callee: String,
    /// From 0: the n-th point of this callee in `enclosing` in evaluation order.
    pub ordinal: u32,
    /// The kind of point.
    pub kind: GeneratorKind,
    /// True if the compiler may emit the point several times (finally blocks, instance
    /// initializers).
    pub copied: bool,
}

/// The code around a program point: `name(descriptor)` of the source method, `<init>` alone for
/// instance initializers. A lambda body appends `/lambda#n`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Enclosing(String);

impl Enclosing {
    /// The code with this text.
    ///
    /// # Example
    /// ```
    /// use plan::Enclosing;
    ///
    /// let body = Enclosing::new("<init>(I)V/lambda#0");
    /// assert!(body.is_functional());
    /// assert!(!body.is_in_constructor());
    /// assert_eq!(Enclosing::new("<init>").constructor(), Some(""));
    /// ```
    pub fn new(text: impl Into<String>) -> Self {
        Enclosing(text.into())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether it is the body of a lambda expression.
    pub fn is_functional(&self) -> bool {
        self.0.contains("/lambda#")
    }

    /// Returns the descriptor of the constructor; empty for instance initializers, and `None` for
    /// other code. Bodies of lambda expressions follow the descriptor.
    pub fn constructor(&self) -> Option<&str> {
        self.0.strip_prefix("<init>")
    }

    /// Returns whether it is a constructor or an instance initializer, and no lambda body in one.
    pub fn is_in_constructor(&self) -> bool {
        self.constructor().is_some() && !self.is_functional()
    }
}

impl fmt::Display for Enclosing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The kind of program point of a generator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GeneratorKind {
    /// A call, constructor calls and the implicit calls of loops and resources included.
    Call,
    /// A method reference; the event occurs when its object is invoked.
    Reference,
    /// A method body.
    Execution,
    /// A catch block.
    Handling,
    /// The initialization of a class.
    Initialization,
    /// All reads of a field in a body.
    Get,
    /// All writes of a field in a body.
    Set,
    /// All reads of elements of arrays of one type in a body.
    Element,
}

impl GeneratorKind {
    /// Returns what its points are, as part of a sentence.
    pub fn phrase(self) -> &'static str {
        match self {
            GeneratorKind::Call => "the call of",
            GeneratorKind::Reference => "the method reference",
            GeneratorKind::Execution => "the execution of",
            GeneratorKind::Handling => "the handler in",
            GeneratorKind::Initialization => "the initialization of",
            GeneratorKind::Get => "the reading of",
            GeneratorKind::Set => "the writing of",
            GeneratorKind::Element => "the reading of array elements,",
        }
    }

    /// Returns whether one generator is all such points of a body that are of one callee.
    pub fn is_of_whole_body(self) -> bool {
        matches!(
            self,
            GeneratorKind::Get | GeneratorKind::Set | GeneratorKind::Element
        )
    }
}

impl From<JoinPoint> for GeneratorKind {
    fn from(join: JoinPoint) -> Self {
        match join {
            JoinPoint::Call => GeneratorKind::Call,
            JoinPoint::Execution => GeneratorKind::Execution,
            JoinPoint::Handling => GeneratorKind::Handling,
            JoinPoint::Initialization => GeneratorKind::Initialization,
            JoinPoint::Get => GeneratorKind::Get,
            JoinPoint::Set => GeneratorKind::Set,
            JoinPoint::Element => GeneratorKind::Element,
        }
    }
}

/// A method or field as [`Site::callee`] names it, of its owner's internal name, its name and
/// its descriptor.
pub fn member_name(owner: &str, name: &str, descriptor: &str) -> String {
    let colon = if descriptor.starts_with('(') { "" } else { ":" };
    format!("{}.{name}{colon}{descriptor}", owner.to_binary())
}
