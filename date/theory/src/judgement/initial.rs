//! Initial values that have no effect, and that nobody can tell from a value made later.

use crate::code::{Body, Code, Expr, Literal, Recognition};

/// Classes of `java.util` whose constructor without arguments makes an empty object, and does
/// nothing else.
const COLLECTIONS: [&str; 14] = [
    "ArrayDeque",
    "ArrayList",
    "HashMap",
    "HashSet",
    "Hashtable",
    "IdentityHashMap",
    "LinkedHashMap",
    "LinkedHashSet",
    "LinkedList",
    "PriorityQueue",
    "Stack",
    "TreeMap",
    "TreeSet",
    "Vector",
];

/// Such classes of other packages.
const OTHERS: [&str; 11] = [
    "java.lang.Object",
    "java.lang.StringBuffer",
    "java.lang.StringBuilder",
    "java.util.concurrent.ConcurrentHashMap",
    "java.util.concurrent.ConcurrentLinkedDeque",
    "java.util.concurrent.ConcurrentLinkedQueue",
    "java.util.concurrent.ConcurrentSkipListMap",
    "java.util.concurrent.CopyOnWriteArrayList",
    "java.util.concurrent.atomic.AtomicBoolean",
    "java.util.concurrent.atomic.AtomicInteger",
    "java.util.concurrent.atomic.AtomicLong",
];

/// Returns whether it does not matter when an initial value is computed: constants, `null`,
/// recognizers, and new empty objects of the JDK.
pub(super) fn is_of_any_time(code: &Code, imports: &[String]) -> bool {
    let Body::Expr(expr) = &code.body else {
        return false;
    };
    expr.is_constant()
        || *expr == Expr::Literal(Literal::Null)
        || Recognition::grammar(expr).is_some()
        || makes_empty_object(expr, imports)
}

fn makes_empty_object(expr: &Expr, imports: &[String]) -> bool {
    let Expr::New { ty, arguments } = expr else {
        return false;
    };
    let written: String = ty
        .split('<')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .collect();
    let class = if written.contains('.') {
        Some(written)
    } else {
        imported(&written, imports)
    };

    arguments.is_empty() && class.is_some_and(|class| is_empty_when_made(&class))
}

fn is_empty_when_made(class: &str) -> bool {
    let of_util = class
        .strip_prefix("java.util.")
        .is_some_and(|name| COLLECTIONS.contains(&name));
    of_util || OTHERS.contains(&class)
}

/// The class that a simple name surely is: of an import that names it, or of `java.util` where
/// nothing else is imported on demand.
fn imported(name: &str, imports: &[String]) -> Option<String> {
    let named = imports
        .iter()
        .find(|import| import.rsplit('.').next() == Some(name) && !import.starts_with("static "));
    let on_demand = || {
        let mut packages = imports.iter().filter(|import| import.ends_with(".*"));
        packages
            .next()
            .filter(|package| *package == "java.util.*" && packages.next().is_none())
    };
    named
        .cloned()
        .or_else(|| on_demand().map(|_| format!("java.util.{name}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(ty: &str, imports: &[&str]) -> bool {
        let imports: Vec<String> = imports.iter().map(|&import| import.to_owned()).collect();
        makes_empty_object(
            &Expr::New {
                ty: ty.to_owned(),
                arguments: Vec::new(),
            },
            &imports,
        )
    }

    #[test]
    fn empty_collections_of_the_jdk_are_known_by_their_whole_name_or_import() {
        assert!(made("java.util.ArrayList<>", &[]));
        assert!(made("java.util . HashMap<String, Integer>", &["app.*"]));
        assert!(made("ArrayList<>", &["java.util.ArrayList", "app.*"]));
        assert!(made("ArrayList<>", &["java.util.*", "app.Main"]));
    }

    #[test]
    fn classes_that_may_be_the_programs_are_not_known() {
        assert!(!made("ArrayList<>", &[]));
        assert!(!made("ArrayList<>", &["app.ArrayList"]));
        assert!(!made("ArrayList<>", &["app.*", "java.util.*"]));
        assert!(!made("app.Log", &["java.util.*"]));
        assert!(!made("Scanner", &["java.util.*"]));
    }
}
