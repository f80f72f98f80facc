//! Method keys: `add(int,Object)`, a name and the simple names of the erased parameter types.

use java_types::descriptor::{MethodDescriptor, Type};

/// The name of constructors in class files (JVMS 2.9.1).
pub(super) const CONSTRUCTOR: &str = "<init>";

/// The key of a method; `None` for a damaged descriptor. O(|descriptor|).
pub(super) fn of_descriptor(name: &str, descriptor: &str) -> Option<String> {
    let parameters = MethodDescriptor::parse(descriptor).ok()?.parameters;
    let types: Vec<String> = parameters.iter().map(simple_name).collect();
    Some(format!("{name}({})", types.join(",")))
}

/// The key as written, without spaces; `None` if it has no parameter list. A bare list is a
/// constructor's.
pub(super) fn of_text(text: &str) -> Option<String> {
    let text: String = text.split_whitespace().collect();
    let (name, types) = text.strip_suffix(')')?.split_once('(')?;
    let types_are_named = types.is_empty() || types.split(',').all(is_type);
    let name = if name.is_empty() { CONSTRUCTOR } else { name };
    let name_is_one = name == CONSTRUCTOR || is_identifier(name);
    (types_are_named && name_is_one).then(|| format!("{name}({types})"))
}

/// The number of parameters in a key.
pub(super) fn arity(key: &str) -> usize {
    let types = key
        .split_once('(')
        .map_or("", |(_, types)| types.trim_end_matches(')'));
    if types.is_empty() {
        0
    } else {
        types.split(',').count()
    }
}

/// Returns whether a key has this name and number of parameters.
pub(super) fn is_named(key: &str, name: &str, parameters: usize) -> bool {
    key.strip_prefix(name)
        .is_some_and(|rest| rest.starts_with('('))
        && arity(key) == parameters
}

fn simple_name(ty: &Type) -> String {
    let full = ty.java_name();
    full.rsplit(['.', '$']).next().unwrap_or(&full).to_owned()
}

fn is_type(text: &str) -> bool {
    is_identifier(text.trim_end_matches("[]"))
}

/// Returns whether the text is a Java identifier, keywords included.
pub(super) fn is_identifier(text: &str) -> bool {
    let begins = text
        .chars()
        .next()
        .is_some_and(|c| c.is_alphabetic() || c == '_' || c == '$');
    begins
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || c == '_' || c == '$')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_and_texts_give_one_key() {
        for (text, name, descriptor) in [
            ("add( int, Object )", "add", "(ILjava/lang/Object;)V"),
            ("()", CONSTRUCTOR, "()V"),
            (
                "entry(Entry,Object[],int[][])",
                "entry",
                "(Ljava/util/Map$Entry;[Ljava/lang/Object;[[I)V",
            ),
        ] {
            assert_eq!(of_text(text), of_descriptor(name, descriptor), "{text}");
        }
    }

    #[test]
    fn what_is_no_method_has_no_key() {
        for text in [
            "add",
            "add(",
            "add)",
            "a b(c d",
            "1(int)",
            "add(,)",
            "add(int,)",
        ] {
            assert_eq!(of_text(text), None, "{text}");
        }
    }

    #[test]
    fn arity_counts_types() {
        assert_eq!(["f()", "f(int)", "f(A,B[])"].map(arity), [0, 1, 2]);
    }
}
