//! Java types as properties write them.

/// Says whether the type is primitive.
pub fn is_primitive(ty: &str) -> bool {
    boxed(ty) != ty.trim()
}

/// The wrapper of a primitive type, in full; any other type as written.
pub fn boxed(ty: &str) -> &str {
    match ty.trim() {
        "boolean" => "java.lang.Boolean",
        "byte" => "java.lang.Byte",
        "short" => "java.lang.Short",
        "char" => "java.lang.Character",
        "int" => "java.lang.Integer",
        "long" => "java.lang.Long",
        "float" => "java.lang.Float",
        "double" => "java.lang.Double",
        other => other,
    }
}

/// The value that a variable of this type has before anything is assigned.
pub fn default_value(ty: &str) -> &'static str {
    match ty.trim() {
        "boolean" => "false",
        other if is_primitive(other) => "0",
        _ => "null",
    }
}

/// The type without type arguments, as `instanceof` takes it.
pub fn erased(ty: &str) -> String {
    let mut depth = 0usize;
    let mut erased = String::new();
    for c in ty.trim().chars() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            c if depth == 0 => erased.push(c),
            _ => {}
        }
    }
    erased
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn erasure_drops_nested_arguments_and_keeps_arrays() {
        assert_eq!(erased("Map<String, List<int[]>>[]"), "Map[]");
    }

    #[test]
    fn only_primitive_types_are_boxed() {
        assert!(is_primitive(" long "));
        assert!(!is_primitive("Long"));
    }
}
