//! What methods of the library do with `Class`, `Method`, `Constructor` and `Field` objects. What is not listed here may
//! do anything.

use super::token::{Role, Token};

/// What a library method does with a value that it gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    /// Nothing that reaches the program's code: it compares, tests, or reads the name.
    Nothing,
    /// The result is the value, or one of the same class.
    Same,
    /// The result is a class that the declaration of the value's class names, or one around it, or an array of such.
    Relatives,
    /// The array at this position of the arguments holds the value from now on.
    CopyTo(usize),
    /// The result is a method, named by the argument at this position or any.
    Methods(Option<usize>),
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

/// What the method does with the value; `None` where it may do anything.
pub(super) fn action(owner: &str, name: &str, role: Role, token: &Token) -> Option<Action> {
    if is_text_only(owner, name) {
        return Some(Action::Nothing);
    }
    if owner.starts_with('[') || owner == "java/lang/Object" && name == "clone" {
        return (name == "clone").then_some(Action::Same);
    }
    if owner == "java/util/Arrays" && name.starts_with("copyOf") && role == Role::Argument(0) {
        return Some(Action::Same);
    }
    if owner == "java/lang/System" && name == "arraycopy" {
        return Some(if role == Role::Argument(0) { Action::CopyTo(2) } else { Action::Nothing });
    }
    if owner == "java/lang/reflect/Array" && role == Role::Argument(0) {
        return on_any_array(name);
    }
    if owner == "java/util/Objects" && name.starts_with("requireNonNull") && role == Role::Argument(0) {
        return Some(Action::Same);
    }
    match (token, role) {
        (Token::Class(_), Role::Receiver) => on_class(owner, name),
        (Token::Class(_), Role::Argument(position)) => with_class(owner, name, position),
        (_, Role::Receiver) => on_member(owner, name, token),
        (_, Role::Argument(_)) => with_member(owner, name),
    }
}

/// What `java.lang.reflect.Array` does with an array of values.
fn on_any_array(name: &str) -> Option<Action> {
    match name {
        "get" => Some(Action::Same),
        "getLength" | "set" | "newInstance" => Some(Action::Nothing),
        _ => None,
    }
}

/// Methods that only compare what they get, or turn it into text.
fn is_text_only(owner: &str, name: &str) -> bool {
    match owner {
        "java/lang/Object" => matches!(name, "getClass" | "toString" | "hashCode" | "equals" | "<init>"),
        "java/lang/String" => matches!(name, "valueOf" | "format" | "formatted" | "equals"),
        "java/lang/StringBuilder" | "java/lang/StringBuffer" => matches!(name, "append" | "insert"),
        "java/io/PrintStream" | "java/io/PrintWriter" => name.starts_with("print") || name == "format",
        // Keys are only compared.
        "java/lang/System" => name == "identityHashCode",
        "java/text/MessageFormat" => name == "format",
        "java/util/Map" => matches!(name, "get" | "containsKey"),
        "java/util/Collection" => name == "contains",
        // What is added comes out of `getListenerList` only, which gives any class.
        "javax/swing/event/EventListenerList" => {
            matches!(name, "add" | "remove" | "getListeners" | "getListenerCount")
        }
        "java/util/Objects" => matches!(name, "equals" | "hashCode" | "hash" | "toString" | "isNull" | "nonNull"),
        _ => false,
    }
}

fn on_class(owner: &str, name: &str) -> Option<Action> {
    if owner != "java/lang/Class" {
        return None;
    }
    Some(match name {
        "newInstance" => Action::New,
        "getMethod" | "getDeclaredMethod" => Action::Methods(Some(0)),
        "getMethods" | "getDeclaredMethods" => Action::Methods(None),
        "getConstructor" | "getConstructors" | "getDeclaredConstructor" | "getDeclaredConstructors" => {
            Action::Constructors
        }
        "getField" | "getDeclaredField" => Action::Fields(Some(0)),
        "getFields" | "getDeclaredFields" => Action::Fields(None),
        "getEnumConstants" => Action::Constants,
        "asSubclass" | "arrayType" | "componentType" | "getComponentType" => Action::Same,
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
        | "equals"
        | "hashCode"
        | "toString"
        | "toGenericString" => Action::Nothing,
        _ if is_question(name) => Action::Nothing,
        _ => return None,
    })
}

/// Questions about a class whose answers are no classes or members.
fn is_question(name: &str) -> bool {
    const ANSWERS: [&str; 18] = [
        "getAnnotation",
        "getAnnotations",
        "getAnnotationsByType",
        "getDeclaredAnnotation",
        "getDeclaredAnnotations",
        "getCanonicalName",
        "getClassLoader",
        "getModifiers",
        "getModule",
        "getName",
        "getPackage",
        "getPackageName",
        "getProtectionDomain",
        "getResource",
        "getResourceAsStream",
        "getSigners",
        "getSimpleName",
        "getTypeName",
    ];
    name.starts_with("is") || ANSWERS.contains(&name)
}

