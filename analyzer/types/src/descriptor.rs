//! Erased types and descriptors (JVMS 4.3).

use crate::Spelling;
use std::fmt;
use std::sync::Arc;

use thiserror::Error;

/// Most dimensions an array type can have (JVMS 4.3.2).
const MAX_DIMENSIONS: usize = 255;

/// A text that is no descriptor.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{text}` is not a {expected} descriptor")]
pub struct DescriptorError {
    /// The text.
    pub text: String,
    /// `field` or `method`.
    pub expected: &'static str,
}

/// A primitive type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "named as in Java")]
pub enum Primitive {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
}

/// An erased type. Prints as its descriptor.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// `int`, ...
    Primitive(Primitive),
    /// A class or interface, by internal binary name (`java/util/Map$Entry`).
    Class(Arc<str>),
    /// An array of this element type (which may be an array).
    Array(Arc<Type>),
}

/// A method descriptor. Prints as in the class file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MethodDescriptor {
    /// Parameter types, the receiver not counted.
    pub parameters: Vec<Type>,
    /// Return type; `None` for `void`.
    pub result: Option<Type>,
}

impl Primitive {
    /// All of them, in the order of their declaration.
    pub const ALL: [Primitive; 8] = [
        Primitive::Boolean,
        Primitive::Byte,
        Primitive::Char,
        Primitive::Short,
        Primitive::Int,
        Primitive::Long,
        Primitive::Float,
        Primitive::Double,
    ];

    /// `I` for `int`.
    pub fn descriptor(self) -> char {
        match self {
            Primitive::Boolean => 'Z',
            Primitive::Byte => 'B',
            Primitive::Char => 'C',
            Primitive::Short => 'S',
            Primitive::Int => 'I',
            Primitive::Long => 'J',
            Primitive::Float => 'F',
            Primitive::Double => 'D',
        }
    }

    /// The keyword.
    pub fn keyword(self) -> &'static str {
        match self {
            Primitive::Boolean => "boolean",
            Primitive::Byte => "byte",
            Primitive::Char => "char",
            Primitive::Short => "short",
            Primitive::Int => "int",
            Primitive::Long => "long",
            Primitive::Float => "float",
            Primitive::Double => "double",
        }
    }

    /// Internal name of the wrapper class (JLS 5.1.7).
    pub fn wrapper(self) -> &'static str {
        match self {
            Primitive::Boolean => "java/lang/Boolean",
            Primitive::Byte => "java/lang/Byte",
            Primitive::Char => "java/lang/Character",
            Primitive::Short => "java/lang/Short",
            Primitive::Int => "java/lang/Integer",
            Primitive::Long => "java/lang/Long",
            Primitive::Float => "java/lang/Float",
            Primitive::Double => "java/lang/Double",
        }
    }

    /// The primitive type of this keyword.
    pub fn from_keyword(keyword: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|p| p.keyword() == keyword)
    }

    /// The primitive type that this wrapper class (internal name) unboxes to.
    pub fn from_wrapper(class: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|p| p.wrapper() == class)
    }

    fn from_descriptor(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|p| p.descriptor() == letter)
    }

    /// Returns whether a value of this type becomes one of `to` by identity or a widening primitive
    /// conversion (JLS 5.1.2).
    pub fn widens_to(self, to: Primitive) -> bool {
        use Primitive::*;
        let wider: &[Primitive] = match self {
            Boolean => &[],
            Byte => &[Short, Int, Long, Float, Double],
            Short | Char => &[Int, Long, Float, Double],
            Int => &[Long, Float, Double],
            Long => &[Float, Double],
            Float => &[Double],
            Double => &[],
        };
        self == to || wider.contains(&to)
    }
}

impl Type {
    /// The class or interface with this internal name.
    pub fn class(name: impl Into<Arc<str>>) -> Type {
        Type::Class(name.into())
    }

    /// An array of `element`.
    pub fn array(element: Type) -> Type {
        Type::Array(Arc::new(element))
    }

    /// `java.lang.Object`.
    pub fn object() -> Type {
        Type::class("java/lang/Object")
    }

    /// Reads a field descriptor. O(n).
    ///
    /// # Errors
    /// [`DescriptorError`].
    pub fn parse(text: &str) -> Result<Type, DescriptorError> {
        match parse_type(text) {
            Some((ty, "")) => Ok(ty),
            _ => Err(DescriptorError {
                text: text.to_owned(),
                expected: "field",
            }),
        }
    }

    /// Reads what a `Class` constant holds: an internal name, or the descriptor of an array type.
    ///
    /// # Errors
    /// [`DescriptorError`] for a text that begins with `[` and is no array descriptor.
    pub fn of_class_constant(text: &str) -> Result<Type, DescriptorError> {
        if text.starts_with('[') {
            Type::parse(text)
        } else {
            Ok(Type::class(text))
        }
    }

