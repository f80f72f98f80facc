//! The rules for methods of the library that get `Class`, `Method`, `Constructor` and `Field`
//! objects. A method that is not listed here may do anything.

pub mod listing;
mod members;
pub(super) mod sources;

use super::token::{Role, Token};
use members::{asks_for_annotations, on_member, reads_field, with_member, writes_field};

/// The action of a library method on a value that it gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    /// Nothing that reaches the program's code: it tests, or reads the name.
    Nothing,
    /// Compares it: code of the program that compares objects gets it.
    Compare,
    /// The result is the value, or one of the same class.
    Same,
    /// The result is the value, if it is below the class that the first argument is.
    Narrow,
    /// The result is a class that the declaration of the value's class names, or one around it, or
    /// an array of such.
    Relatives,
    /// The result is a method or constructor in which the class is declared.
    Enclosing,
    /// The array at this position of the arguments holds the value from now on.
    CopyTo(usize),
    /// The result is the method whose name is the first argument, and whose parameter types are the
    /// second.
    Method,
    /// The result is a method.
    Methods,
    /// The result is the constructor whose parameter types are the first argument.
    Constructor,
    /// The result is a constructor.
    Constructors,
    /// The result is a field, named by the argument at this position or any.
    Fields(Option<usize>),
    /// Makes an object by the constructor without parameters.
    New,
    /// Makes an object by any constructor.
    Construct,
    /// Makes an object without a constructor.
    Make,
    /// Calls the methods named by the argument at this position, or all.
    Invoke(Option<usize>),
    /// Reads or writes the fields named by the argument at this position, or all.
    Share(Option<usize>),
    /// Asks an enum for its constants.
    Constants,
    /// Runs static initializers.
    Initialize,
    /// Makes objects of all classes below, as providers of a service.
    Provide,
    /// Makes an object that implements the interface.
    Proxy,
    /// Calls the method, makes the object or accesses the field that the value stands for.
    Reflect,
}

/// Returns what a method does with a value that it gets; `None` where it may do anything. `owner`
/// declares the method: a rule answers for the method that it names and for what overrides it,
/// never for another one ([`super::index::Index::declaring`]).
pub(super) fn action(owner: &str, name: &str, role: Role, token: &Token) -> Option<Action> {
    if owner.starts_with('[') {
        return (name == "clone").then_some(Action::Same);
    }
    on_any(owner, name, role).or_else(|| match (token, role) {
        (Token::Class(_), Role::Receiver) => on_class(owner, name),
        (Token::Class(_), Role::Argument(position)) => with_class(owner, name, position),
        (_, Role::Receiver) => on_member(owner, name),
        (_, Role::Argument(_)) => with_member(owner, name),
    })
}

/// Returns what methods do with any object, and with arrays of such.
fn on_any(owner: &str, name: &str, role: Role) -> Option<Action> {
    if is_text_only(owner, name) {
        return Some(Action::Nothing);
    }
    if compares(owner, name, role) {
        return Some(Action::Compare);
    }

    let first = role == Role::Argument(0);
    match (owner, name) {
        ("java/util/Arrays", _) if name.starts_with("copyOf") && first => Some(Action::Same),
        ("java/util/Objects", "requireNonNullElse") => Some(Action::Same),
        ("java/util/Objects", _) if name.starts_with("requireNonNull") && first => {
            Some(Action::Same)
        }
        ("java/lang/System", "arraycopy") if first => Some(Action::CopyTo(2)),
        ("java/lang/System", "arraycopy") => Some(Action::Nothing),
        ("java/lang/Class", "cast") if first => Some(Action::Same),
        ("java/lang/reflect/Array", _) if first => on_any_array(name),
        _ => None,
    }
}

/// Returns what `java.lang.reflect.Array` does with an array of values.
fn on_any_array(name: &str) -> Option<Action> {
    match name {
        "get" => Some(Action::Same),
        "getLength" | "set" | "newInstance" => Some(Action::Nothing),
        _ => None,
    }
}

