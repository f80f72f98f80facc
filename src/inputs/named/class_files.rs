//! The names in a class file.

use std::collections::BTreeSet;
use std::sync::Arc;

use java_types::Access;
use jvm::classfile::{ClassFile, PoolEntry, modified_utf8};

use super::dynamic;
use super::names::Names;

/// The classes of the program that a class file uses.
#[derive(Default)]
pub struct Used {
    /// The classes that it names as types, in descriptors and signatures, and in strings.
    pub named: BTreeSet<Arc<str>>,
    /// The classes that it reaches by names of members, if it calls by name.
    pub reached: BTreeSet<Arc<str>>,
    /// It calls by name wherever it can run; else only where the runtime library of a language that
    /// does so is there.
    pub calls_by_name: bool,
}

/// The classes of the program that a class file uses which is none of theirs. None where it is a class
/// of the program, what compilers add to one, or no class file.
pub fn classes_named(bytes: &[u8], names: &Names) -> Used {
    let class = ClassFile::parse(bytes)
        .ok()
        .filter(|class| is_foreign(class, names));
    class.map(|class| used(&class, names)).unwrap_or_default()
}

/// The classes of the program that a class file uses, whatever class it holds; none where it is no
/// class file.
pub fn in_class_file(bytes: &[u8], names: &Names) -> BTreeSet<Arc<str>> {
    let used = ClassFile::parse(bytes).map(|class| used(&class, names));
    used.map(|used| used.named.into_iter().chain(used.reached).collect())
        .unwrap_or_default()
}

fn used(class: &ClassFile<'_>, names: &Names) -> Used {
    let texts = texts(class);
    Used {
        named: texts
            .iter()
            .flat_map(|text| names.in_text(text))
            .cloned()
            .collect(),
        reached: dynamic::reached(&texts, names),
        calls_by_name: !is_of_static_language(class),
    }
}

/// Returns whether the class file says that its source is in a language whose compiler resolves
/// each call.
fn is_of_static_language(class: &ClassFile<'_>) -> bool {
    let source = class.source_file().ok().flatten();
    source.is_some_and(|source| {
        [".java", ".kt", ".scala"]
            .iter()
            .any(|extension| source.ends_with(extension))
    })
}

fn texts(class: &ClassFile<'_>) -> Vec<String> {
    let entries = (1..class.pool.count()).filter_map(|index| class.pool.entry(index).ok());
    let texts = entries.filter_map(|entry| match entry {
        PoolEntry::Utf8(bytes) => Some(modified_utf8::decode(bytes).into_owned()),
        _ => None,
    });
    texts.collect()
}

/// Returns whether a class file is neither of a class of the program, nor of what compilers add to
/// one, nor of a language that calls members by their names. What cannot be read may be anything.
pub fn is_without_source(bytes: &[u8], names: &Names) -> bool {
    ClassFile::parse(bytes).map_or(true, |class| {
        is_foreign(&class, names) && !dynamic::is_dynamic(&texts(&class))
    })
}

/// Returns whether it is neither a class of the program nor one that a compiler adds to it without
/// a word in the source.
fn is_foreign(class: &ClassFile<'_>, names: &Names) -> bool {
    let Ok(name) = class.name() else { return false };
    let outermost = name.split('$').next().unwrap_or_default();
    let is_added = class.access.has(Access::SYNTHETIC) && names.is_class(outermost);
    !names.is_class(&name) && !is_added
}
