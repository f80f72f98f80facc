//! Classes of the JDK that bodies of libraries use, by what is known of their methods.

use ir::MethodRef;
use java_types::descriptor::{MethodDescriptor, Type};

use crate::values::is_value;

/// Classes beside those of values whose methods do nothing with objects but read their texts.
const OF_TEXTS: [&str; 4] = [
    "java/lang/Math",
    "java/lang/StrictMath",
    "java/lang/StringBuffer",
    "java/lang/StringBuilder",
];

/// Types, and packages with a `/` at the end, whose methods a body may call: an object's own method
/// runs, and it gets texts alone.
const CALLABLE: [&str; 9] = [
    "java/io/Closeable",
    "java/lang/AutoCloseable",
    "java/lang/CharSequence",
    "java/lang/Comparable",
    "java/lang/Iterable",
    "java/lang/Object",
    "java/lang/Runnable",
    "java/lang/Throwable",
    "java/util/",
];

/// Classes among them that find classes by name.
const REFLECTING: [&str; 2] = ["java/util/ResourceBundle", "java/util/ServiceLoader"];

/// Types, and packages of them, whose objects stand for classes and members.
const MIRRORS: [&str; 4] = [
    "java/lang/Class",
    "java/lang/Module",
    "java/lang/invoke/",
    "java/lang/reflect/",
];

/// Returns whether the objects of a class hold texts and numbers alone, and its methods do nothing
/// with objects but read their texts.
pub(super) fn is_of_texts(class: &str) -> bool {
    is_value(class) || OF_TEXTS.contains(&class)
}

/// Returns whether a value of a type is a text or a number, or an array of numbers.
pub(super) fn is_text(ty: &Type) -> bool {
    match ty {
        Type::Class(name) => is_of_texts(name),
        Type::Array(element) => !element.is_reference(),
        Type::Primitive(_) => true,
    }
}

/// Returns whether a method gives no reference but a text or a number.
pub(super) fn gives_text(descriptor: &str) -> bool {
    MethodDescriptor::parse(descriptor)
        .is_ok_and(|descriptor| descriptor.result.as_ref().is_none_or(is_text))
}

/// Returns whether a callee is a method of classes and members, or gives one out.
pub(super) fn reflects(callee: &MethodRef) -> bool {
    let descriptor = MethodDescriptor::parse(&callee.descriptor).ok();
    let result = descriptor.and_then(|descriptor| descriptor.result);
    let given = result.as_ref().and_then(Type::class_name);
    let gives_mirror = given.is_some_and(|name| is_among(name, &MIRRORS));
    gives_mirror || is_among(&callee.owner, &MIRRORS) || &*callee.name == "getClass"
}

/// Returns whether a body may call methods that a type declares.
pub(super) fn is_callable(owner: &str) -> bool {
    is_among(owner, &CALLABLE) && !is_among(owner, &REFLECTING)
}

/// Returns whether a class is one of these, or in one of these packages.
fn is_among(class: &str, places: &[&str]) -> bool {
    places
        .iter()
        .any(|place| class == *place || (place.ends_with('/') && class.starts_with(place)))
}
