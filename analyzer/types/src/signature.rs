//! Generic signatures (JVMS 4.7.9.1) as owned data.

use std::sync::Arc;

use java_signatures as parsed;
use thiserror::Error;

use crate::descriptor::{Primitive, Type};

/// Deepest nesting of type arguments, and most array dimensions, that are read.
const MAX_DEPTH: usize = 255;

/// A text that is no signature.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{text}` is not a {expected} signature: {reason}")]
pub struct SignatureError {
    /// The text.
    pub text: String,
    /// `class`, `method` or `field`.
    pub expected: &'static str,
    /// The fault of the signature.
    pub reason: String,
}

/// Signature of a class: `class C<T extends A> extends S<T> implements I<T>`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ClassSignature {
    /// Type parameters, in order.
    pub type_parameters: Vec<TypeParameter>,
    /// Superclass; `Object` for interfaces.
    pub superclass: ClassType,
    /// Superinterfaces, in declaration order.
    pub interfaces: Vec<ClassType>,
}

/// Signature of a method or constructor. A constructor's may leave out the synthetic parameters
/// that its descriptor has.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MethodSignature {
    /// Type parameters of the method itself.
    pub type_parameters: Vec<TypeParameter>,
    /// Parameter types.
    pub parameters: Vec<GenericType>,
    /// Return type; `None` for `void`.
    pub result: Option<GenericType>,
    /// Exceptions (class types and type variables); empty also where none of them is generic.
    pub throws: Vec<GenericType>,
}

/// A type parameter with its bounds.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TypeParameter {
    /// Its name.
    pub name: Arc<str>,
    /// Class bound, if there is one; without any bound the compiler writes `Object` here.
    pub class_bound: Option<GenericType>,
    /// Interface bounds, in order.
    pub interface_bounds: Vec<GenericType>,
}

/// A type with its arguments.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum GenericType {
    /// `int`, ...
    Primitive(Primitive),
    /// A class or interface.
    Class(ClassType),
    /// A type variable.
    Variable(Arc<str>),
    /// An array of this element type.
    Array(Arc<GenericType>),
}

/// A class type. `Outer<String>.Inner<T>` has two parts; a nested class whose outer classes have no
/// arguments has one (`java/util/Map$Entry`).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ClassType {
    /// At least one.
    pub parts: Vec<ClassTypePart>,
}

/// One part of a [`ClassType`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ClassTypePart {
    /// Internal name for the first part, simple name for the others.
    pub name: Arc<str>,
    /// Type arguments; empty for a raw or not generic class.
    pub arguments: Vec<TypeArgument>,
}

/// A type argument.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TypeArgument {
    /// `?`
    Unbounded,
    /// `T`
    Exact(GenericType),
    /// `? extends T`
    Extends(GenericType),
    /// `? super T`
    Super(GenericType),
}

impl ClassSignature {
    /// Reads a class signature. O(n).
    ///
    /// # Errors
    /// [`SignatureError`].
    pub fn parse(text: &str) -> Result<Self, SignatureError> {
        check_depth(text, "class")?;
        let signature =
            parsed::parse_class_signature(text).map_err(|e| error(text, "class", &e))?;
        Ok(ClassSignature {
            type_parameters: signature.type_params.iter().map(type_parameter).collect(),
            superclass: class_type(&signature.super_class),
            interfaces: signature.super_ifaces.iter().map(class_type).collect(),
        })
    }
}

impl MethodSignature {
    /// Reads a method signature. O(n).
    ///
    /// # Errors
    /// [`SignatureError`].
    pub fn parse(text: &str) -> Result<Self, SignatureError> {
        check_depth(text, "method")?;
        let signature =
            parsed::parse_method_signature(text).map_err(|e| error(text, "method", &e))?;
        let result = match &signature.result {
            parsed::ResultType::VoidType => None,
            parsed::ResultType::ValueType(ty) => Some(java_type(ty)),
        };
        Ok(MethodSignature {
            type_parameters: signature.type_params.iter().map(type_parameter).collect(),
            parameters: signature.parameters.iter().map(java_type).collect(),
            result,
            throws: signature.throws.iter().map(throws).collect(),
        })
    }
}

impl GenericType {
    /// Reads the signature of a field or record component. O(n).
    ///
    /// # Errors
    /// [`SignatureError`].
    pub fn parse_field(text: &str) -> Result<Self, SignatureError> {
        check_depth(text, "field")?;
        let signature =
            parsed::parse_field_signature(text).map_err(|e| error(text, "field", &e))?;
        Ok(reference(&signature.0))
    }
}

impl From<&Type> for GenericType {
    fn from(ty: &Type) -> Self {
        match ty {
            Type::Primitive(p) => GenericType::Primitive(*p),
            Type::Class(name) => {
                let part = ClassTypePart {
                    name: name.clone(),
                    arguments: Vec::new(),
                };
                GenericType::Class(ClassType { parts: vec![part] })
            }
            Type::Array(element) => GenericType::Array(Arc::new(GenericType::from(&**element))),
        }
    }
}

impl ClassType {
    /// Internal binary name: the parts joined by `$`.
    pub fn binary_name(&self) -> Arc<str> {
        match self.parts.as_slice() {
            [part] => part.name.clone(),
            parts => parts
                .iter()
                .map(|part| &*part.name)
                .collect::<Vec<_>>()
                .join("$")
                .into(),
        }
    }

