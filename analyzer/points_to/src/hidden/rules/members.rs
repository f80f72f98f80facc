//! The rules for methods of the library that get `Method`, `Constructor` and `Field` objects.

use super::Action;

/// Returns what methods do with a member that they are called on.
pub(super) fn on_member(owner: &str, name: &str) -> Option<Action> {
    match owner {
        "java/lang/reflect/Method" => on_method(name),
        "java/lang/reflect/Constructor" => on_constructor(name),
        "java/lang/reflect/Field" => on_field(name),
        "java/lang/reflect/AccessibleObject" => is_access(name).then_some(Action::Nothing),
        "java/lang/reflect/Executable" => on_executable(name),
        "java/lang/reflect/Member" => on_any_member(name),
        "java/lang/reflect/AnnotatedElement" => {
            asks_for_annotations(name).then_some(Action::Nothing)
        }
        _ => None,
    }
}

fn on_method(name: &str) -> Option<Action> {
    match name {
        "invoke" => Some(Action::Reflect),
        "getReturnType" => Some(Action::Relatives),
        "isBridge" | "isDefault" => Some(Action::Nothing),
        _ => on_executable(name),
    }
}

fn on_constructor(name: &str) -> Option<Action> {
    match name {
        "newInstance" => Some(Action::Reflect),
        _ => on_executable(name),
    }
}

fn on_field(name: &str) -> Option<Action> {
    match name {
        "getType" => Some(Action::Relatives),
        "isEnumConstant" => Some(Action::Nothing),
        _ if reads_field(name) || writes_field(name) => Some(Action::Reflect),
        _ => on_any_member(name),
    }
}

fn on_executable(name: &str) -> Option<Action> {
    match name {
        "getParameterTypes" | "getExceptionTypes" => Some(Action::Relatives),
        "getParameterCount" | "isVarArgs" => Some(Action::Nothing),
        _ => on_any_member(name),
    }
}

/// Returns what every member is asked without being touched, and the class that declares it.
fn on_any_member(name: &str) -> Option<Action> {
    let is_text = matches!(
        name,
        "getName"
            | "getModifiers"
            | "isSynthetic"
            | "toString"
            | "toGenericString"
            | "hashCode"
            | "equals"
    );
    match name {
        "getDeclaringClass" => Some(Action::Relatives),
        _ if is_text || is_access(name) || asks_for_annotations(name) => Some(Action::Nothing),
        _ => None,
    }
}

/// Asks for access to a member.
fn is_access(name: &str) -> bool {
    matches!(
        name,
        "setAccessible" | "trySetAccessible" | "canAccess" | "isAccessible"
    )
}

/// Methods of `AnnotatedElement`: annotations say by themselves what classes they hold.
pub(super) fn asks_for_annotations(name: &str) -> bool {
    matches!(
        name,
        "getAnnotation"
            | "getAnnotations"
            | "getAnnotationsByType"
            | "getDeclaredAnnotation"
            | "getDeclaredAnnotations"
            | "getDeclaredAnnotationsByType"
            | "isAnnotationPresent"
    )
}

pub(super) fn reads_field(name: &str) -> bool {
    name == "get" || name.strip_prefix("get").is_some_and(is_primitive)
}

pub(super) fn writes_field(name: &str) -> bool {
    name == "set" || name.strip_prefix("set").is_some_and(is_primitive)
}

/// Returns whether it is the end of the name of an accessor for a primitive type.
fn is_primitive(end: &str) -> bool {
    matches!(
        end,
        "Boolean" | "Byte" | "Char" | "Short" | "Int" | "Long" | "Float" | "Double"
    )
}

/// Returns what methods do with a member that is their argument.
pub(super) fn with_member(owner: &str, name: &str) -> Option<Action> {
    match owner {
        "java/lang/invoke/MethodHandles$Lookup" if is_unreflecting(name) => Some(Action::Reflect),
        "sun/misc/Unsafe" | "jdk/internal/misc/Unsafe" if is_offset(name) => Some(Action::Reflect),
        "java/lang/reflect/InvocationHandler" if name == "invokeDefault" => Some(Action::Reflect),
        "java/lang/reflect/AccessibleObject" if name == "setAccessible" => Some(Action::Nothing),
        _ => None,
    }
}

/// Makes a handle of a member.
fn is_unreflecting(name: &str) -> bool {
    matches!(
        name,
        "unreflect"
            | "unreflectSpecial"
            | "unreflectConstructor"
            | "unreflectGetter"
            | "unreflectSetter"
            | "unreflectVarHandle"
    )
}

/// Says where the field of an object is in memory.
fn is_offset(name: &str) -> bool {
    matches!(
        name,
        "objectFieldOffset" | "staticFieldOffset" | "staticFieldBase"
    )
}
