//! Languages that call members by their names: an object's class need not be named anywhere.
//!
//! Groovy compiles `Steps.make().late()` to calls of `make` and `late` on whatever is there. So a
//! class is named by the name of a member of it, and each class where such a name is computed
//! (`key."$name"()`).
//!
//! A Java class of a library may use such a language if it is there: `BeanDefinitionLoader` of Spring
//! Boot takes closures of Groovy. Without the language's runtime library that class cannot do so.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::names::Names;

/// Packages that only classes of such a language name.
const RUNTIMES: [&str; 4] = [
    "org/codehaus/groovy/",
    "groovy/lang/GroovyObject",
    "groovy/lang/Closure",
    "clojure/lang/Reflector",
];

/// The class files of runtime libraries without which no class calls by name.
const RUNTIME_FILES: [&str; 2] = [
    "groovy/lang/GroovyObject.class",
    "clojure/lang/Reflector.class",
];

/// Returns whether the file at a path of a class path entry is of the runtime library of such a
/// language, perhaps in a package of another name: jars that hold all that they need move it.
pub fn is_of_runtime(path: &str) -> bool {
    RUNTIME_FILES.iter().any(|file| {
        path.strip_suffix(file)
            .is_some_and(|before| before.is_empty() || before.ends_with('/'))
    })
}

/// The classes that these texts of a class file may reach by names of members; none where it is not
/// of such a language. O(texts + classes).
pub fn reached(texts: &[String], names: &Names) -> BTreeSet<Arc<str>> {
    if !is_dynamic(texts) {
        return BTreeSet::new();
    }
    if computes_names(texts) {
        return names.all().cloned().collect();
    }
    texts
        .iter()
        .flat_map(|text| names.with_member(text))
        .cloned()
        .collect()
}

/// Returns whether a class file with these texts is of such a language. O(texts).
pub fn is_dynamic(texts: &[String]) -> bool {
    let names_runtime = |text: &String| RUNTIMES.iter().any(|runtime| text.contains(runtime));
    texts.iter().any(names_runtime)
}

/// Returns whether the name of a member may be a value: `invokeMethod(name, ..)`, or a Groovy
/// string with parts that is turned into a name.
fn computes_names(texts: &[String]) -> bool {
    let has = |wanted: &str| texts.iter().any(|text| text == wanted);
    let by_adapter = has("org/codehaus/groovy/runtime/ScriptBytecodeAdapter");
    has("invokeMethod")
        || by_adapter && (has("(Lgroovy/lang/GString;)Ljava/lang/String;") || has("castToString"))
}

/// The same for the source of a class in such a language.
pub fn reached_in_source(text: &str, names: &Names) -> BTreeSet<Arc<str>> {
    if text.contains(".\"$") || text.contains("invokeMethod") {
        return names.all().cloned().collect();
    }
    super::languages::words(text)
        .flat_map(|word| names.with_member(word))
        .cloned()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::is_of_runtime;

    #[test]
    fn runtime_library_may_be_moved_into_another_package() {
        assert!(is_of_runtime("groovy/lang/GroovyObject.class"));
        assert!(is_of_runtime("shaded/groovy/lang/GroovyObject.class"));
        assert!(!is_of_runtime("mygroovy/lang/GroovyObject.class"));
    }
}