    /// The arguments of the class itself (those of the last part).
    pub fn arguments(&self) -> &[TypeArgument] {
        self.parts.last().map_or(&[], |part| &part.arguments)
    }
}

/// The parser recurses, and so does dropping its result: refuse what no compiler writes.
fn check_depth(text: &str, expected: &'static str) -> Result<(), SignatureError> {
    let (mut depth, mut dimensions) = (0usize, 0usize);
    for byte in text.bytes() {
        dimensions = if byte == b'[' { dimensions + 1 } else { 0 };
        match byte {
            b'<' => depth += 1,
            b'>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth.max(dimensions) > MAX_DEPTH {
            return Err(SignatureError {
                text: text.to_owned(),
                expected,
                reason: "nested too deeply".to_owned(),
            });
        }
    }

    Ok(())
}

fn error(text: &str, expected: &'static str, error: &parsed::ParseError<'_>) -> SignatureError {
    SignatureError {
        text: text.to_owned(),
        expected,
        reason: error.to_string(),
    }
}

fn type_parameter(parameter: &parsed::TypeParameter<'_>) -> TypeParameter {
    TypeParameter {
        name: parameter.name.into(),
        class_bound: parameter.class_bound.as_ref().map(reference),
        interface_bounds: parameter.iface_bounds.iter().map(reference).collect(),
    }
}

fn throws(ty: &parsed::ThrowsType<'_>) -> GenericType {
    match ty {
        parsed::ThrowsType::ClassType(class) => GenericType::Class(class_type(class)),
        parsed::ThrowsType::TypeVariable(name) => GenericType::Variable((*name).into()),
    }
}

fn java_type(ty: &parsed::JavaType<'_>) -> GenericType {
    match ty {
        parsed::JavaType::Base(base) => GenericType::Primitive(primitive(*base)),
        parsed::JavaType::Reference(ty) => reference(ty),
    }
}

fn reference(ty: &parsed::ReferenceType<'_>) -> GenericType {
    match ty {
        parsed::ReferenceType::Class(class) => GenericType::Class(class_type(class)),
        parsed::ReferenceType::Variable(name) => GenericType::Variable((*name).into()),
        parsed::ReferenceType::Array(array) => (0..array.dimension)
            .fold(java_type(&array.ty), |element, _| {
                GenericType::Array(Arc::new(element))
            }),
    }
}

fn class_type(class: &parsed::ClassType<'_>) -> ClassType {
    let part = |part: &parsed::SimpleClassType<'_>| ClassTypePart {
        name: part.name.into(),
        arguments: part.type_args.iter().map(type_argument).collect(),
    };
    ClassType {
        parts: std::iter::once(&class.base)
            .chain(&class.nested)
            .map(part)
            .collect(),
    }
}

fn type_argument(argument: &parsed::TypeArgument<'_>) -> TypeArgument {
    match argument {
        parsed::TypeArgument::Unbounded => TypeArgument::Unbounded,
        parsed::TypeArgument::Default(ty) => TypeArgument::Exact(reference(ty)),
        parsed::TypeArgument::Extends(ty) => TypeArgument::Extends(reference(ty)),
        parsed::TypeArgument::Super(ty) => TypeArgument::Super(reference(ty)),
    }
}

fn primitive(base: parsed::BaseType) -> Primitive {
    match base {
        parsed::BaseType::Boolean => Primitive::Boolean,
        parsed::BaseType::Byte => Primitive::Byte,
        parsed::BaseType::Char => Primitive::Char,
        parsed::BaseType::Short => Primitive::Short,
        parsed::BaseType::Int => Primitive::Int,
        parsed::BaseType::Long => Primitive::Long,
        parsed::BaseType::Float => Primitive::Float,
        parsed::BaseType::Double => Primitive::Double,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_class_of_a_parameterized_class_keeps_both_argument_lists() {
        let ty = GenericType::parse_field("Lp/Outer<Ljava/lang/String;>.Inner<-TT;>;");
        let Ok(GenericType::Class(class)) = ty else {
            panic!("{ty:?}")
        };
        assert_eq!(&*class.binary_name(), "p/Outer$Inner");
        assert_eq!(
            class.arguments(),
            [TypeArgument::Super(GenericType::Variable("T".into()))]
        );
        assert_eq!(class.parts[0].arguments.len(), 1);
    }

    #[test]
    fn method_signature_has_bounds_and_throws() {
        let text = "<X:Ljava/lang/Object;:Ljava/lang/Comparable<TX;>;E:Ljava/lang/Exception;>([[TX;I)V^TE;";
        let signature = MethodSignature::parse(text).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(signature.type_parameters[0].interface_bounds.len(), 1);
        assert_eq!(
            signature.parameters[1],
            GenericType::Primitive(Primitive::Int)
        );
        assert_eq!(signature.result, None);
        assert_eq!(signature.throws, [GenericType::Variable("E".into())]);
    }

    #[test]
    fn deep_and_ill_formed_signatures_are_errors() {
        assert!(GenericType::parse_field(&format!("{}I", "[".repeat(300))).is_err());
        assert!(GenericType::parse_field(&"LA<".repeat(20_000)).is_err());
        for text in ["", "I", "LA", "LA<>;", "TT", "LA;x"] {
            assert!(GenericType::parse_field(text).is_err(), "{text}");
        }
    }
}