fn with_class(owner: &str, name: &str, position: usize) -> Option<Action> {
    let action = match (owner, name) {
        ("java/lang/Class", "getMethod" | "getDeclaredMethod" | "getConstructor" | "getDeclaredConstructor") => {
            Action::Nothing
        }
        ("java/lang/Class", _) if is_question(name) || matches!(name, "equals" | "asSubclass") => Action::Nothing,
        ("java/lang/invoke/MethodType", _) => Action::Nothing,
        // A class that is asked for as an annotation, or an object whose field is read: of `Class` itself.
        ("java/lang/reflect/AnnotatedElement", _) => Action::Nothing,
        ("java/lang/reflect/Field", _) if position == 0 => Action::Nothing,
        // Linking runs no code of the class.
        ("java/lang/ClassLoader", "resolveClass") => Action::Nothing,
        ("java/lang/invoke/MethodHandles$Lookup", _) => return with_lookup(name, position),
        ("java/lang/invoke/MethodHandles", "privateLookupIn" | "arrayElementVarHandle" | "arrayConstructor") => {
            Action::Nothing
        }
        ("java/lang/invoke/MethodHandleProxies", "asInterfaceInstance") => Action::Proxy,
        ("java/lang/reflect/Proxy", "newProxyInstance" | "getProxyClass") => Action::Proxy,
        ("java/lang/reflect/Array", "newInstance") => Action::Nothing,
        ("java/util/ServiceLoader", "load" | "loadInstalled") if position == 0 || position == 1 => Action::Provide,
        ("java/lang/Enum", "valueOf") | ("java/util/EnumSet", "allOf" | "noneOf") => Action::Constants,
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

/// Methods of `MethodHandles.Lookup` with a class; those after the first argument are types of parameters and fields.
fn with_lookup(name: &str, position: usize) -> Option<Action> {
    if position > 0 {
        return (name.starts_with("find") || name == "bind").then_some(Action::Nothing);
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
    let name = if owner.ends_with("AtomicReferenceFieldUpdater") { 2 } else { 1 };
    match position {
        0 => Some(Action::Share(Some(name))),
        _ => Some(Action::Nothing),
    }
}

/// Factories of loggers take the name of the class and nothing else of it, as their documentation says.
fn is_logger_factory(owner: &str, name: &str) -> bool {
    matches!(
        (owner, name),
        ("org/slf4j/LoggerFactory" | "org/apache/log4j/Logger" | "org/apache/log4j/LogManager", "getLogger")
            | ("org/apache/logging/log4j/LogManager", "getLogger" | "getFormatterLogger")
            | ("org/apache/commons/logging/LogFactory", "getLog" | "getInstance")
            | ("org/jboss/logging/Logger", "getLogger")
            | ("ch/qos/logback/classic/LoggerContext", "getLogger")
    )
}

fn on_member(owner: &str, name: &str, token: &Token) -> Option<Action> {
    let action = match (owner, name) {
        ("java/lang/reflect/Method", "invoke") | ("java/lang/reflect/Constructor", "newInstance") => Action::Reflect,
        (_, "getType" | "getDeclaringClass" | "getReturnType" | "getParameterTypes" | "getExceptionTypes") => {
            Action::Relatives
        }
        (_, "getGenericType" | "getDefaultValue") => return None,
        ("java/lang/reflect/Field", _) if name.starts_with("get") && !is_text_of_member(name) => Action::Reflect,
        ("java/lang/reflect/Field", _) if name.starts_with("set") && name != "setAccessible" => Action::Reflect,
        _ if is_text_of_member(name) && !matches!(token, Token::Class(_)) => Action::Nothing,
        _ => return None,
    };
    Some(action)
}

/// What is asked of a member without touching it.
fn is_text_of_member(name: &str) -> bool {
    name.starts_with("is")
        || matches!(
            name,
            "getName"
                | "getModifiers"
                | "getParameterCount"
                | "getAnnotation"
                | "getAnnotations"
                | "getAnnotationsByType"
                | "getDeclaredAnnotation"
                | "getDeclaredAnnotations"
                | "setAccessible"
                | "trySetAccessible"
                | "canAccess"
                | "toString"
                | "toGenericString"
                | "hashCode"
                | "equals"
        )
}

fn with_member(owner: &str, name: &str) -> Option<Action> {
    match owner {
        "java/lang/invoke/MethodHandles$Lookup" if name.starts_with("unreflect") => Some(Action::Reflect),
        "sun/misc/Unsafe" | "jdk/internal/misc/Unsafe" if name.contains("FieldOffset") || name == "staticFieldBase" => {
            Some(Action::Reflect)
        }
        "java/lang/reflect/InvocationHandler" if name == "invokeDefault" => Some(Action::Reflect),
        "java/lang/reflect/AccessibleObject" if name == "setAccessible" => Some(Action::Nothing),
        _ => None,
    }
}

/// Whether a method finds a class by a name, which is its last string.
pub(super) fn finds_class(owner: &str, name: &str) -> bool {
    match owner {
        "java/lang/Class" => name == "forName",
        "java/lang/ClassLoader" => matches!(name, "loadClass" | "findClass" | "findLoadedClass" | "findSystemClass"),
        "java/lang/invoke/MethodHandles$Lookup" => name == "findClass",
        _ => false,
    }
}

/// Whether a method gives a class that the program does not name.
pub(super) fn gives_any_class(owner: &str, name: &str) -> bool {
    matches!(
        (owner, name),
        ("java/lang/ClassLoader", "defineClass")
            | ("java/lang/StackWalker", "getCallerClass")
            | ("java/lang/StackWalker$StackFrame", "getDeclaringClass")
            | ("java/lang/invoke/MethodHandles$Lookup", "lookupClass" | "previousLookupClass" | "defineClass")
            | ("java/util/ServiceLoader$Provider", "type")
            | ("javax/swing/event/EventListenerList", "getListenerList")
            | ("java/io/ObjectStreamClass", "forClass")
            | ("java/lang/annotation/Annotation", "annotationType")
            | ("java/lang/invoke/VarHandle", "varType" | "coordinateTypes")
            | (
                "java/lang/invoke/MethodType",
                "returnType" | "parameterType" | "lastParameterType" | "parameterArray" | "parameterList"
            )
    )
}
