//! The sources of objects of the reflection library: methods that give classes and members which no
//! other method got.

use java_types::descriptor::{MethodDescriptor, Type};

/// The result of a library method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::hidden) enum Source {
    /// The class of a name, which is its last string.
    ByName,
    /// Classes that the program does not name.
    Any,
    /// Members of such.
    AnyMember,
    /// No class of the sources that the method was not given, or that does not follow from what it
    /// is called on.
    Given,
    /// Classes or members in a way that is not followed.
    Unfollowed,
}

/// Returns what a method gives that `owner` declares; `None` where no rule names it, and its result
/// says it ([`of_result`]).
pub(in crate::hidden) fn source(owner: &str, name: &str) -> Option<Source> {
    if finds_class(owner, name) {
        return Some(Source::ByName);
    }
    match (owner, name) {
        // Their classes are whatever has been put together elsewhere.
        ("java/lang/invoke/MethodType", "parameterList")
        | ("java/lang/invoke/VarHandle", "coordinateTypes") => Some(Source::Unfollowed),
        ("java/lang/constant/MethodTypeDesc", "resolveConstantDesc") => Some(Source::Given),
        ("java/lang/constant/ClassDesc", "resolveConstantDesc") => Some(Source::Any),
        // A handle for a member that texts name, or a call site of such.
        ("java/lang/constant/DynamicCallSiteDesc", "resolveCallSiteDesc") => {
            Some(Source::Unfollowed)
        }
        (_, "resolveConstantDesc") if owner.starts_with("java/lang/constant/") => {
            Some(Source::Unfollowed)
        }
        // Streams hold classes as they hold objects.
        ("java/io/ObjectInputStream" | "java/io/ObjectInput", "readObject" | "readUnshared") => {
            Some(Source::Any)
        }
        ("java/io/ObjectInputStream$GetField", "get") => Some(Source::Any),
        ("javax/swing/event/EventListenerList", "getListenerList") => Some(Source::Any),
        // An element of an annotation may be any class, whoever is asked for it.
        ("java/lang/reflect/Method", "getDefaultValue")
        | ("java/lang/reflect/InvocationHandler", "invoke") => Some(Source::Any),
        // The result of a method that is called by its name.
        ("java/beans/Expression", "getValue") => Some(Source::Any),
        _ => gives_what_it_gets(owner, name).then_some(Source::Given),
    }
}

/// Returns whether a method finds a class by a name, which is its last string.
pub(in crate::hidden) fn finds_class(owner: &str, name: &str) -> bool {
    match owner {
        "java/lang/Class" => name == "forName",
        "java/lang/ClassLoader" => matches!(
            name,
            "loadClass" | "findClass" | "findLoadedClass" | "findSystemClass"
        ),
        "java/lang/invoke/MethodHandles$Lookup" => name == "findClass",
        _ => false,
    }
}

/// Returns what is known of all that they give: it follows from the value that they are called on
/// or given, and that is followed ([`super::action`]); or it is the JDK's own.
fn gives_what_it_gets(owner: &str, name: &str) -> bool {
    match owner {
        "java/lang/Class"
        | "java/lang/reflect/Method"
        | "java/lang/reflect/Constructor"
        | "java/lang/reflect/Field"
        | "java/lang/reflect/Executable"
        | "java/lang/reflect/Member"
        | "java/lang/reflect/RecordComponent"
        | "java/lang/reflect/Parameter" => true,
        // Seen by its receiver.
        "java/lang/Object" => name == "getClass",
        "java/lang/Enum" => name == "getDeclaringClass",
        "java/lang/reflect/Proxy" => name == "getProxyClass",
        "java/lang/invoke/MethodHandles$Lookup" => {
            matches!(name, "accessClass" | "ensureInitialized")
        }
        // Every class or member that it knows has been given to an introspector.
        _ if owner.starts_with("java/beans/") => !owner.starts_with("java/beans/XML"),
        _ => false,
    }
}

/// Returns the source for a result of the declared type: anything that it can be.
pub(in crate::hidden) fn of_result(descriptor: &str) -> Source {
    let result = MethodDescriptor::parse(descriptor)
        .ok()
        .and_then(|descriptor| descriptor.result);
    let class = result.as_ref().and_then(Type::innermost_class);
    match class.map(|class| &**class) {
        Some("java/lang/Class") => Source::Any,
        Some(
            "java/lang/reflect/Method"
            | "java/lang/reflect/Constructor"
            | "java/lang/reflect/Field"
            | "java/lang/reflect/Executable"
            | "java/lang/reflect/Member"
            | "java/lang/reflect/AccessibleObject"
            | "java/lang/reflect/AnnotatedElement"
            | "java/lang/reflect/GenericDeclaration"
            | "java/lang/reflect/Type",
        ) => Source::AnyMember,
        _ => Source::Given,
    }
}

/// Returns whether a library's method of this name gives classes that nothing follows,
/// makes objects of the sources or calls their methods by name.
pub(in crate::hidden) fn is_dangerous(name: &str) -> bool {
    const NAMES: [&str; 24] = [
        "getClass",
        "forName",
        "loadClass",
        "findClass",
        "findLoadedClass",
        "findSystemClass",
        "defineClass",
        "defineHiddenClass",
        "defineAnonymousClass",
        "getDeclaringClass",
        "getCallerClass",
        "lookupClass",
        "annotationType",
        "forClass",
        "returnType",
        "parameterType",
        "readObject",
        "readUnshared",
        "writeObject",
        "writeUnshared",
        "resolveConstantDesc",
        "getBundle",
        "bind",
        "metafactory",
    ];
    NAMES.contains(&name)
}
