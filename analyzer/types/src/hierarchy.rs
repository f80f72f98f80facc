//! The class hierarchy: the classes of the sources, then those of the library.
//!
//! Where a class is missing, answers say so: a missing class may have any supertype and any member.

mod overriding;
mod resolution;

use std::collections::VecDeque;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::class_info::ClassInfo;
use crate::descriptor::Type;
use crate::library::Library;

pub use overriding::InheritedMethod;
pub use resolution::{FieldOf, Members, MethodOf, Resolved};

const OBJECT: &str = "java/lang/Object";

/// An answer that may be unknown because a class is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Answer {
    /// It is so.
    Yes,
    /// It is not so.
    No,
    /// A class that would decide it is missing.
    Unknown,
}

impl Answer {
    /// Not certainly no.
    pub fn may(self) -> bool {
        self != Answer::No
    }

    /// Certainly yes.
    pub fn must(self) -> bool {
        self == Answer::Yes
    }
}

/// The supertypes of a class.
#[derive(Debug)]
pub struct Supertypes {
    names: Vec<Arc<str>>,
    set: FxHashSet<Arc<str>>,
    complete: bool,
}

impl Supertypes {
    /// The class itself, then breadth first: each class's superclass, then its superinterfaces in
    /// declaration order; each once. Missing classes are listed, what is above them is not.
    pub fn names(&self) -> &[Arc<str>] {
        &self.names
    }

    /// Returns whether no class among them is missing.
    pub fn complete(&self) -> bool {
        self.complete
    }

    /// Returns whether `class` is among them; unknown where it is not and a class is missing. O(1).
    pub fn contains(&self, class: &str) -> Answer {
        match (self.set.contains(class), self.complete) {
            (true, _) => Answer::Yes,
            (false, true) => Answer::No,
            (false, false) => Answer::Unknown,
        }
    }
}

/// The subtypes of a class that the sources declare.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceSubtypes {
    /// Certainly subtypes, the class itself included if it is a source class; in source order.
    pub known: Vec<Arc<str>>,
    /// Classes with a missing supertype that may be subtypes; in source order.
    pub possible: Vec<Arc<str>>,
}

/// All classes that can be known.
#[derive(Debug)]
pub struct Hierarchy {
    sources: IndexMap<Arc<str>, Arc<ClassInfo>>,
    library: Arc<dyn Library>,
    supertypes: RwLock<FxHashMap<Arc<str>, Arc<Supertypes>>>,
    subtypes: OnceLock<SubtypeIndex>,
}

/// Source classes by supertype.
#[derive(Debug, Default)]
struct SubtypeIndex {
    by_supertype: FxHashMap<Arc<str>, Vec<Arc<str>>>,
    incomplete: Vec<Arc<str>>,
}

impl Hierarchy {
    /// `sources` in source order; of two of one name the first counts. They go before the library.
    pub fn new(
        sources: impl IntoIterator<Item = Arc<ClassInfo>>,
        library: Arc<dyn Library>,
    ) -> Self {
        let mut by_name = IndexMap::new();
        for class in sources {
            by_name.entry(class.name.clone()).or_insert(class);
        }
        Hierarchy {
            sources: by_name,
            library,
            supertypes: RwLock::default(),
            subtypes: OnceLock::new(),
        }
    }

    /// The same classes, with further ones behind those of the sources. O(classes of the sources).
    pub fn with(&self, more: impl IntoIterator<Item = Arc<ClassInfo>>) -> Self {
        let sources = self.sources.values().cloned();
        Hierarchy::new(sources.chain(more), self.library.clone())
    }

    /// Returns the classes beside the sources.
    pub fn library(&self) -> &dyn Library {
        &*self.library
    }

    /// The classes of the sources, in the order given.
    pub fn sources(&self) -> impl Iterator<Item = &Arc<ClassInfo>> {
        self.sources.values()
    }

