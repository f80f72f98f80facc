//! The class files of libraries whose methods the program calls.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use analyzer::{LibraryClasses, Models};
use ir::{CallKind, MethodRef, Program, Target};
use java_bytecode::ClassFileBytes;
use java_types::Library;
use jvm::classpath::ClassPath;

/// Adds models for the static methods of libraries that the program calls, and whose bodies show what
/// they do. O(class files of these methods, and of those that they call).
pub fn add(models: &mut Models, program: &Program, class_path: &Arc<ClassPath>) {
    let mut classes = Classes {
        class_path: class_path.clone(),
        known: BTreeMap::new(),
    };
    models.add_bodies(&called(program), &program.hierarchy, &mut classes);
}

/// The static methods of libraries other than the JDK that calls of the program name.
fn called(program: &Program) -> BTreeSet<MethodRef> {
    let hierarchy = &program.hierarchy;
    let is_of_library =
        |owner: &str| !hierarchy.is_source(owner) && !hierarchy.library().is_of_jdk(owner);
    let calls = program.calls.iter();
    let named = calls.filter_map(|call| match (&call.target, call.kind) {
        (Target::Resolved(callee), CallKind::Static) => Some(callee),
        _ => None,
    });
    named
        .filter(|callee| is_of_library(&callee.owner))
        .cloned()
        .collect()
}

/// The classes of a class path, lowered one by one.
struct Classes {
    class_path: Arc<ClassPath>,
    known: BTreeMap<String, Option<Rc<Program>>>,
}

impl LibraryClasses for Classes {
    fn class(&mut self, name: &str) -> Option<Rc<Program>> {
        if let Some(known) = self.known.get(name) {
            return known.clone();
        }
        let read = || {
            if self.class_path.is_of_jdk(name) {
                return None;
            }
            let file = ClassFileBytes {
                root: String::new(),
                path: format!("{name}.class"),
                bytes: self.class_path.class_bytes(name).ok()??,
            };
            let program = java_bytecode::load(vec![file], self.class_path.clone());
            program.gaps.is_empty().then(|| Rc::new(program))
        };
        let program = read();
        self.known.insert(name.to_owned(), program.clone());
        program
    }
}
