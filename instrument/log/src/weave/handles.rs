//! Fields that are accessed by handles as well: field updaters, `VarHandle` and `Unsafe`. Such an access is a call of
//! the library, which does not say what field it is of.
//!
//! The names of these fields are constants of the class that makes the handle; of volatile fields, of any class, since a
//! helper may make it. Where a program lists the fields of a class and writes fields by reflection, the names are not known, and it may be
//! any volatile field. An access of a field with such a name is ordered with the calls of all handles. That may lose reports, and
//! makes no false one. Its value is not logged, since handles write others.

use std::borrow::Cow;

use jvm::classfile::{ClassFile, MemberRef, PoolEntry, Result};
use rustc_hash::FxHashSet;

/// The methods that make handles of fields: class and begin of the name.
const FACTORIES: [(&str, &str); 11] = [
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
    ("java/lang/reflect/Field", "get"),
    ("java/lang/reflect/Field", "set"),
    ("java/lang/Class", "getDeclaredField"),
    ("java/lang/Class", "getField"),
    (UNSAFE, ""),
    ("jdk/internal/misc/Unsafe", ""),
];

/// The methods that give all fields of a class.
const LISTS: [(&str, &str); 2] = [
    ("java/lang/Class", "getDeclaredFields"),
    ("java/lang/Class", "getFields"),
];

/// The methods that write a field of any name, or make handles that do.
const WRITES: [(&str, &str); 4] = [
    ("java/lang/reflect/Field", "set"),
    ("java/lang/invoke/MethodHandles$Lookup", "unreflect"),
    (UNSAFE, "objectFieldOffset"),
    (UNSAFE, "staticFieldOffset"),
];

const UNSAFE: &str = "sun/misc/Unsafe";

/// The names of fields that handles may be of.
#[derive(Debug, Default)]
pub struct Handled {
    /// The texts of classes that make handles.
    near: FxHashSet<String>,
    /// All texts of the program: a helper may make handles of the names that others give it.
    anywhere: FxHashSet<String>,
    makes_handles: bool,
    /// A class asks for all fields of a class.
    lists_fields: bool,
    /// A class writes fields by reflection, or makes handles of such fields.
    writes_fields: bool,
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
                    self.lists_fields |= is_one_of(&LISTS, &member);
                    self.writes_fields |= is_one_of(&WRITES, &member);
                    makes_handles |= is_one_of(&FACTORIES, &member);
                }
                _ => {}
            }
        }
        self.anywhere.extend(texts.iter().cloned());
        if makes_handles {
            self.makes_handles = true;
            self.near.extend(texts);
        }
        Ok(())
    }

    /// Returns whether handles may be of a field with a name.
    pub fn has(&self, name: &str, is_volatile: bool) -> bool {
        let may_be_any = self.lists_fields && self.writes_fields;
        let is_text = || self.makes_handles && self.anywhere.contains(name);
        self.near.contains(name) || is_volatile && (may_be_any || is_text())
    }
}

/// Checks whether a method has one of these owners, and its name begins as there.
fn is_one_of(methods: &[(&str, &str)], member: &MemberRef<'_>) -> bool {
    let mut methods = methods.iter();
    methods.any(|(owner, begin)| member.owner == *owner && member.name.starts_with(begin))
}