    /// The class with this internal binary name.
    pub fn class(&self, name: &str) -> Option<Arc<ClassInfo>> {
        self.sources
            .get(name)
            .cloned()
            .or_else(|| self.library.class(name))
    }

    /// Returns whether the class is declared in the sources.
    pub fn is_source(&self, name: &str) -> bool {
        self.sources.contains_key(name)
    }

    /// Returns whether the class is an interface; unknown where it is missing.
    pub fn is_interface(&self, name: &str) -> Answer {
        match self.class(name) {
            Some(class) if class.is_interface() => Answer::Yes,
            Some(_) => Answer::No,
            None => Answer::Unknown,
        }
    }

    /// The supertypes of a class or interface, itself included. Computed once for each class,
    /// O(supertypes).
    pub fn supertypes(&self, class: &str) -> Arc<Supertypes> {
        if let Some(known) = self
            .supertypes
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(class)
        {
            return known.clone();
        }
        let computed = Arc::new(self.walk_supertypes(class));
        let mut known = self
            .supertypes
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        known.entry(class.into()).or_insert(computed).clone()
    }

    fn walk_supertypes(&self, class: &str) -> Supertypes {
        let mut found = Supertypes {
            names: Vec::new(),
            set: FxHashSet::default(),
            complete: true,
        };
        let mut queue = VecDeque::from([Arc::<str>::from(class)]);

        while let Some(name) = queue.pop_front() {
            if !found.set.insert(name.clone()) {
                continue;
            }
            match self.class(&name) {
                Some(info) => queue.extend(info.direct_supertypes().cloned()),
                None => found.complete = false,
            }
            found.names.push(name);
        }

        // Every class has Object above it, a missing one too.
        if found.set.insert(OBJECT.into()) {
            found.names.push(OBJECT.into());
        }

        found
    }

    /// Returns whether class or interface `class` is `above` or a subtype of it, by internal names.
    pub fn is_subclass(&self, class: &str, above: &str) -> Answer {
        if class == above {
            Answer::Yes
        } else {
            self.supertypes(class).contains(above)
        }
    }

    /// Returns whether every value of `ty` is one of `above` without conversion (JLS 4.10). They
    /// are the same type, or reference types in the subtype relation.
    pub fn is_subtype(&self, ty: &Type, above: &Type) -> Answer {
        match (ty, above) {
            (Type::Class(class), Type::Class(above)) => self.is_subclass(class, above),
            (Type::Array(element), Type::Array(above)) => self.is_subtype(element, above),
            (Type::Array(_), Type::Class(above)) => {
                let array_supertypes = [OBJECT, "java/lang/Cloneable", "java/io/Serializable"];
                if array_supertypes.contains(&&**above) {
                    Answer::Yes
                } else {
                    Answer::No
                }
            }
            (Type::Primitive(a), Type::Primitive(b)) if a == b => Answer::Yes,
            _ => Answer::No,
        }
    }

    /// The source classes that are `class` or subtypes of it. The first call looks at all source
    /// classes.
    pub fn source_subtypes(&self, class: &str) -> SourceSubtypes {
        let index = self.subtypes.get_or_init(|| self.index_subtypes());
        let known = index.by_supertype.get(class).cloned().unwrap_or_default();
        let possible = index
            .incomplete
            .iter()
            .filter(|name| !self.is_subclass(name, class).must())
            .cloned()
            .collect();
        SourceSubtypes { known, possible }
    }

    fn index_subtypes(&self) -> SubtypeIndex {
        let mut index = SubtypeIndex::default();
        for name in self.sources.keys() {
            let supertypes = self.supertypes(name);
            for supertype in supertypes.names() {
                index
                    .by_supertype
                    .entry(supertype.clone())
                    .or_default()
                    .push(name.clone());
            }
            if !supertypes.complete() {
                index.incomplete.push(name.clone());
            }
        }

        index
    }
}