/// Methods that turn what they get into text or a number, or ask whether it is there.
fn is_text_only(owner: &str, name: &str) -> bool {
    match owner {
        "java/lang/Object" => matches!(name, "getClass" | "toString" | "hashCode"),
        "java/lang/String" => matches!(name, "valueOf" | "format" | "formatted"),
        "java/lang/StringBuilder" | "java/lang/StringBuffer" => matches!(name, "append" | "insert"),
        "java/io/PrintStream" | "java/io/PrintWriter" => {
            name.starts_with("print") || name == "format"
        }
        "java/lang/System" => name == "identityHashCode",
        "java/text/MessageFormat" => name == "format",
        // What is added comes out of `getListenerList` only, which gives any class.
        "javax/swing/event/EventListenerList" => {
            matches!(name, "add" | "remove" | "getListeners" | "getListenerCount")
        }
        "java/util/Objects" => {
            matches!(
                name,
                "hashCode" | "hash" | "toString" | "toIdentityString" | "isNull" | "nonNull"
            )
        }
        "java/util/Arrays" => matches!(
            name,
            "hashCode" | "deepHashCode" | "toString" | "deepToString"
        ),
        _ => false,
    }
}

/// Methods that compare what they get, by `equals` of whatever they compare it with, or by a
/// comparator.
fn compares(owner: &str, name: &str, role: Role) -> bool {
    let is_key = role == Role::Argument(0);
    match owner {
        "java/lang/Object" => name == "equals",
        "java/util/Objects" => matches!(name, "equals" | "deepEquals" | "compare"),
        "java/util/Arrays" => matches!(name, "equals" | "deepEquals"),
        "java/util/Map" => is_key && matches!(name, "get" | "containsKey" | "containsValue"),
        "java/util/Collection" => is_key && name == "contains",
        "java/util/List" => is_key && matches!(name, "indexOf" | "lastIndexOf"),
        _ => false,
    }
}

fn on_class(owner: &str, name: &str) -> Option<Action> {
    match owner {
        "java/lang/Class" => {}
        "java/lang/reflect/AnnotatedElement" if asks_for_annotations(name) => {
            return Some(Action::Nothing);
        }
        "java/lang/reflect/Type" if name == "getTypeName" => return Some(Action::Nothing),
        _ => return None,
    }
    Some(match name {
        "newInstance" => Action::New,
        "getMethod" | "getDeclaredMethod" => Action::Method,
        "getMethods" | "getDeclaredMethods" => Action::Methods,
        "getConstructor" | "getDeclaredConstructor" => Action::Constructor,
        "getConstructors" | "getDeclaredConstructors" => Action::Constructors,
        "getField" | "getDeclaredField" => Action::Fields(Some(0)),
        "getFields" | "getDeclaredFields" => Action::Fields(None),
        "getEnclosingMethod" | "getEnclosingConstructor" => Action::Enclosing,
        "getEnumConstants" => Action::Constants,
        "asSubclass" => Action::Narrow,
        "arrayType" | "componentType" | "getComponentType" => Action::Same,
        "getSuperclass"
        | "getInterfaces"
        | "getEnclosingClass"
        | "getDeclaringClass"
        | "getNestHost"
        | "getClasses"
        | "getDeclaredClasses"
        | "getNestMembers"
        | "getPermittedSubclasses" => Action::Relatives,
        "cast"
        | "desiredAssertionStatus"
        | "descriptorString"
        | "hashCode"
        | "toString"
        | "toGenericString" => Action::Nothing,
        _ if is_question(name) || asks_for_annotations(name) => Action::Nothing,
        _ => return None,
    })
}

/// Questions about a class whose answers are no classes or members.
fn is_question(name: &str) -> bool {
    matches!(
        name,
        "getCanonicalName"
            | "getClassLoader"
            | "getModifiers"
            | "getModule"
            | "getName"
            | "getPackage"
            | "getPackageName"
            | "getProtectionDomain"
            | "getResource"
            | "getResourceAsStream"
            | "getSigners"
            | "getSimpleName"
            | "getTypeName"
            | "isAnnotation"
            | "isAnonymousClass"
            | "isArray"
            | "isAssignableFrom"
            | "isEnum"
            | "isHidden"
            | "isInstance"
            | "isInterface"
            | "isLocalClass"
            | "isMemberClass"
            | "isNestmateOf"
            | "isPrimitive"
            | "isRecord"
            | "isSealed"
            | "isSynthetic"
    )
}

