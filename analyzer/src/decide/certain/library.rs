//! Methods of the JDK that always return, throw nothing, and call no code of the program, on what
//! is known of their receivers and arguments. Each stands here because its documentation says so.

use std::sync::Arc;

use ir::MethodRef;

use super::config::Value;

/// The result of a call.
pub enum Given {
    /// Something, or nothing.
    Any,
    /// Something other than `null`.
    Present,
    /// An object that nothing else holds, of a class that implements this interface.
    New(&'static str),
}

/// Lists that take anything, `null` included, and look at nothing.
const LISTS: [&str; 4] = [
    "java/util/ArrayList",
    "java/util/LinkedList",
    "java/util/Vector",
    "java/util/Stack",
];

/// Other collections that give out a new iterator each time.
const COLLECTIONS: [&str; 4] = [
    "java/util/ArrayDeque",
    "java/util/HashSet",
    "java/util/LinkedHashSet",
    "java/util/TreeSet",
];

/// Other classes whose constructor without arguments only makes an empty object.
const EMPTY: [&str; 8] = [
    "java/io/ByteArrayOutputStream",
    "java/io/StringWriter",
    "java/lang/Object",
    "java/lang/StringBuilder",
    "java/util/HashMap",
    "java/util/Hashtable",
    "java/util/LinkedHashMap",
    "java/util/TreeMap",
];

/// Readers, writers and streams of memory, which close without fail.
const OF_MEMORY: [&str; 4] = [
    "java/io/StringReader",
    "java/io/StringWriter",
    "java/io/ByteArrayInputStream",
    "java/io/ByteArrayOutputStream",
];

/// Classes with constructors from a text that is there.
const OF_TEXT: [&str; 3] = [
    "java/io/StringReader",
    "java/util/Scanner",
    "java/lang/StringBuilder",
];

/// Descriptors of arguments that are printed without asking an object for its text.
const PRINTED: [&str; 7] = [
    "()V",
    "(Ljava/lang/String;)V",
    "(I)V",
    "(J)V",
    "(Z)V",
    "(C)V",
    "(D)V",
];

/// Classes of boxed primitives.
pub(super) const BOXES: [&str; 8] = [
    "Integer",
    "Long",
    "Short",
    "Byte",
    "Character",
    "Boolean",
    "Float",
    "Double",
];

/// Returns the result of a call that is known to return. `class` is that of its receiver, where the
/// object is known.
pub fn given(
    callee: &MethodRef,
    receiver: Option<(Value, Option<&Arc<str>>)>,
    arguments: &[Value],
) -> Option<Given> {
    let MethodRef {
        owner,
        name,
        descriptor,
    } = callee;
    match receiver {
        None => of_static(owner, name, descriptor),
        Some(_) if &**name == "<init>" => constructed(owner, descriptor, arguments),
        Some((_, Some(class))) => of_object(class, name, descriptor),
        Some((Value::Console, None)) => printed(owner, name, descriptor),
        Some(_) => None,
    }
}

fn of_static(owner: &str, name: &str, descriptor: &str) -> Option<Given> {
    let boxed = owner
        .strip_prefix("java/lang/")
        .filter(|class| BOXES.contains(class))?;
    let takes_primitive = descriptor
        .as_bytes()
        .get(1)
        .is_some_and(|&first| !matches!(first, b'L' | b'[' | b')'));
    let is_boxing = !boxed.is_empty()
        && name == "valueOf"
        && takes_primitive
        && descriptor.find(')') == Some(2);
    is_boxing.then_some(Given::Present)
}

fn constructed(owner: &str, descriptor: &str, arguments: &[Value]) -> Option<Given> {
    let is_empty = descriptor == "()V" && (EMPTY.contains(&owner) || is_collection(owner));
    let is_there = matches!(arguments, [Value::Present | Value::Made(_)]);
    let of_text = descriptor == "(Ljava/lang/String;)V" && OF_TEXT.contains(&owner) && is_there;
    (is_empty || of_text).then_some(Given::Any)
}

fn is_collection(class: &str) -> bool {
    LISTS.contains(&class) || COLLECTIONS.contains(&class)
}

fn of_object(class: &str, name: &str, descriptor: &str) -> Option<Given> {
    match (name, descriptor) {
        ("iterator", "()Ljava/util/Iterator;") if is_collection(class) => {
            Some(Given::New("java/util/Iterator"))
        }
        ("listIterator", "()Ljava/util/ListIterator;") if LISTS.contains(&class) => {
            Some(Given::New("java/util/ListIterator"))
        }
        ("size", "()I") | ("isEmpty", "()Z") if is_collection(class) => Some(Given::Any),
        ("add", "(Ljava/lang/Object;)Z") if LISTS.contains(&class) => Some(Given::Any),
        ("hasNext", "()Z") if matches!(class, "java/util/Iterator" | "java/util/ListIterator") => {
            Some(Given::Any)
        }
        ("close", "()V") if OF_MEMORY.contains(&class) || class == "java/util/Scanner" => {
            Some(Given::Any)
        }
        _ => None,
    }
}

/// Returns the result of printing on `System.out` and `System.err`.
fn printed(owner: &str, name: &str, descriptor: &str) -> Option<Given> {
    let prints = owner == "java/io/PrintStream" && matches!(name, "println" | "print");
    (prints && PRINTED.contains(&descriptor)).then_some(Given::Any)
}
