//! The other classes, as far as the weaving of one has to know them.

use std::cell::Cell;
use std::sync::Arc;

use instrument::weave::WeaveError;
use instrument::weave::parts::Inputs;
use java_types::Access;
use java_types::class_info::ClassInfo;
use java_types::hierarchy::Hierarchy;
use jvm::classfile::{ClassFile, ReferenceKind, Result};
use jvm::classpath::ClassPath;
use plan::Unshared;
use rustc_hash::FxHashSet;

use super::handles::Handled;
use crate::library::{PACKAGE, is_of_monitors};
use crate::models::Models;

/// The classes of the program, and those that they need.
pub struct Program {
    /// All classes. Those of the program are its sources.
    pub hierarchy: Hierarchy,
    /// The table of effects.
    pub models: Models,
    /// The accesses that need no record; none where all are recorded.
    pub unshared: Option<Unshared>,
    /// They are recorded nevertheless.
    pub keeps_unshared: bool,
    /// The methods that are transactions.
    pub atomic: Vec<Wanted>,
    /// Methods of the program that function objects call: class, name and descriptor.
    targets: FxHashSet<(String, String, String)>,
    /// The fields that are accessed by handles as well.
    pub handled: Handled,
    /// The names and descriptors of all methods of the program.
    methods: FxHashSet<(Arc<str>, Arc<str>)>,
}

/// A name of methods that the user wants.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// The class and the method. `*` stands for any characters.
    pub name: String,
    /// A method has it.
    pub is_found: Cell<bool>,
}

impl Wanted {
    /// A name that no method has yet.
    pub fn new(name: &str) -> Self {
        Wanted {
            name: name.to_owned(),
            is_found: Cell::new(false),
        }
    }

    /// Checks whether a method of a class, by its internal name, has the name. A nested class is
    /// written with a dot or a dollar sign.
    fn matches(&self, owner: &str, method: &str) -> bool {
        let class = owner.replace('/', ".");
        let found = [class.replace('$', "."), class]
            .iter()
            .any(|class| matches(&self.name, &format!("{class}.{method}")));
        if found {
            self.is_found.set(true);
        }
        found
    }
}

/// Checks whether a text is a pattern with its `*` filled in. O(length of the text * stars).
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        let Some((_, behind)) = rest.split_once(part) else {
            return false;
        };
        rest = behind;
    }
    true
}

/// A field as an instruction finds it.
#[derive(Debug, Clone)]
pub struct Field {
    /// The class that declares it.
    pub class: Arc<str>,
    /// Its flags.
    pub access: Access,
}

impl Program {
    /// Reads the classes of the inputs. A damaged one is left to the JVM.
    ///
    /// # Errors
    /// Classes that have been woven before.
    pub fn read(
        inputs: &Inputs,
        class_path: Arc<ClassPath>,
    ) -> std::result::Result<Self, WeaveError> {
        let mut infos = Vec::new();
        let mut targets = FxHashSet::default();
        let mut handled = Handled::default();
        let files = inputs.files.iter().filter(|file| file.is_class());
        for file in files.filter(|file| !is_of_monitors(&file.name)) {
            if file.name.contains(PACKAGE) {
                return Err(WeaveError::WovenBefore {
                    class: file.name.clone(),
                });
            }
            let Ok(class) = ClassFile::parse(&file.bytes) else {
                continue;
            };
            if let Ok(mut info) = jvm::class_info(&class) {
                info.source = true;
                infos.push(Arc::new(info));
            }
            let _ = add_targets(&class, &mut targets);
            let _ = handled.add(&class);
        }
        let methods = infos
            .iter()
            .flat_map(|info: &Arc<ClassInfo>| &info.methods)
            .map(|method| (method.name.clone(), method.descriptor.clone()))
            .collect();
        Ok(Program {
            hierarchy: Hierarchy::new(infos, class_path),
            models: Models::new(),
            unshared: None,
            keeps_unshared: false,
            atomic: Vec::new(),
            targets,
            handled,
            methods,
        })
    }

    /// The class itself, then its superclasses, as far as they are known.
    pub fn superclasses(&self, class: &str) -> impl Iterator<Item = Arc<ClassInfo>> {
        let first = self.hierarchy.class(class);
        std::iter::successors(first, |info| {
            self.hierarchy.class(info.super_name.as_deref()?)
        })
    }