fn with_class(owner: &str, name: &str, position: usize) -> Option<Action> {
    let action = match (owner, name) {
        (
            "java/lang/Class",
            "getMethod" | "getDeclaredMethod" | "getConstructor" | "getDeclaredConstructor",
        ) => Action::Nothing,
        ("java/lang/Class", "isAssignableFrom" | "isInstance" | "isNestmateOf" | "asSubclass") => {
            Action::Nothing
        }
        ("java/lang/Class", _) if asks_for_annotations(name) => Action::Nothing,
        // They come out of it as any class.
        ("java/lang/invoke/MethodType", _) => Action::Nothing,
        // A class that is asked for as an annotation.
        ("java/lang/reflect/AnnotatedElement", _) if asks_for_annotations(name) => Action::Nothing,
        // The object whose field is read or written: one of `Class` itself.
        ("java/lang/reflect/Field", _)
            if position == 0 && (reads_field(name) || writes_field(name)) =>
        {
            Action::Nothing
        }
        // Linking runs no code of the class.
        ("java/lang/ClassLoader", "resolveClass") => Action::Nothing,
        ("java/lang/invoke/MethodHandles$Lookup", _) => return with_lookup(name, position),
        (
            "java/lang/invoke/MethodHandles",
            "privateLookupIn" | "arrayElementVarHandle" | "arrayConstructor",
        ) => Action::Nothing,
        ("java/lang/invoke/MethodHandleProxies", "asInterfaceInstance") => Action::Proxy,
        ("java/lang/reflect/Proxy", "newProxyInstance") if position == 1 => Action::Proxy,
        ("java/lang/reflect/Array", "newInstance") => Action::Nothing,
        ("java/util/ServiceLoader", "load" | "loadInstalled") if position == 0 || position == 1 => {
            Action::Provide
        }
        ("java/lang/Enum", "valueOf") | ("java/util/EnumSet", "allOf" | "noneOf") => {
            Action::Constants
        }
        ("java/util/EnumMap", "<init>") => Action::Constants,
        ("sun/misc/Unsafe" | "jdk/internal/misc/Unsafe", _) => return with_unsafe(name, position),
        (_, "newUpdater") if owner.starts_with("java/util/concurrent/atomic/Atomic") => {
            return updater(owner, position);
        }
        _ if is_logger_factory(owner, name) => Action::Nothing,
        _ => return None,
    };
    Some(action)
}

/// Methods of `MethodHandles.Lookup` with a class; those after the first argument are types of
/// parameters and fields.
fn with_lookup(name: &str, position: usize) -> Option<Action> {
    if position > 0 {
        return is_lookup(name).then_some(Action::Nothing);
    }
    Some(match name {
        "findVirtual" | "findStatic" | "findSpecial" => Action::Invoke(Some(1)),
        "findConstructor" => Action::Construct,
        "findGetter"
        | "findSetter"
        | "findStaticGetter"
        | "findStaticSetter"
        | "findVarHandle"
        | "findStaticVarHandle" => Action::Share(Some(1)),
        "ensureInitialized" => Action::Initialize,
        "accessClass" => Action::Same,
        "in" => Action::Nothing,
        _ => return None,
    })
}

/// Methods of `MethodHandles.Lookup` that look for a member of their first argument.
fn is_lookup(name: &str) -> bool {
    matches!(
        name,
        "findVirtual"
            | "findStatic"
            | "findSpecial"
            | "findConstructor"
            | "findGetter"
            | "findSetter"
            | "findStaticGetter"
            | "findStaticSetter"
            | "findVarHandle"
            | "findStaticVarHandle"
            | "unreflectSpecial"
    )
}

fn with_unsafe(name: &str, position: usize) -> Option<Action> {
    match (name, position) {
        ("allocateInstance", 0) => Some(Action::Make),
        ("objectFieldOffset", 0) => Some(Action::Share(Some(1))),
        ("ensureClassInitialized", 0) => Some(Action::Initialize),
        ("shouldBeInitialized" | "arrayBaseOffset" | "arrayIndexScale", 0) => Some(Action::Nothing),
        _ => None,
    }
}

/// `newUpdater(class, name)` for numbers, `newUpdater(class, type, name)` for references.
fn updater(owner: &str, position: usize) -> Option<Action> {
    let name = if owner.ends_with("AtomicReferenceFieldUpdater") {
        2
    } else {
        1
    };
    match position {
        0 => Some(Action::Share(Some(name))),
        _ => Some(Action::Nothing),
    }
}

/// Factories of loggers take the name of the class and nothing else of it, as their documentation
/// says.
fn is_logger_factory(owner: &str, name: &str) -> bool {
    matches!(
        (owner, name),
        (
            "org/slf4j/LoggerFactory" | "org/apache/log4j/Logger" | "org/apache/log4j/LogManager",
            "getLogger"
        ) | (
            "org/apache/logging/log4j/LogManager",
            "getLogger" | "getFormatterLogger"
        ) | (
            "org/apache/commons/logging/LogFactory",
            "getLog" | "getInstance"
        ) | ("org/jboss/logging/Logger", "getLogger")
            | ("ch/qos/logback/classic/LoggerContext", "getLogger")
    )
}
