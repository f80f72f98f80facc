//! The classes of libraries, each lowered when it is asked for.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use ir::Program;
use java_types::Library;
use jvm::classpath::ClassPath;

use crate::{ClassFileBytes, load};

/// The classes of a class path without those of the JDK, each lowered as a program of its own.
#[derive(Debug)]
pub struct ClassesOnDemand {
    class_path: Arc<ClassPath>,
    /// The classes that were asked for, by internal name.
    known: BTreeMap<String, Option<Rc<Program>>>,
}

impl ClassesOnDemand {
    /// The classes of this class path, none of them lowered yet.
    pub fn new(class_path: Arc<ClassPath>) -> ClassesOnDemand {
        ClassesOnDemand {
            class_path,
            known: BTreeMap::new(),
        }
    }

    /// The program of the class of this internal name; `None` for a class of the JDK, and for one whose
    /// class file is not there or cannot be read whole. O(class file) the first time.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use java_bytecode::ClassesOnDemand;
    /// use jvm::{classpath::ClassPath, jdk::Jdk};
    ///
    /// let jdk = Jdk::from_environment().unwrap();
    /// let class_path = Arc::new(ClassPath::open(&[], &jdk).unwrap());
    /// let mut classes = ClassesOnDemand::new(class_path);
    /// assert!(classes.class("java/util/ArrayList").is_none());
    /// ```
    pub fn class(&mut self, name: &str) -> Option<Rc<Program>> {
        if let Some(known) = self.known.get(name) {
            return known.clone();
        }
        let program = self.lowered(name).map(Rc::new);
        self.known.insert(name.to_owned(), program.clone());
        program
    }

    fn lowered(&self, name: &str) -> Option<Program> {
        if self.class_path.is_of_jdk(name) {
            return None;
        }
        let file = ClassFileBytes {
            root: String::new(),
            path: format!("{name}.class"),
            bytes: self.class_path.class_bytes(name).ok()??,
        };
        let program = load(vec![file], self.class_path.clone());
        program.gaps.is_empty().then_some(program)
    }
}