    /// Resolves a field (JVMS 5.4.3.2). One that is not found is taken for a plain one of the
    /// class that the instruction names.
    pub fn field(&self, owner: &str, name: &str, descriptor: &str) -> Field {
        let declares = |info: &Arc<ClassInfo>| {
            let mut fields = info.fields.iter();
            let field = fields.find(|f| &*f.name == name && &*f.descriptor == descriptor)?;
            Some(Field {
                class: info.name.clone(),
                access: field.access,
            })
        };
        let above = self.hierarchy.supertypes(owner);
        let own = self.hierarchy.class(owner).and_then(|info| declares(&info));
        let found = own.or_else(|| {
            let mut infos = above.names().iter().filter_map(|n| self.hierarchy.class(n));
            infos.find_map(|info| declares(&info))
        });
        found.unwrap_or_else(|| Field {
            class: owner.into(),
            access: Access(0),
        })
    }

    /// The nearest class of the program with an initializer: the class, or one above it.
    pub fn initialized(&self, class: &str) -> Option<Arc<str>> {
        let has_initializer = |info: &Arc<ClassInfo>| {
            info.source && info.methods.iter().any(|m| &*m.name == "<clinit>")
        };
        let mut chain = self.superclasses(class);
        chain.find(has_initializer).map(|info| info.name.clone())
    }

    /// The type of the library whose method a call is for; none if a class of the program declares
    /// the method.
    pub fn library_type(&self, owner: &str, name: &str, descriptor: &str) -> Option<Arc<str>> {
        if owner.starts_with('[') {
            return None;
        }
        if !self.hierarchy.is_source(owner) {
            return Some(owner.into());
        }
        for info in self.superclasses(owner) {
            if !info.source {
                if info.name.as_ref() != "java/lang/Object"
                    || info.method(name, descriptor).is_some()
                {
                    return Some(info.name.clone());
                }
            } else if info.method(name, descriptor).is_some() {
                return None;
            }
        }
        let above = self.hierarchy.supertypes(owner);
        let declaring = above
            .names()
            .iter()
            .filter_map(|name| self.hierarchy.class(name))
            .find(|info| info.method(name, descriptor).is_some())?;
        (!declaring.source).then(|| declaring.name.clone())
    }

    /// Returns whether a method is a transaction.
    pub fn is_atomic(&self, owner: &str, method: &str) -> bool {
        // Each name counts, to know which ones no method has.
        let found = self
            .atomic
            .iter()
            .filter(|name| name.matches(owner, method));
        found.count() > 0
    }

    /// Returns whether a class of the program has a method with a name and descriptor.
    pub fn declares(&self, name: &str, descriptor: &str) -> bool {
        self.methods.contains(&(name.into(), descriptor.into()))
    }

    /// Returns whether a class is the type of the library, or below it.
    pub fn is_below(&self, class: &str, above: &str) -> bool {
        class == above || self.hierarchy.is_subclass(class, above).may()
    }

    /// Returns whether the library may call a method of the program.
    pub fn is_callback(&self, class: &str, name: &str, descriptor: &str) -> bool {
        let key = (class.to_owned(), name.to_owned(), descriptor.to_owned());
        if self.targets.contains(&key) {
            return true;
        }
        let above = self.hierarchy.supertypes(class);
        above
            .names()
            .iter()
            .filter(|above| &***above != "java/lang/Object" && &***above != class)
            .filter_map(|above| self.hierarchy.class(above))
            .any(|info| !info.source && info.method(name, descriptor).is_some())
    }
}

/// Adds the methods that the function objects of a class call.
fn add_targets(
    class: &ClassFile<'_>,
    targets: &mut FxHashSet<(String, String, String)>,
) -> Result<()> {
    for row in class.bootstrap_methods()? {
        for &argument in &row.arguments {
            let Ok(handle) = class.pool.method_handle(argument) else {
                continue;
            };
            let calls = !matches!(
                handle.kind,
                ReferenceKind::GetField
                    | ReferenceKind::GetStatic
                    | ReferenceKind::PutField
                    | ReferenceKind::PutStatic
            );
            if calls {
                let member = &handle.member;
                targets.insert((
                    member.owner.to_string(),
                    member.name.to_string(),
                    member.descriptor.to_string(),
                ));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_any_characters() {
        let fits = ["a.B.c", "*", "a.*", "*.c", "a*B*c", "*B.*"];
        assert!(fits.iter().all(|pattern| matches(pattern, "a.B.c")));
        let others = ["a.B", "B.c", "a.*d", "*.B", "c*", ""];
        assert!(!others.iter().any(|pattern| matches(pattern, "a.B.c")));
        assert!(Wanted::new("a.B.C.d").matches("a/B$C", "d"));
        assert!(Wanted::new("a.B$C.d").matches("a/B$C", "d"));
    }
}
