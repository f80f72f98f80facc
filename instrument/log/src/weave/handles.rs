//! Fields that are accessed by handles as well: field updaters, `VarHandle` and `Unsafe`. Such an access is a call of
//! the library, which does not say what field it is of.
//!
//! The names of these fields are constants of the class that makes the handle, or of any class if it is made by a
//! helper. An access of a field with such a name is ordered with the calls of all handles. That may lose reports, and
//! makes no false one. Its value is not logged, since handles write others.

use std::borrow::Cow;

use jvm::classfile::{ClassFile, PoolEntry, Result};
use rustc_hash::FxHashSet;

/// The methods that make handles of fields: class and begin of the name.
const FACTORIES: [(&str, &str); 8] = [
    (
        "java/util/concurrent/atomic/AtomicIntegerFieldUpdater",
        "newUpdater",
    ),
    (
        "java/util/concurrent/atomic/AtomicLongFieldUpdater",
        "newUpdater",
    ),
    (
        "java/util/concurrent/atomic/AtomicReferenceFieldUpdater",
        "newUpdater",
    ),
    ("java/lang/invoke/MethodHandles$Lookup", "find"),
    ("java/lang/invoke/MethodHandles$Lookup", "unreflect"),
    ("java/lang/reflect/Field", "set"),
    (UNSAFE, ""),
    ("jdk/internal/misc/Unsafe", ""),
];

const UNSAFE: &str = "sun/misc/Unsafe";

/// The names of fields that handles may be of.
#[derive(Debug, Default)]
pub struct Handled {
    /// The texts of classes that make handles.
    near: FxHashSet<String>,
    /// All texts of the program, if any class has `Unsafe`.
    anywhere: FxHashSet<String>,
    has_unsafe: bool,
}

impl Handled {
    /// Adds the names in a class. O(constants).
    ///
    /// # Errors
    /// The class is damaged.
    pub fn add(&mut self, class: &ClassFile<'_>) -> Result<()> {
        let pool = &class.pool;
        let mut texts = Vec::new();
        let mut makes_handles = false;
        for index in 1..pool.count() {
            match pool.entry(index) {
                Ok(PoolEntry::String { utf8 }) => {
                    texts.extend(pool.text(utf8).map(Cow::into_owned))
                }
                Ok(PoolEntry::Method { .. }) => {
                    let member = pool.member(index)?;
                    self.has_unsafe |= member.owner == UNSAFE;
                    makes_handles |= FACTORIES.iter().any(|(owner, begin)| {
                        member.owner == *owner && member.name.starts_with(begin)
                    });
                }
                _ => {}
            }
        }
        self.anywhere.extend(texts.iter().cloned());
        if makes_handles {
            self.near.extend(texts);
        }
        Ok(())
    }

    /// Returns whether handles may be of a field with a name.
    pub fn has(&self, name: &str, is_volatile: bool) -> bool {
        self.near.contains(name) || is_volatile && self.has_unsafe && self.anywhere.contains(name)
    }
}