    /// The internal name of a class type.
    pub fn class_name(&self) -> Option<&Arc<str>> {
        match self {
            Type::Class(name) => Some(name),
            _ => None,
        }
    }

    /// The type itself, or that of an array's elements which are no arrays: `int` of `int[][]`.
    pub fn innermost(&self) -> &Type {
        match self {
            Type::Array(element) => element.innermost(),
            other => other,
        }
    }

    /// The internal name of the innermost type, if that is a class: `java/lang/Class` of `Class[]`.
    pub fn innermost_class(&self) -> Option<&Arc<str>> {
        self.innermost().class_name()
    }

    /// Returns whether it is a class, interface or array type.
    pub fn is_reference(&self) -> bool {
        !matches!(self, Type::Primitive(_))
    }

    /// Stack or local variable slots of a value: 2 for `long` and `double`, else 1.
    pub fn slots(&self) -> u16 {
        match self {
            Type::Primitive(Primitive::Long | Primitive::Double) => 2,
            _ => 1,
        }
    }

    /// As people read it: `java.util.Map$Entry`, `int[]`.
    pub fn java_name(&self) -> String {
        match self {
            Type::Primitive(p) => p.keyword().to_owned(),
            Type::Class(name) => name.to_binary(),
            Type::Array(element) => element.java_name() + "[]",
        }
    }
}

impl MethodDescriptor {
    /// Reads a method descriptor. O(n).
    ///
    /// # Errors
    /// [`DescriptorError`].
    pub fn parse(text: &str) -> Result<MethodDescriptor, DescriptorError> {
        parse_method(text).ok_or_else(|| DescriptorError {
            text: text.to_owned(),
            expected: "method",
        })
    }

    /// Slots that the arguments take, the receiver not counted.
    pub fn parameter_slots(&self) -> u32 {
        self.parameters.iter().map(|p| u32::from(p.slots())).sum()
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Primitive(p) => write!(f, "{}", p.descriptor()),
            Type::Class(name) => write!(f, "L{name};"),
            Type::Array(element) => write!(f, "[{element}"),
        }
    }
}

impl fmt::Display for MethodDescriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        self.parameters.iter().try_for_each(|p| p.fmt(f))?;
        f.write_str(")")?;
        match &self.result {
            Some(ty) => ty.fmt(f),
            None => f.write_str("V"),
        }
    }
}

/// The type at the beginning of `text`, and the rest.
fn parse_type(text: &str) -> Option<(Type, &str)> {
    let element = text.trim_start_matches('[');
    let dimensions = text.len() - element.len();
    if dimensions > MAX_DIMENSIONS {
        return None;
    }

    let first = element.chars().next()?;
    let (ty, rest) = match first {
        'L' => {
            let (name, rest) = element[1..]
                .split_once(';')
                .filter(|(name, _)| !name.is_empty())?;
            (Type::class(name), rest)
        }
        _ => (
            Type::Primitive(Primitive::from_descriptor(first)?),
            &element[1..],
        ),
    };

    Some(((0..dimensions).fold(ty, |ty, _| Type::array(ty)), rest))
}

fn parse_method(text: &str) -> Option<MethodDescriptor> {
    let mut rest = text.strip_prefix('(')?;
    let mut parameters = Vec::new();
    loop {
        match rest.strip_prefix(')') {
            Some("V") => {
                return Some(MethodDescriptor {
                    parameters,
                    result: None,
                });
            }
            Some(result) => {
                let (result, "") = parse_type(result)? else {
                    return None;
                };
                return Some(MethodDescriptor {
                    parameters,
                    result: Some(result),
                });
            }
            None => {
                let (parameter, after) = parse_type(rest)?;
                parameters.push(parameter);
                rest = after;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_print_as_they_were_read() {
        for text in ["()V", "(IJ[[Ljava/lang/String;Z)[D", "(Lp/A$B;)Lp/C;"] {
            assert_eq!(
                MethodDescriptor::parse(text).map(|d| d.to_string()),
                Ok(text.to_owned())
            );
        }
    }

    #[test]
    fn ill_formed_descriptors_are_errors() {
        let deep = format!("({}I)V", "[".repeat(256));
        for text in [
            "",
            "(",
            "()",
            "(V)V",
            "()VV",
            "(L;)V",
            "(Lx)V",
            "([)V",
            "I",
            "(\u{e9})V",
            &deep,
        ] {
            assert!(MethodDescriptor::parse(text).is_err(), "{text}");
        }
        for text in ["", "V", "II", "[", "Lx", "X"] {
            assert!(Type::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn widening_never_narrows() {
        assert!(Primitive::Char.widens_to(Primitive::Int));
        assert!(Primitive::Int.widens_to(Primitive::Int));
        assert!(!Primitive::Int.widens_to(Primitive::Short));
        assert!(!Primitive::Short.widens_to(Primitive::Char));
        assert!(!Primitive::Boolean.widens_to(Primitive::Int));
    }
}
